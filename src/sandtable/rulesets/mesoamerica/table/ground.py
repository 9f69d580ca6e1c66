"""The ground of the field: what a way crosses, how high it lies, and who sees whom across it (PRE-3.02, PRE-5.03 to PRE-5.05b, PRE-G.14, PRE-G.24)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import pairwise
from math import hypot
from typing import Protocol

from sandtable.geometry import terrain as land
from sandtable.geometry.cover import area_at, level_at
from sandtable.geometry.facts import fact
from sandtable.geometry.measure import Length, Point
from sandtable.kernel.tables import Tables
from sandtable.miniatures.bodies import Base
from sandtable.miniatures.field import Piece, Pieces
from sandtable.miniatures.shapes import between, within
from sandtable.rulesets.mesoamerica.table.state import MesoamericaField, measure
from sandtable.rulesets.mesoamerica.vocabulary import Hill, Terrain

FOREST = "forest"
KINDS = {FOREST: Terrain.UNEVEN, **{kind.value: kind for kind in Terrain}}
HIDING = (Terrain.UNEVEN, Terrain.ROUGH)  # where units hide (PRE-3.27b)
Outline = tuple[Point, ...]
Bounds = tuple[int, int, int, int]  # left, low, right, high
Bounded = tuple[Outline, Bounds]
DOT = Base()


class Spot(Protocol):
    """A place, to the thousandth or more exactly."""

    @property
    def x(self) -> float: ...
    @property
    def y(self) -> float: ...


def centre(piece: Piece) -> Point:
    """The middle of a unit's base, from which ranges and sight are measured (PRE-G.15)."""
    return piece.middle


def ground_at(terrain: land.Terrain, place: Point) -> Terrain:
    """The class of ground at a place; forest is uneven (PRE-3.02)."""
    area = area_at(terrain, place)
    return Terrain.CLEAR if area is None else KINDS[area.kind]


def in_forest(terrain: land.Terrain, place: Point) -> bool:
    """Whether a place is in a forest."""
    area = area_at(terrain, place)
    return area is not None and area.kind == FOREST


def stretches(terrain: land.Terrain, places: Sequence[Spot]) -> Iterator[tuple[Terrain, Point, float]]:
    """A way cut where the ground changes: what ground, up to which place, and how far that is."""
    for a, b in pairwise(places):
        long = hypot(b.x - a.x, b.y - a.y)
        cuts = [0.0, *_crossings(_area_outlines(terrain), a, b), 1.0]
        for first, last in pairwise(cuts):
            if last > first:
                here, there = _along(a, b, (first + last) / 2), _along(a, b, last)
                yield ground_at(terrain, here), there, (last - first) * long


def climbs(terrain: land.Terrain, start: Spot, end: Spot) -> Hill:
    """Whether a move ends higher or lower than it began (PRE-G.24)."""
    before, after = (level_at(terrain, Point(round(each.x), round(each.y))) for each in (start, end))
    return Hill.UP if after > before else Hill.DOWN if after < before else Hill.LEVEL


def _along(a: Spot, b: Spot, share: float) -> Point:
    return Point(round(a.x + share * (b.x - a.x)), round(a.y + share * (b.y - a.y)))


def _crossings(outlines: Sequence[Bounded], a: Spot, b: Spot) -> list[float]:
    """The shares of a straight line at which it crosses outlines, in order."""
    dx, dy = b.x - a.x, b.y - a.y
    left, right, low, high = min(a.x, b.x), max(a.x, b.x), min(a.y, b.y), max(a.y, b.y)
    found: set[float] = set()
    for outline, (west, south, east, north) in outlines:
        if east < left or west > right or north < low or south > high:
            continue
        for p, q in zip(outline, (*outline[1:], outline[0]), strict=True):
            if max(p.x, q.x) < left or min(p.x, q.x) > right or max(p.y, q.y) < low or min(p.y, q.y) > high:
                continue
            ex, ey = q.x - p.x, q.y - p.y
            turn = dx * ey - dy * ex
            if turn:
                share, edge = ((p.x - a.x) * ey - (p.y - a.y) * ex) / turn, ((p.x - a.x) * dy - (p.y - a.y) * dx) / turn
                if 0 < share < 1 and 0 <= edge <= 1:
                    found.add(share)
    return sorted(found)


def _bounded(outline: Outline) -> Bounded:
    xs, ys = [corner.x for corner in outline], [corner.y for corner in outline]
    return outline, (min(xs), min(ys), max(xs), max(ys))


