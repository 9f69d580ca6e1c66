"""Where to go: every place that can be reached is looked at roughly, the best ones exactly, and the best of these is gone to."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import pairwise
from math import hypot

import numpy as np
from numpy.typing import NDArray

from sandtable.ai.grid import Numbers
from sandtable.geometry.footprint import Footprint
from sandtable.geometry.kept import kept
from sandtable.geometry.measure import Facing, Length, Point, Pose, direction, in_inches
from sandtable.geometry.reach import Reach, reach
from sandtable.geometry.trail import bearing
from sandtable.geometry.walk import walkable
from sandtable.rulesets.revolucion.table import forming, moving, orders
from sandtable.rulesets.revolucion.table.formation import rank_choices
from sandtable.rulesets.revolucion.table.goings import going
from sandtable.rulesets.revolucion.table.leading import attached
from sandtable.rulesets.revolucion.table.measures import measures
from sandtable.rulesets.revolucion.table.opponent.ground import behind
from sandtable.rulesets.revolucion.table.opponent.standing import most_chance, standing_worth
from sandtable.rulesets.revolucion.table.opponent.thinking import Thinking
from sandtable.rulesets.revolucion.table.opponent.weights import weight
from sandtable.rulesets.revolucion.table.planning import around, planned
from sandtable.rulesets.revolucion.table.scenario import Crossing, feature
from sandtable.rulesets.revolucion.table.state import Pending, State
from sandtable.rulesets.revolucion.vocabulary import FIGHTERS, GUNS, FireMode, Formation, Order, UnitType

GRID: Length = 1000  # places are an inch apart
FINE_GRID: Length = 500  # nearer together where it is narrow
LOOKS = 3  # places that are looked at exactly
TRIES = 9  # places that are tried at all
APART: Length = 1500  # what is nearer to a place already tried is no other place


@dataclass(frozen=True, slots=True)
class Way:
    """A move, and what standing at its end is worth."""

    move: orders.Move
    worth: float


def best_way(thinking: Thinking, order: Order, budget: Length, beat: float = 0.0) -> Way | None:
    """The best that a unit can make of a movement order that leaves it so many inches; None: nothing that is better than staying by ``beat``."""
    formation = moving.FORMATIONS[order]
    state = _supposed(thinking, order, budget)
    least = here(thinking) + beat
    found = list(_ways(thinking, state, formation, (), budget, GRID, least))
    if formation is Formation.MANEUVER:
        found += _up_to_wire(thinking, state, budget)
    best = max(found, key=lambda way: way.worth, default=None)
    if formation is not Formation.MANEUVER or not choked(thinking, best, budget):
        return best
    for ranks in rank_choices(thinking.unit.kind, thinking.unit.bases, state.tables)[::-1]:
        found += _ways(thinking, state, formation, ranks, budget, FINE_GRID, least)
        best = max(found, key=lambda way: way.worth, default=None)
        if not choked(thinking, best, budget):
            break
    return best


def _up_to_wire(thinking: Thinking, state: State, budget: Length) -> Iterator[Way]:
    """Straight up to the wire that bars the way, so as to cut it next (REV-10.86)."""
    unit = thinking.unit
    if unit.stands is None or unit.kind is UnitType.ARTILLERY or not state.tables.option("wire"):
        return
    here, worth = unit.stands.anchor, thinking.plan.pull * weight("way", "wire")
    for far, foot in sorted(_wire_ahead(state, here.point))[:1]:
        if not 0 < far <= budget:
            return
        x, y = (foot.x - here.x) / far, (foot.y - here.y) / far
        beyond = (foot.x + x * GRID, foot.y + y * GRID)
        now, then = thinking.picture.off(unit, thinking.plan.goal, np.array([here.point, beyond], dtype=np.float64))
        if now - then < weight("way", "wire"):
            return
        facing, touch = bearing(x, y), measures(state.tables).contact / 2
        end = Pose(round(foot.x - x * touch), round(foot.y - y * touch), facing)
        move = orders.Move(by=unit.side.value, unit=unit.id, facing=facing, path=(end,), leaders=attached(state, unit))
        if moving.move_allowed(state, move):
            body = planned(state, move, moving.plan_move).end
            assert body is not None  # noqa: S101 - a legal move ends somewhere
            yield Way(move, standing_worth(thinking, body, Formation.MANEUVER) + worth)


def _wire_ahead(state: State, here: Point) -> Iterator[tuple[float, Point]]:
    """The wire that can be come up to squarely: how far off, and where."""
    for line in state.terrain.lines:
        if feature(line.kind).crossing is not Crossing.WIRE:
            continue
        for one, two in pairwise(line.points):
            dx, dy = two.x - one.x, two.y - one.y
            share = ((here.x - one.x) * dx + (here.y - one.y) * dy) / max(1, dx * dx + dy * dy)
            if 0 <= share <= 1:
                foot = Point(round(one.x + share * dx), round(one.y + share * dy))
                yield hypot(foot.x - here.x, foot.y - here.y), foot


def choked(thinking: Thinking, way: Way | None, budget: Length) -> bool:
    """Whether a way brings a unit hardly nearer to its goal, where some places are too narrow for it."""
    unit, goal = thinking.unit, thinking.plan.goal
    if unit.stands is None or not thinking.picture.ways(unit.kind).barred:
        return False
    start = unit.stands.anchor
    end = way.move.path[-1] if way is not None and way.move.path else start
    now, then = (thinking.picture.off_at(unit, goal, pose.point) for pose in (start, end))
    slow = weight("way", "slow") * in_inches(budget)
    return bool(now > weight("way", "there") and now - then < slow)


def here(thinking: Thinking) -> float:
    """What staying as it stands is worth."""
    unit = thinking.unit
    assert unit.stands is not None  # noqa: S101 - who moves stands on the table
    stands = unit.stands
    return kept(thinking, "here", lambda same: standing_worth(same, stands, unit.formation))


def _supposed(thinking: Thinking, order: Order, budget: Length) -> State:
    """The table as if the order had arrived."""
    view, unit = thinking.view, thinking.unit
    if view.turn.pending is not None:
        return view
    pending = Pending(unit.id, unit.side, "move", order, budget)
    return view.in_turn(replace(view.turn, pending=pending))


def _ways(
    thinking: Thinking,
    state: State,
    formation: Formation,
    ranks: tuple[int, ...],
    budget: Length,
    step: Length,
    least: float,
) -> Iterator[Way]:
    """Ways to the most promising places, with what the exact end of each is worth, as long as better ones may be among them."""
    unit = thinking.unit
    start = forming.assumed(state, unit, formation, None, ranks)
    if start.problems or start.end is None:
        return
    cost, near = going(unit.kind, formation, state.tables), measures(state.tables).turning
    field = reach(start.end, cost, around(state, unit), budget, step, near)
    looked, best, room = 0, least, start.end.extent + GRID
    for place, promise in _promising(thinking, formation, field):
        if promise + weight("way", "doubt") < best:
            return
        if _at_most(thinking, place, formation, room) < best:
            continue
        found = _legal_way(thinking, state, start.end, formation, ranks, field, place)
        if found is None:
            continue
        move, end = found
        way = Way(move, standing_worth(thinking, end, formation))
        best = max(best, way.worth)
        yield way
        looked += 1
        if looked == LOOKS:
            return


def _at_most(thinking: Thinking, place: Point, formation: Formation, room: float) -> float:
    """More than standing at a place cannot be worth: its best shot, and no danger at all."""
    chance = weight("ground", "tomorrow") * most_chance(thinking, place, formation, room)
    return thinking.purpose_at(place) + chance


def _promising(thinking: Thinking, formation: Formation, field: Reach) -> Iterator[tuple[Point, float]]:
    """Places within reach, the best first by what is roughly known of them, no two close together; and what is known of them."""
    rows, columns = np.nonzero(np.isfinite(field.costs) | _shifts(thinking, field))
    places = np.stack((columns * field.step, rows * field.step), axis=-1).astype(np.float64)
    worth = _roughly(thinking, formation, places)
    tried: list[tuple[float, float]] = []
    for number in np.argsort(-worth, kind="stable"):
        x, y = places[number]
        if any(abs(x - other_x) < APART and abs(y - other_y) < APART for other_x, other_y in tried):
            continue
        tried.append((x, y))
        yield Point(int(x), int(y)), float(worth[number])
        if len(tried) == TRIES:
            return


def _shifts(thinking: Thinking, field: Reach) -> NDArray[np.bool_]:
    """Places that are near enough to be gone to straight, without a turn, where an enemy is too near for some turns."""
    if field.turns.all():
        return np.zeros(field.costs.shape, dtype=np.bool_)
    rows, columns = np.indices(field.costs.shape)
    dx, dy = columns * field.step - field.start.x, rows * field.step - field.start.y
    x, y = direction(field.start.facing)
    before = dx * x + dy * y >= np.abs(dx * y - dy * x)
    dear = float(going(thinking.unit.kind, Formation.MANEUVER, thinking.view.tables).off_front)
    near: NDArray[np.bool_] = np.hypot(dx, dy) * np.where(before, 1.0, dear) <= field.budget
    return near


def _roughly(thinking: Thinking, formation: Formation, places: Numbers) -> Numbers:
    """What places are worth by the cell they lie in, and by what they are right behind."""
    unit, picture, view = thinking.unit, thinking.picture, thinking.view
    cells = picture.grid.cells(places)
    mode = FireMode.DEPLOYED if formation is Formation.DEPLOYED or unit.kind in GUNS else FireMode.MOVING
    worth = thinking.purpose(places)
    danger = weight("ground", "danger") * thinking.caution * picture.danger(unit, formation)[cells]
    foe = thinking.nearest_enemy
    if foe is not None:
        shelter = behind(view.terrain, places, foe, measures(view.tables).behind)
        danger = danger * (1 - weight("ground", "shelter") * shelter)
    if unit.kind in FIGHTERS and formation is not Formation.MARCH:
        worth = worth + weight("ground", "tomorrow") * picture.chance(unit, mode)[cells]
    total: Numbers = worth - danger
    return total


def _legal_way(
    thinking: Thinking,
    state: State,
    start: Footprint,
    formation: Formation,
    ranks: tuple[int, ...],
    field: Reach,
    place: Point,
) -> tuple[orders.Move, Footprint] | None:
    """The way to a place, turned to the enemy at its end where that can be done, and the end of it."""
    unit, rules = thinking.unit, measures(state.tables)
    cost, near = going(unit.kind, formation, state.tables), around(state, unit)
    for facing, path in _paths(thinking, formation, field, place):
        if formation is Formation.MANEUVER and not walkable(
            start, path, cost, near, field.budget, rules.turning, rules.strict_turns
        ):
            continue  # most are barred: that is found out before the unit is formed up for each of them
        move = orders.Move(
            by=unit.side.value, unit=unit.id, facing=facing, ranks=ranks, path=path, leaders=attached(state, unit)
        )
        end = moving.move_end(state, move)
        if end is not None:
            return move, end
    return None


def _paths(
    thinking: Thinking, formation: Formation, field: Reach, place: Point
) -> Iterator[tuple[Facing | None, tuple[Pose, ...]]]:
    path = field.path_to(place)
    if path and formation is not Formation.MARCH:
        turned = Pose(place.x, place.y, facing_from(thinking, place))
        if turned != path[-1]:
            yield path[0].facing, (*path, turned)
    if path:
        yield path[0].facing, path
    if formation is Formation.MANEUVER and place != field.start.point:
        yield None, (Pose(place.x, place.y, field.start.facing),)


def deployed(thinking: Thinking) -> Footprint | None:
    """The unit deployed where it stands and turned to the enemy, or as it stands; None: there is no room for it."""
    unit = thinking.unit
    assert unit.stands is not None  # noqa: S101 - who deploys stands on the table
    for facing in (facing_from(thinking, unit.stands.anchor.point), None):
        plan = forming.assumed(thinking.view, unit, Formation.DEPLOYED, facing)
        if not plan.problems:
            return plan.end
    return None


def facing_from(thinking: Thinking, place: Point) -> Facing:
    """Towards the nearest enemy, else towards the goal."""
    enemies = [unit.stands.anchor for unit in thinking.picture.enemies if unit.stands is not None]
    nearest = min(enemies, key=lambda each: (each.x - place.x) ** 2 + (each.y - place.y) ** 2, default=None)
    goal = thinking.plan.goal if nearest is None else nearest.point
    if goal == place:
        return 0
    return bearing(goal.x - place.x, goal.y - place.y)
