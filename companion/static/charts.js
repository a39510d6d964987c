// Charts as drawings. What they show stands in a table beside them: a screen reader is told their title alone.

import { drawing } from "./elements.js";

const WIDTH = 360;
const HEIGHT = 220;
const LEFT = 34; // room for the numbers
const RIGHT = 84; // room for the names
const TOP = 10;
const BOTTOM = 24;
const LETTER = 13;

/**
 * A line for each of `series` ({name, values}); values that are null are passed over. `labels` stand under the places of
 * the values. Lines are told apart by the name at their end and by their dashes, not by colour alone.
 */
export function lines({ title, labels, series }) {
  const values = series.flatMap((each) => each.values).filter((value) => value !== null);
  const ticks = scale(Math.min(0, ...values), Math.max(1, ...values));
  const x = (place) => LEFT + (WIDTH - LEFT - RIGHT) * (labels.length > 1 ? place / (labels.length - 1) : 0.5);
  const y = (value) => HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * (value - ticks[0]) / (ticks.at(-1) - ticks[0]);
  const every = Math.ceil(labels.length / 12);
  return drawing("svg", { class: "chart", viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img", "aria-label": title },
    ...ticks.flatMap((tick) => [
      drawing("line", { class: "grid", x1: LEFT, x2: WIDTH - RIGHT, y1: y(tick), y2: y(tick) }),
      drawing("text", { x: LEFT - 6, y: y(tick) + 4, "text-anchor": "end" }, String(tick)),
    ]),
    ...labels.flatMap((label, place) => (place % every ? []
      : [drawing("text", { x: x(place), y: HEIGHT - 6, "text-anchor": "middle" }, label)])),
    ...series.flatMap((each, number) => line(each, number, x, y)),
    ...names(series, x, y));
}

function line({ values }, number, x, y) {
  const points = values.map((value, place) => (value === null ? null : [x(place), y(value)])).filter((point) => point !== null);
  return [
    drawing("polyline", { class: `line line${number}`, points: points.map((point) => point.join(",")).join(" ") }),
    ...points.map(([cx, cy]) => drawing("circle", { class: `dot line${number}`, cx, cy, r: 2.6 })),
  ];
}

/** The names at the ends of the lines, moved apart where they would lie on each other. */
function names(series, x, y) {
  const ends = series.map(({ name, values }, number) => {
    const place = values.findLastIndex((value) => value !== null);
    return { name, number, at: place, y: place < 0 ? HEIGHT : y(values[place]) };
  }).filter(({ at }) => at >= 0).sort((one, other) => one.y - other.y);
  ends.forEach((end, place) => { end.y = Math.max(end.y, place ? ends[place - 1].y + LETTER : TOP); });
  ends.reduceRight((below, end) => { end.y = Math.min(end.y, below - LETTER); return end.y; }, HEIGHT - BOTTOM + LETTER);
  return ends.map(({ name, number, y: height }) =>
    drawing("text", { class: `name line${number}`, x: WIDTH - RIGHT + 8, y: height + 4 }, shortened(name)));
}

const shortened = (name) => {
  const letters = [...name];
  const wide = letters.filter((letter) => letter > "\u2e80").length;
  const most = wide * 2 > letters.length ? 6 : 11;
  return letters.length > most ? `${letters.slice(0, most - 1).join("")}…` : name;
};

/** Round numbers from at most the least to at least the most value, about five. */
function scale(least, most) {
  const rough = (most - least) / 4;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = Math.max(1, power * [1, 2, 5, 10].find((factor) => factor * power >= rough));
  const first = Math.floor(least / step);
  return Array.from({ length: Math.ceil(most / step) - first + 1 }, (_, place) => (first + place) * step);
}

/** A bar for a share between 0 and 1, from `from` on. */
export const bar = (share, from = 0) => drawing("svg", { class: "bar", viewBox: "0 0 100 6", preserveAspectRatio: "none", "aria-hidden": true },
  drawing("rect", { class: "ground", width: 100, height: 6 }),
  drawing("rect", { class: "share", x: 100 * Math.min(share, from), width: 100 * Math.abs(share - from), height: 6 }),
  ...(from ? [drawing("rect", { class: "middle", x: 100 * from - 0.5, width: 1, height: 6 })] : []));
