"""Stands in formation: ranks, files and squares, and how a formation wheels, shifts, turns about, widens and refuses a flank.

A formation in ranks is an `Array`; where each stand is follows from it, so that a move changes the array and the stands are placed anew.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import pairwise
from math import ceil, cos, floor, hypot, radians, sin, sqrt
from typing import NamedTuple

import numpy as np

from sandtable.geometry.footprint import Footprint, Quads
from sandtable.geometry.measure import CIRCLE, DEGREE, HALF, Facing, Length, Point, Pose, ahead, bearing
from sandtable.miniatures.bodies import Base

ABOUT: Facing = CIRCLE // 2
QUARTER: Facing = CIRCLE // 4
SIDES = 4  # of a square
STRIDE: Facing = 5 * DEGREE  # of a wheel, from one place that is looked at to the next
KNOWN = 20_000  # formations whose stands are kept


@dataclass(frozen=True, slots=True)
class Array:
    """Stands in ranks behind the middle of their front: so many files, so much between neighbours.

    ``left`` and ``right`` are the files of a flank that is refused, ``bend`` by how much they are bent back.
    """

    front: Pose
    files: int
    gap: Length = 0
    left: int = 0
    right: int = 0
    bend: Facing = 0

    @property
    def straight(self) -> Array:
        """This array with both flanks in line."""
        return replace(self, left=0, right=0, bend=0) if self.bend else self


class Front(NamedTuple):
    """A straight part of a formation's front: its ends, as those see them who stand in it, and the way they face."""

    left: Point
    right: Point
    facing: Facing


# ---- Where stands are --------------------------------------------------------------------------------------------------------------


def ranks(count: int, files: int) -> tuple[int, ...]:
    """How many stands each rank has, the front first."""
    files = max(1, min(files, count))
    return tuple(min(files, count - first) for first in range(0, count, files))


def stood(array: Array, count: int, base: Base) -> tuple[Pose, ...]:
    """Where the stands of a formation are: the front rank from left to right, then those behind it."""
    facing = array.front.facing
    local = _drawn(replace(array, front=Pose(0, 0, facing)), count, base)
    return tuple(Pose(array.front.x + x, array.front.y + y, turn) for x, y, turn in local)


@lru_cache(maxsize=KNOWN)
def _drawn(array: Array, count: int, base: Base) -> tuple[Pose, ...]:
    pitch, sizes = base.width + array.gap, ranks(count, array.files)
    places: list[Pose] = []
    for row, size in enumerate(sizes):
        covers = (
            pitch / 2 if array.gap and row % 2 and size == sizes[0] else 0.0
        )  # a rear stand covers the gap before it
        for number in range(size):
            right = (number - (size - 1) / 2) * pitch + covers
            place = ahead(array.front, -row * base.behind, right)
            places.append(_bent(array, Pose(place.x, place.y, array.front.facing), right, count, base))
    return tuple(places)


def _bent(array: Array, pose: Pose, right: float, count: int, base: Base) -> Pose:
    """A stand of a refused flank, swung back about the rear corner of those who stand fast."""
    if not array.bend or not (array.left or array.right):
        return pose
    pitch, half = base.width + array.gap, frontage(array, count, base) / 2
    deep = -len(ranks(count, array.files)) * base.behind
    if right > half - array.right * pitch:
        return swung(pose, ahead(array.front, deep, half - array.right * pitch), array.bend)
    if right < array.left * pitch - half:
        return swung(pose, ahead(array.front, deep, array.left * pitch - half), -array.bend)
    return pose


def frontage(array: Array, count: int, base: Base) -> Length:
    """How wide a formation is with both flanks in line."""
    return max(1, min(array.files, count)) * (base.width + array.gap) - array.gap


def depth(array: Array, count: int, base: Base) -> Length:
    """How deep it is."""
    return len(ranks(count, array.files)) * base.behind


