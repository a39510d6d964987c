// A new game: who plays, which variants and what they mean, and where a game stands that is under way already.

import { closeDialog, openDialog } from "./dialogs.js";
import { button, element } from "./elements.js";
import { told, words } from "./words.js";

export const MOST_PLAYERS = { portland: 8, oink: 2, ricochet: 8 };
/** What a game is played with where nobody says otherwise. */
export const USUAL = {
  portland: { move: "cover_or_pass", scoring: "shared_places" },
  oink: { target: 15 },
  ricochet: { variant: "basic", ante: 1, max_cards: 5, jokers: 0, bonus_cap: null },
};
const ROUNDS = 6;

/** Asks for a new game; `started(names, options)` answers with the reasons against it, or null. */
export function askNewGame({ game, unfinished }, started) {
  const w = words();
  const form = gameForm(game);
  const begin = button(w.start, async () => {
    const reasons = await started(form.names(), form.options());
    if (reasons === null) closeDialog("names");
    else form.refuse(reasons);
  }, "primary");
  openDialog("names", w.namesTitle, [
    element("p", {}, w.namesHint), form.players, form.rules, form.middle,
    unfinished ? element("p", { class: "problem" }, w.endsGame) : null, form.problem,
  ], [begin, button(w.cancel, () => closeDialog("names"))]);
}

/**
 * The parts of a form for a game, `{ game, players, rules }`: its `players`, `rules`, `middle` and the `problem` with
 * them. A name that is left empty is the one that its field shows. `changed()` is called when players come or go.
 */
export function gameForm(game, changed = () => {}) {
  const w = words();
  const list = element("ol", { class: "names" });
  const problem = element("p", { role: "alert", class: "problem" });
  const rows = () => [...list.children];
  const names = () => rows().map((row) => row.querySelector("[name=name]").value.trim() || row.querySelector("[name=name]").placeholder);
  const more = button(w.addPlayer, () => {
    addRow("");
    rows().at(-1).querySelector("[name=name]").focus();
    changed();
  });
  const fixed = MOST_PLAYERS[game.game] === 2;

  function addRow(name) {
    const value = name === w.nameOf(rows().length + 1) ? "" : name; // shown by the empty field, whatever its place becomes
    const row = element("li", {}, element("input", { name: "name", value, autocomplete: "off", oninput: changed }),
      fixed ? null : button("×", () => {
        row.remove();
        number();
        changed();
      }, "quiet remove"),
      element("span", { class: "so-far" }, ...soFar(game)));
    list.append(row);
    number();
  }
  function number() {
    rows().forEach((row, seat) => {
      const field = row.querySelector("[name=name]");
      const label = w.nameOf(seat + 1);
      field.placeholder = label;
      field.setAttribute("aria-label", label);
      row.querySelector(".remove")?.setAttribute("aria-label", w.removePlayer(field.value || label));
      row.querySelectorAll(".so-far [data-label]").forEach((each) => each.setAttribute("aria-label", `${label}: ${each.dataset.label}`));
    });
    more.disabled = rows().length >= MOST_PLAYERS[game.game];
  }

  game.players.forEach(addRow);
  const agreed = variants[game.game](game.rules);
  const underway = element("input", { type: "checkbox", onchange: () => mark() });
  const round = game.game === "portland"
    ? field(w.inRound, select("round", Array.from({ length: ROUNDS }, (_, index) => [String(index + 1), String(index + 1)]), "2")) : null;
  const players = element("div", { class: "game-form" }, list, fixed ? null : more);
  const rules = element("div", { class: "game-form" }, agreed);
  const middle = element("div", { class: "game-form" }, element("label", { class: "check" }, underway, w.underway),
    round && element("div", { class: "so-far" }, round));

  /** Which parts of the form are asked for. */
  function mark() {
    for (const part of [players, rules, middle]) {
      part.classList.toggle("underway", underway.checked);
      part.dataset.variant = read(agreed).variant ?? "";
    }
  }
  rules.addEventListener("change", mark);
  mark();

  return {
    players,
    rules,
    middle,
    problem,
    names,
    /** The names' rows, which may be put into another order. */
    rows,
    addRow,
    number,
    options: () => ({
      ...read(agreed), ...casino(rows(), names(), agreed), ...(underway.checked ? standing[game.game](rows(), names(), round) : {}),
    }),
    refuse(reasons) {
      problem.replaceChildren(...[...new Set(reasons.map(told))].map((line) => element("span", {}, line)));
      rows().forEach((row, seat) => row.querySelector("[name=name]")
        .setAttribute("aria-invalid", reasons.some((reason) => reason.seat === seat)));
    },
  };
}

