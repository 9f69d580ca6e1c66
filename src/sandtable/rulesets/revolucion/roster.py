"""The order of battle, for those who keep one: units by name, read from a list that people paste."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from sandtable.kernel.form import Section, choice, number, text
from sandtable.kernel.messages import Message, Style
from sandtable.kernel.numbers import whole_number
from sandtable.kernel.pasted import Row, parts_of, read_pasted
from sandtable.kernel.problem import Problem
from sandtable.kernel.spelling import folded
from sandtable.kernel.tables import Tables
from sandtable.kernel.verdict import Outcome, Verdict
from sandtable.rulesets.revolucion import fields
from sandtable.rulesets.revolucion.effects import UnitEntered
from sandtable.rulesets.revolucion.vocabulary import Side, UnitType

COLUMNS = ("side", "unit", "bases", "name")


@dataclass(frozen=True, slots=True, kw_only=True)
class RosterEntry:
    """A unit is entered in the roster."""

    side: Side = choice(Side, section=Section.ACTOR)
    name: str = text(section=Section.ACTOR)
    unit: UnitType = fields.unit()
    bases: int = number(section=Section.ACTOR, lowest=1, highest=fields.LARGEST_UNIT, unit="bases")
    column: str | None = text(section=Section.ACTOR, optional=True)


@dataclass(frozen=True, slots=True, kw_only=True)
class RosterVerdict(Verdict):
    """The unit stands in the roster."""

    name: str
    measures: ClassVar[dict[str, Any]] = {}

    def outcome(self) -> Outcome:
        """Certain."""
        return Outcome("entered", Message.of("outcome.roster.entered", name=self.name), 0, 0)


def roster_entry(situation: RosterEntry, tables: Tables) -> RosterVerdict:  # noqa: ARG001 - every rule is handed its tables
    """Enter a unit."""
    effect = UnitEntered(whom=situation.name, name=situation.name, bases=situation.bases)
    return RosterVerdict(name=situation.name, effects=(effect,))


def read_roster(source: str, style: Style) -> list[Row]:  # noqa: ARG001 - a roster has no distances
    """Read an order of battle: a line a unit, ``Government, Regular Infantry, 4, 21st Battalion``, column last where told.

    Empty lines and lines that begin with # are passed over; all problems are refused at once, by line.
    """
    return read_pasted(source, _line)


def _line(line: str, place: str) -> tuple[list[Row], list[Problem]]:
    parts = parts_of(line)
    if len(parts) < len(COLUMNS):
        return [], [Problem(place, Message.of("problem.roster.columns", columns=COLUMNS))]
    entry = dict(zip((*COLUMNS, "column"), parts, strict=False))
    return [entry], list(_line_problems(entry, place))


def _line_problems(entry: Mapping[str, str], place: str) -> Iterator[Problem]:
    if folded(entry["side"]) not in {folded(side) for side in Side}:
        yield Problem(place, Message.of("problem.roster.side", value=entry["side"]), tuple(Side))
    if folded(entry["unit"]) not in {folded(kind) for kind in UnitType}:
        yield Problem(place, Message.of("problem.roster.unit", value=entry["unit"]), tuple(UnitType))
    if not 1 <= (whole_number(entry["bases"]) or 0) <= fields.LARGEST_UNIT:
        yield Problem(place, Message.of("problem.roster.bases", value=entry["bases"], most=fields.LARGEST_UNIT))
    if not entry["name"]:
        yield Problem(place, Message("problem.roster.name"))
