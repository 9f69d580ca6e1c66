"""Charges declared, and what the charged side may do about it (MAW-2.05, MAW-2.26 to MAW-2.27, MAW-2.33, chapters 14 and 15, MAW-G.22, MAW-G.23)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from sandtable.kernel.actions import action
from sandtable.kernel.effects import Deed, Effect, Offer, OnBooks, OnUnit, effect
from sandtable.kernel.form import Section, choice, text, when
from sandtable.kernel.messages import Message
from sandtable.kernel.problem import Problem
from sandtable.kernel.tables import Tables
from sandtable.kernel.verdict import Ruling
from sandtable.rulesets.mexican_american_war import fields
from sandtable.rulesets.mexican_american_war.effects import (
    FormationBecomes,
    FullRetreat,
    MayFire,
    OrderBecomes,
    Silenced,
)
from sandtable.rulesets.mexican_american_war.known_unit import KnownUnit, card_of
from sandtable.rulesets.mexican_american_war.ledger import MexicanAmericanWarLedger
from sandtable.rulesets.mexican_american_war.melee import charger_problems, cold_steel_problems, skittish_problems
from sandtable.rulesets.mexican_american_war.movement import full_rate
from sandtable.rulesets.mexican_american_war.units import Unit, acting, gone_problems
from sandtable.rulesets.mexican_american_war.vocabulary import (
    ARM_ICONS,
    FAST_EFFECTS,
    HARD_GROUND,
    LINES,
    MOVING_EFFECTS,
    NIGHTS,
    OTHER_SIDE,
    SLOW_EFFECTS,
    TROOPS,
    Arm,
    CheckEffect,
    Experience,
    Formation,
    Ground,
    HastyManeuver,
    Light,
    OrderState,
    Side,
    effect_in,
)
from sandtable.rulesets.mexican_american_war.weapons import light_problems

H = HastyManeuver


@dataclass(frozen=True, slots=True, kw_only=True)
class DeclareCharge(Unit):
    """A unit that may move declares a charge, after the check and before any unit of it moves (MAW-2.11)."""

    side: Side = fields.side()
    check_effect: CheckEffect = choice(
        CheckEffect, section=Section.ACTION, only=MOVING_EFFECTS, usual=CheckEffect.WELL_HANDLED
    )
    full_move_disordered: bool = fields.box(
        Section.ACTION, needed=when("check_effect", *SLOW_EFFECTS) | when("light", *NIGHTS)
    )
    cold_steel: bool = fields.box(Section.ACTION)
    moved_already: bool = fields.box()
    check_moved: bool = fields.box()
    maneuver_done: bool = fields.box()
    ground: Ground = fields.ground(Section.ACTION)
    light: Light = fields.light()
    target_name: str | None = fields.name()
    target_arm: Arm = choice(Arm, section=Section.TARGET, usual=Arm.INFANTRY, icons=ARM_ICONS)
    target_mounted: bool = fields.box(Section.TARGET, usual=True, needed=when("target_arm", Arm.CAVALRY))
    target_order: OrderState = choice(
        OrderState, section=Section.TARGET, usual=OrderState.GOOD, needed=when("target_arm", *TROOPS)
    )
    target_formation: Formation = choice(
        Formation, section=Section.TARGET, usual=Formation.LINE, needed=when("target_arm", *TROOPS)
    )
    target_outflanked: bool = fields.box(Section.TARGET)
    square_within_4: bool = fields.box(Section.TARGET)
    target_gone: bool = fields.box()

    def subject(self) -> Message:
        """Who charges."""
        return acting("declare_charge", self.name)

    def target_described(self) -> dict[str, Any]:
        """The target as a form of its own describes it."""
        if self.target_arm is Arm.GUNS:
            return {"arm": self.target_arm}
        return {
            "arm": self.target_arm,
            "mounted": self.target_mounted,
            "order": self.target_order,
            "formation": self.target_formation,
        }

    @property
    def effect(self) -> CheckEffect:
        """The effect of its check as it counts in this light (MAW-12.10)."""
        return effect_in(self.light, self.check_effect)

    @property
    def hurried(self) -> bool:
        """A full move in disorder, on an effect that allows half a move (MAW-7.01)."""
        return self.full_move_disordered and self.effect in SLOW_EFFECTS

    def problems(self, tables: Tables) -> Iterator[Problem]:
        """Who may charge, and how (MAW-G.22, MAW-2.25, MAW-11.05)."""
        yield from light_problems(self.light, tables)
        yield from self.unit_problems(tables)
        yield from gone_problems("target_gone", gone=self.target_gone)
        yield from charger_problems(self)
        yield from self._storming_problems()
        if self.cold_steel:
            yield from cold_steel_problems(self, self.side, "cold_steel")
        if self.moved_already:
            yield Problem("moved_already", Message("problem.charge_declared_first"), ("no",), "MAW-2.11")
        elif self.shape is not Formation.STORMING_COLUMN:  # whose charge goes on from its maneuver (MAW-16.05)
            if self.maneuver_done:
                yield Problem("maneuver_done", Message("problem.maneuver_done"), ("no",), "MAW-2.19")
            elif self.check_moved:
                yield Problem("check_moved", Message("problem.charge_declared_first"), ("no",), "MAW-2.11")
        if self.side is not Side.MEX or not self.on_horse or self.broken:
            return
        if self.in_disorder_after:
            yield from skittish_problems(self, self.side)
        elif self.hurried:
            yield Problem("full_move_disordered", Message("problem.skittish_charge"), ("no",), "MAW-2.25")

    def _storming_problems(self) -> Iterator[Problem]:
        """A storming column needs a fast effect, and does not hurry in disorder (MAW-16.02, MAW-G.49a)."""
        if self.shape is Formation.STORMING_COLUMN and self.effect in SLOW_EFFECTS:
            by_night = self.effect is not self.check_effect
            choices = (CheckEffect.RALLY_WITH_ELAN,) if by_night else FAST_EFFECTS
            yield Problem("check_effect", Message("problem.storming_slow"), choices, "MAW-16.02")

    @property
    def in_disorder_after(self) -> bool:
        """Still disordered after the check: only effects that rally take the marker off."""
        return self.in_disorder and self.check_effect not in (CheckEffect.RALLY_WITH_ELAN, CheckEffect.RALLY)


@effect(icon="frontal", says="{cold_steel?cold_steel:plain}")
class ChargeDeclared(Effect):
    """A charge may go in, so far (MAW-G.22b)."""

    distance: Fraction
    cold_steel: bool


@effect(has_words=False)
class ChargeUnderWay(OnBooks):
    """Who charges whom, and how (MAW-2.05, MAW-11.02)."""

    charger: str  # names, or "" where none was told
    target: str
    cold_steel: bool

    @property
    def units(self) -> tuple[str, ...]:
        """Charger and target, those that have a name."""
        return tuple(name for name in (self.charger, self.target) if name)

    def on(self, books: MexicanAmericanWarLedger) -> MexicanAmericanWarLedger:
        target = frozenset({books.own_name(self.target)} if self.target else ())
        books = books.with_changes(self.charger, charges=True, charging=target, cold_steel=self.cold_steel)
        struck = books.unit(self.target)
        if struck is None or not self.charger:
            return books
        return books.with_changes(struck.name, charged_by=struck.charged_by | {books.own_name(self.charger)})


@effect(says="{reply}")
class ReplyOpen(Effect):
    """A reply the charged side may choose (MAW-2.05)."""

    reply: HastyManeuver

    def leads_to(self, books: MexicanAmericanWarLedger, deed: Deed, /) -> Iterator[Offer]:
        """The reply of the charged unit as the roster knows it, else as the declaration described it."""
        charge: DeclareCharge = deed.situation
        known = books.unit(charge.target_name)
        told = card_of(known, Hasty) if known else charge.target_described()
        told |= {"side": OTHER_SIDE[charge.side], "hasty_maneuver": self.reply, "charger_mounted": charge.on_horse}
        names = {"name": charge.target_name, "charger_name": charge.name}
        told |= {field: name for field, name in names.items() if name}
        yield Offer(Message(f"offer.reply.{self.reply}"), "hasty_maneuver", told)


@action("charge", "MAW-2.05 MAW-G.22", measures="distance replies", lengths="distance")
def declare_charge(situation: DeclareCharge, tables: Tables) -> Ruling:
    """How far the charge goes, whether it may fire, and what the other side may do."""
    whom = situation.name or "unit"
    distance = charge_distance(situation, tables)
    replies = open_replies(situation)
    fires = not situation.cold_steel or situation.graded is Experience.ELITE
    effects: list[Effect] = [ChargeDeclared(whom=whom, distance=distance, cold_steel=situation.cold_steel)]
    if situation.hurried:
        effects.append(OrderBecomes(whom=whom, order=OrderState.DISORDERED))
    effects.append(MayFire(whom=whom, fire=fires and not situation.on_horse))
    effects += [ReplyOpen(whom=situation.target_name or "target", reply=reply) for reply in replies]
    under_way = ChargeUnderWay(
        whom=whom,
        charger=situation.name or "",
        target=situation.target_name or "",
        cold_steel=situation.cold_steel,
    )
    return Ruling.of("declared", *effects, notes=(under_way,), distance=distance, replies=len(replies))


def charge_distance(unit: DeclareCharge, tables: Tables) -> Fraction:
    """Double quick, full, half, or full in disorder (MAW-G.22b)."""
    quick = unit.effect is CheckEffect.DOUBLE_QUICK
    inches = full_rate(unit, unit.side, unit.ground, tables, quick=quick)
    slow = unit.effect in SLOW_EFFECTS and not unit.full_move_disordered
    return inches / 2 if slow or unit.shape is Formation.STORMING_COLUMN else inches


def open_replies(charge: DeclareCharge) -> tuple[HastyManeuver, ...]:
    """Counter charges first, then hasty squares (MAW-2.05); evading before contact; crews near a square may shelter."""
    target_side = OTHER_SIDE[charge.side]
    target = Unit(
        arm=charge.target_arm,
        mounted=charge.target_mounted,
        order=charge.target_order,
        formation=charge.target_formation,
    )
    reply = [
        H.COUNTER_CHARGE if not any(counter_charge_problems(target, target_side, outflanked=charge.target_outflanked)) else None,
        H.HASTY_SQUARE if not any(hasty_square_problems(target)) else None,
        H.EVADE if not any(evade_problems(target, charge.on_horse)) else None,
        H.SHELTER if target.is_guns and charge.square_within_4 else None,
    ]  # fmt: skip
    return tuple(one for one in reply if one is not None)


# ---- Hasty maneuvers --------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class Hasty(Unit):
    """A unit replies in the opponent's turn."""

    side: Side = fields.side()
    hasty_maneuver: HastyManeuver = choice(HastyManeuver, section=Section.ACTION, usual=H.HASTY_SQUARE)
    charger_name: str | None = fields.name(Section.ACTION)
    charger_mounted: bool = fields.box(Section.ACTION, needed=when("hasty_maneuver", H.EVADE, H.HASTY_SQUARE))
    charger_ground: Ground = choice(
        Ground, section=Section.ACTION, usual=Ground.OPEN, needed=when("hasty_maneuver", H.EVADE)
    )
    ground: Ground = fields.ground(Section.ACTION)
    outflanked: bool = fields.box(needed=when("hasty_maneuver", H.COUNTER_CHARGE))
    square_within_4: bool = fields.box(usual=True, needed=when("hasty_maneuver", H.SHELTER))
    square_name: str | None = text(
        section=Section.CIRCUMSTANCE, optional=True, needed=when("hasty_maneuver", H.SHELTER)
    )
    hasty_already: bool = fields.box()
    combat_began: bool = fields.box()

    def subject(self) -> Message:
        """Who replies."""
        return acting("hasty_maneuver", self.name)

    def problems(self, tables: Tables) -> Iterator[Problem]:
        """One Hasty maneuver in each enemy turn (MAW-G.23d), and each has its own needs."""
        yield from self.unit_problems(tables)
        if self.hasty_already:
            yield Problem("hasty_already", Message("problem.hasty_twice"), ("no",), "MAW-G.23d")
        if self.hasty_maneuver is H.COUNTER_CHARGE:
            yield from counter_charge_problems(self, self.side, outflanked=self.outflanked)
        elif self.hasty_maneuver is H.HASTY_SQUARE:
            yield from hasty_square_problems(self)
            if self.combat_began:
                yield Problem("combat_began", Message("problem.square_too_late"), ("no",), "MAW-15.18")
        elif self.hasty_maneuver is H.EVADE:
            yield from evade_problems(self, self.charger_mounted)
        else:
            yield from shelter_problems(self, tables)


