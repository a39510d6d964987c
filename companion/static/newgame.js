// The dialog for a new game: who plays, which variants, and where a game stands that is under way already.

import { closeDialog, openDialog } from "./dialogs.js";
import { button, byId, element } from "./elements.js";
import { told, words } from "./words.js";

const MOST_PLAYERS = { portland: 8, oink: 2, ricochet: 8 };

/**
 * Asks for names and what was agreed on; `started(names, options)` answers with the reasons against them, or null. A name
 * that is left empty is the one that its field shows.
 */
export function askNewGame({ game, unfinished }, started) {
  const w = words();
  const list = element("ol", { class: "names" });
  const problem = element("p", { role: "alert", class: "problem" });
  const rows = () => [...list.children];
  const names = () => rows().map((row) => row.querySelector("[name=name]").value.trim() || row.querySelector("[name=name]").placeholder);
  const more = button(w.addPlayer, () => {
    addRow("");
    rows().at(-1).querySelector("[name=name]").focus();
  });
  const fixed = MOST_PLAYERS[game.game] === 2;

  function addRow(name) {
    const row = element("li", {}, element("input", { name: "name", value: name, autocomplete: "off" }),
      fixed ? null : button("×", () => {
        row.remove();
        number();
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
  function refuse(reasons) {
    problem.replaceChildren(...[...new Set(reasons.map(told))].map((line) => element("span", {}, line)));
    rows().forEach((row, seat) => row.querySelector("[name=name]")
      .setAttribute("aria-invalid", reasons.some((reason) => reason.seat === seat)));
  }

  game.players.forEach(addRow);
  const agreed = variants[game.game](game.rules);
  const underway = element("input", { type: "checkbox", onchange: () => byId("names").classList.toggle("underway", underway.checked) });
  const round = game.game === "portland"
    ? field(w.inRound, select("round", Array.from({ length: game.rounds }, (_, index) => [String(index + 1), String(index + 1)]), "2")) : null;
  const begin = button(w.start, async () => {
    const options = { ...read(agreed), ...casino(rows(), names(), agreed), ...(underway.checked ? middle[game.game](rows(), names(), round) : {}) };
    const reasons = await started(names(), options);
    if (reasons === null) closeDialog("names");
    else refuse(reasons);
  }, "primary");
  openDialog("names", w.namesTitle, [
    element("p", {}, w.namesHint), list, fixed ? null : more, ...agreed,
    element("label", { class: "check" }, underway, w.underway),
    round && element("div", { class: "so-far" }, round),
    unfinished ? element("p", { class: "problem" }, w.endsGame) : null, problem,
  ], [begin, button(w.cancel, () => closeDialog("names"))]);
  byId("names").classList.remove("underway");
  byId("names").dataset.variant = game.rules.variant ?? "";
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
    field(words().moveTitle, select("move", Object.entries(words().moves), rules.move)),
    field(words().scoringTitle, select("scoring", Object.entries(words().scorings), rules.scoring)),
  ],
  oink: (rules) => [field(words().targetTitle, number("target", rules.target, 1, 20))],
  ricochet: (rules) => {
    const kind = select("variant", Object.entries(words().variants), rules.variant);
    kind.addEventListener("change", () => { byId("names").dataset.variant = kind.value; });
    const basic = (part) => element("div", { class: "basic-only" }, part);
    return [
      field(words().variantTitle, kind),
      field(words().chipsTitle, number("chips", 20, 1, 9999)),
      field(words().anteTitle, number("ante", rules.ante, 1, 99)),
      basic(field(words().mostTitle, select("max_cards", ["5", "6", "7"].map((value) => [value, value]), String(rules.max_cards)))),
      basic(field(words().jokerTitle, select("jokers", [["0", words().no], ["1", words().yes]], String(rules.jokers)))),
      element("div", { class: "casino-only" }, element("p", {}, words().chooseDealer),
        field(words().capTitle, select("bonus_cap", [["", words().no], ["10", words().capAt(10)]], String(rules.bonus_cap ?? "")))),
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
const middle = {
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
const select = (name, options, chosen) => element("select", { name },
  options.map(([value, text]) => element("option", { value, selected: value === chosen }, text)));
const number = (name, value, min, max, label = null) => element("input", {
  type: "number", name, value: String(value), min: String(min), max: String(max), inputmode: "numeric",
  "data-label": label, placeholder: label, title: label,
});
