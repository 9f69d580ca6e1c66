"""The form of a shot: who fires at what, and what forbids it (MAW-9.03, MAW-9.04, MAW-15.28, MAW-G.07)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from sandtable.kernel.form import Section, choice, group, number, when
from sandtable.kernel.messages import Message
from sandtable.kernel.problem import Problem
from sandtable.kernel.tables import Tables
from sandtable.rulesets.mexican_american_war import fields
from sandtable.rulesets.mexican_american_war.firers import (
    FiringUnit,
    firing_problems,
    inches_of,
)
from sandtable.rulesets.mexican_american_war.units import gone_problems, same_names
from sandtable.rulesets.mexican_american_war.vocabulary import (
    ARM_ICONS,
    CHARGING_FORMATIONS,
    COVER_ICONS,
    FIRING_IN_CHARGE,
    GUN_WEAPONS,
    NIGHTS,
    OPEN_ORDER,
    ORDER_ICONS,
    SQUARES,
    TROOPS,
    Arm,
    Cover,
    Experience,
    FireStep,
    Formation,
    InCharge,
    LeaderWith,
    Light,
    OrderState,
    Side,
    TargetCharge,
    Weapon,
)
from sandtable.rulesets.mexican_american_war.weapons import light_problems

LARGEST_BATTERY = 6  # damaged stands that a form takes
_TARGET_TROOPS = when("target_arm", *TROOPS)
_TARGET_GUNS = when("target_arm", Arm.GUNS)


@dataclass(frozen=True, slots=True, kw_only=True)
class Fire:
    """All that fires at one target in one step: one total, one die (MAW-G.07c)."""

    side: Side = fields.side()
    fire_step: FireStep = choice(FireStep, section=Section.ACTION, usual=FireStep.DEFENSIVE)
    firers: tuple[FiringUnit, ...] = group(FiringUnit, section=Section.ACTOR, highest=8)
    target_name: str | None = fields.name(Section.TARGET)
    target_arm: Arm = choice(Arm, section=Section.TARGET, usual=Arm.INFANTRY, icons=ARM_ICONS)
    target_mounted: bool = fields.box(Section.TARGET, usual=True, needed=when("target_arm", Arm.CAVALRY))
    target_experience: Experience = choice(Experience, section=Section.TARGET, usual=Experience.TRAINED)
    target_order: OrderState = choice(
        OrderState,
        widget="trio",
        section=Section.TARGET,
        usual=OrderState.GOOD,
        icons=ORDER_ICONS,
        needed=_TARGET_TROOPS,
    )
    target_formation: Formation = choice(
        Formation,
        section=Section.TARGET,
        usual=Formation.LINE,
        needed=_TARGET_TROOPS & ~when("target_order", OrderState.BROKEN),
    )
    cover: Cover = choice(Cover, widget="trio", section=Section.TARGET, usual=Cover.NONE, icons=COVER_ICONS)
    target_stands: int | None = number(
        section=Section.TARGET, lowest=1, highest=fields.LARGEST_UNIT, unit="stands", optional=True
    )
    target_damaged_stands: int = number(
        section=Section.CIRCUMSTANCE, lowest=0, highest=LARGEST_BATTERY, usual=0, unit="stands", needed=_TARGET_GUNS
    )
    target_limbered: bool = fields.box(Section.TARGET, needed=_TARGET_GUNS)
    target_crew_sheltered: bool = fields.box(needed=_TARGET_GUNS)
    target_charge: TargetCharge = choice(
        TargetCharge, section=Section.TARGET, usual=TargetCharge.NO, needed=_TARGET_TROOPS
    )
    crossing_abatis: bool = fields.box(Section.TARGET)
    leader_with_target: LeaderWith = fields.leader_with_unit(Section.TARGET)
    target_fired_at: bool = fields.box()
    target_gone: bool = fields.box()
    other_guns_fired: bool = fields.box()
    closest_or_only_target: bool = fields.box(usual=True)
    artillery_leader_in_reach: bool = fields.box()
    light: Light = fields.light()
    in_charge_combat: bool = fields.box(needed=when("light", *NIGHTS))

    @property
    def target_is_guns(self) -> bool:
        """Guns as the target."""
        return self.target_arm is Arm.GUNS

    @property
    def target_shape(self) -> Formation | None:
        """The target's formation; dismounted cavalry is in open order."""
        if self.target_is_guns or self.target_order is OrderState.BROKEN:
            return None
        dismounted = self.target_arm is Arm.CAVALRY and not self.target_mounted
        if dismounted and self.target_formation not in OPEN_ORDER:
            return Formation.OPEN_THIN
        return self.target_formation

    @property
    def charge_made(self) -> TargetCharge:
        """Whether the target is charging, and how: as told of it, or because a firing unit is told to be charged by it."""
        if self.target_shape not in CHARGING_FORMATIONS:
            return TargetCharge.NO
        charged = any(firer.in_charge is InCharge.CHARGED for firer in self.firers)
        return TargetCharge.CHARGING if charged and self.target_charge is TargetCharge.NO else self.target_charge

    def takes_part(self, number_of: int) -> bool:
        """Whether a firing unit, by its place, charges the target or is charged by it.

        Where it was not said, and the target charges in the defensive step, the one unit that may be meant is taken to be the one charged.
        """
        told = self.firers[number_of].in_charge
        return told in FIRING_IN_CHARGE if told is not None else self.open_firers == (number_of,)

    @property
    def open_firers(self) -> tuple[int, ...]:
        """Places of the firing units that may be the one the target charges, where that was not said."""
        roles = [firer.in_charge for firer in self.firers]
        if self.charge_made is TargetCharge.NO or self.fire_step is FireStep.OFFENSIVE or InCharge.CHARGED in roles:
            return ()
        return tuple(number_of for number_of, role in enumerate(roles) if role is None)

    @property
    def target_disordered(self) -> bool:
        """Disordered before this shot; a broken unit counts as disordered (MAW-G.60)."""
        return not self.target_is_guns and self.target_order is not OrderState.GOOD

    def subject(self) -> Message:
        """Who fires at whom."""
        named = tuple(firer.name or firer.weapon for firer in self.firers)
        return Message.of("subject.fire", who=named, units=len(named), whom=self.target_name or self.target_arm)

    def problems(self, tables: Tables) -> Iterator[Problem]:
        """Who may not fire, and at what."""
        for number_of, firer in enumerate(self.firers, start=1):
            for problem in firing_problems(firer, self.side, self.fire_step, self.light, tables):
                yield problem.inside(f"firers.{number_of}")
        yield from same_names(("firers", [firer.name for firer in self.firers]))
        yield from _target_problems(self)
        yield from _role_problems(self)
        yield from massing_problems(self, tables)
        yield from light_problems(self.light, tables)


