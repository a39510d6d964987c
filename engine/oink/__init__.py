"""Oink Poker: two players, 49 cards, two dice whose sum is the joker, and a pig that may win."""

from typing import Final, get_args

from engine.oink.actions import (
    Accepted,
    Action,
    Challenged,
    Changed,
    Declined,
    DiceRolled,
    GameStarted,
    HandsShown,
    Passed,
    PlayerLeft,
)
from engine.oink.advice import Advice, Knock, Option, View, advise
from engine.oink.explanation import CLAUSES, Clause, describe, explain
from engine.oink.hands import Category
from engine.oink.rules import Result, apply, is_over, legal_actions, result, start
from engine.oink.scoring import Answer, Outcome, Question, Shown, answer
from engine.oink.state import Deal, Seat, Stage, State

ACTIONS: Final = get_args(Action)
QUESTIONS: Final = {"oink": Question}

__all__ = [
    "ACTIONS",
    "CLAUSES",
    "QUESTIONS",
    "Accepted",
    "Action",
    "Advice",
    "Answer",
    "Category",
    "Challenged",
    "Changed",
    "Clause",
    "Deal",
    "Declined",
    "DiceRolled",
    "GameStarted",
    "HandsShown",
    "Knock",
    "Option",
    "Outcome",
    "Passed",
    "PlayerLeft",
    "Question",
    "Result",
    "Seat",
    "Shown",
    "Stage",
    "State",
    "View",
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
