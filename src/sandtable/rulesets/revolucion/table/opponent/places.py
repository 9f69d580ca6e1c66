"""Where to go: every place within reach is worth something, and the best that can be gone to is gone to."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from sandtable.ai.grid import Numbers
from sandtable.ai.weighing import Reason
from sandtable.geometry.measure import Facing, Length, Point, Pose, inches
from sandtable.geometry.trail import bearing
from sandtable.rulesets.revolucion.orders import base_move
from sandtable.rulesets.revolucion.table.opponent.choices import Thinking
from sandtable.rulesets.revolucion.table.opponent.weights import weight
from sandtable.rulesets.revolucion.vocabulary import FIGHTERS, GUNS, FireMode, Formation, Order

TRIES = 6  # places that are tried in earnest


def place_worth(thinking: Thinking, formation: Formation) -> Numbers:
    """What standing at each cell at the end of the move is worth."""
    unit, picture, plan = thinking.unit, thinking.picture, thinking.plan
    mode = FireMode.DEPLOYED if formation is Formation.DEPLOYED or unit.kind in GUNS else FireMode.MOVING
    worth = -plan.pull * picture.aim(plan.goal)
    worth = worth - weight("ground", "danger") * thinking.caution * picture.danger(unit, formation)
    if unit.kind in FIGHTERS and formation is not Formation.MARCH:
        worth = worth + weight("ground", "tomorrow") * picture.chance(unit, mode)
    return worth + weight("ground", "cover") * picture.cover + _on_goal(thinking)


def _on_goal(thinking: Thinking) -> Numbers:
    total = np.zeros(len(thinking.picture.grid.places))
    for goal in thinking.view.terms.objectives:
        if goal.at is not None and goal.side in {"", thinking.unit.side.value}:
            total += np.where(thinking.picture.aim(goal.at) * inches(1) <= goal.within, weight("ground", "goal"), 0.0)
    return total


def within(thinking: Thinking, budget: Length) -> NDArray[np.int64]:
    """The cells that a straight way could lead to."""
    assert thinking.unit.stands is not None  # noqa: S101 - who moves stands on the table
    far = thinking.picture.grid.distances(thinking.unit.stands.anchor.point)
    return np.flatnonzero(far <= budget)


def best_gain(thinking: Thinking, formation: Formation, order: Order) -> Reason:
    """What the best cell within reach is worth beside the present one, held as the unit stands now."""
    unit, picture = thinking.unit, thinking.picture
    assert unit.stands is not None  # noqa: S101 - who moves stands on the table
    budget = inches(base_move(order, unit.kind, thinking.view.tables))
    cells = within(thinking, budget)
    here = picture.grid.cell(*unit.stands.anchor.point)
    if not len(cells):
        return Reason(thinking.message("stay"), 0.0)
    then = place_worth(thinking, formation)
    now = place_worth(thinking, unit.formation)[here]
    best = int(cells[np.argmax(then[cells])])
    return Reason(thinking.message(f"move_{thinking.plan.stance.value}"), float(then[best] - now))


def ways(thinking: Thinking, formation: Formation, budget: Length) -> Iterator[tuple[Facing, tuple[Pose, ...]]]:
    """Ways to the best places within a distance, best first: the facing to set out with and the path; the last pose faces the enemy."""
    unit, grid = thinking.unit, thinking.picture.grid
    assert unit.stands is not None  # noqa: S101 - who moves stands on the table
    start = unit.stands.anchor
    cells = within(thinking, budget)
    worth = place_worth(thinking, formation)
    present = worth[grid.cell(*start.point)]
    for cell in cells[np.argsort(-worth[cells], kind="stable")][:TRIES]:
        if worth[cell] <= present:
            return
        place = grid.place(int(cell))
        for share in (1.0, 0.7, 0.4):
            there = Point(round(start.x + (place.x - start.x) * share), round(start.y + (place.y - start.y) * share))
            if there == start.point:
                continue
            out = bearing(there.x - start.x, there.y - start.y)
            path = [Pose(there.x, there.y, out)]
            if formation is not Formation.MARCH:
                path.append(Pose(there.x, there.y, facing_from(thinking, there)))
            yield out, tuple(path)


def facing_from(thinking: Thinking, place: Point) -> Facing:
    """Towards the nearest enemy, else towards the goal."""
    enemies = [unit.stands.anchor for unit in thinking.picture.enemies if unit.stands is not None]
    nearest = min(enemies, key=lambda each: (each.x - place.x) ** 2 + (each.y - place.y) ** 2, default=None)
    goal = thinking.plan.goal if nearest is None else nearest.point
    if goal == place:
        return 0
    return bearing(goal.x - place.x, goal.y - place.y)
