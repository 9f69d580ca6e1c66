"""What the compiled loops of movement read: who moves, the ground and the other units, as plain numbers and arrays."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Numbers = NDArray[np.float64]
Indices = NDArray[np.int64]
Facts = NDArray[np.bool_]


class Fields(NamedTuple):
    """A terrain for one going. ``pieces`` are the convex parts of what cannot be entered or crossed."""

    width: float  # of the table
    height: float
    corners: Numbers  # of all areas, one after the other
    starts: Indices  # where each area's corners begin, and the end of all
    costs: Numbers  # of an inch on each area; impassable ones count 1: ``pieces`` keep bodies out
    boxes: Numbers  # of the areas: left, bottom, right, top
    lines: Numbers  # segments that cost something to cross: x, y, x, y
    extras: Numbers  # what each of them costs
    roads: Numbers  # segments: x, y, x, y, half the width
    road_cost: float
    pieces: Numbers  # pieces x 4 corners x (x, y); a triangle has its last corner twice, a segment its end thrice
    piece_boxes: Numbers
    owners: Indices  # index of each piece's feature
    passages: Numbers  # segments that lead through obstacles: x, y, x, y
    tolls: Numbers  # what each of them costs
    exempt: Facts  # passages x features: which obstacle a passage leads through


class Units(NamedTuple):
    """The bases of many units, one unit after the other."""

    shapes: Numbers  # bases x 4 corners x (x, y)
    starts: Indices  # where each unit's bases begin, and the end of all
    radii: Numbers  # of the units
    boxes: Numbers  # of the units, radius included
    base_boxes: Numbers  # of the bases, without it


class Build(NamedTuple):
    """How a unit is drawn up."""

    front: int  # bases in its front
    width: float  # of a base
    depth: float
    radius: float  # that rounds it off: a figure is a point with a radius


class Standing(NamedTuple):
    """A unit where it stands."""

    bases: Numbers  # bases x (x, y, facing)
    quads: Numbers  # bases x 4 corners x (x, y)


class Anchor(NamedTuple):
    """The middle of a unit's front, and the way it faces."""

    x: float
    y: float
    facing: float


class Leg(NamedTuple):
    """A straight piece of a way: where the middle of the front begins it, and how far it goes across and up the table."""

    x: float
    y: float
    vx: float
    vy: float


class Terms(NamedTuple):
    """What a mover keeps to."""

    aside: float  # what a leg to the side or back is multiplied with
    near: float  # how near enemies mind a turn
    strict: bool  # whether the place it turns about has to stay on its front edge
    zone: float  # how far it keeps from enemies on the way (negative: it does not mind them)
    clear: float  # and at the end of it
    whole: bool  # whether it goes its whole way, whatever hinders it, so that everything can be told


class Scene(NamedTuple):
    """What a mover has to mind: the ground and the others."""

    ground: Fields
    enemies: Units
    friends: Units
