"""Labelled photographs of cards or of dice, in the words of the judge, and how well confidences keep their word."""

import json
import re
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from tqdm import tqdm

from companion.notation import to_line
from companion.read import noted
from models.measures.looking import Looks
from models.truth import PHOTOS, photos, reliability, sixty, sureness

JUDGE = PHOTOS.parent / "eval" / "score_reads.py"
FIGURES = Path(__file__).parents[1] / "figures.toml"
LINE = re.compile(r"recall +([\d.]+)%.*silent error +([\d.]+)%")
FIVE_SIX = re.compile(r"dice (?:5>6|6>5) (\d+)")

Label = dict[str, Any]


def cards(looks: Looks, kind: str) -> list[str]:
    """What the judge says of a `kind`'s card photographs; of `dev`, sixty fixed ones are noted in `figures.toml`."""
    labels, reads = _read(looks, kind, "cards")
    lines = [judged(labels, reads), *_kept_word(looks, kind)]
    return [*lines, _noted(labels, reads)] if kind == "dev" else lines


def dice(looks: Looks, kind: str) -> list[str]:
    """What the judge says of a `kind`'s dice photographs, on which no card lies."""
    said = judged(*_read(looks, kind, "dice"))
    return [said, f"5 against 6: {sum(map(int, FIVE_SIX.findall(said)))}"]


def _read(looks: Looks, kind: str, what: str) -> tuple[list[Label], dict[str, str]]:
    """The labels, and for each image what `railbird read` prints."""
    lines = (PHOTOS / kind / f"{what}.jsonl").read_text(encoding="utf-8").splitlines()
    labels: list[Label] = [json.loads(line) for line in lines]
    images = tqdm([str(label["image"]) for label in labels], desc=f"{kind} photographs of {what}")
    return labels, {image: to_line({"image": image, **noted(looks.at(PHOTOS / image))}) for image in images}


def _kept_word(looks: Looks, kind: str) -> list[str]:
    pairs = [pair for picture in photos(kind) for pair in sureness(picture, looks.seen(picture.path))]
    rows, error = reliability(pairs)
    return [
        f"expected calibration error {error:.4f} over {len(pairs)} readings; said, right (count):",
        "  ".join(f"{said:.2f} {right:.2f} ({count})" for count, said, right in rows),
    ]


def _noted(labels: list[Label], reads: dict[str, str]) -> str:
    recall, silent = LINE.search(judged(sixty(labels), reads)).groups()  # type: ignore[union-attr]
    FIGURES.write_text(f"[dev_60]\nrecall = {recall}\nsilent_error = {silent}\n", encoding="utf-8")
    return f"sixty of them: recall {recall} %, silent error {silent} %"


def judged(labels: list[Label], reads: dict[str, str]) -> str:
    """The judge's words on these labels."""
    with tempfile.TemporaryDirectory() as folder:
        truth, said = Path(folder, "labels.jsonl"), Path(folder, "reads.jsonl")
        truth.write_text("\n".join(json.dumps(label) for label in labels), encoding="utf-8")
        said.write_text("\n".join(reads[label["image"]] for label in labels), encoding="utf-8")
        command = [sys.executable, str(JUDGE), str(truth), str(said), "--by", "source", "--worst", "40"]
        return subprocess.run(command, check=True, capture_output=True, text=True).stdout
