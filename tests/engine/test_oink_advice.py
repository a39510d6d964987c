"""What an Oink player is told to hope for, against counting by hand with the naive evaluator."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache, reduce
from itertools import combinations
from random import Random

import pytest

from engine import oink
from engine.advice import Chance
from engine.oink.actions import (
    Accepted,
    Action,
    Challenged,
    Changed,
    Declined,
    DiceRolled,
    GameStarted,
    Passed,
)
from engine.oink.advice import Advice, Knock, Option, View
from engine.oink.cards import DECK, OinkCard
from engine.oink.hands import Category
from engine.oink.state import State
from tests.engine import naive_oink as naive
from tests.engine.oink_tables import NAMES, hand, refused, shown

Cards = tuple[OinkCard, ...]
POSITIONS = range(50)


@dataclass(frozen=True)
class Position:
    """A table at which Aki asks, and what is hidden: cards that Ben certainly holds, and the rest."""

    state: State
    view: View
    kept: Cards
    unseen: Cards

    def others(self, without: Sequence[OinkCard] = ()) -> Iterator[Cards]:
        """Every hand that Ben may hold."""
        free = [card for card in self.unseen if card not in without]
        return (self.kept + drawn for drawn in combinations(free, 5 - len(self.kept)))


def position(seed: int) -> Position:
    """Eight cards are unseen; every other position comes after a deal from which Ben kept two cards."""
    draw = Random(seed)
    state, kept, own = _later(draw) if seed % 2 else _early(draw)
    fixed = {*state.captured, *kept, *own}
    free = draw.sample([card for card in DECK if card not in fixed], 49 - len(fixed))
    more, rest = tuple(free[: 5 - len(own)]), free[5 - len(own) :]
    return Position(state, View(own + more, tuple(rest[8:])), kept, tuple(rest[:8]))


def _early(draw: Random) -> tuple[State, Cards, Cards]:
    dice = {"Aki": draw.randint(1, 6), "Ben": draw.randint(1, 6)}
    return oink.start(GameStarted(NAMES, 15, {}, dice, "Aki")), (), ()


SHOWN = shown(Aki="7B AB 2B 3B 9W", Ben="8E 8F 9F 10L KW")
FIRST: tuple[Action, ...] = (
    DiceRolled("Aki", 4),
    DiceRolled("Ben", 3),
    Changed("Aki", 2),
    Challenged("Aki"),
    Accepted("Ben"),
    SHOWN,
)


def _later(draw: Random) -> tuple[State, Cards, Cards]:
    turns: list[Action] = []
    for _ in range(6):
        turns += [Changed("Aki", 5), Passed("Aki"), DiceRolled("Ben", draw.randint(1, 6)), Passed("Ben")]
    state = reduce(oink.apply, (*FIRST, *turns), oink.start(GameStarted(NAMES)))
    return state, hand("8E 8F"), ()


@cache
def mine(held: Cards, joker: int) -> naive.Key:
    return naive.key(held, joker, thorough=False)


def counted(
    place: Position, own: Cards, joker: int, without: Sequence[OinkCard] = ()
) -> list[tuple[int, int, int, int]]:
    """For each hand of Ben's: won, tied, points accepted, points declined."""
    return [
        (
            mine(own, joker) > mine(other, joker),
            mine(own, joker) == mine(other, joker),
            naive.points(own, other, joker),
            naive.declined(own, other, joker),
        )
        for other in place.others(without)
    ]


def means(lines: Sequence[tuple[int, int, int, int]]) -> list[float]:
    return [sum(column) / len(lines) for column in zip(*lines, strict=True)]


def values(knock: Knock) -> list[float]:
    return [knock.win.value, knock.tie.value, knock.accepted.value, knock.declined.value]


def joker_of(state: State) -> int:
    return sum(state.dice.values())


def option(advice: Advice, *discards: OinkCard) -> Option:
    (found,) = (each for each in advice.options if set(each.discards) == set(discards))
    return found


def beaten(chances: Sequence[naive.Key]) -> list[float]:
    """How often each hand, weakest first, is beaten by hands of these strengths."""
    return [sum(key[0] > step for key in chances) / len(chances) for step in range(len(naive.NAMES))]


@pytest.mark.parametrize("seed", POSITIONS)
def test_a_knock_now_brings_what_counting_by_hand_says(seed: int) -> None:
    """Chances and expected points are those over every hand that the other may hold."""
    place = position(seed)
    advice = oink.advise(place.state, "Aki", view=place.view)
    assert values(advice.knock) == pytest.approx(means(counted(place, place.view.hand, joker_of(place.state))))
    assert advice.knock.accepted.exact


@pytest.mark.parametrize("seed", POSITIONS[::10])
def test_a_roll_brings_what_counting_by_hand_says(seed: int) -> None:
    """The six numbers of the die are equally likely, each with its joker."""
    place = position(seed)
    rolled = option(oink.advise(place.state, "Aki", view=place.view))
    jokers = [value + place.state.dice["Ben"] for value in range(1, 7)]
    lines = [line for joker in jokers for line in counted(place, place.view.hand, joker)]
    assert rolled.knock
    assert values(rolled.knock) == pytest.approx(means(lines))
    assert [chance.value for chance in rolled.beats.values()] == pytest.approx(
        beaten([mine(place.view.hand, joker) for joker in jokers])
    )


