"""Cut sheets that show a whole deck into single cards, and name them.

A card code is a rank (A, 2 .. 10, J, Q, K) and a suit letter (C, D, H, S), or JOKER, JOKER2, BACK, BACK2 ...
"""

import cv2
import numpy as np

from datasets.decks.outline import SOLID, Image

COURTS = ("J", "Q", "K")
RANKS = ("A", *map(str, range(2, 11)), *COURTS)


def line_codes(line: str) -> list[str]:
    """Codes of one row: `S:A,2,K` or `S:*` for ace to king of one suit, `X:JOKER,BACK`; `-` is no card."""
    suit, names = line.split(":")
    words = RANKS if names == "*" else names.split(",")
    alone = suit == "X"
    return [word if alone or word == "-" else word + suit for word in words]


def grid(sheet: Image, columns: int, rows: int, lines: list[str]) -> dict[str, Image]:
    """Cards of a regular sheet of `columns` x `rows` cards; `lines` names them row by row."""
    height, width = sheet.shape[:2]
    cards = {}
    for row, line in enumerate(lines):
        top, bottom = round(row * height / rows), round((row + 1) * height / rows)
        for column, code in enumerate(line_codes(line)):
            left, right = round(column * width / columns), round((column + 1) * width / columns)
            cards[code] = sheet[top:bottom, left:right]
    return cards


def solid_boxes(sheet: Image) -> list[tuple[int, int, int, int]]:
    """Boxes (x, y, w, h) of the separate solid areas that are of a card's size, in any order."""
    solid = (sheet[..., 3] >= SOLID).astype(np.uint8)
    _, _, stats, _ = cv2.connectedComponentsWithStats(solid, connectivity=4)
    boxes = [(int(x), int(y), int(w), int(h)) for x, y, w, h, _ in stats[1:]]
    tall = float(np.median([h for _, _, _, h in boxes if h > sheet.shape[0] / 15]))
    return [box for box in boxes if 0.85 < box[3] / tall < 1.15 and 0.5 < box[2] / box[3] < 0.9]


def reading_order(boxes: list[tuple[int, int, int, int]]) -> list[list[tuple[int, int, int, int]]]:
    """Boxes in rows from the top, each row from the left."""
    rows: list[list[tuple[int, int, int, int]]] = []
    for box in sorted(boxes, key=lambda box: box[1] + box[3] / 2):
        if rows and box[1] + box[3] / 2 < rows[-1][0][1] + rows[-1][0][3]:
            rows[-1].append(box)
        else:
            rows.append([box])
    return [sorted(row) for row in rows]


def blobs(sheet: Image, lines: list[str]) -> dict[str, Image]:
    """Cards of a sheet where they lie apart; `lines` names them row by row."""
    rows = reading_order(solid_boxes(sheet))
    names = [line_codes(line) for line in lines]
    if [len(row) for row in rows] != [len(line) for line in names]:
        raise ValueError(f"found rows of {[len(row) for row in rows]} cards")
    cards = {}
    for row, line in zip(rows, names, strict=True):
        for (x, y, width, height), code in zip(row, line, strict=True):
            cards[code] = sheet[y : y + height, x : x + width]
    cards.pop("-", None)
    return cards
