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
    PlayerLeft,
    Rules,
    Scoring,
)
from engine.portland.advice import Advice, advise
from engine.portland.explanation import CLAUSES, Clause, describe, explain
from engine.portland.rules import Result, apply, is_over, legal_actions, result, start
from engine.portland.scoring import Answer, Category, Placing, Question, answer
from engine.portland.state import Seat, State

ACTIONS: Final = get_args(Action)
QUESTIONS: Final = {"portland": Question}

__all__ = [
    "ACTIONS",
    "CLAUSES",
    "QUESTIONS",
    "Action",
    "Advice",
    "Answer",
    "CardDrawn",
    "Category",
    "Clause",
    "GameStarted",
    "HandDealt",
    "HandsRead",
    "Move",
    "Passed",
    "Placing",
    "PlayerLeft",
    "Question",
    "Result",
    "Rules",
    "Scoring",
    "Seat",
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
