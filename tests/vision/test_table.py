"""What steadily lies on a table: tracks, votes, what is hidden, and a knocked camera."""

from dataclasses import replace

import pytest

from vision.registration import Mark, Shift, registered
from vision.sightings import Back, Card, Die, Quad, Sightings
from vision.table import REST, Surface, Table

BARE = Surface(lambda _: 0.0, lambda _: True)
HIDDEN = Surface(lambda _: 0.0, lambda _: False)
NEVER_SEEN = Surface(lambda _: 0.0, lambda _: None)


def quad(x: float, y: float, wide: float = 60.0, high: float = 84.0) -> Quad:
    return ((x, y), (x + wide, y), (x + wide, y + high), (x, y + high))


def card(label: str, x: float, share: float = 0.99, y: float = 100.0) -> Card:
    return Card(label if share > 0.9 else None, share, ((label, share),), quad(x, y))


def seen(*cards: Card, backs: tuple[Back, ...] = (), dice: tuple[Die, ...] = ()) -> Sightings:
    return Sightings(1280, 720, cards, backs, dice, {})


def labels(table: Table) -> list[str | None]:
    return [thing.label for thing in table.settled]


def twice(*cards: Card, t: float = 1.0) -> Table:
    """A table on which these cards have been looked at twice."""
    return Table().after(seen(*cards), t - 0.2, BARE).after(seen(*cards), t, BARE)


def test_a_card_counts_after_two_looks() -> None:
    """One look settles nothing, two do, whether the card is read or not."""
    table = Table().after(seen(card("AS", 100), card("KS", 300, 0.8)), 1.0, BARE)
    assert (labels(table), table.is_at_rest) == ([], False)
    table = table.after(seen(card("AS", 100), card("KS", 300, 0.8)), 1.2, BARE)
    assert (labels(table), table.is_at_rest) == (["AS", None], True)


def test_what_moves_is_not_looked_at() -> None:
    """A sighting in a place where something has just moved neither counts nor ends what lies there."""
    table = twice(card("AS", 100))
    moving = Surface(lambda _: 2.0 - REST / 2, lambda _: True)
    assert labels(table.after(seen(card("KS", 100), card("QS", 300)), 2.0, moving)) == ["AS"]


def test_looks_that_disagree_leave_a_card_open() -> None:
    """A card that is read now so, now otherwise is not stated, and its candidates are told."""
    table = Table()
    for k, label in enumerate(("8S", "6S", "8S", "6S")):
        table = table.after(seen(card(label, 100, 0.95)), 1.0 + k, BARE)
    (thing,) = table.settled
    assert thing.label is None
    assert {name for name, _ in thing.candidates[:2]} == {"8S", "6S"}
    assert table.unread == (thing.quad,)


def test_looks_that_agree_make_a_card_sure() -> None:
    """A card on which the reader would have bet once, and which it reads alike again, is stated."""
    table = Table().after(seen(card("8S", 100, 0.95)), 1.0, BARE)
    for k in range(3):
        table = table.after(seen(card("8S", 100, 0.85)), 2.0 + k, BARE)
    assert labels(table) == ["8S"]


def test_a_reader_that_would_never_bet_is_not_believed() -> None:
    """However often a card is read alike, it is no statement while no look was worth a bet."""
    table = Table()
    for k in range(9):
        table = table.after(seen(card("8S", 100, 0.85)), 1.0 + k, BARE)
    assert labels(table) == [None]


def test_a_card_that_was_taken_away_is_gone_and_a_hidden_one_stays() -> None:
    """Where the bare table is seen the card is gone after two looks; under a hand it lies on for a minute."""
    table = twice(card("AS", 100))
    hidden = table
    for t in range(2, 62):
        hidden = hidden.after(seen(), float(t), HIDDEN)
    assert labels(hidden) == ["AS"]
    assert labels(hidden.after(seen(), 63.0, BARE)) == ["AS"]
    assert labels(hidden.after(seen(), 63.0, BARE).after(seen(), 64.0, BARE)) == []


