"""Convex shapes that slide in a straight line: how near they come to others, and when they touch.

A shape is four corners (x, y); a triangle has its last corner twice, a segment its end thrice, a point four times the same. Lengths
are floats of thousandths of an inch in here; whoever calls rounds. Plain loops throughout, and few of them: they compile fast.
"""

from __future__ import annotations

from math import sqrt

import numpy as np

from sandtable.geometry.compiled.compiler import compiled, maker, part
from sandtable.geometry.compiled.layout import Numbers, Units

OVERLAP = 2.0  # thousandths that two shapes may share and still only touch
STILL = 1e-12  # thousandths along an axis: no movement at all
NEVER = 2.0  # later than the end of a leg, which is 1
SURELY = 1.0  # thousandths between the rectangles around two shapes: these share nothing, whatever arithmetic does to their corners
FAR = 1e30  # thousandths: farther off than anybody asked
SHARED = -1.0  # what is nearer than touching


@part
def point_gap(px: float, py: float, ax: float, ay: float, bx: float, by: float) -> float:
    """The squared distance of a point from a segment."""
    dx, dy = bx - ax, by - ay
    square = dx * dx + dy * dy
    t = 0.0
    if square > 0.0:
        t = min(1.0, max(0.0, ((px - ax) * dx + (py - ay) * dy) / square))
    ex, ey = px - ax - t * dx, py - ay - t * dy
    return ex * ex + ey * ey


@part
def touching_times(shape: Numbers, vx: float, vy: float, other: Numbers, tolerance: float) -> tuple[float, float]:
    """From when to when a shape sliding by a vector (time 0 to 1) shares a tolerance or more with another; never: (2, -1).

    Between convex shapes every separating axis is a normal of an edge, and along each the sliding is linear: exact.
    """
    start, end = -1e18, 1e18
    count = len(shape)
    for number in range(count + len(other) + 2):
        if number < count + len(other):
            edges, here = (shape, number) if number < count else (other, number - count)
            following = here + 1 if here + 1 < len(edges) else 0
            nx, ny = edges[following, 1] - edges[here, 1], edges[here, 0] - edges[following, 0]
        else:  # points and segments have too few edges of their own
            nx, ny = (1.0, 0.0) if number == count + len(other) else (0.0, 1.0)
        size = sqrt(nx * nx + ny * ny)
        if size == 0.0:
            continue
        nx, ny = nx / size, ny / size
        low, high, other_low, other_high = 1e30, -1e30, 1e30, -1e30
        for corner in range(count):
            along = shape[corner, 0] * nx + shape[corner, 1] * ny
            low, high = min(low, along), max(high, along)
        for corner in range(len(other)):
            along = other[corner, 0] * nx + other[corner, 1] * ny
            other_low, other_high = min(other_low, along), max(other_high, along)
        speed = vx * nx + vy * ny
        # They share so much while other_low + much <= high + t speed and low + t speed <= other_high - much.
        much = min(tolerance, (high - low + other_high - other_low) / 2.0)  # who has no depth shares none
        below, above = other_low + much - high, other_high - much - low
        if abs(speed) < STILL:
            if below > 0.0 or above < 0.0:
                return NEVER, -1.0
            continue
        if speed < 0.0:
            below, above = above, below
        start, end = max(start, below / speed), min(end, above / speed)
        if start > end:
            return NEVER, -1.0
    return start, end


@part
def _corner_gap(shape: Numbers, x: float, y: float, vx: float, vy: float, other: Numbers) -> float:
    """The least squared distance of the other's corners from a shifted shape's edges and from its corners' paths."""
    best = 1e30
    for number in range(len(shape)):
        following = number + 1 if number + 1 < len(shape) else 0
        ax, ay = shape[number, 0] + x, shape[number, 1] + y
        for corner in range(len(other)):
            px, py = other[corner, 0], other[corner, 1]
            best = min(best, point_gap(px, py, ax, ay, shape[following, 0] + x, shape[following, 1] + y))
            if vx != 0.0 or vy != 0.0:
                best = min(best, point_gap(px, py, ax, ay, ax + vx, ay + vy))
    return best


@part
def clearance(shape: Numbers, radius: float, vx: float, vy: float, other: Numbers) -> float:
    """How near a shape comes to another while it slides by a vector: the distance of the other from the hull it sweeps.

    The outline of that hull is made of edges of the shape, at its start and its end, and of the paths of its corners. The radii of
    both, added up, round them off. Negative: they share ground.
    """
    start, end = touching_times(shape, vx, vy, other, 0.0 if radius > 0.0 else OVERLAP)
    if start <= 1.0 and end >= 0.0:
        return SHARED
    if radius == 0.0:
        start, end = touching_times(shape, vx, vy, other, 0.0)
        if start <= 1.0 and end >= 0.0:
            return 0.0
    return separation(shape, radius, vx, vy, other)


