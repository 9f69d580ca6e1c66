"""The form of a shot: who fires at what, and what forbids it (MAW-9.03, MAW-9.04, MAW-15.28, MAW-G.07)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

from sandtable.kernel.bands import farthest
from sandtable.kernel.form import Section, cell, choice, group, number, text, when, yes_no
from sandtable.kernel.ledger import known_as
from sandtable.kernel.messages import Message
from sandtable.kernel.problem import Problem
from sandtable.kernel.tables import Tables
from sandtable.rulesets.mexican_american_war import fields
from sandtable.rulesets.mexican_american_war.units import Graded, gone_problems, same_names, spoken
from sandtable.rulesets.mexican_american_war.vocabulary import (
    ARM_ICONS,
    CHARGING_FORMATIONS,
    CHARGING_ROLES,
    COVER_ICONS,
    FIRING_IN_CHARGE,
    GUN_WEAPONS,
    MORNINGS,
    NIGHTS,
    OPEN_ORDER,
    ORDER_ICONS,
    SMALL_ARMS,
    SQUARES,
    TROOPS,
    Arm,
    Cover,
    Experience,
    FireStep,
    Formation,
    GunService,
    InCharge,
    LeaderWith,
    Light,
    OrderState,
    Side,
    TargetCharge,
    UnitClass,
    Weapon,
)
from sandtable.rulesets.mexican_american_war.weapons import (
    fire_points,
    light_problems,
    maximum_range,
    minimum_range,
    range_cap,
)

_GUNS = when("weapon", *GUN_WEAPONS)
_FOOT = when("weapon", *SMALL_ARMS)
LARGEST_BATTERY = cell("gun_unit.most")
_TARGET_TROOPS = when("target_arm", *TROOPS)
_TARGET_GUNS = when("target_arm", Arm.GUNS)


@dataclass(frozen=True, slots=True, kw_only=True)
class FiringUnit(Graded):
    """One unit that fires at the target."""

    name: str | None = fields.name()
    weapon: Weapon = choice(Weapon, section=Section.ACTOR)
    built_by: Side | None = choice(Side, section=Section.CIRCUMSTANCE, optional=True, needed=_GUNS)
    stands: int = fields.stands(optional=False)
    range: Fraction | str = fields.fire_range()
    unit_class: UnitClass = fields.unit_class()
    experience: Experience = fields.experience()
    order: OrderState = choice(
        OrderState, widget="trio", section=Section.ACTOR, usual=OrderState.GOOD, needed=_FOOT, icons=ORDER_ICONS
    )
    mounted: bool = yes_no(section=Section.ACTOR, usual=False, needed=_FOOT)
    formation: Formation = choice(
        Formation,
        section=Section.ACTOR,
        usual=Formation.LINE,
        needed=_FOOT & ~when("order", OrderState.BROKEN),
    )
    ranks: int = number(section=Section.CIRCUMSTANCE, lowest=1, highest=6, usual=1, needed=_FOOT)
    stands_that_bear: int | None = number(
        section=Section.CIRCUMSTANCE, lowest=1, highest=fields.LARGEST_UNIT, unit="stands", optional=True
    )
    low_ammunition: bool = fields.box(Section.ACTOR)
    damaged_stands: int = number(
        section=Section.ACTOR, lowest=0, highest=LARGEST_BATTERY, usual=0, unit="stands", needed=_GUNS
    )
    limbered: bool = fields.box(Section.ACTOR, needed=_GUNS)
    silenced: bool = fields.box(Section.ACTOR, needed=_GUNS)
    crew_sheltered: bool = fields.box(needed=_GUNS)
    gun_service: GunService = choice(GunService, section=Section.CIRCUMSTANCE, usual=GunService.HELD, needed=_GUNS)
    enfilading: bool = fields.box()
    in_charge: InCharge | None = choice(InCharge, section=Section.CIRCUMSTANCE, optional=True)
    charge_foes: str | None = text(section=Section.CIRCUMSTANCE, optional=True)
    fired_already: bool = fields.box()
    stands_fired: int = number(
        section=Section.CIRCUMSTANCE, lowest=0, highest=fields.LARGEST_UNIT, usual=0, unit="stands"
    )
    fired_at: str | None = text(section=Section.CIRCUMSTANCE, optional=True)
    gone: bool = fields.box()

    @property
    def is_guns(self) -> bool:
        """Guns, not troops."""
        return self.weapon in GUN_WEAPONS

    def most_bearing(self, tables: Tables) -> int:
        """The most stands its formation lets fire at one target (MAW-G.07, MAW-15.24, MAW-16.07a, MAW-G.19e), of those that have not fired."""
        if self.is_guns:
            return self.stands_left(tables)
        return min(self.stands_left(tables), _formation_limit(self.formation, self.stands, tables))

    def stands_left(self, tables: Tables) -> int:
        """Stands that may still fire in this step, at whatever target: each fires once (MAW-G.07d, MAW-G.07f)."""
        able = self.stands
        if not self.is_guns:
            ranks = tables.number("bearing.line.ranks")
            in_these_ranks = -(-self.stands * ranks // max(self.ranks, ranks))
            able = min(in_these_ranks, _formation_total(self.formation, self.stands, tables))
        return max(0, able - self.stands_fired)

    @property
    def targets_before(self) -> tuple[str, ...]:
        """The targets it has fired at in this step."""
        return fields.names_in(self.fired_at)

    def bearing(self, tables: Tables) -> int:
        """Stands that bear: as told, else all the formation allows."""
        return self.stands_that_bear if self.stands_that_bear is not None else self.most_bearing(tables)

    def parts(self) -> tuple[FiringUnit, ...]:
        """The unit by stands that fire alike; who is told of a unit is told one range for all of it."""
        return (self,)


def _formation_limit(formation: Formation, stands: int, tables: Tables) -> int:
    limits = _limits(tables)
    if formation in SQUARES:
        caption = tables.option("squareFire") == "caption"
        return limits["square_caption"] if caption else -(-stands // limits["square_sides"])
    return limits.get(formation.replace(" ", "_"), stands)


def _formation_total(formation: Formation, stands: int, tables: Tables) -> int:
    """Stands that fire in one step at all targets together: squares by every side, garrisons by every face."""
    if formation in SQUARES:
        caption = tables.option("squareFire") == "caption"
        return min(stands, tables.number("bearing.square_caption_all")) if caption else stands
    return stands if formation is Formation.GARRISON else _formation_limit(formation, stands, tables)


@lru_cache(maxsize=64)
def _limits(tables: Tables) -> dict[str, int]:
    """Stands that bear, by formation."""
    names = ("field_column", "storming_column", "garrison", "square_sides", "square_caption")
    return {name: tables.number("bearing", name) for name in names}


def points_of(firer: FiringUnit, side: Side, tables: Tables) -> Fraction:
    """Fire points of stands that fire alike, fractions kept (MAW-G.01, MAW-G.01c)."""
    return sum((stands * worth for stands, worth in stand_classes(firer, side, tables)), Fraction(0))


def stand_classes(firer: FiringUnit, side: Side, tables: Tables) -> tuple[tuple[int, Fraction], ...]:
    """Its stands that bear with what each is worth: sound ones, then damaged ones at half."""
    each = fire_points(firer.weapon, firer.built_by or side, farthest(firer.range), tables) or Fraction(0)
    if not firer.is_guns and firer.order is OrderState.DISORDERED:
        each *= tables.exact("fire_points.disordered")
    if firer.low_ammunition:
        each *= tables.exact("fire_points.low_ammunition")
    stands = firer.bearing(tables)
    damaged = min(stands, firer.damaged_stands) if firer.is_guns else 0
    classes = ((stands - damaged, each), (damaged, each * tables.exact("fire_points.damaged_gun")))
    return tuple((number_of, worth) for number_of, worth in classes if number_of)


# ---- The shot ----------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class Fire:
    """All that fires at one target in one step: one total, one die (MAW-G.07c)."""

    side: Side = fields.side()
    fire_step: FireStep = choice(FireStep, section=Section.ACTION, usual=FireStep.DEFENSIVE)
    firers: tuple[FiringUnit, ...] = group(FiringUnit, section=Section.ACTOR, highest=8)
    target_name: str | None = fields.name()
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
        whom = spoken(self.target_name, self.target_arm)
        return Message.of("subject.fire", who=named, units=len(named), whom=whom)

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
        if target and foes and known_as(target, foes) not in foes and (charging or (charged and defensive)):
            told = "problem.charging_other" if charging else "problem.charged_by_other"
            yield Problem(f"{place}.in_charge", Message(told), (), "MAW-G.07e")
        if target and known_as(target, firer.targets_before) in firer.targets_before:
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
    stands = situation.target_stands
    if situation.target_is_guns and stands is not None and situation.target_damaged_stands > stands:
        about = Message.of("problem.damaged_stands", stands=stands)
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
    guns = [firer for firer in situation.firers if firer.is_guns]
    several = len(guns) > 1 or (guns and situation.other_guns_fired)
    if not several or situation.closest_or_only_target or situation.artillery_leader_in_reach:
        return
    canister = tables.number("massing.canister")
    if any(farthest(part.range) > canister for firer in guns for part in firer.parts()):
        reach = Message(f"word.mass_{tables.option('massRadius')}")
        about = Message.of("problem.massing", reach=reach, canister=Fraction(canister))
        yield Problem("other_guns_fired", about, (), "MAW-9.04")


# ---- What forbids a unit's fire ---------------------------------------------------------------------------------------------


def firing_problems(firer: FiringUnit, side: Side, step: FireStep, light: Light, tables: Tables) -> Iterator[Problem]:
    """Everything that keeps this unit from firing at this target, named by its field."""
    if firer.weapon is Weapon.NONE:
        yield Problem("weapon", Message("problem.no_weapon"), (), "MAW-G.07")
        return
    yield from _state_problems(firer)
    yield from _charge_problems(firer, step)
    for part in firer.parts():
        yield from range_problems(part, side, light, tables)
    yield from gone_problems("gone", gone=firer.gone)
    spent = bool(firer.stands_fired) and not firer.stands_left(tables)
    if firer.fired_already or spent:
        field = "fired_already" if firer.fired_already else "stands_fired"
        yield Problem(field, Message("problem.fired_already"), (), "MAW-G.07f")
    sides = tables.number("bearing.square_sides")
    if not firer.is_guns and firer.formation in SQUARES and len(firer.targets_before) >= sides:
        yield Problem("fired_at", Message.of("problem.square_sides", sides=sides), (), "MAW-15.24a")
    if firer.is_guns and step is FireStep.OFFENSIVE and firer.gun_service is GunService.OTHER:
        yield Problem("gun_service", Message("problem.guns_maneuvered"), (), "MAW-G.07j")
    most = firer.most_bearing(tables)
    if firer.stands_that_bear is not None and firer.stands_that_bear > most and not spent:
        yield Problem("stands_that_bear", Message.of("problem.too_many_bear", most=most), (), "MAW-G.07")
    largest = tables.number("gun_unit.most")
    if firer.is_guns and firer.stands > largest:
        yield Problem("stands", Message.of("problem.gun_stands", most=largest), (), "MAW-23.07")
    if firer.is_guns and firer.damaged_stands > firer.stands:
        yield Problem("damaged_stands", Message.of("problem.damaged_stands", stands=firer.stands), (), "MAW-G.26")


def _state_problems(firer: FiringUnit) -> Iterator[Problem]:
    """March columns, broken troops, mounted cavalry, limbered, silenced or abandoned guns do not fire (MAW-G.07)."""
    if not firer.is_guns:
        if firer.order is OrderState.BROKEN:
            yield Problem(
                "order", Message("problem.broken_no_fire"), (OrderState.GOOD, OrderState.DISORDERED), "MAW-G.19f"
            )
        elif firer.formation is Formation.MARCH_COLUMN:
            yield Problem("formation", Message("problem.march_column_no_fire"), (), "MAW-G.07")
        if firer.mounted:
            yield Problem("mounted", Message("problem.mounted_no_fire"), ("no",), "MAW-4.06")
        return
    if firer.limbered:
        yield Problem("limbered", Message("problem.limbered_no_fire"), ("no",), "MAW-G.07")
    if firer.silenced:
        yield Problem("silenced", Message("problem.silenced_no_fire"), ("no",), "MAW-G.26")
    if firer.crew_sheltered:
        yield Problem("crew_sheltered", Message("problem.abandoned_no_fire"), ("no",), "MAW-2.33a")


def _charge_problems(firer: FiringUnit, step: FireStep) -> Iterator[Problem]:
    """Cold steel holds its fire unless Elite, nobody fires in a breakthrough (MAW-11.03, MAW-11.11a); a charge binds the target (MAW-G.07e)."""
    if firer.is_guns and firer.in_charge in CHARGING_ROLES:
        yield Problem("in_charge", Message("problem.guns_charge"), (InCharge.NO, InCharge.CHARGED), "MAW-G.22a")
        return
    if firer.in_charge is InCharge.COLD_STEEL and firer.graded is not Experience.ELITE:
        yield Problem("in_charge", Message("problem.cold_steel_no_fire"), (InCharge.CHARGING,), "MAW-11.03")
    if firer.in_charge is InCharge.BREAKING_THROUGH:
        yield Problem("in_charge", Message("problem.breakthrough_no_fire"), (), "MAW-11.11a")
    if firer.in_charge is InCharge.CHARGING_OTHER:
        yield Problem("in_charge", Message("problem.charging_other"), (InCharge.CHARGING,), "MAW-G.07e")
    if firer.in_charge is InCharge.CHARGED_BY_OTHER and step is FireStep.DEFENSIVE:
        yield Problem("in_charge", Message("problem.charged_by_other"), (InCharge.CHARGED,), "MAW-G.07e")


def range_problems(firer: FiringUnit, side: Side, light: Light, tables: Tables) -> Iterator[Problem]:
    """Out of range, too near for rockets, too dark (MAW-4.08a, chapter 12)."""
    nation = firer.built_by or side
    inches = farthest(firer.range)
    reach, nearest = maximum_range(firer.weapon, nation, tables), minimum_range(firer.weapon, nation, tables)
    in_reach = fire_points(firer.weapon, nation, inches, tables) is not None
    if not in_reach and inches > reach:
        about = Message.of("problem.out_of_range", weapon=firer.weapon, reach=Fraction(reach))
        yield Problem("range", about, (), "MAW-G.01")
    elif not in_reach:
        yield Problem("range", Message.of("problem.too_near", nearest=Fraction(nearest)), (), "MAW-4.08a")
    cap = None if light is Light.DAY or not _lit(light, tables) else range_cap(light, tables)
    if cap is not None and inches > cap and in_reach:
        evening = "MAW-12.04" if tables.option("nauticalTwilight") else "MAW-G.63"
        morning = "MAW-12.05" if tables.option("nauticalTwilight") else "MAW-G.63"
        rule = "MAW-12.08" if light in NIGHTS else morning if light in MORNINGS else evening
        yield Problem("range", Message.of("problem.too_dark", cap=Fraction(cap)), (), rule)


def _lit(light: Light, tables: Tables) -> bool:
    """Whether this twilight turn exists under the options; civil twilight is shorter (MAW-G.63)."""
    return (
        tables.option("nauticalTwilight") is True or light.startswith("night") or tables.has("range_cap.civil", light)
    )
