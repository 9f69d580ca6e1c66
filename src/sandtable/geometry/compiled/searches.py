"""The shortest clear line between two units: nearest points first, then ever longer lines between points of their edges."""

from __future__ import annotations

from math import ceil, hypot, inf

import numpy as np
from numba import njit

from sandtable.geometry.compiled.bases import Quads, boxes_of, nearest_of_bases
from sandtable.geometry.compiled.ground import Floats, Ints, level_of_point
from sandtable.geometry.compiled.polygons import nearest_of_polygons
from sandtable.geometry.compiled.rays import CLEAR, FRIEND, in_shadow, look_along, room
from sandtable.geometry.compiled.rounding import HALF, compiled_whole

# What a search found: cause, outline or friend, share of the line at which, tall ground crossed, so much of it outside the
# end's, start, end, and the length between the unrounded points. A length of infinity: there was no line to try.
Found = tuple[int, int, float, float, float, float, float, float, float, float]


@njit(cache=True)
def far_side(quad: Floats, x: float, y: float, dx: float, dy: float, clearance: float) -> float:
    """How far along a line what is in its way of a base reaches: the part of the base within the clearance of the line."""
    most = 0.0
    for i in range(len(quad)):
        j = i + 1 if i + 1 < len(quad) else 0
        along_i, along_j = (quad[i, 0] - x) * dx + (quad[i, 1] - y) * dy, (quad[j, 0] - x) * dx + (quad[j, 1] - y) * dy
        aside_i, aside_j = (quad[i, 1] - y) * dx - (quad[i, 0] - x) * dy, (quad[j, 1] - y) * dx - (quad[j, 0] - x) * dy
        if abs(aside_i) <= clearance:
            most = max(most, along_i)
        for edge in (-clearance, clearance):
            if (aside_i < edge) != (aside_j < edge):
                most = max(most, along_i + (edge - aside_i) / (aside_j - aside_i) * (along_j - along_i))
    return most


