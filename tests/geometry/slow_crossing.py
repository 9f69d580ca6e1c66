"""Which linear features a straight line meets, worked out one leg after the other as it is said: what the compiled loop is held to."""

from __future__ import annotations

from itertools import pairwise
from math import hypot

from sandtable.geometry.compiled.rounding import whole


def crosses(feature, start, end, within):
    """Whether a line crosses or touches a feature, if asked within so much of its end."""
    return any(
        within is None or whole(far) <= within
        for one, two in pairwise(feature.points)
        if (far := _before(start, end, one, two)) is not None
    )


def _before(start, end, one, two):
    side_one, side_two = _turn(start, end, one), _turn(start, end, two)
    if side_one == side_two == 0:
        return _overlap(start, end, one, two)
    if side_one * side_two > 0 or _turn(one, two, start) * _turn(one, two, end) > 0:
        return None
    share = side_one / (side_one - side_two)
    x, y = one[0] + share * (two[0] - one[0]), one[1] + share * (two[1] - one[1])
    return hypot(end[0] - x, end[1] - y)


def _overlap(start, end, one, two):
    length = hypot(end[0] - start[0], end[1] - start[1])
    if not length:
        return 0.0 if _on(start, one, two) else None
    x, y = (end[0] - start[0]) / length, (end[1] - start[1]) / length
    before = sorted((end[0] - point[0]) * x + (end[1] - point[1]) * y for point in (one, two))
    return max(0.0, before[0]) if before[0] <= length and before[1] >= 0 else None


def _on(point, one, two):
    inside = min(one[0], two[0]) <= point[0] <= max(one[0], two[0])
    return _turn(one, two, point) == 0 and inside and min(one[1], two[1]) <= point[1] <= max(one[1], two[1])


def _turn(a, b, c):
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
