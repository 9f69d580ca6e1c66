"""Hits on structures: houses, walls, wire, fieldworks, bridges, vehicles (chapter 10, AVD-G.23, AVD-G.24)."""

from __future__ import annotations

from collections.abc import Generator, Iterator, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import partial
from typing import Any, ClassVar, NamedTuple

from sandtable.kernel.actions import action
from sandtable.kernel.effects import Effect, OnBooks, effect
from sandtable.kernel.form import Section, choice, distance, number, text, when, yes_no
from sandtable.kernel.messages import Message
from sandtable.kernel.problem import Problem
from sandtable.kernel.requests import Request
from sandtable.kernel.stages import Staged
from sandtable.kernel.tables import Tables
from sandtable.kernel.tally import Modifier, Tally
from sandtable.kernel.verdict import Measure, Measures, Outcome, Verdict, measuring
from sandtable.rulesets.average_dice import fields
from sandtable.rulesets.average_dice.casualties import desertion_dice
from sandtable.rulesets.average_dice.crews import (
    Crew,
    crew_of,
    crew_problems,
    crew_reasons,
    crew_tally,
    gun_of,
    silence_problems,
)
from sandtable.rulesets.average_dice.dice import AverageDice, CanDice, average_dice, can_dice, cans_label, hits_label
from sandtable.rulesets.average_dice.dynamite import can_tally, own_effects
from sandtable.rulesets.average_dice.effects import FIRED, NothingSpent, UnitDeserts, UnitStays
from sandtable.rulesets.average_dice.fire import Firing, firing_problems
from sandtable.rulesets.average_dice.ledger import AverageDiceLedger, KnownStructure, KnownUnit
from sandtable.rulesets.average_dice.vocabulary import FIELD_GUNS, STRUCTURE_ICONS, WHOLE_UNITS, StructureKind, Weapon

LARGEST_VALUE = 400
CAPACITY = frozenset({StructureKind.STONE_BUILDING, StructureKind.WOODEN_BUILDING})
THROWN = when("weapon", Weapon.DYNAMITE)
CREWED = when("weapon", *FIELD_GUNS)


class Caught(NamedTuple):
    """Figures inside or behind a structure, by the names of their units where they are told, and whether they may desert over it."""

    units: tuple[str, ...]
    figures: int
    prone_to_desertion: bool

    @property
    def whose(self) -> str:
        """The one unit by its name; where there are more, nobody can say whose figures they are."""
        return self.units[0] if len(self.units) == 1 else "target"


@dataclass(frozen=True, slots=True, kw_only=True)
class HitStructure(Firing):
    """A field gun or dynamite at a structure itself, not at those inside (AVD-G.23)."""

    actor_name: str | None = fields.name()
    weapon: Weapon = fields.weapon(tuple(Weapon))
    gunners: int | None = fields.gunners(needed=CREWED)
    replacements: int = fields.replacements(needed=CREWED)
    captured: bool = fields.unticked(needed=CREWED)
    limbered: bool = fields.limbered()
    throwers: int = fields.throwers(needed=THROWN)
    throwers_in_unit: int | None = fields.throwers_in_unit()
    own_unit_prone_to_desertion: bool = fields.unticked(needed=THROWN)
    structure: StructureKind = choice(StructureKind, widget="list", section=Section.TARGET, icons=STRUCTURE_ICONS)
    structure_name: str | None = text(section=Section.TARGET, optional=True)
    range: str | Fraction = distance(bands=fields.BANDS, section=Section.TARGET, remembered="weapon")
    hits_left: int | None = number(section=Section.TARGET, lowest=1, highest=LARGEST_VALUE, unit="hits", optional=True)
    figures_inside_or_behind: int = number(section=Section.TARGET, lowest=0, highest=30, usual=0, unit="figures")
    who_is_inside: str | None = text(section=Section.CIRCUMSTANCE, optional=True)
    structure_fallen: bool = fields.unticked()
    target_prone_to_desertion: bool = yes_no(
        section=Section.TARGET, usual=False, needed=~when("figures_inside_or_behind", 0, None)
    )

    def problems(self, tables: Tables) -> Iterator[Problem]:
        """What forbids the shot."""
        yield from firing_problems(self, self.weapon, tables)
        yield from _structure_problems(self, tables)
        if self.weapon is Weapon.DYNAMITE:
            yield from fields.thrower_problems(self.throwers, self.throwers_in_unit)
        if self.weapon in FIELD_GUNS:
            crew = self.crew(tables)
            yield from crew_problems(crew, tables)
            yield from silence_problems(crew, tables)
            if self.limbered:
                yield Problem("limbered", Message("problem.limbered"), ("no",), "AVD-G.43")
        yield from _room_problems(self, tables)

    def crew(self, tables: Tables) -> Crew:
        """Who serves the gun."""
        return crew_of(gun_of(self.weapon), self.gunners, self.replacements, tables, captured=self.captured)

    def subject(self) -> Message:
        """Who aims at what."""
        what = self.structure_name or Message.of("word.some", kind=self.structure)
        return Message.of("subject.hit_structure", who=self.actor_name or self.weapon, what=what)

    @property
    def inside(self) -> tuple[str, ...]:
        """The names of those inside or behind."""
        return names_in(self.who_is_inside)

    def caught(self) -> tuple[Caught, ...]:
        """Who goes with the structure; a form tells of all of them together."""
        return (Caught(self.inside, self.figures_inside_or_behind, self.target_prone_to_desertion),)


