"""Raising an army: numbers from Military Prowess, strength by die, weapons and armour (chapter 3)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import lru_cache
from math import floor
from typing import ClassVar

from sandtable.kernel.actions import action
from sandtable.kernel.dice import D6
from sandtable.kernel.effects import Effect, LaterEffects, OnBooks, OnUnit, effect
from sandtable.kernel.form import Section, cell, choice, group, number, text, when, yes_no
from sandtable.kernel.messages import Message
from sandtable.kernel.problem import Problem
from sandtable.kernel.requests import Answer, Band, Count, Label, Reading, Roll
from sandtable.kernel.tables import Tables
from sandtable.kernel.verdict import Measures, Outcome, Rule, Ruling, Verdict, measuring
from sandtable.rulesets.mesoamerica import fields
from sandtable.rulesets.mesoamerica.effects import UnitEntered
from sandtable.rulesets.mesoamerica.ledger import KnownUnit, MesoamericaLedger, Plan
from sandtable.rulesets.mesoamerica.men import PERCENT, rounded
from sandtable.rulesets.mesoamerica.vocabulary import (
    ARMS,
    HAND_WEAPONS,
    MISSILES,
    WEAPON_ICONS,
    Side,
    UnitType,
    Weapon,
)

MOST_BASE_MEN = 1000
HIGHEST_PROWESS = cell("army.prowess.highest")
DIVISION = cell("army.division.units")


@dataclass(frozen=True, slots=True, kw_only=True)
class Army:
    """An army before the battle. Military Prowess left open is thrown for (PRE-3.03b)."""

    side: Side = fields.side()
    military_prowess: int | None = number(section=Section.ACTOR, lowest=1, highest=HIGHEST_PROWESS, optional=True)
    base_men: int | None = number(
        section=Section.CIRCUMSTANCE, lowest=60, highest=MOST_BASE_MEN, step=20, unit="men", optional=True
    )
    priest_units: int = number(section=Section.CIRCUMSTANCE, lowest=1, highest=5, usual=1)

    def problems(self, tables: Tables) -> Iterator[Problem]:
        """Leader and priests are among the units, and some are left to fight, whatever is thrown (PRE-G.03)."""
        if not tables.option("command_included"):
            return
        highest = tables.number("army.prowess.highest")
        possible = [self.military_prowess] if self.military_prowess else range(1, highest + 1)
        fewest = min(units_for(men_of(self, prowess, tables), tables) for prowess in possible)
        if 1 + self.priest_units >= fewest:
            about = Message.of("problem.nobody_to_fight", units=fewest, priests=self.priest_units)
            yield Problem("priest_units" if self.priest_units > 1 else "base_men", about, (), "PRE-G.03")

    def subject(self) -> Message:
        """Which side."""
        return Message.of("subject.army", side=self.side)


@dataclass(frozen=True, slots=True, kw_only=True)
class RaiseDivision:
    """A die for each unit of a division (PRE-3.07, PRE-3.23)."""

    side: Side = fields.side()
    military_prowess: int = number(section=Section.ACTOR, lowest=1, highest=HIGHEST_PROWESS)
    division: int = number(section=Section.ACTOR, lowest=1, highest=9, usual=1)
    units_to_raise: int = number(section=Section.ACTOR, lowest=1, highest=DIVISION, usual=DIVISION, unit="units")

    def subject(self) -> Message:
        """Which side."""
        return Message.of("subject.raise_division", side=self.side)


@dataclass(frozen=True, slots=True, kw_only=True)
class ArmedUnit:
    """A unit and the weapon it is given; leaders and priests have theirs (PRE-3.16, PRE-3.18b)."""

    name: str = text()
    type: UnitType = choice(UnitType, usual=UnitType.COMBAT)
    weapon: Weapon = choice(
        Weapon, widget="arms", families=ARMS, icons=WEAPON_ICONS, needed=when("type", UnitType.COMBAT)
    )
    armoured: bool = yes_no(usual=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Arm:
    """A whole army gets its weapons: the shares of PRE-3.13 to PRE-3.15 and PRE-3.21 must hold."""

    side: Side = fields.side()
    units_to_arm: tuple[ArmedUnit, ...] = group(ArmedUnit, highest=fields.MOST_UNITS, section=Section.ALL)

    def problems(self, tables: Tables) -> Iterator[Problem]:
        """Every share that fails, at a unit where it could be put right."""
        yield from _command_problems(self.units_to_arm, tables)
        yield from _weapon_problems(self.units_to_arm, tables)
        armoured = [place for place, unit in enumerate(self.units_to_arm, start=1) if unit.armoured]
        most = floor(len(self.units_to_arm) * tables.exact("army.share.armour.part"))
        if len(armoured) > most:
            about = Message.of("problem.too_much_armour", armoured=len(armoured), most=most)
            yield Problem(f"units_to_arm.{armoured[-1]}.armoured", about, (), "PRE-3.21")

    def subject(self) -> Message:
        """Which side."""
        return Message.of("subject.arm", side=self.side)


@dataclass(frozen=True, slots=True, kw_only=True)
class ArmyVerdict(Verdict):
    """An army's numbers."""

    prowess: int
    units: int
    men: int
    measures: ClassVar[Measures] = measuring("units", "men")

    def outcome(self) -> Outcome:
        """By Military Prowess."""
        label = Message.of("outcome.army", prowess=self.prowess, units=self.units, men=self.men)
        return Outcome(f"mp_{self.prowess}", label, 0, self.prowess, "army.prowess")


