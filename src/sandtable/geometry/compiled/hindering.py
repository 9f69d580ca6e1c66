"""What hinders a unit that slides in a straight line, and what keeps it from standing at the end."""

from __future__ import annotations

from math import floor
from typing import NamedTuple

import numpy as np

from sandtable.geometry.compiled.compiler import compiled, inlined, maker, part
from sandtable.geometry.compiled.layout import Fields, Indices, Leg, Numbers, Scene, Units
from sandtable.geometry.compiled.rounding import HALF
from sandtable.geometry.compiled.sliding import OVERLAP, SURELY, apart, box_of, clearance, unit_gap

KEPT = 1.0  # thousandths that rounding may take from a distance that is to be kept

# Floats, as the rows that they stand in are: for whole numbers that are written out numba would compile what they are handed to once more.
ENEMY, OBSTACLE, FRIEND, EDGE = 0.0, 1.0, 2.0, 3.0
ON_THE_WAY, AT_THE_END = 0.0, 1.0
NOBODY = -1.0
MOST = 256  # hindrances told of


class Notes(NamedTuple):
    """Hindrances as they are found."""

    rows: Numbers  # cause, which, stage
    filled: Indices  # a single number: how many rows there are


@compiled
def hindering(quads: Numbers, radius: float, leg: Leg, zone: float, clear: float, scene: Scene) -> Numbers:
    """What hinders a unit on a straight leg, and from standing at its end: rows of cause, which, stage.

    ``zone``: how far to keep from enemies on the way (negative: do not mind them); who starts nearer keeps what he has. ``clear``:
    how far to keep from them at the end (negative: do not ask about the end at all).
    """
    notes = no_notes()
    note_leg(notes, quads, radius, leg, zone, clear, scene)
    return notes.rows[: notes.filled[0]]


@maker
def no_notes() -> Notes:
    """Room for hindrances."""
    return Notes(np.empty((MOST, 3)), np.zeros(1, dtype=np.int64))


@part
def note(notes: Notes, cause: float, which: float, stage: float) -> None:
    """Put down one hindrance more, as long as there is room."""
    row = notes.filled[0]
    if row < MOST:
        notes.rows[row, 0], notes.rows[row, 1], notes.rows[row, 2] = cause, which, stage
        notes.filled[0] = row + 1


@maker
def note_leg(notes: Notes, quads: Numbers, radius: float, leg: Leg, zone: float, clear: float, scene: Scene) -> None:
    """Put down all that hinders a unit on a straight leg, and from standing at its end."""
    vx, vy = leg.vx, leg.vy
    box = np.empty(4)
    box_of(quads, 0.0, 0.0, radius, box)
    room = min(box[0] + vx, box[1] + vy, scene.ground.width - box[2] - vx, scene.ground.height - box[3] - vy)
    if room < -OVERLAP:
        note(notes, EDGE, NOBODY, AT_THE_END)
    for number in range(2):
        stage = float(number)
        if stage == AT_THE_END:
            if clear < 0.0:
                break
            quads, leg = shifted(quads, vx, vy), Leg(leg.x, leg.y, 0.0, 0.0)
        box_of(quads, leg.vx, leg.vy, radius, box)
        for group in range(2):
            if stage == ON_THE_WAY and (group == 1 or zone < 0.0):
                continue
            units = scene.enemies if group == 0 else scene.friends
            keep = 0.0 if group == 1 else zone if stage == ON_THE_WAY else clear
            for unit in range(len(units.radii)):
                if apart(box, units.boxes, unit) <= keep and _too_near(quads, radius, leg, units, unit, keep):
                    note(notes, ENEMY if group == 0 else FRIEND, float(unit), stage)
        _note_obstacles(notes, box, quads, radius, leg, stage, scene.ground)


@inlined
def _note_obstacles(
    notes: Notes, box: Numbers, quads: Numbers, radius: float, leg: Leg, stage: float, ground: Fields
) -> None:
    """Put down the impassable ground, in a box, that the unit sweeps over, but for what it passes by a gate or a bridge."""
    for piece in range(len(ground.pieces)):
        if apart(box, ground.piece_boxes, piece) > 0.0:
            continue
        owner = ground.owners[piece]
        if stage == ON_THE_WAY and _passes(leg, owner, ground):
            continue
        if _runs_into(quads, radius, leg, ground, piece):
            note(notes, OBSTACLE, float(owner), stage)


@maker
def _runs_into(quads: Numbers, radius: float, leg: Leg, ground: Fields, piece: int) -> bool:
    box = np.empty(4)
    for base in range(len(quads)):
        box_of(quads[base : base + 1], leg.vx, leg.vy, radius, box)
        if apart(box, ground.piece_boxes, piece) > SURELY:
            continue
        if clearance(quads[base], radius, leg.vx, leg.vy, ground.pieces[piece]) < 0.0:
            return True
    return False


@inlined
def _too_near(quads: Numbers, radius: float, leg: Leg, units: Units, unit: int, keep: float) -> bool:
    """Whether a sliding unit comes nearer to another than it should; who starts nearer keeps what he has, up to rounding."""
    limit = keep
    for moving in range(2):
        gap = unit_gap(quads, radius, moving * leg.vx, moving * leg.vy, units, unit)
        far = floor(gap + HALF)
        if moving == 1:
            return far < limit or gap < 0.0
        if leg.vx == 0.0 and leg.vy == 0.0:
            return far < keep or gap < 0.0
        if far < keep:
            limit = far - KEPT
    return False


@inlined
def _passes(leg: Leg, obstacle: int, ground: Fields) -> bool:
    """Whether a straight path leads through an obstacle by a gate or a bridge."""
    x, y, vx, vy = leg
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


@maker
def shifted(quads: Numbers, dx: float, dy: float) -> Numbers:
    """Corners so far from where they are."""
    there = quads.copy()
    for base in range(quads.shape[0]):
        for corner in range(quads.shape[1]):
            there[base, corner, 0] += dx
            there[base, corner, 1] += dy
    return there
