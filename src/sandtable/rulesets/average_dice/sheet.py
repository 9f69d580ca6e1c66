"""The force sheet: who has Mausers, Winchesters, dynamite, horses and guns (AVD-2.05 to AVD-2.15b, AVD-G.03, AVD-G.04)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from sandtable.kernel.form import Section, choice, number, text, when, yes_no
from sandtable.kernel.messages import Message, Style
from sandtable.kernel.numbers import whole_number
from sandtable.kernel.pasted import Row, parts_of, read_pasted
from sandtable.kernel.problem import Problem
from sandtable.kernel.spelling import folded
from sandtable.kernel.tables import Tables
from sandtable.kernel.verdict import Outcome, Verdict
from sandtable.rulesets.average_dice import fields
from sandtable.rulesets.average_dice.effects import GunsSplit, StructureEntered, UnitChanged, UnitEntered, UnitsRaised
from sandtable.rulesets.average_dice.forces import armoury_problems, largest_gun_throw, most_cavalry, split_legal
from sandtable.rulesets.average_dice.structures import LARGEST_VALUE, value_of, value_problems
from sandtable.rulesets.average_dice.vocabulary import (
    ARM_ICONS,
    GUN_ARMS,
    STRUCTURE_ICONS,
    UNIT_ARMS,
    Arm,
    Change,
    Rifle,
    Side,
    StructureKind,
)

COLUMNS = ("side", "arm", "rifle", "figures", "name")


@dataclass(frozen=True, slots=True, kw_only=True)
class ForceSheet:
    """A side's force as the player arms it."""

    side: Side = fields.side()
    units: int = number(section=Section.ACTOR, lowest=1, highest=fields.MOST_UNITS, usual=10, unit="units")
    cavalry_units: int = number(section=Section.ACTOR, lowest=0, highest=fields.MOST_UNITS, usual=0, unit="units")
    mauser_units: int = number(section=Section.ACTOR, lowest=0, highest=30, usual=2, unit="units")
    winchester_units: int = number(section=Section.ACTOR, lowest=0, highest=30, usual=1, unit="units")
    dynamite_unit: bool = yes_no(section=Section.ACTOR, usual=True)
    throwers: int = fields.throwers(when("dynamite_unit", True))
    gun_throw: int = number(section=Section.ACTOR, lowest=0, highest=fields.MOST_GUNS, usual=2, unit="guns")
    field_guns: int = number(section=Section.ACTOR, lowest=0, highest=fields.MOST_GUNS, usual=1, unit="guns")
    machine_guns: int = number(section=Section.ACTOR, lowest=0, highest=fields.MOST_GUNS, usual=1, unit="guns")
    general_mounted: bool = yes_no(section=Section.ACTOR, usual=False)
    general_rifle: Rifle = choice(
        Rifle, section=Section.ACTOR, only=(Rifle.MAUSER, Rifle.WINCHESTER), usual=Rifle.MAUSER
    )

    def problems(self, tables: Tables) -> Iterator[Problem]:
        """Every allowance that is exceeded (AVD-2.05 to AVD-2.13)."""
        yield from armoury_problems(self.mauser_units, self.winchester_units, tables)
        most = most_cavalry(self.units, tables)
        if self.cavalry_units > most:
            yield Problem("cavalry_units", Message.of("problem.cavalry", most=most, units=self.units), (), "AVD-2.07")
        if self.mauser_units + self.winchester_units > self.units:
            yield Problem("mauser_units", Message.of("problem.more_arms_than_units", units=self.units), (), "AVD-2.05b")
        if self.dynamite_unit and self.cavalry_units >= self.units:
            yield Problem("dynamite_unit", Message("problem.dynamite_on_foot"), ("no",), "AVD-G.03")
        if self.gun_throw > largest_gun_throw(tables):
            yield Problem("gun_throw", Message.of("problem.gun_throw", most=largest_gun_throw(tables)), (), "AVD-2.12")
        elif not split_legal(self.field_guns, self.machine_guns, self.gun_throw):
            yield Problem("field_guns", Message.of("problem.gun_split", guns=self.gun_throw), (), "AVD-2.13")


@dataclass(frozen=True, slots=True)
class SheetLine:
    """A line of the force sheet."""

    side: Side
    name: str
    arm: Arm
    rifle: Rifle | None
    figures: int
    throwers: int = 0
    mounted: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class SheetVerdict(Verdict):
    """The force stands on its sheet."""

    lines: tuple[SheetLine, ...]
    measures: ClassVar[dict[str, Any]] = {"figures": lambda verdict: sum(line.figures for line in verdict.lines)}

    def outcome(self) -> Outcome:
        """Certain."""
        return Outcome("entered", Message.of("outcome.sheet", lines=len(self.lines)), 0, 0)


