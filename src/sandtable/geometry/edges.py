"""The edges of a unit from which and to which lines are drawn."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from sandtable.geometry.arc import fronts
from sandtable.geometry.distance import ROUNDING
from sandtable.geometry.footprint import Footprint
from sandtable.geometry.kept import kept

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
    if not unit.width or not unit.depth:
        return np.concatenate((unit.quads[:, 0], unit.quads[:, 0]), axis=1)
    every = np.concatenate((unit.quads, np.roll(unit.quads, -1, axis=1)), axis=2).reshape(-1, 4)
    return every[[not _between_bases(unit, number // 4, edge) for number, edge in enumerate(every)]]


def _between_bases(unit: Footprint, own: int, edge: NDArray[np.float64]) -> bool:
    """Whether all of an edge lies on or in one other base."""
    for number, quad in enumerate(unit.quads):
        if number != own and all(_covers(quad, x, y) for x, y in (edge[:2], edge[2:])):
            return True
    return False


def _covers(quad: NDArray[np.float64], x: float, y: float) -> bool:
    """Whether a base contains a point, give or take what rounding its corners may shift."""
    sides = np.roll(quad, -1, axis=0) - quad
    beyond = sides[:, 0] * (y - quad[:, 1]) - sides[:, 1] * (x - quad[:, 0])
    return bool((beyond <= ROUNDING * np.hypot(sides[:, 0], sides[:, 1])).all())
