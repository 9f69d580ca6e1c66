"""The outline of bases that stand side by side."""

from __future__ import annotations

from math import sqrt

import numpy as np
from numpy.typing import NDArray

from sandtable.geometry.compiled.compiler import compiled, part

Quads = NDArray[np.float64]  # bases x corners x (x, y)
Edges = NDArray[np.float64]  # edges x (x, y, x, y), clockwise


@compiled
def edges_outside(quads: Quads, rounding: float, flat: bool) -> Edges:
    """The edges of bases, but for those that lie wholly on or in one other base, give or take what rounding may shift.

    Bases that are not ``flat`` are points: each has one edge of no length.
    """
    corners = quads.shape[1]
    edges = np.empty((len(quads) * corners, 4))
    count = 0
    for base in range(len(quads)):
        for corner in range(corners if flat else 1):
            following = (corner + 1) % corners if flat else corner
            ax, ay = quads[base, corner, 0], quads[base, corner, 1]
            bx, by = quads[base, following, 0], quads[base, following, 1]
            between = False
            for other in range(len(quads)):
                between = between or (
                    flat
                    and other != base
                    and _covers(quads, other, ax, ay, rounding)
                    and _covers(quads, other, bx, by, rounding)
                )
            if not between:
                edges[count, 0], edges[count, 1], edges[count, 2], edges[count, 3] = ax, ay, bx, by
                count += 1
    return edges[:count]


@part
def _covers(quads: Quads, base: int, x: float, y: float, rounding: float) -> bool:
    """Whether a place lies on or in a base."""
    corners = quads.shape[1]
    for corner in range(corners):
        following = (corner + 1) % corners
        ax, ay = quads[base, corner, 0], quads[base, corner, 1]
        dx, dy = quads[base, following, 0] - ax, quads[base, following, 1] - ay
        if dx * (y - ay) - dy * (x - ax) > rounding * sqrt(dx * dx + dy * dy):
            return False
    return True
