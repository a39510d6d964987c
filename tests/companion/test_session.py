"""A game at one table: scoring, doubts, corrections, undo, and going on after a stop."""

from collections.abc import Sequence
from contextlib import closing
from itertools import count
from pathlib import Path

import pytest

from companion.doubts import Kind
from companion.session import ActionRefusedError, Session
from companion.settling import PATIENCE, STEADY
from companion.store import Store
from companion.watcher import Look
from engine.cards import DECK, parse_card
from tests.companion.prepared import PLAYERS, ROUND_ONE, ROUND_TWO, Code, sightings

numbers = count(1)


def lay(session: Session, hands: Sequence[Sequence[Code]]) -> None:
    """Shows the session a table until it has come to rest."""
    look = Look(next(numbers), b"", sightings(hands))
    for _ in range(STEADY + PATIENCE):
        session.see(look)


def score(session: Session, sure: bool = False) -> None:
    seen = session.snapshot()
    session.score(seen.game.state.round, seen.reading, sure)


def refused(session: Session, sure: bool = False) -> set[Kind]:
    """The kinds of doubt with which scoring is refused; nothing may change by it."""
    before = session.snapshot()
    with pytest.raises(ActionRefusedError) as refusal:
        score(session, sure)
    assert session.snapshot() == before
    return {doubt.kind for doubt in refusal.value.doubts}


def test_a_round_is_scored_with_the_hands_on_the_table(session: Session) -> None:
    """Scoring ranks the shown hands by the engine, and the next round is in play."""
    lay(session, ROUND_ONE)
    score(session)
    state = session.snapshot().game.state
    assert state.scores == {"Aki": 2, "Ben": 1, "Chie": 0}
    assert (state.round, state.starter) == (2, "Aki")


def test_the_same_table_is_not_scored_twice(session: Session) -> None:
    """Cards that still lie from the round scored last are no hands of the next round."""
    lay(session, ROUND_ONE)
    score(session)
    assert refused(session, sure=True) == {Kind.SCORED}


@pytest.mark.parametrize(
    ("row", "kind"),
    [
        (("2S", "2H", ("2D", "3D"), "5C", "6C"), Kind.UNREAD),
        (("2S", "2H", "2D", "5C", "5C"), Kind.TWICE),
        (("2S", "2H", "2D", "5C", "AS"), Kind.SEEN_BEFORE),
        (("2S", "2H", "2D", "5C", "6C", "7C"), Kind.TOO_MANY),
    ],
)
def test_a_doubtful_hand_is_never_scored(session: Session, row: tuple[Code, ...], kind: Kind) -> None:
    """A round with an unread, doubled, already played (R13) or surplus card is refused even when one is sure."""
    lay(session, ROUND_ONE)
    score(session)
    lay(session, (row, *ROUND_TWO[1:]))
    assert {doubt.kind for doubt in session.snapshot().doubts} == {kind}
    assert refused(session, sure=True) == {kind}


def test_a_short_hand_is_scored_only_by_somebody_who_was_asked(session: Session) -> None:
    """Fewer than five cards (R10) are refused at first, and scored when somebody is sure."""
    lay(session, (ROUND_ONE[0][:4], *ROUND_ONE[1:]))
    assert refused(session) == {Kind.SHORT}
    score(session, sure=True)
    assert session.snapshot().game.state.scores == {"Aki": 0, "Ben": 2, "Chie": 1}


def test_moving_cards_are_not_scored(session: Session) -> None:
    """A hand that has just changed is refused until it has been the same for a few looks."""
    lay(session, ROUND_ONE)
    session.see(Look(next(numbers), b"", sightings((ROUND_TWO[0], *ROUND_ONE[1:]))))
    assert refused(session, sure=True) == {Kind.UNSETTLED}


def test_nobody_scores_hands_that_they_did_not_see(session: Session) -> None:
    """A request that names an earlier reading or another round changes nothing."""
    lay(session, ROUND_ONE)
    before = session.snapshot()
    lay(session, ROUND_TWO)
    with pytest.raises(ActionRefusedError, match="changed meanwhile"):
        session.score(1, before.reading, False)
    with pytest.raises(ActionRefusedError, match="Round 2"):
        session.score(2, session.snapshot().reading, False)
    assert session.snapshot().game == before.game


