"""Portland: six rounds of poker hands, each player with a deck of their own."""

from typing import Final, get_args

from engine.portland.actions import (
    Action,
    CardDrawn,
    GameStarted,
    HandDealt,
    HandsRead,
    Move,
    Passed,
    Rules,
    Scoring,
)
from engine.portland.rules import Result, apply, is_over, legal_actions, result, start
from engine.portland.scoring import Answer, Category, Placing, Question, answer
from engine.portland.state import Seat, State

ACTIONS: Final = get_args(Action)
QUESTIONS: Final = {"portland": Question}

__all__ = [
    "ACTIONS",
    "QUESTIONS",
    "Action",
    "Answer",
    "CardDrawn",
    "Category",
    "GameStarted",
    "HandDealt",
    "HandsRead",
    "Move",
    "Passed",
    "Placing",
    "Question",
    "Result",
    "Rules",
    "Scoring",
    "Seat",
    "State",
    "answer",
    "apply",
    "is_over",
    "legal_actions",
    "result",
    "start",
]
