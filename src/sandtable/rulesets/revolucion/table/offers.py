"""Orders that might be given now, and what is wrong with each: for an order panel, for players made of chance, for opponents that look around."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from sandtable.battle.order import Order as TableOrder
from sandtable.geometry.borders import OUTWARD, on_edge
from sandtable.geometry.contact import into_contact
from sandtable.geometry.footprint import Footprint
from sandtable.geometry.measure import CIRCLE, DEGREE, Facing, Length, Point, Pose, ahead, bearing, direction
from sandtable.geometry.trail import along
from sandtable.kernel.problem import Problem
from sandtable.rulesets.revolucion.table import orders, passengers, rest
from sandtable.rulesets.revolucion.table.ground.shapes import formed, rank_choices
from sandtable.rulesets.revolucion.table.leadership import attached
from sandtable.rulesets.revolucion.table.legality import problems_of
from sandtable.rulesets.revolucion.table.movement import boarding, exits
from sandtable.rulesets.revolucion.table.movement.moves import FORMATIONS, route_distance
from sandtable.rulesets.revolucion.table.state import Pending, State, Unit, other
from sandtable.rulesets.revolucion.table.vehicles import aircraft, tracks, trains
from sandtable.rulesets.revolucion.vocabulary import Afterwards, FireMode, Order, Side, UnitType

MOVES = (Order.DEPLOY_TACTICAL, Order.MANEUVER, Order.MARCH)
DIRECTIONS: tuple[Facing, ...] = tuple(range(0, CIRCLE, 45 * DEGREE))
SHARES = (1.0, 0.5, 0.25)  # of the distance, tried in turn


@dataclass(frozen=True)
class Offer:
    """An order that a unit might be given, and what is wrong with it; nothing: it is legal."""

    action: str
    order: TableOrder
    problems: tuple[Problem, ...]

    @property
    def legal(self) -> bool:
        return not self.problems


def offer(view: State, action: str, order: TableOrder) -> Offer:
    """An order with its problems."""
    return Offer(action, order, problems_of(view, order))


def unit_offers(view: State, name: str) -> Iterator[Offer]:
    """All that a unit could be told to do now, legal or not, fire and assault against every enemy in turn."""
    unit = view.units[name]
    by = unit.side.value
    yield offer(view, "rest", orders.Rest(by=by, unit=name))
    yield from special_offers(view, unit)
    yield offer(view, "regroup", orders.Regroup(by=by, unit=name))
    for order in MOVES:
        yield offer(view, order.value, orders.Command(by=by, unit=name, order=order))
    for target in targets(view, unit.side):
        yield from target_offers(view, unit, target)


def special_offers(view: State, unit: Unit) -> Iterator[Offer]:
    """What a unit may do by the special rules, where it stands."""
    by, name = unit.side.value, unit.id
    if unit.stands is not None and view.tables.option("trackRipping"):
        yield offer(view, "rip_track", orders.Rest(by=by, unit=name, rips_track=True))
    for weapon in aircraft.weapons_left(unit):
        for target in targets(view, unit.side):
            yield offer(view, "fly", orders.Fly(by=by, unit=name, target=target, weapon=weapon))
    for segment in rest.wire_touched(view, unit):
        yield offer(view, "cut_wire", orders.Rest(by=by, unit=name, cuts=segment))
    for asset in rest.assets_touched(view, unit):
        yield offer(view, "destroy", orders.Rest(by=by, unit=name, destroys=asset))


def targets(view: State, side: Side) -> tuple[str, ...]:
    """Enemy units on the table, and those that ride on them."""
    standing = tuple(name for name, _ in view.position.standing(other(side)))
    return standing + tuple(
        unit.id for unit in view.units_of(other(side)) if unit.aboard and passengers.place_of(view, unit) is not None
    )


def target_offers(view: State, unit: Unit, target: str) -> Iterator[Offer]:
    """Fire and assault against one enemy, turned to it where that is allowed."""
    by, name = unit.side.value, unit.id
    for mode in FireMode:
        for afterwards in Afterwards if mode is FireMode.MOVING else (Afterwards.NOTHING,):
            alone = mode is FireMode.MOVING and afterwards is Afterwards.NOTHING
            facing = towards(view, unit, target) if alone else None
            fire = orders.Fire(by=by, unit=name, target=target, mode=mode, afterwards=afterwards, facing=facing)
            yield offer(view, f"{mode.value}_fire", fire)
    if unit.kind is UnitType.ARTILLERY and view.tables.option("indirect"):
        fire = orders.Fire(by=by, unit=name, target=target, mode=FireMode.MOVING, indirect=True)
        yield offer(view, "indirect_fire", fire)
    facing = towards(view, unit, target)
    yield offer(view, "assault", orders.Assault(by=by, unit=name, target=target, facing=facing))


def towards(view: State, unit: Unit, target: str) -> Facing | None:
    """The facing from the middle of a unit's front to the nearest part of a target."""
    stands = passengers.place_of(view, view.units[target])
    if unit.stands is None or stands is None:
        return None
    here = unit.stands.anchor.point
    parts = (_nearest_part(stands, base, here) for base in stands.bases)
    there = min(parts, key=lambda part: (part.x - here.x) ** 2 + (part.y - here.y) ** 2)
    return bearing(there.x - here.x, there.y - here.y)


