"""The shortest clear line between two units: the one between nearest points first, then lines between points of their edges, then,
where it matters how high the ground is, lines to points behind those edges as well.
"""

from __future__ import annotations

from math import ceil, hypot, inf
from typing import NamedTuple

import numpy as np

from sandtable.geometry.compiled.bases import Quads
from sandtable.geometry.compiled.candidates import (
    EDGE,
    STANDS,
    WITHIN,
    Body,
    X,
    Y,
    candidates,
    edge_gap_squared,
    faces,
    part_in_arc,
    point_in_arc,
    points_along,
    points_of_edges,
    way_on,
)
from sandtable.geometry.compiled.compiler import compiled, maker, part
from sandtable.geometry.compiled.friends import Prospect, look_past_friends
from sandtable.geometry.compiled.ground import (
    FIRST,
    LAST,
    LEVEL,
    NOISE,
    Facts,
    Floats,
    Ints,
    Line,
    Outlines,
    level_of_point,
)
from sandtable.geometry.compiled.polygons import Segment, nearest_of_segments
from sandtable.geometry.compiled.rays import CLEAR, Look, Sight, room
from sandtable.geometry.compiled.rounding import HALF, compiled_whole

# What a search found: what the line meets (see rays.Look; a friend's base in place of a feature), its start and its end, and how far
# it is between them before they were rounded. A length of infinity: there was no line to try.
Best = tuple[Look, tuple[float, float, float, float], float]
Near = tuple[float, float, float, float, float]  # how far two segments are apart, and the points where they are nearest

# The smallest step of the refinement: all ends of lines are whole thousandths.
HALF_A_THOUSANDTH = 0.5


class Wanted(NamedTuple):
    """Which line is searched for.

    ``arcs``: the starts are fronts, each with its direction in two more columns, and only what is inside their arcs counts. ``most``: no
    longer than that. ``step``: lines are tried between points so far apart. ``sharp``: the best of them is then drawn in as far as it goes.
    """

    arcs: bool
    most: float
    step: float
    sharp: bool


class Points(NamedTuple):
    """The points along some edges: a row of places with their numbers for each edge, and how many there are in each row."""

    places: Floats
    counts: Ints


@part
def shortest_between(
    prospect: Prospect, some: Points, i: int, others: Points, k: int, tried: Facts, best: Best, most: float
) -> Best:
    """The shortest clear line from a row of points to a row of others if it is shorter than the best so far, else that.

    No line is tried twice between points of the same numbers, if ``tried`` has room for them.
    """
    for one in range(some.counts[i]):
        sx, sy = some.places[i, one, 0], some.places[i, one, 1]
        level_s = level_of_point(prospect.outlines, sx, sy)
        for two in range(others.counts[k]):
            if len(tried):
                number, other = int(some.places[i, one, 2]), int(others.places[k, two, 2])
                if tried[number, other]:
                    continue
                tried[number, other] = True
            ex, ey = others.places[k, two, 0], others.places[k, two, 1]
            length = hypot(ex - sx, ey - sy)
            if compiled_whole(length) > most or (best[0][0] == CLEAR and length >= best[2]):
                continue
            level_e = level_of_point(prospect.outlines, ex, ey)
            found = look_past_friends(prospect, Line(sx, sy, ex, ey, level_s, level_e))
            if found[0] == CLEAR or best[2] == inf:
                best = (found, (sx, sy, ex, ey), length)
    return best


@part
def place_along(edge: Floats, along: float) -> tuple[float, float]:
    """The point of an edge so far along it, in whole thousandths."""
    length = hypot(edge[2] - edge[0], edge[3] - edge[1])
    share = min(1.0, along / length) if length > 0.0 else 0.0
    x, y = edge[0] + share * (edge[2] - edge[0]), edge[1] + share * (edge[3] - edge[1])
    return np.floor(x + HALF), np.floor(y + HALF)


