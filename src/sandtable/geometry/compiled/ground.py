"""Outlines of areas and hills as arrays: what contains a point, what a straight line runs through.

An outline is a run of ``corners`` from ``first[i]`` to ``first[i + 1]``. ``level`` is 0 for an area and its height for a hill; ``flag`` says
of an area whether it is tall and of a hill whether it is sloped. Later areas lie on top of earlier ones.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from sandtable.geometry.compiled.compiler import compiled

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

LEFT, RIGHT, BOTH = 1, 2, 3
# Pieces of a line shorter than this (in thousandths) are arithmetic noise.
NOISE = 1e-6
# How far to look aside (in thousandths) from a line that runs along an edge: closer than any corner that is not on it.
ASIDE = 1e-3


@compiled
def side_of_outline(corners: Floats, first: int, last: int, x: float, y: float) -> int:
    """1 inside, 0 on the edge, -1 outside."""
    inside = False
    before = last - 1
    for i in range(first, last):
        ax, ay, bx, by = corners[before, 0], corners[before, 1], corners[i, 0], corners[i, 1]
        before = i
        if (ay > y) == (by > y) and y not in (ay, by):
            continue
        turn = (bx - ax) * (y - ay) - (by - ay) * (x - ax)
        if turn == 0.0 and min(ax, bx) <= x <= max(ax, bx) and min(ay, by) <= y <= max(ay, by):
            return 0
        if (ay > y) != (by > y) and (turn > 0.0) == (by > ay):
            inside = not inside
    return 1 if inside else -1


@compiled
def level_of_point(corners: Floats, first: Ints, boxes: Floats, level: Ints, x: float, y: float) -> int:
    """The highest hill that contains a point, its edge included."""
    highest = 0
    for i in range(len(level)):
        if level[i] <= highest or x < boxes[i, 0] or y < boxes[i, 1] or x > boxes[i, 2] or y > boxes[i, 3]:
            continue
        if side_of_outline(corners, first[i], first[i + 1], x, y) >= 0:
            highest = level[i]
    return highest


@compiled
def tall_area_around(corners: Floats, first: Ints, boxes: Floats, level: Ints, flag: Ints, x: float, y: float) -> int:
    """The tall area that a point is well inside of, if that lies on top there; else -1."""
    for i in range(len(level) - 1, -1, -1):
        if level[i] or x < boxes[i, 0] or y < boxes[i, 1] or x > boxes[i, 2] or y > boxes[i, 3]:
            continue
        if side_of_outline(corners, first[i], first[i + 1], x, y) > 0:
            return i if flag[i] else -1
    return -1


@compiled
def box_misses(boxes: Floats, i: int, ax: float, ay: float, bx: float, by: float) -> bool:
    """Whether a straight line stays clear of the rectangle around an outline."""
    left, bottom, right, top = boxes[i, 0], boxes[i, 1], boxes[i, 2], boxes[i, 3]
    if max(ax, bx) < left or min(ax, bx) > right or max(ay, by) < bottom or min(ay, by) > top:
        return True
    dx, dy = bx - ax, by - ay
    one, two = dx * (bottom - ay) - dy * (left - ax), dx * (bottom - ay) - dy * (right - ax)
    three, four = dx * (top - ay) - dy * (left - ax), dx * (top - ay) - dy * (right - ax)
    return bool(min(one, two, three, four) > 0.0 or max(one, two, three, four) < 0.0)


@compiled
def insert(values: Floats, count: int, value: float) -> int:
    """Put a value where it belongs in a short sorted list; the new length."""
    place = count
    while place > 0 and values[place - 1] > value:
        values[place] = values[place - 1]
        place -= 1
    values[place] = value
    return count + 1


@compiled
def cuts_of_outline(
    corners: Floats, first: int, last: int, ax: float, ay: float, bx: float, by: float, cuts: Floats
) -> tuple[int, bool]:
    """Where a line meets an outline, as sorted shares of its length with 0 and 1; and whether it runs along an edge."""
    dx, dy = bx - ax, by - ay
    square = dx * dx + dy * dy
    cuts[0], cuts[1] = 0.0, 1.0
    count, along = 2, False
    before = last - 1
    one = dx * (corners[before, 1] - ay) - dy * (corners[before, 0] - ax)
    for i in range(first, last):
        two = dx * (corners[i, 1] - ay) - dy * (corners[i, 0] - ax)
        if one == 0.0 and two == 0.0:
            along = True
        if (one <= 0.0 <= two or two <= 0.0 <= one) and not (one == 0.0 and two == 0.0):
            share = one / (one - two)
            x = corners[before, 0] + share * (corners[i, 0] - corners[before, 0])
            y = corners[before, 1] + share * (corners[i, 1] - corners[before, 1])
            place = ((x - ax) * dx + (y - ay) * dy) / square
            if 0.0 < place < 1.0:
                count = insert(cuts, count, place)
        before, one = i, two
    return count, along


@compiled
def sides_inside(corners: Floats, first: int, last: int, x: float, y: float, dx: float, dy: float, along: bool) -> int:
    """On which sides of a line through a point the ground belongs to an outline; they differ only along its edge."""
    if not along:
        return BOTH if side_of_outline(corners, first, last, x, y) > 0 else 0
    sides = 0
    if side_of_outline(corners, first, last, x - dy * ASIDE, y + dx * ASIDE) > 0:
        sides |= LEFT
    if side_of_outline(corners, first, last, x + dy * ASIDE, y - dx * ASIDE) > 0:
        sides |= RIGHT
    return sides


@compiled
def spans_of_line(
    corners: Floats,
    first: Ints,
    boxes: Floats,
    ax: float,
    ay: float,
    bx: float,
    by: float,
    length: float,
    cuts: Floats,
    spans: Floats,
) -> int:
    """What a line runs through: rows of (from share, to share, outline, sides); how many."""
    count = 0
    dx, dy = (bx - ax) / length, (by - ay) / length
    for i in range(len(boxes)):
        if box_misses(boxes, i, ax, ay, bx, by):
            continue
        found, along = cuts_of_outline(corners, first[i], first[i + 1], ax, ay, bx, by, cuts)
        open_span = False
        for k in range(found - 1):
            start, end = cuts[k], cuts[k + 1]
            if (end - start) * length < NOISE:
                continue
            middle = (start + end) / 2
            x, y = ax + (bx - ax) * middle, ay + (by - ay) * middle
            sides = sides_inside(corners, first[i], first[i + 1], x, y, dx, dy, along)
            if sides == 0:
                open_span = False
            elif open_span and int(spans[count - 1, 3]) == sides:
                spans[count - 1, 1] = end
            else:
                spans[count, 0], spans[count, 1], spans[count, 2], spans[count, 3] = start, end, i, sides
                count += 1
                open_span = True
    return count
