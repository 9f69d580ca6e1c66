"""Raising the forces before the game (chapter 2, AVD-G.03 to AVD-G.06, AVD-G.47)."""

from __future__ import annotations

from collections.abc import Generator, Iterator
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any, ClassVar

from sandtable.kernel.actions import action
from sandtable.kernel.dice import sided
from sandtable.kernel.effects import Effect, OnBooks, effect
from sandtable.kernel.form import Section, choice, number, when, yes_no
from sandtable.kernel.messages import Message
from sandtable.kernel.problem import Problem
from sandtable.kernel.requests import Request, Roll
from sandtable.kernel.stages import Staged
from sandtable.kernel.tables import Tables
from sandtable.kernel.tally import Modifier, Tally
from sandtable.kernel.verdict import Measure, Measures, Outcome, Rule, Ruling, Verdict, measuring
from sandtable.rulesets.average_dice import fields
from sandtable.rulesets.average_dice.dice import average_dice, number_label
from sandtable.rulesets.average_dice.ledger import AverageDiceLedger
from sandtable.rulesets.average_dice.vocabulary import ForceMethod, Side, Weapon


@dataclass(frozen=True, slots=True, kw_only=True)
class BuildForce:
    """A side throws for its force; what it would like to take is held against the throws."""

    side: Side = fields.side()
    force_method: ForceMethod | None = choice(ForceMethod, section=Section.ACTION, optional=True)
    mauser_units: int = number(section=Section.CIRCUMSTANCE, lowest=0, highest=30, usual=2, unit="units")
    winchester_units: int = number(section=Section.CIRCUMSTANCE, lowest=0, highest=30, usual=1, unit="units")
    cavalry_units: int | None = number(
        section=Section.CIRCUMSTANCE, lowest=0, highest=fields.MOST_UNITS, unit="units", optional=True
    )
    dynamite_unit: bool = yes_no(section=Section.ACTION, usual=True)
    flank_march: bool = yes_no(section=Section.ACTION, usual=False, needed=when("side", Side.VILLISTA))
    field_guns: int | None = number(
        section=Section.CIRCUMSTANCE, lowest=0, highest=fields.MOST_GUNS, unit="guns", optional=True
    )
    machine_guns: int | None = number(
        section=Section.CIRCUMSTANCE, lowest=0, highest=fields.MOST_GUNS, unit="guns", optional=True
    )

    def problems(self, tables: Tables) -> Iterator[Problem]:
        """What no throw could allow (AVD-2.05, AVD-2.06)."""
        yield from armoury_problems(self.mauser_units, self.winchester_units, tables)

    def method(self, tables: Tables) -> ForceMethod:
        """The method chosen, else the one in force (AVD-G.47)."""
        return self.force_method or ForceMethod(str(tables.option("force_method")))


@dataclass(frozen=True, slots=True, kw_only=True)
class ForceVerdict(Verdict):
    """What a side may put on the table. Its odds are those of the units; the rest is told in play, each an average die of its own."""

    units: int
    guns: int = 0
    throwers: int = 0
    flank_units: int = 0
    arrival: int = 0
    prone_units: int = 0
    split_legal: bool = True
    measures: ClassVar[Measures] = measuring("units")

    def __eq__(self, other: object) -> bool:
        """Verdicts with as many units are the same event of the exact law."""
        return isinstance(other, ForceVerdict) and self.units == other.units

    def __hash__(self) -> int:
        """By the units, as equality is."""
        return hash(self.units)

    def measured(self) -> dict[str, Measure]:
        """The units, and in play the other throws."""
        others = ("guns", "throwers", "flank_units", "arrival", "prone_units", "split_legal")
        return {"units": self.units, **{name: getattr(self, name) for name in others}}

    def outcome(self) -> Outcome:
        """So many units."""
        return Outcome(f"units_{self.units}", Message.of("outcome.force", units=self.units), 0, self.units)

    def headline(self) -> Message:
        """Units and guns."""
        return Message.of("headline.force", units=self.units, guns=self.guns)


@dataclass(frozen=True, slots=True)
class Throws:
    """What was thrown for a force so far. The odds are those of the units; the rest is told in play, each an average die of its own."""

    units: int
    guns: int = field(default=0, compare=False)
    throwers: int = field(default=0, compare=False)
    flank: int = field(default=0, compare=False)
    arrival: int = field(default=0, compare=False)
    prone: int = field(default=0, compare=False)


@effect(icon="figures")
class UnitsRaised(OnBooks):
    """A side has so many units (AVD-2.03, AVD-2.04)."""

    units: int
    figures: int
    most_cavalry: int

    def on(self, books: AverageDiceLedger) -> AverageDiceLedger:
        return books.with_raised(Side(self.whom), units=self.units)


@effect(icon="artillery")
class GunsAllowed(OnBooks):
    """So many guns of both kinds together (AVD-2.12)."""

    guns: int

    def on(self, books: AverageDiceLedger) -> AverageDiceLedger:
        return books.with_raised(Side(self.whom), guns=self.guns)


