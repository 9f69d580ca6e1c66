"""Scenarios that come as data (R48-11.02, R48-11.10 to R48-11.16a, R48-11.20 to R48-11.22, R48-G.47)."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache
from importlib.resources import files
from typing import Any

from sandtable.kernel.tables import Tables
from sandtable.rulesets.uprising1848.party import Party
from sandtable.rulesets.uprising1848.vocabulary import Entry, Firearm, Kind, Melee, Quality, Scenario, Side


@dataclass(frozen=True, slots=True)
class ScenarioUnit:
    """A unit that stands ready at the start; ``secret`` ones are the referee's."""

    name: str
    party: Party
    secret: bool


@dataclass(frozen=True, slots=True)
class ScenarioData:
    """A scenario: units, its own lines of the score sheet, its length."""

    scenario: Scenario
    rule: str
    units: tuple[ScenarioUnit, ...]
    goals: tuple[Entry, ...]
    only_goal: bool
    turn_limit: int


@cache
def all_scenarios() -> Mapping[Scenario, ScenarioData]:
    """Every scenario of the data file."""
    source = files("sandtable.rulesets.uprising1848").joinpath("scenarios.toml").read_text(encoding="utf-8")
    return {Scenario(name): _scenario(Scenario(name), entry) for name, entry in tomllib.loads(source).items()}


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


def _scenario(scenario: Scenario, entry: Mapping[str, Any]) -> ScenarioData:
    return ScenarioData(
        scenario=scenario,
        rule=entry["rule"],
        units=tuple(_unit(unit) for unit in entry.get("unit", ())),
        goals=tuple(Entry(goal) for goal in entry["goals"]),
        only_goal=entry.get("only_goal", False),
        turn_limit=entry["turn_limit"],
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
