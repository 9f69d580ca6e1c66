"""The ground under a straight path: what it costs, part by part.

Lengths are floats of thousandths of an inch; whoever calls rounds.
"""

from __future__ import annotations

from math import hypot, sqrt

import numpy as np
from numba import njit

from sandtable.geometry.compiled.sliding import NEVER, Indices, Numbers, point_gap

ON_EDGE = 1e-6  # thousandths from an outline within which a place counts as inside
CORNER = 1e-9  # share of an edge by which a path may miss its end and still meet it
PENNY = 1e-6  # thousandths of a cost that nobody minds


@njit(cache=True)
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


@njit(cache=True)
def cost_at(
    x: float,
    y: float,
    corners: Numbers,
    starts: Indices,
    costs: Numbers,
    boxes: Numbers,
    roads: Numbers,
    road_cost: float,
) -> float:
    """What an inch costs at a place: a road counts before the ground, the topmost area before those under it."""
    for number in range(len(roads)):
        reach = roads[number, 4] + ON_EDGE
        if point_gap(x, y, roads[number, 0], roads[number, 1], roads[number, 2], roads[number, 3]) <= reach * reach:
            return road_cost
    for number in range(len(costs) - 1, -1, -1):
        if (
            boxes[number, 0] - 1.0 <= x <= boxes[number, 2] + 1.0
            and boxes[number, 1] - 1.0 <= y <= boxes[number, 3] + 1.0
            and inside(x, y, corners[starts[number] : starts[number + 1]])
        ):
            return costs[number]  # type: ignore[no-any-return]
    return 1.0


@njit(cache=True)
def _add(times: Numbers, count: int, t: float) -> int:
    if 0.0 < t < 1.0 and count < len(times):
        times[count] = t
        return count + 1
    return count


@njit(cache=True)
def _edge_times(
    px: float, py: float, vx: float, vy: float, ax: float, ay: float, bx: float, by: float, times: Numbers, count: int
) -> int:
    """When a straight path crosses a segment."""
    ex, ey = bx - ax, by - ay
    across = vx * ey - vy * ex
    if across == 0.0:
        return count
    t = ((ax - px) * ey - (ay - py) * ex) / across
    u = ((ax - px) * vy - (ay - py) * vx) / across
    if -CORNER <= u <= 1.0 + CORNER:
        return _add(times, count, t)
    return count


@njit(cache=True)
def _circle_times(
    px: float, py: float, vx: float, vy: float, cx: float, cy: float, r: float, times: Numbers, count: int
) -> int:
    """When a straight path enters and leaves a circle."""
    square = vx * vx + vy * vy
    half = (px - cx) * vx + (py - cy) * vy
    root = half * half - square * ((px - cx) ** 2 + (py - cy) ** 2 - r * r)
    if root <= 0.0 or square == 0.0:
        return count
    count = _add(times, count, (-half - sqrt(root)) / square)
    return _add(times, count, (-half + sqrt(root)) / square)


@njit(cache=True)
def borders(
    px: float,
    py: float,
    vx: float,
    vy: float,
    corners: Numbers,
    starts: Indices,
    boxes: Numbers,
    roads: Numbers,
) -> Numbers:
    """When the ground changes along a straight path (0 and 1 included), in order."""
    times = np.empty(len(corners) + 6 * len(roads) + 2)
    times[0], times[1] = 0.0, 1.0
    count = 2
    left, right = min(px, px + vx), max(px, px + vx)
    bottom, top = min(py, py + vy), max(py, py + vy)
    for number in range(len(boxes)):
        if boxes[number, 0] > right or boxes[number, 2] < left or boxes[number, 1] > top or boxes[number, 3] < bottom:
            continue
        begin, end = starts[number], starts[number + 1]
        for here in range(begin, end):
            other = here + 1 if here + 1 < end else begin
            ax, ay, bx, by = corners[here, 0], corners[here, 1], corners[other, 0], corners[other, 1]
            count = _edge_times(px, py, vx, vy, ax, ay, bx, by, times, count)
    for number in range(len(roads)):
        ax, ay, bx, by, r = roads[number]
        if min(ax, bx) - r > right or max(ax, bx) + r < left or min(ay, by) - r > top or max(ay, by) + r < bottom:
            continue
        size = hypot(bx - ax, by - ay)
        if size > 0.0:
            sx, sy = -(by - ay) / size * r, (bx - ax) / size * r
            count = _edge_times(px, py, vx, vy, ax + sx, ay + sy, bx + sx, by + sy, times, count)
            count = _edge_times(px, py, vx, vy, ax - sx, ay - sy, bx - sx, by - sy, times, count)
        count = _circle_times(px, py, vx, vy, ax, ay, r, times, count)
        count = _circle_times(px, py, vx, vy, bx, by, r, times, count)
    return np.sort(times[:count])