@dataclass(frozen=True, slots=True, kw_only=True)
class StructureVerdict(Verdict):
    """Hits taken off a structure, and what fell with it. The hits are told in play; odds are about what is left."""

    hits: int | None = field(default=None, compare=False)
    before: int = 0
    left: int = 0
    falls: bool = False
    caught: int = 0
    deserted: bool = False
    throwers_lost: int = 0
    throwers_desert: bool = False
    ended: str = "hit"  # or: no_effect, out_of_range
    measures: ClassVar[Measures] = measuring(
        hits_left="left",
        structure_falls="falls",
        figures_lost="caught",
        deserts="deserted",
        throwers_lost="throwers_lost",
        throwers_desert="throwers_desert",
    )

    def measured(self) -> dict[str, Measure]:
        """Every measure, and in play the hits."""
        return {**({} if self.hits is None else {"hits": self.hits}), **Verdict.measured(self)}

    def outcome(self) -> Outcome:
        """Hits left, or fallen."""
        if self.ended != "hit":
            return Outcome(self.ended, Message(f"outcome.structure.{self.ended}"), 0, 0)
        if self.falls:
            return Outcome("falls", Message("outcome.structure.falls"), 4, LARGEST_VALUE + 1)
        severity = 0 if self.left == self.before else 1 + int(2 * self.left <= self.before)
        label = Message.of("outcome.structure.left", before=self.before, left=self.left)
        return Outcome(f"left_{self.left}", label, severity, LARGEST_VALUE - self.left)

    def headline(self) -> Message:
        """Fallen, or so many hits left."""
        if self.ended != "hit":
            return Message(f"headline.structure.{self.ended}")
        if self.falls:
            return Message("headline.structure.falls")
        return Message.of("headline.structure.left", before=self.before, left=self.left)


@effect(has_words=False, adds=("what",))
class OnStructure(OnBooks):
    """An effect on a structure, which the books know by its name."""

    structure: StructureKind
    name: str | None

    @property
    def what(self) -> str | Message:
        """The structure by its name, or by its kind."""
        return self.name or self.structure.message

    def written(self, _: Mapping[str, str], /) -> Iterator[str]:
        yield f"structure.{self.name}"

    def known(self, books: AverageDiceLedger) -> KnownStructure:
        """The structure as the books have it; one that nobody entered is kept from its first hit."""
        return books.structure(self.name) or KnownStructure(self.name or "", self.structure, 0, 0)


@effect(icon="house")
class HitsOnStructure(OnStructure):
    """Hits come off a structure: Church 40 to 28 (AVD-10.03d)."""

    before: int
    left: int

    def on(self, books: AverageDiceLedger) -> AverageDiceLedger:
        if not self.name:
            return books
        known = self.known(books)
        value = known.value or self.before
        return books.with_structure(replace(known, before=self.before, left=self.left, value=value))


@effect(icon="smoke", says="{structure}")
class StructureFalls(OnStructure):
    """A structure is unusable (AVD-10.04) or destroyed (AVD-10.07); whole units go with a building (AVD-10.05)."""

    def on(self, books: AverageDiceLedger) -> AverageDiceLedger:
        if not self.name:
            return books
        known = self.known(books)
        caught = books.inside(known) if self.structure in WHOLE_UNITS else ()
        books = books.with_structure(replace(known, fallen=True, inside=()))
        return books.with_units(*(unit.removed() for unit in caught))