@part
def drawn_in(prospect: Prospect, edges: Floats, best: Best, step: float) -> Best:
    """A clear line between points of two edges, its ends moved along them by less and less for as long as it stays clear and becomes
    shorter.
    """
    start, end = edges[0], edges[1]
    from_start, from_end = (
        hypot(best[1][0] - start[0], best[1][1] - start[1]),
        hypot(best[1][2] - end[0], best[1][3] - end[1]),
    )
    while step >= HALF_A_THOUSANDTH:
        at_start, at_end = from_start, from_end
        for move in range(9):
            along_start = max(0.0, at_start + (move // 3 - 1) * step)
            along_end = max(0.0, at_end + (move % 3 - 1) * step)
            sx, sy = place_along(start, along_start)
            ex, ey = place_along(end, along_end)
            length = hypot(ex - sx, ey - sy)
            if length >= best[2]:
                continue
            level_s = level_of_point(prospect.outlines, sx, sy)
            level_e = level_of_point(prospect.outlines, ex, ey)
            found = look_past_friends(prospect, Line(sx, sy, ex, ey, level_s, level_e))
            if found[0] == CLEAR:
                best = (found, (sx, sy, ex, ey), length)
                from_start, from_end = along_start, along_end
        if from_start == at_start and from_end == at_end:
            step /= 2
    return best


@part
def on_level_ground(outlines: Outlines) -> bool:
    """Whether there is no hill."""
    highest = 0.0
    for i in range(len(outlines.picked)):
        highest = max(highest, outlines.features[outlines.picked[i], LEVEL])
    return highest == 0.0


@part
def worth_looking_behind(candidate: Floats, lowest: float, other_level: float) -> bool:
    """Whether a point may be seen, or see, better than the points on the way to it.

    Further on it may be out of a shadow, as the lower end of a line; and it may be on higher ground than others of its unit.
    """
    return bool(candidate[WITHIN] == 0.0 or candidate[STANDS] > lowest or candidate[STANDS] < other_level)


@part
def lowest(some: Floats) -> float:
    """The lowest level that any of the candidates is on."""
    level = inf
    for i in range(len(some)):
        level = min(level, some[i, STANDS])
    return level


@part
def shortest_behind(
    prospect: Prospect, starts: Floats, some: Floats, others: Floats, arcs: bool, best: Best, most: float
) -> Best:
    """The shortest clear line from some candidates to others, one of them not of an edge, if it is shorter than the best so far."""
    low_start, low_end = lowest(some), lowest(others)
    for i in range(len(some)):
        sx, sy, level_s = some[i, X], some[i, Y], some[i, STANDS]
        for k in range(len(others)):
            level_e = others[k, STANDS]
            if some[i, WITHIN] == 0.0 and others[k, WITHIN] == 0.0:
                continue
            if not worth_looking_behind(some[i], low_start, level_e):
                continue
            if not worth_looking_behind(others[k], low_end, level_s):
                continue
            ex, ey = others[k, X], others[k, Y]
            length = hypot(ex - sx, ey - sy)
            if compiled_whole(length) > most or (best[0][0] == CLEAR and length >= best[2]):
                continue
            if arcs and not point_in_arc(starts, int(some[i, EDGE]), ex, ey):
                continue
            found = look_past_friends(prospect, Line(sx, sy, ex, ey, int(level_s), int(level_e)))
            if found[0] == CLEAR:
                best = (found, (sx, sy, ex, ey), length)
    return best


@maker
def nearest_of_edges(starts: Floats, ends: Floats, arcs: bool) -> Near:
    """Where some edges are nearest to what of the others is in their arcs; infinitely far where nothing is."""
    near = (inf, 0.0, 0.0, 0.0, 0.0)
    inside = np.empty(4)
    for i in range(len(starts)):
        for k in range(len(ends)):
            if edge_gap_squared(starts, i, ends, k) > near[0] * near[0] * (1.0 + NOISE):
                continue
            inside[0], inside[1], inside[2], inside[3] = ends[k, 0], ends[k, 1], ends[k, 2], ends[k, 3]
            if not arcs or part_in_arc(ends, k, starts, i, inside):
                start = Segment(starts[i, 0], starts[i, 1], starts[i, 2], starts[i, 3])
                near = nearest_of_segments(start, Segment(inside[0], inside[1], inside[2], inside[3]), near)
    return near


@maker
def near_outlines(outlines: Outlines, starts: Floats, ends: Floats, friends: Quads) -> Outlines:
    """The features that lines between the edges can meet, and those that friends near them stand on."""
    left, bottom, right, top = inf, inf, -inf, -inf
    for i in range(len(starts) + len(ends)):
        edges, k = (starts, i) if i < len(starts) else (ends, i - len(starts))
        left, right = min(left, edges[k, 0], edges[k, 2]), max(right, edges[k, 0], edges[k, 2])
        bottom, top = min(bottom, edges[k, 1], edges[k, 3]), max(top, edges[k, 1], edges[k, 3])
    for i in range(len(friends)):
        for k in range(4):
            left, right = min(left, friends[i, k, 0]), max(right, friends[i, k, 0])
            bottom, top = min(bottom, friends[i, k, 1]), max(top, friends[i, k, 1])
    features = outlines.features
    picked = np.empty(len(features), dtype=np.int64)
    count = 0
    for i in range(len(features)):
        if features[i, 0] <= right and features[i, 2] >= left and features[i, 1] <= top and features[i, 3] >= bottom:
            picked[count] = i
            count += 1
    return Outlines(outlines.corners, features, picked[:count])


@part
def corners_of(outlines: Outlines) -> int:
    """How many corners the features have that are picked."""
    count = 0
    for each in range(len(outlines.picked)):
        i = outlines.picked[each]
        count += int(outlines.features[i, LAST] - outlines.features[i, FIRST])
    return count


@maker
def room_for_points(edges: Floats, step: float) -> Points:
    """Room for the points along some edges, and for one more row."""
    longest = 0.0
    for i in range(len(edges)):
        longest = max(longest, hypot(edges[i, 2] - edges[i, 0], edges[i, 3] - edges[i, 1]))
    return Points(np.empty((len(edges) + 1, 2 + ceil(longest / step), 3)), np.ones(len(edges) + 1, dtype=np.int64))


@maker
def between_edges(
    prospect: Prospect, starts: Floats, ends: Floats, some: Points, others: Points, wanted: Wanted, best: Best
) -> tuple[Best, Floats]:
    """The shortest clear line between points of the edges, and the two edges it is between."""
    inside, between = np.empty(4), np.empty((2, 4))
    tried = np.zeros((0, 0), dtype=np.bool_)
    enough = wanted.most + 2 * wanted.step if wanted.sharp else wanted.most
    numbers = points_of_edges(starts, wanted.step, some.places, some.counts)
    other_numbers = points_of_edges(ends, wanted.step, others.places, others.counts)
    if not wanted.arcs:  # in arcs edges have other points for each start
        tried = np.zeros((numbers, other_numbers), dtype=np.bool_)
    for i in range(len(starts)):
        for k in range(len(ends)):
            inside[0], inside[1], inside[2], inside[3] = ends[k, 0], ends[k, 1], ends[k, 2], ends[k, 3]
            if not faces(ends, k, starts, i):
                continue
            if not (part_in_arc(ends, k, starts, i, inside) if wanted.arcs else faces(starts, i, ends, k)):
                continue
            if wanted.arcs:
                others.counts[k] = points_along(
                    inside[0], inside[1], inside[2], inside[3], wanted.step, others.places[k]
                )
            before = best[2] if best[0][0] == CLEAR else inf
            best = shortest_between(prospect, some, i, others, k, tried, best, enough)
            if best[0][0] == CLEAR and best[2] < before:
                for c in range(4):
                    between[0, c], between[1, c] = starts[i, c], inside[c]
    return best, between


@compiled
def search(outlines: Outlines, sight: Sight, friends: Quads, start: Body, end: Body, wanted: Wanted) -> Best:
    """The shortest clear line from one body to another; if none is clear, what blocks the nearest."""
    starts, ends, most, step = start.edges, end.edges, wanted.most, wanted.step
    near = nearest_of_edges(starts, ends, wanted.arcs)
    # Not as literals, for which numba would compile everything below once more.
    best = ((int(np.int64(CLEAR)), int(np.int64(-1)), 0.0, 0.0, 0.0), (near[1], near[2], near[3], near[4]), inf)
    if near[0] == inf or compiled_whole(near[0]) > most:
        return best[0], best[1], near[0]
    around = near_outlines(outlines, starts, ends, friends)
    prospect = Prospect(around, sight, friends, room(corners_of(around)))
    some, others = room_for_points(starts, step), room_for_points(ends, step)
    last, other_last = len(starts), len(ends)
    some.places[last, 0, 0], some.places[last, 0, 1] = np.floor(near[1] + HALF), np.floor(near[2] + HALF)
    others.places[other_last, 0, 0], others.places[other_last, 0, 1] = (
        np.floor(near[3] + HALF),
        np.floor(near[4] + HALF),
    )
    best = shortest_between(prospect, some, last, others, other_last, np.zeros((0, 0), dtype=np.bool_), best, inf)
    best = (best[0], best[1], near[0])
    if best[0][0] == CLEAR:
        return best
    nearest = best
    best, between = between_edges(prospect, starts, ends, some, others, wanted, best)
    if wanted.sharp and best[0][0] == CLEAR:
        best = drawn_in(prospect, between, best, step / 2)
        if compiled_whole(best[2]) > most:
            best = nearest
    if on_level_ground(around):
        return best
    return best_with_hills(prospect, start, end, wanted, best)


@maker
def best_with_hills(prospect: Prospect, start: Body, end: Body, wanted: Wanted, best: Best) -> Best:
    """The shortest clear line where points behind the edges count as well, or the best so far."""
    most, step = wanted.most, wanted.step
    some, others = candidates(prospect.outlines, start, step), candidates(prospect.outlines, end, step)
    enough = most + 2 * step if wanted.sharp else most
    behind = shortest_behind(prospect, start.edges, some, others, wanted.arcs, best, enough)
    if not wanted.sharp or (best[0][0] == CLEAR and behind[2] == best[2]) or behind[0][0] != CLEAR:
        return behind
    sx, sy, ex, ey = behind[1]
    between = np.empty((2, 4))
    way_on(start.bases, sx, sy, ex, ey, step, between[0])
    way_on(end.bases, ex, ey, sx, sy, step, between[1])
    behind = drawn_in(prospect, between, behind, step / 2)
    return best if compiled_whole(behind[2]) > most else behind
