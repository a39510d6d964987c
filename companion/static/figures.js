// Players' figures: tables and charts.

import { bar, lines } from "./charts.js";
import { element } from "./elements.js";
import { historyWords } from "./historywords.js";
import { language, words } from "./words.js";

const COMPARED = 8; // players whose figures are drawn

/** What players have done in games of one kind: {categories, players}, as `/api/history/players` tells it. */
export function figuresOf(kind, { categories, players }) {
  const w = historyWords();
  const drawn = players.slice(0, COMPARED);
  const rounds = [...new Set(drawn.flatMap((each) => each.by_round.map(({ round }) => round)))].sort((one, other) => one - other);
  const averages = drawn.map(({ name, by_round: played }) => ({ name, values: rounds.map((round) => average(played.find((each) => each.round === round))) }));
  const few = players.length > COMPARED ? element("p", { class: "hint" }, w.most) : null;
  return [
    scrolling(sums(kind, players)), element("p", { class: "hint" }, w.luckHint[kind]),
    rounds.length ? element("h3", {}, w.byRound[kind]) : null, few,
    ...rounds.length ? [chart(w.byRound[kind], rounds.map(String), averages)] : [],
    element("h3", {}, w.hands), scrolling(hands(categories, drawn)),
  ];
}

const average = (played) => (played ? played.points / played.count : null);
const rounded = (value) => (value === null ? "–" : new Intl.NumberFormat(language(), { maximumFractionDigits: 1 }).format(value));
const scrolling = (part) => element("div", { class: "scrolling", tabindex: "0", role: "group", "aria-label": part.getAttribute("aria-label") }, part);

function sums(kind, players) {
  const w = historyWords();
  const share = (count, all) => (all === 0 ? ["–"] : [w.of(count, all), bar(count / all)]);
  const lucky = players.some((each) => each.deals > 0);
  return grid(w.players, [words().player, w.played, w.wins, w.roundsWon[kind], w.average[kind], ...lucky ? [w.luck] : []], players.map((each) => [
    each.name, String(each.games), share(each.wins, each.finished), share(each.won, each.rounds),
    rounded(each.rounds ? each.points / each.rounds : null),
    ...lucky ? [each.luck === null ? "–" : [w.lucky(each.luck, each.deals), bar(each.luck, 0.5)]] : [],
  ]));
}

function hands(categories, players) {
  const w = historyWords();
  const made = (each) => Object.values(each.hands).reduce((sum, count) => sum + count, 0);
  return grid(w.hands, [w.hand, ...players.map((each) => each.name)], categories.map((category) => [
    words().categories[category],
    ...players.map((each) => (each.hands[category] ? [String(each.hands[category]), bar(each.hands[category] / made(each))] : "")),
  ]));
}

/** A chart, and what it shows as a table. */
export function chart(title, labels, series) {
  return element("figure", {}, lines({ title, labels, series }), scrolling(grid(title, [words().player, ...labels],
    series.map(({ name, values }) => [name, ...values.map(rounded)]))));
}

const grid = (name, head, rows) => element("table", { "aria-label": name },
  element("thead", {}, element("tr", {}, head.map((cell) => element("th", { scope: "col" }, cell)))),
  element("tbody", {}, rows.map(([first, ...cells]) => element("tr", {},
    element("th", { scope: "row" }, first), cells.map((cell) => element("td", {}, cell))))));
