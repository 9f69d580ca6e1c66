"""Revolucion!'s side of scenario files: its words, how its units stand at the start, and what it finds wrong."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cached_property
from importlib.resources import files

from sandtable.battle.scenario.rules import FieldKind, MarkKind, UnitKind
from sandtable.battle.scenario.scenario import Scenario, Unit
from sandtable.geometry.footprint import Footprint, standing
from sandtable.geometry.measure import Length
from sandtable.geometry.terrain import Terrain
from sandtable.geometry.trail import length, stand_along
from sandtable.kernel.messages import Catalogue, Vocabulary
from sandtable.kernel.problem import Problem
from sandtable.kernel.ruleset import Ruleset
from sandtable.kernel.tables import Tables
from sandtable.miniatures.pages import field_kinds, mark_kinds
from sandtable.rulesets.revolucion.ruleset import RULESET
from sandtable.rulesets.revolucion.table import hints
from sandtable.rulesets.revolucion.table.ground.kinds import (
    Base,
    Feature,
    Ground,
    Way,
    bases,
    features,
    grounds,
    leader_radius,
    page,
    ways,
)
from sandtable.rulesets.revolucion.table.ground.shapes import formed
from sandtable.rulesets.revolucion.table.scenarios.by_chance.scenario import random_scenario
from sandtable.rulesets.revolucion.table.scenarios.checks import problems
from sandtable.rulesets.revolucion.vocabulary import ON_RAILS, ArmyQuality, Formation, Side, Status, UnitType


class RevolucionScenarios:
    """What scenario files may say in Revolucion!."""

    ruleset: Ruleset = RULESET
    formations = tuple(formation.value for formation in Formation)
    qualities = tuple(quality.value for quality in ArmyQuality)
    grounds: Mapping[str, Ground] = grounds()
    features: Mapping[str, Feature] = features()
    ways: Mapping[str, Way] = ways()
    decisions = hints.DECISIONS
    hint_facts = tuple(hints.FACTS)
    leader_radius: Length = leader_radius()
    unit_fields: Mapping[str, FieldKind] = field_kinds(page("units")["field"])
    mark_fields: Mapping[str, FieldKind] = {}
    mark_kinds: Mapping[str, MarkKind] = mark_kinds(page("units")["mark"])
    arrival_fields: Mapping[str, FieldKind] = field_kinds(page("units")["arrival_field"])
    yards_per_inch: int = page("units")["scale"]["yards_per_inch"]

    @cached_property
    def texts(self) -> Catalogue:
        return Catalogue.parse(files(__package__).joinpath("messages", "scenario_en.toml").read_text(encoding="utf-8"))

    @cached_property
    def statuses(self) -> tuple[str, ...]:
        return tuple(RULESET.catalogue.say(status.message) for status in Status if status is not Status.OK)

    @cached_property
    def unit_kinds(self) -> Mapping[str, UnitKind]:
        return {
            name: UnitKind(row["arm"], row["grade"], row["bases"][0], row["bases"][1])
            for name, row in page("units")["unit"].items()
        }

    def words(self, what: str, value: str) -> str:
        terms: dict[str, type[Vocabulary]] = {
            "type": UnitType,
            "formation": Formation,
            "quality": ArmyQuality,
            "side": Side,
        }
        return RULESET.catalogue.say(terms[what](value).message)

    def usual_formation(self, type_: str) -> str:
        return (Formation.MARCH if UnitType(type_) in ON_RAILS else Formation.MANEUVER).value

    def footprint(self, unit: Unit, terrain: Terrain, tables: Tables) -> Footprint | None:
        """Where a unit stands at the start (REV-4.20b bent lines, REV-G.30h trains along their track)."""
        kind, place = UnitType(unit.type), unit.place
        base = bases()[kind]
        if place.bases:
            front = 1 if unit.formation == Formation.MARCH else len(place.bases)
            return standing(place.bases, front, base.width, base.depth)
        if place.road:
            return _on_track(unit, base, terrain)
        if place.pose is None or kind is UnitType.AIRCRAFT:
            return None
        return formed(kind, Formation(unit.formation), unit.bases, place.pose, tables)

    def problems(self, scenario: Scenario) -> Iterable[Problem]:
        return problems(scenario)

    def made_by_chance(self, seed: int) -> str:
        return random_scenario(seed)


def _on_track(unit: Unit, base: Base, terrain: Terrain) -> Footprint:
    """Cars one behind the other on their track, the locomotive first."""
    points = next(road.points for road in terrain.roads if road.id == unit.place.road)
    front = unit.place.along
    if unit.place.backwards:  # the same track from its other end
        points, front = points[::-1], length(points) - front
    return stand_along(points, front, unit.bases, base.width, base.depth)


SCENARIO_RULES = RevolucionScenarios()
