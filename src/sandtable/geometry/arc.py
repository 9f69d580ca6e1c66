"""Arcs that open forward and outward at 45 degrees from the front corners (REV-6.12).

A straight front has one arc, from its two outer corners; a bent line has the arcs of all its front bases (REV-G.26); a column that of
its lead base. In the coordinates of the front, facing +y: y >= 0 and |x| <= w/2 + y, edges included.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from sandtable.geometry.compiled.rounding import HALF, whole
from sandtable.geometry.facts import fact
from sandtable.geometry.footprint import Footprint
from sandtable.geometry.measure import Length, Point, direction

# A base's place and then its corners are rounded: so much may the corners of a straight front lie before one another.
STRAIGHT: Length = 3


class Front(NamedTuple):
    """An edge that has an arc: its left and right corners and the direction it faces."""

    left: Point
    right: Point
    x: float
    y: float


@fact
def fronts(unit: Footprint) -> tuple[Front, ...]:
    """The edges of a unit that have an arc each: one, unless its front is bent."""
    bases = unit.bases[: unit.front]
    corners = [
        (Point(int(quad[0, 0]), int(quad[0, 1])), Point(int(quad[1, 0]), int(quad[1, 1])))
        for quad in unit.quads[: unit.front]
    ]
    x, y = direction(bases[0].facing)
    lead = corners[0][0]
    straight = all(base.facing == bases[0].facing for base in bases) and all(
        abs((corner.x - lead.x) * x + (corner.y - lead.y) * y) <= STRAIGHT for pair in corners for corner in pair
    )
    if not straight:
        return tuple(
            Front(left, right, *direction(base.facing)) for base, (left, right) in zip(bases, corners, strict=True)
        )
    every = [corner for pair in corners for corner in pair]
    along = [corner.x * y - corner.y * x for corner in every]
    return (Front(every[along.index(min(along))], every[along.index(max(along))], x, y),)


def in_arc(firer: Footprint, point: Point) -> bool:
    """Whether a point lies in the arc."""
    return any(_in_front(front, point[0], point[1]) for front in fronts(firer))


def _in_front(front: Front, px: float, py: float) -> bool:
    left, right, x, y = front
    lx, ly, rx, ry = px - left.x, py - left.y, px - right.x, py - right.y
    ahead = lx * x + ly * y
    beyond_left = -(lx * y - ly * x)  # how far left of the left corner
    beyond_right = rx * y - ry * x
    return ahead > -HALF and max(beyond_left, beyond_right) - ahead < HALF


def half_planes(front: Front) -> tuple[tuple[float, float, float], ...]:
    """The arc as what three lines have on one side: (a, b, c) with a x + b y + c >= 0."""
    left, right, x, y = front
    lines = ((left, x, y), (left, x + y, y - x), (right, x - y, y + x))
    return tuple((a, b, -a * corner.x - b * corner.y) for corner, a, b in lines)


def clipped(corners: NDArray[np.float64], front: Front) -> list[tuple[float, float]]:
    """The part of a convex polygon inside the arc of a front: its corners, none when it lies outside."""
    part = [(float(x), float(y)) for x, y in corners]
    for a, b, c in half_planes(front):
        part = _beyond(part, a, b, c)
    return part


def _beyond(part: list[tuple[float, float]], a: float, b: float, c: float) -> list[tuple[float, float]]:
    kept_corners: list[tuple[float, float]] = []
    for number, (x, y) in enumerate(part):
        before_x, before_y = part[number - 1]
        here, before = a * x + b * y + c, a * before_x + b * before_y + c
        if (here < -HALF) != (before < -HALF):
            share = before / (before - here) if before != here else 0.0
            share = min(1.0, max(0.0, share))
            kept_corners.append((before_x + share * (x - before_x), before_y + share * (y - before_y)))
        if here >= -HALF:
            kept_corners.append((x, y))
    return kept_corners


def reaches_arc(firer: Footprint, target: Footprint) -> bool:
    """Whether any part of the target lies in the arc (REV-6.10b, REV-6.13)."""
    return any(clipped(quad, front) for front in fronts(firer) for quad in target.quads)


def length_in_arc(firer: Footprint, start: Point, end: Point) -> Length:
    """How much of a straight path lies in the arc (REV-G.26 asks for more than a tenth of an inch)."""
    spans = sorted(span for front in fronts(firer) if (span := _span_in_front(front, start, end)))
    length = float(np.hypot(end[0] - start[0], end[1] - start[1]))
    inside, reached = 0.0, 0.0
    for first, last in spans:
        inside += max(0.0, last - max(first, reached))
        reached = max(reached, last)
    return whole(inside * length)


def _span_in_front(front: Front, start: Point, end: Point) -> tuple[float, float] | None:
    """Between which shares of a path it lies in the arc of one front."""
    first, last = 0.0, 1.0
    for a, b, c in half_planes(front):
        here, there = a * start[0] + b * start[1] + c, a * end[0] + b * end[1] + c
        if here < 0 and there < 0:
            return None
        if here < 0:
            first = max(first, here / (here - there))
        elif there < 0:
            last = min(last, here / (here - there))
    return (first, last) if first < last else None


def arc_outline(firer: Footprint, reach: Length) -> tuple[Point, ...]:
    """The arc out to a reach, for drawing: for a bent line the outer edge of all its arcs."""
    own = fronts(firer)
    if len(own) == 1:
        return _outline(own[0], reach)
    left, right = own[0], own[-1]
    outer = [corner for front in own for corner in _outline(front, reach)[1:-1]]
    inner = [corner for front in reversed(own) for corner in (front.right, front.left)]
    return tuple(dict.fromkeys((left.left, *outer, right.right, *inner[1:-1])))


def _outline(front: Front, reach: Length) -> tuple[Point, ...]:
    left, right, x, y = front
    ends = ((left, x - y, y + x), (left, x, y), (right, x, y), (right, x + y, y - x))
    far = []
    for corner, dx, dy in ends:
        size = float(np.hypot(dx, dy))
        far.append(Point(whole(corner.x + dx / size * reach), whole(corner.y + dy / size * reach)))
    return (left, *far, right)