def counter_charge_problems(unit: Unit, side: Side, *, outflanked: bool) -> Iterator[Problem]:
    """Mounted cavalry not outflanked by the charge, Mexican cavalry in good order only (MAW-G.23, MAW-2.27, MAW-24.25a)."""
    if not unit.on_horse:
        yield Problem("arm", Message("problem.counter_charge_cavalry"), (Arm.CAVALRY,), "MAW-G.23")
    elif unit.broken:
        yield Problem("order", Message("problem.broken_charge"), (), "MAW-G.22a")
    elif side is Side.MEX and unit.in_disorder:
        yield Problem("order", Message("problem.skittish_counter"), (OrderState.GOOD,), "MAW-2.27")
    if outflanked:
        yield Problem("outflanked", Message("problem.counter_outflanked"), ("no",), "MAW-G.23")


def hasty_square_problems(unit: Unit) -> Iterator[Problem]:
    """Infantry in line or field column (MAW-15.17, MAW-15.17a, MAW-15.05)."""
    if unit.arm is not Arm.INFANTRY:
        yield Problem("arm", Message("problem.square_infantry"), (Arm.INFANTRY,), "MAW-15.05")
    elif unit.shape not in (*LINES, Formation.FIELD_COLUMN):
        choices = (*LINES, Formation.FIELD_COLUMN)
        yield Problem("formation", Message("problem.hasty_square_formation"), choices, "MAW-15.17a")


