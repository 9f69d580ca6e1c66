"""Charge combat: two opposed dice, and again while the struggle is desperate (chapters 3, 5, 11, 15, 16, MAW-G.24, MAW-G.66)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache, partial
from math import lcm
from typing import Any, NamedTuple

from sandtable.kernel.dice import D10
from sandtable.kernel.drivers import Exact, Given
from sandtable.kernel.effects import Effect
from sandtable.kernel.form import Section, choice, group, number, when
from sandtable.kernel.law import Law
from sandtable.kernel.messages import Message
from sandtable.kernel.problem import Problem
from sandtable.kernel.requests import Label, Of, Request, Roll
from sandtable.kernel.tables import Tables
from sandtable.kernel.tally import Tally
from sandtable.kernel.verdict import Rule
from sandtable.rulesets.mexican_american_war import aftermath, fields
from sandtable.rulesets.mexican_american_war.charge_tally import Tallies
from sandtable.rulesets.mexican_american_war.leaders import Fates, fall_law, fall_of_leaders, leader_effects
from sandtable.rulesets.mexican_american_war.melee import (
    MOST_CREWS,
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
    LeaderWith,
    OrderState,
    Side,
)

E = ChargeEffect
STORMERS_FORM = (*LINES, Formation.FIELD_COLUMN, Formation.GARRISON)
Decisions = tuple[dict[tuple[ChargeEffect, int], int], int]  # weights by effect and difference, and of going on


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
    sheltered_crews: int = number(section=Section.CIRCUMSTANCE, lowest=0, highest=MOST_CREWS, usual=0, unit="stands")
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


def charge_combat(situation: ChargeCombat, tables: Tables) -> Rule[ChargeVerdict]:
    """Opposed dice until the struggle is decided or a side has no stands left (MAW-3.03, MAW-3.04, MAW-G.66)."""
    chain = _chain(_Same(situation), tables)
    struggles = 0
    while chain.combat(struggles).gone is None:
        index: int = yield chain.roll(struggles)
        if chain.effect_at(index) is not E.DESPERATE:
            return (yield from _decided(chain, struggles, index, tables))
        struggles += 1
    return ChargeVerdict.of(aftermath.ended_by_struggle(chain.combat(struggles), tables), (None, None), ())


def _decided(chain: _Chain, struggles: int, index: int, tables: Tables) -> Rule[ChargeVerdict]:
    """The result of the deciding roll, and the Fallen Leader Table after Swept and Repulsed."""
    effect, standing = chain.effect_at(index), chain.standing(struggles)
    fates = yield from fall_of_leaders(chain.at_risk(effect), tables)
    ending = standing.ending(effect, standing.difference(effect, index))
    return ChargeVerdict.of(ending, fates, tuple(leader_effects(chain.leaders_with(effect), *fates)))


def exact_combat(situation: ChargeCombat, tables: Tables, answers: Mapping[str, Given]) -> Exact[ChargeVerdict]:
    """The exact law in one walk along the struggle (MAW-G.67a): the same rolls, each met once instead of once a branch."""
    chain = _chain(_Same(situation), tables)
    fates = _FateLaws(chain, tables, answers)
    ended: list[_Ended] = []
    requests: dict[str, Request] = {}
    ways, of, struggles = 1, 1, 0  # the share of combats that come this far
    while ways and chain.combat(struggles).gone is None:
        roll = chain.roll(struggles)
        requests[roll.key] = roll
        standing = chain.standing(struggles)
        deciding, goes_on = chain.decisions(struggles, answers.get(roll.key))
        of *= goes_on + sum(deciding.values())
        for (effect, difference), weight in deciding.items():
            ended.append(_Ended(standing.ending(effect, difference), fates.after(effect), ways * weight, of))
        ways, struggles = ways * goes_on, struggles + 1
    if ways:
        fought_out = aftermath.ended_by_struggle(chain.combat(struggles), tables)
        ended.append(_Ended(fought_out, _NOBODY, ways, of))
    return Exact(_law(ended), {}, requests | fates.requests)


class _Fated(NamedTuple):
    """What can become of leader and colonel: their fates, the instructions, and how many ways of how many lead there."""

    ways: tuple[tuple[Fates, tuple[Effect, ...], int], ...]
    of: int


_NOBODY = _Fated((((None, None), (), 1),), 1)  # no leader's life hangs on it


class _Ended(NamedTuple):
    """One way for a combat to end, and in how many ways of how many, the fates of leaders aside; no two are the same."""

    ending: Ending
    fated: _Fated
    ways: int
    of: int


def _law(ended: list[_Ended]) -> Law[ChargeVerdict]:
    """All verdicts over one denominator: that of the last roll, which those of all before it divide, times that of the fates."""
    last, of_fates = ended[-1].of, lcm(*{one.fated.of for one in ended})
    counts: dict[ChargeVerdict, int] = {}
    before, rest = 0, 1
    for ending, fated, ways, of in ended:
        if of != before:  # the endings of one roll have it in common
            before, rest = of, last // of
        scale = ways * rest * (of_fates // fated.of)
        for fates, told, chance in fated.ways:
            counts[ChargeVerdict.of(ending, fates, told)] = chance * scale
    return Law.over(counts, last * of_fates)


class _FateLaws:
    """What can become of leader and colonel, worked out once for each effect that ends a combat."""

    def __init__(self, chain: _Chain, tables: Tables, answers: Mapping[str, Given]) -> None:
        self._chain = chain
        self._tables = tables
        self._answers = answers
        self._known: dict[ChargeEffect, _Fated] = {}
        self.requests: dict[str, Request] = {}

    def after(self, effect: ChargeEffect) -> _Fated:
        """Their fates, with what these do to the unit they were with."""
        if effect not in self._known:
            self._known[effect] = self._of(self._chain.at_risk(effect), self._chain.leaders_with(effect))
        return self._known[effect]

    def _of(self, who: LeaderWith, whom: tuple[str, str]) -> _Fated:
        if who is LeaderWith.NONE:
            return _NOBODY
        exact = fall_law(who, self._tables, self._answers)
        self.requests |= exact.requests
        ways = tuple((fates, tuple(leader_effects(whom, *fates)), ways) for fates, ways in exact.law.counts())
        return _Fated(ways, exact.law.of)


class _Chain:
    """The rolls of one combat, each made once: a struggle goes the same way however often exact odds come by."""

    def __init__(self, situation: ChargeCombat, tables: Tables) -> None:
        self._tables = tables
        self._standings = [aftermath.Standing.of(opening(situation), tables)]
        self._rolls: list[Roll] = []
        self._tallies = Tallies(tables)
        self._laws: dict[int, Sequence[tuple[int, int]]] = {}
        self._decisions: dict[tuple[int, int, int], Decisions] = {}
        self.effect_at = cache(partial(effect_at, tables=tables))
        self.at_risk = cache(partial(_at_risk, self.combat(0).sides))
        self.leaders_with = cache(partial(_leaders_with, self.combat(0).sides))

    def combat(self, number_of: int) -> Combat:
        """The combat after so many struggles."""
        return self.standing(number_of).combat

    def roll(self, number_of: int) -> Roll:
        """The roll that follows them."""
        while len(self._rolls) <= number_of:
            combat = self.combat(len(self._rolls))
            self._rolls.append(combat_roll(combat, self._tallies.of(combat), self._tables))
        return self._rolls[number_of]

    def standing(self, number_of: int) -> aftermath.Standing:
        """How things stand after them."""
        while len(self._standings) <= number_of:
            self._standings.append(self._standings[-1].struggled())
        return self._standings[number_of]

    def decisions(self, number_of: int, given: Given | None) -> Decisions:
        """What can decide a roll, with weights, and the weight of all after which the struggle goes on."""
        roll, standing = self.roll(number_of), self.standing(number_of)
        if given is not None:
            return self._decided(standing, self._readings(roll, given))
        readings = self._readings(roll, None)
        furthest = max(abs(index) for index, _ in readings)  # what is worse than that is all the same to this roll
        worst = min(standing.attackers.worst, furthest), min(standing.defenders.worst, furthest)
        alike = roll.tally.total, *worst
        if alike not in self._decisions:
            self._decisions[alike] = self._decided(standing, readings)
        return self._decisions[alike]

    def _decided(self, standing: aftermath.Standing, readings: Sequence[tuple[int, int]]) -> Decisions:
        goes_on = 0
        deciding: dict[tuple[ChargeEffect, int], int] = {}
        for index, weight in readings:
            effect = self.effect_at(index)
            if effect is E.DESPERATE:
                goes_on += weight
            else:
                decision = (effect, standing.difference(effect, index))
                deciding[decision] = deciding.get(decision, 0) + weight
        return deciding, goes_on

    def _readings(self, roll: Roll, given: Given | None) -> Sequence[tuple[int, int]]:
        """What a roll can bring, with weights; one thing only where its dice are told. Rolls with the same modifier bring the same."""
        if given is not None:
            told: Any = roll.reading(given.value)
            return [(told, 1)]
        net = roll.tally.total
        if net not in self._laws:
            law: Any = roll.law()
            self._laws[net] = law
        return self._laws[net]


@dataclass(frozen=True, slots=True, eq=False)
class _Same:
    """A situation as a key by identity: the drivers run a rule many times over the very same one."""

    situation: ChargeCombat

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Same) and self.situation is other.situation

    def __hash__(self) -> int:
        return id(self.situation)


@lru_cache(maxsize=64)
def _chain(same: _Same, tables: Tables) -> _Chain:
    return _Chain(same.situation, tables)


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
