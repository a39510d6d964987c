"""Labels of the models and the cards that they mean."""

import tomllib

import pytest

from companion.notation import card_of_label
from datasets.scenes.crops import DECKS, LABELS
from engine.cards import DECK, JOKER
from engine.errors import NotACardError
from engine.oink.cards import DECK as OINK_DECK
from engine.oink.cards import parse_oink_card
from vision.models import MODELS

KINDS = {"face", "back", "die"}
"""The detector's labels; all others are the reader's."""
NO_CARDS = {"BACK", "NOTHING", *(f"PIPS-{pips}" for pips in range(1, 7))}
"""What the reader says of anything but a card."""


@pytest.mark.parametrize(("label", "code"), [("AS", "AS"), ("TH", "10H"), ("10h", "10H")])
def test_a_label_means_a_card(label: str, code: str) -> None:
    """However a label writes a card of the standard deck, the card is the same."""
    assert str(card_of_label(label)) == code


def test_the_joker_is_a_label() -> None:
    """The reader may see a joker, which is a card of no game of five-card rows."""
    assert card_of_label("JOKER") is JOKER


@pytest.mark.parametrize("label", ["7E", "JOKER2", *sorted(NO_CARDS)])
def test_any_other_label_is_no_card(label: str) -> None:
    """Backs, pips, nothing and cards of other decks raise NotACardError."""
    with pytest.raises(NotACardError):
        card_of_label(label)


def test_every_label_of_training_is_understood() -> None:
    """The reader learns each deck's cards under codes that the engine knows, the joker, and six faces of a die."""
    assert {card_of_label(label) for label in DECKS["standard"]} == {*DECK, JOKER}
    assert {parse_oink_card(label) for label in DECKS["oink"]} == set(OINK_DECK)
    assert set(LABELS) == {*DECKS["standard"], *DECKS["oink"], *NO_CARDS}
    assert len(LABELS) == len(set(LABELS))


@pytest.mark.usefixtures("models")
def test_every_label_of_every_model_is_understood() -> None:
    """What a model may say is a kind of thing that the detector finds, or a label that the engine understands."""
    found = {path.parent.name: tomllib.loads(path.read_text(encoding="utf-8")) for path in MODELS.glob("*/model.toml")}
    assert set(found.pop("detector")["labels"]) == KINDS
    for about in found.values():
        assert set(about["labels"]) - NO_CARDS == {label for deck in about["decks"].values() for label in deck}
        assert {card_of_label(label) for label in about["decks"]["standard"]} == {*DECK, JOKER}
        assert {parse_oink_card(label) for label in about["decks"]["oink"]} == set(OINK_DECK)
