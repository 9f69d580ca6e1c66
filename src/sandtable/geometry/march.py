"""Marching: a column bends along its path, every base in the trail of the lead (REV-4.30, REV-4.31)."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

import numpy as np

from sandtable.geometry import trail as trails
from sandtable.geometry.around import Around
from sandtable.geometry.footprint import Footprint, figure
from sandtable.geometry.going import Going
from sandtable.geometry.journey import Hindrances, Walk, leg_costs, paid
from sandtable.geometry.measure import Length, Point, Pose, ahead, bearing


def march(
    column: Footprint,
    path: Sequence[Point],
    going: Going,
    around: Around,
    budget: Length | None = None,
    gap: Length = 0,
) -> Walk:
    """A column goes along a path: the lead base leads, the others follow in its trail; turns cost nothing.

    What it sweeps is the band along its trail, as wide as a base.
    """
    met = Hindrances(going, around, 0.0)
    way, start = _way(column, path)
    total = trails.length(way)
    count, width, depth = len(column.bases), column.width, column.depth
    end = trails.stand_along(way, total, count, width, depth, gap)
    spent = np.zeros(count)
    for number in range(count):
        middle = start - number * (depth + gap) - depth / 2
        for a, b in pairwise(trails.part(way, middle, middle + total - start)):
            spent[number] += leg_costs(figure(a, 0).quads, a, b.x - a.x, b.y - a.y, 1.0, met.ground)[0]
    for a, b in pairwise(trails.part(way, start - count * (depth + gap) + gap, total)):
        facing = bearing(b.x - a.x, b.y - a.y)
        edge = Footprint((Pose(a.x, a.y, facing),), 1, width, 0)
        met.leg(edge.quads, edge.anchor, b.x - a.x, b.y - a.y, last=False)
    met.leg(end.quads, end.anchor, 0, 0, last=True)
    trail = (column.anchor, *(trails.along(way, s) for s in _corners(way, start)))
    return paid([spent.tolist()], budget, end, met.all, trail)


def _way(column: Footprint, path: Sequence[Point]) -> tuple[tuple[Point, ...], float]:
    """The trail of a column and the path before it, as one polyline; and where on it the column's front is now."""
    behind = ahead(column.bases[-1], -column.depth)
    trail = [behind, *(base.point for base in reversed(column.bases))]
    places = [*trail, *(Point(*point[:2]) for point in path)]
    distinct = [place for number, place in enumerate(places) if not number or place != places[number - 1]]
    return tuple(distinct), trails.length(trail)


def _corners(way: Sequence[Point], start: float) -> list[float]:
    lengths = [float(trails.length(way[: number + 1])) for number in range(1, len(way))]
    return [s for s in lengths if s > start]
