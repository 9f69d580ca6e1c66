"""What a way costs, in words: ``4.0 open + 1.3 rough`` with what the rough is multiplied by."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import pairwise
from math import ceil
from typing import Any

from sandtable.geometry.cover import area_at, lines_crossed
from sandtable.geometry.going import Going
from sandtable.geometry.measure import INCH, Length, Point, Pose, ahead, apart, direction
from sandtable.geometry.terrain import Road, Terrain
from sandtable.geometry.trail import nearest_along
from sandtable.kernel.messages import decimal_text
from sandtable.miniatures.desk.wording import Wording
from sandtable.miniatures.planning import Plan

STRIDE: Length = INCH // 10  # how densely a way is looked at
SLACK: Length = INCH // 8  # what is worked out here and what is paid may differ by so much


def cost_words(desk: Wording, terrain: Terrain, going: Going, plan: Plan[Any], *, leads: bool) -> str:
    """The way of the base that pays most, by the ground it crosses; nothing where that says no more than its length does.

    ``leads``: all go where the first base goes.
    """
    gone = sum(apart(b, a) for a, b in pairwise(plan.trail))
    if abs(plan.cost - gone) <= len(plan.trail):  # open ground all the way: nothing to look into
        return ""
    for way in _ways(plan, leads=leads):
        lengths, crossing = _by_factor(terrain, going, way)
        if abs(sum(length * factor for factor, length in lengths.items()) + crossing - plan.cost) > SLACK:
            continue
        if not crossing and set(lengths) <= {Fraction(1)}:
            return ""
        parts = [_part(desk, factor, length) for factor, length in sorted(lengths.items()) if length >= STRIDE]
        return " + ".join([*parts, *([desk.say("cost.crossing", length=tenths(crossing))] if crossing else [])])
    return desk.say("cost.wing", way=tenths(gone)) if plan.cost > gone + SLACK else ""


def _ways(plan: Plan[Any], *, leads: bool) -> Iterator[tuple[Point, ...]]:
    """The way of the middle of each base, which decides what ground it is on; a column goes where its first base goes."""
    end = plan.end
    if end is None:
        return
    x, y = direction(end.anchor.facing)
    for base in end.bases[:1] if leads else end.bases:
        middle = ahead(base, -end.depth / 2)
        dx, dy = middle.x - end.anchor.x, middle.y - end.anchor.y
        forward, right = dx * x + dy * y, dx * y - dy * x
        yield tuple(
            ahead(Pose(place.x, place.y, after.facing), forward, right)
            for before, after in pairwise(plan.trail)
            for place in (before, after)
        )


def _by_factor(terrain: Terrain, going: Going, way: Sequence[Point]) -> tuple[dict[Fraction, float], Length]:
    """How far it goes over ground of each cost, and what the lines that it crosses cost."""
    lengths: dict[Fraction, float] = {}
    crossing = 0
    for start, end in zip(way[::2], way[1::2], strict=True):  # turns between the legs cost nothing
        far = apart(end, start)
        if not far:
            continue
        steps = ceil(far / STRIDE)
        for number in range(steps):
            share = (number + 0.5) / steps
            at = Point(round(start.x + (end.x - start.x) * share), round(start.y + (end.y - start.y) * share))
            factor = _factor(terrain, going, at)
            lengths[factor] = lengths.get(factor, 0.0) + far / steps
        crossing += sum(going.crossing.get(line.kind) or 0 for line in lines_crossed(terrain, start, end))
    return lengths, crossing


def _factor(terrain: Terrain, going: Going, at: Point) -> Fraction:
    """What an inch costs at a place."""
    if going.road is not None and any(_on(road, at) for road in terrain.roads if road.kind in going.road_kinds):
        return going.road
    area = area_at(terrain, at)
    return Fraction(going.ground.get(area.kind) or 1) if area is not None else Fraction(1)


def _on(road: Road, at: Point) -> bool:
    return nearest_along(road.points, at)[1] <= road.width / 2


def _part(desk: Wording, factor: Fraction, length: float) -> str:
    """A stretch and what it is multiplied with: roads make it less, rough ground more."""
    if factor == 1:
        return desk.say("cost.open", length=tenths(length))
    kind = "road" if factor < 1 else "rough"
    return desk.say(f"cost.{kind}", length=tenths(length), factor=decimal_text(factor))


def tenths(length: float) -> str:
    """A length in inches to a tenth, without its unit."""
    return f"{length / INCH:.1f}"
