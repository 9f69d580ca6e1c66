"""The Mexican-American War's side of scenario files: its words, what it finds wrong, and files from a seed (MAW-G.27, MAW-G.30)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from sandtable.battle.scenario.scenario import Mark, Scenario, Unit
from sandtable.kernel.messages import Message
from sandtable.kernel.problem import Problem
from sandtable.miniatures.pages import page
from sandtable.miniatures.problems import scenario_problem as _wrong
from sandtable.miniatures.scenarios import KitScenarios, housed
from sandtable.rulesets.mexican_american_war.armies import names_like, ratings_of
from sandtable.rulesets.mexican_american_war.ruleset import RULESET
from sandtable.rulesets.mexican_american_war.table.by_chance import made_by_chance
from sandtable.rulesets.mexican_american_war.table.desk import lesson
from sandtable.rulesets.mexican_american_war.table.opening import FIRST, LEADER, enters, minutes
from sandtable.rulesets.mexican_american_war.table.rules import KIT
from sandtable.rulesets.mexican_american_war.table.state import MawField
from sandtable.rulesets.mexican_american_war.vocabulary import (
    OPEN_ORDER,
    PART_TIMERS,
    Arm,
    Experience,
    Formation,
    Light,
    Side,
)

F = Formation
BEGINNING = (F.LINE, F.SUPPORTED_LINE, *OPEN_ORDER, F.FIELD_COLUMN, F.MARCH_COLUMN, F.DELIBERATE_SQUARE, F.GARRISON)
DEFENDER = "defender"


class MawScenarios(KitScenarios[MawField]):
    """Scenario files of this war: units stand in the formations of its rules, and the attacker moves first."""

    formations = tuple(each.value for each in BEGINNING)
    qualities = (FIRST, DEFENDER)

    def words(self, what: str, value: str) -> str:
        """A word of a file as the rulebook says it."""
        if what == "quality" or (what == "type" and value == LEADER):
            return self.texts.say(Message(f"scenario.{what}.{value}"))
        return self.ruleset.catalogue.say(self.terms[what](value).message)

    def usual_formation(self, type_: str) -> str:  # noqa: ARG002 - all stand in line
        """The formation of a unit for which none is given."""
        return F.LINE.value


def problems(scenario: Scenario) -> Iterable[Problem]:
    """What the rules find wrong with a scenario whose values are all right."""
    for unit in scenario.units:
        yield from _unit(scenario, unit)
    for mark in scenario.marks:
        yield from _mark(mark)
    for leader in scenario.leaders:
        yield _wrong(leader.id, "leader_is_unit", "MAW-G.16", name=leader.name)
    first = [side.label for side in scenario.sides if side.quality == FIRST]
    if len(first) != 1:
        yield _wrong("side.0", "one_attacker", "MAW-G.27", value=len(first))
    for objective in scenario.objectives:
        if objective.kind != "hold":
            yield _wrong(objective.id, "hold_only", "MAW-G.27a", name=objective.name)
    for arrival in scenario.arrivals:
        yield _wrong(arrival.id, "no_arrivals", "MAW-G.28")


def _unit(scenario: Scenario, unit: Unit) -> Iterator[Problem]:
    """Strength, ratings, formation and place of a unit."""
    if unit.place.pose is None:
        yield _wrong(unit.id, "needs_place", "MAW-G.19", name=unit.name)
    if unit.type == LEADER:
        return
    least = RULESET.default_tables.number("troop_unit.least")
    if unit.type != Arm.GUNS and unit.bases < least:
        yield _wrong(unit.id, "too_small", "MAW-17.03", name=unit.name, least=least)
    yield from _ratings(unit)
    yield from _formation(scenario, unit)


def _ratings(unit: Unit) -> Iterator[Problem]:
    """The rating tables know what a unit is like, and part-timers are Raw (MAW-18.02, MAW-23.08)."""
    like = unit.fields.get("like")
    if like is not None and ratings_of(like) is None:
        near = names_like(like, Side(unit.side))
        wrong = _wrong(unit.id, "unknown_like", "MAW-23.08", name=like)
        yield Problem(wrong.field, wrong.message, near, wrong.rule)
        return
    part_time = unit.fields.get("unit_class") in PART_TIMERS
    if part_time and unit.fields.get("experience", Experience.RAW) != Experience.RAW:
        yield _wrong(unit.id, "part_timers", "MAW-18.02", name=unit.name)


def _formation(scenario: Scenario, unit: Unit) -> Iterator[Problem]:
    """Open order is for light troops, squares for infantry, and a garrison is inside (MAW-13.02, MAW-15.05, MAW-G.19d)."""
    like = unit.fields.get("like")
    if unit.type == Arm.GUNS or (like is not None and ratings_of(like) is None):
        return
    known: Any = enters(unit, RULESET.default_tables)
    formation = Formation(unit.formation)
    if formation in OPEN_ORDER and not known.light_troops and known.unit_class not in PART_TIMERS and known.mounted:
        yield _wrong(unit.id, "not_light", "MAW-13.02", name=unit.name)
    if formation is F.DELIBERATE_SQUARE and unit.type != Arm.INFANTRY:
        yield _wrong(unit.id, "foot_only", "MAW-15.05", name=unit.name)
    inside = housed(KIT, unit, scenario.terrain)
    if (inside is not None) != (formation is F.GARRISON):
        yield _wrong(unit.id, "garrison", "MAW-G.19d", name=unit.name)
    most = RULESET.default_tables.number("garrison.capacity")
    if inside is not None and unit.bases > most:
        yield _wrong(unit.id, "structure_full", "MAW-G.19d", name=unit.name, most=most)


def _mark(mark: Mark) -> Iterator[Problem]:
    """A light has a turn; a clock can be read; losses have a number (MAW-0.09, MAW-12.03, MAW-G.18)."""
    if mark.kind == "light" and not {"turn", "light"} <= mark.fields.keys():
        yield _wrong(mark.id, "light_needs", "MAW-12.03")
    if mark.kind == "clock" and minutes(str(mark.fields.get("begins"))) is None:
        yield _wrong(mark.id, "clock_needs", "MAW-0.09")
    if mark.kind == "losses" and not {"heavy", "withdraws"} & mark.fields.keys():
        yield _wrong(mark.id, "losses_need", "MAW-G.18")


SCENARIO_RULES: MawScenarios = MawScenarios(
    KIT,
    page(__package__, "scenario"),
    {"type": Arm, "side": Side, "formation": Formation, "light": Light},
    problems,
    made_by_chance,
    lesson.MOMENTS,
    (*lesson.SO, *lesson.WHOM),
)