def _role_problems(situation: Fire) -> Iterator[Problem]:
    """What firers are told to do in a charge must fit the target (MAW-4.12, MAW-15.24a, MAW-G.07c, MAW-G.07e)."""
    target = situation.target_name
    defensive = situation.fire_step is FireStep.DEFENSIVE
    for number_of, firer in enumerate(situation.firers, start=1):
        place, foes = f"firers.{number_of}", fields.names_in(firer.charge_foes)
        charged, charging = (
            firer.in_charge is InCharge.CHARGED,
            firer.in_charge in (InCharge.CHARGING, InCharge.COLD_STEEL),
        )
        if target and foes and target not in foes and (charging or (charged and defensive)):
            told = "problem.charging_other" if charging else "problem.charged_by_other"
            yield Problem(f"{place}.in_charge", Message(told), (), "MAW-G.07e")
        if target and target in firer.targets_before:
            square = firer.formation in SQUARES and not firer.is_guns
            rule = "MAW-15.24a" if square else "MAW-G.07c"
            yield Problem(f"{place}.fired_at", Message("problem.same_target_twice"), (), rule)
    open_firers = situation.open_firers
    if len(open_firers) > 1 and _matters_who_is_charged(situation):
        choices = (InCharge.CHARGED, InCharge.NO)
        about = Message("problem.which_is_charged")
        yield Problem(f"firers.{open_firers[0] + 1}.in_charge", about, choices, "MAW-4.12")


def _matters_who_is_charged(situation: Fire) -> bool:
    """By night it tells who sees well (MAW-12.11), for US muskets who has buck and ball (MAW-4.12a)."""
    muskets = any(firer.weapon is Weapon.M and not firer.low_ammunition for firer in situation.firers)
    return situation.light in NIGHTS or (situation.side is Side.US and muskets)


def _target_problems(situation: Fire) -> Iterator[Problem]:
    yield from gone_problems("target_gone", gone=situation.target_gone)
    if situation.target_fired_at:
        yield Problem("target_fired_at", Message("problem.one_shot"), ("no",), "MAW-G.07c")
    if situation.target_is_guns and situation.target_crew_sheltered:
        yield Problem("target_crew_sheltered", Message("problem.abandoned_gun"), (), "MAW-15.28")
    if situation.target_is_guns and situation.target_damaged_stands > (situation.target_stands or LARGEST_BATTERY):
        about = Message.of("problem.damaged_stands", stands=situation.target_stands)
        yield Problem("target_damaged_stands", about, (), "MAW-G.26")
    if situation.target_charge is not TargetCharge.NO and not situation.target_is_guns:
        yield from _charging_target_problems(situation)
    if situation.target_shape in SQUARES and situation.target_arm is not Arm.INFANTRY:
        yield Problem("target_formation", Message("problem.square_infantry"), (), "MAW-15.05")


def _charging_target_problems(situation: Fire) -> Iterator[Problem]:
    """A target that is broken, or in a formation that does not charge, is not charging (MAW-G.22a)."""
    if situation.target_order is OrderState.BROKEN:
        steady = (OrderState.GOOD, OrderState.DISORDERED)
        yield Problem("target_order", Message("problem.broken_charge"), steady, "MAW-G.22a")
    elif situation.target_shape not in CHARGING_FORMATIONS:
        about = Message("problem.charge_formation")
        yield Problem("target_formation", about, CHARGING_FORMATIONS, "MAW-G.22a")


def massing_problems(situation: Fire, tables: Tables) -> Iterator[Problem]:
    """Two artillery units may share a target only in canister range, or if it is the closest or only one, or by a leader (MAW-9.04)."""
    guns = [firer for firer in situation.firers if firer.weapon in GUN_WEAPONS]
    several = len(guns) > 1 or (guns and situation.other_guns_fired)
    if not several or situation.closest_or_only_target or situation.artillery_leader_in_reach:
        return
    canister = tables.number("massing.canister")
    if any(inches_of(firer) > canister for firer in guns):
        reach = Message(f"word.mass_{tables.option('massRadius')}")
        about = Message.of("problem.massing", reach=reach, canister=Fraction(canister))
        yield Problem("other_guns_fired", about, (), "MAW-9.04")
