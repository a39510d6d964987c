// A deck that is learned at the page: a name, then spread by spread what to show, then what is known.

import { drawn } from "./cards.js";
import { button, draw, element } from "./elements.js";
import { language, told, words } from "./words.js";

/** How far a lesson has come, or the offer of one; `taps` are told to `learn(name)`, `end(learn)` and `use(name)` a deck. */
export function showLesson(lesson, kind, taps) {
  const shown = lesson === null || lesson.stage === "left" ? null : lesson;
  draw("lesson", [shown, kind, language()], () => (shown === null ? offer(taps) : going(shown, taps)));
}

function offer({ learn }) {
  const w = words().setup.lesson;
  const field = element("input", { name: "deck-name", maxlength: "40", autocomplete: "off" });
  const problem = element("p", { class: "problem", role: "alert" });
  const begin = async () => {
    if (!/^[\p{L}\p{N}_-]{1,40}$/u.test(field.value.trim())) return problem.replaceChildren(w.badName);
    const reasons = await learn(field.value.trim());
    if (reasons !== null) problem.replaceChildren(...reasons.map(told));
  };
  return element("details", {}, element("summary", {}, w.title), element("p", {}, w.hint),
    element("div", { class: "line" }, element("label", {}, w.name, field), button(w.begin, begin)), problem);
}

function going({ name, stage, wanted, known, total, missing, fault, alike, error }, { end, use }) {
  const w = words().setup.lesson;
  const progress = [element("p", {}, w.known(known, total)), element("progress", { max: String(total), value: String(known), "aria-label": w.known(known, total) })];
  switch (stage) {
    case "showing": return [
      element("p", {}, w.show(name)),
      element("div", { class: "row" }, wanted.map((code) => drawn(code, { kinds: "small" }))),
      fault ? element("p", { class: "doubt" }, w.faults[fault.kind](fault)) : element("p", { class: "hint" }, w.waiting),
      ...progress,
      element("div", { class: "buttons" }, known > 1 ? button(w.enough, () => end(true), "", "enough") : null, button(words().cancel, () => end(false), "", "cancel")),
    ];
    case "learning": return [element("p", { role: "status" }, w.learning), ...progress];
    case "learned": return [
      element("p", { class: "good-news" }, w.learned(name, known, total)),
      missing.length ? element("p", { class: "hint" }, w.missing(missing)) : null,
      ...alike.slice(0, 3).map(([one, other]) => element("p", { class: "hint" }, w.alike(one, other))),
      element("div", { class: "buttons" }, button(w.use(name), async () => {
        await use(name);
        await end(false);
      }, "primary", "use")),
    ];
    default: return [element("p", { class: "problem" }, w.failed(error)), button(words().close, () => end(false), "", "close")];
  }
}
