"""Areas and hills as arrays: what contains a point, what a straight line runs through."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from sandtable.geometry.compiled.compiler import part

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
Facts = NDArray[np.bool_]

LEVEL, FLAG, FIRST, LAST = 4, 5, 6, 7  # columns of features
LEFT, RIGHT, BOTH = 1, 2, 3
# Pieces of a line shorter than this (in thousandths) are arithmetic noise.
NOISE = 1e-6
# How far to look aside (in thousandths) from a line that runs along an edge: closer than any corner that is not on it.
ASIDE = 1e-3
# How often an outline is crossed cannot be said where a corner of it lies on the line.
TOUCHED = -1


class Outlines(NamedTuple):
    """Areas and hills. Later areas lie on top of earlier ones."""

    corners: Floats  # of all outlines, one after the other
    # A row for each outline: the rectangle around it, its level (0 for an area), a flag (of an area whether it is tall, of a hill whether
    # it is sloped), its first corner and the one after its last.
    features: Floats
    picked: Ints  # the numbers of the features to mind, in order


class Line(NamedTuple):
    """A straight line, and the level that each of its ends is on."""

    start_x: float
    start_y: float
    end_x: float
    end_y: float
    start_level: int
    end_level: int


@part
def side_of_outline(outlines: Outlines, i: int, x: float, y: float) -> int:
    """1 inside, 0 on the edge, -1 outside."""
    corners, features = outlines.corners, outlines.features
    if x < features[i, 0] or y < features[i, 1] or x > features[i, 2] or y > features[i, 3]:
        return -1
    side = -1
    first, last = int(features[i, FIRST]), int(features[i, LAST])
    ax, ay = corners[last - 1, 0], corners[last - 1, 1]
    for k in range(first, last):
        bx, by = corners[k, 0], corners[k, 1]
        crosses = (ay > y) != (by > y)
        if crosses or y in (ay, by):
            turn = (bx - ax) * (y - ay) - (by - ay) * (x - ax)
            if turn == 0.0 and (ax - x) * (bx - x) <= 0.0 and (ay - y) * (by - y) <= 0.0:
                return 0
            if crosses and (turn > 0.0) == (by > ay):
                side = -side
        ax, ay = bx, by
    return side


@part
def level_of_point(outlines: Outlines, x: float, y: float) -> int:
    """The highest hill that contains a point, its edge included."""
    features, picked = outlines.features, outlines.picked
    highest = 0
    for each in range(len(picked)):  # to go through the array itself would be to hold it, over and over
        i = picked[each]
        level = int(features[i, LEVEL])
        if level > highest and side_of_outline(outlines, i, x, y) >= 0:
            highest = level
    return highest


@part
def tall_area_around(outlines: Outlines, x: float, y: float) -> int:
    """The tall area that a point is well inside of, if that lies on top there; else -1."""
    features, picked = outlines.features, outlines.picked
    for each in range(len(picked) - 1, -1, -1):
        i = picked[each]
        if features[i, LEVEL] == 0.0 and side_of_outline(outlines, i, x, y) > 0:
            return i if features[i, FLAG] else -1
    return -1


@part
def insert(values: Floats, count: int, value: float) -> int:
    """Put a value where it belongs in a short sorted list; the new length."""
    place = count
    while place > 0 and values[place - 1] > value:
        values[place] = values[place - 1]
        place -= 1
    values[place] = value
    return count + 1


@part
def cuts_of_outline(outlines: Outlines, i: int, line: Line, cuts: Floats) -> tuple[int, bool, int]:
    """Where a line meets an outline, as sorted shares of its length between 0 and 1; whether it runs along an edge; and how often it would
    cross the outline from its end on, or TOUCHED.

    No places at all: the line stays clear of the rectangle around the outline.
    """
    corners, features = outlines.corners, outlines.features
    ax, ay, bx, by = line.start_x, line.start_y, line.end_x, line.end_y
    left, bottom, right, top = features[i, 0], features[i, 1], features[i, 2], features[i, 3]
    if (
        (ax < left and bx < left)
        or (ax > right and bx > right)
        or (ay < bottom and by < bottom)
        or (ay > top and by > top)
    ):
        return 0, False, TOUCHED
    dx, dy = bx - ax, by - ay
    # Which way the rectangle's corners lie from the line: the middle of it, give or take half its size.
    middle = dx * ((bottom + top) / 2 - ay) - dy * ((left + right) / 2 - ax)
    if abs(middle) > (abs(dx) * (top - bottom) + abs(dy) * (right - left)) / 2:
        return 0, False, TOUCHED
    square = dx * dx + dy * dy
    cuts[0], cuts[1] = 0.0, 1.0
    count, along, touched, beyond = 2, False, False, 0
    first, last = int(features[i, FIRST]), int(features[i, LAST])
    x, y = corners[last - 1, 0], corners[last - 1, 1]
    side = dx * (y - ay) - dy * (x - ax)
    for k in range(first, last):
        before_x, before_y, before = x, y, side
        x, y = corners[k, 0], corners[k, 1]
        side = dx * (y - ay) - dy * (x - ax)
        touched = touched or side == 0.0
        if side == 0.0 and before == 0.0:
            along = True
        elif side * before <= 0.0:
            share = before / (before - side)
            cut_x, cut_y = before_x + share * (x - before_x), before_y + share * (y - before_y)
            place = ((cut_x - ax) * dx + (cut_y - ay) * dy) / square
            if 0.0 < place < 1.0:
                count = insert(cuts, count, place)
            elif place >= 1.0:
                beyond += 1
    return count, along, TOUCHED if touched else beyond


@part
def sides_within(outlines: Outlines, i: int, line: Line, share: float, aside: float) -> int:
    """On which sides of a line an outline is at some share of it; ``aside``: how far to look, as a share, where it runs along an edge."""
    ax, ay, bx, by = line.start_x, line.start_y, line.end_x, line.end_y
    x, y = ax + (bx - ax) * share, ay + (by - ay) * share
    aside_x, aside_y = (ay - by) * aside, (bx - ax) * aside
    sides = LEFT if side_of_outline(outlines, i, x + aside_x, y + aside_y) > 0 else 0
    if aside == 0.0:
        return BOTH if sides else 0
    return sides | (RIGHT if side_of_outline(outlines, i, x - aside_x, y - aside_y) > 0 else 0)


@part
def spans_of_line(outlines: Outlines, line: Line, length: float, cuts: Floats, spans: Floats) -> int:
    """What a line runs through: rows of (from share, to share, feature, sides); how many.

    Along an edge the ground on one side of the line belongs to the outline and that on the other does not.
    """
    count = 0
    for each in range(len(outlines.picked)):
        i = outlines.picked[each]
        found, along, beyond = cuts_of_outline(outlines, i, line, cuts)
        open_span = False
        for k in range(1, found):
            start, end = cuts[k - 1], cuts[k]
            if (end - start) * length < NOISE:
                continue
            if beyond != TOUCHED:  # inside and outside by turns
                sides = BOTH if (beyond + found - 1 - k) % 2 else 0
            else:
                sides = sides_within(outlines, i, line, (start + end) / 2, ASIDE / length if along else 0.0)
            if sides and open_span and int(spans[count - 1, 3]) == sides:
                spans[count - 1, 1] = end
            elif sides:
                spans[count, 0], spans[count, 1], spans[count, 2], spans[count, 3] = start, end, i, sides
                count += 1
            open_span = sides != 0
    return count
