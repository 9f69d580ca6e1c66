"""Figures on their bases: each stands by itself, on a round base, on two of them one behind the other, or on a rectangle."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import hypot

import numpy as np
from numpy.typing import NDArray

from sandtable.geometry.crowd import Box, Crowd, crowd
from sandtable.geometry.distance import distances, nearest
from sandtable.geometry.footprint import Footprint
from sandtable.geometry.measure import Length, Point, Pose, bearing

KNOWN = 65536  # figures whose outlines are kept
KNOWN_UNITS = 8192  # and units
KNOWN_GAPS = 1 << 15  # between two of them
CONTACT: Length = 50  # as a hand would set bases together
RECTANGLE = 4  # corners
UNEVEN: Length = 4  # what four corners on whole thousandths may be out of true


@dataclass(frozen=True, slots=True)
class Base:
    """What a figure stands on: a round base. ``behind``: so far behind its middle is that of a second one, as a rider's mount has it.

    With a ``width`` it is a rectangle, ``behind`` deep, whose place is the middle of its front edge.
    """

    radius: Length = 0
    behind: Length = 0
    width: Length = 0


Gaps = NDArray[np.int64]  # figures x other figures


@lru_cache(maxsize=KNOWN)
def figure(base: Base, pose: Pose) -> Footprint:
    """The ground that a figure covers."""
    return Footprint((pose,), 1, base.width, base.behind, base.radius)


def figures(base: Base, poses: Sequence[Pose]) -> Crowd:
    """The ground that each figure covers."""
    return _figures(base, tuple(poses))


@lru_cache(maxsize=KNOWN_UNITS)
def _figures(base: Base, poses: tuple[Pose, ...]) -> Crowd:
    return Crowd([figure(base, pose) for pose in poses])


def is_house(outline: Sequence[Point]) -> bool:
    """Whether an outline is that of a house which can be measured: four walls at right angles, to a thousandth of an inch in each."""
    if len(outline) != RECTANGLE:
        return False
    a, b, c, d = outline
    return abs(a.x + c.x - b.x - d.x) + abs(a.y + c.y - b.y - d.y) <= UNEVEN and (
        abs(hypot(c.x - a.x, c.y - a.y) - hypot(d.x - b.x, d.y - b.y)) <= UNEVEN
    )


def house(outline: Sequence[Point]) -> Footprint:
    """The ground that a house of four walls covers, which stands for every figure inside it."""
    return _house(tuple(outline))


def housed(outline: Sequence[Point], count: int) -> Crowd:
    """The ground that stands for so many figures inside a house."""
    return _housed(tuple(outline), count)


@lru_cache(maxsize=KNOWN_UNITS)
def _housed(outline: tuple[Point, ...], count: int) -> Crowd:
    return Crowd((_house(outline),) * count)


@lru_cache(maxsize=KNOWN_UNITS)
def _house(outline: tuple[Point, ...]) -> Footprint:
    a, b, c = outline[0], outline[1], outline[2]
    wide, deep = hypot(b.x - a.x, b.y - a.y), hypot(c.x - b.x, c.y - b.y)
    front = Pose((a.x + b.x) // 2, (a.y + b.y) // 2, bearing(b.x - c.x, b.y - c.y))
    return Footprint((front,), 1, round(wide), round(deep))


def box_of(some: Sequence[Footprint], within: Length = 0) -> Box:
    """The smallest upright rectangle with all of them in it, so much wider on every side."""
    boxes = crowd(some).boxes
    left, low = boxes[:, :2].min(axis=0).tolist()
    right, high = boxes[:, 2:].max(axis=0).tolist()
    return left - within, low - within, right + within, high + within


def near(box: Box, some: Sequence[Footprint]) -> Crowd:
    """Those that may reach into a rectangle: a quick look before a careful one."""
    return crowd(some).near(box)


def gaps(some: Sequence[Footprint], others: Sequence[Footprint]) -> Gaps:
    """How far it is from the base of each figure to the base of each other one."""
    return distances(some, others)


@lru_cache(maxsize=KNOWN_GAPS)
def gap_between(some: Sequence[Footprint], others: Sequence[Footprint]) -> Length:
    """How far it is from the nearest of some figures to the nearest of others."""
    return int(gaps(some, others).min())


def touching(some: Sequence[Footprint], others: Sequence[Footprint]) -> tuple[tuple[int, ...], ...]:
    """For each figure those others that it touches."""
    return tuple(tuple(np.flatnonzero(row <= CONTACT).tolist()) for row in gaps(some, others))


def scattered(unit: Sequence[Footprint], within: Length) -> tuple[int, ...]:
    """The figures that are further than so much from every other one of their unit; one alone never is, nor is nobody."""
    if len(unit) <= 1:
        return ()
    apart = gaps(unit, unit)
    np.fill_diagonal(apart, within + 1)
    return tuple(np.flatnonzero(apart.min(axis=1) > within).tolist())


def lines_between(one: Footprint, other: Footprint) -> Iterator[tuple[Point, Point]]:
    """Straight lines from base to base: between their middles first, then between the points at their sides.

    From a house, and to one, there is one line: between the nearest points.
    """
    if one.width or other.width:
        start, end, _ = nearest(one, other)
        yield start, end
        return
    a, b = one.bases[0].point, other.bases[0].point
    yield a, b
    for start in _sides(a, one.radius, a, b):
        for end in _sides(b, other.radius, a, b):
            if (start, end) != (a, b):
                yield start, end


def _sides(middle: Point, radius: Length, a: Point, b: Point) -> tuple[Point, ...]:
    """The middle of a base and the points furthest to the right and to the left of a line from a to b."""
    far = hypot(b.x - a.x, b.y - a.y)
    if not far or not radius:
        return (middle,)
    x, y = round((b.y - a.y) / far * radius), round((a.x - b.x) / far * radius)
    return middle, Point(middle.x + x, middle.y + y), Point(middle.x - x, middle.y - y)
