"""Movement over mixed ground (chapter 6, PRE-G.23, PRE-G.24), and leaving the field."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction

from sandtable.kernel.actions import action
from sandtable.kernel.effects import Effect, OnUnit, effect
from sandtable.kernel.form import Section, choice, distance, group, lengths, yes_no
from sandtable.kernel.ledger import Deed
from sandtable.kernel.messages import Message
from sandtable.kernel.problem import Problem
from sandtable.kernel.requests import WORST_SEVERITY, Observe
from sandtable.kernel.tables import Tables
from sandtable.kernel.tally import Modifier, Tally
from sandtable.kernel.verdict import Rule, Ruling
from sandtable.rulesets.mesoamerica import fields
from sandtable.rulesets.mesoamerica.effects import OnUnitNow
from sandtable.rulesets.mesoamerica.ledger import KnownUnit, Marker, MesoamericaLedger
from sandtable.rulesets.mesoamerica.levels import duty, headings, level_inches, level_message, level_share
from sandtable.rulesets.mesoamerica.notes import note, table_note
from sandtable.rulesets.mesoamerica.vocabulary import (
    Delivery,
    Fired,
    Heading,
    Hill,
    LeaderFate,
    Terrain,
    Turning,
    UnitType,
)

MOST_LEGS = 8
_NOTHING = Fraction(0)


@dataclass(frozen=True, slots=True, kw_only=True)
class Leg:
    """A stretch of the path over one kind of ground; no inches in the last asks what is left there."""

    terrain: Terrain = choice(Terrain)
    inches: Fraction = distance(usual=_NOTHING, highest=60, plates=lengths(*(f"move.{ground}" for ground in Terrain)))


@dataclass(frozen=True, slots=True, kw_only=True)
class Move:
    """A unit moves along its path."""

    actor_name: str | None = fields.name("actor")
    legs: tuple[Leg, ...] = group(Leg, highest=MOST_LEGS, section=Section.ACTION)
    turning: Turning = choice(Turning, section=Section.ACTION, usual=Turning.QUARTER)
    hill: Hill = choice(Hill, section=Section.ACTION, usual=Hill.LEVEL)
    actor_fired: Fired = choice(Fired, section=Section.ACTION, usual=Fired.NO)
    actor_unconscious: int = fields.unconscious("actor")
    actor_level: int = fields.level("actor")
    heading: Heading = choice(Heading, section=Section.CIRCUMSTANCE, usual=Heading.ACROSS)
    actor_checked: bool = fields.circumstance()
    actor_type: UnitType = fields.unit_type("actor")
    actor_moved: bool = fields.circumstance()
    actor_gone: bool = fields.circumstance()

    def problems(self, tables: Tables) -> Iterator[Problem]:
        """Once a turn (PRE-6.01). Full fire forbids it (PRE-5.20); a path longer than the movement is refused with what is possible (PRE-6.02)."""
        yield from fields.pair_problems(self)
        if self.actor_moved:
            yield Problem("actor_moved", Message("problem.moved_already"), ("no",), "PRE-6.01")
        yield from fields.spanish_problems(self.actor_type, "actor_type", tables)
        if self.actor_fired is Fired.FULL:
            yield Problem("actor_fired", Message("problem.fired_full"), (Fired.NO, Fired.HALF), "PRE-5.20")
            return
        spent = self.start_share(tables)
        if spent > 1:
            yield Problem("legs", Message("problem.no_movement"), (), "PRE-G.24")
            return
        for number, leg in enumerate(self.legs):
            allowance = self.allowance(number, tables)
            most = (1 - spent) * allowance
            if leg.inches > most:
                about = Message.of("problem.path_too_long", inches=leg.inches, most=most, terrain=leg.terrain)
                yield Problem(f"legs.{number + 1}.inches", about, (), "PRE-6.02")
                return
            spent += leg.inches / allowance if allowance else _NOTHING
        yield from self._level_problems(spent - self.start_share(tables), tables)

    def _level_problems(self, share: Fraction, tables: Tables) -> Iterator[Problem]:
        """A unit checked this turn, or at M-3 or lower, goes where its level allows and no farther (PRE-G.43)."""
        if not self.bound(tables) or not share:
            return
        ways = headings(self.actor_level)
        if self.heading not in ways:
            about = Message.of("problem.wrong_way", level=level_message(self.actor_level))
            yield Problem("heading", about, ways, "PRE-G.43")
            return
        most = level_share(self.actor_level, self.heading, tables) * (1 - self.fire_share(tables))
        if share > most:
            inches = most * tables.exact("move", self.legs[-1].terrain)
            about = Message.of("problem.too_far_for_level", level=level_message(self.actor_level), inches=inches)
            yield Problem(f"legs.{len(self.legs)}.inches", about, (), "PRE-G.43")

    def bound(self, tables: Tables) -> bool:
        """Whether its morale level binds the unit in this turn (PRE-G.43)."""
        return self.actor_checked or self.actor_level <= tables.number("morale.retreats.level")

    def fire_share(self, tables: Tables) -> Fraction:
        """The part of the movement that half fire has used up (PRE-5.21)."""
        return Fraction(1, tables.number("missile.half.divisor")) if self.actor_fired is Fired.HALF else _NOTHING

    def allowance(self, leg: int, tables: Tables) -> Fraction:
        """The movement in the ground of a leg; a hill changes that of the ground the unit starts in (PRE-6.01, PRE-G.24)."""
        inches = tables.exact("move", self.legs[leg].terrain)
        if self.actor_type is UnitType.SPANISH:
            inches *= tables.number("move.spanish.factor")
        if leg == 0 and self.hill is not Hill.LEVEL:
            inches = max(_NOTHING, inches + tables.exact("move.hill", self.hill))
        return inches

    def start_share(self, tables: Tables) -> Fraction:
        """The share of the movement gone before the first inch: half fire, a turn of more than 90 degrees (PRE-5.21, PRE-G.23)."""
        spent = self.fire_share(tables)
        if self.turning is Turning.ABOUT:
            allowance = self.allowance(0, tables)
            spent += tables.exact("move.about_face.inches") / allowance if allowance else Fraction(1)
        return spent

    def subject(self) -> Message:
        """Who does it."""
        return Message.of("subject.move", who=fields.who(self))


@dataclass(frozen=True, slots=True, kw_only=True)
class MoveQuestions:
    """What the form may answer in advance."""

    leaves_unconscious: bool | None = yes_no(section=Section.QUESTION, question="move.leave_unconscious", optional=True)


@effect(icon="march")
class Moves(OnUnitNow):
    """The unit has used this share of its movement; so many inches are left (PRE-6.02)."""

    share: Fraction
    left: Fraction

    def then(self, unit: KnownUnit, turn: int) -> KnownUnit:
        """Having moved, and seen; who stays where it is does not show itself."""
        if not self.share:
            return unit
        return replace(unit, moved_turn=turn, moved_share=self.share, hidden=False)


@effect()
class Stays(Effect):
    """The unit stays with its unconscious men (PRE-G.21)."""


@effect(icon="wound")
class MenAbandoned(OnUnit):
    """Unconscious men stay behind on a marker (PRE-5.16b, PRE-G.21)."""

    count: int

    def fold(self, books: MesoamericaLedger, deed: Deed, _: Tables, /) -> MesoamericaLedger:
        unit = books.unit_meant(self.whom, deed)
        if unit is None:
            return books
        marker = Marker(unit.name, unit.side, self.count)
        gone_on = replace(unit, men=unit.men.left_behind())
        return replace(books.with_units(gone_on), markers=(*books.markers, marker))


@action("move", "PRE-6.01 PRE-6.02", measures="inches_left share_moved", questions=MoveQuestions)
def move(situation: Move, tables: Tables) -> Rule[Ruling]:
    """Each change of ground leaves the unused fraction of the new movement (PRE-6.02)."""
    steps = tuple(move_steps(situation, tables))
    left, share = _left(situation, tables)
    if situation.actor_unconscious and share > situation.start_share(tables):
        leaves: bool = yield Observe("move.leave_unconscious", usual=False, rule="PRE-5.16b", tally=Tally(steps))
        if not leaves:
            return Ruling.of("move.stays", Stays(whom=fields.whom(situation)), inches_left=left, share_moved=_NOTHING)
        abandoned: tuple[Effect, ...] = (MenAbandoned(whom=fields.whom(situation), count=situation.actor_unconscious),)
    else:
        abandoned = ()
    moves = Moves(whom=fields.whom(situation), share=share - situation.fire_share(tables), left=left)
    return Ruling.of(
        "move.moves",
        moves,
        *abandoned,
        reasons=steps if not abandoned else (),
        words={"left": left},
        inches_left=left,
        share_moved=share,
    )


def _left(situation: Move, tables: Tables) -> tuple[Fraction, Fraction]:
    """Inches left in the last ground, and the share of the movement used."""
    spent = situation.start_share(tables)
    for number, leg in enumerate(situation.legs):
        allowance = situation.allowance(number, tables)
        spent += leg.inches / allowance if allowance else _NOTHING
    return (1 - spent) * situation.allowance(len(situation.legs) - 1, tables), spent


def move_steps(situation: Move, tables: Tables) -> Iterator[Modifier]:
    """The sum, leg by leg, and what the unit's level says (PRE-G.43)."""
    if situation.hill is not Hill.LEVEL:
        path = f"move.hill.{situation.hill}"
        yield table_note(tables, path, f"move.hill_{situation.hill}", inches=abs(tables.exact(path)))
    if situation.turning is Turning.ABOUT:
        path = "move.about_face.inches"
        yield table_note(tables, path, "move.about_face", inches=tables.exact(path))
    if situation.actor_fired is Fired.HALF:
        yield note("move.half_fire", "PRE-5.21")
    spent = situation.start_share(tables)
    for number, leg in enumerate(situation.legs):
        allowance = situation.allowance(number, tables)
        yield table_note(
            tables, f"move.{leg.terrain}", "move.leg", terrain=leg.terrain, inches=leg.inches, most=(1 - spent) * allowance
        )  # fmt: skip
        spent += leg.inches / allowance if allowance else _NOTHING
    if situation.bound(tables):
        about = duty(situation.actor_level, level_inches(situation.actor_level, tables))
        yield note("move.level", "PRE-G.43", level=level_message(situation.actor_level), duty=about)


