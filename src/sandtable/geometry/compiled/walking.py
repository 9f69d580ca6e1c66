"""The steps of a walk: a turn, a leg, what it costs, and everything that hinders it."""

from __future__ import annotations

from math import cos, floor, pi, sin

import numpy as np

from sandtable.geometry.compiled.compiler import compiled, part
from sandtable.geometry.compiled.costs import crosses, path_cost
from sandtable.geometry.compiled.layout import Fields, Numbers, Units
from sandtable.geometry.compiled.rounding import HALF
from sandtable.geometry.compiled.sliding import OVERLAP, SURELY, apart, box_of, clearance, unit_gap

QUARTER = 900.0
CIRCLE = 3600.0
FORWARD = 2.0  # thousandths by which a path may stray over 45 degrees and still be forward: places are rounded
KEPT = 1.0  # thousandths that rounding may take from a distance that is to be kept

ENEMY, OBSTACLE, FRIEND, EDGE = 0, 1, 2, 3
ON_THE_WAY, AT_THE_END = 0, 1
MOST = 256  # hindrances told of


@compiled
def swung(
    bases: Numbers, ax: float, ay: float, old: float, new: float, width: float, depth: float
) -> tuple[Numbers, Numbers]:
    """The bases after their anchor has turned from one facing to another, and their corners.

    To the thousandth what the footprint itself would say.
    """
    turned = np.empty((len(bases), 3))
    quads = np.empty((len(bases), 4, 2))
    half = width / 2.0
    x, y = direction(old)
    nx, ny = direction(new)
    for base in range(len(bases)):
        dx, dy = bases[base, 0] - ax, bases[base, 1] - ay
        forward, right = dx * x + dy * y, dx * y - dy * x
        px, py = np.rint(ax + forward * nx + right * ny), np.rint(ay + forward * ny - right * nx)
        facing = (bases[base, 2] + new - old) % CIRCLE
        turned[base, 0], turned[base, 1], turned[base, 2] = px, py, facing
        fx, fy = direction(facing)
        for corner in range(quads.shape[1]):
            side = half if 0 < corner < 3 else -half  # noqa: PLR2004 - left, right, right, left
            back = 0.0 if corner < 2 else -depth  # noqa: PLR2004 - front, front, back, back
            quads[base, corner, 0] = np.rint(px + back * fx + side * fy)
            quads[base, corner, 1] = np.rint(py + back * fy - side * fx)
    return turned, quads


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


@compiled
def pay_leg(
    quads: Numbers, anchor_x: float, anchor_y: float, vx: float, vy: float, factor: float, ground: Fields
) -> Numbers:
    """What a straight leg costs each base; its middle decides which ground it is on, the anchor which gates it goes through."""
    spent = np.empty(len(quads))
    toll = 0.0
    for number in range(len(ground.passages)):
        if crosses(anchor_x, anchor_y, vx, vy, ground.passages, number):
            toll += ground.tolls[number]
    for base in range(len(quads)):
        x = (quads[base, 0, 0] + quads[base, 1, 0] + quads[base, 2, 0] + quads[base, 3, 0]) / 4.0
        y = (quads[base, 0, 1] + quads[base, 1, 1] + quads[base, 2, 1] + quads[base, 3, 1]) / 4.0
        spent[base] = toll + path_cost(x, y, vx, vy, factor, ground)
    return spent


@compiled
def hindering(
    quads: Numbers,
    radius: float,
    x: float,
    y: float,
    vx: float,
    vy: float,
    zone: float,
    clear: float,
    ground: Fields,
    enemies: Units,
    friends: Units,
) -> Numbers:
    """What hinders a unit, anchored at a place, on a straight leg, and from standing at its end: rows of cause, which, stage.

    ``zone``: how far to keep from enemies on the way (negative: do not mind them); who starts nearer keeps what he has. ``clear``:
    how far to keep from them at the end (negative: do not ask about the end at all).
    """
    found = np.empty((MOST, 3))
    count = 0
    box, base_box = np.empty(4), np.empty(4)
    box_of(quads, 0.0, 0.0, radius, box)
    if min(box[0] + vx, box[1] + vy, ground.width - box[2] - vx, ground.height - box[3] - vy) < -OVERLAP:
        found[0, 0], found[0, 1], found[0, 2] = EDGE, -1.0, AT_THE_END
        count = 1
    for stage in range(2):
        if stage == AT_THE_END:
            if clear < 0.0:
                break
            quads = quads.copy()
            for base in range(quads.shape[0]):
                for corner in range(quads.shape[1]):
                    quads[base, corner, 0] += vx
                    quads[base, corner, 1] += vy
            vx, vy = 0.0, 0.0
        box_of(quads, vx, vy, radius, box)
        for group in range(2):
            if (group == 0 and stage == ON_THE_WAY and zone < 0.0) or (group == 1 and stage == ON_THE_WAY):
                continue
            units = enemies if group == 0 else friends
            keep = 0.0 if group == 1 else zone if stage == ON_THE_WAY else clear
            for unit in range(len(units.radii)):
                if (
                    count < MOST
                    and apart(box, units.boxes, unit) <= keep
                    and _too_near(quads, radius, vx, vy, units, unit, keep)
                ):
                    found[count, 0] = ENEMY if group == 0 else FRIEND
                    found[count, 1], found[count, 2] = unit, stage
                    count += 1
        for piece in range(len(ground.pieces)):
            if count == MOST or apart(box, ground.piece_boxes, piece) > 0.0:
                continue
            owner = ground.owners[piece]
            if stage == ON_THE_WAY and _passes(x, y, vx, vy, owner, ground):
                continue
            for base in range(len(quads)):
                box_of(quads[base : base + 1], vx, vy, radius, base_box)
                if apart(base_box, ground.piece_boxes, piece) > SURELY:
                    continue
                if clearance(quads[base], radius, vx, vy, ground.pieces[piece]) < 0.0:
                    found[count, 0], found[count, 1], found[count, 2] = OBSTACLE, owner, stage
                    count += 1
                    break
    return found[:count]


