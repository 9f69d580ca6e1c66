"""Plans: what each column of an army is about, and where it is to go."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from math import hypot

from sandtable.geometry.measure import Point, inches
from sandtable.rulesets.revolucion.table.army import ahead
from sandtable.rulesets.revolucion.table.opponent.ground import strength
from sandtable.rulesets.revolucion.table.opponent.weights import weight
from sandtable.rulesets.revolucion.table.state import State, Unit, other
from sandtable.rulesets.revolucion.vocabulary import CAVALRY, GUNS, Side

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
    enemies = [view.units[name] for name, _ in view.standing(other(side))]
    haste = _haste(view, side)
    pull = weight("ground", "pull") * (1 + weight("plan", "haste") * haste)
    here = _middle(own) or Point(view.terrain.width // 2, view.terrain.height // 2)
    aim = _aim(view, side, here, enemies)
    if not haste and not _attacks(view, side, own, enemies, here):
        return Plan(Stance.HOLD, aim, pull * weight("plan", "hold_pull"))
    riders = sum(unit.kind in CAVALRY for unit in own)
    if enemies and riders and riders >= weight("plan", "flank") * len(own) and haste < weight("plan", "no_detour"):
        return Plan(Stance.FLANK, _round(here, _middle(enemies) or aim, view), pull, haste)
    return Plan(Stance.ATTACK, aim, pull, haste)


def _haste(view: State, side: Side) -> float:
    """How late it is for an army that would lose on points; nothing for one that would win."""
    last = view.terms.victory.turns
    if last is None or not view.terms.objectives or ahead(view) is side:
        return 0.0
    return min(1.0, view.turn.number / last)


def _attacks(view: State, side: Side, own: list[Unit], enemies: list[Unit], here: Point) -> bool:
    """An army that is strong enough attacks; so does one that must, because the turns run out and the points are not its own."""
    army = strength((unit for unit in view.units_of(side) if unit.stands is not None), view.tables)
    if army >= weight("plan", "attack") * max(0.01, strength(enemies, view.tables)):
        return True
    if all(unit.kind in GUNS for unit in own):
        return False
    near = [unit for unit in enemies if _far(unit, here) <= inches(weight("plan", "near"))]
    return strength(own, view.tables) >= strength(near, view.tables)


def _aim(view: State, side: Side, here: Point, enemies: list[Unit]) -> Point:
    """The nearest objective that can be held, else the nearest enemies."""
    goals = [goal.at for goal in view.terms.objectives if goal.at is not None and goal.side in ("", side.value)]
    if goals:
        return min(goals, key=lambda goal: hypot(goal.x - here.x, goal.y - here.y))
    near = sorted(enemies, key=lambda unit: _far(unit, here))[:AIMED_AT]
    return _middle(near) or here


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
    margin = inches(weight("plan", "margin"))
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
