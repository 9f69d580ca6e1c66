"""On paper: labels that lie beside the figures, with the stands at which a unit is fresh, worn and spent; and rosters with a box for every stand."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.kernel.ledger import Panel
from sandtable.kernel.messages import Message
from sandtable.kernel.sheet import Boxes, Card, Step
from sandtable.kernel.tables import Tables
from sandtable.rulesets.mexican_american_war.known_unit import KnownUnit
from sandtable.rulesets.mexican_american_war.ledger import MexicanAmericanWarLedger
from sandtable.rulesets.mexican_american_war.units import thresholds
from sandtable.rulesets.mexican_american_war.vocabulary import PART_TIMERS, Arm, Effectiveness, Side, Weapon

ROSTER_COLUMNS = ("name", "ratings", "arms", "stands", "worn", "spent", "notes")


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


# ---- Rosters ---------------------------------------------------------------------------------------------------------------------------


def rosters(ledger: MexicanAmericanWarLedger, tables: Tables) -> tuple[Panel, ...]:
    """Both sides as they stand, a page each: a box for every stand, ticked off where it is lost, and what is known of the unit now."""
    return tuple(_roster(ledger, side, tables) for side in Side if ledger.units_of(side))


def _roster(ledger: MexicanAmericanWarLedger, side: Side, tables: Tables) -> Panel:
    leaders = tuple(leader.name for leader in ledger.leaders.values() if leader.side is side and not leader.gone)
    return Panel(
        id=f"roster.{side}",
        title=Message(f"side.{side}"),
        kind="table",
        side=side,
        columns=tuple(Message(f"sheet.column.{name}") for name in ROSTER_COLUMNS),
        rows=tuple(_row(unit, tables) for unit in ledger.units_of(side)),
        text=Message.of("sheet.leaders", leaders=leaders) if leaders else None,
    )


def _row(unit: KnownUnit, tables: Tables) -> tuple[object, ...]:
    """A unit: its label in a line, boxes for its stands, and what is known of it."""
    worn, spent = (None, None) if unit.morale_class is None else thresholds(unit.morale_class, unit.started, tables)
    ratings = [unit.experience.message] + ([] if unit.morale_class is None else [unit.morale_class.message])
    notes = [each for each in (unit.condition(), unit.reminder()) if each is not None]
    gone = [Message("roster.gone")]
    return (
        unit.name,
        Message.of("sheet.several", each=tuple(ratings)),
        Message.of("sheet.several", each=tuple(_arms(unit))) if tuple(_arms(unit)) else "",
        Boxes(0 if unit.gone else unit.stands, unit.started),
        worn or "",
        spent or "",
        Message.of("sheet.several", each=tuple(gone if unit.gone else notes)),
    )
