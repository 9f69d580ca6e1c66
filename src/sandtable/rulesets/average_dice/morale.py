"""Morale: desertion, a General killed, units made normal again, weak units that join (chapter 12, AVD-3.12, AVD-4.05, AVD-4.06)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from sandtable.kernel.actions import action
from sandtable.kernel.dice import D6
from sandtable.kernel.effects import Effect, OnBooks, OnUnit, effect
from sandtable.kernel.form import Section, group, number, text, yes_no
from sandtable.kernel.messages import Message
from sandtable.kernel.problem import Problem
from sandtable.kernel.requests import Band, Label
from sandtable.kernel.tables import Tables
from sandtable.kernel.tally import Modifier, Tally
from sandtable.kernel.verdict import Rule, Ruling
from sandtable.rulesets.average_dice import fields
from sandtable.rulesets.average_dice.casualties import desertion_dice
from sandtable.rulesets.average_dice.dice import Sifted, SiftingDice, average_dice, number_label
from sandtable.rulesets.average_dice.effects import MoralVictory, RestoreThrow, UnitDeserts, UnitStays
from sandtable.rulesets.average_dice.ledger import AverageDiceLedger, KnownUnit
from sandtable.rulesets.average_dice.vocabulary import OTHER_SIDE, Side


@dataclass(frozen=True, slots=True, kw_only=True)
class DesertionTest:
    """A unit prone to desertion has lost figures."""

    target_name: str | None = fields.name()
    figures_lost: int = fields.figures(section=Section.ACTOR, usual=1)
    target_off_table: bool = fields.unticked()

    def problems(self, tables: Tables) -> Iterator[Problem]:  # noqa: ARG002 - every situation is handed its tables
        """A unit that is gone throws for nothing."""
        yield from fields.off_table_problems(self)


@action("morale", "AVD-12.05 AVD-G.30", measures="deserts")
def desertion_test(situation: DesertionTest, tables: Tables) -> Rule[Ruling]:
    """A D6 for each figure lost: 1 to 3 and the unit leaves (AVD-12.05, AVD-G.30)."""
    if (yield desertion_dice("desertion.test", situation.figures_lost, tables)):
        gone = Message("headline.volley.deserts")
        return Ruling.of("volley.deserts", UnitDeserts(whom="target"), grave=4, order=1, large=gone, deserts=True)
    stays = Message("headline.desertion.stays")
    return Ruling.of("desertion.stays", UnitStays(whom="target"), large=stays, deserts=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnUnit:
    """A unit whose General has fallen."""

    unit_name: str | None = text(section=Section.ACTOR, optional=True)
    unit_figures: int = fields.figures(section=Section.ACTOR, usual=8)
    tested_already: bool = yes_no(section=Section.ACTOR, usual=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class GeneralFalls:
    """A General is killed: his side's units, in the order their dice will be read."""

    side: Side = fields.side()
    own_units: tuple[OwnUnit, ...] = group(OwnUnit, section=Section.ALL, lowest=0, highest=fields.MOST_UNITS)

    def testing(self, tables: Tables) -> tuple[OwnUnit, ...]:
        """Units of 8 or fewer figures that have not thrown for it (AVD-12.06 to AVD-12.06c)."""
        most = tables.number("morale.general.figures")
        return tuple(unit for unit in self.own_units if unit.unit_figures <= most and not unit.tested_already)


@effect(icon="run", says="{manner}")
class UnitsLeave(OnBooks):
    """Units that leave at their General's death (AVD-12.06); by name where the dice tell which."""

    count: int
    tested: int
    leaves_on: int
    units: tuple[str, ...] = field(default=(), compare=False)  # which of them is all one to the odds
    stays: tuple[str, ...] = field(default=(), compare=False)

    @property
    def manner(self) -> str:
        """By name, nobody, or without names or single dice how many; of one that threw nobody is told a number."""
        if not self.count:
            return "none" if self.tested > 1 else "steady"
        if len(self.units) == self.count:
            return "named"
        return "counted" if self.tested > 1 else "only"

    @property
    def detail(self) -> Message:
        """Who carries on, or how the dice tell which unit leaves."""
        if self.stays:
            return Message.of("effect.units_leave.stays", units=self.stays, count=len(self.stays))
        return Message(f"{self.message.id}_detail", self.message.parameters)

    def on(self, books: AverageDiceLedger) -> AverageDiceLedger:
        return books.each_of(self.units, KnownUnit.removed)


