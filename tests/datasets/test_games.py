"""Simulated games: legal, on the table as in the log, reproducible, and filmed as they were played."""

import json
from collections.abc import Iterator
from itertools import islice, pairwise
from pathlib import Path

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from companion.notation import state_of, to_line
from companion.replay import final_state
from datasets.games.batch import BATCHES, orders
from datasets.games.course import LEANING, Disturbance
from datasets.games.mistakes import mistaken
from datasets.games.real import cut_out, real_deck
from datasets.games.render import NAMES, PLAY, Order, Reel, render
from datasets.games.table import REST, replayed, rests
from datasets.games.things import Kind, Record
from datasets.games.truth import Line, truth
from datasets.scenes.decks import families
from datasets.scenes.scene import PHOTOS
from engine.cards import DECK
from vision.geometry import crop
from vision.sightings import Card, Sightings

SMALL = 180
"""The height of the tests' pictures, in pixels."""
TABLES = [("portland", 2), ("portland", 5), ("oink", 2), ("ricochet", 2), ("ricochet", 8)]
LONGEST = 240
"""Seconds that a game may last."""


def played(game: str, players: int, seed: int = 1) -> Record:
    return PLAY[game](np.random.default_rng([seed, 0]), NAMES[:players])


def log_lines(record: Record) -> list[bytes]:
    return [to_line(event).encode() for event in record.log]


def small(
    game: str = "portland", players: int = 3, disturbance: Disturbance = Disturbance.NONE, seed: int = 1
) -> Order:
    return Order(game, seed, players, SMALL, 2, "validation", disturbance)


@pytest.fixture
def packed_decks(packed: Path, textures: Path) -> Path:
    assert textures.exists()
    return packed


@pytest.mark.parametrize(("game", "players"), TABLES)
def test_every_game_is_legal_and_short_enough(game: str, players: int) -> None:
    """The rules accept each event of a log, the log's seconds rise, and four minutes are enough."""
    for seed in range(3):
        record = played(game, players, seed)
        told, state = final_state(log_lines(record))
        assert state_of(told, state)["game"] == game
        seconds = [float(str(event["t"])) for event in record.log]
        assert seconds == sorted(seconds)
        assert seconds[-1] <= record.seconds <= LONGEST


def test_portland_is_played_to_its_end() -> None:
    """Six rounds are dealt, drawn in and passed, and somebody wins."""
    state = state_of(*final_state(log_lines(played("portland", 3))))
    assert state["finished"]
    assert len(state["rounds"]) == 6
    assert state["winners"]


def test_the_same_seed_plays_the_same_game() -> None:
    """Another seed plays another."""
    for game, players in TABLES:
        assert played(game, players) == played(game, players)
        assert played(game, players, 2) != played(game, players)


@pytest.mark.parametrize(("game", "players"), TABLES)
def test_the_table_rests_between_moves(game: str, players: int) -> None:
    """No hand is over the table for a while after each move, and rests do not overlap."""
    record = played(game, players)
    found = rests(record)
    assert len(found) > 20
    assert all(begin < end <= later for (begin, end), (later, _) in pairwise(found))
    assert sum(end - begin < REST * 0.9 for begin, end in found) == 0


def open_before(record: Record, second: float, player: str) -> list[str]:
    """The uppermost cards of a player's row, in no order: none of their middles lies on another card's."""
    faces = [thing for thing in replayed(record, second) if thing.kind is Kind.FACE and thing.owner == player]
    spots = [np.array(face.centre) for face in faces]
    return [
        face.code
        for i, face in enumerate(faces)
        if all(np.linalg.norm(spots[i] - later) > 30 for later in spots[i + 1 :])
    ]


def test_the_cards_on_a_portland_table_are_those_of_the_log() -> None:
    """When a round is over, the uppermost cards before each player are the hand that the log leads to."""
    for seed in range(4):
        record = played("portland", 4, seed)
        rows: dict[str, list[str]] = {}
        for event, following in pairwise((*record.log, {"type": "end", "t": record.seconds})):
            match event:
                case {"type": "hand_dealt", "player": str(player), "cards": list(cards)}:
                    rows[player] = list(cards)
                case {"type": "card_drawn", "player": str(player), "card": card, "covers": covers}:
                    rows[player][rows[player].index(str(covers))] = str(card)
            if event["type"] == "passed" and following["type"] != "hand_dealt":
                for player, row in rows.items():
                    heap = len(open_before(record, float(str(event["t"])), player)) - len(row)
                    assert heap in (0, 1)
                    assert set(row) <= set(open_before(record, float(str(event["t"])), player))


