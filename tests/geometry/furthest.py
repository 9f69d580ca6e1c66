"""How far a unit gets along a path, by halving: tests say with it what a rule about distances comes to."""

from __future__ import annotations

from collections.abc import Sequence

from sandtable.geometry.footprint import Footprint
from sandtable.geometry.going import Going
from sandtable.geometry.measure import Length, Pose
from sandtable.geometry.walk import Around, Walk, cut, path_length, walk

STEP = 0.5  # thousandths
BACK = 20.0  # thousandths: so finely a place behind friends is looked for


def furthest(body: Footprint, path: Sequence[Pose], going: Going, around: Around, budget: Length | None = None) -> Walk:
    """The walk as far along a path as the budget and the hindrances allow.

    On the way only friends can be passed: from where anything else stops the unit it steps back until it stands on nobody.
    """

    def first(s: float) -> Walk:
        return walk(body, cut(body, path, s), going, around, budget)

    most = path_length(body, path)
    if (gone := first(most)).legal:
        return gone
    low, high = 0.0, most
    if not _passable(gone):
        while high - low > STEP:
            middle = (low + high) / 2
            low, high = (middle, high) if _passable(first(middle)) else (low, middle)
        high = low
    while high > 0 and not (gone := first(high)).legal:
        high -= STEP if high > most - STEP else BACK
    return gone if high > 0 else first(0)


def _passable(gone: Walk) -> bool:
    """Whether nothing hinders a walk but that it ends on a friend."""
    return all(each.cause == "friend" for each in gone.hindrances)
