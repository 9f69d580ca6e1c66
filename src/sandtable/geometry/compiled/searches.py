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
    faces,
    part_in_arc,
    point_in_arc,
    points_along,
)
from sandtable.geometry.compiled.compiler import compiled, part
from sandtable.geometry.compiled.ground import LEVEL, Floats, Ints, level_of_point
from sandtable.geometry.compiled.polygons import Nearest
from sandtable.geometry.compiled.rays import CLEAR, FRIEND, Look, in_shadow, look_along, room
from sandtable.geometry.compiled.rounding import compiled_whole

# What a search found: what the line meets (see rays.Look; a friend's base in place of a feature), its start and its end, and how far
# it is between them before they were rounded. A length of infinity: there was no line to try.
Found = tuple[Look, tuple[float, float, float, float], float]


@part
def nearest_of_segments(
    ax: float, ay: float, bx: float, by: float, cx: float, cy: float, dx: float, dy: float, best: Nearest
) -> Nearest:
    """The nearest points of two segments, if they are nearer than the best so far."""
    px, py, qx, qy = bx - ax, by - ay, dx - cx, dy - cy
    across = px * qy - py * qx
    if across != 0.0:
        share = ((cx - ax) * qy - (cy - ay) * qx) / across
        other = ((cx - ax) * py - (cy - ay) * px) / across
        if 0.0 <= share <= 1.0 and 0.0 <= other <= 1.0:
            x, y = ax + share * px, ay + share * py
            return 0.0, x, y, x, y
    for end in range(4):  # each end against the other segment
        first = end in (0, 1)
        x, y = ((ax, ay), (bx, by), (cx, cy), (dx, dy))[end]
        from_x, from_y, way_x, way_y = (cx, cy, qx, qy) if first else (ax, ay, px, py)
        square = way_x * way_x + way_y * way_y
        share = ((x - from_x) * way_x + (y - from_y) * way_y) / square if square > 0.0 else 0.0
        share = min(1.0, max(0.0, share))
        near_x, near_y = from_x + share * way_x, from_y + share * way_y
        far = hypot(x - near_x, y - near_y)
        if far < best[0]:
            best = (far, x, y, near_x, near_y) if first else (far, near_x, near_y, x, y)
    return best


@part
def far_side(quad: Floats, x: float, y: float, dx: float, dy: float, clearance: float) -> float:
    """How far along a line the part of a base reaches that is within the clearance of it."""
    most = 0.0
    along, aside = 0.0, 0.0
    for i in range(5):
        along_before, aside_before = along, aside
        from_x, from_y = quad[i % 4, 0] - x, quad[i % 4, 1] - y
        along, aside = from_x * dx + from_y * dy, from_y * dx - from_x * dy
        if abs(aside) <= clearance:
            most = max(most, along)
        for side in range(-1, 2, 2):
            edge = side * clearance
            if i and (aside < edge) != (aside_before < edge):
                most = max(most, along + (edge - aside) / (aside_before - aside) * (along_before - along))
    return most


@part
def friend_in_the_way(
    corners: Floats,
    features: Floats,
    picked: Ints,
    friends: Quads,
    clearance: int,
    sx: float,
    sy: float,
    ex: float,
    ey: float,
    level_s: int,
    level_e: int,
) -> tuple[int, float]:
    """The base of a friend that stands too near to a line (REV-6.14, REV-8.40), and at which share of it; -1 if none does.

    A friend that is wholly beside or behind the start is not in the way. It is looked over by the rule of shadows, from the level
    it stands on (REV-G.24g).
    """
    length = hypot(ex - sx, ey - sy)
    if length == 0.0:
        return -1, 0.0
    dx, dy = (ex - sx) / length, (ey - sy) / length
    high, low = max(level_s, level_e), min(level_s, level_e)
    for i in range(len(friends)):
        quad = friends[i]
        ahead, back, right, left = -inf, inf, -inf, inf
        for k in range(4):
            along = (quad[k, 0] - sx) * dx + (quad[k, 1] - sy) * dy
            aside = (quad[k, 0] - sx) * dy - (quad[k, 1] - sy) * dx
            ahead, back = max(ahead, along), min(back, along)
            right, left = max(right, aside), min(left, aside)
        if compiled_whole(ahead) < 1 or back > length + clearance or left > clearance or right < -clearance:
            continue
        near = (inf, 0.0, 0.0, 0.0, 0.0)
        for k in range(4):
            h = k - 1 if k else 3
            near = nearest_of_segments(sx, sy, ex, ey, quad[h, 0], quad[h, 1], quad[k, 0], quad[k, 1], near)
        if compiled_whole(near[0]) >= clearance:
            continue
        middle_x, middle_y = (quad[0, 0] + quad[2, 0]) / 2, (quad[0, 1] + quad[2, 1]) / 2
        stands = level_of_point(corners, features, picked, middle_x, middle_y)
        if stands < low:
            continue
        if stands < high:
            from_x, from_y, way = (sx, sy, 1.0) if level_s == high else (ex, ey, -1.0)
            far = far_side(quad, from_x, from_y, way * dx, way * dy, float(clearance))
            if not in_shadow(min(far, length), length, high - stands):
                continue
        return i, ((near[1] - sx) * dx + (near[2] - sy) * dy) / length
    return -1, 0.0