def test_a_correction_decides_the_round_and_ends_with_it(session: Session) -> None:
    """A corrected card is scored as it was set, and in the next round the camera is believed again."""
    lay(session, ROUND_ONE)
    spot = session.snapshot().hands[0][4].spot
    session.correct(0, spot, parse_card("10H"))
    assert session.snapshot().hands[0][4].corrected
    score(session)
    game = session.snapshot().game
    assert game.state.rounds[0][0].category.value == "straight"
    assert game.corrections == ()


def test_an_unread_card_that_is_named_is_scored(session: Session) -> None:
    """Naming the card that the camera could not read clears the doubt."""
    lay(session, (("AS", "KS", ("QS", "QC"), "JS", "10S"), *ROUND_ONE[1:]))
    session.correct(0, session.snapshot().hands[0][2].spot, parse_card("QS"))
    assert session.snapshot().doubts == ()
    score(session)
    assert session.snapshot().game.state.scores["Aki"] == 2


def test_a_card_that_flickers_is_at_rest_once_it_is_named(session: Session) -> None:
    """A card read otherwise in every look keeps no round from being scored after it was corrected."""
    lay(session, ROUND_ONE)
    session.correct(0, session.snapshot().hands[0][0].spot, parse_card("AS"))
    for code in ("AS", ("AS", "AC"), "AS", ("AC", "AS"), "AS"):
        session.see(Look(next(numbers), b"", sightings(((code, *ROUND_ONE[0][1:]), *ROUND_ONE[1:]))))
    assert session.snapshot().doubts == ()


def test_a_card_is_added_and_all_is_taken_back(session: Session) -> None:
    """An added card fills the hand; clearing the seat shows again what the camera reads."""
    lay(session, (ROUND_ONE[0][:4], *ROUND_ONE[1:]))
    session.add(0, parse_card("10S"))
    assert [str(placed.card) for placed in session.snapshot().hands[0]] == list(ROUND_ONE[0])
    session.clear(0)
    assert len(session.snapshot().hands[0]) == 4


def test_undo_takes_the_last_round_back_with_its_corrections(session: Session) -> None:
    """After an undo the game is what it was before scoring, corrections included, also past the end of the game."""
    lay(session, ROUND_ONE)
    session.correct(0, session.snapshot().hands[0][4].spot, parse_card("10H"))
    before = session.snapshot().game
    score(session)
    session.undo(1)
    assert session.snapshot().game == before
    session.clear(0)
    for number in range(6):
        lay(session, [[str(card) for card in DECK[seat + 5 * number :][:5]] for seat in range(3)])
        score(session, sure=True)
    assert session.snapshot().game.state.finished
    session.undo(6)
    assert session.snapshot().game.state.round == 6
    with pytest.raises(ActionRefusedError):
        session.undo(6)


@pytest.mark.parametrize("names", [("Aki",), ("Aki", "Aki"), ("Aki", " "), ("Aki", "B" * 25), tuple("ABCDEFGHI")])
def test_names_that_do_not_fit_begin_no_game(session: Session, names: tuple[str, ...]) -> None:
    """Fewer than two players, more than eight, equal, empty or overlong names leave the game as it is."""
    before = session.snapshot()
    with pytest.raises(ActionRefusedError):
        session.new_game(names)
    assert session.snapshot() == before


def test_a_game_goes_on_where_it_was(tmp_path: Path) -> None:
    """Opened again, a table has the same game with its rounds, corrections and players; another table has not."""
    with closing(Store(tmp_path)) as store:
        session = Session(store, "table", ("Dai", "Emi", "Fu"), PLAYERS)
        lay(session, ROUND_ONE)
        score(session)
        session.add(1, parse_card("KC"))
        before = session.snapshot().game
    with closing(Store(tmp_path)) as store:
        assert Session(store, "table", None, PLAYERS).snapshot().game == before
        assert Session(store, "demo:portland", None, PLAYERS).snapshot().game.players == PLAYERS
        assert Session(store, "table", ("Dai", "Emi", "Gen"), PLAYERS).snapshot().game.state.round == 1