def force_sheet(situation: ForceSheet, tables: Tables) -> SheetVerdict:
    """Enter a whole force; units are called by their number until somebody gives them a name."""
    lines = tuple(sheet_lines(situation, tables))
    figures = tables.number("unit.figures")
    most = most_cavalry(situation.units, tables)
    return SheetVerdict(
        lines=lines,
        effects=(
            UnitsRaised(whom=situation.side, units=situation.units, figures=figures, most_cavalry=most),
            GunsSplit(
                whom=situation.side,
                field_guns=situation.field_guns,
                machine_guns=situation.machine_guns,
                guns=situation.gun_throw,
                legal=True,
            ),
        ),
    )


def sheet_lines(situation: ForceSheet, tables: Tables) -> Iterator[SheetLine]:
    """Units in order: the best rifles first, the horse last; the Winchesters to the horse (AVD-G.03); then guns and the General."""
    side, figures = situation.side, tables.number("unit.figures")
    letter = side.value[0].upper()
    foot = situation.units - situation.cavalry_units
    dynamite_at = foot if situation.dynamite_unit else 0
    for order in range(1, situation.units + 1):
        arm = Arm.INFANTRY if order <= foot else Arm.CAVALRY
        rifle = Rifle.HOTCHPOTCH
        if order <= situation.mauser_units:
            rifle = Rifle.MAUSER
        elif order > situation.units - situation.winchester_units:
            rifle = Rifle.WINCHESTER
        throwers = situation.throwers if order == dynamite_at else 0
        yield SheetLine(side, f"{letter}{order}", arm, rifle, figures, throwers, arm is Arm.CAVALRY)
    for kind, count in ((Arm.FIELD_GUN, situation.field_guns), (Arm.MACHINE_GUN, situation.machine_guns)):
        for order in range(1, count + 1):
            short = "FG" if kind is Arm.FIELD_GUN else "MG"
            yield SheetLine(side, f"{letter} {short}{order}", kind, None, tables.number("crew", kind))
    mounted = situation.general_mounted
    yield SheetLine(side, f"{letter} General", Arm.GENERAL, situation.general_rifle, 1, mounted=mounted)


@dataclass(frozen=True, slots=True, kw_only=True)
class UnitEntry:
    """One unit, gun or General is entered by name."""

    side: Side = fields.side()
    name: str = text(section=Section.ACTOR)
    arm: Arm = choice(Arm, widget="arms", section=Section.ACTOR, icons=ARM_ICONS)
    rifle: Rifle = choice(
        Rifle, section=Section.ACTOR, usual=Rifle.HOTCHPOTCH, needed=when("arm", *UNIT_ARMS, Arm.GENERAL)
    )
    figures: int | None = number(
        section=Section.ACTOR, lowest=1, highest=fields.LARGEST_UNIT, unit="figures", optional=True
    )
    throwers_in_unit: int = number(
        section=Section.ACTOR,
        lowest=0,
        highest=fields.MOST_THROWERS,
        usual=0,
        unit="figures",
        needed=when("arm", Arm.INFANTRY),
    )
    prone_to_desertion: bool = yes_no(section=Section.ACTOR, usual=False, needed=when("arm", *UNIT_ARMS))
    general_mounted: bool = yes_no(section=Section.ACTOR, usual=False, needed=when("arm", Arm.GENERAL))

    def problems(self, tables: Tables) -> Iterator[Problem]:
        """A General carries a Mauser or a Winchester (AVD-4.03); only Federals are prone to desertion (AVD-2.11)."""
        if self.arm is Arm.GENERAL and self.rifle is Rifle.HOTCHPOTCH:
            yield Problem("rifle", Message("problem.generals_rifle"), (Rifle.MAUSER, Rifle.WINCHESTER), "AVD-4.03")
        if self.prone_to_desertion and self.side is Side.VILLISTA:
            yield Problem("prone_to_desertion", Message("problem.villistas_stay"), ("no",), "AVD-2.11")
        full = self.full_strength(tables)
        if self.figures is not None and self.figures > full:
            yield Problem("figures", Message.of("problem.too_many_figures", most=full), (), "AVD-2.01")

    def full_strength(self, tables: Tables) -> int:
        """Ten figures, a crew, or one General (AVD-2.01, AVD-2.15, AVD-G.12)."""
        if self.arm in GUN_ARMS:
            return tables.number("crew", self.arm)
        return 1 if self.arm is Arm.GENERAL else tables.number("unit.figures")

    def line(self, tables: Tables) -> SheetLine:
        """The unit as the sheet has it."""
        rifle = None if self.arm in GUN_ARMS else self.rifle
        figures = self.figures or self.full_strength(tables)
        mounted = self.arm is Arm.CAVALRY or bool(self.general_mounted)
        return SheetLine(self.side, self.name, self.arm, rifle, figures, self.throwers_in_unit or 0, mounted)


def unit_entry(situation: UnitEntry, tables: Tables) -> SheetVerdict:
    """Enter a unit."""
    line = situation.line(tables)
    effect = UnitEntered(whom=line.name, name=line.name, figures=line.figures)
    return SheetVerdict(lines=(line,), effects=(effect,))


