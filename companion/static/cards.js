// Cards as drawings: rank and suit, told apart by shape and by one of four colours.

import { element } from "./elements.js";

const RANKS = ["A", "K", "Q", "J", "10", "9", "8", "7", "6", "5", "4", "3", "2"];
const SUITS = ["S", "H", "D", "C"];
const SIGNS = { S: "♠", H: "♥", D: "♦", C: "♣" };
const NAMES = { S: "spades", H: "hearts", D: "diamonds", C: "clubs" };
const LOW_TO_HIGH = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12", "K"];
const SYMBOLS = ["B", "E", "F", "L", "M", "P", "W"];
const JOKER = "JOKER";

/** The cards of a game's deck, suit by suit. */
export const deckOf = (game) => (game === "oink"
  ? SYMBOLS.map((symbol, first) => LOW_TO_HIGH.slice(first, first + 7).map((number) => number + symbol))
  : SUITS.map((suit) => RANKS.map((rank) => rank + suit)));
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

function suitDrawing(suit) {
  const drawing = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  drawing.setAttribute("viewBox", "0 0 24 24");
  drawing.setAttribute("aria-hidden", "true");
  const path = document.createElementNS("http://www.w3.org/2000/svg", "path");
  path.setAttribute("d", SHAPES[suit]);
  drawing.append(path);
  return drawing;
}

/** The class that gives a card its colour. */
export const colour = (code) => (code === null ? "unknown" : NAMES[suitOf(code)] ?? "spades");

/** What lies on a drawn card: rank over suit, or a question mark over its likeliest candidates. */
export function face(code, candidates = []) {
  if (code !== null) {
    const suit = suitOf(code);
    return [element("b", {}, rankOf(code)), suit in SHAPES ? suitDrawing(suit) : element("small", {}, suit)];
  }
  const guesses = candidates.slice(0, 2).map(([guess]) => signed(guess));
  return [element("b", {}, "?"), element("small", {}, guesses.join(" "))];
}