@njit(cache=True)
def friend_in_the_way(
    corners: Floats,
    first: Ints,
    boxes: Floats,
    level: Ints,
    friends: Quads,
    friend_boxes: Floats,
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
    for i in range(len(friends)):
        box = friend_boxes[i]
        if (
            max(sx, ex) < box[0] - clearance
            or min(sx, ex) > box[2] + clearance
            or max(sy, ey) < box[1] - clearance
            or min(sy, ey) > box[3] + clearance
        ):
            continue
        behind = True
        for k in range(4):
            if (friends[i, k, 0] - sx) * dx + (friends[i, k, 1] - sy) * dy >= 1.0:
                behind = False
        if behind:
            continue
        near = nearest_of_polygons(line, friends[i])
        if compiled_whole(near[0]) >= clearance:
            continue
        x, y = friends[i, :, 0].mean(), friends[i, :, 1].mean()
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


@njit(cache=True)
def points_on_edge(ax: float, ay: float, bx: float, by: float, step: float, points: Floats, count: int) -> int:
    """The ends of an edge and points between them no further apart than a step, in whole thousandths; how many there are now."""
    parts = max(1, ceil(hypot(bx - ax, by - ay) / step))
    for i in range(parts + 1):
        points[count, 0] = np.floor(ax + (bx - ax) * i / parts + HALF)
        points[count, 1] = np.floor(ay + (by - ay) * i / parts + HALF)
        count += 1
    return count


@njit(cache=True)
def points_around(polygon: Floats, step: float) -> Floats:
    """Points along the edge of a polygon."""
    size = 0
    for i in range(len(polygon)):
        j = i + 1 if i + 1 < len(polygon) else 0
        size += 2 + ceil(hypot(polygon[j, 0] - polygon[i, 0], polygon[j, 1] - polygon[i, 1]) / step)
    points = np.empty((size, 2))
    count = 0
    for i in range(len(polygon)):
        j = i + 1 if i + 1 < len(polygon) else 0
        count = points_on_edge(polygon[i, 0], polygon[i, 1], polygon[j, 0], polygon[j, 1], step, points, count)
    return points[:count]


@njit(cache=True)
def points_around_bases(quads: Quads, step: float) -> Floats:
    """Points along the edges of bases."""
    parts = [points_around(quads[i], step) for i in range(len(quads))]
    size = 0
    for part in parts:
        size += len(part)
    points = np.empty((size, 2))
    count = 0
    for part in parts:
        points[count : count + len(part)] = part
        count += len(part)
    return points


@njit(cache=True)
def shortest_clear_line(
    corners: Floats,
    first: Ints,
    boxes: Floats,
    level: Ints,
    flag: Ints,
    into: int,
    through: bool,
    clearance: int,
    friends: Quads,
    lines: Floats,
    most: float,
) -> Found:
    """The first clear one of lines sorted by length (rows of start, end, length); if none is clear, what blocks the first."""
    cuts, spans, pieces = room(corners)
    friend_boxes = boxes_of(friends)
    segment = np.empty((2, 2))
    nearest_blocked = (CLEAR, -1, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, inf)
    for i in range(len(lines)):
        sx, sy, ex, ey, length = lines[i, 0], lines[i, 1], lines[i, 2], lines[i, 3], lines[i, 4]
        if compiled_whole(length) > most:
            break
        level_s = level_of_point(corners, first, boxes, level, sx, sy)
        level_e = level_of_point(corners, first, boxes, level, ex, ey)
        cause, blocker, at, crossed, outside = look_along(
            corners, first, boxes, level, flag, into, through, sx, sy, ex, ey, level_s, level_e, cuts, spans, pieces
        )
        if cause == CLEAR and len(friends):
            base, share = friend_in_the_way(
                corners,
                first,
                boxes,
                level,
                friends,
                friend_boxes,
                clearance,
                sx,
                sy,
                ex,
                ey,
                level_s,
                level_e,
                segment,
            )
            if base >= 0:
                cause, blocker, at = FRIEND, base, share
        found = (cause, blocker, at, crossed, outside, sx, sy, ex, ey, length)
        if cause == CLEAR:
            return found
        if i == 0:
            nearest_blocked = found
    return nearest_blocked


@njit(cache=True)
def line_of(sx: float, sy: float, ex: float, ey: float, length: float) -> Floats:
    """One line to try, its ends in whole thousandths."""
    lines = np.empty((1, 5))
    lines[0, 0], lines[0, 1] = np.floor(sx + HALF), np.floor(sy + HALF)
    lines[0, 2], lines[0, 3] = np.floor(ex + HALF), np.floor(ey + HALF)
    lines[0, 4] = length
    return lines


@njit(cache=True)
def lines_between(starts: Floats, ends: Floats) -> Floats:
    """All lines from one set of points to another, the shortest first."""
    lines = np.empty((len(starts) * len(ends), 5))
    count = 0
    for i in range(len(starts)):
        for k in range(len(ends)):
            lines[count, 0], lines[count, 1] = starts[i, 0], starts[i, 1]
            lines[count, 2], lines[count, 3] = ends[k, 0], ends[k, 1]
            lines[count, 4] = hypot(ends[k, 0] - starts[i, 0], ends[k, 1] - starts[i, 1])
            count += 1
    return lines[np.argsort(lines[:, 4], kind="mergesort")]


@njit(cache=True)
def search_sight(
    corners: Floats,
    first: Ints,
    boxes: Floats,
    level: Ints,
    flag: Ints,
    into: int,
    through: bool,
    clearance: int,
    friends: Quads,
    a: Quads,
    b: Quads,
    step: float,
) -> Found:
    """The shortest clear line from any point of some bases to any point of others."""
    near = nearest_of_bases(a, b)
    found = shortest_clear_line(
        corners,
        first,
        boxes,
        level,
        flag,
        into,
        through,
        clearance,
        friends,
        line_of(near[1], near[2], near[3], near[4], near[0]),
        inf,
    )
    if found[0] == CLEAR:
        return found
    lines = lines_between(points_around_bases(a, step), points_around_bases(b, step))
    other = shortest_clear_line(corners, first, boxes, level, flag, into, through, clearance, friends, lines, inf)
    return other if other[0] == CLEAR else found


@njit(cache=True)
def part_in_arc(quad: Floats, front: Floats, part: Floats, spare: Floats) -> int:
    """The part of a base inside the arc of a front (left corner, right corner, direction): its corners; how many."""
    count = len(quad)
    part[:count] = quad
    x, y = front[4], front[5]
    for side in range(3):
        if side == 0:
            cx, cy, a, b = front[0], front[1], x, y
        elif side == 1:
            cx, cy, a, b = front[0], front[1], x + y, y - x
        else:
            cx, cy, a, b = front[2], front[3], x - y, y + x
        spare[:count] = part[:count]
        size, count = count, 0
        for i in range(size):
            h = i - 1 if i else size - 1
            here = a * (spare[i, 0] - cx) + b * (spare[i, 1] - cy)
            before = a * (spare[h, 0] - cx) + b * (spare[h, 1] - cy)
            if (here < -HALF) != (before < -HALF):
                share = min(1.0, max(0.0, before / (before - here)))
                part[count, 0] = spare[h, 0] + share * (spare[i, 0] - spare[h, 0])
                part[count, 1] = spare[h, 1] + share * (spare[i, 1] - spare[h, 1])
                count += 1
            if here >= -HALF:
                part[count, 0], part[count, 1] = spare[i, 0], spare[i, 1]
                count += 1
    return count


@njit(cache=True)
def search_shot(
    corners: Floats,
    first: Ints,
    boxes: Floats,
    level: Ints,
    flag: Ints,
    into: int,
    through: bool,
    clearance: int,
    friends: Quads,
    fronts: Floats,
    target: Quads,
    most: float,
    step: float,
) -> Found:
    """The shortest clear line from a front to what of the target is inside its arc; infinitely long when nothing is."""
    parts = np.empty((len(fronts), len(target), 8, 2))
    sizes = np.zeros((len(fronts), len(target)), dtype=np.int64)
    spare = np.empty((8, 2))
    edge = np.empty((2, 2))
    near = (inf, 0.0, 0.0, 0.0, 0.0)
    for i in range(len(fronts)):
        edge[0, 0], edge[0, 1], edge[1, 0], edge[1, 1] = fronts[i, 0], fronts[i, 1], fronts[i, 2], fronts[i, 3]
        for k in range(len(target)):
            sizes[i, k] = part_in_arc(target[k], fronts[i], parts[i, k], spare)
            if sizes[i, k]:
                found_near = nearest_of_polygons(edge, parts[i, k, : sizes[i, k]])
                if found_near[0] < near[0]:
                    near = found_near
    if near[0] == inf or compiled_whole(near[0]) > most:
        return CLEAR, -1, 0.0, 0.0, 0.0, near[1], near[2], near[3], near[4], near[0]
    found = shortest_clear_line(
        corners,
        first,
        boxes,
        level,
        flag,
        into,
        through,
        clearance,
        friends,
        line_of(near[1], near[2], near[3], near[4], near[0]),
        most,
    )
    if found[0] == CLEAR:
        return found
    best = found
    for i in range(len(fronts)):
        starts = np.empty((2 + ceil(hypot(fronts[i, 2] - fronts[i, 0], fronts[i, 3] - fronts[i, 1]) / step), 2))
        count = points_on_edge(fronts[i, 0], fronts[i, 1], fronts[i, 2], fronts[i, 3], step, starts, 0)
        for k in range(len(target)):
            if sizes[i, k] == 0:
                continue
            lines = lines_between(starts[:count], points_around(parts[i, k, : sizes[i, k]], step))
            reach = most if best[0] != CLEAR else min(most, best[9])
            other = shortest_clear_line(
                corners, first, boxes, level, flag, into, through, clearance, friends, lines, reach
            )
            if other[0] == CLEAR and other[9] < inf and (best[0] != CLEAR or other[9] < best[9]):
                best = other
    return best
