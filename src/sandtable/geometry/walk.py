"""Walking: along straight legs with turns between them, what it costs and what hinders it (REV-4.50 to 4.62, REV-G.41, G.43)."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from math import hypot
from typing import NamedTuple

import numpy as np

from sandtable.geometry.around import Around, Hindrance
from sandtable.geometry.compiled.layout import Numbers
from sandtable.geometry.compiled.rounding import whole
from sandtable.geometry.compiled.trying import went
from sandtable.geometry.compiled.walking import FORWARD, swung, walked
from sandtable.geometry.footprint import Footprint
from sandtable.geometry.going import Going, laid_out
from sandtable.geometry.journey import Told, Walk, leg_costs, paid
from sandtable.geometry.march import march
from sandtable.geometry.measure import Facing, Length, Pose, direction
from sandtable.geometry.turn import NEAR, slid

__all__ = ["Around", "Hindrance", "Walk", "furthest", "march", "standing", "walk", "walk_end", "walkable"]


class State(NamedTuple):
    """A body on its way: the places and facings of its bases, and their corners."""

    bases: Numbers
    quads: Numbers

    def moved(self, dx: Length, dy: Length) -> State:
        return State(np.add(self.bases, (dx, dy, 0)), np.add(self.quads, (dx, dy))) if dx or dy else self


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
    state = State(body.poses, body.quads)
    here = body.anchor
    spent: list[Numbers] = []
    trail = [here]
    factor = going.aside
    if not path:
        told.leg(state.quads, here, 0, 0, last=True)
    done = 0
    while done < len(path):
        gone, bases, quads, costs, _ = walked(
            state.bases, state.quads, body.front, float(body.width), float(body.depth), told.radius,
            np.array(path[done:], dtype=np.float64), factor, float(near), told.zone, told.clear, told.ground.fields,
            around.enemy_bases, around.friend_bases,
        )  # fmt: skip
        state = State(bases, quads)
        spent += list(costs[:gone])
        for pose in path[done : done + gone]:
            facing = here.facing if body.radius else pose.facing
            trail += [Pose(here.x, here.y, facing), Pose(pose.x, pose.y, facing)]
            here = trail[-1]
        done += gone
        if done < len(path):
            # What hinders or slides is rare, and told in detail.
            state, turned = _turned(body, state, here, path[done].facing, around, near, strict, told)
            pose = Pose(path[done].x, path[done].y, turned.facing)
            dx, dy = pose.x - turned.x, pose.y - turned.y
            ahead = body.radius or forward(turned, dx, dy)
            spent.append(leg_costs(state.quads, turned, dx, dy, 1.0 if ahead else factor, told.ground))
            done += 1
            told.leg(state.quads, turned, dx, dy, last=done == len(path))
            state = state.moved(dx, dy)
            trail += [turned, pose]
            here = pose
    return paid(spent, budget, standing(body, state.bases), told.hindrances, tuple(trail))


def walkable(
    body: Footprint,
    path: Sequence[Pose],
    going: Going,
    around: Around,
    budget: Length,
    near: Length = NEAR,
    strict: bool = False,
) -> bool:
    """Whether such a walk is legal, for those who try many: what hinders the others is not looked into."""
    legal, _ = _went(body, path, going, around, budget, near, strict)
    return legal


def walk_end(
    body: Footprint,
    path: Sequence[Pose],
    going: Going,
    around: Around,
    budget: Length,
    near: Length = NEAR,
    strict: bool = False,
) -> Footprint | None:
    """Where such a walk ends if it is legal; None: it is not, and why is not looked into."""
    legal, bases = _went(body, path, going, around, budget, near, strict)
    return standing(body, bases) if legal else None


def _went(
    body: Footprint, path: Sequence[Pose], going: Going, around: Around, budget: Length, near: Length, strict: bool
) -> tuple[bool, Numbers]:
    """Whether a walk is legal, and the places of its bases at its end."""
    if not path:
        stays = walk(body, path, going, around, budget, near, strict)
        return stays.legal, body.poses
    zone, clear = around.zones
    flat = [number for pose in path for number in pose]  # read far faster than tuples are
    legal, bases, _ = went(
        body.poses, body.quads, body.front, float(body.width), float(body.depth), float(body.radius),
        np.array(flat, dtype=np.float64).reshape(-1, 3), going.aside, float(near), strict, zone, clear, float(budget),
        laid_out(around.terrain, going).fields, around.enemy_bases, around.friend_bases,
    )  # fmt: skip
    return legal, bases


def _turned(
    body: Footprint, state: State, here: Pose, facing: Facing, around: Around, near: Length, strict: bool, told: Told
) -> tuple[State, Pose]:
    """A body turned on the spot, slid as far as it must."""
    if facing == here.facing or body.radius:
        return state, here
    width, depth = float(body.width), float(body.depth)
    turned = State(*swung(state.bases, float(here.x), float(here.y), float(here.facing), float(facing), width, depth))
    dx, dy, _, unkept = slid(state.quads, turned.quads, body, here.point, around, near, strict)
    if unkept is not None:
        told.add(Hindrance("slide", unkept, here.point))
    turned = turned.moved(dx, dy)
    return turned, _anchor(turned.bases, body.front)


def forward(pose: Pose, dx: float, dy: float) -> bool:
    """Whether a direction is within 45 degrees of a facing."""
    x, y = direction(pose.facing)
    return abs(dx * y - dy * x) <= dx * x + dy * y + FORWARD


def _as_poses(rows: Numbers) -> tuple[Pose, ...]:
    return tuple([Pose(int(x), int(y), int(facing)) for x, y, facing in rows.tolist()])


def standing(body: Footprint, bases: Numbers) -> Footprint:
    """A body at the end of its way."""
    return Footprint(_as_poses(bases), body.front, body.width, body.depth, body.radius)


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
