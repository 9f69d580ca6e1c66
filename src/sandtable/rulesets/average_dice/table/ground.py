"""What the ground means: what hides, what shelters, what of it can be hit, and what hits have left of it (AVD-6.01, AVD-10.01, AVD-G.15, AVD-G.23)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache, partial
from itertools import groupby, pairwise
from math import ceil

import numpy as np
from numpy.typing import NDArray

from sandtable.geometry.crowd import Crowd
from sandtable.geometry.facts import fact
from sandtable.geometry.footprint import Footprint
from sandtable.geometry.measure import Length, Point, apart, inches
from sandtable.geometry.terrain import Area, Line, Terrain
from sandtable.kernel.tables import Tables
from sandtable.miniatures.bodies import box_of, house
from sandtable.miniatures.looking import (
    HILL,
    Clear,
    Places,
    hiding,
    hills_under,
    nothing_hides,
    nothing_met,
    sheltering,
)
from sandtable.rulesets.average_dice.fire import RANKED_COVER, cover_of
from sandtable.rulesets.average_dice.structures import value_of
from sandtable.rulesets.average_dice.table.state import AverageDiceField
from sandtable.rulesets.average_dice.vocabulary import Cover, Feature, Obstacle, StructureKind

BUILDING = Obstacle.BUILDING.value
HIDES = frozenset({BUILDING, HILL})  # AVD-G.15: not figures, not low features
THIN: Length = 2  # how deep a line is, so that it can be measured to
_SHELTERS = {
    Obstacle.LOW_WALL: Feature.WALL,
    Obstacle.HIGH_WALL: Feature.WALL,
    Obstacle.RUBBLE: Feature.BROKEN_GROUND,
    Obstacle.STANDING_VEHICLE: Feature.TRUCK,
}
_STRUCTURES = {
    Obstacle.BUILDING: StructureKind.WOODEN_BUILDING,  # unless the books say that it is of stone
    Obstacle.BRIDGE: StructureKind.BRIDGE,  # unless they say that it is of wood
    Obstacle.LOW_WALL: StructureKind.LINEAR_STONE,
    Obstacle.HIGH_WALL: StructureKind.LINEAR_STONE,
    Obstacle.BARBED_WIRE: StructureKind.LINEAR_STONE,
    Obstacle.FENCE: StructureKind.LINEAR_WOODEN,
    Obstacle.BARRICADE: StructureKind.LINEAR_WOODEN,
    Obstacle.FIELDWORK: StructureKind.FIELDWORK,
    Obstacle.TRENCH: StructureKind.TRENCH,
}
WHOLE = frozenset({BUILDING, Obstacle.BRIDGE.value})  # what is hit as one
HIT_AT = frozenset(kind.value for kind in _STRUCTURES)


def clear_between(terrain: Terrain, some: Crowd, others: Crowd, *occupied: str) -> Clear:
    """A test whether nothing hides a place of some from a place of others; always true where no building and no hill is near them."""
    if not some or not others or nothing_hides(terrain, HIDES, box_of((*some, *others))):
        return _always
    return clear_on(terrain, *occupied)


def open_to(terrain: Terrain) -> Callable[[Point, Places], NDArray[np.bool_]]:
    """Which of many places are seen from one for certain, because the line there meets no building and no hill at all."""
    return partial(nothing_met, terrain, HIDES)


def _always(_: Point, __: Point) -> bool:
    return True


def clear_on(terrain: Terrain, *occupied: str) -> Clear:
    """Whether nothing stands between two places: no building but those they are in, and no hill that neither is on (AVD-G.15)."""

    def clear(start: Point, end: Point) -> bool:
        on = hills_under(terrain, start) | hills_under(terrain, end) | set(occupied)
        return not hiding(terrain, HIDES, start, end, on)

    return clear


def cover_at(terrain: Terrain, start: Point, mark: Point, radius: Length, tables: Tables) -> Cover:
    """The best cover of a figure against a line from somewhere (AVD-6.01, AVD-G.15)."""
    kinds = sheltering(terrain, start, mark, radius + length(tables.number("cover_line.inches")))
    features = (_SHELTERS.get(Obstacle(kind)) or Feature(kind) for kind in kinds)
    return max((cover_of(feature, tables) for feature in features), key=RANKED_COVER.index, default=Cover.OPEN)


@lru_cache(maxsize=256)
def length(number: int | Fraction) -> Length:
    """Inches of a table or an option as a length on the board."""
    return inches(Fraction(number))


# ---- What can be hit ------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Work:
    """Something that can be hit: a building, a bridge, a length of a trench or of a wall. ``ends`` are those of what is a line, ``area``
    is the ground of what is not.
    """

    name: str
    structure: StructureKind
    value: int
    ground: Footprint
    ends: tuple[Point, Point] | None = None
    carries: str = ""  # the unit aboard a vehicle
    area: Area | None = None

    @property
    def is_house(self) -> bool:
        """A building, with its inside."""
        return self.structure in (StructureKind.STONE_BUILDING, StructureKind.WOODEN_BUILDING)


@fact
def works_of(field: AverageDiceField) -> Mapping[str, Work]:
    """All that can be hit, by name; of linear things every six inches by themselves (AVD-10.01)."""
    tables, books = field.tables, field.books
    found: dict[str, Work] = {}
    for area in field.terrain.areas:
        kind = _STRUCTURES.get(Obstacle(area.kind))
        if kind is not None:
            structure = books.structures[area.id].kind if area.id in books.structures else kind
            for part in parts(area, _most(tables)):
                ground = house(part.outline)
                found[part.id] = Work(part.id, structure, value_of(structure, tables), ground, area=part)
    for line in field.terrain.lines:
        kind = _STRUCTURES.get(Obstacle(line.kind))
        if kind is not None:
            for name, ends in lengths(line, _most(tables)):
                found[name] = Work(name, kind, value_of(kind, tables), thin(*ends), ends)
    for unit in books.units.values():
        if unit.aboard and unit.rides is not None and unit.name in field.pieces:
            vehicle, stands = StructureKind(unit.rides.value), field.pieces[unit.name].stands
            name = f"{unit.rides} of {unit.name}"
            found[name] = Work(name, vehicle, value_of(vehicle, tables), stands[0], carries=unit.name)
    return found


def _most(tables: Tables) -> Length:
    """How long a length is that is hit together (AVD-10.01c)."""
    return length(tables.number("structure_length.inches"))


def lengths(line: Line, most: Length) -> Iterator[tuple[str, tuple[Point, Point]]]:
    """The lengths of a linear thing, each with its name: six inches, the last of a leg what is left. One that is no longer has no number."""
    cuts = [ends for a, b in pairwise(line.points) for ends in pairwise(_cuts(a, b, most))]
    for number, ends in enumerate(cuts, 1):
        yield f"{line.id} #{number}" if len(cuts) > 1 else line.id, ends


def _cuts(a: Point, b: Point, most: Length) -> list[Point]:
    """The ends of all lengths between two places."""
    far = apart(b, a)
    shares = [min(1.0, most * each / far) for each in range(ceil(far / most) + 1)] if far else []
    return [Point(round(a.x + share * (b.x - a.x)), round(a.y + share * (b.y - a.y))) for share in shares]


def parts(area: Area, most: Length) -> tuple[Area, ...]:
    """The lengths of a trench or a fieldwork, each with its name: six inches, the last what is left. What is no longer is one, and so is a building or a bridge."""
    a, b, c, d = area.outline
    if apart(b, a) < apart(c, b):
        a, b, c, d = b, c, d, a
    near, far = _cuts(a, b, most), _cuts(d, c, most)
    if area.kind in WHOLE or len(near) <= 2:  # noqa: PLR2004 - its two ends
        return (area,)
    quads = zip(pairwise(near), pairwise(far), strict=True)
    return tuple(
        Area(f"{area.id} #{number}", area.kind, (*one, *other[::-1])) for number, (one, other) in enumerate(quads, 1)
    )


def thin(a: Point, b: Point) -> Footprint:
    """The ground under a straight length."""
    far = apart(b, a)
    x, y = round((b.y - a.y) / far * THIN), round((a.x - b.x) / far * THIN)
    return house((a, b, Point(b.x + x, b.y + y), Point(a.x + x, a.y + y)))


@fact
def ground_left(field: AverageDiceField) -> Terrain:
    """The ground as hits have left it: rubble where a building stood, nothing where a length did (AVD-10.04, AVD-10.07, AVD-G.23)."""
    fallen = frozenset(known.name for known in field.books.structures.values() if known.fallen)
    return _left(field.terrain, fallen, _most(field.tables)) if fallen else field.terrain


@fact
def _left(terrain: Terrain, fallen: frozenset[str], most: Length) -> Terrain:
    areas = tuple(left for area in terrain.areas for left in _area_left(area, fallen, most))
    lines = tuple(left for line in terrain.lines for left in _line_left(line, fallen, most))
    return replace(terrain, areas=areas, lines=lines)


def _area_left(area: Area, fallen: frozenset[str], most: Length) -> Iterator[Area]:
    """What stands of an area: lengths that lie side by side are one still."""
    if area.kind == BUILDING:
        yield replace(area, kind=Obstacle.RUBBLE.value) if area.id in fallen else area
        return
    pieces = parts(area, most) if area.kind in HIT_AT else (area,)
    if not any(part.id in fallen for part in pieces):
        yield area
        return
    for gone, run in groupby(pieces, key=lambda part: part.id in fallen):
        stretch = list(run)
        if not gone:
            (a, _, _, d), (_, b, c, _) = stretch[0].outline, stretch[-1].outline
            yield Area(stretch[0].id, area.kind, (a, b, c, d))


def _line_left(line: Line, fallen: frozenset[str], most: Length) -> Iterator[Line]:
    """The stretches of a line that stand."""
    pieces = list(lengths(line, most))
    if not any(name in fallen for name, _ in pieces):
        yield line
        return
    for gone, run in groupby(pieces, key=lambda each: each[0] in fallen):
        stretch = [ends for _, ends in run]
        if not gone:
            yield replace(line, points=(stretch[0][0], *(end for _, end in stretch)))
