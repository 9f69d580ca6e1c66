"""Figures, houses and ranges as outlines that pages draw."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from math import ceil, cos, pi, sin, sqrt
from typing import Any

import numpy as np
import shapely
from shapely.geometry import LineString, MultiPolygon, Polygon, box
from shapely.geometry import Point as Dot
from shapely.ops import unary_union

from sandtable.geometry.footprint import Footprint
from sandtable.geometry.measure import CIRCLE, Length, Point, Pose, ahead
from sandtable.geometry.terrain import Terrain
from sandtable.miniatures.bodies import Base, figure, gaps
from sandtable.miniatures.desk.look import Reach

Outline = tuple[Point, ...]
CORNERS = 16  # of a round base
INDOORS = 0.62  # how large figures are drawn whose places mean nothing
WALL = 0.12  # of a house's width, which its walls take up
AROUND: Length = 280  # between figures and the line around them
LINKED: Length = 450  # half of how wide that line leaves it between two figures that keep together
SMOOTH: Length = 600  # dents that are narrower are filled
COARSE: Length = 35  # how far the line may be off
FACETS = 32  # of a quarter of a range
KNOWN = 20_000


def figures_drawn(base: Base, poses: Sequence[Pose]) -> tuple[Outline, ...]:
    """The outlines of figures on their bases."""
    return tuple(_figure(base, pose) for pose in poses)


@lru_cache(maxsize=KNOWN)
def _figure(base: Base, pose: Pose) -> Outline:
    """A rectangle, a round base, or one drawn out to a second one behind it; the front comes first."""
    if base.width:
        return figure(base, pose).outlines[0]
    half = CORNERS // 2
    front = [_rim(pose, base.radius, step / half - 0.5) for step in range(half + 1)]
    rear = Pose(*ahead(pose, -base.behind), pose.facing)
    back = [_rim(rear, base.radius, step / half + 0.5) for step in range(half + 1)]
    return tuple(dict.fromkeys((*front, *back)))


def _rim(pose: Pose, radius: Length, turn: float) -> Point:
    """A place on the rim of a base, so many half turns to the right of where it faces."""
    return ahead(pose, radius * cos(turn * pi), radius * sin(turn * pi))


def quad_drawn(ground: Footprint) -> Outline:
    """What is served, as an outline."""
    return ground.outlines[0]


def placed_inside(
    outline: Sequence[Point], base: Base, count: int, first: int, of: int
) -> tuple[Base, tuple[Pose, ...]]:
    """The bases and places of figures in rows inside a house, smaller than life; ``first`` and ``of`` say where among all who are inside."""
    left, right = min(each.x for each in outline), max(each.x for each in outline)
    bottom, top = min(each.y for each in outline), max(each.y for each in outline)
    across = max(1, ceil(sqrt(of)))
    rows = max(1, ceil(of / across))
    inset = WALL * min(right - left, top - bottom)
    wide, high = (right - left - 2 * inset) / across, (top - bottom - 2 * inset) / rows
    small = Base(round(min(base.radius * INDOORS, wide * 0.46, high * 0.46)))
    spots = [
        Pose(round(left + inset + (number % across + 0.5) * wide), round(top - inset - (number // across + 0.5) * high))
        for number in range(first, first + count)
    ]
    return small, tuple(spots)


@lru_cache(maxsize=512)
def around_drawn(stands: tuple[Footprint, ...], within: Length) -> tuple[Outline, ...]:
    """The line around some figures; it breaks where they are further apart than they may be."""
    grounds = shapely.buffer(
        [_ground(stand) for stand in stands], [stand.radius + AROUND for stand in stands], quad_segs=4
    )
    whole = shapely.union_all([*grounds, *_links(stands, within)])
    return tuple(_parts(whole.buffer(SMOOTH, 4).buffer(-SMOOTH, 4).simplify(COARSE)))


def _links(stands: tuple[Footprint, ...], within: Length) -> Sequence[Any]:
    """The ground between figures that keep together; where a third one stands between two, its own links do."""
    apart = gaps(stands, stands)
    one, other = np.nonzero(np.tril(apart <= within, -1))
    to_both = np.maximum(apart[one], apart[other])
    to_both[np.arange(len(one)), one] = to_both[np.arange(len(one)), other] = within + 1  # they are no third
    direct = ~(to_both < apart[one, other][:, None]).any(axis=1)
    middles = np.array([stand.bases[0].point for stand in stands], dtype=np.float64)
    ends = np.stack([middles[one[direct]], middles[other[direct]]], axis=1)
    return shapely.buffer(shapely.linestrings(ends), LINKED, quad_segs=2).tolist() if len(ends) else ()


def range_drawn(stands: Sequence[Footprint], reach: Reach, board: Terrain) -> tuple[Outline, ...]:
    """The ground of a table that a weapon carries to: a sector before a muzzle, else a rope round the figures."""
    ground = box(0, 0, board.width, board.height)
    return tuple(_parts(_commanded(stands, reach, reach.far).intersection(ground)))


def bands_drawn(stands: Sequence[Footprint], reach: Reach) -> tuple[tuple[Length, Outline], ...]:
    """The lines at which something changes within that."""
    return tuple(
        (band, outline)
        for band in reach.bands
        if band < reach.far
        for outline in _parts(_commanded(stands, reach, band))
    )


def _commanded(stands: Sequence[Footprint], reach: Reach, far: Length) -> Polygon:
    if reach.muzzle is not None and reach.half:
        turns = (reach.muzzle.facing - reach.half + 2 * reach.half * step // FACETS for step in range(FACETS + 1))
        rim = [ahead(Pose(reach.muzzle.x, reach.muzzle.y, turn % CIRCLE), far) for turn in turns]
        return Polygon([reach.muzzle.point, *rim])
    return unary_union([_ground(each).buffer(each.radius + far, FACETS) for each in stands])


def _parts(around: Polygon | MultiPolygon) -> Iterator[Outline]:
    for part in getattr(around, "geoms", (around,)):
        yield tuple(Point(round(x), round(y)) for x, y in part.exterior.coords[:-1])


def _ground(stand: Footprint) -> LineString | Dot | Polygon:
    corners = [tuple(corner) for corner in stand.quads[0].tolist()]
    if stand.width and stand.depth:
        return Polygon(corners)
    return LineString(corners) if len(set(corners)) > 1 else Dot(corners[0])
