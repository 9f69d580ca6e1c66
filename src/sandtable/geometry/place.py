"""Where a unit may stand, and the nearest such place."""

from __future__ import annotations

from collections.abc import Callable
from math import cos, pi, sin

import numpy as np

from sandtable.geometry.around import Around, Hindrance
from sandtable.geometry.compiled.rounding import whole
from sandtable.geometry.compiled.sliding import OVERLAP, shared_times
from sandtable.geometry.distance import distance, overlaps
from sandtable.geometry.footprint import Footprint
from sandtable.geometry.going import Going, laid_out
from sandtable.geometry.measure import Length, Point

RING: Length = 250  # how densely places are tried
AROUND = 16  # directions in which a place is bettered


def off_table(body: Footprint, around: Around) -> Hindrance | None:
    """The table's edge, if a unit stands over it."""
    left, bottom, right, top = body.box
    terrain = around.terrain
    if min(left, bottom) >= -OVERLAP and right <= terrain.width + OVERLAP and top <= terrain.height + OVERLAP:
        return None
    at = Point(*(whole(min(max(low, 0), most)) for low, most in _outermost(body, around)))
    return Hindrance("edge", None, at)


def _outermost(body: Footprint, around: Around) -> tuple[tuple[float, float], tuple[float, float]]:
    left, bottom, right, top = body.box
    width, height = around.terrain.width, around.terrain.height
    middle = body.centre
    x = left if left < 0 else right if right > width else middle.x
    y = bottom if bottom < 0 else top if top > height else middle.y
    return (x, width), (y, height)


def on_obstacle(body: Footprint, going: Going, around: Around) -> tuple[Hindrance, ...]:
    """Impassable ground and uncrossable lines that a unit stands on."""
    ground = laid_out(around.terrain, going)
    if not len(ground.pieces):
        return ()
    times = shared_times(body.quads, float(body.radius), 0.0, 0.0, ground.pieces, np.zeros(len(ground.pieces)))
    hit: dict[int, Hindrance] = {}
    for number in np.flatnonzero(times[:, 0] <= 1.0):
        owner = int(ground.owners[number])
        if owner not in hit:
            feature = ground.features[owner]
            cause = "impassable" if feature in ground.impassable else "line"
            x, y = ground.pieces[number].mean(axis=0)
            hit[owner] = Hindrance(cause, feature, Point(whole(x), whole(y)))  # type: ignore[arg-type]
    return tuple(hit.values())


def on_friend(body: Footprint, around: Around) -> Hindrance | None:
    """A friend whose ground a unit shares."""
    for number, friend in enumerate(around.friends):
        if overlaps(body, friend):
            return Hindrance("friend", number, friend.centre)
    return None


def near_enemy(body: Footprint, around: Around, clear: Length) -> Hindrance | None:
    """The nearest enemy that is nearer than it should be, or whose ground a unit shares."""
    worst: tuple[Length, int] | None = None
    for number, enemy in enumerate(around.enemies):
        far = distance(body, enemy)
        if (far < clear or overlaps(body, enemy)) and (worst is None or far < worst[0]):
            worst = (far, number)
    return None if worst is None else Hindrance("enemy", worst[1], around.enemies[worst[1]].centre)


def hindrances(body: Footprint, going: Going, around: Around, clear: Length | None = None) -> tuple[Hindrance, ...]:
    """All that keeps a unit from standing where it does; ``clear`` is how far to keep from enemies, else the zone."""
    found = (
        off_table(body, around),
        on_friend(body, around),
        near_enemy(body, around, around.zone if clear is None else clear),
    )
    return (*(each for each in found if each is not None), *on_obstacle(body, going, around))


def nearest_place(
    body: Footprint,
    around: Around,
    near: Point,
    within: Length,
    clear_of_enemies: Length,
    going: Going | None = None,
) -> Footprint | None:
    """The unit at the place nearest to a point, and within so much of it, where it may stand; None: there is none."""
    ways = going or Going()

    def at(x: float, y: float) -> Footprint | None:
        anchor = body.anchor
        moved = body.moved(whole(x) - anchor.x, whole(y) - anchor.y)
        return None if hindrances(moved, ways, around, clear_of_enemies) else moved

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
