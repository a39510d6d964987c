"""A game at one table: scoring, doubts, corrections, undo, and going on after a stop."""

from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

import pytest

from companion.doubts import Kind
from companion.errors import CannotRunError
from companion.evidence import Evidence
from companion.messages import table
from companion.newest import ENDED
from companion.session import ActionRefusedError, Party, Session
from companion.store import Store
from engine.cards import DECK
from tests.companion.conftest import KINDS
from tests.companion.prepared import PLAYERS, ROUND_ONE, ROUND_TWO, Camera, Code, sightings, with_dice, with_piles


@pytest.fixture(params=KINDS)
def kind(request: pytest.FixtureRequest) -> str:
    """A game is the same in a file and on a server."""
    return str(request.param)


def lay(session: Session, hands: Sequence[Sequence[Code]], camera: Camera | None = None, times: int = 3) -> None:
    """Shows the session a table until it has come to rest: another one, or by the same camera as before."""
    camera = camera or Camera()
    session.see(camera.look(sightings(hands), times), camera.t)


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


def unused(seat: int) -> list[str]:
    """The cards of a player's deck that do not lie in round one."""
    return [str(card) for card in DECK if str(card) not in ROUND_ONE[seat]]


@pytest.mark.parametrize("by_hand", [True, False])
def test_cards_that_nobody_saw_being_laid_are_covers(session: Session, by_hand: bool) -> None:
    """Read anew, a row is known by the cards that have stayed: what covers the others counts once, entered or not."""
    covered = (("AS", "KS", "QS", "JS", "5D"), ("9S", "9H", "2D", "8C", "3C"), ROUND_ONE[2])
    lay(session, ROUND_ONE, times=6)
    if by_hand:
        drawn = {"type": "card_drawn", "player": "Aki", "card": "5D", "covers": "10S"}
        session.play(drawn, session.snapshot().moment)
    session.resume(camera=True)
    lay(session, covered, times=6)
    rows = [[str(card) for card in seat.row] for seat in session.snapshot().game.state.seats]
    assert rows == [list(hand) for hand in covered]


def test_a_card_that_was_guessed_is_put_right_where_it_was_told(session: Session) -> None:
    """Who says what an unread card is has it read so in the record too: nothing is left that contradicts it."""
    unread, camera = (("AS", "KS", ("QC", "QD", "QH"), "JS", "10S"), *ROUND_ONE[1:]), Camera()
    lay(session, unread, camera, times=12)
    assert "QC" in map(str, session.snapshot().game.state.seats[0].row)
    session.correct(0, session.snapshot().hands[0][2].spot, "QD")
    lay(session, unread, camera)
    after = session.snapshot()
    assert [str(card) for card in after.game.state.seats[0].row] == ["AS", "KS", "QD", "JS", "10S"]
    assert not after.doubts
    score(session)


def test_a_row_of_which_most_is_new_is_no_row_read_anew(session: Session) -> None:
    """Where hardly a card has stayed the table is asked about, not guessed at."""
    lay(session, ROUND_ONE, times=6)
    session.resume(camera=True)
    lay(session, (("AS", "2S", "3D", "4C", "5D"), *ROUND_ONE[1:]), times=6)
    after = session.snapshot()
    assert [str(card) for card in after.game.state.seats[0].row] == list(ROUND_ONE[0])
    assert after.doubts


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
    """While cards are seen that have not been read yet the round is refused."""
    camera = Camera()
    lay(session, ROUND_ONE, camera)
    unclear = tuple((str(code), "AS") for code in ROUND_TWO[0])
    lay(session, (unclear, *ROUND_ONE[1:]), camera, times=1)
    assert refused(session, sure=True) == {Kind.UNSETTLED}


def test_nobody_scores_hands_that_they_did_not_see(session: Session) -> None:
    """A request that names an earlier reading or another round changes nothing."""
    lay(session, ROUND_ONE)
    before = session.snapshot()
    lay(session, ((*ROUND_ONE[0][:4], "9C"), *ROUND_ONE[1:]))
    with pytest.raises(ActionRefusedError, match="changed meanwhile"):
        session.score(1, before.reading, False)
    meanwhile = session.snapshot()
    with pytest.raises(ActionRefusedError, match="Round 2"):
        session.score(2, meanwhile.reading, False)
    assert session.snapshot().game == meanwhile.game


def test_a_correction_decides_the_round_and_ends_with_it(session: Session) -> None:
    """A corrected card is scored as it was set, and in the next round the camera is believed again."""
    lay(session, ROUND_ONE)
    spot = session.snapshot().hands[0][4].spot
    session.correct(0, spot, "10H")
    assert session.snapshot().hands[0][4].corrected
    score(session)
    game = session.snapshot().game
    assert game.state.rounds[0][0].category.value == "straight"
    assert game.corrections == ()