@part
def look_past_friends(
    corners: Floats,
    features: Floats,
    picked: Ints,
    into: int,
    through: bool,
    clearance: int,
    friends: Quads,
    sx: float,
    sy: float,
    ex: float,
    ey: float,
    level_s: int,
    level_e: int,
    cuts: Floats,
    spans: Floats,
    pieces: Floats,
) -> Look:
    """Whether the ground and friends let the ends of a line see each other."""
    found = look_along(corners, features, picked, into, through, sx, sy, ex, ey, level_s, level_e, cuts, spans, pieces)
    if found[0] == CLEAR and len(friends):
        base, share = friend_in_the_way(corners, features, picked, friends, clearance, sx, sy, ex, ey, level_s, level_e)
        if base >= 0:
            found = (FRIEND, base, share, found[3], found[4])
    return found


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
    many: int,
    others: Floats,
    several: int,
    best: Found,
    most: float,
    cuts: Floats,
    spans: Floats,
    pieces: Floats,
) -> Found:
    """The shortest clear line from some points to others if it is shorter than the best so far, else that."""
    for i in range(many):
        sx, sy = some[i, 0], some[i, 1]
        level_s = level_of_point(corners, features, picked, sx, sy)
        for k in range(several):
            ex, ey = others[k, 0], others[k, 1]
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
def on_level_ground(features: Floats, picked: Ints) -> bool:
    """Whether there is no hill."""
    highest = 0.0
    for i in picked:
        highest = max(highest, features[i, LEVEL])
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
) -> Found:
    """The shortest clear line from some edges to others, no longer than the most; if none is clear, what blocks the nearest.

    ``arcs``: the starts are fronts, each with its direction in two more columns, and only what is inside their arcs counts.
    The bases are those behind the edges that may look or be looked at as well; they matter where there are hills.
    """
    near = (inf, 0.0, 0.0, 0.0, 0.0)
    inside = np.empty(4)
    left, bottom, right, top, longest = inf, inf, -inf, -inf, 0.0
    for i in range(len(starts) + len(ends)):
        edge = starts[i] if i < len(starts) else ends[i - len(starts)]
        left, right = min(left, edge[0], edge[2]), max(right, edge[0], edge[2])
        bottom, top = min(bottom, edge[1], edge[3]), max(top, edge[1], edge[3])
        longest = max(longest, hypot(edge[2] - edge[0], edge[3] - edge[1]))
    for i in range(len(friends)):  # what they stand on matters too
        for k in range(4):
            left, right = min(left, friends[i, k, 0]), max(right, friends[i, k, 0])
            bottom, top = min(bottom, friends[i, k, 1]), max(top, friends[i, k, 1])
    for i in range(len(starts)):
        for k in range(len(ends)):
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
    count = 0
    for i in range(len(features)):
        if features[i, 0] <= right and features[i, 2] >= left and features[i, 1] <= top and features[i, 3] >= bottom:
            picked[count] = i
            count += 1
    picked = picked[:count]
    cuts, spans, pieces = room(corners)
    size = 2 + ceil(longest / step)
    some, others = np.empty((size, 2)), np.empty((size, 2))
    many = points_along(near[1], near[2], near[1], near[2], step, some)
    several = points_along(near[3], near[4], near[3], near[4], step, others)
    best = shortest_between(
        corners,
        features,
        picked,
        into,
        through,
        clearance,
        friends,
        some,
        many,
        others,
        several,
        best,
        inf,
        cuts,
        spans,
        pieces,
    )
    best = (best[0], best[1], near[0])
    if best[0][0] == CLEAR:
        return best
    for i in range(len(starts)):
        many = points_along(starts[i, 0], starts[i, 1], starts[i, 2], starts[i, 3], step, some)
        for k in range(len(ends)):
            inside[0], inside[1], inside[2], inside[3] = ends[k, 0], ends[k, 1], ends[k, 2], ends[k, 3]
            if not faces(ends, k, starts[i]):
                continue
            if not (part_in_arc(ends, k, starts, i, inside) if arcs else faces(starts, i, ends[k])):
                continue
            several = points_along(inside[0], inside[1], inside[2], inside[3], step, others)
            best = shortest_between(
                corners,
                features,
                picked,
                into,
                through,
                clearance,
                friends,
                some,
                many,
                others,
                several,
                best,
                most,
                cuts,
                spans,
                pieces,
            )
    if on_level_ground(features, picked):
        return best
    every_start = candidates(corners, features, picked, starts, start_bases, step)
    every_end = candidates(corners, features, picked, ends, end_bases, step)
    return shortest_behind(
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
        most,
        cuts,
        spans,
        pieces,
    )
