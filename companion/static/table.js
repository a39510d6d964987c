// The hands by seat, the doubts about them, and the points.

import { colour, face, signed } from "./cards.js";
import { byId, draw, element } from "./elements.js";
import { language, told, words } from "./words.js";

const QUIET = new Set(["scored", "empty", "unsettled"]);

/** The hands as drawn cards; `onCard(seat, place)`, `onAdd(seat)` and `onClear(seat)` are told of taps. */
export function showHands(table, taps) {
  const { game, hands, doubts } = table;
  const doubtful = new Set(doubts.flatMap((doubt) => doubt.places.map((place) => `${doubt.seat}.${place}`)));
  const shown = hands.map(({ player, steady, category, corrected, cards }) => [
    player, steady, category, corrected, cards.map((card) => [card.card, card.corrected, card.card ? 0 : card.candidates.slice(0, 2)]),
  ]);
  draw("hands", [shown, [...doubtful], game.starter, game.over], () => hands.map((hand) => handRow(hand, game, doubtful, taps)));
}

function handRow(hand, game, doubtful, taps) {
  const w = words();
  const starts = !game.over && hand.player === game.starter;
  return element("article", { class: hand.steady ? "hand" : "hand unsettled", "aria-label": hand.player },
    element("h3", {}, hand.player, starts ? element("span", { class: "tag" }, w.starts) : null,
      hand.steady ? null : element("span", { class: "tag still" }, w.settling),
      hand.category && hand.steady ? element("span", { class: "what" }, w.categories[hand.category]) : null),
    element("div", { class: "row" },
      hand.cards.length ? hand.cards.map((card, place) => cardButton(hand, card, place, doubtful, taps))
        : element("p", { class: "empty" }, w.empty)),
    element("div", { class: "hand-actions" },
      hand.cards.length < 5 ? element("button", {
        type: "button", class: "quiet", "data-key": `add${hand.seat}`, onclick: () => taps.onAdd(hand.seat),
      }, `+ ${w.add}`) : null,
      hand.corrected ? element("button", {
        type: "button", class: "quiet", "data-key": `clear${hand.seat}`, onclick: () => taps.onClear(hand.seat),
      }, w.clear) : null));
}

function cardButton(hand, card, place, doubtful, taps) {
  const w = words();
  const named = w.cardAt(hand.player, place + 1, card.card ? w.card(card.card) : w.unknown) + (card.corrected ? `, ${w.byHand}` : "");
  const kinds = ["card", colour(card.card), card.corrected ? "corrected" : "", doubtful.has(`${hand.seat}.${place}`) ? "doubtful" : ""];
  return element("button", {
    type: "button", class: kinds.join(" "), "aria-label": named, "data-key": `card${hand.seat}.${place}`,
    onclick: () => taps.onCard(hand.seat, place),
  }, face(card.card, card.candidates), card.corrected ? element("i", { "aria-hidden": true }, "✎") : null);
}

/** What stands in the way of scoring; that the cards of the last round still lie there is no doubt, and said once. */
export function showDoubts(doubts) {
  const lines = [...new Map(doubts.map((doubt) => [told(doubt), doubt])).entries()];
  draw("doubts", lines.map(([line]) => line), () =>
    lines.map(([line, doubt]) => element("p", { class: QUIET.has(doubt.kind) ? "hint" : "doubt" }, line)));
}

/** The last round's ranking. */
export function showResult(game) {
  const w = words();
  const round = game.ranking.length;
  byId("result").hidden = round === 0;
  if (round === 0) return;
  byId("result-title").textContent = w.result(round);
  const last = game.ranking[round - 1];
  const shared = (place) => last.filter((one) => one.place === place).length > 1;
  draw("ranking", [round, last, game.why], () => last.map((one) => element("li", { class: one.place === 1 ? "first" : "" },
    element("span", { class: "place" }, w.place(one.place, shared(one.place))),
    element("span", { class: "who" }, one.name),
    element("span", { class: "what" }, w.categories[one.category] ?? one.category,
      element("small", {}, one.hand.map((code) => element("span", { class: colour(code) }, signed(code))))),
    element("span", { class: "points" }, w.points(one.points)),
    why(one.name, game.why[one.name]))));
}

/** A player's reasons, on a tap. */
function why(player, reasons) {
  return element("details", { class: "why" },
    element("summary", { "aria-label": words().whyOf(player) }, words().why),
    reasons.map((reason) => element("p", {}, reason[language()])));
}

/** What the rules say of the game as it stands: the last result and why, what holds now. */
export function showStory(sentences) {
  draw("story", sentences, () => sentences.map((sentence) => element("p", { class: "hint" }, sentence[language()])));
}

/** Points or chips of a game without rounds. */
export function showPoints(game) {
  const w = words();
  const points = game.scores ?? game.chips;
  draw("grid", [points, game.turn], () => element("table", {},
    element("tbody", {}, game.players.map((player) => element("tr", {},
      element("th", { scope: "row" }, player, player === game.turn ? element("span", { class: "tag" }, w.turn) : null),
      element("td", { class: "total" }, String(points[player])))))));
}

/** Points by player and round, and the running totals. */
export function showTotals(game) {
  const w = words();
  draw("grid", [game.ranking, game.scores, game.players, game.rounds], () => {
    const rounds = Array.from({ length: game.rounds }, (_, index) => index);
    const points = (player, round) => game.ranking[round]?.find((one) => one.name === player)?.points ?? "";
    const best = Math.max(...Object.values(game.scores));
    return element("table", {},
      element("thead", {}, element("tr", {}, element("th", { scope: "col" }, w.player),
        rounds.map((round) => element("th", { scope: "col" }, w.times(round + 1))),
        element("th", { scope: "col" }, w.total))),
      element("tbody", {}, game.players.map((player) => element("tr", {},
        element("th", { scope: "row" }, player),
        rounds.map((round) => element("td", {}, String(points(player, round)))),
        element("td", { class: best > 0 && game.scores[player] === best ? "total best" : "total" }, String(game.scores[player]))))));
  });
  draw("winners", [game.finished, game.winners], () =>
    game.finished ? element("p", { class: "winners" }, w.winners(game.winners)) : []);
}
