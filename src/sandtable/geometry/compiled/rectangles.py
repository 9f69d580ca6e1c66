"""Straight lines over many rectangles: which of them go over any."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from sandtable.geometry.compiled.compiler import compiled, part

Numbers = NDArray[np.float64]
Marks = NDArray[np.int64]
Facts = NDArray[np.bool_]


@part
def goes_over(x: float, y: float, dx: float, dy: float, normals: Numbers, limits: Numbers) -> bool:
    """Whether a line runs inside all edges of a rectangle at once; an edge that it touches or runs along is outside."""
    first, last = 0.0, 1.0
    for edge in range(len(limits)):
        here = x * normals[edge, 0] + y * normals[edge, 1] - limits[edge]
        slope = dx * normals[edge, 0] + dy * normals[edge, 1]
        if slope > 0.0:
            first = max(first, -here / slope)
        elif slope < 0.0:
            last = min(last, -here / slope)
        elif here < 0.0:
            return False
        if first >= last:
            return False
    return True


@compiled
def lines_barred(
    starts: Numbers,
    ends: Numbers,
    tops: Marks,
    normals: Numbers,
    limits: Numbers,
    boxes: Numbers,
    levels: Marks,
    counts: Facts,
) -> Facts:
    """Which lines go over any of the rectangles that count and are no lower than the line's own level.

    A rectangle is given by the inward normals of its edges, how far along each it begins, the box about it and its level.
    """
    barred = np.zeros(len(starts), dtype=np.bool_)
    for line in range(len(starts)):
        x, y = starts[line, 0], starts[line, 1]
        to_x, to_y = ends[line, 0], ends[line, 1]
        left, right, low, high = min(x, to_x), max(x, to_x), min(y, to_y), max(y, to_y)
        for k in range(len(counts)):
            if (
                counts[k]
                and levels[k] >= tops[line]
                and boxes[k, 0] <= right
                and boxes[k, 2] >= left
                and boxes[k, 1] <= high
                and boxes[k, 3] >= low
                and goes_over(x, y, to_x - x, to_y - y, normals[k], limits[k])
            ):
                barred[line] = True
                break
    return barred
