"""Bases as shapes that turn and move: how far two are apart, and when one that moves evenly comes so near to the other.

Both questions are about one point: where the middle of the second base is, seen from the middle of the first. All that it may not enter is
a shape with parallel sides, rounded off by the radii of the bases.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from math import atan2, hypot, inf, pi, sqrt
from typing import NamedTuple

from sandtable.geometry.measure import Facing, Point, Pose, ahead, direction
from sandtable.miniatures.bodies import Base

KNOWN = 16384  # pairs of facings whose shapes are kept
NOTHING = 1e-7  # what arithmetic may lose of a length
Vector = tuple[float, float]
Span = tuple[float, float]  # from when to when


class Edge(NamedTuple):
    """A straight side: where it begins, the way along it, how long it is. What is to its right is outside."""

    x: float
    y: float
    along_x: float
    along_y: float
    length: float

    def out(self, x: float, y: float) -> float:
        """How far a place is outside it."""
        return (x - self.x) * self.along_y - (y - self.y) * self.along_x

    def far(self, x: float, y: float) -> float:
        """How far a place is from its nearest point."""
        dx, dy = x - self.x, y - self.y
        share = max(0.0, min(self.length, dx * self.along_x + dy * self.along_y))
        return hypot(dx - share * self.along_x, dy - share * self.along_y)


@dataclass(frozen=True, slots=True)
class Shape:
    """Where two bases share ground. ``corners`` and ``edges`` are of its core, ``radius`` rounds it off, ``extent`` is how far it reaches.

    A core without any ground is ``flat``: a point, or a line between two round bases one behind the other.
    """

    corners: tuple[Vector, ...]
    edges: tuple[Edge, ...]
    radius: float
    extent: float
    flat: bool


def middle_of(base: Base, pose: Pose) -> Point:
    """The middle of the ground that a figure covers."""
    return ahead(pose, -base.behind / 2)


def pose_about(base: Base, x: float, y: float, facing: Facing) -> Pose:
    """How a figure stands whose ground has its middle at a place."""
    fx, fy = direction(facing)
    half = base.behind / 2
    return Pose(round(x + half * fx), round(y + half * fy), facing)


def turned_about(base: Base, pose: Pose, facing: Facing) -> Pose:
    """A figure turned on the spot."""
    x, y = middle_of(base, pose)
    return pose if pose.facing == facing else pose_about(base, x, y, facing)


@lru_cache(maxsize=KNOWN)
def between(one: Base, facing: Facing, other: Base, other_facing: Facing) -> Shape:
    """What the middle of the other base may not enter, seen from the middle of the first."""
    strides = [*_sides(one, facing), *_sides(other, other_facing)]
    strides.sort(key=lambda side: atan2(side[1], side[0]))
    x, y = -sum(side[0] for side in strides), -sum(side[1] for side in strides)
    corners: list[Vector] = []
    for turn in (2.0, -2.0):  # there and back again, each side twice
        for dx, dy in strides:
            corners.append((x, y))
            x, y = x + turn * dx, y + turn * dy
    corners = corners or [(0.0, 0.0)]
    extent = max(hypot(*corner) for corner in corners)
    radius = one.radius + other.radius
    edges = tuple(_edges(corners))
    flat = all(abs(edge.out(*corner)) < NOTHING for edge in edges for corner in corners)
    return Shape(tuple(corners), edges, radius, extent + radius, flat)


def _sides(base: Base, facing: Facing) -> Iterator[Vector]:
    """Half of each side of a base's core, all within half a turn."""
    fx, fy = direction(facing)
    for x, y, long in ((fy, -fx, base.width), (fx, fy, base.behind)):
        if long:
            turn = 1.0 if 0 <= atan2(y, x) < pi else -1.0
            yield turn * x * long / 2, turn * y * long / 2


def _edges(corners: list[Vector]) -> Iterator[Edge]:
    for (x, y), (to_x, to_y) in zip(corners, (*corners[1:], corners[0]), strict=True):
        length = hypot(to_x - x, to_y - y)
        if length > NOTHING:
            yield Edge(x, y, (to_x - x) / length, (to_y - y) / length, length)


