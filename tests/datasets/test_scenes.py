"""Rendered scenes: reproducible, and labelled with the truth."""

import json
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from datasets.scenes.camera import random_camera
from datasets.scenes.crops import LABELS, LEAST_VISIBLE, SIZE, cut_scene
from datasets.scenes.decks import Deck, families
from datasets.scenes.paint import NOTHING, Canvas
from datasets.scenes.render import render
from vision.geometry import Array, crop, overlap

SEED = 7
NUMBERS = (3, 4, 8, 9, 13, 14, 19, 23)
"""Scenes of drawn decks."""

Rendered = list[tuple[NDArray[np.uint8], list[dict[str, Any]]]]


@pytest.fixture(scope="session")
def folder(tmp_path_factory: pytest.TempPathFactory, packed: Path, textures: Path) -> Path:
    """Some scenes, rendered."""
    assert textures.exists()
    folder = tmp_path_factory.mktemp("scenes")
    for number in NUMBERS:
        render(number, "validation", SEED, folder, packed)
    return folder


@pytest.fixture(scope="session")
def scenes(folder: Path) -> Rendered:
    out = []
    for path in sorted(folder.glob("*.json")):
        picture = cv2.imread(str(path.with_suffix(".jpg")))
        out.append((np.asarray(picture, np.uint8), json.loads(path.read_text(encoding="utf-8"))))
    return out


def test_the_same_number_and_seed_give_the_same_scene(tmp_path: Path, folder: Path, packed: Path) -> None:
    """Picture and label are the same to the byte, in whatever order scenes are rendered; others differ."""
    for number, seed in ((9, SEED), (3, SEED)):
        render(number, "validation", seed, tmp_path, packed)
        for suffix in ("jpg", "json"):
            name = f"{number:06d}.{suffix}"
            assert (tmp_path / name).read_bytes() == (folder / name).read_bytes()
    (tmp_path / "other").mkdir()
    render(3, "validation", SEED + 1, tmp_path / "other", packed)
    seen = [(tmp_path / name).read_bytes() for name in ("000003.jpg", "000009.jpg", "other/000003.jpg")]
    assert len(set(seen)) == 3


def test_a_scene_that_is_there_is_not_rendered_again(tmp_path: Path, packed: Path) -> None:
    """A run that was cut goes on where it was: the label, written last, says that a scene is whole."""
    (tmp_path / "000003.json").write_text("[]", encoding="utf-8")
    render(3, "validation", SEED, tmp_path, packed)
    assert [path.name for path in tmp_path.iterdir()] == ["000003.json"]


def test_labels_say_what_lies_there(scenes: Rendered) -> None:
    """Each thing has a kind, a code of the reader's labels, four corners and the share of it that shows."""
    things = [thing for _, label in scenes for thing in label]
    assert {thing["kind"] for thing in things} >= {"face", "back"}
    for thing in things:
        code = f"PIPS-{thing['code']}" if thing["kind"] == "die" else thing["code"]
        assert (code == "BACK") == (thing["kind"] == "back")
        assert code in LABELS
        assert np.array(thing["quad"]).shape == (4, 2)
        assert 0 <= thing["visible"] <= 1


def fit(picture: NDArray[np.uint8], quad: Array, art: NDArray[np.float32]) -> float:
    """How well the picture inside a quad agrees with a card's art, whatever the light: -1 to 1."""
    return float((_even(crop(picture, quad, (140, 200), 0.0).mean(2)) * art).mean())


def _even(grey: NDArray[Any]) -> NDArray[np.float32]:
    small = cv2.resize(grey.astype(np.float32), (70, 100), interpolation=cv2.INTER_AREA)
    return np.asarray((small - small.mean()) / (small.std() + 1e-6), np.float32)


def _arts(deck: Deck) -> dict[str, NDArray[np.float32]]:
    return {code: _even(deck.art(code, 300)[:, :, :3].mean(2)) for code in deck.codes if not code.startswith("BACK")}


