"""Aircraft: bombs, strafing and the fire that meets them (REV-10.72 to REV-10.78b, REV-G.33)."""

from __future__ import annotations

from collections.abc import Generator, Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache, partial
from typing import Any, ClassVar

from sandtable.kernel.actions import action
from sandtable.kernel.bands import range_words
from sandtable.kernel.form import Section, yes_no
from sandtable.kernel.messages import Message
from sandtable.kernel.problem import Problem
from sandtable.kernel.requests import Observe, Option, Request, options_of
from sandtable.kernel.stages import Staged
from sandtable.kernel.tables import Tables
from sandtable.kernel.verdict import Outcome, Rule
from sandtable.rulesets.revolucion import fields
from sandtable.rulesets.revolucion.bands import BANDS, band_of_weapon, reach_of
from sandtable.rulesets.revolucion.damage import Damage, damage_done, damage_effects
from sandtable.rulesets.revolucion.effects import AircraftLeaves
from sandtable.rulesets.revolucion.fire import FireVerdict, battery_bases, damage_outcome, hit, out_of_range
from sandtable.rulesets.revolucion.outnumbering import compared, counted, ticked
from sandtable.rulesets.revolucion.shot import FireRolls, Shot, fire_effect, shot_rolls
from sandtable.rulesets.revolucion.targets import Contest
from sandtable.rulesets.revolucion.victims import Victim
from sandtable.rulesets.revolucion.vocabulary import (
    GUNS,
    SHOOTERS,
    Cover,
    FireMode,
    Formation,
    LeaderPlace,
    Outnumber,
    Status,
    UnitType,
    acts,
)

PLANE = "actor"
MOST_FLAK = 12  # anti-aircraft units that can meet one attack; such units are rare (REV-10.78b)
USUAL_FLAK_BASES = 2
USUAL_FLAK_BAND = BANDS.index("6-12")


AA_FIRE = Observe("air.aa_fire", usual=False, rule="REV-10.72")
AA_UNIT = Observe("air.aa_unit", usual=UnitType.MACHINE_GUNS, options=options_of(SHOOTERS), rule="REV-10.78b")
AA_BASES = Observe("air.aa_bases", usual=USUAL_FLAK_BASES, lowest=1, highest=fields.LARGEST_UNIT, rule="REV-G.29")
AA_STATUS = Observe("air.aa_status", usual=Status.OK, options=options_of(tuple(Status)), rule="REV-G.06")
AA_LEADER = Observe("air.aa_leader", usual=False, rule="REV-6.32")
AA_AGAIN = Observe("air.aa_again", usual=False, rule="REV-10.72")


@dataclass(frozen=True, slots=True, kw_only=True)
class AirAttack(Contest):
    """An aircraft bombs or strafes (REV-10.74, REV-10.75)."""

    weapon: ClassVar[str]
    actor_status: Status = fields.actor_status()

    def subject(self) -> Message:
        """Who is attacked."""
        return Message.of(f"subject.{self.weapon}", whom=self.target_name or self.target_type)

    def problems(self, tables: Tables) -> Iterator[Problem]:
        """One attack of each kind a sortie, then some turns off the table (REV-10.76, REV-10.77b)."""
        yield from Contest.problems(self, tables)
        if self.actor_is_gone:
            yield Problem("actor_is_gone", Message("problem.actor_gone"), ("no",), "REV-10.73")
        used = f"{self.weapon}_used"
        if getattr(self, used):
            turns = tables.number("aircraft.turns_away")
            yield Problem(used, Message.of("problem.attack_used", turns=turns), ("no",), "REV-10.77b")