def evade_problems(unit: Unit, charger_mounted: bool) -> Iterator[Problem]:
    """A thin skirmish line charged by infantry (MAW-14.01, MAW-14.06, MAW-14.06a)."""
    if unit.shape is not Formation.OPEN_THIN:
        yield Problem("formation", Message("problem.evade_formation"), (Formation.OPEN_THIN,), "MAW-14.06a")
    if charger_mounted:
        yield Problem("charger_mounted", Message("problem.evade_cavalry"), ("no",), "MAW-14.06")


def shelter_problems(unit: Hasty, tables: Tables) -> Iterator[Problem]:
    """Gun crews with a friendly square within 4 inches (MAW-2.33, MAW-15.41)."""
    if not unit.is_guns:
        yield Problem("arm", Message("problem.shelter_guns"), (Arm.GUNS,), "MAW-15.41a")
    if not unit.square_within_4:
        reach = Fraction(tables.number("shelter.within"))
        yield Problem("square_within_4", Message.of("problem.shelter_far", reach=reach), ("yes",), "MAW-15.41")


@effect(icon="frontal")
class ChargeStands(Effect):
    """The charger must still charge a target that formed square (MAW-15.22)."""


@effect(icon="frontal")
class CounterCharges(Effect):
    """Cavalry goes to meet the charge (MAW-2.26)."""

    distance: Fraction


