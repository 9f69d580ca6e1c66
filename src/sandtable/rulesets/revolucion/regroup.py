"""Regrouping: reorganise and rally (REV-3.34, REV-5.03, REV-G.14)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, ClassVar

from sandtable.kernel.actions import action
from sandtable.kernel.dice import D10
from sandtable.kernel.effects import Effect
from sandtable.kernel.form import Section, choice
from sandtable.kernel.messages import Message
from sandtable.kernel.problem import Problem
from sandtable.kernel.requests import Label, Roll
from sandtable.kernel.tables import Tables
from sandtable.kernel.tally import Tally
from sandtable.kernel.verdict import Outcome, Rule, Verdict
from sandtable.rulesets.revolucion import fields
from sandtable.rulesets.revolucion.effective import effective_type
from sandtable.rulesets.revolucion.effects import ActionSpent, AnyFormation, StatusBecomes, StatusImproves
from sandtable.rulesets.revolucion.orders import spent_problems
from sandtable.rulesets.revolucion.victims import LADDER
from sandtable.rulesets.revolucion.vocabulary import (
    LONG_LIVED,
    ONE_BASE,
    STATUS_ICONS,
    Earlier,
    LeaderPlace,
    Status,
    UnitType,
    acts,
)

NAMES = ("none", "one_step", "full")
SEVERITY = (4, 2, 0)


@dataclass(frozen=True, slots=True, kw_only=True)
class Regroup:
    """A Disordered or Demoralized unit tries to rally. Its status need not be told: the result is good for both."""

    actor_name: str | None = fields.name()
    unit: UnitType = fields.unit(LONG_LIVED)
    leader_with_actor: LeaderPlace = fields.leader_with_actor()
    regroups_from: Status | None = choice(
        Status, widget="trio", section=Section.CIRCUMSTANCE, optional=True, icons=STATUS_ICONS
    )
    actor_earlier_this_turn: Earlier = fields.actor_earlier_this_turn()
    actor_is_gone: bool = fields.is_gone()

    def subject(self) -> Message:
        """Who regroups."""
        return acts("regroup", self.actor_name, self.unit)

    def problems(self, tables: Tables) -> Iterator[Problem]:  # noqa: ARG002 - every situation is handed its tables
        """Only shaken units regroup (REV-5.03), and they do nothing else that turn (REV-3.35)."""
        yield from spent_problems(self)
        if self.regroups_from is Status.OK:
            choices = (Status.DISORDERED, Status.DEMORALIZED)
            yield Problem("regroups_from", Message("problem.nothing_to_regroup"), choices, "REV-3.34")
        if self.actor_earlier_this_turn in (Earlier.FIRED, Earlier.DEPLOY_TACTICAL, Earlier.OTHER_MOVE):
            yield Problem("actor_earlier_this_turn", Message("problem.regroup_alone"), (), "REV-3.35")


@dataclass(frozen=True, slots=True, kw_only=True)
class RegroupVerdict(Verdict):
    """How many steps the unit recovers: none, one, or all."""

    steps: int
    measures: ClassVar[dict[str, Any]] = {
        "steps": lambda verdict: verdict.steps,
        "success": lambda verdict: verdict.steps > 0,
    }

    def outcome(self) -> Outcome:
        """No effect, one step better, fully OK."""
        name = NAMES[self.steps]
        return Outcome(name, Message(f"outcome.regroup.{name}"), SEVERITY[self.steps], self.steps, "regroup.result")

    def headline(self) -> Message:
        """The result in a few words."""
        return Message(f"headline.regroup.{NAMES[self.steps]}")


@action("orders", "REV-3.34 REV-G.14", bars=fields.closed_to(ONE_BASE, "cannot_regroup", "REV-G.30j"))
def regroup(situation: Regroup, tables: Tables) -> Rule[RegroupVerdict]:
    """A d10 with grade and Leader (REV-G.14); any success allows a new formation and facing (REV-G.14b)."""
    tally = regroup_tally(situation, tables)
    steps: int = yield Roll(
        "regroup.result",
        (D10,),
        read=lambda die: NAMES.index(tables.step("regroup.result", die + tally.total, "result")),
        tally=tally,
        label=lambda steps: Label(Message(f"outcome.regroup.{NAMES[steps]}"), SEVERITY[steps]),
    )
    return RegroupVerdict(steps=steps, effects=tuple(_effects(situation, steps)))


def regroup_tally(situation: Regroup, tables: Tables) -> Tally:
    """Grade and Leader (REV-G.14)."""
    return Tally.of(
        (
            tables.modifier(
                "regroup.grade",
                effective_type(situation.unit, tables),
                reason=Message.of("reason.grade", unit=situation.unit),
            ),
            tables.modifier("regroup.leader", situation.leader_with_actor),
        ),
        Message("why.regroup"),
    )


def _effects(situation: Regroup, steps: int) -> Iterator[Effect]:
    if steps:
        full = steps == len(NAMES) - 1
        if full:
            yield StatusBecomes(whom="actor", status=Status.OK)
        elif situation.regroups_from is not None:
            yield StatusBecomes(whom="actor", status=LADDER[LADDER.index(situation.regroups_from) - 1])
        else:
            yield StatusImproves(whom="actor")
        yield AnyFormation(whom="actor")
    yield ActionSpent(whom="actor")
