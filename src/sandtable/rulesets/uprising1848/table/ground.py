"""What ground means here: who may pass it and at what price, what hides and what shelters (R48-7.02 to R48-7.05, R48-G.16, R48-G.17, R48-G.23)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import hypot

from shapely.geometry import LineString

from sandtable.geometry.cover import contains
from sandtable.geometry.facts import fact
from sandtable.geometry.measure import Length, Point, Pose
from sandtable.geometry.terrain import Area, Terrain
from sandtable.kernel.tables import Tables
from sandtable.miniatures.orders import Way
from sandtable.rulesets.uprising1848.table.figures import Man
from sandtable.rulesets.uprising1848.vocabulary import BarrierKind, Cover

OPEN, ROUGH, LINEAR, IMPASSABLE = "open", "rough", "linear", "impassable"
HOUSE, HUT, STRONG, FORT, WOODS, RIVER, FRIENDLY = "house", "hut", "strongpoint", "fort", "woods", "river", "friendly"
WALLED = (HOUSE, HUT)  # their outline is a wall with windows (R48-7.05)
WORKS = (STRONG, FORT)  # entrenched: their outline is an obstacle, and shelters whoever is inside
STRUCTURES = (HOUSE, HUT, STRONG, FORT)
HOLDS = {HOUSE: Cover.HARD, STRONG: Cover.HARD, HUT: Cover.SOFT, FORT: Cover.FORTIFICATIONS, "rubble": Cover.HARD}
LOW = {"wall": Cover.HARD, "barricade": Cover.HARD, "trench": Cover.HARD, "fence": Cover.SOFT}  # R48-G.23(d)
HEDGE = "hedge"
TALL = ("high_wall", "door", "gate", "fortress_gate")  # nobody looks over them
BARRIERS = {"door": BarrierKind.DOOR, "gate": BarrierKind.GATE, "fortress_gate": BarrierKind.FORTRESS_GATE}
HAIR = 1e-6

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


@fact
def _layers(ground: Terrain) -> tuple[_Layer, ...]:
    """Areas from below upward; a road lies on all of them but water and buildings."""
    below = [area for area in ground.areas if area.kind not in (RIVER, *STRUCTURES, "bridge", "ford")]
    above = [area for area in ground.areas if area.kind in (RIVER, *STRUCTURES, "bridge", "ford")]
    roads = [Area(road.id, OPEN, _strip(road.points, road.width)) for road in ground.roads]
    return tuple(_Layer(each.id, each.kind, each.outline, _box(each.outline)) for each in (*below, *roads, *above))


def _strip(points: Sequence[Point], width: Length) -> Outline:
    ring = LineString([(point.x, point.y) for point in points]).buffer(width / 2, cap_style="flat").exterior
    return tuple(Point(round(x), round(y)) for x, y in ring.coords[:-1])


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


# ---- Places ------------------------------------------------------------------------------------------------------------------------


def kind_at(ground: Terrain, place: Point) -> str:
    """What the ground is at a place."""
    found = OPEN
    for layer in _layers(ground):
        if layer.holds(place):
            found = layer.kind
    return found


def structure_at(ground: Terrain, place: Point) -> Area | None:
    """The structure that a place is inside of."""
    return next((area for area in structures(ground) if contains(area.outline, place)), None)


def structures(ground: Terrain) -> tuple[Area, ...]:
    """Houses, huts and works, the last placed first."""
    return tuple(area for area in ground.areas[::-1] if area.kind in STRUCTURES)


def enterable(ground: Terrain, tables: Tables, legs: str, place: Point) -> bool:
    """Whether somebody who goes so may stand there."""
    return tables.text("passage", kind_at(ground, place), legs) != IMPASSABLE


def middle(outline: Sequence[Point]) -> Point:
    """The middle of an outline."""
    return Point(sum(each.x for each in outline) // len(outline), sum(each.y for each in outline) // len(outline))