def fronts(array: Array, count: int, base: Base) -> tuple[Front, ...]:
    """The straight parts of its front, those of refused flanks after the one that stands fast."""
    pitch, half = base.width + array.gap, frontage(array, count, base) / 2
    bent = array.bend > 0
    first, last = (array.left * pitch - half, half - array.right * pitch) if bent else (-half, half)
    deep = -depth(array, count, base)
    own = array.front
    found = [Front(ahead(own, 0, first), ahead(own, 0, last), own.facing)] if first < last else []
    for there, edge, outer, turn in (
        (array.left, first, -half, -array.bend),
        (array.right, last, half, array.bend),
    ):
        if bent and there:
            pivot = ahead(own, deep, edge)
            inner, end = (swung(Pose(*ahead(own, 0, side), own.facing), pivot, turn) for side in sorted((edge, outer)))
            found.append(Front(inner.point, end.point, inner.facing))
    return tuple(found)


def block(array: Array, count: int, base: Base) -> Quads:
    """The rectangle that a formation covers with both flanks in line: what it sweeps as it moves."""
    wide, deep = frontage(array, count, base), depth(array, count, base)
    shift = (base.width + array.gap) / 2 if array.gap and len(ranks(count, array.files)) > 1 else 0.0
    own, half = array.front, wide / 2
    corners = (
        ahead(own, 0, -half),
        ahead(own, 0, half + shift),
        ahead(own, -deep, half + shift),
        ahead(own, -deep, -half),
    )
    return np.array([corners], dtype=np.float64)


# ---- Squares and mobs --------------------------------------------------------------------------------------------------------------


def square(front: Pose, count: int, base: Base, single: int) -> tuple[Pose, ...]:
    """A hollow square whose front side has its middle at a place: stands by sides, front, right, rear, left, each from its left to its right.

    Beyond ``single`` stands the others form a second rank inside.
    """
    outer, inner = sides(min(count, single)), sides(max(0, count - single))
    rows = 2 if count > single else 1
    deep, wide = rows * base.behind, base.width
    half = max(outer[0] * wide / 2, outer[2] * wide / 2, float(deep))
    length = max(outer[1], outer[3], inner[1], inner[3]) * wide
    middle = -deep - length / 2
    starts = (  # forward, right and facing of the middle of each side's front
        (0.0, 0.0, 0),
        (middle, half, QUARTER),
        (2 * middle, 0.0, ABOUT),
        (middle, -half, ABOUT + QUARTER),
    )
    places: list[Pose] = []
    for side, (forward, right, turn) in enumerate(starts):
        place = ahead(front, forward, right)
        own = Pose(place.x, place.y, (front.facing + turn) % CIRCLE)
        for row, size in enumerate((outer[side], inner[side])):
            for number in range(size):
                spot = ahead(own, -row * base.behind, (number - (size - 1) / 2) * wide)
                places.append(Pose(spot.x, spot.y, own.facing))
    return tuple(places)


