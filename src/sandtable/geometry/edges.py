"""The edges of a unit from which and to which lines are drawn."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from sandtable.geometry.arc import fronts
from sandtable.geometry.compiled.outline import edges_outside
from sandtable.geometry.distance import ROUNDING
from sandtable.geometry.facts import fact
from sandtable.geometry.footprint import Footprint

Edges = NDArray[np.float64]  # edges x (x, y, x, y), clockwise; fronts have their direction behind that


@fact
def front_edges(unit: Footprint) -> Edges:
    """The fronts of a unit, each with the direction it faces."""
    rows = [(*front.left, *front.right, front.x, front.y) for front in fronts(unit)]
    return np.array(rows, dtype=np.float64)


@fact
def outer_edges(unit: Footprint) -> Edges:
    """The edges of its bases, but for those between one base and the next: no line ends there first."""
    return edges_outside(unit.quads, float(ROUNDING), bool(unit.width and unit.depth))