@fact
def _area_outlines(terrain: land.Terrain) -> tuple[Bounded, ...]:
    return tuple(_bounded(area.outline) for area in terrain.areas)


@fact
def _tall_outlines(terrain: land.Terrain) -> tuple[Bounded, ...]:
    """The edges of hills, and of all ground in which forests begin or end."""
    return (*(_bounded(hill.outline) for hill in terrain.hills), *_area_outlines(terrain))


@fact
def _hiding_outlines(terrain: land.Terrain) -> tuple[Bounded, ...]:
    """The edges of whatever may hide somebody: hills and forests."""
    forests = (_bounded(area.outline) for area in terrain.areas if area.kind == FOREST)
    return (*(_bounded(hill.outline) for hill in terrain.hills), *forests)


# ---- Sight -----------------------------------------------------------------------------------------------------------------------------


def sees(field: MesoamericaField, firer: Piece, target: Piece) -> bool:
    """Whether a straight edge from the middle of the one to that of the other meets nothing tall (PRE-5.03).

    Nobody sees a unit that is hidden, or one in a forest (PRE-5.05, PRE-5.05b).
    """
    return is_in_sight(field.placed, firer, target, field.terrain, field.tables)


def is_in_sight(pieces: Pieces, firer: Piece, target: Piece, terrain: land.Terrain, tables: Tables) -> bool:
    """Whether one of some pieces sees another (`sees`)."""
    start, end = centre(firer), centre(target)
    if target.hidden or in_forest(terrain, end):
        return False
    if not _is_flat(terrain, start, end) and not _open(
        terrain, start, _leaves(firer, start, end), end, _heights(tables)
    ):
        return False
    return not (tables.option("units_block_sight") and _units_between(pieces, firer, target))


def _is_flat(terrain: land.Terrain, start: Point, end: Point) -> bool:
    """Whether nothing tall is anywhere near the straight line between two places: a quick look before a careful one."""
    left, right = (start.x, end.x) if start.x < end.x else (end.x, start.x)
    low, high = (start.y, end.y) if start.y < end.y else (end.y, start.y)
    return all(
        east < left or west > right or north < low or south > high
        for _, (west, south, east, north) in _hiding_outlines(terrain)
    )


@lru_cache(maxsize=16)
def _heights(tables: Tables) -> tuple[Length, Length, Length]:
    """How much hides what is behind, how tall forests are, and how high a level is."""
    return (
        measure(tables, "sight.tall.inches"),
        measure(tables, "sight.forest.inches"),
        measure(tables, "sight.level.inches"),
    )


def _leaves(firer: Piece, start: Point, end: Point) -> Point:
    """Where the straight edge leaves the base of the firer: a unit that touches the edge of its forest fires out of it (PRE-G.14)."""
    shape = between(DOT, 0, firer.base, firer.figures[0].facing)
    inside = within(shape, (0.0, 0.0), (float(start.x - end.x), float(start.y - end.y)), 0, 1.0)
    return _along(start, end, inside[1] if inside is not None else 0.0)


@fact
def _open(
    terrain: land.Terrain, start: Point, leaves: Point, end: Point, heights: tuple[Length, Length, Length]
) -> bool:
    """Whether nothing between two places is tall enough to hide the one from the other, from where a base ends."""
    tall, forest, level = heights
    eye, mark = level_at(terrain, start) * level, level_at(terrain, end) * level
    for first, last in pairwise((0.0, *_crossings(_tall_outlines(terrain), leaves, end), 1.0)):
        place = _along(leaves, end, (first + last) / 2)
        high = level_at(terrain, place) * level
        if in_forest(terrain, place) and high + forest - eye >= tall:
            return False
        if high - eye >= tall and high > mark:  # the slope up to who is looked at hides nobody
            return False
    return True


def _units_between(pieces: Pieces, firer: Piece, target: Piece) -> bool:
    """Whether a unit that is seen stands on the straight edge."""
    a, b = centre(firer), centre(target)
    speed = (float(a.x - b.x), float(a.y - b.y))
    for other in pieces.seen:
        if other.id not in (firer.id, target.id):
            there = centre(other)
            shape = between(DOT, 0, other.base, other.figures[0].facing)
            if within(shape, (float(there.x - a.x), float(there.y - a.y)), speed, -1, 1.0) is not None:
                return True
    return False
