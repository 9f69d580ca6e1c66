"""Where a unit may stand, and the nearest such place."""

from __future__ import annotations

from collections.abc import Callable
from math import cos, pi, sin

import numpy as np

from sandtable.geometry.around import NOBODY, Around, Hindrance, hindrance
from sandtable.geometry.compiled.hindering import hindering
from sandtable.geometry.compiled.layout import Leg, Numbers
from sandtable.geometry.compiled.rounding import whole
from sandtable.geometry.footprint import Footprint
from sandtable.geometry.going import OPEN, Going, laid_out
from sandtable.geometry.measure import Length, Point

RING: Length = 250  # how densely places are tried
AROUND = 16  # directions in which a place is bettered


def hindrances(body: Footprint, going: Going, around: Around, clear: Length | None = 0) -> tuple[Hindrance, ...]:
    """All that keeps a unit from standing where it does; ``clear`` is how far to keep from enemies (None: never mind them)."""
    found = _hindering(body, 0, 0, going, around, clear)
    if not len(found):
        return ()
    ground, here = laid_out(around.terrain, going), body.anchor.point
    told = dict.fromkeys((int(cause), int(which)) for cause, which, _ in found.tolist())
    return tuple(hindrance(cause, which, ground, here) for cause, which in told)


def _hindering(body: Footprint, dx: Length, dy: Length, going: Going, around: Around, clear: Length | None) -> Numbers:
    """All that keeps a unit from standing so far from where it does, as the compiled loops tell it."""
    x, y, _ = body.anchor
    quads = body.quads + np.array((dx, dy), dtype=np.float64) if dx or dy else body.quads
    scene = around.scene(going)
    if clear is None:
        scene = scene._replace(enemies=NOBODY)
    there = Leg(float(x + dx), float(y + dy), 0.0, 0.0)
    return hindering(quads, float(body.radius), there, -1.0, float(clear or 0), scene)


def nearest_place(
    body: Footprint,
    around: Around,
    near: Point,
    within: Length,
    clear_of_enemies: Length,
    going: Going | None = None,
) -> Footprint | None:
    """The unit at the place nearest to a point, and within so much of it, where it may stand; None: there is none."""
    ways = going or OPEN

    def at(x: float, y: float) -> Footprint | None:
        dx, dy = whole(x) - body.anchor.x, whole(y) - body.anchor.y
        return None if len(_hindering(body, dx, dy, ways, around, clear_of_enemies)) else body.moved(dx, dy)

    found = at(near.x, near.y)
    radius = 0.0
    best = (near.x + 0.0, near.y + 0.0)
    while found is None and radius + RING <= within:
        radius += RING
        count = max(AROUND, whole(2 * pi * radius / RING))
        for number in range(count):
            angle = 2 * pi * number / count
            x, y = near.x + radius * sin(angle), near.y + radius * cos(angle)
            found = at(x, y)
            if found is not None:
                best = (x, y)
                break
    if found is None or not radius:
        return found
    return _bettered(at, near, best, found)


def _bettered(
    at: Callable[[float, float], Footprint | None], near: Point, best: tuple[float, float], found: Footprint
) -> Footprint:
    """A place found, moved nearer by ever smaller steps."""
    step = RING / 2
    while step >= 1:
        far = (best[0] - near.x) ** 2 + (best[1] - near.y) ** 2
        for number in range(AROUND):
            angle = 2 * pi * number / AROUND
            x, y = best[0] + step * sin(angle), best[1] + step * cos(angle)
            if (x - near.x) ** 2 + (y - near.y) ** 2 < far and (better := at(x, y)) is not None:
                best, found = (x, y), better
                break
        else:
            step /= 2
    return found
