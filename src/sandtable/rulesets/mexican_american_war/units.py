"""A unit as the forms describe it, and what follows from that for every rule (chapters 17, 18, 21)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from sandtable.kernel.effects import numbered
from sandtable.kernel.form import Section, choice, yes_no
from sandtable.kernel.ledger import name_key
from sandtable.kernel.messages import Message
from sandtable.kernel.problem import Problem
from sandtable.kernel.tables import Tables
from sandtable.kernel.tally import Modifier
from sandtable.rulesets.mexican_american_war import fields
from sandtable.rulesets.mexican_american_war.vocabulary import (
    CAVALRY_FORMATIONS,
    HEAVY_CARRIAGES,
    OPEN_ORDER,
    PART_TIMERS,
    SQUARES,
    WITH_LEADER,
    Arm,
    Carriage,
    Command,
    Effectiveness,
    Experience,
    Formation,
    LeaderWith,
    MoraleClass,
    OrderState,
    UnitClass,
)


class Graded:
    """What follows from how a unit was raised and trained, for every form that asks for both."""

    __slots__ = ()
    unit_class: UnitClass
    experience: Experience

    @property
    def part_timer(self) -> bool:
        """National guard, auxiliaries and irregulars."""
        return self.unit_class in PART_TIMERS

    @property
    def graded(self) -> Experience:
        """Experience; part-timers are Raw (MAW-18.02)."""
        return Experience.RAW if self.part_timer else self.experience

    @property
    def is_raw(self) -> bool:
        """Raw troops or guns."""
        return self.graded is Experience.RAW


@dataclass(frozen=True, slots=True, kw_only=True)
class Unit(Graded):
    """What the labels and markers of a unit say."""

    name: str | None = fields.name()
    arm: Arm = fields.arm()
    mounted: bool = fields.mounted()
    unit_class: UnitClass = fields.unit_class()
    experience: Experience = fields.experience()
    effectiveness: Effectiveness | None = fields.effectiveness()
    morale_class: MoraleClass | None = fields.morale_class()
    start_stands: int | None = fields.start_stands()
    stands: int | None = fields.stands()
    order: OrderState = fields.order()
    formation: Formation = fields.formation()
    carriage: Carriage = fields.carriage()
    limbered: bool = fields.guns_box()
    silenced: bool = fields.guns_box()
    fixed: bool = fields.guns_box()
    gone: bool = fields.box()

    @property
    def is_guns(self) -> bool:
        """Guns, not troops."""
        return self.arm is Arm.GUNS

    @property
    def on_horse(self) -> bool:
        """Cavalry in the saddle; dismounted it counts as foot (MAW-G.22c)."""
        return self.arm is Arm.CAVALRY and self.mounted

    @property
    def dismounted(self) -> bool:
        """Cavalry on foot."""
        return self.arm is Arm.CAVALRY and not self.mounted

    @property
    def broken(self) -> bool:
        """A mob without formation (MAW-G.19f)."""
        return not self.is_guns and self.order is OrderState.BROKEN

    @property
    def in_disorder(self) -> bool:
        """Disordered or broken troops: a broken unit counts as disordered (MAW-G.60)."""
        return not self.is_guns and self.order is not OrderState.GOOD

    @property
    def shape(self) -> Formation | None:
        """The formation, where the unit has one; dismounted cavalry is in open order (MAW-G.19h)."""
        if self.is_guns or self.broken:
            return None
        if self.dismounted and self.formation not in OPEN_ORDER:
            return Formation.OPEN_THIN
        return self.formation

    @property
    def reforms_in(self) -> Formation:
        """The formation broken troops take again: line, but irregulars and dismounted cavalry open order (MAW-6.10, MAW-G.19h, MAW-G.46)."""
        loose = self.unit_class is UnitClass.IRREGULAR or self.dismounted
        return Formation.OPEN_THIN if loose else Formation.LINE

    @property
    def has_no_flank(self) -> bool:
        """Squares, garrisons and storming columns (MAW-G.12b)."""
        return self.in_square or self.shape in (Formation.GARRISON, Formation.STORMING_COLUMN)

    @property
    def in_square(self) -> bool:
        """In a square of either kind."""
        return self.shape in SQUARES

    @property
    def heavy(self) -> bool:
        """Guns on a heavy carriage (MAW-21.03b)."""
        return self.is_guns and self.carriage in HEAVY_CARRIAGES

    def left_open(self, tables: Tables) -> Mapping[str, Any]:
        """Its effectiveness, where nobody has told it (MAW-17.04)."""
        told = self.is_guns or self.effectiveness is not None
        return {} if told else {"effectiveness": effectiveness_of(self, tables)}

    def unit_problems(self, tables: Tables) -> Iterator[Problem]:
        """What a unit's own fields forbid together."""
        yield from gone_problems("gone", gone=self.gone)
        yield from effectiveness_problems(self, tables)
        shape = self.shape
        if shape in SQUARES and self.arm is not Arm.INFANTRY:
            yield Problem("formation", Message("problem.square_infantry"), CAVALRY_FORMATIONS, "MAW-15.05")
        loose = (*OPEN_ORDER, Formation.MARCH_COLUMN)  # irregulars march and skirmish (MAW-7.13)
        if self.unit_class is UnitClass.IRREGULAR and shape is not None and shape not in loose:
            yield Problem("formation", Message("problem.irregular_formation"), loose, "MAW-G.46")
        if self.is_guns and self.fixed and self.limbered:
            yield Problem("limbered", Message("problem.fixed_limbered"), ("no",), "MAW-G.26b")
        if self.start_stands is not None and self.stands is not None and self.stands > self.start_stands:
            yield Problem(
                "stands", Message.of("problem.more_than_started", stands=self.stands, started=self.start_stands)
            )


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckedUnit(Unit):
    """One unit of the check."""

    stands: int | None = fields.stands(section=Section.CIRCUMSTANCE)
    command: Command = choice(Command, section=Section.ACTOR, usual=Command.OWN)
    leader_with_unit: LeaderWith = fields.leader_with_unit()
    linear_cover: bool = fields.box()
    outflanked: bool = fields.box()
    in_close_range: bool | None = yes_no(section=Section.CIRCUMSTANCE, optional=True)
    fortified: bool = fields.box()
    low_ammunition: bool = fields.box()
    checked_already: bool = fields.box()
    crew_sheltered: bool = fields.box(needed=fields.IS_GUNS)

    def left_open(self, tables: Tables) -> Mapping[str, Any]:
        """Its effectiveness, and whether an enemy is near, where nobody has told it."""
        near = {"in_close_range": self.threatened} if self.in_close_range is None else {}
        return {**Unit.left_open(self, tables), **near}

    @property
    def threatened(self) -> bool:
        """In close range and arc of an enemy (MAW-6.12); not told, disordered troops are and others are not."""
        return self.in_disorder if self.in_close_range is None else self.in_close_range

    @property
    def holds_ground(self) -> bool:
        """Fortified, or in square (MAW-1.20, MAW-15.11)."""
        return self.fortified or self.in_square

    @property
    def right_column(self) -> bool:
        """Disordered or broken troops read the right column; guns never do (MAW-1.16, MAW-6.04)."""
        return self.in_disorder


