"""Scenario rules: blasts, aircraft and anti-aircraft fire, mine fields, wrecks (chapter 10, REV-G.29 to REV-G.33)."""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any, ClassVar

from sandtable.kernel.effects import Effect
from sandtable.kernel.form import Section, choice, group, yes_no
from sandtable.kernel.messages import Message
from sandtable.kernel.requests import Observe, Option, Request
from sandtable.kernel.tables import Tables
from sandtable.kernel.verdict import Outcome, Rule, Verdict
from sandtable.rulesets.revolucion import fields
from sandtable.rulesets.revolucion.damage import Damage, Victim, damage_done, damage_effects
from sandtable.rulesets.revolucion.effective import cover_as_target, fighting_type, formation_as_target
from sandtable.rulesets.revolucion.effects import AircraftLeaves, GetsOff
from sandtable.rulesets.revolucion.fire import (
    FireVerdict,
    OutOfRange,
    Shot,
    Target,
    band_of,
    battery_bases,
    damage_outcome,
    fire_effect,
    fire_tally,
    hit,
)
from sandtable.rulesets.revolucion.morale import no_requests
from sandtable.rulesets.revolucion.outnumbering import compared
from sandtable.rulesets.revolucion.vocabulary import (
    SHOOTERS,
    BlastSource,
    Cover,
    FireMode,
    Formation,
    LeaderPlace,
    Outnumber,
    Status,
    TrainTarget,
    UnitType,
    Vehicle,
)

GROUND_TARGETS = tuple(kind for kind in UnitType if kind is not UnitType.AIRCRAFT)
AIRCRAFT_WHOM = "actor"


@dataclass(frozen=True, slots=True, kw_only=True)
class Blast(Target):
    """A unit within a blast: every one in the radius tests by itself (REV-10.32, REV-10.91)."""

    range: str | Fraction = fields.range_to_target(("0-3", "3-6"))
    target_type: UnitType = fields.target_type(GROUND_TARGETS)
    source: BlastSource = choice(BlastSource, section=Section.ACTOR, usual=BlastSource.MAQUINA_LOCA)


@dataclass(frozen=True, slots=True, kw_only=True)
class BlastQuestions:
    """What may be answered in advance."""

    leader_with_target: int | None = fields.leader_with_target("fire.leader_with_target")


def blast(situation: Blast, tables: Tables) -> Rule[FireVerdict]:
    """As Deployed Fire of Artillery with as many bases as the target: no outnumbering, no battery size (REV-10.32, REV-G.29)."""
    radius = tables.number("blast.radius", situation.source)
    inches = situation.range
    band = band_of(inches, tables) if isinstance(inches, Fraction) else inches
    outside = (
        inches > radius
        if isinstance(inches, Fraction)
        else tables.row("fire.band.up_to")[fields.BANDS.index(band)] > radius
    )
    if outside:
        return OutOfRange(damage=damage_done(situation.victim, 0, tables), reach=radius)
    shot = _shot_at(situation, UnitType.ARTILLERY, band, tables)
    levels = yield from fire_effect("blast", fire_tally(shot, tables), tables)
    return (yield from hit(situation.victim, levels, tables))