def test_the_hands_of_an_oink_showdown_lie_open() -> None:
    """The cards that `hands_shown` tells lie face up before their players then, and no others."""
    record = played("oink", 2)
    shown = [event for event in record.log if event["type"] == "hands_shown"]
    assert shown
    for event in shown:
        hands = event["hands"]
        assert isinstance(hands, dict)
        for player, hand in hands.items():
            assert sorted(open_before(record, float(str(event["t"])), player)) == sorted(hand)


def test_held_hands_are_not_seen() -> None:
    """Between showdowns no card lies open before an Oink player."""
    record = played("oink", 2)
    knocks = [float(str(event["t"])) for event in record.log if event["type"] == "challenged"]
    assert knocks
    assert [open_before(record, knock, player) for knock in knocks for player in NAMES[:2]] == [[]] * 2 * len(knocks)


def test_the_dice_of_an_oink_table_are_those_of_the_log() -> None:
    """At the end each player's die shows what they rolled last."""
    record = played("oink", 2)
    last = {str(event["player"]): str(event["value"]) for event in record.log if event["type"] == "dice_rolled"}
    dice = {thing.owner: thing.code for thing in replayed(record, record.seconds) if thing.kind is Kind.DIE}
    assert dice == last


def test_a_ricochet_hand_ends_with_the_cards_of_the_state() -> None:
    """The cards that lie open at the end are the winner's, and the number named is at least the number dealt."""
    for seed in range(3):
        record = played("ricochet", 5, seed)
        told, state = final_state(log_lines(record))
        ((winner, hand),) = state_of(told, state)["hands"].items()
        assert sorted(open_before(record, record.seconds, winner)) == sorted(hand)
        bought = [event for event in record.log if event["type"] == "bought"]
        assert all(int(str(event["named"])) >= int(str(event["count"])) for event in bought)


def quads(line: Line) -> Iterator[NDArray[np.float64]]:
    for kind in ("cards", "backs", "dice"):
        things = line[kind]
        assert isinstance(things, list)
        yield from (np.array(thing["quad"]) for thing in things)


@pytest.mark.parametrize(("game", "players"), TABLES)
def test_the_truth_lies_inside_the_picture(packed_decks: Path, game: str, players: int) -> None:
    """Every card, back and die that is told lies whole in the picture, and nearly every rest tells of some."""
    reel = Reel(small(game, players), packed_decks)
    lines = list(truth(reel.record, reel.setting, reel.course))
    width, height = reel.order.pixels
    assert sum(bool(list(quads(line))) for line in lines) > 0.8 * len(lines)
    for quad in (quad for line in lines for quad in quads(line)):
        assert (quad >= 0).all()
        assert (quad <= (width, height)).all()


def test_the_first_player_sits_at_the_bottom_edge(packed_decks: Path) -> None:
    """The others follow clockwise as the camera sees them."""
    reel = Reel(small("portland", 5), packed_decks)
    line = next(line for line in truth(reel.record, reel.setting, reel.course) if line["cards"])
    cards = line["cards"]
    assert isinstance(cards, list)
    middles = {
        player: np.mean([np.mean(card["quad"], axis=0) for card in cards if card["player"] == player], axis=0)
        for player in NAMES[:5]
    }
    x, y = np.mean(list(middles.values()), axis=0)
    turns = [np.arctan2(x - at[0], at[1] - y) % (2 * np.pi) for at in middles.values()]
    assert max(middles, key=lambda player: float(middles[player][1])) == NAMES[0]
    assert turns[1:] == sorted(turns[1:])


def test_the_same_seed_gives_the_same_frames(packed_decks: Path) -> None:
    """Another seed gives others; all have the size that was ordered."""
    films = [Reel(small(seed=seed), packed_decks).film() for seed in (1, 1, 2)]
    first, again, other = (list(islice(film.frames(), 12)) for film in films)
    assert all(np.array_equal(a, b) for a, b in zip(first, again, strict=True))
    assert not np.array_equal(first[0], other[0])
    assert {frame.shape for frame in first} == {(SMALL, 320, 3)}


