// The three dialogs: which card it is, who is playing, and "are you sure".

import { colour, deckOf, face } from "./cards.js";
import { byId, element } from "./elements.js";
import { language, told, words } from "./words.js";

/** Asks which card it is: the likeliest three first, then all. `chosen` gets a code, or null for no card. */
export function askCard({ game, title, candidates, removable }, chosen) {
  const pick = (code) => () => {
    byId("picker").close();
    chosen(code);
  };
  const choice = (code, kind) =>
    element("button", { type: "button", class: `card ${kind} ${colour(code)}`, "aria-label": words().card(code), onclick: pick(code) }, face(code));
  const likely = candidates.slice(0, 3).map(([code]) => choice(code, "guess"));
  open("picker", title, [
    likely.length ? element("div", { class: "guesses", role: "group", "aria-label": words().likely }, likely) : null,
    element("div", { class: "all", role: "group", "aria-label": words().allCards },
      deckOf(game).map((suit) => element("div", { class: "suit" }, suit.map((code) => choice(code, "small"))))),
  ], [
    removable ? button(words().noCard, pick(null)) : null,
    button(words().cancel, () => byId("picker").close()),
  ]);
}

/** Asks for a yes; `lines` say what is at stake. */
export function askSure({ title, lines, yes }, agreed) {
  open("confirm", title, lines.map((line) => element("p", {}, line)), [
    button(yes, () => {
      byId("confirm").close();
      agreed();
    }, "primary"),
    button(words().cancel, () => byId("confirm").close()),
  ]);
}

/**
 * Asks for names and, with `rules`, variants; `started` gets both and answers with the reasons against them, or null. A field that
 * is left empty stands for the name that it shows.
 */
export function askNames({ names, rules, unfinished }, started) {
  const w = words();
  const list = element("ol", { class: "names" });
  const problem = element("p", { role: "alert", class: "problem" });
  const fields = () => [...list.querySelectorAll("input")];
  const more = button(w.addPlayer, () => {
    addField("");
    fields().at(-1).focus();
  });
  function addField(name) {
    const item = element("li", {}, element("input", { value: name, autocomplete: "off" }), button("×", () => {
      item.remove();
      number();
    }, "quiet"));
    list.append(item);
    number();
  }
  function number() {
    fields().forEach((field, seat) => {
      const label = w.nameOf(seat + 1);
      field.placeholder = label;
      field.setAttribute("aria-label", label);
      field.nextSibling.setAttribute("aria-label", w.removePlayer(field.value || label));
    });
    more.disabled = fields().length >= 8;
  }
  function refuse(reasons) {
    problem.replaceChildren(...[...new Set(reasons.map(told))].map((line) => element("span", {}, line)));
    fields().forEach((field, seat) => field.setAttribute("aria-invalid", reasons.some((reason) => reason.seat === seat)));
  }
  names.forEach(addField);
  const move = rules && choice(w.moveTitle, w.moves, rules.move);
  const scoring = rules && choice(w.scoringTitle, w.scorings, rules.scoring);
  const begin = button(w.start, async () => {
    const chosen = rules ? { move: move.lastChild.value, scoring: scoring.lastChild.value } : {};
    const reasons = await started(fields().map((field) => field.value.trim() || field.placeholder), chosen);
    if (reasons === null) byId("names").close();
    else refuse(reasons);
  }, "primary");
  open("names", w.namesTitle, [
    element("p", {}, w.namesHint), list, more, move ?? null, scoring ?? null,
    unfinished ? element("p", { class: "problem" }, w.endsGame) : null, problem,
  ], [begin, button(w.cancel, () => byId("names").close())]);
}

/** A label over a list of variants. */
function choice(title, variants, chosen) {
  const option = ([value, name]) => element("option", { value, selected: value === chosen }, name);
  return element("label", { class: "variant" }, title, element("select", {}, Object.entries(variants).map(option)));
}

function open(id, title, content, buttons) {
  const dialog = byId(id);
  dialog.lang = language();
  dialog.setAttribute("aria-label", title);
  dialog.replaceChildren(
    element("h2", {}, title),
    ...content.flat().filter((part) => part !== null),
    element("div", { class: "buttons" }, buttons),
  );
  dialog.onclick = (event) => event.target === dialog && dialog.close();
  if (!dialog.open) dialog.showModal();
}

function button(text, onclick, kind = "") {
  return element("button", { type: "button", class: kind, onclick }, text);
}
