"""The force sheet: who has Mausers, Winchesters, dynamite, horses and guns (AVD-2.05 to AVD-2.15b, AVD-G.03, AVD-G.04)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from sandtable.kernel import roster
from sandtable.kernel.actions import action
from sandtable.kernel.effects import OnBooks, OnUnit, effect
from sandtable.kernel.form import Section, choice, number, text, when, yes_no
from sandtable.kernel.ledger import Deed
from sandtable.kernel.messages import Message
from sandtable.kernel.problem import Problem
from sandtable.kernel.roster import roster_entry
from sandtable.kernel.tables import Tables
from sandtable.kernel.verdict import Ruling
from sandtable.rulesets.average_dice import fields
from sandtable.rulesets.average_dice.forces import (
    GunsSplit,
    UnitsRaised,
    armoury_problems,
    field_gun_of,
    largest_gun_throw,
    most_cavalry,
    split_legal,
)
from sandtable.rulesets.average_dice.ledger import AverageDiceLedger, KnownStructure, KnownUnit
from sandtable.rulesets.average_dice.structures import LARGEST_VALUE, names_in, value_of, value_problems
from sandtable.rulesets.average_dice.vocabulary import (
    ARM_ICONS,
    GUN_ARMS,
    OTHER_SIDE,
    STRUCTURE_ICONS,
    UNIT_ARMS,
    Arm,
    Change,
    Rifle,
    Side,
    StructureKind,
    Weapon,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class ForceSheet:
    """A side's force as the player arms it."""

    side: Side = fields.side()
    units: int = number(section=Section.ACTOR, lowest=1, highest=fields.MOST_UNITS, usual=10, unit="units")
    cavalry_units: int = number(section=Section.ACTOR, lowest=0, highest=fields.MOST_UNITS, usual=0, unit="units")
    mauser_units: int = number(section=Section.ACTOR, lowest=0, highest=30, usual=2, unit="units")
    winchester_units: int = number(section=Section.ACTOR, lowest=0, highest=30, usual=1, unit="units")
    dynamite_unit: bool = yes_no(section=Section.ACTOR, usual=True)
    throwers: int = fields.throwers(needed=when("dynamite_unit", True))
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


@effect(has_words=False)
class UnitEntered(roster.UnitEntered):
    """A unit stands on the force sheet."""

    unit: KnownUnit


@action("force", "AVD-2.05 AVD-2.07 AVD-G.03", measures="figures")
def force_sheet(situation: ForceSheet, tables: Tables) -> Ruling:
    """Enter a whole force; units are called by their number until somebody gives them a name."""
    side, units = situation.side, tuple(force_units(situation, tables))
    field_guns, machine_guns, guns = situation.field_guns, situation.machine_guns, situation.gun_throw
    most = most_cavalry(situation.units, tables)
    return Ruling.of(
        "sheet",
        UnitsRaised(whom=side, units=situation.units, figures=tables.number("unit.figures"), most_cavalry=most),
        GunsSplit(whom=side, field_guns=field_guns, machine_guns=machine_guns, guns=guns, legal=True),
        notes=tuple(UnitEntered(whom=unit.name, unit=unit) for unit in units),
        words={"lines": len(units)},
        figures=sum(unit.figures for unit in units),
    )


def force_units(situation: ForceSheet, tables: Tables) -> Iterator[KnownUnit]:
    """Units in order: the best rifles first, the horse last; the Winchesters to the horse (AVD-G.03); then guns and the General."""
    side, figures = situation.side, tables.number("unit.figures")
    letter = side.value[0].upper()
    foot = situation.units - situation.cavalry_units
    dynamite_at = foot if situation.dynamite_unit else 0
    for order in range(1, situation.units + 1):
        rifle = Rifle.HOTCHPOTCH
        if order <= situation.mauser_units:
            rifle = Rifle.MAUSER
        elif order > situation.units - situation.winchester_units:
            rifle = Rifle.WINCHESTER
        arm = Arm.INFANTRY if order <= foot else Arm.CAVALRY
        unit = fresh_unit(side, f"{letter}{order}", arm, figures, weapon_of(side, arm, rifle, tables))
        yield replace(unit, throwers=situation.throwers) if order == dynamite_at else unit
    for arm, short, count in (
        (Arm.FIELD_GUN, "FG", situation.field_guns),
        (Arm.MACHINE_GUN, "MG", situation.machine_guns),
    ):
        crew, weapon = tables.number("crew", arm), weapon_of(side, arm, None, tables)
        yield from (fresh_unit(side, f"{letter} {short}{order}", arm, crew, weapon) for order in range(1, count + 1))
    general = fresh_unit(side, f"{letter} General", Arm.GENERAL, 1, Weapon(situation.general_rifle.value))
    yield replace(general, mounted=situation.general_mounted)


def fresh_unit(side: Side, name: str, arm: Arm, figures: int, weapon: Weapon) -> KnownUnit:
    """A unit as it comes on the sheet; cavalry are mounted."""
    mounted = arm is Arm.CAVALRY
    return KnownUnit(name=name, side=side, arm=arm, weapon=weapon, figures=figures, started=figures, mounted=mounted)


def weapon_of(side: Side, arm: Arm, rifle: Rifle | None, tables: Tables) -> Weapon:
    """What a unit fires: its gun, or its rifles."""
    if arm is Arm.FIELD_GUN:
        return field_gun_of(side, tables)
    return Weapon.MACHINE_GUN if arm is Arm.MACHINE_GUN else Weapon((rifle or Rifle.HOTCHPOTCH).value)


