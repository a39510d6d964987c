// Dice as drawings.

import { drawing, element } from "./elements.js";
import { words } from "./words.js";

const PIPS = {
  1: [[2, 2]], 2: [[1, 1], [3, 3]], 3: [[1, 1], [2, 2], [3, 3]], 4: [[1, 1], [1, 3], [3, 1], [3, 3]],
  5: [[1, 1], [1, 3], [2, 2], [3, 1], [3, 3]], 6: [[1, 1], [1, 2], [1, 3], [3, 1], [3, 2], [3, 3]],
};

/** A die that shows `value`, or an empty one. */
export const die = (value) => drawing("svg", { class: "die", viewBox: "0 0 4 4", "aria-hidden": true },
  drawing("rect", { x: 0.1, y: 0.1, width: 3.8, height: 3.8, rx: 0.7 }),
  ...(PIPS[value] ?? []).map(([x, y]) => drawing("circle", { cx: x, cy: y, r: 0.36 })));

/** A die to be tapped. */
export const dieButton = (value, onclick, key) =>
  element("button", { type: "button", class: "quiet roll", "aria-label": words().rolls(value), "data-key": key, onclick }, die(value));
