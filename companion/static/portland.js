// Portland's view: rounds as a grid, the last round's ranking, whose turn it is.

import { colour, signed } from "./cards.js";
import { element } from "./elements.js";
import { reasons } from "./table.js";
import { words } from "./words.js";

export const title = (game) => words().round(game.round, game.rounds);
export const variants = (game) => [words().moves[game.rules.move], words().scorings[game.rules.scoring]].join(" · ");
export const winners = (game) => (game.finished ? words().winners(game.winners) : null);
export const board = () => [];
export const held = () => false;
const closed = (game) => game.first + game.scored - 1;

/** What stands beside a player's name. */
export function tags(game, seat) {
  const w = words();
  const { passed, left, pile } = game.seats[seat];
  const player = game.players[seat];
  if (left) return [w.left];
  if (game.over) return [];
  return [
    player === game.turn ? w.turn : null,
    player === game.starter && player !== game.turn ? w.starts : null,
    passed ? w.passed : null,
    pile !== null && pile < 47 ? [w.pile(pile), "plain"] : null,
  ].filter((tag) => tag !== null);
}

/** How the last round came out, in a sentence. */
export function verdict(game) {
  const best = game.ranking.at(-1).filter(({ place }) => place === 1);
  return words().firsts(closed(game), best.map(({ name }) => name), words().categories[best[0].category], best[0].points);
}

/** The last round: its title, and its ranking line by line. */
export function result(game, taps) {
  const w = words();
  if (game.ranking.length === 0) return null;
  const last = game.ranking.at(-1);
  const shared = (place) => last.filter((one) => one.place === place).length > 1;
  return {
    title: w.result(closed(game)),
    lines: last.map((one) => element("li", { class: one.place === 1 ? "first" : "" },
      element("span", { class: "place" }, w.place(one.place, shared(one.place))),
      element("span", { class: "who" }, one.name),
      element("span", { class: "what" }, w.categories[one.category] ?? one.category,
        element("small", {}, one.hand.map((code) => chip(one.name, code, taps)))),
      element("span", { class: "points" }, w.points(one.points)),
      reasons(w.why, game.why[one.name] ?? [], { name: w.whyOf(one.name) }))),
  };
}

/** A card of a scored hand, to be put right by a tap where `taps` are told of it. */
function chip(player, code, taps) {
  if (taps === null) return element("span", { class: colour(code), role: "img", "aria-label": words().card(code) }, signed(code));
  return element("button", {
    type: "button", class: `chip ${colour(code)}`, "data-key": `chip${player}${code}`,
    "aria-label": words().correctCard(player, words().card(code)), onclick: () => taps.onTold(player, code),
  }, signed(code));
}

/** Points by player and round, and the running totals. */
export function standings(game) {
  const w = words();
  const numbers = Array.from({ length: game.rounds }, (_, index) => index + 1);
  const points = (player, round) => game.ranking[round - game.first]?.find((one) => one.name === player)?.points ?? "";
  const entered = (player) => (game.first > 1 ? [element("td", {}, String(game.entered[player] ?? 0))] : []);
  const shown = numbers.slice(game.first - 1);
  const best = Math.max(...Object.values(game.scores));
  return element("table", {},
    element("thead", {}, element("tr", {}, element("th", { scope: "col" }, w.player),
      game.first > 1 ? element("th", { scope: "col" }, w.before) : null,
      shown.map((round) => element("th", { scope: "col" }, w.times(round))),
      element("th", { scope: "col" }, w.total))),
    element("tbody", {}, game.players.map((player) => element("tr", {},
      element("th", { scope: "row" }, player),
      entered(player),
      shown.map((round) => element("td", {}, String(points(player, round)))),
      element("td", { class: best > 0 && game.scores[player] === best ? "total best" : "total" }, String(game.scores[player]))))));
}
