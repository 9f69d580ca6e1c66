"""Mesoamerica's side of scenario files: its words, and what it finds wrong (chapter 3, PRE-G.06, PRE-G.46)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from math import floor

from sandtable.battle.scenario.scenario import Scenario, Unit
from sandtable.geometry.measure import INCH, Length
from sandtable.kernel.messages import Message, Vocabulary
from sandtable.kernel.problem import Problem
from sandtable.kernel.tables import Tables
from sandtable.miniatures.field import Piece
from sandtable.miniatures.pages import page
from sandtable.miniatures.problems import scenario_problem as _wrong
from sandtable.miniatures.scenarios import KitScenarios, piece_of
from sandtable.rulesets.mesoamerica.ruleset import RULESET
from sandtable.rulesets.mesoamerica.table.ground import HIDING, centre, ground_at
from sandtable.rulesets.mesoamerica.table.look import MOMENTS, SO
from sandtable.rulesets.mesoamerica.table.nearness import NEAR, is_within
from sandtable.rulesets.mesoamerica.table.opening import KINDS
from sandtable.rulesets.mesoamerica.table.rules import KIT
from sandtable.rulesets.mesoamerica.table.setting import made_by_chance
from sandtable.rulesets.mesoamerica.table.state import MesoamericaField, measure
from sandtable.rulesets.mesoamerica.vocabulary import HAND_WEAPONS, Side, UnitType, Weapon

MOST_UNITS = 30  # of a side: as many as lists of both sides together have lines for
PERCENT = 100
WHEN = (*dict.fromkeys((*MOMENTS.values(), "sacrifice", "orders", "name", "fight")),)


class Types(Vocabulary):
    """Types of units in files: weapons of combat units, and what others are."""

    WAR_CLUB = "war_club"
    CLUB = "club"
    SWORD = "sword"
    LANCE = "lance"
    BOW = "bow"
    SLING = "sling"
    ATL_ATL = "atl_atl"
    LEADER = "leader"
    PRIEST = "priest"
    SPANISH = "spanish"

    @property
    def message(self) -> Message:
        """As the rulebook calls it."""
        return KINDS[self.value].message if self.value in KINDS else Weapon(self.value).message


def problems(scenario: Scenario) -> Iterable[Problem]:
    """What the rules find wrong with a scenario whose values are all right. Which weapons an army has is the scenario's own affair; shares bind those who choose."""
    tables = RULESET.tables(scenario.options)
    yield from _without_meaning(scenario)
    for unit in scenario.units:
        if "," in unit.name:
            yield _wrong(unit.id, "comma", "PRE-G.25", name=unit.name)
        if unit.type == UnitType.SPANISH and not tables.option("spanish"):
            yield _wrong(unit.id, "spanish", "PRE-G.46", name=unit.name)
    for side in Side:
        own = [unit for unit in scenario.units if unit.side == side]
        if own:
            yield from _army(own, side, tables)
    yield from _hidden(scenario, tables)


def _without_meaning(scenario: Scenario) -> Iterator[Problem]:
    """What a file may say and these rules have no use for: it would be read and never come about."""
    told = (
        *((each.id, "objective", "PRE-G.45") for each in scenario.objectives),
        *((each.id, "arrival", "PRE-G.11") for each in scenario.arrivals),
        *((each.id, "zone", "PRE-G.11") for each in scenario.zones),
    )
    yield from (_wrong(where, f"without_meaning.{kind}", rule) for where, kind, rule in told)
    for leader in scenario.leaders:
        yield _wrong(leader.id, "without_meaning.leader", "PRE-3.11", name=leader.name)
    if scenario.victory.turns:
        yield _wrong("victory", "without_meaning.turns", "PRE-G.45")