def _nearest_part(stands: Footprint, base: Pose, here: Point) -> Point:
    """The part of a base that is nearest to a point."""
    x, y = direction(base.facing)
    dx, dy = here.x - base.x, here.y - base.y
    forward = min(0.0, max(-stands.depth, dx * x + dy * y))
    right = min(stands.width / 2, max(-stands.width / 2, dx * y - dy * x))
    return ahead(base, forward, right)


def unit_orders(view: State, unit: Unit) -> Iterator[TableOrder]:
    """Everything legal that a unit may be told to do."""
    if unit.route_march or unit.arrives:
        yield from _legal(view, leavings(view, unit))
        yield from _legal(view, route_marches(view, unit))
    if not unit.arrives:
        yield from (each.order for each in unit_offers(view, unit.id) if each.legal)
    else:
        yield orders.Rest(by=unit.side.value, unit=unit.id)


def moves(view: State, unit: Unit, pending: Pending, directions: Iterable[Facing]) -> Iterator[orders.Move]:
    """Straight moves in some directions, the longest first; not all are legal."""
    if unit.rails is not None:
        yield from runs(view, unit, pending)
        return
    if unit.aboard:
        yield from getting_off(view, unit, pending)
        return
    if unit.stands is None:
        return
    here = unit.stands.anchor
    leaders = attached(view, unit)
    yield from getting_on(view, unit, pending)
    sizes = rank_choices(unit.kind, unit.bases, view.tables) if pending.order is Order.MANEUVER else ((),)
    for facing in directions:
        for share in SHARES:
            there = ahead(Pose(here.x, here.y, facing), pending.distance * share)
            path = (Pose(there.x, there.y, facing),)
            keep = facing if pending.order is not Order.DEPLOY_TACTICAL else None
            yield orders.Move(by=unit.side.value, unit=unit.id, facing=keep, ranks=sizes[0], path=path, leaders=leaders)


def leavings(view: State, unit: Unit) -> Iterator[orders.Leave]:
    """Straight off the table, where an objective wants it."""
    if unit.stands is None:
        return
    here = unit.stands.anchor.point
    for edge in exits.rewarded_edges(view, unit.side):
        end = Pose(*on_edge(view.terrain, edge, here), OUTWARD[edge])
        yield orders.Leave(
            by=unit.side.value, unit=unit.id, facing=end.facing, path=(end,), leaders=attached(view, unit)
        )


def runs(view: State, train: Unit, pending: Pending) -> Iterator[orders.Move]:
    """A train's moves along its track, either way, the longest first."""
    rails = trains.rails_of(train)
    points = tracks.points_of(view, rails.track)
    for sign in (1, -1):
        for share in SHARES:
            there = along(points, rails.along + sign * pending.distance * share).point
            yield orders.Move(by=train.side.value, unit=train.id, path=(Pose(there.x, there.y),))


def getting_off(view: State, unit: Unit, pending: Pending) -> Iterator[orders.Move]:
    """Off the vehicle at either side, and straight on."""
    formation = FORMATIONS[pending.order or Order.MANEUVER]
    for start in boarding.ways_off(view, unit, formation):
        there = ahead(start, pending.distance // 2)
        for path in ((Pose(there.x, there.y, start.facing),), ()):
            yield orders.Move(by=unit.side.value, unit=unit.id, start=start, path=path)


def getting_on(view: State, unit: Unit, pending: Pending) -> Iterator[orders.Move]:
    """Straight to a vehicle of its own that has room, if there is one about."""
    if unit.stands is None or pending.order not in boarding.BOARDS_AFTER:
        return
    for vehicle in view.units_of(unit.side):
        if vehicle.stands is None or not passengers.room(vehicle) or vehicle.id == unit.id:
            continue
        facing = towards(view, unit, vehicle.id) or 0
        body = formed(
            unit.kind, FORMATIONS[pending.order], unit.bases, unit.stands.anchor._replace(facing=facing), view.tables
        )
        end = into_contact(body, vehicle.stands).anchor
        path = (Pose(end.x, end.y, facing),)
        yield orders.Move(by=unit.side.value, unit=unit.id, facing=facing, path=path, board=vehicle.id)


def route_marches(view: State, unit: Unit) -> Iterator[orders.RouteMarch]:
    """Straight on, as far as may be."""
    here = unit.stands.anchor if unit.stands else unit.entry
    if here is None:
        return
    far = route_distance(view, unit)
    for share in SHARES:
        there = ahead(here, far * share)
        path = (Pose(there.x, there.y, here.facing),)
        yield orders.RouteMarch(by=unit.side.value, unit=unit.id, path=path, leaders=attached(view, unit))


def leader_moves(
    role: str, leader: str, here: Point, far: Length, directions: Iterable[Facing] = DIRECTIONS
) -> Iterator[orders.MoveLeader]:
    """Short rides in each direction."""
    for facing in directions:
        yield orders.MoveLeader(by=role, leader=leader, path=(ahead(Pose(here.x, here.y, facing), far),))


def _legal(view: State, wanted: Iterable[TableOrder]) -> Iterator[TableOrder]:
    return (order for order in wanted if not problems_of(view, order))
