"""Curves through points: what people give as a few points lies on the table as one smooth outline, and is drawn and measured as such."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from math import ceil, hypot

from shapely.geometry import LineString, Polygon
from shapely.geometry.base import BaseGeometry

from sandtable.geometry.measure import Length, Point, inches

STEP = inches(0.5)  # a curve is followed in steps of this length
FINE = inches(0.02)  # and then thinned where it is straight to within this


def curve(points: Sequence[Point], *, closed: bool) -> tuple[Point, ...]:
    """A smooth curve through all the points, as a fine polyline."""
    if len(points) < 3:  # noqa: PLR2004 - a straight line
        return tuple(points)
    found: list[Point] = []
    for number in range(len(points) if closed else len(points) - 1):
        found += _piece(*(_at(points, number + step, closed=closed) for step in (-1, 0, 1, 2)))
    return _thinned(found if closed else [*found, points[-1]], closed=closed)


def _at(points: Sequence[Point], number: int, *, closed: bool) -> Point:
    return points[number % len(points)] if closed else points[min(max(number, 0), len(points) - 1)]


def _piece(before: Point, start: Point, end: Point, after: Point) -> list[Point]:
    """The curve from start up to, and without, its end."""
    steps = max(2, ceil(hypot(end.x - start.x, end.y - start.y) / STEP))
    return [
        Point(
            round(_spline(before.x, start.x, end.x, after.x, step / steps)),
            round(_spline(before.y, start.y, end.y, after.y, step / steps)),
        )
        for step in range(steps)
    ]


def _spline(a: float, b: float, c: float, d: float, t: float) -> float:
    """Catmull and Rom's cubic."""
    return 0.5 * (2 * b + (c - a) * t + (2 * a - 5 * b + 4 * c - d) * t**2 + (3 * b - a - 3 * c + d) * t**3)


def _thinned(points: Sequence[Point], *, closed: bool) -> tuple[Point, ...]:
    shape = Polygon(points).exterior if closed else LineString(points)
    kept = [Point(round(x), round(y)) for x, y in shape.simplify(FINE).coords]
    return tuple(kept[:-1] if closed else kept)


def solid(outline: Sequence[Point]) -> BaseGeometry:
    """The ground within an outline: always a shape that can be cut and joined, whatever the outline does."""
    shape = Polygon(outline)
    return shape if shape.is_valid else shape.buffer(0)


def ribbon(path: Sequence[Point], width: Length) -> tuple[Point, ...]:
    """The outline of a strip of ground along a path, such as a river."""
    shape = LineString(path).buffer(width / 2, cap_style="flat", join_style="round").simplify(FINE)
    ring = shape.exterior if isinstance(shape, Polygon) else shape.convex_hull.exterior
    return tuple(Point(round(x), round(y)) for x, y in ring.coords[:-1])


def pieces(path: Sequence[Point], length: Length) -> list[tuple[Point, Point]]:
    """A path cut into straight pieces no longer than this."""
    cut: list[tuple[Point, Point]] = []
    for start, end in pairwise(path):
        parts = max(1, ceil(hypot(end.x - start.x, end.y - start.y) / length))
        places = [
            Point(round(start.x + (end.x - start.x) * n / parts), round(start.y + (end.y - start.y) * n / parts))
            for n in range(parts + 1)
        ]
        cut += list(pairwise(places))
    return cut
