// Joins connection, table, picture and dialogs.

import { act, connect } from "./connection.js";
import { askCard, askSure, closeDialog } from "./dialogs.js";
import { button, byId, draw, element, redraw } from "./elements.js";
import { viewOf } from "./games.js";
import { askJoin, showYou } from "./join.js";
import { forgetLive, showLive } from "./live.js";
import { showMoves } from "./moves.js";
import { askNewGame } from "./newgame.js";
import { news } from "./news.js";
import { showPig } from "./pig.js";
import { announce, showSound, switchSound } from "./sound.js";
import { reasons, showChange, showDoubts, showGame, showNotice } from "./table.js";
import { language, localized, otherLanguage, told, words } from "./words.js";

const OLD = 5; // seconds after which a reading is said to be old
const LIKELY = 0.05; // from here on a card that flickers may turn out to be its candidate
const PATIENCE = 3000; // milliseconds for which the table is waited for to which a tap has led
const FEW = 3; // sentences that are told without being asked for

let newest = null; // the table as the server told it
let table = null; // the same with the default names in the page's language
let asked = null; // the card that the picker is open for, as it was tapped
let refused = []; // the reasons in the notice
let runsOut = null; // the moment at which a countdown ends
let awaited = null; // the round whose ranking was asked for here
let age = null;
let sent = Promise.resolve(); // what was tapped here last, until the table shows it
let shown = () => {}; // called when another table has come

const taps = {
  onCard(seat, place) {
    const { player, cards } = table.hands[seat];
    const { card: before, spot, candidates, told: known } = cards[place];
    const title = words().whichCard(player, place + 1);
    const likely = candidates.filter(([, chance]) => chance >= LIKELY).map(([code]) => code);
    asked = { seat, spot, possible: [before, null, ...likely] };
    askCard({ game: table.game, title, candidates, removable: !known }, (card) => tell("correct", { seat, spot, card }));
  },
  onTold(player, wrong) {
    asked = null;
    const { players } = table.game;
    const name = newest.game.players[players.indexOf(player)];
    askCard({ game: table.game, title: words().whichInstead(player, wrong), candidates: [], removable: false },
      (right) => tell("amend", { player: name, wrong, right }));
  },
  onAdd(seat) {
    asked = null;
    const title = words().whichNew(table.hands[seat].player);
    askCard({ game: table.game, title, candidates: [], removable: false }, (card) => tell("add", { seat, card }));
  },
  onClear: (seat) => tell("clear", { seat }),
};

async function tell(action, body) {
  const answer = await act(action, body);
  notice(answer ?? []);
  return answer === null;
}

function notice(lines) {
  refused = lines;
  showNotice(lines.map(told));
}

/** Another card on the spot, not merely another reading of the one that was tapped: the choice would hit the wrong one. */
function closeOutdatedPicker() {
  if (asked === null || !byId("picker").open) return;
  const away = ({ spot: [x, y] }) => Math.hypot(x - asked.spot[0], y - asked.spot[1]);
  const [now] = [...table.hands[asked.seat]?.cards ?? []].sort((one, other) => away(one) - away(other));
  if (now && asked.possible.includes(now.card)) return;
  closeDialog("picker");
  notice([{ kind: "changed" }]);
}

/** Who has scored a round sees its ranking, wherever on the page it lies. */
function showAwaited() {
  if (awaited === null || table.game.scored < awaited) return;
  awaited = null;
  byId("result").scrollIntoView({ block: "nearest" });
}

function showAge() {
  byId("age").textContent = age > OLD ? words().age(age) : "";
}

/** What is taken for said when time runs out; anybody may stop it. */
function showCountdown(countdown) {
  const w = words().countdown;
  const stopped = countdown?.left === null;
  runsOut = countdown && !stopped ? performance.now() + 1000 * countdown.left : null;
  draw("countdown", countdown && [countdown.player, stopped], () => (countdown === null ? [] : [
    element("p", {}, stopped ? w.stopped(countdown.player) : w.unopened(countdown.player)),
    stopped ? null : element("b", { id: "left", role: "timer" }),
    button(stopped ? w.again : w.stop, () => tell("countdown", { stopped: !stopped }), "", "countdown"),
  ]));
  showLeft();
}

function showLeft() {
  if (runsOut !== null) byId("left").textContent = words().countdown.left(Math.max(0, Math.ceil((runsOut - performance.now()) / 1000)));
}

async function score() {
  await sent;
  const { doubts, game, reading } = table;
  const ask = async (sure) => {
    const next = game.scored + 1;
    if (!await tell("score", { round: game.round, reading, sure })) return;
    awaited = next;
    showAwaited();
  };
  const open = doubts.length > 0 && doubts.every((doubt) => doubt.harmless);
  if (!open) return ask(false);
  askSure({ title: words().sureTitle, lines: doubts.map(told), yes: words().scoreAnyway }, () => ask(true));
}

/** Quick taps go out one after the other, each at the table to which the one before has led. */
function inTurn(action, body = {}) {
  sent = sent.then(async () => {
    const { moment } = table;
    const another = new Promise((done) => { shown = done; });
    if (await tell(action, { ...body, moment }) && table.moment === moment) {
      await Promise.race([another, new Promise((done) => setTimeout(done, PATIENCE))]);
    }
  });
}

