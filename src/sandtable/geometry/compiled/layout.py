"""What the compiled loops of movement read: the ground and the other units, as plain arrays."""

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