def _army(own: Sequence[Unit], side: Side, tables: Tables) -> Iterator[Problem]:
    """One leader, priests, divisions of ten, a quarter in armour, few lances (PRE-3.11, PRE-3.21, PRE-3.23, PRE-G.06)."""
    last = own[-1].id
    if len(own) > MOST_UNITS:
        yield _wrong(own[MOST_UNITS].id, "too_many_units", "PRE-G.02", side=side.value, value=len(own), most=MOST_UNITS)
    leaders = [unit.id for unit in own if unit.type == UnitType.LEADER]
    if len(leaders) != 1:
        yield _wrong(leaders[1] if leaders else last, "leaders", "PRE-3.11", side=side.value, value=len(leaders))
    if not any(unit.type == UnitType.PRIEST for unit in own):
        yield _wrong(last, "no_priest", "PRE-3.11", side=side.value)
    size = tables.number("army.division.units")
    for number, value in Counter(unit.fields.get("division", 0) for unit in own).items():
        if number and value > size:
            first = next(unit.id for unit in own if unit.fields.get("division") == number)
            yield _wrong(first, "division", "PRE-3.23", number=number, side=side.value, value=value, most=size)
    armoured = [unit.id for unit in own if unit.fields.get("armoured")]
    most = floor(len(own) * tables.exact("army.share.armour.part"))
    if len(armoured) > most:
        yield _wrong(armoured[most], "armour", "PRE-3.21", value=len(armoured), side=side.value, most=most)
    lances = [unit.id for unit in own if unit.type == Weapon.LANCE]
    hand = sum(unit.type in HAND_WEAPONS for unit in own)
    few = hand * int(tables.option("lance_percent")) // PERCENT
    if len(lances) > few:
        yield _wrong(lances[few], "lances", "PRE-G.06", value=len(lances), side=side.value, most=few)


def _hidden(scenario: Scenario, tables: Tables) -> Iterator[Problem]:
    """Up to five elite units of the side that knew the field, in ground that hides, away from every enemy (PRE-3.27, PRE-3.27b, PRE-3.28b, PRE-G.10)."""
    hidden = [unit for unit in scenario.units if unit.hidden]
    pieces = {
        unit.id: piece_of(KIT, unit, scenario.terrain, tables)
        for unit in scenario.units
        if unit.place.pose or unit.place.bases
    }
    most = tables.number("army.hidden.most")
    for side in Side:
        own = [unit for unit in hidden if unit.side == side]
        if len(own) > most:
            yield _wrong(own[most].id, "too_many_hidden", "PRE-3.27", side=side.value, value=len(own), most=most)
    for unit in hidden:
        if tables.option("access") != unit.side:
            yield _wrong(unit.id, "access", "PRE-3.27", name=unit.name)
        if unit.type in (UnitType.LEADER, UnitType.SPANISH):
            yield _wrong(unit.id, "cannot_hide", "PRE-G.10", name=unit.name)
        elif not unit.fields.get("elite") and unit.type != UnitType.PRIEST:
            yield _wrong(unit.id, "not_elite", "PRE-3.27", name=unit.name)
        if unit.id in pieces:
            yield from _hiding_place(scenario, unit, pieces, measure(tables, NEAR))


def _hiding_place(scenario: Scenario, unit: Unit, pieces: dict[str, Piece], near: Length) -> Iterator[Problem]:
    piece = pieces[unit.id]
    if ground_at(scenario.terrain, centre(piece)) not in HIDING:
        yield _wrong(unit.id, "no_hiding", "PRE-3.27b", name=unit.name)
    foes = (each for each in scenario.units if each.side != unit.side and each.id in pieces)
    found = next((foe for foe in foes if is_within(piece, pieces[foe.id], near)), None)
    if found is not None:
        inches = Fraction(near, INCH)
        yield _wrong(unit.id, "found_at_once", "PRE-3.28b", name=unit.name, enemy=found.name, inches=inches)


SCENARIO_RULES: KitScenarios[MesoamericaField] = KitScenarios(
    KIT,
    page(__package__, "scenario"),
    {"type": Types, "side": Side},
    problems,
    made_by_chance,
    WHEN,
    tuple(SO),
)