def test_a_film_shows_what_the_truth_tells(packed_decks: Path) -> None:
    """In the first rest after the deal, the art that fits best inside each outline is that of the card told."""
    order = Order("ricochet", 3, 2, 720, 4, "validation")
    reel = Reel(order, packed_decks)
    line = next(line for line in truth(reel.record, reel.setting, reel.course) if line["cards"])
    frame = next(islice(reel.film().frames(), int((float(str(line["t0"])) + 0.4) * order.fps), None))
    ((deck,),) = families("validation", True, packed_decks)
    arts = {code: even(deck.art(code, 300)[:, :, :3].mean(2)) for code in deck.codes if not code.startswith("BACK")}
    cards = line["cards"]
    assert isinstance(cards, list)
    for card in cards:
        seen = even(crop(frame, np.array(card["quad"]), (140, 200), 0.0).mean(2))
        assert max(arts, key=lambda code: float((seen * arts[code]).mean())) == card["card"]


def even(grey: NDArray[np.floating]) -> NDArray[np.float32]:
    small = cv2.resize(grey.astype(np.float32), (70, 100), interpolation=cv2.INTER_AREA)
    return np.asarray((small - small.mean()) / (small.std() + 1e-6), np.float32)


def test_a_game_is_rendered_once_and_whole(packed_decks: Path, tmp_path: Path) -> None:
    """The folder holds log, state, truth and a video of the ordered size; a second order leaves it as it is."""
    order = Order("oink", 1, 2, SMALL, 1, "validation")
    folder = render(order, tmp_path, packed_decks)
    assert [path.name for path in tmp_path.iterdir()] == [order.name]
    about = json.loads((folder / "game.json").read_text(encoding="utf-8"))
    assert json.loads((folder / "state.json").read_text(encoding="utf-8")) == state_of(
        *final_state((folder / "log.jsonl").read_bytes().splitlines())
    )
    video = cv2.VideoCapture(str(folder / "video.mp4"))
    size = (int(video.get(cv2.CAP_PROP_FRAME_WIDTH)), int(video.get(cv2.CAP_PROP_FRAME_HEIGHT)))
    assert size == order.pixels == (about["width"], about["height"])
    assert int(video.get(cv2.CAP_PROP_FRAME_COUNT)) == int(about["seconds"])
    (folder / "video.mp4").write_bytes(b"kept")
    assert render(order, tmp_path, packed_decks) == folder
    assert (folder / "video.mp4").read_bytes() == b"kept"


def brightness(reel: Reel, share: float) -> float:
    """Of the frame at a share of the film."""
    film = reel.film()
    return float(next(islice(film.frames(), int(film.count * share), None)).mean())


def test_a_lamp_goes_off_half_way(packed_decks: Path) -> None:
    """The picture is darker then than without the disturbance, and as bright before."""
    reels = [Reel(small(disturbance=kind), packed_decks) for kind in (Disturbance.NONE, Disturbance.LAMP_OFF)]
    (early, late), (early_off, late_off) = ([brightness(reel, share) for share in (0.1, 0.7)] for reel in reels)
    assert early_off == pytest.approx(early, abs=0.5)
    assert late_off < late * 0.85


def test_a_knock_moves_all_that_is_seen(packed_decks: Path) -> None:
    """The same things lie elsewhere in the picture afterwards, by about three centimetres, and nothing else is told."""
    reel = Reel(small("oink", 2, Disturbance.KNOCKED), packed_decks)
    ((moved, stands),) = reel.course.knocks
    before, after = reel.course.camera(moved - 0.1), reel.course.camera(stands)
    middle = np.array([[0.0, 0.0]])
    shift = np.linalg.norm(after.pixels(middle) - before.pixels(middle)) / before.scale()
    assert 20 < shift < 45
    assert reel.record == Reel(small("oink", 2), packed_decks).record


@pytest.mark.parametrize(("game", "players"), TABLES)
def test_a_hand_rests_for_a_minute(game: str, players: int) -> None:
    """An arm lies on the table that long, and the game goes on as it would have."""
    for seed in range(3):
        order = Order(game, seed, players, SMALL, 2, "validation", Disturbance.RESTING_HAND)
        record = order.played()
        assert record.log == played(game, players, seed).log
        lying = [t for t in np.arange(0, record.seconds, 0.5) if any(arms_at(record, float(t)))]
        assert lying[-1] - lying[0] == pytest.approx(LEANING, abs=1)


