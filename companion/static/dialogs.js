// The three dialogs: which card it is, who is playing, and "are you sure".

import { colour, face, RANKS, SUITS } from "./cards.js";
import { byId, element } from "./elements.js";
import { language, words } from "./words.js";

/** Asks which card it is: the likeliest three first, then all. `chosen` gets a code, or null for no card. */
export function askCard({ title, candidates, removable }, chosen) {
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
      SUITS.map((suit) => element("div", { class: "suit" }, RANKS.map((rank) => choice(rank + suit, "small"))))),
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

/** Asks for names and variants; `started` gets both and answers with a reason to show, or null. */
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
    const label = w.nameOf(fields().length + 1);
    const field = element("input", { value: name, maxlength: 24, "aria-label": label, placeholder: label, autocomplete: "off" });
    const remove = button("×", () => {
      item.remove();
      more.disabled = false;
    }, "quiet");
    remove.setAttribute("aria-label", w.removePlayer(name || label));
    const item = element("li", {}, field, remove);
    list.append(item);
    more.disabled = fields().length >= 8;
  }
  names.forEach(addField);
  const move = choice(w.moveTitle, w.moves, rules.move);
  const scoring = choice(w.scoringTitle, w.scorings, rules.scoring);
  const begin = button(w.start, async () => {
    const chosen = { move: move.lastChild.value, scoring: scoring.lastChild.value };
    const reason = await started(fields().map((field) => field.value.trim()), chosen);
    if (reason === null) byId("names").close();
    else problem.textContent = reason;
  }, "primary");
  open("names", w.namesTitle, [
    element("p", {}, w.namesHint), list, more, move, scoring,
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
