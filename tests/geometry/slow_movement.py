"""Movement the slow, obvious way: shapely shapes, dense sampling, one thing at a time."""

from __future__ import annotations

from itertools import pairwise
from math import hypot

import shapely
import shapely.affinity

from sandtable.geometry.footprint import Footprint
from sandtable.geometry.going import Going
from sandtable.geometry.measure import Point
from sandtable.geometry.terrain import Terrain
from sandtable.geometry.walk import Around

LEEWAY = 6.0  # thousandths


def shapes(unit: Footprint) -> list[shapely.Geometry]:
    """The bases of a unit, one by one."""
    cores = [shapely.convex_hull(shapely.MultiPoint(quad)) for quad in unit.quads]
    return [core.buffer(unit.radius, quad_segs=64) if unit.radius else core for core in cores]


def shape(unit: Footprint) -> shapely.Geometry:
    return shapely.union_all(shapes(unit))


def sweep(unit: Footprint, dx: float, dy: float) -> shapely.Geometry:
    """What the bases of a unit cover while they slide."""
    return shapely.union_all(
        [shapely.union(base, shapely.affinity.translate(base, dx, dy)).convex_hull for base in shapes(unit)]
    )


def least_on_the_way(unit: Footprint, dx: float, dy: float, other: Footprint, samples: int = 400) -> float:
    """The least distance at any of many moments of a slide."""
    mine, theirs = shape(unit), shape(other)
    moments = (number / samples for number in range(samples + 1))
    return min(shapely.affinity.translate(mine, t * dx, t * dy).distance(theirs) for t in moments)


def price_at(terrain: Terrain, going: Going, x: float, y: float) -> float:
    """What an inch costs at a place."""
    place = shapely.Point(x, y)
    for road in terrain.roads:
        helps = going.road is not None and road.kind in going.road_kinds
        if helps and shapely.LineString(road.points).distance(place) <= road.width / 2:
            return float(going.road)
    for area in reversed(terrain.areas):
        if shapely.Polygon(area.outline).intersects(place):
            return float(going.ground.get(area.kind, 1) or 1)
    return 1.0


def sampled_cost(terrain: Terrain, going: Going, start: Point, dx: float, dy: float, samples: int = 2000) -> float:
    """What a straight path costs: the mean of very many places on it, and the lines it crosses."""
    total = sum(
        price_at(terrain, going, start[0] + (n + 0.5) / samples * dx, start[1] + (n + 0.5) / samples * dy)
        for n in range(samples)
    )
    path = shapely.LineString([start, (start[0] + dx, start[1] + dy)])
    extra = sum(
        going.crossing.get(line.kind, 0) or 0
        for line in terrain.lines
        for a, b in pairwise(line.points)
        if path.crosses(shapely.LineString([a, b]))
    )
    return total / samples * hypot(dx, dy) + extra


def hindered(
    body: Footprint, dx: int, dy: int, going: Going, around: Around
) -> tuple[set[tuple[str, object]], set[tuple[str, object]]]:
    """What certainly hinders a leg, and what may: within a few thousandths of a limit it is left open."""
    swept, end = sweep(body, dx, dy), shape(body.moved(dx, dy))
    must: set[tuple[str, object]] = set()
    may: set[tuple[str, object]] = set()

    def judge(what: tuple[str, object], surely: bool, perhaps: bool) -> None:
        must.update([what] if surely else [])
        may.update([what] if perhaps else [])

    for number, enemy in enumerate(around.enemies):
        other = shape(enemy)
        limit, near = min(shape(body).distance(other), around.zone), swept.distance(other)
        into = swept.buffer(-LEEWAY).intersects(other)
        judge(("enemy", number), near < limit - LEEWAY or into, near < limit or swept.intersects(other))
    for number, friend in enumerate(around.friends):
        other = shape(friend)
        judge(("friend", number), end.buffer(-LEEWAY).intersects(other), end.intersects(other))
    for number, area in enumerate(around.terrain.areas):
        if going.ground.get(area.kind, 1) is None:
            ground = shapely.Polygon(area.outline)
            for other in around.terrain.areas[number + 1 :]:
                if going.ground.get(other.kind, 1) is not None:
                    ground = ground.difference(shapely.Polygon(other.outline))
            core = ground.buffer(-LEEWAY)
            judge(("impassable", area.id), swept.buffer(-LEEWAY).intersects(core), swept.intersects(ground))
    for line in around.terrain.lines:
        if going.crossing.get(line.kind, 0) is None:
            wire = shapely.LineString(line.points)
            judge(("line", line.id), swept.buffer(-LEEWAY).intersects(wire), swept.intersects(wire))
    left, bottom, right, top = end.bounds
    off = -min(left, bottom, around.terrain.width - right, around.terrain.height - top)
    judge(("edge", None), off > LEEWAY, off > 0)
    return must, may
