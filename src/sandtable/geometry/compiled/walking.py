"""A walk along a path: a turn, a leg, what it costs, and everything that hinders it, leg after leg."""

from __future__ import annotations

from math import floor
from typing import NamedTuple

import numpy as np

from sandtable.geometry.compiled.compiler import compiled, part
from sandtable.geometry.compiled.costs import crosses, path_cost
from sandtable.geometry.compiled.hindering import ON_THE_WAY, no_notes, note, note_leg
from sandtable.geometry.compiled.layout import Anchor, Build, Fields, Indices, Leg, Numbers, Scene, Standing, Terms
from sandtable.geometry.compiled.rounding import HALF
from sandtable.geometry.compiled.turning import NOBODY, Turn, anchor_of, is_forward, slide_off, swung

SLIDE = 4.0  # a cause beside those of ``hindering``: an enemy that a turn would have to slide off, and cannot


class Walked(NamedTuple):
    """What a walk comes to: its end, its costs, its way, and what hinders it."""

    end: Standing
    spent: Numbers  # legs x bases: what each leg costs each of them
    trail: Numbers  # the middle of the front (x, y, facing) after each turn and after each leg, by turns
    legs: Numbers  # legs x (x, y, vx, vy), as a ``Leg`` has them
    starts: Numbers  # legs x bases x corners x (x, y): each leg after its turn
    hindrances: Numbers  # rows of cause, which, stage
    until: Indices  # how many of these rows belong to each leg or to those before it


@compiled
def pay_leg(quads: Numbers, leg: Leg, factor: float, ground: Fields) -> Numbers:
    """What a straight leg costs each base; its middle decides which ground it is on, the anchor which gates it goes through."""
    spent = np.empty(len(quads))
    toll = 0.0
    for number in range(len(ground.passages)):
        if crosses(leg, ground.passages, number):
            toll += ground.tolls[number]
    for base in range(len(quads)):
        x = (quads[base, 0, 0] + quads[base, 1, 0] + quads[base, 2, 0] + quads[base, 3, 0]) / 4.0
        y = (quads[base, 0, 1] + quads[base, 1, 1] + quads[base, 2, 1] + quads[base, 3, 1]) / 4.0
        spent[base] = toll + path_cost(Leg(x, y, leg.vx, leg.vy), factor, ground)
    return spent


@compiled
def walked(start: Standing, build: Build, path: Numbers, terms: Terms, scene: Scene) -> Walked:
    """A walk from pose to pose of a path: a turn on the spot, slid off enemies as far as it must be, then straight on.

    Whatever hinders it, it goes on to its end if the terms say so; else it breaks off at the first hindrance.
    """
    legs, bases, quads = len(path), start.bases.copy(), start.quads.copy()
    spent, trail = np.zeros((legs, len(bases))), np.empty((2 * legs, 3))
    gone, starts = np.empty((legs, 4)), np.empty((legs, *quads.shape))
    notes, until = no_notes(), np.zeros(legs, dtype=np.int64)
    here = anchor_of(bases, build.front)
    for number in range(legs):
        anchor = anchor_of(bases, build.front)
        if path[number, 2] != anchor.facing and build.radius == 0.0:
            turned = swung(bases, anchor, path[number, 2], build)
            turn = Turn(quads, turned.quads, anchor.x, anchor.y)
            slide = slide_off(turn, build, scene.enemies, terms.near, terms.strict)
            if slide.unkept != NOBODY:
                note(notes, SLIDE, float(slide.unkept), ON_THE_WAY)
            bases, quads = turned.bases, turned.quads
            shift(bases, quads, slide.dx, slide.dy)
            anchor = anchor_of(bases, build.front)
            # Who does not slide has turned on the spot: rounding does not shift the way that he is told to go.
            here = anchor if slide.length > 0.0 else Anchor(here.x, here.y, path[number, 2])
        leg = Leg(anchor.x, anchor.y, path[number, 0] - anchor.x, path[number, 1] - anchor.y)
        note_leg(notes, quads, build.radius, leg, terms.zone, terms.clear if number == legs - 1 else -1.0, scene)
        until[number] = notes.filled[0]
        if until[number] and not terms.whole:
            break
        ahead = build.radius > 0.0 or is_forward(anchor.facing, leg.vx, leg.vy)
        costs = pay_leg(quads, leg, 1.0 if ahead else terms.aside, scene.ground)
        for base in range(len(costs)):  # slices would compile for seconds
            spent[number, base] = costs[base]
            for corner in range(quads.shape[1]):
                starts[number, base, corner, 0] = quads[base, corner, 0]
                starts[number, base, corner, 1] = quads[base, corner, 1]
        for place in range(2):
            trail[2 * number + place, 0], trail[2 * number + place, 1] = here.x, here.y
            trail[2 * number + place, 2] = here.facing
            here = Anchor(path[number, 0], path[number, 1], here.facing)
        gone[number, 0], gone[number, 1], gone[number, 2], gone[number, 3] = leg
        shift(bases, quads, leg.vx, leg.vy)
    return Walked(Standing(bases, quads), spent, trail, gone, starts, notes.rows[: notes.filled[0]], until)


@part
def within(budget: float, walk: Walked) -> bool:
    """Whether nothing hinders a walk and the base that pays most can pay for it."""
    if len(walk.hindrances):
        return False
    most = 0.0
    for base in range(walk.spent.shape[1]):
        total = 0.0
        for leg in range(walk.spent.shape[0]):
            total += walk.spent[leg, base]
        most = max(most, total)
    return floor(most + HALF) <= budget


@part
def shift(bases: Numbers, quads: Numbers, dx: float, dy: float) -> None:
    """Bases and their corners, moved in place."""
    for base in range(len(bases)):
        bases[base, 0] += dx
        bases[base, 1] += dy
        for corner in range(quads.shape[1]):
            quads[base, corner, 0] += dx
            quads[base, corner, 1] += dy