@dataclass(frozen=True, slots=True, kw_only=True)
class UnitEntry:
    """One unit, gun or General is entered by name."""

    side: Side = fields.side()
    name: str = text(section=Section.ACTOR)
    arm: Arm = choice(Arm, widget="arms", section=Section.ACTOR, icons=ARM_ICONS)
    rifle: Rifle = choice(
        Rifle, section=Section.ACTOR, usual=Rifle.HOTCHPOTCH, needed=when("arm", *UNIT_ARMS, Arm.GENERAL)
    )
    figures: int | None = fields.figures(section=Section.ACTOR, optional=True)
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

    def unit(self, tables: Tables) -> KnownUnit:
        """The unit as the sheet has it."""
        figures = self.figures or self.full_strength(tables)
        weapon = weapon_of(self.side, self.arm, self.rifle, tables)
        unit = fresh_unit(self.side, self.name, self.arm, figures, weapon)
        return replace(
            unit,
            throwers=self.throwers_in_unit or 0,
            prone_to_desertion=bool(self.prone_to_desertion),
            mounted=unit.mounted or bool(self.general_mounted),
        )


read_roster = roster_entry(
    UnitEntry,
    "force",
    "AVD-2.01 AVD-4.01",
    name="unit_entry",
    effect=UnitEntered,
    columns=("side", "arm", "rifle", "figures", "name"),  # federal, infantry, mauser, 10, 21st Battalion
    more=("throwers_in_unit", "prone_to_desertion"),
)


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


@effect(has_words=False)
class StructureEntered(OnBooks):
    """A structure is entered by name, with its value and those inside, who are in no other."""

    structure: StructureKind
    hits: int
    value: int
    inside: tuple[str, ...] = ()

    def on(self, books: AverageDiceLedger) -> AverageDiceLedger:
        known = KnownStructure(self.whom, self.structure, max(self.value, self.hits), self.hits, inside=self.inside)
        return books.vacated(frozenset(self.inside)).with_structure(known)

    def written(self, _: Mapping[str, str], /) -> Iterator[str]:
        yield f"structure.{self.whom}"


@action("force", "AVD-10.01", ledger_only=True)
def structure_entry(situation: StructureEntry, tables: Tables) -> Ruling:
    """Enter a structure with its value, and who is inside; their names are parted by commas."""
    kind, value = situation.structure, value_of(situation.structure, tables)
    hits, inside = situation.hits_left or value, names_in(situation.who_is_inside)
    entered = StructureEntered(whom=situation.structure_name, structure=kind, hits=hits, value=value, inside=inside)
    return Ruling.of("noted", entered, words={"whom": situation.structure_name})


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
    never_deserts: bool = fields.unticked(needed=when("change", Change.PRONE_TO_DESERTION))
    abandoned: bool = fields.unticked(needed=when("change", Change.TAKEN))
    actor_off_table: bool = fields.unticked()
    actor_gone: bool = fields.unticked()

    def problems(self, tables: Tables) -> Iterator[Problem]:  # noqa: ARG002 - every situation is handed its tables
        """A unit that is not there lends nobody; only Federal units are prone to desertion (AVD-2.11, AVD-G.06); a gun is taken from nobody."""
        if self.never_deserts:
            yield Problem("change", Message("problem.never_deserts"), (), "AVD-2.11")
        if self.change is Change.LENT_TO_A_GUN:
            yield from fields.off_table_problems(self)
        if self.change in (Change.FLANK_MARCH, Change.ARRIVED):
            yield from fields.gone_problems(self)
        if self.change is Change.TAKEN and not self.abandoned:
            yield Problem("change", Message("problem.not_abandoned"), (), "AVD-G.31")


@effect(says="{change}")
class UnitChanged(OnUnit):
    """Something is noted of a unit by hand."""

    change: Change
    count: int = 0

    def on(self, unit: KnownUnit) -> KnownUnit:
        if self.change is Change.TAKEN:
            return unit.captured_by(OTHER_SIDE[unit.side])
        changes: dict[Change, dict[str, Any]] = {
            Change.DESERTS: {"gone": True},
            Change.REMOVED: {"gone": True},
            Change.PRONE_TO_DESERTION: {"prone_to_desertion": True},
            Change.NORMAL_AGAIN: {"prone_to_desertion": False},
            Change.FLANK_MARCH: {"flank_march": True},
            Change.ARRIVED: {"flank_march": False, "arrived": True},
            Change.LENT_TO_A_GUN: {"figures": max(0, unit.figures - self.count)},
        }
        return replace(unit, **changes[self.change])


@effect(has_words=False)
class GunServed(OnUnit):
    """Infantry stand in for lost gunners (AVD-8.14, AVD-8.17); gunners of another such gun are gunners here (AVD-8.19)."""

    count: int

    def fold(self, books: AverageDiceLedger, deed: Deed, _: Tables, /) -> AverageDiceLedger:
        gun, lender = books.unit_meant(self.whom, deed), books.unit_meant("actor", deed)
        if gun is None or not gun.is_gun:
            return books
        if lender is not None and lender.arm is gun.arm:
            return books.with_units(replace(gun, figures=gun.figures + self.count))
        return books.with_units(replace(gun, replacements=gun.replacements + self.count))


@action("morale", "AVD-G.06 AVD-G.31", ledger_only=True)
def unit_change(situation: UnitChange) -> Ruling:
    """Note it; figures lent to a gun are no losses (AVD-G.30, AVD-G.31)."""
    whom, lent = situation.actor_name, situation.change is Change.LENT_TO_A_GUN
    count = situation.figures_lent if lent else 0
    noted = UnitChanged(whom=whom, change=situation.change, count=count)
    served = (GunServed(whom=situation.gun_name, count=count),) if lent and situation.gun_name else ()
    return Ruling.of("noted", noted, notes=served, words={"whom": whom})
