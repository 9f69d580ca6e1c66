"""The points between which lines are tried: along the edges of units, and everywhere on their bases.

Edges are rows of (x, y, x, y), clockwise around what they belong to, so that the left side of an edge is outside.
"""

from __future__ import annotations

from math import ceil, hypot
from typing import NamedTuple

import numpy as np

from sandtable.geometry.compiled.bases import Quads
from sandtable.geometry.compiled.compiler import maker, part
from sandtable.geometry.compiled.ground import Floats, Ints, Outlines, level_of_point
from sandtable.geometry.compiled.rounding import HALF

# Columns of candidates: a place, the level it is on, whether it is any point of a base and not one of an edge, and of which edge.
X, Y, STANDS, WITHIN, EDGE = range(5)


class Body(NamedTuple):
    """Whoever looks or is looked at: the edges that count, and the bases behind them that do as well where there are hills."""

    edges: Floats
    bases: Quads


@part
def part_in_arc(ends: Floats, k: int, starts: Floats, i: int, inside: Floats) -> bool:
    """The part of an edge inside the arc that opens from another at 45 degrees; whether there is any."""
    x, y, dx, dy = ends[k, 0], ends[k, 1], ends[k, 2] - ends[k, 0], ends[k, 3] - ends[k, 1]
    begin, end = 0.0, 1.0
    for side in range(-1, 2):  # left of the arc's left edge, behind the front, right of its right edge
        corner = 2 if side > 0 else 0
        a, b = starts[i, 4] - side * starts[i, 5], starts[i, 5] + side * starts[i, 4]
        here, change = a * (x - starts[i, corner]) + b * (y - starts[i, corner + 1]), a * dx + b * dy
        there = here + change
        if here <= -HALF and there <= -HALF:
            return False
        if here < 0.0 and there > here:
            begin = max(begin, min(1.0, -here / change))
        elif there < 0.0 and here > there:
            end = min(end, max(0.0, -here / change))
    inside[0], inside[1], inside[2], inside[3] = x + begin * dx, y + begin * dy, x + end * dx, y + end * dy
    return begin <= end


@part
def faces(edges: Floats, i: int, others: Floats, k: int) -> bool:
    """Whether an edge turns its outside to any part of another; a point turns to everything."""
    x, y, dx, dy = edges[i, 0], edges[i, 1], edges[i, 2] - edges[i, 0], edges[i, 3] - edges[i, 1]
    if dx == 0.0 and dy == 0.0:
        return True
    start = dx * (others[k, 1] - y) - dy * (others[k, 0] - x)
    end = dx * (others[k, 3] - y) - dy * (others[k, 2] - x)
    return bool(start > 0.0 or end > 0.0)


@part
def edge_gap_squared(edges: Floats, i: int, others: Floats, k: int) -> float:
    """The squared distance of the upright rectangles around two edges, which they cannot undercut."""
    ax, bx, ay, by = edges[i, 0], edges[i, 2], edges[i, 1], edges[i, 3]
    cx, dx, cy, dy = others[k, 0], others[k, 2], others[k, 1], others[k, 3]
    across: float = max(min(ax, bx) - max(cx, dx), min(cx, dx) - max(ax, bx), 0.0)
    along: float = max(min(ay, by) - max(cy, dy), min(cy, dy) - max(ay, by), 0.0)
    return across * across + along * along


@part
def points_along(ax: float, ay: float, bx: float, by: float, step: float, points: Floats) -> int:
    """The ends of an edge and points between them no further apart than a step, in whole thousandths; how many."""
    parts = ceil(hypot(bx - ax, by - ay) / step)
    for i in range(parts + 1):
        share = i / parts if parts else 0.0
        points[i, 0] = np.floor(ax + (bx - ax) * share + HALF)
        points[i, 1] = np.floor(ay + (by - ay) * share + HALF)
    return parts + 1


@part
def points_of_edges(edges: Floats, step: float, points: Floats, counts: Ints) -> int:
    """The points along every edge, each with a number that is the same where one edge ends and another begins; how many numbers there are.

    ``points`` has a row of places and numbers for each edge, ``counts`` how many those are.
    """
    numbers = 0
    for i in range(len(edges)):
        last = points_along(edges[i, 0], edges[i, 1], edges[i, 2], edges[i, 3], step, points[i]) - 1
        counts[i] = last + 1
        for k in range(last + 1):
            known = number_of_end(points, counts, i, points[i, k, 0], points[i, k, 1]) if k in (0, last) else -1
            points[i, k, 2] = known if known >= 0 else numbers
            numbers += known < 0
    return numbers


