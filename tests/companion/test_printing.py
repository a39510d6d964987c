"""The printed Oink deck: what lies where on paper, what the file shows, and `railbird deck print`."""

import os
from argparse import Namespace
from collections import Counter
from collections.abc import Iterator
from contextlib import chdir
from itertools import combinations
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pypdfium2
import pytest
from numpy.typing import NDArray

from companion.cli import arguments, main
from companion.printing import card, images
from companion.printing.pdf import pdf
from companion.printing.sheet import EDGE, PAPERS, cuts, sheets
from engine.oink.cards import DECK

PAPER_NAMES = list(PAPERS)
POINT = 72 / 25.4
"""Points to a millimetre."""


def fails(capsys: pytest.CaptureFixture[str], *args: str) -> str:
    """The one line on standard error with which `railbird deck print` ends, status 2."""
    assert main(["deck", "print", *args]) == 2
    told = capsys.readouterr()
    assert (told.out, told.err.count("\n")) == ("", 1)
    return told.err


# The deck


def test_the_printed_deck_is_the_one_that_is_played() -> None:
    """The 49 cards are those of the rules, in the same order."""
    assert tuple(map(str, DECK)) == card.CODES


@pytest.mark.parametrize("code", ["QB", "AS", "AM", "", "BACK"])
def test_a_card_that_the_deck_lacks_has_no_face(code: str) -> None:
    """A number or symbol of another deck is refused, and so are the two in a pair that no card has."""
    with pytest.raises(KeyError):
        card.face(code)


# The sheets


@pytest.mark.parametrize("paper", PAPER_NAMES)
def test_every_card_is_printed_once(paper: str) -> None:
    """Six pages hold the 49 cards, nine to a page, each once."""
    pages = sheets(PAPERS[paper], backs=False)
    assert [len(page.places) for page in pages] == [9, 9, 9, 9, 9, 4]
    assert tuple(place.name for page in pages for place in page.places) == card.CODES


@pytest.mark.parametrize("paper", PAPER_NAMES)
def test_every_card_lies_where_a_printer_reaches(paper: str) -> None:
    """Cards of 63 x 88 mm lie a quarter of an inch or more from every edge, and none over another."""
    sheet = PAPERS[paper]
    for page in sheets(sheet, backs=True):
        corners = [place.corner for place in page.places]
        assert all(EDGE <= at.real <= sheet.width - EDGE - 63 for at in corners)
        assert all(EDGE <= at.imag <= sheet.height - EDGE - 88 for at in corners)
        apart = [one - other for one, other in combinations(corners, 2)]
        assert all(abs(way.real) > 63 - 1e-9 or abs(way.imag) > 88 - 1e-9 for way in apart)


@pytest.mark.parametrize("paper", PAPER_NAMES)
def test_the_back_of_each_card_meets_its_face(paper: str) -> None:
    """On a sheet turned over its long edge, a back lies behind every card and nowhere else."""
    pages = sheets(PAPERS[paper], backs=True)
    assert [page.is_front for page in pages] == [True, False] * 6
    for front, back in zip(pages[::2], pages[1::2], strict=True):
        assert {place.name for place in back.places} == {card.BACK}
        seen_through = [PAPERS[paper].width - 63 - place.corner.real + place.corner.imag * 1j for place in back.places]
        assert seen_through == pytest.approx([place.corner for place in front.places])


@pytest.mark.parametrize("paper", PAPER_NAMES)
def test_cut_marks_point_at_every_edge_of_the_cards(paper: str) -> None:
    """Each line along which to cut has a mark at both ends, on the sheet and off the cards."""
    sheet = PAPERS[paper]
    nine = sheets(sheet, backs=False)[0].places
    start, end = nine[0].corner, nine[8].corner + complex(63, 88)
    margin = [mark for mark in cuts(sheet) if not _inside(mark[0], start, end)]
    upright = Counter(round(one.real, 6) for one, other in margin if one.real == other.real)
    level = Counter(round(one.imag, 6) for one, other in margin if one.imag == other.imag)
    assert upright == {round(start.real + 63 * column, 6): 2 for column in range(4)}
    assert level == {round(start.imag + 88 * row, 6): 2 for row in range(4)}
    assert all(0 < at.real < sheet.width and 0 < at.imag < sheet.height for mark in margin for at in mark)


def _inside(at: complex, start: complex, end: complex) -> bool:
    return start.real < at.real < end.real and start.imag < at.imag < end.imag


# The file


@pytest.fixture(scope="module", params=PAPER_NAMES)
def printed(request: pytest.FixtureRequest) -> Iterator[tuple[str, Any]]:
    """The name of a paper and the opened file for it, with backs."""
    document = pypdfium2.PdfDocument(pdf(PAPERS[request.param], backs=True))
    yield request.param, document
    document.close()


def test_the_file_has_the_pages_and_the_size_of_the_paper(printed: tuple[str, Any]) -> None:
    """Twelve sides, each as large as the paper to a hundredth of a millimetre."""
    paper, document = printed
    assert len(document) == 12
    wanted = (PAPERS[paper].width * POINT, PAPERS[paper].height * POINT)
    assert all(page.get_size() == pytest.approx(wanted, abs=0.01 * POINT) for page in document)


def test_the_file_shows_the_very_cards_of_the_pictures(printed: tuple[str, Any]) -> None:
    """Cut out at its place, each printed card agrees with its picture, and backs lie on the second side."""
    paper, document = printed
    for side, page in zip(sheets(PAPERS[paper], backs=True)[-4:], list(document)[-4:], strict=True):
        pixels = page.render(scale=8 / POINT - 1e-6).to_numpy()[..., :3]
        for place in side.places:
            assert _difference(pixels, place.corner, place.name) < 2.5, place


