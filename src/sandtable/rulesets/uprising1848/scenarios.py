"""Scenarios that come as data, and setting one up (R48-11.01 to R48-11.24, R48-G.47)."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache
from importlib.resources import files
from typing import Any

from sandtable.kernel.actions import action
from sandtable.kernel.effects import EVERYONE, Effect, effect
from sandtable.kernel.form import Section, choice
from sandtable.kernel.messages import Message
from sandtable.kernel.tables import Tables
from sandtable.kernel.verdict import Ruling
from sandtable.rulesets.uprising1848.event_effects import PLAYERS, REFEREE
from sandtable.rulesets.uprising1848.party import Party
from sandtable.rulesets.uprising1848.roster import UnitEntered
from sandtable.rulesets.uprising1848.units import known
from sandtable.rulesets.uprising1848.vocabulary import Entry, Firearm, Kind, Melee, Quality, Scenario, Side


@dataclass(frozen=True, slots=True)
class ScenarioUnit:
    """A unit that stands ready at the start; ``secret`` ones are the referee's."""

    name: str
    party: Party
    secret: bool


@dataclass(frozen=True, slots=True)
class ScenarioData:
    """A scenario: its units, and whether its own goal alone decides it."""

    units: tuple[ScenarioUnit, ...]
    only_goal: bool


@cache
def all_scenarios() -> Mapping[Scenario, ScenarioData]:
    """Every scenario of the data file."""
    source = files("sandtable.rulesets.uprising1848").joinpath("scenarios.toml").read_text(encoding="utf-8")
    return {
        Scenario(name): ScenarioData(tuple(map(_unit, entry.get("unit", ()))), entry.get("only_goal", False))
        for name, entry in tomllib.loads(source).items()
    }


def scenario_units(scenario: Scenario, tables: Tables) -> tuple[ScenarioUnit, ...]:
    """The units of a scenario; by option the manor's garrison has rifles (R48-G.47)."""
    units = all_scenarios()[scenario].units
    if scenario is not Scenario.MANOR or not tables.option("manorRifles"):
        return units
    return tuple(
        replace(unit, party=replace(unit.party, firearm=Firearm.PERCUSSION_RIFLE))
        if unit.party.kind is Kind.GARRISON
        else unit
        for unit in units
    )


def _unit(entry: Mapping[str, Any]) -> ScenarioUnit:
    party = Party(
        kind=Kind(entry["kind"]),
        side=Side(entry["side"]),
        quality=Quality(entry["quality"]),
        figures=entry["figures"],
        firearm=Firearm(entry["firearm"]),
        melee=Melee(entry.get("melee", "lethal")),
        nco=bool(entry.get("ncos", 0)),
        further_ncos=max(0, entry.get("ncos", 0) - 1),
        arms=tuple(entry.get("arms", {}).items()),
        officers=entry.get("officers", 0),
        leader=entry.get("leader", False),
    )
    return ScenarioUnit(entry["name"], party, entry.get("secret", False))


# ---- Set-up ---------------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class SetUp:
    """A scenario is set up (R48-11.01 to R48-11.24)."""

    scenario: Scenario = choice(Scenario, section=Section.ACTION, usual=Scenario.GENERIC)


@effect(icon="flag")
class ScenarioBegins(Effect):
    """What a scenario is about."""

    scenario: Scenario
    mission: int  # points for its goal, and for a part of it
    part: int

    @property
    def message(self) -> Message:
        """The briefing."""
        return Message.of(f"briefing.{self.scenario}", mission=self.mission, part=self.part)


@action("game", "R48-11.02", measures="figures")
def set_up(situation: SetUp, tables: Tables) -> Ruling:
    """The briefing, and every unit of the scenario; the referee's are for him alone (R48-11.11)."""
    mission, part = (tables.number("points", entry) for entry in (Entry.MISSION, Entry.MARGINAL_MISSION))
    begins = ScenarioBegins(whom=PLAYERS, scenario=situation.scenario, mission=mission, part=part)
    units = scenario_units(situation.scenario, tables)
    figures = sum(unit.party.figures for unit in units)
    return Ruling.of("set_up", begins, *map(_entered, units), words={"scenario": situation.scenario}, figures=figures)


def _entered(unit: ScenarioUnit) -> UnitEntered:
    shown = REFEREE if unit.secret else EVERYONE
    return UnitEntered(whom=unit.name, unit=known(unit.name, unit.party, secret=unit.secret), known_to=shown)


def armies() -> dict[str, tuple[Mapping[str, Any], ...]]:
    """Every scenario by its name: setting it up enters its units."""
    return {scenario.value: ({"action": "set_up", "scenario": scenario.value},) for scenario in all_scenarios()}
