"""Names of players: what may be one, and what is said of one that may not."""

import pytest

from companion.doubts import Kind
from companion.names import name_doubts, trimmed


def kinds(*names: str) -> list[tuple[Kind, int | None]]:
    """What is wrong with these names, and at which seat."""
    return [(doubt.kind, doubt.seat) for doubt in name_doubts(trimmed(names))]


@pytest.mark.parametrize(
    "name", ["あき", "👨‍👩‍👧", "🏴󠁧󠁢󠁥󠁮󠁧󠁿", "👩🏽‍🚀 Zoë", "नेहा", "می‌خواهم", 'O\'Brien, "Bob"', "B" * 24, "👨‍👩‍👧" * 24]
)
def test_any_text_that_can_be_seen_is_a_name(name: str) -> None:
    """Joined emoji, any script and punctuation are names; what is joined counts as one letter."""
    assert kinds("Aki", name) == []


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("", Kind.NAME_EMPTY),
        (" \u3000", Kind.NAME_EMPTY),
        ("\u200d", Kind.NAME_EMPTY),
        ("Aki", Kind.NAME_TWICE),
        (" Aki ", Kind.NAME_TWICE),
        ("B" * 25, Kind.NAME_LONG),
        ("B\nen", Kind.NAME_UNPRINTABLE),
        ("Ben\ud800", Kind.NAME_UNPRINTABLE),
    ],
)
def test_a_fault_is_told_with_its_seat(name: str, kind: Kind) -> None:
    """A name that is empty, taken, too long or not to be shown is refused as such, and its seat is named."""
    assert kinds("Aki", name) == [(kind, 1)]
    (doubt,) = name_doubts(trimmed(("Aki", name)))
    assert doubt.message.startswith("Player 2 ")


def test_all_faults_are_told() -> None:
    """The number of players and every name are judged, each fault by itself."""
    assert kinds("", *"ABCDEFG", "A") == [(Kind.PLAYERS, None), (Kind.NAME_EMPTY, 0), (Kind.NAME_TWICE, 8)]
