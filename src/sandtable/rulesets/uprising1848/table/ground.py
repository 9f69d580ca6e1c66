"""What ground means here: who may pass it and at what price, what hides and what shelters (R48-7.02 to R48-7.05, R48-G.16, R48-G.17, R48-G.23)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from shapely.geometry import LineString

from sandtable.geometry.compiled.layers import Going, Layers, Lines, crossings, tops, trodden
from sandtable.geometry.facts import fact
from sandtable.geometry.measure import Length, Point, Pose
from sandtable.geometry.terrain import Area, Terrain
from sandtable.kernel.tables import Tables
from sandtable.miniatures.orders import Way
from sandtable.rulesets.uprising1848.table.figures import Man
from sandtable.rulesets.uprising1848.vocabulary import BarrierKind, Cover

OPEN, ROUGH, LINEAR, IMPASSABLE = "open", "rough", "linear", "impassable"
CLASSES = (OPEN, ROUGH, LINEAR, IMPASSABLE)
HOUSE, HUT, STRONG, FORT, WOODS, RIVER, FRIENDLY = "house", "hut", "strongpoint", "fort", "woods", "river", "friendly"
WALLED = (HOUSE, HUT)  # their outline is a wall with windows (R48-7.05)
WORKS = (STRONG, FORT)  # entrenched: their outline is an obstacle, and shelters whoever is inside
STRUCTURES = (HOUSE, HUT, STRONG, FORT)
HOLDS = {HOUSE: Cover.HARD, STRONG: Cover.HARD, HUT: Cover.SOFT, FORT: Cover.FORTIFICATIONS, "rubble": Cover.HARD}
LOW = {"wall": Cover.HARD, "barricade": Cover.HARD, "trench": Cover.HARD, "fence": Cover.SOFT}  # R48-G.23(d)
HEDGE = "hedge"
TALL = ("high_wall", "door", "gate", "fortress_gate")  # nobody looks over them
BARRIERS = {"door": BarrierKind.DOOR, "gate": BarrierKind.GATE, "fortress_gate": BarrierKind.FORTRESS_GATE}

Outline = tuple[Point, ...]


def legs_of(man: Man) -> str:
    """As what somebody moves, for the ground."""
    return "transport" if man.riding else "mounted" if man.mounted else "foot"


@dataclass(frozen=True, slots=True)
class Passed:
    """A way over the ground: open and rough inches in thousandths, obstacles crossed, and what nobody of this kind passes."""

    open: float = 0.0
    rough: float = 0.0
    obstacles: int = 0
    barred: str = ""

    def cost(self, factor: int, obstacle: Length) -> float:
        """What it takes of an allowance for open ground: that for rough ground is so many times smaller (R48-G.16)."""
        extra = self.obstacles * obstacle
        if self.open >= self.rough:
            return self.open + factor * self.rough + extra
        return factor * (self.rough + self.open / factor + extra)


def passed(ground: Terrain, tables: Tables, legs: str, start: Pose, way: Way) -> Passed:
    """What a way leads over."""
    places = np.array([each[:2] for each in (start, *way)], dtype=np.int64)
    layers, lines = _layers(ground), _lines(ground)
    lengths, obstacles, patch, line = trodden(places, layers.shapes, lines, _going(ground, tables, legs), len(CLASSES))
    barred = layers.kinds[patch] if patch >= 0 else ground.lines[line].kind if line >= 0 else ""
    open_, rough, linear, shut = lengths.tolist()
    return Passed(open_ + linear + shut, rough, obstacles, barred)


@fact
def _going(ground: Terrain, tables: Tables, legs: str) -> Going:
    """What the ground means to somebody who goes so."""

    def classed(kind: str) -> int:
        return CLASSES.index(tables.text("passage", kind, legs))

    patches = np.array([classed(kind) for kind in _layers(ground).kinds], dtype=np.int64)
    lines = np.array([classed(line.kind) for line in ground.lines], dtype=np.int64)
    return Going(patches, classed(OPEN), lines, CLASSES.index(IMPASSABLE), CLASSES.index(LINEAR))


@dataclass(frozen=True, eq=False)
class _Layers:
    """Patches of ground, what lies above later in the list, with their kinds."""

    kinds: tuple[str, ...]
    shapes: Layers


@fact
def _layers(ground: Terrain) -> _Layers:
    """Areas from below upward; a road lies on all of them but water and buildings."""
    below = [area for area in ground.areas if area.kind not in (RIVER, *STRUCTURES, "bridge", "ford")]
    above = [area for area in ground.areas if area.kind in (RIVER, *STRUCTURES, "bridge", "ford")]
    roads = [Area(road.id, OPEN, strip_of(road.points, road.width)) for road in ground.roads]
    patches = [*below, *roads, *above]
    return _Layers(tuple(each.kind for each in patches), _shapes(patches))


def _shapes(patches: Sequence[Area]) -> Layers:
    first = np.zeros(len(patches) + 1, dtype=np.int64)
    np.cumsum([len(each.outline) for each in patches], out=first[1:])
    return Layers(
        np.array([corner for each in patches for corner in each.outline], dtype=np.int64).reshape(-1, 2),
        first,
        np.array([_box(each.outline) for each in patches], dtype=np.int64).reshape(-1, 4),
        np.array([each.kind in (*WALLED, *WORKS) for each in patches], dtype=np.bool_),
    )


def strip_of(points: Sequence[Point], width: Length) -> Outline:
    """The outline of a road."""
    ring = LineString([(point.x, point.y) for point in points]).buffer(width / 2, cap_style="flat").exterior
    return tuple(Point(round(x), round(y)) for x, y in ring.coords[:-1])


def _box(outline: Outline) -> tuple[int, int, int, int]:
    xs, ys = [point.x for point in outline], [point.y for point in outline]
    return min(xs), min(ys), max(xs), max(ys)


@fact
def _lines(ground: Terrain) -> Lines:
    legs = [(*one, *two, number) for number, line in enumerate(ground.lines) for one, two in pairwise(line.points)]
    rows = np.array(legs, dtype=np.int64).reshape(-1, 5)
    return Lines(np.ascontiguousarray(rows[:, :4]), np.ascontiguousarray(rows[:, 4]))


def lines_over(ground: Terrain, a: Point, b: Point) -> Iterator[str]:
    """The kinds of the linear features that a leg crosses, each as often as it does."""
    if ground.lines:
        found = crossings(np.array((a[:2], b[:2]), dtype=np.int64), _lines(ground), len(ground.lines)).tolist()
        yield from (line.kind for line, often in zip(ground.lines, found, strict=True) for _ in range(often))


# ---- Places ------------------------------------------------------------------------------------------------------------------------


def kind_at(ground: Terrain, place: Point) -> str:
    """What the ground is at a place."""
    layers = _layers(ground)
    top = int(tops(np.array((place[:2],), dtype=np.int64), layers.shapes)[0])
    return layers.kinds[top] if top >= 0 else OPEN


def structure_at(ground: Terrain, place: Point) -> Area | None:
    """The structure that a place is inside of; of several that which was placed last."""
    (found,) = structures_at(ground, (place,))
    return found


def structures_at(ground: Terrain, places: Sequence[Point | Pose]) -> list[Area | None]:
    """The structure that each place is inside of."""
    some, shapes = _built(ground)
    if not some or not places:
        return [None] * len(places)
    found = tops(np.array([place[:2] for place in places], dtype=np.int64), shapes).tolist()
    return [some[each] if each >= 0 else None for each in found]


@fact
def _built(ground: Terrain) -> tuple[tuple[Area, ...], Layers]:
    """Structures in the order in which they were placed."""
    some = structures(ground)[::-1]
    return some, _shapes(some)


@fact
def structures(ground: Terrain) -> tuple[Area, ...]:
    """Houses, huts and works, the last placed first."""
    return tuple(area for area in ground.areas[::-1] if area.kind in STRUCTURES)


def enterable(ground: Terrain, tables: Tables, legs: str, place: Point) -> bool:
    """Whether somebody who goes so may stand there."""
    return tables.text("passage", kind_at(ground, place), legs) != IMPASSABLE


def middle(outline: Sequence[Point]) -> Point:
    """The middle of an outline."""
    return Point(sum(each.x for each in outline) // len(outline), sum(each.y for each in outline) // len(outline))
