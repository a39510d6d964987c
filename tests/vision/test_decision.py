"""Which readings are stated, which are asked about and which are dropped."""

from dataclasses import replace

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from vision.decision import decide, in_doubt, without_doubles
from vision.decode import Detection
from vision.reader import Reading

LABELS = ("AS", "KS", "10H", "QD", "JOKER", "BACK", *(f"PIPS-{n}" for n in range(1, 7)), "NOTHING")
DECK = frozenset(LABELS[:5])
THRESHOLDS = {"there": 0.5, "card": 0.9, "small_card": 0.95, "small": 60, "faint": 0.5, "joker": 0.98, "pips": 0.8}
UPRIGHT = np.array([[0.0, 0], [50, 0], [50, 70], [0, 70]])


def reading(kind: str, shares: dict[str, float], x: float = 0.0, score: float = 0.9) -> Reading:
    """A reading of a card-shaped outline `x` pixels to the right; what `shares` leave goes to NOTHING."""
    full = {**shares, "NOTHING": 1 - sum(shares.values())}
    quad = UPRIGHT + np.array([x, 0.0])
    return Reading(Detection(kind, score, quad), quad, np.array([full.get(label, 0.0) for label in LABELS]))


def test_a_card_of_another_deck_is_never_stated() -> None:
    """A sure reading of a card that the deck on the table has not got is left open, its candidates the deck's own."""
    (card,) = decide([reading("face", {"QD": 0.97, "KS": 0.02})], LABELS, THRESHOLDS, DECK - {"QD"}).cards
    assert card.label is None
    assert card.candidates[0][0] == "KS"
    assert "QD" not in dict(card.candidates)


def test_a_sure_card_is_stated() -> None:
    """A card at or over its threshold has its label, its probability and its outline."""
    (card,) = decide([reading("face", {"AS": 0.95, "KS": 0.03})], LABELS, THRESHOLDS, DECK).cards
    assert (card.label, card.confidence) == ("AS", 0.95)
    assert card.quad == ((0, 0), (50, 0), (50, 70), (0, 70))


def test_an_unsure_card_is_asked_about() -> None:
    """A card under its threshold has no label, but at most three candidates, the likeliest first."""
    (card,) = decide([reading("face", {"AS": 0.05, "KS": 0.5, "10H": 0.1, "QD": 0.3})], LABELS, THRESHOLDS, DECK).cards
    assert card.label is None
    assert card.candidates == (("KS", 0.5), ("QD", 0.3), ("10H", 0.1))


def test_a_small_card_must_be_surer() -> None:
    """A card 70 pixels high is stated at 0.92 where 60 pixels are enough, and asked about where 80 are."""
    seventy = [reading("face", {"AS": 0.92})]
    assert decide(seventy, LABELS, {**THRESHOLDS, "small": 60}, DECK).cards[0].label == "AS"
    assert decide(seventy, LABELS, {**THRESHOLDS, "small": 80}, DECK).cards[0].label is None


def test_a_joker_must_be_surer_than_other_cards() -> None:
    """What looks like a joker may be any picture: it is stated from a threshold of its own."""
    told = [decide([reading("face", {"JOKER": share})], LABELS, THRESHOLDS, DECK).cards[0] for share in (0.97, 0.985)]
    assert [card.label for card in told] == [None, "JOKER"]


def test_a_faint_outline_counts_only_where_its_card_is_stated() -> None:
    """Under the score `faint` a card must be as sure as a small one, others are nothing; backs are kept apart."""
    sure, unsure = (reading("face", {"AS": share}, score=0.4) for share in (0.96, 0.92))
    back, three, no_pips = (
        reading("back", {"BACK": 1.0}, score=0.4),
        reading("die", {"PIPS-3": 0.9}, score=0.4),
        reading("die", {"PIPS-5": 0.5, "PIPS-6": 0.5}, score=0.4),
    )
    assert [card.label for card in decide([sure], LABELS, THRESHOLDS, DECK).cards] == ["AS"]
    assert (decide([back], LABELS, THRESHOLDS, DECK).backs, len(decide([back], LABELS, THRESHOLDS, DECK).faint)) == (
        (),
        1,
    )
    for nothing in (unsure, no_pips):
        assert decide([nothing], LABELS, THRESHOLDS, DECK) == decide([], LABELS, THRESHOLDS, DECK)
    assert decide([reading("face", {"AS": 0.92})], LABELS, THRESHOLDS, DECK).cards[0].label == "AS"
    assert [die.pips for die in decide([three], LABELS, THRESHOLDS, DECK).dice] == [3]


