"""The shortest way round what has to be kept off: from corner to corner of rings about it."""

from __future__ import annotations

from collections.abc import Sequence
from heapq import heappop, heappush
from itertools import pairwise
from math import hypot

import numpy as np

from sandtable.geometry.measure import CIRCLE, HALF, Point, Pose, ahead, apart

CORNERS = 12  # of the ring in which somebody is gone round
WIDER = 1.04  # so much wider is that ring than what must be kept, so that its sides keep it, too
MOST_LOOKS = 4000  # legs that are tried
Ring = tuple[Point, float]  # a place, and how far every way keeps from it


def way_round(start: Point, goal: Point, rings: Sequence[Ring], field: tuple[Point, Point]) -> list[Point]:
    """The shortest way by corners of rings that enters none and stays within the lowest and highest place of a field; none where there is none."""
    low, high = field
    corners = (
        ahead(Pose(place.x, place.y, turn * CIRCLE // CORNERS), far * WIDER + 1)
        for place, far in rings
        for turn in range(CORNERS)
    )
    inside = [each for each in corners if low.x <= each.x <= high.x and low.y <= each.y <= high.y]
    return _shortest([start, goal, *inside], rings)


def _shortest(places: Sequence[Point], rings: Sequence[Ring]) -> list[Point]:
    """The shortest way from the first of some places to the second."""
    best = {0: 0.0}
    before: dict[int, int] = {}
    waiting = [(apart(places[0], places[1]), 0)]
    done: set[int] = set()
    looks = 0
    legs = _Legs(places, rings)
    while waiting and looks < MOST_LOOKS:
        _, here = heappop(waiting)
        if here == 1:
            return _traced(places, before)
        if here in done:
            continue
        done.add(here)
        clear = legs.clear_from(here)
        for there in clear:
            far = best[here] + apart(places[here], places[there])
            if there in done or far >= best.get(there, float("inf")):
                continue
            looks += 1
            best[there], before[there] = far, here
            heappush(waiting, (far + apart(places[there], places[1]), there))
    return []


class _Legs:
    """All straight legs between some places, of which those count that keep off every ring."""

    def __init__(self, places: Sequence[Point], rings: Sequence[Ring]) -> None:
        self._places = np.array(places, dtype=np.float64)
        self._middles = np.array([middle for middle, _ in rings], dtype=np.float64).reshape(len(rings), 2)
        self._fars = np.array([far for _, far in rings], dtype=np.float64)

    def clear_from(self, here: int) -> list[int]:
        """Where the legs from a place lead that keep off every ring."""
        a = self._places[here]
        legs = self._places - a
        size = (legs**2).sum(axis=1)
        off = self._middles - a
        along = legs @ off.T / np.where(size > 0, size, 1.0)[:, None]
        share = np.clip(along, 0.0, 1.0)
        x, y = (share * legs[:, None, axis] - off[None, :, axis] for axis in (0, 1))
        found: list[int] = np.flatnonzero((np.hypot(x, y) >= self._fars - 1).all(axis=1)).tolist()
        return found


def _traced(places: Sequence[Point], before: dict[int, int]) -> list[Point]:
    way = [1]
    while way[-1] in before:
        way.append(before[way[-1]])
    return [places[number] for number in reversed(way)]


def short_of(way: Sequence[Point], halt: float) -> tuple[Point, ...]:
    """A way up to where it comes so near to its goal."""
    goal = way[-1]
    for number, (a, b) in enumerate(pairwise(way), start=1):
        if apart(b, goal) <= halt:
            return (*way[:number], _reached(a, b, goal, halt)) if apart(a, goal) > halt else tuple(way[:number])
    return tuple(way)


def _reached(a: Point, b: Point, goal: Point, halt: float) -> Point:
    """Where a leg comes so near to a place, to a thousandth."""
    before, after = 0.0, 1.0
    while (after - before) * apart(a, b) > HALF:
        share = (before + after) / 2
        x, y = a.x + share * (b.x - a.x), a.y + share * (b.y - a.y)
        before, after = (share, after) if hypot(goal.x - x, goal.y - y) > halt else (before, share)
    return Point(round(a.x + after * (b.x - a.x)), round(a.y + after * (b.y - a.y)))
