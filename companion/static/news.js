// What has just happened, told from two tables in a row: to be said aloud, or shown for a while.

import { viewOf } from "./games.js";
import { words } from "./words.js";

const CHALLENGES = new Set(["challenged", "accepted", "declined"]);
const NOTHING = { lines: [], turn: null, declined: false };

/**
 * The sentences that matter, whose turn has come, and whether a challenge was declined; nothing of a first table, of
 * another game, or of what was taken back.
 */
export function news(before, after) {
  const { game } = after;
  if (before === null || !isSameGame(before.game, game) || game.again !== null) return NOTHING;
  const w = words();
  const view = viewOf(game);
  const step = isNew("back", before.game, game) ? game.back : null;
  const lines = [
    CHALLENGES.has(step?.type) ? w.step(step) : null,
    game.scored > before.game.scored ? view.verdict(game) : null,
    game.over && !before.game.over ? view.winners(game) : null,
    isNew("joker", before.game, game) ? w.jokerIs(view.joker(game)) : null,
  ];
  return {
    lines: lines.filter((line) => line !== null),
    turn: isNew("turn", before.game, game) ? w.toAct(game.turn) : null,
    declined: step?.type === "declined" || step?.accepted === false,
  };
}

const isSameGame = (one, other) => one.game === other.game && String(one.players) === String(other.players);

/** Whether a part of the game is another one now, and there is one. */
const isNew = (key, before, now) => (now[key] ?? null) !== null && JSON.stringify(before[key]) !== JSON.stringify(now[key]);
