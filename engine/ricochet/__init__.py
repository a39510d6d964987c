"""Ricochet Poker: the weakest hand folds or buys, until one player takes the pot; and its casino game."""

from typing import Final, get_args

from engine.ricochet.actions import Action, GameStarted
from engine.ricochet.advice import advise
from engine.ricochet.explanation import describe, explain
from engine.ricochet.rules import apply, is_over, legal_actions, result, start
from engine.ricochet.scoring import BonusQuestion, CasinoQuestion, Question, answer

ACTIONS: Final = get_args(Action)
QUESTIONS: Final = {"ricochet": Question, "ricochet_casino": CasinoQuestion, "ricochet_bonus": BonusQuestion}

__all__ = [
    "ACTIONS",
    "QUESTIONS",
    "GameStarted",
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
