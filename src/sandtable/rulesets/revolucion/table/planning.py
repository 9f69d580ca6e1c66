"""Moves worked out before they are made, and what hinders them by the rules."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial

from sandtable.geometry.around import Around, Hindrance
from sandtable.geometry.measure import Length
from sandtable.kernel.problem import Problem
from sandtable.miniatures import planning
from sandtable.rulesets.revolucion.table.ground.kinds import Crossing, feature
from sandtable.rulesets.revolucion.table.ground.measures import measures
from sandtable.rulesets.revolucion.table.position import Position
from sandtable.rulesets.revolucion.table.state import State, Unit, other
from sandtable.rulesets.revolucion.vocabulary import Formation, Side

_RULES = {
    "enemy": "REV-4.62",
    "impassable": "REV-8.04",
    "line": "REV-8.04",
    "wire": "REV-10.85b",
    "friend": "REV-4.61",
    "edge": "REV-1.10",
    planning.TOO_LONG: "REV-4.50b",
    "slide": "REV-G.49b",
}


class Plan(planning.Plan[Formation]):
    """A move, legal if it has no problems."""


def around(state: State, unit: Unit) -> Around:
    """What a unit has to mind when it moves: the ground, friends, and the zone of its enemies (REV-4.61, REV-4.62)."""
    card = unit.card
    return state.position.around(card.side, card.id, measures(state.tables).zone)


def hindrance_problems(
    position: Position,
    side: Side,
    name: str,
    found: Iterable[Hindrance],
    field: str,
    cost: Length = 0,
    budget: Length = 0,
) -> Iterator[Problem]:
    """What hinders a move, in words; ``name`` is who moves."""
    told = planning.Hindering(partial(_cause, position), partial(_by, position, side, name), _RULES)
    zone = measures(position.tables).zone
    return planning.hindrance_problems(found, field, told, position.terrain.height, zone=zone, cost=cost, budget=budget)


def _cause(position: Position, hindrance: Hindrance) -> str:
    if hindrance.cause != "line":
        return hindrance.cause
    line = next((each for each in position.terrain.lines if each.id == hindrance.feature), None)
    return "wire" if line is not None and feature(line.kind).crossing is Crossing.WIRE else "line"


def _by(position: Position, side: Side, name: str, hindrance: Hindrance) -> str:
    """Who or what is in the way."""
    if isinstance(hindrance.feature, int):
        enemies = hindrance.cause in ("enemy", "slide")
        names = [each for each, _ in position.standing(other(side) if enemies else side) if each != name]
        return position.units[names[hindrance.feature]].card.name
    return hindrance.feature or ""
