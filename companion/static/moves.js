// What can be recorded by hand now: the events that the rules allow, as buttons. Knows no rules itself.

import { dieButton } from "./dice.js";
import { askCover, askHands } from "./entry.js";
import { askSure } from "./dialogs.js";
import { button, draw, element } from "./elements.js";
import { words } from "./words.js";

/** Shows the moves of a table; `play(event)` is told of the one that was made. */
export function showMoves(table, play) {
  const { game } = table;
  draw("moves", [game.moves, game.leaving, game.gone, game.rules], () => {
    const groups = grouped(game.moves.filter((move) => !isShortCut(move)));
    const short = game.moves.filter(isShortCut);
    return [
      ...[...groups.entries()].map(([player, moves]) => playerMoves(player, moves, game, play)),
      short.length ? element("details", {}, element("summary", {}, words().turnsNotEntered),
        element("div", { class: "buttons" }, short.map((move) => button(words().shortCut(move, game.players),
          () => enter([move], game, play), "", `short${move.challenger}${move.accepted}`)))) : null,
      game.leaving.length ? leaving(game, play) : null,
    ];
  });
}

const isShortCut = (move) => move.type === "hands_shown" && "challenger" in move;

function grouped(moves) {
  const groups = new Map();
  for (const move of moves) {
    const player = move.player ?? "";
    groups.set(player, [...groups.get(player) ?? [], move]);
  }
  return groups;
}

function playerMoves(player, moves, game, play) {
  const kinds = new Map();
  for (const move of moves) kinds.set(move.type, [...kinds.get(move.type) ?? [], move]);
  return element("div", { class: "by-player", role: "group", "aria-label": player || null },
    player ? element("h4", {}, player) : null,
    [...kinds.entries()].flatMap(([type, all]) => offered(type, all, game, play)));
}

function offered(type, moves, game, play) {
  const w = words();
  const key = `${type}${moves[0].player ?? ""}`;
  const choices = (title, drawn) => element("div", { class: "choices", role: "group", "aria-label": title },
    element("span", {}, title), moves.map(drawn));
  switch (type) {
    case "dice_rolled":
      return choices(w.moveNames[type], (move) => dieButton(move.value, () => play(move), `${key}${move.value}`));
    case "changed": case "bought":
      return choices(w.moveNames[type], (move) => button(String(move.count), () => play(move), "number", `${key}${move.count}`));
    case "dealt":
      return moves.map((move, place) => button(dealName(move, game), () => enter([move], game, play), "", `${key}${place}`));
    case "hand_dealt": case "card_drawn": case "card_dealt": case "hands_shown":
      return button(w.moveNames[type], () => enter(moves, game, play), "", key);
    default:
      return moves.map((move) => button(w.moveNames[type], () => play(move), "", key));
  }
}

function dealName(move, game) {
  const dealer = move.dealer_cards ? game.players.find((player) => !(player in move.cards) && !game.seats[game.players.indexOf(player)].left) : null;
  return dealer ? words().dealBy(dealer) : words().moveNames.dealt;
}

/** Asks for the cards of an event, then plays it. */
function enter(moves, game, play) {
  const [move] = moves;
  const title = move.player ? words().whichCards(move.player) : words().moveNames[move.type];
  const slots = slotsOf(moves, game);
  const ask = (extra = {}) => askHands({ title, game, slots, ...oneDeck(game) }, (hands) => play(filled(move, hands, extra)));
  if (move.type === "card_drawn") askCover({ title, moves }, (covers) => ask({ covers }));
  else ask();
}

/** Whether a card can lie before one player only. */
const oneDeck = (game) => ({ shared: game.game !== "portland" });

/** Whose cards are asked for, and how many of each. */
function slotsOf(moves, game) {
  const [move] = moves;
  const slot = (player, most, least = most) => ({ player, most, least, gone: game.gone[player] ?? [] });
  switch (move.type) {
    case "hand_dealt": {
      const sizes = moves.map((each) => each.cards.length);
      return [slot(move.player, Math.max(...sizes), Math.min(...sizes))];
    }
    case "card_drawn": case "card_dealt":
      return [slot(move.player, 1)];
    case "dealt":
      return [...Object.entries(move.cards).map(([player, cards]) => slot(player, cards.length)),
        ...(move.dealer_cards ? [{ ...slot(game.dealer, move.dealer_cards.length), player: null, gone: [] }] : [])];
    default: {
      const due = Object.entries(move.hands).map(([player, cards]) => slot(player, cards.length));
      const others = game.players.filter((player) => !(player in move.hands));
      return [...due, ...others.map((player) => ({ ...slot(player, 5), optional: true }))];
    }
  }
}

/** The event with the cards that were chosen in the places of the unknown ones. */
function filled(move, hands, extra) {
  const event = { ...move, ...extra };
  const [first] = hands.values();
  switch (move.type) {
    case "hand_dealt": return { ...event, cards: first };
    case "card_drawn": case "card_dealt": return { ...event, card: first[0] };
    case "dealt": {
      const cards = Object.fromEntries(Object.keys(move.cards).map((player) => [player, hands.get(player)]));
      return move.dealer_cards ? { ...event, cards, dealer_cards: hands.get(null) } : { ...event, cards };
    }
    default: return { ...event, hands: Object.fromEntries([...hands].filter(([, cards]) => cards.length > 0)) };
  }
}

function leaving(game, play) {
  const w = words();
  return element("details", {}, element("summary", {}, w.someoneLeaves),
    element("div", { class: "buttons" }, game.leaving.map((player) => button(player, () =>
      askSure({ title: w.leavesTitle(player), lines: [w.leavesHint], yes: w.leavesYes }, () => play({ type: "player_left", player })),
    "", `leave${player}`))));
}
