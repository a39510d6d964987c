"""Games played by hand: what is offered, taken back and brought back, put right, and begun in the middle."""

from contextlib import closing, nullcontext, suppress
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion.doubts import ActionRefusedError, Kind
from companion.errors import CannotRunError, NotedError
from companion.messages import table
from companion.opening import Party
from companion.session import Session
from companion.store import Store
from engine.cards import DECK, JOKER
from engine.oink.cards import DECK as OINK_DECK
from tests.companion.conftest import Seat
from tests.companion.prepared import PAIR, PLAYERS, ROUND_ONE, Camera, play, sightings, with_dice, with_piles

DEAL: tuple[dict[str, Any], ...] = (
    {"type": "dice_rolled", "player": "Aki", "value": 4},
    {"type": "dice_rolled", "player": "Ben", "value": 3},
    {"type": "changed", "player": "Aki", "count": 2},
    {"type": "challenged", "player": "Aki"},
    {"type": "accepted", "player": "Ben"},
    {
        "type": "hands_shown",
        "hands": {"Aki": ["7B", "AB", "2B", "3B", "9W"], "Ben": ["8E", "8F", "9F", "10L", "KW"]},
    },
)
RICOCHET: tuple[dict[str, Any], ...] = (
    {"type": "dealt", "cards": {"Aki": ["KD"], "Ben": ["JC"], "Chie": ["8H"]}},
    {"type": "bought", "player": "Chie", "count": 1},
    {"type": "card_dealt", "player": "Chie", "card": "8S"},
    {"type": "folded", "player": "Ben"},
    {"type": "folded", "player": "Aki"},
)


def back(session: Session) -> None:
    session.back(session.snapshot().moment)


def redo(session: Session) -> None:
    session.redo(session.snapshot().moment)


def told(session: Session) -> Any:
    return table(session.snapshot())["game"]


def kinds(refusal: pytest.ExceptionInfo[ActionRefusedError]) -> set[Kind]:
    return {doubt.kind for doubt in refusal.value.doubts}


def made(move: dict[str, Any], gone: dict[str, list[str]], codes: list[str], chance: Random) -> dict[str, Any]:
    """The move with cards by chance in the place of the unknown ones, as somebody picks them."""
    used: set[str] = set()

    def card(player: str) -> str:
        left = [code for code in codes if code not in used and code not in gone.get(player, ())]
        used.add(found := chance.choice(left))
        return found

    def cards(player: str, unknown: list[str]) -> list[str]:
        return [card(player) for _ in unknown]

    event = dict(move)
    if event.get("card") == "?":
        event["card"] = card(event["player"])
    for key in ("hands", "cards"):
        if isinstance(event.get(key), dict):
            event[key] = {player: cards(player, hand) for player, hand in event[key].items()}
    if isinstance(event.get("cards"), list):
        event["cards"] = cards(event["player"], event["cards"])
    if event.get("dealer_cards"):
        event["dealer_cards"] = cards("", event["dealer_cards"])
    return event


@pytest.mark.parametrize(
    ("game", "players", "rules", "codes"),
    [
        ("portland", PLAYERS, {"move": "draw_then_decide"}, [str(card) for card in DECK]),
        ("oink", PAIR, {"target": 6}, [str(card) for card in OINK_DECK]),
        ("ricochet", PLAYERS, {"chips": 6, "jokers": 1}, [*map(str, DECK), JOKER.value]),
        ("ricochet", PLAYERS, {"variant": "casino", "dealer": "Ben", "chips": 6}, [*map(str, DECK)]),
    ],
)
def test_what_is_offered_is_allowed(
    seat: Seat, game: str, players: tuple[str, ...], rules: dict[str, Any], codes: list[str]
) -> None:
    """Moves taken by chance from those that the page offers are refused for what hands hold only, and all come back."""
    session, chance = seat(game, players, **rules), Random(7)
    for _ in range(60):
        offer = told(session)
        if not offer["moves"]:
            break
        event = made(chance.choice(offer["moves"]), offer["gone"], codes, chance)
        with suppress(NotedError) if event["type"] == "hands_shown" else nullcontext():
            play(session, event)
    final, steps = told(session), session.snapshot().moment
    assert steps > 15
    count = 0
    while told(session)["back"] is not None:
        back(session)
        count += 1
    assert told(session)["scored"] == 0
    for _ in range(count):
        redo(session)
    assert told(session) == final