@part
def separation(shape: Numbers, radius: float, vx: float, vy: float, other: Numbers) -> float:
    """How near a shape comes to another while it slides by a vector, given that they share no ground and do not touch."""
    best = 1e30
    for number in range(4):
        # The shape's edges against the other's corners, then the other way round; at the start, then at the end.
        at_end = number % 2 == 1
        if at_end and vx == 0.0 and vy == 0.0:
            continue
        mine = number < 2  # noqa: PLR2004 - of the four
        edges, corners = (shape, other) if mine else (other, shape)
        x, y = (vx, vy) if at_end else (0.0, 0.0)
        path_x, path_y = (vx, vy) if number == 0 else (0.0, 0.0)
        best = min(best, _corner_gap(edges, x if mine else -x, y if mine else -y, path_x, path_y, corners))
    far = sqrt(best) - radius
    if far < -OVERLAP:
        return SHARED
    return max(0.0, far)


@part
def box_of(shapes: Numbers, vx: float, vy: float, margin: float, box: Numbers) -> None:
    """The upright rectangle around shapes that slide by a vector: left, bottom, right, top."""
    box[0], box[1], box[2], box[3] = 1e30, 1e30, -1e30, -1e30
    for base in range(shapes.shape[0]):
        for corner in range(shapes.shape[1]):
            x, y = shapes[base, corner, 0], shapes[base, corner, 1]
            box[0], box[2] = min(box[0], x), max(box[2], x)
            box[1], box[3] = min(box[1], y), max(box[3], y)
    box[0], box[2] = box[0] + min(vx, 0.0) - margin, box[2] + max(vx, 0.0) + margin
    box[1], box[3] = box[1] + min(vy, 0.0) - margin, box[3] + max(vy, 0.0) + margin


@part
def apart(box: Numbers, others: Numbers, number: int) -> float:
    """The distance of two upright rectangles, which what is in them cannot undercut."""
    dx = max(box[0] - others[number, 2], others[number, 0] - box[2], 0.0)
    dy = max(box[1] - others[number, 3], others[number, 1] - box[3], 0.0)
    return sqrt(dx * dx + dy * dy)


@compiled
def unit_gap(shapes: Numbers, radius: float, vx: float, vy: float, units: Units, unit: int) -> float:
    """How near the bases of a unit come to another unit while they slide by a vector; negative: they share ground."""
    rounded = radius + units.radii[unit]
    first, last = units.starts[unit], units.starts[unit + 1]
    far = np.empty((len(shapes), last - first))  # of the rectangles around the bases
    box = np.empty(4)
    nearest = FAR
    near_base, near_number = 0, first
    for base in range(len(shapes)):
        box_of(shapes[base : base + 1], vx, vy, rounded, box)
        for number in range(first, last):
            far[base, number - first] = apart(box, units.base_boxes, number)
            if far[base, number - first] < nearest:
                nearest, near_base, near_number = far[base, number - first], base, number
    # Those that are likely to be the nearest first: they spare most of the others.
    least = clearance(shapes[near_base], rounded, vx, vy, units.shapes[near_number])
    far[near_base, near_number - first] = FAR
    for base in range(len(shapes)):
        for number in range(first, last):
            off = far[base, number - first]
            if off > SURELY:
                if off < least:
                    least = min(least, separation(shapes[base], rounded, vx, vy, units.shapes[number]))
            elif least >= 0.0 and (off < least or least == 0.0):
                least = min(least, clearance(shapes[base], rounded, vx, vy, units.shapes[number]))
    return least


@maker
def gaps(shapes: Numbers, radius: float, units: Units, within: float) -> Numbers:
    """How far each unit is from the bases of another; those farther off than a length count as very far."""
    far = np.full(len(units.radii), FAR)
    box = np.empty(4)
    box_of(shapes, 0.0, 0.0, radius, box)
    for unit in range(len(units.radii)):
        if apart(box, units.boxes, unit) <= within:
            far[unit] = max(0.0, unit_gap(shapes, radius, 0.0, 0.0, units, unit))
    return far


@compiled
def contact_time(shapes: Numbers, vx: float, vy: float, others: Numbers) -> float:
    """When (0 to 1) sliding bases first touch others; 1 when they do not."""
    first = 1.0
    for base in range(len(shapes)):
        for number in range(len(others)):
            start, end = touching_times(shapes[base], vx, vy, others[number], 0.0)
            if end >= 0.0:
                first = min(first, max(0.0, start))
    return first
