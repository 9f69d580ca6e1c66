"""Musketry and cannonade: one shot at one target (chapters 4 and 10, MAW-G.01 to MAW-G.07, MAW-G.13)."""

from __future__ import annotations

from collections.abc import Generator, Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, ClassVar

from sandtable.kernel.dice import D10
from sandtable.kernel.effects import Effect
from sandtable.kernel.form import Section, choice, group, number, when
from sandtable.kernel.messages import Message
from sandtable.kernel.problem import Problem
from sandtable.kernel.requests import Band, Count, Label, Request, Roll
from sandtable.kernel.tables import Tables
from sandtable.kernel.tally import Modifier, Tally
from sandtable.kernel.verdict import Outcome, Rule, Verdict
from sandtable.rulesets.mexican_american_war import fields
from sandtable.rulesets.mexican_american_war.effects import (
    ChargeChecked,
    ChargeGoesHome,
    GunsDamaged,
    GunsWrecked,
    LowOnAmmunition,
    OrderBecomes,
    Silenced,
    StandsLost,
    UnitRemoved,
)
from sandtable.rulesets.mexican_american_war.firers import FiringUnit, firing_problems, inches_of, points_of
from sandtable.rulesets.mexican_american_war.leaders import fall_of_leaders, leader_effects
from sandtable.rulesets.mexican_american_war.units import called
from sandtable.rulesets.mexican_american_war.vocabulary import (
    ARM_ICONS,
    COVER_ICONS,
    FIRING_IN_CHARGE,
    GUN_WEAPONS,
    LATE_TWILIGHTS,
    NIGHTS,
    OPEN_ORDER,
    ORDER_ICONS,
    OTHER_SIDE,
    SQUARES,
    TROOPS,
    TWILIGHTS,
    Arm,
    ChargeFate,
    Cover,
    Experience,
    FireEffect,
    FireStep,
    Formation,
    LeaderFate,
    LeaderWith,
    Light,
    OrderState,
    Side,
    TargetCharge,
    Weapon,
)
from sandtable.rulesets.mexican_american_war.weapons import SIEGE_WORKS, rocket_needs

NO_SHOT = -99  # the modifier of a total under one fire point: nobody bothers to throw
SEVERITY = {effect: severity for severity, effect in enumerate(FireEffect)}
_COLUMNS = (Formation.FIELD_COLUMN, Formation.MARCH_COLUMN)
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
        section=Section.CIRCUMSTANCE, lowest=0, highest=6, usual=0, unit="stands", needed=_TARGET_GUNS
    )
    target_limbered: bool = fields.box(Section.TARGET, needed=_TARGET_GUNS)
    target_crew_sheltered: bool = fields.box(needed=_TARGET_GUNS)
    target_charge: TargetCharge = choice(
        TargetCharge, section=Section.TARGET, usual=TargetCharge.NO, needed=_TARGET_TROOPS
    )
    crossing_abatis: bool = fields.box(Section.TARGET)
    leader_with_target: LeaderWith = fields.leader_with_unit(Section.TARGET)
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
    def target_disordered(self) -> bool:
        """Disordered before this shot; a broken unit counts as disordered (MAW-G.60)."""
        return not self.target_is_guns and self.target_order is not OrderState.GOOD

    def problems(self, tables: Tables) -> Iterator[Problem]:
        """Who may not fire, and at what."""
        for number_of, firer in enumerate(self.firers, start=1):
            for problem in firing_problems(firer, self.side, self.fire_step, self.light, tables):
                yield problem.inside(f"firers.{number_of}")
        yield from _target_problems(self)
        yield from massing_problems(self, tables)
        if self.light in LATE_TWILIGHTS and not tables.option("nauticalTwilight"):
            yield Problem("light", Message("problem.civil_twilight"), (), "MAW-G.63")


@dataclass(frozen=True, slots=True, kw_only=True)
class FireVerdict(Verdict):
    """What the shot did to the target and to the firers' pouches."""

    effect: FireEffect
    stands_lost: int = 0
    damaged: int = 0
    wrecked: int = 0
    charge: ChargeFate = ChargeFate.NONE
    low_on_ammunition: str | None = None
    leader: LeaderFate | None = None
    colonel: LeaderFate | None = None
    measures: ClassVar[dict[str, Any]] = {
        "stands_lost": lambda verdict: verdict.stands_lost + verdict.wrecked,
        "disordered": lambda verdict: verdict.effect is not FireEffect.DESULTORY,
        "guns_damaged": lambda verdict: verdict.damaged,
        "charge_checked": lambda verdict: verdict.charge is ChargeFate.CHECKED,
        "low_ammunition": lambda verdict: verdict.low_on_ammunition is not None,
        "leader_lost": lambda verdict: verdict.leader is LeaderFate.LOST or verdict.colonel is LeaderFate.LOST,
    }

    def outcome(self) -> Outcome:
        """The effect, Withering at fifteen or more apart from the rest."""
        lost = self.stands_lost + self.wrecked
        label = Message.of(f"outcome.fire.{self.effect}", lost=lost, damaged=self.damaged)
        if self.effect is FireEffect.WITHERING or (self.effect is FireEffect.GALLING and lost):
            label = Message.of("outcome.fire.losing", effect=self.effect, lost=lost)
        return Outcome(
            f"{self.effect}_{lost}", label, SEVERITY[self.effect], SEVERITY[self.effect] * 10 + lost, "fire.die"
        )

    def headline(self) -> Message:
        """The name of the effect."""
        return Message(f"headline.fire.{self.effect}")


