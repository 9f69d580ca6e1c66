"""What Revolucion! finds wrong with a scenario: formations, trains off their track, columns without a Leader, rules not switched on."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from sandtable.battle.scenario.scenario import Scenario, Unit
from sandtable.geometry.footprint import Footprint
from sandtable.geometry.measure import apart, inches
from sandtable.kernel.problem import Problem
from sandtable.miniatures.problems import scenario_problem as _problem
from sandtable.rulesets.revolucion.table.ground.kinds import CARRIERS, USUAL_ROOM, features, ways
from sandtable.rulesets.revolucion.vocabulary import (
    ARMORED,
    GUNS,
    NEVER_DEPLOY,
    ON_RAILS,
    Formation,
    UnitType,
    counts_for_break_point,
)

SUPPORT = (UnitType.AIRCRAFT, *ON_RAILS)  # they may act without a Leader (REV-G.22c)
SLACK = inches(0.1)  # between bases of a line that bends
MINES = ("mineSquare", "commandMine", "smallMine")


def problems(scenario: Scenario) -> Iterator[Problem]:
    """All of them; each names the unit, column or mark by its id."""
    for unit in scenario.units:
        yield from _unit(scenario, unit)
    yield from _columns(scenario)
    yield from _armies(scenario)
    yield from _switches(scenario)


def _unit(scenario: Scenario, unit: Unit) -> Iterator[Problem]:
    kind, place = UnitType(unit.type), unit.place
    if unit.formation == Formation.DEPLOYED and kind in NEVER_DEPLOY:
        yield _problem(unit.id, "never_deploys", "REV-G.18", name=unit.name)
    if kind in ON_RAILS and unit.formation != Formation.MARCH:
        yield _problem(unit.id, "train_marches", "REV-4.41", name=unit.name)
    if kind in ON_RAILS and (place.pose or place.bases or place.zone or place.aboard):
        yield _problem(unit.id, "train_off_track", "REV-G.30h", name=unit.name)
    if place.road and kind not in ON_RAILS:
        yield _problem(unit.id, "only_trains", "REV-G.30h", name=unit.name)
    if place.road and kind in ON_RAILS and not _rails(scenario, place.road):
        yield _problem(unit.id, "no_rails", "REV-G.30h", name=unit.name, road=place.road)
    if place.bases and unit.id in scenario.footprints:
        yield from _bent(unit, scenario.footprints[unit.id])
    if place.aboard:
        yield from _passenger(scenario, unit)


def _rails(scenario: Scenario, road: str) -> bool:
    return any(way.id == road and ways()[way.kind].rails for way in scenario.terrain.roads)


def _bent(unit: Unit, stands: Footprint) -> Iterator[Problem]:
    """Only deployed lines and columns on the march bend, and neither has gaps (REV-4.20b, REV-4.30b, REV-4.33)."""
    if unit.formation == Formation.MANEUVER:
        yield _problem(unit.id, "bends_not", "REV-4.10b", name=unit.name)
        return
    reach = stands.depth if unit.formation == Formation.MARCH else stands.width
    if unit.formation == Formation.MARCH and UnitType(unit.type) is UnitType.ARTILLERY:
        reach *= 2  # room for the limbers (REV-4.30c)
    far = max((apart(b, a) for a, b in pairwise(stands.bases)), default=0.0)
    if far > reach + SLACK:
        yield _problem(unit.id, "gap", "REV-4.33", name=unit.name)


def _passenger(scenario: Scenario, unit: Unit) -> Iterator[Problem]:
    carrier = scenario.unit_by_id.get(unit.place.aboard)
    if carrier is None:
        return
    kind = UnitType(carrier.type)
    if kind not in CARRIERS:
        armored = kind in ARMORED
        yield _problem(unit.id, "carries_nobody", "REV-10.57b" if armored else "REV-10.02", name=carrier.name)
        return
    riders = [one for one in scenario.units if one.place.aboard == carrier.id]
    if riders[0] is unit and _load(kind, riders) > _room(kind, carrier):
        room = _room(kind, carrier)
        yield _problem(carrier.id, "too_full", "REV-10.02b", name=carrier.name, room=room, load=_load(kind, riders))
    if unit.fields.get("emplaced") and not (kind is UnitType.TRAIN and UnitType(unit.type) in GUNS):
        yield _problem(unit.id, "emplaced_on_trains", "REV-10.23b", name=unit.name)


def _load(kind: UnitType, riders: list[Unit]) -> int:
    """Trains carry units, all others bases (REV-10.02b, REV-10.02c)."""
    return len(riders) if kind is UnitType.TRAIN else sum(one.bases for one in riders)


def _room(kind: UnitType, carrier: Unit) -> int:
    each: int = carrier.fields.get("capacity", USUAL_ROOM.get(kind, 0))
    return each * carrier.bases


def _columns(scenario: Scenario) -> Iterator[Problem]:
    """A column has a Leader, unless it is a support column (REV-2.40b, REV-G.22c)."""
    for column in scenario.columns:
        members = [scenario.unit_by_id[unit] for unit in column.units]
        support = all(UnitType(one.type) in SUPPORT or one.fields.get("aa") for one in members)
        if not column.leader and not support:
            yield _problem(column.id, "no_leader", "REV-2.40b", name=column.name)


def _armies(scenario: Scenario) -> Iterator[Problem]:
    """An army without combat units would be beaten before the first turn: its break point is nought (REV-11.02, REV-11.06)."""
    if not scenario.victory.morale:
        return
    for number, side in enumerate(scenario.sides):
        own = [UnitType(unit.type) for unit in scenario.units if unit.side == side.label]
        if own and not any(map(counts_for_break_point, own)):
            yield _problem(f"side.{number}", "no_combat_units", "REV-11.02b", name=side.name)


def _switches(scenario: Scenario) -> Iterator[Problem]:
    """What stands on the table needs its option switched on (chapter 10)."""
    needed = {
        "wire": next((_whole(line.id) for line in scenario.terrain.lines if features()[line.kind].segment), None),
        "mines": next((mark.id for mark in scenario.marks if mark.kind in MINES), None),
        "aircraft": next((unit.id for unit in scenario.units if UnitType(unit.type) is UnitType.AIRCRAFT), None),
        "hidden": next(iter(_hidden(scenario)), None),
    }
    rules = {"wire": "REV-10.85", "mines": "REV-10.88", "aircraft": "REV-10.70", "hidden": "REV-G.37"}
    for option, who in needed.items():
        if who is not None and not scenario.options.get(option):
            yield _problem(who, "switch_on", rules[option], option=option)


def _whole(segment: str) -> str:
    """The line of which this is a segment."""
    return segment.rpartition("-")[0]


def _hidden(scenario: Scenario) -> list[str]:
    return [unit.id for unit in scenario.units if unit.hidden] + [mark.id for mark in scenario.marks if mark.hidden]
