"""Assaults: order, defensive fire, close combat, push-back (chapter 7, REV-G.09 to REV-G.13)."""

from __future__ import annotations

from collections.abc import Generator, Iterator
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from sandtable.kernel.dice import D10
from sandtable.kernel.effects import Effect
from sandtable.kernel.form import Section, number, when, yes_no
from sandtable.kernel.messages import Message
from sandtable.kernel.problem import Problem
from sandtable.kernel.requests import Label, Observe, Of, Request, Roll
from sandtable.kernel.tables import Tables
from sandtable.kernel.tally import Modifier, Tally
from sandtable.kernel.verdict import Outcome, Rule, Verdict
from sandtable.rulesets.revolucion import fields
from sandtable.rulesets.revolucion.damage import (
    Damage,
    Victim,
    damage_done,
    damage_effects,
    fall_back_distance,
    stays_put,
)
from sandtable.rulesets.revolucion.effective import cover_as_target, fighting_type, formation_as_target
from sandtable.rulesets.revolucion.effects import (
    ActionSpent,
    BackToStart,
    IntoContact,
    KeepsAction,
    MayAct,
    PushedBack,
    StaysAboard,
)
from sandtable.rulesets.revolucion.fire import Shot, battery_bases, fire_effect, fire_tally
from sandtable.rulesets.revolucion.leaders import leader_effects, leader_risk, leaders_killed
from sandtable.rulesets.revolucion.orders import base_move, order_tally, order_test, spent_problems
from sandtable.rulesets.revolucion.outnumbering import box_problems, counted, has_counts, seen_from_target
from sandtable.rulesets.revolucion.vocabulary import (
    ARMORED,
    ASSAULT_TROOPS,
    BATTERIES,
    CAVALRY,
    GUNS,
    Aboard,
    Cover,
    Earlier,
    FireMode,
    Formation,
    LeaderPlace,
    Order,
    OrderResult,
    Outnumber,
    Status,
    TrainTarget,
    UnitType,
)

ASSAULTER, TARGET = "assaulter", "target"


@dataclass(frozen=True, slots=True, kw_only=True)
class Assault:
    """A unit assaults another."""

    actor_name: str | None = fields.name(pair="target_name")
    unit: UnitType = fields.unit(ASSAULT_TROOPS)
    leader_with_actor: LeaderPlace = fields.leader_with_actor()
    actor_status: Status = fields.actor_status()
    bases_of_actor: int | None = fields.bases(Section.ACTOR, "bases_of_target")
    target_name: str | None = fields.name(pair="actor_name")
    target_type: UnitType = fields.target_type(tuple(kind for kind in UnitType if kind is not UnitType.AIRCRAFT))
    target_formation: Formation | None = fields.target_formation()
    cover: Cover = fields.cover()
    target_status: Status = fields.target_status()
    bases_of_target: int | None = fields.bases(Section.TARGET, "bases_of_actor")
    actor_outnumbered: bool | None = fields.outnumbered_box("target_outnumbered")
    actor_badly_outnumbered: bool | None = fields.outnumbered_box("target_badly_outnumbered")
    target_outnumbered: bool | None = fields.outnumbered_box("actor_outnumbered")
    target_badly_outnumbered: bool | None = fields.outnumbered_box("actor_badly_outnumbered")
    starting_bases_of_assaulter: int | None = fields.starting_bases("starting_bases_of_target")
    starting_bases_of_target: int | None = fields.starting_bases("starting_bases_of_assaulter")
    actor_formation: Formation | None = fields.actor_formation()
    actor_earlier_this_turn: Earlier = fields.actor_earlier_this_turn()
    actor_aboard: Aboard = fields.actor_aboard()
    target_aboard: TrainTarget = fields.target_aboard()

    def problems(self, tables: Tables) -> Iterator[Problem]:  # noqa: ARG002 - every situation is handed its tables
        """What forbids the assault, from the circumstances that were told."""
        yield from box_problems(self, assault=True)
        yield from spent_problems(self.actor_earlier_this_turn)
        if self.actor_earlier_this_turn not in (Earlier.NOTHING, Earlier.USED_UP, Earlier.REGROUPED):
            yield Problem("actor_earlier_this_turn", Message("problem.assault_alone"), (), "REV-3.40")
        if self.actor_formation is Formation.MARCH:
            yield Problem(
                "actor_formation",
                Message("problem.assault_from_march"),
                (Formation.DEPLOYED, Formation.MANEUVER),
                "REV-7.01",
            )
        if self.actor_aboard is not Aboard.NO:
            yield Problem("actor_aboard", Message("problem.assault_off_vehicle"), (Aboard.NO,), "REV-10.28")
        yield from _train_problems(self)

    @property
    def assaulter(self) -> Victim:
        """The assaulter as the damage ladder sees it."""
        return Victim(ASSAULTER, self.unit, self.actor_status, self.bases_of_actor, self.starting_bases_of_assaulter)

    @property
    def victim(self) -> Victim:
        """The target as the damage ladder sees it."""
        return Victim(
            TARGET,
            self.target_type,
            self.target_status,
            self.bases_of_target,
            self.starting_bases_of_target,
            self.target_aboard,
        )

    @property
    def led(self) -> bool:
        """A Leader who stands in contact but declines to lead counts as near (REV-7.26, REV-G.39d)."""
        return self.leader_with_actor is LeaderPlace.ATTACHED