@njit(cache=True)
def crosses(px: float, py: float, vx: float, vy: float, ax: float, ay: float, bx: float, by: float) -> bool:
    """Whether a straight path crosses a segment. Ends count to one side, so that a bend of a wall is crossed once."""
    if (vx * (ay - py) - vy * (ax - px) > 0.0) == (vx * (by - py) - vy * (bx - px) > 0.0):
        return False
    ex, ey = bx - ax, by - ay
    return (ex * (py - ay) - ey * (px - ax) > 0.0) != (ex * (py + vy - ay) - ey * (px + vx - ax) > 0.0)


@njit(cache=True)
def crossing_time(px: float, py: float, vx: float, vy: float, ax: float, ay: float, bx: float, by: float) -> float:
    """When a path that crosses a segment does so."""
    across = vx * (by - ay) - vy * (bx - ax)
    return ((ax - px) * (by - ay) - (ay - py) * (bx - ax)) / across if across != 0.0 else 0.0


@njit(cache=True)
def path_cost(
    px: float,
    py: float,
    vx: float,
    vy: float,
    factor: float,
    corners: Numbers,
    starts: Indices,
    costs: Numbers,
    boxes: Numbers,
    lines: Numbers,
    extras: Numbers,
    roads: Numbers,
    road_cost: float,
) -> float:
    """What a straight path costs: the exact sum over its parts on each ground, and over the lines it crosses."""
    size = sqrt(vx * vx + vy * vy)
    total = 0.0
    times = borders(px, py, vx, vy, corners, starts, boxes, roads)
    for number in range(len(times) - 1):
        share = times[number + 1] - times[number]
        if share > 0.0:
            t = (times[number] + times[number + 1]) / 2.0
            here = cost_at(px + t * vx, py + t * vy, corners, starts, costs, boxes, roads, road_cost)
            total += share * size * here * factor
    for number in range(len(lines)):
        ax, ay, bx, by = lines[number]
        if crosses(px, py, vx, vy, ax, ay, bx, by):
            total += extras[number]
    return total


@njit(cache=True)
def affordable(
    px: float,
    py: float,
    vx: float,
    vy: float,
    factor: float,
    budget: float,
    corners: Numbers,
    starts: Indices,
    costs: Numbers,
    boxes: Numbers,
    lines: Numbers,
    extras: Numbers,
    roads: Numbers,
    road_cost: float,
) -> float:
    """How much (0 to 1) of a straight path a budget pays for; who cannot pay for a line stops before it."""
    size = sqrt(vx * vx + vy * vy)
    spent = 0.0
    times = borders(px, py, vx, vy, corners, starts, boxes, roads)
    walls = np.full(len(lines), NEVER)
    for number in range(len(lines)):
        ax, ay, bx, by = lines[number]
        if crosses(px, py, vx, vy, ax, ay, bx, by):
            walls[number] = crossing_time(px, py, vx, vy, ax, ay, bx, by)
    order = np.argsort(walls)
    wall = 0
    for number in range(len(times) - 1):
        begin, end = times[number], times[number + 1]
        t = (begin + end) / 2.0
        price = size * factor * cost_at(px + t * vx, py + t * vy, corners, starts, costs, boxes, roads, road_cost)
        while True:
            until = end
            stops = wall < len(order) and walls[order[wall]] <= end
            if stops:
                until = max(begin, walls[order[wall]])
            due = (until - begin) * price
            if spent + due > budget + PENNY:
                return begin + (budget - spent) / price  # type: ignore[no-any-return]
            spent += due
            if not stops:
                break
            if spent + extras[order[wall]] > budget + PENNY:
                return until  # type: ignore[no-any-return]
            spent += extras[order[wall]]
            begin = until
            wall += 1
    return 1.0