def _difference(pixels: NDArray[Any], corner: complex, name: str) -> float:
    """The mean difference (of 255) at 8 pixels a millimetre, 2 mm inside the edge of the card."""
    left, top = round(corner.real * 8), round(corner.imag * 8)
    cut = pixels[top : top + 88 * 8, left : left + 63 * 8].astype(np.float64)
    drawn = images.image(card.drawing(name), 88 * 8)[..., :3].astype(np.float64)
    return float(np.abs(cut - drawn)[16:-16, 16:-16].mean())


def test_the_file_is_the_same_each_time_and_holds_no_font() -> None:
    """Two files of one deck are equal to the byte; numbers are curves, not text."""
    once = pdf(PAPERS["a4"], backs=True)
    assert once == pdf(PAPERS["a4"], backs=True)
    document = pypdfium2.PdfDocument(once)
    assert document[0].get_textpage().get_text_range() == ""
    assert b"/PrintScaling /None" in once
    assert b"/Duplex /DuplexFlipLongEdge" in once


# The command


def test_the_command_writes_the_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Without -o the file is named after deck and paper and lies in the working folder; one line says what to do."""
    with chdir(tmp_path):
        assert main(["deck", "print", "oink"]) == 0
    assert capsys.readouterr().out == "oink-a4.pdf: 49 cards on 6 pages; print at 100 %\n"
    assert len(pypdfium2.PdfDocument(tmp_path / "oink-a4.pdf")) == 6


def test_the_command_takes_paper_backs_and_a_name(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Letter paper, with backs, under another name."""
    path = tmp_path / "deck.pdf"
    assert main(["deck", "print", "oink", "--paper", "letter", "--backs", "-o", str(path)]) == 0
    assert capsys.readouterr().out.endswith("on 12 pages; print at 100 %, on both sides, turned over the long edge\n")
    assert pypdfium2.PdfDocument(path)[0].get_size() == pytest.approx((612, 792))


def test_a_file_is_replaced_only_when_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A file that is there stays as it is, until --force."""
    path = tmp_path / "deck.pdf"
    path.write_text("dear to somebody", encoding="utf-8")
    told = fails(capsys, "oink", "-o", str(path))
    assert told == f"railbird: {path} is there already: give another name, or --force to replace it\n"
    assert path.read_text(encoding="utf-8") == "dear to somebody"
    assert main(["deck", "print", "oink", "-o", str(path), "--force"]) == 0
    assert path.read_bytes().startswith(b"%PDF")


def test_what_cannot_be_printed_is_told_in_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    """An unknown deck or paper is named together with those that are known."""
    assert fails(capsys, "tarot") == "railbird: there is no deck called tarot to print: oink is the only one\n"
    assert fails(capsys, "oink", "--paper", "a5") == (
        "railbird: there is no paper called a5: choose a4 or letter with --paper\n"
    )


@pytest.mark.parametrize(
    ("name", "words"),
    [("nowhere/deck.pdf", "make it first"), ("folder", "is a folder: name a file in it"), ("file/deck.pdf", "written")],
)
def test_a_place_that_cannot_be_written_is_told_in_one_line(
    name: str, words: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A folder that is not there, a folder in place of a file and a file in place of a folder are told apart."""
    (tmp_path / "folder").mkdir()
    (tmp_path / "file").touch()
    assert words in fails(capsys, "oink", "-o", str(tmp_path / name))


def test_pictures_need_a_folder(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A file in place of the folder for pictures is named."""
    (tmp_path / "file").touch()
    assert "cannot be a folder for pictures" in fails(capsys, "oink", "--images", str(tmp_path / "file"))


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="everything may be written by root")
def test_a_folder_without_leave_to_write_is_told_in_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A folder that may only be read is told in the words of the system."""
    tmp_path.chmod(0o500)
    assert "cannot be written" in fails(capsys, "oink", "-o", str(tmp_path / "deck.pdf"))
    assert "cannot be written" in fails(capsys, "oink", "--images", str(tmp_path))


def test_every_card_becomes_a_picture(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A PNG file for each of the 49 codes and the back, 880 x 630 pixels, clear at the corners only."""
    folder = tmp_path / "new" / "oink"
    assert main(["deck", "print", "oink", "--images", str(folder)]) == 0
    assert capsys.readouterr().out.endswith("oink: 49 cards and the back as pictures, 880 pixels high\n")
    assert {path.name for path in folder.iterdir()} == {f"{name}.png" for name in (*card.CODES, "BACK")}
    for path in folder.iterdir():
        picture = cv2.imread(str(path), cv2.IMREAD_UNCHANGED)
        assert picture is not None
        assert picture.shape == (880, 630, 4)
        alpha = picture[..., 3]
        assert alpha[::879, ::629].max() == 0
        assert alpha[440].min() == alpha[:, 315].min() == 255
        assert (alpha == 255).mean() > 0.998
    assert "is there already" in fails(capsys, "oink", "--images", str(folder))


def test_the_command_takes_what_it_promises(capsys: pytest.CaptureFixture[str]) -> None:
    """The options and defaults are those that the help names; a file and pictures are not asked for together."""
    parsed: Namespace = arguments().parse_args(["deck", "print", "oink"])
    given = {name: value for name, value in vars(parsed).items() if name != "command"}
    assert given == {
        "deck": "oink",
        "paper": "a4",
        "backs": False,
        "output": None,
        "images": None,
        "force": False,
    }
    with pytest.raises(SystemExit) as stopped:
        main(["deck", "print", "oink", "-o", "a.pdf", "--images", "b"])
    assert stopped.value.code == 2
    assert "not allowed with" in capsys.readouterr().err
