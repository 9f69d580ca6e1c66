"""Barbed wire: it is crossed through passages that infantry have cut, and where it was shot away (AVD-6.02, AVD-G.13)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from math import hypot

from sandtable.geometry.measure import Length, Point, Pose, apart
from sandtable.geometry.terrain import Line
from sandtable.kernel.form import Section, text
from sandtable.kernel.messages import Message
from sandtable.kernel.problem import Problem, refuse
from sandtable.miniatures.bodies import CONTACT, Base, gaps
from sandtable.miniatures.kit import Deed, Facts
from sandtable.miniatures.orders import Way
from sandtable.rulesets.average_dice.ruleset import RULESET
from sandtable.rulesets.average_dice.table import housing
from sandtable.rulesets.average_dice.table.ground import ground_left, length, thin
from sandtable.rulesets.average_dice.table.state import AverageDiceField, Deciding
from sandtable.rulesets.average_dice.vocabulary import UNIT_ARMS, Obstacle, TroopClass, WholeMove
from sandtable.rulesets.average_dice.whole_moves import SpendMove

WIRE = Obstacle.BARBED_WIRE.value
Leg = tuple[Point, Point]


@dataclass(frozen=True, slots=True, kw_only=True)
class TableClearing(SpendMove):
    """A whole move spent on wire, and the place of the passage: two numbers."""

    passage: str = text(section=Section.ACTION)

    @staticmethod
    def place_of(told: str) -> Point:
        """The place that such a form tells."""
        x, y = told.split()
        return Point(int(x), int(y))


def _wire(field: AverageDiceField) -> Iterator[Leg]:
    """Every straight stretch of wire that stands."""
    lines: Iterator[Line] = (line for line in ground_left(field).lines if line.kind == WIRE)
    return (leg for line in lines for leg in pairwise(line.points))


# ---- Going through -------------------------------------------------------------------------------------------------------------


def uncut(field: AverageDiceField, base: Base, legs: Sequence[tuple[Pose, Way]]) -> bool:
    """Whether any of these ways leads through wire where no passage is as wide as the base that goes through it."""
    wire = list(_wire(field))
    room = length(field.tables.exact("wire.passage")) // 2 - base.radius
    return any(
        not any(hypot(place.x - x, place.y - y) <= room for place in field.passages)
        for start, way in legs
        for a, b in pairwise((start, *way))
        for one, two in wire
        for x, y in _met(a.point, b.point, one, two)
    )


def _met(a: Point, b: Point, one: Point, two: Point) -> Iterator[tuple[float, float]]:
    """Where a leg meets a stretch; one that runs along it meets it at both its ends."""
    first, second = _turn(a, b, one), _turn(a, b, two)
    if first * second > 0 or _turn(one, two, a) * _turn(one, two, b) > 0:
        return
    if first == second == 0:
        yield from ((each.x, each.y) for each in (a, b) if _between(each, one, two))
        return
    share = first / (first - second)
    yield one.x + share * (two.x - one.x), one.y + share * (two.y - one.y)


def _turn(a: Point, b: Point, place: Point) -> int:
    return (b.x - a.x) * (place.y - a.y) - (b.y - a.y) * (place.x - a.x)


def _between(place: Point, one: Point, two: Point) -> bool:
    across, up = sorted((one.x, two.x)), sorted((one.y, two.y))
    return across[0] <= place.x <= across[1] and up[0] <= place.y <= up[1]


# ---- Cutting -------------------------------------------------------------------------------------------------------------------


def _nearest(leg: Leg, to: Point) -> Point:
    """The place of a stretch that is nearest to another place."""
    (ax, ay), (bx, by) = leg
    dx, dy = bx - ax, by - ay
    share = max(0.0, min(1.0, ((to.x - ax) * dx + (to.y - ay) * dy) / (dx * dx + dy * dy)))
    return Point(round(ax + share * dx), round(ay + share * dy))


def _place(doing: Deciding) -> tuple[Leg, Point]:
    """Where the passage is: the place of the wire nearest to the one that was shown, else to any figure."""
    shown = [pose.point for pose in doing.order.marker[-1:]] or [pose.point for pose in doing.actor.figures]
    found = [(leg, _nearest(leg, to), to) for leg in _wire(doing.field) for to in shown]
    if not found:
        raise refuse("marker", "problem.table.no_wire", rule="AVD-G.13")
    leg, place, _ = min(found, key=lambda each: (apart(each[1], each[2]), each[1]))
    return leg, place


def _facts(doing: Deciding) -> Facts:
    _, place = _place(doing)
    return {
        "whole_move": WholeMove.CLEAR_WIRE,
        "in_contact": any(housing.contacts(doing.field, doing.actor)),
        "passage": f"{place.x} {place.y}",
    }


def _hinders(doing: Deciding, _: Facts) -> Iterator[Problem]:
    """Infantry cut it, and somebody of them touches it there (AVD-6.02, AVD-G.13)."""
    unit = doing.field.books.units[doing.actor.id]
    if unit.arm not in UNIT_ARMS or unit.melee_class is not TroopClass.INFANTRY:
        yield Problem("piece", Message("problem.table.not_its_move"), (), "AVD-6.02")
    leg, place = _place(doing)
    stretch = thin(*_stretch(leg, place, length(doing.field.tables.exact("wire.passage")) // 2))
    if not (gaps(housing.stands(doing.field, doing.actor), [stretch]) <= CONTACT).any():
        yield Problem("marker", Message("problem.table.away_from_wire"), (), "AVD-G.13")


def _stretch(leg: Leg, place: Point, half: Length) -> Leg:
    """So much of a stretch on either side of a place."""
    (ax, ay), (bx, by) = leg
    far = hypot(bx - ax, by - ay)
    x, y = round((bx - ax) / far * half), round((by - ay) / far * half)
    return Point(place.x - x, place.y - y), Point(place.x + x, place.y + y)


CLEAR: Deed[AverageDiceField] = Deed(
    action=replace(RULESET.by_id["spend_move"], situation=TableClearing, rules=("AVD-6.02", "AVD-G.13")),
    by="AVD-6.02",
    measures=_facts,
    hinders=_hinders,
)
WIRING = {"clear_wire": CLEAR}