@effect(icon="base-off", says="{place}", adds=("whose",))
class FiguresCaught(OnBooks):
    """Figures inside or behind a fallen structure are removed without a save (AVD-10.05, AVD-10.06, AVD-10.08)."""

    structure: StructureKind
    count: int
    inches: Fraction
    units: tuple[str, ...] = ()

    @property
    def place(self) -> str:
        """Inside a building, in a fieldwork, behind a wall; where only names are known, those."""
        return self.structure if self.count else "named"

    @property
    def whose(self) -> str | Message:
        """Whose figures, where the names are known."""
        return Message.of("word.of_units", units=self.units) if self.units else ""

    def on(self, books: AverageDiceLedger) -> AverageDiceLedger:
        """Whole units go with a building; elsewhere the figures of the one unit that is named."""
        if self.structure in WHOLE_UNITS:
            return books.each_of(self.units, KnownUnit.removed)
        return books.each_of(self.units, self._thinned) if len(self.units) == 1 else books

    def _thinned(self, unit: KnownUnit) -> KnownUnit:
        left = max(0, unit.figures - self.count)
        return replace(unit, figures=left, gone=unit.gone or not left)


@effect()
class NoEffectOnStructure(Effect):
    """Only field guns and dynamite reduce structures (AVD-10.02)."""


@action("fight", "AVD-10.01 AVD-10.03 AVD-10.04")
def hit_structure(situation: HitStructure, tables: Tables) -> Staged[StructureVerdict]:
    """Take hits off a structure (AVD-10.01 to AVD-10.08): 1 average die per artilleryman, 2 per thrower, no save."""
    before = value_left(situation, tables)
    if situation.weapon not in (*FIELD_GUNS, Weapon.DYNAMITE):
        return Staged(_untouched("no_effect", before, NoEffectOnStructure(whom="target"), FIRED))
    reach = tables.number("range", situation.weapon)
    if not fields.in_reach(situation.weapon, situation.range, tables):
        return Staged(_untouched("out_of_range", before, NothingSpent(whom="actor", reach=Fraction(reach))))
    dice = _dice(situation, tables)

    def thrown(_: None) -> Generator[Request, Any, Fate]:
        reading = yield dice
        lost, hits = reading if isinstance(dice, CanDice) else (0, reading)  # a 2 kills its thrower (AVD-10.03c)
        return Fate(max(0, before - hits), lost, hits=hits)

    return Staged(
        None,
        thrown,
        partial(_unit_behind, situation, tables),
        partial(_own_unit, situation, tables),
        partial(_verdict, situation, tables),
    )


@dataclass(frozen=True, slots=True)
class Fate:
    """What became of a structure and of figures: throwers lost, whether their unit deserts over them, whether those behind do, one after
    the other (None: no test). The hits are told in play; odds are about what is left.
    """

    left: int
    throwers_lost: int = 0
    own_deserts: bool | None = None
    deserted: tuple[bool | None, ...] = ()
    hits: int = field(default=0, compare=False)


def _untouched(ended: str, before: int, effect: Effect, notes: tuple[Effect, ...] = ()) -> StructureVerdict:
    return StructureVerdict(ended=ended, hits=0, before=before, left=before, effects=(effect,), notes=notes)


def _unit_behind(situation: HitStructure, tables: Tables, fate: Fate) -> Generator[Request, Any, Fate]:
    """Whether those who lost figures with the structure desert (AVD-G.24)."""
    deserted: list[bool | None] = []
    for each in situation.caught():
        tests = _tests(situation, each, fate.left, tables)
        deserted.append((yield desertion_dice("structure.desertion", each.figures, tables)) if tests else None)
    return replace(fate, deserted=tuple(deserted))


def _own_unit(situation: HitStructure, tables: Tables, fate: Fate) -> Generator[Request, Any, Fate]:
    """Whether the throwers' own unit does: whoever blows himself up is a loss (AVD-12.05, AVD-G.30)."""
    if not fate.throwers_lost or not situation.own_unit_prone_to_desertion:
        return fate
    return replace(fate, own_deserts=(yield desertion_dice("structure.own_desertion", fate.throwers_lost, tables)))


def _tests(situation: HitStructure, caught: Caught, left: int, tables: Tables) -> bool:
    """Whether figures lost with a structure make their unit throw for desertion (AVD-G.24); whole units just go."""
    lost = caught.figures and situation.structure not in WHOLE_UNITS
    return bool(lost) and caught.prone_to_desertion and _falls(situation.structure, left, tables)


def _falls(structure: StructureKind, left: int, tables: Tables) -> bool:
    """Unusable at 10 hits or fewer (AVD-10.04), linear things destroyed at nought (AVD-10.07)."""
    return left <= tables.number("structure", structure, "falls_at")


