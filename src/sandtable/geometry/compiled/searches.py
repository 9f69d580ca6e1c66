"""The shortest clear line between two units: the one between nearest points first, then lines between points of their edges.

Edges are rows of (x, y, x, y), clockwise around what they belong to, so that the left side of an edge is outside.
"""

from __future__ import annotations

from math import ceil, hypot, inf

import numpy as np

from sandtable.geometry.compiled.bases import Boxes, Quads, boxes_of
from sandtable.geometry.compiled.compiler import compiled
from sandtable.geometry.compiled.ground import Floats, Ints, level_of_point
from sandtable.geometry.compiled.polygons import Nearest, nearest_of_polygons
from sandtable.geometry.compiled.rays import CLEAR, FRIEND, Look, in_shadow, look_along, room
from sandtable.geometry.compiled.rounding import HALF, compiled_whole

# What a search found: what the line meets (see rays.Look; a friend's base in place of an outline), its start and its end, and how far
# it is between them before they were rounded. A length of infinity: there was no line to try.
Found = tuple[Look, tuple[float, float, float, float], float]


@compiled
def far_side(quad: Floats, x: float, y: float, dx: float, dy: float, clearance: float) -> float:
    """How far along a line the part of a base reaches that is within the clearance of it."""
    most = 0.0
    before = len(quad) - 1
    for i in range(len(quad)):
        along, aside = (quad[i, 0] - x) * dx + (quad[i, 1] - y) * dy, (quad[i, 1] - y) * dx - (quad[i, 0] - x) * dy
        if abs(aside) <= clearance:
            most = max(most, along)
        along_before = (quad[before, 0] - x) * dx + (quad[before, 1] - y) * dy
        aside_before = (quad[before, 1] - y) * dx - (quad[before, 0] - x) * dy
        for edge in (-clearance, clearance):
            if (aside < edge) != (aside_before < edge):
                most = max(most, along + (edge - aside) / (aside_before - aside) * (along_before - along))
        before = i
    return most


