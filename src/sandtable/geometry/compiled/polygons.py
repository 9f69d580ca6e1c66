"""Convex polygons: how far apart they are, and where they are nearest.

Corners run clockwise, as those of a base do. A segment is a polygon of two corners, a point one of one corner or of equal ones.
"""

from __future__ import annotations

from math import hypot, inf, sqrt
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from sandtable.geometry.compiled.compiler import part

Corners = NDArray[np.float64]  # corners x (x, y)
Nearest = tuple[float, float, float, float, float]  # distance, point of the first, point of the second


class Segment(NamedTuple):
    """A straight piece between two points."""

    ax: float
    ay: float
    bx: float
    by: float


@part
def gap_beyond_edges(p: Corners, q: Corners) -> float:
    """How far the second lies beyond that edge of the first which separates them most; negative: how deep it lies inside."""
    most = -inf
    before = len(p) - 1
    for i in range(len(p)):
        dx, dy = p[i, 0] - p[before, 0], p[i, 1] - p[before, 1]
        square = dx * dx + dy * dy
        if square > 0.0:
            least = inf
            for k in range(len(q)):
                least = min(least, dx * (q[k, 1] - p[i, 1]) - dy * (q[k, 0] - p[i, 0]))
            most = max(most, least / sqrt(square))
        before = i
    return most


@part
def common_point(p: Corners, q: Corners) -> tuple[float, float]:
    """A point of both, given that they meet: the middle of what one of the first's edges has inside the second."""
    before = len(p) - 1
    for i in range(len(p)):
        x, y, dx, dy = p[before, 0], p[before, 1], p[i, 0] - p[before, 0], p[i, 1] - p[before, 1]
        start, end = 0.0, 1.0
        last = len(q) - 1
        for k in range(len(q)):
            ex, ey = q[k, 0] - q[last, 0], q[k, 1] - q[last, 1]
            here = ex * (y - q[k, 1]) - ey * (x - q[k, 0])  # positive: outside of this edge
            change = ex * dy - ey * dx
            if change < 0.0:
                start = max(start, -here / change)
            elif change > 0.0:
                end = min(end, -here / change)
            elif here > 0.0:
                end = -1.0
            last = k
        if start <= end:
            return x + dx * (start + end) / 2, y + dy * (start + end) / 2
        before = i
    return q[0, 0], q[0, 1]


@part
def is_flat(p: Corners) -> bool:
    """Whether a polygon encloses nothing: a point or a segment, whose edges bound no ground to clip to."""
    twice = 0.0
    before = len(p) - 1
    for i in range(len(p)):
        twice += (p[before, 0] - p[0, 0]) * (p[i, 1] - p[0, 1]) - (p[i, 0] - p[0, 0]) * (p[before, 1] - p[0, 1])
        before = i
    return twice == 0.0


@part
def nearest_corner(p: Corners, q: Corners) -> Nearest:
    """The corner of the second that is nearest to an edge of the first, and the point of that edge."""
    best = (inf, 0.0, 0.0, 0.0, 0.0)
    before = len(p) - 1
    for i in range(len(p)):
        ax, ay, dx, dy = p[before, 0], p[before, 1], p[i, 0] - p[before, 0], p[i, 1] - p[before, 1]
        before = i
        square = dx * dx + dy * dy
        for k in range(len(q)):
            x, y = q[k, 0], q[k, 1]
            share = ((x - ax) * dx + (y - ay) * dy) / square if square > 0.0 else 0.0
            share = min(1.0, max(0.0, share))
            near_x, near_y = ax + share * dx, ay + share * dy
            far = (x - near_x) * (x - near_x) + (y - near_y) * (y - near_y)
            if far < best[0]:
                best = (far, near_x, near_y, x, y)
    return sqrt(best[0]), best[1], best[2], best[3], best[4]


@part
def nearest_of_polygons(p: Corners, q: Corners) -> Nearest:
    """The nearest points of two polygons."""
    if -inf < max(gap_beyond_edges(p, q), gap_beyond_edges(q, p)) < 0.0:
        x, y = common_point(q, p) if is_flat(q) else common_point(p, q)
        return 0.0, x, y, x, y
    one, two = nearest_corner(p, q), nearest_corner(q, p)
    return one if one[0] <= two[0] else (two[0], two[3], two[4], two[1], two[2])


@part
def nearest_of_segments(one: Segment, two: Segment, best: Nearest) -> Nearest:
    """The nearest points of two segments, if they are nearer than the best so far."""
    ax, ay, bx, by = one
    cx, cy, dx, dy = two
    px, py, qx, qy = bx - ax, by - ay, dx - cx, dy - cy
    across = px * qy - py * qx
    if across != 0.0:
        share = ((cx - ax) * qy - (cy - ay) * qx) / across
        other = ((cx - ax) * py - (cy - ay) * px) / across
        if 0.0 <= share <= 1.0 and 0.0 <= other <= 1.0:
            x, y = ax + share * px, ay + share * py
            return 0.0, x, y, x, y
    for end in range(4):  # each end against the other segment
        first = end in (0, 1)
        x, y = ((ax, ay), (bx, by), (cx, cy), (dx, dy))[end]
        from_x, from_y, way_x, way_y = (cx, cy, qx, qy) if first else (ax, ay, px, py)
        square = way_x * way_x + way_y * way_y
        share = ((x - from_x) * way_x + (y - from_y) * way_y) / square if square > 0.0 else 0.0
        share = min(1.0, max(0.0, share))
        near_x, near_y = from_x + share * way_x, from_y + share * way_y
        far = hypot(x - near_x, y - near_y)
        if far < best[0]:
            best = (far, x, y, near_x, near_y) if first else (far, near_x, near_y, x, y)
    return best
