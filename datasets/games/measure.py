"""Watches simulated games and tells how well: `python -m datasets.games.measure datasets/cache/games/measured`.

Each game's video is followed as `railbird watch` follows it, with the players' names and nothing else, and compared
with its true log. What was told is kept in a folder, so that a run that was cut goes on. `--perfect` feeds what a
perfect eye would see (`truth.jsonl`) instead of the video: it measures the reading of the games alone. With
`--mistakes N` that eye errs, in N ways from as many seeds.
"""

import argparse
import json
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from typing import Any

import numpy as np
from tqdm import tqdm

from companion.following import followed
from companion.notation import Object, started, state_of, to_line
from companion.seats import even_seats
from companion.watch import DECKS, Lines, watch
from datasets.games.mistakes import mistaken
from engine.cards import DECK
from engine.oink.cards import DECK as OINK_DECK
from vision.eyes import Eyes
from vision.frames import open_source
from vision.sightings import Back, Card, Die, Quad, Sightings
from vision.table import Surface, Table

SURE = 0.995
"""The confidence of a perfect eye."""
LOOKS = (0.2, 0.4)
"""Seconds into an interval of rest at which a perfect eye looks."""
WAITS = 0.5
"""Seconds between two moments at which it is asked what time alone tells."""
CARDS = {game: [str(card) for card in DECK] for game in ("portland", "ricochet")} | {"oink": list(map(str, OINK_DECK))}
UNTOLD = ("t", "named", "assumed", "challenger", "accepted")
"""Keys of an event that are not compared: a camera does not hear a knock, and `replay` needs them in other places."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """One game, as it was told and as it was."""

    game: str
    disturbance: str
    exact: bool
    """Whether the final state is the true one."""
    rounds: int
    """Rounds, deals or hands that came to their end."""
    right: int
    """Those of them whose results were told, in their order."""
    events: int
    told: int
    matched: int
    """Events in common, whatever their order."""
    doubts: int

    @property
    def silent(self) -> bool:
        """Whether the result is wrong and nothing was doubted."""
        return not self.exact and self.doubts == 0


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path, help="a folder of games")
    parser.add_argument("--perfect", action="store_true", help="what a perfect eye sees instead of the video")
    parser.add_argument("--mistakes", type=int, default=0, help="how often each game is seen by an eye that errs")
    parser.add_argument("--kept", type=Path, help="where to keep what was told (told/ beside the games)")
    parser.add_argument("--only", default="", help="only games whose name begins so")
    args = parser.parse_args()
    perfect = args.perfect or args.mistakes
    kept = args.kept or args.folder / ("told-perfect" if perfect else "told")
    kept.mkdir(parents=True, exist_ok=True)
    logs = args.folder.glob("[!.]*/log.jsonl")
    games = sorted(path.parent for path in logs if path.parent.name.startswith(args.only))
    if not games:
        raise SystemExit(f"no games in {args.folder}: render some with python -m datasets.games.batch")
    eyes, seeds = None if perfect else Eyes(), range(1, args.mistakes + 1) if args.mistakes else (None,)
    verdicts = [judged(game, told(game, kept, eyes, seed)) for game in tqdm(games, unit="game") for seed in seeds]
    print(table(verdicts))


def told(game: Path, kept: Path, eyes: Eyes | None, seed: int | None = None) -> list[Object]:
    """The lines that watching a game tells, the final state last; from the last run where it got so far.

    Without eyes what a perfect eye sees is watched; with a seed, one that errs.
    """
    path = kept / (f"{game.name}.jsonl" if seed is None else f"{game.name}-mistakes-{seed}.jsonl")
    if not path.exists():
        lines = list(_perfectly(game, seed) if eyes is None else _watched(game, eyes))
        half = path.with_suffix(".part")
        half.write_text("".join(to_line(line) + "\n" for line in lines), encoding="utf-8")
        half.rename(path)
    return _lines(path)


def judged(game: Path, lines: Sequence[Object]) -> Verdict:
    """What was told of a game, compared with its true log."""
    truth = [_plain(event) for event in _lines(game / "log.jsonl")[1:]]
    *events, state = lines
    mine = [_plain(event) for event in events[1:] if event["type"] not in ("doubt", "corrected")]
    about = _lines(game / "game.json")[0]
    true_state = _lines(game / "state.json")[0]
    results, true_results = _results(state, mine), _results(true_state, truth)
    right = sum(one == other for one, other in zip(results, true_results, strict=False))
    return Verdict(
        about["game"],
        about["disturbance"],
        state == true_state,
        len(true_results),
        right,
        len(truth),
        len(mine),
        _in_common(truth, mine),
        sum(event["type"] == "doubt" for event in events),
    )


def table(verdicts: Sequence[Verdict]) -> str:
    """The figures by game and by disturbance, in Markdown."""
    head = "| games | n | exact | rounds right | precision | recall | wrong without a doubt | doubts, median |"
    rows = [head, "|---|---|---|---|---|---|---|---|"]
    kinds = {verdict.game for verdict in verdicts}, {verdict.disturbance for verdict in verdicts}
    for kind in sorted(kinds[0]):
        rows.append(_row(kind, [verdict for verdict in verdicts if verdict.game == kind]))
    for kind in sorted(kinds[1]) if len(kinds[1]) > 1 else ():
        rows.append(_row(kind, [verdict for verdict in verdicts if verdict.disturbance == kind]))
    return "\n".join([*rows, _row("all", verdicts)])


def _row(name: str, verdicts: Sequence[Verdict]) -> str:
    count = len(verdicts)
    exact, silent = (sum(each) for each in zip(*((v.exact, v.silent) for v in verdicts), strict=True))
    rounds, right = sum(v.rounds for v in verdicts), sum(v.right for v in verdicts)
    matched = sum(v.matched for v in verdicts)
    precision = _share(matched, sum(v.told for v in verdicts))
    recall = _share(matched, sum(v.events for v in verdicts))
    doubts = median(v.doubts for v in verdicts)
    return f"| {name} | {count} | {exact} | {_share(right, rounds)} | {precision} | {recall} | {silent} | {doubts:g} |"


def _share(part: int, whole: int) -> str:
    return f"{100 * part / whole:.1f} %" if whole else "-"


def _watched(game: Path, eyes: Eyes) -> Iterator[Object]:
    lines: list[Object] = []
    opening = _opening(game)
    deck_eyes = eyes.of_deck(DECKS[opening["game"]])
    following = watch(open_source(str(game / "video.mp4")), deck_eyes, opening, None, lines.append)
    yield from lines
    yield state_of(following.game, following.state)


def _perfectly(game: Path, seed: int | None) -> Iterator[Object]:
    """The game as a perfect eye sees it, or one that errs: two looks at each rest, and the time until the next."""
    opening, about = _opening(game), _lines(game / "game.json")[0]
    played, state = started(opening)
    following, seen = followed(opening["game"], played, state, even_seats(len(opening["players"]))), Table()
    yield {"t": 0.0, **opening}
    lines = Lines()
    for rest in _lines(game / "truth.jsonl"):
        sightings = _sightings(rest, about["width"], about["height"])
        if seed is not None:
            sightings = mistaken(sightings, rest, f"{game.name} {seed}", CARDS[about["game"]])
        for t in _moments(rest["t0"], rest["t1"]):
            if t <= rest["t0"] + LOOKS[-1]:
                seen = seen.after(sightings, t, _at_rest_since(rest["t0"]))
            following, news = following.after(seen, t)
            yield from (line for each in news for line in lines.of(each))
    yield state_of(following.game, following.state)


def _moments(start: float, end: float) -> Iterator[float]:
    looks = [start + each for each in LOOKS]
    yield from (t for t in (*looks, *np.arange(looks[-1] + WAITS, end, WAITS).tolist()) if t < end)


def _at_rest_since(start: float) -> Surface:
    """No hand is over the table: what is not seen is gone, or lies under something."""
    return Surface(lambda _: start, lambda _: True)


def _sightings(rest: Object, width: int, height: int) -> Sightings:
    cards = tuple(Card(c["card"], SURE, ((c["card"], SURE),), _quad(c)) for c in rest["cards"])
    backs = tuple(Back(_quad(each)) for each in rest["backs"])
    dice = tuple(Die(d["pips"], SURE, ((d["pips"], SURE),), _quad(d)) for d in rest["dice"])
    return Sightings(width, height, cards, backs, dice, {})


def _quad(thing: Object) -> Quad:
    a, b, c, d = ((float(x), float(y)) for x, y in thing["quad"])
    return a, b, c, d


def _opening(game: Path) -> Object:
    return _plain(_lines(game / "log.jsonl")[0])


def _plain(event: Object) -> Object:
    return {key: value for key, value in event.items() if key not in UNTOLD}


def _results(state: Object, events: Iterable[Object]) -> list[Any]:
    """What each round, deal or hand came to; a hand of Ricochet is known by its first cards and what followed."""
    if state["game"] != "ricochet":
        results: list[Any] = state["rounds" if state["game"] == "portland" else "deals"]
        return results
    hands: list[list[Object]] = []
    for event in events:
        if event["type"] == "dealt":
            hands.append([])
        if hands:
            hands[-1].append(event)
    return hands


def _in_common(truth: Sequence[Object], told: Sequence[Object]) -> int:
    """How many events both have, hands that are dealt at once in any order."""
    one, other = (Counter(map(to_line, events)) for events in (truth, told))
    return sum((one & other).values())


def _lines(path: Path) -> list[Any]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines() if line]


if __name__ == "__main__":
    main()
