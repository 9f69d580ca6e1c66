"""What can be wrong with a scenario whose values are all right: things off the table, on top of each other, or referring to nothing."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Any

from shapely.geometry import MultiPoint, MultiPolygon, Polygon, box
from shapely.geometry import Point as Dot
from shapely.geometry.base import BaseGeometry
from shapely.ops import unary_union

from sandtable.battle.scenario.curve import solid
from sandtable.battle.scenario.rules import ScenarioRules
from sandtable.battle.scenario.scenario import OVER, WAITING, Leader, Place, Scenario, Unit
from sandtable.battle.scenario.settings import NAMES, value_now
from sandtable.battle.scenario.values import Findings, inches_text
from sandtable.geometry.footprint import Footprint
from sandtable.geometry.measure import Length, Point, Pose, inches
from sandtable.kernel.tables import Tables

HAIR = inches(0.05)  # nobody sees less on a table
PACKING = 0.6  # more of a zone cannot be filled with bases that face where they should


def check(
    scenario: Scenario, rules: ScenarioRules, tables: Tables, findings: Findings, paths: Mapping[str, str]
) -> None:
    """Add everything that is wrong to the findings, what the ruleset itself finds last."""
    checks = _Checks(scenario, rules, tables, findings, paths)
    checks.ground()
    checks.sides()
    checks.references()
    checks.standing()
    checks.zones()
    checks.arrivals()
    checks.objectives()
    checks.hints()
    checks.handicaps()
    for problem in rules.problems(scenario):
        place = findings.place(paths.get(problem.field, problem.field))
        findings.problems.append(replace(problem, field=place))


@dataclass
class _Checks:
    scenario: Scenario
    rules: ScenarioRules
    tables: Tables
    findings: Findings
    paths: Mapping[str, str]

    def _add(self, who: str, message_id: str, choices: Sequence[str] = (), key: str = "", **said: Any) -> None:
        path = self.paths.get(who, who)
        self.findings.add(f"{path}.{key}" if key else path, message_id, choices, **said)

    @property
    def _table(self) -> Polygon:
        return box(0, 0, self.scenario.terrain.width, self.scenario.terrain.height)

    # ---- the ground ---------------------------------------------------------------------------------------------------

    def ground(self) -> None:
        terrain = self.scenario.terrain
        for area in terrain.areas:
            self._on_table(area.id, area.outline)
        for hill in terrain.hills:
            self._on_table(hill.id, hill.outline)
            if hill.level > 1 and not self._on_lower_hill(hill.level, solid(hill.outline)):
                self._add(hill.id, "scenario.hill_alone", id=hill.id, level=hill.level, lower=hill.level - 1)

    def _on_table(self, who: str, outline: Sequence[Point]) -> None:
        shape = Polygon(outline)
        if not shape.is_valid:
            self._add(who, "scenario.crosses_itself", id=who)
        elif not shape.intersects(self._table):
            self._add(who, "scenario.ground_off_table", id=who, **self._size)

    def _on_lower_hill(self, level: int, shape: BaseGeometry) -> bool:
        lower = [solid(hill.outline).buffer(HAIR) for hill in self.scenario.terrain.hills if hill.level == level - 1]
        return any(one.contains(shape.intersection(self._table)) for one in lower)

    @property
    def _size(self) -> dict[str, str]:
        terrain = self.scenario.terrain
        return {"width": inches_text(terrain.width), "height": inches_text(terrain.height)}

    # ---- who is there -------------------------------------------------------------------------------------------------

    def sides(self) -> None:
        told = [side.label for side in self.scenario.sides]
        wanted = [side.id for side in self.rules.ruleset.sides]
        if sorted(told) != sorted(wanted):
            self._add("side", "scenario.sides", wanted)
        for label in wanted:
            if not any(unit.side == label for unit in self.scenario.units):
                self._add("column", "scenario.no_army", side=label)
            chiefs = [leader for leader in self.scenario.leaders if leader.side == label and leader.chief]
            for extra in chiefs[1:]:
                self._add(extra.id, "scenario.two_chiefs", name=extra.name, first=chiefs[0].name)

    def references(self) -> None:
        everybody: list[Unit | Leader] = [*self.scenario.units, *self.scenario.leaders]
        for who in everybody:
            self._refers(
                who, "zone", who.place.zone, [zone.id for zone in self.scenario.zones if zone.side == who.side]
            )
            riding = [unit.id for unit in self.scenario.units if unit.side == who.side and unit.id != who.id]
            self._refers(who, "aboard", who.place.aboard, riding)
            if who.place == Place():
                self._add(who.id, "scenario.no_place", name=who.name)

    def _refers(self, who: Unit | Leader, key: str, named: str, there: Sequence[str]) -> None:
        if named and named not in there:
            self._add(who.id, "scenario.no_such", there, key=key, what=key if key == "zone" else "unit", id=named)

    # ---- where they stand ---------------------------------------------------------------------------------------------

    def standing(self) -> None:
        stands = self.scenario.footprints
        barred = self._barred()
        for who, footprint in stands.items():
            left, bottom, right, top = footprint.box
            terrain = self.scenario.terrain
            if left < -HAIR or bottom < -HAIR or right > terrain.width + HAIR or top > terrain.height + HAIR:
                self._add(who, "scenario.off_table", name=self._name(who), **self._size)
            for area, shape in barred:
                if shape.intersection(_covered(footprint)).area > HAIR * HAIR:
                    self._add(who, "scenario.impassable", name=self._name(who), id=area)
                    break
        covered = {who: _covered(footprint) for who, footprint in stands.items()}
        for (one, here), (other, there) in combinations(covered.items(), 2):
            if here.intersects(there) and here.intersection(there).area > HAIR * HAIR:
                self._add(other, "scenario.overlap", name=self._name(other), other=self._name(one))

    def _barred(self) -> list[tuple[str, BaseGeometry]]:
        """Impassable ground, without what lies on top of it: a ford, a bridge."""
        areas = self.scenario.terrain.areas
        found: list[tuple[str, BaseGeometry]] = []
        for number, area in enumerate(areas):
            if not self.rules.grounds[area.kind].enterable:
                above = unary_union([solid(later.outline) for later in areas[number + 1 :]])
                found.append((area.id, solid(area.outline).buffer(-HAIR).difference(above)))
        return found

    def _name(self, who: str) -> str:
        found = self.scenario.unit_by_id.get(who) or self.scenario.leader_by_id[who]
        return found.name

    # ---- zones and arrivals -------------------------------------------------------------------------------------------

    def zones(self) -> None:
        barred = unary_union([shape for _, shape in self._barred()])
        shapes = {zone.id: Polygon(zone.outline) for zone in self.scenario.zones}
        for zone in self.scenario.zones:
            shape = shapes[zone.id]
            if not shape.is_valid:
                self._add(zone.id, "scenario.crosses_itself", id=zone.id)
            elif not self._table.buffer(HAIR).contains(shape):
                self._add(zone.id, "scenario.zone_off_table", id=zone.id, **self._size)
            else:
                self._roomy(zone.id, shape.difference(barred))
        for one, other in combinations(self.scenario.zones, 2):
            if one.side != other.side and _share(shapes[one.id], shapes[other.id]):
                self._add(other.id, "scenario.zones_meet", one=one.id, other=other.id)

    def _roomy(self, zone: str, shape: BaseGeometry) -> None:
        units = [unit for unit in self.scenario.units if unit.place.zone == zone]
        needed = sum(self._ground_of(unit) for unit in units)
        if needed > shape.area * PACKING:
            wanted = inches_text(round(needed / PACKING / 1000))
            self._add(zone, "scenario.zone_small", id=zone, has=inches_text(round(shape.area / 1000)), needed=wanted)

    def _ground_of(self, unit: Unit) -> float:
        """How much ground a unit covers, wherever it will stand."""
        placed = replace(unit, place=Place(pose=Pose(0, 0)))
        footprint = self.rules.footprint(placed, self.scenario.terrain, self.tables)
        return _covered(footprint).area if footprint else 0.0

    def arrivals(self) -> None:
        units, leaders = self.scenario.unit_by_id, self.scenario.leader_by_id
        roads = [road.id for road in self.scenario.terrain.roads]
        last = self.scenario.victory.turns
        for arrival in self.scenario.arrivals:
            if not arrival.units:
                self._add(arrival.id, "scenario.nobody_comes", id=arrival.id)
            self._there(arrival.id, "units", "unit", arrival.units, units)
            self._there(arrival.id, "leaders", "leader", arrival.leaders, leaders)
            if arrival.road and arrival.road not in roads:
                self._add(arrival.id, "scenario.no_such", roads, key="road", what="road", id=arrival.road)
            if last is not None and arrival.turn > last:
                self._add(arrival.id, "scenario.too_late", key="turn", turn=arrival.turn, last=last)
            if self._from_edge(arrival.at) > HAIR:
                self._add(arrival.id, "scenario.not_on_edge", key="at", **self._size)
            for who in (*arrival.units, *arrival.leaders):
                found = units.get(who) or leaders.get(who)
                if found and (found.place.pose or found.place.bases or found.place.road or found.place.aboard):
                    self._add(who, "scenario.here_and_coming", name=found.name)

    def _there(self, owner: str, key: str, what: str, named: Iterable[str], known: Mapping[str, object]) -> None:
        for who in named:
            if who not in known:
                self._add(owner, "scenario.no_such", tuple(known), key=key, what=what, id=who)

    def _from_edge(self, at: Point) -> Length:
        far: float = self._table.exterior.distance(Dot(at))
        return round(far)

    # ---- what it is about ---------------------------------------------------------------------------------------------

    def objectives(self) -> None:
        marks = [mark.id for mark in self.scenario.marks]
        needs = {"hold": ("at", "within"), "exit": ("edge",), "destroy": ("mark",)}
        for objective in self.scenario.objectives:
            for key in needs[objective.kind]:
                if not getattr(objective, key):
                    self._add(
                        objective.id, "scenario.objective_needs", needs=key, name=objective.name, kind=objective.kind
                    )
            if objective.mark and objective.mark not in marks:
                self._add(objective.id, "scenario.no_such", marks, key="mark", what="mark", id=objective.mark)
            if objective.at and not self._table.covers(Dot(objective.at)):
                self._add(objective.id, "scenario.point_off_table", key="at", name=objective.name, **self._size)
        for mark in self.scenario.marks:
            if not self._table.covers(Dot(mark.at)):
                self._add(mark.id, "scenario.point_off_table", key="at", name=mark.name or mark.id, **self._size)
        if self.scenario.objectives and self.scenario.victory.turns is None:
            self._add("objective.0", "scenario.no_last_turn")

    def hints(self) -> None:
        last = self.scenario.victory.turns
        for number, hint in enumerate(self.scenario.hints):
            own = tuple(unit.id for unit in self.scenario.units if unit.side == hint.side)
            if hint.unit and hint.unit not in own:
                self._add(f"hint.{number}", "scenario.no_such", own, key="unit", what="unit", id=hint.unit)
            others = tuple(unit.id for unit in self.scenario.units if unit.side != hint.side)
            if hint.enemy and hint.enemy not in others:
                self._add(f"hint.{number}", "scenario.no_such", others, key="enemy", what="unit", id=hint.enemy)
            if last is not None and hint.turn > last:
                self._add(f"hint.{number}", "scenario.hint_late", key="turn", turn=hint.turn, last=last)
            if hint.unit and hint.when in (WAITING, OVER):
                self._add(f"hint.{number}", "scenario.hint_idle", key="unit", when=hint.when)

    def handicaps(self) -> None:
        for number, step in enumerate(self.scenario.handicaps):
            if value_now(self.scenario, step.what) is None:
                self._add(f"handicap.{number}", "scenario.no_such_setting", NAMES, key="what", what=step.what)


def _covered(footprint: Footprint) -> BaseGeometry:
    if footprint.radius:
        return unary_union([MultiPoint(quad).convex_hull.buffer(footprint.radius) for quad in footprint.quads])
    return MultiPolygon([Polygon(quad) for quad in footprint.quads]).buffer(0)


def _share(one: Polygon, other: Polygon) -> bool:
    return bool(one.is_valid and other.is_valid and one.intersection(other).area > HAIR * HAIR)
