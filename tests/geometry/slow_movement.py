"""Movement the slow, obvious way: shapely shapes, dense sampling, one thing at a time."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from math import hypot

import shapely
import shapely.affinity

from sandtable.geometry.compiled.bases import nearest_of_bases
from sandtable.geometry.compiled.rounding import whole
from sandtable.geometry.distance import distance
from sandtable.geometry.footprint import Footprint
from sandtable.geometry.going import Going
from sandtable.geometry.measure import Point
from sandtable.geometry.terrain import Terrain
from sandtable.geometry.walk import Around
from tests.support.talk import there

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
    return float(min(shapely.affinity.translate(mine, t * dx, t * dy).distance(theirs) for t in moments))


def price_at(terrain: Terrain, going: Going, x: float, y: float) -> float:
    """What an inch costs at a place."""
    place = shapely.Point(x, y)
    for road in terrain.roads:
        helps = going.road is not None and road.kind in going.road_kinds
        if helps and shapely.LineString(road.points).distance(place) <= road.width / 2:
            return float(there(going.road))
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


def measured_slide(
    body: Footprint, turned: Footprint, enemies: Sequence[Footprint], near: int, strict: bool
) -> tuple[int, int, int, int | None]:
    """The slide after a turn, by measuring every enemy again after every step."""
    before = [distance(body, enemy) for enemy in enemies]
    after = [distance(turned, enemy) for enemy in enemies]
    nearer = [k for k in range(len(enemies)) if after[k] <= near and after[k] < before[k]]
    if not nearer:
        return 0, 0, 0, None
    first = min(nearer, key=lambda k: after[k])
    x, y = _straight_away(body, turned, enemies[first])
    slide = 0
    while True:
        end = turned.moved(whole(slide * x), whole(slide * y))
        now = [distance(end, enemy) for enemy in enemies]
        short = max((then - gap for then, gap in zip(before, now, strict=True) if gap <= near), default=0)
        if short <= 0:
            break
        slide += short
    dx, dy = end.anchor.x - turned.anchor.x, end.anchor.y - turned.anchor.y
    front = [shapely.LineString(quad[:2]) for quad in end.quads[: end.front]]
    ground = front if strict else [shapely.Polygon(quad) for quad in end.quads]
    pivot = shapely.Point(body.anchor.point)
    return dx, dy, slide, None if min(part.distance(pivot) for part in ground) <= 2.5 else first


def _straight_away(body: Footprint, turned: Footprint, enemy: Footprint) -> tuple[float, float]:
    """From an enemy to a unit that has turned; from one that it is on, as it was before, or from middle to middle."""
    for unit in (turned, body):
        if distance(unit, enemy):
            far, ax, ay, bx, by = nearest_of_bases(unit.quads, enemy.quads)
            return (ax - bx) / far, (ay - by) / far
    (mx, my), (ex, ey) = body.quads.mean(axis=(0, 1)), enemy.quads.mean(axis=(0, 1))
    apart = hypot(mx - ex, my - ey)
    return ((mx - ex) / apart, (my - ey) / apart) if apart else (0.0, 1.0)