def _train_problems(situation: Assault) -> Iterator[Problem]:
    if situation.target_type is not UnitType.TRAIN:
        return
    if situation.target_aboard is TrainTarget.MARCH:
        yield Problem("target_aboard", Message("problem.assault_marching_train"), (), "REV-10.26c")
    elif situation.target_aboard is TrainTarget.MANEUVER and situation.unit not in CAVALRY:
        yield Problem("unit", Message("problem.assault_moving_train"), CAVALRY, "REV-10.26")


@dataclass(frozen=True, slots=True, kw_only=True)
class AssaultQuestions:
    """Every question that changes the odds, answered in advance."""

    frontal: bool | None = yes_no(
        section=Section.QUESTION,
        widget="trio",
        question="assault.frontal",
        optional=True,
        icons={True: "frontal", False: "flank"},
    )
    rough_path: bool | None = yes_no(
        section=Section.QUESTION,
        question="assault.rough_path",
        optional=True,
        needed=when("unit", *CAVALRY) & when("cover", Cover.OPEN),
    )
    leader_with_target: int | None = fields.leader_with_target("assault.leader_with_target")
    earlier_bases: int | None = number(
        section=Section.QUESTION,
        question="assault.earlier_bases",
        lowest=0,
        highest=60,
        unit="bases",
        optional=True,
        needed=~when("bases_of_actor", None) & ~when("bases_of_target", None),
    )
    battery_size: int | None = fields.battery_size(when("target_type", *BATTERIES) & when("bases_of_target", None))
    within_reach_if_delayed: bool | None = yes_no(
        section=Section.QUESTION, question="assault.within_reach", optional=True
    )


@dataclass(frozen=True, slots=True)
class Ground:
    """What is known of the ground and the neighbours once all questions are answered."""

    frontal: bool
    rough: bool
    target_leaders: int
    outnumber: Outnumber
    formation: Formation
    cover: Cover
    no_fire: str = ""  # why there is no defensive fire, or ""


@dataclass(frozen=True, slots=True, kw_only=True)
class AssaultVerdict(Verdict):
    """How far the assault got, and what it cost both sides."""

    order: OrderResult
    ended: str  # lost, out_of_reach, stopped, beaten, wins
    assaulter: Damage
    target: Damage
    assaulter_leader_killed: bool = False
    target_leaders_killed: int = 0
    measures: ClassVar[dict[str, Any]] = {
        "wins": lambda verdict: verdict.ended == "wins",
        "stopped": lambda verdict: verdict.ended == "stopped",
        "levels_on_assaulter": lambda verdict: verdict.assaulter.levels,
        "levels_on_target": lambda verdict: verdict.target.levels,
        "assaulter_destroyed": lambda verdict: verdict.assaulter.destroyed,
        "target_destroyed": lambda verdict: verdict.target.destroyed,
        "assaulter_leader_killed": lambda verdict: verdict.assaulter_leader_killed,
        "target_leaders_killed": lambda verdict: verdict.target_leaders_killed,
    }

    def outcome(self) -> Outcome:
        """The step at which the assault ended (REV-G.13e)."""
        order, step = _STEPS[self.ended]
        return Outcome(self.ended, Message(f"outcome.assault.{self.ended}"), order, order, step)

    def headline(self) -> Message:
        """How it ended, in a few words."""
        return Message(f"headline.assault.{self.ended}")


