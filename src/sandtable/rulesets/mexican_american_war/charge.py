"""Charge combat: two opposed dice, and again while the struggle is desperate (chapters 3, 5, 11, 15, 16, MAW-G.24, MAW-G.66)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache

from sandtable.kernel.dice import D10
from sandtable.kernel.form import Section, choice, group, number, when
from sandtable.kernel.messages import Message
from sandtable.kernel.problem import Problem
from sandtable.kernel.requests import Label, Of, Roll
from sandtable.kernel.tables import Tables
from sandtable.kernel.verdict import Rule
from sandtable.rulesets.mexican_american_war import aftermath, fields
from sandtable.rulesets.mexican_american_war.charge_tally import net_tally
from sandtable.rulesets.mexican_american_war.leaders import fall_of_leaders, leader_effects
from sandtable.rulesets.mexican_american_war.melee import (
    SEVERITY,
    ChargeVerdict,
    Combat,
    FightingUnit,
    Sides,
    lead_of,
    name_of,
)
from sandtable.rulesets.mexican_american_war.units import Unit, inside
from sandtable.rulesets.mexican_american_war.vocabulary import (
    CHARGING_FORMATIONS,
    Arm,
    ChargeEffect,
    CombatNumber,
    Formation,
    Ground,
    GroundDefended,
    LeaderWith,
    Side,
)

E = ChargeEffect


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
    sheltered_crews: int = number(section=Section.CIRCUMSTANCE, lowest=0, highest=6, usual=0, unit="stands")

    def problems(self, tables: Tables) -> Iterator[Problem]:
        """Who may charge, and with what (MAW-G.22a, MAW-11.05, MAW-11.09, MAW-16.12)."""
        for place, units in (("attackers", self.attackers), ("defenders", self.defenders)):
            for number_of, unit in enumerate(units, start=1):
                yield from inside(unit.unit_problems(tables), place, number_of)
        for number_of, unit in enumerate(self.attackers, start=1):
            yield from inside(charger_problems(unit), "attackers", number_of)
        lead = lead_of(self.attackers)
        if self.cold_steel:
            yield from cold_steel_problems(lead, self.side, "cold_steel")
        if self.combat is CombatNumber.BREAKTHROUGH and lead.shape is Formation.STORMING_COLUMN:
            yield Problem("combat", Message("problem.storming_breakthrough"), (CombatNumber.FIRST,), "MAW-16.12")
        if self.counter_charging and not lead_of(self.defenders).on_horse:
            yield Problem("counter_charging", Message("problem.counter_charge_cavalry"), ("no",), "MAW-G.23")


def charger_problems(unit: Unit) -> Iterator[Problem]:
    """Guns, march columns, squares, garrisons and broken units do not charge (MAW-G.22, MAW-G.22a)."""
    if unit.is_guns:
        yield Problem("arm", Message("problem.guns_charge"), (Arm.INFANTRY, Arm.CAVALRY), "MAW-G.22a")
    elif unit.broken:
        yield Problem("order", Message("problem.broken_charge"), (), "MAW-G.22a")
    elif unit.shape not in CHARGING_FORMATIONS:
        yield Problem("formation", Message("problem.charge_formation"), CHARGING_FORMATIONS, "MAW-G.22a")


def cold_steel_problems(unit: Unit, side: Side, field: str) -> Iterator[Problem]:
    """Infantry of both sides and mounted US cavalry have it (MAW-11.05, MAW-11.09, MAW-24.22)."""
    if unit.dismounted:
        yield Problem(field, Message("problem.cold_steel_dismounted"), ("no",), "MAW-11.09")
    elif unit.on_horse and side is Side.MEX:
        yield Problem(field, Message("problem.cold_steel_mexican_cavalry"), ("no",), "MAW-11.05")


def charge_combat(situation: ChargeCombat, tables: Tables) -> Rule[ChargeVerdict]:
    """Opposed dice until the struggle is decided or a side has no stands left (MAW-3.03, MAW-3.04, MAW-G.66)."""
    chain = _chain(_Same(situation), tables)
    rolls = 0
    while True:
        combat = chain.combat(rolls)
        if combat.gone is not None:
            return aftermath.ended_by_struggle(combat, combat.gone, tables)
        index: int = yield chain.roll(rolls)
        effect = effect_at(index, tables)
        if effect is not E.DESPERATE:
            break
        rolls += 1
    result = aftermath.result(combat, effect, index, tables)
    leader = colonel = None
    if effect in (E.SWEPT, E.REPULSED):
        leader, colonel = yield from fall_of_leaders(_leader_of(combat, effect), tables)
    if leader is None and colonel is None:
        return result
    fate = leader_effects(name_of(combat, attacker=effect is E.REPULSED), leader, colonel)
    return replace(result, leader=leader, colonel=colonel, effects=(*result.effects, *fate))


class _Chain:
    """The rolls of one combat, each made once: a struggle goes the same way however often exact odds come by."""

    def __init__(self, situation: ChargeCombat, tables: Tables) -> None:
        self._tables = tables
        self._combats = [opening(situation)]
        self._rolls: list[Roll] = []

    def combat(self, number_of: int) -> Combat:
        """The combat after so many struggles."""
        while len(self._combats) <= number_of:
            self._combats.append(struggled(self._combats[-1], self._tables))
        return self._combats[number_of]

    def roll(self, number_of: int) -> Roll:
        """The roll that follows them."""
        while len(self._rolls) <= number_of:
            self._rolls.append(combat_roll(self.combat(len(self._rolls)), self._tables))
        return self._rolls[number_of]


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
        cold_steel=situation.cold_steel,
        breakthrough=situation.combat is CombatNumber.BREAKTHROUGH,
        ground=situation.ground_charged_over,
        ground_defended=situation.ground_defended,
        guns_supported=situation.guns_supported,
        counter_ground=situation.counter_ground if situation.counter_charging else None,
        sheltered_crews=situation.sheltered_crews,
    )
    return Combat(
        sides=sides,
        attacker_stands=tuple(unit.stands for unit in situation.attackers),
        defender_stands=tuple(unit.stands for unit in situation.defenders),
        momentum=situation.combat is not CombatNumber.RESUMED,
    )


def combat_roll(combat: Combat, tables: Tables) -> Roll:
    """One roll of the combat; the reading is the index, bounded where only the band counts (MAW-G.67a)."""
    tally = net_tally(combat, tables)
    over = tables.number("charge.loss.rout_over")
    bands: tuple[int, ...] = tables.row("charge.effect.up_to")

    def read(difference: int) -> int:
        index = difference + tally.total
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


def struggled(combat: Combat, tables: Tables) -> Combat:
    """Both sides lose a stand; order is shaken, momentum is gone (MAW-3.04, MAW-G.66a)."""
    loss = tables.number("charge.loss.struggle")
    return replace(
        combat,
        attacker_stands=aftermath.after_losses(combat.sides.attackers, combat.attacker_stands, loss, tables),
        defender_stands=aftermath.after_losses(combat.sides.defenders, combat.defender_stands, loss, tables),
        rolls=combat.rolls + 1,
        shaken=True,
        momentum=False,
    )


def _leader_of(combat: Combat, effect: ChargeEffect) -> LeaderWith:
    """Who is with the beaten side: checked after Swept and Repulsed (MAW-3.04)."""
    units = combat.sides.defenders if effect is E.SWEPT else combat.sides.attackers
    present = {unit.leader_with_unit for unit in units}
    leader = bool(present & {LeaderWith.LEADER, LeaderWith.BOTH})
    colonel = bool(present & {LeaderWith.COLONEL, LeaderWith.BOTH})
    if leader and colonel:
        return LeaderWith.BOTH
    return LeaderWith.LEADER if leader else LeaderWith.COLONEL if colonel else LeaderWith.NONE
