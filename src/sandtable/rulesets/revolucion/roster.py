"""The order of battle, for those who keep one: units by name, read from a list that people paste."""

from __future__ import annotations

from dataclasses import dataclass

from sandtable.kernel.actions import action
from sandtable.kernel.form import Section, choice, number, text
from sandtable.kernel.pasted import columns_of
from sandtable.kernel.verdict import Ruling
from sandtable.rulesets.revolucion import fields
from sandtable.rulesets.revolucion.effects import UnitEntered
from sandtable.rulesets.revolucion.ledger import KnownUnit
from sandtable.rulesets.revolucion.vocabulary import Side, UnitType

read_roster = columns_of("side", "unit", "bases", "name", more=("column",))


@dataclass(frozen=True, slots=True, kw_only=True)
class RosterEntry:
    """A unit is entered in the roster."""

    side: Side = choice(Side, section=Section.ACTOR)
    name: str = text(section=Section.ACTOR)
    unit: UnitType = fields.unit()
    bases: int = number(section=Section.ACTOR, lowest=1, highest=fields.LARGEST_UNIT, unit="bases")
    column: str | None = text(section=Section.ACTOR, optional=True)


@action("army", "REV-1.07b", ledger_only=True)
def roster_entry(situation: RosterEntry) -> Ruling:
    """Enter a unit."""
    unit = KnownUnit(
        name=situation.name,
        side=situation.side,
        kind=situation.unit,
        bases=situation.bases,
        started=situation.bases,
        column=situation.column or "",
    )
    return Ruling.of("roster.entered", UnitEntered(whom=unit.name, unit=unit), words={"name": unit.name})
