// Cards as drawings: rank and suit, or number and symbol; told apart by shape, letter or sign, and colour.

import { drawing, element } from "./elements.js";
import { words } from "./words.js";

const RANKS = ["A", "K", "Q", "J", "10", "9", "8", "7", "6", "5", "4", "3", "2"];
const SUITS = ["S", "H", "D", "C"];
const SIGNS = { S: "♠", H: "♥", D: "♦", C: "♣" };
const NAMES = { S: "spades", H: "hearts", D: "diamonds", C: "clubs" };
const LOW_TO_HIGH = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12", "K"];
const SYMBOLS = ["B", "E", "F", "L", "M", "P", "W"];
const JOKER = "JOKER";

/** The cards of a game's deck, suit by suit. */
export function deckOf({ game, rules }) {
  if (game === "oink") {
    return SYMBOLS.map((symbol, first) => LOW_TO_HIGH.slice(first, first + 7).map((number) => number + symbol));
  }
  const suits = SUITS.map((suit) => RANKS.map((rank) => rank + suit));
  return rules.jokers ? [...suits, [JOKER]] : suits;
}
const SHAPES = {
  S: "M12 2c4.5 4.5 9 7.4 9 12.2a4.6 4.6 0 0 1-7.4 3.7L15 22H9l1.4-4.100A4.6 4.6 0 0 1 3 14.200C3 9.4 7.5 6.5 12 2z",
  H: "M12 21.500C6 16.5 2 12.8 2 8.300A5.2 5.2 0 0 1 12 6a5.2 5.2 0 0 1 10 2.300c0 4.5-4 8.2-10 13.200z",
  D: "M12 1.5 20.5 12 12 22.5 3.5 12z",
  C: "M12 2a4.7 4.7 0 0 1 4 7.2 4.7 4.7 0 1 1-2.3 8.300L15 22H9l1.3-4.500A4.7 4.7 0 1 1 8 9.2 4.7 4.7 0 0 1 12 2z",
};

export const rankOf = (code) => (code === JOKER ? "★" : code.slice(0, -1));
export const suitOf = (code) => (code === JOKER ? "" : code.slice(-1));
export const signed = (code) =>
  code === null ? "?" : rankOf(code) + (suitOf(code) in SIGNS ? SIGNS[suitOf(code)] + "\uFE0E" : suitOf(code));

const suitDrawing = (suit) => drawing("svg", { viewBox: "0 0 24 24", "aria-hidden": true }, drawing("path", { d: SHAPES[suit] }));

/** A symbol of the Oink deck as it is printed. */
const symbolDrawing = (symbol) =>
  drawing("svg", { class: "symbol", "aria-hidden": true }, drawing("use", { href: `/symbols.svg#${symbol}` }));

/** The class that gives a card its colour. */
export const colour = (code) =>
  (code === null ? "unknown" : NAMES[suitOf(code)] ?? (SYMBOLS.includes(suitOf(code)) ? "symbols" : "spades"));

/** What lies on a drawn card: rank over suit, or a question mark over its likeliest candidates. */
export function face(code, candidates = []) {
  if (code !== null) {
    const suit = suitOf(code);
    const sign = suit in SHAPES ? [suitDrawing(suit)] : suit === "" ? [] : [symbolDrawing(suit), element("small", {}, suit)];
    return [element("b", {}, rankOf(code)), ...sign];
  }
  const guesses = candidates.slice(0, 2).map(([guess]) => signed(guess));
  return [element("b", {}, "?"), element("small", {}, guesses.join(" "))];
}

/** A card that can be tapped where `onclick` is given; `kinds` are further classes, `name` what a screen reader says. */
export function drawn(code, { kinds = "", name = words().card(code), onclick = null, key = null } = {}) {
  const attributes = { class: `card ${colour(code)} ${kinds}`, "aria-label": name, "data-key": key };
  return onclick === null
    ? element("span", { ...attributes, role: "img" }, face(code))
    : element("button", { ...attributes, type: "button", onclick }, face(code));
}

/** Some cards that lie face down. */
export const backs = (count) => Array.from({ length: count }, () => element("span", { class: "card back", "aria-hidden": true }));
