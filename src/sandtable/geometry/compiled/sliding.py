"""Convex shapes that slide in a straight line.

A shape is four corners (x, y); a triangle has its last corner twice, a segment its end thrice, a point four times the same. Lengths
are floats of thousandths of an inch in here; whoever calls rounds.
"""

from __future__ import annotations

from math import sqrt

import numpy as np
from numba import njit
from numpy.typing import NDArray

Numbers = NDArray[np.float64]
Indices = NDArray[np.int64]

OVERLAP = 2.0  # thousandths that two shapes may share and still only touch
STILL = 1e-12  # thousandths along an axis: no movement at all
ARRIVED = 0.01  # thousandths from a limit within which it counts as reached
NEVER = 2.0  # later than the end of a leg, which is 1


@njit(cache=True)
def point_gap(px: float, py: float, ax: float, ay: float, bx: float, by: float) -> float:
    """The squared distance of a point from a segment."""
    dx, dy = bx - ax, by - ay
    square = dx * dx + dy * dy
    t = 0.0
    if square > 0.0:
        t = ((px - ax) * dx + (py - ay) * dy) / square
        t = min(1.0, max(0.0, t))
    ex, ey = px - ax - t * dx, py - ay - t * dy
    return ex * ex + ey * ey


@njit(cache=True)
def touching_times(shape: Numbers, vx: float, vy: float, other: Numbers, tolerance: float) -> tuple[float, float]:
    """From when to when a shape sliding by a vector (time 0 to 1) shares more than a tolerance with another; never: (2, -1).

    Between convex shapes every separating axis is a normal of an edge, and along each the sliding is linear: exact.
    """
    start, end = -1e18, 1e18
    for which in range(2):
        edges = shape if which == 0 else other
        for number in range(4):
            following = (number + 1) % 4
            nx = edges[following, 1] - edges[number, 1]
            ny = edges[number, 0] - edges[following, 0]
            size = sqrt(nx * nx + ny * ny)
            if size == 0.0:
                continue
            nx /= size
            ny /= size
            low = high = shape[0, 0] * nx + shape[0, 1] * ny
            other_low = other_high = other[0, 0] * nx + other[0, 1] * ny
            for corner in range(1, 4):
                here = shape[corner, 0] * nx + shape[corner, 1] * ny
                low, high = min(low, here), max(high, here)
                here = other[corner, 0] * nx + other[corner, 1] * ny
                other_low, other_high = min(other_low, here), max(other_high, here)
            speed = vx * nx + vy * ny
            # They share more than the tolerance while other_low + tol < high + t speed and low + t speed < other_high - tol.
            below, above = other_low + tolerance - high, other_high - tolerance - low
            if abs(speed) < STILL:
                if below >= 0.0 or above <= 0.0:
                    return NEVER, -1.0
            elif speed > 0.0:
                start, end = max(start, below / speed), min(end, above / speed)
            else:
                start, end = max(start, above / speed), min(end, below / speed)
            if start >= end:
                return NEVER, -1.0
    return start, end


@njit(cache=True)
def sweep_gap(shape: Numbers, vx: float, vy: float, other: Numbers) -> float:
    """How near a shape comes to another while it slides by a vector: the distance of the other from the convex hull it sweeps."""
    start, end = touching_times(shape, vx, vy, other, 0.0)
    if start <= 1.0 and end >= 0.0:
        return 0.0
    best = 1e30
    moved = vx != 0.0 or vy != 0.0
    for number in range(4):
        ax, ay = shape[number, 0], shape[number, 1]
        bx, by = shape[(number + 1) % 4, 0], shape[(number + 1) % 4, 1]
        for corner in range(4):
            px, py = other[corner, 0], other[corner, 1]
            best = min(best, point_gap(px, py, ax, ay, bx, by))
            if moved:
                best = min(best, point_gap(px, py, ax + vx, ay + vy, bx + vx, by + vy))
                best = min(best, point_gap(px, py, ax, ay, ax + vx, ay + vy))
            cx, cy = other[corner, 0], other[corner, 1]
            dx, dy = other[(corner + 1) % 4, 0], other[(corner + 1) % 4, 1]
            best = min(best, point_gap(ax, ay, cx, cy, dx, dy))
            if moved:
                best = min(best, point_gap(ax + vx, ay + vy, cx, cy, dx, dy))
    return sqrt(best)


