"""Trails: places along a polyline by their length, for tracks, roads and columns that bend."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from math import atan2, degrees, hypot

from sandtable.geometry.footprint import Footprint
from sandtable.geometry.measure import CIRCLE, DEGREE, Facing, Length, Point, Pose


def bearing(dx: float, dy: float) -> Facing:
    """The facing that looks along a vector."""
    return round(degrees(atan2(dx, dy)) * DEGREE) % CIRCLE


def length(points: Sequence[Point]) -> Length:
    """How long a polyline is."""
    return round(_lengths(points)[-1])


def along(points: Sequence[Point], s: float) -> Pose:
    """The place so far along a polyline, looking on; before its start and past its end it goes straight on."""
    lengths = _lengths(points)
    number = _segment(lengths, s)
    start, end = points[number], points[number + 1]
    whole = lengths[number + 1] - lengths[number]
    share = (s - lengths[number]) / whole if whole else 0.0
    dx, dy = end[0] - start[0], end[1] - start[1]
    return Pose(round(start[0] + share * dx), round(start[1] + share * dy), bearing(dx, dy))


def part(points: Sequence[Point], start: float, end: float) -> tuple[Point, ...]:
    """The part of a polyline between two lengths."""
    lengths = _lengths(points)
    between = (Point(*point[:2]) for point, here in zip(points, lengths, strict=True) if start + 0.5 < here < end - 0.5)
    return (along(points, start).point, *between, along(points, end).point)


def stand_along(
    points: Sequence[Point], s: float, count: int, width: Length, depth: Length, gap: Length = 0
) -> Footprint:
    """A column on a polyline with its front at a length: the front and the back of every base lie on it."""
    bases: list[Pose] = []
    for number in range(count):
        front = s - number * (depth + gap)
        here, back = along(points, front), along(points, front - depth)
        facing = bearing(here.x - back.x, here.y - back.y) if here.point != back.point else here.facing
        bases.append(Pose(here.x, here.y, facing))
    return Footprint(tuple(bases), 1, width, depth)


def _lengths(points: Sequence[Point]) -> list[float]:
    lengths = [0.0]
    for start, end in pairwise(points):
        lengths.append(lengths[-1] + hypot(end[0] - start[0], end[1] - start[1]))
    return lengths


def _segment(lengths: Sequence[float], s: float) -> int:
    """Which piece of a polyline a length falls on; pieces of no length are passed over."""
    last = max(number for number in range(len(lengths) - 1) if number == 0 or lengths[number + 1] > lengths[number])
    for number in range(last):
        if s < lengths[number + 1]:
            return number
    return last
