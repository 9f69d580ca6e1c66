"""The ways of figures: how long they are, what they cross, whom they run into."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import pairwise
from math import ceil, hypot

from sandtable.geometry.cover import area_at, lines_crossed
from sandtable.geometry.distance import overlaps
from sandtable.geometry.footprint import Footprint
from sandtable.geometry.measure import Length, Point, Pose
from sandtable.geometry.terrain import Terrain
from sandtable.geometry.trail import off_leg
from sandtable.miniatures.bodies import Base, box_of, figure, near
from sandtable.miniatures.looking import hills_under, outlined
from sandtable.miniatures.orders import Way

THICK = 1e-6  # what arithmetic may lose of a length


def length_of(start: Pose, way: Way) -> Length:
    """How long a way is, to the thousandth; a part of one counts whole."""
    return ceil(sum(hypot(b.x - a.x, b.y - a.y) for a, b in pairwise((start, *way))) - THICK)


def length_inside(outline: Sequence[Point], start: Pose, way: Way) -> float:
    """How much of a way lies inside an outline without dents."""
    return sum(
        _share_inside(outline, a.point, b.point) * hypot(b.x - a.x, b.y - a.y) for a, b in pairwise((start, *way))
    )


def _share_inside(outline: Sequence[Point], a: Point, b: Point) -> float:
    """Which share of a straight leg lies inside."""
    turn = 1 if _area(outline) > 0 else -1
    first, last = 0.0, 1.0
    for one, two in zip(outline, (*outline[1:], outline[0]), strict=True):
        here, there = (turn * _side(one, two, place) for place in (a, b))
        if here < 0 and there < 0:
            return 0.0
        if here < 0:
            first = max(first, here / (here - there))
        elif there < 0:
            last = min(last, here / (here - there))
    return max(0.0, last - first)


def _side(one: Point, two: Point, place: Point) -> int:
    return (two.x - one.x) * (place.y - one.y) - (two.y - one.y) * (place.x - one.x)


def _area(outline: Sequence[Point]) -> int:
    return sum(a.x * b.y - b.x * a.y for a, b in zip(outline, (*outline[1:], outline[0]), strict=True))


def end_of(start: Pose, way: Way) -> Pose:
    """Where a way ends."""
    return way[-1] if way else start


def crossed(terrain: Terrain, start: Pose, way: Way) -> Counter[str]:
    """How often a way crosses each kind of feature: a line at every crossing, an area or a hill once, however often it is touched."""
    found: Counter[str] = Counter()
    if not way:
        return found
    legs = [(a.point, b.point) for a, b in pairwise((start, *way))]
    found.update(line.kind for leg in legs for line in lines_crossed(terrain, *leg))
    areas = {line.id: line.kind for leg in legs for line in lines_crossed(outlined(terrain), *leg)}
    within = area_at(terrain, start.point)
    areas |= {within.id: within.kind} if within else {}
    areas |= dict.fromkeys(hills_under(terrain, start.point), "hill")
    found.update(areas.values())
    return found


def met(terrain: Terrain, start: Point, path: Sequence[Point]) -> Iterator[tuple[Point, str]]:
    """The places at which a way meets features, in its order, each with their kind: a line at every crossing, an area or a hill where it is entered first."""
    within = area_at(terrain, start)
    known = {*({within.id} if within else ()), *hills_under(terrain, start)}
    for a, b in pairwise((start, *path)):
        lines = [(line, True) for line in lines_crossed(terrain, a, b)]
        edges = [(line, False) for line in lines_crossed(outlined(terrain), a, b)]
        found = [
            (share, line, each) for line, each in (*lines, *edges) if (share := _first(a, b, line.points)) is not None
        ]
        for share, line, each in sorted(found, key=lambda one: one[0]):
            if each or line.id not in known:
                known.add(line.id)
                yield Point(round(a.x + share * (b.x - a.x)), round(a.y + share * (b.y - a.y))), line.kind


def _first(a: Point, b: Point, points: Sequence[Point]) -> float | None:
    """Which share of a leg is gone where it meets a line for the first time."""
    shares = [share for one, two in pairwise(points) if (share := _meets(a, b, one, two)) is not None]
    return min(shares, default=None)


def _meets(a: Point, b: Point, one: Point, two: Point) -> float | None:
    here, there = _side(one, two, a), _side(one, two, b)
    if here == there or here * there > 0 or _side(a, b, one) * _side(a, b, two) > 0:
        return None
    return here / (here - there)


def off_board(terrain: Terrain, one: Footprint) -> bool:
    """Whether a figure stands over the edge of the table."""
    left, bottom, right, top = one.box
    return left < 0 or bottom < 0 or right > terrain.width or top > terrain.height


def run_into(base: Base, start: Pose, way: Way, others: Sequence[Footprint]) -> Iterator[int]:
    """Those whose bases a figure would go through on its way, by their numbers; whoever it ends beside is not among them."""
    for number, other in enumerate(others):
        middle, room = other.bases[0].point, base.radius + other.radius
        if any(off_leg(a, b, middle) < room - 2 for a, b in pairwise((start, *way))):
            yield number


def crowded(base: Base, ends: Sequence[Pose], others: Sequence[Footprint]) -> Iterator[int]:
    """The figures that would stand on somebody's base at the end, by their numbers."""
    stand = [figure(base, end) for end in ends]
    others = near(box_of(stand), others) if stand else ()
    for number, one in enumerate(stand):
        if any(overlaps(one, other) for other in (*stand[:number], *stand[number + 1 :], *others)):
            yield number
