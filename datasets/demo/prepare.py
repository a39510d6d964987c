"""Renders the demo that ships with the project: `python -m datasets.demo.prepare`.

Three players, six rounds of Portland, from a seed: `companion/demo/portland.mp4`, and beside it `portland.jsonl`, the
log of what was really played. Only decks under CC0 or in the public domain, on a table drawn by the project.
"""

import json
from dataclasses import dataclass, replace
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from datasets.decks.cutting import RANKS
from datasets.scenes import light, surfaces
from datasets.scenes.camera import Camera
from datasets.scenes.decks import Deck, families
from datasets.scenes.layout import Lying
from datasets.scenes.paint import NOTHING, Canvas

DEMO = Path(__file__).parents[2] / "companion" / "demo"
SIZE, RATE, SEED = (1280, 720), 5, 5
PLAYERS = {
    "Aki": ("heruka-2color", "BACK:20"),
    "Ben": ("letele", "BACK:12"),
    "Chie": ("openclipart-simple", "BACK:8"),
}
"""Each player's deck and back."""
SEATS = ((0.0, 165.0, 0.0, 5.35), (-380.0, -40.0, np.pi / 2, 5.35), (380.0, -40.0, -np.pi / 2, -1.35))
"""Each row's middle in mm, how its cards are turned and the place of its pile, clockwise from the bottom edge."""
STEP = 68.0
STILL, SCORING = 1, 50
"""Frames between two moves, and at the end of a round."""


@dataclass(slots=True)
class Player:
    """A seat at the table: the pile that is left, and what lies in each of the five places."""

    name: str
    deck: Deck
    middle: NDArray[np.float64]
    facing: float
    beside: float
    back: str
    pile: list[str]
    sideways: bool = False

    def place(self, i: float) -> tuple[float, float]:
        along = np.array([np.cos(self.facing), np.sin(self.facing)])
        x, y = self.middle + along * STEP * (i - 2)
        return float(x), float(y)

    def stack(self) -> list[Lying]:
        """The pile as it is drawn: some of its backs, turned sideways by a player who has passed."""
        angle = self.facing + (np.pi / 2 if self.sideways else 0)
        x, y = self.place(self.beside)
        count = len(self.pile) // 6 + bool(self.pile)
        return [Lying(self.back, self.deck, (x + 0.4 * i, y - 0.4 * i), angle) for i in range(count)]


class Film:
    """The table as it stands, and the frames that show how it came there."""

    def __init__(self, path: Path, rng: np.random.Generator) -> None:
        self.rng = rng
        self.players: list[Player] = []
        self.lying: list[Lying] = []
        self._writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"mp4v"), RATE, SIZE)
        self._camera = camera(SIZE)
        self._surface = felt(rng, SIZE)
        glow = light.light(np.random.default_rng(3), np.full((SIZE[1], SIZE[0], 3), 128, np.float32))
        self._light = np.clip(glow / glow.mean((0, 1)), 0.75, 1.2)

    def hold(self, frames: int) -> None:
        self._show(self._settled(), frames)

    def move(self, card: Lying, start: tuple[float, float]) -> None:
        """Slide a card from `start` to where it will lie."""
        settled = self._settled()
        for share in (0.3, 0.75):
            at = np.array(start) * (1 - share) + np.array(card.centre) * share
            canvas = Canvas(settled.picture.copy(), settled.owner)
            self._lay(canvas, replace(card, centre=(float(at[0]), float(at[1]))))
            self._show(canvas, 1)
        self.lying.append(card)
        self.hold(STILL)

    def close(self) -> None:
        self._writer.release()

    def _settled(self) -> Canvas:
        canvas = Canvas.over(self._surface)
        for card in [*(back for player in self.players for back in player.stack()), *self.lying]:
            self._lay(canvas, card)
        return canvas

    def _lay(self, canvas: Canvas, card: Lying) -> None:
        assert card.deck is not None
        quad = self._camera.pixels(card.corners())
        canvas.shade(quad + np.array([1.5, 2.5]), 3, 0.4)
        canvas.warp(card.deck.art(card.code, 160), quad, NOTHING, np.full(3, 0.97))

    def _show(self, canvas: Canvas, frames: int) -> None:
        image = (canvas.picture * self._light).clip(0, 255).astype(np.uint8)
        for _ in range(frames):
            self._writer.write(image)


def camera(size: tuple[int, int]) -> Camera:
    """A camera of (width, height) pixels over the far edge's middle, tilted by 18 degrees."""
    tilt, focal, distance = np.deg2rad(18), 1.171875 * size[0], 1110.0
    c, s = np.cos(tilt), np.sin(tilt)
    turn = np.array([[1, 0, 0], [0, c, -s], [0, s, c]])
    lens = np.array([[focal, 0, size[0] / 2], [0, focal, size[1] / 2], [0, 0, 1]])
    return Camera(*size, lens @ np.column_stack([turn[:, 0], turn[:, 1], [0, 0, distance]]), lens @ -turn[:, 2])


def felt(rng: np.random.Generator, size: tuple[int, int]) -> NDArray[np.uint8]:
    """A green cloth of (width, height) pixels."""
    weave = surfaces.smooth_noise(rng, size, 160) * 1.5 + surfaces.smooth_noise(rng, size, 6) * 6
    return np.asarray((np.array([70.0, 105.0, 48.0]) + weave[:, :, None]).clip(0, 255), np.uint8)


def deck(name: str) -> Deck:
    """The packed deck of that name, whatever its split."""
    return next(
        found
        for split in ("train", "validation", "test")
        for family in families(split, False)
        for found in family
        if found.name == name
    )


def play(film: Film, rng: np.random.Generator) -> list[dict[str, object]]:
    """Deal, cover and pass through six rounds on film; returns the log."""
    film.players = [
        Player(name, deck(art), np.array(seat[:2]), seat[2], seat[3], back, _shuffled(rng))
        for (name, (art, back)), seat in zip(PLAYERS.items(), SEATS, strict=True)
    ]
    log: list[dict[str, object]] = [{"type": "game_started", "game": "portland", "players": list(PLAYERS)}]
    for _ in range(6):
        film.hold(6)
        hands = {player.name: [_drawn(film, player, i) for i in range(5)] for player in film.players}
        for player in film.players:
            for _ in range(rng.integers(0, 3)):
                worst = int(rng.integers(5))
                hands[player.name][worst] = _drawn(film, player, worst)
        for player in film.players:
            player.sideways = True
            film.hold(STILL)
        film.hold(SCORING)
        log.append({"type": "hands_read", "hands": hands})
        film.lying.clear()
        for player in film.players:
            player.sideways = False
    return log


def _shuffled(rng: np.random.Generator) -> list[str]:
    return [str(code) for code in rng.permutation([rank + suit for suit in "SHDC" for rank in RANKS])]


def _drawn(film: Film, player: Player, place: int) -> str:
    """The next card of the pile, laid on a place not quite straight."""
    code = player.pile.pop()
    x, y = player.place(place)
    dx, dy, turn = film.rng.normal(0, 1.2, 3)
    film.move(Lying(code, player.deck, (x + dx, y + dy), player.facing + turn * 0.02), player.place(player.beside))
    return code


def main() -> None:
    DEMO.mkdir(exist_ok=True)
    rng = np.random.default_rng(SEED)
    film = Film(DEMO / "portland.mp4", rng)
    log = play(film, rng)
    film.close()
    (DEMO / "portland.jsonl").write_text("".join(json.dumps(line) + "\n" for line in log), encoding="utf-8")


if __name__ == "__main__":
    main()
