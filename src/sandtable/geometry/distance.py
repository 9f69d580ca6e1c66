"""How far apart units are: nearest points of their bases, in whole thousandths.

Rules measure between nearest points (REV-6.08, REV-4.60 and their like); contact is a distance of nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import hypot

import numpy as np
from numpy.typing import NDArray

from sandtable.geometry.compiled.bases import bases_overlap, distances_of_units, nearest_of_bases
from sandtable.geometry.compiled.rounding import HALF, whole
from sandtable.geometry.crowd import crowd
from sandtable.geometry.footprint import Footprint
from sandtable.geometry.measure import Length, Point

# Corners are rounded to whole thousandths: two bases that were set edge to edge may share as much ground.
ROUNDING: Length = 2


def distance(a: Footprint, b: Footprint) -> Length:
    """From nearest point to nearest point; 0 when they touch or share ground."""
    far: float = nearest_of_bases(a.quads, b.quads)[0]
    return max(0, whole(far - a.radius - b.radius))


def nearest(a: Footprint, b: Footprint) -> tuple[Point, Point, Length]:
    """The nearest point of each, and how far it is between them."""
    far, ax, ay, bx, by = nearest_of_bases(a.quads, b.quads)
    if (a.radius or b.radius) and far > 0:
        dx, dy = (bx - ax) / far, (by - ay) / far
        both = a.radius + b.radius
        share = min(1.0, far / both)  # less than all of it: a point in common
        ours, theirs = a.radius * share, b.radius * share
        ax, ay, bx, by = ax + dx * ours, ay + dy * ours, bx - dx * theirs, by - dy * theirs
    length = max(0, whole(far - a.radius - b.radius))
    return Point(whole(ax), whole(ay)), Point(whole(bx), whole(by)), length


def overlaps(a: Footprint, b: Footprint) -> bool:
    """Whether they share ground; edges that touch do not."""
    left, bottom, right, top = a.box
    other_left, other_bottom, other_right, other_top = b.box
    if left >= other_right or other_left >= right or bottom >= other_top or other_bottom >= top:
        return False
    rounded = a.radius + b.radius
    if rounded:
        far: float = nearest_of_bases(a.quads, b.quads)[0]
        return far < rounded - ROUNDING
    return bool(bases_overlap(a.quads, b.quads, float(ROUNDING)))


def touches(a: Footprint, b: Footprint, slack: Length = 50) -> bool:
    """Base contact, as a hand would set it."""
    return distance(a, b) <= slack


def distance_to_point(a: Footprint, point: Point) -> Length:
    """From the nearest point of a unit; 0 inside it."""
    there = np.array([[[point[0], point[1]]]], dtype=np.float64)
    far: float = nearest_of_bases(a.quads, there)[0]
    return max(0, whole(far - a.radius))


def near_point(a: Footprint, point: Point, within: Length) -> bool:
    """Whether a unit is so near to a point; most are not, at a glance."""
    left, bottom, right, top = a.box
    aside, along = max(left - point[0], point[0] - right), max(bottom - point[1], point[1] - top)
    return max(aside, along) <= within and distance_to_point(a, point) <= within


def distances(many: Sequence[Footprint], others: Sequence[Footprint]) -> NDArray[np.int64]:
    """All distances at once: one row for each of the many, one column for each of the others."""
    if not many or not others:
        return np.zeros((len(many), len(others)), dtype=np.int64)
    ours, theirs = crowd(many), crowd(others)
    if ours.rounds is not None and theirs.rounds is not None:
        return _round_ones(*ours.rounds, *theirs.rounds)
    far = distances_of_units(*ours.stacked, *theirs.stacked)
    return np.floor(far + HALF).astype(np.int64)


def _round_ones(
    many: NDArray[np.float64], radii: NDArray[np.float64], others: NDArray[np.float64], their: NDArray[np.float64]
) -> NDArray[np.int64]:
    """The distances between round bases, from their middles."""
    apart = many[:, None, :] - others[None, :, :]
    far = np.hypot(apart[..., 0], apart[..., 1]) - radii[:, None] - their[None, :]
    return np.floor(np.maximum(0.0, far) + HALF).astype(np.int64)


def distances_from(points: Sequence[Point], units: Sequence[Footprint]) -> list[list[Length]]:
    """From each point to the nearest part of each unit, all at once; 0 inside it."""
    if not points or not units:
        return [[] for _ in points]
    count = len(points)
    places = np.array(points, dtype=np.float64).reshape(count, 1, 2)
    far = distances_of_units(places, np.arange(count + 1), np.zeros(count), *crowd(units).stacked)
    whole_lengths: list[list[Length]] = np.floor(far + HALF).astype(np.int64).tolist()
    return whole_lengths


def between(a: Point, b: Point) -> Length:
    """The distance from point to point."""
    return whole(hypot(b[0] - a[0], b[1] - a[1]))
