"""One straight line over the ground: what hides its ends from each other.

Levels, shadows and how far one sees into tall ground follow REV-8.22 to REV-8.29 and REV-G.24, with the numbers handed in. Ends are
put in a fixed order first, so that a line and its reverse are the same sum to the last bit (REV-8.21).
"""

from __future__ import annotations

from math import hypot
from typing import NamedTuple

import numpy as np

from sandtable.geometry.compiled.compiler import compiled, part
from sandtable.geometry.compiled.ground import (
    BOTH,
    FLAG,
    LEFT,
    LEVEL,
    NOISE,
    RIGHT,
    Floats,
    Ints,
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


@part
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


@part
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


@part
def look_along(outlines: Outlines, sight: Sight, told: Line, scratch: Scratch) -> Look:
    """Whether the ground lets the ends of a line see each other; friends are another matter."""
    features, into, through = outlines.features, sight.into, sight.through
    cuts, spans, pieces = scratch.cuts, scratch.spans, scratch.pieces
    sx, sy, ex, ey, level_s, level_e = told
    swapped = ex < sx or (ex == sx and ey < sy)
    line = Line(ex, ey, sx, sy, level_e, level_s) if swapped else told
    ax, ay, bx, by, level_a, level_b = line
    length = hypot(bx - ax, by - ay)
    count = 0
    if length > 0.0:
        count = spans_of_line(outlines, line, length, cuts, spans)
    if count == 0:
        return CLEAR, -1, 0.0, 0.0, 0.0
    number = pieces_of_line(features, spans, count, length, cuts, pieces)
    cause = CLEAR
    blocker, at = hidden_by_hill(features, spans, count, pieces, number, length, level_a, level_b)
    if blocker >= 0:
        cause = HILL
    # How many pieces at either end belong to the tall ground that this end stands in.
    in_a, in_b = 0, 0
    area_a, area_b = -1, -1
    if pieces[0, 1] >= 0 or not through:
        area_a = tall_area_around(outlines, ax, ay)
        while area_a >= 0 and in_a < number and pieces[in_a, 1] >= 0:
            in_a += 1
    if pieces[number - 1, 1] >= 0 or not through:
        area_b = tall_area_around(outlines, bx, by)
        while area_b >= 0 and in_b < number and pieces[number - 1 - in_b, 1] >= 0:
            in_b += 1
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
    if cause == CLEAR and compiled_whole(crossed) > into:
        # Where it is too much, as seen from the start.
        cause = TALL
        left = float(into)
        for step in range(number):
            k = number - 1 - step if swapped else step
            if pieces[k, 1] < 0:
                continue
            begin = pieces[k - 1, 0] if k else 0.0
            run = (pieces[k, 0] - begin) * length
            blocker = int(pieces[k, 1])
            at = pieces[k, 0] - left / length if swapped else begin + left / length
            if run > left:
                break
            left -= run
    return cause, blocker, 1.0 - at if swapped else at, crossed, outside


@part
def room(corners: int) -> Scratch:
    """Working space for lines over ground with so many corners: a line meets every edge once, and runs along it with two ends."""
    most = 4 * corners + 8
    return Scratch(np.empty(most), np.empty((most, 4)), np.empty((most, 3)))


@compiled
def look_everywhere(outlines: Outlines, sight: Sight, eyes: Floats, marks: Floats) -> tuple[Ints, Ints]:
    """From every eye to every mark: the cause that hides (0: none), and how much tall ground is gone through."""
    causes = np.empty((len(eyes), len(marks)), dtype=np.int64)
    crossed = np.empty((len(eyes), len(marks)), dtype=np.int64)
    scratch = room(len(outlines.corners))
    levels = np.empty(len(marks), dtype=np.int64)
    for k in range(len(marks)):
        levels[k] = level_of_point(outlines, marks[k, 0], marks[k, 1])
    for i in range(len(eyes)):
        level = level_of_point(outlines, eyes[i, 0], eyes[i, 1])
        for k in range(len(marks)):
            line = Line(eyes[i, 0], eyes[i, 1], marks[k, 0], marks[k, 1], level, levels[k])
            found = look_along(outlines, sight, line, scratch)
            causes[i, k] = found[0]
            crossed[i, k] = compiled_whole(found[3])
    return causes, crossed
