"""The shortest clear line between two units: the one between nearest points first, then lines between points of their edges, then,
where it matters how high the ground is, lines to points behind those edges as well.
"""

from __future__ import annotations

from math import ceil, hypot, inf

import numpy as np

from sandtable.geometry.compiled.bases import Quads
from sandtable.geometry.compiled.candidates import (
    EDGE,
    STANDS,
    WITHIN,
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
from sandtable.geometry.compiled.compiler import compiled, part
from sandtable.geometry.compiled.friends import look_past_friends
from sandtable.geometry.compiled.ground import FIRST, LAST, LEVEL, NOISE, Facts, Floats, Ints, level_of_point
from sandtable.geometry.compiled.polygons import nearest_of_segments
from sandtable.geometry.compiled.rays import CLEAR, Look, room
from sandtable.geometry.compiled.rounding import HALF, compiled_whole

# What a search found: what the line meets (see rays.Look; a friend's base in place of a feature), its start and its end, and how far
# it is between them before they were rounded. A length of infinity: there was no line to try.
Found = tuple[Look, tuple[float, float, float, float], float]

# A line is drawn in by no less: all its ends are whole thousandths.
HALF_A_THOUSANDTH = 0.5


@part
def shortest_between(
    corners: Floats,
    features: Floats,
    picked: Ints,
    into: int,
    through: bool,
    clearance: int,
    friends: Quads,
    some: Floats,
    start: int,
    many: int,
    others: Floats,
    end: int,
    several: int,
    tried: Facts,
    best: Found,
    most: float,
    cuts: Floats,
    spans: Floats,
    pieces: Floats,
) -> Found:
    """The shortest clear line from a row of points to a row of others if it is shorter than the best so far, else that.

    No line is tried twice between points of the same numbers, if ``tried`` has room for them.
    """
    for i in range(many):
        sx, sy = some[start, i, 0], some[start, i, 1]
        level_s = level_of_point(corners, features, picked, sx, sy)
        for k in range(several):
            if len(tried):
                one, two = int(some[start, i, 2]), int(others[end, k, 2])
                if tried[one, two]:
                    continue
                tried[one, two] = True
            ex, ey = others[end, k, 0], others[end, k, 1]
            length = hypot(ex - sx, ey - sy)
            if compiled_whole(length) > most or (best[0][0] == CLEAR and length >= best[2]):
                continue
            level_e = level_of_point(corners, features, picked, ex, ey)
            found = look_past_friends(
                corners,
                features,
                picked,
                into,
                through,
                clearance,
                friends,
                sx,
                sy,
                ex,
                ey,
                level_s,
                level_e,
                cuts,
                spans,
                pieces,
            )
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
def drawn_in(
    corners: Floats,
    features: Floats,
    picked: Ints,
    into: int,
    through: bool,
    clearance: int,
    friends: Quads,
    edges: Floats,
    best: Found,
    step: float,
    cuts: Floats,
    spans: Floats,
    pieces: Floats,
) -> Found:
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
            level_s = level_of_point(corners, features, picked, sx, sy)
            level_e = level_of_point(corners, features, picked, ex, ey)
            found = look_past_friends(
                corners,
                features,
                picked,
                into,
                through,
                clearance,
                friends,
                sx,
                sy,
                ex,
                ey,
                level_s,
                level_e,
                cuts,
                spans,
                pieces,
            )
            if found[0] == CLEAR:
                best = (found, (sx, sy, ex, ey), length)
                from_start, from_end = along_start, along_end
        if from_start == at_start and from_end == at_end:
            step /= 2
    return best


@part
def on_level_ground(features: Floats, picked: Ints) -> bool:
    """Whether there is no hill."""
    highest = 0.0
    for i in range(len(picked)):
        highest = max(highest, features[picked[i], LEVEL])
    return highest == 0.0


@part
def worth_looking_behind(candidate: Floats, lowest: float, other_level: float) -> bool:
    """Whether a point may be seen, or see, better than the points on the way to it.

    Further on it may be out of a shadow, as the lower end of a line; and it may be on higher ground than others of its unit.
    """
    return bool(candidate[WITHIN] == 0.0 or candidate[STANDS] > lowest or candidate[STANDS] < other_level)


@part
def shortest_behind(
    corners: Floats,
    features: Floats,
    picked: Ints,
    into: int,
    through: bool,
    clearance: int,
    friends: Quads,
    starts: Floats,
    some: Floats,
    others: Floats,
    arcs: bool,
    best: Found,
    most: float,
    cuts: Floats,
    spans: Floats,
    pieces: Floats,
) -> Found:
    """The shortest clear line from some candidates to others, one of them not of an edge, if it is shorter than the best so far."""
    low_start, low_end = some[:, STANDS].min(), others[:, STANDS].min()
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
            found = look_past_friends(
                corners,
                features,
                picked,
                into,
                through,
                clearance,
                friends,
                sx,
                sy,
                ex,
                ey,
                int(level_s),
                int(level_e),
                cuts,
                spans,
                pieces,
            )
            if found[0] == CLEAR:
                best = (found, (sx, sy, ex, ey), length)
    return best


@compiled
def search(
    corners: Floats,
    features: Floats,
    into: int,
    through: bool,
    clearance: int,
    friends: Quads,
    starts: Floats,
    ends: Floats,
    start_bases: Quads,
    end_bases: Quads,
    arcs: bool,
    most: float,
    step: float,
    sharp: bool,
) -> Found:
    """The shortest clear line from some edges to others, no longer than the most; if none is clear, what blocks the nearest.

    ``arcs``: the starts are fronts, each with its direction in two more columns, and only what is inside their arcs counts.
    The bases are those behind the edges that may look or be looked at as well; they matter where there are hills.
    ``sharp``: the best line between points a step apart is then drawn in as far as it goes.
    """
    near = (inf, 0.0, 0.0, 0.0, 0.0)
    inside = np.empty(4)
    left, bottom, right, top, longest = inf, inf, -inf, -inf, 0.0
    for i in range(len(starts) + len(ends)):
        edges, k = (starts, i) if i < len(starts) else (ends, i - len(starts))
        left, right = min(left, edges[k, 0], edges[k, 2]), max(right, edges[k, 0], edges[k, 2])
        bottom, top = min(bottom, edges[k, 1], edges[k, 3]), max(top, edges[k, 1], edges[k, 3])
        longest = max(longest, hypot(edges[k, 2] - edges[k, 0], edges[k, 3] - edges[k, 1]))
    for i in range(len(friends)):  # what they stand on matters too
        for k in range(4):
            left, right = min(left, friends[i, k, 0]), max(right, friends[i, k, 0])
            bottom, top = min(bottom, friends[i, k, 1]), max(top, friends[i, k, 1])
    for i in range(len(starts)):
        for k in range(len(ends)):
            if edge_gap_squared(starts, i, ends, k) > near[0] * near[0] * (1.0 + NOISE):
                continue
            inside[0], inside[1], inside[2], inside[3] = ends[k, 0], ends[k, 1], ends[k, 2], ends[k, 3]
            if not arcs or part_in_arc(ends, k, starts, i, inside):
                near = nearest_of_segments(
                    starts[i, 0],
                    starts[i, 1],
                    starts[i, 2],
                    starts[i, 3],
                    inside[0],
                    inside[1],
                    inside[2],
                    inside[3],
                    near,
                )
    # Not as literals, for which numba would compile everything below once more.
    best = ((int(np.int64(CLEAR)), int(np.int64(-1)), 0.0, 0.0, 0.0), (near[1], near[2], near[3], near[4]), inf)
    if near[0] == inf or compiled_whole(near[0]) > most:
        return best[0], best[1], near[0]
    picked = np.empty(len(features), dtype=np.int64)
    count, crossed = 0, 0
    for i in range(len(features)):
        if features[i, 0] <= right and features[i, 2] >= left and features[i, 1] <= top and features[i, 3] >= bottom:
            picked[count] = i
            count, crossed = count + 1, crossed + int(features[i, LAST] - features[i, FIRST])
    picked = picked[:count]
    cuts, spans, pieces = room(crossed)
    size = 2 + ceil(longest / step)
    some, others = np.empty((len(starts) + 1, size, 3)), np.empty((len(ends) + 1, size, 3))
    counts, other_counts = np.empty(len(starts), dtype=np.int64), np.empty(len(ends), dtype=np.int64)
    tried = np.zeros((0, 0), dtype=np.bool_)
    some[-1, 0, 0], some[-1, 0, 1] = np.floor(near[1] + HALF), np.floor(near[2] + HALF)
    others[-1, 0, 0], others[-1, 0, 1] = np.floor(near[3] + HALF), np.floor(near[4] + HALF)
    best = shortest_between(
        corners,
        features,
        picked,
        into,
        through,
        clearance,
        friends,
        some,
        len(starts),
        1,
        others,
        len(ends),
        1,
        tried,
        best,
        inf,
        cuts,
        spans,
        pieces,
    )
    best = (best[0], best[1], near[0])
    if best[0][0] == CLEAR:
        return best
    nearest = best
    between = np.empty((2, 4))
    enough = most + 2 * step if sharp else most
    numbers = points_of_edges(starts, step, some, counts)
    other_numbers = points_of_edges(ends, step, others, other_counts)
    if not arcs:  # in arcs edges have other points for each start
        tried = np.zeros((numbers, other_numbers), dtype=np.bool_)
    for i in range(len(starts)):
        for k in range(len(ends)):
            inside[0], inside[1], inside[2], inside[3] = ends[k, 0], ends[k, 1], ends[k, 2], ends[k, 3]
            if not faces(ends, k, starts, i):
                continue
            if not (part_in_arc(ends, k, starts, i, inside) if arcs else faces(starts, i, ends, k)):
                continue
            if arcs:
                other_counts[k] = points_along(inside[0], inside[1], inside[2], inside[3], step, others[k])
            before = best[2] if best[0][0] == CLEAR else inf
            best = shortest_between(
                corners,
                features,
                picked,
                into,
                through,
                clearance,
                friends,
                some,
                i,
                counts[i],
                others,
                k,
                other_counts[k],
                tried,
                best,
                enough,
                cuts,
                spans,
                pieces,
            )
            if best[0][0] == CLEAR and best[2] < before:
                for c in range(4):
                    between[0, c], between[1, c] = starts[i, c], inside[c]
    if sharp and best[0][0] == CLEAR:
        best = drawn_in(
            corners,
            features,
            picked,
            into,
            through,
            clearance,
            friends,
            between,
            best,
            step / 2,
            cuts,
            spans,
            pieces,
        )
        if compiled_whole(best[2]) > most:
            best = nearest
    if on_level_ground(features, picked):
        return best
    every_start = candidates(corners, features, picked, starts, start_bases, step)
    every_end = candidates(corners, features, picked, ends, end_bases, step)
    behind = shortest_behind(
        corners,
        features,
        picked,
        into,
        through,
        clearance,
        friends,
        starts,
        every_start,
        every_end,
        arcs,
        best,
        enough,
        cuts,
        spans,
        pieces,
    )
    if not sharp or (best[0][0] == CLEAR and behind[2] == best[2]) or behind[0][0] != CLEAR:
        return behind
    sx, sy, ex, ey = behind[1]
    way_on(start_bases, sx, sy, ex, ey, step, between[0])
    way_on(end_bases, ex, ey, sx, sy, step, between[1])
    behind = drawn_in(
        corners,
        features,
        picked,
        into,
        through,
        clearance,
        friends,
        between,
        behind,
        step / 2,
        cuts,
        spans,
        pieces,
    )
    return best if compiled_whole(behind[2]) > most else behind
