"""What a unit covers of the table: its bases, as they stand.

A base is a rectangle given by the middle of its front edge and its facing. A formation is nothing but the places of its bases, so
that lines bend along a wall and columns along a road. A round figure base is a point with a radius.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from math import floor, hypot

import numpy as np
from numpy.typing import NDArray

from sandtable.geometry.measure import CIRCLE, HALF, Facing, Length, Point, Pose, ahead, direction

Quads = NDArray[np.float64]  # bases x corners (front left, front right, back right, back left) x (x, y)


@dataclass(frozen=True)
class Footprint:
    """Bases on the table, those of the front first. ``radius`` rounds them off: a figure base is a point with a radius."""

    bases: tuple[Pose, ...]
    front: int
    width: Length
    depth: Length
    radius: Length = 0

    @cached_property
    def quads(self) -> Quads:
        """The corners of every base, in whole thousandths: those that ``ahead`` gives, worked out without a call for each."""
        half, depth = self.width / 2, self.depth
        corners = []
        for x, y, facing in self.bases:
            ahead_x, ahead_y = direction(facing)
            side_x, side_y = half * ahead_y, half * ahead_x
            back_x, back_y = -depth * ahead_x, -depth * ahead_y
            corners.append(
                (
                    (x + floor(HALF - side_x), y + floor(side_y + HALF)),
                    (x + floor(side_x + HALF), y + floor(HALF - side_y)),
                    (x + floor(back_x + side_x + HALF), y + floor(back_y - side_y + HALF)),
                    (x + floor(back_x - side_x + HALF), y + floor(back_y + side_y + HALF)),
                )
            )
        return np.array(corners, dtype=np.float64)

    @cached_property
    def anchor(self) -> Pose:
        """The centre point of the front, about which the unit turns; a bent line has it on its middle base."""
        line = self.bases[: self.front]
        middle = line[len(line) // 2]
        if len(line) % 2:
            return middle
        other = line[len(line) // 2 - 1]
        return Pose((middle.x + other.x) // 2, (middle.y + other.y) // 2, middle.facing)

    @cached_property
    def box(self) -> tuple[float, float, float, float]:
        """The smallest upright rectangle around it: left, bottom, right, top."""
        across, up = self.quads.reshape(-1, 2).T.tolist()
        return min(across) - self.radius, min(up) - self.radius, max(across) + self.radius, max(up) + self.radius

    @cached_property
    def extent(self) -> float:
        """How far its farthest corner is from its anchor."""
        x, y, _ = self.anchor
        return max(hypot(px - x, py - y) for px, py in self.quads.reshape(-1, 2).tolist()) + self.radius

    @cached_property
    def outlines(self) -> tuple[tuple[Point, ...], ...]:
        """The corners of every base as places, to be drawn."""
        return tuple(tuple(Point(int(x), int(y)) for x, y in quad) for quad in self.quads.tolist())

    @cached_property
    def centre(self) -> Point:
        """The middle of all corners."""
        x, y = self.quads.mean(axis=(0, 1))
        return Point(round(float(x)), round(float(y)))

    def moved(self, dx: Length, dy: Length) -> Footprint:
        """The same formation elsewhere; what is known of its shape goes along."""
        if not dx and not dy:
            return self
        bases = tuple(Pose(x + dx, y + dy, facing) for x, y, facing in self.bases)
        there = Footprint(bases, self.front, self.width, self.depth, self.radius)
        known = self.__dict__
        if "quads" in known:
            there.__dict__["quads"] = self.quads + np.array((dx, dy), dtype=np.float64)
        if "box" in known:
            left, bottom, right, top = self.box
            there.__dict__["box"] = (left + dx, bottom + dy, right + dx, top + dy)
        return there

    def placed(self, pose: Pose) -> Footprint:
        """The same formation with its anchor at a pose."""
        anchor = self.anchor
        turn = (pose.facing - anchor.facing) % CIRCLE
        if not turn:
            return self.moved(pose.x - anchor.x, pose.y - anchor.y)
        bases = tuple([_swung(base, anchor, pose, turn) for base in self.bases])
        return Footprint(bases, self.front, self.width, self.depth, self.radius)

    def without(self, count: int) -> Footprint:
        """The formation with so many bases fewer, taken from its end."""
        kept = self.bases[: len(self.bases) - count]
        return replace(self, bases=kept, front=min(self.front, len(kept)))


def _swung(base: Pose, old: Pose, new: Pose, turn: Facing) -> Pose:
    """A base carried along when the anchor goes from one pose to another."""
    x, y = direction(old.facing)
    dx, dy = base.x - old.x, base.y - old.y
    place = ahead(new, dx * x + dy * y, dx * y - dy * x)
    return Pose(place.x, place.y, (base.facing + turn) % CIRCLE)


def figure(place: Point, radius: Length) -> Footprint:
    """A single round base."""
    return Footprint((Pose(place.x, place.y),), 1, 0, 0, radius)


def ranks(anchor: Pose, sizes: Sequence[int], width: Length, depth: Length) -> Footprint:
    """Ranks one behind the other, edge to edge, each centred behind the front."""
    bases: list[Pose] = []
    for row, size in enumerate(sizes):
        for number in range(size):
            place = ahead(anchor, -row * depth, (number - (size - 1) / 2) * width)
            bases.append(Pose(place.x, place.y, anchor.facing))
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