def sides(count: int) -> tuple[int, ...]:
    """Stands on each side of a square, as evenly as possible; those over go to the front first."""
    return tuple(count // SIDES + (number < count % SIDES) for number in range(SIDES))


def side_of_square(count: int, single: int) -> tuple[int, ...]:
    """For each stand of a square the side it belongs to."""
    outer, inner = sides(min(count, single)), sides(max(0, count - single))
    return tuple(side for side in range(SIDES) for _ in range(outer[side] + inner[side]))


def mob(middle: Pose, count: int, base: Base) -> tuple[Pose, ...]:
    """Stands crowded together about a place, which is their middle."""
    files = max(1, round(sqrt(count * base.behind / base.width)))
    array = Array(middle, min(count, files))
    front = ahead(middle, depth(array, count, base) / 2)
    return stood(replace(array, front=Pose(front.x, front.y, middle.facing)), count, base)


# ---- Moving ------------------------------------------------------------------------------------------------------------------------


def swung(pose: Pose, pivot: Point, by: Facing) -> Pose:
    """A pose carried round a pivot, clockwise."""
    turn, dx, dy = radians(by / DEGREE), pose.x - pivot.x, pose.y - pivot.y
    x, y = dx * cos(turn) + dy * sin(turn), dy * cos(turn) - dx * sin(turn)
    return Pose(pivot.x + floor(x + HALF), pivot.y + floor(y + HALF), (pose.facing + by) % CIRCLE)


def shifted(array: Array, forward: float, right: float = 0.0) -> Array:
    """A formation so far to the front and to the right, facing as before."""
    place = ahead(array.front, forward, right)
    return replace(array, front=Pose(place.x, place.y, array.front.facing))


def along(array: Array, far: Length, aside: Facing) -> Array:
    """A formation that has gone so far at an angle to its front, clockwise: an oblique keeps the facing."""
    turn = radians(aside / DEGREE)
    return shifted(array, far * cos(turn), far * sin(turn))


def wheel_of(array: Array, count: int, base: Base, by: Facing) -> Length:
    """How far the outer corner of the front goes in a wheel, to the nearest thousandth."""
    return round(frontage(array, count, base) * radians(abs(by) / DEGREE))


def wheeled(array: Array, count: int, base: Base, by: Facing, *, backward: bool = False) -> Array:
    """A formation after a wheel, clockwise, on the corner of its inside flank; backward, the outer flank falls back."""
    half = frontage(array, count, base) / 2
    pivot = ahead(array.front, 0, half if (by > 0) is not backward else -half)
    return replace(array, front=swung(array.front, pivot, by))


def wheeling(array: Array, count: int, base: Base, by: Facing, *, backward: bool = False) -> tuple[Array, ...]:
    """The places that a formation comes through in a wheel, its end the last."""
    steps = max(1, ceil(abs(by) / STRIDE))
    return tuple(
        wheeled(array, count, base, round(by * step / steps), backward=backward) for step in range(1, steps + 1)
    )


def about(array: Array, count: int, base: Base) -> Array:
    """A formation that faces by its rear rank."""
    place = ahead(array.front, -depth(array, count, base))
    return replace(array.straight, front=Pose(place.x, place.y, (array.front.facing + ABOUT) % CIRCLE))


def redrawn(array: Array, count: int, base: Base, *, files: int, gap: Length, flank: int = 0) -> Array:
    """A formation with another frontage: widened to both flanks, or with its left (-1) or right (+1) flank alone moved."""
    new = replace(array.straight, files=files, gap=gap)
    change = frontage(new, count, base) - frontage(array, count, base)
    return shifted(new, 0, flank * change / 2)


# ---- Files -------------------------------------------------------------------------------------------------------------------------


def filed(path: Sequence[Point], count: int, base: Base) -> tuple[Pose, ...]:
    """Stands one behind the other along a path, the head at its end; a path that is too short is drawn out backward."""
    places = [path[-1]]
    for point in reversed(path[:-1]):
        if point != places[-1]:
            places.append(point)
    return tuple(_in_file(places, number * base.behind, base.behind) for number in range(count))


def _in_file(places: Sequence[Point], far: Length, deep: Length) -> Pose:
    """A stand so far behind the head."""
    front, rear = _back(places, far), _back(places, far + deep)
    return Pose(front.x, front.y, bearing(front.x - rear.x, front.y - rear.y))


def _back(places: Sequence[Point], far: float) -> Point:
    """The place so far back along places, beyond the last one straight on."""
    left = far
    for one, two in pairwise(places):
        leg = hypot(two.x - one.x, two.y - one.y)
        if left <= leg:
            return _between(one, two, left / leg)
        left -= leg
    one, two = places[-2], places[-1]
    leg = hypot(two.x - one.x, two.y - one.y)
    return _between(two, Point(2 * two.x - one.x, 2 * two.y - one.y), left / leg)


def _between(one: Point, two: Point, share: float) -> Point:
    return Point(floor(one.x + share * (two.x - one.x) + HALF), floor(one.y + share * (two.y - one.y) + HALF))


def path_of(file: Sequence[Pose], base: Base) -> tuple[Point, ...]:
    """The path that a file stands on, from its rear to its head."""
    rear = ahead(file[-1], -base.behind)
    return (rear, *(each.point for each in reversed(file)))


def quads_of(base: Base, poses: Sequence[Pose]) -> Quads:
    """The corners of stands."""
    return Footprint(tuple(poses), len(poses), base.width, base.behind).quads
