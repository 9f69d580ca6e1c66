"""Walking: along straight legs with turns between them, what it costs and what hinders it (REV-4.50 to 4.62, REV-G.41, G.43)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import hypot

import numpy as np

from sandtable.geometry import trail as trails
from sandtable.geometry.around import Around, Cause, Hindrance
from sandtable.geometry.compiled import costs
from sandtable.geometry.compiled.rounding import whole
from sandtable.geometry.compiled.sliding import crossed_passages, shared_times, unit_gaps
from sandtable.geometry.footprint import Footprint
from sandtable.geometry.going import Going, Ground, laid_out
from sandtable.geometry.measure import Length, Point, Pose, ahead, direction
from sandtable.geometry.place import near_enemy, off_table, on_friend, on_obstacle
from sandtable.geometry.turn import NEAR, gaps, slid

__all__ = ["Around", "Hindrance", "Walk", "furthest", "march", "walk"]

HALF = 0.5
FORWARD = 2.0  # thousandths by which a path may stray over 45 degrees and still be forward: places are rounded


@dataclass(frozen=True, slots=True)
class Walk:
    """A move: what it costs, what each leg of it costs the base that pays most, where it ends, what forbids it.

    The trail has every place and facing of the middle of the front: at the start, after each turn, after each leg.
    """

    cost: Length
    legs: tuple[Length, ...]
    end: Footprint
    hindrances: tuple[Hindrance, ...]
    trail: tuple[Pose, ...]

    @property
    def legal(self) -> bool:
        return not self.hindrances


def walk(
    body: Footprint,
    path: Sequence[Pose],
    going: Going,
    around: Around,
    budget: Length | None = None,
    near: Length = NEAR,
    strict: bool = False,
) -> Walk:
    """Go from pose to pose: turn on the spot to its facing, then straight to its place with that facing."""
    ground = laid_out(around.terrain, going)
    spent = np.zeros((len(path), len(body.bases)))
    found: list[Hindrance] = []
    trail = [body.anchor]
    here = body
    for number, pose in enumerate(path):
        if pose.facing != here.anchor.facing and not here.radius:
            anchor = here.anchor
            turned = here.placed(Pose(anchor.x, anchor.y, pose.facing))
            here, _, hindrance = slid(here, turned, around, near, strict)
            found += [hindrance] if hindrance else []
            found += on_obstacle(here, going, around)
        trail.append(here.anchor)
        dx, dy = pose.x - here.anchor.x, pose.y - here.anchor.y
        factor = _factor(here, dx, dy, going)
        spent[number] = leg_costs(here, dx, dy, factor, ground)
        found += leg_hindrances(here, dx, dy, going, around)
        here = here.moved(dx, dy)
        trail.append(here.anchor)
        found += _at_waypoint(here, around)
    found += _at_end(here, going, around)
    return _made(spent, budget, here, found, trail)


def _made(
    spent: np.ndarray, budget: Length | None, end: Footprint, found: Sequence[Hindrance], trail: Sequence[Pose]
) -> Walk:
    sums = spent.cumsum(axis=0)
    dearest = int(sums[-1].argmax()) if len(sums) else 0
    marks = [0, *(whole(each) for each in sums[:, dearest])]
    cost = marks[-1]
    if budget is not None and cost > budget:
        found = [*found, Hindrance("budget", None, end.anchor.point)]
    legs = tuple(after - before for before, after in pairwise(marks))
    return Walk(cost, legs, end, tuple(dict.fromkeys(found)), tuple(trail))


def _factor(body: Footprint, dx: float, dy: float, going: Going) -> float:
    """What a direction is multiplied with: within 45 degrees of the facing it is forward."""
    x, y = direction(body.anchor.facing)
    forward, aside = dx * x + dy * y, abs(dx * y - dy * x)
    return 1.0 if body.radius or aside <= forward + FORWARD else float(going.off_front)


def leg_costs(body: Footprint, dx: float, dy: float, factor: float, ground: Ground) -> list[float]:
    """What a straight leg costs each base; its middle decides which ground it is on."""
    return [
        costs.path_cost(
            x, y, dx, dy, factor, ground.corners, ground.starts, ground.costs, ground.boxes, ground.lines,
            ground.extras, ground.roads, ground.road_cost,
        )
        for x, y in body.quads.mean(axis=1)
    ]  # fmt: skip


def leg_hindrances(body: Footprint, dx: float, dy: float, going: Going, around: Around) -> list[Hindrance]:
    """What a unit may not come near or enter while it slides along a leg."""
    return [*_enemies_on(body, dx, dy, around), *_obstacles_on(body, dx, dy, going, around)]


def _enemies_on(body: Footprint, dx: float, dy: float, around: Around) -> list[Hindrance]:
    if not around.zone or around.zone_at_end or not around.enemies:
        return []
    them = around.enemy_bases
    start = gaps(body, around)
    least = unit_gaps(body.quads, float(body.radius), dx, dy, them.shapes, them.owners, them.radii, len(around.enemies))
    found = []
    for number, far in enumerate(least):
        inside = start[number] < around.zone
        # Who starts inside keeps what he has, to a thousandth; who touches may slide along, not into.
        limit = start[number] - 1 if inside else around.zone
        if whole(far) < limit or (inside and start[number] <= 1 and _runs_into(body, dx, dy, around.enemies[number])):
            found.append(Hindrance("enemy", number, around.enemies[number].centre))
    return found


def _runs_into(body: Footprint, dx: float, dy: float, enemy: Footprint) -> bool:
    radii = np.full(len(enemy.bases), float(enemy.radius))
    return bool((shared_times(body.quads, float(body.radius), dx, dy, enemy.quads, radii)[:, 0] <= 1.0).any())


def _obstacles_on(body: Footprint, dx: float, dy: float, going: Going, around: Around) -> list[Hindrance]:
    ground = laid_out(around.terrain, going)
    if not len(ground.pieces):
        return []
    anchor = body.anchor
    exempt = crossed_passages(anchor.x, anchor.y, dx, dy, ground.passages, ground.exempt)
    times = shared_times(body.quads, float(body.radius), dx, dy, ground.pieces, np.zeros(len(ground.pieces)))
    found: dict[int, Hindrance] = {}
    for number in np.flatnonzero(times[:, 0] <= 1.0):
        owner = int(ground.owners[number])
        if not exempt[owner] and owner not in found:
            feature = ground.features[owner]
            cause: Cause = "impassable" if feature in ground.impassable else "line"
            t = times[number, 0]
            found[owner] = Hindrance(cause, feature, Point(whole(anchor.x + t * dx), whole(anchor.y + t * dy)))
    return list(found.values())


def _at_waypoint(body: Footprint, around: Around) -> list[Hindrance]:
    off = off_table(body, around)
    return [off] if off else []


def _at_end(end: Footprint, going: Going, around: Around) -> list[Hindrance]:
    found: list[Hindrance] = list(on_obstacle(end, going, around))
    friend = on_friend(end, around)
    found += [friend] if friend else []
    if around.zone_at_end or not around.zone:
        enemy = near_enemy(end, around, around.zone)
        found += [enemy] if enemy else []
    return found


def furthest(
    body: Footprint,
    path: Sequence[Pose],
    going: Going,
    around: Around,
    budget: Length | None = None,
    near: Length = NEAR,
    strict: bool = False,
) -> Walk:
    """As far along a path as the budget and the hindrances allow."""
    lengths = [0.0]
    at = body.anchor.point
    for pose in path:
        lengths.append(lengths[-1] + hypot(pose.x - at.x, pose.y - at.y))
        at = pose.point

    def first(s: float) -> Walk:
        return walk(body, cut(body, path, s), going, around, budget, near, strict)

    whole_way = first(lengths[-1])
    if whole_way.legal:
        return whole_way
    low, best = 0.0, first(0.0)
    high = lengths[-1]
    step = high
    while step > HALF:
        step /= 2
        tried = first(low + step)
        if tried.legal:
            low, best = low + step, tried
    return best


def cut(body: Footprint, path: Sequence[Pose], s: float) -> tuple[Pose, ...]:
    """The first part of a path, of a length."""
    here = body.anchor.point
    kept: list[Pose] = []
    for pose in path:
        leg = hypot(pose.x - here.x, pose.y - here.y)
        if s < leg:
            share = s / leg
            x, y = here.x + share * (pose.x - here.x), here.y + share * (pose.y - here.y)
            return (*kept, Pose(whole(x), whole(y), pose.facing)) if s > 0 else tuple(kept)
        kept.append(pose)
        here = pose.point
        s -= leg
    return tuple(kept)


def march(
    column: Footprint,
    path: Sequence[Point],
    going: Going,
    around: Around,
    budget: Length | None = None,
    gap: Length = 0,
) -> Walk:
    """A column goes along a path: the lead base leads, the others follow in its trail."""
    ground = laid_out(around.terrain, going)
    way, start = _way(column, path)
    total = trails.length(way)
    count, width, depth = len(column.bases), column.width, column.depth
    end = trails.stand_along(way, total, count, width, depth, gap)
    gone = total - start
    spent = np.zeros((1, count))
    found: list[Hindrance] = []
    for number in range(count):
        tail = start - number * (depth + gap)
        middle = trails.part(way, tail - depth / 2, tail - depth / 2 + gone)
        for a, b in pairwise(middle):
            spent[0, number] += costs.path_cost(
                float(a.x), float(a.y), float(b.x - a.x), float(b.y - a.y), 1.0, ground.corners, ground.starts,
                ground.costs, ground.boxes, ground.lines, ground.extras, ground.roads, ground.road_cost,
            )  # fmt: skip
    swept = trails.part(way, start - count * (depth + gap) + gap, total)
    for a, b in pairwise(swept):
        facing = trails.bearing(b.x - a.x, b.y - a.y)
        edge = Footprint((Pose(a.x, a.y, facing),), 1, width, 0)
        found += leg_hindrances(edge, b.x - a.x, b.y - a.y, going, around)
    off = off_table(end, around)
    found += [off] if off else []
    found += _at_end(end, going, around)
    trail = (column.anchor, *(Pose(*trails.along(way, s)) for s in _corners(way, start)))
    return _made(spent, budget, end, found, trail)


def _way(column: Footprint, path: Sequence[Point]) -> tuple[tuple[Point, ...], float]:
    """The trail of a column and the path before it, as one polyline; and where on it the column's front is now."""
    behind = ahead(column.bases[-1], -column.depth)
    places = [behind, *(base.point for base in reversed(column.bases)), *(Point(*point[:2]) for point in path)]
    kept = [place for number, place in enumerate(places) if not number or place != places[number - 1]]
    return tuple(kept), trails.length((behind, *(base.point for base in reversed(column.bases))))


def _corners(way: Sequence[Point], start: float) -> list[float]:
    lengths = [float(trails.length(way[: number + 1])) for number in range(1, len(way))]
    return [s for s in lengths if s > start]