@effect(says="{legal?legal:illegal}")
class GunsSplit(Effect):
    """A split of the gun throw (AVD-2.12b, AVD-2.13)."""

    field_guns: int
    machine_guns: int
    guns: int
    legal: bool


@effect()
class CavalryTooMany(Effect):
    """More cavalry was wanted than half of the units (AVD-2.07)."""

    wanted: int
    most: int


@effect(icon="dynamite")
class DynamiteThrowers(OnBooks):
    """So many figures of the dynamite unit throw cans (AVD-2.08)."""

    count: int

    def on(self, books: AverageDiceLedger) -> AverageDiceLedger:
        return books.with_raised(Side(self.whom), throwers=self.count)


@effect(icon="flank")
class FlankMarch(OnBooks):
    """Up to so many units go round the flank (AVD-2.09)."""

    units: int

    def on(self, books: AverageDiceLedger) -> AverageDiceLedger:
        return books.with_raised(Side(self.whom), flank=self.units)


@effect(icon="clock", says="{name?named:counted}")
class FlankArrives(OnBooks):
    """The turn of day 1 in which they come (AVD-2.10)."""

    turn: int
    units: int = 0
    name: str | None = None

    def on(self, books: AverageDiceLedger) -> AverageDiceLedger:
        return replace(books, arrivals=(*books.arrivals, (self.turn, self.name or "")))


@effect(icon="run", says="{pick}", touches=("lots",))
class ProneToDesertion(OnBooks):
    """So many Federal units are prone to desertion (AVD-2.11); who picks them (AVD-G.06)."""

    units: int
    pick: str

    def on(self, books: AverageDiceLedger) -> AverageDiceLedger:
        return replace(books, lots_due=self.units)


@action("force", "AVD-2.03 AVD-2.04 AVD-G.47")
def build_force(situation: BuildForce, tables: Tables) -> Staged[ForceVerdict]:
    """The throws in their order (AVD-G.47): units, guns, dynamite; then the flank march or the units prone to desertion."""
    return Staged(
        situation,
        partial(_units, tables=tables),
        *(partial(_thrown, name, dice) for name, dice in _other_dice(situation, tables)),
        partial(_verdict, situation, tables),
    )


def _other_dice(situation: BuildForce, tables: Tables) -> Iterator[tuple[str, Request]]:
    """The dice that follow those for the units, each with what it tells."""

    def dice(key: str, number_of_dice: str) -> Request:
        return average_dice(key, tables.number(number_of_dice), tables, label=number_label)

    yield "guns", dice("force.guns", "force.dice.guns")
    if situation.dynamite_unit and tables.number("armoury.dynamite"):
        yield "throwers", dice("force.throwers", "force.dynamite.dice")
    if situation.side is Side.VILLISTA and situation.flank_march:
        yield "flank", dice("force.flank", "force.flank.dice")
        if tables.option("flank") == "one_throw":
            yield "arrival", arrival_dice("force.arrival", tables)
    if situation.side is Side.FEDERAL:
        yield "prone", dice("force.desertion", "force.desertion.dice")


def _thrown(name: str, dice: Request, throws: Throws) -> Generator[Request, Any, Throws]:
    return replace(throws, **{name: (yield dice)})


def _units(situation: BuildForce, tables: Tables) -> Generator[Request, Any, Throws]:
    """Method A: 10 and as many more as a die shows (AVD-2.03); method B: four dice for the attacker, three for the defender (AVD-2.04)."""
    method = situation.method(tables)
    fixed, dice = units_of(method, situation.side, tables)
    rule = "AVD-2.03" if method is ForceMethod.A else "AVD-2.04"
    reason = Message.of("reason.force", method=method, side=situation.side, dice=dice)
    tally = Tally((Modifier(reason, fixed or None, rule),))
    return Throws((yield average_dice("force.units", dice, tables, less=-fixed, tally=tally, label=number_label)))


def units_of(method: ForceMethod, side: Side, tables: Tables) -> tuple[int, int]:
    """Units for certain, and dice for more."""
    return tables.number("force", method, side, "units"), tables.number("force", method, side, "dice")


def arrival_dice(key: str, tables: Tables) -> Request:
    """Two average dice for the turn in which a flank march arrives (AVD-2.10)."""
    return average_dice(key, tables.number("force.arrival.dice"), tables, label=number_label)


def _verdict(situation: BuildForce, tables: Tables, throws: Throws) -> ForceVerdict:
    side, units, guns = situation.side, throws.units, throws.guns
    most, prone = most_cavalry(units, tables), min(throws.prone, units)
    effects: list[Effect] = [
        UnitsRaised(whom=side, units=units, figures=tables.number("unit.figures"), most_cavalry=most),
        GunsAllowed(whom=side, guns=guns),
    ]
    split = _split(situation, guns)
    if split is not None:
        effects.append(split)
    if situation.cavalry_units is not None and situation.cavalry_units > most:
        effects.append(CavalryTooMany(whom=side, wanted=situation.cavalry_units, most=most))
    if throws.throwers:
        effects.append(DynamiteThrowers(whom=side, count=throws.throwers))
    if throws.flank:
        effects.append(FlankMarch(whom=side, units=throws.flank, known_to=side))
    if throws.arrival:
        effects.append(FlankArrives(whom=side, turn=throws.arrival, units=throws.flank, known_to=side))
    if prone:
        effects.append(ProneToDesertion(whom=side, units=prone, pick=str(tables.option("desertion_pick"))))
    return ForceVerdict(
        units=units,
        guns=guns,
        throwers=throws.throwers,
        flank_units=throws.flank,
        arrival=throws.arrival,
        prone_units=prone,
        split_legal=split is None or split.legal,
        effects=tuple(effects),
    )


