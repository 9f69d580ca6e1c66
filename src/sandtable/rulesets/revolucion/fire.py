"""Fire: Deployed Fire and Moving Fire at all ranges (chapter 6, REV-G.05 to REV-G.08, REV-G.34)."""

from __future__ import annotations

from collections.abc import Generator, Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, ClassVar

from sandtable.kernel.dice import D10
from sandtable.kernel.effects import Effect
from sandtable.kernel.form import Section, choice, when, yes_no
from sandtable.kernel.messages import Message
from sandtable.kernel.problem import Problem
from sandtable.kernel.requests import Label, Observe, Request, Roll
from sandtable.kernel.tables import Tables
from sandtable.kernel.tally import Modifier, Tally
from sandtable.kernel.verdict import Outcome, Rule, Verdict
from sandtable.rulesets.revolucion import fields
from sandtable.rulesets.revolucion.damage import Damage, Victim, damage_done, damage_effects
from sandtable.rulesets.revolucion.effective import cover_as_target, effective_type, fighting_type, formation_as_target
from sandtable.rulesets.revolucion.effects import ActionSpent, KeepsAction
from sandtable.rulesets.revolucion.leaders import leader_effects, leader_risk, leaders_killed
from sandtable.rulesets.revolucion.orders import spent_problems
from sandtable.rulesets.revolucion.outnumbering import box_problems, counted
from sandtable.rulesets.revolucion.vocabulary import (
    ARMORED,
    BATTERIES,
    GUNS,
    SHOOTERS,
    Aboard,
    Afterwards,
    Cover,
    Earlier,
    FireMode,
    Formation,
    LeaderPlace,
    Outnumber,
    Status,
    TrainTarget,
    UnitType,
)

USUAL_BATTERY = 2
WORST_SEVERITY = 4


@dataclass(frozen=True, slots=True, kw_only=True)
class Target:
    """The fields that describe a target of fire."""

    target_name: str | None = fields.name(pair="actor_name")
    range: str | Fraction = fields.range_to_target()
    target_type: UnitType = fields.target_type()
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
class Fire(Target):
    """A unit fires at another."""

    mode: ClassVar[FireMode]
    actor_name: str | None = fields.name(pair="target_name")
    unit: UnitType = fields.unit((*SHOOTERS, *ARMORED))
    leader_with_actor: LeaderPlace = fields.leader_with_actor()
    actor_status: Status = fields.actor_status()
    bases_of_actor: int | None = fields.bases(Section.ACTOR, "bases_of_target")
    actor_outnumbered: bool | None = fields.outnumbered_box("target_outnumbered")
    actor_badly_outnumbered: bool | None = fields.outnumbered_box("target_badly_outnumbered")
    target_outnumbered: bool | None = fields.outnumbered_box("actor_outnumbered")
    target_badly_outnumbered: bool | None = fields.outnumbered_box("actor_badly_outnumbered")
    actor_formation: Formation | None = fields.actor_formation()
    actor_earlier_this_turn: Earlier = fields.actor_earlier_this_turn()
    actor_aboard: Aboard = fields.actor_aboard()
    moves_afterwards: Afterwards = choice(Afterwards, section=Section.CIRCUMSTANCE, usual=Afterwards.NOTHING)

    def problems(self, tables: Tables) -> Iterator[Problem]:
        """What forbids this fire, from the circumstances that were told."""
        yield from box_problems(self)
        yield from _action_problems(self)
        yield from _formation_problems(self, tables)
        yield from _vehicle_problems(self, tables)


@dataclass(frozen=True, slots=True, kw_only=True)
class DeployedFire(Fire):
    """Fire by a unit deployed since the start of the turn (REV-3.19)."""

    mode: ClassVar[FireMode] = FireMode.DEPLOYED


