"""Which linear features a straight line meets, leg by leg."""

from __future__ import annotations

from math import hypot

import numpy as np
from numpy.typing import NDArray

from sandtable.geometry.compiled.compiler import compiled, part
from sandtable.geometry.compiled.rounding import compiled_whole

Whole = NDArray[np.int64]
ANYWHERE = -1  # however far before its end
NOT_MET = -1.0


@compiled
def met(legs: Whole, features: Whole, count: int, line: tuple[int, int, int, int], within: int) -> NDArray[np.bool_]:
    """For each of so many features whether a line crosses or touches any of its legs, no further before its end than so much."""
    found = np.zeros(count, dtype=np.bool_)
    sx, sy, ex, ey = line
    left, right, low, high = min(sx, ex), max(sx, ex), min(sy, ey), max(sy, ey)
    for leg in range(len(legs)):
        ax, ay, bx, by = legs[leg, 0], legs[leg, 1], legs[leg, 2], legs[leg, 3]
        if found[features[leg]] or max(ax, bx) < left or min(ax, bx) > right or max(ay, by) < low or min(ay, by) > high:
            continue
        far = _before(sx, sy, ex, ey, ax, ay, bx, by)
        if far >= 0.0 and (within == ANYWHERE or compiled_whole(far) <= within):
            found[features[leg]] = True
    return found


@part
def _before(sx: int, sy: int, ex: int, ey: int, ax: int, ay: int, bx: int, by: int) -> float:
    """How far before its end a straight line meets a segment, at the nearest place; below nothing where it does not."""
    one, two = _turn(sx, sy, ex, ey, ax, ay), _turn(sx, sy, ex, ey, bx, by)
    if one == 0 and two == 0:
        return _overlap(sx, sy, ex, ey, ax, ay, bx, by)
    start, end = _turn(ax, ay, bx, by, sx, sy), _turn(ax, ay, bx, by, ex, ey)
    if (one > 0 and two > 0) or (one < 0 and two < 0) or (start > 0 and end > 0) or (start < 0 and end < 0):
        return NOT_MET
    share = one / (one - two)
    return hypot(ex - (ax + share * (bx - ax)), ey - (ay + share * (by - ay)))


@part
def _overlap(sx: int, sy: int, ex: int, ey: int, ax: int, ay: int, bx: int, by: int) -> float:
    """How far before its end a straight line meets a segment that lies along it; below nothing where it does not."""
    length = hypot(ex - sx, ey - sy)
    if length == 0.0:
        return 0.0 if _on(sx, sy, ax, ay, bx, by) else NOT_MET
    x, y = (ex - sx) / length, (ey - sy) / length
    one, two = (ex - ax) * x + (ey - ay) * y, (ex - bx) * x + (ey - by) * y
    near, far = min(one, two), max(one, two)
    return max(0.0, near) if near <= length and far >= 0.0 else NOT_MET


@part
def _on(x: int, y: int, ax: int, ay: int, bx: int, by: int) -> bool:
    """Whether a place is on a segment."""
    within = min(ax, bx) <= x <= max(ax, bx) and min(ay, by) <= y <= max(ay, by)
    return within and _turn(ax, ay, bx, by, x, y) == 0


@part
def _turn(ax: int, ay: int, bx: int, by: int, cx: int, cy: int) -> int:
    """Positive when c lies to the left of the way from a to b; whole numbers, so nothing means exactly on it."""
    return (bx - ax) * (cy - ay) - (by - ay) * (cx - ax)