def test_a_card_whose_place_was_never_seen_bare_is_gone_in_the_end() -> None:
    """Without knowing the table under it, a card that is not seen any more is given up after a while."""
    table = twice(card("AS", 100))
    for t in range(2, 30):
        table = table.after(seen(), float(t), NEVER_SEEN)
    assert labels(table) == []


def test_a_card_on_a_card_covers_it() -> None:
    """A card laid not quite on top takes the place of the one below, though an edge of that still shows."""
    table = twice(card("AS", 100))
    assert labels(table.after(seen(card("KS", 124)), 2.0, HIDDEN).after(seen(card("KS", 124)), 2.2, HIDDEN)) == ["KS"]


def test_a_card_exactly_on_a_card_is_another_thing() -> None:
    """The same place with another label is a new card once something has moved there, and a flicker before."""
    table = twice(card("AS", 100))
    moved = Surface(lambda _: 1.5, lambda _: True)
    (thing,) = table.after(seen(card("KS", 100)), 2.0, moved).after(seen(card("KS", 100)), 2.2, moved).settled
    assert (thing.label, thing.since) == ("KS", 2.0)
    flickering = table.after(seen(card("KS", 100)), 2.0, BARE).after(seen(card("KS", 100)), 2.2, BARE)
    (thing,) = flickering.settled
    assert (thing.label, thing.since) == (None, 0.8)


def test_a_pushed_card_leaves_no_ghost() -> None:
    """A card that lies half a card beside where it lay is there once."""
    table = twice(card("AS", 100))
    assert labels(table.after(seen(card("AS", 140)), 2.0, HIDDEN).after(seen(card("AS", 140)), 2.2, HIDDEN)) == ["AS"]


def test_a_pile_turned_where_it_lies_is_another_thing() -> None:
    """A back that lies across does not take over the track of the one that lay straight."""
    straight, across = Back(quad(100, 100)), Back(quad(88, 112, 84, 60))
    table = Table().after(seen(backs=(straight,)), 1.0, BARE).after(seen(backs=(straight,)), 1.2, BARE)
    turned = table.after(seen(backs=(across,)), 2.0, BARE).after(seen(backs=(across,)), 2.2, BARE)
    assert [thing.since for thing in turned.settled] == [2.0]


def test_a_die_is_read_by_its_pips() -> None:
    """The label of a die is its number of pips."""
    die = Die(5, 0.99, ((5, 0.99),), quad(100, 100, 24, 24))
    assert labels(Table().after(seen(dice=(die,)), 1.0, BARE).after(seen(dice=(die,)), 1.2, BARE)) == ["5"]


def test_a_knocked_camera_moves_all_things_and_renews_none() -> None:
    """When everything lies elsewhere by the same way, the same things lie there as before."""
    row = [card(label, 100.0 + 70 * k) for k, label in enumerate(("AS", "KS", "QS", "JS"))]
    table = twice(*row)
    knocked = [replace(each, quad=tuple((x + 41, y - 9) for x, y in each.quad)) for each in row]  # type: ignore[arg-type]
    after = table.after(seen(*knocked), 2.0, BARE)
    assert [thing.since for thing in after.settled] == [0.8] * 4
    assert after.shift is not None
    assert after.shift.of((100.0, 100.0)) == pytest.approx((141.0, 91.0), abs=0.5)


def test_one_card_that_moves_is_no_knock() -> None:
    """A single card that is pushed, or cards that go each their way, are no movement of the picture."""
    marks = [Mark("AS", (100, 100), 60), Mark("KS", (200, 100), 60), Mark("QS", (300, 100), 60)]
    assert registered(marks, [replace(marks[0], middle=(140, 100)), *marks[1:]]) is None
    apart = [
        replace(mark, middle=(mark.middle[0] + by, 100 + by)) for mark, by in zip(marks, (40, -50, 90), strict=True)
    ]
    assert registered(marks, apart) is None
    turned = [replace(mark, middle=Shift(0.99, 0.05, 20, 9).of(mark.middle)) for mark in marks]
    assert registered(marks, turned) is not None
