// Joins connection, table, picture and dialogs.

import { act, connect } from "./connection.js";
import { askCard, askNames, askSure } from "./dialogs.js";
import { byId, draw, element, redraw } from "./elements.js";
import { forgetLive, showLive } from "./live.js";
import { showDoubts, showHands, showResult, showTotals } from "./table.js";
import { language, otherLanguage, told, words } from "./words.js";

let table = null;

const taps = {
  onCard(seat, place) {
    const { player, cards } = table.hands[seat];
    const { spot, candidates } = cards[place];
    const title = words().whichCard(player, place + 1);
    askCard({ title, candidates, removable: true }, (card) => tell("correct", { seat, spot, card }));
  },
  onAdd(seat) {
    const title = words().whichNew(table.hands[seat].player);
    askCard({ title, candidates: [], removable: false }, (card) => tell("add", { seat, card }));
  },
  onClear: (seat) => tell("clear", { seat }),
};

async function tell(action, body) {
  notice(await act(action, body));
}

function notice(reasons) {
  const lines = [...new Set((reasons ?? []).map(told))];
  draw("notice", lines, () => lines.length === 0 ? [] : [
    ...lines.map((line) => element("p", {}, line)),
    element("button", { type: "button", class: "quiet", "aria-label": words().close, onclick: () => notice(null) }, "×"),
  ]);
}

function score() {
  const { doubts, game, reading } = table;
  const ask = (sure) => tell("score", { round: game.round, reading, sure });
  const open = doubts.length > 0 && doubts.every((doubt) => doubt.harmless);
  if (!open) return ask(false);
  askSure({ title: words().sureTitle, lines: doubts.map(told), yes: words().scoreAnyway }, () => ask(true));
}

function undo() {
  const w = words();
  const round = table.game.ranking.length;
  askSure({ title: w.undoTitle(round), lines: [w.undoHint], yes: w.undoYes }, () => tell("undo", { round }));
}

function newGame() {
  const { players, rules, finished, ranking } = table.game;
  askNames({ names: players, rules, unfinished: !finished && ranking.length > 0 }, async (names, chosen) => {
    const reasons = await act("new", { players: names, ...chosen });
    return reasons === null ? null : [...new Set(reasons.map(told))].join(" ");
  });
}

function show() {
  const w = words();
  const { game, camera, view, doubts } = table;
  const scored = game.ranking.length;
  document.documentElement.lang = language();
  byId("round").textContent = game.finished ? w.over : w.round(game.round, game.rounds);
  byId("language").textContent = w.language;
  byId("new-game").textContent = w.newGame;
  byId("live-title").textContent = w.live;
  byId("frame").alt = w.live;
  byId("hands-title").textContent = w.hands;
  byId("totals-title").textContent = w.totals;
  byId("variants").textContent = [w.moves[game.rules.move], w.scorings[game.rules.scoring]].join(" · ");
  byId("source").textContent = w.source;
  byId("connection").textContent = w.disconnected;
  byId("camera").textContent = { starting: w.starting, lost: w.lost(camera.reason), watching: "" }[camera.state];
  byId("picture").dataset.camera = camera.state;
  byId("score").textContent = game.finished ? w.finished : w.score(game.round);
  byId("score").disabled = game.finished;
  byId("score").classList.toggle("waiting", doubts.length > 0);
  byId("undo").textContent = w.undo(scored);
  byId("undo").hidden = scored === 0;
  showLive(view, taps.onCard);
  showHands(table, taps);
  showDoubts(game.finished ? [] : doubts);
  showResult(game);
  showTotals(game);
}

byId("score").addEventListener("click", score);
byId("undo").addEventListener("click", undo);
byId("new-game").addEventListener("click", newGame);
byId("language").addEventListener("click", () => {
  otherLanguage();
  redraw();
  show();
});

connect(
  (news) => {
    table = news;
    show();
  },
  (connected) => {
    byId("connection").hidden = connected;
    byId("connection").textContent = words().disconnected;
    document.body.classList.toggle("disconnected", !connected);
    if (!connected) forgetLive();
  },
);