def test_an_unread_card_that_is_named_is_scored(session: Session) -> None:
    """Naming the card that the camera could not read clears the doubt."""
    lay(session, (("AS", "KS", ("QS", "QC"), "JS", "10S"), *ROUND_ONE[1:]))
    session.correct(0, session.snapshot().hands[0][2].spot, "QS")
    assert session.snapshot().doubts == ()
    score(session)
    assert session.snapshot().game.state.scores["Aki"] == 2


def test_a_card_that_flickers_is_at_rest_once_it_is_named(session: Session) -> None:
    """A card read otherwise in every look keeps no round from being scored after it was corrected."""
    camera = Camera()
    lay(session, ROUND_ONE, camera)
    session.correct(0, session.snapshot().hands[0][0].spot, "AS")
    for code in ("AS", ("AS", "AC"), "AS", ("AC", "AS"), "AS"):
        lay(session, ((code, *ROUND_ONE[0][1:]), *ROUND_ONE[1:]), camera, times=1)
    assert session.snapshot().doubts == ()


def test_a_corrected_card_is_another_in_what_was_dealt(session: Session) -> None:
    """A card that was misread when it was dealt is put right in the record, and back when that is taken back."""
    lay(session, ROUND_ONE)
    session.correct(0, session.snapshot().hands[0][4].spot, "10H")
    assert [str(card) for card in session.snapshot().game.state.seats[0].row] == ["AS", "KS", "QS", "JS", "10H"]
    session.clear(0)
    assert [str(card) for card in session.snapshot().game.state.seats[0].row] == list(ROUND_ONE[0])


def test_a_round_is_scored_by_itself_and_its_picture_kept(store: Store, tmp_path: Path) -> None:
    """When all piles lie sideways the round is scored without a tap; taken back, it waits for somebody's word."""
    session = Session(store, "table", Party(PLAYERS), Evidence(tmp_path))
    camera = Camera()
    for turned in (False, True):
        session.see(camera.look(with_piles(sightings(ROUND_ONE), [turned] * 3)), camera.t)
    assert session.snapshot().game.state.scores == {"Aki": 2, "Ben": 1, "Chie": 0}
    assert session.snapshot().evidence
    assert session.deciding_picture(1) == b"\xff\xd8 a picture"
    session.undo(1)
    session.see(camera.look(with_piles(sightings(ROUND_ONE), [True] * 3)), camera.t)
    assert session.snapshot().game.state.round == 1
    session.correct(1, session.snapshot().hands[1][4].spot, "9C")
    session.see(camera.look(with_piles(sightings(ROUND_ONE), [True] * 3)), camera.t)
    assert session.snapshot().game.state.rounds[0][1].category.value == "full_house"


def test_cards_that_are_held_are_shown_to_nobody(store: Store) -> None:
    """Oink: cards in sight that are no open hand are not on the page, nor is the picture that shows them."""
    session = Session(store, "table oink", Party(("Aki", "Ben"), game="oink"))
    camera = Camera()
    session.see(camera.look(with_dice(sightings(((), ())), (1, 1))), camera.t)
    before = session.snapshot().picture
    session.see(camera.look(with_dice(sightings((("7B", "AB"), ()), (0, 2)), (1, 1))), camera.t)
    told = table(session.snapshot())
    assert [hand["cards"] for hand in told["hands"]] == [[], []]
    assert (told["view"]["picture"], told["view"]["outlines"]) == (before, [])


def test_a_card_is_added_and_all_is_taken_back(session: Session) -> None:
    """An added card fills the hand; clearing the seat shows again what the camera reads."""
    lay(session, (ROUND_ONE[0][:4], *ROUND_ONE[1:]))
    session.add(0, "10S")
    assert [str(placed.card) for placed in session.snapshot().hands[0]] == list(ROUND_ONE[0])
    session.clear(0)
    assert len(session.snapshot().hands[0]) == 4


def test_what_was_said_of_a_card_ends_with_its_hand(session: Session) -> None:
    """When all cards beside a corrected one have changed at once the hand is another, and is read afresh, for good."""
    lay(session, ROUND_ONE)
    for place in (0, 4):
        session.correct(0, session.snapshot().hands[0][place].spot, "10H")
    session.add(1, "KC")
    lay(session, (ROUND_TWO[0], *ROUND_ONE[1:]))
    assert [str(placed.card) for placed in session.snapshot().hands[0]] == list(ROUND_TWO[0])
    assert {correction.seat for correction in session.snapshot().game.corrections} == {1}
    lay(session, ROUND_ONE)
    assert [str(placed.card) for placed in session.snapshot().hands[0]] == list(ROUND_ONE[0])


