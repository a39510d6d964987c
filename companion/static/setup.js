// Setting up a table: camera, view, game, players and their seats, deck. Then the table itself.

import { act, get } from "./connection.js";
import { button, byId, draw, element, redraw } from "./elements.js";
import { showLesson } from "./lesson.js";
import { outlineOf } from "./live.js";
import { USUAL, gameForm } from "./newgame.js";
import { seating } from "./seating.js";
import { language, localized, otherLanguage, told, words } from "./words.js";

const API = "/api/setup";
const OFTEN = 600; // milliseconds between two questions how it stands
const BREATH = 80; // milliseconds between two pictures
const NONE = "none"; // the source of a table without a camera
const BUILT_IN = { portland: "standard", ricochet: "standard", oink: "oink" };
const GAMES = Object.keys(USUAL);

let choices = { cameras: [], demos: [], decks: [] };
let state = null; // how it stands, as the server told it last
let wanted = null; // what was chosen to watch, which the server may not have heard yet
let game = null; // the game that is chosen; null goes on with the one in play
let form = null;
let seats = null;
let deck = null; // the deck that was chosen by hand
let beginning = false; // the table is on its way

const post = (action, body) => act(`setup/${action}`, body);

/** Watches another source, or the same with another deck or order of colours. */
async function watch(change) {
  wanted = { source: state.source, deck: state.deck, swapped: state.swapped, ...change };
  Object.assign(state, wanted, "source" in change ? { seen: null } : {});
  show();
  notice(await post("watch", wanted) ?? []);
  await ask();
}

function notice(reasons) {
  const lines = [...new Set(reasons.map(told))];
  draw("problem", lines, () => (lines.length ? element("p", { class: "problem", role: "alert" }, lines.map((line) => element("span", {}, line))) : []));
}

async function ask() {
  const news = await get(API);
  byId("connection").hidden = news !== null;
  if (news === null) return;
  state = news;
  seats.offer(state.seen?.angles ?? null);
  show();
}

function picture() {
  const next = new Image();
  const again = () => setTimeout(picture, state.camera.state === "watching" || state.lesson ? BREATH : OFTEN);
  if (state.camera.state === "none" || state.camera.state === "unchosen") {
    byId("frame").hidden = true;
    again();
    return;
  }
  next.onload = () => {
    next.id = "frame";
    next.alt = words().live;
    byId("frame").replaceWith(next);
    byId("picture").style.aspectRatio = `${next.naturalWidth} / ${next.naturalHeight}`;
    again();
  };
  next.onerror = () => {
    byId("frame").hidden = true;
    again();
  };
  next.src = `${API}/picture.jpg?${new URLSearchParams({ source: state.source, at: Date.now() })}`;
}

// 1. The camera

function showCameras() {
  const w = words().setup;
  const sources = [
    ...choices.cameras.map(({ source, name }) => [source, name, w.camera]),
    ...choices.demos.map((source) => [source, w.demo(source.split(":")[1]), w.demoHint]),
    [NONE, w.byHand, w.byHandHint],
  ];
  draw("cameras", [sources, state.source, language()], () => element("div", { class: "cameras" }, sources.map(([source, name, hint]) =>
    choice("source", source, name, hint, state.source === source, () => look(source), thumbnail(source)))));
  draw("address", [language(), choices.cameras.length], () => [
    choices.cameras.length ? null : element("p", { class: "hint" }, w.noCamera), address()]);
}

/** Another source; a demo comes with the game that it shows. */
async function look(source) {
  await watch({ source, swapped: false });
  const shown = source.replace("demo:", "");
  if (game !== null && game !== shown && GAMES.includes(shown)) choose(shown);
}

/** A choice of several, drawn as a card. */
const choice = (group, value, name, hint, checked, chosen, above = null) => element("label", { class: "choice" },
  element("input", { type: "radio", name: group, value, checked, onchange: chosen, "aria-label": name, title: hint, "data-key": `${group}${value}` }),
  above, element("b", {}, name), element("small", {}, hint));

const thumbnails = new Map(); // a picture is asked for once: taking it may need seconds

function thumbnail(source) {
  if (source === NONE) return element("span", { class: "thumb", "aria-hidden": true }, "✎");
  if (!thumbnails.has(source)) {
    const place = element("span", { class: "thumb" }, words().setup.looking);
    const shown = new Image();
    shown.alt = "";
    shown.onload = () => place.replaceChildren(shown);
    shown.onerror = () => place.replaceChildren(words().setup.gaveNothing);
    shown.src = `${API}/picture.jpg?${new URLSearchParams({ source })}`;
    thumbnails.set(source, place);
  }
  return thumbnails.get(source);
}

