"""Getting on and off vehicles, and being thrown out of them (REV-4.44, REV-10.02 to REV-10.04b, REV-10.12, REV-10.53, REV-G.31, REV-G.51, REV-G.52)."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import replace
from math import hypot

from sandtable.battle.event import Story
from sandtable.battle.request import Addressed, Asked
from sandtable.battle.seat import EVERYBODY
from sandtable.geometry.around import Around
from sandtable.geometry.distance import between, distance, touches
from sandtable.geometry.footprint import Footprint
from sandtable.geometry.measure import Point, Pose
from sandtable.geometry.place import hindrances, nearest_place
from sandtable.geometry.trail import bearing
from sandtable.kernel.messages import Message
from sandtable.kernel.problem import Problem
from sandtable.kernel.requests import Choose, Option
from sandtable.rulesets.revolucion.hazards import Passenger, Wreck, wreck
from sandtable.rulesets.revolucion.table import effecting, events, hiding, involuntary, leading, riding
from sandtable.rulesets.revolucion.table.driving import certain
from sandtable.rulesets.revolucion.table.formation import formed
from sandtable.rulesets.revolucion.table.goings import going
from sandtable.rulesets.revolucion.table.measures import measures
from sandtable.rulesets.revolucion.table.permission import problem
from sandtable.rulesets.revolucion.table.planning import Plan, around, hindrance_problems
from sandtable.rulesets.revolucion.table.special_fold import leaders_aboard, riders
from sandtable.rulesets.revolucion.table.state import Leader, State, Unit
from sandtable.rulesets.revolucion.vocabulary import ON_RAILS, Formation, Loss, Order, Vehicle

SIDES = ("left", "ahead", "right", "behind")  # of a base, in the order of its corners
BOARDS_AFTER = (Order.MANEUVER, Order.MARCH)  # REV-G.51


def settled(units: Mapping[str, Unit]) -> dict[str, Unit]:
    """Passengers at the start: as their vehicle carries them, and as secret as it is."""
    aboard = dict(units)
    for unit in units.values():
        vehicle = units.get(unit.aboard)
        if vehicle is not None:
            formation = riding.formation_aboard(unit, vehicle)
            aboard[unit.id] = replace(
                unit,
                formation=formation,
                deeds=replace(unit.deeds, began=formation),
                hidden=unit.hidden or vehicle.hidden,
                arrives=vehicle.arrives,
            )
    return aboard


def settled_leaders(leaders: Mapping[str, Leader], units: Mapping[str, Unit]) -> dict[str, Leader]:
    """Leaders who ride at the start: as secret as what they ride on, and as late."""
    return {
        name: replace(leader, hidden=units[leader.aboard].hidden, arrives=units[leader.aboard].arrives)
        if leader.aboard in units
        else leader
        for name, leader in leaders.items()
    }


# ---- Getting on ------------------------------------------------------------------------------------------------------------------


def board_problems(state: State, unit: Unit, name: str, end: Footprint, order: Order | None) -> Iterator[Problem]:
    """A Maneuver or March that ends in contact with a vehicle that has room and stands still (REV-10.04, REV-G.51)."""
    vehicle = state.units.get(name)
    if vehicle is None or vehicle.side is not unit.side or vehicle.stands is None or not riding.room(vehicle):
        yield problem("board", "no_vehicle", "REV-10.02", (), name=name)
        return
    if order not in BOARDS_AFTER or unit.deeds.boarded:
        yield problem("board", "board_once", "REV-G.51c")
    if not riding.stands_still(vehicle):
        yield problem("board", "vehicle_moves", "REV-10.03", (), name=vehicle.card.name)
    aboard = riders(state, name)
    if riding.load(vehicle, (*aboard, unit)) > riding.room(vehicle):
        yield problem("board", "no_room", "REV-10.02b", (), name=vehicle.card.name)
    if not touches(end, vehicle.stands, measures(state.tables).contact):
        yield problem("board", "not_at_vehicle", "REV-10.04", (), name=vehicle.card.name)


def get_on(story: Story[State], name: str, vehicle: str, leaders: Collection[str] = ()) -> None:
    """The unit comes off the table, Leaders attached to it as well (REV-G.51, REV-G.51d)."""
    hiding.reveal(story, vehicle)  # nobody vanishes into thin air
    unit, carrier = story.state.units[name], story.state.units[vehicle]
    formation = riding.formation_aboard(unit, carrier)
    story.tell(events.Boarded(unit=name, vehicle=vehicle, formation=formation))
    for leader in leaders:
        story.tell(events.LeaderBoarded(leader=leader, vehicle=vehicle))


def leader_boards_problems(state: State, leader: Leader, name: str, end: Footprint) -> Iterator[Problem]:
    """A Leader gets on as part of his move (REV-G.51d)."""
    vehicle = state.units.get(name)
    if vehicle is None or vehicle.side is not leader.side or vehicle.stands is None or not riding.room(vehicle):
        yield problem("board", "no_vehicle", "REV-10.02", (), name=name)
    elif not riding.stands_still(vehicle):
        yield problem("board", "vehicle_moves", "REV-10.03", (), name=vehicle.card.name)
    elif not touches(end, vehicle.stands, measures(state.tables).contact):
        yield problem("board", "not_at_vehicle", "REV-10.04", (), name=vehicle.card.name)


# ---- Getting off -----------------------------------------------------------------------------------------------------------------


def order_problems(state: State, unit: Unit) -> Iterator[Problem]:
    """Who rides makes no movement but getting off, from a vehicle that stands still, once a turn (REV-3.41, REV-3.43, REV-10.03, REV-G.51c)."""
    vehicle = riding.vehicle_of(state, unit)
    if vehicle is None:
        return
    if not riding.stands_still(vehicle) or vehicle.stands is None:
        yield problem("order", "vehicle_moves", "REV-10.03", (), name=vehicle.card.name)
    if unit.deeds.boarded:
        yield problem("order", "board_once", "REV-G.51c")


def step_off(
    state: State, unit: Unit, formation: Formation, start: Pose | None, ranks: tuple[int, ...], towards: Point | None
) -> Plan:
    """In formation beside the vehicle, touching it, before the move begins (REV-10.04b, REV-G.51b)."""
    vehicle = riding.vehicle_of(state, unit)
    wrong = tuple(order_problems(state, unit))
    if wrong or vehicle is None or vehicle.stands is None:
        return Plan(None, formation, problems=wrong or (problem("start", "no_room_beside", "REV-G.51b"),))
    places = [start] if start is not None else list(ways_off(state, unit, formation, ranks, towards))
    if not places:
        return Plan(None, formation, problems=(problem("start", "no_room_beside", "REV-G.51b"),))
    body = formed(unit.kind, formation, unit.bases, places[0], state.tables, ranks)
    found = hindrances(
        body, going(unit.kind, formation, state.tables), around(state, unit), measures(state.tables).zone
    )
    problems = tuple(hindrance_problems(state, unit.side, unit.id, found, "start"))
    if not touches(body, vehicle.stands, measures(state.tables).contact):
        problems += (problem("start", "not_at_vehicle", "REV-10.04b", (), name=vehicle.card.name),)
    return Plan(body, formation, (body.anchor,), 0, problems)


def ways_off(
    state: State, unit: Unit, formation: Formation, ranks: tuple[int, ...] = (), towards: Point | None = None
) -> Iterator[Pose]:
    """Places beside a vehicle where a unit may get off, its back to it; those nearest to where it wants to go first."""
    car = riding.place_of(state, unit)
    if car is None:
        return
    body = formed(unit.kind, formation, unit.bases, Pose(0, 0), state.tables, ranks)
    depth = -body.box[1]
    places = sorted(_beside(car, depth), key=lambda pose: between(pose.point, towards) if towards else 0)
    cost, near = going(unit.kind, formation, state.tables), around(state, unit)
    for pose in places:
        if not hindrances(body.placed(pose), cost, near, measures(state.tables).zone):
            yield pose


def _beside(car: Footprint, depth: float) -> Iterator[Pose]:
    """Looking away from the middle of each side of a base."""
    for quad in car.quads.tolist():
        for number, (x, y) in enumerate(quad):
            before_x, before_y = quad[number - 1]
            dx, dy = x - before_x, y - before_y
            long = hypot(dx, dy)
            out_x, out_y = -dy / long, dx / long
            far = depth + 2  # two thousandths off: touching, not sharing ground
            yield Pose(
                round((x + before_x) / 2 + out_x * far), round((y + before_y) / 2 + out_y * far), bearing(out_x, out_y)
            )


def get_off(story: Story[State], name: str) -> None:
    """It leaves its vehicle, which may not move any more this turn (REV-G.51c)."""
    vehicle = story.state.units[name].aboard
    if vehicle:
        story.tell(events.GotOff(unit=name, vehicle=vehicle))


def leader_start(state: State, leader: Leader, towards: Point) -> Point | None:
    """Where a Leader who rides sets out from: beside his vehicle, if it stands still (REV-G.51d)."""
    vehicle = state.units.get(leader.aboard)
    if vehicle is None or vehicle.stands is None or not riding.stands_still(vehicle):
        return None
    return leading.beside(state, leader.side, vehicle.stands, towards)


# ---- Thrown out ------------------------------------------------------------------------------------------------------------------


def thrown_out(story: Story[State], vehicle: Unit, kind: Vehicle, who: Iterable[Unit] | None = None) -> Asked[None]:
    """Passengers of a wreck get off at once, where their owner puts them, and then take a level (REV-10.12, REV-G.31, REV-G.52)."""
    leaders = leaders_aboard(story.state, vehicle.id)
    out: list[Unit] = []
    for unit in tuple(riders(story.state, vehicle.id) if who is None else who):
        place = yield from _put_beside(story, unit, vehicle)
        story.tell(events.GotOff(unit=unit.id, vehicle=vehicle.id, thrown=True))
        if place is None:
            yield from involuntary.remove(story, unit.id, Loss.SURRENDERED)
            continue
        story.tell(events.Stood(unit=unit.id, stands=place, formation=Formation.MANEUVER, how="thrown_out"))
        out.append(story.state.units[unit.id])
    if who is None and vehicle.stands is not None:
        for leader in leaders:
            place_of_his = leading.beside(story.state, leader.side, vehicle.stands, vehicle.stands.centre)
            story.tell(events.LeaderStood(leader=leader.id, place=place_of_his, how="away"))
    yield from _shaken(story, out, vehicle, kind)


def _shaken(story: Story[State], out: list[Unit], vehicle: Unit, kind: Vehicle) -> Asked[None]:
    if not out or vehicle.stands is None:
        return
    passengers = tuple(
        Passenger(
            name=unit.id,
            target_type=unit.kind,
            target_status=unit.status,
            bases_of_target=unit.bases,
            starting_bases_of_target=unit.card.started,
        )
        for unit in out
    )
    verdict = certain(wreck(Wreck(vehicle=kind, passengers=passengers), story.state.tables))
    names = {unit.id: unit.id for unit in out}
    sources = dict.fromkeys(names, vehicle.stands.centre)
    struck = [effect for effect in verdict.effects if effect.whom in names]
    yield from effecting.carry_out(story, struck, effecting.Parties(names, sources, dict.fromkeys(names, ()), {}))


def _put_beside(story: Story[State], unit: Unit, vehicle: Unit) -> Asked[Footprint | None]:
    """Its owner places it, by what he knows; whoever is found hidden there is seen, and he places it again (REV-G.52, REV-G.37)."""
    while True:
        known = hiding.as_known(story.state, unit.side)
        places = places_beside(known, unit, vehicle)
        chosen = (yield _where(known, unit, places)) if len(places) > 1 else next(iter(places), "")
        place = places[chosen] if chosen else _nearest(known, unit, vehicle)
        found = hiding.in_the_way(story.state, unit, place) if place is not None else ()
        if not found:
            return place
        for enemy in found:
            hiding.reveal(story, enemy)


def places_beside(state: State, unit: Unit, vehicle: Unit) -> dict[str, Footprint]:
    """Where a passenger of a wreck may stand, touching it and an inch from enemies: by the number of the base and the side of it."""
    if vehicle.stands is None:
        return {}
    near, cost = _around_wreck(state, unit, vehicle), going(unit.kind, Formation.MANEUVER, state.tables)
    body = formed(unit.kind, Formation.MANEUVER, unit.bases, Pose(0, 0), state.tables)
    places = {
        f"{number // len(SIDES) + 1}-{SIDES[number % len(SIDES)]}": body.placed(pose)
        for number, pose in enumerate(_beside(vehicle.stands, -body.box[1]))
    }
    zone = measures(state.tables).zone
    return {name: there for name, there in places.items() if not hindrances(there, cost, near, zone)}


def _where(state: State, unit: Unit, places: Mapping[str, Footprint]) -> Addressed:
    """The question to the owner; usually as far from the enemy as can be."""

    def safety(name: str) -> float:
        return min((distance(places[name], enemy) for enemy in state.enemies(unit.side)), default=0)

    options = []
    for name in places:
        number, _, side = name.partition("-")
        options.append(Option(name, Message.of(f"table.thrown_out.{side}", number=int(number))))
    says = Message.of("table.request.thrown_out", unit=unit.card.name)
    usual = max(places, key=safety)
    return Addressed(
        Choose("wreck.place", tuple(options), usual, says=says, rule="REV-G.52"), unit.side.value, EVERYBODY
    )


def _around_wreck(state: State, unit: Unit, vehicle: Unit) -> Around:
    assert vehicle.stands is not None  # noqa: S101 - it was wrecked on the table
    friends = (*state.friends(unit.side, unit.id, vehicle.id), vehicle.stands)
    return Around(state.terrain, state.enemies(unit.side), friends)


def _nearest(state: State, unit: Unit, vehicle: Unit) -> Footprint | None:
    """Where there is no room beside the wreck: the nearest place within six inches, if any (REV-G.52)."""
    stands = vehicle.stands
    if stands is None:
        return None
    rules, near = measures(state.tables), _around_wreck(state, unit, vehicle)
    body = formed(unit.kind, Formation.MANEUVER, unit.bases, stands.anchor, state.tables)
    cost = going(unit.kind, Formation.MANEUVER, state.tables)
    return nearest_place(body, near, stands.centre, rules.thrown, rules.zone, cost)


def wrecked_automobile(story: Story[State], vehicle: Unit) -> Asked[None]:
    """All that is left of an automobile unit is destroyed: everybody gets off (REV-10.53)."""
    if vehicle.kind not in ON_RAILS:
        yield from thrown_out(story, vehicle, Vehicle.AUTOMOBILE)


def lost_base(story: Story[State], name: str, count: int) -> Asked[None]:
    """An automobile base is destroyed: units that rode on it get off as a whole and take one level (REV-10.53, REV-10.53b, REV-G.31b)."""
    vehicle = story.state.units[name]
    each = riding.each_carries(vehicle)
    if vehicle.kind in ON_RAILS or not each or vehicle.gone is not None:
        return
    seats, filled, out = each * vehicle.bases, 0, []
    for unit in riders(story.state, name):
        filled += unit.bases
        if filled > seats:  # part of it sat on what was lost, at the end of the line
            out.append(unit)
    if out and count:
        yield from thrown_out(story, vehicle, Vehicle.AUTOMOBILE, out)