@dataclass(frozen=True, slots=True, kw_only=True)
class LeaveField:
    """A unit crosses its edge: only at M-3 or lower, or with prisoners where there is no priest unit (PRE-G.43, PRE-8.06)."""

    actor_name: str | None = fields.name("actor")
    actor_men: int = fields.men("actor")
    actor_type: UnitType = fields.unit_type("actor")
    actor_level: int = fields.level("actor")
    actor_prisoners: int = fields.prisoners("actor")
    actor_gone: bool = fields.circumstance()

    def problems(self, tables: Tables) -> Iterator[Problem]:
        """All others stop at the edge (PRE-G.43)."""
        yield from fields.pair_problems(self)
        if self.actor_level > tables.number("morale.retreats.level") and not self.actor_prisoners:
            yield Problem("actor_level", Message("problem.stops_at_edge"), (), "PRE-G.43")

    def subject(self) -> Message:
        """Who does it."""
        return Message.of("subject.leave_field", who=fields.who(self))


@effect(says="{for_good?for_good:escort}")
class LeavesField(OnUnit):
    """The unit goes over the edge, for good or with prisoners (PRE-G.43, PRE-8.06)."""

    men: int
    for_good: bool

    def on(self, unit: KnownUnit) -> KnownUnit:
        return unit.removed() if self.for_good else replace(unit, delivery=Delivery.OFF_FIELD)


@effect(icon="leader-fallen")
class LeaderLeft(OnUnit):
    """The leader ran off the field with his unit (PRE-G.44)."""

    def fold(self, books: MesoamericaLedger, deed: Deed, _: Tables, /) -> MesoamericaLedger:
        unit = books.unit_meant(self.whom, deed)
        return books if unit is None else books.with_toll(unit.side, leader=LeaderFate.LEFT)


@action("move", "PRE-G.43 PRE-8.06", measures="lost_for_good")
def leave_field(situation: LeaveField, tables: Tables) -> Ruling:
    """A routed unit is lost for good (PRE-G.43); M-3 outranks escort duty (PRE-G.38)."""
    for_good = situation.actor_level <= tables.number("morale.retreats.level")
    effects: list[Effect] = [LeavesField(whom=fields.whom(situation), men=situation.actor_men, for_good=for_good)]
    if for_good and situation.actor_type is UnitType.LEADER:
        effects.append(LeaderLeft(whom=fields.whom(situation)))
    if for_good:
        return Ruling.of("leave.for_good", *effects, grave=WORST_SEVERITY, lost_for_good=True)
    return Ruling.of("leave.escort", *effects, lost_for_good=False)