@dataclass(frozen=True, slots=True, kw_only=True)
class DivisionVerdict(Verdict):
    """The strengths of a division: how many units of each, elite ones apart."""

    counts: tuple[int, ...]  # units of each grade, the best first
    strength: int
    elite: int
    effects: Sequence[Effect] = field(default=(), compare=False)  # follow from the rest
    measures: ClassVar[Measures] = measuring("strength", elite_units="elite")

    def outcome(self) -> Outcome:
        """By the number of elite units."""
        label = Message.of("outcome.division", elite=self.elite)
        return Outcome(f"elite_{self.elite}", label, 0, self.elite, "division.strength")

    def headline(self) -> Message:
        """Strength and elite units."""
        return Message.of("headline.division", strength=self.strength, elite=self.elite)


@effect()
class ArmyPlanned(OnBooks):
    """So many men, units and divisions (PRE-3.05, PRE-G.02)."""

    prowess: int
    men: int  # by the ratio; units are rounded from them
    units: int
    combat_units: int
    divisions: int

    def on(self, books: MesoamericaLedger) -> MesoamericaLedger:
        return replace(books, plans={**books.plans, Side(self.whom): Plan(self.prowess, self.combat_units)})


@action("army", "PRE-3.04 PRE-G.02")
def army(situation: Army, tables: Tables) -> Rule[ArmyVerdict]:
    """Men by the ratio of Military Prowess, units of 20, leader and priests among them (PRE-3.05, PRE-G.02, PRE-G.03)."""
    prowess = situation.military_prowess
    if prowess is None:
        highest = tables.number("army.prowess.highest")
        prowess = yield Roll(
            "army.prowess",
            (D6,),
            read=lambda die: die,
            counting=lambda die: die <= highest,
            label=lambda die: Label(Message.of("label.prowess", prowess=die)),
        )
    assert prowess is not None  # noqa: S101 - given or thrown
    men = men_of(situation, prowess, tables)
    units = units_for(men, tables)
    command = (1 + situation.priest_units) if tables.option("command_included") else 0
    combat = units - command
    division = tables.number("army.division.units")
    planned = ArmyPlanned(
        whom=situation.side,
        prowess=prowess,
        men=men,
        units=units,
        combat_units=combat,
        divisions=-(-combat // division),
    )
    effects = (planned, *_command(situation, prowess, tables))
    return ArmyVerdict(prowess=prowess, units=units, men=men, effects=effects)


def men_of(situation: Army, prowess: int, tables: Tables) -> int:
    """Men of an army by the ratio of its Military Prowess (PRE-3.05, PRE-G.02)."""
    base = situation.base_men or tables.number("army.base.men")
    return rounded(base * tables.exact("army.number.ratio", f"mp_{prowess}"))


def units_for(men: int, tables: Tables) -> int:
    """Units of 20 men, rounded (PRE-G.02)."""
    return rounded(Fraction(men, tables.number("army.unit.men")))


def leader_strength(prowess: int, tables: Tables) -> int:
    """The best of the table for the side's Military Prowess; by option always 6 (PRE-3.12, PRE-3.16b, PRE-G.04)."""
    if tables.option("leader_strength") == "six":
        return tables.number("army.leader.flat_strength")
    return tables.number("army.strength", f"die_{tables.number('army.elite.die')}", f"mp_{prowess}")


def _command(situation: Army, prowess: int, tables: Tables) -> Iterator[UnitEntered]:
    """The leader unit with war clubs and the priests with swords (PRE-3.11 to PRE-3.16b)."""
    side, letter = situation.side, situation.side[0]
    men = tables.number("army.unit.men")
    yield UnitEntered(
        whom=f"{letter}L",
        side=side,
        kind_of_unit=UnitType.LEADER,
        strength=leader_strength(prowess, tables),
        elite=True,
        weapon=Weapon.WAR_CLUB,
        men=men,
    )
    for priest in range(1, situation.priest_units + 1):
        yield UnitEntered(
            whom=f"{letter}P{priest}",
            side=side,
            kind_of_unit=UnitType.PRIEST,
            strength=tables.number("army.priest.strength"),
            elite=True,
            weapon=Weapon.SWORD,
            men=men,
        )


@action("army", "PRE-3.04 PRE-3.07")
def raise_division(situation: RaiseDivision, tables: Tables) -> Rule[DivisionVerdict]:
    """One die for each unit (PRE-3.07): strength by Military Prowess; 6 makes it elite (PRE-3.04)."""
    column = f"mp_{situation.military_prowess}"
    raised: Strengths = yield _strengths(situation.units_to_raise, column, tables)
    grades = [
        grade for (grade, _), count in zip(_grades(column, tables), raised.counts, strict=True) for _ in range(count)
    ]
    return DivisionVerdict(
        counts=raised.counts,
        strength=sum([strength for strength, _ in grades]),
        elite=sum([elite for _, elite in grades]),
        effects=LaterEffects(lambda: tuple(_raised(situation, raised.in_order or tuple(grades), tables))),
    )


@dataclass(frozen=True, slots=True)
class Strengths:
    """How many units there are of each grade, and the grades in the order thrown where the dice are known one by one."""

    counts: tuple[int, ...]
    in_order: tuple[tuple[int, bool], ...] = field(default=(), compare=False)


@dataclass(frozen=True, slots=True)
class StrengthDice(Count):
    """A die for each unit of a division; whoever throws for his figures one by one finds them in that order (PRE-3.07)."""

    grade_of: Mapping[int, tuple[int, bool]] = field(default_factory=dict, compare=False)

    def reading(self, answer: Answer) -> Reading:
        """Read the dice one by one, or how many of each grade there are."""
        told = self.normal(answer)
        faces = told.get("faces", ()) if isinstance(told, dict) else ()
        return Strengths(self.counts(answer), tuple(self.grade_of[face] for face in faces))


@lru_cache(maxsize=256)
def _strengths(units: int, column: str, tables: Tables) -> StrengthDice:
    grades = _grades(column, tables)
    bands = tuple(_band(strength, elite, faces) for (strength, elite), faces in grades)
    return StrengthDice(
        "division.strength",
        D6,
        units,
        bands,
        read=lambda *counts: Strengths(counts),
        grade_of={face: grade for grade, faces in grades for face in faces},
    )


Grade = tuple[tuple[int, bool], tuple[int, ...]]


@lru_cache(maxsize=64)
def _grades(column: str, tables: Tables) -> tuple[Grade, ...]:
    """The distinct results of a column with the faces that bring them, the best first."""
    elite_die = tables.number("army.elite.die")
    by_grade: dict[tuple[int, bool], tuple[int, ...]] = {}
    for die in D6.faces:
        grade = (tables.number("army.strength", f"die_{die}", column), die == elite_die)
        by_grade[grade] = (*by_grade.get(grade, ()), die)
    return tuple(sorted(by_grade.items(), reverse=True))


def _band(strength: int, elite: bool, faces: tuple[int, ...]) -> Band:
    name = "elite" if elite else "normal"
    return Band(Message.of(f"band.strength.{name}", strength=strength), frozenset(faces))


def _raised(situation: RaiseDivision, grades: tuple[tuple[int, bool], ...], tables: Tables) -> Iterator[UnitEntered]:
    """The units of a division in the order of their dice; where only numbers are known, the best first."""
    men = tables.number("army.unit.men")
    for unit, (strength, elite) in enumerate(grades, start=1):
        yield _raised_unit(situation.side, situation.division, unit, strength, elite, men)


def _raised_unit(side: Side, division: int, number: int, strength: int, elite: bool, men: int) -> UnitEntered:
    """A unit by its number."""
    return UnitEntered(
        whom=f"{side[0]}{division}-{number}",
        side=side,
        kind_of_unit=UnitType.COMBAT,
        strength=strength,
        elite=elite,
        men=men,
        division=division,
    )


@effect(says="{armoured?armoured:plain}")
class Armed(OnUnit):
    """A unit gets its weapon, and perhaps armour (PRE-3.10, PRE-3.21)."""

    weapon: Weapon
    armoured: bool

    def on(self, unit: KnownUnit) -> KnownUnit:
        return replace(unit, weapon=self.weapon, armoured=self.armoured)


@action("army", "PRE-3.13 PRE-3.14 PRE-3.15 PRE-3.21", measures="units armoured_units")
def arm(situation: Arm, tables: Tables) -> Ruling:
    """Every unit gets its weapon (PRE-3.10); the form has checked the shares. Spanish cavalry count as four (PRE-G.46)."""
    effects = tuple(
        Armed(whom=unit.name, weapon=own_weapon(unit.type, unit.weapon), armoured=unit.armoured)
        for unit in situation.units_to_arm
    )
    spanish = tables.number("army.spanish.counts_as")
    counted = sum(spanish if unit.type is UnitType.SPANISH else 1 for unit in situation.units_to_arm)
    armoured = sum(unit.armoured for unit in situation.units_to_arm)
    return Ruling.of("armed", *effects, units=counted, armoured_units=armoured)


def own_weapon(kind: UnitType, weapon: Weapon) -> Weapon:
    """Leaders have war clubs, priests swords, Spanish cavalry lances (PRE-3.16, PRE-3.18b, PRE-G.46)."""
    fixed = {UnitType.LEADER: Weapon.WAR_CLUB, UnitType.PRIEST: Weapon.SWORD, UnitType.SPANISH: Weapon.LANCE}
    return fixed.get(kind, weapon)


def _command_problems(units: tuple[ArmedUnit, ...], tables: Tables) -> Iterator[Problem]:
    """One leader unit, at least one priest unit, no Spaniards but by option (PRE-3.11, PRE-G.46)."""
    leaders = [place for place, unit in enumerate(units, start=1) if unit.type is UnitType.LEADER]
    if len(leaders) != 1:
        place = leaders[1] if leaders else 1
        about = Message.of("problem.one_leader", leaders=len(leaders))
        yield Problem(f"units_to_arm.{place}.type", about, (), "PRE-3.11")
    if not any(unit.type is UnitType.PRIEST for unit in units):
        yield Problem(f"units_to_arm.{len(units)}.type", Message("problem.no_priest"), (), "PRE-3.11")
    for place, unit in enumerate(units, start=1):
        yield from fields.spanish_problems(unit.type, f"units_to_arm.{place}.type", tables)


def _weapon_problems(units: tuple[ArmedUnit, ...], tables: Tables) -> Iterator[Problem]:
    """More than half hand-to-hand, two war clubs to a club, more than half atl-atls (PRE-3.13 to PRE-3.15, PRE-G.06)."""
    places = {
        weapon: [n for n, unit in enumerate(units, start=1) if unit.type is UnitType.COMBAT and unit.weapon is weapon]
        for weapon in Weapon
    }
    hand = [place for weapon in HAND_WEAPONS for place in places[weapon]]
    missiles = [place for weapon in MISSILES for place in places[weapon]]
    combat = len(hand) + len(missiles)
    if missiles and len(hand) <= combat * tables.exact("army.share.hand_to_hand"):
        about = Message.of("problem.too_few_hand_weapons", hand=len(hand), units=combat)
        yield Problem(f"units_to_arm.{missiles[-1]}.weapon", about, HAND_WEAPONS, "PRE-3.13")
    for place in places[Weapon.SWORD]:
        about = Message("problem.sword_is_side_arm")
        yield Problem(f"units_to_arm.{place}.weapon", about, (Weapon.CLUB, Weapon.WAR_CLUB), "PRE-G.06")
    lances = places[Weapon.LANCE]
    most = floor(Fraction(int(tables.option("lance_percent")), PERCENT) * len(hand))
    if len(lances) > most:
        about = Message.of("problem.too_many_lances", lances=len(lances), most=most)
        yield Problem(f"units_to_arm.{lances[-1]}.weapon", about, (Weapon.CLUB, Weapon.WAR_CLUB), "PRE-G.06")
    yield from _club_problems(places[Weapon.CLUB], places[Weapon.WAR_CLUB], tables)
    throwers = places[Weapon.ATL_ATL]
    if missiles and len(throwers) <= len(missiles) * tables.exact("army.share.atl_atl"):
        about = Message.of("problem.too_few_atl_atls", atl_atls=len(throwers), units=len(missiles))
        other = [place for place in missiles if place not in throwers]
        yield Problem(f"units_to_arm.{other[-1]}.weapon", about, (Weapon.ATL_ATL,), "PRE-3.15")


def _club_problems(clubs: list[int], war_clubs: list[int], tables: Tables) -> Iterator[Problem]:
    both = len(clubs) + len(war_clubs)
    wanted = rounded(both * tables.exact("army.share.war_club.part"))
    if len(war_clubs) != wanted:
        place, right = (clubs[-1], Weapon.WAR_CLUB) if len(war_clubs) < wanted else (war_clubs[-1], Weapon.CLUB)
        about = Message.of("problem.war_clubs", clubs=both - wanted, war_clubs=wanted)
        yield Problem(f"units_to_arm.{place}.weapon", about, (right,), "PRE-3.14")
