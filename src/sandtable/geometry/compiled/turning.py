"""Turning among enemies: a unit swung about the middle of its front, and how far it slides away from those that would come nearer."""

from __future__ import annotations

from math import cos, inf, pi, sin, sqrt
from typing import NamedTuple

import numpy as np

from sandtable.geometry.compiled.bases import nearest_of_bases
from sandtable.geometry.compiled.compiler import compiled, maker, part
from sandtable.geometry.compiled.hindering import hindering, shifted
from sandtable.geometry.compiled.layout import Anchor, Build, Leg, Numbers, Scene, Standing, Terms, Units
from sandtable.geometry.compiled.rounding import HALF
from sandtable.geometry.compiled.sliding import gaps, unit_gap

QUARTER = 900.0
CIRCLE = 3600.0
FORWARD = 2.0  # thousandths by which a path may stray over 45 degrees and still be forward: places are rounded
TRIES = 64  # steps of a slide; two are the rule
ON_UNIT = 2.5  # thousandths: a point so near to rounded corners lies on the unit
NOT_ASKED = -1.0
NOBODY = -1
NOTHING = -1


class Turn(NamedTuple):
    """A unit before and after a turn about a place: the corners of its bases."""

    old: Numbers
    new: Numbers
    x: float
    y: float


class Slide(NamedTuple):
    """How a unit slides: the vector, its length, and the enemy that makes it impossible (none: negative)."""

    dx: float
    dy: float
    length: float
    unkept: int


@part
def direction(facing: float) -> tuple[float, float]:
    """The unit vector of a facing; quarter turns are exact."""
    angle = facing / 10.0 * (pi / 180.0)
    x, y = sin(angle), cos(angle)
    if facing % QUARTER == 0.0:
        x, y = np.rint(x), np.rint(y)
    return x, y


@part
def is_forward(facing: float, vx: float, vy: float) -> bool:
    """Whether a direction is within 45 degrees of a facing."""
    x, y = direction(facing)
    return bool(abs(vx * y - vy * x) <= vx * x + vy * y + FORWARD)


