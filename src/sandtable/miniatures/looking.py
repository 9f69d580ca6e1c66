"""Who sees whom, how far it is, and what shelters whom: figure by figure, along straight lines from base to base."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass, replace

import numpy as np

from sandtable.geometry.cover import area_at, level_at, lines_crossed, open_within
from sandtable.geometry.crowd import Box
from sandtable.geometry.facts import fact
from sandtable.geometry.footprint import Footprint
from sandtable.geometry.measure import CIRCLE, Facing, Length, Point, Pose, bearing
from sandtable.geometry.terrain import Line, Terrain
from sandtable.miniatures.bodies import gaps, lines_between

HILL = "hill"  # the kind of ground that a hill is
Clear = Callable[[Point, Point], bool]  # whether nothing hides the one from the other


@dataclass(frozen=True, slots=True)
class Aim:
    """Figures that have range and sight, those that they see, nearest first, and how far it is between the nearest of them.

    ``range`` is that of the nearest who see each other, in reach or not; None where nobody sees anybody.
    """

    firers: tuple[int, ...]
    marks: tuple[int, ...]
    range: Length | None


def aim(firers: Sequence[Footprint], targets: Sequence[Footprint], reach: Length, clear: Clear) -> Aim:
    """How figures can fire at others."""
    far = gaps(firers, targets)
    seen = np.array([[sees(one, other, clear) for other in targets] for one in firers], dtype=bool).reshape(far.shape)
    if not seen.any():
        return Aim((), (), None)
    nearest = int(far[seen].min())
    bears = seen & (far <= reach)
    beyond = int(far.max()) + 1
    closest = np.where(bears, far, beyond).min(axis=0)
    marks = sorted(np.flatnonzero(bears.any(axis=0)).tolist(), key=lambda mark: (int(closest[mark]), mark))
    return Aim(tuple(np.flatnonzero(bears.any(axis=1)).tolist()), tuple(marks), nearest)


def sees(one: Footprint, other: Footprint, clear: Clear) -> bool:
    """Whether any straight line from base to base is free."""
    return any(clear(start, end) for start, end in lines_between(one, other))


def in_arc(muzzle: Pose, half: Facing, place: Point) -> bool:
    """Whether a place lies within so much on either side of where a muzzle points; the edge counts."""
    off = abs(bearing(place.x - muzzle.x, place.y - muzzle.y) - muzzle.facing) % CIRCLE
    return min(off, CIRCLE - off) <= half


@fact
def outlined(terrain: Terrain) -> Terrain:
    """The edges of areas and hills as lines, each by the id of what it bounds."""
    areas = (Line(area.id, area.kind, (*area.outline, area.outline[0])) for area in terrain.areas)
    hills = (Line(hill.id, HILL, (*hill.outline, hill.outline[0])) for hill in terrain.hills)
    return replace(terrain, lines=(*areas, *hills))


@fact
def _edges_of(terrain: Terrain, kinds: frozenset[str]) -> Terrain:
    edges = outlined(terrain)
    return replace(edges, lines=tuple(line for line in edges.lines if line.kind in kinds))


def nothing_hides(terrain: Terrain, kinds: frozenset[str], box: Box) -> bool:
    """Whether no ground of these kinds reaches into an upright rectangle, so that everybody in it sees everybody."""
    return open_within(_only(terrain, kinds), box)


@fact
def _only(terrain: Terrain, kinds: frozenset[str]) -> Terrain:
    """The ground with nothing on it but what has edges of these kinds."""
    return replace(_edges_of(terrain, kinds), areas=(), hills=())


def hiding(terrain: Terrain, kinds: frozenset[str], start: Point, end: Point, but: Collection[str] = ()) -> str:
    """What of these kinds of ground stands between two places, by its id, some left out; empty where nothing does."""
    crossed = lines_crossed(_edges_of(terrain, kinds), start, end)
    return next((edge.id for edge in crossed if edge.id not in but), "")


def hills_under(terrain: Terrain, place: Point) -> frozenset[str]:
    """The hills that a place is on."""
    return frozenset(name for name, alone in _hill_by_hill(terrain) if level_at(alone, place))


@fact
def _hill_by_hill(terrain: Terrain) -> tuple[tuple[str, Terrain], ...]:
    return tuple((hill.id, replace(terrain, hills=(hill,))) for hill in terrain.hills)


def sheltering(terrain: Terrain, start: Point, end: Point, within: Length) -> frozenset[str]:
    """The kinds of ground at the end of a line: what is stood in, and what the line crosses within so much of its end."""
    area = area_at(terrain, end)
    under = {area.kind} if area else set()
    under |= {HILL} if level_at(terrain, end) else set()
    return frozenset(
        (
            *under,
            *_kinds(lines_crossed(terrain, start, end, within)),
            *_kinds(lines_crossed(outlined(terrain), start, end, within)),
        )
    )


def _kinds(lines: Iterable[Line]) -> Iterable[str]:
    return (line.kind for line in lines)
