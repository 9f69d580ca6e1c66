"""How figures are drawn up about a place: in ranks, in files, in a knot, along a wall, round an enemy, behind what they serve, or inside a house."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise
from math import ceil, cos, hypot, pi, sin, sqrt

from sandtable.geometry.measure import Facing, Length, Point, Pose, ahead, bearing, inches
from sandtable.miniatures.bodies import Base

GAP: Length = inches(0.02)  # between bases
BEHIND: Length = inches(0.1)  # between what is served and those who serve it
AT_A_LINE: Length = inches(0.05)  # between a wall and those behind it
TOUCH: Length = inches(0.01)  # between bases that are set together
ROUND_ONE = 12  # places about an enemy that are thought of
FORMATIONS: Mapping[str, Callable[[int], int]] = {  # figures abreast, of so many
    "line": lambda count: count,
    "two_ranks": lambda count: -(-count // 2),
    "knot": lambda count: ceil(sqrt(count)),
    "two_files": lambda count: min(2, count),
    "file": lambda _: 1,
}
USUAL = "two_ranks"


def drawn_up(base: Base, front: Pose, count: int, formation: str) -> tuple[Pose, ...]:
    """Figures in ranks behind the middle of their front, those of the front first and from left to right."""
    abreast = max(1, FORMATIONS[formation](count))
    deep = 2 * base.radius + base.behind + GAP
    ranks = [min(abreast, count - first) for first in range(0, count, abreast)]
    return tuple(
        pose for number, rank in enumerate(ranks) for pose in _abreast(base, front, -base.radius - number * deep, rank)
    )


def drawn_up_about(base: Base, middle: Point, facing: Facing, count: int, formation: str) -> tuple[Pose, ...]:
    """Figures in ranks about a place, which is in the middle of them all."""
    stand = drawn_up(base, Pose(middle.x, middle.y, facing), count, formation)
    there = middle_of(stand)
    return shifted(stand, middle.x - there.x, middle.y - there.y)


def middle_of(places: Sequence[Pose | Point]) -> Point:
    """The middle of some places."""
    count = len(places)
    return Point(sum([each.x for each in places]) // count, sum([each.y for each in places]) // count)


def shifted(poses: Sequence[Pose], across: Length, up: Length) -> tuple[Pose, ...]:
    """Figures as they stand, elsewhere."""
    return tuple([Pose(x + across, y + up, facing) for x, y, facing in poses])


def behind(base: Base, marker: Pose, long: Length, count: int) -> tuple[Pose, ...]:
    """A crew in a row behind what it serves, which is so long."""
    return _abreast(base, marker, -long - BEHIND - base.radius, count)


def _abreast(base: Base, front: Pose, forward: float, count: int) -> tuple[Pose, ...]:
    """Figures side by side, so far before a place."""
    wide = 2 * base.radius + GAP
    places = (ahead(front, forward, (number - (count - 1) / 2) * wide) for number in range(count))
    return tuple(Pose(place.x, place.y, front.facing) for place in places)


def inside(outline: Sequence[Point], count: int, facing: Facing = 0) -> tuple[Pose, ...]:
    """So many figures inside a house, where nobody tells their places apart: all in its middle."""
    middle = middle_of(outline)
    return (Pose(middle.x, middle.y, facing),) * count


# ---- Along a wall ---------------------------------------------------------------------------------------------------------------


def along(base: Base, points: Sequence[Point], near: Point, foe: Point, count: int) -> tuple[Pose, ...]:
    """Figures side by side at a line, on the side away from an enemy and facing it, the middle of them where the line is nearest to a place.

    Where the line is too short for all of them the others stand in ranks behind.
    """
    legs = list(pairwise(points))
    spans = [hypot(b.x - a.x, b.y - a.y) for a, b in legs]
    whole, wide = sum(spans), 2 * base.radius + GAP
    abreast = max(1, min(count, int(whole // wide)))
    first = min(max(_along_to(legs, spans, near) - (abreast - 1) * wide / 2, 0.0), whole - (abreast - 1) * wide)
    stand: list[Pose] = []
    for number in range(count):
        rank, file = divmod(number, abreast)
        place, facing = _beside(legs, spans, first + file * wide, foe)
        back = AT_A_LINE + base.radius + rank * (2 * base.radius + base.behind + GAP)
        there = ahead(Pose(place.x, place.y, facing), -back)
        stand.append(Pose(there.x, there.y, facing))
    return tuple(stand)


def _along_to(legs: Sequence[tuple[Point, Point]], spans: Sequence[float], near: Point) -> float:
    """How far along a line it is to the place nearest to another."""
    found, gone = [], 0.0
    for (a, b), span in zip(legs, spans, strict=True):
        share = ((near.x - a.x) * (b.x - a.x) + (near.y - a.y) * (b.y - a.y)) / max(1.0, span * span)
        share = min(1.0, max(0.0, share))
        x, y = a.x + share * (b.x - a.x), a.y + share * (b.y - a.y)
        found.append((hypot(near.x - x, near.y - y), gone + share * span))
        gone += span
    return min(found)[1]


def _beside(
    legs: Sequence[tuple[Point, Point]], spans: Sequence[float], far: float, foe: Point
) -> tuple[Point, Facing]:
    """The place so far along a line, and the facing square to it that looks to where an enemy is."""
    number = 0
    while far > spans[number] and number < len(spans) - 1:
        far -= spans[number]
        number += 1
    (a, b), span = legs[number], max(1.0, spans[number])
    share = far / span
    place = Point(round(a.x + share * (b.x - a.x)), round(a.y + share * (b.y - a.y)))
    x, y = (b.y - a.y) / span, (a.x - b.x) / span
    if (foe.x - place.x) * x + (foe.y - place.y) * y < 0:
        x, y = -x, -y
    return place, bearing(x, y)


# ---- Up to an enemy -------------------------------------------------------------------------------------------------------------


def touching_places(base: Base, foes: Sequence[Pose], foe_base: Base, start: Point) -> list[tuple[Pose, int]]:
    """Places in contact with any of some enemies, and with whom, facing him; those nearest to where one comes from first.

    ``foe_base`` is what they stand on; somebody may stand on such a place.
    """
    apart = base.radius + foe_base.radius + TOUCH
    found = []
    for enemy, foe in enumerate(foes):
        towards = bearing(start.x - foe.x, start.y - foe.y)
        for number in range(ROUND_ONE):
            angle = towards * pi / 1800 + number * 2 * pi / ROUND_ONE
            x, y = foe.x + apart * sin(angle), foe.y + apart * cos(angle)
            place = Pose(round(x), round(y), bearing(foe.x - x, foe.y - y))
            found.append((hypot(x - start.x, y - start.y), enemy, number, place))
    return [(place, enemy) for _, enemy, _, place in sorted(found)]


# ---- Who goes where -------------------------------------------------------------------------------------------------------------


def led_over(starts: Sequence[Pose], ends: Sequence[Pose]) -> tuple[Pose, ...]:
    """Places in the order of the figures that go there, so that nobody's way is needlessly long."""
    order = list(range(len(ends)))
    cost = [[(a.x - b.x) ** 2 + (a.y - b.y) ** 2 for b in ends] for a in starts]
    better = True
    while better:
        better = False
        for one in range(len(order)):
            for two in range(one + 1, len(order)):
                a, b = order[one], order[two]
                if cost[one][b] + cost[two][a] < cost[one][a] + cost[two][b]:
                    order[one], order[two] = b, a
                    better = True
    return tuple(ends[number] for number in order)


def longest(starts: Sequence[Pose], ends: Sequence[Pose]) -> float:
    """The longest straight way of any figure."""
    return max((hypot(b.x - a.x, b.y - a.y) for a, b in zip(starts, ends, strict=True)), default=0.0)
