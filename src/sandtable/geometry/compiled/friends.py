"""Friends near a straight line, and over whose heads it goes."""

from __future__ import annotations

from math import hypot, inf
from typing import NamedTuple

from sandtable.geometry.compiled.bases import Quads
from sandtable.geometry.compiled.compiler import inlined, part
from sandtable.geometry.compiled.ground import Floats, Line, Outlines, level_of_point
from sandtable.geometry.compiled.polygons import Segment, nearest_of_segments
from sandtable.geometry.compiled.rays import CLEAR, FRIEND, Look, Scratch, Sight, in_shadow, look_along
from sandtable.geometry.compiled.rounding import compiled_whole


class Prospect(NamedTuple):
    """All that a line may meet, how one sees, and room to work in."""

    outlines: Outlines
    sight: Sight
    friends: Quads
    scratch: Scratch


@inlined
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


@inlined
def friend_in_the_way(outlines: Outlines, friends: Quads, clearance: int, line: Line) -> tuple[int, float]:
    """The base of a friend that stands too near to a line (REV-6.14, REV-8.40), and at which share of it; -1 if none does.

    A friend that is wholly beside or behind the start is not in the way. It is looked over by the rule of shadows, from the level
    it stands on (REV-G.24g).
    """
    sx, sy, ex, ey, level_s, level_e = line
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
            edge = Segment(quad[h, 0], quad[h, 1], quad[k, 0], quad[k, 1])
            near = nearest_of_segments(Segment(sx, sy, ex, ey), edge, near)
        if compiled_whole(near[0]) >= clearance:
            continue
        middle_x, middle_y = (quad[0, 0] + quad[2, 0]) / 2, (quad[0, 1] + quad[2, 1]) / 2
        stands = level_of_point(outlines, middle_x, middle_y)
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
def look_past_friends(prospect: Prospect, line: Line) -> Look:
    """Whether the ground and friends let the ends of a line see each other."""
    outlines, sight, friends, scratch = prospect
    found = look_along(outlines, sight, line, scratch)
    if found[0] == CLEAR and len(friends):
        base, share = friend_in_the_way(outlines, friends, sight.clearance, line)
        if base >= 0:
            found = (FRIEND, base, share, found[3], found[4])
    return found
