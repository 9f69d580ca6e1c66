"""Getting on and off vehicles (REV-4.44, REV-10.02 to REV-10.04b, REV-G.51)."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import replace

from sandtable.battle.event import Story
from sandtable.geometry.distance import between, touches
from sandtable.geometry.footprint import Footprint
from sandtable.geometry.measure import Point, Pose
from sandtable.geometry.place import hindrances
from sandtable.kernel.problem import Problem
from sandtable.miniatures.problems import problem
from sandtable.rulesets.revolucion.table import events, leadership, passengers
from sandtable.rulesets.revolucion.table.ground.going import going
from sandtable.rulesets.revolucion.table.ground.measures import measures
from sandtable.rulesets.revolucion.table.ground.shapes import formed
from sandtable.rulesets.revolucion.table.hidden import discovery
from sandtable.rulesets.revolucion.table.planning import Plan, around, hindrance_problems
from sandtable.rulesets.revolucion.table.state import Leader, State, Unit
from sandtable.rulesets.revolucion.vocabulary import Formation, Order

SIDES = ("left", "ahead", "right", "behind")  # of a base, in the order of its corners
BOARDS_AFTER = (Order.MANEUVER, Order.MARCH)  # REV-G.51


def settled(units: Mapping[str, Unit]) -> dict[str, Unit]:
    """Passengers at the start: as their vehicle carries them, and as secret as it is."""
    aboard = dict(units)
    for unit in units.values():
        vehicle = units.get(unit.aboard)
        if vehicle is not None:
            formation = passengers.formation_aboard(unit, vehicle)
            under = tuple(_carriers(unit, units))
            aboard[unit.id] = replace(
                unit,
                formation=formation,
                deeds=replace(unit.deeds, began=formation),
                hidden=unit.hidden or any(each.hidden for each in under),
                arrives=under[-1].arrives,
            )
    return aboard


def _carriers(unit: Unit, units: Mapping[str, Unit]) -> Iterator[Unit]:
    """What a unit rides on, what that rides on, and so forth."""
    while unit.aboard in units:
        unit = units[unit.aboard]
        yield unit


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
    if vehicle is None or vehicle.side is not unit.side or vehicle.stands is None or not passengers.room(vehicle):
        yield problem("board", "no_vehicle", "REV-10.02", (), name=name)
        return
    if order not in BOARDS_AFTER or unit.deeds.boarded:
        yield problem("board", "board_once", "REV-G.51c")
    if not passengers.stands_still(vehicle):
        yield problem("board", "vehicle_moves", "REV-10.03", (), name=vehicle.card.name)
    aboard = passengers.riders(state, name)
    if passengers.load(vehicle, (*aboard, unit)) > passengers.room(vehicle):
        yield problem("board", "no_room", "REV-10.02b", (), name=vehicle.card.name)
    if not touches(end, vehicle.stands, measures(state.tables).contact):
        yield problem("board", "not_at_vehicle", "REV-10.04", (), name=vehicle.card.name)


def get_on(story: Story[State], name: str, vehicle: str, leaders: Collection[str] = ()) -> None:
    """The unit comes off the table, Leaders attached to it as well (REV-G.51, REV-G.51d)."""
    discovery.reveal(story, vehicle)  # nobody vanishes into thin air
    unit, carrier = story.state.units[name], story.state.units[vehicle]
    formation = passengers.formation_aboard(unit, carrier)
    story.tell(events.Boarded(unit=name, vehicle=vehicle, formation=formation))
    for leader in leaders:
        story.tell(events.LeaderBoarded(leader=leader, vehicle=vehicle))


def leader_boards_problems(state: State, leader: Leader, name: str, end: Footprint) -> Iterator[Problem]:
    """A Leader gets on as part of his move (REV-G.51d)."""
    vehicle = state.units.get(name)
    if vehicle is None or vehicle.side is not leader.side or vehicle.stands is None or not passengers.room(vehicle):
        yield problem("board", "no_vehicle", "REV-10.02", (), name=name)
    elif not passengers.stands_still(vehicle):
        yield problem("board", "vehicle_moves", "REV-10.03", (), name=vehicle.card.name)
    elif not touches(end, vehicle.stands, measures(state.tables).contact):
        yield problem("board", "not_at_vehicle", "REV-10.04", (), name=vehicle.card.name)


# ---- Getting off -----------------------------------------------------------------------------------------------------------------


def order_problems(state: State, unit: Unit) -> Iterator[Problem]:
    """Who rides makes no movement but getting off, from a vehicle that stands still, once a turn (REV-3.41, REV-3.43, REV-10.03, REV-G.51c)."""
    vehicle = passengers.vehicle_of(state, unit)
    if vehicle is None:
        return
    if not passengers.stands_still(vehicle) or vehicle.stands is None:
        yield problem("order", "vehicle_moves", "REV-10.03", (), name=vehicle.card.name)
    if unit.deeds.boarded:
        yield problem("order", "board_once", "REV-G.51c")


def step_off(
    state: State, unit: Unit, formation: Formation, start: Pose | None, ranks: tuple[int, ...], towards: Point | None
) -> Plan:
    """In formation beside the vehicle, touching it, before the move begins (REV-10.04b, REV-G.51b)."""
    vehicle = passengers.vehicle_of(state, unit)
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
    problems = tuple(hindrance_problems(state.position, unit.side, unit.id, found, "start"))
    if not touches(body, vehicle.stands, measures(state.tables).contact):
        problems += (problem("start", "not_at_vehicle", "REV-10.04b", (), name=vehicle.card.name),)
    return Plan(body, formation, (body.anchor,), 0, problems)


def ways_off(
    state: State, unit: Unit, formation: Formation, ranks: tuple[int, ...] = (), towards: Point | None = None
) -> Iterator[Pose]:
    """Places beside a vehicle where a unit may get off, its back to it; those nearest to where it wants to go first."""
    car = passengers.place_of(state, unit)
    if car is None:
        return
    body = formed(unit.kind, formation, unit.bases, Pose(0, 0), state.tables, ranks)
    depth = -body.box[1]
    places = sorted(passengers.beside(car, depth), key=lambda pose: between(pose.point, towards) if towards else 0)
    cost, near = going(unit.kind, formation, state.tables), around(state, unit)
    for pose in places:
        if not hindrances(body.placed(pose), cost, near, measures(state.tables).zone):
            yield pose


def get_off(story: Story[State], name: str) -> None:
    """It leaves its vehicle, which may not move any more this turn (REV-G.51c)."""
    vehicle = story.state.units[name].aboard
    if vehicle:
        story.tell(events.GotOff(unit=name, vehicle=vehicle))


def leader_start(state: State, leader: Leader, towards: Point) -> Point | None:
    """Where a Leader who rides sets out from: beside his vehicle, if it stands still (REV-G.51d)."""
    vehicle = state.units.get(leader.aboard)
    if vehicle is None or vehicle.stands is None or not passengers.stands_still(vehicle):
        return None
    return leadership.beside(state, leader.side, vehicle.stands, towards)
