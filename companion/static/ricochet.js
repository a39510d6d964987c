// Ricochet's view: pot and chips, the weakest hand, who is to act, who is out and why.

import { drawn } from "./cards.js";
import { element } from "./elements.js";
import { reasons, roomy } from "./table.js";
import { words } from "./words.js";

export const title = (game) => words().hand(Math.max(1, game.playing ? game.count : game.count + 1));
export const winners = (game) => (game.over && game.winner ? words().winners([game.winner]) : null);
export const held = () => false;

export function variants({ rules, dealer }) {
  const w = words();
  return [w.variants[rules.variant], dealer ? w.deals(dealer) : w.most(rules.max_cards), w.ante(rules.ante),
    rules.jokers ? w.withJoker : null, dealer && rules.bonus_cap ? w.cap(rules.bonus_cap) : null].filter(Boolean).join(" · ");
}

export function tags(game, seat) {
  const w = words();
  const player = game.players[seat];
  const { left, out } = game.seats[seat];
  if (left) return [w.left];
  return [
    player === game.dealer ? w.dealer : null,
    game.playing && out ? w.outs[out] : null,
    player === game.weakest ? w.weakest : null,
    player === game.turn ? w.turn : null,
    [w.chips(game.chips[player]), "plain"],
  ].filter((tag) => tag !== null);
}

/** Whether a player is out of the hand. */
export const isOut = (game, seat) => game.playing && !game.seats[seat].active;

/** The pot, and whose turn it is. */
export function board(game) {
  const w = words();
  const doing = game.playing ? w.toAct(game.turn) : game.last ? verdict(game) : w.nextDeal;
  return [element("div", { class: "pot" },
    element("p", { class: "joker" }, element("span", {}, w.pot), element("b", {}, String(game.pot))),
    element("p", { class: "act" }, doing))];
}

/** How the last hand came out, in a sentence. */
export const verdict = ({ last }) => words().tookPot(last.winner, last.won);

/** The last hand: who won it, everyone's cards and how they went out. */
export function result(game, taps) {
  const w = words();
  const { last } = game;
  if (last === null) return null;
  const order = [...game.players.keys()].sort((one, other) => last.seats[other].active - last.seats[one].active);
  return {
    title: w.handResult(last.count),
    lines: [
      ...order.filter((seat) => last.seats[seat].hand.length > 0).map((seat) => line(game, seat, taps)),
      element("li", { class: "told" }, reasons(w.why, game.reasons, { open: roomy() })),
    ],
  };
}

function line(game, seat, taps) {
  const w = words();
  const player = game.players[seat];
  const { hand, out, active } = game.last.seats[seat];
  // While the next hand is played a card of the same deck may lie there again: only that one can be put right.
  const onclick = (code) => (game.playing || taps === null ? null : () => taps.onTold(player, code));
  return element("li", { class: active ? "first" : "" },
    element("span", { class: "who" }, player),
    element("span", { class: "what" }, out ? w.outs[out] : w.lastIn),
    element("span", { class: "points" }, active ? w.points(game.last.won) : ""),
    element("span", { class: "row shown" }, hand.map((code) => drawn(code, {
      name: onclick(code) ? w.correctCard(player, w.card(code)) : w.card(code), key: `told${player}${code}`, onclick: onclick(code),
    }))));
}

/** Everyone's chips. */
export function standings(game) {
  const most = Math.max(...Object.values(game.chips));
  return element("table", {}, element("tbody", {}, game.players.map((player) => element("tr", {},
    element("th", { scope: "row" }, player),
    element("td", { class: game.chips[player] === most ? "total best" : "total" }, words().chips(game.chips[player]))))));
}
