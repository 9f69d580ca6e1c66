"""Who rides on what: places aboard, and what that means to fire and assault (REV-3.41 to REV-3.45b, REV-4.41 to REV-4.44, REV-10.02 to REV-10.27b)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from math import hypot

from sandtable.geometry.cover import lines_crossed
from sandtable.geometry.distance import between
from sandtable.geometry.footprint import Footprint
from sandtable.geometry.measure import Point, Pose, bearing
from sandtable.geometry.terrain import Line, Terrain
from sandtable.rulesets.revolucion.table.cover import best, ground_cover
from sandtable.rulesets.revolucion.table.ground.kinds import CARRIERS, USUAL_ROOM, Crossing, feature
from sandtable.rulesets.revolucion.table.ground.measures import measures
from sandtable.rulesets.revolucion.table.state import Leader, State, TrainSpeed, Unit
from sandtable.rulesets.revolucion.vocabulary import (
    ARMORED,
    GUNS,
    ON_RAILS,
    Aboard,
    Cover,
    Formation,
    Order,
    TargetAboard,
    UnitType,
)

# ---- Who is aboard ---------------------------------------------------------------------------------------------------------------


def riders(state: State, vehicle: str) -> tuple[Unit, ...]:
    """The units aboard a vehicle, in the order of its cars."""
    return tuple(unit for unit in state.units.values() if unit.aboard == vehicle and unit.gone is None)


def leaders_aboard(state: State, vehicle: str) -> tuple[Leader, ...]:
    """The Leaders aboard a vehicle."""
    return tuple(leader for leader in state.leaders.values() if leader.aboard == vehicle and leader.alive)


def everybody_aboard(state: State, vehicle: str) -> tuple[tuple[Unit, ...], tuple[Leader, ...]]:
    """The units and Leaders aboard a vehicle, and those aboard what it carries, such as a truck on a train."""
    units, leaders = riders(state, vehicle), leaders_aboard(state, vehicle)
    for rider in units:
        inside = everybody_aboard(state, rider.id)
        units, leaders = (*units, *inside[0]), (*leaders, *inside[1])
    return units, leaders


# ---- Room ------------------------------------------------------------------------------------------------------------------------


def each_carries(vehicle: Unit) -> int:
    """How much each car or base carries: units on a train, bases on anything else (REV-10.02 to REV-10.02c)."""
    return vehicle.card.capacity or USUAL_ROOM.get(vehicle.kind, 0)


def room(vehicle: Unit) -> int:
    """How much it carries in all; armored vehicles carry nobody (REV-10.57b)."""
    return each_carries(vehicle) * vehicle.bases if vehicle.kind in CARRIERS else 0


def load(vehicle: Unit, passengers: tuple[Unit, ...]) -> int:
    """What is aboard, as its room is counted."""
    return len(passengers) if vehicle.kind is UnitType.TRAIN else sum(each.bases for each in passengers)


def vehicle_of(state: State, unit: Unit) -> Unit | None:
    """What a unit rides on."""
    return state.units.get(unit.aboard) if unit.aboard else None


def formation_aboard(unit: Unit, vehicle: Unit) -> Formation:
    """Guns in emplacements are deployed, all others in maneuver formation, or crammed as on the march (REV-3.42, REV-3.42b, REV-4.41b)."""
    if unit.emplaced and unit.kind in GUNS and vehicle.kind is UnitType.TRAIN:
        return Formation.DEPLOYED
    crammed = "overloaded" in vehicle.card.flags and unit.kind not in GUNS
    return Formation.MARCH if crammed else Formation.MANEUVER


def stands_still(vehicle: Unit) -> bool:
    """It has not moved this turn, and a train has halted: only then does anybody get on or off (REV-4.44, REV-10.03)."""
    halted = vehicle.rails is None or vehicle.rails.speed is TrainSpeed.HALT
    return halted and not vehicle.deeds.moved


# ---- Places ----------------------------------------------------------------------------------------------------------------------


def place_of(state: State, unit: Unit) -> Footprint | None:
    """Where a unit is to be found: on the table, or in its car; None while it is nowhere."""
    vehicle = vehicle_of(state, unit)
    if vehicle is None or vehicle.stands is None:
        return unit.stands
    return car(vehicle.stands, _car_number(state, unit, vehicle)) if vehicle.rails is not None else vehicle.stands


def as_assaulted(state: State, target: Unit) -> Unit:
    """A target where an assault strikes it: passengers in their car (REV-10.27), a train at its locomotive (REV-10.27b)."""
    if target.rails is not None and target.stands is not None:
        return replace(target, stands=car(target.stands, 0))
    return replace(target, stands=place_of(state, target)) if target.aboard else target


def car(stands: Footprint, number: int) -> Footprint:
    """One car of a train."""
    return replace(stands, bases=(stands.bases[number],), front=1)


def _car_number(state: State, unit: Unit, vehicle: Unit) -> int:
    """Passengers fill the cars behind the locomotive in order."""
    cars = len(vehicle.stands.bases) if vehicle.stands is not None else 1
    before = [each.id for each in riders(state, vehicle.id)].index(unit.id)
    return min(1 + before // max(1, each_carries(vehicle)), cars - 1)


def fires_all_round(state: State, unit: Unit) -> bool:
    """Units on trains have a front on every side (REV-10.24, REV-G.26); what another car hides cannot be charged at."""
    vehicle = vehicle_of(state, unit)
    return vehicle is not None and vehicle.rails is not None


def other_cars(state: State, unit: Unit) -> tuple[Footprint, ...]:
    """The cars of its train in which a unit does not ride: they hide what is behind them (REV-10.24)."""
    vehicle = vehicle_of(state, unit)
    if vehicle is None or vehicle.stands is None or vehicle.rails is None:
        return ()
    own = _car_number(state, unit, vehicle)
    return tuple(car(vehicle.stands, number) for number in range(len(vehicle.stands.bases)) if number != own)


def beside(car: Footprint, depth: float) -> Iterator[Pose]:
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


# ---- As the umpire asks for it ---------------------------------------------------------------------------------------------------


def target_aboard(state: State, target: Unit) -> TargetAboard:
    """Whether a target is a train or rides on something, and what the train did this turn (REV-G.30m)."""
    vehicle = target if target.rails is not None else vehicle_of(state, target)
    if vehicle is None:
        return TargetAboard.NO
    if vehicle.kind not in ON_RAILS:
        return TargetAboard.AUTOMOBILE
    if not vehicle.deeds.moved:
        return TargetAboard.HALTED
    # without an order it came by Route March, or as a máquina loca under way: both are marches (REV-3.31, REV-10.31)
    return TargetAboard.MANEUVER if vehicle.deeds.ordered is Order.MANEUVER else TargetAboard.MARCH


def actor_aboard(state: State, unit: Unit) -> Aboard:
    """What an acting unit rides on, or rode on this turn (REV-10.28)."""
    vehicle = vehicle_of(state, unit)
    if vehicle is None:
        return Aboard.GOT_OFF if unit.deeds.boarded == "off" else Aboard.NO
    if vehicle.kind not in ON_RAILS:
        return Aboard.AUTOMOBILE
    return Aboard.TRAIN_MOVED if vehicle.deeds.moved else Aboard.TRAIN_HALTED


# ---- Cover that a vehicle brings along -------------------------------------------------------------------------------------------


def own_cover(state: State, target: Unit, cover: Cover, start: Point, end: Point) -> Cover:
    """Armored trains are hard cover for themselves and all aboard (REV-10.22, REV-G.30k), automobiles none (REV-10.54); hull-down armor is
    as good as a fortress (REV-10.59b).
    """
    vehicle = target if target.rails is not None else vehicle_of(state, target)
    if vehicle is not None and "armored" in vehicle.card.flags:
        return best((cover, Cover.HARD))
    if target.kind in ARMORED and hull_down(state, target, start, end):
        return Cover.FORTIFIED
    return cover


def hull_down(state: State, target: Unit, start: Point, end: Point) -> bool:
    """The line crosses something low or a crest within an inch of it, or it stands in hard cover (REV-G.55)."""
    if target.stands is None:
        return False
    if ground_cover(state, target.stands) in (Cover.HARD, Cover.FORTIFIED):
        return True
    behind = measures(state.tables).behind
    low = (line for line in lines_crossed(state.terrain, start, end, behind) if _is_low(line))
    crests = tuple(Line(hill.id, "", (*hill.outline, hill.outline[0])) for hill in state.terrain.hills)
    edges = Terrain(state.terrain.width, state.terrain.height, lines=crests)
    crossed = lines_crossed(edges, start, end, behind) if between(start, end) else ()
    return any(True for _ in low) or bool(crossed)


def _is_low(line: Line) -> bool:
    kind = feature(line.kind)
    return kind.crossing is Crossing.OBSTACLE or kind.cover is not Cover.OPEN