def test_a_deal_is_played_by_hand_to_its_points(seat: Seat) -> None:
    """Oink: dice, a change, knock, answer and both hands lead to the points that `railbird score` gives."""
    session = seat("oink")
    play(session, *DEAL)
    assert (told(session)["scores"], told(session)["deals"][0]["points"]) == ({"Aki": 5, "Ben": 0}, 5)


def test_the_last_deal_stays_explained_while_the_next_is_played(seat: Seat) -> None:
    """Oink: the reasons of the last deal are told on, apart from what holds now, though a roll makes another joker."""
    session = seat("oink")
    play(session, *DEAL)
    reasons = told(session)["reasons"]
    assert reasons[-1]["type"] == "deal_scored"
    play(session, {"type": "dice_rolled", "player": "Aki", "value": 2})
    assert told(session)["reasons"] == reasons
    assert told(session)["story"][0]["en"] == "The dice show 2, 3: every 5 is a joker."


def test_turns_that_nobody_entered_are_left_out(seat: Seat) -> None:
    """Oink: straight after the dice the showdown may be entered with who knocked and whether it was taken."""
    session = seat("oink")
    play(session, *DEAL[:2])
    short = [move for move in told(session)["moves"] if move["type"] == "hands_shown"]
    assert [(move["challenger"], move["accepted"]) for move in short] == [
        ("Aki", True), ("Aki", False), ("Ben", True), ("Ben", False),
    ]  # fmt: skip
    play(session, {**short[0], "hands": DEAL[-1]["hands"]})
    assert told(session)["scores"] == {"Aki": 5, "Ben": 0}


def test_nobody_plays_at_a_table_that_they_did_not_see(seat: Seat) -> None:
    """A move, an undo or a redo that names another moment than the present one is refused and changes nothing."""
    session = seat("oink")
    seen = session.snapshot().moment
    session.play(DEAL[0], seen)
    before = session.snapshot()
    for ask in (partial(session.play, DEAL[1]), session.back, session.redo):
        with pytest.raises(ActionRefusedError) as refusal:
            ask(seen)
        assert kinds(refusal) == {Kind.PLAYED_ON}
    assert session.snapshot() == before


@pytest.mark.parametrize(
    "event",
    [
        {"type": "undone", "steps": 1},
        {"type": "card_corrected", "seat": 0, "spot": [0, 0], "saw": None, "card": "AB"},
        {"type": "game_started", "game": "oink", "players": ["Aki", "Ben"]},
        {"type": "passed", "player": "Aki"},
        {"value": 4},
    ],
)
def test_only_events_that_the_rules_allow_are_recorded(seat: Seat, event: dict[str, Any]) -> None:
    """Steps that are no events of the game, and events that are not allowed now, are refused and leave no trace."""
    session = seat("oink")
    before = session.snapshot()
    with pytest.raises(NotedError):
        play(session, event)
    assert session.snapshot() == before


def test_keys_of_other_steps_are_not_smuggled_in(seat: Seat) -> None:
    """An event is kept with its own keys only, so that nobody rewrites what others told."""
    session = seat("oink")
    play(session, {**DEAL[0], "amends": [{"line": 0, "event": {}}], "by_itself": True})
    assert session.snapshot().game.back == DEAL[0]