@effect(says="{disordered?disordered:good}")
class ChargerGoesOn(OnUnit):
    """After an evasion the charger carries the place or goes on (MAW-14.04, MAW-14.05)."""

    disordered: bool

    def on(self, unit: KnownUnit) -> KnownUnit:
        return replace(unit, late_disorder=unit.late_disorder or self.disordered)


@effect(says="{square?named:near}")
class CrewShelters(OnUnit):
    """A crew leaves its guns for a square (MAW-15.41)."""

    square: str = ""  # the name of the unit that takes it in, where it was told

    def fold(self, books: MexicanAmericanWarLedger, deed: Deed, _: Tables, /) -> MexicanAmericanWarLedger:
        guns = books.unit_meant(self.whom, deed)
        return (
            books if guns is None else books.with_changes(guns.name, sheltered=True).with_crew(guns.name, self.square)
        )


@effect(has_words=False)
class Replied(OnUnit):
    """It has made its one Hasty maneuver of this enemy turn (MAW-G.23d)."""

    countered: bool

    def on(self, unit: KnownUnit) -> KnownUnit:
        return replace(unit, hasty=True, countered=self.countered)


@action("charge", "MAW-2.26 MAW-14.01 MAW-15.17 MAW-15.41", name="hasty_maneuver", measures="disordered")
def hasty(situation: Hasty, tables: Tables) -> Ruling:
    """A Hasty maneuver; Raw troops forming square are disordered on any ground (MAW-15.21)."""
    whom, maneuver = situation.name or "unit", situation.hasty_maneuver
    disordered = maneuver is H.HASTY_SQUARE and situation.is_raw
    return Ruling.of(
        f"hasty.{maneuver}",
        *_hasty_effects(situation, whom, tables, disordered=disordered),
        notes=(Replied(whom=whom, countered=maneuver is H.COUNTER_CHARGE),),
        disordered=disordered,
    )


def _hasty_effects(unit: Hasty, whom: str, tables: Tables, *, disordered: bool) -> Iterator[Effect]:
    if unit.hasty_maneuver is H.HASTY_SQUARE:
        yield FormationBecomes(whom=whom, formation=Formation.HASTY_SQUARE)
        if disordered and unit.order is OrderState.GOOD:
            yield OrderBecomes(whom=whom, order=OrderState.DISORDERED)
        yield ChargeStands(whom=unit.charger_name or "charger")
    elif unit.hasty_maneuver is H.COUNTER_CHARGE:
        yield CounterCharges(whom=whom, distance=full_rate(unit, unit.side, unit.ground, tables) / 2)
    elif unit.hasty_maneuver is H.EVADE:
        yield OrderBecomes(whom=whom, order=OrderState.BROKEN)
        yield FullRetreat(whom=whom, broken=True, evading=True)
        yield ChargerGoesOn(whom=unit.charger_name or "charger", disordered=unit.charger_ground in HARD_GROUND)
    else:
        yield CrewShelters(whom=whom, square=unit.square_name or "")
        yield Silenced(whom=whom)
