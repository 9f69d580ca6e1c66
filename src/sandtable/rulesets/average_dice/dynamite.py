"""Dynamite cans thrown at figures (AVD-8.21, AVD-8.22, AVD-G.37)."""

from __future__ import annotations

from collections.abc import Generator, Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache
from typing import Any, ClassVar

from sandtable.kernel.dice import D6
from sandtable.kernel.drivers import Exact, Given, enumerate_exactly
from sandtable.kernel.effects import Effect
from sandtable.kernel.form import Section, distance, yes_no
from sandtable.kernel.law import Law
from sandtable.kernel.messages import Message
from sandtable.kernel.problem import Problem
from sandtable.kernel.requests import Count, Request
from sandtable.kernel.tables import Tables
from sandtable.kernel.tally import Modifier, Tally
from sandtable.kernel.verdict import Outcome, Rule
from sandtable.rulesets.average_dice import fields
from sandtable.rulesets.average_dice.casualties import Casualties, Losses, Spread, desertion_dice
from sandtable.rulesets.average_dice.dice import CanDice, can_dice, cans_label
from sandtable.rulesets.average_dice.effects import ThrowersKilled, UnitDeserts, UnitStays
from sandtable.rulesets.average_dice.fire import (
    Aimed,
    TooFar,
    VolleyVerdict,
    firing_problems,
    target_of,
    target_problems,
    told_once,
)
from sandtable.rulesets.average_dice.plain import made_once, within
from sandtable.rulesets.average_dice.vocabulary import Weapon


@dataclass(frozen=True, slots=True, kw_only=True)
class ThrowDynamite(Aimed):
    """All throwers of a unit aim at one target (AVD-G.37)."""

    actor_name: str | None = fields.name(pair="target_name")
    throwers: int = fields.throwers()
    range: str | Fraction = distance(
        bands=fields.BANDS, section=Section.TARGET, usual="0-6", bars=(fields.BEYOND_A_THROW,)
    )
    throwers_in_unit: int | None = fields.throwers_in_unit()
    own_unit_prone_to_desertion: bool = yes_no(section=Section.CIRCUMSTANCE, usual=False)

    def problems(self, tables: Tables) -> Iterator[Problem]:
        """What forbids the throw."""
        yield from fields.thrower_problems(self.throwers, self.throwers_in_unit)
        yield from firing_problems(self, Weapon.DYNAMITE, tables)
        yield from target_problems(self, tables)


@dataclass(frozen=True, slots=True, kw_only=True)
class DynamiteVerdict(VolleyVerdict):
    """As a volley, with the throwers who blew themselves up."""

    throwers_lost: int = 0
    throwers_desert: bool = False
    measures: ClassVar[dict[str, Any]] = {
        **VolleyVerdict.measures,
        "throwers_lost": lambda verdict: verdict.throwers_lost,
        "throwers_desert": lambda verdict: verdict.throwers_desert,
    }

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


@dataclass(slots=True)
class Cans:
    """A throw made ready once."""

    dice: CanDice
    casualties: Casualties
    own_prone: bool
    told: dict[Losses, dict[str, Any]] = field(default_factory=dict)
    desertion: dict[int, Count] = field(default_factory=dict)

    def run(self) -> Generator[Request, Any, VolleyVerdict]:
        """Throw the cans, let the target save, then see whether the throwers' own unit runs (AVD-G.30)."""
        lost, hits = yield self.dice
        losses = yield from self.casualties.take(hits)
        own_desert: bool | None = None
        if lost and self.own_prone:
            own_desert = yield self._own_desertion(lost)
        return self._verdict(lost, losses, hits=hits, own_desert=own_desert)

    def _verdict(
        self, lost: int, losses: Losses, *, own_desert: bool | None, hits: int | None = None
    ) -> DynamiteVerdict:
        known = told_once(self.told, losses, self.casualties)
        if lost:
            known = {**known, "effects": (*_own_effects(lost, deserts=own_desert), *known["effects"])}
        return DynamiteVerdict(hits=hits, throwers_lost=lost, throwers_desert=bool(own_desert), **known)

    def exact(self, answers: Mapping[str, Given]) -> Exact[VolleyVerdict] | None:
        """The law by convolution; None where dice are given and have to be followed branch by branch."""
        found = self.casualties.exact(Spread.of_cans(self.dice.law()), {self.dice.key: self.dice})
        requests = dict(found.requests)
        law: dict[VolleyVerdict, int] = {}
        scale = len(D6.faces) ** self.dice.throwers  # room for the throwers' own desertion
        for (lost, losses), weight in found.weights.items():
            if lost and self.own_prone:
                dice = self._own_desertion(lost)
                requests.setdefault(dice.key, dice)
                unit = scale // len(D6.faces) ** dice.pool
                for deserts, part in dice.law():
                    law[self._verdict(lost, losses, own_desert=bool(deserts))] = weight * unit * part
            else:
                law[self._verdict(lost, losses, own_desert=None)] = weight * scale
        return None if requests.keys() & answers.keys() else Exact(Law.over(law, found.of * scale), {}, requests)

    def _own_desertion(self, lost: int) -> Count:
        if lost not in self.desertion:
            self.desertion[lost] = desertion_dice("dynamite.own_desertion", lost, self.casualties.tables)
        return self.desertion[lost]


@cache
def _own_effects(lost: int, *, deserts: bool | None) -> tuple[Effect, ...]:
    killed = ThrowersKilled(whom="actor", count=lost)
    if deserts is None:
        return (killed,)
    return (killed, UnitDeserts(whom="actor") if deserts else UnitStays(whom="actor"))


def throw_dynamite(situation: ThrowDynamite, tables: Tables) -> Rule[VolleyVerdict]:
    """Two average dice a thrower; a 2 on either kills him instead and makes no hits (AVD-8.21, AVD-8.22)."""
    return _prepared(situation, tables).run()


def exact_law(situation: ThrowDynamite, tables: Tables, answers: Mapping[str, Given]) -> Exact[VolleyVerdict]:
    """The exact law of a throw, quickly: the twin of following every branch of ``throw_dynamite``."""
    quick = _prepared(situation, tables).exact(answers)
    return quick or enumerate_exactly(lambda: throw_dynamite(situation, tables), answers)


def summary(situation: ThrowDynamite, tables: Tables) -> Message | None:
    """Hits to expect, and how often one kills."""
    ready = _prepared(situation, tables)
    return None if isinstance(ready, TooFar) else ready.casualties.summary(Spread.of_cans(ready.dice.law()).mean)


@made_once
def _prepared(situation: ThrowDynamite, tables: Tables) -> Cans | TooFar:
    reach = tables.number("range", Weapon.DYNAMITE)
    if not within(situation.range, reach):
        return TooFar(reach, DynamiteVerdict)
    target = target_of(situation, Weapon.DYNAMITE, situation.range, tables)
    return Cans(
        can_dice("dynamite.hits", situation.throwers, tables, can_tally(situation.throwers, tables), cans_label),
        Casualties(target, tables, "dynamite"),
        situation.own_unit_prone_to_desertion,
    )


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