@part
def _too_near(quads: Numbers, radius: float, vx: float, vy: float, units: Units, unit: int, keep: float) -> bool:
    """Whether a sliding unit comes nearer to another than it should; who starts nearer keeps what he has, up to rounding."""
    limit = keep
    for moving in range(2):
        gap = unit_gap(quads, radius, moving * vx, moving * vy, units, unit)
        far = floor(gap + HALF)
        if moving == 1:
            return far < limit or gap < 0.0
        if vx == 0.0 and vy == 0.0:
            return far < keep or gap < 0.0
        if far < keep:
            limit = far - KEPT
    return False


@part
def _passes(x: float, y: float, vx: float, vy: float, obstacle: int, ground: Fields) -> bool:
    """Whether a straight path leads through an obstacle by a gate or a bridge."""
    for number in range(len(ground.passages)):
        if ground.exempt[number, obstacle]:
            ax, ay = ground.passages[number, 0], ground.passages[number, 1]
            bx, by = ground.passages[number, 2], ground.passages[number, 3]
            ex, ey = bx - ax, by - ay
            sides = (vx * (ay - y) - vy * (ax - x)) * (vx * (by - y) - vy * (bx - x))
            ends = (ex * (y - ay) - ey * (x - ax)) * (ex * (y + vy - ay) - ey * (x + vx - ax))
            if sides <= 0.0 and ends <= 0.0:
                return True
    return False


@compiled
def walked(
    bases: Numbers,
    quads: Numbers,
    front: int,
    width: float,
    depth: float,
    radius: float,
    path: Numbers,
    factor: float,
    near: float,
    zone: float,
    clear: float,
    ground: Fields,
    enemies: Units,
    friends: Units,
) -> tuple[int, Numbers, Numbers, Numbers, Numbers]:
    """A walk along a path, up to the first leg that is hindered or that begins with a turn which calls for a slide.

    How many legs were gone; the bases and corners then; what each leg cost each base; what hinders the next one.
    """
    legs = len(path)
    spent = np.zeros((legs, len(bases)))
    found = np.empty((0, 3))
    for leg in range(legs):
        x, y, facing = anchor_of(bases, front)
        next_bases, next_quads = bases, quads
        if path[leg, 2] != facing and radius == 0.0:
            next_bases, next_quads = swung(bases, x, y, facing, path[leg, 2], width, depth)
            if _slides(quads, next_quads, radius, enemies, near):
                return leg, bases, quads, spent, found
            x, y, facing = anchor_of(next_bases, front)
        vx, vy = path[leg, 0] - x, path[leg, 1] - y
        end = clear if leg == legs - 1 else -1.0
        found = hindering(next_quads, radius, x, y, vx, vy, zone, end, ground, enemies, friends)
        if len(found):
            return leg, bases, quads, spent, found
        ahead = radius > 0.0 or is_forward(facing, vx, vy)
        costs = pay_leg(next_quads, x, y, vx, vy, 1.0 if ahead else factor, ground)
        bases, quads = next_bases.copy(), next_quads.copy()
        for base in range(len(bases)):
            spent[leg, base] = costs[base]
            bases[base, 0] += vx
            bases[base, 1] += vy
            for corner in range(quads.shape[1]):
                quads[base, corner, 0] += vx
                quads[base, corner, 1] += vy
    return legs, bases, quads, spent, found


@part
def anchor_of(bases: Numbers, front: int) -> tuple[float, float, float]:
    """The middle of the front, as a footprint has it."""
    x, y, facing = bases[front // 2, 0], bases[front // 2, 1], bases[front // 2, 2]
    if front % 2 == 0:
        x = np.floor((x + bases[front // 2 - 1, 0]) / 2.0)
        y = np.floor((y + bases[front // 2 - 1, 1]) / 2.0)
    return x, y, facing


@part
def _slides(old: Numbers, new: Numbers, radius: float, enemies: Units, near: float) -> bool:
    """Whether some enemy that is near after a turn is nearer than before."""
    box = np.empty(4)
    box_of(new, 0.0, 0.0, radius, box)
    for unit in range(len(enemies.radii)):
        if apart(box, enemies.boxes, unit) <= near + 1.0:
            after = floor(max(0.0, unit_gap(new, radius, 0.0, 0.0, enemies, unit)) + HALF)
            if after <= near and after < floor(max(0.0, unit_gap(old, radius, 0.0, 0.0, enemies, unit)) + HALF):
                return True
    return False