@pytest.mark.parametrize("seed", POSITIONS)
def test_each_change_beats_hands_as_often_as_counting_by_hand_says(seed: int) -> None:
    """For every change, the chance to hold a stronger hand than each category is that over every draw."""
    place = position(seed)
    advice = oink.advise(place.state, "Aki", view=place.view)
    changes = [each for each in advice.options if each.discards]
    assert len(changes) == (15 if seed % 2 else 25)
    for change in Random(seed).sample(changes, 6):
        kept = tuple(card for card in place.view.hand if card not in change.discards)
        drawn = [kept + new for new in combinations(place.unseen, len(change.discards))]
        chances = beaten([mine(held, joker_of(place.state)) for held in drawn])
        assert list(change.beats) == list(Category)
        assert [chance.value for chance in change.beats.values()] == pytest.approx(chances)
        assert change.knock is None


@pytest.mark.parametrize("seed", POSITIONS[::10])
def test_a_knock_after_a_change_is_sampled_within_its_error_bar(seed: int) -> None:
    """With the caller's generator the expected points are those of counting by hand, within four standard errors."""
    place = position(seed)
    change = option(oink.advise(place.state, "Aki", Random(seed), view=place.view, samples=400), place.view.hand[0])
    joker = joker_of(place.state)
    lines = [
        line for new in place.unseen for line in counted(place, (*place.view.hand[1:], new), joker, without=(new,))
    ]
    assert change.knock
    for chance, mean in zip(
        (change.knock.win, change.knock.tie, change.knock.accepted, change.knock.declined), means(lines), strict=True
    ):
        assert not chance.exact
        assert abs(chance.value - mean) <= 4 * chance.error


def test_the_same_generator_gives_the_same_advice() -> None:
    """Chance is the caller's: one seed, one advice."""
    place = position(3)
    one, two = (oink.advise(place.state, "Aki", Random(5), view=place.view, samples=20) for _ in range(2))
    assert one == two


def test_a_full_table_is_advised_exactly() -> None:
    """A pair of aces or so from a fresh deck: 44 cards unseen, every change and the roll."""
    state = reduce(oink.apply, FIRST[:2], oink.start(GameStarted(NAMES)))
    advice = oink.advise(state, "Aki", view=View(hand("8F 9F 9L KW 2E")))
    assert len(advice.options) == 32
    one = option(advice, *hand("2E"))
    three = sum(card.number == 9 for card in DECK) - 2 + 7
    assert one.beats[Category.TWO_PAIR].value == pytest.approx(three / 44)
    assert one.beats[Category.ROYAL_STRAIGHT] == Chance(0.0)
    assert 0 < advice.knock.win.value < 1


def test_a_hand_that_lies_wholly_open_leaves_no_chance() -> None:
    """A tie leaves all ten cards known: a knock wins or not for certain."""
    pigs = shown(Aki="3E 4F 5L 8M 12W", Ben="2E 4B 6L 9M KW")
    state = reduce(oink.apply, (*FIRST[:5], pigs), oink.start(GameStarted(NAMES)))
    assert oink.advise(state, "Aki", view=View(hand("3E 4F 5L 8M 12W"))).knock.tie == Chance(1.0)


def test_a_player_who_has_changed_has_no_further_options() -> None:
    """Who has changed decides about the knock alone; the other still has a change or roll to come, until it is done."""
    state = reduce(oink.apply, FIRST[:3], oink.start(GameStarted(NAMES)))
    own = View(hand("8F 9F 9L KW 2E"))
    assert oink.advise(state, "Aki", view=own).options == ()
    assert oink.advise(state, "Ben", view=own).options
    showing = oink.apply(oink.apply(state, Challenged("Aki")), Declined("Ben"))
    assert oink.advise(showing, "Ben", view=own).options == ()


@pytest.mark.parametrize(
    ("steps", "player", "view", "codes"),
    [
        (2, "Zed", View(()), ["bad_player"]),
        (2, "", View(()), ["bad_player"]),
        (1, "Aki", View(hand("8F 9F 9L KW 2E")), ["illegal_event"]),
        (2, "Aki", View(hand("8F 9F 9L KW")), ["bad_hand_size"]),
        (2, "Aki", View(hand("8F 9F 9L KW KW")), ["duplicate_card"]),
        (3, "Aki", View(hand("8F 9F 9L KW 2E"), hand("2E")), ["duplicate_card"]),
        (2, "Aki", View(hand("8F 9F 9L KW 2E"), hand("3E")), ["illegal_event"]),
        (6, "Aki", View(hand("2B 3B 9W 7B 8E")), ["duplicate_card", "illegal_event"]),
    ],
)
def test_what_cannot_be_is_not_advised_on(steps: int, player: str, view: View, codes: list[str]) -> None:
    """Strangers, no deal in play, impossible hands, captured or kept cards and too many discards are refused."""
    state = reduce(oink.apply, FIRST[:steps], oink.start(GameStarted(NAMES)))
    assert [code for code, _ in refused(lambda: oink.advise(state, player, view=view))] == codes