def gap(shape: Shape, x: float, y: float) -> float:
    """How far it is from base to base, with the other's middle at a place; below nothing: by how much they share ground."""
    if not shape.edges:
        return hypot(x, y) - shape.radius
    deep, before = -inf, []
    for edge in shape.edges:  # asked for most often of all
        out = (x - edge[0]) * edge[3] - (y - edge[1]) * edge[2]
        if out > deep:  # noqa: PLR1730 - a call of max takes longer
            deep = out
        if out >= 0:  # of what is seen from outside, something is nearest
            before.append(edge)
    far = min([edge.far(x, y) for edge in before]) if before else deep
    return far - shape.radius


def within(shape: Shape, start: Vector, speed: Vector, near: float, lasts: float) -> Span | None:
    """From when to when the bases are so near to each other, or nearer, while the other's middle moves evenly; None: they never are."""
    limit = near + shape.radius
    if _passes_by(start, speed, shape.extent - shape.radius + max(0.0, limit), lasts):
        return None
    if limit <= 0 and not shape.flat:  # what is so near is the core, or less of it
        return _clipped(((edge.out(*start) - limit, _across(edge, speed)) for edge in shape.edges), lasts)
    spans = [span for span in _parts(shape, start, speed, limit, lasts) if span is not None]
    return (min(span[0] for span in spans), max(span[1] for span in spans)) if spans else None


def _passes_by(start: Vector, speed: Vector, reach: float, lasts: float) -> bool:
    """Whether a way keeps farther than so much from the middle: a quick look before a careful one."""
    (x, y), (vx, vy) = start, speed
    size = vx * vx + vy * vy
    when = max(0.0, min(lasts, -(x * vx + y * vy) / size)) if size else 0.0
    return hypot(x + when * vx, y + when * vy) > reach + NOTHING


def _parts(shape: Shape, start: Vector, speed: Vector, limit: float, lasts: float) -> Iterator[Span | None]:
    """When the way is in the core, beside one of its sides, or about one of its corners: together that is all that is so near."""
    outs = [(edge, edge.out(*start), _across(edge, speed)) for edge in shape.edges]
    if not shape.flat:
        yield _clipped(((out, across) for _, out, across in outs), lasts)
    for edge, out, across in outs:
        along = (start[0] - edge.x) * edge.along_x + (start[1] - edge.y) * edge.along_y
        pace = speed[0] * edge.along_x + speed[1] * edge.along_y
        sides = ((out - limit, across), (-out, -across), (-along, -pace), (along - edge.length, pace))
        yield _clipped(iter(sides), lasts)
    for x, y in shape.corners:
        yield _about((start[0] - x, start[1] - y), speed, limit, lasts)


def _across(edge: Edge, speed: Vector) -> float:
    return speed[0] * edge.along_y - speed[1] * edge.along_x


def _clipped(bounds: Iterator[tuple[float, float]], lasts: float) -> Span | None:
    """When all of some numbers that grow evenly are at most nothing."""
    first, last = 0.0, lasts
    for value, growth in bounds:
        if abs(growth) < NOTHING:
            if value > NOTHING:
                return None
        elif growth > 0:
            last = min(last, -value / growth)
        else:
            first = max(first, -value / growth)
        if first > last:
            return None
    return first, last


def _about(start: Vector, speed: Vector, limit: float, lasts: float) -> Span | None:
    """When a way is so near to a corner."""
    (x, y), (vx, vy) = start, speed
    size, half, rest = vx * vx + vy * vy, x * vx + y * vy, x * x + y * y - limit * limit
    if size < NOTHING * NOTHING:
        return (0.0, lasts) if rest <= 0 else None
    inner = half * half - size * rest
    if inner < 0:
        return None
    root = sqrt(inner)
    first, last = max(0.0, (-half - root) / size), min(lasts, (-half + root) / size)
    return (first, last) if first <= last else None
