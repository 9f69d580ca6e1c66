"""Where a unit could get to, in one go: the turns open to it at its start, what its bases owe, how far the move spreads."""

from __future__ import annotations

from math import sqrt

import numpy as np

from sandtable.geometry.compiled.bases import nearest_of_bases
from sandtable.geometry.compiled.compiler import compiled, part
from sandtable.geometry.compiled.costs import path_cost
from sandtable.geometry.compiled.layout import Facts, Fields, Indices, Numbers, Units
from sandtable.geometry.compiled.rounding import HALF
from sandtable.geometry.compiled.sliding import FAR, apart, box_of, gaps, unit_gap
from sandtable.geometry.compiled.spreading import spread
from sandtable.geometry.compiled.turning import NOBODY, NOT_ASKED, slide_from
from sandtable.geometry.compiled.walking import CIRCLE, direction, is_forward, swung

HEADINGS = 24
INCH = 1000.0
ROUNDED = 0.5  # thousandths by which a cost may pass the budget and still be within it, rounded


@compiled
def reached(
    x: float,
    y: float,
    facing: float,
    bases: Numbers,
    quads: Numbers,
    front: int,
    width: float,
    depth: float,
    radius: float,
    extent: float,
    step: float,
    half: float,
    budget: float,
    cheapest: float,
    near: float,
    zone: float,
    prices: Numbers,
    lined: Facts,
    portals: Numbers,
    ground: Fields,
    enemies: Units,
    friends: Units,
) -> tuple[Numbers, Indices, Facts]:
    """What it costs to bring the middle of the front, at a place now, to each cell; the cells' parents; the turns free at the start.

    ``extent``: how far the farthest corner is from that place. ``half``: half the front. ``near``: how near enemies mind a turn.
    ``zone``: how far to keep from enemies on the way.
    """
    turns = np.ones(HEADINGS, dtype=np.bool_)
    goes = np.ones(HEADINGS, dtype=np.bool_)
    room = near + 2.0 * extent
    before = gaps(quads, 0.0, enemies, room)
    if radius == 0.0 and len(before) and before.min() <= room:
        known = np.where(before < FAR, np.floor(before + HALF), NOT_ASKED)
        _put_free_turns(turns, bases, x, y, facing, width, depth, enemies, near + 1.0, before)
        for number in range(HEADINGS):
            heading = number * CIRCLE / HEADINGS
            ahead_x, ahead_y = direction(heading)
            if not turns[number] and not is_forward(facing, INCH * ahead_x, INCH * ahead_y):
                turned = swung(bases, x, y, facing, heading, width, depth)[1]
                goes[number] = slide_from(known, quads, turned, front, 0.0, x, y, enemies, near, False)[3] == NOBODY
    owed = _owed(quads, x, y, ground)
    keeps = _keeps(quads, radius, x, y, half, zone, enemies)
    costs, parents = spread(
        x,
        y,
        step,
        half,
        budget - owed + ROUNDED,
        cheapest,
        prices,
        lined,
        keeps,
        ground,
        enemies,
        friends,
        portals,
        goes,
    )
    costs += owed
    return costs, parents, turns


@part
def _put_free_turns(
    free: Facts, bases: Numbers, x: float, y: float, old: float, width: float, depth: float, enemies: Units, within: float,
    before: Numbers,
) -> None:  # fmt: skip
    """To which facings a unit may turn without coming nearer, by more than rounding, to any enemy that is within a distance then."""
    box = np.empty(4)
    for number in range(len(free)):
        facing = number * CIRCLE / len(free)
        turned = swung(bases, x, y, old, facing, width, depth)[1]
        box_of(turned, 0.0, 0.0, 0.0, box)
        for unit in range(len(before)):
            if apart(box, enemies.boxes, unit) > min(within, before[unit]):
                continue  # too far off to mind, or no nearer than before
            if max(0.0, unit_gap(turned, 0.0, 0.0, 0.0, enemies, unit)) < before[unit] - 1.0:
                free[number] = False
                break


@part
def _owed(quads: Numbers, x: float, y: float, ground: Fields) -> float:
    """What the base with the worst ground under its way to the front pays more than the middle of the front does."""
    most = 0.0
    for base in range(len(quads)):
        middle_x = (quads[base, 0, 0] + quads[base, 1, 0] + quads[base, 2, 0] + quads[base, 3, 0]) / 4.0
        middle_y = (quads[base, 0, 1] + quads[base, 1, 1] + quads[base, 2, 1] + quads[base, 3, 1]) / 4.0
        dx, dy = x - middle_x, y - middle_y
        most = max(most, path_cost(middle_x, middle_y, dx, dy, 1.0, ground) - sqrt(dx * dx + dy * dy))
    return most


@part
def _keeps(quads: Numbers, radius: float, x: float, y: float, half: float, zone: float, enemies: Units) -> Numbers:
    """How far the middle of the front keeps from each enemy; from one it is already too near to, as far as it is."""
    keeps = np.zeros(len(enemies.radii))
    if zone <= 0.0:
        return keeps
    far = gaps(quads, radius, enemies, zone)
    here = np.empty((1, 1, 2))
    here[0, 0, 0], here[0, 0, 1] = x, y
    for unit in range(len(keeps)):
        keeps[unit] = half + zone
        if far[unit] < zone:
            bases = enemies.shapes[enemies.starts[unit] : enemies.starts[unit + 1]]
            off = np.floor(nearest_of_bases(bases, here)[0] - enemies.radii[unit] + HALF)
            keeps[unit] = min(half + zone, max(0.0, off))
    return keeps
