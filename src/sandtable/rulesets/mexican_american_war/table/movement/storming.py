"""Defiles that are stormed in column, and works that are scaled (chapter 16, MAW-G.09a, MAW-G.49)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

import numpy as np
import shapely

from sandtable.geometry.facts import fact
from sandtable.geometry.measure import Length, Point, Pose, apart, direction
from sandtable.geometry.terrain import Line
from sandtable.miniatures.field import Piece
from sandtable.miniatures.kit import Facts
from sandtable.miniatures.regiment import Array, filed, path_of, quads_of, shifted
from sandtable.miniatures.sweeping import nearest_along
from sandtable.rulesets.mexican_american_war.movement import full_rate
from sandtable.rulesets.mexican_american_war.table import ground, seeing
from sandtable.rulesets.mexican_american_war.table.movement.planning import Plan, Walk
from sandtable.rulesets.mexican_american_war.table.movement.steps import Drill
from sandtable.rulesets.mexican_american_war.table.shapes import drawn_as
from sandtable.rulesets.mexican_american_war.table.state import Drawn, Kind, MawField, label_of, length
from sandtable.rulesets.mexican_american_war.units import Unit
from sandtable.rulesets.mexican_american_war.vocabulary import CheckEffect, Formation, Ground, effect_in

F = Formation


def defile_of(field: MawField, name: str, place: str = "") -> tuple[Point, ...] | None:
    """The defile that is named, or else the nearest, from its near mouth to its far one."""
    found = [line for line in ground.defiles(field.terrain) if place in ("", line.id)]
    if not found:
        return None
    here = _nearest_stand(field.pieces[name], [line.points[end] for line in found for end in (0, -1)])
    line = min(found, key=lambda each: (min(apart(here, each.points[0]), apart(here, each.points[-1])), each.id))
    return _from_here(field, name, line, here)


def _from_here(field: MawField, name: str, line: Line, here: Point) -> tuple[Point, ...]:
    """The points of a defile from where a unit enters it; a column inside goes the way it faces."""
    piece = field.pieces[name]
    along, off = nearest_along(line.points, piece.figures[0].point)
    if field.shapes[name].state == F.STORMING_COLUMN and off <= piece.base.width:
        x, y = direction(piece.figures[0].facing)
        ends = line.points[0], line.points[-1]
        ahead = max(ends, key=lambda end: (end.x - piece.figures[0].x) * x + (end.y - piece.figures[0].y) * y)
        return line.points if ahead == line.points[-1] else line.points[::-1]
    del along
    return line.points if apart(here, line.points[0]) <= apart(here, line.points[-1]) else line.points[::-1]


def _nearest_stand(piece: Piece, places: Sequence[Point]) -> Point:
    return min((pose.point for pose in piece.figures), key=lambda each: min(apart(each, place) for place in places))


def way_in(field: MawField, name: str, place: str = "") -> tuple[tuple[Point, ...], float] | None:
    """The way of a storming column from its nearest stand through the defile, and how far the near mouth is (MAW-G.49)."""
    points, piece = defile_of(field, name, place), field.pieces[name]
    if points is None:
        return None
    along, off = nearest_along(points, piece.figures[0].point)
    if field.shapes[name].state == F.STORMING_COLUMN and off <= piece.base.width and along > 0:
        head = piece.figures[0].point
        return (head, *_after(points, along)), 0.0
    start = _nearest_stand(piece, points[:1])
    return (start, *points), apart(start, points[0])


def _after(points: Sequence[Point], along: float) -> tuple[Point, ...]:
    """The points of a line beyond a length along it."""
    gone, left = 0.0, []
    for one, two in pairwise(points):
        gone += apart(one, two)
        if gone > along + 1:
            left.append(two)
    return tuple(left)


def half_move(field: MawField, name: str) -> Length:
    """Half the rate of a march column with the effect of its check (MAW-16.04, MAW-G.43)."""
    unit = field.books.units[name]
    effect = effect_in(field.books.light, unit.checked) if unit.checked else CheckEffect.WELL_HANDLED
    moving = Unit(arm=unit.arm, mounted=label_of(unit).on_horse, formation=F.MARCH_COLUMN, carriage=unit.carriage)
    rate = full_rate(moving, unit.side, Ground.OPEN, field.tables, quick=effect is CheckEffect.DOUBLE_QUICK)
    return length(rate / 2)


def facts(field: MawField, name: str, drill: Drill) -> Facts:
    """Whether the defile is near enough to be stormed (MAW-16.02), and whether the column comes out of it (MAW-16.11)."""
    found = way_in(field, name, drill.place)
    out = found is not None and left_defile(
        field, name, drill.place, planned(field, name, replace(drill, new=None)).figures[0].point
    )
    return {"defile_within_half_move": found is not None and found[1] <= half_move(field, name), "left_defile": out}


@fact
def planned(field: MawField, name: str, drill: Drill) -> Plan:
    """The plan of a storming column: the nearest stand leads through the defile, the others file behind (MAW-16.03, MAW-16.03a)."""
    walk = Walk(field, field.pieces[name])
    found = way_in(field, name, drill.place)
    if found is None:
        walk.fault("no_defile", "MAW-16.01")
        return walk.plan()
    points, _ = found
    far = sum(step.far for step in drill.steps) if drill.steps else half_move(field, name)
    there = walked(points, far)
    behind = path_of(walk.figures, walk.base)[:-1] if walk.drawn.kind is Kind.FILE else ()
    path = (*behind, *there)
    before = quads_of(walk.base, walk.figures)
    road = ground.road_at(field.terrain, ground_of(there), 0)
    walk.figures = filed(path, walk.count, walk.base)
    walk.drawn = Drawn(Kind.FILE, F.STORMING_COLUMN.value, Array(walk.figures[0], 1))
    walk.way += [Pose(point.x, point.y, walk.figures[0].facing) for point in there[1:]]
    gone = round(sum(apart(one, two) for one, two in pairwise(there)))
    if road is not None and road.kind == ground.GOOD_ROAD:
        walk.on_road, walk.road = ground.length_on(field.terrain, ground.GOOD_ROAD, there), road.kind
    walk.by_road.append((before[:1], quads_of(walk.base, walk.figures)[:1]))
    walk.far = min(far, gone)
    if drill.new is not None and left_defile(field, name, drill.place, walk.figures[0].point):
        walk.redraw(drawn_as(drill.new.value, walk.figures[0], walk.count, walk.tables))
    return walk.plan()


def ground_of(path: Sequence[Point]) -> np.ndarray[tuple[int, ...], np.dtype[np.object_]]:
    """A path as something that may touch a road."""
    return np.array([shapely.linestrings(np.array(path, dtype=np.float64))], dtype=object)


def walked(points: Sequence[Point], far: float) -> tuple[Point, ...]:
    """The first so much of a way; straight on beyond its end."""
    gone: list[Point] = [points[0]]
    left = far
    for one, two in pairwise(points):
        leg = apart(one, two)
        if left <= leg:
            share = left / leg if leg else 0.0
            gone.append(Point(round(one.x + share * (two.x - one.x)), round(one.y + share * (two.y - one.y))))
            return tuple(gone)
        gone.append(two)
        left -= leg
    one, two = points[-2], points[-1]
    leg = apart(one, two)
    gone.append(Point(round(two.x + left / leg * (two.x - one.x)), round(two.y + left / leg * (two.y - one.y))))
    return tuple(gone)


def left_defile(field: MawField, name: str, place: str, head: Point) -> bool:
    """Whether the head of a column has come out at the far mouth (MAW-16.11)."""
    points = defile_of(field, name, place)
    if points is None:
        return True
    one, two = points[-2], points[-1]
    return (head.x - two.x) * (two.x - one.x) + (head.y - two.y) * (two.y - one.y) > 0


def mouth_behind(field: MawField, name: str, began: Pose) -> Point | None:
    """The near mouth of the defile that a charge set out before or within; None where it was beyond it (MAW-G.43a)."""
    points = defile_of(field, name)
    if points is None:
        return None
    x, y = direction(began.facing)
    near, far = sorted((points[0], points[-1]), key=lambda end: end.x * x + end.y * y)
    return None if began.x * x + began.y * y > far.x * x + far.y * y else near


def enemy_ahead(field: MawField, name: str, drill: Drill) -> bool:
    """Whether an enemy is in the defile or beyond it within the half move (MAW-16.05)."""
    found = way_in(field, name, drill.place)
    if found is None:
        return False
    way = walked(found[0], half_move(field, name))
    band = shapely.buffer(shapely.linestrings(np.array(way, dtype=np.float64)), field.pieces[name].base.width / 2)
    enemies = [each for each in seeing.enemies_of(field, field.pieces[name].owner) if each.figures]
    return any(bool(shapely.intersects(band, shapely.polygons(seeing.quads(field, each.id))).any()) for each in enemies)


# ---- Scaling ---------------------------------------------------------------------------------------------------------------------------


@fact
def scaled(field: MawField, name: str, drill: Drill) -> Plan:
    """The plan of a unit that climbs over a work before it: it is placed touching the far side (MAW-G.09a)."""
    del drill
    walk = Walk(field, field.pieces[name])
    walk.dress()
    front = walk.front
    x, y = direction(front.facing)
    near = length(field.tables.number("apart.behind"))
    own = seeing.quads(field, name)
    deep = float((own[..., 0] * x + own[..., 1] * y).max() - (own[..., 0] * x + own[..., 1] * y).min())
    wide = own[..., 0] * y - own[..., 1] * x
    beyond = _beyond(field, front, (float(wide.min()), float(wide.max())), near)
    if beyond is None:
        walk.fault("no_work", "MAW-G.09a")
        return walk.plan()
    if walk.drawn.kind is Kind.FILE:
        walk.figures = tuple(Pose(*_shift(pose, x, y, beyond + deep), pose.facing) for pose in walk.figures)
    else:
        array = shifted(walk.drawn.array, beyond + deep)
        walk.redraw(Drawn(walk.drawn.kind, walk.drawn.state, array))
    return walk.plan()


def _shift(pose: Pose, x: float, y: float, far: float) -> Point:
    return Point(round(pose.x + x * far), round(pose.y + y * far))


def _beyond(field: MawField, front: Pose, across: tuple[float, float], near: Length) -> float | None:
    """How far before a front the far side of the nearest work is that lies across its way."""
    x, y = direction(front.facing)
    found: list[tuple[float, float]] = []
    for line in ground.works(field.terrain, field.tables, "major"):
        points = [(point.x * x + point.y * y, point.x * y - point.y * x) for point in line.points]
        inside = _clipped(points, across)
        if inside:
            start = front.x * x + front.y * y
            first, last = min(inside) - start, max(inside) - start
            if -1 <= first <= near:
                found.append((first, last))
    return max(0.0, min(found)[1]) if found else None


def _clipped(points: Sequence[tuple[float, float]], across: tuple[float, float]) -> list[float]:
    """How far ahead a line is where it lies in a band."""
    low, high = across
    ahead: list[float] = []
    for (a, s), (b, t) in pairwise(points):
        first, last = (low, high) if t >= s else (high, low)
        if t == s:
            ahead += [a, b] if low <= s <= high else []
            continue
        shares = [max(0.0, min(1.0, (edge - s) / (t - s))) for edge in (first, last)]
        if shares[0] < shares[1]:
            ahead += [a + share * (b - a) for share in shares]
    return ahead