/** An event that somebody chose; players under the names that the server knows. */
function play(event) {
  const names = new Map(table.game.players.map((name, seat) => [name, newest.game.players[seat]]));
  const named = (value) => (Array.isArray(value) || value === null || typeof value !== "object" ? value
    : Object.fromEntries(Object.entries(value).map(([name, cards]) => [names.get(name) ?? name, cards])));
  const known = Object.entries(event).map(([key, value]) =>
    [key, key === "player" || key === "challenger" ? names.get(value) : named(value)]);
  inTurn("play", { event: Object.fromEntries(known) });
}

function newGame() {
  const { game } = table;
  askNewGame({ game, unfinished: !game.over && game.back !== null }, (players, options) => act("new", { players, options }));
}

/** What the rules say of the game as it stands, unless the last result says just that. */
function showStory(story) {
  draw("story", story, () => (story.length > FEW ? reasons(words().why, story)
    : story.map((sentence) => element("p", { class: "hint" }, sentence[language()]))));
}

function showBack({ back, again, held }) {
  const w = words();
  for (const [id, step, sign] of [["back", back, "↶"], ["redo", again, "↷"]]) {
    const name = step === null ? w[id] : `${w[id]}: ${w.step(step)}`;
    byId(id).replaceChildren(element("b", { "aria-hidden": true }, sign), ` ${name}`);
    byId(id).setAttribute("aria-label", name);
    byId(id).disabled = step === null;
  }
  const waits = held && table.camera.state !== "none";
  draw("held", waits, () => waits ? element("p", { class: "doubt" }, w.waits, " ", button(w.goOn, () => tell("go_on", {}), "quiet", "go_on")) : []);
}

function show() {
  table = localized(newest);
  const w = words();
  const { game, camera, view: picture, doubts, change, countdown } = table;
  const view = viewOf(game);
  const byRounds = game.game === "portland";
  const result = showGame(table, view, taps);
  document.documentElement.lang = language();
  byId("round").textContent = game.over ? w.over : view.title(game);
  byId("language").textContent = w.language;
  byId("new-game").textContent = w.newGame;
  byId("history").textContent = w.history;
  byId("set-up").textContent = w.setup.open;
  byId("live-title").textContent = w.live;
  byId("live").hidden = camera.state === "none";
  byId("frame").alt = w.live;
  byId("hands-title").textContent = w.hands;
  byId("source").textContent = w.source;
  byId("connection").textContent = w.disconnected;
  byId("camera").textContent = {
    starting: w.starting, lost: [w.lost(camera), table.you.role === "host" ? w.meanwhile : ""].join(" "), watching: "", none: "",
  }[camera.state];
  byId("picture").dataset.camera = camera.state;
  byId("score").textContent = game.over ? w.finished : w.score(game.round);
  byId("score").hidden = !byRounds;
  byId("score").disabled = game.over;
  byId("score").classList.toggle("waiting", doubts.length > 0);
  byId("undo").textContent = result ? w.undo(result.title) : "";
  byId("undo").hidden = game.scored === 0 || result === null;
  byId("evidence").textContent = w.evidence;
  byId("evidence").href = `/scored/${game.scored}.jpg`;
  byId("evidence").hidden = !game.evidence;
  byId("by-hand-title").textContent = w.byHandTitle;
  byId("by-hand").hidden = game.moves.length + game.leaving.length === 0;
  byId("by-hand").open ||= camera.state === "none" && !byId("by-hand").dataset.shown;
  byId("by-hand").dataset.shown = true;
  document.body.dataset.camera = camera.state;
  showLive(picture, taps.onCard);
  showDoubts(game.over || camera.state === "none" ? [] : doubts);
  showStory(byRounds || JSON.stringify(game.story) === JSON.stringify(game.reasons) ? [] : game.story);
  showMoves(table, play);
  showCountdown(countdown);
  showChange(change);
  showBack(game);
  showAge();
  showYou(table.you);
  showSound();
  closeOutdatedPicker();
  showAwaited();
}

byId("score").addEventListener("click", score);
byId("undo").addEventListener("click", () => tell("undo", { round: table.game.scored }));
byId("back").addEventListener("click", () => inTurn("back"));
byId("redo").addEventListener("click", () => inTurn("redo"));
byId("new-game").addEventListener("click", newGame);
byId("join").addEventListener("click", askJoin);
byId("sound").addEventListener("click", () => notice([switchSound()].filter((reason) => reason !== null)));
byId("language").addEventListener("click", () => {
  otherLanguage();
  redraw();
  show();
});

setInterval(showLeft, 250);

connect({
  onTable(told) {
    const before = table;
    newest = told;
    show();
    shown();
    const happened = news(before, table);
    announce(happened);
    if (happened.declined) showPig();
  },
  onAge(seconds) {
    age = seconds;
    showAge();
  },
  onConnected(connected) {
    byId("connection").hidden = connected;
    byId("connection").textContent = words().disconnected;
    document.body.classList.toggle("disconnected", !connected);
    age = null;
    if (!connected) forgetLive();
    else if (refused.some(({ kind }) => kind === "unreached")) notice([]);
  },
});
