"""Lines of sight and distances a second: one by one, many in one call, and as plain shapely does it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from math import cos, hypot, pi, sin
from random import Random
from time import process_time

import numpy as np
import shapely

from sandtable.geometry.distance import distance, distances
from sandtable.geometry.footprint import Footprint, line, ranks
from sandtable.geometry.measure import CIRCLE, INCH, Point, Pose
from sandtable.geometry.sight import SightRules, sees, shot, sightline, visible_matrix
from sandtable.geometry.terrain import Area, Hill, Terrain

SIDE = 72 * INCH
RULES = SightRules(into=3 * INCH, clearance=INCH // 2)
LEAST_TIME = 0.3  # seconds of processor time for each rate


@dataclass(frozen=True, slots=True)
class GeometryRate:
    """One kind of question: how many a second one by one, in one call (if there is such a call), and by shapely."""

    name: str
    single: float
    bulk: float | None
    shapely: float

    @property
    def ratio(self) -> float:
        """How many times as many as by shapely, one by one."""
        return self.single / self.shapely

    @property
    def bulk_ratio(self) -> float | None:
        """The same, in one call."""
        return self.bulk / self.shapely if self.bulk is not None else None


def geometry_rates(seed: int) -> Iterator[GeometryRate]:
    """Every kind of question on one random table; shapely's answers are compared first."""
    luck = Random(seed)  # noqa: S311 - a table to measure on
    terrain = random_terrain(luck)
    eyes, marks = ([random_point(luck) for _ in range(60)] for _ in range(2))
    units, others = ([random_unit(luck) for _ in range(24)] for _ in range(2))
    yield _lines_of_sight(terrain, eyes, marks)
    yield _unit_distances(units, others)
    yield _sight_between_units(terrain, units, others)
    yield _shots(terrain, units, others)


def random_terrain(luck: Random) -> Terrain:
    """Fourteen woods of eight to twelve corners, and four hills of one or two levels."""
    woods = tuple(Area(f"wood {number}", "woods", _blob(luck, 2, 5), tall=True) for number in range(14))
    hills = tuple(Hill(f"hill {number}", 1 + number % 2, _blob(luck, 3, 7)) for number in range(4))
    return Terrain(SIDE, SIDE, woods, hills)


def random_point(luck: Random) -> Point:
    return Point(luck.randrange(SIDE), luck.randrange(SIDE))


def random_unit(luck: Random) -> Footprint:
    pose = Pose(*random_point(luck), luck.randrange(CIRCLE))
    return line(pose, 4, INCH, INCH) if luck.random() < 0.5 else ranks(pose, (2, 2), INCH, INCH)


def _blob(luck: Random, least: int, most: int) -> tuple[Point, ...]:
    x, y = random_point(luck)
    corners = luck.randrange(8, 13)
    reaches = [luck.randrange(least * INCH, most * INCH) for _ in range(corners)]
    angles = [2 * pi * number / corners for number in range(corners)]
    return tuple(
        Point(round(x + reach * cos(angle)), round(y + reach * sin(angle)))
        for reach, angle in zip(reaches, angles, strict=True)
    )


class ShapelyGround:
    """Woods and hills prepared once, as a careful user of shapely would; no levels and shadows, so it does less than we do."""

    def __init__(self, terrain: Terrain) -> None:
        self.woods = shapely.union_all([shapely.Polygon(area.outline) for area in terrain.areas])
        self.hills = shapely.union_all([shapely.Polygon(hill.outline) for hill in terrain.hills])
        shapely.prepare((self.woods, self.hills))

    def tall_ground(self, start: Point, end: Point) -> float:
        """How much of the line lies in woods."""
        ray = shapely.LineString((start, end))
        return float(self.woods.intersection(ray).length) if self.woods.intersects(ray) else 0.0

    def clear(self, start: Point, end: Point) -> bool:
        """Whether neither woods nor hills are in the way."""
        ray = shapely.LineString((start, end))
        return not self.hills.intersects(ray) and self.tall_ground(start, end) <= RULES.into


