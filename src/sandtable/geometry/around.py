"""What a mover has to mind, and what hinders it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import Literal

import numpy as np

from sandtable.geometry.compiled.bases import frame
from sandtable.geometry.compiled.hindering import EDGE, ENEMY, FRIEND, OBSTACLE
from sandtable.geometry.compiled.layout import Scene, Terms, Units
from sandtable.geometry.facts import once
from sandtable.geometry.footprint import Footprint
from sandtable.geometry.going import Going, Ground, laid_out
from sandtable.geometry.measure import Length, Point
from sandtable.geometry.terrain import Terrain

Cause = Literal["enemy", "impassable", "line", "friend", "edge", "budget", "slide"]


@dataclass(frozen=True, slots=True)
class Hindrance:
    """Why something cannot stand or go: which feature (its id) or which unit (its number among those given) forbids it.

    ``at`` is where the middle of the mover's front is when it begins.
    """

    cause: Cause
    feature: str | int | None
    at: Point


class Crowd(tuple[Footprint, ...]):  # noqa: SLOT001 - it keeps its bases
    """Units that many have to mind alike, as a side has the same enemies: their bases are stacked once for all."""

    @once
    def bases(self) -> Units:
        """Their bases as the compiled loops read them."""
        return stacked(self)


@dataclass(frozen=True)
class Around:
    """The ground and the other units.

    ``zone``: how far to keep from enemies; who starts nearer may keep or increase the distance. With ``zone_at_end`` that counts
    only where the mover ends.
    """

    terrain: Terrain
    enemies: Sequence[Footprint] = ()
    friends: Sequence[Footprint] = ()
    zone: Length = 0
    zone_at_end: bool = False

    @once
    def zones(self) -> tuple[float, float]:
        """How far to keep from enemies on the way (negative: never mind them), and at its end."""
        mind = self.zone > 0 and not self.zone_at_end
        return (float(self.zone), 0.0) if mind else (-1.0, float(self.zone))

    @once
    def enemy_bases(self) -> Units:
        return _bases(self.enemies)

    @once
    def friend_bases(self) -> Units:
        return _bases(self.friends)

    def scene(self, going: Going) -> Scene:
        """All of it for one going, as the compiled loops read it."""
        return Scene(laid_out(self.terrain, going).fields, self.enemy_bases, self.friend_bases)

    def terms(self, going: Going, near: Length, strict: bool, whole: bool = True) -> Terms:
        """What a mover keeps to: ``near`` and ``strict`` are those of a turn; ``whole``: it goes its whole way, whatever hinders it."""
        zone, clear = self.zones
        return Terms(going.aside, float(near), strict, zone, clear, whole)


def _bases(units: Sequence[Footprint]) -> Units:
    return units.bases if isinstance(units, Crowd) else stacked(units)


def stacked(units: Sequence[Footprint]) -> Units:
    """The bases of many units as the compiled loops read them."""
    if not units:
        return NOBODY
    starts = np.array([0, *accumulate([len(unit.bases) for unit in units])], dtype=np.int64)
    radii = np.array([unit.radius for unit in units], dtype=np.float64)
    shapes = np.concatenate([unit.quads for unit in units])
    boxes, base_boxes = np.empty((len(units), 4)), np.empty((len(shapes), 4))
    frame(shapes, starts, radii, boxes, base_boxes)
    return Units(shapes, starts, radii, boxes, base_boxes)


NOBODY = Units(np.zeros((0, 4, 2)), np.zeros(1, dtype=np.int64), np.zeros(0), np.zeros((0, 4)), np.zeros((0, 4)))


def hindrance(cause: int, which: int, ground: Ground, at: Point) -> Hindrance:
    """A hindrance as the compiled loops tell it."""
    if cause == OBSTACLE:
        feature = ground.features[which]
        return Hindrance("impassable" if feature in ground.impassable else "line", feature, at)
    return Hindrance(NAMES[cause], which if which >= 0 else None, at)


NAMES: dict[float, Cause] = {ENEMY: "enemy", FRIEND: "friend", EDGE: "edge"}

FINE, COARSE = 2**17, 2**11  # into so many parts a leg is halved down: to measure by, and to point at


def first_time(happens: Callable[[float], bool], parts: int = FINE) -> float:
    """The first share (0 to 1) of a leg on which something has happened, given that it has at its end and that it stays so."""
    low, high = 0, parts
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if happens(middle / parts) else (middle, high)
    return low / parts
