"""Ricochet Poker: the weakest hand folds or buys, until one player takes the pot; and its casino game."""

from typing import Final, get_args

from engine.ricochet.actions import (
    Action,
    Bought,
    CardDealt,
    Dealt,
    Folded,
    GameStarted,
    MaxCards,
    PlayerLeft,
    Rules,
    Variant,
)
from engine.ricochet.advice import Advice, Option, advise
from engine.ricochet.explanation import CLAUSES, Clause, describe, explain
from engine.ricochet.rules import Result, apply, is_over, legal_actions, result, start
from engine.ricochet.scoring import (
    Answer,
    BonusAnswer,
    BonusQuestion,
    CasinoAnswer,
    CasinoQuestion,
    Question,
    answer,
)
from engine.ricochet.state import Seat, State
from engine.ricochet.strength import Category

ACTIONS: Final = get_args(Action)
QUESTIONS: Final = {"ricochet": Question, "ricochet_casino": CasinoQuestion, "ricochet_bonus": BonusQuestion}

__all__ = [
    "ACTIONS",
    "CLAUSES",
    "QUESTIONS",
    "Action",
    "Advice",
    "Answer",
    "BonusAnswer",
    "BonusQuestion",
    "Bought",
    "CardDealt",
    "CasinoAnswer",
    "CasinoQuestion",
    "Category",
    "Clause",
    "Dealt",
    "Folded",
    "GameStarted",
    "MaxCards",
    "Option",
    "PlayerLeft",
    "Question",
    "Result",
    "Rules",
    "Seat",
    "State",
    "Variant",
    "advise",
    "answer",
    "apply",
    "describe",
    "explain",
    "is_over",
    "legal_actions",
    "result",
    "start",
]
