"""The desk's words, out of the catalogue."""

from __future__ import annotations

from functools import cache

from sandtable.battle.desk import Objection
from sandtable.battle.order import TableProblem
from sandtable.battle.texts import catalogue
from sandtable.kernel.messages import Catalogue, Message
from sandtable.kernel.problem import Problem


@cache
def texts() -> Catalogue:
    """Every text of the table."""
    from sandtable.rulesets.revolucion.table.rules import TABLE  # noqa: PLC0415 - the table names its desk

    return catalogue(TABLE)


def say(name: str, /, **parameters: object) -> str:
    """A text of the desk."""
    return texts().say(Message.of(f"desk.{name}", **parameters))


def put(message: Message) -> str:
    """Any message in words."""
    return texts().say(message)


def objection(problem: Problem) -> Objection:
    """A problem as the panel shows it."""
    drawing = problem.shows() if isinstance(problem, TableProblem) and problem.shows else ""
    return Objection(put(problem.message), problem.rule or "", drawing)
