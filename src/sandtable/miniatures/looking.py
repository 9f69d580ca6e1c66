"""Who sees whom, how far it is, and what shelters whom: figure by figure, along straight lines from base to base."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from sandtable.geometry.cover import area_at, level_at, lines_crossed, open_within
from sandtable.geometry.crowd import Box
from sandtable.geometry.facts import fact
from sandtable.geometry.footprint import Footprint
from sandtable.geometry.measure import Facing, Length, Point, Pose, off_axis
from sandtable.geometry.terrain import Line, Terrain
from sandtable.miniatures.bodies import gaps, lines_between

Places = NDArray[np.float64]  # x, y
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


def aim(
    firers: Sequence[Footprint],
    targets: Sequence[Footprint],
    reach: Length,
    clear: Clear,
    open_to: Callable[[Point, Places], NDArray[np.bool_]] | None = None,
) -> Aim:
    """How figures can fire at others. ``open_to`` tells at a glance which of many places are seen for certain from one."""
    far = gaps(firers, targets)
    seen = _all_seen(firers, targets, clear, open_to).reshape(far.shape)
    if not seen.any():
        return Aim((), (), None)
    nearest = int(far[seen].min())
    bears = seen & (far <= reach)
    beyond = int(far.max()) + 1
    closest = np.where(bears, far, beyond).min(axis=0)
    marks = sorted(np.flatnonzero(bears.any(axis=0)).tolist(), key=lambda mark: (int(closest[mark]), mark))
    return Aim(tuple(np.flatnonzero(bears.any(axis=1)).tolist()), tuple(marks), nearest)


def _all_seen(
    firers: Sequence[Footprint],
    targets: Sequence[Footprint],
    clear: Clear,
    open_to: Callable[[Point, Places], NDArray[np.bool_]] | None,
) -> NDArray[np.bool_]:
    """Who sees whom: what is open at a glance between round bases is not looked at again, nor are those who share one house."""
    seen = np.zeros((len(firers), len(targets)), dtype=np.bool_)
    middles = np.array([each.bases[0][:2] for each in targets], dtype=np.float64).reshape(-1, 2)
    plain = np.array([not each.width for each in targets], dtype=np.bool_)
    for number, one in enumerate(firers):
        if number and one is firers[number - 1]:
            seen[number] = seen[number - 1]
            continue
        if open_to is not None and not one.width and len(targets):
            seen[number] = open_to(one.bases[0].point, middles) & plain
        for other in np.flatnonzero(~seen[number]).tolist():
            same = other and targets[other] is targets[other - 1]
            seen[number, other] = seen[number, other - 1] if same else sees(one, targets[other], clear)
    return seen


def sees(one: Footprint, other: Footprint, clear: Clear) -> bool:
    """Whether any straight line from base to base is free."""
    return any(clear(start, end) for start, end in lines_between(one, other))


def in_arc(muzzle: Pose, half: Facing, place: Point) -> bool:
    """Whether a place lies within so much on either side of where a muzzle points; the edge counts."""
    return off_axis(muzzle, place) <= half


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


# ---- Many places at once --------------------------------------------------------------------------------------------------------


def seen_from(terrain: Terrain, kinds: frozenset[str], eye: Point, places: Places) -> NDArray[np.bool_]:
    """Which of many places are seen from one: nothing of these kinds of ground is between them but what either of them is in."""
    edges, first = _edges(terrain, kinds)
    if not len(edges):
        return np.ones(len(places), dtype=np.bool_)
    met = np.logical_or.reduceat(_crosses(np.array(eye, dtype=np.float64), places, edges), first, axis=1)
    if not met.any():
        return np.ones(len(places), dtype=np.bool_)
    own = np.bitwise_xor.reduceat(_beyond(np.array([eye], dtype=np.float64), edges), first, axis=1)
    theirs = np.bitwise_xor.reduceat(_beyond(places, edges), first, axis=1)
    hidden: NDArray[np.bool_] = np.logical_or.reduce(met & ~own & ~theirs, axis=1)
    return ~hidden


def nothing_met(terrain: Terrain, kinds: frozenset[str], eye: Point, places: Places) -> NDArray[np.bool_]:
    """Which of many places are seen from one because the line there meets nothing of these kinds of ground at all."""
    edges, _ = _edges(terrain, kinds)
    met: NDArray[np.bool_] = np.logical_or.reduce(_crosses(np.array(eye, dtype=np.float64), places, edges), axis=1)
    return ~met


def straight_to(terrain: Terrain, kinds: frozenset[str], start: Point, places: Places) -> NDArray[np.bool_]:
    """To which of many places a straight way leads over no line and into no area of some kinds, but out of the one it begins in."""
    edges, first = _edges(terrain, kinds)
    free = np.ones(len(places), dtype=np.bool_)
    here = np.array(start, dtype=np.float64)
    if len(edges):
        met = np.logical_or.reduceat(_crosses(here, places, edges), first, axis=1)
        own = np.bitwise_xor.reduceat(_beyond(here[None], edges), first, axis=1)
        free &= ~(met & ~own).any(axis=1)
    lines = _legs(terrain, kinds)
    if len(lines):
        free &= ~_crosses(here, places, lines).any(axis=1)
    return free


@fact
def _edges(terrain: Terrain, kinds: frozenset[str]) -> tuple[Places, NDArray[np.int64]]:
    """The edges of areas and hills of some kinds, one after the other, and where those of each begin."""
    areas = [area.outline for area in terrain.areas if area.kind in kinds]
    hills = [hill.outline for hill in terrain.hills] if HILL in kinds else []
    outlines = (*areas, *hills)
    edges = [(one, two) for each in outlines for one, two in zip(each, (*each[1:], each[0]), strict=True)]
    first = np.cumsum([0, *(len(each) for each in outlines[:-1])])
    return np.array(edges, dtype=np.float64).reshape(-1, 2, 2), first


@fact
def _legs(terrain: Terrain, kinds: frozenset[str]) -> Places:
    """The straight legs of lines of some kinds."""
    legs = [leg for line in terrain.lines if line.kind in kinds for leg in pairwise(line.points)]
    return np.array(legs, dtype=np.float64).reshape(-1, 2, 2)


def _crosses(start: Places, ends: Places, edges: Places) -> NDArray[np.bool_]:
    """Which straight lines from one place to many meet which segments: a row for each line."""
    ux, uy = (ends - start).T[:, :, None]
    (ax, ay), (bx, by) = edges[:, 0].T, edges[:, 1].T
    first = ux * (ay - start[1]) - uy * (ax - start[0])
    second = ux * (by - start[1]) - uy * (bx - start[0])
    vx, vy = bx - ax, by - ay
    here = vx * (start[1] - ay) - vy * (start[0] - ax)
    there = vx * (ends[:, 1, None] - ay) - vy * (ends[:, 0, None] - ax)
    met: NDArray[np.bool_] = (first * second <= 0) & (here * there <= 0)
    return met


def _beyond(places: Places, edges: Places) -> NDArray[np.bool_]:
    """Which edges a line to the right of each place meets: who meets an odd number of those of an outline is inside it."""
    x, y = places[:, 0, None], places[:, 1, None]
    (ax, ay), (bx, by) = edges[:, 0].T, edges[:, 1].T
    spans = (ay > y) != (by > y)
    rise = np.where(by == ay, 1.0, by - ay)
    right: NDArray[np.bool_] = spans & (x < ax + (y - ay) * (bx - ax) / rise)
    return right


def within(outline: Sequence[Point], places: Places) -> NDArray[np.bool_]:
    """Which places lie inside an outline; of those on its very edge some do."""
    pairs = zip(outline, (*outline[1:], outline[0]), strict=True)
    edges = np.array([(one, two) for one, two in pairs], dtype=np.float64)
    inside: NDArray[np.bool_] = np.bitwise_xor.reduce(_beyond(places, edges), axis=1)
    return inside
