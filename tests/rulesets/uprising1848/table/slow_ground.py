"""The slow twin of the compiled ways over the ground: stretch by stretch, in plain Python."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from math import hypot

from sandtable.geometry.cover import contains
from sandtable.geometry.measure import Point, Pose
from sandtable.geometry.terrain import Area, Terrain
from sandtable.kernel.tables import Tables
from sandtable.miniatures.orders import Way
from sandtable.rulesets.uprising1848.table.ground import (
    IMPASSABLE,
    LINEAR,
    OPEN,
    RIVER,
    ROUGH,
    STRUCTURES,
    WALLED,
    WORKS,
    Outline,
    Passed,
    strip_of,
)

HAIR = 1e-6


def passed(ground: Terrain, tables: Tables, legs: str, start: Pose, way: Way) -> Passed:
    """What a way leads over."""
    open_, rough, obstacles, barred = 0.0, 0.0, 0, ""
    for a, b in pairwise((start, *way)):
        length = hypot(b.x - a.x, b.y - a.y)
        if not length:
            continue
        inside = None
        for first, last, kind, walls in _stretches(ground, a.point, b.point):
            meaning = tables.text("passage", kind, legs)
            if meaning == IMPASSABLE:
                barred = barred or kind
            part = (last - first) * length
            open_, rough = (open_, rough + part) if meaning == ROUGH else (open_ + part, rough)
            if inside is not None and walls != inside:
                obstacles += len(walls ^ inside)
            inside = walls
        for kind in lines_over(ground, a.point, b.point):
            meaning = tables.text("passage", kind, legs)
            if meaning == IMPASSABLE:
                barred = barred or kind
            obstacles += meaning == LINEAR
    return Passed(open_, rough, obstacles, barred)


def _stretches(ground: Terrain, a: Point, b: Point) -> Iterator[tuple[float, float, str, frozenset[str]]]:
    """A straight leg cut where the ground changes: from, to, what it is there, and inside of which walls."""
    left, right = min(a.x, b.x), max(a.x, b.x)
    low, high = min(a.y, b.y), max(a.y, b.y)
    near = [
        layer
        for layer in _layers(ground)
        if layer.box[0] <= right and layer.box[2] >= left and layer.box[1] <= high and layer.box[3] >= low
    ]
    cuts = sorted({0.0, 1.0, *(cut for layer in near for cut in _cuts(a, b, layer.outline))})
    for first, last in pairwise(cuts):
        middle = (first + last) / 2
        place = Point(round(a.x + middle * (b.x - a.x)), round(a.y + middle * (b.y - a.y)))
        under = [layer for layer in near if layer.holds(place)]
        walls = frozenset(layer.id for layer in under if layer.kind in (*WALLED, *WORKS))
        yield first, last, under[-1].kind if under else OPEN, walls


@dataclass(frozen=True, slots=True)
class _Layer:
    """A patch of ground, what lies above it later in the list."""

    id: str
    kind: str
    outline: Outline
    box: tuple[int, int, int, int]

    def holds(self, place: Point) -> bool:
        """Whether a place is on it."""
        left, low, right, high = self.box
        return left <= place.x <= right and low <= place.y <= high and contains(self.outline, place)


def _layers(ground: Terrain) -> tuple[_Layer, ...]:
    """Areas from below upward; a road lies on all of them but water and buildings."""
    below = [area for area in ground.areas if area.kind not in (RIVER, *STRUCTURES, "bridge", "ford")]
    above = [area for area in ground.areas if area.kind in (RIVER, *STRUCTURES, "bridge", "ford")]
    roads = [Area(road.id, OPEN, strip_of(road.points, road.width)) for road in ground.roads]
    return tuple(_Layer(each.id, each.kind, each.outline, _box(each.outline)) for each in (*below, *roads, *above))


def _box(outline: Outline) -> tuple[int, int, int, int]:
    xs, ys = [point.x for point in outline], [point.y for point in outline]
    return min(xs), min(ys), max(xs), max(ys)


def _cuts(a: Point, b: Point, outline: Outline) -> Iterator[float]:
    """How far along a leg it crosses an outline."""
    dx, dy = b.x - a.x, b.y - a.y
    for one, two in zip(outline, (*outline[1:], outline[0]), strict=True):
        ex, ey = two.x - one.x, two.y - one.y
        turn = dx * ey - dy * ex
        if not turn:
            continue
        along = ((one.x - a.x) * ey - (one.y - a.y) * ex) / turn
        across = ((one.x - a.x) * dy - (one.y - a.y) * dx) / turn
        if HAIR < along < 1 - HAIR and -HAIR <= across <= 1 + HAIR:
            yield along


def lines_over(ground: Terrain, a: Point, b: Point) -> Iterator[str]:
    """The kinds of the linear features that a leg crosses, each as often as it does."""
    for line in ground.lines:
        crossings = sum(_crosses(a, b, one, two) for one, two in pairwise(line.points))
        yield from (line.kind for _ in range(crossings))


def _crosses(a: Point, b: Point, one: Point, two: Point) -> bool:
    """Whether a leg crosses a segment; what it only ends on is crossed when it goes on from there."""

    def turn(p: Point, q: Point, r: Point) -> int:
        return (q.x - p.x) * (r.y - p.y) - (q.y - p.y) * (r.x - p.x)

    start, end = turn(one, two, a), turn(one, two, b)
    return (start > 0) != (end > 0) and (turn(a, b, one) > 0) != (turn(a, b, two) > 0)


def kind_at(ground: Terrain, place: Point) -> str:
    """What the ground is at a place."""
    found = OPEN
    for layer in _layers(ground):
        if layer.holds(place):
            found = layer.kind
    return found