def _lines_of_sight(terrain: Terrain, eyes: list[Point], marks: list[Point]) -> GeometryRate:
    flat = Terrain(SIDE, SIDE, terrain.areas)
    slow = ShapelyGround(flat)
    for eye, mark in zip(eyes, marks, strict=True):
        assert abs(sightline(flat, RULES, eye, mark).through - slow.tall_ground(eye, mark)) <= 1
    slow = ShapelyGround(terrain)
    pairs = [(eye, mark) for eye in eyes for mark in marks[:10]]
    many_eyes, many_marks = np.array(eyes, dtype=np.float64), np.array(marks, dtype=np.float64)
    return GeometryRate(
        "line of sight, point to point",
        _rate(lambda: [sightline(terrain, RULES, eye, mark) for eye, mark in pairs], len(pairs)),
        _rate(lambda: visible_matrix(terrain, RULES, many_eyes, many_marks), len(eyes) * len(marks)),
        _rate(lambda: [slow.clear(eye, mark) for eye, mark in pairs], len(pairs)),
    )


def _unit_distances(units: list[Footprint], others: list[Footprint]) -> GeometryRate:
    shapes, other_shapes = (
        [shapely.union_all(shapely.polygons(unit.quads)) for unit in each] for each in (units, others)
    )
    pairs = [(unit, other) for unit in units for other in others]
    shape_pairs = [(unit, other) for unit in shapes for other in other_shapes]
    for (unit, other), (shape, other_shape) in zip(pairs, shape_pairs, strict=True):
        assert abs(distance(unit, other) - shape.distance(other_shape)) <= 1
    return GeometryRate(
        "distance, unit to unit",
        _rate(lambda: [distance(unit, other) for unit, other in pairs], len(pairs)),
        _rate(lambda: distances(units, others), len(pairs)),
        _rate(lambda: [unit.distance(other) for unit, other in shape_pairs], len(pairs)),
    )


def _sight_between_units(terrain: Terrain, units: list[Footprint], others: list[Footprint]) -> GeometryRate:
    slow = ShapelyGround(terrain)
    pairs = [(unit, other) for unit in units for other in others]
    few = pairs[::48]
    return GeometryRate(
        "sight, unit to unit",
        _rate(lambda: [sees(terrain, RULES, unit, other) for unit, other in pairs], len(pairs)),
        None,
        _rate(lambda: [_seen_by_shapely(slow, unit, other) for unit, other in few], len(few)),
    )


def _shots(terrain: Terrain, units: list[Footprint], others: list[Footprint]) -> GeometryRate:
    """Shots with five friends about and a reach of 24 inches; shapely looks along all lines, without arc and friends."""
    slow = ShapelyGround(terrain)
    pairs = [(unit, other) for unit in units for other in others]
    few = pairs[::48]
    friends = units[:5]
    return GeometryRate(
        "shot, 24 inches, 5 friends",
        _rate(lambda: [shot(terrain, RULES, unit, other, friends, 24 * INCH) for unit, other in pairs], len(pairs)),
        None,
        _rate(lambda: [_seen_by_shapely(slow, unit, other) for unit, other in few], len(few)),
    )


def _seen_by_shapely(ground: ShapelyGround, unit: Footprint, other: Footprint) -> bool:
    """Every line between points of the edges, half an inch apart, until one is clear, the shortest first."""
    starts, ends = (_points_around(each) for each in (unit, other))
    lines = sorted((hypot(end.x - start.x, end.y - start.y), start, end) for start in starts for end in ends)
    return any(ground.clear(start, end) for _, start, end in lines)


def _points_around(unit: Footprint) -> list[Point]:
    edge = shapely.convex_hull(shapely.union_all(shapely.polygons(unit.quads))).exterior
    places = shapely.line_interpolate_point(edge, np.arange(0, edge.length, INCH / 2))
    return [Point(round(place.x), round(place.y)) for place in places]


def _rate(ask: Callable[[], object], questions: int) -> float:
    """Questions a second of processor time, after one round to warm up."""
    ask()
    rounds, start = 0, process_time()
    while process_time() - start < LEAST_TIME:
        ask()
        rounds += 1
    return questions * rounds / (process_time() - start)