@part
def number_of_end(points: Floats, counts: Ints, before: int, x: float, y: float) -> int:
    """The number of a place where one of the earlier edges begins or ends; -1 if none does."""
    for i in range(before):
        last = counts[i] - 1
        if points[i, last, 0] == x and points[i, last, 1] == y:
            return int(points[i, last, 2])
        if points[i, 0, 0] == x and points[i, 0, 1] == y:
            return int(points[i, 0, 2])
    return -1


@maker
def candidates(outlines: Outlines, body: Body, step: float) -> Floats:
    """The points along edges, and those of all over the bases, no further apart than a step."""
    edges, bases = body.edges, body.bases
    most, room = 0, 0
    for i in range(len(edges)):
        many = 1 + ceil(hypot(edges[i, 2] - edges[i, 0], edges[i, 3] - edges[i, 1]) / step)
        most, room = max(most, many), room + many
    for i in range(len(bases)):
        # One more than its front has: where corners are rounded a row behind it may be a little longer.
        many = 2 + ceil(hypot(bases[i, 1, 0] - bases[i, 0, 0], bases[i, 1, 1] - bases[i, 0, 1]) / step)
        most, room = max(most, many), room + many * rows_of_base(bases[i], step)
    points = np.empty((most, 2))
    found = np.empty((room, 5))
    count = 0
    for i in range(len(edges)):
        many = points_along(edges[i, 0], edges[i, 1], edges[i, 2], edges[i, 3], step, points)
        count = add_points(points, many, 0.0, float(i), found, count)
    for i in range(len(bases)):
        base = bases[i]
        rows = rows_of_base(base, step)
        for row in range(rows):
            back = row / (rows - 1) if row else 0.0
            ax, ay = base[0, 0] + back * (base[3, 0] - base[0, 0]), base[0, 1] + back * (base[3, 1] - base[0, 1])
            bx, by = base[1, 0] + back * (base[2, 0] - base[1, 0]), base[1, 1] + back * (base[2, 1] - base[1, 1])
            many = points_along(ax, ay, bx, by, step, points)
            count = add_points(points, many, 1.0, -1.0, found, count)
    for i in range(count):
        found[i, STANDS] = level_of_point(outlines, found[i, X], found[i, Y])
    return found[:count]


@part
def rows_of_base(base: Floats, step: float) -> int:
    """How many rows of points no further apart than a step a base has from front to back."""
    return 1 + ceil(hypot(base[3, 0] - base[0, 0], base[3, 1] - base[0, 1]) / step)


@part
def add_points(points: Floats, many: int, within: float, edge: float, found: Floats, count: int) -> int:
    """How many candidates there are after some points were put among them."""
    for i in range(many):
        found[count, X], found[count, Y] = points[i, 0], points[i, 1]
        found[count, WITHIN], found[count, EDGE] = within, edge
        count += 1
    return count


@part
def point_in_arc(starts: Floats, i: int, x: float, y: float) -> bool:
    """Whether a point is inside the arc that opens from a front at 45 degrees."""
    for side in range(-1, 2):
        corner = 2 if side > 0 else 0
        a, b = starts[i, 4] - side * starts[i, 5], starts[i, 5] + side * starts[i, 4]
        if a * (x - starts[i, corner]) + b * (y - starts[i, corner + 1]) <= -HALF:
            return False
    return True


@part
def way_on(bases: Quads, x: float, y: float, to_x: float, to_y: float, most: float, way: Floats) -> None:
    """The way straight on from a point of some bases to somewhere else, so far as it stays on a base and no further than the most."""
    length = hypot(to_x - x, to_y - y)
    dx, dy = (to_x - x) / length, (to_y - y) / length
    longest = 0.0
    for i in range(len(bases)):
        reach = min(most, length)
        for k in range(4):
            ax, ay = bases[i, k, 0], bases[i, k, 1]
            side_x, side_y = bases[i, (k + 1) % 4, 0] - ax, bases[i, (k + 1) % 4, 1] - ay
            outside, change = side_x * (y - ay) - side_y * (x - ax), side_x * dy - side_y * dx
            if outside > 0.0 or (side_x == 0.0 and side_y == 0.0):  # not on this base, or it is a figure's point
                reach = 0.0
            elif change > 0.0:
                reach = min(reach, -outside / change)
        longest = max(longest, reach)
    way[0], way[1], way[2], way[3] = x, y, x + longest * dx, y + longest * dy