def _split(situation: BuildForce, guns: int) -> GunsSplit | None:
    """A split wished for, held against the throw (AVD-2.12b, AVD-2.13); one kind told, the rest are of the other."""
    field_guns, machine_guns = situation.field_guns, situation.machine_guns
    if field_guns is None and machine_guns is None:
        return None
    if field_guns is None:
        field_guns = max(0, guns - (machine_guns or 0))
    if machine_guns is None:
        machine_guns = max(0, guns - field_guns)
    legal = split_legal(field_guns, machine_guns, guns)
    return GunsSplit(whom=situation.side, field_guns=field_guns, machine_guns=machine_guns, guns=guns, legal=legal)


def split_legal(field_guns: int, machine_guns: int, guns: int) -> bool:
    """Any split that sums to the throw (AVD-2.13)."""
    return field_guns + machine_guns == guns


def most_cavalry(units: int, tables: Tables) -> int:
    """Half of the units, rounded down (AVD-2.07, AVD-G.03)."""
    return units // tables.number("armoury.cavalry.part")


def armoury_problems(mausers: int, winchesters: int, tables: Tables) -> Iterator[Problem]:
    """Two Mauser units and one Winchester unit a side (AVD-2.05, AVD-2.06)."""
    most_mausers, most_winchesters = tables.number("armoury.mauser"), tables.number("armoury.winchester")
    if mausers > most_mausers:
        yield Problem("mauser_units", Message.of("problem.mausers", most=most_mausers), (), "AVD-2.05")
    if winchesters > most_winchesters:
        yield Problem("winchester_units", Message.of("problem.winchesters", most=most_winchesters), (), "AVD-2.06")


def field_gun_of(side: Side, tables: Tables) -> Weapon:
    """Federals have field guns, Villistas hotchpotch field guns; by option both the former (AVD-G.04)."""
    if side is Side.FEDERAL or tables.option("field_gun_type") == "standard":
        return Weapon.FIELD_GUN
    return Weapon.HOTCHPOTCH_FIELD_GUN


@dataclass(frozen=True, slots=True, kw_only=True)
class FlankArrival:
    """A throw for the turn in which a flank march arrives."""

    actor_name: str | None = fields.name()
    flank_units: int = number(section=Section.ACTOR, lowest=1, highest=fields.MOST_UNITS, usual=1, unit="units")
    actor_gone: bool = fields.unticked()

    def problems(self, tables: Tables) -> Iterator[Problem]:  # noqa: ARG002 - every situation is handed its tables
        """A unit that is gone comes from nowhere."""
        yield from fields.gone_problems(self)


@action("force", "AVD-2.10 AVD-G.05", measures="arrival")
def flank_arrival(situation: FlankArrival, tables: Tables) -> Rule[Ruling]:
    """Two average dice for the turn (AVD-2.10); secret until they come (AVD-G.05)."""
    turn: int = yield arrival_dice("flank.arrival", tables)
    units, name = situation.flank_units, situation.actor_name
    arrives = FlankArrives(whom=Side.VILLISTA, turn=turn, units=units, name=name, known_to=Side.VILLISTA)
    return Ruling.of("arrival", arrives, order=turn, arrival=turn)


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawLot:
    """A unit is drawn at random from a list (AVD-G.06)."""

    units_to_draw_from: int = number(section=Section.ACTOR, lowest=1, highest=fields.MOST_UNITS, usual=10, unit="units")


@effect(icon="hand", touches=("lots",))
class LotDrawn(OnBooks):
    """The lot falls on one unit of a list (AVD-G.06)."""

    number: int
    of: int

    def on(self, books: AverageDiceLedger) -> AverageDiceLedger:
        drawn = books.drawable()[self.number - 1 : self.number]
        books = books.with_units(*(replace(unit, prone_to_desertion=True) for unit in drawn))
        return replace(books, lots_due=max(0, books.lots_due - 1))


@action("force", "AVD-2.11 AVD-G.06", measures="lot")
def draw_lot(situation: DrawLot) -> Rule[Ruling]:
    """One unit, each as likely as the other, by its number from the top of the list; on paper: slips in a hat."""
    units = situation.units_to_draw_from
    drawn: int = yield Roll(
        "lot.unit",
        (sided(units),),
        read=lambda face: face,
        says=Message.of("request.lot", units=units),
        label=number_label,
    )
    return Ruling.of("lot", LotDrawn(whom=Side.FEDERAL, number=drawn, of=units), order=drawn, lot=drawn)


def largest_gun_throw(tables: Tables) -> int:
    """The most guns that a throw can bring."""
    return fields.largest_throw("force.dice.guns", tables)
