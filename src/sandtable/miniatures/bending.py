"""A line bent by the ground: along the wall, the bank or the ridge that it stands at. Which bases that makes is worked out here; whether they may stand so is for the rules."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from itertools import combinations, pairwise

from sandtable.geometry.distance import overlaps
from sandtable.geometry.footprint import Footprint, standing
from sandtable.geometry.measure import (
    CIRCLE,
    DEGREE,
    INCH,
    Facing,
    Length,
    Point,
    Pose,
    ahead,
    apart,
    bearing,
    direction,
    veer,
)
from sandtable.geometry.terrain import Terrain
from sandtable.geometry.trail import along, length, nearest_along

NEAR: Length = INCH  # so far from an edge a line still follows it
STRAIGHT: Facing = 3 * DEGREE  # who bends less stands in a straight line
ROUNDS = 3  # of an outline that a line follows

Size = tuple[Length, Length]  # width and depth
Bases = tuple[Pose, ...]
Way = tuple[Point, ...]


def bent(terrain: Terrain, count: int, size: Size, front: Pose, passed_by: Collection[str] = ()) -> Bases:
    """So many bases of a line along the edge nearest to the middle of its front; none where there is none or it runs straight.

    Lines of the kinds that are ``passed_by`` are no edges.
    """
    edge = _nearest_edge(terrain, front.point, passed_by)
    if edge is None:
        return ()
    bases = _strung(count, size, front, _as_faced(edge, front))
    turns = [veer(bases[0].facing, base.facing) for base in bases]
    return bases if max(turns) - min(turns) >= STRAIGHT else ()


def _nearest_edge(terrain: Terrain, place: Point, passed_by: Collection[str]) -> Way | None:
    near = [
        (far, edge) for edge in _edges(terrain, passed_by) for far in (nearest_along(edge, place)[1],) if far <= NEAR
    ]
    return min(near, default=(0, None), key=lambda each: each[0])[1]


def _edges(terrain: Terrain, passed_by: Collection[str]) -> Iterator[Way]:
    """All that a line may follow; outlines three times round, so that there is always more of them on either side."""
    for line in terrain.lines:
        if line.kind not in passed_by:
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


def _strung(count: int, size: Size, front: Pose, edge: Way) -> Bases:
    """Base by base from the middle to either wing, each along its stretch of the edge; then all of it to where the front stands."""
    width, depth = size
    middle = _place_on(edge, front.point)
    odd = count % 2
    start = middle - width / 2 if odd else middle
    facing = _across(edge, start, start + width)
    place = ahead(Pose(front.x, front.y, facing), 0, 0 if odd else width / 2)
    first = Pose(place.x, place.y, facing)
    to_the_right = (count - 1) // 2
    right = _wing(first, to_the_right, edge, size, hand=1)
    left = _wing(first, count - 1 - to_the_right, edge, size, hand=-1)
    line = standing((*reversed(left), first, *right), count, width, depth)
    return line.moved(front.x - line.anchor.x, front.y - line.anchor.y).bases


def _wing(first: Pose, count: int, edge: Way, size: Size, hand: int) -> list[Pose]:
    """The bases beside the first, to the right (hand 1) or to the left (hand -1). Neighbours meet at the corners they do not overlap at."""
    width, depth = size
    aside = hand * width / 2
    wing: list[Pose] = []
    before = first
    for _ in range(count):
        start = _place_on(edge, ahead(before, 0, aside))
        ends = sorted((start, start + hand * width))
        facing = _across(edge, *ends)
        bends_back = hand * veer(before.facing, facing) > 0
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


# ---- What bases may not do in a line -----------------------------------------------------------------------------------------------


def has_gap(bent: Footprint, slack: Length, sharpest: Facing, *, in_file: bool) -> bool:
    """Whether neighbours do not touch, or bend more than a line may. Those of a line meet at their front or their back corners.

    Those ``in_file`` meet at the middle of front and back, with room between them for what they draw behind them.
    """
    return any(
        abs(veer(one.facing, two.facing)) > sharpest or not _joined(bent, one, two, slack, in_file=in_file)
        for one, two in pairwise(bent.bases)
    )


def _joined(bent: Footprint, one: Pose, two: Pose, slack: Length, *, in_file: bool) -> bool:
    if in_file:
        back = ahead(one, -bent.depth)
        return apart(back, two) <= bent.depth
    half = bent.width / 2
    corners = ((ahead(one, -deep, half), ahead(two, -deep, -half)) for deep in (0, bent.depth))
    return any(apart(right, left) <= slack for right, left in corners)


def lies_on_itself(bent: Footprint) -> bool:
    """Whether any two of its bases share ground."""
    alone = [standing((base,), 1, bent.width, bent.depth) for base in bent.bases]
    return any(overlaps(one, two) for one, two in combinations(alone, 2))