def test_the_joker_is_a_card() -> None:
    """A joker is stated like any other card."""
    (card,) = decide([reading("face", {"JOKER": 0.985})], LABELS, THRESHOLDS, DECK).cards
    assert card.label == "JOKER"


def test_a_back_is_a_back_whatever_the_detector_called_it() -> None:
    """What the reader takes for a back is one, and its outline starts at the topmost corner."""
    turned = replace(reading("face", {"BACK": 0.8, "AS": 0.2}), quad=np.roll(UPRIGHT, 2, 0))
    seen = decide([turned], LABELS, THRESHOLDS, DECK)
    assert not seen.cards
    assert seen.backs[0].quad[0] == (0, 0)


def test_a_face_is_a_face_whatever_the_detector_called_it() -> None:
    """An outline found as a back is a card where the reader sees a face."""
    seen = decide([reading("back", {"KS": 0.95, "BACK": 0.05})], LABELS, THRESHOLDS, DECK)
    assert [card.label for card in seen.cards] == ["KS"]
    assert not seen.backs


def test_a_die_shows_its_pips() -> None:
    """A die at or over its threshold has its pips, one under it has candidates."""
    sure, unsure = (
        reading("die", {"PIPS-3": 0.9}),
        reading("die", {"PIPS-5": 0.4, "PIPS-6": 0.35, "PIPS-1": 0.1}, x=300),
    )
    dice = {die.pips: die for die in decide([sure, unsure], LABELS, THRESHOLDS, DECK).dice}
    assert dice[3].confidence == 0.9
    assert dice[None].candidates == ((5, 0.4), (6, 0.35), (1, 0.1))


def test_where_nothing_is_nothing_is_said() -> None:
    """An outline on which faces, backs and pips together are unlikely is dropped."""
    empty = [
        reading("face", {"AS": 0.3}),
        reading("back", {"BACK": 0.4}, x=200),
        reading("die", {"PIPS-1": 0.4}, x=400),
    ]
    seen = decide(empty, LABELS, THRESHOLDS, DECK)
    assert not seen.cards + seen.backs + seen.dice


def test_a_die_is_never_read_as_a_card() -> None:
    """An outline found as a die is a die or nothing."""
    seen = decide([reading("die", {"AS": 0.99})], LABELS, THRESHOLDS, DECK)
    assert not seen.cards + seen.backs + seen.dice


def test_of_two_outlines_on_one_card_the_surer_reading_stays() -> None:
    """Outlines that nearly agree are one card, whatever they read."""
    kept = without_doubles([reading("face", {"AS": 0.6}), reading("face", {"KS": 0.95}, x=2)])
    assert [LABELS[each.probabilities.argmax()] for each in kept] == ["KS"]


def test_outlines_that_agree_half_are_one_card_only_if_they_read_alike() -> None:
    """Neighbours in a fan share most of their outlines and are two cards."""
    alike = without_doubles([reading("face", {"AS": 0.9}), reading("face", {"AS": 0.8}, x=15)])
    fan = without_doubles([reading("face", {"AS": 0.9}), reading("face", {"KS": 0.8}, x=15)])
    assert (len(alike), len(fan)) == (1, 2)


def test_the_reader_says_which_of_two_outlines_fits() -> None:
    """An outline round two cards may score higher than that of either; the card is read surer in its own."""
    both, own = reading("face", {"AS": 0.93}, score=0.9), reading("face", {"AS": 0.999}, x=2, score=0.6)
    assert without_doubles([both, own]) == [own]


