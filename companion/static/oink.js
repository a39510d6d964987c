// Oink's view: both dice, the joker number, the race as two tracks, and the last showdown with its reason.

import { drawn } from "./cards.js";
import { die } from "./dice.js";
import { element } from "./elements.js";
import { reasons, roomy } from "./table.js";
import { words } from "./words.js";

export const title = (game) => words().deal(game.deals.length + 1);
export const variants = (game) => words().target(game.rules.target);
export const winners = (game) => (game.winner ? words().winners([game.winner]) : null);
/** Whether a player's cards are in the hand, where nobody sees them. */
export const held = (game) => !game.over;

export function tags(game, seat) {
  const w = words();
  const player = game.players[seat];
  if (game.left === player) return [w.left];
  if (game.over) return [];
  const first = player === game.starter && player !== game.turn;
  return [player === game.turn ? w.stages[game.stage] : null, first ? w.starts : null].filter((tag) => tag !== null);
}

/** Dice and joker over the two tracks. */
export function board(game) {
  return [element("div", { class: "dice" },
    game.players.map((player) => element("p", { class: "rolled" }, die(game.dice[player]),
      element("span", {}, player, element("b", {}, String(game.dice[player] ?? "–"))))),
    element("p", { class: "joker" }, element("span", {}, words().joker),
      element("b", { "aria-label": game.joker === null ? words().noDice : null }, joker(game)))),
  element("div", { class: "tracks" }, game.players.map((player) => track(game, player)))];
}

/** What the joker's number is called. */
export const joker = ({ joker: number }) => (number === null ? "–" : { 13: "K", 14: "A" }[number] ?? String(number));

/** A step for each point up to the target; those that are made are filled. */
function track(game, player) {
  const { target } = game.rules;
  const score = game.scores[player];
  const steps = Array.from({ length: target }, (_, step) => element("i", { class: step < score ? "made" : "" }));
  return element("div", { class: "track", role: "img", "aria-label": words().race(player, score, target) },
    element("span", { class: "who" }, player), element("span", { class: "steps" }, steps),
    element("b", {}, String(score)));
}

const winnerOf = ({ players }, { outcome, challenger_name: challenger }) =>
  ({ challenger, responder: players.find((player) => player !== challenger), tie: null }[outcome]);

/** How the last deal came out, in a sentence. */
export function verdict(game) {
  const deal = game.deals.at(-1);
  const winner = winnerOf(game, deal);
  return winner ? words().takes(winner, deal.points) : words().noWinner;
}

/** The last deal: who knocked, both hands with what was captured, and why. */
export function result(game, taps) {
  const w = words();
  const deal = game.deals.at(-1);
  if (!deal) return null;
  const challenger = deal.challenger_name;
  const other = game.players.find((player) => player !== challenger);
  const winner = winnerOf(game, deal);
  const hands = [[challenger, deal.challenger], [other, deal.responder]].filter(([player]) => game.shown[player]?.length);
  const line = ([player, shown]) => element("li", { class: player === winner ? "first" : "" },
    element("span", { class: "who" }, player),
    element("span", { class: "what" }, player === challenger ? w.knocked : "", " ", shown ? w.categories[shown.category] : ""),
    element("span", { class: "points" }, player === winner ? w.points(deal.points) : ""),
    shownHand(game, deal, player, shown, taps));
  return {
    title: w.dealResult(game.deals.length),
    lines: [
      element("li", { class: "verdict" }, verdict(game), hands.length < 2 ? ` ${w.declined(other)}` : ""),
      ...hands.map(line),
      element("li", { class: "told" }, reasons(w.why, game.reasons, { open: roomy() })),
    ],
  };
}

function shownHand(game, deal, player, shown, taps) {
  const w = words();
  const captured = new Set([...deal.captured_own, ...deal.captured_opponent]);
  return element("span", { class: "row shown" }, game.shown[player].map((code) => {
    const forming = shown?.forming.includes(code);
    const marks = [w.card(code), forming ? w.forms : null, captured.has(code) ? w.captured : null].filter((mark) => mark !== null);
    const name = marks.join(", ");
    return element("span", { class: "marked" }, drawn(code, {
      kinds: `${forming ? "forming" : "loose"} ${captured.has(code) ? "captured" : ""}`, key: `told${player}${code}`,
      name: taps ? w.correctCard(player, name) : name, onclick: taps && (() => taps.onTold(player, code)),
    }), element("em", { "aria-hidden": true }, captured.has(code) ? w.captured : ""));
  }));
}

/** Points, deal by deal. */
export function standings(game) {
  const w = words();
  return element("table", {},
    element("tbody", {}, game.players.map((player) => element("tr", {},
      element("th", { scope: "row" }, player),
      game.deals.map((deal) => element("td", {}, winnerOf(game, deal) === player ? w.points(deal.points) : "–")),
      element("td", { class: game.winner === player ? "total best" : "total" }, String(game.scores[player]))))));
}
