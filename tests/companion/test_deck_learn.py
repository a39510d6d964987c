"""`railbird deck learn` with the weights that come with railbird, on drawn tables."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

from companion.cli import main
from companion.decks.files import load, save
from datasets.decks.pack import pack_drawn
from datasets.scenes.decks import Deck, packed_deck
from tests.companion.laid import BROWN, film, table, write

HELD_OUT = 9004
"""A drawn deck of the validation split."""
SPREADS = (("AS", "10H", "QD", "7C", "KH"), ("2S", "9D", "JC", "4H", "AD"))


@pytest.fixture(scope="session")
def deck(tmp_path_factory: pytest.TempPathFactory) -> Deck:
    folder = tmp_path_factory.mktemp("packed")
    try:
        pack_drawn(HELD_OUT, folder)
    except FileNotFoundError as error:
        pytest.skip(f"needs Debian's fonts: {error}")
    return packed_deck(f"drawn-{HELD_OUT}", folder)


@pytest.fixture(scope="session")
def learned(deck: Deck, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A data folder with the deck `mine`, ten cards of which were shown in two pictures named after them."""
    folder = tmp_path_factory.mktemp("learned")
    for spread in SPREADS:
        write(folder / "shown" / f"{' '.join(spread)}.png", table(deck, spread))
    assert main(["deck", "learn", "mine", str(folder / "shown"), "--data", str(folder)]) == 1
    return folder


def read(capsys: pytest.CaptureFixture[str], picture: Path, data: Path) -> list[str | None]:
    """The cards stated, from left to right."""
    capsys.readouterr()
    assert main(["read", str(picture), "--deck", "mine", "--data", str(data)]) == 0
    cards = json.loads(capsys.readouterr().out)["cards"]
    return [card["card"] for card in sorted(cards, key=lambda card: sum(x for x, _ in card["quad"]))]


