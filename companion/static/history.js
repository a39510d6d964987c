// The games that were played: a list, players' figures, and each game step by step. The address tells which game: #12.

import { bar, lines } from "./charts.js";
import { act } from "./connection.js";
import { askSure } from "./dialogs.js";
import { button, byId, draw, element, redraw } from "./elements.js";
import { historyWords } from "./historywords.js";
import * as oink from "./oink.js";
import * as portland from "./portland.js";
import * as ricochet from "./ricochet.js";
import { showHands } from "./table.js";
import { language, localized, otherLanguage, told, words } from "./words.js";

const VIEWS = { oink, portland, ricochet };
const AT_ONCE = 10; // games that are listed before one asks for more
const COMPARED = 8; // players whose figures are drawn

let games = []; // all, the newest first
let figures = {}; // by game
let kind = null; // the game whose figures are shown
let listed = AT_ONCE;
let replayed = null; // the game that is looked at
let table = null; // as it was after the step that is looked at
let at = 0; // that step
let wanted = 0; // counts what was asked for: only the newest answer is shown

const known = (path) => fetch(path).then((answer) => answer.json()).then(localized);

/** Runs what asks the server; a reason why it cannot be done is told. */
async function trying(what) {
  try {
    await what();
  } catch {
    notice([told({ kind: "unreached" })]);
  }
}

function notice(said) {
  draw("notice", said, () => said.length === 0 ? [] : [
    ...said.map((line) => element("p", {}, line)),
    element("button", { type: "button", class: "quiet", "aria-label": words().close, onclick: () => notice([]) }, "×"),
  ]);
}

async function open() {
  const number = Number(location.hash.slice(1));
  const turn = ++wanted;
  if (number) {
    const answer = await fetch(`/api/history/${number}`);
    if (turn !== wanted) return;
    if (answer.ok) {
      replayed = localized(await answer.json());
      return step(replayed.steps.length - 1);
    }
    notice((await answer.json()).error.reasons.map(told));
    history.replaceState(null, "", "/history");
  }
  const [all, byGame] = await Promise.all([known("/api/history"), known("/api/history/players")]);
  if (turn !== wanted) return;
  [replayed, games, figures] = [null, all.games, byGame];
  show();
}

/** Shows a game as it was after a step. */
async function step(number) {
  const turn = ++wanted;
  at = Math.max(0, Math.min(number, replayed.steps.length - 1));
  showStep();
  const news = await known(`/api/history/${replayed.number}/${at}`);
  if (turn !== wanted) return;
  table = news;
  show();
}

function show() {
  const w = historyWords();
  document.documentElement.lang = language();
  document.title = `Railbird: ${w.title}`;
  byId("round").textContent = w.title;
  byId("to-table").textContent = w.toTable;
  byId("language").textContent = words().language;
  byId("source").textContent = words().source;
  byId("overview").hidden = replayed !== null;
  byId("replay").hidden = replayed === null;
  if (replayed === null) showOverview();
  else showReplay();
}

// Games and players

function showOverview() {
  const w = historyWords();
  byId("games-title").textContent = w.games;
  byId("players-title").textContent = w.players;
  byId("players").hidden = Object.keys(figures).length === 0;
  draw("games", [games, listed], () => games.length === 0 ? element("p", { class: "hint" }, w.none) : [
    element("ol", { class: "games" }, games.slice(0, listed).map(row)),
    games.length > listed ? button(w.more(games.length - listed), () => { listed = games.length; show(); }, "quiet", "more") : null,
  ]);
  draw("files", games.length, () => [importing(), games.length ? file("/api/history.csv", w.allScores) : null]);
  const kinds = Object.keys(w.kinds).filter((each) => each in figures);
  if (!kinds.includes(kind)) kind = [games.find((game) => game.readable)?.game ?? null, ...kinds].find((each) => kinds.includes(each)) ?? null;
  draw("kinds", [kinds, kind], () => kinds.map((each) => element("button", {
    type: "button", "aria-pressed": String(each === kind), "data-key": each, onclick: () => { kind = each; show(); },
  }, w.kinds[each])));
  if (kind !== null) draw("figures", [kind, figures[kind]], () => figuresOf(figures[kind]));
}

