"""The way to a place: along the field of costs, turned to the enemy at its end where that can be done; and where it ends."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from sandtable.geometry.compiled.compiler import maker, part
from sandtable.geometry.compiled.layout import Build, Facts, Indices, Numbers, Scene, Standing, Terms
from sandtable.geometry.compiled.reaching import HEADINGS
from sandtable.geometry.compiled.spreading import START
from sandtable.geometry.compiled.turning import CIRCLE, anchor_of, is_forward
from sandtable.geometry.compiled.walking import walked, within
from sandtable.geometry.measure import bearing

LEGS = 32  # no way has more
TURNED, AS_IT_IS, STRAIGHT = 0, 1, 2  # ways that are tried, one after the other


compiled_bearing = part(bearing)


class Field(NamedTuple):
    """Where the unit may go: what it costs to bring the middle of its front to each place of a grid."""

    costs: Numbers
    parents: Indices
    turns: Facts  # to which sides it may turn at its start
    step: float
    budget: float


class Mover(NamedTuple):
    """Who goes, and what he has to mind."""

    start: Standing
    build: Build
    extent: float  # how far he reaches around the place that he is said to stand at
    terms: Terms
    scene: Scene
    walks: bool  # leg by leg, in line; else nobody asks here whether he gets there


@maker
def way_to(row: int, column: int, field: Field, mover: Mover, path: Numbers) -> int:
    """The way to a place of the grid, each leg facing where it goes; how many legs it has, none if it is out of reach.

    Where a turn would make the unit slide, the first leg keeps the facing it starts with, if that is forward enough.
    """
    if field.costs[row, column] == np.inf:
        return 0
    columns = field.costs.shape[1]
    cells = np.empty(LEGS, dtype=np.int64)
    count, cell = 0, row * columns + column
    while cell != START:
        if count == LEGS - 1:  # one is left for the turn at the end
            return 0
        cells[count] = cell
        count += 1
        cell = field.parents[cell // columns, cell % columns]
    x, y, facing = anchor_of(mover.start.bases, mover.build.front)
    legs = 0
    for number in range(count - 1, -1, -1):
        to_x, to_y = cells[number] % columns * field.step, cells[number] // columns * field.step
        dx, dy = to_x - x, to_y - y
        if dx != 0.0 or dy != 0.0:
            towards = float(compiled_bearing(dx, dy))
            heading = round(towards * HEADINGS / CIRCLE) % HEADINGS
            if legs > 0 or field.turns[heading] or not is_forward(facing, dx, dy):
                facing = towards
            path[legs, 0], path[legs, 1], path[legs, 2] = to_x, to_y, facing
            x, y = to_x, to_y
            legs += 1
    return legs


@maker
def route(row: int, column: int, towards: float, field: Field, mover: Mover, path: Numbers) -> tuple[int, Numbers]:
    """The first of these that can be gone: the way turned at its end as wanted, the way, and straight there without a turn.

    How many legs it has, none if there is no way; and the bases at its end.
    """
    x, y, facing = anchor_of(mover.start.bases, mover.build.front)
    to_x, to_y = column * field.step, row * field.step
    legs = way_to(row, column, field, mover, path)
    for attempt in range(3):
        many = legs
        if attempt == TURNED:
            if legs == 0 or path[legs - 1, 2] == towards:
                continue
            path[legs, 0], path[legs, 1], path[legs, 2] = to_x, to_y, towards
            many = legs + 1
        elif attempt == STRAIGHT:
            path[0, 0], path[0, 1], path[0, 2] = to_x, to_y, facing
            many = 0 if to_x == x and to_y == y else 1
        if many:
            walk = walked(mover.start, mover.build, path[:many], mover.terms, mover.scene)
            if within(field.budget, walk):
                return many, walk.end.bases
    return 0, mover.start.bases