def _shot_at(target: Target, firer: UnitType, band: str, tables: Tables) -> Shot:
    return Shot(
        firer=firer,
        mode=FireMode.DEPLOYED,
        band=band,
        target=target.target_type,
        formation=formation_as_target(target.target_type, target.target_formation, tables),
        cover=cover_as_target(target.target_type, target.cover, assault=False),
        target_status=target.target_status,
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class AirAttack:
    """An aircraft bombs or strafes (REV-10.74, REV-10.75)."""

    weapon: ClassVar[str]
    actor_status: Status = fields.actor_status()
    target_name: str | None = fields.name()
    target_type: UnitType = fields.target_type(GROUND_TARGETS)
    target_formation: Formation | None = fields.target_formation()
    cover: Cover = fields.cover()
    target_status: Status = fields.target_status()
    bases_of_target: int | None = fields.bases(Section.TARGET, "bases_of_actor")
    starting_bases_of_target: int | None = fields.starting_bases("starting_bases_of_assaulter")
    target_aboard: TrainTarget = fields.target_aboard()

    @property
    def victim(self) -> Victim:
        """The target as the damage ladder sees it."""
        return Victim(
            "target",
            self.target_type,
            self.target_status,
            self.bases_of_target,
            self.starting_bases_of_target,
            self.target_aboard,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Bomb(AirAttack):
    """Bombs: Artillery at 3-6 inches."""

    weapon: ClassVar[str] = "bomb"


@dataclass(frozen=True, slots=True, kw_only=True)
class Strafe(AirAttack):
    """Strafing: Machine Guns at 3-6 inches."""

    weapon: ClassVar[str] = "strafe"


@dataclass(frozen=True, slots=True, kw_only=True)
class AirQuestions:
    """What may be answered in advance."""

    aa_fire_first: bool | None = yes_no(section=Section.QUESTION, question="air.aa_fire", optional=True)
    leader_with_target: int | None = fields.leader_with_target("fire.leader_with_target")


@dataclass(frozen=True, slots=True, kw_only=True)
class AirVerdict(FireVerdict):
    """What the attack did, and what the defenders did to the aircraft first."""

    aircraft: Damage

    def outcome(self) -> Outcome:
        """Shot down before it dropped anything, or what happened to the target."""
        if self.aircraft.destroyed:
            return Outcome("shot_down", Message("outcome.air.shot_down"), 0, 0, "air.aa.effect")
        return damage_outcome(self.damage, "fire.effect")

    def headline(self) -> Message:
        """Shot down, or the levels."""
        return Message("headline.air.shot_down") if self.aircraft.destroyed else FireVerdict.headline(self)


def air_attack(situation: AirAttack, tables: Tables) -> Rule[AirVerdict]:
    """Anti-aircraft fire first, as often as there are units for it; then the attack, unless the aircraft is down (REV-10.72 to REV-10.75)."""
    plane = Victim(AIRCRAFT_WHOM, UnitType.AIRCRAFT, situation.actor_status, tables.number("bomb.bases"))
    plane_damage = yield from _flak(plane, tables)
    flak_effects = tuple(damage_effects(plane, plane_damage))
    if plane_damage.destroyed:
        untouched = damage_done(situation.victim, 0, tables)
        return AirVerdict(damage=untouched, aircraft=plane_damage, effects=flak_effects)
    shot = _air_shot(situation, plane_damage.status, tables)
    levels = yield from fire_effect("fire", fire_tally(shot, tables), tables)
    verdict = yield from hit(situation.victim, levels, tables)
    leaves = AircraftLeaves(whom=AIRCRAFT_WHOM, turns=tables.number("aircraft.turns_away"))
    return AirVerdict(
        damage=verdict.damage,
        leaders_killed=verdict.leaders_killed,
        aircraft=plane_damage,
        effects=(*flak_effects, *verdict.effects, leaves),
    )


def _air_shot(situation: AirAttack, status: Status, tables: Tables) -> Shot:
    shot = Shot(
        firer=UnitType(tables.text("bomb.fires_as", situation.weapon)),
        mode=FireMode.DEPLOYED,
        band=tables.text("bomb.band"),
        target=situation.target_type,
        formation=formation_as_target(situation.target_type, situation.target_formation, tables),
        cover=cover_as_target(situation.target_type, situation.cover, assault=False),
        firer_status=status,
        target_status=situation.target_status,
    )
    if tables.option("air.ignoreNumbers"):
        return shot
    bases = tables.number("bomb.bases")
    numbers = compared(bases, situation.bases_of_target) if situation.bases_of_target is not None else Outnumber.NONE
    return replace(shot, battery=bases, outnumber=numbers)


def _flak(plane: Victim, tables: Tables) -> Generator[Request, Any, Damage]:
    """Every anti-aircraft unit fires once before the attack (REV-10.72, REV-G.33b)."""
    damage = damage_done(plane, 0, tables)
    more: bool = yield Observe("air.aa_fire", usual=False, rule="REV-10.72")
    while more and not damage.destroyed:
        guns = yield Observe("air.aa_unit", usual=UnitType.MACHINE_GUNS, options=_options(SHOOTERS), rule="REV-10.78b")
        band = yield Observe("air.aa_range", usual="6-12", options=_bands(), rule="REV-G.33b")
        bases = yield Observe("air.aa_bases", usual=2, lowest=1, highest=fields.LARGEST_UNIT, rule="REV-G.29")
        shot = _flak_shot(UnitType(guns), band, bases, replace(plane, status=damage.status), tables)
        levels = 0
        if shot is not None:
            levels = yield from fire_effect("air.aa", fire_tally(shot, tables), tables)
        damage = damage_done(plane, damage.levels + levels, tables)
        if not damage.destroyed:
            more = yield Observe("air.aa_again", usual=False, rule="REV-10.72")
    return damage


def _flak_shot(guns: UnitType, band: str, bases: int, plane: Victim, tables: Tables) -> Shot | None:
    """Deployed Fire at a target in maneuver formation without cover (REV-10.72); None out of range."""
    firer = fighting_type(guns, tables)
    if tables.number_or_none("fire.factor.deployed", firer, band) is None:
        return None
    ignore = bool(tables.option("air.ignoreNumbers"))
    counts = guns in (UnitType.MACHINE_GUNS, UnitType.ARTILLERY)
    return Shot(
        firer=firer,
        mode=FireMode.DEPLOYED,
        band=band,
        target=UnitType.AIRCRAFT,
        formation=formation_as_target(UnitType.AIRCRAFT, None, tables),
        cover=Cover.OPEN,
        target_status=plane.status,
        outnumber=Outnumber.NONE if ignore else compared(bases, plane.bases or 1),
        battery=bases if counts and not ignore else None,
    )


def _options(kinds: tuple[UnitType, ...]) -> tuple[Option, ...]:
    return tuple(Option(kind.value, kind.message) for kind in kinds)


def _bands() -> tuple[Option, ...]:
    return tuple(Option(band, Message.of("word.band", band=band)) for band in fields.BANDS)


@dataclass(frozen=True, slots=True, kw_only=True)
class AntiAircraft:
    """A unit able to do so fires at an attacking aircraft, even if it has acted (REV-10.72, REV-10.72b)."""

    unit: UnitType = fields.unit(SHOOTERS)
    leader_with_actor: LeaderPlace = fields.leader_with_actor()
    actor_status: Status = fields.actor_status()
    bases_of_actor: int | None = fields.bases(Section.ACTOR, "bases_of_target")
    range: str | Fraction = fields.range_to_target()
    target_status: Status = fields.target_status()


@dataclass(frozen=True, slots=True, kw_only=True)
class AntiAircraftQuestions:
    """What may be answered in advance."""

    battery_size: int | None = fields.battery_size()


def anti_aircraft(situation: AntiAircraft, tables: Tables) -> Rule[FireVerdict]:
    """Deployed Fire at a vehicle in maneuver formation without cover; it costs the unit no action (REV-G.33b)."""
    plane = Victim("target", UnitType.AIRCRAFT, situation.target_status, tables.number("bomb.bases"))
    firer = fighting_type(situation.unit, tables)
    inches = situation.range
    band = band_of(inches, tables) if isinstance(inches, Fraction) else inches
    reach = tables.number("fire.reach", firer, "inches")
    known = band in fields.BANDS and (not isinstance(inches, Fraction) or inches <= reach)
    if not known or tables.number_or_none("fire.factor.deployed", firer, band) is None:
        return OutOfRange(damage=damage_done(plane, 0, tables), reach=reach)
    battery = yield from battery_bases(situation.unit, situation.bases_of_actor)
    shot = _flak_shot(situation.unit, band, situation.bases_of_actor or battery or 1, plane, tables)
    if shot is None:  # the range was checked above
        raise AssertionError
    if situation.bases_of_actor is None and battery is None:
        shot = replace(shot, outnumber=Outnumber.NONE)
    shot = replace(shot, firer_status=situation.actor_status, leader=situation.leader_with_actor)
    levels = yield from fire_effect("fire", fire_tally(shot, tables), tables)
    damage = damage_done(plane, levels, tables)
    return FireVerdict(damage=damage, effects=tuple(damage_effects(plane, damage)))


@dataclass(frozen=True, slots=True, kw_only=True)
class MineField:
    """A unit enters a mine field or moves inside one (REV-10.88b, REV-10.89)."""

    target_name: str | None = fields.name()
    target_type: UnitType = fields.target_type(GROUND_TARGETS)
    target_status: Status = fields.target_status()
    bases_of_target: int | None = fields.bases(Section.TARGET, "bases_of_actor")
    starting_bases_of_target: int | None = fields.starting_bases("starting_bases_of_assaulter")


def mine_field(situation: MineField, tables: Tables) -> Rule[FireVerdict]:
    """One level, no throw, no risk to a Leader (REV-10.88b, REV-G.08e)."""
    yield from no_requests()
    victim = Victim(
        "target",
        situation.target_type,
        situation.target_status,
        situation.bases_of_target,
        situation.starting_bases_of_target,
    )
    damage = damage_done(victim, tables.number("damage.mine_field.levels"), tables)
    return FireVerdict(damage=damage, effects=tuple(damage_effects(victim, damage)))


@dataclass(frozen=True, slots=True, kw_only=True)
class Passenger:
    """A unit that was riding."""

    name: str = fields.name()
    target_type: UnitType = fields.target_type(SHOOTERS)
    target_status: Status = fields.target_status()
    bases_of_target: int | None = fields.bases(Section.TARGET, "bases_of_actor")


@dataclass(frozen=True, slots=True, kw_only=True)
class Wreck:
    """A train or an automobile base is destroyed with units aboard (REV-10.12, REV-10.53)."""

    vehicle: Vehicle = choice(Vehicle, section=Section.ACTOR, usual=Vehicle.TRAIN)
    passengers: tuple[Passenger, ...] = group(Passenger, section=Section.TARGET)


@dataclass(frozen=True, slots=True, kw_only=True)
class WreckVerdict(Verdict):
    """What the wreck did to each passenger unit."""

    damages: tuple[Damage, ...]
    measures: ClassVar[dict[str, Any]] = {
        "bases_lost": lambda verdict: sum(damage.bases_lost for damage in verdict.damages),
        "destroyed": lambda verdict: sum(damage.destroyed for damage in verdict.damages),
    }

    def outcome(self) -> Outcome:
        """Certain: nothing is thrown."""
        return Outcome("wreck", Message.of("outcome.wreck", units=len(self.damages)), 2, 0)


def wreck(situation: Wreck, tables: Tables) -> Rule[WreckVerdict]:
    """Each passenger unit takes one level and gets off at once (REV-10.12, REV-10.12b, REV-G.31)."""
    yield from no_requests()
    levels = tables.number("damage.wreck.levels")
    damages: list[Damage] = []
    effects: list[Effect] = []
    for number, passenger in enumerate(situation.passengers, start=1):
        whom = passenger.name or f"passenger {number}"
        victim = Victim(whom, passenger.target_type, passenger.target_status, passenger.bases_of_target)
        damage = damage_done(victim, levels, tables)
        damages.append(damage)
        effects += [GetsOff(whom=whom), *damage_effects(victim, damage)]
    return WreckVerdict(damages=tuple(damages), effects=tuple(effects))
