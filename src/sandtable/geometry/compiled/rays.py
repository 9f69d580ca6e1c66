"""One straight line over the ground: what hides its ends from each other.

Levels, shadows and how far one sees into tall ground follow REV-8.22 to REV-8.29 and REV-G.24, with the numbers handed in. Ends are
put in a fixed order first, so that a line and its reverse are the same sum to the last bit (REV-8.21).
"""

from __future__ import annotations

from math import hypot
from typing import NamedTuple

import numpy as np

from sandtable.geometry.compiled.compiler import compiled, inlined, maker, part
from sandtable.geometry.compiled.ground import (
    BOTH,
    FLAG,
    LEFT,
    LEVEL,
    NOISE,
    RIGHT,
    Facts,
    Floats,
    Line,
    Outlines,
    insert,
    level_of_point,
    spans_of_line,
    tall_area_around,
)
from sandtable.geometry.compiled.rounding import compiled_whole

CLEAR, TALL, HILL, FRIEND = 0, 1, 2, 3
# Cause, feature, share of the line at which, tall ground gone through, so much of it as is outside the end's.
Look = tuple[int, int, float, float, float]


class Sight(NamedTuple):
    """How one sees: how far into tall ground in all, how near to a line friends may stand, and whether one sees through narrow tall ground
    at all (if not, any between the ends hides, neither end being in it).
    """

    into: int
    clearance: int
    through: bool


class Scratch(NamedTuple):
    """Working space for one line."""

    cuts: Floats
    spans: Floats
    pieces: Floats


@part
def in_shadow(near: float, length: float, above: int) -> bool:
    """Whether the lower end lies in the dead ground behind something: A / 2^(k-1) beyond its far side (REV-8.26)."""
    return bool(compiled_whole(length - near) * 2.0 ** (above - 1) <= compiled_whole(near))


@inlined
def pieces_of_line(features: Floats, spans: Floats, count: int, length: float, cuts: Floats, pieces: Floats) -> int:
    """The line in pieces on which nothing changes: rows of (to share, tall area or -1, level); how many."""
    cuts[0], cuts[1] = 0.0, 1.0
    marks = 2
    for i in range(count):
        marks = insert(cuts, marks, spans[i, 0])
        marks = insert(cuts, marks, spans[i, 1])
    found, start = 0, 0.0
    for k in range(1, marks):
        end = cuts[k]
        if (end - start) * length < NOISE:
            continue
        middle = (start + end) / 2
        start = end
        top_left, top_right, level_left, level_right = -1, -1, 0.0, 0.0
        for i in range(count):
            if not spans[i, 0] < middle < spans[i, 1]:
                continue
            feature, sides = int(spans[i, 2]), int(spans[i, 3])
            level = features[feature, LEVEL]
            if sides & LEFT:
                level_left = max(level_left, level)
                top_left = feature if level == 0.0 else top_left
            if sides & RIGHT:
                level_right = max(level_right, level)
                top_right = feature if level == 0.0 else top_right
        tall = top_left >= 0 and top_right >= 0 and features[top_left, FLAG] and features[top_right, FLAG]
        pieces[found, 0] = end
        pieces[found, 1] = max(top_left, top_right) if tall else -1
        pieces[found, 2] = min(level_left, level_right)
        found += 1
    return found


@inlined
def hidden_by_hill(
    features: Floats, spans: Floats, count: int, pieces: Floats, number: int, length: float, level_a: int, level_b: int
) -> tuple[int, float]:
    """The bare hill that hides, and where it does; -1 if none."""
    high, low = max(level_a, level_b), min(level_a, level_b)
    for i in range(count):
        start, end, hill = spans[i, 0], spans[i, 1], int(spans[i, 2])
        height = int(features[hill, LEVEL])
        if height <= low or int(spans[i, 3]) != BOTH or compiled_whole((end - start) * length) < 1:
            continue
        if height > high:
            return hill, (start + end) / 2
        # The higher end is on that hill when the ground stays as high all the way from it.
        own = True
        before = 0.0
        for k in range(number):
            if pieces[k, 2] < height and (before < end if level_a == high else pieces[k, 0] > start):
                own = False
            before = pieces[k, 0]
        if own and features[hill, FLAG]:
            continue
        if not own and height == high:
            return hill, (start + end) / 2
        far = end if level_a == high else 1.0 - start
        if in_shadow(far * length, length, max(1, high - height)):
            return hill, end if level_a == high else start
    return -1, 0.0


@inlined
def own_pieces(outlines: Outlines, pieces: Floats, number: int, x: float, y: float, from_end: bool) -> tuple[int, int]:
    """How many pieces from an end of a line on belong to the tall ground that it stands in, and which area that is; -1 if none."""
    area = tall_area_around(outlines, x, y)
    count = 0
    while area >= 0 and count < number and pieces[number - 1 - count if from_end else count, 1] >= 0:
        count += 1
    return count, area


