"""Lengths and places: whole thousandths of an inch, so that what a rule measures exactly is exact.

The table's corner is (0, 0); x runs to the right, y up the table. Facings are tenths of a degree, clockwise from up the table.
"""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from math import atan2, cos, degrees, floor, hypot, radians, sin
from typing import NamedTuple

Length = int  # thousandths of an inch
Facing = int  # tenths of a degree, clockwise from up the table

INCH: Length = 1000
CIRCLE: Facing = 3600
DEGREE: Facing = 10
HALF = 0.5
REMEMBERED = 4096  # lengths said as people say them


class Point(NamedTuple):
    """A place on the table."""

    x: Length
    y: Length


class Pose(NamedTuple):
    """A place and a facing."""

    x: Length
    y: Length
    facing: Facing = 0

    @property
    def point(self) -> Point:
        return Point(self.x, self.y)


def inches(number: float | Fraction) -> Length:
    """A length given in inches."""
    return round(number * INCH)


@lru_cache(maxsize=REMEMBERED)
def in_inches(length: Length) -> Fraction:
    """A length as people and rules say it."""
    return Fraction(length, INCH)


@lru_cache(maxsize=CIRCLE)
def direction(facing: Facing) -> tuple[float, float]:
    """The unit vector of a facing; quarter turns are exact."""
    if facing % (90 * DEGREE) == 0:
        return ((0.0, 1.0), (1.0, 0.0), (0.0, -1.0), (-1.0, 0.0))[facing // (90 * DEGREE) % 4]
    angle = radians(facing / DEGREE)
    return sin(angle), cos(angle)


def bearing(dx: float, dy: float) -> Facing:
    """The facing that looks along a vector."""
    return round(degrees(atan2(dx, dy)) * DEGREE) % CIRCLE


def turned(facing: Facing, by: Facing) -> Facing:
    """A facing turned clockwise."""
    return (facing + by) % CIRCLE


def apart(one: Point | Pose, other: Point | Pose) -> float:
    """How far two places are from each other."""
    return hypot(one.x - other.x, one.y - other.y)


def veer(before: Facing, after: Facing) -> Facing:
    """How far one facing is to the right of another; what is to its left is less than nothing."""
    return (after - before + CIRCLE // 2) % CIRCLE - CIRCLE // 2


def off_axis(pose: Pose, place: Point) -> Facing:
    """How far a place lies to the side of where somebody faces, to the left or to the right."""
    return abs(veer(pose.facing, bearing(place.x - pose.x, place.y - pose.y)))


def ahead(pose: Pose, forward: float, right: float = 0.0) -> Point:
    """The place so far to the front and to the right of a pose, to the nearest thousandth."""
    x, y = direction(pose.facing)
    # Halves go up, wherever the pose is: a formation that is shifted keeps its shape to the thousandth.
    return Point(pose.x + floor(forward * x + right * y + HALF), pose.y + floor(forward * y - right * x + HALF))
