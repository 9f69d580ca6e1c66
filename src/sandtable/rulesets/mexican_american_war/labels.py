"""The labels that lie beside the figures: name, ratings, weapon, and the stands at which a unit is fresh, worn and spent."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.kernel.messages import Message
from sandtable.kernel.sheet import Card, Step
from sandtable.kernel.tables import Tables
from sandtable.rulesets.mexican_american_war.ledger import MexicanAmericanWarLedger
from sandtable.rulesets.mexican_american_war.roster import Rated
from sandtable.rulesets.mexican_american_war.units import thresholds
from sandtable.rulesets.mexican_american_war.vocabulary import PART_TIMERS, Arm, Effectiveness, LeaderWith, Weapon


def unit_labels(ledger: MexicanAmericanWarLedger, tables: Tables) -> tuple[Card, ...]:
    """A label for every unit of the roster, in the order they were entered."""
    return tuple(label(unit.label, tables) for unit in ledger.units.values())


def label(unit: Rated, tables: Tables) -> Card:
    """The label of one unit; a strength it never has (no worn step) is left open (MAW-17.01, MAW-17.03)."""
    morale = () if unit.morale_class is None else (unit.morale_class.message,)
    lines = ((unit.experience.message, *morale), tuple(_arms(unit)))
    return Card(unit.name, unit.side, lines, tuple(_steps(unit, tables)))


def _arms(unit: Rated) -> Iterator[Message]:
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
    if unit.leader_with_unit in (LeaderWith.COLONEL, LeaderWith.BOTH):
        yield Message("label.colonel")


def _steps(unit: Rated, tables: Tables) -> Iterator[Step]:
    """Guns have their stands only."""
    if unit.morale_class is None:
        yield Step(Message("label.stands"), unit.stands)
        return
    worn, spent = thresholds(unit.morale_class, unit.stands, tables)
    yield Step(Effectiveness.FRESH.message, unit.stands)
    yield Step(Effectiveness.WORN.message, worn)
    yield Step(Effectiveness.SPENT.message, spent or None)
