"""The outline of a patch of squares, its stairs smoothed: what is drawn of ground in reach and of ground out of sight."""

from __future__ import annotations

from collections.abc import Iterator
from math import hypot

import numpy as np
from numpy.typing import NDArray

from sandtable.geometry.measure import Length, Point

ENDS = 2  # a way of so many points is straight
Mask = NDArray[np.bool_]
Corner = tuple[int, int]
Loop = tuple[Point, ...]


def outlines(mask: Mask, step: Length, origin: Length = 0) -> tuple[Loop, ...]:
    """Closed loops around the squares that are set, to be filled by the even-odd rule; rows go up the table, columns to the right."""
    following: dict[Corner, list[Corner]] = {}
    for start, end in _edges(np.pad(mask, 1)):
        following.setdefault(start, []).append(end)
    loops = []
    while following:
        loops.append(_smoothed(_loop(following), step, origin))
    return tuple(loops)


def _edges(padded: Mask) -> Iterator[tuple[Corner, Corner]]:
    """The sides between set and unset squares, each with the set one to its left; corners are counted without the padding."""
    inner = padded[1:-1, 1:-1]
    sides = (
        (padded[1:-1, 2:], (1, 0), (1, 1)),
        (padded[2:, 1:-1], (1, 1), (0, 1)),
        (padded[1:-1, :-2], (0, 1), (0, 0)),
        (padded[:-2, 1:-1], (0, 0), (1, 0)),
    )
    for beyond, start, end in sides:
        for row, column in np.argwhere(inner & ~beyond).tolist():
            yield (column + start[0], row + start[1]), (column + end[0], row + end[1])


def _loop(following: dict[Corner, list[Corner]]) -> list[Corner]:
    """One closed way along the sides still to go."""
    first = next(iter(following))
    loop = [first]
    while True:
        here = loop[-1]
        ends = following[here]
        after = ends.pop()
        if not ends:
            del following[here]
        if after == first:
            return loop
        loop.append(after)


def _smoothed(loop: list[Corner], step: Length, origin: Length) -> Loop:
    """From middle to middle of the sides, so that stairs become slopes, and straightened."""
    middles = [
        Point(origin + (ax + bx) * step // 2, origin + (ay + by) * step // 2)
        for (ax, ay), (bx, by) in zip(loop, [*loop[1:], loop[0]], strict=True)
    ]
    half = len(middles) // 2
    return (*_straightened(middles[: half + 1], step)[:-1], *_straightened([*middles[half:], middles[0]], step)[:-1])


def _straightened(way: list[Point], slack: Length) -> list[Point]:
    """The same way with as few points as show it to within a square."""
    if len(way) <= ENDS:
        return way
    first, last = way[0], way[-1]
    off = [_off(point, first, last) for point in way]
    worst = max(range(len(way)), key=off.__getitem__)
    if off[worst] <= slack / 2:
        return [first, last]
    return [*_straightened(way[: worst + 1], slack)[:-1], *_straightened(way[worst:], slack)]


def _off(point: Point, first: Point, last: Point) -> float:
    """How far a point is from the straight between two others."""
    dx, dy = last.x - first.x, last.y - first.y
    far = hypot(dx, dy)
    if not far:
        return hypot(point.x - first.x, point.y - first.y)
    return abs((point.x - first.x) * dy - (point.y - first.y) * dx) / far