@dataclass(frozen=True, slots=True, kw_only=True)
class UnitChange:
    """Something is noted of a unit by hand."""

    actor_name: str = text(section=Section.ACTOR)
    change: Change = choice(Change, widget="list", section=Section.ACTION)
    figures_lent: int = number(
        section=Section.ACTION,
        lowest=1,
        highest=fields.LARGEST_CREW,
        usual=1,
        unit="figures",
        needed=when("change", Change.LENT_TO_A_GUN),
    )
    gun_name: str | None = text(section=Section.ACTION, optional=True, needed=when("change", Change.LENT_TO_A_GUN))
    never_deserts: bool = yes_no(
        section=Section.CIRCUMSTANCE, usual=False, needed=when("change", Change.PRONE_TO_DESERTION)
    )
    actor_off_table: bool = fields.off_table()

    def problems(self, tables: Tables) -> Iterator[Problem]:  # noqa: ARG002 - every situation is handed its tables
        """A unit that is not there lends nobody; only Federal units are prone to desertion (AVD-2.11, AVD-G.06)."""
        if self.never_deserts:
            yield Problem("change", Message("problem.never_deserts"), (), "AVD-2.11")
        if self.change is Change.LENT_TO_A_GUN:
            yield from fields.off_table_problems(self)


@dataclass(frozen=True, slots=True, kw_only=True)
class NoteVerdict(Verdict):
    """Noted."""

    whom: str
    measures: ClassVar[dict[str, Any]] = {}

    def outcome(self) -> Outcome:
        """Certain."""
        return Outcome("noted", Message.of("outcome.noted", whom=self.whom), 0, 0)


def unit_change(situation: UnitChange, tables: Tables) -> NoteVerdict:  # noqa: ARG001 - every rule is handed its tables
    """Note it; figures lent to a gun are no losses (AVD-G.30, AVD-G.31)."""
    count = situation.figures_lent if situation.change is Change.LENT_TO_A_GUN else 0
    effect = UnitChanged(whom=situation.actor_name, change=situation.change, count=count)
    return NoteVerdict(whom=situation.actor_name, effects=(effect,))


@dataclass(frozen=True, slots=True, kw_only=True)
class StructureEntry:
    """A structure is entered by name."""

    structure_name: str = text(section=Section.ACTOR)
    structure: StructureKind = choice(StructureKind, widget="list", section=Section.ACTOR, icons=STRUCTURE_ICONS)
    hits_left: int | None = number(section=Section.ACTOR, lowest=1, highest=LARGEST_VALUE, unit="hits", optional=True)
    who_is_inside: str | None = text(section=Section.ACTOR, optional=True)

    def problems(self, tables: Tables) -> Iterator[Problem]:
        """No structure has more hits than its kind has when whole (AVD-10.01)."""
        yield from value_problems(self.structure, self.hits_left, tables)


def structure_entry(situation: StructureEntry, tables: Tables) -> NoteVerdict:
    """Enter a structure with its value, and who is inside."""
    hits = situation.hits_left or value_of(situation.structure, tables)
    effect = StructureEntered(whom=situation.structure_name, structure=situation.structure, hits=hits)
    return NoteVerdict(whom=situation.structure_name, effects=(effect,))


def read_roster(source: str, style: Style) -> list[Row]:  # noqa: ARG001 - a force sheet has no distances
    """Read a force sheet: a line a unit, ``federal, infantry, mauser, 10, 21st Battalion``; ``-`` for a gun's rifle.

    Empty lines and lines that begin with # are passed over; all problems are refused at once, by line.
    """
    return read_pasted(source, _line)


def _line(line: str, place: str) -> tuple[list[Row], list[Problem]]:
    parts = parts_of(line)
    if len(parts) < len(COLUMNS):
        return [], [Problem(place, Message.of("problem.roster.columns", columns=COLUMNS))]
    entry: dict[str, Any] = dict(zip((*COLUMNS, "throwers_in_unit", "prone_to_desertion"), parts, strict=False))
    problems = list(_line_problems(entry, place))
    if folded(entry["arm"]) in {folded(arm) for arm in GUN_ARMS}:
        entry.pop("rifle")
    return [entry], problems


def _line_problems(entry: Mapping[str, str], place: str) -> Iterator[Problem]:
    for column, terms in (("side", Side), ("arm", Arm)):
        if folded(entry[column]) not in {folded(term) for term in terms}:
            yield Problem(place, Message.of(f"problem.roster.{column}", value=entry[column]), tuple(terms))
    gun = folded(entry["arm"]) in {folded(arm) for arm in GUN_ARMS}
    if not gun and folded(entry["rifle"]) not in {folded(rifle) for rifle in Rifle}:
        yield Problem(place, Message.of("problem.roster.rifle", value=entry["rifle"]), tuple(Rifle))
    if (whole_number(entry["figures"]) or 0) < 1:  # how many are too many, the form says under the tables in force
        yield Problem(place, Message.of("problem.roster.figures", value=entry["figures"]))
    if not entry["name"]:
        yield Problem(place, Message("problem.roster.name"))