def test_what_was_shown_is_read_elsewhere(
    deck: Deck, learned: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """On another table, in half the light, laid in another order, no card is named wrongly and most are named."""
    order = ("JC", "QD", "AD", "KH", "2S")
    write(tmp_path / "table.png", table(deck, order, BROWN, 0.55))
    stated = read(capsys, tmp_path / "table.png", learned)
    assert len(stated) == len(order)
    assert all(card in (code, None) for card, code in zip(stated, order, strict=True))
    assert sum(card is not None for card in stated) >= 3


def test_a_card_that_was_not_shown_is_not_stated(
    deck: Deck, learned: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Cards of the same deck that nobody has shown are asked about."""
    write(tmp_path / "table.png", table(deck, ("3H", "6D", "QS", "5C", "8H")))
    assert set(read(capsys, tmp_path / "table.png", learned)) == {None}


def test_the_report_names_what_is_missing(
    deck: Deck, learned: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A further picture adds its cards to those known, and those still missing are named."""
    write(tmp_path / "more" / "3s_4S.png", table(deck, ("3S", "4S")))
    copy = tmp_path / "data"
    (copy / "decks").mkdir(parents=True)
    (copy / "decks" / "mine.npz").write_bytes((learned / "decks" / "mine.npz").read_bytes())
    assert main(["deck", "learn", "mine", str(tmp_path / "more"), "--data", str(copy)]) == 1
    told = capsys.readouterr().out
    assert "3s_4S.png: 3S 4S" in told
    assert "12 of 52 cards are known" in told
    assert "Still to be seen: 5S 6S 7S 8S" in told


def test_another_reader_learns_the_deck_again(
    deck: Deck, learned: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A deck learned with other weights is read all the same, and kept as learned with these."""
    kept, path = load(learned / "decks" / "mine.npz"), tmp_path / "decks" / "mine.npz"
    assert kept is not None
    save(path, replace(kept, weights="of yore", recogniser=replace(kept.recogniser, limit=0.0)))
    write(tmp_path / "table.png", table(deck, SPREADS[0]))
    assert any(read(capsys, tmp_path / "table.png", tmp_path))
    again = load(path)
    assert again is not None
    assert again.weights == kept.weights


def test_a_list_names_what_pictures_show(deck: Deck, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """cards.txt names the cards of pictures that have any name, and the labels are one's own."""
    write(tmp_path / "p" / "IMG_1.png", table(deck, SPREADS[0]))
    (tmp_path / "p" / "cards.txt").write_text("IMG_1.png: fool wheel star moon sun\n", encoding="utf-8")
    (tmp_path / "labels.txt").write_text("moon sun star\nfool wheel\n", encoding="utf-8")
    options = ["--labels", str(tmp_path / "labels.txt"), "--data", str(tmp_path)]
    assert main(["deck", "learn", "arcana", str(tmp_path / "p"), *options]) == 0
    assert "arcana: 5 of 5 cards are known" in capsys.readouterr().out


def test_a_deck_is_shown_in_a_film(deck: Deck, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Each spread is asked for, taken once when it lies still, and followed by the next."""
    (tmp_path / "labels.txt").write_text("one two three four five\nsix seven eight nine ten\n", encoding="utf-8")
    film(tmp_path / "deck.mp4", deck, (SPREADS[0], SPREADS[0], SPREADS[1]))
    options = ["--labels", str(tmp_path / "labels.txt"), "--data", str(tmp_path)]
    assert main(["deck", "learn", "filmed", str(tmp_path / "deck.mp4"), *options]) == 0
    told = capsys.readouterr().out
    assert told.count("then hands off") == 2
    assert "filmed: 10 of 10 cards are known" in told


@pytest.mark.parametrize(
    ("options", "fault"),
    [
        (["read", "x.png", "--deck", "nobody"], "there is no deck called nobody"),
        (["deck", "learn", "a/b", "."], "cannot be a deck's name"),
        (["deck", "learn", "oink", "."], "is the name of a kind of deck"),
        (["deck", "learn", "mine", ".", "--kind", "tarot"], "there is no kind of deck called tarot"),
        (["deck", "learn", "mine", "nowhere"], "no file, folder or camera called nowhere"),
        (["deck", "learn", "mine", "demo:nothing"], "no file, folder or camera"),
    ],
)
def test_what_cannot_be_learned_is_told_in_one_line(
    options: list[str], fault: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Status 2, one line on standard error, nothing kept."""
    assert main([*options, "--data", str(tmp_path)]) == 2
    told = capsys.readouterr().err
    assert fault in told
    assert told.count("\n") == 1
    assert not list(tmp_path.rglob("*.npz"))


def test_pictures_without_a_card_teach_nothing(deck: Deck, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Each picture is told what is wrong with it, and without two cards no deck is kept."""
    write(tmp_path / "p" / "AS 2S.png", table(deck))
    write(tmp_path / "p" / "3S.png", table(deck, ("3S", "4S")))
    assert main(["deck", "learn", "mine", str(tmp_path / "p"), "--data", str(tmp_path)]) == 2
    told = capsys.readouterr()
    assert "AS 2S.png: no card is seen" in told.out
    assert "3S.png: cards seen: 2, named: 1" in told.out
    assert "at least 2 of its cards must be shown" in told.err
    assert not list(tmp_path.rglob("*.npz"))


def test_a_list_that_names_no_picture_is_refused(
    deck: Deck, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The line is named, so that a slip in cards.txt is found."""
    write(tmp_path / "p" / "a.png", table(deck, ("3S", "4S")))
    (tmp_path / "p" / "cards.txt").write_text("a.png: 3S 4S\nb.png: 5S\n", encoding="utf-8")
    assert main(["deck", "learn", "mine", str(tmp_path / "p"), "--data", str(tmp_path)]) == 2
    assert "line 2 of" in capsys.readouterr().err


def test_another_deck_under_a_known_name_is_refused(learned: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """An Oink deck does not take the place of a standard one by accident."""
    options = ["--kind", "oink", "--data", str(learned)]
    assert main(["deck", "learn", "mine", str(learned / "shown"), *options]) == 2
    assert "--new to forget it" in capsys.readouterr().err