@compiled
def friend_in_the_way(
    corners: Floats,
    first: Ints,
    boxes: Floats,
    level: Ints,
    friends: Quads,
    friend_boxes: Boxes,
    clearance: int,
    sx: float,
    sy: float,
    ex: float,
    ey: float,
    level_s: int,
    level_e: int,
    line: Floats,
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
    line[0, 0], line[0, 1], line[1, 0], line[1, 1] = sx, sy, ex, ey
    left, right = min(sx, ex) - clearance, max(sx, ex) + clearance
    bottom, top = min(sy, ey) - clearance, max(sy, ey) + clearance
    for i in range(len(friends)):
        if (
            friend_boxes[i, 0] > right
            or friend_boxes[i, 2] < left
            or friend_boxes[i, 1] > top
            or friend_boxes[i, 3] < bottom
        ):
            continue
        ahead, x, y = -inf, 0.0, 0.0
        for k in range(4):
            ahead = max(ahead, (friends[i, k, 0] - sx) * dx + (friends[i, k, 1] - sy) * dy)
            x, y = x + friends[i, k, 0] / 4, y + friends[i, k, 1] / 4
        if compiled_whole(ahead) < 1:
            continue
        near = nearest_of_polygons(line, friends[i])
        if compiled_whole(near[0]) >= clearance:
            continue
        stands = level_of_point(corners, first, boxes, level, x, y)
        if stands < low:
            continue
        if stands < high:
            if level_s == high:
                far = far_side(friends[i], sx, sy, dx, dy, float(clearance))
            else:
                far = far_side(friends[i], ex, ey, -dx, -dy, float(clearance))
            if not in_shadow(min(far, length), length, high - stands):
                continue
        return i, ((near[1] - sx) * dx + (near[2] - sy) * dy) / length
    return -1, 0.0


@compiled
def part_in_arc(ends: Floats, k: int, starts: Floats, i: int, part: Floats) -> bool:
    """The part of an edge inside the arc that opens from another at 45 degrees; whether there is any."""
    x, y, dx, dy = ends[k, 0], ends[k, 1], ends[k, 2] - ends[k, 0], ends[k, 3] - ends[k, 1]
    forward_x, forward_y = starts[i, 4], starts[i, 5]
    begin, end = 0.0, 1.0
    for side in (-1, 0, 1):  # what is left of the arc's left edge, behind the front, right of its right edge
        from_x, from_y = (starts[i, 2], starts[i, 3]) if side > 0 else (starts[i, 0], starts[i, 1])
        a, b = forward_x - side * forward_y, forward_y + side * forward_x
        here, change = a * (x - from_x) + b * (y - from_y), a * dx + b * dy
        there = here + change
        if here <= -HALF and there <= -HALF:
            return False
        if here < 0.0 and there > here:
            begin = max(begin, min(1.0, -here / change))
        elif there < 0.0 and here > there:
            end = min(end, max(0.0, -here / change))
    if begin > end:
        return False
    part[0, 0], part[0, 1], part[1, 0], part[1, 1] = x + begin * dx, y + begin * dy, x + end * dx, y + end * dy
    return True


@compiled
def faces(edges: Floats, i: int, other: Floats) -> bool:
    """Whether an edge turns its outside to any part of another; a point turns to everything."""
    x, y, dx, dy = edges[i, 0], edges[i, 1], edges[i, 2] - edges[i, 0], edges[i, 3] - edges[i, 1]
    if dx == 0.0 and dy == 0.0:
        return True
    return bool(max(dx * (other[1] - y) - dy * (other[0] - x), dx * (other[3] - y) - dy * (other[2] - x)) > 0.0)


@compiled
def nearest_edges(starts: Floats, ends: Floats, arcs: bool) -> Nearest:
    """The nearest points of two sets of edges, counting only what is inside the starts' arcs if they have any."""
    best = (inf, 0.0, 0.0, 0.0, 0.0)
    one, two = np.empty((2, 2)), np.empty((2, 2))
    for i in range(len(starts)):
        one[0, 0], one[0, 1], one[1, 0], one[1, 1] = starts[i, 0], starts[i, 1], starts[i, 2], starts[i, 3]
        for k in range(len(ends)):
            two[0, 0], two[0, 1], two[1, 0], two[1, 1] = ends[k, 0], ends[k, 1], ends[k, 2], ends[k, 3]
            if arcs and not part_in_arc(ends, k, starts, i, two):
                continue
            found = nearest_of_polygons(one, two)
            if found[0] < best[0]:
                best = found
    return best


@compiled
def points_along(ax: float, ay: float, bx: float, by: float, step: float, points: Floats, count: int) -> int:
    """The ends of an edge and points between them no further apart than a step, in whole thousandths; how many there are now."""
    parts = max(1, ceil(hypot(bx - ax, by - ay) / step))
    for i in range(parts + 1):
        points[count, 0] = np.floor(ax + (bx - ax) * i / parts + HALF)
        points[count, 1] = np.floor(ay + (by - ay) * i / parts + HALF)
        count += 1
    return count


@compiled
def room_for_points(edges: Floats, step: float) -> int:
    """How many points the longest edge has."""
    most = 0
    for i in range(len(edges)):
        most = max(most, 2 + ceil(hypot(edges[i, 2] - edges[i, 0], edges[i, 3] - edges[i, 1]) / step))
    return most


@compiled
def outlines_within(
    corners: Floats, first: Ints, boxes: Floats, level: Ints, flag: Ints, starts: Floats, ends: Floats
) -> tuple[Floats, Ints, Floats, Ints, Ints, Ints]:
    """The outlines that lines between some edges and others can meet, and which ones they were."""
    left, bottom, right, top = inf, inf, -inf, -inf
    for edges in (starts, ends):
        for i in range(len(edges)):
            left, right = min(left, edges[i, 0], edges[i, 2]), max(right, edges[i, 0], edges[i, 2])
            bottom, top = min(bottom, edges[i, 1], edges[i, 3]), max(top, edges[i, 1], edges[i, 3])
    origin = np.empty(len(level), dtype=np.int64)
    near_first = np.zeros(len(level) + 1, dtype=np.int64)
    near_corners, near_boxes = np.empty_like(corners), np.empty_like(boxes)
    near_level, near_flag = np.empty_like(level), np.empty_like(flag)
    count, size = 0, 0
    for i in range(len(level)):
        if boxes[i, 0] > right or boxes[i, 2] < left or boxes[i, 1] > top or boxes[i, 3] < bottom:
            continue
        for k in range(first[i], first[i + 1]):
            near_corners[size, 0], near_corners[size, 1] = corners[k, 0], corners[k, 1]
            size += 1
        for k in range(4):
            near_boxes[count, k] = boxes[i, k]
        near_level[count], near_flag[count], origin[count] = level[i], flag[i], i
        count += 1
        near_first[count] = size
    return (
        near_corners[:size],
        near_first[: count + 1],
        near_boxes[:count],
        near_level[:count],
        near_flag[:count],
        origin[:count],
    )


@compiled
def meet(
    corners: Floats,
    first: Ints,
    boxes: Floats,
    level: Ints,
    flag: Ints,
    into: int,
    through: bool,
    clearance: int,
    friends: Quads,
    friend_boxes: Boxes,
    sx: float,
    sy: float,
    ex: float,
    ey: float,
    level_s: int,
    level_e: int,
    cuts: Floats,
    spans: Floats,
    pieces: Floats,
    line: Floats,
) -> Look:
    """What a line meets, ground and friends."""
    found = look_along(
        corners, first, boxes, level, flag, into, through, sx, sy, ex, ey, level_s, level_e, cuts, spans, pieces
    )
    if found[0] != CLEAR or len(friends) == 0:
        return found
    base, share = friend_in_the_way(
        corners, first, boxes, level, friends, friend_boxes, clearance, sx, sy, ex, ey, level_s, level_e, line
    )
    if base < 0:
        return found
    return FRIEND, base, share, found[3], found[4]


@compiled
def shortest_between(
    corners: Floats,
    first: Ints,
    boxes: Floats,
    level: Ints,
    flag: Ints,
    into: int,
    through: bool,
    clearance: int,
    friends: Quads,
    friend_boxes: Boxes,
    some: Floats,
    many: int,
    others: Floats,
    several: int,
    best: Found,
    most: float,
    cuts: Floats,
    spans: Floats,
    pieces: Floats,
    line: Floats,
) -> Found:
    """The shortest clear line from some points to others if it is shorter than the best so far, else that."""
    for i in range(many):
        sx, sy = some[i, 0], some[i, 1]
        level_s = level_of_point(corners, first, boxes, level, sx, sy)
        for k in range(several):
            ex, ey = others[k, 0], others[k, 1]
            length = hypot(ex - sx, ey - sy)
            if compiled_whole(length) > most or (best[0][0] == CLEAR and length >= best[2]):
                continue
            level_e = level_of_point(corners, first, boxes, level, ex, ey)
            found = meet(
                corners,
                first,
                boxes,
                level,
                flag,
                into,
                through,
                clearance,
                friends,
                friend_boxes,
                sx,
                sy,
                ex,
                ey,
                level_s,
                level_e,
                cuts,
                spans,
                pieces,
                line,
            )
            if found[0] == CLEAR or best[2] == inf:
                best = (found, (sx, sy, ex, ey), length)
    return best


@compiled
def search(
    all_corners: Floats,
    all_first: Ints,
    all_boxes: Floats,
    all_level: Ints,
    all_flag: Ints,
    into: int,
    through: bool,
    clearance: int,
    friends: Quads,
    starts: Floats,
    ends: Floats,
    arcs: bool,
    most: float,
    step: float,
) -> Found:
    """The shortest clear line from some edges to others, no longer than the most; if none is clear, what blocks the nearest.

    ``arcs``: the starts are fronts, each with its direction in two more columns, and only what is inside their arcs counts.
    """
    near = nearest_edges(starts, ends, arcs)
    if near[0] == inf or compiled_whole(near[0]) > most:
        return (CLEAR, -1, 0.0, 0.0, 0.0), (near[1], near[2], near[3], near[4]), near[0]
    corners, first, boxes, level, flag, origin = outlines_within(
        all_corners, all_first, all_boxes, all_level, all_flag, starts, ends
    )
    cuts, spans, pieces = room(corners)
    friend_boxes = boxes_of(friends)
    line, part = np.empty((2, 2)), np.empty((2, 2))
    some, others = np.empty((room_for_points(starts, step), 2)), np.empty((room_for_points(ends, step), 2))
    best = ((CLEAR, -1, 0.0, 0.0, 0.0), (0.0, 0.0, 0.0, 0.0), inf)
    points_along(near[1], near[2], near[1], near[2], step, some, 0)
    points_along(near[3], near[4], near[3], near[4], step, others, 0)
    best = shortest_between(
        corners,
        first,
        boxes,
        level,
        flag,
        into,
        through,
        clearance,
        friends,
        friend_boxes,
        some,
        1,
        others,
        1,
        best,
        inf,
        cuts,
        spans,
        pieces,
        line,
    )
    best = (best[0], best[1], near[0])
    if best[0][0] != CLEAR:
        for i in range(len(starts)):
            many = points_along(starts[i, 0], starts[i, 1], starts[i, 2], starts[i, 3], step, some, 0)
            for k in range(len(ends)):
                part[0, 0], part[0, 1], part[1, 0], part[1, 1] = ends[k, 0], ends[k, 1], ends[k, 2], ends[k, 3]
                if not faces(ends, k, starts[i]) or not (
                    part_in_arc(ends, k, starts, i, part) if arcs else faces(starts, i, ends[k])
                ):
                    continue
                several = points_along(part[0, 0], part[0, 1], part[1, 0], part[1, 1], step, others, 0)
                best = shortest_between(
                    corners,
                    first,
                    boxes,
                    level,
                    flag,
                    into,
                    through,
                    clearance,
                    friends,
                    friend_boxes,
                    some,
                    many,
                    others,
                    several,
                    best,
                    most,
                    cuts,
                    spans,
                    pieces,
                    line,
                )
    cause, blocker, at, crossed, outside = best[0]
    if cause not in (CLEAR, FRIEND):
        blocker = origin[blocker]
    return (cause, blocker, at, crossed, outside), best[1], best[2]
