"""Naming the fights of a turn: who begins, then side by side in turn, before the first of them is worked out (PRE-G.36)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import ClassVar

from sandtable.kernel.actions import action
from sandtable.kernel.dice import D6
from sandtable.kernel.effects import OnBooks, effect
from sandtable.kernel.form import Section, number, text, when, yes_no
from sandtable.kernel.messages import Message
from sandtable.kernel.problem import Problem
from sandtable.kernel.requests import Label, Roll
from sandtable.kernel.tables import Tables
from sandtable.kernel.verdict import Measures, Outcome, Rule, Ruling, Verdict, measuring
from sandtable.rulesets.mesoamerica import fields
from sandtable.rulesets.mesoamerica.fighters import attack_problems
from sandtable.rulesets.mesoamerica.ledger import MesoamericaLedger
from sandtable.rulesets.mesoamerica.vocabulary import OTHER_SIDE, Side


@dataclass(frozen=True, slots=True, kw_only=True)
class FightOrder:
    """At the start of hand-to-hand combat: which side names the first fight (PRE-G.36)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FightOrderVerdict(Verdict):
    """The side that names first."""

    side: Side
    measures: ClassVar[Measures] = measuring("west")

    @property
    def west(self) -> bool:
        """West names first."""
        return self.side is Side.WEST

    def outcome(self) -> Outcome:
        """One side or the other."""
        label = Message.of("outcome.fight_order", side=self.side)
        return Outcome(self.side, label, 0, list(Side).index(self.side), "fight_order.dice")


@effect(icon="coin")
class NamesFirst(OnBooks):
    """This side names the first fight (PRE-G.36)."""

    def on(self, books: MesoamericaLedger) -> MesoamericaLedger:
        return replace(books, names_next=Side(self.whom), passed=frozenset())


@action("fight", "PRE-G.36")
def fight_order(_: FightOrder) -> Rule[FightOrderVerdict]:
    """A die each, West's first; ties are thrown again."""
    side: Side = yield Roll(
        "fight_order.dice",
        (D6, D6),
        read=lambda west, east: Side.WEST if west > east else Side.EAST,
        counting=lambda west, east: west != east,
        label=lambda side: Label(side.message),
    )
    return FightOrderVerdict(side=side, effects=(NamesFirst(whom=side),))


@dataclass(frozen=True, slots=True, kw_only=True)
class NameFight:
    """A side names one of its units and the enemy it attacks, or passes."""

    side: Side = fields.side()
    passes: bool = yes_no(section=Section.ACTION, usual=False)
    actor_name: str | None = text(section=Section.ACTOR, needed=when("passes", False))
    target_name: str | None = text(section=Section.TARGET, needed=when("passes", False))
    actor_named: bool = fields.circumstance(needed=when("passes", False))
    attackers_named: int = number(
        section=Section.CIRCUMSTANCE, highest=fields.MOST_ATTACKERS, usual=0, unit="units", needed=when("passes", False)
    )
    actor_prisoners: int = fields.prisoners("actor")
    actor_level: int = fields.level("actor")
    target_hidden: bool = fields.circumstance()
    actor_gone: bool = fields.circumstance()
    target_gone: bool = fields.circumstance()

    def problems(self, tables: Tables) -> Iterator[Problem]:
        """A unit that is in a fight already is not named again, and at most six attack one."""
        if self.passes:
            return
        yield from fields.pair_problems(self)
        yield from attack_problems(self.actor_prisoners, self.actor_level, tables)
        if self.actor_named:
            yield Problem("actor_named", Message("problem.attacked_by_another"), (), "PRE-G.36")
        most = tables.number("fight.attackers.most")
        if self.attackers_named >= most:
            about = Message.of("problem.too_many_attackers", most=most)
            yield Problem("attackers_named", about, (), "PRE-7.16")

    def subject(self) -> Message:
        """Who is named, or who passes."""
        if self.passes:
            return Message.of("subject.passes", side=self.side)
        return Message.of("subject.name_fight", who=self.actor_name, whom=self.target_name)


@effect()
class FightNamed(OnBooks):
    """A unit is named to attack an enemy (PRE-G.36)."""

    at: str
    side: Side

    def on(self, books: MesoamericaLedger) -> MesoamericaLedger:
        """With the fight, and the other side to name; a name takes back the pass before it."""
        named = (*books.fights_named, (books.own_name(self.whom), books.own_name(self.at)))
        return replace(books, fights_named=named, names_next=OTHER_SIDE[self.side], passed=frozenset())


@effect()
class NamingPassed(OnBooks):
    """A side names nobody now; two passes running end the naming (PRE-G.36)."""

    def on(self, books: MesoamericaLedger) -> MesoamericaLedger:
        side = Side(self.whom)
        return replace(books, names_next=OTHER_SIDE[side], passed=books.passed | {side})


@action("fight", "PRE-G.36 PRE-7.16", measures="named")
def name_fight(situation: NameFight) -> Ruling:
    """No die: the list of fights grows, or the other side is asked."""
    if situation.passes:
        return Ruling.of("naming.passed", NamingPassed(whom=situation.side), named=False)
    named = FightNamed(whom=situation.actor_name or "", at=situation.target_name or "", side=situation.side)
    return Ruling.of("naming.named", named, named=True)
