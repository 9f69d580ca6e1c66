"""A survey: all places that a unit can get to, by what they are roughly worth to it. The compiled loops hold the sums."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from sandtable.ai.grid import Grid, Numbers
from sandtable.geometry.compiled.surveying import (
    FOE_COLUMNS,
    GOAL_COLUMNS,
    Cells,
    Enemies,
    Field,
    Odds,
    Wish,
    danger_at,
    survey,
)
from sandtable.geometry.measure import INCH, Length, Point, direction
from sandtable.geometry.reach import Reach

__all__ = [
    "FOE_COLUMNS",
    "GOAL_COLUMNS",
    "Cells",
    "Enemies",
    "Odds",
    "Promise",
    "Sought",
    "Wish",
    "danger_at",
    "promising",
    "wish",
]

NOBODY = np.empty(0)


class Promise(NamedTuple):
    """A place, what it is roughly worth, and more than it cannot be worth."""

    place: Point
    roughly: float
    at_most: float


class Sought(NamedTuple):
    """How many places are wanted, how far apart, and how near something has to be to shelter who is behind it."""

    many: int
    apart: Length
    near: Length


def wish(grid: Grid, far: Numbers, pull: float, no_way: float, cover: float, goals: Numbers) -> Wish:
    """What a unit is after: ``far`` tells how far it is to the goal of its plan from every cell of a grid."""
    return Wish(pull, far, float(grid.step), grid.columns, grid.rows, float(INCH), no_way, cover, goals)


def promising(
    reach: Reach, sideways: float, extent: float, cells: Cells, enemies: Enemies, wanted: Wish, odds: Odds,
    nearest: Point | None, sought: Sought,
) -> list[Promise]:  # fmt: skip
    """The best places in reach, as far as can be told before any of them is looked at from close by."""
    x, y = direction(reach.start.facing)
    field = Field(
        reach.costs, float(reach.step), float(reach.start.x), float(reach.start.y), x, y, bool(reach.turns.all()),
        sideways, float(reach.budget), extent,
    )  # fmt: skip
    foe = NOBODY if nearest is None else np.array(nearest, dtype=np.float64)
    many, apart, near = sought
    found = survey(field, cells, enemies, wanted, odds, foe, float(near), many, float(apart))
    return [Promise(Point(int(x), int(y)), roughly, at_most) for x, y, roughly, at_most in found.tolist()]