def test_other_outlines_count_where_a_doubt_is_left() -> None:
    """Beside a card in doubt they are read; beside a certain one, over it, or for a die they are not."""
    near, far = (Detection("face", 0.3, UPRIGHT + np.array([x, 0.0])) for x in (15, 300))
    die = Detection("die", 0.3, UPRIGHT)
    doubtful, certain = reading("face", {"AS": 0.9}), reading("face", {"AS": 0.995})
    assert in_doubt([near, far, die], [doubtful]) == [near]
    assert in_doubt([near, far, die], [certain]) == []
    assert in_doubt([near], [doubtful, reading("face", {"KS": 0.995}, x=15)]) == []


def test_a_part_of_a_card_is_no_card_of_its_own() -> None:
    """An outline of a corner that reads as the whole card does is dropped, however little of that it covers."""
    whole, corner = reading("face", {"AS": 0.9}), reading("face", {"AS": 0.8})
    corner = replace(corner, quad=UPRIGHT * 0.5 - (5, 5))
    assert without_doubles([whole, corner]) == [whole]


def test_a_face_of_a_die_is_no_die_of_its_own() -> None:
    """Of two dice of which one lies mostly in the other the surer stays; two that touch are two."""
    whole, touching = reading("die", {"PIPS-3": 0.97}), reading("die", {"PIPS-6": 0.9}, x=35)
    side = Reading(
        Detection("die", 0.8, UPRIGHT), UPRIGHT * [1, 0.6] + [0, 35], reading("die", {"PIPS-5": 0.9}).probabilities
    )
    assert [r.detection for r in without_doubles([side, whole])] == [whole.detection]
    assert len(without_doubles([whole, touching])) == 2


def test_nothing_is_asked_about_what_stated_cards_explain() -> None:
    """An unsure outline round two stated cards, or a part of one, is dropped; one with a strip of its own stays."""
    one, other = reading("face", {"AS": 0.95}), reading("face", {"KS": 0.95}, x=50)
    both = UPRIGHT * (2, 1)
    part = UPRIGHT * 0.6
    strip = UPRIGHT - (15, 0)
    for quad, asked in ((both, 0), (part, 0), (strip, 1)):
        unsure = reading("face", {"QD": 0.4, "10H": 0.3, "KS": 0.2}, score=0.6)
        unsure = replace(unsure, quad=quad.astype(np.float64))
        cards = decide([one, other, unsure], LABELS, THRESHOLDS, DECK).cards
        assert sum(card.label is None for card in cards) == asked
        assert {card.label for card in cards} - {None} == {"AS", "KS"}


def test_equal_cards_apart_are_two_cards() -> None:
    """Two players may show the same card."""
    assert len(without_doubles([reading("face", {"AS": 0.9}), reading("face", {"AS": 0.9}, x=80)])) == 2


weights = st.lists(st.floats(0.001, 1), min_size=len(LABELS), max_size=len(LABELS))


@given(st.lists(st.tuples(st.sampled_from(("face", "back", "die")), st.floats(0, 400), weights), max_size=6))
def test_nothing_is_stated_under_its_threshold(drawn: list[tuple[str, float, list[float]]]) -> None:
    """Whatever is read, a label is stated only at or over its threshold, and candidates are three at most, falling."""
    readings = []
    for kind, x, shares in drawn:
        quad = UPRIGHT + np.array([x, 0.0])
        readings.append(Reading(Detection(kind, 0.9, quad), quad, np.array(shares) / sum(shares)))
    seen = decide(readings, LABELS, {**THRESHOLDS, "there": 0.2, "card": 0.15, "pips": 0.15}, DECK)
    assert len(seen.cards) + len(seen.backs) + len(seen.dice) <= len(readings)
    for label, found in [(card.label, card) for card in seen.cards] + [(die.pips, die) for die in seen.dice]:
        falling = [share for _, share in found.candidates]
        assert label is None or found.confidence >= 0.15
        assert len(falling) <= 3
        assert falling == sorted(falling, reverse=True)
        assert found.confidence == falling[0]
