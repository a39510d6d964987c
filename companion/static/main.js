// Joins connection, table, picture and dialogs.

import { act, connect } from "./connection.js";
import { askCard, askNames, askSure } from "./dialogs.js";
import { byId, draw, element, redraw } from "./elements.js";
import { askJoin, showYou } from "./join.js";
import { forgetLive, showLive } from "./live.js";
import { showDoubts, showHands, showPoints, showResult, showStory, showTotals } from "./table.js";
import { language, localized, otherLanguage, told, words } from "./words.js";

const OLD = 5; // seconds after which a reading is said to be old
const LIKELY = 0.05; // from here on a card that flickers may turn out to be its candidate

let newest = null; // the table as the server told it
let table = null; // the same with the default names in the page's language
let asked = null; // the card that the picker is open for, as it was tapped
let refused = []; // the reasons in the notice
let awaited = null; // the round whose ranking was asked for here
let age = null;

const taps = {
  onCard(seat, place) {
    const { player, cards } = table.hands[seat];
    const { card: before, spot, candidates } = cards[place];
    const title = words().whichCard(player, place + 1);
    const likely = candidates.filter(([, chance]) => chance >= LIKELY).map(([code]) => code);
    asked = { seat, spot, possible: [before, null, ...likely] };
    askCard({ game: table.game.game, title, candidates, removable: true }, (card) => tell("correct", { seat, spot, card }));
  },
  onAdd(seat) {
    asked = null;
    const title = words().whichNew(table.hands[seat].player);
    askCard({ game: table.game.game, title, candidates: [], removable: false }, (card) => tell("add", { seat, card }));
  },
  onClear: (seat) => tell("clear", { seat }),
};

async function tell(action, body) {
  const reasons = await act(action, body);
  notice(reasons ?? []);
  return reasons === null;
}

function notice(reasons) {
  refused = reasons;
  const lines = [...new Set(reasons.map(told))];
  draw("notice", lines, () => lines.length === 0 ? [] : [
    ...lines.map((line) => element("p", {}, line)),
    element("button", { type: "button", class: "quiet", "aria-label": words().close, onclick: () => notice([]) }, "×"),
  ]);
}

/** Another card on the spot, not merely another reading of the one that was tapped: the choice would hit the wrong one. */
function closeOutdatedPicker() {
  if (asked === null || !byId("picker").open) return;
  const away = ({ spot: [x, y] }) => Math.hypot(x - asked.spot[0], y - asked.spot[1]);
  const [now] = [...table.hands[asked.seat]?.cards ?? []].sort((one, other) => away(one) - away(other));
  if (now && asked.possible.includes(now.card)) return;
  byId("picker").close();
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

function score() {
  const { doubts, game, reading } = table;
  const ask = async (sure) => {
    if (!await tell("score", { round: game.round, reading, sure })) return;
    awaited = game.round;
    showAwaited();
  };
  const open = doubts.length > 0 && doubts.every((doubt) => doubt.harmless);
  if (!open) return ask(false);
  askSure({ title: words().sureTitle, lines: doubts.map(told), yes: words().scoreAnyway }, () => ask(true));
}

function undo() {
  const w = words();
  const round = table.game.scored;
  askSure({ title: w.undoTitle(round), lines: [w.undoHint], yes: w.undoYes }, () => tell("undo", { round }));
}

function newGame() {
  const { players, rules, over, scored } = table.game;
  askNames({ names: players, rules, unfinished: !over && scored > 0 }, (names, chosen) =>
    act("new", { players: names, ...chosen }));
}

function show() {
  table = localized(newest);
  const w = words();
  const { game, camera, view, doubts } = table;
  const scored = game.scored;
  const byRounds = game.game === "portland";
  document.documentElement.lang = language();
  byId("round").textContent = game.over ? w.over : byRounds ? w.round(game.round, game.rounds) : w.deal(scored + 1);
  byId("language").textContent = w.language;
  byId("new-game").textContent = w.newGame;
  byId("live-title").textContent = w.live;
  byId("frame").alt = w.live;
  byId("hands-title").textContent = w.hands;
  byId("totals-title").textContent = w.totals;
  byId("variants").textContent = byRounds ? [w.moves[game.rules.move], w.scorings[game.rules.scoring]].join(" · ") : "";
  byId("source").textContent = w.source;
  byId("connection").textContent = w.disconnected;
  byId("camera").textContent = { starting: w.starting, lost: w.lost(camera.reason), watching: "" }[camera.state];
  byId("picture").dataset.camera = camera.state;
  byId("score").textContent = game.over ? w.finished : w.score(game.round);
  byId("score").hidden = !byRounds;
  byId("score").disabled = game.over;
  byId("score").classList.toggle("waiting", doubts.length > 0);
  byId("undo").textContent = w.undo(scored);
  byId("undo").hidden = scored === 0;
  byId("evidence").textContent = w.evidence;
  byId("evidence").href = `/scored/${scored}.jpg`;
  byId("evidence").hidden = !game.evidence;
  showLive(view, taps.onCard);
  showHands(table, taps);
  showDoubts(game.over ? [] : doubts);
  showStory(byRounds ? [] : game.story);
  if (byRounds) {
    showResult(game);
    showTotals(game);
  } else showPoints(game);
  showAge();
  showYou(table.you);
  closeOutdatedPicker();
  showAwaited();
}

byId("score").addEventListener("click", score);
byId("undo").addEventListener("click", undo);
byId("new-game").addEventListener("click", newGame);
byId("join").addEventListener("click", askJoin);
byId("language").addEventListener("click", () => {
  otherLanguage();
  redraw();
  show();
});

connect({
  onTable(news) {
    newest = news;
    show();
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