def fire(situation: Fire, tables: Tables) -> Rule[FireVerdict]:
    """Rockets first, then one d10 with fire points and modifiers, then ammunition and leaders (MAW-G.67)."""
    counting = yield from _rockets(situation, tables)
    shot = Shot.of(situation, counting, tables)
    tally = fire_tally(situation, shot, tables)
    if shot.row_modifier == NO_SHOT:
        return FireVerdict(effect=FireEffect.DESULTORY, reasons=(_too_few(shot),))
    natural = tables.number("ammunition.natural")
    row, is_natural = yield Roll(
        "fire.die",
        (D10,),
        read=lambda die: (_row(die + tally.total, tables), die == natural),
        tally=tally,
        label=lambda reading: _label(reading, situation, tables),
    )
    low = yield from _ammunition(situation, shot, tables, natural=is_natural)
    hit = Hit.of(row, situation, tables)
    leader = colonel = None
    if is_natural and hit.effect is not FireEffect.DESULTORY:
        leader, colonel = yield from fall_of_leaders(situation.leader_with_target, tables)
    target = situation.target_name or "target"
    return FireVerdict(
        effect=hit.effect,
        stands_lost=hit.stands,
        damaged=hit.damaged,
        wrecked=hit.wrecked,
        charge=hit.charge,
        low_on_ammunition=low,
        leader=leader,
        colonel=colonel,
        effects=(
            *hit_effects(hit, situation, target, tables),
            *leader_effects(target, leader, colonel),
            *((LowOnAmmunition(whom=low),) if low else ()),
        ),
    )


def _rockets(situation: Fire, tables: Tables) -> Generator[Request, Any, tuple[int | None, ...]]:
    """A d10 for each rocket stand says whether its fire counts at all (MAW-19.11c, MAW-G.05); None for all others."""
    counting: list[int | None] = []
    for firer in situation.firers:
        if firer.weapon is not Weapon.HR:
            counting.append(None)
            continue
        needs = rocket_needs(firer.weapon, firer.built_by or situation.side, inches_of(firer), tables)
        band = Band(Message("band.rocket_counts"), frozenset(face for face in D10.faces if face >= needs), 2)
        stands: int = yield Count(
            "fire.rockets", D10, firer.bearing(tables), (band,), read=lambda count: count,
            tally=Tally((Modifier(Message.of("reason.rocket", needs=needs), None, "MAW-G.05"),)),
        )  # fmt: skip
        counting.append(stands)
    return tuple(counting)


@dataclass(frozen=True, slots=True)
class Shot:
    """The fire points of a shot and who gave them."""

    points: tuple[Fraction, ...]
    total: int
    row_modifier: int
    raw: bool
    buck_and_ball: bool
    enfiladed: bool
    from_afar: bool
    siege: bool

    @classmethod
    def of(cls, situation: Fire, counting: tuple[int | None, ...], tables: Tables) -> Shot:
        """Add up the firers; lines that depend on who fires need half the points or more (MAW-G.03)."""
        points = tuple(
            points_of(firer, situation.side, tables, counting=stands)
            for firer, stands in zip(situation.firers, counting, strict=True)
        )
        whole = sum(points, Fraction(0))
        share = tables.exact("fire_points.share")
        far = tables.number("dark.from")

        def most(condition: Any) -> bool:
            given = sum(
                (own for firer, own in zip(situation.firers, points, strict=True) if condition(firer)), Fraction(0)
            )
            return whole > 0 and given >= whole * share

        return cls(
            points=points,
            total=int(whole),
            row_modifier=tables.step(f"fire_row.row_{tables.option('fireRow')}", int(whole), "modifier"),
            raw=most(lambda firer: firer.is_raw),
            buck_and_ball=most(lambda firer: _buck_and_ball(firer, situation.side)),
            enfiladed=most(lambda firer: firer.enfilading),
            from_afar=most(lambda firer: inches_of(firer) > far),
            siege=most(lambda firer: firer.weapon in SIEGE_WORKS),
        )


