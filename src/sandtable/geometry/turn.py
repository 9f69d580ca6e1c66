"""Turning on the spot: about the middle of the front, sliding away from enemies that would come nearer (REV-4.35 to 4.37)."""

from __future__ import annotations

from dataclasses import dataclass
from math import hypot

import numpy as np

from sandtable.geometry.around import Around, Hindrance
from sandtable.geometry.compiled.bases import nearest_of_bases
from sandtable.geometry.compiled.layout import Numbers
from sandtable.geometry.compiled.rounding import HALF, whole
from sandtable.geometry.compiled.sliding import gaps
from sandtable.geometry.footprint import Footprint
from sandtable.geometry.going import OPEN, Going
from sandtable.geometry.measure import INCH, Facing, Length, Point, Pose
from sandtable.geometry.place import hindrances

NEAR: Length = 6 * INCH  # enemies within it mind a turn
FAR = 1e29  # wherever they are
ON_UNIT = 2.5  # thousandths: a point so near to rounded corners lies on the unit
TRIES = 64  # steps of a slide; two are the rule


@dataclass(frozen=True, slots=True)
class Turned:
    """A unit after a turn, how far it slid, and what keeps it from standing so."""

    end: Footprint
    slide: Length
    hindrance: Hindrance | None = None


def turn(
    body: Footprint,
    facing: Facing,
    around: Around,
    near: Length = NEAR,
    strict: bool = False,
    going: Going | None = None,
) -> Turned:
    """Pivot on the middle of the front; ``strict``: that point must still lie on the front edge after the slide."""
    anchor = body.anchor
    return settled(body, body.placed(Pose(anchor.x, anchor.y, facing)), around, near, strict, going)


def reform(
    body: Footprint,
    new: Footprint,
    around: Around,
    near: Length = NEAR,
    strict: bool = False,
    going: Going | None = None,
) -> Turned:
    """Change formation about the same middle of the front, by the same rule."""
    old, anchor = body.anchor, new.anchor
    return settled(body, new.moved(old.x - anchor.x, old.y - anchor.y), around, near, strict, going)


def settled(
    body: Footprint,
    new: Footprint,
    around: Around,
    near: Length,
    strict: bool,
    going: Going | None,
) -> Turned:
    """A unit that changed its facing or formation: slid as far as it must, and what keeps it from standing there."""
    dx, dy, slide, unkept = slid(body.quads, new.quads, new, body.anchor.point, around, near, strict)
    end = new.moved(dx, dy)
    if unkept is not None:
        return Turned(end, slide, Hindrance("slide", unkept, body.anchor.point))
    found = hindrances(end, going or OPEN, around, clear=None)
    return Turned(end, slide, found[0] if found else None)


def slid(
    old: Numbers, new: Numbers, body: Footprint, pivot: Point, around: Around, near: Length, strict: bool
) -> tuple[Length, Length, Length, int | None]:
    """How a unit of that build slides after a turn: the vector, its length, and the enemy that makes it impossible.

    Straight away from the nearest enemy that came nearer, until no enemy within ``near`` is nearer than before.
    """
    them, radius = around.enemy_bases, float(body.radius)
    if not around.enemies:
        return 0, 0, 0, None
    after = np.floor(gaps(new, radius, them, near + 1.0) + HALF)
    if after.min() > near:
        return 0, 0, 0, None
    before = np.floor(gaps(old, radius, them, FAR) + HALF)
    nearer = (after < before) & (after <= near)
    if not nearer.any():
        return 0, 0, 0, None
    first = int(np.where(nearer, after, np.inf).argmin())
    ux, uy = _away(old, new, radius, around.enemies[first])
    slide = 0
    for _ in range(TRIES):
        dx, dy = whole(slide * ux), whole(slide * uy)
        moved = np.add(new, (dx, dy))
        now = np.floor(gaps(moved, radius, them, near + 1.0) + HALF)
        short = np.where(now <= near, before - now, 0.0).max()
        if short <= 0:
            return dx, dy, slide, None if _keeps(moved, body.front, pivot, strict) else first
        slide += int(short)
    return 0, 0, slide, first


def _away(old: Numbers, new: Numbers, radius: float, enemy: Footprint) -> tuple[float, float]:
    """The direction straight away from an enemy; from one that is run into, the way it was away before."""
    for quads in (new, old):
        far, ax, ay, bx, by = nearest_of_bases(quads, enemy.quads)
        if far - radius - enemy.radius > HALF:
            return (ax - bx) / far, (ay - by) / far
    dx, dy = old.mean(axis=(0, 1)) - enemy.quads.mean(axis=(0, 1))
    apart = hypot(dx, dy)
    return (dx / apart, dy / apart) if apart else (0.0, 1.0)


def _keeps(quads: Numbers, front: int, pivot: Point, strict: bool) -> bool:
    """Whether the pivot still lies on the unit; strictly: on its front edge."""
    ground = np.ascontiguousarray(quads[:front, [0, 1, 1, 0]]) if strict else quads
    there = np.array([[pivot]], dtype=np.float64)
    return bool(nearest_of_bases(ground, there)[0] <= ON_UNIT)
