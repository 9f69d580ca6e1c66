"""Room to stand: the place nearest to where a unit should be on which it stands on nobody, on the table and on ground that bears it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from math import cos, pi, sin

import numpy as np
import shapely

from sandtable.geometry.footprint import Quads
from sandtable.geometry.measure import Length, Point, Pose, inches
from sandtable.miniatures.bodies import Base
from sandtable.miniatures.field import Piece
from sandtable.miniatures.regiment import quads_of
from sandtable.miniatures.sweeping import entered, overlapped, polygons
from sandtable.rulesets.mexican_american_war.table import ground, seeing
from sandtable.rulesets.mexican_american_war.table.movement.planning import within
from sandtable.rulesets.mexican_american_war.table.shapes import stands_of
from sandtable.rulesets.mexican_american_war.table.state import Drawn, Formed, Kind, MawField, base_of

RING: Length = inches(0.5)  # how densely places are tried
WIDEST: Length = inches(12)
AROUND = 12  # directions


def is_free(field: MawField, piece: Piece, places: Quads, *, on_table: bool = True) -> bool:
    """Whether a unit may stand somewhere."""
    if on_table and not within(field.terrain, places):
        return False
    near = seeing.boxes(field).near(places.min(axis=(0, 1)), places.max(axis=(0, 1)))
    others = [seeing.quads(field, name) for name in near if name != piece.id]
    if others and overlapped(polygons(places), polygons(np.concatenate(others))).any():
        return False
    return not barred(field, piece, places)


def barred(field: MawField, piece: Piece, places: Quads) -> bool:
    """Whether any of the ground cannot be stood on."""
    if not field.terrain.areas:
        return False
    mover = ground.mover_of(field.books.units[piece.id])
    areas = entered(field.terrain, polygons(places))
    return any(ground.class_of(area.kind, mover, field.tables) is None for area in areas)


def moved(drawn: Drawn, figures: tuple[Pose, ...], by: Point) -> tuple[Drawn, tuple[Pose, ...]]:
    """A unit as it is drawn up, elsewhere."""
    front = drawn.array.front
    there = replace(drawn.array, front=Pose(front.x + by.x, front.y + by.y, front.facing))
    return replace(drawn, array=there), tuple(Pose(x + by.x, y + by.y, facing) for x, y, facing in figures)


def shifts() -> Iterator[Point]:
    """Places to try, the nearest first."""
    yield Point(0, 0)
    for radius in range(RING, WIDEST + 1, RING):
        for number in range(AROUND):
            angle = 2 * pi * number / AROUND
            yield Point(round(radius * sin(angle)), round(radius * cos(angle)))


def roomy(
    field: MawField, piece: Piece, drawn: Drawn, figures: tuple[Pose, ...], base: Base
) -> tuple[Drawn, tuple[Pose, ...]]:
    """A unit drawn up at the nearest place that is free; where there is none, just where it should be."""
    places = quads_of(base, figures)
    for shift in shifts():
        if is_free(field, piece, places + np.array(shift, dtype=np.float64)):
            return moved(drawn, figures, shift)
    return drawn, figures


def formed_at(field: MawField, piece: Piece, drawn: Drawn) -> Formed:
    """A unit drawn up anew about a place, with room."""
    unit = field.books.units[piece.id]
    base = base_of(unit, field.tables)
    figures = stands_of(drawn, unit.stands, base, field.tables)
    if drawn.kind is not Kind.HOUSE:
        drawn, figures = roomy(field, piece, drawn, figures, base)
    return Formed(piece=piece.id, figures=figures, base=base, drawn=drawn)


def hull(places: Quads) -> shapely.Geometry:
    """The ground about stands, gaps between them included."""
    return shapely.convex_hull(shapely.multipoints(places.reshape(-1, 2)))