def test_undo_and_redo_cross_deals_and_the_end(store: Store) -> None:
    """Step by step a finished game goes back before its first deal and forward to its end, also after a restart."""
    party = Party(PAIR, game="oink", rules={"target": 5})
    session = Session(store, "table", party, camera=False)
    play(session, *DEAL)
    end = told(session)
    assert end["winner"] == "Aki"
    for event in reversed(DEAL):
        assert told(session)["back"]["type"] == event["type"]
        back(session)
    with pytest.raises(ActionRefusedError, match="nothing to take back"):
        back(session)
    again = Session(store, "table", party, camera=False)
    assert told(again)["again"] == {"type": "dice_rolled", "player": "Aki", "value": 4}
    for _ in DEAL:
        redo(again)
    assert told(again) == end
    with pytest.raises(ActionRefusedError, match="nothing to bring back"):
        redo(again)


def test_what_is_told_anew_ends_what_was_taken_back(seat: Seat) -> None:
    """After another move nothing comes again, and the game holds the new move alone."""
    session = seat("oink")
    play(session, *DEAL[:2])
    back(session)
    play(session, {"type": "dice_rolled", "player": "Ben", "value": 6})
    assert (told(session)["again"], told(session)["dice"]) == (None, {"Aki": 4, "Ben": 6})


def test_a_round_is_taken_back_with_all_that_came_after_it(session: Session) -> None:
    """Undo of a round takes back the next round's hand as well, and one redo brings both back."""
    camera = Camera()
    session.see(camera.look(sightings(ROUND_ONE)), camera.t)
    session.score(1, session.snapshot().reading, False)
    play(session, {"type": "hand_dealt", "player": "Aki", "cards": ["2S", "2H", "2D", "5C", "6C"]})
    after = told(session)
    session.undo(1)
    assert (told(session)["round"], told(session)["scored"]) == (1, 0)
    redo(session)
    assert told(session) == after


def test_the_camera_waits_after_an_undo_until_it_is_told_to_go_on(session: Session) -> None:
    """What the camera told is not told again at once when it is taken back; reading goes on when somebody says so."""
    camera = Camera()
    scene = with_piles(sightings(ROUND_ONE), [False] * 3)
    session.see(camera.look(scene), camera.t)
    dealt = session.snapshot().game.state
    assert len(session.snapshot().game.state.waiting) == 0
    back(session)
    session.see(camera.look(scene), camera.t)
    assert told(session)["held"]
    assert told(session)["again"]["type"] == "hand_dealt"
    session.go_on()
    session.see(camera.look(scene), camera.t)
    assert not told(session)["held"]
    assert session.snapshot().game.state == dealt


def test_a_told_card_is_put_right_and_the_points_change_by_the_difference(seat: Seat) -> None:
    """A card of the last showdown that is another one changes that deal alone, and whose points is told."""
    session = seat("oink")
    play(session, *DEAL, {"type": "dice_rolled", "player": "Aki", "value": 2})
    before = told(session)
    session.amend("Ben", "8E", "5E")
    assert table(session.snapshot())["change"] == {
        "player": "Ben", "wrong": "8E", "right": "5E", "points": {"Aki": (5, 2)},
    }  # fmt: skip
    assert (told(session)["scores"], told(session)["dice"]) == ({"Aki": 2, "Ben": 0}, {"Aki": 2, "Ben": 3})
    back(session)
    assert {**told(session), "again": None} == before
    redo(session)
    assert told(session)["scores"] == {"Aki": 2, "Ben": 0}
    assert table(session.snapshot())["change"] is None


