"""Naming the fights of a turn, side by side in turn, before the first of them is worked out (PRE-G.36)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from sandtable.kernel.actions import action
from sandtable.kernel.form import Section, number, text, when, yes_no
from sandtable.kernel.messages import Message
from sandtable.kernel.problem import Problem
from sandtable.kernel.tables import Tables
from sandtable.kernel.verdict import Ruling
from sandtable.rulesets.mesoamerica import fields
from sandtable.rulesets.mesoamerica.effects import FightNamed, NamingPassed
from sandtable.rulesets.mesoamerica.vocabulary import Side


@dataclass(frozen=True, slots=True, kw_only=True)
class NameFight:
    """A side names one of its units and the enemy it attacks, or passes."""

    side: Side = fields.side()
    passes: bool = yes_no(section=Section.ACTION, usual=False)
    actor_name: str | None = text(section=Section.ACTOR, needed=when("passes", False))
    target_name: str | None = text(section=Section.TARGET, needed=when("passes", False))
    actor_named: bool = yes_no(section=Section.CIRCUMSTANCE, usual=False, needed=when("passes", False))
    attackers_named: int = number(
        section=Section.CIRCUMSTANCE, highest=fields.MOST_ATTACKERS, usual=0, unit="units", needed=when("passes", False)
    )
    actor_prisoners: int = fields.prisoners("actor")
    actor_level: int = fields.level("actor")
    target_hidden: bool = fields.hidden()
    actor_gone: bool = fields.gone()
    target_gone: bool = fields.gone()

    def problems(self, tables: Tables) -> Iterator[Problem]:
        """A unit that is in a fight already is not named again, and at most six attack one."""
        if self.passes:
            return
        yield from fields.pair_problems(self)
        if self.actor_prisoners:
            yield Problem("actor_prisoners", Message("problem.escort_attacks"), (), "PRE-G.38")
        if self.actor_level <= tables.number("morale.retreats.level"):
            about = Message.of("problem.retreating_attacks", level=self.actor_level)
            yield Problem("actor_level", about, (), "PRE-G.43")
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


@action("fight", "PRE-G.36 PRE-7.16", measures="named")
def name_fight(situation: NameFight, tables: Tables) -> Ruling:  # noqa: ARG001 - every rule is handed its tables
    """No die: the list of fights grows, or the other side is asked."""
    if situation.passes:
        return Ruling.of("naming.passed", NamingPassed(whom=situation.side), named=False)
    named = FightNamed(whom=situation.actor_name or "", at=situation.target_name or "", side=situation.side)
    return Ruling.of("naming.named", named, named=True)
