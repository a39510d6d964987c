"""Lists of cards, names of spreads, decks on disk."""

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from companion.decks.files import LearnedDeck, load, path_of, save
from companion.decks.lists import DeckList, list_of, read_list
from companion.decks.showing import Showing
from companion.errors import DeckError
from engine.cards import DECK
from engine.oink.cards import DECK as OINK_DECK
from vision.learning import SHOWN_SIZE, Specimen
from vision.recogniser import learned

PICTURE = np.full((SHOWN_SIZE[1], SHOWN_SIZE[0], 3), 200, np.uint8)


def laid(*labels: str | None) -> list[Specimen]:
    """Cards of which the reader is sure, or not."""
    return [Specimen(PICTURE, label, True, True, 120) for label in labels]


def listed(tmp_path: Path, text: str) -> DeckList:
    path = tmp_path / "labels.txt"
    path.write_text(text, encoding="utf-8")
    return read_list(path)


def answering(*answers: str) -> tuple[list[str], Showing]:
    """A showing of the Oink deck to a person who gives these answers, and what it says."""
    said, left = list[str](), iter(answers)
    return said, Showing(list_of("oink"), said.append, lambda _: next(left))


def kept() -> LearnedDeck:
    rng = np.random.default_rng(1)
    names = [name for name in ("AB", "2B") for _ in range(8)]
    views = rng.normal(0, 0.1, (16, 20)) + np.repeat(rng.normal(0, 1, (2, 20)), 8, axis=0)
    return LearnedDeck(list_of("oink"), {"AB": [PICTURE, PICTURE], "2B": [PICTURE]}, learned(views, names), "weights")


def test_kinds_have_all_their_cards() -> None:
    """The spreads of a kind hold its deck, each card once, and at most seven together."""
    for kind, deck in (("standard", DECK), ("oink", OINK_DECK)):
        spreads = list_of(kind).spreads
        assert sorted(label for spread in spreads for label in spread) == sorted(map(str, deck))
        assert max(map(len, spreads)) <= 7


def test_words_mean_cards_as_people_write_them() -> None:
    """Lower case, T for 10 and suit signs will do; own labels are known in either case; other words are no cards."""
    standard, own = list_of("standard"), DeckList("labels", (("Fool", "fox", "FOX"),))
    assert [standard.parsed(word) for word in ("th", "a♠", "joker", "12P")] == ["10H", "AS", "JOKER", None]
    assert list_of("oink").parsed("12p") == "12P"
    assert [own.parsed(word) for word in ("fool", "FOX", "Fox", "x")] == ["Fool", "FOX", None, None]


def test_the_next_cards_are_those_not_shown() -> None:
    """Of the first spread that is not complete what is missing is wanted; nothing when all were shown."""
    deck = DeckList("labels", (("a", "b"), ("c", "d")))
    assert [deck.wanted(shown) for shown in ([], ["a"], "abd", "abcd")] == [("a", "b"), ("b",), ("c",), ()]
    assert deck.missing("bc") == ("a", "d")


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("", "fewer than two"),
        ("one", "fewer than two"),
        ("a b\nc a", "the label a twice"),
        (" ".join(map(str, range(15))), "15 labels in one line"),
        ("a BACK", "BACK"),
        ("a PIPS-9", "PIPS-9"),
        ("a " + "b" * 25, "choose a short word"),
    ],
)
def test_a_list_that_cannot_be_a_deck_is_refused(tmp_path: Path, text: str, fault: str) -> None:
    """The message names the file and the fault."""
    with pytest.raises(DeckError, match=fault) as told:
        listed(tmp_path, text)
    assert "labels.txt" in str(told.value)


def test_a_list_is_read_by_lines(tmp_path: Path) -> None:
    """Each line is a spread; empty lines and an editor's mark in front do not matter."""
    assert listed(tmp_path, "\ufeffa b\n\n c  d \n").spreads == (("a", "b"), ("c", "d"))
    with pytest.raises(DeckError, match="cannot be read"):
        read_list(tmp_path / "none.txt")
    (tmp_path / "latin.txt").write_bytes("ä b".encode("latin-1"))
    with pytest.raises(DeckError, match="UTF-8"):
        read_list(tmp_path / "latin.txt")
    with pytest.raises(DeckError, match="choose standard or oink"):
        list_of("tarot")


def test_unnamed_spreads_come_in_the_order_of_the_deck() -> None:
    """As many cards as come next are those; another number is refused, and nothing is learned of it."""
    said = list[str]()
    showing = Showing(list_of("oink"), said.append)
    assert not showing.take("a", laid(*[None] * 6))
    assert showing.take("b", laid(*[None] * 7))
    assert list(showing.pictures) == ["AB", "2B", "3B", "4B", "5B", "6B", "7B"]
    assert "7 come next (AB 2B" in said[0]