def test_a_card_is_put_right_wherever_it_was_told(seat: Seat) -> None:
    """Portland: in the hand, in what covered it, and in the round's ranking the card is the right one."""
    session = seat("portland")
    play(
        session,
        {"type": "hand_dealt", "player": "Aki", "cards": ["AS", "KS", "QS", "JS", "3C"]},
        {"type": "hand_dealt", "player": "Ben", "cards": ["9S", "9H", "2D", "2S", "3C"]},
        {"type": "card_drawn", "player": "Aki", "card": "2C", "covers": "3C"},
    )
    session.amend("Aki", "3C", "10S")
    assert [str(card) for card in session.snapshot().game.state.seats[0].row] == ["AS", "KS", "QS", "JS", "2C"]
    assert [str(card) for card in session.snapshot().game.state.seats[1].row][-1] == "3C"
    session.amend("Aki", "2C", "9D")
    play(session, {"type": "passed", "player": "Ben"}, {"type": "passed", "player": "Aki"})
    session.amend("Aki", "9D", "9C")
    assert told(session)["ranking"][0][1]["hand"][-1] == "9C"


def test_a_told_card_on_the_table_is_put_right_by_a_tap(seat: Seat) -> None:
    """Ricochet: the card that the rules know of is shown where nobody sees one, and naming another changes the hand."""
    session = seat("ricochet", PLAYERS)
    play(session, *RICOCHET[:3])
    lying = session.snapshot().hands[2]
    assert [str(card.card) for card in lying] == ["8H", "8S"]
    session.correct(2, lying[1].spot, "8D")
    assert told(session)["hands"]["Chie"] == ["8H", "8D"]
    assert session.snapshot().game.corrections == ()


def test_a_card_of_the_last_hand_is_not_taken_for_one_of_an_earlier_hand(seat: Seat) -> None:
    """Ricochet: the same card of the one deck in an earlier hand stays what it was."""
    session = seat("ricochet", PLAYERS)
    play(session, *RICOCHET, {"type": "dealt", "cards": {"Aki": ["KD"], "Ben": ["JC"], "Chie": ["8H"]}})
    session.amend("Aki", "KD", "2D")
    assert told(session)["hands"]["Aki"] == ["2D"]
    assert told(session)["last"]["seats"][0]["hand"] == ["KD"]


def test_a_card_cannot_be_put_right_against_the_rules(seat: Seat) -> None:
    """A card that was never told, or another that lies there already, is refused and nothing changes."""
    session = seat("oink")
    play(session, *DEAL)
    before = session.snapshot()
    with pytest.raises(ActionRefusedError) as refusal:
        session.amend("Aki", "KW", "12P")
    assert kinds(refusal) == {Kind.NEVER_TOLD}
    with pytest.raises(NotedError):
        session.amend("Aki", "9W", "8E")
    assert session.snapshot() == before


def test_a_card_on_the_table_is_put_right_in_the_round_that_it_decided(session: Session) -> None:
    """A card tapped after its round was scored changes that round's points, and a later frame changes nothing."""
    camera = Camera()
    session.see(camera.look(sightings(ROUND_ONE)), camera.t)
    session.score(1, session.snapshot().reading, False)
    session.correct(0, session.snapshot().hands[0][4].spot, "3H")
    change = session.snapshot().change
    assert change is not None
    assert change.points == {"Aki": (2, 1), "Ben": (1, 2)}
    session.see(camera.look(sightings(ROUND_ONE)), camera.t)
    assert session.snapshot().game.state.scores == {"Aki": 1, "Ben": 2, "Chie": 0}


def test_an_open_oink_hand_is_put_right_by_a_tap_for_good(store: Store) -> None:
    """A card of an open hand that the camera misread changes the deal that it decided, and no later look undoes it."""
    session, camera = Session(store, "table oink", Party(PAIR, game="oink")), Camera()
    shown = with_dice(sightings(tuple(map(tuple, DEAL[-1]["hands"].values())), (0, 2)), (4, 3))
    session.see(camera.look(with_dice(sightings(((), ()), (0, 2)), (4, 3))), camera.t)
    play(session, *DEAL[:2])
    session.see(camera.look(shown), camera.t)
    assert told(session)["scores"] == {"Aki": 5, "Ben": 0}
    spot = next(card.spot for card in session.snapshot().hands[1] if str(card.card) == "8E")
    session.correct(1, spot, "5E")
    change = session.snapshot().change
    assert (change and change.points) == {"Aki": (5, 2)}
    session.see(camera.look(shown), camera.t)
    assert told(session)["scores"] == {"Aki": 2, "Ben": 0}
    assert "5E" in [str(card.card) for card in session.snapshot().hands[1]]


