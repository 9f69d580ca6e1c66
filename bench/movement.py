"""Legal-move queries a second, against the same questions put to shapely; and how long a field of reach takes."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from math import hypot
from random import Random
from time import process_time

import shapely
import shapely.affinity

from sandtable.geometry.footprint import Footprint, ranks
from sandtable.geometry.going import Going
from sandtable.geometry.measure import CIRCLE, Point, Pose
from sandtable.geometry.reach import reach
from sandtable.geometry.terrain import Area, Line, Terrain
from sandtable.geometry.walk import Around, walk

WALL = 500
FOOT = Going({"woods": 2, "lake": None}, {"wall": WALL})
ZONE = 1000
BUDGET = 12_000
QUESTIONS = 200
SECONDS = 0.5


@dataclass(frozen=True, slots=True)
class MoveRates:
    """One question: how many a second, by the compiled loops and by shapely (None: shapely has no such thing)."""

    question: str
    ours: float
    shapelys: float | None

    @property
    def ratio(self) -> float | None:
        return None if self.shapelys is None else self.ours / self.shapelys


def move_rates(seed: int = 1848) -> Iterator[MoveRates]:
    """Walks of two legs among twenty units, and fields of reach of 12 and 24 inches."""
    body, around, paths = _situation(seed)
    shapes = PlainTable(around)
    agreed = sum(walk(body, path, FOOT, around, BUDGET).legal == shapes.legal(body, path) for path in paths)
    assert agreed >= 0.97 * len(paths), "shapely and the table differ on more than borderline cases"
    yield MoveRates(
        "a walk of two legs among 20 units",
        _rate(lambda number: walk(body, paths[number % len(paths)], FOOT, around, BUDGET)),
        _rate(lambda number: shapes.legal(body, paths[number % len(paths)])),
    )
    for budget in (BUDGET, 2 * BUDGET):
        question = f"a field of reach, {budget // 1000} inches"
        yield MoveRates(question, _rate(partial(_field, body, around, budget)), None)


def _field(body: Footprint, around: Around, budget: int, _number: int) -> object:
    return reach(body, FOOT, around, budget)


def _rate(ask: Callable[[int], object]) -> float:
    ask(0)
    before, asked = process_time(), 0
    while process_time() - before < SECONDS:
        ask(asked)
        asked += 1
    return asked / (process_time() - before)


def _situation(seed: int) -> tuple[Footprint, Around, list[list[Pose]]]:
    dice = Random(seed)  # noqa: S311 - a bench's luck is seeded, not secret

    def place() -> Point:
        return Point(dice.randrange(3000, 69_000), dice.randrange(3000, 45_000))

    def patch(number: int) -> Area:
        left, bottom = place()
        right, top = left + dice.randrange(3000, 9000), bottom + dice.randrange(3000, 9000)
        outline = (Point(left, bottom), Point(left, top), Point(right, top), Point(right, bottom))
        return Area(f"area {number}", dice.choice(("woods", "woods", "lake")), outline)

    walls = tuple(Line(f"wall {number}", "wall", (place(), place())) for number in range(3))
    terrain = Terrain(72_000, 48_000, tuple(map(patch, range(6))), (), walls)
    units = [ranks(Pose(*place(), dice.randrange(CIRCLE)), (2, 2), 1000, 1000) for _ in range(20)]
    body = ranks(Pose(36_000, 24_000), (2, 2), 1000, 1000)
    around = Around(terrain, units[:10], units[10:], ZONE)
    paths = []
    for _ in range(QUESTIONS):
        first = Pose(36_000 + dice.randrange(-4000, 4000), 24_000 + dice.randrange(0, 5000), 0)
        second = Pose(first.x + dice.randrange(-3000, 3000), first.y + dice.randrange(500, 4000), 0)
        paths.append([first, second])
    return body, around, paths


class PlainTable:
    """The same rules put together from shapely's shapes, prepared once; no turns, so that no slides are to be worked out."""

    def __init__(self, around: Around) -> None:
        self.terrain = around.terrain
        self.enemies = [_shape(unit) for unit in around.enemies]
        self.friends = shapely.union_all([_shape(unit) for unit in around.friends])
        areas = around.terrain.areas
        shapes = [shapely.Polygon(area.outline) for area in areas]
        on_top = [shapely.union_all(shapes[number + 1 :]) for number in range(len(areas))]
        seen = [(area.kind, shape.difference(above)) for area, shape, above in zip(areas, shapes, on_top, strict=True)]
        self.lakes = shapely.union_all([shape for kind, shape in seen if kind == "lake"])
        self.woods = shapely.union_all([shape for kind, shape in seen if kind == "woods"])
        self.walls = [shapely.LineString(line.points) for line in around.terrain.lines]
        for shape in (*self.enemies, self.friends, self.lakes, self.woods, *self.walls):
            shapely.prepare(shape)

    def legal(self, body: Footprint, path: list[Pose]) -> bool:
        bases = [shapely.Polygon(quad) for quad in body.quads]
        spent = [0.0] * len(bases)
        here = body.anchor
        for pose in path:
            dx, dy = pose.x - here.x, pose.y - here.y
            moved = [shapely.affinity.translate(base, dx, dy) for base in bases]
            swept = shapely.union_all([shapely.union(a, b).convex_hull for a, b in zip(bases, moved, strict=True)])
            if swept.buffer(-1).intersects(self.lakes) or any(swept.dwithin(enemy, ZONE - 1) for enemy in self.enemies):
                return False
            factor = 1.0 if abs(dx) <= dy else 2.0
            for number, (a, b) in enumerate(zip(bases, moved, strict=True)):
                way = shapely.LineString([a.centroid, b.centroid])
                crossed = sum(way.crosses(wall) for wall in self.walls)
                length = hypot(dx, dy) + way.intersection(self.woods).length
                spent[number] += factor * length + WALL * crossed
            bases, here = moved, pose
        left, bottom, right, top = shapely.union_all(bases).bounds
        on_table = left >= 0 and bottom >= 0 and right <= self.terrain.width and top <= self.terrain.height
        return on_table and max(spent) <= BUDGET and not shapely.union_all(bases).buffer(-2).intersects(self.friends)


def _shape(unit: Footprint) -> shapely.Geometry:
    return shapely.union_all([shapely.Polygon(quad) for quad in unit.quads])
