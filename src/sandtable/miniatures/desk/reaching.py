"""A way that somebody has drawn, as far as it can be gone, with what it costs and what holds it up."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from itertools import accumulate, pairwise
from typing import Any, Generic, TypeVar

from sandtable.battle.desk import Preview
from sandtable.geometry.measure import CIRCLE, Length, Point, Pose, ahead, apart, veer
from sandtable.geometry.trail import along, first_part, nearest_along, way_length
from sandtable.miniatures.desk.wording import Wording
from sandtable.miniatures.planning import Plan, is_only_too_long

CLOSE: Length = 20  # so near to the last legal point a way is cut

Points = tuple[Point, ...]
Going = TypeVar("Going")  # an order to go somewhere
Planned = TypeVar("Planned", bound=Plan[Any])


@dataclass(frozen=True, slots=True)
class Reached(Generic[Going, Planned]):
    """A way that was drawn, as far as it can be gone. ``limit`` is the plan of the whole way where that is not legal."""

    order: Going
    plan: Planned
    limit: Planned | None = None


def furthest(
    start: Point,
    points: Points,
    build: Callable[[Points], Going],
    plan: Callable[[Going], Planned],
    budget: Length,
) -> Reached[Going, Planned]:
    """The last legal point of a way; the whole of it, with its problems, where not even the beginning is legal."""
    whole = build(points)
    wished = plan(whole)
    if not wished.problems or not points:
        return Reached(whole, wished)
    low, high = 0.0, 1.0
    found: Reached[Going, Planned] | None = None
    far = way_length(start, points)
    guesses = _guesses(wished, budget, CLOSE / 2 / far) if far else ()
    while (high - low) * far > CLOSE:
        middle = next((guess for guess in guesses if low < guess < high), (low + high) / 2)
        order = build(first_part(start, points, middle * far))
        tried = plan(order)
        if tried.problems:
            high = middle
        else:
            low, found = middle, Reached(order, tried, wished)
    return found or Reached(whole, wished)


def _guesses(wished: Plan[Any], budget: Length, grain: float) -> tuple[float, ...]:
    """Where a way that is only too long is likely to end, as a share of it: most ground costs the same all along."""
    if not wished.cost or not is_only_too_long(wished):
        return ()
    likely = budget / wished.cost
    return likely - grain, likely + grain


def drawn(desk: Wording, told: Preview, reached: Reached[Any, Any], budget: Length, sum_: str) -> Preview:
    """A preview with the way, its cost and its end; why it goes no further."""
    plan: Plan[Any] = reached.plan
    if plan.end is None:
        return replace(told, budget=budget)
    return replace(
        told,
        cost=plan.cost,
        budget=budget,
        path=tuple(pose.point for pose in plan.trail) or (plan.end.anchor.point,),
        ghost=plan.end.outlines if not plan.end.radius else (),
        sum=sum_,
        limit=desk.objection(reached.limit.problems[0]) if reached.limit is not None else None,
    )


def along_road(road: Points, here: Pose, far: Length, least: Length) -> Points:
    """The way along a road in the direction that somebody on it faces; straight on where that is across it, and beyond its end.

    Corners nearer than the ``least`` are left out.
    """
    place = nearest_along(road, here.point)[0]
    turned = veer(here.facing, along(road, place).facing)
    if CIRCLE // 8 < abs(turned) < CIRCLE * 3 // 8:
        return (ahead(here, far),)
    ways = road if abs(turned) <= CIRCLE // 8 else road[::-1]
    start = nearest_along(ways, here.point)[0]
    lengths = accumulate((apart(b, a) for a, b in pairwise(ways)), initial=0.0)
    corners = [point for point, length in zip(ways, lengths, strict=True) if start + least < length < start + far]
    end = along(ways, start + far).point
    return (*corners, end) if end not in corners else tuple(corners)