def _verdict(situation: HitStructure, tables: Tables, fate: Fate) -> StructureVerdict:
    before = value_left(situation, tables)
    falls = _falls(situation.structure, fate.left, tables)
    return StructureVerdict(
        hits=fate.hits,
        before=before,
        left=fate.left,
        falls=falls,
        caught=situation.figures_inside_or_behind if falls else 0,
        deserted=any(fate.deserted),
        throwers_lost=fate.throwers_lost,
        throwers_desert=bool(fate.own_deserts),
        effects=tuple(_effects(situation, before, fate, falls=falls, tables=tables)),
        notes=FIRED,
    )


def value_of(structure: StructureKind, tables: Tables) -> int:
    """The hit value of a structure, or of a 6 inch length of it (AVD-10.01, AVD-G.23)."""
    return tables.number("structure", structure, "value")


def value_left(situation: HitStructure, tables: Tables) -> int:
    """Hits it has left; left open, its whole value."""
    return value_of(situation.structure, tables) if situation.hits_left is None else situation.hits_left


def _dice(situation: HitStructure, tables: Tables) -> AverageDice | CanDice:
    """One average die per artilleryman, two per thrower (AVD-10.03, AVD-10.03b)."""
    structure = situation.structure
    first = Modifier(
        Message.of("reason.structure", structure=structure, value=value_of(structure, tables)),
        None,
        tables.text("structure", structure, "paragraph"),
        tables.is_house(f"structure.{structure}.value"),
    )
    if situation.weapon is Weapon.DYNAMITE:
        tally = Tally((*can_tally(situation.throwers, tables), first), Message("why.hits"))
        return can_dice("structure.cans", situation.throwers, tables, tally, cans_label)
    crew = situation.crew(tables)
    tally = Tally((*crew_reasons(crew, tables), first), Message("why.hits"))
    return average_dice("structure.hits", crew_tally(crew, tables).total, tables, tally=tally, label=hits_label)


def _effects(situation: HitStructure, before: int, fate: Fate, *, falls: bool, tables: Tables) -> Iterator[Effect]:
    structure, name, left = situation.structure, situation.structure_name, fate.left
    yield from own_effects(fate.throwers_lost, deserts=fate.own_deserts)
    if left != before:
        yield HitsOnStructure(whom="structure", structure=structure, name=name, before=before, left=left)
    if falls:
        yield StructureFalls(whom="structure", structure=structure, name=name)
    inches = Fraction(tables.number("structure.caught.inches"))
    for each, deserted in zip(situation.caught(), fate.deserted, strict=True):
        names, count = each.units, each.figures
        if falls and (count or names):
            yield FiguresCaught(whom=each.whose, structure=structure, count=count, inches=inches, units=names)
        if deserted is not None:
            yield UnitDeserts(whom=each.whose) if deserted else UnitStays(whom=each.whose)


def names_in(told: str | None) -> tuple[str, ...]:
    """Names with commas between them."""
    return tuple(name.strip() for name in (told or "").split(",") if name.strip())


def value_problems(structure: StructureKind, hits_left: int | None, tables: Tables) -> Iterator[Problem]:
    """No structure has more hits than its kind has when whole (AVD-10.01)."""
    value = value_of(structure, tables)
    if hits_left is not None and hits_left > value:
        about = Message.of("problem.too_many_hits", structure=structure, value=value)
        yield Problem("hits_left", about, (str(value),), tables.text("structure", structure, "paragraph"))


def _structure_problems(situation: HitStructure, tables: Tables) -> Iterator[Problem]:
    """What cannot be of the structure told (AVD-10.01, AVD-10.04)."""
    yield from value_problems(situation.structure, situation.hits_left, tables)
    if situation.structure_fallen:
        what = situation.structure_name or situation.structure
        yield Problem("structure_fallen", Message.of("problem.fallen_already", what=what), ("no",), "AVD-10.04")


def _room_problems(situation: HitStructure, tables: Tables) -> Iterator[Problem]:
    """A building holds a unit of each side (AVD-5.14, AVD-G.45); a vehicle its load (AVD-G.39)."""
    inside = situation.figures_inside_or_behind
    most = 2 * tables.number("building.figures_of_each_side")
    if situation.structure in CAPACITY and inside > most:
        yield Problem("figures_inside_or_behind", Message.of("problem.building_full", most=most), (), "AVD-5.14")
    if situation.structure in (StructureKind.TRUCK, StructureKind.MOTORBIKE):
        load = tables.number("vehicle", situation.structure)
        if not tables.option("vehicles"):
            yield Problem("structure", Message("problem.no_vehicles"), (), "AVD-G.39")
        elif inside > load:
            yield Problem("figures_inside_or_behind", Message.of("problem.vehicle_full", most=load), (), "AVD-G.39")
