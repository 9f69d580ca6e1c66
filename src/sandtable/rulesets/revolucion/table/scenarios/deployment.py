"""From a scenario to the table before the first turn (REV-2.40, REV-2.47, REV-11.02, REV-G.48h)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from sandtable.battle.event import Story
from sandtable.battle.scenario.reader import read_scenario
from sandtable.battle.scenario.scenario import Arrival, Scenario, Zone
from sandtable.battle.scenario.scenario import Leader as ScenarioLeader
from sandtable.battle.scenario.scenario import Unit as ScenarioUnit
from sandtable.battle.seat import side_of
from sandtable.geometry.around import Around
from sandtable.geometry.cover import share_inside
from sandtable.geometry.footprint import Footprint, figure, standing
from sandtable.geometry.measure import CIRCLE, Point, Pose, veer
from sandtable.geometry.place import hindrances
from sandtable.geometry.trail import along as track_pose
from sandtable.geometry.trail import nearest_along
from sandtable.kernel.problem import Problem
from sandtable.kernel.tables import Tables
from sandtable.miniatures.pages import in_force
from sandtable.miniatures.problems import problem
from sandtable.rulesets.revolucion.morale import break_point
from sandtable.rulesets.revolucion.ruleset import RULESET
from sandtable.rulesets.revolucion.table import events, orders
from sandtable.rulesets.revolucion.table.ground.going import going, leader_going
from sandtable.rulesets.revolucion.table.ground.kinds import flags, way
from sandtable.rulesets.revolucion.table.ground.measures import measures
from sandtable.rulesets.revolucion.table.ground.shapes import base_size, formed, rank_choices
from sandtable.rulesets.revolucion.table.movement.boarding import settled, settled_leaders
from sandtable.rulesets.revolucion.table.movement.formations import bend_problems
from sandtable.rulesets.revolucion.table.permission import closed_problems
from sandtable.rulesets.revolucion.table.planning import around, hindrance_problems
from sandtable.rulesets.revolucion.table.position import Card
from sandtable.rulesets.revolucion.table.state import (
    Army,
    Asset,
    Column,
    Deeds,
    Flight,
    Leader,
    Mine,
    Rails,
    State,
    Terms,
    TrainSpeed,
    Unit,
    told_to,
)
from sandtable.rulesets.revolucion.vocabulary import (
    ON_RAILS,
    ArmyQuality,
    Formation,
    Side,
    Status,
    UnitType,
    counts_for_break_point,
)

ALL = 0.999  # of a base inside its zone: corners are rounded
MINES = ("mineSquare", "commandMine", "smallMine")


def set_up(text: str, tables: Tables) -> State:
    """The table before the first order; a faulty scenario is refused."""
    return state_of(read_scenario(text, "scenario"), tables)


def state_of(scenario: Scenario, tables: Tables) -> State:
    """The table of a scenario that has been read."""
    tables = in_force(scenario, RULESET.id, tables)
    units = settled({unit.id: _unit(unit, scenario) for unit in scenario.units})
    return State(
        terms=Terms(scenario.zones, scenario.objectives, scenario.victory),
        tables=tables,
        terrain=scenario.terrain,
        units=units,
        leaders=settled_leaders({leader.id: _leader(leader, scenario) for leader in scenario.leaders}, units),
        columns={
            column.id: Column(column.id, column.name, Side(column.side), column.leader) for column in scenario.columns
        },
        armies=_armies(scenario, units, tables),
        mines={
            mark.id: Mine(mark.id, mark.kind, mark.side, mark.at, not mark.hidden)
            for mark in scenario.marks
            if mark.kind in MINES
        },
        assets={
            mark.id: Asset(mark.id, mark.name or mark.id, mark.side, mark.at, mark.hidden)
            for mark in scenario.marks
            if mark.kind not in MINES
        },
        hints=scenario.hints,
    )


def _unit(unit: ScenarioUnit, scenario: Scenario) -> Unit:
    kind, formation = UnitType(unit.type), Formation(unit.formation)
    told = flags(unit)
    arrival = next((each for each in scenario.arrivals if each.id == unit.place.arrival), None)
    card = Card(
        unit.id,
        unit.name,
        Side(unit.side),
        unit.column,
        kind,
        unit.bases,
        told - {"hidden", "emplaced"},
        int(unit.fields.get("capacity", 0)),
        counts_for_break_point(kind),
    )
    return Unit(
        card=card,
        bases=unit.bases,
        status=Status.OK,
        formation=Formation.MARCH if arrival else formation,
        stands=scenario.footprints.get(unit.id),
        deeds=Deeds(formation),
        route_march=arrival is not None and bool(arrival.fields.get("route_march", True)),
        arrives=arrival.turn if arrival else 0,
        entry=Pose(arrival.at.x, arrival.at.y, arrival.facing) if arrival else None,
        zone=unit.place.zone,
        hidden="hidden" in told,
        aboard=unit.place.aboard,
        emplaced="emplaced" in told,
        rails=_arriving(scenario, arrival) if arrival and kind in ON_RAILS else _rails(unit),
        flight=Flight() if kind is UnitType.AIRCRAFT else None,
    )


def _rails(unit: ScenarioUnit) -> Rails | None:
    if not unit.place.road:
        return None
    end = unit.fields.get("end")
    return Rails(
        unit.place.road,
        unit.place.along,
        forward=not unit.place.backwards,
        end=None if end is None else int(end) * 1000,
    )


def _arriving(scenario: Scenario, arrival: Arrival) -> Rails | None:
    """A train that comes on later is on the track nearest to its place of arrival, at march speed (REV-G.30d)."""
    roads = [road for road in scenario.terrain.roads if way(road.kind).rails]
    if not roads:
        return None
    road = min(roads, key=lambda each: nearest_along(each.points, arrival.at)[1])
    along, _ = nearest_along(road.points, arrival.at)
    turn = abs(veer(arrival.facing, track_pose(road.points, along).facing))
    return Rails(road.id, along, forward=turn <= CIRCLE // 4, speed=TrainSpeed.MARCH)


def _leader(leader: ScenarioLeader, scenario: Scenario) -> Leader:
    arrival = next((each for each in scenario.arrivals if each.id == leader.place.arrival), None)
    pose = leader.place.pose
    return Leader(
        leader.id,
        leader.name,
        Side(leader.side),
        leader.column,
        leader.chief,
        Point(pose.x, pose.y) if pose else None,
        aboard=leader.place.aboard,
        arrives=arrival.turn if arrival else 0,
        entry=Pose(arrival.at.x, arrival.at.y, arrival.facing) if arrival else None,
        zone=leader.place.zone,
    )


def _armies(scenario: Scenario, units: Mapping[str, Unit], tables: Tables) -> dict[str, Army]:
    armies: dict[str, Army] = {}
    for side in scenario.sides:
        label = Side(side.label)
        counted = sum(unit.side is label and unit.card.counts for unit in units.values())
        quality = ArmyQuality(side.quality) if side.quality else ArmyQuality.AVERAGE
        points = break_point(counted, quality, tables)
        armies[label] = Army(label, points, points, scenario.victory.morale, side.edge, quality)
    return armies


# ---- Placing before the battle ---------------------------------------------------------------------------------------------------


def to_place(state: State, side: Side) -> Iterator[str]:
    """Units and Leaders of a side that the scenario leaves to it and that have no place yet."""
    yield from (unit.id for unit in state.units_of(side) if unit.zone and unit.stands is None)
    yield from (leader.id for leader in state.leaders_of(side) if leader.zone and leader.place is None)


def placed(state: State, order: orders.PlaceUnit) -> Footprint:
    """Where an order puts a unit."""
    unit = state.units[order.unit]
    if order.bases:
        width, depth = base_size(unit.kind)
        front = 1 if order.formation is Formation.MARCH else len(order.bases)
        return standing(order.bases, front, width, depth)
    return formed(unit.kind, order.formation, unit.bases, order.at, state.tables, order.ranks)


def place_unit_problems(state: State, order: orders.PlaceUnit) -> Iterator[Problem]:
    """A unit is placed inside its zone, in any formation that it may take (REV-G.48h)."""
    unit = state.units.get(order.unit)
    if unit is None or unit.side.value != side_of(order.by) or not unit.zone:
        yield problem(
            "unit", "not_to_place", "REV-G.48h", tuple(to_place(state, Side(side_of(order.by)))), name=order.unit
        )
        return
    if order.formation is Formation.DEPLOYED:
        yield from closed_problems("deploy_tactical", unit.kind)
    if order.ranks and order.ranks not in rank_choices(unit.kind, unit.bases, state.tables):
        legal = tuple("+".join(map(str, sizes)) for sizes in rank_choices(unit.kind, unit.bases, state.tables))
        yield problem("ranks", "ranks", "REV-4.11", legal, ranks="+".join(map(str, order.ranks)), legal=legal)
        return
    stands = placed(state, order)
    if order.bases:
        yield from bend_problems(state, unit, stands, order.formation)
    if not _inside(stands, _zone(state, unit.zone)):
        yield outside(state, unit.zone)
    found = hindrances(stands, going(unit.kind, order.formation, state.tables), around(state, unit), 0)
    yield from hindrance_problems(state.position, unit.side, unit.id, found, "at")


def place_leader_problems(state: State, order: orders.PlaceLeader) -> Iterator[Problem]:
    """A Leader is placed inside his zone."""
    leader = state.leaders.get(order.leader)
    if leader is None or leader.side.value != side_of(order.by) or not leader.zone:
        yield problem(
            "leader", "not_to_place", "REV-G.48h", tuple(to_place(state, Side(side_of(order.by)))), name=order.leader
        )
        return
    his = figure(order.at, measures(state.tables).leader_radius)
    if not _inside(his, _zone(state, leader.zone)):
        yield outside(state, leader.zone)
    near = Around(state.terrain, state.position.enemies(leader.side), state.position.friends(leader.side))
    found = hindrances(his, leader_going(state.tables), near, 0)
    yield from hindrance_problems(state.position, leader.side, "", found, "at")


def ready_problems(state: State, order: orders.Ready) -> Iterator[Problem]:
    """A side is ready when everything has its place."""
    left = tuple(to_place(state, Side(side_of(order.by))))
    if left:
        yield problem("order", "still_to_place", "REV-G.48h", left, count=len(left))


def outside(state: State, name: str) -> Problem:
    """Not inside the zone where it belongs."""
    return problem("at", "outside_zone", "REV-8.01", (), zone=_zone(state, name).name or name)


def _zone(state: State, name: str) -> Zone:
    return next(zone for zone in state.terms.zones if zone.id == name)


def _inside(stands: Footprint, zone: Zone) -> bool:
    return bool((share_inside(stands, zone.outline) >= ALL).all())


def place_unit(story: Story[State], order: orders.PlaceUnit) -> None:
    """A unit takes its place."""
    stands = placed(story.state, order)
    unit = story.state.units[order.unit]
    story.tell(
        events.Stood(unit=order.unit, stands=stands, formation=order.formation, how="placed", known_to=told_to(unit))
    )


def place_leader(story: Story[State], order: orders.PlaceLeader) -> None:
    """A Leader takes his place."""
    known_to = told_to(story.state.leaders[order.leader])
    story.tell(events.LeaderStood(leader=order.leader, place=order.at, how="placed", known_to=known_to))