_STEPS = {
    "lost": (0, "order.result"),
    "out_of_reach": (1, "assault.within_reach"),
    "stopped": (2, "assault.defensive_fire.effect"),
    "beaten": (3, "assault.close_combat"),
    "wins": (4, "assault.close_combat"),
}


def assault(situation: Assault, tables: Tables) -> Rule[AssaultVerdict]:
    """Order test, questions, defensive fire, close combat, Leaders' risk: in the order the umpire asks."""
    order, launched = yield from _launch(situation, tables)
    nobody_hurt = damage_done(situation.assaulter, 0, tables), damage_done(situation.victim, 0, tables)
    if not launched:
        ended = "lost" if order is OrderResult.LOST else "out_of_reach"
        effects = (KeepsAction(whom=ASSAULTER, allowed="without_movement"),)
        return AssaultVerdict(
            order=order, ended=ended, assaulter=nobody_hurt[0], target=nobody_hurt[1], effects=effects
        )
    ground = yield from _ground(situation, tables)
    levels = yield from _defensive_fire(situation, ground, tables)
    under_fire = damage_done(situation.assaulter, levels, tables)
    if levels >= int(tables.option("assault.stop")) or under_fire.bases_lost:
        return (yield from _stopped(situation, order, under_fire, ground, tables))
    return (yield from _close_combat(situation, order, under_fire, ground, tables))


def _launch(situation: Assault, tables: Tables) -> Generator[Request, Any, tuple[OrderResult, bool]]:
    """The order test; a delayed assault starts only if the target is within the reduced reach (REV-7.08, REV-G.03c)."""
    tally = order_tally(Order.ASSAULT, situation.unit, situation.leader_with_actor, situation.actor_status, tables)
    order = yield from order_test(tally, tables)
    if order is not OrderResult.DELAYED:
        return order, order is OrderResult.RECEIVED
    reach = base_move(Order.ASSAULT, situation.unit, order, tables)
    says = Message.of("request.assault.within_reach", distance=reach)
    launched: bool = yield Observe("assault.within_reach", usual=False, says=says, rule="REV-G.03c")
    return order, launched


def _ground(situation: Assault, tables: Tables) -> Generator[Request, Any, Ground]:
    """Questions 1 to 4, in their order."""
    frontal: bool = yield Observe("assault.frontal", usual=True, rule="REV-7.09")
    cover = cover_as_target(situation.target_type, situation.cover, assault=True, train=situation.target_aboard)
    rough = cover is not Cover.OPEN
    if situation.unit in CAVALRY and not rough:
        rough = yield Observe("assault.rough_path", usual=False, rule="REV-G.11b")
    leaders: int = yield Observe("assault.leader_with_target", usual=0, highest=5, rule="REV-G.08d")
    earlier = 0
    if has_counts(situation):
        earlier = yield Observe("assault.earlier_bases", usual=0, highest=60, rule="REV-7.30")
    formation = formation_as_target(situation.target_type, situation.target_formation, tables)
    ground = Ground(frontal, rough, leaders, counted(situation, earlier), formation, cover)
    return replace(ground, no_fire=_why_no_fire(situation, ground, tables))


def _why_no_fire(situation: Assault, ground: Ground, tables: Tables) -> str:
    """Defensive fire needs a target that is not Demoralized, not marching, can fire and is met frontally (REV-G.09)."""
    if situation.target_status is Status.DEMORALIZED:
        return "demoralized"
    if ground.formation is Formation.MARCH:
        return "march"
    if not tables.has("fire.factor.moving", fighting_type(situation.target_type, tables), "0-3"):
        return "transport"
    if not ground.frontal and not tables.option("assault.flankFire"):
        return "flank"
    return ""


