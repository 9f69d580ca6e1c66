"""What might be done now, for players from outside: for each unit and Leader its orders, for a move that is owed its ways."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from sandtable.battle.order import Decision
from sandtable.battle.order import Order as TableOrder
from sandtable.battle.seat import Role, side_of
from sandtable.geometry.measure import CIRCLE, DEGREE, INCH, Facing, Point, Pose
from sandtable.rulesets.revolucion.table import offers, orders, turn
from sandtable.rulesets.revolucion.table.hidden import minefields
from sandtable.rulesets.revolucion.table.scenarios.deployment import to_place
from sandtable.rulesets.revolucion.table.state import Leader, Pending, Phase, State, Unit, other
from sandtable.rulesets.revolucion.vocabulary import Formation, Side

RIDES = (6 * INCH, 12 * INCH)  # how far a Leader might go
PLACES = 12  # places across a zone that are tried
SET_UP_IN = (Formation.DEPLOYED, Formation.MANEUVER)
ROUND = tuple(range(0, CIRCLE, 30 * DEGREE))


def proposals(view: State, decision: Decision) -> Iterator[Iterable[TableOrder]]:
    """For each who may act what it might do; not all of it is legal."""
    role, now = decision.by, view.turn
    side = Side(side_of(role))
    if now.phase is Phase.SET_UP:
        yield _placing(view, role, side)
    elif now.pending is not None:
        unit = view.units[now.pending.unit]
        yield _finishing(view, role, unit, now.pending)
        yield (orders.Stay(by=role, unit=unit.id),)
    elif now.phase is Phase.ROUND:
        yield (orders.Activate(by=role, column=column) for column in turn.columns_left(view, side))
        yield (orders.Pass(by=role),)
    else:
        units, leaders = turn.actors(view)
        yield from (offers.unit_orders(view, unit) for unit in units)
        yield from (_riding(role, leader) for leader in leaders)
        yield (orders.SetOff(by=role, mine=mine) for mine in minefields.own(view, role))
        yield (orders.Finish(by=role),)


def _finishing(view: State, role: Role, unit: Unit, pending: Pending) -> Iterator[TableOrder]:
    """Ways toward every enemy and all around; or formations, turned there."""
    facings = _facings(view, unit)
    if pending.kind == "move":
        yield from offers.leavings(view, unit)
        yield from offers.moves(view, unit, pending, facings)
        return
    turned: tuple[Facing | None, ...] = (None,) if pending.delayed else facings
    for formation in (Formation.DEPLOYED,) if pending.kind == "deploy" else tuple(Formation):
        for facing in turned:
            yield orders.Form(by=role, unit=unit.id, formation=formation, facing=facing)


def _facings(view: State, unit: Unit) -> tuple[Facing, ...]:
    enemies = (offers.towards(view, unit, name) for name, _ in view.position.standing(other(unit.side)))
    return tuple(dict.fromkeys((*(facing for facing in enemies if facing is not None), *ROUND)))


def _riding(role: Role, leader: Leader) -> Iterator[TableOrder]:
    yield orders.LeaderRest(by=role, leader=leader.id)
    if leader.place is not None:
        for far in RIDES:
            yield from offers.leader_moves(role, leader.id, leader.place, far)


def _placing(view: State, role: Role, side: Side) -> Iterator[TableOrder]:
    """The next who has no place yet, at places all over his zone."""
    name = next(to_place(view, side), None)
    if name is None:
        yield orders.Ready(by=role)
        return
    told = view.units.get(name) or view.leaders[name]
    zone = next(each for each in view.terms.zones if each.id == told.zone)
    for place in _spread(zone.outline):
        if name in view.leaders:
            yield orders.PlaceLeader(by=role, leader=name, at=place)
            continue
        facing = 0 if place.y < view.terrain.height // 2 else CIRCLE // 2
        for formation in SET_UP_IN:
            yield orders.PlaceUnit(by=role, unit=name, formation=formation, at=Pose(place.x, place.y, facing))


def _spread(outline: tuple[Point, ...]) -> Iterator[Point]:
    """Places all over a zone, evenly."""
    xs, ys = [point.x for point in outline], [point.y for point in outline]
    for row in range(PLACES):
        for column in range(PLACES):
            x = min(xs) + (2 * column + 1) * (max(xs) - min(xs)) // (2 * PLACES)
            y = min(ys) + (2 * row + 1) * (max(ys) - min(ys)) // (2 * PLACES)
            yield Point(x, y)