def test_a_standard_deck_may_be_shown_in_any_order() -> None:
    """What the reader is sure of is believed against the order; what it is not sure of is left out."""
    showing = Showing(list_of("standard"), lambda _: None)
    assert showing.guess(laid("7H", None, "KD", "2C", None, None, "AS")) == ("7H", None, "KD", "2C", None, None, "AS")
    assert showing.guess(laid("2S", None, "4S", "9D", None, None, None)) == showing.wanted
    assert showing.guess(laid("7H", "7H", "JOKER")) == (None, None, "JOKER")
    assert showing.guess(laid(None, None)) is None


def test_a_person_names_what_lies_there() -> None:
    """Enter takes the guess, names take its place, a wrong name or number is asked for again, - leaves it out."""
    said, showing = answering("", "8e 3E 9E", "3E 8e ?", "-")
    assert showing.take("1", laid(*[None] * 7))
    assert showing.take("2", laid(None, None, None))
    assert list(showing.pictures)[7:] == ["3E", "8E"]
    assert not showing.take("3", laid(None))
    assert said[1] == "2: 3E 8E ?"


@pytest.mark.parametrize(
    ("cards", "names", "fault"),
    [
        ([], ("AB",), "no card is seen"),
        (laid(None), ("AB", "2B"), "cards seen: 1, named: 2"),
        (laid(None, None), ("AB", "AB"), "AB is named twice"),
        ([Specimen(PICTURE, None, True, False, 120)], ("AB",), "cut off by the edge"),
        ([Specimen(PICTURE, None, True, True, 30)], ("AB",), "bring the camera nearer"),
    ],
)
def test_a_spread_that_cannot_be_learned_is_refused(cards: list[Specimen], names: tuple[str, ...], fault: str) -> None:
    """It is told why, and no card of it counts as shown."""
    said = list[str]()
    showing = Showing(list_of("oink"), said.append)
    assert not showing.take("picture", cards, names)
    assert fault in said[0]
    assert not showing.pictures


def test_a_pile_beside_the_spread_does_not_matter() -> None:
    """Where more is seen than named, what looks like a back is not counted, but strange faces are where they fit."""
    back = Specimen(PICTURE, "BACK", False, True, 120)
    showing = Showing(list_of("oink"), lambda _: None)
    assert showing.take("with a pile", [back, *laid(None, None)], ("AB", "2B"))
    assert showing.take("strange faces", [back, back, *laid(None)], ("3B", "4B", "5B"))
    assert not showing.take("too many", [back, *laid(None, None)], ("6B",))
    assert list(showing.pictures) == ["AB", "2B", "3B", "4B", "5B"]


def test_a_deck_comes_back_from_disk(tmp_path: Path) -> None:
    """List, pictures, what was learned and with which weights are as they were saved."""
    path, deck = path_of("piglets", tmp_path), kept()
    save(path, deck)
    again = load(path)
    assert again is not None
    assert (again.deck, again.weights, again.recogniser.labels) == (deck.deck, "weights", deck.recogniser.labels)
    assert {label: len(images) for label, images in again.pictures.items()} == {"AB": 2, "2B": 1}
    features = deck.recogniser.origin[None]
    assert again.recogniser.chances(features) == pytest.approx(deck.recogniser.chances(features), abs=1e-4)


def damaged(path: Path) -> Iterator[bytes]:
    """A deck's file cut short, emptied, and replaced by something else."""
    whole = path.read_bytes()
    yield from (whole[: len(whole) // 2], whole[:-10], b"", b"PK\x03\x04 no deck", b"text")


def test_a_damaged_deck_is_told(tmp_path: Path) -> None:
    """Whatever stands in the file, the message names it and what to do."""
    path = path_of("piglets", tmp_path)
    assert load(path) is None
    save(path, kept())
    for content in damaged(path):
        path.write_bytes(content)
        with pytest.raises(DeckError, match=r"piglets\.npz is damaged: .* --new"):
            load(path)


def test_a_deck_that_cannot_be_written_leaves_the_old_one(tmp_path: Path) -> None:
    """The message names another folder as the way out, and what was kept is still there."""
    path = path_of("piglets", tmp_path)
    save(path, kept())
    path.with_suffix(".part").mkdir()
    with pytest.raises(DeckError, match="--data"):
        save(path, kept())
    assert load(path) is not None


@pytest.mark.parametrize("name", ["", "a/b", "..", "a b", "x" * 41])
def test_a_name_that_no_file_can_have_is_refused(tmp_path: Path, name: str) -> None:
    """No name leads out of the data folder."""
    with pytest.raises(DeckError, match="letters, digits"):
        path_of(name, tmp_path)


def test_kinds_are_no_names(tmp_path: Path) -> None:
    """What --deck already means is not taken away."""
    with pytest.raises(DeckError, match="choose another"):
        path_of("standard", tmp_path)
