"""Dynamite cans thrown at figures (AVD-8.21, AVD-8.22, AVD-G.37)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache, partial
from typing import ClassVar

from sandtable.kernel.actions import action
from sandtable.kernel.effects import Effect, OnUnit, effect
from sandtable.kernel.form import Section, distance, when
from sandtable.kernel.messages import Message
from sandtable.kernel.problem import Problem
from sandtable.kernel.requests import Count
from sandtable.kernel.stages import Staged, Throw
from sandtable.kernel.tables import Tables
from sandtable.kernel.tally import Modifier, Tally
from sandtable.kernel.verdict import Measures, Outcome, measuring
from sandtable.rulesets.average_dice import fields
from sandtable.rulesets.average_dice.casualties import Casualties, Losses, Struck, desertion_dice
from sandtable.rulesets.average_dice.dice import CanDice, can_dice, cans_label
from sandtable.rulesets.average_dice.effects import UnitDeserts, UnitStays
from sandtable.rulesets.average_dice.fire import (
    Aimed,
    VolleyVerdict,
    firing_problems,
    loss_facts,
    target_of,
    target_problems,
    too_far,
)
from sandtable.rulesets.average_dice.ledger import KnownUnit
from sandtable.rulesets.average_dice.vocabulary import Weapon


@dataclass(frozen=True, slots=True, kw_only=True)
class ThrowDynamite(Aimed):
    """All throwers of a unit aim at one target (AVD-G.37)."""

    actor_name: str | None = fields.name(pair="target_name")
    throwers: int = fields.throwers()
    range: str | Fraction = distance(
        bands=fields.BANDS,
        section=Section.TARGET,
        usual=fields.BANDS[0],
        bars=(fields.beyond_reach({Weapon.DYNAMITE: ~when("throwers", None)}),),
    )
    throwers_in_unit: int | None = fields.throwers_in_unit()
    own_unit_prone_to_desertion: bool = fields.unticked()

    def problems(self, tables: Tables) -> Iterator[Problem]:
        """What forbids the throw."""
        yield from fields.thrower_problems(self.throwers, self.throwers_in_unit)
        yield from firing_problems(self, Weapon.DYNAMITE, tables)
        yield from target_problems(self, tables)

    def subject(self) -> Message:
        """Who throws at whom."""
        who = self.actor_name or Message.of("word.throwers", throwers=self.throwers)
        return Message.of("subject.throw_dynamite", who=who, whom=self.whom)


@dataclass(frozen=True, slots=True, kw_only=True)
class DynamiteVerdict(VolleyVerdict):
    """As a volley, with the throwers who blew themselves up."""

    throwers_lost: int = 0
    throwers_desert: bool = False
    measures: ClassVar[Measures] = {**VolleyVerdict.measures, **measuring("throwers_lost", "throwers_desert")}

    def __hash__(self) -> int:
        """Quick, as for any volley."""
        return hash((self.killed, self.throwers_lost, self.deserted, self.throwers_desert))

    def outcome(self) -> Outcome:
        """The target's losses; where it has none, the throwers'."""
        if not self.killed and self.throwers_lost:
            return Outcome("throwers", Message("outcome.volley.throwers"), 1, 1)
        return VolleyVerdict.outcome(self)

    def headline(self) -> Message:
        """The target's losses, else the throwers'."""
        if not self.killed and self.throwers_lost:
            return Message.of("headline.volley.throwers", count=self.throwers_lost)
        return VolleyVerdict.headline(self)


@effect(icon="dynamite")
class ThrowersKilled(OnUnit):
    """Throwers blown up by their own cans (AVD-8.22)."""

    count: int

    def on(self, unit: KnownUnit) -> KnownUnit:
        left, throwers = max(0, unit.figures - self.count), max(0, unit.throwers - self.count)
        return replace(unit, figures=left, throwers=throwers, gone=unit.gone or not left)


@dataclass(frozen=True, slots=True)
class Thrown:
    """What a throw did to its target, and whether the throwers' own unit deserts over those it cost; None: no test."""

    losses: Losses
    own_deserts: bool | None = None