function row(game) {
  const w = historyWords();
  const tag = game.in_play ? w.inPlay : game.readable && !game.over ? w.unfinished : null;
  return element("li", {}, element("a", { href: `#${game.number}` },
    element("span", { class: "when" }, element("b", {}, w.kinds[game.game] ?? ""), ` ${when(game.started_at)} `,
      tag ? element("span", { class: "tag plain" }, tag) : null),
    game.readable ? element("span", { class: "scores" }, standings(game).map(([player, score]) => scored(game, player, score)))
      : element("span", { class: "problem" }, w.unreadable)));
}

function scored(game, player, score) {
  const won = game.winners.includes(player);
  return element("span", { class: won ? "won" : null }, won ? element("span", { role: "img", "aria-label": historyWords().winner }, "★") : null,
    `${player} `, element("b", {}, String(score)));
}

const standings = (game) => game.players.map((player) => [player, game.scores[player]]).sort(([, one], [, other]) => other - one);
const when = (moment) => new Intl.DateTimeFormat(language(), { dateStyle: "medium", timeStyle: "short" }).format(new Date(moment));
const file = (href, name) => element("a", { href, download: true, class: "file" }, name);

/** The host takes in a log that was written elsewhere. */
function importing() {
  const field = element("input", {
    type: "file", class: "spoken", accept: ".jsonl,.ndjson,.txt,.log,application/x-ndjson",
    onchange: () => trying(() => takeIn(field)),
  });
  return element("label", { class: "file host-only" }, field, historyWords().takeIn);
}

async function takeIn(field) {
  const answer = await fetch("/api/history/import", {
    method: "POST", headers: { "content-type": "application/x-ndjson" }, body: field.files[0],
  });
  field.value = "";
  const news = await answer.json();
  if (answer.ok) {
    notice([]);
    location.hash = news.number;
    return;
  }
  const { line, reasons } = news.error;
  notice([...new Set(reasons.map(told))].map((reason) => line === undefined ? reason : historyWords().line(line, reason)));
}

// Figures

function figuresOf({ categories, players }) {
  const w = historyWords();
  const drawn = players.slice(0, COMPARED);
  const rounds = [...new Set(drawn.flatMap((each) => each.by_round.map(({ round }) => round)))].sort((one, other) => one - other);
  const averages = drawn.map(({ name, by_round: played }) => ({ name, values: rounds.map((round) => average(played.find((each) => each.round === round))) }));
  const few = players.length > COMPARED ? element("p", { class: "hint" }, w.most) : null;
  return [
    scrolling(sums(players)), element("p", { class: "hint" }, w.luckHint[kind]),
    rounds.length ? element("h3", {}, w.byRound[kind]) : null, few,
    ...rounds.length ? [chart(w.byRound[kind], rounds.map(String), averages)] : [],
    element("h3", {}, w.hands), scrolling(hands(categories, drawn)),
  ];
}

const average = (played) => (played ? played.points / played.count : null);
const rounded = (value) => (value === null ? "–" : new Intl.NumberFormat(language(), { maximumFractionDigits: 1 }).format(value));
const scrolling = (part) => element("div", { class: "scrolling", tabindex: "0", role: "group", "aria-label": part.getAttribute("aria-label") }, part);

