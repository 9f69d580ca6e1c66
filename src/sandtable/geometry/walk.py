"""Walking: along straight legs with turns between them, what it costs and what hinders it (REV-4.50 to 4.62, REV-G.41, G.43)."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from math import hypot

import numpy as np

from sandtable.geometry.around import Around, Hindrance
from sandtable.geometry.compiled.layout import Numbers
from sandtable.geometry.compiled.rounding import whole
from sandtable.geometry.compiled.walking import pay_leg, swung
from sandtable.geometry.footprint import Footprint
from sandtable.geometry.going import Going, laid_out
from sandtable.geometry.journey import Told, Walk, paid
from sandtable.geometry.kept import kept
from sandtable.geometry.march import march
from sandtable.geometry.measure import Length, Pose, direction
from sandtable.geometry.turn import NEAR, slid

__all__ = ["Around", "Hindrance", "Walk", "furthest", "march", "walk"]

FORWARD = 2.0  # thousandths by which a path may stray over 45 degrees and still be forward: places are rounded


def walk(
    body: Footprint,
    path: Sequence[Pose],
    going: Going,
    around: Around,
    budget: Length | None = None,
    near: Length = NEAR,
    strict: bool = False,
) -> Walk:
    """Go from pose to pose: turn on the spot to its facing, then straight to its place with that facing.

    Each base pays along its own path, and the dearest counts. ``near`` and ``strict`` are those of a turn.
    """
    told = Told(laid_out(around.terrain, going), around, float(body.radius))
    bases, quads = _poses(body), body.quads
    here = body.anchor
    spent: list[Numbers] = []
    trail = [here]
    if not path:
        told.leg(quads, here, 0, 0, last=True)
    for number, pose in enumerate(path, start=1):
        if pose.facing != here.facing and not body.radius:
            old = quads
            bases, quads = swung(
                bases, float(here.x), float(here.y), float(here.facing), float(pose.facing), float(body.width),
                float(body.depth),
            )  # fmt: skip
            dx, dy, _, unkept = slid(old, quads, body, here.point, around, near, strict)
            if unkept is not None:
                told.add(Hindrance("slide", unkept, here.point))
            bases, quads = _moved(bases, quads, dx, dy)
            here = _anchor(bases, body.front)
        trail.append(here)
        dx, dy = pose.x - here.x, pose.y - here.y
        factor = 1.0 if body.radius or forward(here, dx, dy) else float(going.off_front)
        spent.append(pay_leg(quads, float(dx), float(dy), factor, told.ground.fields))
        told.leg(quads, here, dx, dy, last=number == len(path))
        bases, quads = _moved(bases, quads, dx, dy)
        here = Pose(pose.x, pose.y, here.facing)
        trail.append(here)
    end = Footprint(_as_poses(bases), body.front, body.width, body.depth, body.radius)
    end.__dict__["quads"] = quads  # as the footprint would work them out itself
    return paid(spent, budget, end, told.hindrances, tuple(trail))


def forward(pose: Pose, dx: float, dy: float) -> bool:
    """Whether a direction is within 45 degrees of a facing."""
    x, y = direction(pose.facing)
    return abs(dx * y - dy * x) <= dx * x + dy * y + FORWARD


def _poses(body: Footprint) -> Numbers:
    return kept(body, "poses", lambda footprint: np.array(footprint.bases, dtype=np.float64))


def _as_poses(rows: Numbers) -> tuple[Pose, ...]:
    return tuple([Pose(int(x), int(y), int(facing)) for x, y, facing in rows.tolist()])


def _moved(bases: Numbers, quads: Numbers, dx: Length, dy: Length) -> tuple[Numbers, Numbers]:
    return (np.add(bases, (dx, dy, 0)), np.add(quads, (dx, dy))) if dx or dy else (bases, quads)


def _anchor(bases: Numbers, front: int) -> Pose:
    """The middle of the front, as a footprint has it."""
    x, y, facing = map(int, bases[front // 2].tolist())
    if front % 2:
        return Pose(x, y, facing)
    other_x, other_y, _ = map(int, bases[front // 2 - 1].tolist())
    return Pose((x + other_x) // 2, (y + other_y) // 2, facing)


def furthest(
    body: Footprint,
    path: Sequence[Pose],
    going: Going,
    around: Around,
    budget: Length | None = None,
    near: Length = NEAR,
    strict: bool = False,
) -> Walk:
    """As far along a path as the budget and the hindrances allow.

    On the way only friends can be passed: from where anything else stops the unit it steps back until it stands on nobody.
    """

    def first(s: float) -> Walk:
        return walk(body, cut(body, path, s), going, around, budget, near, strict)

    most = path_length(body, path)
    if (walked := first(most)).legal:
        return walked
    low, high = 0.0, most
    if not walked.passable:
        while high - low > STEP:
            middle = (low + high) / 2
            low, high = (middle, high) if first(middle).passable else (low, middle)
        high = low
    while high > 0 and not (walked := first(high)).legal:
        high -= STEP if high > most - STEP else BACK
    return walked if high > 0 else first(0)


STEP = 0.5  # thousandths
BACK = 20.0  # thousandths: so finely a unit looks for a place behind friends


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
