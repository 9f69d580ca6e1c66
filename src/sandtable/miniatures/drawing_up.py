"""How figures are drawn up about a place: in ranks, in files, behind what they serve, or inside a house."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from sandtable.geometry.measure import Length, Pose, ahead, inches
from sandtable.miniatures.bodies import Base

GAP: Length = inches(0.02)  # between bases
BEHIND: Length = inches(0.1)  # between what is served and those who serve it
FORMATIONS: Mapping[str, Callable[[int], int]] = {  # figures abreast, of so many
    "line": lambda count: count,
    "two_ranks": lambda count: -(-count // 2),
    "two_files": lambda count: min(2, count),
    "file": lambda _: 1,
}
USUAL = "two_ranks"


def drawn_up(base: Base, front: Pose, count: int, formation: str) -> tuple[Pose, ...]:
    """Figures in ranks behind the middle of their front, those of the front first and from left to right."""
    abreast = max(1, FORMATIONS[formation](count))
    deep = 2 * base.radius + base.behind + GAP
    ranks = [min(abreast, count - first) for first in range(0, count, abreast)]
    return tuple(
        pose for number, rank in enumerate(ranks) for pose in _abreast(base, front, -base.radius - number * deep, rank)
    )


def behind(base: Base, marker: Pose, long: Length, count: int) -> tuple[Pose, ...]:
    """A crew in a row behind what it serves, which is so long."""
    return _abreast(base, marker, -long - BEHIND - base.radius, count)


def _abreast(base: Base, front: Pose, forward: float, count: int) -> tuple[Pose, ...]:
    """Figures side by side, so far before a place."""
    wide = 2 * base.radius + GAP
    places = (ahead(front, forward, (number - (count - 1) / 2) * wide) for number in range(count))
    return tuple(Pose(place.x, place.y, front.facing) for place in places)