def test_a_ricochet_card_is_put_right_by_a_tap_for_good(store: Store) -> None:
    """A card that the camera misread when it was dealt is another in the hand, and no later look undoes it."""
    session, camera = Session(store, "table ricochet", Party(PLAYERS, game="ricochet")), Camera()
    dealt = sightings((("KD",), ("JC",), ("8H",)))
    session.see(camera.look(dealt), camera.t)
    assert told(session)["weakest"] == "Chie"
    session.correct(2, session.snapshot().hands[2][0].spot, "AH")
    for _ in range(2):
        session.see(camera.look(dealt), camera.t)
        assert (told(session)["hands"]["Chie"], told(session)["weakest"]) == (["AH"], "Ben")


def test_a_correction_ends_with_a_hand_that_changed_while_the_source_was_stopped(tmp_path: Path) -> None:
    """Another hand that lies there after a restart is read afresh; the same hand keeps what was said of it."""
    other = ("4D", "4H", "6D", "8C", "QD")
    for name, hand in {"same": ROUND_ONE[0], "other": other}.items():
        with closing(Store(tmp_path / name)) as store:
            session, camera = Session(store, "table", Party(PLAYERS)), Camera()
            session.see(camera.look(sightings(ROUND_ONE)), camera.t)
            session.correct(0, session.snapshot().hands[0][4].spot, "10H")
        with closing(Store(tmp_path / name)) as store:
            session, camera = Session(store, "table", Party(PLAYERS)), Camera()
            session.see(camera.look(sightings((hand, *ROUND_ONE[1:]))), camera.t)
            lying = [str(card.card) for card in session.snapshot().hands[0]]
            assert lying == ([*ROUND_ONE[0][:4], "10H"] if name == "same" else list(other))


def test_a_player_leaves_and_the_others_play_on(session: Session) -> None:
    """Who has left is not waited for: the round is scored with the hands of the others, and one alone ends the game."""
    camera = Camera()
    play(session, {"type": "player_left", "player": "Ben"})
    assert told(session)["leaving"] == ["Aki", "Chie"]
    session.see(camera.look(sightings(ROUND_ONE)), camera.t)
    session.score(1, session.snapshot().reading, True)
    assert told(session)["scores"] == {"Aki": 1, "Ben": 0, "Chie": 0}
    play(session, {"type": "player_left", "player": "Chie"})
    assert (told(session)["winners"], told(session)["leaving"]) == (["Aki"], [])


@pytest.mark.parametrize(
    ("game", "options", "expected"),
    [
        ("portland", {"round": 3, "scores": {"Aki": 4}, "starter": "Ben"}, {"round": 3, "starter": "Ben"}),
        ("oink", {"scores": {"Ben": 9}, "dice": {"Aki": 2, "Ben": 6}, "starter": "Aki"}, {"joker": 8, "turn": "Aki"}),
        ("ricochet", {"chips": 9, "scores": {"Ben": 31}, "jokers": 1}, {"chips": {"Aki": 9, "Ben": 31}}),
    ],
)
def test_a_game_begins_in_the_middle(seat: Seat, game: str, options: dict[str, Any], expected: dict[str, Any]) -> None:
    """With scores, round, dice or chips entered a game goes on from there, and what cannot be is refused."""
    session = seat(game)
    session.new_game(PAIR, options)
    assert {key: told(session)[key] for key in expected} == expected
    before = session.snapshot()
    with pytest.raises(CannotRunError):
        session.new_game(PAIR, {**options, "scores": {"Dai": 1}})
    assert session.snapshot() == before
