"""The desk's words, out of the catalogue."""

from __future__ import annotations

from sandtable.battle.desk import Objection
from sandtable.battle.order import TableProblem
from sandtable.kernel.messages import Message
from sandtable.kernel.problem import Problem
from sandtable.rulesets.revolucion.table.words import in_words, texts


def say(name: str, /, **parameters: object) -> str:
    """A text of the desk."""
    return texts().say(Message.of(f"desk.{name}", **parameters))


def objection(problem: Problem) -> Objection:
    """A problem as the panel shows it."""
    drawing = problem.shows() if isinstance(problem, TableProblem) and problem.shows else ""
    return Objection(in_words(problem.message), problem.rule or "", drawing)
