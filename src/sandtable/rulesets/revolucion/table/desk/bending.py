"""A line bent by the ground: along the wall, the bank or the ridge that it stands at (REV-4.20b). Which bases that makes is worked out here; whether they may stand so is for the rules."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.geometry.footprint import standing
from sandtable.geometry.measure import CIRCLE, DEGREE, INCH, Facing, Length, Point, Pose, ahead, bearing, direction
from sandtable.geometry.trail import along, length, nearest_along
from sandtable.rulesets.revolucion.table.ground.kinds import Crossing, feature
from sandtable.rulesets.revolucion.table.ground.shapes import base_size
from sandtable.rulesets.revolucion.table.state import State, Unit

NEAR: Length = INCH  # so far from an edge a line still follows it
STRAIGHT: Facing = 3 * DEGREE  # who bends less stands in a straight line
ROUNDS = 3  # of an outline that a line follows
NOT_FOLLOWED = (Crossing.WIRE, Crossing.CHOKE)
Bases = tuple[Pose, ...]
Way = tuple[Point, ...]


def bent(view: State, unit: Unit, front: Pose) -> Bases:
    """The bases of a deployed line along the edge nearest to the middle of its front; none where there is none or it runs straight."""
    edge = _nearest_edge(view, front.point)
    if edge is None:
        return ()
    bases = _strung(unit, front, _as_faced(edge, front))
    turns = [(base.facing - bases[0].facing + CIRCLE // 2) % CIRCLE - CIRCLE // 2 for base in bases]
    return bases if max(turns) - min(turns) >= STRAIGHT else ()


def _nearest_edge(view: State, place: Point) -> Way | None:
    near = [(far, edge) for edge in _edges(view) for far in (nearest_along(edge, place)[1],) if far <= NEAR]
    return min(near, default=(0, None), key=lambda each: each[0])[1]


def _edges(view: State) -> Iterator[Way]:
    """All that a line may follow; outlines three times round, so that there is always more of them on either side."""
    terrain = view.terrain
    for line in terrain.lines:
        if feature(line.kind).crossing not in NOT_FOLLOWED:
            yield line.points
    for outline in (*(area.outline for area in terrain.areas), *(hill.outline for hill in terrain.hills)):
        yield (*outline * ROUNDS, outline[0])


def _as_faced(edge: Way, front: Pose) -> Way:
    """The edge from the left wing to the right one."""
    x, y = direction(front.facing)
    towards_x, towards_y = direction(along(edge, _place_on(edge, front.point)).facing)
    return edge if towards_x * y - towards_y * x >= 0 else edge[::-1]


def _place_on(edge: Way, place: Point) -> Length:
    """How far along an edge a place is; on an outline that goes round three times, on its second round."""
    found = nearest_along(edge, place)[0]
    if edge[0] != edge[-1]:
        return found
    once = length(edge) // ROUNDS
    return once + found % once


def _strung(unit: Unit, front: Pose, edge: Way) -> Bases:
    """Base by base from the middle to either wing, each along its stretch of the edge; then all of it to where the front stands."""
    width, depth = base_size(unit.kind)
    middle = _place_on(edge, front.point)
    odd = unit.bases % 2
    start = middle - width / 2 if odd else middle
    facing = _across(edge, start, start + width)
    place = ahead(Pose(front.x, front.y, facing), 0, 0 if odd else width / 2)
    first = Pose(place.x, place.y, facing)
    to_the_right = (unit.bases - 1) // 2
    right = _wing(first, to_the_right, edge, (width, depth), hand=1)
    left = _wing(first, unit.bases - 1 - to_the_right, edge, (width, depth), hand=-1)
    line = standing((*reversed(left), first, *right), unit.bases, width, depth)
    return line.moved(front.x - line.anchor.x, front.y - line.anchor.y).bases


def _wing(first: Pose, count: int, edge: Way, size: tuple[Length, Length], hand: int) -> list[Pose]:
    """The bases beside the first, to the right (hand 1) or to the left (hand -1). Neighbours meet at the corners they do not overlap at."""
    width, depth = size
    aside = hand * width / 2
    wing: list[Pose] = []
    before = first
    for _ in range(count):
        start = _place_on(edge, ahead(before, 0, aside))
        ends = sorted((start, start + hand * width))
        facing = _across(edge, *ends)
        bends_back = hand * ((facing - before.facing + CIRCLE // 2) % CIRCLE - CIRCLE // 2) > 0
        behind = depth if bends_back else 0
        corner = ahead(before, -behind, aside)
        place = ahead(Pose(corner.x, corner.y, facing), behind, aside)
        before = Pose(place.x, place.y, facing)
        wing.append(before)
    return wing


def _across(edge: Way, start: float, end: float) -> Facing:
    """The facing of a base whose front lies on a stretch of the edge."""
    a, b = along(edge, start), along(edge, end)
    return (bearing(b.x - a.x, b.y - a.y) - CIRCLE // 4) % CIRCLE