def effectiveness_of(unit: Unit, tables: Tables, stands: int | None = None) -> Effectiveness:
    """Fresh, Worn or Spent: by morale class and stands where these are known, else as told, else Fresh (MAW-17.04)."""
    left = unit.stands if stands is None else stands
    morale = unit.morale_class or (MoraleClass.DISPIRITED if unit.part_timer else None)
    if morale is not None and unit.start_stands is not None and left is not None:
        return state_of(morale, unit.start_stands, left, tables)
    return unit.effectiveness or Effectiveness.FRESH


def state_of(morale: MoraleClass, started: int, left: int, tables: Tables) -> Effectiveness:
    """A row of the effectiveness table read with the stands left (MAW-17.03, MAW-17.04)."""
    worn, spent = thresholds(morale, started, tables)
    if left <= spent:
        return Effectiveness.SPENT
    return Effectiveness.WORN if worn is not None and left <= worn else Effectiveness.FRESH


@lru_cache(maxsize=512)
def thresholds(morale: MoraleClass, started: int, tables: Tables) -> tuple[int | None, int]:
    """Stands at which a unit is worn (None: no such step) and spent."""
    starts = tables.row("effectiveness.start")
    if started not in starts:
        return None, 0  # a single stand is no unit of the table
    row = starts.index(started)
    worn: int = tables.row("effectiveness", morale, "worn")[row]
    spent: int = tables.row("effectiveness", morale, "spent")[row]
    if morale is MoraleClass.DISPIRITED:
        disputed = started == tables.number("dispirited7.stands")
        if disputed and tables.option("dispirited7") == "printed":
            spent = tables.number("dispirited7.printed")
    return worn or None, spent


def effectiveness_problems(unit: Unit, tables: Tables) -> Iterator[Problem]:
    """What was told must agree with what the stands say."""
    if unit.effectiveness is None:
        return
    counted = effectiveness_of(unit, tables)
    if counted is not unit.effectiveness:
        about = Message.of("problem.effectiveness", stands=unit.stands, started=unit.start_stands, counted=counted)
        yield Problem("effectiveness", about, (counted,), "MAW-17.04")


@lru_cache(maxsize=1024)
def line(tables: Tables, *parts: str) -> Modifier:
    """A line of a modifier list, looked up once for each set of tables: exact odds ask for the same lines over and over."""
    return tables.modifier(*parts)


@lru_cache(maxsize=128)
def lines(tables: Tables, table: str, names: tuple[str, ...]) -> Mapping[str, Modifier]:
    """All lines of a list of which one counts, looked up together."""
    return {name: tables.modifier(table, name) for name in names}


def gone_problems(field: str, *, gone: bool) -> Iterator[Problem]:
    """A unit that has left the game takes no orders and is nobody's target (MAW-10.04)."""
    if gone:
        yield Problem(field, Message("problem.gone"), ("no",), "MAW-10.04")


def has_leader(who: LeaderWith) -> bool:
    """A leader, not only a colonel, is with the unit."""
    return who in WITH_LEADER


def inside(problems: Iterator[Problem], place: str, number: int) -> Iterator[Problem]:
    """Problems of a member of a group, named from outside."""
    for problem in problems:
        yield problem.inside(f"{place}.{number}")


def same_names(*places: tuple[str, Sequence[str | None]]) -> Iterator[Problem]:
    """Two units of one action must not share a name: nobody could tell which of them an instruction means."""
    seen: set[str] = set()
    for place, names in places:
        for number, name in enumerate(names, start=1):
            if name is not None and name_key(name) in seen:
                yield Problem(f"{place}.{number}.name", Message.of("problem.same_name", name=name))
            seen |= {name_key(name)} if name is not None else set()


def called(name: str | None, role: str, number: int, of: int) -> str:
    """What a unit is called in effects: its name, else its role, numbered where there are several."""
    return name or (role if of == 1 else numbered(role, number))


def spoken(name: str | None, arm: Arm) -> str | Message:
    """A unit in the middle of a sentence: its name, else its arm."""
    return name or Message(f"word.some.{arm}")


def acting(action: str, name: str | None) -> Message:
    """Who does what, in an entry of the log."""
    return Message.of(f"subject.{action}", who=name or Message("word.unit"))
