"""What a unit covers of the table: its bases, as they stand.

A base is a rectangle given by the middle of its front edge and its facing. A formation is nothing but the places of its bases, so
that lines bend along a wall and columns along a road. A round figure base is a point with a radius.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from math import floor, hypot

import numpy as np
from numpy.typing import NDArray

from sandtable.geometry.compiled.layout import Build, Standing
from sandtable.geometry.facts import Lasting, once
from sandtable.geometry.measure import CIRCLE, HALF, Facing, Length, Point, Pose, ahead, direction

Places = NDArray[np.float64]  # bases x (x, y, facing)
Quads = NDArray[np.float64]  # bases x corners (front left, front right, back right, back left) x (x, y)


@dataclass(frozen=True)
class Footprint(Lasting):
    """Bases on the table, those of the front first. ``radius`` rounds them off: a figure base is a point with a radius."""

    bases: tuple[Pose, ...]
    front: int
    width: Length
    depth: Length
    radius: Length = 0

    @once
    def poses(self) -> Places:
        """The places and facings of its bases, as the compiled loops read them."""
        flat = [number for base in self.bases for number in base]  # read far faster than tuples are
        return np.array(flat, dtype=np.float64).reshape(-1, 3)

    @once
    def quads(self) -> Quads:
        """The corners of every base, in whole thousandths: those that ``ahead`` gives."""
        width, depth = self.width, self.depth
        flat: list[Length] = []
        for x, y, facing in self.bases:
            ax, ay, bx, by, cx, cy, dx, dy = _corners(facing, width, depth)
            flat += (x + ax, y + ay, x + bx, y + by, x + cx, y + cy, x + dx, y + dy)
        return np.array(flat, dtype=np.float64).reshape(-1, 4, 2)

    @once
    def build(self) -> Build:
        """How it is drawn up, as the compiled loops read it."""
        return Build(self.front, float(self.width), float(self.depth), float(self.radius))

    @property
    def standing(self) -> Standing:
        """Where it stands, as the compiled loops read it."""
        return Standing(self.poses, self.quads)

    @once
    def anchor(self) -> Pose:
        """The centre point of the front, about which the unit turns; a bent line has it on its middle base."""
        line = self.bases[: self.front]
        middle = line[len(line) // 2]
        if len(line) % 2:
            return middle
        other = line[len(line) // 2 - 1]
        return Pose((middle.x + other.x) // 2, (middle.y + other.y) // 2, middle.facing)

    @once
    def box(self) -> tuple[float, float, float, float]:
        """The smallest upright rectangle around it: left, bottom, right, top."""
        across, up = self.quads.reshape(-1, 2).T.tolist()
        return min(across) - self.radius, min(up) - self.radius, max(across) + self.radius, max(up) + self.radius

    @once
    def extent(self) -> float:
        """How far its farthest corner is from its anchor."""
        x, y, _ = self.anchor
        return max(hypot(px - x, py - y) for px, py in self.quads.reshape(-1, 2).tolist()) + self.radius

    @once
    def outlines(self) -> tuple[tuple[Point, ...], ...]:
        """The corners of every base as places, to be drawn."""
        return tuple(tuple(Point(int(x), int(y)) for x, y in quad) for quad in self.quads.tolist())

    @once
    def centre(self) -> Point:
        """The middle of all corners."""
        x, y = self.quads.mean(axis=(0, 1))
        return Point(round(float(x)), round(float(y)))

    def moved(self, dx: Length, dy: Length) -> Footprint:
        """This formation shifted by so much, facing as before."""
        if not dx and not dy:
            return self
        bases = tuple([Pose(x + dx, y + dy, facing) for x, y, facing in self.bases])
        return Footprint(bases, self.front, self.width, self.depth, self.radius)

    def placed(self, pose: Pose) -> Footprint:
        """This formation with its anchor at a pose."""
        anchor = self.anchor
        turn = (pose.facing - anchor.facing) % CIRCLE
        if not turn:
            return self.moved(pose.x - anchor.x, pose.y - anchor.y)
        bases = tuple(_swung(self.bases, anchor, pose, turn))
        return Footprint(bases, self.front, self.width, self.depth, self.radius)

    def without(self, count: int) -> Footprint:
        """The formation with so many bases fewer, taken from its end."""
        kept = self.bases[: len(self.bases) - count]
        return replace(self, bases=kept, front=min(self.front, len(kept)))


@lru_cache(maxsize=CIRCLE)
def _corners(facing: Facing, width: Length, depth: Length) -> tuple[Length, ...]:
    """How far the corners of a base are from the middle of its front (x, y, x, y and so on)."""
    here, half = Pose(0, 0, facing), width / 2
    corners = (ahead(here, 0, -half), ahead(here, 0, half), ahead(here, -depth, half), ahead(here, -depth, -half))
    return tuple(length for corner in corners for length in corner)


def _swung(bases: Iterable[Pose], old: Pose, new: Pose, turn: Facing) -> Iterator[Pose]:
    """Bases carried along when the anchor goes from one pose to another: each where ``ahead`` of the new one finds it."""
    x, y = direction(old.facing)
    new_x, new_y = direction(new.facing)
    for base_x, base_y, facing in bases:
        dx, dy = base_x - old.x, base_y - old.y
        forward, right = dx * x + dy * y, dx * y - dy * x
        aside, up = floor(forward * new_x + right * new_y + HALF), floor(forward * new_y - right * new_x + HALF)
        yield Pose(new.x + aside, new.y + up, (facing + turn) % CIRCLE)


def figure(place: Point, radius: Length) -> Footprint:
    """A single round base."""
    return Footprint((Pose(place.x, place.y),), 1, 0, 0, radius)


def ranks(anchor: Pose, sizes: Sequence[int], width: Length, depth: Length) -> Footprint:
    """Ranks one behind the other, edge to edge, each centred behind the front."""
    return _drawn_up(anchor.facing, tuple(sizes), width, depth).moved(anchor.x, anchor.y)


@lru_cache(maxsize=CIRCLE)
def _drawn_up(facing: Facing, sizes: tuple[int, ...], width: Length, depth: Length) -> Footprint:
    """Ranks at the corner of the table."""
    bases: list[Pose] = []
    for row, size in enumerate(sizes):
        for number in range(size):
            place = ahead(Pose(0, 0, facing), -row * depth, (number - (size - 1) / 2) * width)
            bases.append(Pose(place.x, place.y, facing))
    return Footprint(tuple(bases), sizes[0], width, depth)


def line(anchor: Pose, count: int, width: Length, depth: Length) -> Footprint:
    """One base deep, side by side."""
    return ranks(anchor, (count,), width, depth)


def column(anchor: Pose, count: int, width: Length, depth: Length, gap: Length = 0) -> Footprint:
    """One base wide, front to back, with a gap between bases where limbers stand."""
    places = (ahead(anchor, -number * (depth + gap)) for number in range(count))
    return Footprint(tuple(Pose(place.x, place.y, anchor.facing) for place in places), 1, width, depth)


def standing(bases: Iterable[Pose], front: int, width: Length, depth: Length) -> Footprint:
    """Bases just as they stand, such as a line bent along a wall."""
    return Footprint(tuple(bases), front, width, depth)