@dataclass(frozen=True, slots=True, kw_only=True)
class MovingFire(Fire):
    """Fire by a unit that maneuvers or deploys this turn, or stands in maneuver formation (REV-3.26)."""

    mode: ClassVar[FireMode] = FireMode.MOVING
    indirect: bool = yes_no(
        section=Section.ACTION, usual=False, needed=when("unit", UnitType.ARTILLERY), option=("indirect", True)
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class FireQuestions:
    """Questions of fire that may be answered in advance."""

    battery_size: int | None = fields.battery_size()
    leader_with_target: int | None = fields.leader_with_target("fire.leader_with_target")


@dataclass(frozen=True, slots=True)
class Shot:
    """A shot, whoever fires it and why: what the fire tables need to know."""

    firer: UnitType  # the row of the factor table
    mode: FireMode
    band: str
    target: UnitType
    formation: Formation
    cover: Cover
    firer_status: Status = Status.OK
    target_status: Status = Status.OK
    outnumber: Outnumber = Outnumber.NONE
    leader: LeaderPlace = LeaderPlace.NONE
    battery: int | None = None  # bases of the battery, where they count


@dataclass(frozen=True, slots=True, kw_only=True)
class FireVerdict(Verdict):
    """Levels on the target, what they do to it, and Leaders killed with it."""

    damage: Damage
    leaders_killed: int = 0
    refused: bool = False
    measures: ClassVar[dict[str, Any]] = {
        "levels": lambda verdict: verdict.damage.levels,
        "bases_lost": lambda verdict: verdict.damage.bases_lost,
        "destroyed": lambda verdict: verdict.damage.destroyed,
        "leaders_killed": lambda verdict: verdict.leaders_killed,
    }

    def outcome(self) -> Outcome:
        """What the levels do, from the target's present status."""
        return damage_outcome(self.damage, "fire.effect")

    def headline(self) -> Message:
        """The levels in letters."""
        if self.refused:
            return Message("headline.fire.refused")
        return (
            Message.of("headline.fire.levels", levels=self.damage.levels)
            if self.damage.levels
            else Message("headline.fire.none")
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class OutOfRange(FireVerdict):
    """The target is too far: nothing is thrown and nothing is spent (REV-6.06)."""

    reach: int

    def outcome(self) -> Outcome:
        """Out of range, for certain."""
        return Outcome("out_of_range", Message.of("outcome.fire.out_of_range", reach=Fraction(self.reach)), 0, 0)

    def headline(self) -> Message:
        """Out of range."""
        return Message("headline.fire.out_of_range")


def fire(situation: Fire, tables: Tables) -> Rule[FireVerdict]:
    """Deployed or Moving Fire (REV-6.01): range, factor and modifiers, one d10, then the risk of a Leader with the target."""
    band, reach = band_and_reach(situation, tables)
    if band is None:
        untouched = damage_done(situation.victim, 0, tables)
        return OutOfRange(damage=untouched, reach=reach, effects=(KeepsAction(whom="actor", allowed="any"),))
    if (yield from _refuses(situation, tables)):
        return FireVerdict(
            damage=damage_done(situation.victim, 0, tables), refused=True, effects=(ActionSpent(whom="actor"),)
        )
    battery = yield from battery_bases(situation.unit, situation.bases_of_actor)
    levels = yield from fire_effect("fire", fire_tally(_shot(situation, band, battery, tables), tables), tables)
    return (yield from hit(situation.victim, levels, tables))


def hit(victim: Victim, levels: int, tables: Tables) -> Generator[Request, Any, FireVerdict]:
    """Levels on a target, then the d20 of each Leader attached to it (REV-G.08, REV-G.08d)."""
    damage = damage_done(victim, levels, tables)
    killed = at_risk = 0
    if levels:
        at_risk = yield Observe("fire.leader_with_target", usual=0, highest=5, rule="REV-G.08d")
        killed = yield from leaders_killed(
            "leader.risk", at_risk, leader_risk(levels, tables, close_combat=False), tables
        )
    effects: tuple[Effect, ...] = (*damage_effects(victim, damage), *leader_effects(victim.whom, killed, at_risk))
    return FireVerdict(damage=damage, leaders_killed=killed, effects=effects)


def fire_effect(key: str, tally: Tally, tables: Tables) -> Generator[Request, Any, int]:
    """Levels inflicted: a d10 with the modifiers (REV-G.07), and a second one for a long shot (REV-G.07b)."""
    modifiers = tally.total
    natural = tables.number("fire.long_shot.natural")

    def read(die: int) -> int | None:
        levels: int = tables.step("fire.result", die + modifiers, "levels")
        return None if die == natural and not levels else levels

    levels: int | None = yield Roll(f"{key}.effect", (D10,), read=read, tally=tally, label=_levels_label)
    if levels is not None:
        return levels
    needs, always = tables.number("fire.long_shot.needs"), tables.number("fire.long_shot.always")
    score = natural + modifiers
    hits: int = yield Roll(
        f"{key}.long_shot",
        (D10,),
        read=lambda die: int(die >= always or score + die >= needs),
        tally=Tally((Modifier(Message("reason.long_shot"), score, "REV-G.07b"),), Message("why.long_shot")),
        label=_levels_label,
    )
    return hits


def fire_tally(shot: Shot, tables: Tables) -> Tally:
    """Fire factor (REV-G.05) and modifiers (REV-G.06); a Leader merely near adds nothing (REV-6.32b)."""
    reason = Message.of("reason.fire.factor", unit=shot.firer, mode=shot.mode, band=shot.band)
    return Tally.of(
        (
            tables.modifier("fire.modifier.target_formation", shot.formation),
            tables.modifier("fire.modifier.cover", shot.cover),
            tables.modifier("fire.modifier.actor_status", shot.firer_status),
            tables.modifier("fire.modifier.target_status", shot.target_status),
            tables.modifier("fire.modifier.outnumber", shot.outnumber),
            tables.modifier("fire.modifier.leader", shot.leader),
            battery_modifier(shot.battery, tables),
            tables.modifier(
                "fire.modifier.target_type",
                effective_type(shot.target, tables),
                reason=Message.of("reason.target_type", unit=shot.target),
            ),
        ),
        Message("why.fire"),
        first=tables.modifier("fire.factor", shot.mode, shot.firer, shot.band, reason=reason),
    )


def battery_modifier(battery: int | None, tables: Tables) -> Modifier | None:
    """What the size of a battery adds (REV-G.06b); None where it does not count."""
    if battery is None:
        return None
    size = str(min(battery, 3))
    return tables.modifier(
        "fire.battery", str(tables.option("fire.battery")), size, reason=Message(f"reason.fire.battery.{size}")
    )


def battery_bases(unit: UnitType, bases: int | None) -> Generator[Request, Any, int | None]:
    """The bases of a battery: counted, else asked for (REV-G.06c); None for troops whose number does not count."""
    if unit not in BATTERIES:
        return None
    if bases is not None:
        return bases
    size: int = yield Observe("fire.battery_size", usual=USUAL_BATTERY, lowest=1, highest=3, rule="REV-G.06c")
    return size


def band_and_reach(situation: Fire, tables: Tables) -> tuple[str | None, int]:
    """The range band, or None when the target is out of range (REV-6.05, REV-6.09), and the weapon's reach."""
    indirect = isinstance(situation, MovingFire) and situation.indirect
    firer = fighting_type(situation.unit, tables)
    reach = tables.number("indirect.reach") if indirect else tables.number("fire.reach", firer, "inches")
    inches = situation.range
    if isinstance(inches, Fraction):
        if inches > reach:
            return None, reach
        inches = band_of(_effective_range(inches, tables) if indirect else inches, tables)
    in_reach = tables.number_or_none("fire.factor", situation.mode, firer, inches) is not None
    return (inches if in_reach else None), reach


def band_of(inches: Fraction, tables: Tables) -> str:
    """The band of a distance; exactly on a break belongs to the nearer one (REV-6.09b)."""
    name: str = tables.step("fire.band", inches, "name")  # type: ignore[arg-type]  # bisection takes fractions as well
    return name


def _effective_range(inches: Fraction, tables: Tables) -> Fraction:
    """Indirect fire: any range over 12 inches is halved (REV-10.84), by option to no less than 12 (REV-G.34)."""
    full = tables.number("indirect.full_range")
    if inches <= full:
        return inches
    halved = inches / tables.number("indirect.divisor")
    return max(Fraction(full), halved) if tables.option("indirect.monotone") else halved


def _shot(situation: Fire, band: str, battery: int | None, tables: Tables) -> Shot:
    return Shot(
        firer=fighting_type(situation.unit, tables),
        mode=situation.mode,
        band=band,
        target=situation.target_type,
        formation=formation_as_target(situation.target_type, situation.target_formation, tables),
        cover=cover_as_target(situation.target_type, situation.cover, assault=False),
        firer_status=situation.actor_status,
        target_status=situation.target_status,
        outnumber=counted(situation),
        leader=situation.leader_with_actor,
        battery=battery,
    )


def _refuses(situation: Fire, tables: Tables) -> Generator[Request, Any, bool]:
    """Option fire.refusal: shaken troops without their Leader may not obey (REV-G.38)."""
    shaken = situation.actor_status is not Status.OK
    if not tables.option("fire.refusal") or not shaken or situation.leader_with_actor is LeaderPlace.ATTACHED:
        return False
    fails_on = tables.number("fire.refusal.fails_on")
    refused: bool = yield Roll(
        "fire.discipline",
        (D10,),
        read=lambda die: die <= fails_on,
        label=lambda refused: Label(
            Message(f"label.fire.{'refused' if refused else 'obeyed'}"), WORST_SEVERITY * int(refused)
        ),
    )
    return refused


def damage_outcome(damage: Damage, step: str) -> Outcome:
    """A row of the odds: what happens to the target, in the order of the ladder."""
    if damage.destroyed:
        return Outcome("destroyed", Message("outcome.damage.destroyed"), WORST_SEVERITY, 99, step)
    if damage.bases_lost:
        label = Message.of("outcome.damage.bases", bases=damage.bases_lost)
        return Outcome(
            f"bases_{damage.bases_lost}",
            label,
            min(WORST_SEVERITY, 2 + damage.bases_lost),
            10 + damage.bases_lost,
            step,
        )
    if damage.levels:
        return Outcome(
            damage.status, Message.of("outcome.damage.status", status=damage.status), damage.levels, damage.levels, step
        )
    return Outcome("none", Message("outcome.damage.none"), 0, 0, step)


def _levels_label(levels: int | None) -> Label:
    if levels is None:
        return Label(Message("label.fire.long_shot"), 1)
    return Label(Message.of("label.fire.levels", levels=levels), min(levels, WORST_SEVERITY))


def _action_problems(situation: Fire) -> Iterator[Problem]:
    earlier = situation.actor_earlier_this_turn
    yield from spent_problems(earlier)
    if earlier is Earlier.FIRED:
        yield Problem("actor_earlier_this_turn", Message("problem.fired_already"), (), "REV-3.40")
    if earlier is Earlier.OTHER_MOVE:
        yield Problem("actor_earlier_this_turn", Message("problem.fire_comes_first"), (), "REV-3.27")


def _formation_problems(situation: Fire, tables: Tables) -> Iterator[Problem]:
    """Formations that forbid the fire (REV-3.19 to REV-3.30, REV-G.04c, REV-G.20b, REV-G.20c)."""
    formation, earlier, afterwards = (
        situation.actor_formation,
        situation.actor_earlier_this_turn,
        situation.moves_afterwards,
    )
    deployed_this_turn = earlier is Earlier.DEPLOY_TACTICAL
    if formation is Formation.MARCH:
        yield Problem(
            "actor_formation", Message("problem.fire_from_march"), (Formation.DEPLOYED, Formation.MANEUVER), "REV-3.30"
        )
    elif situation.mode is FireMode.DEPLOYED:
        if deployed_this_turn or afterwards is Afterwards.DEPLOY_TACTICAL:
            yield Problem("action", Message("problem.deploys_this_turn"), ("moving_fire",), "REV-3.21")
        elif afterwards is Afterwards.MANEUVER:
            yield Problem("action", Message("problem.deployed_fire_then_move"), ("moving_fire",), "REV-3.40")
        elif formation is Formation.MANEUVER:
            yield Problem("actor_formation", Message("problem.not_deployed"), (Formation.DEPLOYED,), "REV-3.19c")
    elif deployed_this_turn and not tables.option("fire.afterDeploy"):
        yield Problem("actor_earlier_this_turn", Message("problem.fire_after_deploy"), (), "REV-G.20c")
    elif _moving_fire_alone_while_deployed(situation):
        yield Problem("actor_formation", Message("problem.moving_fire_alone"), ("deployed_fire",), "REV-G.20b")


def _moving_fire_alone_while_deployed(situation: Fire) -> bool:
    alone = situation.moves_afterwards is Afterwards.NOTHING and situation.actor_earlier_this_turn is Earlier.NOTHING
    on_foot = situation.actor_aboard in (Aboard.NO, Aboard.GOT_OFF)
    return situation.actor_formation is Formation.DEPLOYED and alone and on_foot


def _vehicle_problems(situation: Fire, tables: Tables) -> Iterator[Problem]:
    """Fire from and by vehicles (REV-3.44 to REV-3.45b, REV-10.23, REV-10.55, REV-10.55b, REV-10.56, REV-G.32)."""
    unit, aboard = situation.unit, situation.actor_aboard
    moving_only = Message("problem.moving_fire_from_vehicle")
    if unit in ARMORED and situation.mode is FireMode.DEPLOYED and not tables.option("armoredCar.deployedFire"):
        yield Problem("action", Message("problem.armored_moving_fire"), ("moving_fire",), "REV-G.32")
    if aboard is Aboard.AUTOMOBILE and unit is UnitType.ARTILLERY:
        yield Problem("actor_aboard", Message("problem.artillery_in_automobile"), (), "REV-10.55b")
    elif aboard is Aboard.AUTOMOBILE and unit is UnitType.MACHINE_GUNS and not tables.option("mgFromCars"):
        yield Problem("actor_aboard", Message("problem.machine_guns_in_automobile"), (), "REV-10.56")
    elif situation.mode is FireMode.DEPLOYED and aboard is Aboard.AUTOMOBILE:
        yield Problem("action", moving_only, ("moving_fire",), "REV-10.55")
    elif situation.mode is FireMode.DEPLOYED and aboard is Aboard.TRAIN_MOVED:
        yield Problem("action", moving_only, ("moving_fire",), "REV-10.23")
    elif situation.mode is FireMode.DEPLOYED and aboard is Aboard.TRAIN_HALTED and unit not in GUNS:
        yield Problem("action", Message("problem.only_guns_deploy_aboard"), ("moving_fire",), "REV-3.45b")
