"""The side of 1848! in scenario files: its words, what it finds wrong, and valleys from a seed (R48-11.01 to R48-11.24)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from sandtable.battle.scenario.scenario import Scenario, Unit
from sandtable.geometry.cover import contains
from sandtable.geometry.measure import Point
from sandtable.geometry.terrain import Terrain
from sandtable.kernel.problem import Problem
from sandtable.miniatures.pages import page
from sandtable.miniatures.problems import scenario_problem as _wrong
from sandtable.miniatures.scenarios import KitScenarios
from sandtable.rulesets.uprising1848.table.desk.look import SO
from sandtable.rulesets.uprising1848.table.ground import FRIENDLY, STRUCTURES
from sandtable.rulesets.uprising1848.table.opening import ARMS, arms_in, friendly_in, party_of
from sandtable.rulesets.uprising1848.table.rules import KIT
from sandtable.rulesets.uprising1848.table.state import PLAYER, UprisingField
from sandtable.rulesets.uprising1848.table.valley import valley
from sandtable.rulesets.uprising1848.vocabulary import Kind, Side

MOMENTS = ("press", "act", "go")  # what a hint may wait for
ESTATE = "estate"


def problems(scenario: Scenario) -> Iterable[Problem]:
    """What the rules find wrong with a scenario whose values are all right."""
    yield from _friendly(scenario)
    yield from _coming(scenario)
    for leader in scenario.leaders:
        yield _wrong(leader.id, "leader_is_a_figure", "R48-3.04", name=leader.name)
    for unit in scenario.units:
        yield from _unit(scenario, unit)
    yield from _goals(scenario)


def _friendly(scenario: Scenario) -> Iterator[Problem]:
    """Every scenario has friendly lines at an edge (R48-11.04)."""
    outline = friendly_in(scenario)
    if not outline:
        yield _wrong("area", "no_friendly", "R48-11.04")
    elif not _at_an_edge(scenario.terrain, outline):
        place = next((area.id for area in scenario.terrain.areas if area.kind == FRIENDLY), "zone")
        yield _wrong(place, "friendly_inland", "R48-11.04")


def _at_an_edge(terrain: Terrain, outline: tuple[Point, ...]) -> bool:
    xs, ys = [each.x for each in outline], [each.y for each in outline]
    return min(xs) <= 0 or min(ys) <= 0 or max(xs) >= terrain.width or max(ys) >= terrain.height


def _coming(scenario: Scenario) -> Iterator[Problem]:
    """Who waits behind friendly lines comes when his player wishes, from the first turn on (R48-11.05, R48-G.57)."""
    known = scenario.unit_by_id
    for arrival in scenario.arrivals:
        if arrival.turn != 1:
            yield _wrong(arrival.id, "comes_later", "R48-G.57", turn=arrival.turn)
        for name in arrival.units:
            if name in known and known[name].side != PLAYER:
                yield _wrong(arrival.id, "government_waits", "R48-11.30", name=known[name].name)
    for unit in scenario.units:
        if unit.place.zone:
            yield _wrong(unit.id, "no_zone", "R48-G.57", name=unit.name)


def _unit(scenario: Scenario, unit: Unit) -> Iterator[Problem]:
    revolts = unit.type == Kind.REVOLUTIONARIES
    if revolts != (unit.side == PLAYER):
        yield _wrong(unit.id, "players_revolt" if revolts else "other_side", "R48-4.02", name=unit.name)
    if unit.hidden and unit.side == PLAYER:
        yield _wrong(unit.id, "hidden_players", "R48-11.11", name=unit.name)
    yield from _arms(unit)
    party = party_of(unit)
    ranks = party.leader + party.officers + (1 + party.further_ncos if party.nco else 0)
    if ranks > unit.bases:
        yield _wrong(unit.id, "too_many_ranks", "R48-G.07", name=unit.name, value=ranks, figures=unit.bases)
    elif unit.fields.get("marksmen", 0) > unit.bases - ranks:
        about = {"name": unit.name, "value": unit.fields["marksmen"], "figures": unit.bases - ranks}
        yield _wrong(unit.id, "too_many_marksmen", "R48-3.48b", **about)
    guarded = unit.fields.get("guards", "")
    there = [each.name for each in scenario.units] + [mark.name or mark.id for mark in scenario.marks]
    if guarded and guarded not in there:
        yield replace(_wrong(unit.id, "guards_nothing", "R48-A.12", name=unit.name, what=guarded), choices=tuple(there))


def _arms(unit: Unit) -> Iterator[Problem]:
    """Arms are named with a number each, and nobody carries two (R48-G.42)."""
    total = 0
    for name, count in arms_in(unit.fields.get("arms", "")):
        if name not in ARMS or count is None:
            yield replace(_wrong(unit.id, "unknown_arm", "R48-G.42", name=unit.name, arm=name), choices=ARMS)
        else:
            total += count
    if total > unit.bases:
        yield _wrong(unit.id, "too_many_arms", "R48-G.42", name=unit.name, value=total, figures=unit.bases)


def _goals(scenario: Scenario) -> Iterator[Problem]:
    """A hero leads, there is one of him, and a lord has an estate that is a structure (R48-11.14, R48-11.22)."""
    for field in ("hero", "lord"):
        named = [unit for unit in scenario.units if unit.fields.get(field)]
        for extra in named[1:]:
            yield _wrong(extra.id, f"two_{field}s", "R48-11.14", name=extra.name, first=named[0].name)
        for unit in named:
            if field == "hero" and not unit.fields.get("leader"):
                yield _wrong(unit.id, "hero_leads", "R48-11.22", name=unit.name)
            if field == "lord" and not any(mark.kind == ESTATE for mark in scenario.marks):
                yield _wrong(unit.id, "no_estate", "R48-11.14", name=unit.name)
    for mark in scenario.marks:
        inside = any(area.kind in STRUCTURES and contains(area.outline, mark.at) for area in scenario.terrain.areas)
        if mark.kind == ESTATE and not inside:
            yield _wrong(mark.id, "estate_outside", "R48-11.14", name=mark.name or mark.id)


PAGE = page(__package__, "scenario")
SCENARIO_RULES: KitScenarios[UprisingField] = KitScenarios(
    KIT, PAGE, {"type": Kind, "side": Side}, problems, lambda seed: valley(seed, PAGE["chance"]), MOMENTS, tuple(SO)
)
