"""Charge combat: two opposed dice, and again while the struggle is desperate (chapters 3, 5, 11, 15, 16, MAW-G.24, MAW-G.66)."""

from __future__ import annotations

from dataclasses import replace
from functools import cache, partial
from typing import NamedTuple

from sandtable.kernel.actions import action
from sandtable.kernel.dice import D10
from sandtable.kernel.effects import OnBooks, effect
from sandtable.kernel.messages import Message
from sandtable.kernel.requests import Label, Of, Roll
from sandtable.kernel.stages import Repeated, Staged, Throw
from sandtable.kernel.tables import Tables
from sandtable.kernel.tally import Tally
from sandtable.rulesets.mexican_american_war import aftermath
from sandtable.rulesets.mexican_american_war.charge_tally import Tallies
from sandtable.rulesets.mexican_american_war.leaders import colonel_roll, leader_effects, leader_notes, leader_roll
from sandtable.rulesets.mexican_american_war.ledger import MexicanAmericanWarLedger
from sandtable.rulesets.mexican_american_war.melee import (
    SEVERITY,
    ChargeCombat,
    ChargeVerdict,
    Combat,
    Ending,
    Party,
)
from sandtable.rulesets.mexican_american_war.vocabulary import ChargeEffect, LeaderFate, LeaderWith

E = ChargeEffect


class Decided(NamedTuple):
    """A combat that is decided, and what has become of the leader of the beaten side."""

    ending: Ending
    leader: LeaderFate | None = None


@effect(has_words=False)
class FoughtOut(OnBooks):
    """A charge that was fought out binds nobody any more; hasty squares come too late now (MAW-15.18)."""

    units: tuple[str, ...]

    def on(self, books: MexicanAmericanWarLedger) -> MexicanAmericanWarLedger:
        books = replace(books, combats=books.combats + 1)
        nobody: frozenset[str] = frozenset()
        return books.with_changes(*self.units, charging=nobody, charged_by=nobody, cold_steel=False, countered=False)


@action("charge", "MAW-3.01 MAW-3.04 MAW-G.66")
def charge_combat(situation: ChargeCombat, tables: Tables) -> Staged[ChargeVerdict]:
    """Opposed dice until the struggle is decided or a side has no stands left (MAW-3.03, MAW-3.04, MAW-G.66)."""
    struggle = Struggle(situation, tables)
    leader, colonel = leader_roll(tables), colonel_roll(tables)

    def at_risk(decided: Decided, *who: LeaderWith) -> bool:
        return struggle.at_risk(decided.ending.effect) in who

    return Staged(
        0,
        Repeated(Throw(struggle.roll, struggle.thrown), struggle.is_over),
        struggle.decided,
        Throw(
            lambda decided: leader if at_risk(decided, LeaderWith.LEADER, LeaderWith.BOTH) else None,
            lambda decided, fate: Decided(decided.ending, fate),
        ),
        Throw(
            lambda decided: colonel if at_risk(decided, LeaderWith.COLONEL, LeaderWith.BOTH) else None,
            struggle.verdict,
        ),
    )