@part
def anchor_of(bases: Numbers, front: int) -> Anchor:
    """The middle of the front, as a footprint has it."""
    x, y, facing = bases[front // 2, 0], bases[front // 2, 1], bases[front // 2, 2]
    if front % 2 == 0:
        x = np.floor((x + bases[front // 2 - 1, 0]) / 2.0)
        y = np.floor((y + bases[front // 2 - 1, 1]) / 2.0)
    return Anchor(x, y, facing)


@maker
def swung(bases: Numbers, anchor: Anchor, facing: float, build: Build) -> Standing:
    """A unit after its anchor has turned to a facing: to the thousandth what the footprint itself would say."""
    turned = np.empty((len(bases), 3))
    quads = np.empty((len(bases), 4, 2))
    half = build.width / 2.0
    x, y = direction(anchor.facing)
    nx, ny = direction(facing)
    for base in range(len(bases)):
        dx, dy = bases[base, 0] - anchor.x, bases[base, 1] - anchor.y
        forward, right = dx * x + dy * y, dx * y - dy * x
        px, py = np.rint(anchor.x + forward * nx + right * ny), np.rint(anchor.y + forward * ny - right * nx)
        own = (bases[base, 2] + facing - anchor.facing) % CIRCLE
        turned[base, 0], turned[base, 1], turned[base, 2] = px, py, own
        fx, fy = direction(own)
        for corner in range(quads.shape[1]):
            side = half if 0 < corner < 3 else -half  # noqa: PLR2004 - left, right, right, left
            back = 0.0 if corner < 2 else -build.depth  # noqa: PLR2004 - front, front, back, back
            quads[base, corner, 0] = np.rint(px + back * fx + side * fy)
            quads[base, corner, 1] = np.rint(py + back * fy - side * fx)
    return Standing(turned, quads)


@maker
def slide_off(turn: Turn, build: Build, them: Units, near: float, strict: bool) -> Slide:
    """How a unit slides after a turn: straight away from the nearest enemy that came nearer, until none within ``near`` is nearer than before."""
    return slide_from(np.full(len(them.radii), NOT_ASKED), turn, build, them, near, strict)


@maker
def slide_from(before: Numbers, turn: Turn, build: Build, them: Units, near: float, strict: bool) -> Slide:
    """How a unit slides after a turn, where the whole distances before it are known, or asked for and put down when they are wanted."""
    first = _first_that_came_nearer(before, turn, build.radius, them, near)
    if first == NOBODY:
        return Slide(0.0, 0.0, 0.0, NOBODY)
    ux, uy = _away(turn, build.radius, them, first)
    slide = 0.0
    for _ in range(TRIES):
        dx, dy = np.floor(slide * ux + HALF), np.floor(slide * uy + HALF)
        moved = shifted(turn.new, dx, dy)
        after = gaps(moved, build.radius, them, near + 1.0)
        short = 0.0
        for unit in range(len(before)):
            now = np.floor(after[unit] + HALF)
            if now <= near:
                short = max(short, _gap_before(before, turn.old, build.radius, them, unit) - now)
        if short <= 0.0:
            kept = _keeps(moved, build.front, turn.x, turn.y, strict)
            return Slide(dx, dy, slide, NOBODY if kept else first)
        slide += short
    return Slide(0.0, 0.0, slide, first)


@maker
def _first_that_came_nearer(before: Numbers, turn: Turn, radius: float, them: Units, near: float) -> int:
    """The nearest of the enemies within ``near`` after a turn that were farther off before it."""
    after = gaps(turn.new, radius, them, near + 1.0)
    first, least = NOBODY, inf
    for unit in range(len(before)):
        now = np.floor(after[unit] + HALF)
        if now <= near and now < _gap_before(before, turn.old, radius, them, unit) and now < least:
            first, least = unit, now
    return first


@part
def _gap_before(before: Numbers, old: Numbers, radius: float, them: Units, unit: int) -> float:
    """How far off an enemy was before a turn, put down for whoever asks again."""
    if before[unit] == NOT_ASKED:
        before[unit] = np.floor(max(0.0, unit_gap(old, radius, 0.0, 0.0, them, unit)) + HALF)
    return before[unit]  # type: ignore[no-any-return]


@compiled
def settle(
    turn: Turn, x: float, y: float, build: Build, terms: Terms, scene: Scene
) -> tuple[float, float, float, int, int, int]:
    """How a unit slides after a turn that leaves its anchor at a place, and the first to keep it from standing there.

    That is a cause (negative: nothing does) and which one; where it cannot slide, nobody looks.
    """
    them = scene.enemies
    dx, dy, length, unkept = slide_off(turn, build, them, terms.near, terms.strict)
    if unkept != NOBODY:
        return dx, dy, length, unkept, NOTHING, NOBODY
    nobody = Units(them.shapes[:0], them.starts[:1], them.radii[:0], them.boxes[:0], them.base_boxes[:0])
    there, here = shifted(turn.new, dx, dy), Leg(x + dx, y + dy, 0.0, 0.0)
    found = hindering(there, build.radius, here, -1.0, 0.0, Scene(scene.ground, nobody, scene.friends))
    if len(found):
        return dx, dy, length, unkept, int(found[0, 0]), int(found[0, 1])
    return dx, dy, length, unkept, NOTHING, NOBODY


@part
def _away(turn: Turn, radius: float, them: Units, unit: int) -> tuple[float, float]:
    """The direction straight away from an enemy; from one that is run into, the way it was away before."""
    enemy = them.shapes[them.starts[unit] : them.starts[unit + 1]]
    for number in range(2):
        quads = turn.new if number == 0 else turn.old
        far, ax, ay, bx, by = nearest_of_bases(quads, enemy)
        if far - radius - them.radii[unit] > HALF:
            return (ax - bx) / far, (ay - by) / far
    x, y = _middle(turn.old)
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


@maker
def _keeps(quads: Numbers, front: int, x: float, y: float, strict: bool) -> bool:
    """Whether the place turned about still lies on the unit; strictly: on its front edge."""
    there = np.empty((1, 1, 2))
    there[0, 0, 0], there[0, 0, 1] = x, y
    if not strict:
        return nearest_of_bases(quads, there)[0] <= ON_UNIT
    edge = np.empty((front, 4, 2))
    for base in range(front):
        for corner in range(4):
            end = 0 if corner in (0, 3) else 1
            edge[base, corner, 0], edge[base, corner, 1] = quads[base, end, 0], quads[base, end, 1]
    return nearest_of_bases(edge, there)[0] <= ON_UNIT