@effect(says="{manner}")
class NobodyTests(Effect):
    """Every unit is too strong to test, or has tested already (AVD-12.06b, AVD-12.06c); or nobody said which there are."""

    most: int
    tested_already: int = 0
    listed: int = 0

    @property
    def manner(self) -> str:
        """Why nobody tests."""
        if not self.listed:
            return "unlisted"
        return "again" if self.tested_already else "strong"


@effect(has_words=False, touches=("points",))
class GeneralMourned(OnBooks):
    """A General is dead, and these units have thrown for it, once and for all (AVD-12.06b)."""

    units: tuple[str, ...]

    def on(self, books: AverageDiceLedger) -> AverageDiceLedger:
        side = Side(self.whom)
        books = books.general_falls(side).each_of(self.units, lambda unit: replace(unit, general_tested=True))
        return replace(books, fallen=tuple(each for each in books.fallen if each is not side))


@action("morale", "AVD-12.06 AVD-4.05", measures="units_leaving units_tested points")
def general_killed(situation: GeneralFalls, tables: Tables) -> Rule[Ruling]:
    """Own units of 8 or fewer throw a D6 each, once: 1 to 3 leaves (AVD-12.06). The troops can still be moved (AVD-4.04)."""
    testing = situation.testing(tables)
    left = (yield general_dice(len(testing), tables)) if testing else Sifted(0)
    points = tables.number("points.general.points")
    winner = OTHER_SIDE[situation.side]
    effects: list[Effect] = [MoralVictory(whom=winner, side=winner, cause="general", points=points)]
    if winner is Side.FEDERAL:
        effects.append(RestoreThrow(whom=winner, dice=tables.number("restore.dice")))
    effects.append(_leave(situation, testing, left, tables) if testing else _nobody(situation, tables))
    tested = tuple(unit.unit_name for unit in testing if unit.unit_name)
    ended = "general.leave" if left.count else "general.none"
    return Ruling.of(
        ended,
        *effects,
        notes=(GeneralMourned(whom=situation.side, units=tested),),
        grave=1 + min(3, 3 * left.count // len(testing)) if left.count else 0,
        order=left.count,
        large=Message.of(f"headline.{ended}", units_leaving=left.count),
        units_leaving=left.count,
        units_tested=len(testing),
        points=points,
    )


def _leave(situation: GeneralFalls, testing: tuple[OwnUnit, ...], left: Sifted, tables: Tables) -> UnitsLeave:
    """Who leaves and who stays, by name where names and dice are known."""
    leaves_on = tables.number("morale.general.leaves_on")
    names = tuple(unit.unit_name for unit in testing)
    gone: tuple[str, ...] = ()
    stay: tuple[str, ...] = ()
    if left.places is not None and all(names):
        gone = tuple(name for place, name in enumerate(names) if name and place in left.places)
        stay = tuple(name for place, name in enumerate(names) if name and place not in left.places)
    return UnitsLeave(
        whom=situation.side, count=left.count, tested=len(testing), leaves_on=leaves_on, units=gone, stays=stay
    )


def _nobody(situation: GeneralFalls, tables: Tables) -> NobodyTests:
    """Too strong, or tested before, or none is listed."""
    most = tables.number("morale.general.figures")
    before = sum(unit.unit_figures <= most for unit in situation.own_units)
    return NobodyTests(whom=situation.side, most=most, tested_already=before, listed=len(situation.own_units))


def general_dice(units: int, tables: Tables) -> SiftingDice:
    """One D6 for each unit that tests, in the order of the list."""
    leaves_on, most = tables.number("morale.general.leaves_on"), tables.number("morale.general.figures")
    return SiftingDice(
        "general.test",
        D6,
        units,
        (Band(Message.of("band.leaves", score=leaves_on), frozenset(range(1, leaves_on + 1)), 4),),
        read=lambda leaving: leaving,
        tally=Tally((Modifier(Message.of("reason.general", most=most, leaves_on=leaves_on), None, "AVD-12.06"),)),
        says=Message.of("request.general", number=units, leaves_on=leaves_on, most=most),
        label=lambda left: Label(Message.of("label.leave", units=left.count), 3 if left.count else 0),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class RestoreUnits:
    """The Federals have had a moral victory."""

    prone_units_left: int = number(section=Section.ACTOR, lowest=0, highest=fields.MOST_UNITS, usual=2, unit="units")

    def in_order(self) -> tuple[str, ...]:
        """The prone units by name, those that are restored first before the others; a form tells of none."""
        return ()


@effect(icon="rally")
class UnitsRestored(OnBooks):
    """So many units are no longer prone to desertion (AVD-3.12)."""

    count: int
    left: int

    def on(self, books: AverageDiceLedger) -> AverageDiceLedger:
        return replace(books, restores_due=max(0, books.restores_due - 1))


@action("morale", "AVD-3.12 AVD-G.06", measures="units_restored prone_units_left")
def restore_units(situation: RestoreUnits, tables: Tables) -> Rule[Ruling]:
    """As many prone units as an average die shows become normal, fewer if fewer remain (AVD-3.12, AVD-G.06)."""
    prone = situation.prone_units_left
    dice = average_dice("restore.units", tables.number("restore.dice"), tables, most=prone, label=number_label)
    restored: int = yield dice
    left = prone - restored
    effect = UnitsRestored(whom=Side.FEDERAL, count=restored, left=left)
    return Ruling.of(
        "restore",
        effect,
        notes=tuple(ProneBecomes(whom=name, prone=False) for name in situation.in_order()[:restored]),
        order=restored,
        units_restored=restored,
        prone_units_left=left,
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Join:
    """Two weak units join (AVD-12.04)."""

    actor_name: str | None = fields.name(pair="target_name")
    target_name: str | None = fields.name(pair="actor_name")
    unit_figures: int = fields.figures(section=Section.ACTOR, usual=2)
    other_figures: int = fields.figures(section=Section.TARGET, usual=2)
    unit_prone_to_desertion: bool = yes_no(section=Section.ACTOR, usual=False)
    other_prone_to_desertion: bool = yes_no(section=Section.TARGET, usual=False)
    within_reach: bool = yes_no(section=Section.CIRCUMSTANCE, usual=True)
    actor_off_table: bool = fields.unticked()
    target_off_table: bool = fields.unticked()

    def problems(self, tables: Tables) -> Iterator[Problem]:
        """Only units of 4 or fewer join, within 2 inches, and no unit with itself (AVD-12.04, AVD-G.29)."""
        yield from fields.off_table_problems(self)
        if self.actor_name and self.actor_name == self.target_name:
            yield Problem("target_name", Message("problem.joins_itself"), (), "AVD-12.04")
        weak = tables.number("morale.weak.figures")
        for name, figures in (("unit_figures", self.unit_figures), ("other_figures", self.other_figures)):
            if figures > weak:
                yield Problem(name, Message.of("problem.too_strong_to_join", weak=weak), (), "AVD-12.04")
        if not self.within_reach:
            yield Problem(
                "within_reach",
                Message.of("problem.too_far_to_join", inches=tables.exact("join.inches")),
                (),
                "AVD-G.29",
            )


@effect(icon="figures", says="{may}")
class UnitJoined(OnUnit):
    """Two weak units become one (AVD-12.04)."""

    figures: int
    may: str

    def on(self, unit: KnownUnit) -> KnownUnit:
        return replace(unit, figures=self.figures, joined=True)


@effect(has_words=False)
class ProneBecomes(OnUnit):
    """Whether a joined unit is prone to desertion (AVD-G.29)."""

    prone: bool

    def on(self, unit: KnownUnit) -> KnownUnit:
        return replace(unit, prone_to_desertion=self.prone)


@effect(has_words=False)
class JoinsAnother(OnUnit):
    """Its figures belong to another unit now (AVD-12.04)."""

    def on(self, unit: KnownUnit) -> KnownUnit:
        return replace(unit, figures=0, gone=True)


@action("move", "AVD-12.04 AVD-G.29", measures="figures may_advance may_fight prone_to_desertion")
def join(situation: Join, tables: Tables) -> Ruling:
    """The joined unit must total 4 to advance (AVD-12.04b) and 5 to go into melee (AVD-G.29)."""
    figures = situation.unit_figures + situation.other_figures
    may = joined_may(figures, tables)
    prone = situation.unit_prone_to_desertion or situation.other_prone_to_desertion
    return Ruling.of(
        "join",
        UnitJoined(whom="actor", figures=figures, may=may),
        notes=(ProneBecomes(whom="actor", prone=prone), JoinsAnother(whom="target")),
        reasons=(Modifier(Message("reason.join.prone"), None, "AVD-G.29"),) if prone else (),
        figures=figures,
        may_advance=may != "stay",
        may_fight=may == "all",
        prone_to_desertion=prone,
    )


def joined_may(figures: int, tables: Tables) -> str:
    """``stay``, ``advance`` or ``all``."""
    if figures < int(tables.option("join_min")):
        return "stay"
    return "advance" if figures <= tables.number("morale.weak.figures") else "all"