class Struggle:
    """A combat and how it goes on: after so many desperate struggles it always stands the same way."""

    def __init__(self, situation: ChargeCombat, tables: Tables) -> None:
        self._tables = tables
        self._tallies = Tallies(tables)
        self._standings = [aftermath.Standing.of(Combat.opening(situation), tables)]
        self._effect_at = cache(partial(effect_at, tables=tables))
        combat = self._standings[0].combat
        self.at_risk = cache(partial(_at_risk, combat))
        self._leaders_with = cache(partial(_leaders_with, combat))
        everybody = (*combat.attacker.names, *combat.defender.names)
        self._notes = (FoughtOut(whom=everybody[0], units=everybody),)

    def _standing(self, struggles: int) -> aftermath.Standing:
        while len(self._standings) <= struggles:
            self._standings.append(self._standings[-1].struggled())
        return self._standings[struggles]

    def is_over(self, state: int | Ending) -> bool:
        """Decided, or a side has nobody left after so many struggles."""
        return isinstance(state, Ending) or self._standing(state).combat.side_gone is not None

    def roll(self, struggles: int) -> Roll:
        """The roll that follows so many struggles."""
        combat = self._standing(struggles).combat
        return combat_roll(combat, self._tallies.of(combat), self._tables)

    def thrown(self, struggles: int, index: int) -> int | Ending:
        """One struggle more, or the ending that a deciding roll brings."""
        effect = self._effect_at(index)
        if effect is E.DESPERATE:
            return struggles + 1
        standing = self._standing(struggles)
        return standing.ending(effect, standing.difference(effect, index))

    def decided(self, state: int | Ending) -> Decided | ChargeVerdict:
        """The ending; where the struggle itself has ended it no leader is at risk."""
        if isinstance(state, Ending):
            return Decided(state)
        ending = aftermath.ended_by_struggle(self._standing(state).combat, self._tables)
        return ChargeVerdict.of(ending, (None, None), (), self._notes)

    def verdict(self, decided: Decided, colonel: LeaderFate | None) -> ChargeVerdict:
        """The ending with the Fallen Leader Table after Swept and Repulsed."""
        fates, ended = (decided.leader, colonel), decided.ending.effect
        whom = self._leaders_with(ended)
        losers = _losers(self._standings[0].combat, ended)
        notes = (*self._notes, *leader_notes(whom[0], decided.leader, losers.side))
        return ChargeVerdict.of(decided.ending, fates, tuple(leader_effects(whom, *fates)), notes)


def combat_roll(combat: Combat, tally: Tally, tables: Tables) -> Roll:
    """One roll of the combat; the reading is the index, bounded where only the band counts (MAW-G.67a)."""
    net = tally.total
    over = tables.number("charge.loss.rout_over")
    bands: tuple[int, ...] = tables.row("charge.effect.up_to")

    def read(difference: int) -> int:
        index = difference + net
        if index > bands[-1]:
            return max(index, over)
        if index <= bands[0]:
            return min(index, -over)
        return next(limit for limit in bands if index <= limit)

    return Roll(
        f"charge.{combat.rolls + 1}.dice",
        (D10, D10),
        read=read,
        of=Of.DIFFERENCE,
        tally=tally,
        label=lambda index: Label(effect_at(index, tables).message, SEVERITY[effect_at(index, tables)]),
        says=Message("request.charge.dice" if combat.rolls == 0 else "request.charge.again"),
    )


def effect_at(index: int, tables: Tables) -> ChargeEffect:
    """The row of the charge effects for a difference (MAW-5.06)."""
    return ChargeEffect(tables.step("charge.effect", index, "effect"))


def _losers(combat: Combat, effect: ChargeEffect) -> Party:
    """The side that a rout has beaten."""
    return combat.attacker if effect is E.REPULSED else combat.defender


def _at_risk(combat: Combat, effect: ChargeEffect) -> LeaderWith:
    """Who is with the beaten side: checked after Swept and Repulsed only (MAW-3.04)."""
    if effect not in (E.SWEPT, E.REPULSED):
        return LeaderWith.NONE
    present = {unit.leader_with_unit for unit in _losers(combat, effect).units}
    leader = not present.isdisjoint((LeaderWith.LEADER, LeaderWith.BOTH))
    colonel = not present.isdisjoint((LeaderWith.COLONEL, LeaderWith.BOTH))
    if leader and colonel:
        return LeaderWith.BOTH
    return LeaderWith.LEADER if leader else LeaderWith.COLONEL if colonel else LeaderWith.NONE


def _leaders_with(combat: Combat, effect: ChargeEffect) -> tuple[str, str]:
    """The units that the leader and the colonel at risk are with; the first named where several have one."""
    party = _losers(combat, effect)

    def first(*having: LeaderWith) -> str:
        leading = (name for unit, name in zip(party.units, party.names, strict=True) if unit.leader_with_unit in having)
        return next(leading, party.first_lead_name)

    return first(LeaderWith.LEADER, LeaderWith.BOTH), first(LeaderWith.COLONEL, LeaderWith.BOTH)