@inlined
def where_too_deep(pieces: Floats, number: int, length: float, into: float, from_end: bool) -> tuple[int, float]:
    """The tall ground in which a line has gone through more of it than one sees into, and at which share of the line."""
    blocker, at = -1, 0.0
    for step in range(number):
        k = number - 1 - step if from_end else step
        if pieces[k, 1] < 0:
            continue
        begin = pieces[k - 1, 0] if k else 0.0
        run = (pieces[k, 0] - begin) * length
        blocker = int(pieces[k, 1])
        at = pieces[k, 0] - into / length if from_end else begin + into / length
        if run > into:
            break
        into -= run
    return blocker, at


@part
def look_along(outlines: Outlines, sight: Sight, told: Line, scratch: Scratch) -> Look:
    """Whether the ground lets the ends of a line see each other; friends are another matter."""
    features, through, pieces = outlines.features, sight.through, scratch.pieces
    swapped = told.end_x < told.start_x or (told.end_x == told.start_x and told.end_y < told.start_y)
    line = told
    if swapped:
        line = Line(told.end_x, told.end_y, told.start_x, told.start_y, told.end_level, told.start_level)
    ax, ay, bx, by, level_a, level_b = line
    length = hypot(bx - ax, by - ay)
    count = 0
    if length > 0.0:
        count = spans_of_line(outlines, line, length, scratch.cuts, scratch.spans)
    if count == 0:
        return CLEAR, -1, 0.0, 0.0, 0.0
    number = pieces_of_line(features, scratch.spans, count, length, scratch.cuts, pieces)
    cause = CLEAR
    blocker, at = hidden_by_hill(features, scratch.spans, count, pieces, number, length, level_a, level_b)
    if blocker >= 0:
        cause = HILL
    in_a, area_a, in_b, area_b = 0, -1, 0, -1
    for end_of_it in range(2):
        at_b = end_of_it == 1
        if pieces[number - 1 if at_b else 0, 1] < 0 and through:
            continue
        own, area = own_pieces(outlines, pieces, number, bx if at_b else ax, by if at_b else ay, at_b)
        if at_b:
            in_b, area_b = own, area
        else:
            in_a, area_a = own, area
    high, low = max(level_a, level_b), min(level_a, level_b)
    crossed, outside = 0.0, 0.0
    begin, end = 0.0, 0.0
    for k in range(number):
        area, height = int(pieces[k, 1]), int(pieces[k, 2])
        begin, end = end, pieces[k, 0]
        if area < 0 or height < low:
            pieces[k, 1] = -1
            continue
        if high > height and not (k >= number - in_b if level_a == high else k < in_a):
            pieces[k, 1] = -1  # looked over, not through
            far = end if level_a == high else 1.0 - begin
            if cause == CLEAR and in_shadow(far * length, length, high - height):
                cause, blocker, at = TALL, area, end if level_a == high else begin
            continue
        run = (end - begin) * length
        crossed += run
        if k < number - in_b if not swapped else k >= in_a:
            outside += run
        if cause == CLEAR and not through and area not in (area_a, area_b) and compiled_whole(run) >= 1:
            cause, blocker, at = TALL, area, (begin + end) / 2
    if cause == CLEAR and compiled_whole(crossed) > sight.into:
        cause = TALL
        blocker, at = where_too_deep(pieces, number, length, float(sight.into), swapped)
    return cause, blocker, 1.0 - at if swapped else at, crossed, outside


@maker
def room(corners: int) -> Scratch:
    """Working space for lines over ground with so many corners: a line meets every edge once, and runs along it with two ends."""
    most = 4 * corners + 8
    return Scratch(np.empty(most), np.empty((most, 4)), np.empty((most, 3)))


@compiled
def look_everywhere(outlines: Outlines, sight: Sight, eyes: Floats, marks: Floats) -> Facts:
    """Which eyes (rows) see which marks (columns)."""
    visible = np.empty((len(eyes), len(marks)), dtype=np.bool_)
    scratch = room(len(outlines.corners))
    levels = np.empty(len(marks), dtype=np.int64)
    for k in range(len(marks)):
        levels[k] = level_of_point(outlines, marks[k, 0], marks[k, 1])
    for i in range(len(eyes)):
        level = level_of_point(outlines, eyes[i, 0], eyes[i, 1])
        for k in range(len(marks)):
            line = Line(eyes[i, 0], eyes[i, 1], marks[k, 0], marks[k, 1], level, levels[k])
            visible[i, k] = look_along(outlines, sight, line, scratch)[0] == CLEAR
    return visible
