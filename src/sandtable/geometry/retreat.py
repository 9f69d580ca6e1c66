"""Involuntary movement: away from what drives a unit back, as straight as possible (REV-4.80 to 4.83, REV-G.28)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from sandtable.geometry.around import Around, Cause, Hindrance
from sandtable.geometry.compiled.rounding import whole
from sandtable.geometry.footprint import Footprint
from sandtable.geometry.going import Going, Ground, laid_out
from sandtable.geometry.journey import Hindrances, leg_costs
from sandtable.geometry.measure import CIRCLE, DEGREE, Facing, Length, Point, Pose, direction
from sandtable.geometry.measure import bearing as bearing_of

STRIDE: Length = 50  # how finely a place beyond friends is looked for


@dataclass(frozen=True, slots=True)
class Retreat:
    """Where a unit ends that was driven back (None: it cannot, or it leaves the table), by which way, and why not.

    The cause of a retreat that succeeds is what stopped it short: None, or "budget" where the ground was slow.
    """

    end: Footprint | None
    trail: tuple[Pose, ...]
    bearing: Facing
    cause: Cause | None
    leaves_table: bool = False


def retreat(
    body: Footprint,
    source: Point,
    distance: Length,
    going: Going,
    around: Around,
    widest: Facing = 45 * DEGREE,
    step: Facing = 5 * DEGREE,
    extend: Length = 2000,
) -> Retreat:
    """Straight away from the source, else by the smallest deviation that is legal, left before right, at full speed.

    A way on the table comes before one that leaves it. Who would end on a friend goes on by up to ``extend``.
    """
    centre = body.centre
    straight = bearing_of(centre.x - source.x, centre.y - source.y)
    refused: Retreat | None = None
    leaving: Retreat | None = None
    for deviation in _deviations(widest, step):
        bearing = (straight + deviation) % CIRCLE
        tried = _tried(body, bearing, distance, going, around, extend)
        if tried.end is not None:
            return tried
        if tried.leaves_table:
            leaving = leaving or tried
        refused = refused or tried
    found = leaving or refused
    assert found is not None  # noqa: S101 - there is always the straight way
    return found


def _deviations(widest: Facing, step: Facing) -> Iterator[Facing]:
    yield 0
    for deviation in range(step, widest + 1, step):
        yield -deviation
        yield deviation


def _tried(body: Footprint, bearing: Facing, distance: Length, going: Going, around: Around, extend: Length) -> Retreat:
    far = affordable(body, bearing, distance, laid_out(around.terrain, going))
    cause: Cause | None = "budget" if far < distance else None
    goal, most = far, far + extend
    while True:
        found, end = _driven(body, bearing, goal, going, around)
        causes = [each.cause for each in found]
        trail = (body.anchor, end.anchor)
        if not causes:
            return Retreat(end, trail, bearing, cause)
        if causes != ["friend"] or goal >= most:
            return Retreat(None, trail, bearing, causes[0], leaves_table=set(causes) == {"edge"})
        goal = _beyond(body, bearing, goal, most, going, around)


def _driven(
    body: Footprint, bearing: Facing, goal: Length, going: Going, around: Around
) -> tuple[tuple[Hindrance, ...], Footprint]:
    """What hinders a unit that goes so far in a direction, and where it ends."""
    x, y = direction(bearing)
    dx, dy = whole(x * goal), whole(y * goal)
    met = Hindrances(going, around, float(body.radius))
    met.leg(body.quads, body.anchor, dx, dy, last=True)
    return met.all, body.moved(dx, dy)


def _beyond(body: Footprint, bearing: Facing, start: Length, most: Length, going: Going, around: Around) -> Length:
    """The first place beyond the friends a unit would end on; ``most`` if there is none before."""
    goal = start
    while goal < most and _driven(body, bearing, goal, going, around)[0]:
        goal = min(most, goal + STRIDE)
    low, high = max(start, goal - STRIDE), goal
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if _driven(body, bearing, middle, going, around)[0] else (low, middle)
    return high


def affordable(body: Footprint, bearing: Facing, distance: Length, ground: Ground) -> Length:
    """How far a unit gets in a direction for what it costs to go a distance over open ground."""
    x, y = direction(bearing)

    def cost(far: Length) -> Length:
        return whole(leg_costs(body.quads, body.anchor, x * far, y * far, 1.0, ground).max())

    if cost(distance) <= distance:
        return distance
    low, high = 0, distance
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if cost(middle) <= distance else (low, middle)
    return low
