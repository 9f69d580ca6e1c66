"""The desk's words, out of the catalogue."""

from __future__ import annotations

from sandtable.battle.desk import Objection
from sandtable.geometry.measure import Length
from sandtable.kernel.problem import Problem
from sandtable.rulesets.revolucion.table.words import wording


def say(name: str, /, **parameters: object) -> str:
    """A text of the desk."""
    return wording().say(name, **parameters)


def objection(problem: Problem) -> Objection:
    """A problem as the panel shows it."""
    return wording().objection(problem)


def inches_text(length: Length) -> str:
    """A length to a tenth of an inch."""
    return wording().inches(length)
