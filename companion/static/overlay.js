// The table over a stream's picture: hands, points, whose turn, dice and joker. Nothing here can be pressed.

import { backs, drawn } from "./cards.js";
import { connect } from "./connection.js";
import { byId, draw, element } from "./elements.js";
import { viewOf } from "./games.js";
import { news } from "./news.js";
import { showPig } from "./pig.js";
import { tagged } from "./table.js";
import { language, localized, words } from "./words.js";

const SHOWN = 8000; // milliseconds for which a caption stands

let table = null;
let hiding;

function show() {
  const w = words();
  const { game, hands } = table;
  const view = viewOf(game);
  document.documentElement.lang = language();
  document.body.dataset.game = game.game;
  byId("round").textContent = game.over ? view.winners(game) ?? w.over : view.title(game);
  byId("connection").textContent = w.disconnected;
  byId("hands").dataset.count = hands.length;
  draw("board", [game], () => view.board(game));
  draw("hands", [game, hands], () => hands.map((hand) => panel(hand, game, view)));
}

/** A player: name, points, what there is to say, and the cards. */
function panel({ seat, player, cards, category }, game, view) {
  const kinds = ["panel", player === game.turn ? "acting" : "", view.isOut?.(game, seat) ? "out" : ""];
  const shown = cards.length ? cards.map(({ card }) => drawn(card)) : view.held(game) ? backs(5) : [];
  return element("article", { class: kinds.join(" "), "aria-label": player },
    element("h2", {}, element("span", {}, player), element("b", {}, String((game.scores ?? game.chips)[player]))),
    element("div", { class: "row" }, shown),
    element("p", {}, category ? element("span", { class: "what" }, words().categories[category]) : null,
      view.tags(game, seat).filter((tag) => !Array.isArray(tag)).map(tagged)));
}

function caption(lines) {
  if (lines.length === 0) return;
  byId("caption").textContent = lines.join(" · ");
  byId("caption").hidden = false;
  clearTimeout(hiding);
  hiding = setTimeout(() => { byId("caption").hidden = true; }, SHOWN);
}

connect({
  onTable(told) {
    const before = table;
    table = localized(told);
    show();
    const { lines, declined } = news(before, table);
    caption(lines);
    if (declined) showPig();
  },
  onAge() {},
  onConnected(connected) {
    byId("connection").hidden = connected || table === null;
  },
});
