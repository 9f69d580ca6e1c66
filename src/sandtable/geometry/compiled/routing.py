"""The way to a place: along the field of costs, turned to the enemy at its end where that can be done; and where it ends."""

from __future__ import annotations

from math import atan2, degrees
from typing import NamedTuple

import numpy as np

from sandtable.geometry.compiled.compiler import part
from sandtable.geometry.compiled.layout import Facts, Fields, Indices, Numbers, Units
from sandtable.geometry.compiled.reaching import HEADINGS
from sandtable.geometry.compiled.spreading import START
from sandtable.geometry.compiled.trying import went
from sandtable.geometry.compiled.walking import CIRCLE, anchor_of, is_forward

DEGREE = 10.0
LEGS = 32  # no way has more


class Field(NamedTuple):
    """Where the unit may go: what it costs to bring the middle of its front to each place of a grid."""

    costs: Numbers
    parents: Indices
    turns: Facts  # to which sides it may turn at its start
    step: float
    budget: float


class Mover(NamedTuple):
    """Who goes, and what he has to mind."""

    bases: Numbers
    quads: Numbers
    front: int
    width: float
    depth: float
    extent: float  # how far he reaches around the place that he is said to stand at
    aside: float  # what it costs to go to the side or back
    near: float  # how near enemies mind a turn
    strict: bool
    zone: float  # to be kept from enemies on the way
    clear: float  # and at its end
    ground: Fields
    enemies: Units
    friends: Units
    walks: bool  # leg by leg, in line; else nobody asks here whether he gets there


@part
def bearing(dx: float, dy: float) -> float:
    """The facing that looks along a vector."""
    return float(round(degrees(atan2(dx, dy)) * DEGREE) % CIRCLE)


@part
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
    x, y, facing = anchor_of(mover.bases, mover.front)
    legs = 0
    for number in range(count - 1, -1, -1):
        to_x, to_y = cells[number] % columns * field.step, cells[number] // columns * field.step
        dx, dy = to_x - x, to_y - y
        if dx != 0.0 or dy != 0.0:
            towards = bearing(dx, dy)
            heading = round(towards * HEADINGS / CIRCLE) % HEADINGS
            if legs > 0 or field.turns[heading] or not is_forward(facing, dx, dy):
                facing = towards
            path[legs, 0], path[legs, 1], path[legs, 2] = to_x, to_y, facing
            x, y = to_x, to_y
            legs += 1
    return legs


@part
def goes(path: Numbers, field: Field, mover: Mover) -> tuple[bool, Numbers, Numbers]:
    """Whether a path can be gone, and where its end is."""
    return went(
        mover.bases, mover.quads, mover.front, mover.width, mover.depth, 0.0, path, mover.aside, mover.near,
        mover.strict, mover.zone, mover.clear, field.budget, mover.ground, mover.enemies, mover.friends,
    )  # fmt: skip


@part
def route(
    row: int, column: int, towards: float, field: Field, mover: Mover, path: Numbers
) -> tuple[int, Numbers, Numbers]:
    """The first of these that can be gone: the way turned at its end as wanted, the way, and straight there without a turn.

    How many legs it has, none if there is no way; and the bases and corners at its end.
    """
    x, y, facing = anchor_of(mover.bases, mover.front)
    to_x, to_y = column * field.step, row * field.step
    legs = way_to(row, column, field, mover, path)
    if legs and path[legs - 1, 2] != towards:
        path[legs, 0], path[legs, 1], path[legs, 2] = to_x, to_y, towards
        legal, bases, quads = goes(path[: legs + 1], field, mover)
        if legal:
            return legs + 1, bases, quads
    if legs:
        legal, bases, quads = goes(path[:legs], field, mover)
        if legal:
            return legs, bases, quads
    path[0, 0], path[0, 1], path[0, 2] = to_x, to_y, facing
    if to_x != x or to_y != y:
        legal, bases, quads = goes(path[:1], field, mover)
        if legal:
            return 1, bases, quads
    return 0, mover.bases, mover.quads
