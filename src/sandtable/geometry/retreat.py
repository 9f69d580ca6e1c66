"""Involuntary movement: away from what drives a unit back, as straight as possible (REV-4.80 to 4.83, REV-G.28)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from sandtable.geometry import trail as trails
from sandtable.geometry.around import Around, Cause
from sandtable.geometry.compiled import costs
from sandtable.geometry.compiled.rounding import whole
from sandtable.geometry.footprint import Footprint
from sandtable.geometry.going import Going, Ground, laid_out
from sandtable.geometry.measure import CIRCLE, DEGREE, Facing, Length, Point, Pose, direction
from sandtable.geometry.place import off_table, on_friend, on_obstacle
from sandtable.geometry.walk import leg_hindrances


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
    straight = trails.bearing(centre.x - source.x, centre.y - source.y)
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
    ground = laid_out(around.terrain, going)
    x, y = direction(bearing)
    far = min(_affordable(body, x * distance, y * distance, distance, ground), 1.0) * distance
    cause: Cause | None = "budget" if whole(far) < distance else None
    extra = 0
    while True:
        dx, dy = whole(x * (far + extra)), whole(y * (far + extra))
        end = body.moved(dx, dy)
        trail = (body.anchor, end.anchor)
        on_the_way = leg_hindrances(body, dx, dy, going, around)
        if on_the_way:
            return Retreat(None, trail, bearing, on_the_way[0].cause)
        if off_table(end, around):
            return Retreat(None, trail, bearing, "edge", leaves_table=True)
        obstacle = next(iter(on_obstacle(end, going, around)), None)
        if obstacle:
            return Retreat(None, trail, bearing, obstacle.cause)
        if not on_friend(end, around):
            return Retreat(end, trail, bearing, cause)
        if extra >= extend:
            return Retreat(None, trail, bearing, "friend")
        extra = min(extend, extra + 10)


def _affordable(body: Footprint, dx: float, dy: float, budget: Length, ground: Ground) -> float:
    share: float = min(
        costs.affordable(
            x, y, dx, dy, 1.0, float(budget), ground.corners, ground.starts, ground.costs, ground.boxes,
            ground.lines, ground.extras, ground.roads, ground.road_cost,
        )
        for x, y in body.quads.mean(axis=1)
    )  # fmt: skip
    return share
