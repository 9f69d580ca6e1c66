"""The edges of a unit from which and to which lines are drawn."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from sandtable.geometry.arc import fronts
from sandtable.geometry.distance import ROUNDING
from sandtable.geometry.footprint import Footprint, Quads
from sandtable.geometry.kept import kept

NEXT = [1, 2, 3, 0]  # the corner after each corner
Edges = NDArray[np.float64]  # edges x (x, y, x, y), clockwise; fronts have their direction behind that


def front_edges(unit: Footprint) -> Edges:
    """The fronts of a unit, each with the direction it faces."""
    return kept(unit, "front edges", _front_edges)


def _front_edges(unit: Footprint) -> Edges:
    rows = [(*front.left, *front.right, front.x, front.y) for front in fronts(unit)]
    return np.array(rows, dtype=np.float64)


def outer_edges(unit: Footprint) -> Edges:
    """The edges of its bases, but for those between one base and the next: no line ends there first."""
    return kept(unit, "outer edges", _outer_edges)


def _outer_edges(unit: Footprint) -> Edges:
    quads = unit.quads
    if not unit.width or not unit.depth:
        return np.concatenate((quads[:, 0], quads[:, 0]), axis=1)
    every = np.concatenate((quads, quads[:, NEXT]), axis=2).reshape(-1, 4)
    return every[~_between_bases(quads)]


def _between_bases(quads: Quads) -> NDArray[np.bool_]:
    """For every edge of every base: whether all of it lies on or in one other base, give or take what rounding may shift."""
    count = len(quads)
    sides = quads[:, NEXT] - quads
    slack = ROUNDING * np.hypot(sides[..., 0], sides[..., 1])
    corners = quads.reshape(-1, 1, 1, 2)
    beyond = sides[..., 0] * (corners[..., 1] - quads[..., 1]) - sides[..., 1] * (corners[..., 0] - quads[..., 0])
    covered = (beyond <= slack).all(axis=2).reshape(count, 4, count)  # base, corner, by which base
    own = np.arange(count)
    covered[own, :, own] = False
    found: NDArray[np.bool_] = (covered & covered[:, NEXT]).any(axis=2).reshape(-1)
    return found
