"""Plans: what each column of an army is about, and where it is to go."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum
from math import hypot

from sandtable.battle.scenario.scenario import Objective
from sandtable.geometry.measure import Length, Point, inches
from sandtable.rulesets.revolucion.orders import base_move
from sandtable.rulesets.revolucion.table.army import ahead
from sandtable.rulesets.revolucion.table.opponent.picture import strength, ways
from sandtable.rulesets.revolucion.table.opponent.stakes import contested, safe
from sandtable.rulesets.revolucion.table.opponent.weights import weight
from sandtable.rulesets.revolucion.table.state import State, Unit, other
from sandtable.rulesets.revolucion.vocabulary import CAVALRY, GUNS, Formation, Order, Side

AIMED_AT = 3  # enemies whose middle a column makes for


class Stance(StrEnum):
    """What a column is about."""

    ATTACK = "attack"
    HOLD = "hold"
    FLANK = "flank"


@dataclass(frozen=True, slots=True)
class Plan:
    """A column's stance and the place it makes for; ``pull`` is what an inch nearer to it is worth.

    ``haste`` is how late it is for an army that is behind, from 0 to 1: it minds danger less.
    """

    stance: Stance
    goal: Point
    pull: float
    haste: float = 0.0


def plan_for(view: State, side: Side, column: str) -> Plan:
    """The plan of a column as things are now."""
    own = [unit for unit in view.units_of(side) if unit.card.column == column and unit.stands is not None]
    enemies = [view.units[name] for name, _ in view.position.standing(other(side))]
    here = _middle(own) or Point(view.terrain.width // 2, view.terrain.height // 2)
    goal = _objective(view, side, own, here)
    aim = goal.at if goal is not None and goal.at is not None else _nearest(enemies, here)
    haste = _haste(view, side, own, here, goal)
    pull = weight("ground", "pull") * (1 + weight("plan", "haste") * haste)
    if not haste and not _attacks(view, side, own, enemies, goal):
        return Plan(Stance.HOLD, aim, pull * weight("plan", "hold_pull"))
    riders = sum(unit.kind in CAVALRY for unit in own)
    if enemies and riders and riders >= weight("plan", "flank") * len(own) and haste < weight("plan", "no_detour"):
        return Plan(Stance.FLANK, _round(here, _middle(enemies) or aim, view), pull, haste)
    return Plan(Stance.ATTACK, aim, pull, haste)


def _haste(view: State, side: Side, own: list[Unit], here: Point, goal: Objective | None) -> float:
    """How little time is left to get to the goal, for an army that would not win if the battle ended now, or might not."""
    last = view.terms.victory.turns
    leads = ahead(view) is side
    if last is None or goal is None or goal.at is None or not own or (leads and safe(view, side)):
        return 0.0
    walker = min(own, key=lambda unit: base_move(Order.MANEUVER, unit.kind, view.tables))
    far = _way(view, walker, here, goal.at) - goal.within
    stride = inches(base_move(Order.MANEUVER, walker.kind, view.tables)) * weight("plan", "stride")
    spare = last - view.turn.number + 1 - max(0.0, far) / stride
    return min(1.0, max(0.0, 1 - (spare - 1) / weight("plan", "patience"))) * (
        weight("plan", "leads") if leads else 1.0
    )


def _way(view: State, unit: Unit, here: Point, there: Point) -> float:
    """How far it is round what is in the way."""
    known = ways(view, unit.kind)
    far = float(known.field(known.grid.cell(there.x, there.y))[known.grid.cell(here.x, here.y)])
    return far if far < inches(weight("plan", "no_way")) else hypot(here.x - there.x, here.y - there.y)


def _attacks(view: State, side: Side, own: list[Unit], enemies: list[Unit], goal: Objective | None) -> bool:
    """Whether to go for the goal now: where no enemy is, everybody does; else only an army that is strong enough to drive him off."""
    if not enemies:
        return True
    leads = ahead(view) is side
    if not leads and goal is not None and goal.at is not None and not _held(goal.at, goal.within, enemies):
        return True
    if all(unit.kind in GUNS for unit in own):
        return False
    army = strength((unit for unit in view.units_of(side) if unit.stands is not None), view.tables)
    standing = weight("plan", "defender")
    his = sum(
        strength((unit,), view.tables) * (standing if unit.formation is Formation.DEPLOYED else 1.0) for unit in enemies
    )
    return army >= weight("plan", "ahead_attack" if leads else "attack") * his


def _held(place: Point, within: Length, enemies: list[Unit]) -> bool:
    """Whether an enemy stands at a place, or nearly."""
    near = within + inches(weight("plan", "held"))
    return any(_far(unit, place) <= near for unit in enemies)


def _objective(view: State, side: Side, own: list[Unit], here: Point) -> Objective | None:
    """The objective that a column sees to: the nearest, unless more than enough are there already."""
    goals = [goal for goal in view.terms.objectives if goal.kind == "hold" and goal.at is not None]
    goals += [
        replace(goal, at=_at_edge(view, goal.edge, here))
        for goal in view.terms.objectives
        if goal.kind == "exit" and goal.side in ("", side.value)
    ]
    names = {unit.id for unit in own}

    def far(goal: Objective) -> float:
        assert goal.at is not None  # noqa: S101 - those without a place are left out
        there = hypot(goal.at.x - here.x, goal.at.y - here.y)
        spare = contested(view, side, goal, names)
        return there + inches(weight("plan", "elsewhere")) * (spare >= weight("goal", "spare"))

    return min(goals, key=far, default=None)


def _at_edge(view: State, edge: str, here: Point) -> Point:
    """The nearest place at an edge."""
    width, height = view.terrain.width, view.terrain.height
    return {
        "north": Point(here.x, height),
        "south": Point(here.x, 0),
        "east": Point(width, here.y),
        "west": Point(0, here.y),
    }[edge]


def _nearest(enemies: list[Unit], here: Point) -> Point:
    return _middle(sorted(enemies, key=lambda unit: _far(unit, here))[:AIMED_AT]) or here


def _round(here: Point, enemy: Point, view: State) -> Point:
    """A place beside the enemy, on the side that is nearer to the edge it comes from."""
    dx, dy = enemy.x - here.x, enemy.y - here.y
    far = max(1.0, hypot(dx, dy))
    swing = inches(weight("plan", "swing"))
    places = [
        Point(round(enemy.x - sign * dy / far * swing), round(enemy.y + sign * dx / far * swing)) for sign in (1, -1)
    ]
    inside = [_kept_on(place, view) for place in places]
    return min(inside, key=lambda place: hypot(place.x - here.x, place.y - here.y))


def _kept_on(place: Point, view: State) -> Point:
    margin: Length = inches(weight("plan", "margin"))
    return Point(
        min(max(place.x, margin), view.terrain.width - margin), min(max(place.y, margin), view.terrain.height - margin)
    )


def _middle(units: list[Unit]) -> Point | None:
    places = [unit.stands.anchor for unit in units if unit.stands is not None]
    if not places:
        return None
    return Point(sum(place.x for place in places) // len(places), sum(place.y for place in places) // len(places))


def _far(unit: Unit, here: Point) -> float:
    if unit.stands is None:
        return float("inf")
    return hypot(unit.stands.anchor.x - here.x, unit.stands.anchor.y - here.y)