def _buck_and_ball(firer: FiringUnit, side: Side) -> bool:
    """US muskets charging or being charged, not when low on ammunition (MAW-4.12a, MAW-G.06a)."""
    own = side is Side.US and firer.weapon is Weapon.M
    return own and firer.in_charge in FIRING_IN_CHARGE and not firer.low_ammunition


def fire_tally(situation: Fire, shot: Shot, tables: Tables) -> Tally:
    """Fire points (MAW-G.02) and modifiers (MAW-G.03); one shape line and one cover line count (MAW-G.03a)."""
    path = f"fire_row.row_{tables.option('fireRow')}"
    first = Modifier(
        Message.of("reason.fire_points", points=shot.total),
        shot.row_modifier,
        tables.rule(path),
        tables.is_house(f"{path}.modifier") or tables.is_house(f"{path}.up_to"),
    )
    return Tally.of(
        (
            tables.modifier("fire.modifier.firer.raw") if shot.raw else None,
            tables.modifier("fire.modifier.firer.buck_and_ball.charge") if shot.buck_and_ball else None,
            max(_shapes(situation, shot, tables), key=_value),
            tables.modifier("fire.modifier.abatis.crossing") if situation.crossing_abatis else None,
            min(_covers(situation, shot, tables), key=_value),
            tables.modifier("fire.modifier.experience", situation.target_experience),
        ),
        Message("why.fire"),
        first=first,
    )


def _value(modifier: Modifier) -> int:
    return int(modifier.value or 0)


def _shapes(situation: Fire, shot: Shot, tables: Tables) -> Iterator[Modifier]:
    yield tables.modifier("fire.modifier.shape.none")
    if situation.target_shape in SQUARES:
        yield tables.modifier("fire.modifier.shape.square")
    if situation.target_shape is Formation.STORMING_COLUMN:
        yield tables.modifier("fire.modifier.shape.storming_column")
    if shot.enfiladed:
        yield tables.modifier("fire.modifier.shape.enfiladed")
    if situation.target_shape in _COLUMNS:
        yield tables.modifier("fire.modifier.shape.column")
    if situation.target_is_guns and situation.target_limbered:
        yield tables.modifier("fire.modifier.shape.limbered")


def _covers(situation: Fire, shot: Shot, tables: Tables) -> Iterator[Modifier]:
    cover = situation.cover
    yield tables.modifier("fire.modifier.cover.none")
    if situation.target_shape in OPEN_ORDER:
        yield tables.modifier("fire.modifier.cover.open_order")
        if cover is not Cover.NONE:
            yield tables.modifier("fire.modifier.cover.open_order_covered")
    if cover in (Cover.PARTIAL, Cover.FULL):
        yield tables.modifier("fire.modifier.cover", cover)
    if cover is Cover.FORTIFIED:
        yield tables.modifier("fire.modifier.cover", "fortified_against_siege" if shot.siege else "fortified")
    if situation.target_is_guns and not situation.target_limbered and cover is Cover.NONE:
        yield tables.modifier("fire.modifier.cover.unlimbered_guns")
    if _dark(situation, shot):
        yield tables.modifier("fire.modifier.cover.dark")


def _dark(situation: Fire, shot: Shot) -> bool:
    """Twilight hides what is fired at from beyond 4 inches (MAW-12.07), night everything but a charge combat (MAW-12.11)."""
    if situation.light in NIGHTS:
        return not situation.in_charge_combat
    return situation.light in TWILIGHTS and shot.from_afar


# ---- What the shot does -----------------------------------------------------------------------------------------------------


def _row(total: int, tables: Tables) -> int:
    """The row of the effects table, as a number."""
    return sum(total > limit for limit in tables.row("fire.effect.up_to"))


@dataclass(frozen=True, slots=True)
class Hit:
    """A row of the effects table read for this target (MAW-10.05 to MAW-10.08, MAW-G.04)."""

    effect: FireEffect
    stands: int
    damaged: int
    wrecked: int
    charge: ChargeFate

    @classmethod
    def of(cls, row: int, situation: Fire, tables: Tables) -> Hit:
        """Stands for troops, gun stands for guns; never more than there are."""
        effect = FireEffect(tables.row("fire.effect.effect")[row])
        if not situation.target_is_guns:
            column = "disordered" if situation.target_disordered else "stands"
            stands = _at_most(tables.row("fire.effect", column)[row], situation.target_stands)
            return cls(effect, stands, 0, 0, charge_fate(effect, situation, tables))
        wrecked = tables.row("fire.effect.wrecked")[row]
        damaged = tables.row("fire.effect.damaged")[row]
        known = situation.target_stands
        if damaged and known is not None and situation.target_damaged_stands >= known:
            damaged, wrecked = 0, damaged  # every stand is damaged already: the next damage wrecks one (MAW-G.26)
        return cls(effect, 0, damaged, _at_most(wrecked, known), ChargeFate.NONE)