def arms_at(record: Record, second: float) -> list[str]:
    return [thing.owner for thing in replayed(record, second) if thing.kind is Kind.ARM]


@pytest.mark.parametrize(("game", "players"), TABLES)
def test_a_spilled_pile_is_squared_up_again(game: str, players: int) -> None:
    """Some cards more lie face down for a while; afterwards the same things lie there as without it, later."""
    for seed in range(3):
        order = Order(game, seed, players, SMALL, 2, "validation", Disturbance.SPILLED_PILE)
        record, plain = order.played(), played(game, players, seed)
        assert [{**event, "t": 0} for event in record.log] == [{**event, "t": 0} for event in plain.log]
        assert record.seconds > plain.seconds
        assert set(replayed(record, record.seconds)) == set(replayed(plain, plain.seconds))
        backs = [sum(t.kind is Kind.BACK for t in replayed(record, float(s))) for s in np.arange(0, record.seconds, 1)]
        assert max(backs) >= 5


def test_a_speck_darkens_its_place(packed_decks: Path) -> None:
    """From a third of the game on, the picture is nearly black there."""
    reel = Reel(small("ricochet", 3, Disturbance.BLIND_PATCH), packed_decks)
    speck = reel.course.speck
    assert speck is not None
    x, y = (round(v) for v in speck.centre)
    early, late = (next(islice(reel.film().frames(), int(second * 2), None)) for second in (1.0, speck.since + 2))
    assert late[y, x].mean() < min(60, 0.5 * early[y, x].mean())


def test_a_whole_deck_is_cut_out_of_photographs() -> None:
    """52 upright cards, pale at their edges and clear outside their round corners; no two are the same picture."""
    if not PHOTOS.exists():
        pytest.skip(f"needs the photographs in {PHOTOS}")
    deck = real_deck()
    assert sorted(deck.codes) == sorted(map(str, DECK))
    assert not deck.pixels[:, 0, 0, 3].any()
    assert deck.pixels[:, deck.pixels.shape[1] // 2, 6, :3].min() > 60
    assert len({card.tobytes() for card in deck.pixels}) == 52


def test_a_photograph_without_a_card_gives_none() -> None:
    """An even picture, and one with something round, hold no card."""
    even_picture = np.full((120, 160, 3), 90, np.uint8)
    assert cut_out(even_picture) is None
    assert cut_out(np.asarray(cv2.circle(even_picture.copy(), (80, 60), 40, (250, 250, 250), -1), np.uint8)) is None


def test_batches_are_kept_apart() -> None:
    """Only development games show validation decks; of all batches only the disturbed one plays another's seeds."""
    ordered = {name: list(orders(batch)) for name, batch in BATCHES.items()}
    splits = {name: {order.split for order in games} for name, games in ordered.items()}
    assert splits == {name: {"validation" if name == "development" else "test"} for name in BATCHES}
    seeds = {name: {order.seed for order in games} for name, games in ordered.items()}
    assert seeds["measured"] == seeds["disturbed"]
    assert not seeds["measured"] & (seeds["development"] | seeds["real"])
    assert not seeds["development"] & seeds["real"]
    measured = ordered["measured"]
    assert len(measured) == len({order.name for order in measured}) == 60
    assert all(sum(order.game == game for order in measured) == 20 for game in PLAY)
    assert {order.size for order in measured} == {720, 1080}
    assert {order.disturbance for order in ordered["disturbed"]} == set(Disturbance) - {Disturbance.NONE}


def test_mistakes_of_sight_come_from_a_seed() -> None:
    """The same seed mistakes the same things, another others; what is doubtful names the truth among its candidates."""
    quad = ((0.0, 0.0), (9.0, 0.0), (9.0, 9.0), (0.0, 9.0))
    cards = tuple(Card(str(card), 0.995, ((str(card), 0.995),), quad) for card in DECK * 10)
    seen = Sightings(100, 100, cards, (), (), {})
    rest = {"t0": 1.0, "cards": [{"visible": 1.0}] * len(cards)}
    one, same, other = (mistaken(seen, rest, seed, [str(card) for card in DECK]) for seed in ("1", "1", "2"))
    assert one == same != other
    unread = [card for look in (one, other) for card in look.cards if card.label is None]
    assert unread
    assert all(len(card.candidates) == 2 for card in unread)
