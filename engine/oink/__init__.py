"""Oink Poker: two players, 49 cards, two dice whose sum is the joker, and a pig that may win."""

from typing import Final, get_args

from engine.oink.actions import Action, GameStarted
from engine.oink.advice import advise
from engine.oink.explanation import describe, explain
from engine.oink.rules import apply, is_over, legal_actions, result, start
from engine.oink.scoring import Question, answer

ACTIONS: Final = get_args(Action)
QUESTIONS: Final = {"oink": Question}

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
