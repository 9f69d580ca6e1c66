"""Concealment: prior access, hidden units, and how they are found (PRE-3.09, PRE-3.27, PRE-3.28, PRE-G.10)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import ClassVar

from sandtable.kernel.actions import action
from sandtable.kernel.dice import D6
from sandtable.kernel.effects import Effect, OnBooks, OnUnit, effect
from sandtable.kernel.form import Section, choice, group, number, text, yes_no
from sandtable.kernel.messages import Message
from sandtable.kernel.problem import Problem
from sandtable.kernel.requests import Label, Of, Roll
from sandtable.kernel.tables import Tables
from sandtable.kernel.verdict import Measures, Outcome, Rule, Ruling, Verdict, measuring
from sandtable.rulesets.mesoamerica import fields
from sandtable.rulesets.mesoamerica.ledger import KnownUnit, MesoamericaLedger
from sandtable.rulesets.mesoamerica.vocabulary import Cause, Side, UnitType

MOST_NEAR = 12


@dataclass(frozen=True, slots=True, kw_only=True)
class PriorAccess:
    """Which side had access to the field before the battle: a die each (PRE-3.09)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AccessVerdict(Verdict):
    """The side with access, or nobody."""

    side: Side | None
    measures: ClassVar[Measures] = measuring("nobody")

    @property
    def nobody(self) -> bool:
        """Neither side knew the field."""
        return self.side is None

    def outcome(self) -> Outcome:
        """One side, the other, or nobody."""
        if self.side is None:
            return Outcome("nobody", Message("outcome.access.nobody"), 0, 1, "access.dice")
        order = 0 if self.side is Side.WEST else 2
        return Outcome(self.side, Message.of("outcome.access.side", side=self.side), 0, order, "access.dice")


@effect(icon="hidden")
class HasAccess(OnBooks):
    """This side had access to the field and may hide units (PRE-3.09)."""

    def on(self, books: MesoamericaLedger) -> MesoamericaLedger:
        return replace(books, access=Side(self.whom))


@effect()
class NoAccess(OnBooks):
    """Nobody had access."""

    def on(self, books: MesoamericaLedger) -> MesoamericaLedger:
        return replace(books, nobody_had_access=True)


@action("army", "PRE-3.09")
def prior_access(_: PriorAccess, tables: Tables) -> Rule[AccessVerdict]:
    """The higher die by two or more has had access; otherwise nobody."""
    lead = tables.number("army.access.lead")

    def read(difference: int) -> Side | None:
        if difference >= lead:
            return Side.WEST
        return Side.EAST if difference <= -lead else None

    def label(side: Side | None) -> Label:
        return Label(AccessVerdict(side=side).outcome().label)

    side: Side | None = yield Roll("access.dice", (D6, D6), read=read, of=Of.DIFFERENCE, label=label)
    found: Effect = NoAccess(whom="everyone") if side is None else HasAccess(whom=side)
    return AccessVerdict(side=side, effects=(found,))


@dataclass(frozen=True, slots=True, kw_only=True)
class HiddenUnit:
    """A unit to be hidden."""

    name: str = text()
    type: UnitType = choice(UnitType, usual=UnitType.COMBAT)
    elite: bool = yes_no(usual=True)