def _defensive_fire(situation: Assault, ground: Ground, tables: Tables) -> Generator[Request, Any, int]:
    """Levels the defensive fire inflicts on the assaulter; none where there is none."""
    if ground.no_fire:
        return 0
    battery = yield from battery_bases(situation.target_type, situation.bases_of_target)
    return (
        yield from fire_effect("assault.defensive_fire", defensive_tally(situation, ground, battery, tables), tables)
    )


def defensive_tally(situation: Assault, ground: Ground, battery: int | None, tables: Tables) -> Tally:
    """Fire with the roles changed (REV-G.09b): the assaulter is in maneuver formation, in the open, at the shortest range."""
    emplaced = situation.target_aboard is TrainTarget.NO or (
        situation.target_aboard is TrainTarget.HALTED and situation.target_type in GUNS
    )
    deployed = ground.formation is Formation.DEPLOYED and situation.target_type not in ARMORED and emplaced
    shot = Shot(
        firer=fighting_type(situation.target_type, tables),
        mode=FireMode.DEPLOYED if deployed else FireMode.MOVING,
        band=tables.text("assault.defensive_fire.band"),
        target=situation.unit,
        formation=Formation(tables.text("assault.defensive_fire.assaulter_formation")),
        cover=Cover.OPEN,
        firer_status=situation.target_status,
        target_status=situation.actor_status,
        outnumber=seen_from_target(ground.outnumber),
        leader=LeaderPlace.ATTACHED if ground.target_leaders else LeaderPlace.NONE,
        battery=battery,
    )
    led = Modifier(Message("reason.assault.led"), int(tables.option("assault.ledFire")), "REV-G.09b")
    from_flank = tables.modifier("assault.defensive_fire.flank")
    extra = (led if situation.led else None, None if ground.frontal else from_flank)
    fire = fire_tally(shot, tables)
    return Tally.of((*fire.modifiers[1:], *extra), Message("why.defensive_fire"), first=fire.modifiers[0])


def _stopped(
    situation: Assault, order: OrderResult, under_fire: Damage, ground: Ground, tables: Tables
) -> Generator[Request, Any, AssaultVerdict]:
    """Stopped short of contact: back to the start, action spent, the target untouched and free to act (REV-7.10, REV-G.10b)."""
    killed = 0
    if situation.led:
        risk = leader_risk(under_fire.levels, tables, close_combat=False)
        killed = yield from leaders_killed("leader.assaulter", 1, risk, tables)
    effects = (
        *damage_effects(situation.assaulter, under_fire, returned=True),
        *(() if under_fire.destroyed else (BackToStart(whom=ASSAULTER),)),
        ActionSpent(whom=ASSAULTER),
        MayAct(whom=TARGET),
        *leader_effects(ASSAULTER, killed, int(situation.led)),
    )
    return AssaultVerdict(
        order=order,
        ended="stopped",
        assaulter=under_fire,
        target=damage_done(situation.victim, 0, tables),
        assaulter_leader_killed=bool(killed),
        effects=effects,
        reasons=_reasons(ground),
    )


def _close_combat(
    situation: Assault, order: OrderResult, under_fire: Damage, ground: Ground, tables: Tables
) -> Generator[Request, Any, AssaultVerdict]:
    """Opposed d10s with values and modifiers; the difference decides (REV-G.13)."""
    tally = close_combat_tally(situation, ground, under_fire.status, tables)
    row: tuple[int, int, str] = yield Roll(
        "assault.close_combat",
        (D10, D10),
        read=lambda difference: tuple(
            tables.step("close_combat.result", difference + tally.total, name) for name in _RESULT
        ),
        of=Of.DIFFERENCE,
        tally=tally,
        label=_fight_label,
    )
    assaulter_levels, target_levels, pushed_back = row
    assaulter = damage_done(situation.assaulter, under_fire.levels + assaulter_levels, tables)
    target = damage_done(situation.victim, target_levels, tables)
    killed, target_killed = yield from _leaders(situation, ground, assaulter, target, tables)
    effects = (
        IntoContact(whom=ASSAULTER),
        *_fought(situation.assaulter, assaulter, pushed=pushed_back == ASSAULTER, tables=tables),
        *_fought(situation.victim, target, pushed=pushed_back == TARGET, tables=tables),
        ActionSpent(whom="both"),
        *leader_effects(ASSAULTER, killed, int(situation.led)),
        *leader_effects(TARGET, target_killed, ground.target_leaders),
    )
    return AssaultVerdict(
        order=order,
        ended="wins" if pushed_back == TARGET else "beaten",
        assaulter=assaulter,
        target=target,
        assaulter_leader_killed=bool(killed),
        target_leaders_killed=target_killed,
        effects=effects,
        reasons=_reasons(ground),
    )