/** The fields for what a player has in a game that is under way. */
function soFar(game) {
  const w = words();
  const points = number("points", game.game === "ricochet" ? "" : "0", game.game === "ricochet" ? -9999 : 0, 9999, w.pointsSoFar(game.game));
  const first = element("label", { class: "check first" },
    element("input", { type: "radio", name: "first" }), game.game === "ricochet" ? w.dealer : w.starts);
  const die = game.game === "oink" ? select("die", ["", 1, 2, 3, 4, 5, 6].map((value) => [String(value), value ? String(value) : w.die]), "") : null;
  die?.setAttribute("data-label", w.die);
  return [element("label", { class: "check" }, w.pointsSoFar(game.game), points), die, first].filter((part) => part !== null);
}

const variants = {
  portland: (rules) => [
    chosen(words().moveTitle, select("move", Object.entries(words().moves), rules.move)),
    chosen(words().scoringTitle, select("scoring", Object.entries(words().scorings), rules.scoring)),
  ],
  oink: (rules) => [meant(words().targetTitle, number("target", rules.target, 1, 20), words().meanings.target)],
  ricochet: (rules) => {
    const { meanings } = words();
    const basic = (part) => element("div", { class: "basic-only" }, part);
    return [
      chosen(words().variantTitle, select("variant", Object.entries(words().variants), rules.variant)),
      meant(words().chipsTitle, number("chips", 20, 1, 9999), meanings.chips),
      meant(words().anteTitle, number("ante", rules.ante, 1, 99), meanings.ante),
      basic(meant(words().mostTitle, select("max_cards", ["5", "6", "7"].map((value) => [value, value]), String(rules.max_cards)), meanings.max_cards)),
      basic(meant(words().jokerTitle, select("jokers", [["0", words().no], ["1", words().yes]], String(rules.jokers)), meanings.jokers)),
      element("div", { class: "casino-only" }, element("p", {}, words().chooseDealer),
        meant(words().capTitle, select("bonus_cap", [["", words().no], ["10", words().capAt(10)]], String(rules.bonus_cap ?? "")), meanings.bonus_cap)),
    ];
  },
};

/** What was chosen in fields with a name: numbers as numbers, empty ones left out. */
function read(fields) {
  const all = fields.flatMap((each) => [...each.querySelectorAll("[name]")]);
  const values = all.filter(({ value }) => value !== "").map(({ name, value }) => [name, /^-?\d+$/.test(value) ? Number(value) : value]);
  return Object.fromEntries(values);
}

/** The casino has a dealer, and none of the other game's options. */
function casino(rows, names, agreed) {
  const { variant } = read(agreed);
  if (variant === undefined) return {};
  if (variant !== "casino") return { bonus_cap: undefined };
  return { dealer: chosenFirst(rows, names) ?? names[0], max_cards: undefined, jokers: undefined };
}

const chosenFirst = (rows, names) => names[rows.findIndex((row) => row.querySelector("[name=first]").checked)];
const valueOf = (row, name) => row.querySelector(`[name=${name}]`).value;
const pointsOf = (rows, names) => Object.fromEntries(names.map((name, seat) => [name, valueOf(rows[seat], "points")])
  .filter(([, value]) => value !== "").map(([name, value]) => [name, Number(value)]));

/** Where a game stands that is under way. */
const standing = {
  portland: (rows, names, round) => ({ scores: pointsOf(rows, names), round: Number(round.querySelector("select").value), starter: chosenFirst(rows, names) ?? names[0] }),
  oink: (rows, names) => {
    const dice = rows.map((row) => valueOf(row, "die"));
    const lying = dice.every((value) => value !== "");
    const cast = { dice: Object.fromEntries(names.map((name, seat) => [name, Number(dice[seat])])), starter: chosenFirst(rows, names) ?? names[0] };
    return { scores: pointsOf(rows, names), ...(lying ? cast : {}) };
  },
  ricochet: (rows, names) => ({ scores: pointsOf(rows, names) }),
};

const field = (title, part) => element("label", { class: "variant" }, title, part);

/** A field, and below it what it means. */
function meant(title, part, meaning) {
  const id = `meaning-${part.name}`;
  part.setAttribute("aria-describedby", id);
  return element("div", { class: "variant" }, element("label", {}, title, part), element("small", { id }, meaning));
}

/** A choice, and below it what the one that is chosen means. */
function chosen(title, choice) {
  const shown = meant(title, choice, words().meanings[choice.value]);
  choice.addEventListener("change", () => { shown.querySelector("small").textContent = words().meanings[choice.value]; });
  return shown;
}

const select = (name, options, value) => element("select", { name },
  options.map(([each, text]) => element("option", { value: each, selected: each === value }, text)));
const number = (name, value, min, max, label = null) => element("input", {
  type: "number", name, value: String(value), min: String(min), max: String(max), inputmode: "numeric",
  "data-label": label, placeholder: label, title: label,
});
