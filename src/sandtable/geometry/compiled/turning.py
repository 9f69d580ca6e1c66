"""Turning among enemies: how far a unit slides away from those that would come nearer."""

from __future__ import annotations

from math import inf, sqrt

import numpy as np

from sandtable.geometry.compiled.bases import nearest_of_bases
from sandtable.geometry.compiled.compiler import compiled, part
from sandtable.geometry.compiled.layout import Fields, Numbers, Units
from sandtable.geometry.compiled.rounding import HALF
from sandtable.geometry.compiled.sliding import gaps, unit_gap
from sandtable.geometry.compiled.walking import hindering

TRIES = 64  # steps of a slide; two are the rule
ON_UNIT = 2.5  # thousandths: a point so near to rounded corners lies on the unit
NOT_ASKED = -1.0
NOBODY = -1
NOTHING = -1


@compiled
def slide_off(
    old: Numbers,
    new: Numbers,
    front: int,
    radius: float,
    pivot_x: float,
    pivot_y: float,
    them: Units,
    near: float,
    strict: bool,
) -> tuple[float, float, float, int]:
    """How a unit slides after a turn: the vector, its length, and the enemy that makes it impossible (none: negative).

    Straight away from the nearest enemy that came nearer, until no enemy within ``near`` is nearer than before.
    """
    return slide_from(
        np.full(len(them.radii), NOT_ASKED), old, new, front, radius, pivot_x, pivot_y, them, near, strict
    )


@part
def slide_from(
    before: Numbers,
    old: Numbers,
    new: Numbers,
    front: int,
    radius: float,
    pivot_x: float,
    pivot_y: float,
    them: Units,
    near: float,
    strict: bool,
) -> tuple[float, float, float, int]:
    """The same where the whole distances before the turn are known, or asked for and put down when they are wanted."""
    after = gaps(new, radius, them, near + 1.0)
    first, least = NOBODY, inf
    for unit in range(len(before)):
        now = np.floor(after[unit] + HALF)
        if now <= near:
            if before[unit] == NOT_ASKED:
                before[unit] = _gap_before(old, radius, them, unit)
            if now < before[unit] and now < least:
                first, least = unit, now
    if first == NOBODY:
        return 0.0, 0.0, 0.0, NOBODY
    ux, uy = _away(old, new, radius, them, first)
    slide = 0.0
    for _ in range(TRIES):
        dx, dy = np.floor(slide * ux + HALF), np.floor(slide * uy + HALF)
        moved = _moved(new, dx, dy)
        after = gaps(moved, radius, them, near + 1.0)
        short = 0.0
        for unit in range(len(before)):
            now = np.floor(after[unit] + HALF)
            if now <= near:
                if before[unit] == NOT_ASKED:
                    before[unit] = _gap_before(old, radius, them, unit)
                short = max(short, before[unit] - now)
        if short <= 0.0:
            return dx, dy, slide, NOBODY if _keeps(moved, front, pivot_x, pivot_y, strict) else first
        slide += short
    return 0.0, 0.0, slide, first


@compiled
def settle(
    old: Numbers,
    new: Numbers,
    front: int,
    radius: float,
    pivot_x: float,
    pivot_y: float,
    x: float,
    y: float,
    near: float,
    strict: bool,
    ground: Fields,
    them: Units,
    friends: Units,
) -> tuple[float, float, float, int, int, int]:
    """How a unit slides after a turn that leaves its anchor at a place, as ``slide_off`` says, and the first to keep it from standing there.

    That is a cause (negative: nothing does) and which one; where it cannot slide, nobody looks.
    """
    dx, dy, slide, unkept = slide_off(old, new, front, radius, pivot_x, pivot_y, them, near, strict)
    if unkept != NOBODY:
        return dx, dy, slide, unkept, NOTHING, NOBODY
    nobody = Units(them.shapes[:0], them.starts[:1], them.radii[:0], them.boxes[:0], them.base_boxes[:0])
    found = hindering(_moved(new, dx, dy), radius, x + dx, y + dy, 0.0, 0.0, -1.0, 0.0, ground, nobody, friends)
    if len(found):
        return dx, dy, slide, unkept, int(found[0, 0]), int(found[0, 1])
    return dx, dy, slide, unkept, NOTHING, NOBODY


@part
def _gap_before(old: Numbers, radius: float, them: Units, unit: int) -> float:
    gap: float = np.floor(max(0.0, unit_gap(old, radius, 0.0, 0.0, them, unit)) + HALF)
    return gap


@part
def _moved(quads: Numbers, dx: float, dy: float) -> Numbers:
    there = quads.copy()
    for base in range(quads.shape[0]):
        for corner in range(quads.shape[1]):
            there[base, corner, 0] += dx
            there[base, corner, 1] += dy
    return there


@part
def _away(old: Numbers, new: Numbers, radius: float, them: Units, unit: int) -> tuple[float, float]:
    """The direction straight away from an enemy; from one that is run into, the way it was away before."""
    enemy = them.shapes[them.starts[unit] : them.starts[unit + 1]]
    for quads in (new, old):
        far, ax, ay, bx, by = nearest_of_bases(quads, enemy)
        if far - radius - them.radii[unit] > HALF:
            return (ax - bx) / far, (ay - by) / far
    x, y = _middle(old)
    enemy_x, enemy_y = _middle(enemy)
    dx, dy = x - enemy_x, y - enemy_y
    apart = sqrt(dx * dx + dy * dy)
    return (dx / apart, dy / apart) if apart > 0.0 else (0.0, 1.0)


@part
def _middle(quads: Numbers) -> tuple[float, float]:
    x, y = 0.0, 0.0
    for base in range(quads.shape[0]):
        for corner in range(quads.shape[1]):
            x += quads[base, corner, 0]
            y += quads[base, corner, 1]
    count = quads.shape[0] * quads.shape[1]
    return x / count, y / count


@part
def _keeps(quads: Numbers, front: int, pivot_x: float, pivot_y: float, strict: bool) -> bool:
    """Whether the pivot still lies on the unit; strictly: on its front edge."""
    there = np.empty((1, 1, 2))
    there[0, 0, 0], there[0, 0, 1] = pivot_x, pivot_y
    if not strict:
        return nearest_of_bases(quads, there)[0] <= ON_UNIT
    edge = np.empty((front, 4, 2))
    for base in range(front):
        for corner in range(4):
            end = 0 if corner in (0, 3) else 1
            edge[base, corner, 0], edge[base, corner, 1] = quads[base, end, 0], quads[base, end, 1]
    return nearest_of_bases(edge, there)[0] <= ON_UNIT