_RESULT = ("assaulter_levels", "target_levels", "pushed_back")


def close_combat_tally(situation: Assault, ground: Ground, assaulter_status: Status, tables: Tables) -> Tally:
    """Values (REV-G.11) and modifiers (REV-G.12) of both sides; the target's count against the assaulter."""
    target = fighting_type(situation.target_type, tables)
    own = "assaulting_rough" if ground.rough and situation.unit in CAVALRY else "assaulting_open"
    theirs = "assaulted_deployed" if ground.formation is Formation.DEPLOYED else "assaulted"
    value = tables.modifier(
        "close_combat.value", situation.unit, own, reason=Message.of(f"reason.{own}", unit=situation.unit)
    )
    against = (
        tables.modifier(
            "close_combat.value", target, theirs, reason=Message.of("reason.assaulted", unit=situation.target_type)
        ),
        tables.modifier("close_combat.modifier.target_status", situation.target_status),
        tables.modifier("close_combat.modifier.target_in_march") if ground.formation is Formation.MARCH else None,
        tables.modifier("close_combat.modifier.cover", ground.cover),
        tables.modifier("close_combat.modifier.leader_with_target") if ground.target_leaders else None,
    )
    return Tally.of(
        (
            tables.modifier("close_combat.modifier.assaulter_status", assaulter_status),
            None if ground.frontal else tables.modifier("close_combat.modifier.not_frontal"),
            tables.modifier("close_combat.modifier.leader_leads") if situation.led else None,
            tables.modifier("close_combat.modifier.outnumber", ground.outnumber),
            *(
                replace(modifier, value=-modifier.value)
                for modifier in against
                if modifier is not None and modifier.value is not None
            ),
        ),
        Message("why.close_combat"),
        first=value,
    )


def _leaders(
    situation: Assault, ground: Ground, assaulter: Damage, target: Damage, tables: Tables
) -> Generator[Request, Any, tuple[int, int]]:
    """The leading Leader, then the target's: every level of this assault and one for the close combat (REV-G.08b)."""
    killed = 0
    if situation.led:
        risk = leader_risk(assaulter.levels, tables, close_combat=True)
        killed = yield from leaders_killed("leader.assaulter", 1, risk, tables)
    risk = leader_risk(target.levels, tables, close_combat=True)
    target_killed = yield from leaders_killed("leader.target", ground.target_leaders, risk, tables)
    return killed, target_killed


def _fought(victim: Victim, damage: Damage, *, pushed: bool, tables: Tables) -> Iterator[Effect]:
    """One move only, pushed back or fallen back (REV-G.13b, REV-G.13c); passengers of trains stay (REV-G.46)."""
    yield from damage_effects(victim, damage, returned=pushed)
    if pushed and not damage.destroyed:
        if stays_put(victim):
            yield StaysAboard(whom=victim.whom)
        else:
            yield PushedBack(whom=victim.whom, distance=fall_back_distance(victim, tables))


def _reasons(ground: Ground) -> tuple[Modifier, ...]:
    return (
        (Modifier(Message(f"reason.no_defensive_fire.{ground.no_fire}"), None, "REV-G.09"),) if ground.no_fire else ()
    )


def _fight_label(row: tuple[int, int, str]) -> Label:
    assaulter, target, pushed = row
    return Label(
        Message.of(f"label.assault.{pushed}", assaulter=assaulter, target=target), target if pushed == TARGET else 0
    )