function address() {
  const w = words().setup;
  const field = element("input", { type: "url", name: "address", placeholder: "http://192.168.0.20:8080/video", autocomplete: "off", spellcheck: "false" });
  const isStream = (state.source ?? "").includes("://") && !choices.cameras.some(({ source }) => source === state.source);
  if (isStream) field.value = state.source;
  const open = () => field.value.trim() && watch({ source: field.value.trim(), swapped: false });
  field.addEventListener("keydown", (event) => event.key === "Enter" && open());
  return element("details", { open: isStream }, element("summary", {}, w.stream), element("div", { class: "line" },
    element("label", {}, w.address, field), button(w.look, open)), element("p", {}, element("small", {}, w.streamHint)));
}

// 2. What the camera sees

function showView() {
  const w = words().setup;
  const { camera, seen } = state;
  const watched = camera.state !== "none" && camera.state !== "unchosen";
  byId("view").hidden = !watched;
  byId("picture").dataset.camera = camera.state;
  byId("frame").hidden = camera.state === "lost";
  byId("camera").textContent = { starting: words().starting, lost: w.lost(camera) }[camera.state] ?? "";
  byId("swapped").checked = state.swapped;
  draw("outlines", seen?.outlines ?? [], () => {
    if (!seen) return [];
    byId("outlines").setAttribute("viewBox", `0 0 ${seen.width} ${seen.height}`);
    return seen.outlines.map(({ quad, card }) => outlineOf(quad, card === null ? "unknown" : ""));
  });
  const checks = seen ? checked(seen) : [];
  draw("checks", [checks, language()], () => checks.map(([name, good, note]) =>
    element("li", { class: good === null ? "open" : good ? "good" : "bad" },
      element("i", { "aria-hidden": true }, good === null ? "–" : good ? "✓" : "!"), w.checks[name],
      element("span", { class: "spoken" }, good === null ? w.notSeen : good ? w.good : w.notGood), note ? element("small", {}, note) : null)));
  const lines = seen ? advice(seen) : [];
  draw("advice", [lines, language()], () => lines.map(([line, good]) => element("p", { class: good ? "good-news" : "doubt" }, line)));
}

/** Name, whether it is good (null where nothing shows it), and a figure. */
function checked({ faults, cards, high, hearts, width, height }) {
  const dark = faults.includes("dark");
  const of = (fault) => (cards === 0 || dark ? null : !faults.includes(fault));
  return [
    ["size", of("small"), cards ? words().setup.pixels(high) : `${width} × ${height}`],
    ["light", !dark, ""],
    ["glare", of("glare"), ""],
    ["sharpness", of("blurred"), ""],
    ["colours", hearts ? of("swapped") : null, ""],
  ];
}

function advice({ faults, cards, read }) {
  const w = words().setup;
  if (faults.length) return faults.map((fault) => [w.faults[fault], false]);
  if (cards === 0) return [[w.layCards, false]];
  return [read === cards ? [w.allRead(cards), true] : [w.someRead(read, cards), false]];
}

// 3. Game and players

function choose(kind) {
  const kept = form?.names() ?? state.game.players;
  const players = kind === null ? state.game.players : fitting(kept, kind);
  game = kind;
  const rules = kind === state.game.game ? state.game.rules : USUAL[kind];
  form = gameForm({ game: kind ?? state.game.game, players: localized(players), rules: rules ?? USUAL[state.game.game] }, () => seats.changed());
  byId("names").replaceChildren(form.players, form.problem);
  byId("rules").replaceChildren(form.rules, form.middle);
  seats.of(form, kind === null);
  const usual = BUILT_IN[kind ?? state.game.game];
  const fits = choices.decks.some(({ name, kind: cards }) => name === (deck ?? state.deck) && cards === usual);
  if (!fits) watch({ deck: usual });
}

/** As many players as the game takes. */
function fitting(players, kind) {
  if (kind !== "oink") return players;
  return [...players, ...[1, 2].map((number) => words().nameOf(number))].slice(0, 2);
}

