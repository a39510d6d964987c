"""Portland: six rounds of poker hands, each player with a deck of their own."""

from typing import Final, get_args

from engine.portland.actions import Action, GameStarted, HandsRead, Move, Rules, Scoring
from engine.portland.advice import advise
from engine.portland.explanation import describe, explain
from engine.portland.rules import apply, is_over, legal_actions, result, start
from engine.portland.scoring import Question, answer
from engine.portland.state import State

ACTIONS: Final = get_args(Action)
QUESTIONS: Final = {"portland": Question}

__all__ = [
    "ACTIONS",
    "QUESTIONS",
    "GameStarted",
    "HandsRead",
    "Move",
    "Question",
    "Rules",
    "Scoring",
    "State",
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
