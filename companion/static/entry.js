// Entering cards by hand: places by player over a deck, and which card was covered.

import { backs, colour, deckOf, drawn, face } from "./cards.js";
import { closeDialog, openDialog } from "./dialogs.js";
import { button, element } from "./elements.js";
import { words } from "./words.js";

/**
 * Asks for cards; each slot is a player's (null: the dealer's) with the least and the most cards, and those that are
 * gone; an optional one may stay empty. `shared`: all are of one deck. `done` gets the cards by player.
 */
export function askHands({ title, game, slots, shared }, done) {
  const w = words();
  const hands = new Map(slots.map(({ player }) => [player, []]));
  let active = 0;
  const places = element("div", { class: "slots" });
  const cards = new Map();
  const cardOf = (code) => {
    const choice = element("button", {
      type: "button", class: `card small ${colour(code)}`, "aria-label": w.card(code), onclick: () => pick(code),
    }, face(code));
    cards.set(code, choice);
    return choice;
  };
  const deck = element("div", { class: `all ${game.game}`, role: "group", "aria-label": w.allCards },
    deckOf(game).map((suit) => element("div", { class: "suit" }, suit.map(cardOf))));
  const ready = button(w.ready, finish, "primary");

  const isFull = ({ player, most }) => hands.get(player).length === most;
  const isDone = ({ player, least, most, optional }) =>
    (optional ? [0, most].includes(hands.get(player).length) : hands.get(player).length >= least);

  function pick(code) {
    hands.get(slots[active].player).push(code);
    if (slots.length === 1 && slots[0].most === 1) return finish();
    const next = slots.findIndex((slot) => !isFull(slot) && !slot.optional);
    if (isFull(slots[active]) && next >= 0) active = next;
    show();
  }
  function drop(slot, code) {
    active = slot;
    const { player } = slots[slot];
    hands.set(player, hands.get(player).filter((each) => each !== code));
    show();
  }
  function finish() {
    closeDialog("entry");
    done(hands);
  }
  function show() {
    places.replaceChildren(...slots.map((slot, place) => slotOf(slot, place)));
    const now = slots[active];
    const taken = new Set([...(shared ? [...hands.values()].flat() : hands.get(now.player)), ...now.gone]);
    for (const [code, choice] of cards) choice.disabled = taken.has(code) || isFull(now);
    ready.disabled = !slots.every(isDone);
  }
  function slotOf({ player, most, optional }, place) {
    const name = player ?? w.dealersCards;
    const held = hands.get(player);
    return element("div", { class: place === active ? "slot active" : "slot", role: "group", "aria-label": name },
      slots.length > 1 ? button(optional ? w.onlyIfShown(name) : name, () => { active = place; show(); }, "quiet") : null,
      element("div", { class: "row" },
        held.map((code) => drawn(code, { kinds: "small", name: w.putBack(w.card(code)), onclick: () => drop(place, code) })),
        backs(most - held.length)));
  }
  show();
  openDialog("entry", title, [places, deck], [
    slots.length === 1 && slots[0].most === 1 ? null : ready, button(w.cancel, () => closeDialog("entry")),
  ]);
}

/** Asks which card of the row is covered; `chosen` gets its code, or null where the drawn card is discarded. */
export function askCover({ title, moves }, chosen) {
  const w = words();
  const pick = (covers) => () => {
    closeDialog("entry");
    chosen(covers);
  };
  const rows = moves.filter(({ covers }) => covers).map(({ covers }) => drawn(covers, { onclick: pick(covers) }));
  const discards = moves.some(({ covers }) => !covers);
  openDialog("entry", title, [element("p", {}, w.covers), element("div", { class: "row" }, rows)], [
    discards ? button(w.discards, pick(null)) : null, button(w.cancel, () => closeDialog("entry")),
  ]);
}
