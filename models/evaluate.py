"""Measures the committed pair: `python -m models.evaluate [MEASURE...] [--photos KIND] [--count N]`.

`scenes`: rendered test scenes, decks and surfaces kept apart. `hands`: five-card hands on rendered tables. `empty`:
bare surfaces. These three are measured where none is named. `cards`, `dice`: labelled photographs. `turns`: those of
cards, turned by quarters. `--photos dev`, which only ever measures, is for each pair worth keeping once, and notes the
figures of sixty fixed photographs in `models/figures.toml`.
"""

import argparse
from collections.abc import Callable

from models.measures import empty, hands, photographs, scenes, turns
from models.measures.looking import Looks
from vision.eyes import Eyes

Measure = Callable[[Looks, argparse.Namespace], list[str]]
MEASURES: dict[str, Measure] = {
    "scenes": lambda looks, args: scenes.measure(looks, args.count),
    "hands": lambda looks, args: hands.measure(looks, args.count),
    "empty": lambda looks, args: empty.measure(looks, args.surfaces),
    "cards": lambda looks, args: photographs.cards(looks, args.photos),
    "dice": lambda looks, args: photographs.dice(looks, args.photos),
    "turns": lambda looks, args: turns.measure(looks, args.photos),
}
RENDERED = ("scenes", "hands", "empty")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("measures", nargs="*", metavar="MEASURE", help=", ".join(MEASURES))
    parser.add_argument("--photos", choices=("train", "calib", "dev"), default="calib")
    parser.add_argument("--surfaces", choices=("validation", "test"), default="test")
    parser.add_argument("--count", type=int, default=600, help="how many rendered pictures at most")
    args = parser.parse_args()
    if unknown := set(args.measures) - set(MEASURES):
        parser.error(f"no measure called {', '.join(sorted(unknown))}: there is {', '.join(MEASURES)}")
    looks = Looks(Eyes())
    for name in args.measures or RENDERED:
        print(*MEASURES[name](looks, args), sep="\n", flush=True)


if __name__ == "__main__":
    main()
