"""A move worked out before it is made: where it ends, what it costs, what is wrong with it. Worked out once, checked and carried out."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from typing import Any

from sandtable.battle.order import TableProblem
from sandtable.geometry.around import Around, Hindrance
from sandtable.geometry.drawing import walk_svg
from sandtable.geometry.footprint import Footprint, figure
from sandtable.geometry.measure import Length, Pose, in_inches
from sandtable.geometry.walk import Walk
from sandtable.kernel.messages import Message
from sandtable.kernel.problem import Problem
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
    "budget": "REV-4.50b",
    "slide": "REV-G.49b",
}


@dataclass(frozen=True)
class Plan:
    """A move, legal if it has no problems."""

    end: Footprint | None
    formation: Formation
    trail: tuple[Pose, ...] = ()
    cost: Length = 0
    problems: tuple[Problem, ...] = ()
    more: Any = None  # what else was measured on the way


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
    for hindrance in found:
        cause = _cause(position, hindrance)
        parameters = {
            "by": _by(position, side, name, hindrance),
            "zone": in_inches(measures(position.tables).zone),
            "cost": _shown(cost),
            "budget": in_inches(budget),
        }
        shows = partial(_marked, hindrance, position.terrain.height)
        yield TableProblem(field, Message.of(f"problem.table.{cause}", **parameters), (), _RULES[cause], shows)


def _marked(hindrance: Hindrance, height: Length) -> str:
    """Where something is in the way."""
    here = figure(hindrance.at, 0)
    return walk_svg(Walk(0, (), here, (hindrance,), (here.anchor,)), height)


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


def _shown(cost: Length) -> Fraction:
    """A cost to a hundredth of an inch, rounded up, so that it never reads as allowed."""
    return Fraction(-(-cost // 10), 100)
