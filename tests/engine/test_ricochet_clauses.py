"""The sentences of Ricochet: one for each clause, in both languages."""

from dataclasses import fields
from enum import Enum
from string import Formatter
from typing import Any, get_type_hints

import pytest

from companion.explaining import LANGUAGES, sentences
from companion.notation import snake
from engine.cards import JOKER
from engine.ricochet import CLAUSES


@pytest.mark.parametrize("kind", CLAUSES, ids=lambda kind: kind.__name__)
def test_every_clause_has_a_sentence_in_both_languages(kind: type[Any]) -> None:
    """The blanks of each sentence are exactly the fields of the clause."""
    blanks = {each.name for each in fields(kind)} - {"rulings"}
    for language in LANGUAGES:
        sentence = sentences("ricochet")[snake(kind.__name__)][language]
        assert {name for _, name, _, _ in Formatter().parse(sentence) if name} == blanks


def test_every_word_of_a_blank_stands_in_both_languages() -> None:
    """Categories, ways out, limits and the joker have words."""
    hints = [hint for kind in CLAUSES for hint in get_type_hints(kind).values()]
    words = {member.value for hint in hints if isinstance(hint, type) and issubclass(hint, Enum) for member in hint}
    assert {JOKER.value, *words} == set(sentences("ricochet")["words"])
    assert all(set(word) == set(LANGUAGES) for word in sentences("ricochet")["words"].values())
