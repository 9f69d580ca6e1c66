"""Where to go: every place that can be reached is looked at roughly, the best ones exactly, and the best of these is gone to."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import pairwise

import numpy as np

from sandtable.ai.survey import Odds, Promise, Sought, mover, promising
from sandtable.geometry.facts import fact
from sandtable.geometry.footprint import Footprint
from sandtable.geometry.measure import Facing, Length, Point, Pose, apart, bearing, in_inches
from sandtable.geometry.reach import reach
from sandtable.rulesets.revolucion.table import orders
from sandtable.rulesets.revolucion.table.ground.going import going
from sandtable.rulesets.revolucion.table.ground.kinds import Crossing, feature
from sandtable.rulesets.revolucion.table.ground.measures import measures
from sandtable.rulesets.revolucion.table.ground.shapes import rank_choices
from sandtable.rulesets.revolucion.table.leadership import attached
from sandtable.rulesets.revolucion.table.movement import formations, moves
from sandtable.rulesets.revolucion.table.opponent.picture import REACHES, fire_reach
from sandtable.rulesets.revolucion.table.opponent.stakes import stake
from sandtable.rulesets.revolucion.table.opponent.standing import standing_worth
from sandtable.rulesets.revolucion.table.opponent.thinking import Thinking
from sandtable.rulesets.revolucion.table.opponent.weights import price, weight
from sandtable.rulesets.revolucion.table.planning import around
from sandtable.rulesets.revolucion.table.state import Pending, State, other
from sandtable.rulesets.revolucion.vocabulary import FIGHTERS, GUNS, FireMode, Formation, Order, UnitType

GRID: Length = 1000  # places are an inch apart
FINE_GRID: Length = 500  # nearer together where it is narrow
LOOKS = 3  # places that are looked at exactly
MANY = 5  # places that are taken into account
TRIES = 24  # places that are tried at all
APART = 1500.0  # what is nearer to a place already tried is no other place
NO_SHOTS = np.empty((0, len(REACHES) + 1))


@dataclass(frozen=True, slots=True)
class Way:
    """A move, and what standing at its end is worth."""

    move: orders.Move
    worth: float


def best_way(thinking: Thinking, order: Order, budget: Length, beat: float = 0.0) -> Way | None:
    """The best that a unit can make of a movement order that leaves it so many inches; None: nothing that is better than staying by ``beat``."""
    formation = moves.FORMATIONS[order]
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
        beyond = Point(round(foot.x + x * GRID), round(foot.y + y * GRID))
        off, goal = thinking.picture.off_at, thinking.plan.goal
        now, then = off(unit, goal, here.point), off(unit, goal, beyond)
        if now - then < weight("way", "wire"):
            return
        facing, touch = bearing(x, y), measures(state.tables).contact / 2
        end = Pose(round(foot.x - x * touch), round(foot.y - y * touch), facing)
        move = orders.Move(by=unit.side.value, unit=unit.id, facing=facing, path=(end,), leaders=attached(state, unit))
        body = _legal_end(state, move)
        if body is not None:
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
                yield apart(foot, here), foot


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


@fact
def here(thinking: Thinking) -> float:
    """What staying as it stands is worth."""
    unit = thinking.unit
    assert unit.stands is not None  # noqa: S101 - who moves stands on the table
    return standing_worth(thinking, unit.stands, unit.formation)


def _supposed(thinking: Thinking, order: Order, budget: Length) -> State:
    """The table as if the order had arrived."""
    view, unit = thinking.view, thinking.unit
    if view.turn.pending is not None:
        return view
    pending = Pending(unit.id, unit.side, "move", order, budget)
    return view.but(turn=replace(view.turn, pending=pending))


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
    start = formations.assumed(state, unit, formation, None, ranks)
    if start.problems or start.end is None:
        return
    looked, best = 0, least
    for promise in _promising(thinking, state, formation, start.end, budget, step, least):
        if promise.roughly + weight("way", "doubt") < best:
            return
        path = promise.path
        if promise.at_most < best or not path:
            continue
        move = orders.Move(by=unit.side.value, unit=unit.id, ranks=ranks, path=path, leaders=attached(state, unit))
        end = promise.end or _legal_end(state, move)
        if end is None:
            continue
        way = Way(move, standing_worth(thinking, end, formation))
        best = max(best, way.worth)
        yield way
        looked += 1
        if looked == LOOKS:
            return


def _legal_end(state: State, move: orders.Move) -> Footprint | None:
    """Where a move ends; None: it is not legal."""
    plan = moves.plan_move(state, move)
    return None if plan.problems else plan.end


def _promising(
    thinking: Thinking,
    state: State,
    formation: Formation,
    start: Footprint,
    budget: Length,
    step: Length,
    least: float,
) -> Iterator[Promise]:
    """Places within reach, the best first by what is roughly known of them, and the way to each."""
    unit, picture, rules = thinking.unit, thinking.picture, measures(state.tables)
    near = around(state, unit)
    cost, walks = going(unit.kind, formation, state.tables), formation is Formation.MANEUVER
    field = reach(start, cost, near, budget, step, rules.turning)
    who = mover(start, cost, near, start.extent + GRID, rules.turning, rules.strict_turns, walks=walks)
    sought = Sought(MANY, TRIES, APART, least, weight("way", "doubt"), float(rules.behind))
    found = promising(
        field, start, who, picture.cells, picture.foes_seen, thinking.wish, _odds(thinking, formation),
        thinking.nearest_enemy, sought,
    )  # fmt: skip
    return found if walks else (promise._replace(path=field.path_to(promise.place)) for promise in found)


def _odds(thinking: Thinking, formation: Formation) -> Odds:
    """What fire costs a unit in a formation and its enemies."""
    unit, picture, tables = thinking.unit, thinking.picture, thinking.view.tables
    fires = unit.kind in FIGHTERS and formation is not Formation.MARCH
    mode = FireMode.DEPLOYED if formation is Formation.DEPLOYED or unit.kind in GUNS else FireMode.MOVING
    return Odds(
        picture.dreads(formation),
        price(unit.kind, tables),
        weight("ground", "danger") * thinking.caution,
        weight("ground", "shelter"),
        picture.tolls(unit, formation, mode).all_done(picture.foes) if fires else NO_SHOTS,
        weight("ground", "tomorrow"),
        stake(thinking.view, other(unit.side)),
        float(fire_reach(unit.kind, tables)) if fires else 0.0,
    )


def deployed(thinking: Thinking) -> Footprint | None:
    """The unit deployed where it stands and turned to the enemy, or as it stands; None: there is no room for it."""
    unit = thinking.unit
    assert unit.stands is not None  # noqa: S101 - who deploys stands on the table
    for facing in (facing_from(thinking, unit.stands.anchor.point), None):
        plan = formations.assumed(thinking.view, unit, Formation.DEPLOYED, facing)
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
