"""A usual line-up: guns in the middle of the zone, foot beside them, horse on the wings, Leaders behind their columns."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from sandtable.battle.event import Story
from sandtable.battle.order import Order as TableOrder
from sandtable.geometry.measure import CIRCLE, Facing, Length, Point, Pose, inches
from sandtable.kernel.problem import Problem
from sandtable.rulesets.revolucion.table import fold, orders
from sandtable.rulesets.revolucion.table.scenarios.deployment import (
    place_leader,
    place_leader_problems,
    place_unit,
    place_unit_problems,
    to_place,
)
from sandtable.rulesets.revolucion.table.state import State, Unit
from sandtable.rulesets.revolucion.vocabulary import CAVALRY, GUNS, Formation, Side

STRIDE = 1500  # between places that are tried
Aside = Callable[[Unit, Length], float]  # how far to the right of its usual place a unit is to stand in a zone so wide


def placing(view: State, role: str, aside: Aside = lambda _unit, _width: 0.0) -> TableOrder:
    """The next thing to place, or that all is placed. ``aside`` moves units a little, so that no two set-ups are the same."""
    left = tuple(to_place(view, Side(role)))
    if not left:
        return orders.Ready(by=role)
    for order in _placings(view, role, left[0], aside):
        if not any(_problems(view, order)):
            return order
    raise LookupError(f"no room for {left[0]} in its zone")


def placing_all(view: State, role: str) -> TableOrder:
    """The next thing to place, followed by all the others of its side, each where there is room beside those before it."""
    story = Story(fold.after, view)
    given: list[TableOrder] = []
    for _ in tuple(to_place(view, Side(role))):
        try:
            order = placing(story.state, role)
        except LookupError:
            if not given:
                raise
            break
        given.append(order)
        if isinstance(order, orders.PlaceLeader):
            place_leader(story, order)
        elif isinstance(order, orders.PlaceUnit):
            place_unit(story, order)
    first, *others = given or [orders.Ready(by=role)]
    return replace(first, then=tuple(others))


def _problems(view: State, order: orders.PlaceUnit | orders.PlaceLeader) -> Iterator[Problem]:
    if isinstance(order, orders.PlaceLeader):
        return place_leader_problems(view, order)
    return place_unit_problems(view, order)


def _placings(view: State, role: str, name: str, aside: Aside) -> Iterator[orders.PlaceUnit | orders.PlaceLeader]:
    own = view.leaders[name].zone if name in view.leaders else view.units[name].zone
    zone = next(each for each in view.terms.zones if each.id == own)
    xs, ys = [point.x for point in zone.outline], [point.y for point in zone.outline]
    left, right, low, high = min(xs), max(xs), min(ys), max(ys)
    facing: Facing = 0 if (low + high) / 2 < view.terrain.height / 2 else CIRCLE // 2
    front, back = (high, low) if facing == 0 else (low, high)
    if name in view.leaders:
        wish = _behind(view, name) or Point((left + right) // 2, back)
        yield from (
            orders.PlaceLeader(by=role, leader=name, at=place) for place in _around(wish, left, right, low, high)
        )
        return
    unit = view.units[name]
    wish = Point(_wing(view, unit, left, right) + round(aside(unit, right - left)), front)
    for place in _around(wish, left, right, low, high):
        formation = Formation.DEPLOYED if unit.kind in GUNS else Formation.MANEUVER
        yield orders.PlaceUnit(by=role, unit=name, formation=formation, at=Pose(place.x, place.y, facing))


def _wing(view: State, unit: Unit, left: int, right: int) -> int:
    """Each column has a stretch of the front; horse takes the outer part of the army's."""
    columns = [column.id for column in view.columns.values() if column.side is unit.side]
    number = columns.index(unit.card.column)
    own = left + (right - left) * (2 * number + 1) // (2 * len(columns))
    if unit.kind in CAVALRY:
        edge = left if own < (left + right) // 2 else right
        return (own + edge) // 2
    return own


def _behind(view: State, leader: str) -> Point | None:
    column = view.leaders[leader].column
    standing = [
        unit.stands.centre for unit in view.units.values() if unit.card.column == column and unit.stands is not None
    ]
    if not standing:
        return None
    return Point(sum(each.x for each in standing) // len(standing), sum(each.y for each in standing) // len(standing))


def _around(wish: Point, left: int, right: int, low: int, high: int) -> Iterator[Point]:
    """Places of the zone, those nearest to the wish first."""
    margin = inches(0.5)
    spots = [
        Point(x, y)
        for x in range(left + margin, right - margin + 1, STRIDE)
        for y in range(low + margin, high - margin + 1, STRIDE)
    ]
    return iter(sorted(spots, key=lambda spot: (spot.x - wish.x) ** 2 + (spot.y - wish.y) ** 2))
