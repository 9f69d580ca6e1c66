"""A survey: all places that a unit can get to, by what they are roughly worth to it, and the ways to the best of them.

The compiled loops hold the sums.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from sandtable.ai.compiled.surveying import (
    FOE_COLUMNS,
    GOAL_COLUMNS,
    Cells,
    Enemies,
    Odds,
    Sought,
    Wish,
    danger_at,
    purpose_at,
    survey,
)
from sandtable.ai.grid import Grid, Numbers
from sandtable.geometry.around import Around
from sandtable.geometry.compiled.routing import Field, Mover
from sandtable.geometry.footprint import Footprint
from sandtable.geometry.going import Going
from sandtable.geometry.measure import INCH, Length, Point, Pose
from sandtable.geometry.reach import Reach
from sandtable.geometry.walk import standing

__all__ = [
    "FOE_COLUMNS", "GOAL_COLUMNS", "Cells", "Enemies", "Mover", "Odds", "Promise", "Sought", "Wish", "danger_at", "mover",
    "promising", "purpose_at", "wish",
]  # fmt: skip

NOBODY = np.empty(0)


class Promise(NamedTuple):
    """A place, what it is roughly worth, and more than it cannot be worth; for who walks in line, the way there and its end."""

    place: Point
    roughly: float
    at_most: float
    path: tuple[Pose, ...] = ()
    end: Footprint | None = None


def wish(grid: Grid, far: Numbers, goal: Point, pull: float, no_way: float, cover: float, goals: Numbers) -> Wish:
    """What a unit is after: ``far`` tells how far it is to the goal of its plan from every cell of a grid."""
    size = (float(grid.step), grid.columns, grid.rows)
    return Wish(pull, far, *size, float(INCH), no_way, float(goal.x), float(goal.y), cover, goals)


def mover(
    body: Footprint, going: Going, around: Around, extent: float, near: Length, strict: bool, walks: bool
) -> Mover:
    """Who goes, as a survey reads it: ``near`` and ``strict`` are those of a turn."""
    return Mover(
        body.standing, body.build, extent, around.terms(going, near, strict, whole=False), around.scene(going), walks
    )


def promising(
    reach: Reach, body: Footprint, who: Mover, cells: Cells, enemies: Enemies, wanted: Wish, odds: Odds,
    nearest: Point | None, sought: Sought,
) -> Iterator[Promise]:  # fmt: skip
    """The best places in reach, as far as can be told before any of them is looked at from close by."""
    field = Field(reach.costs, reach.parents, reach.turns, float(reach.step), float(reach.budget))
    foe = NOBODY if nearest is None else np.array(nearest, dtype=np.float64)
    found, legs, paths, bases = survey(field, who, cells, enemies, wanted, odds, foe, sought)
    for number, (x, y, roughly, at_most) in enumerate(found.tolist()):
        place = Point(int(x), int(y))
        if who.walks:
            rows = paths[number, : legs[number]].tolist()
            path = tuple([Pose(int(px), int(py), int(facing)) for px, py, facing in rows])
            yield Promise(place, roughly, at_most, path, standing(body, bases[number]))
        else:
            yield Promise(place, roughly, at_most)