function showGame() {
  const w = words().setup;
  const { under_way: underWay, game: playing, players } = state.game;
  draw("which", [game, underWay, playing, language()], () => [
    underWay ? choice("game", "", w.goOn(playing), localized(players).join(", "), game === null, () => choose(null)) : null,
    ...GAMES.map((kind) => choice("game", kind, underWay ? w.newOf(kind) : w.games[kind], w.gameHints[kind], game === kind, () => choose(kind))),
  ]);
  byId("options").hidden = game === null;
  byId("names").hidden = game === null;
  byId("players-hint").textContent = state.camera.state === "none" ? w.orderHint : w.seatsHint;
  byId("propose").hidden = !seats.hasOffer();
}

// 4. The deck

function showDecks() {
  const w = words().setup;
  const kind = BUILT_IN[game ?? state.game.game];
  const decks = choices.decks.filter((each) => each.kind === kind);
  draw("decks", [decks, state.deck, language()], () => decks.map(({ name }) =>
    choice("deck", name, w.decks[name] ?? name, name === kind ? w.builtIn : w.learned, state.deck === name, () => {
      deck = name;
      watch({ deck: name });
    })));
  byId("deck").hidden = state.camera.state === "none" || state.camera.state === "unchosen";
  showLesson(state.lesson, kind, {
    async learn(name) {
      const reasons = await post("learn", { name, kind });
      await ask();
      return reasons;
    },
    end: async (learn) => {
      await post("end_lesson", { learn });
      await ask();
    },
    async use(name) {
      choices = await get(`${API}/choices`) ?? choices;
      deck = name;
      await watch({ deck: name });
    },
  });
}

// All of it

function show() {
  const w = words().setup;
  document.documentElement.lang = language();
  document.body.dataset.camera = state.camera.state;
  byId("round").textContent = w.title;
  byId("language").textContent = words().language;
  byId("leave").textContent = w.leave;
  byId("connection").textContent = words().disconnected;
  byId("camera-title").textContent = `1. ${w.cameraTitle}`;
  byId("view-title").textContent = w.viewTitle;
  byId("swapped-title").textContent = w.swap;
  byId("game-title").textContent = `2. ${w.gameTitle}`;
  byId("players-title").textContent = `3. ${w.playersTitle}`;
  byId("options-title").textContent = w.optionsTitle;
  byId("deck-title").textContent = `4. ${w.deckTitle}`;
  byId("propose").textContent = w.propose;
  byId("source").textContent = words().source;
  byId("begin").textContent = beginning ? words().starting : game === null ? w.carryOn : words().start;
  byId("begin").disabled = beginning || state.source === null;
  byId("begin").title = state.source === null ? w.chooseFirst : "";
  for (const part of document.querySelectorAll("main, .begin")) part.hidden = false;
  showCameras();
  showView();
  showGame();
  showDecks();
  seats.show();
}

async function begin() {
  beginning = true;
  show();
  const angles = state.camera.state === "none" ? [] : seats.angles();
  const reasons = game === null ? await post("go_on", { angles })
    : await post("start", { game, players: form.names(), options: form.options(), angles });
  if (reasons === null) return location.assign("/");
  beginning = false;
  show();
  form.refuse(reasons);
  notice(reasons);
}

async function open() {
  [choices, state] = [await get(`${API}/choices`) ?? choices, await get(API)];
  if (state === null) return setTimeout(open, OFTEN);
  seats = seating(byId("seats"), show);
  const { source } = state;
  const first = choices.cameras.length === 1 ? choices.cameras[0].source : null;
  if (!state.open || (source === null && first !== null)) {
    await post("watch", { source: source ?? first, deck: state.deck, swapped: state.swapped });
    state = await get(API) ?? state;
  }
  if (BUILT_IN[state.game.game] !== state.deck) deck = state.deck;
  choose(state.game.under_way ? null : state.game.game);
  seats.keep(state.angles);
  show();
  picture();
  const go = async () => {
    await ask();
    setTimeout(go, OFTEN);
  };
  go();
}

byId("begin").addEventListener("click", begin);
byId("leave").addEventListener("click", async () => {
  const reasons = await post("go_on", { angles: state.angles });
  if (reasons === null) location.assign("/");
  else notice(reasons);
});
byId("swapped").addEventListener("change", () => watch({ swapped: byId("swapped").checked }));
byId("propose").addEventListener("click", () => seats.propose());
byId("language").addEventListener("click", () => {
  otherLanguage();
  redraw();
  choose(game);
  show();
});
open();
