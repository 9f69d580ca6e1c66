"""The labels that lie beside the figures: name, ratings, weapon, and the stands at which a unit is fresh, worn and spent."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.kernel.messages import Message
from sandtable.kernel.sheet import Card, Step
from sandtable.kernel.tables import Tables
from sandtable.rulesets.mexican_american_war.ledger import KnownUnit, MexicanAmericanWarLedger
from sandtable.rulesets.mexican_american_war.units import thresholds
from sandtable.rulesets.mexican_american_war.vocabulary import PART_TIMERS, Arm, Effectiveness, Weapon


def unit_labels(ledger: MexicanAmericanWarLedger, tables: Tables) -> tuple[Card, ...]:
    """A label for every unit of the roster, in the order they were entered."""
    return tuple(label(unit, tables) for unit in ledger.units.values())


def label(unit: KnownUnit, tables: Tables) -> Card:
    """The label of one unit; a strength it never has (no worn step) is left open (MAW-17.01, MAW-17.03)."""
    morale = () if unit.morale_class is None else (unit.morale_class.message,)
    lines = ((unit.experience.message, *morale), tuple(_arms(unit)))
    return Card(unit.name, unit.side, lines, tuple(_steps(unit, tables)))


def _arms(unit: KnownUnit) -> Iterator[Message]:
    """Weapon, then what else a player must know."""
    if unit.weapon is not Weapon.NONE:
        yield unit.weapon.message
    if unit.arm is Arm.GUNS:
        yield Message(f"carriage_short.{unit.carriage}")
    if unit.unit_class in PART_TIMERS:
        yield unit.unit_class.message
    if unit.light_troops:
        yield Message("label.light")
    if unit.lances:
        yield Message("label.lances")
    if unit.brave_colonel:
        yield Message("label.colonel")


def _steps(unit: KnownUnit, tables: Tables) -> Iterator[Step]:
    """Guns have their stands only."""
    if unit.morale_class is None:
        yield Step(Message("label.stands"), unit.started)
        return
    worn, spent = thresholds(unit.morale_class, unit.started, tables)
    yield Step(Effectiveness.FRESH.message, unit.started)
    yield Step(Effectiveness.WORN.message, worn)
    yield Step(Effectiveness.SPENT.message, spent or None)