@njit(cache=True)
def gap_at(shape: Numbers, x: float, y: float, other: Numbers) -> float:
    """The distance of two shapes, the first one shifted."""
    moved = shape.copy()
    for corner in range(4):
        moved[corner, 0] += x
        moved[corner, 1] += y
    return sweep_gap(moved, 0.0, 0.0, other)


@njit(cache=True)
def near_times(shape: Numbers, vx: float, vy: float, other: Numbers, limit: float) -> tuple[float, float]:
    """From when to when (within 0 to 1) a sliding shape is nearer to another than a limit; never: (2, -1).

    The distance of convex shapes is convex in time, so there is one such span; from either end one may always go on by what is
    still to spare.
    """
    if sweep_gap(shape, vx, vy, other) >= limit:
        return NEVER, -1.0
    speed = sqrt(vx * vx + vy * vy)
    if speed == 0.0:
        return 0.0, 1.0
    first, last = 0.0, 1.0
    for _ in range(300):
        spare = gap_at(shape, first * vx, first * vy, other) - limit
        if spare < ARRIVED or first >= last:
            break
        first += spare / speed
    for _ in range(300):
        spare = gap_at(shape, last * vx, last * vy, other) - limit
        if spare < ARRIVED or last <= first:
            break
        last -= spare / speed
    return first, last


@njit(cache=True)
def unit_gaps(
    shapes: Numbers,
    radius: float,
    vx: float,
    vy: float,
    others: Numbers,
    owners: Indices,
    radii: Numbers,
    units: int,
) -> Numbers:
    """How near the bases of a unit come to each of the other units while they slide by a vector."""
    gaps = np.full(units, 1e30)
    for number in range(len(others)):
        for base in range(len(shapes)):
            gap = sweep_gap(shapes[base], vx, vy, others[number]) - radius - radii[number]
            gaps[owners[number]] = min(gaps[owners[number]], max(0.0, gap))
    return gaps


@njit(cache=True)
def first_shared(
    shape: Numbers, radius: float, vx: float, vy: float, other: Numbers, other_radius: float
) -> tuple[float, float]:
    """From when to when (0 to 1) a sliding base shares ground with another shape; never: (2, -1)."""
    if radius + other_radius > 0.0:
        return near_times(shape, vx, vy, other, radius + other_radius - OVERLAP)
    start, end = touching_times(shape, vx, vy, other, OVERLAP)
    if start > 1.0 or end < 0.0:
        return NEVER, -1.0
    return max(0.0, start), min(1.0, end)


@njit(cache=True)
def shared_times(
    shapes: Numbers,
    radius: float,
    vx: float,
    vy: float,
    others: Numbers,
    radii: Numbers,
) -> Numbers:
    """For each of the other shapes when a sliding unit first shares ground with it, and when it last does."""
    times = np.empty((len(others), 2))
    for number in range(len(others)):
        times[number, 0], times[number, 1] = NEVER, -1.0
        for base in range(len(shapes)):
            start, end = first_shared(shapes[base], radius, vx, vy, others[number], radii[number])
            times[number, 0] = min(times[number, 0], start)
            times[number, 1] = max(times[number, 1], end)
    return times


@njit(cache=True)
def crossed_passages(
    x: float, y: float, vx: float, vy: float, passages: Numbers, exempt: NDArray[np.bool_]
) -> NDArray[np.bool_]:
    """Which obstacles a straight path of a unit's anchor passes by gates and bridges."""
    passed = np.zeros(exempt.shape[1], dtype=np.bool_)
    for number in range(len(passages)):
        ax, ay, bx, by = passages[number]
        ex, ey = bx - ax, by - ay
        sides = (vx * (ay - y) - vy * (ax - x)) * (vx * (by - y) - vy * (bx - x))
        ends = (ex * (y - ay) - ey * (x - ax)) * (ex * (y + vy - ay) - ey * (x + vx - ax))
        if sides <= 0.0 and ends <= 0.0:
            passed |= exempt[number]
    return passed


@njit(cache=True)
def contact_time(shapes: Numbers, radius: float, vx: float, vy: float, others: Numbers, other_radius: float) -> float:
    """When (0 to 1) a sliding unit first touches another; 1 when it does not."""
    first = 1.0
    for base in range(len(shapes)):
        for number in range(len(others)):
            if radius + other_radius > 0.0:
                start, _ = near_times(shapes[base], vx, vy, others[number], radius + other_radius)
            else:
                start, end = touching_times(shapes[base], vx, vy, others[number], 0.0)
                if end < 0.0:
                    continue
            first = min(first, max(0.0, start))
    return first