function sums(players) {
  const w = historyWords();
  const share = (count, all) => (all === 0 ? ["–"] : [w.of(count, all), bar(count / all)]);
  const lucky = players.some((each) => each.deals > 0);
  return grid(w.players, [w.player, w.played, w.wins, w.roundsWon[kind], w.average[kind], ...lucky ? [w.luck] : []], players.map((each) => [
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
function chart(title, labels, series) {
  return element("figure", {}, lines({ title, labels, series }), scrolling(grid(title, [historyWords().player, ...labels],
    series.map(({ name, values }) => [name, ...values.map(rounded)]))));
}

const grid = (name, head, rows) => element("table", { "aria-label": name },
  element("thead", {}, element("tr", {}, head.map((cell) => element("th", { scope: "col" }, cell)))),
  element("tbody", {}, rows.map(([first, ...cells]) => element("tr", {},
    element("th", { scope: "row" }, first), cells.map((cell) => element("td", {}, cell))))));

// Replay

const title = () => `${historyWords().kinds[replayed.game]}, ${when(replayed.started_at)}`;
const ends = () => replayed.steps.flatMap((each, number) => (each.closed === null ? [] : [number]));

function showReplay() {
  const w = historyWords();
  const { game } = table;
  const view = VIEWS[game.game];
  const result = view.result(game, null);
  document.body.dataset.game = game.game;
  byId("to-games").textContent = `‹ ${w.games}`;
  byId("replay-title").textContent = title();
  byId("variants").textContent = view.variants(game);
  byId("hands-title").textContent = game.over ? words().over : view.title(game);
  byId("totals-title").textContent = words().totals;
  byId("result").hidden = result === null;
  byId("result-title").textContent = result?.title ?? "";
  draw("ranking", game, () => result?.lines ?? []);
  draw("winners", view.winners(game), () => (view.winners(game) ? element("p", { class: "winners" }, view.winners(game)) : []));
  draw("board", game, () => view.board(game));
  showHands(table, view, null);
  draw("grid", game, () => view.standings(game));
  draw("course", replayed, course);
  draw("game-files", replayed.number, () => [
    file(`/api/history/${replayed.number}.jsonl`, w.log), file(`/api/history/${replayed.number}.csv`, w.scores),
    button(w.delete, remove, "host-only danger"),
  ]);
  byId("decided").hidden = !game.evidence;
  if (game.evidence) {
    byId("frame").src = byId("decided").href = `/history/${replayed.number}/${game.scored}.jpg`;
    byId("frame").alt = w.picture;
  }
  showStep();
}

/** Where one is in the game; told at once, before the table has come. */
function showStep() {
  const w = historyWords();
  const last = replayed.steps.length - 1;
  const controls = [
    ["round-back", "⏮", w.roundBack, at > 0], ["step-back", "◀", w.stepBack, at > 0],
    ["step-on", "▶", w.stepOn, at < last], ["round-on", "⏭", w.roundOn, at < last],
  ];
  for (const [id, sign, name, possible] of controls) {
    byId(id).textContent = `${sign}\uFE0E`;
    byId(id).setAttribute("aria-label", name);
    byId(id).title = name;
    byId(id).disabled = !possible;
  }
  const now = replayed.steps[at];
  const happened = w.stepOf(at, last, now.type === "game_started" ? w.begun : words().step(now));
  byId("step").max = last;
  byId("step").value = at;
  byId("step").setAttribute("aria-label", w.step);
  byId("step").setAttribute("aria-valuetext", happened);
  byId("happened").textContent = happened;
}

/** The totals after each round, deal or hand. */
function course() {
  const { players, rounds, scores } = replayed;
  if (rounds.length === 0) return [];
  const w = historyWords();
  const series = players.map((name) => {
    const made = rounds.map(({ points }) => points[name] ?? 0);
    const values = [scores[name] - made.reduce((sum, points) => sum + points, 0)];
    for (const points of made) values.push(values.at(-1) + points);
    return { name, values };
  });
  const name = replayed.game === "ricochet" ? w.courseChips : w.course;
  return [element("h3", {}, name), chart(name, [w.start, ...rounds.map(({ number }) => String(number))], series)];
}

function remove() {
  const w = historyWords();
  askSure({ title: w.deleteTitle, lines: [w.deleteHint(title())], yes: w.deleteYes }, async () => {
    const reasons = await act("history/delete", { game: replayed.number });
    notice((reasons ?? []).map(told));
    if (reasons === null) location.hash = "";
  });
}

const go = (number) => trying(() => step(number));
byId("step").addEventListener("input", () => go(Number(byId("step").value)));
byId("step-back").addEventListener("click", () => go(at - 1));
byId("step-on").addEventListener("click", () => go(at + 1));
byId("round-back").addEventListener("click", () => go(ends().findLast((end) => end < at) ?? 0));
byId("round-on").addEventListener("click", () => go(ends().find((end) => end > at) ?? replayed.steps.length - 1));
byId("language").addEventListener("click", () => {
  otherLanguage();
  redraw();
  trying(open);
});
addEventListener("hashchange", () => {
  scrollTo(0, 0);
  trying(open);
});
trying(async () => {
  document.body.dataset.role = (await known("/api/join")).you.role;
  await open();
});
