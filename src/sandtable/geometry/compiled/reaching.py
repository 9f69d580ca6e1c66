"""Where a unit could get to, in one go: the turns open to it at its start, what its bases owe, how far the move spreads."""

from __future__ import annotations

from math import sqrt

import numpy as np

from sandtable.geometry.compiled.bases import nearest_of_bases
from sandtable.geometry.compiled.compiler import compiled, maker, part
from sandtable.geometry.compiled.costs import path_cost
from sandtable.geometry.compiled.layout import (
    Anchor,
    Build,
    Facts,
    Fields,
    Indices,
    Leg,
    Numbers,
    Scene,
    Standing,
    Terms,
    Units,
)
from sandtable.geometry.compiled.rounding import HALF
from sandtable.geometry.compiled.sliding import FAR, apart, box_of, gaps, unit_gap
from sandtable.geometry.compiled.spreading import Errand, Grid, spread
from sandtable.geometry.compiled.turning import (
    CIRCLE,
    NOBODY,
    NOT_ASKED,
    Turn,
    anchor_of,
    direction,
    is_forward,
    slide_from,
    swung,
)

HEADINGS = 24
INCH = 1000.0
ROUNDED = 0.5  # thousandths by which a cost may pass the budget and still be within it, rounded


@compiled
def reach_from(
    start: Standing, build: Build, extent: float, grid: Grid, budget: float, cheapest: float, terms: Terms, scene: Scene
) -> tuple[Numbers, Indices, Facts]:
    """What it costs to bring the middle of the front to each cell; the cells' parents; the turns that are free at the start.

    ``extent``: how far the farthest corner is from that place. ``cheapest``: the least that an inch can cost.
    """
    anchor = anchor_of(start.bases, build.front)
    turns, goes = np.ones(HEADINGS, dtype=np.bool_), np.ones(HEADINGS, dtype=np.bool_)
    room = terms.near + 2.0 * extent
    before = gaps(start.quads, 0.0, scene.enemies, room)
    if build.radius == 0.0 and _any_within(before, room):
        _shut_turns(turns, start.bases, build, scene.enemies, terms.near + 1.0, before)
        _shut_ways(goes, turns, start, build, scene.enemies, terms, before)
    owed = _owed(start.quads, anchor, scene.ground)
    keeps = _keeps(start.quads, build.radius, anchor, grid.half, terms.zone, scene.enemies)
    errand = Errand(anchor.x, anchor.y, budget - owed + ROUNDED, cheapest, goes)
    costs, parents = spread(errand, grid, keeps, scene)
    for row in range(costs.shape[0]):
        for column in range(costs.shape[1]):
            costs[row, column] += owed
    return costs, parents, turns


@maker
def _shut_turns(turns: Facts, bases: Numbers, build: Build, enemies: Units, within: float, before: Numbers) -> None:
    """Strike out the facings that bring a unit nearer, by more than rounding, to any enemy that is within a distance then."""
    anchor, box = anchor_of(bases, build.front), np.empty(4)
    for number in range(len(turns)):
        quads = swung(bases, anchor, number * CIRCLE / len(turns), build).quads
        box_of(quads, 0.0, 0.0, 0.0, box)
        for unit in range(len(before)):
            if apart(box, enemies.boxes, unit) > min(within, before[unit]):
                continue  # too far off to mind, or no nearer than before
            if max(0.0, unit_gap(quads, 0.0, 0.0, 0.0, enemies, unit)) < before[unit] - 1.0:
                turns[number] = False
                break


@maker
def _shut_ways(
    goes: Facts, turns: Facts, start: Standing, build: Build, enemies: Units, terms: Terms, before: Numbers
) -> None:
    """Strike out the directions that a unit cannot set out in: it would have to turn, and cannot slide off its enemies."""
    anchor = anchor_of(start.bases, build.front)
    known = np.empty(len(before))
    for unit in range(len(before)):
        known[unit] = np.floor(before[unit] + HALF) if before[unit] < FAR else NOT_ASKED
    for number in range(len(goes)):
        heading = number * CIRCLE / len(goes)
        ahead_x, ahead_y = direction(heading)
        if not turns[number] and not is_forward(anchor.facing, INCH * ahead_x, INCH * ahead_y):
            turn = Turn(start.quads, swung(start.bases, anchor, heading, build).quads, anchor.x, anchor.y)
            goes[number] = slide_from(known, turn, build, enemies, terms.near, terms.strict).unkept == NOBODY


@part
def _any_within(gaps_to_them: Numbers, room: float) -> bool:
    near = False
    for unit in range(len(gaps_to_them)):
        near = near or gaps_to_them[unit] <= room
    return near


@part
def _owed(quads: Numbers, anchor: Anchor, ground: Fields) -> float:
    """What the base with the worst ground under its way to the front pays more than the middle of the front does."""
    most = 0.0
    for base in range(len(quads)):
        middle_x = (quads[base, 0, 0] + quads[base, 1, 0] + quads[base, 2, 0] + quads[base, 3, 0]) / 4.0
        middle_y = (quads[base, 0, 1] + quads[base, 1, 1] + quads[base, 2, 1] + quads[base, 3, 1]) / 4.0
        dx, dy = anchor.x - middle_x, anchor.y - middle_y
        cost = path_cost(Leg(middle_x, middle_y, dx, dy), 1.0, ground)
        most = max(most, cost - sqrt(dx * dx + dy * dy))
    return most


@maker
def _keeps(quads: Numbers, radius: float, anchor: Anchor, half: float, zone: float, enemies: Units) -> Numbers:
    """How far the middle of the front keeps from each enemy; from one it is already too near to, as far as it is."""
    keeps = np.zeros(len(enemies.radii))
    if zone <= 0.0:
        return keeps
    far = gaps(quads, radius, enemies, zone)
    here = np.empty((1, 1, 2))
    here[0, 0, 0], here[0, 0, 1] = anchor.x, anchor.y
    for unit in range(len(keeps)):
        keeps[unit] = half + zone
        if far[unit] < zone:
            bases = enemies.shapes[enemies.starts[unit] : enemies.starts[unit + 1]]
            off = np.floor(nearest_of_bases(bases, here)[0] - enemies.radii[unit] + HALF)
            keeps[unit] = min(half + zone, max(0.0, off))
    return keeps
