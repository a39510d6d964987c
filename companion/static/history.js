// The games that were played: a list, players' figures, and each game step by step. The address tells which game: #12.

import { act } from "./connection.js";
import { askSure } from "./dialogs.js";
import { button, byId, draw, element, redraw } from "./elements.js";
import { chart, figuresOf } from "./figures.js";
import { viewOf } from "./games.js";
import { historyWords } from "./historywords.js";
import { showGame, showNotice } from "./table.js";
import { language, localized, otherLanguage, told, words } from "./words.js";

const AT_ONCE = 10; // games that are listed before one asks for more

let games = []; // all, the newest first
let figures = {}; // by game
let kind = null; // the game whose figures are shown
let listed = AT_ONCE;
let replayed = null; // the game that is looked at
let table = null; // as it was after the step that is looked at
let at = 0; // that step
let wanted = 0; // counts what was asked for: only the newest answer is shown

/** What the server answers; throws its error. */
async function known(path, asked = {}) {
  const answer = await fetch(path, asked);
  const news = await answer.json();
  if (!answer.ok) throw news.error;
  return localized(news);
}

/** Runs what asks the server. Why it cannot be done is told; from a game that is gone the way leads back to the list. */
async function trying(what) {
  try {
    await what();
  } catch ({ line, reasons = [{ kind: "unreached" }] }) {
    showNotice(reasons.map(told).map((reason) => (line === undefined ? reason : historyWords().line(line, reason))));
    if (reasons.some(({ kind }) => kind === "no_such_game")) location.replace("#");
  }
}

async function open() {
  const number = Number(location.hash.slice(1));
  const turn = ++wanted;
  if (number) {
    const game = await known(`/api/history/${number}`);
    if (turn !== wanted) return;
    const place = replayed?.number === number ? at : game.steps.length - 1;
    replayed = game;
    return step(place);
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
  document.title = `Railbird: ${words().history}`;
  byId("round").textContent = words().history;
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
  if (!kinds.includes(kind)) kind = games.find(({ game }) => kinds.includes(game))?.game ?? null;
  draw("kinds", [kinds, kind], () => kinds.map((each) => element("button", {
    type: "button", "aria-pressed": String(each === kind), "data-key": each, onclick: () => { kind = each; show(); },
  }, w.kinds[each])));
  if (kind !== null) draw("figures", [kind, figures[kind]], () => figuresOf(kind, figures[kind]));
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
  const [body] = field.files;
  field.value = "";
  const { number } = await known("/api/history/import", {
    method: "POST", headers: { "content-type": "application/x-ndjson" }, body,
  });
  showNotice([]);
  location.hash = number;
}

// Replay

const title = () => `${historyWords().kinds[replayed.game]}, ${when(replayed.started_at)}`;
const ends = () => replayed.steps.flatMap((each, number) => (each.closed === null ? [] : [number]));

function showReplay() {
  const w = historyWords();
  const { game } = table;
  const view = viewOf(game);
  showGame(table, view, null);
  byId("to-games").textContent = `‹ ${w.games}`;
  byId("replay-title").textContent = title();
  byId("hands-title").textContent = game.over ? words().over : view.title(game);
  draw("course", replayed, course);
  draw("game-files", replayed.number, () => [
    file(`/api/history/${replayed.number}.jsonl`, w.log), file(`/api/history/${replayed.number}.csv`, w.scores),
    button(w.delete, remove, "host-only danger"),
  ]);
  byId("decided").hidden = !game.evidence;
  if (game.evidence) {
    byId("frame").src = byId("decided").href = `/history/${replayed.number}/${game.scored}.jpg`;
    byId("frame").alt = words().evidence;
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
    showNotice((reasons ?? []).map(told));
    if (reasons === null) location.replace("#");
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