@dataclass(frozen=True, slots=True, kw_only=True)
class Bomb(AirAttack):
    """Bombs: Artillery at 3-6 inches."""

    weapon: ClassVar[str] = "bomb"
    bomb_used: bool = yes_no(section=Section.CIRCUMSTANCE, usual=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Strafe(AirAttack):
    """Strafing: Machine Guns at 3-6 inches."""

    weapon: ClassVar[str] = "strafe"
    strafe_used: bool = yes_no(section=Section.CIRCUMSTANCE, usual=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class AirQuestions:
    """What may be answered in advance."""

    aa_fire_first: bool | None = yes_no(section=Section.QUESTION, question="air.aa_fire", optional=True)
    leader_with_target: int | None = fields.leader_with_target("fire.leader_with_target")


@dataclass(frozen=True, slots=True, kw_only=True)
class AirVerdict(FireVerdict):
    """What the attack did, and what the defenders did to the aircraft first."""

    aircraft: Damage
    measures: ClassVar[dict[str, Any]] = {
        **FireVerdict.measures,
        "shot_down": lambda verdict: verdict.aircraft.destroyed,
    }

    def __hash__(self) -> int:
        """As of all fire: effects follow from the rest."""
        return hash((self.damage, self.aircraft, self.leaders_killed))

    def outcome(self) -> Outcome:
        """Shot down before it dropped anything, or what happened to the target."""
        if self.aircraft.destroyed:
            return Outcome("shot_down", Message("outcome.air.shot_down"), 0, -1, "air.aa.effect")
        return damage_outcome(self.damage, "fire.effect")

    def headline(self) -> Message:
        """Shot down, or the levels."""
        return Message("headline.air.shot_down") if self.aircraft.destroyed else FireVerdict.headline(self)


@action("special", "REV-10.74", form=Bomb, questions=AirQuestions, option=("aircraft", True))
@action("special", "REV-10.75", form=Strafe, questions=AirQuestions, option=("aircraft", True))
def air_attack(situation: AirAttack, tables: Tables) -> Staged[AirVerdict]:
    """Anti-aircraft fire first, as often as there are units for it; then the attack, unless the aircraft is down (REV-10.72 to REV-10.75)."""
    return Staged(_plane(situation, tables), partial(_flak, tables=tables), partial(_attack, situation, tables=tables))


def _plane(situation: AirAttack, tables: Tables) -> Victim:
    return Victim(PLANE, UnitType.AIRCRAFT, situation.actor_status, _bases(situation, tables))


def _bases(situation: AirAttack, tables: Tables) -> int:
    return situation.bases_of_actor or tables.number("bomb.bases")


def _attack(situation: AirAttack, flak: Damage, tables: Tables) -> Rule[AirVerdict]:
    """What an aircraft does that came through, or does no more."""
    plane = _plane(situation, tables)
    flak_effects = damage_effects(plane, flak, tables)
    if flak.destroyed:
        unhurt = damage_done(situation.victim, 0, tables)
        return AirVerdict(damage=unhurt, aircraft=flak, effects=flak_effects)
    levels = yield from fire_effect(_air_rolls(situation, flak.status, tables))
    struck = yield from hit(situation.victim, levels, tables)
    leaves = AircraftLeaves(
        whom=PLANE, turns=tables.number("aircraft.turns_away"), damaged=flak.status is not Status.OK
    )
    return AirVerdict(
        damage=struck.damage,
        leaders_killed=struck.leaders_killed,
        aircraft=flak,
        effects=(*flak_effects, *struck.effects, leaves),
    )


@lru_cache(maxsize=64)  # every branch of an attack throws the same dice
def _air_rolls(situation: AirAttack, status: Status, tables: Tables) -> FireRolls:
    return shot_rolls("fire", _air_shot(situation, _bases(situation, tables), status, tables), tables)


def _air_shot(situation: AirAttack, bases: int, status: Status, tables: Tables) -> Shot:
    """Deployed Fire at 3-6 inches; real base counts (REV-G.29) unless option air.ignoreNumbers leaves numbers out."""
    shot = Shot(
        firer=UnitType(tables.text("bomb.fires_as", situation.weapon)),
        mode=FireMode.DEPLOYED,
        band=tables.text("bomb.band"),
        target=situation.target_type,
        formation=situation.formation_as_target(tables),
        cover=situation.cover_from_fire,
        firer_status=status,
        target_status=situation.target_status,
    )
    if tables.option("air.ignoreNumbers"):
        return shot
    return replace(shot, battery=bases, outnumber=_outnumber(situation, bases, tables))


def _outnumber(situation: AirAttack, bases: int, tables: Tables) -> Outnumber:
    if ticked(situation) or situation.bases_of_target is None:
        return counted(situation, tables)
    return compared(bases, situation.bases_of_target, tables)


def _flak(plane: Victim, tables: Tables) -> Generator[Request, Any, Damage]:
    """Every anti-aircraft unit fires once before the attack (REV-10.72, REV-G.33b); levels go onto the aircraft's status."""
    damage = damage_done(plane, 0, tables)
    more: bool = yield AA_FIRE
    for _ in range(MOST_FLAK):
        if not more or damage.destroyed:
            break
        shot = yield from _asked_shot(replace(plane, status=damage.status), tables)
        levels = yield from fire_effect(shot_rolls("air.aa", shot, tables))
        damage = damage_done(plane, damage.levels + levels, tables)
        if not damage.destroyed:
            more = yield AA_AGAIN
    return damage


def _asked_shot(plane: Victim, tables: Tables) -> Generator[Request, Any, Shot]:
    """The anti-aircraft form, question by question."""
    guns = UnitType((yield AA_UNIT))
    band = yield _aa_range(guns, tables)
    bases = yield AA_BASES
    status = Status((yield AA_STATUS))
    leader = LeaderPlace.ATTACHED if (yield AA_LEADER) else LeaderPlace.NONE
    return flak_shot(guns, band, bases, status, leader, plane, tables)


@lru_cache(maxsize=64)
def _aa_range(guns: UnitType, tables: Tables) -> Observe:
    """Bands that these guns reach; usually the longest but those of long range."""
    within = [band for band in BANDS if band_of_weapon(band, guns, FireMode.DEPLOYED, tables)]
    options = tuple(Option(band, range_words(band)) for band in within)
    usual = within[min(USUAL_FLAK_BAND, len(within) - 1)]
    return Observe("air.aa_range", usual=usual, options=options, rule="REV-G.33b")


def flak_shot(
    guns: UnitType,
    band: str,
    bases: int | None,
    status: Status,
    leader: LeaderPlace,
    plane: Victim,
    tables: Tables,
) -> Shot:
    """Deployed Fire at a target in maneuver formation without cover (REV-10.72)."""
    shot = Shot(
        firer=guns,
        mode=FireMode.DEPLOYED,
        band=band,
        target=UnitType.AIRCRAFT,
        formation=Formation(tables.text("fixed_formation", UnitType.AIRCRAFT)),
        cover=Cover.OPEN,
        firer_status=status,
        target_status=plane.status,
        leader=leader,
    )
    if bases is None or tables.option("air.ignoreNumbers"):
        return shot
    return replace(shot, outnumber=compared(bases, plane.counted or 1, tables), battery=bases if guns in GUNS else None)


@dataclass(frozen=True, slots=True, kw_only=True)
class AntiAircraft:
    """A unit able to do so fires at an attacking aircraft, even if it has acted (REV-10.72, REV-10.72b)."""

    unit: UnitType = fields.unit(SHOOTERS)
    leader_with_actor: LeaderPlace = fields.leader_with_actor()
    actor_status: Status = fields.actor_status()
    bases_of_actor: int | None = fields.bases(Section.ACTOR, "bases_of_target")
    range: str | Fraction = fields.range_to_target(FireMode.DEPLOYED, SHOOTERS)
    target_status: Status = fields.target_status()

    def subject(self) -> Message:
        """Who fires, and how far off."""
        return acts("anti_aircraft", None, self.unit, range=range_words(self.range))


@dataclass(frozen=True, slots=True, kw_only=True)
class AntiAircraftQuestions:
    """What may be answered in advance."""

    battery_size: int | None = fields.battery_size_of_actor()


@action(
    "special",
    "REV-10.72",
    questions=AntiAircraftQuestions,
    bars=fields.open_only_to(SHOOTERS, "cannot_fire", "REV-6.03"),
    option=("aircraft", True),
)
def anti_aircraft(situation: AntiAircraft, tables: Tables) -> Rule[FireVerdict]:
    """Deployed Fire at a vehicle in maneuver formation without cover; it costs the unit no action (REV-G.33b)."""
    plane = Victim("target", UnitType.AIRCRAFT, situation.target_status, tables.number("bomb.bases"))
    band = band_of_weapon(situation.range, situation.unit, FireMode.DEPLOYED, tables)
    if band is None:
        return out_of_range(situation.unit, plane, reach_of(situation.unit, tables), tables)
    bases = yield from battery_bases(situation.unit, situation.bases_of_actor)
    shot = flak_shot(
        situation.unit,
        band,
        situation.bases_of_actor or bases,
        situation.actor_status,
        situation.leader_with_actor,
        plane,
        tables,
    )
    levels = yield from fire_effect(shot_rolls("fire", shot, tables))
    damage = damage_done(plane, levels, tables)
    return FireVerdict(damage=damage, effects=damage_effects(plane, damage, tables))
