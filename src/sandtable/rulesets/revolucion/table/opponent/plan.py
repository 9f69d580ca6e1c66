"""Plans: what each column of an army is about, and where it is to go."""

from __future__ import annotations

from dataclasses import dataclass, replace

from sandtable.battle.scenario.scenario import Objective
from sandtable.geometry.borders import on_edge
from sandtable.geometry.measure import Length, Point, apart, inches
from sandtable.miniatures.drawing_up import middle_of
from sandtable.miniatures.opponent.intents import Stance, beside, haste, middle_of_nearest
from sandtable.rulesets.revolucion.orders import base_move
from sandtable.rulesets.revolucion.table.army import ahead
from sandtable.rulesets.revolucion.table.opponent.picture import strength, ways
from sandtable.rulesets.revolucion.table.opponent.stakes import contested, safe
from sandtable.rulesets.revolucion.table.opponent.weights import weight
from sandtable.rulesets.revolucion.table.state import State, Unit, other
from sandtable.rulesets.revolucion.vocabulary import CAVALRY, GUNS, Formation, Order, Side


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
    aim = goal.at if goal is not None and goal.at is not None else middle_of_nearest(_anchors(enemies), here)
    late = _haste(view, side, own, here, goal)
    pull = weight("ground", "pull") * (1 + weight("plan", "haste") * late)
    if not late and not _attacks(view, side, own, enemies, goal):
        return Plan(Stance.HOLD, aim, pull * weight("plan", "hold_pull"))
    riders = sum(unit.kind in CAVALRY for unit in own)
    if enemies and riders and riders >= weight("plan", "flank") * len(own) and late < weight("plan", "no_detour"):
        swing, margin = inches(weight("plan", "swing")), inches(weight("plan", "margin"))
        return Plan(Stance.FLANK, beside(here, _middle(enemies) or aim, swing, margin, view.terrain), pull, late)
    return Plan(Stance.ATTACK, aim, pull, late)


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
    return haste(spare, weight("plan", "patience")) * (weight("plan", "leads") if leads else 1.0)


def _way(view: State, unit: Unit, here: Point, there: Point) -> float:
    """How far it is round what is in the way."""
    known = ways(view, unit.kind)
    far = float(known.field(known.grid.cell(there.x, there.y))[known.grid.cell(here.x, here.y)])
    return far if far < inches(weight("plan", "no_way")) else apart(here, there)


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
        replace(goal, at=on_edge(view.terrain, goal.edge, here))
        for goal in view.terms.objectives
        if goal.kind == "exit" and goal.side in ("", side.value)
    ]
    names = {unit.id for unit in own}

    def far(goal: Objective) -> float:
        assert goal.at is not None  # noqa: S101 - those without a place are left out
        there = apart(goal.at, here)
        spare = contested(view, side, goal, names)
        return there + inches(weight("plan", "elsewhere")) * (spare >= weight("goal", "spare"))

    return min(goals, key=far, default=None)


def _middle(units: list[Unit]) -> Point | None:
    places = _anchors(units)
    return middle_of(places) if places else None


def _anchors(units: list[Unit]) -> list[Point]:
    return [unit.stands.anchor.point for unit in units if unit.stands is not None]


def _far(unit: Unit, here: Point) -> float:
    if unit.stands is None:
        return float("inf")
    return apart(unit.stands.anchor, here)
