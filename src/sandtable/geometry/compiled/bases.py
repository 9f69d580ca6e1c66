"""The bases of two units: distance, contact, common ground."""

from __future__ import annotations

from math import inf

import numpy as np
from numpy.typing import NDArray

from sandtable.geometry.compiled.compiler import compiled, maker, part
from sandtable.geometry.compiled.polygons import Nearest, gap_beyond_edges, nearest_of_polygons

Quads = NDArray[np.float64]  # bases x corners x (x, y)
Boxes = NDArray[np.float64]  # bases x (left, bottom, right, top)


@part
def put_boxes(quads: Quads, boxes: Boxes) -> None:
    """The upright rectangle around every base, put into rows."""
    for i in range(len(quads)):
        left, bottom, right, top = inf, inf, -inf, -inf
        for k in range(quads.shape[1]):
            x, y = quads[i, k, 0], quads[i, k, 1]
            left, bottom, right, top = min(left, x), min(bottom, y), max(right, x), max(top, y)
        boxes[i, 0], boxes[i, 1], boxes[i, 2], boxes[i, 3] = left, bottom, right, top


@maker
def boxes_of(quads: Quads) -> Boxes:
    """The upright rectangle around every base."""
    boxes = np.empty((len(quads), 4))
    put_boxes(quads, boxes)
    return boxes


@compiled
def frame(quads: Quads, first: NDArray[np.int64], radius: NDArray[np.float64], boxes: Boxes, base_boxes: Boxes) -> None:
    """The upright rectangles around units, radius included, and around their bases, which stand one after the other."""
    put_boxes(quads, base_boxes)
    for unit in range(len(first) - 1):
        left, bottom, right, top = inf, inf, -inf, -inf
        for i in range(first[unit], first[unit + 1]):
            left, bottom = min(left, base_boxes[i, 0]), min(bottom, base_boxes[i, 1])
            right, top = max(right, base_boxes[i, 2]), max(top, base_boxes[i, 3])
        boxes[unit, 0], boxes[unit, 1] = left - radius[unit], bottom - radius[unit]
        boxes[unit, 2], boxes[unit, 3] = right + radius[unit], top + radius[unit]


@part
def box_gap_squared(p: Boxes, i: int, q: Boxes, k: int) -> float:
    """The squared distance of two upright rectangles, which whatever is inside them cannot undercut."""
    dx: float = max(p[i, 0] - q[k, 2], q[k, 0] - p[i, 2], 0.0)
    dy: float = max(p[i, 1] - q[k, 3], q[k, 1] - p[i, 3], 0.0)
    return dx * dx + dy * dy


@compiled
def nearest_of_bases(a: Quads, b: Quads) -> Nearest:
    """The nearest points of two sets of bases."""
    ours, theirs = boxes_of(a), boxes_of(b)
    best = (inf, 0.0, 0.0, 0.0, 0.0)
    for i in range(len(a)):
        for k in range(len(b)):
            if box_gap_squared(ours, i, theirs, k) < best[0] * best[0]:
                found = nearest_of_polygons(a[i], b[k])
                if found[0] < best[0]:
                    best = found
    return best


@compiled
def bases_overlap(a: Quads, b: Quads, slack: float) -> bool:
    """Whether some base lies more than the slack inside some base of the other."""
    ours, theirs = boxes_of(a), boxes_of(b)
    for i in range(len(a)):
        for k in range(len(b)):
            if (
                box_gap_squared(ours, i, theirs, k) == 0.0
                and gap_beyond_edges(a[i], b[k]) < -slack
                and gap_beyond_edges(b[k], a[i]) < -slack
            ):
                return True
    return False


@compiled
def distances_of_units(
    a: Quads,
    a_first: NDArray[np.int64],
    a_radius: NDArray[np.float64],
    b: Quads,
    b_first: NDArray[np.int64],
    b_radius: NDArray[np.float64],
) -> NDArray[np.float64]:
    """The distance of every unit of one list from every unit of another; their bases stand one after the other."""
    matrix = np.empty((len(a_first) - 1, len(b_first) - 1))
    for i in range(len(a_first) - 1):
        for k in range(len(b_first) - 1):
            far = nearest_of_bases(a[a_first[i] : a_first[i + 1]], b[b_first[k] : b_first[k + 1]])[0]
            matrix[i, k] = max(0.0, far - a_radius[i] - b_radius[k])
    return matrix
