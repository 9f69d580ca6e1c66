"""Going back: by the shortest of some straight ways to the first place where somebody may stay."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from math import ceil
from typing import NamedTuple

from sandtable.geometry.measure import CIRCLE, INCH, Facing, Length, Point, direction

STEP: Length = INCH // 2  # how densely places are tried
FINE: Length = 10  # to which the nearest of them is found


class Back(NamedTuple):
    """A way back: in which direction, and how far."""

    bearing: Facing
    far: Length

    @property
    def shift(self) -> Point:
        """How far it leads to the right and up the table."""
        return step_in(self.bearing, self.far)


def step_in(bearing: Facing, far: Length) -> Point:
    """How far a step in a direction leads to the right and up the table."""
    x, y = direction(bearing)
    return Point(round(x * far), round(y * far))


def fan(straight: Facing, widest: Facing, step: Facing) -> Iterator[Facing]:
    """Directions, the straight one first, then ever further off it to both sides."""
    yield straight
    for off in range(step, widest + 1, step):
        yield (straight - off) % CIRCLE
        yield (straight + off) % CIRCLE


def way_back(
    bearings: Sequence[Facing], may_stay: Callable[[Point], bool], most: Callable[[Facing], Length], least: Length = 0
) -> Back | None:
    """The shortest way, at least so far, to where one may stay; of equal ones the first. None where all are longer than they may be."""
    best: Back | None = None
    for bearing in bearings:
        limit = most(bearing) if best is None else min(most(bearing), best.far - FINE)
        found = _first(bearing, may_stay, least, limit)
        if found is not None:
            best = Back(bearing, found)
    return best


def _first(bearing: Facing, may_stay: Callable[[Point], bool], least: Length, most: Length) -> Length | None:
    """How far the first place is where one may stay, as the steps find it, then brought nearer."""
    if least > most:
        return None
    steps = ceil((most - least) / STEP)
    for number in range(steps + 1):
        far = min(most, least + number * STEP)
        if may_stay(step_in(bearing, far)):
            low = max(least, far - STEP) if number else far
            while far - low > FINE:
                middle = (low + far) // 2
                low, far = (low, middle) if may_stay(step_in(bearing, middle)) else (middle, far)
            return far
    return None
