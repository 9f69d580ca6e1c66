"""Walking: along straight legs with turns between them, what it costs and what hinders it (REV-4.50 to 4.62, REV-G.41, G.43)."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from math import hypot

import numpy as np

from sandtable.geometry.around import Around, Hindrance
from sandtable.geometry.compiled.layout import Leg, Numbers
from sandtable.geometry.compiled.rounding import whole
from sandtable.geometry.compiled.turning import FORWARD
from sandtable.geometry.compiled.walking import SLIDE, Walked, walked
from sandtable.geometry.footprint import Footprint
from sandtable.geometry.going import Going
from sandtable.geometry.journey import Hindrances, Walk, paid
from sandtable.geometry.march import march
from sandtable.geometry.measure import Length, Pose, direction
from sandtable.geometry.turn import NEAR

__all__ = ["Around", "Hindrance", "Walk", "march", "standing", "walk"]


def walk(
    body: Footprint,
    path: Sequence[Pose],
    going: Going,
    around: Around,
    budget: Length | None = None,
    near: Length = NEAR,
    strict: bool = False,
) -> Walk:
    """The walk from pose to pose: a turn on the spot to its facing, then straight to its place with that facing.

    Each base pays along its own path, and the dearest counts. ``near`` and ``strict`` are those of a turn.
    """
    if not path:
        met = Hindrances(going, around, float(body.radius))
        met.leg(body.quads, body.anchor, 0, 0, last=True)
        return paid((), budget, body, met.all, (body.anchor,))
    flat = [number for pose in path for number in pose]  # read far faster than tuples are
    poses = np.array(flat, dtype=np.float64).reshape(-1, 3)
    way = walked(body.standing, body.build, poses, around.terms(going, near, strict), around.scene(going))
    trail = (body.anchor, *_as_poses(way.trail))
    hindrances = _hindrances(way, trail, Hindrances(going, around, float(body.radius))) if len(way.hindrances) else ()
    return paid(way.spent.tolist(), budget, standing(body, way.end.bases), hindrances, trail)


def _hindrances(way: Walked, trail: Sequence[Pose], met: Hindrances) -> tuple[Hindrance, ...]:
    """What hinders each leg of a walk, and where."""
    first = 0
    for number, until in enumerate(way.until.tolist()):
        rows = way.hindrances[first:until].tolist()
        first = until
        if rows and rows[0][0] == SLIDE:
            met.add(Hindrance("slide", int(rows.pop(0)[1]), trail[2 * number].point))
        met.rows(way.starts[number], Leg(*way.legs[number].tolist()), rows)
    return met.all


def forward(pose: Pose, dx: float, dy: float) -> bool:
    """Whether a direction is within 45 degrees of a facing."""
    x, y = direction(pose.facing)
    return abs(dx * y - dy * x) <= dx * x + dy * y + FORWARD


def _as_poses(rows: Numbers) -> tuple[Pose, ...]:
    return tuple([Pose(int(x), int(y), int(facing)) for x, y, facing in rows.tolist()])


def standing(body: Footprint, bases: Numbers) -> Footprint:
    """A body at the end of its way."""
    return Footprint(_as_poses(bases), body.front, body.width, body.depth, body.radius)


def path_length(body: Footprint, path: Sequence[Pose]) -> float:
    """How long a path is from the middle of a unit's front."""
    places = [body.anchor.point, *(pose.point for pose in path)]
    return sum(hypot(b.x - a.x, b.y - a.y) for a, b in pairwise(places))


def cut(body: Footprint, path: Sequence[Pose], s: float) -> tuple[Pose, ...]:
    """The first part of a path, of a length."""
    here = body.anchor.point
    first: list[Pose] = []
    for pose in path:
        leg = hypot(pose.x - here.x, pose.y - here.y)
        if s < leg:
            share = s / leg
            x, y = here.x + share * (pose.x - here.x), here.y + share * (pose.y - here.y)
            return (*first, Pose(whole(x), whole(y), pose.facing)) if s > 0 else tuple(first)
        first.append(pose)
        here = pose.point
        s -= leg
    return tuple(first)
