"""The outline of a patch of squares, its stairs smoothed: what is drawn of ground in reach and of ground out of sight."""

from __future__ import annotations

from collections.abc import Iterator
from math import hypot

import numpy as np
from numpy.typing import NDArray

from sandtable.geometry.facts import fact
from sandtable.geometry.measure import Length, Point, apart
from sandtable.geometry.sight import SightRules, visible_matrix
from sandtable.geometry.terrain import Terrain

GRAIN: Length = 500  # how finely hidden ground is drawn
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


@fact
def unseen(terrain: Terrain, rules: SightRules, place: Point) -> tuple[Loop, ...]:
    """The ground that cannot be seen from a place. Whoever picks one order after another asks for the same."""
    columns, rows = -(-terrain.width // GRAIN), -(-terrain.height // GRAIN)
    x, y = (np.arange(columns) + 0.5) * GRAIN, (np.arange(rows) + 0.5) * GRAIN
    marks = np.stack(np.meshgrid(x, y), axis=-1).reshape(-1, 2)
    eye = np.array([[place.x, place.y]], dtype=np.float64)
    seen = visible_matrix(terrain, rules, eye, marks)[0].reshape(rows, columns)
    return outlines(~seen, GRAIN)


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
    """A way with as few of its points as show it to within a square."""
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
        return apart(point, first)
    return abs((point.x - first.x) * dy - (point.y - first.y) * dx) / far