def summary(situation: ThrowDynamite, tables: Tables) -> Message | None:
    """Hits to expect, and how often one kills."""
    if not fields.in_reach(Weapon.DYNAMITE, situation.range, tables):
        return None
    return _casualties(situation, tables).summary(_cans(situation, tables).mean())


@action("fight", "AVD-8.21 AVD-8.22 AVD-G.37", summary=summary)
def throw_dynamite(situation: ThrowDynamite, tables: Tables) -> Staged[DynamiteVerdict]:
    """Two average dice a thrower; a 2 on either kills him instead and makes no hits (AVD-8.21, AVD-8.22)."""
    if not fields.in_reach(Weapon.DYNAMITE, situation.range, tables):
        return Staged(too_far(Weapon.DYNAMITE, tables, DynamiteVerdict))
    cans, casualties = _cans(situation, tables), _casualties(situation, tables)
    desertion = cache(partial(desertion_dice, "dynamite.own_desertion", tables=tables))

    def own_unit(losses: Losses) -> Count | None:
        """The throw of the throwers' own unit, which may run over those they cost (AVD-G.30)."""
        lost = losses.throwers_lost
        return desertion(lost) if lost and situation.own_unit_prone_to_desertion else None

    return Staged(
        None,
        Throw(lambda _: cans, lambda _, thrown: Struck(hits=thrown[1], lost=thrown[0])),
        *casualties.stages,
        Throw(own_unit, Thrown),
        partial(_told, situation, casualties),
    )


def _told(situation: ThrowDynamite, casualties: Casualties, thrown: Thrown) -> DynamiteVerdict:
    losses, facts = thrown.losses, loss_facts(casualties, thrown.losses)
    own = own_effects(losses.throwers_lost, deserts=thrown.own_deserts)
    return DynamiteVerdict(
        hits=losses.hits,
        throwers_lost=losses.throwers_lost,
        throwers_desert=bool(thrown.own_deserts),
        **{
            **facts,
            "effects": (*own, *facts["effects"]),
            "notes": (*facts["notes"], Threw(whom="actor", at=situation.target_name or "")),
        },
    )


@effect(has_words=False)
class Threw(OnUnit):
    """Cans were thrown at a unit; whoever has none may still fire at it (AVD-G.37)."""

    at: str

    def on(self, unit: KnownUnit) -> KnownUnit:
        return replace(unit, threw_at=self.at) if unit.figures > unit.throwers else unit


def own_effects(lost: int, *, deserts: bool | None) -> Iterator[Effect]:
    """What the throwers' own unit suffers: those who blew themselves up, and whether the rest run."""
    if lost:
        yield ThrowersKilled(whom="actor", count=lost)
    if deserts is not None:
        yield UnitDeserts(whom="actor") if deserts else UnitStays(whom="actor")


def _casualties(situation: ThrowDynamite, tables: Tables) -> Casualties:
    return Casualties(target_of(situation, Weapon.DYNAMITE, situation.range, tables), tables, "dynamite")


def _cans(situation: ThrowDynamite, tables: Tables) -> CanDice:
    return can_dice("dynamite.hits", situation.throwers, tables, can_tally(situation.throwers, tables), cans_label)


def can_tally(throwers: int, tables: Tables) -> Tally:
    """Two dice each, and the face that kills."""
    each, deadly = tables.number("hits.dynamite.dice"), tables.number("hits.dynamite.deadly")
    return Tally(
        (
            Modifier(Message.of("reason.cans", throwers=throwers, each=each), None, "AVD-8.21"),
            Modifier(Message.of("reason.deadly", deadly=deadly), None, "AVD-8.22"),
        ),
        Message("why.hits"),
    )
