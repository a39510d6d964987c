// Dialogs: which card it is, and "are you sure".

import { colour, deckOf, face } from "./cards.js";
import { button, byId, element } from "./elements.js";
import { language, words } from "./words.js";

/** Asks which card it is: the likeliest three first, then all. `chosen` gets a code, or null for no card. */
export function askCard({ game, title, candidates, removable }, chosen) {
  const pick = (code) => () => {
    closeDialog("picker");
    chosen(code);
  };
  const choice = (code, kind) =>
    element("button", { type: "button", class: `card ${kind} ${colour(code)}`, "aria-label": words().card(code), onclick: pick(code) }, face(code));
  const likely = candidates.slice(0, 3).map(([code]) => choice(code, "guess"));
  openDialog("picker", title, [
    likely.length ? element("div", { class: "guesses", role: "group", "aria-label": words().likely }, likely) : null,
    element("div", { class: `all ${game.game}`, role: "group", "aria-label": words().allCards },
      deckOf(game).map((suit) => element("div", { class: "suit" }, suit.map((code) => choice(code, "small"))))),
  ], [
    removable ? button(words().noCard, pick(null)) : null,
    button(words().cancel, () => closeDialog("picker")),
  ]);
}

/** Asks for a yes; `lines` say what is at stake. */
export function askSure({ title, lines, yes }, agreed) {
  openDialog("confirm", title, lines.map((line) => element("p", {}, line)), [
    button(yes, () => {
      closeDialog("confirm");
      agreed();
    }, "primary"),
    button(words().cancel, () => closeDialog("confirm")),
  ]);
}

/** Opens a dialog with a title, its content, and buttons below. */
export function openDialog(id, title, content, buttons) {
  const dialog = byId(id);
  dialog.lang = language();
  dialog.setAttribute("aria-label", title);
  dialog.replaceChildren(
    element("h2", {}, title),
    ...content.flat().filter((part) => part !== null),
    element("div", { class: "buttons" }, buttons),
  );
  dialog.onclick = (event) => {
    if (event.target === dialog) dialog.close();
  };
  if (!dialog.open) dialog.showModal();
}

export const closeDialog = (id) => byId(id).close();