def test_outlines_are_where_the_cards_are(scenes: Rendered, packed: Path) -> None:
    """Inside the outline of an uncovered card its own art fits best, and worse if the outline moves by 3 %."""
    ((deck,),) = families("validation", True, packed)
    arts, seen = _arts(deck), 0
    for picture, things in scenes:
        for thing in things:
            quad = np.array(thing["quad"])
            tall = float(np.linalg.norm(quad[3] - quad[0]))
            if thing["kind"] != "face" or thing["visible"] < 0.95 or tall < 80 or thing["code"] == "JOKER":
                continue
            seen += 1
            fits = {code: fit(picture, quad, art) for code, art in arts.items()}
            assert max(fits, key=lambda code: fits[code]) == thing["code"]
            moved = [quad + np.array(by) * 0.03 * tall for by in ((1, 0), (-1, 0), (0, 1), (0, -1))]
            moved += [quad.mean(0) + (quad - quad.mean(0)) * scale for scale in (0.96, 1.04)]
            assert fits[thing["code"]] > max(fit(picture, other, arts[thing["code"]]) for other in moved)
    assert seen >= 10


def test_a_camera_is_a_pinhole() -> None:
    """Some focal length makes the table's axes and its height three unit vectors at right angles to each other."""
    for seed in range(20):
        rng = np.random.default_rng(seed)
        camera = random_camera(rng, (960, 720), 3.0, 0.1 + 0.035 * seed)
        (a, b), c = (camera.matrix[:, 0], camera.matrix[:, 1]), camera.lift
        shift = np.array([[1, 0, -480.0], [0, 1, -360.0], [0, 0, 1]])
        a, b, c = shift @ a, shift @ b, shift @ c
        focal = np.hypot(a[0], a[1]) / np.sqrt(1 - a[2] ** 2)
        turned = np.array([[axis[0] / focal, axis[1] / focal, axis[2]] for axis in (a, b, c)])
        assert np.allclose(turned @ turned.T, np.eye(3), atol=1e-6)
        assert np.linalg.det(turned) == pytest.approx(-1)


def test_a_camera_finds_its_way_back() -> None:
    """The table point under a pixel is the one that was projected to it."""
    camera = random_camera(np.random.default_rng(5), (640, 480), 2.0, 0.5)
    points = np.array([[0.0, 0.0], [100, -40], [-70, 90]])
    assert np.allclose(camera.table(camera.pixels(points)), points)
    assert camera.scale() == pytest.approx(2.0, rel=0.2)


def test_a_card_covers_its_outline() -> None:
    """A card laid on the canvas owns the pixels inside its outline and no others."""
    quad = np.array([[60.0, 30], [150, 50], [140, 170], [40, 150]])
    canvas = Canvas.over(np.zeros((200, 220, 3), np.uint8))
    canvas.warp(np.full((140, 100, 4), 255, np.uint8), quad, 4, np.ones(3))
    inside = cv2.fillConvexPoly(np.zeros((200, 220), np.uint8), np.round(quad).astype(np.int32), 1)
    assert set(np.unique(canvas.owner)) == {NOTHING, 4}
    assert ((canvas.owner == 4) != (inside == 1)).mean() < 0.008
    assert canvas.picture[100, 100].tolist() == [255, 255, 255]


def test_a_covered_card_keeps_its_outline_and_shows_less(scenes: Rendered) -> None:
    """Where a later card lies over half of an earlier one, the earlier one has all four corners and shows less."""
    covered = 0
    for _, things in scenes:
        for i, under in enumerate(things):
            over = [thing for thing in things[i + 1 :] if thing["kind"] != "die"]
            if any(overlap(np.array(under["quad"]), np.array(other["quad"])) > 0.5 for other in over):
                covered += 1
                assert under["visible"] < 0.75
    assert covered >= 3


def test_crops_are_cut_from_scenes(folder: Path, scenes: Rendered) -> None:
    """Everything that shows enough becomes a crop with a label of the reader, and one empty place is cut beside."""
    for path, (_, things) in zip(sorted(folder.glob("*.json")), scenes, strict=True):
        samples = cut_scene(path)
        readable = [thing for thing in things if thing["visible"] >= LEAST_VISIBLE[thing["kind"]]]
        labels = [label for _, label, _, _ in samples]
        assert len([label for label in labels if label != "NOTHING"]) == len(readable)
        assert labels.count("NOTHING") <= 1
        for image, label, quad, _ in samples:
            assert image.shape == (SIZE[1], SIZE[0], 3)
            assert label in LABELS
            assert label != "NOTHING" or all(overlap(quad, np.array(t["quad"])) < 0.1 for t in things)