def test_what_was_said_of_a_card_holds_while_its_hand_is_played(session: Session) -> None:
    """Cards covered one by one, a hand hidden in part, and single cards read otherwise leave a correction alone."""
    lay(session, ROUND_ONE)
    session.correct(0, session.snapshot().hands[0][0].spot, "10H")
    row: list[Code] = list(ROUND_ONE[0])
    for place in (1, 2, 3, 4, 0):
        row[place] = ROUND_TWO[0][place]
        lay(session, (row, *ROUND_ONE[1:]))
        assert str(session.snapshot().hands[0][0].card) == "10H"
    for seen in ((), (None, None, "KC", None, None), row, (row[0], row[1], None, None, None), (row[0], None, *row[2:])):
        lay(session, (seen, *ROUND_ONE[1:]))
    assert str(session.snapshot().hands[0][0].card) == "10H"


def test_hands_without_a_camera_are_scored_only_by_somebody_who_was_asked(session: Session) -> None:
    """While the camera is lost the table may have changed, which is a harmless doubt."""
    lay(session, ROUND_ONE)
    session.lose(ENDED)
    assert refused(session) == {Kind.LOST}
    score(session, sure=True)
    assert session.snapshot().game.state.round == 2


def test_one_card_is_told_as_one(session: Session) -> None:
    """A doubt about cards that cannot be read counts them as people do."""
    lay(session, (("2S", "2H", ("2D", "3D"), "5C", "6C"), *ROUND_TWO[1:]))
    assert [doubt.message for doubt in session.snapshot().doubts] == ["Aki has one card that cannot be read."]
    lay(session, (("2S", "2H", ("2D", "3D"), "5C", ("6C", "6S")), *ROUND_TWO[1:]))
    assert [doubt.message for doubt in session.snapshot().doubts] == ["Aki has 2 cards that cannot be read."]


def test_undo_takes_the_last_round_back_with_its_corrections(session: Session) -> None:
    """After an undo the game is what it was before scoring, corrections included, also past the end of the game."""
    lay(session, ROUND_ONE)
    session.correct(0, session.snapshot().hands[0][4].spot, "10H")
    before = session.snapshot().game
    score(session)
    session.undo(1)
    back = session.snapshot().game
    assert (back.state, back.corrections, back.held) == (before.state, before.corrections, True)
    session.clear(0)
    for number in range(6):
        lay(session, [unused(seat)[5 * number :][:5] for seat in range(3)])
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


def test_a_game_goes_on_where_it_was(tmp_path: Path, url: str | None) -> None:
    """Opened again, a table has the same game with its rounds, corrections and players; another table has not."""
    with closing(Store(tmp_path, url)) as store:
        session = Session(store, "table", Party(PLAYERS, ("Dai", "Emi", "Fu")))
        lay(session, ROUND_ONE)
        score(session)
        session.add(1, "KC")
        before = session.snapshot().game
    with closing(Store(tmp_path, url)) as store:
        assert Session(store, "table", Party(PLAYERS)).snapshot().game == before
        assert Session(store, "table", Party(PLAYERS, ("Dai ", "Emi", "Fu"))).snapshot().game == before
        assert Session(store, "demo:portland", Party(PLAYERS)).snapshot().game.players == PLAYERS


def test_other_players_end_no_game_in_the_middle(session: Session, store: Store) -> None:
    """Others are refused while a game is under way, and the game with its players and round is named."""
    lay(session, ROUND_ONE)
    score(session)
    for names in (("Dai", "Emi", "Gen"), PLAYERS[:2]):
        with pytest.raises(CannotRunError, match=r"Aki, Ben, Chie .*round 2 of 6.* --players .* --new "):
            Session(store, "table", Party(PLAYERS, names))
    assert Session(store, "table", Party(PLAYERS)).snapshot().game == session.snapshot().game


def test_another_game_begins_where_it_was_asked_for(session: Session, store: Store) -> None:
    """With `new` a game begins, with the last players where none are named, though the last is not finished."""
    lay(session, ROUND_ONE)
    score(session)
    again = Session(store, "table", Party(("X", "Y"), new=True)).snapshot().game
    assert (again.players, again.state.round) == (PLAYERS, 1)
    others = Session(store, "table", Party(PLAYERS, ("Dai", "Emi"), new=True)).snapshot().game
    assert (others.players, others.state.round) == (("Dai", "Emi"), 1)


def test_a_game_in_which_nothing_was_done_gives_way(session: Session, store: Store) -> None:
    """Before the first round others may sit down without a word."""
    assert session.snapshot().game.players == PLAYERS
    assert Session(store, "table", Party(PLAYERS, ("Dai", "Emi"))).snapshot().game.players == ("Dai", "Emi")
