// What all games show alike: result, hands by seat and points, doubts about them, reasons.

import { backs, colour, drawn, face } from "./cards.js";
import { button, byId, draw, element } from "./elements.js";
import { language, told, words } from "./words.js";

const QUIET = new Set(["scored", "empty", "unsettled"]);

/**
 * A game as its `view` has it; `taps` are told of cards, additions and clearings, and null where nothing can be changed.
 * Returns the last result.
 */
export function showGame(table, view, taps) {
  const { game } = table;
  const result = view.result(game, taps);
  const winners = view.winners(game);
  document.body.dataset.game = game.game;
  byId("variants").textContent = view.variants(game);
  byId("totals-title").textContent = words().totals;
  byId("result").hidden = result === null;
  byId("result-title").textContent = result?.title ?? "";
  draw("ranking", still(game), () => result?.lines ?? []);
  draw("winners", winners, () => (winners ? element("p", { class: "winners" }, winners) : []));
  draw("board", still(game), () => view.board(game));
  showHands(table, view, taps);
  draw("grid", still(game), () => view.standings(game));
  return result;
}

/** The game without what changes with each step though it is shown elsewhere. */
const still = (game) => ({ ...game, story: 0, moves: 0, back: 0, again: 0 });

/** The hands as drawn cards. */
function showHands(table, view, taps) {
  const { game, hands, doubts, camera } = table;
  const doubtful = new Set(doubts.flatMap((doubt) => doubt.places.map((place) => `${doubt.seat}.${place}`)));
  const shown = hands.map(({ player, steady, category, corrected, cards, seat }) => [
    player, steady, category, corrected, view.tags(game, seat), view.isOut?.(game, seat), view.held(game),
    cards.map((card) => [card.card, card.corrected, card.told, card.card ? 0 : card.candidates.slice(0, 2)]),
  ]);
  draw("hands", [shown, [...doubtful], camera.state === "none"], () =>
    hands.map((hand) => handRow(hand, table, view, doubtful, taps)));
}

function handRow(hand, { game, camera }, view, doubtful, taps) {
  const w = words();
  const kinds = ["hand", hand.steady ? "" : "unsettled", view.isOut?.(game, hand.seat) ? "out" : "",
    hand.player === game.turn ? "acting" : ""];
  const watched = camera.state !== "none";
  const open = hand.cards.map((card, place) => cardButton(hand, card, place, doubtful, taps));
  const empty = view.held(game) ? [...backs(5), element("p", { class: "empty" }, w.held)]
    : element("p", { class: "empty" }, watched ? w.empty : w.noHand);
  return element("article", { class: kinds.join(" "), "aria-label": hand.player },
    element("h3", {}, hand.player, view.tags(game, hand.seat).map(tagged),
      hand.steady ? null : element("span", { class: "tag still" }, w.settling),
      hand.category && hand.steady ? element("span", { class: "what" }, w.categories[hand.category]) : null),
    element("div", { class: "row" }, open.length ? open : empty),
    element("div", { class: "hand-actions" },
      watched && !game.over && hand.cards.length < 5
        ? button(`+ ${w.add}`, () => taps.onAdd(hand.seat), "quiet", `add${hand.seat}`) : null,
      hand.corrected ? button(w.clear, () => taps.onClear(hand.seat), "quiet", `clear${hand.seat}`) : null));
}

/** What stands beside a name: a word, or a word and its class. */
export function tagged(tag) {
  const [text, kind] = [tag].flat();
  return element("span", { class: `tag ${kind ?? ""}` }, text);
}

function cardButton(hand, card, place, doubtful, taps) {
  const w = words();
  if (taps === null) return drawn(card.card, { name: w.cardAt(hand.player, place + 1, w.card(card.card)) });
  const named = w.cardAt(hand.player, place + 1, card.card ? w.card(card.card) : w.unknown) + (card.corrected ? `, ${w.byHand}` : "");
  const kinds = ["card", colour(card.card), card.corrected ? "corrected" : "", doubtful.has(`${hand.seat}.${place}`) ? "doubtful" : ""];
  return element("button", {
    type: "button", class: kinds.join(" "), "aria-label": named, "data-key": `card${hand.seat}.${place}`,
    onclick: () => taps.onCard(hand.seat, place),
  }, face(card.card, card.candidates), card.corrected ? element("i", { "aria-hidden": true }, "✎") : null);
}

/** Why something that was asked for cannot be done, until it is closed. */
export function showNotice(lines) {
  const said = [...new Set(lines)];
  draw("notice", said, () => said.length === 0 ? [] : [
    ...said.map((line) => element("p", {}, line)),
    element("button", { type: "button", class: "quiet", "aria-label": words().close, onclick: () => showNotice([]) }, "×"),
  ]);
}

/** What stands in the way of scoring; that the cards of the last round still lie there is no doubt, and said once. */
export function showDoubts(doubts) {
  const lines = [...new Map(doubts.map((doubt) => [told(doubt), doubt])).entries()];
  draw("doubts", lines.map(([line]) => line), () =>
    lines.map(([line, doubt]) => element("p", { class: QUIET.has(doubt.kind) ? "hint" : "doubt" }, line)));
}

/** Whether there is room to tell reasons without being asked. */
export const roomy = () => matchMedia("(min-width: 900px)").matches;

/** Reasons in the reader's language, on a tap. */
export function reasons(title, sentences, { name = null, open = false } = {}) {
  return element("details", { class: "why", open },
    element("summary", { "aria-label": name }, title),
    sentences.map((sentence) => element("p", {}, sentence[language()])));
}

/** What putting a card right has changed, until something else happens. */
export function showChange(change) {
  const w = words();
  draw("change", change, () => (change === null ? [] : [element("p", { class: "hint" }, w.changed(change))]));
}
