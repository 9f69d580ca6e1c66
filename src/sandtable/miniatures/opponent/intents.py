"""What troops are about and where that leads them: what any plan is made of."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from math import hypot

from sandtable.ai.grid import Grid
from sandtable.ai.ways import Room, Ways, step_prices
from sandtable.geometry.facts import fact
from sandtable.geometry.going import Going
from sandtable.geometry.measure import Length, Point, apart
from sandtable.geometry.terrain import Terrain
from sandtable.miniatures.drawing_up import middle_of

AIMED_AT = 3  # enemies whose middle is made for where no place counts


class Stance(StrEnum):
    """What troops are about."""

    ATTACK = "attack"
    HOLD = "hold"
    FLANK = "flank"


def haste(spare: float, patience: float) -> float:
    """How late it is, from 0 to 1, for who has so many turns more than he needs."""
    return min(1.0, max(0.0, 1 - (spare - 1) / patience))


def middle_of_nearest(places: Sequence[Point], here: Point) -> Point:
    """The middle of the nearest enemies; where there are none one stays."""
    near = sorted(places, key=lambda place: apart(place, here))[:AIMED_AT]
    return middle_of(near) if near else here


def beside(here: Point, goal: Point, swing: Length, margin: Length, terrain: Terrain) -> Point:
    """A place so far beside a goal, on the side that is nearer, and so far within the edges of the table."""
    dx, dy = goal.x - here.x, goal.y - here.y
    far = max(1.0, hypot(dx, dy))
    places = [
        Point(
            min(max(round(goal.x - sign * dy / far * swing), margin), terrain.width - margin),
            min(max(round(goal.y + sign * dx / far * swing), margin), terrain.height - margin),
        )
        for sign in (1, -1)
    ]
    return min(places, key=lambda place: apart(place, here))


@fact
def ways_over(terrain: Terrain, going: Going, room: Room, step: Length) -> Ways:
    """The ways over a table for all who find the same ground hard and want as much room, on a grid so fine."""
    grid = Grid(terrain.width, terrain.height, step)
    return Ways(grid, step_prices(terrain, grid, going, room))
