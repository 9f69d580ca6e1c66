"""Convex polygons and straight lines: how far apart they are, and where they are nearest.

Corners run clockwise, as those of a base do. A point is a polygon whose corners coincide.
"""

from __future__ import annotations

from math import hypot, inf

import numpy as np
from numba import njit
from numpy.typing import NDArray

Corners = NDArray[np.float64]  # corners x (x, y)
Nearest = tuple[float, float, float, float, float]  # distance, point of the first, point of the second


@njit(cache=True)
def nearest_on_segment(x: float, y: float, ax: float, ay: float, bx: float, by: float) -> tuple[float, float]:
    """The point of a segment that is nearest to a point."""
    dx, dy = bx - ax, by - ay
    square = dx * dx + dy * dy
    if square == 0.0:
        return ax, ay
    share = ((x - ax) * dx + (y - ay) * dy) / square
    if share <= 0.0:
        return ax, ay
    if share >= 1.0:
        return bx, by
    return ax + share * dx, ay + share * dy


@njit(cache=True)
def gap_beyond_edges(p: Corners, q: Corners) -> float:
    """How far the second lies beyond that edge of the first which separates them most; negative: how deep it lies inside."""
    most = -inf
    for i in range(len(p)):
        j = i + 1 if i + 1 < len(p) else 0
        dx, dy = p[j, 0] - p[i, 0], p[j, 1] - p[i, 1]
        length = hypot(dx, dy)
        if length == 0.0:
            continue
        least = inf
        for k in range(len(q)):
            least = min(least, (dx * (q[k, 1] - p[i, 1]) - dy * (q[k, 0] - p[i, 0])) / length)
        most = max(most, least)
    return most


@njit(cache=True)
def gap(p: Corners, q: Corners) -> float:
    """Positive when some edge separates two polygons; else minus the shallowest way to part them."""
    return max(gap_beyond_edges(p, q), gap_beyond_edges(q, p))


@njit(cache=True)
def common_point(p: Corners, q: Corners) -> tuple[float, float]:
    """A point of both, given that they meet."""
    for k in range(len(q)):
        if gap_beyond_edges(p, q[k : k + 1]) <= 0.0:
            return q[k, 0], q[k, 1]
    for k in range(len(p)):
        if gap_beyond_edges(q, p[k : k + 1]) <= 0.0:
            return p[k, 0], p[k, 1]
    for i in range(len(p)):
        j = i + 1 if i + 1 < len(p) else 0
        dx, dy = p[j, 0] - p[i, 0], p[j, 1] - p[i, 1]
        for k in range(len(q)):
            m = k + 1 if k + 1 < len(q) else 0
            one = dx * (q[k, 1] - p[i, 1]) - dy * (q[k, 0] - p[i, 0])
            two = dx * (q[m, 1] - p[i, 1]) - dy * (q[m, 0] - p[i, 0])
            ex, ey = q[m, 0] - q[k, 0], q[m, 1] - q[k, 1]
            three = ex * (p[i, 1] - q[k, 1]) - ey * (p[i, 0] - q[k, 0])
            four = ex * (p[j, 1] - q[k, 1]) - ey * (p[j, 0] - q[k, 0])
            if one * two < 0.0 and three * four < 0.0:
                share = one / (one - two)
                return q[k, 0] + share * ex, q[k, 1] + share * ey
    return q[0, 0], q[0, 1]


@njit(cache=True)
def nearest_of_polygons(p: Corners, q: Corners) -> Nearest:
    """The nearest points of two polygons."""
    if gap(p, q) < 0.0:
        x, y = common_point(p, q)
        return 0.0, x, y, x, y
    best, px, py, qx, qy = inf, 0.0, 0.0, 0.0, 0.0
    for i in range(len(p)):
        j = i + 1 if i + 1 < len(p) else 0
        for k in range(len(q)):
            m = k + 1 if k + 1 < len(q) else 0
            x, y = nearest_on_segment(p[i, 0], p[i, 1], q[k, 0], q[k, 1], q[m, 0], q[m, 1])
            far = hypot(x - p[i, 0], y - p[i, 1])
            if far < best:
                best, px, py, qx, qy = far, p[i, 0], p[i, 1], x, y
            x, y = nearest_on_segment(q[k, 0], q[k, 1], p[i, 0], p[i, 1], p[j, 0], p[j, 1])
            far = hypot(x - q[k, 0], y - q[k, 1])
            if far < best:
                best, px, py, qx, qy = far, x, y, q[k, 0], q[k, 1]
    return best, px, py, qx, qy
