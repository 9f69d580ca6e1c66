"""Charge combat: two opposed dice, and again while the struggle is desperate (chapters 3, 5, 11, 15, 16, MAW-G.24, MAW-G.66)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache, partial
from typing import NamedTuple

from sandtable.kernel.actions import action
from sandtable.kernel.dice import D10
from sandtable.kernel.effects import OnBooks, effect
from sandtable.kernel.form import Section, choice, group, number, when
from sandtable.kernel.messages import Message
from sandtable.kernel.problem import Problem
from sandtable.kernel.requests import Label, Of, Roll
from sandtable.kernel.stages import Repeated, Staged, Throw
from sandtable.kernel.tables import Tables
from sandtable.kernel.tally import Tally
from sandtable.rulesets.mexican_american_war import aftermath, fields
from sandtable.rulesets.mexican_american_war.charge_tally import Tallies
from sandtable.rulesets.mexican_american_war.leaders import colonel_roll, leader_effects, leader_notes, leader_roll
from sandtable.rulesets.mexican_american_war.ledger import MexicanAmericanWarLedger
from sandtable.rulesets.mexican_american_war.melee import (
    SEVERITY,
    ChargeVerdict,
    Combat,
    Ending,
    FightingUnit,
    Sides,
    lead_of,
    name_of,
    names,
)
from sandtable.rulesets.mexican_american_war.units import Unit, inside, same_names
from sandtable.rulesets.mexican_american_war.vocabulary import (
    CHARGING_FORMATIONS,
    LINES,
    OTHER_SIDE,
    Arm,
    ChargeEffect,
    ChargePart,
    CombatNumber,
    Formation,
    Ground,
    GroundDefended,
    LeaderFate,
    LeaderWith,
    OrderState,
    Side,
)

E = ChargeEffect
STORMERS_FORM = (*LINES, Formation.FIELD_COLUMN, Formation.GARRISON)


@dataclass(frozen=True, slots=True, kw_only=True)
class ChargeCombat:
    """All units in contact fight one combat (MAW-G.24); the unit with most stands leads its side (MAW-G.24a)."""

    side: Side = fields.side()
    attackers: tuple[FightingUnit, ...] = group(FightingUnit, section=Section.ACTOR, highest=6)
    attacker_supports: int = number(section=Section.CIRCUMSTANCE, lowest=0, highest=60, usual=0, unit="stands")
    combat: CombatNumber = choice(CombatNumber, section=Section.ACTION, usual=CombatNumber.FIRST)
    cold_steel: bool = fields.box(Section.ACTION)
    ground_charged_over: Ground = fields.ground(Section.ACTION)
    defenders: tuple[FightingUnit, ...] = group(FightingUnit, section=Section.TARGET, highest=6)
    defender_supports: int = number(section=Section.CIRCUMSTANCE, lowest=0, highest=60, usual=0, unit="stands")
    ground_defended: GroundDefended = choice(GroundDefended, section=Section.TARGET, usual=GroundDefended.NONE)
    guns_supported: bool = fields.box(Section.TARGET, usual=True)
    counter_charging: bool = fields.box(Section.TARGET)
    counter_ground: Ground = choice(
        Ground, section=Section.TARGET, usual=Ground.OPEN, needed=when("counter_charging", True)
    )
    sheltered_crews: int = number(
        section=Section.CIRCUMSTANCE, lowest=0, highest=fields.MOST_CREWS, usual=0, unit="stands"
    )
    storming_forms: Formation = choice(
        Formation, section=Section.CIRCUMSTANCE, only=STORMERS_FORM, usual=Formation.LINE
    )

    @property
    def steel(self) -> bool:
        """Whether the attack is made with cold steel: told of the combat, or of the unit that leads it."""
        return self.cold_steel or lead_of(self.attackers).charge_part is ChargePart.COLD_STEEL

    @property
    def crews(self) -> int:
        """Gun crews that shelter with the defender: told of the combat, or of the units in it."""
        return self.sheltered_crews + sum(unit.crews_inside for unit in self.defenders)

    @property
    def countered(self) -> bool:
        """Whether the defender counter charges: told of the combat, or of the unit that leads it."""
        return self.counter_charging or lead_of(self.defenders).charge_part is ChargePart.COUNTER_CHARGED

    def subject(self) -> Message:
        """Who fights whom."""
        who = tuple(unit.name or unit.arm for unit in self.attackers)
        whom = tuple(unit.name or unit.arm for unit in self.defenders)
        return Message.of("subject.charge_combat", who=who, whom=whom)

    def problems(self, tables: Tables) -> Iterator[Problem]:
        """Who may charge, and with what (MAW-G.22a, MAW-11.05, MAW-11.09, MAW-16.12)."""
        for place, units in (("attackers", self.attackers), ("defenders", self.defenders)):
            side = self.side if place == "attackers" else OTHER_SIDE[self.side]
            for number_of, unit in enumerate(units, start=1):
                yield from inside(unit.unit_problems(tables), place, number_of)
                if unit.lances and unit.on_horse and side is Side.US:
                    no_lances = Problem("lances", Message("problem.lances_mexican"), ("no",), "MAW-24.23")
                    yield no_lances.inside(f"{place}.{number_of}")
        attackers, defenders = [unit.name for unit in self.attackers], [unit.name for unit in self.defenders]
        yield from same_names(("attackers", attackers), ("defenders", defenders))
        for number_of, unit in enumerate(self.attackers, start=1):
            yield from inside(charger_problems(unit), "attackers", number_of)
            if unit.charge_part is ChargePart.CHECKED:
                checked = Problem("charge_part", Message("problem.charge_was_checked"), (), "MAW-G.04a")
                yield checked.inside(f"attackers.{number_of}")
            if self.combat is not CombatNumber.RESUMED:  # a struggle has shaken both sides
                yield from inside(skittish_problems(unit, self.side), "attackers", number_of)
        yield from self._defender_problems()
        lead = lead_of(self.attackers)
        if self.steel:
            yield from cold_steel_problems(lead, self.side, "cold_steel")
        if self.combat is CombatNumber.BREAKTHROUGH and lead.shape is Formation.STORMING_COLUMN:
            yield Problem("combat", Message("problem.storming_breakthrough"), (CombatNumber.FIRST,), "MAW-16.12")

    def _defender_problems(self) -> Iterator[Problem]:
        """Who counter charges (MAW-2.27, MAW-G.23)."""
        lead = lead_of(self.defenders)
        if self.countered and not lead.on_horse:
            yield Problem("counter_charging", Message("problem.counter_charge_cavalry"), ("no",), "MAW-G.23")
        skittish = self.countered and OTHER_SIDE[self.side] is Side.MEX and lead.in_disorder and lead.on_horse
        if skittish and self.combat is not CombatNumber.RESUMED:
            yield Problem("counter_charging", Message("problem.skittish_counter"), ("no",), "MAW-2.27")


def charger_problems(unit: Unit) -> Iterator[Problem]:
    """Guns, march columns, squares, garrisons and broken units do not charge (MAW-G.22, MAW-G.22a)."""
    if unit.is_guns:
        yield Problem("arm", Message("problem.guns_charge"), (Arm.INFANTRY, Arm.CAVALRY), "MAW-G.22a")
    elif unit.broken:
        yield Problem("order", Message("problem.broken_charge"), (), "MAW-G.22a")
    elif unit.shape not in CHARGING_FORMATIONS:
        yield Problem("formation", Message("problem.charge_formation"), CHARGING_FORMATIONS, "MAW-G.22a")


def skittish_problems(unit: Unit, side: Side) -> Iterator[Problem]:
    """Mexican cavalry does not charge in disorder (MAW-2.25, MAW-G.22a)."""
    if side is Side.MEX and unit.on_horse and unit.in_disorder and not unit.broken:
        yield Problem("order", Message("problem.skittish_attack"), (OrderState.GOOD,), "MAW-2.25")


def cold_steel_problems(unit: Unit, side: Side, field: str) -> Iterator[Problem]:
    """Infantry of both sides and mounted US cavalry have it (MAW-11.05, MAW-11.09, MAW-24.22)."""
    if unit.dismounted:
        yield Problem(field, Message("problem.cold_steel_dismounted"), ("no",), "MAW-11.09")
    elif unit.on_horse and side is Side.MEX:
        yield Problem(field, Message("problem.cold_steel_mexican_cavalry"), ("no",), "MAW-11.05")


class Decided(NamedTuple):
    """A combat that is decided, and what has become of the leader of the beaten side."""

    ending: Ending
    leader: LeaderFate | None = None


@effect(told=False)
class FoughtOut(OnBooks):
    """A charge that was fought out binds nobody any more; hasty squares come too late now (MAW-15.18)."""

    units: tuple[str, ...]

    def on(self, books: MexicanAmericanWarLedger) -> MexicanAmericanWarLedger:
        books = replace(books, combats=books.combats + 1)
        nobody: frozenset[str] = frozenset()
        return books.changed(*self.units, charging=nobody, charged_by=nobody, cold_steel=False, countered=False)


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
        self._standings = [aftermath.Standing.of(opening(situation), tables)]
        self._effect_at = cache(partial(effect_at, tables=tables))
        sides = self._standings[0].combat.sides
        self.at_risk = cache(partial(_at_risk, sides))
        self._leaders_with = cache(partial(_leaders_with, sides))
        self._side = situation.side
        everybody = (*sides.attacker_names, *sides.defender_names)
        self._notes = (FoughtOut(whom=everybody[0], units=everybody),)

    def _standing(self, struggles: int) -> aftermath.Standing:
        while len(self._standings) <= struggles:
            self._standings.append(self._standings[-1].struggled())
        return self._standings[struggles]

    def is_over(self, state: int | Ending) -> bool:
        """Decided, or a side has nobody left after so many struggles."""
        return isinstance(state, Ending) or self._standing(state).combat.gone is not None

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
        losers = self._side if ended is E.REPULSED else OTHER_SIDE[self._side]
        notes = (*self._notes, *leader_notes(whom[0], decided.leader, losers))
        return ChargeVerdict.of(decided.ending, fates, tuple(leader_effects(whom, *fates)), notes)


def opening(situation: ChargeCombat) -> Combat:
    """The combat before the first roll."""
    sides = Sides(
        side=situation.side,
        attackers=situation.attackers,
        defenders=situation.defenders,
        attacker_supports=situation.attacker_supports,
        defender_supports=situation.defender_supports,
        first=situation.combat is CombatNumber.FIRST,
        storming=lead_of(situation.attackers).shape is Formation.STORMING_COLUMN,
        storming_forms=situation.storming_forms,
        cold_steel=situation.steel,
        breakthrough=situation.combat is CombatNumber.BREAKTHROUGH,
        ground=situation.ground_charged_over,
        ground_defended=situation.ground_defended,
        guns_supported=situation.guns_supported,
        counter_ground=situation.counter_ground if situation.countered else None,
        sheltered_crews=situation.crews,
        attacker_names=names(situation.attackers, "attacker"),
        defender_names=names(situation.defenders, "defender"),
    )
    return Combat(
        sides=sides,
        attacker_stands=tuple(unit.stands for unit in situation.attackers),
        defender_stands=tuple(unit.stands for unit in situation.defenders),
        momentum=situation.combat is not CombatNumber.RESUMED,
    )


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


def _at_risk(sides: Sides, effect: ChargeEffect) -> LeaderWith:
    """Who is with the beaten side: checked after Swept and Repulsed only (MAW-3.04)."""
    if effect not in (E.SWEPT, E.REPULSED):
        return LeaderWith.NONE
    present = {unit.leader_with_unit for unit in (sides.defenders if effect is E.SWEPT else sides.attackers)}
    leader = not present.isdisjoint((LeaderWith.LEADER, LeaderWith.BOTH))
    colonel = not present.isdisjoint((LeaderWith.COLONEL, LeaderWith.BOTH))
    if leader and colonel:
        return LeaderWith.BOTH
    return LeaderWith.LEADER if leader else LeaderWith.COLONEL if colonel else LeaderWith.NONE


def _leaders_with(sides: Sides, effect: ChargeEffect) -> tuple[str, str]:
    """The units that the leader and the colonel at risk are with; the first named where several have one."""
    attacking = effect is E.REPULSED
    units, known = (sides.attackers, sides.attacker_names) if attacking else (sides.defenders, sides.defender_names)
    lead = name_of(sides, attacker=attacking)

    def first(*having: LeaderWith) -> str:
        return next((name for unit, name in zip(units, known, strict=True) if unit.leader_with_unit in having), lead)

    return first(LeaderWith.LEADER, LeaderWith.BOTH), first(LeaderWith.COLONEL, LeaderWith.BOTH)