@dataclass(frozen=True, slots=True, kw_only=True)
class Hide:
    """A side with prior access hides elite units, before the enemy deploys (PRE-3.27, PRE-G.10)."""

    side: Side = fields.side()
    had_access: bool = yes_no(section=Section.ACTOR, usual=True)
    hidden_units: tuple[HiddenUnit, ...] = group(HiddenUnit, highest=MOST_NEAR, section=Section.ALL)
    access_of: Side | None = choice(Side, section=Section.CIRCUMSTANCE, optional=True)
    hidden_before: int = number(section=Section.CIRCUMSTANCE, highest=MOST_NEAR, usual=0, unit="units")
    battle_begun: bool = fields.circumstance()

    def problems(self, tables: Tables) -> Iterator[Problem]:
        """Only with access, before the battle, at most five, elite, and not the leader."""
        most = tables.number("army.hidden.most")
        if not self.had_access:
            yield Problem("had_access", Message("problem.no_access"), ("yes",), "PRE-3.27")
        if self.access_of not in (None, self.side):
            yield Problem("side", Message("problem.no_access"), (self.access_of,), "PRE-3.27")
        if self.battle_begun:
            yield Problem("battle_begun", Message("problem.too_late_to_hide"), ("no",), "PRE-G.10")
        if self.hidden_before + len(self.hidden_units) > most:
            hidden = self.hidden_before + len(self.hidden_units)
            place = "hidden_before" if self.hidden_before >= most else "hidden_units"
            yield Problem(place, Message.of("problem.too_many_hidden", units=hidden, most=most), (), "PRE-3.27")
        for place_in_list, unit in enumerate(self.hidden_units, start=1):
            if not unit.elite:
                about = Message.of("problem.not_elite", name=unit.name)
                yield Problem(f"hidden_units.{place_in_list}.elite", about, (), "PRE-3.27")
            if unit.type in (UnitType.LEADER, UnitType.SPANISH):
                about = Message.of("problem.cannot_hide", name=unit.name)
                yield Problem(
                    f"hidden_units.{place_in_list}.type", about, (UnitType.COMBAT, UnitType.PRIEST), "PRE-G.10"
                )

    def subject(self) -> Message:
        """Which side."""
        return Message.of("subject.hide", side=self.side)


@dataclass(frozen=True, slots=True, kw_only=True)
class NearUnit:
    """An enemy unit within 2 inches of where the hidden unit shows itself."""

    name: str = text()


@dataclass(frozen=True, slots=True, kw_only=True)
class Reveal:
    """A hidden unit moves, fires, or is approached within 2 inches."""

    actor_name: str | None = fields.name("actor")
    cause: Cause = choice(Cause, section=Section.ACTION, usual=Cause.APPROACHED)
    near: tuple[NearUnit, ...] = group(NearUnit, lowest=0, highest=MOST_NEAR, section=Section.TARGET)
    actor_hidden: bool | None = yes_no(section=Section.CIRCUMSTANCE, optional=True)
    actor_gone: bool = fields.circumstance()

    def problems(self, _: Tables) -> Iterator[Problem]:
        """Only who is hidden comes out of hiding."""
        yield from fields.pair_problems(self)
        if self.actor_hidden is False:
            yield Problem("actor_hidden", Message("problem.not_hidden"), ("yes",), "PRE-3.28")

    def subject(self) -> Message:
        """Who does it."""
        return Message.of("subject.reveal", who=fields.who(self))


@effect(icon="hidden")
class Hides(OnUnit):
    """A unit is hidden (PRE-3.27)."""

    def on(self, unit: KnownUnit) -> KnownUnit:
        return replace(unit, hidden=True)


@effect(icon="eye", says="{cause}")
class Revealed(OnUnit):
    """A hidden unit shows itself and is never hidden again (PRE-G.10)."""

    cause: Cause

    def on(self, unit: KnownUnit) -> KnownUnit:
        return replace(unit, hidden=False)


@effect()
class Surprised(OnUnit):
    """An enemy came out of hiding within 2 inches: the unit checks its morale (PRE-9.01c)."""

    def on(self, unit: KnownUnit) -> KnownUnit:
        return replace(unit, due=unit.due | {"enemy_revealed"})


@action("army", "PRE-3.27 PRE-G.10", measures="units")
def hide(situation: Hide) -> Ruling:
    """The referee is told; the enemy is not."""
    effects = tuple(Hides(whom=unit.name, known_to=situation.side) for unit in situation.hidden_units)
    return Ruling.of("hiding.hidden", *effects, units=len(effects))


@action("move", "PRE-3.28 PRE-G.10", measures="units")
def reveal(situation: Reveal) -> Ruling:
    """It stands in the open for good (PRE-G.10); enemies within 2 inches check their morale (PRE-9.01c)."""
    effects: list[Effect] = [Revealed(whom=fields.whom(situation), cause=situation.cause)]
    effects += [Surprised(whom=unit.name) for unit in situation.near]
    return Ruling.of("hiding.revealed", *effects, units=len(situation.near))
