"""The ground under a straight path: what it costs, part by part.

Lengths are floats of thousandths of an inch; whoever calls rounds.
"""

from __future__ import annotations

from math import hypot, sqrt

import numpy as np

from sandtable.geometry.compiled.compiler import maker, part
from sandtable.geometry.compiled.layout import Fields, Leg, Numbers
from sandtable.geometry.compiled.sliding import point_gap

ON_EDGE = 1e-6  # thousandths from an outline within which a place counts as inside
CORNER = 1e-9  # share of an edge by which a path may miss its end and still meet it


@part
def inside(x: float, y: float, corners: Numbers) -> bool:
    """Whether a place lies in an outline, its edge included."""
    within = False
    count = len(corners)
    for number in range(count):
        ax, ay = corners[number, 0], corners[number, 1]
        bx, by = corners[(number + 1) % count, 0], corners[(number + 1) % count, 1]
        over, other_over = ay > y, by > y
        if over != other_over and x < (bx - ax) * (y - ay) / (by - ay) + ax:
            within = not within
        if point_gap(x, y, ax, ay, bx, by) <= ON_EDGE * ON_EDGE:
            return True
    return within


@part
def cost_at(x: float, y: float, ground: Fields) -> float:
    """What an inch costs at a place: a road counts before the ground, the topmost area before those under it."""
    roads, boxes = ground.roads, ground.boxes
    for number in range(len(roads)):
        reach = roads[number, 4] + ON_EDGE
        if point_gap(x, y, roads[number, 0], roads[number, 1], roads[number, 2], roads[number, 3]) <= reach * reach:
            return ground.road_cost
    for number in range(len(boxes) - 1, -1, -1):
        if (
            boxes[number, 0] - 1.0 <= x <= boxes[number, 2] + 1.0
            and boxes[number, 1] - 1.0 <= y <= boxes[number, 3] + 1.0
            and inside(x, y, ground.corners[ground.starts[number] : ground.starts[number + 1]])
        ):
            return ground.costs[number]  # type: ignore[no-any-return]
    return 1.0


@part
def _add(times: Numbers, count: int, t: float) -> int:
    """One more time, in order."""
    if not 0.0 < t < 1.0:
        return count
    here = count
    while here > 0 and times[here - 1] > t:
        times[here] = times[here - 1]
        here -= 1
    times[here] = t
    return count + 1


@part
def _edge_times(leg: Leg, ax: float, ay: float, bx: float, by: float, times: Numbers, count: int) -> int:
    """Put down when a straight path crosses a segment; how many times there are then."""
    px, py, vx, vy = leg
    ex, ey = bx - ax, by - ay
    across = vx * ey - vy * ex
    if across == 0.0:
        return count
    t = ((ax - px) * ey - (ay - py) * ex) / across
    u = ((ax - px) * vy - (ay - py) * vx) / across
    if -CORNER <= u <= 1.0 + CORNER:
        return _add(times, count, t)
    return count


@part
def _circle_times(leg: Leg, cx: float, cy: float, r: float, times: Numbers, count: int) -> int:
    """Put down when a straight path enters and leaves a circle; how many times there are then."""
    px, py, vx, vy = leg
    square = vx * vx + vy * vy
    half = (px - cx) * vx + (py - cy) * vy
    root = half * half - square * ((px - cx) ** 2 + (py - cy) ** 2 - r * r)
    if root <= 0.0 or square == 0.0:
        return count
    count = _add(times, count, (-half - sqrt(root)) / square)
    return _add(times, count, (-half + sqrt(root)) / square)


@maker
def borders(leg: Leg, ground: Fields) -> Numbers:
    """When the ground changes along a straight path (0 and 1 included), in order."""
    px, py, vx, vy = leg
    corners, starts, boxes, roads = ground.corners, ground.starts, ground.boxes, ground.roads
    times = np.empty(len(corners) + 6 * len(roads) + 2)
    times[0] = 0.0
    count = 1
    left, right = min(px, px + vx), max(px, px + vx)
    bottom, top = min(py, py + vy), max(py, py + vy)
    for number in range(len(boxes)):
        if boxes[number, 0] > right or boxes[number, 2] < left or boxes[number, 1] > top or boxes[number, 3] < bottom:
            continue
        begin, end = starts[number], starts[number + 1]
        for here in range(begin, end):
            other = here + 1 if here + 1 < end else begin
            ax, ay, bx, by = corners[here, 0], corners[here, 1], corners[other, 0], corners[other, 1]
            count = _edge_times(leg, ax, ay, bx, by, times, count)
    for number in range(len(roads)):
        ax, ay, bx, by, r = roads[number, 0], roads[number, 1], roads[number, 2], roads[number, 3], roads[number, 4]
        if min(ax, bx) - r > right or max(ax, bx) + r < left or min(ay, by) - r > top or max(ay, by) + r < bottom:
            continue
        size = hypot(bx - ax, by - ay)
        if size > 0.0:
            sx, sy = -(by - ay) / size * r, (bx - ax) / size * r
            count = _edge_times(leg, ax + sx, ay + sy, bx + sx, by + sy, times, count)
            count = _edge_times(leg, ax - sx, ay - sy, bx - sx, by - sy, times, count)
        count = _circle_times(leg, ax, ay, r, times, count)
        count = _circle_times(leg, bx, by, r, times, count)
    times[count] = 1.0
    return times[: count + 1]


@part
def crosses(leg: Leg, lines: Numbers, number: int) -> bool:
    """Whether a straight path crosses a segment. Ends count to one side, so that a bend of a wall is crossed once."""
    px, py, vx, vy = leg
    ax, ay, bx, by = lines[number, 0], lines[number, 1], lines[number, 2], lines[number, 3]
    if (vx * (ay - py) - vy * (ax - px) > 0.0) == (vx * (by - py) - vy * (bx - px) > 0.0):
        return False
    ex, ey = bx - ax, by - ay
    return bool((ex * (py - ay) - ey * (px - ax) > 0.0) != (ex * (py + vy - ay) - ey * (px + vx - ax) > 0.0))


@maker
def path_cost(leg: Leg, factor: float, ground: Fields) -> float:
    """What a straight path costs: the exact sum over its parts on each ground, and over the lines it crosses."""
    px, py, vx, vy = leg
    size = sqrt(vx * vx + vy * vy)
    total = 0.0
    times = borders(leg, ground)
    for number in range(len(times) - 1):
        share = times[number + 1] - times[number]
        if share > 0.0:
            t = (times[number] + times[number + 1]) / 2.0
            here = cost_at(px + t * vx, py + t * vy, ground)
            total += share * size * here * factor
    for number in range(len(ground.lines)):
        if crosses(leg, ground.lines, number):
            total += ground.extras[number]
    return total