def _at_most(count: int, known: int | None) -> int:
    return count if known is None else min(count, known)


def charge_fate(effect: FireEffect, situation: Fire, tables: Tables) -> ChargeFate:
    """Whether a charging target is checked (MAW-G.04, MAW-4.20, MAW-24.24, MAW-G.04c)."""
    if situation.target_charge is TargetCharge.NO:
        return ChargeFate.NONE
    target_side = OTHER_SIDE[situation.side]
    skittish = target_side is Side.MEX and situation.target_arm is Arm.CAVALRY and situation.target_mounted
    kind = "mexican_cavalry" if skittish else situation.target_charge
    checked = effect in tables.row("fire.checks", kind)
    return ChargeFate.CHECKED if checked else ChargeFate.GOES_HOME


def hit_effects(hit: Hit, situation: Fire, target: str, tables: Tables) -> Iterator[Effect]:
    """The instructions for the target."""
    if hit.effect is not FireEffect.DESULTORY:
        if situation.target_is_guns:
            yield Silenced(whom=target)
        elif situation.target_order is OrderState.GOOD:
            yield OrderBecomes(whom=target, order=OrderState.DISORDERED)
    if hit.stands:
        yield StandsLost(whom=target, count=hit.stands)
    if hit.damaged:
        yield GunsDamaged(whom=target, count=hit.damaged)
    if hit.wrecked:
        yield GunsWrecked(whom=target, count=hit.wrecked)
    left = None if situation.target_stands is None else situation.target_stands - hit.stands - hit.wrecked
    last = 0 if situation.target_is_guns else tables.number("removed.at")
    if left is not None and left <= last and (hit.stands or hit.wrecked):
        yield UnitRemoved(whom=target)
    elif hit.charge is ChargeFate.CHECKED:
        on_horse = situation.target_arm is Arm.CAVALRY and situation.target_mounted
        yield ChargeChecked(whom=target, distance=Fraction(tables.number("charge.retreat.short")), or_recall=on_horse)
    elif hit.charge is ChargeFate.GOES_HOME:
        yield ChargeGoesHome(whom=target)


def _ammunition(situation: Fire, shot: Shot, tables: Tables, *, natural: bool) -> Generator[Request, Any, str | None]:
    """A natural 10 leaves the unit with most fire points low, or makes it throw again by option lowAmmo (MAW-G.06)."""
    if not natural:
        return None
    most = max(range(len(shot.points)), key=lambda number: shot.points[number])
    firer = situation.firers[most]
    if firer.low_ammunition:
        return None
    if tables.option("lowAmmo") == "second":
        from_on = tables.number("ammunition.second")
        low: bool = yield Roll(
            "fire.ammo",
            (D10,),
            read=lambda die: die >= from_on,
            label=lambda low: Label(Message(f"label.ammo.{'low' if low else 'enough'}"), 2 * int(low)),
        )
        if not low:
            return None
    return called(firer.name, "firer", most + 1, len(situation.firers))


def _too_few(shot: Shot) -> Modifier:
    return Modifier(Message.of("reason.too_few_points", points=sum(shot.points, Fraction(0))), None, "MAW-G.02")


def _label(reading: tuple[int, bool], situation: Fire, tables: Tables) -> Label:
    hit = Hit.of(reading[0], situation, tables)
    lost = hit.stands + hit.wrecked
    name = "natural" if reading[1] else "plain"
    return Label(Message.of(f"label.fire.{name}", effect=hit.effect, lost=lost), SEVERITY[hit.effect])


# ---- What forbids the shot --------------------------------------------------------------------------------------------------


def _target_problems(situation: Fire) -> Iterator[Problem]:
    if situation.target_is_guns and situation.target_crew_sheltered:
        yield Problem("target_crew_sheltered", Message("problem.abandoned_gun"), (), "MAW-15.28")
    if situation.target_shape in SQUARES and situation.target_arm is not Arm.INFANTRY:
        yield Problem("target_formation", Message("problem.square_infantry"), (), "MAW-15.05")


def massing_problems(situation: Fire, tables: Tables) -> Iterator[Problem]:
    """Two artillery units may share a target only in canister range, or if it is the closest or only one, or by a leader (MAW-9.04)."""
    guns = [firer for firer in situation.firers if firer.weapon in GUN_WEAPONS]
    several = len(guns) > 1 or (guns and situation.other_guns_fired)
    if not several or situation.closest_or_only_target or situation.artillery_leader_in_reach:
        return
    canister = tables.number("massing.canister")
    if any(inches_of(firer) > canister for firer in guns):
        reach = Message(f"word.mass_{tables.option('massRadius')}")
        yield Problem("other_guns_fired", Message.of("problem.massing", reach=reach), (), "MAW-9.04")
