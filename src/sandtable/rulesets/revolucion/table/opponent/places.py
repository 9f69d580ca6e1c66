"""Where to go: every place within reach is worth something, and the best that can be gone to is gone to."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from sandtable.ai.grid import Numbers
from sandtable.ai.ways import way_to
from sandtable.ai.weighing import Reason
from sandtable.geometry.measure import Facing, Length, Point, Pose, inches
from sandtable.geometry.reach import reach
from sandtable.geometry.trail import bearing
from sandtable.rulesets.revolucion.orders import base_move
from sandtable.rulesets.revolucion.table.goings import going
from sandtable.rulesets.revolucion.table.opponent.ground import ways as found_ways
from sandtable.rulesets.revolucion.table.opponent.thinking import Thinking
from sandtable.rulesets.revolucion.table.opponent.weights import weight
from sandtable.rulesets.revolucion.table.planning import around
from sandtable.rulesets.revolucion.vocabulary import FIGHTERS, GUNS, FireMode, Formation, Order

TRIES = 5  # places that are tried in earnest
SHARES = (1.0, 0.75, 0.5)  # of the straight way, tried in turn
SLACK: Length = 800  # cells are coarse: the exact way may be a little shorter


def place_worth(thinking: Thinking, formation: Formation) -> Numbers:
    """What standing at each cell at the end of the move is worth."""
    unit, picture, plan = thinking.unit, thinking.picture, thinking.plan
    mode = FireMode.DEPLOYED if formation is Formation.DEPLOYED or unit.kind in GUNS else FireMode.MOVING
    worth = -plan.pull * picture.off(unit, plan.goal)
    worth = worth - weight("ground", "danger") * thinking.caution * picture.danger(unit, formation)
    if unit.kind in FIGHTERS and formation is not Formation.MARCH:
        worth = worth + weight("ground", "tomorrow") * picture.chance(unit, mode)
    return worth + weight("ground", "cover") * picture.cover + _on_goal(thinking)


def _on_goal(thinking: Thinking) -> Numbers:
    total = np.zeros(len(thinking.picture.grid.places))
    for goal in thinking.view.terms.objectives:
        if goal.at is not None and goal.side in {"", thinking.unit.side.value}:
            total += np.where(thinking.picture.near(goal.at, goal.within), weight("ground", "goal"), 0.0)
    return total


def within(thinking: Thinking, budget: Length) -> dict[int, tuple[float, int]]:
    """The cells that can be got to, with their cost and the cell before each."""
    assert thinking.unit.stands is not None  # noqa: S101 - who moves stands on the table
    here = thinking.picture.grid.cell(*thinking.unit.stands.anchor.point)
    return found_ways(thinking.view, thinking.unit.kind).spread(here, budget + SLACK)


def best_gain(thinking: Thinking, formation: Formation, order: Order) -> Reason:
    """What the best cell within reach is worth beside the present one, held as the unit stands now."""
    unit, picture = thinking.unit, thinking.picture
    assert unit.stands is not None  # noqa: S101 - who moves stands on the table
    budget = inches(base_move(order, unit.kind, thinking.view.tables))
    here = picture.grid.cell(*unit.stands.anchor.point)
    cells = np.fromiter(within(thinking, budget), dtype=np.int64)
    then = place_worth(thinking, formation)
    now = place_worth(thinking, unit.formation)[here]
    best = int(cells[np.argmax(then[cells])])
    return Reason(thinking.message(f"move_{thinking.plan.stance.value}"), float(then[best] - now))


def ways(thinking: Thinking, formation: Formation, budget: Length) -> Iterator[tuple[Facing | None, tuple[Pose, ...]]]:
    """Ways to the best places within a distance, best first: the facing to set out with and the path; the last pose faces the enemy."""
    unit, grid = thinking.unit, thinking.picture.grid
    assert unit.stands is not None  # noqa: S101 - who moves stands on the table
    start = unit.stands.anchor
    reached = within(thinking, budget)
    cells = np.fromiter(reached, dtype=np.int64)
    worth = place_worth(thinking, formation)
    present = worth[grid.cell(*start.point)]
    for cell in cells[np.argsort(-worth[cells], kind="stable")][:TRIES]:
        if worth[cell] <= present:
            return
        place = grid.place(int(cell))
        for share in SHARES:
            there = Point(round(start.x + (place.x - start.x) * share), round(start.y + (place.y - start.y) * share))
            yield from _way(thinking, formation, [there])
            if (
                formation is Formation.MANEUVER and there != start.point
            ):  # sideways or back, where an enemy is too near to turn
                yield None, (Pose(there.x, there.y, start.facing),)
        steps = [grid.place(step) for step in way_to(reached, int(cell))]
        if len(steps) > 1:
            for count in range(len(steps), 0, -1):
                yield from _way(thinking, formation, steps[:count])


def searched(
    thinking: Thinking, formation: Formation, budget: Length
) -> Iterator[tuple[Facing | None, tuple[Pose, ...]]]:
    """Ways found by trying every inch, for narrow places: a ford, a gate, a gap between friends."""
    unit, view, grid = thinking.unit, thinking.view, thinking.picture.grid
    if unit.stands is None or unit.formation is not formation or formation is not Formation.MANEUVER:
        return
    field = reach(unit.stands, going(unit.kind, formation, view.tables), around(view, unit), budget, inches(1))
    rows, columns = np.nonzero(np.isfinite(field.costs))
    places = np.stack((columns * field.step, rows * field.step), axis=-1).astype(np.float64)
    worth = place_worth(thinking, formation)[grid.cells(places)] - thinking.plan.pull * _leftover(thinking, places)
    present = place_worth(thinking, formation)[grid.cell(*unit.stands.anchor.point)]
    for number in np.argsort(-worth, kind="stable")[:TRIES]:
        if worth[number] <= present:
            return
        path = field.path_to(Point(int(places[number][0]), int(places[number][1])))
        if path:
            yield path[0].facing, path


def _leftover(thinking: Thinking, places: Numbers) -> Numbers:
    """How far places are from the middle of their cell towards the goal, in inches: cells are coarse, ways are not."""
    goal = thinking.plan.goal
    middles = thinking.picture.grid.places[thinking.picture.grid.cells(places)]
    off = np.hypot(places[:, 0] - goal.x, places[:, 1] - goal.y) - np.hypot(
        middles[:, 0] - goal.x, middles[:, 1] - goal.y
    )
    left: Numbers = off / inches(1)
    return left


def _way(thinking: Thinking, formation: Formation, steps: list[Point]) -> Iterator[tuple[Facing, tuple[Pose, ...]]]:
    """A way over some places, each leg facing where it goes, the last turn to the enemy."""
    assert thinking.unit.stands is not None  # noqa: S101 - who moves stands on the table
    here = thinking.unit.stands.anchor.point
    path: list[Pose] = []
    for step in steps:
        if step != here:
            path.append(Pose(step.x, step.y, bearing(step.x - here.x, step.y - here.y)))
            here = step
    if not path:
        return
    if formation is not Formation.MARCH:
        path.append(Pose(here.x, here.y, facing_from(thinking, here)))
    yield path[0].facing, tuple(path)


def facing_from(thinking: Thinking, place: Point) -> Facing:
    """Towards the nearest enemy, else towards the goal."""
    enemies = [unit.stands.anchor for unit in thinking.picture.enemies if unit.stands is not None]
    nearest = min(enemies, key=lambda each: (each.x - place.x) ** 2 + (each.y - place.y) ** 2, default=None)
    goal = thinking.plan.goal if nearest is None else nearest.point
    if goal == place:
        return 0
    return bearing(goal.x - place.x, goal.y - place.y)
