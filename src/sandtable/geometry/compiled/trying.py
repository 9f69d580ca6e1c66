"""Walks that are only tried: whether they are legal, and where they end."""

from __future__ import annotations

from math import floor

import numpy as np

from sandtable.geometry.compiled.compiler import compiled, part
from sandtable.geometry.compiled.layout import Fields, Numbers, Units
from sandtable.geometry.compiled.rounding import HALF
from sandtable.geometry.compiled.turning import NOBODY, slide_off
from sandtable.geometry.compiled.walking import anchor_of, hindering, is_forward, pay_leg, swung, walked


@compiled
def went(
    bases: Numbers,
    quads: Numbers,
    front: int,
    width: float,
    depth: float,
    radius: float,
    path: Numbers,
    factor: float,
    near: float,
    strict: bool,
    zone: float,
    clear: float,
    budget: float,
    ground: Fields,
    enemies: Units,
    friends: Units,
) -> tuple[bool, Numbers, Numbers]:
    """Whether a walk along a path is legal, and the bases and corners at its end."""
    legs = len(path)
    total = np.zeros(len(bases))
    done = 0
    while done < legs:
        gone, bases, quads, spent, found = walked(
            bases, quads, front, width, depth, radius, path[done:], factor, near, zone, clear, ground, enemies, friends
        )
        for leg in range(gone):
            for base in range(len(total)):
                total[base] += spent[leg, base]
        done += gone
        if len(found):
            return False, bases, quads
        if done == legs:
            break
        # The next turn calls for a slide: the leg after it begins where that ends.
        x, y, facing = anchor_of(bases, front)
        turned, turned_quads = swung(bases, x, y, facing, path[done, 2], width, depth)
        dx, dy, _, unkept = slide_off(quads, turned_quads, front, radius, x, y, enemies, near, strict)
        if unkept != NOBODY:
            return False, bases, quads
        shift(turned, turned_quads, dx, dy)
        bases, quads = turned, turned_quads
        x, y, facing = anchor_of(bases, front)
        vx, vy = path[done, 0] - x, path[done, 1] - y
        end = clear if done == legs - 1 else -1.0
        if len(hindering(quads, radius, x, y, vx, vy, zone, end, ground, enemies, friends)):
            return False, bases, quads
        total += pay_leg(quads, x, y, vx, vy, 1.0 if is_forward(facing, vx, vy) else factor, ground)
        shift(bases, quads, vx, vy)
        done += 1
    return floor(total.max() + HALF) <= budget, bases, quads


@part
def shift(bases: Numbers, quads: Numbers, dx: float, dy: float) -> None:
    """Bases and their corners, moved in place."""
    for base in range(len(bases)):
        bases[base, 0] += dx
        bases[base, 1] += dy
        for corner in range(quads.shape[1]):
            quads[base, corner, 0] += dx
            quads[base, corner, 1] += dy
