"""Lines of sight over woods, towns, hills and the heads of friends (REV-8.20 to REV-8.29, REV-8.40, REV-G.24).

What is tall, which hill has which level and how far one sees into tall ground is handed in: a terrain and a ruleset's numbers.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import inf, isinf
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from sandtable.geometry.compiled.candidates import Body
from sandtable.geometry.compiled.ground import Outlines
from sandtable.geometry.compiled.rays import FRIEND, Sight, look_everywhere
from sandtable.geometry.compiled.rounding import whole
from sandtable.geometry.compiled.searches import Wanted, search
from sandtable.geometry.edges import Edges, front_edges, outer_edges
from sandtable.geometry.facts import fact
from sandtable.geometry.footprint import Footprint, Quads
from sandtable.geometry.measure import INCH, Length, Point
from sandtable.geometry.terrain import Terrain

# Lines are tried between points of the edges that are no further apart than this.
STEP: Length = INCH // 4
CAUSES = (None, "tall", "hill", "friend")
NOBODY: Quads = np.empty((0, 4, 2))


@dataclass(frozen=True, slots=True)
class SightRules:
    """A ruleset's numbers: how far one sees into tall ground in all, how near to a line friends may stand, and whether one sees
    through narrow tall ground at all (if not, any between the ends hides, neither end being in it).
    """

    into: Length = 3000
    clearance: Length = 500
    through: bool = True

    @property
    def compiled(self) -> Sight:
        """These numbers as the compiled loops read them."""
        return Sight(self.into, self.clearance, self.through)


@dataclass(frozen=True, slots=True)
class Sightline:
    """A straight line and what it meets. ``through`` is the tall ground it goes through (not over), ``through_outside`` so much of
    it as does not belong to the tall ground that the end stands in. ``blocker`` is a feature's id or the number of a friend.
    """

    start: Point
    end: Point
    clear: bool
    cause: str | None
    blocker: str | None
    at: Point | None
    through: Length
    through_outside: Length
    length: Length


@dataclass(frozen=True, slots=True)
class Shot:
    """The range of a shot and its line; or why there is none, with the line that shows it."""

    range: Length | None
    line: Sightline | None
    reason: str | None


class Ground(NamedTuple):
    """Areas and hills as the compiled loops want them, and their ids."""

    outlines: Outlines
    names: tuple[str, ...]


@fact
def ground_of(terrain: Terrain) -> Ground:
    """What of a terrain matters for sight."""
    first_tall = next((number for number, area in enumerate(terrain.areas) if area.tall), len(terrain.areas))
    areas = terrain.areas[first_tall:]  # low ground matters only on top of tall ground
    features = [(area.id, area.outline, 0, area.tall) for area in areas]
    features += [(hill.id, hill.outline, hill.level, hill.sloped) for hill in terrain.hills if hill.level > 0]
    rows: list[tuple[float, ...]] = []
    corners: list[Point] = []
    for _, outline, level, flag in features:
        low, high = np.min(outline, axis=0), np.max(outline, axis=0)
        rows.append((*low, *high, level, flag, len(corners), len(corners) + len(outline)))
        corners += outline
    outlines = Outlines(
        np.array(corners, dtype=np.float64).reshape(-1, 2),
        np.array(rows, dtype=np.float64).reshape(-1, 8),
        np.arange(len(rows)),
    )
    return Ground(outlines, tuple(feature[0] for feature in features))


def sightline(
    terrain: Terrain, rules: SightRules, start: Point, end: Point, friends: Sequence[Footprint] = ()
) -> Sightline:
    """What a straight line from point to point meets."""
    x, y = start
    z, w = end
    box = (min(z, x), min(w, y), max(x, z), max(y, w))
    one, two = np.array(((x, y, x, y),), dtype=np.float64), np.array(((z, w, z, w),), dtype=np.float64)
    return _search(terrain, rules, one, two, _in_the_way(friends, box, rules))[1]


def sees(
    terrain: Terrain, rules: SightRules, a: Footprint, b: Footprint, friends: Sequence[Footprint] = ()
) -> Sightline:
    """The shortest clear line from any point of a unit to any point of another; if there is none, the nearest blocked one."""
    others = _in_the_way(friends, _around(a, b), rules, (a, b))
    if (
        not others[1] and b.bases < a.bases
    ):  # the same search from either side, so that sight is mutual where several lines are equal
        back = _search(terrain, rules, outer_edges(b), outer_edges(a), others, behind=b.quads, beyond=a.quads)[1]
        there = sightline(terrain, rules, back.end, back.start)
        return replace(there, length=back.length)
    return _search(terrain, rules, outer_edges(a), outer_edges(b), others, behind=a.quads, beyond=b.quads)[1]


def shot(
    terrain: Terrain,
    rules: SightRules,
    firer: Footprint,
    target: Footprint,
    friends: Sequence[Footprint] = (),
    most: Length | None = None,
) -> Shot:
    """The shortest clear line from the firer's front to what of the target is inside the firer's arc (REV-6.08 to REV-6.14)."""
    limit = inf if most is None else float(most + target.radius)
    others = _in_the_way(friends, _around(firer, target), rules, (firer, target))
    starts, ends = front_edges(firer), outer_edges(target)
    length, line = _search(terrain, rules, starts, ends, others, limit, beyond=target.quads, arcs=True)
    if isinf(length):
        return Shot(None, None, "arc")
    if not line.clear:
        return Shot(None, line, "friend" if line.cause == CAUSES[FRIEND] else "sight")
    if whole(length) > limit:
        return Shot(None, line, "range")
    return Shot(max(0, whole(length) - target.radius), line, None)


def _search(
    terrain: Terrain,
    rules: SightRules,
    starts: Edges,
    ends: Edges,
    friends: tuple[Quads, tuple[int, ...]],
    most: float = inf,
    *,
    behind: Quads = NOBODY,
    beyond: Quads = NOBODY,
    arcs: bool = False,
) -> tuple[float, Sightline]:
    """The shortest clear line between edges and its length before it was rounded; or the nearest blocked one.

    ``behind`` and ``beyond`` are the bases to which the starts and the ends belong, if what is behind those edges counts as well.
    """
    outlines, names = ground_of(terrain)
    quads, owners = friends
    wanted = Wanted(arcs, most, float(STEP), sharp=True)
    found = search(outlines, rules.compiled, quads, Body(starts, behind), Body(ends, beyond), wanted)
    (cause, blocker, share, through, outside), (sx, sy, ex, ey), length = found
    start, end = Point(whole(sx), whole(sy)), Point(whole(ex), whole(ey))
    if isinf(length):  # nothing of the target is in the arc: there is no line to speak of
        return length, Sightline(start, end, False, None, None, None, 0, 0, 0)
    if not cause:
        return length, Sightline(start, end, True, None, None, None, whole(through), whole(outside), whole(length))
    name = str(owners[blocker]) if cause == FRIEND else names[blocker]
    at = Point(whole(sx + share * (ex - sx)), whole(sy + share * (ey - sy)))
    line = Sightline(start, end, False, CAUSES[cause], name, at, whole(through), whole(outside), whole(length))
    return length, line


def visible_matrix(
    terrain: Terrain, rules: SightRules, eyes: NDArray[np.float64], marks: NDArray[np.float64]
) -> NDArray[np.bool_]:
    """Which eyes (rows) see which marks (columns), as far as the ground lets them."""
    eyes, marks = (np.ascontiguousarray(points, dtype=np.float64).reshape(-1, 2) for points in (eyes, marks))
    return look_everywhere(ground_of(terrain).outlines, rules.compiled, eyes, marks)


def _around(a: Footprint, b: Footprint) -> tuple[float, float, float, float]:
    one, two = a.box, b.box
    return min(one[0], two[0]), min(one[1], two[1]), max(one[2], two[2]), max(one[3], two[3])


def _in_the_way(
    friends: Sequence[Footprint],
    box: tuple[float, float, float, float],
    rules: SightRules,
    apart_from: tuple[Footprint, ...] = (),
) -> tuple[Quads, tuple[int, ...]]:
    """The bases of friends that stand near enough to matter, and the number of the friend each belongs to; figures hide nothing."""
    room = rules.clearance
    left, bottom, right, top = box[0] - room, box[1] - room, box[2] + room, box[3] + room
    near, own = [], [unit.bases for unit in apart_from]
    for number, friend in enumerate(friends):
        own_left, own_bottom, own_right, own_top = friend.box
        if own_left >= right or own_right <= left or own_bottom >= top or own_top <= bottom:
            continue
        if not friend.radius and friend.bases not in own:
            near.append((number, friend))
    if not near:
        return NOBODY, ()
    owners = tuple([number for number, friend in near for _ in friend.bases])
    return np.concatenate([friend.quads for _, friend in near]), owners
