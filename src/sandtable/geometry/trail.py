"""Trails: places along a polyline by their length, for tracks, roads and columns that bend."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from math import hypot
from typing import TypeVar

from sandtable.geometry.footprint import Footprint
from sandtable.geometry.measure import Length, Point, Pose, bearing


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


Place = Sequence[float]
Spot = TypeVar("Spot", Point, Pose)


def way_length(start: Point | Pose, way: Sequence[Point | Pose]) -> float:
    """How long a way is from where it starts."""
    return sum(hypot(b.x - a.x, b.y - a.y) for a, b in pairwise((start, *way)))


def first_part(start: Point | Pose, way: Sequence[Spot], far: float) -> tuple[Spot, ...]:
    """A way up to where so much of it is gone, all of it where it is no longer; where it ends on a leg it faces as at the end of that."""
    left, before = far, start
    kept: list[Spot] = []
    for there in way:
        leg = hypot(there.x - before.x, there.y - before.y)
        if left <= leg:
            share = left / leg if leg else 0.0
            x, y = round(before.x + share * (there.x - before.x)), round(before.y + share * (there.y - before.y))
            kept.append(there._replace(x=x, y=y))
            break
        kept.append(there)
        left -= leg
        before = there
    return tuple(kept)


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


def nearest_along(points: Sequence[Point], place: Point) -> tuple[Length, Length]:
    """The length along a polyline at which it passes nearest to a place, and how far off that is."""
    best = (0.0, float("inf"))
    for (start, end), before in zip(pairwise(points), _lengths(points), strict=False):
        share = _foot(start, end, place)
        x, y = start[0] + share * (end[0] - start[0]), start[1] + share * (end[1] - start[1])
        far = hypot(place[0] - x, place[1] - y)
        if far < best[1]:
            best = (before + share * hypot(end[0] - start[0], end[1] - start[1]), far)
    return round(best[0]), round(best[1])


def off_leg(start: Place, end: Place, place: Place) -> float:
    """How far a place is from a straight piece."""
    share = _foot(start, end, place)
    return hypot(start[0] + share * (end[0] - start[0]) - place[0], start[1] + share * (end[1] - start[1]) - place[1])


def distance_to_trail(body: Footprint, points: Sequence[Point]) -> Length:
    """How far a unit is from a polyline: nought when it touches it or stands across it."""
    gaps = (_gap(quad, start, end) for quad in body.quads.tolist() for start, end in pairwise(points))
    return max(0, round(min(gaps)) - body.radius)


def within_trail(body: Footprint, points: Sequence[Point], reach: Length) -> bool:
    """Whether a unit is no farther than so much from a polyline. Most are far from most: boxes around both tell that at once."""
    corners = body.quads.reshape(-1, 2)
    (left, low), (right, high) = corners.min(axis=0), corners.max(axis=0)
    far = reach + body.radius + 1
    apart = (
        max(x for x, _ in points) < left - far
        or min(x for x, _ in points) > right + far
        or max(y for _, y in points) < low - far
        or min(y for _, y in points) > high + far
    )
    return not apart and distance_to_trail(body, points) <= reach


def _foot(start: Place, end: Place, place: Place) -> float:
    """The share of a straight piece at which it is nearest to a place."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    squared = dx * dx + dy * dy
    share = ((place[0] - start[0]) * dx + (place[1] - start[1]) * dy) / squared if squared else 0.0
    return min(1.0, max(0.0, share))


def _gap(quad: Sequence[Place], start: Place, end: Place) -> float:
    """From a base to a straight piece."""
    edges = [(quad[number - 1], quad[number]) for number in range(len(quad))]
    if _covers(edges, start) or any(_cross(a, b, start, end) for a, b in edges):
        return 0.0
    ends = (off_leg(a, b, place) for a, b in edges for place in (start, end))
    return min(*ends, *(off_leg(start, end, corner) for corner in quad))


def _side(a: Place, b: Place, place: Place) -> float:
    return (b[0] - a[0]) * (place[1] - a[1]) - (b[1] - a[1]) * (place[0] - a[0])


def _covers(edges: Sequence[tuple[Place, Place]], place: Place) -> bool:
    sides = [_side(a, b, place) for a, b in edges]
    return all(side < 0 for side in sides) or all(side > 0 for side in sides)


def _cross(a: Place, b: Place, c: Place, d: Place) -> bool:
    return _side(a, b, c) * _side(a, b, d) < 0 and _side(c, d, a) * _side(c, d, b) < 0


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
