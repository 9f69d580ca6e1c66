"""Assaults: order, defensive fire, close combat, push-back (chapter 7, REV-G.09 to REV-G.13)."""

from __future__ import annotations

from collections.abc import Generator, Iterator
from dataclasses import dataclass
from functools import lru_cache, partial
from typing import Any, ClassVar, NamedTuple

from sandtable.kernel.actions import action
from sandtable.kernel.effects import Effect
from sandtable.kernel.form import Section, number, when, yes_no
from sandtable.kernel.messages import Message
from sandtable.kernel.problem import Problem
from sandtable.kernel.requests import Dice, Observe, Request
from sandtable.kernel.stages import Staged
from sandtable.kernel.tables import Tables
from sandtable.kernel.tally import Modifier
from sandtable.kernel.verdict import Outcome, Rule, Verdict
from sandtable.rulesets.revolucion import fields
from sandtable.rulesets.revolucion.close_combat import (
    ASSAULTER,
    TARGET,
    Charge,
    CombatResult,
    combat_roll,
    defensive_fire,
    no_fire,
)
from sandtable.rulesets.revolucion.damage import Damage, damage_done, damage_effects, losses, push_back_effects
from sandtable.rulesets.revolucion.effects import (
    ActionSpent,
    AssaultCounted,
    BackToStart,
    IntoContact,
    KeepsAction,
    MayAct,
)
from sandtable.rulesets.revolucion.leaders import leader_effects, leader_risk, risk_roll
from sandtable.rulesets.revolucion.orders import (
    base_move,
    left_after_loss,
    moved,
    order_tally,
    order_test,
    second_order_problems,
    spent_problems,
)
from sandtable.rulesets.revolucion.outnumbering import box_problems, counted, has_counts, numbers
from sandtable.rulesets.revolucion.targets import Contest, Target, starting_problems
from sandtable.rulesets.revolucion.victims import Victim
from sandtable.rulesets.revolucion.vocabulary import (
    ASSAULT_TROOPS,
    BATTERIES,
    CAVALRY,
    ONE_BASE,
    TRAIN_MOVES,
    Aboard,
    Cover,
    Earlier,
    Formation,
    LeaderPlace,
    Order,
    OrderResult,
    Status,
    TargetAboard,
    UnitType,
    acts,
)

FRONTAL = Observe("assault.frontal", usual=True, rule="REV-7.09")
ROUGH_PATH = Observe("assault.rough_path", usual=False, rule="REV-G.11b")
LEADERS_WITH_TARGET = Observe("assault.leader_with_target", usual=0, highest=fields.MOST_LEADERS, rule="REV-G.08d")
EARLIER_BASES = Observe("assault.earlier_bases", usual=0, highest=fields.MOST_EARLIER_BASES, rule="REV-7.30")
IN_REACH_IF_LATE = "assault.within_reach"  # a key alone: the question itself names the distance


@dataclass(frozen=True, slots=True, kw_only=True)
class Assault(Contest):
    """A unit assaults another."""

    unit: UnitType = fields.unit(ASSAULT_TROOPS)
    leader_with_actor: LeaderPlace = fields.leader_with_actor()
    actor_status: Status = fields.actor_status()
    starting_bases_of_assaulter: int | None = fields.starting_bases("starting_bases_of_target")
    actor_formation_at_the_start_of_the_turn: Formation | None = fields.actor_formation()
    actor_earlier_this_turn: Earlier = fields.actor_earlier_this_turn()
    actor_aboard: Aboard = fields.actor_aboard()

    def subject(self) -> Message:
        """Who assaults whom."""
        return acts("assault", self.actor_name, self.unit, whom=self.target_name or self.target_type)

    def problems(self, tables: Tables) -> Iterator[Problem]:
        """What forbids the assault, from the circumstances that were told."""
        yield from Target.problems(self, tables)
        yield from box_problems(self, tables, assault=True)
        yield from starting_problems(
            "starting_bases_of_assaulter", self.starting_bases_of_assaulter, self.bases_of_actor
        )
        yield from _assaulter_problems(self)
        yield from _train_problems(self)

    @property
    def assaulter(self) -> Victim:
        """The assaulter as the damage ladder sees it."""
        return Victim(ASSAULTER, self.unit, self.actor_status, self.bases_of_actor, self.starting_bases_of_assaulter)

    @property
    def led(self) -> bool:
        """A Leader who stands in contact but declines to lead counts as near (REV-7.26, REV-G.39d)."""
        return self.leader_with_actor is LeaderPlace.ATTACHED


def _assaulter_problems(situation: Assault) -> Iterator[Problem]:
    earlier = situation.actor_earlier_this_turn
    yield from spent_problems(situation)
    if earlier is Earlier.ORDER_LOST:
        yield from second_order_problems(earlier)
    if earlier in (Earlier.DEPLOY_TACTICAL, Earlier.OTHER_MOVE, Earlier.FIRED):
        yield Problem("actor_earlier_this_turn", Message("problem.assault_alone"), (), "REV-3.40")
    if situation.actor_formation_at_the_start_of_the_turn is Formation.MARCH:
        legal = (Formation.DEPLOYED, Formation.MANEUVER)
        field = "actor_formation_at_the_start_of_the_turn"
        yield Problem(field, Message("problem.assault_from_march"), legal, "REV-7.01")
    if situation.actor_aboard is not Aboard.NO:
        yield Problem("actor_aboard", Message("problem.assault_off_vehicle"), (Aboard.NO,), "REV-10.28")


def _train_problems(situation: Assault) -> Iterator[Problem]:
    """A train under way, with all that ride on it, is for Cavalry only; one that marches for nobody (REV-10.26, REV-10.26c)."""
    if situation.train is TargetAboard.MARCH:
        field = "target_is_a_train_or_aboard_one"
        yield Problem(field, Message("problem.assault_marching_train"), (), "REV-10.26c")
    elif situation.train in TRAIN_MOVES and situation.unit not in CAVALRY:
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
        highest=fields.MOST_EARLIER_BASES,
        unit="bases",
        optional=True,
        needed=~when("bases_of_actor", None) & ~when("bases_of_target", None),
    )
    battery_size: int | None = fields.battery_size(when("target_type", *BATTERIES) & when("bases_of_target", None))
    within_reach_if_delayed: bool | None = yes_no(section=Section.QUESTION, question=IN_REACH_IF_LATE, optional=True)


@dataclass(frozen=True, slots=True, kw_only=True)
class AssaultVerdict(Verdict):
    """How far the assault got, and what it cost both sides."""

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

    def __hash__(self) -> int:
        """The rest of a verdict follows from these, so exact odds need not hash it too."""
        fallen = (self.assaulter_leader_killed, self.target_leaders_killed)
        return hash((self.ended, self.assaulter.levels, self.target.levels, fallen))

    @property
    def launched(self) -> bool:
        """From here on the assault counts in the tally against its target (REV-G.50)."""
        return self.ended not in ("lost", "out_of_reach")

    def outcome(self) -> Outcome:
        """The step at which the assault ended (REV-G.13e)."""
        order, step = _STEPS[self.ended]
        return Outcome(self.ended, Message(f"outcome.assault.{self.ended}"), order, order, step)

    def headline(self) -> Message:
        """How it ended, in a few words."""
        return Message(f"headline.assault.{self.ended}")


_STEPS = {
    "lost": (0, "order.result"),
    "out_of_reach": (1, IN_REACH_IF_LATE),
    "stopped": (2, "assault.defensive_fire.effect"),
    "beaten": (3, "assault.close_combat"),
    "wins": (4, "assault.close_combat"),
}


class Met(NamedTuple):
    """A charge and what the defensive fire did to it. It is the same whether its order was received or came late."""

    charge: Charge
    under_fire: Damage


class Fought(NamedTuple):
    """A close combat after its dice: what it did to both sides, and who was pushed back."""

    charge: Charge
    assaulter: Damage
    target: Damage
    wins: bool


@action(
    "fire",
    "REV-7.01 REV-G.09 REV-G.13",
    layout="chain",
    questions=AssaultQuestions,
    summary=numbers,
    bars=fields.open_only_to(ASSAULT_TROOPS, "cannot_assault", "REV-7.01b"),
)
def assault(situation: Assault, tables: Tables) -> Staged[AssaultVerdict]:
    """Order test, questions, defensive fire, close combat, Leaders' risk: in the order the umpire asks."""
    sides = Sides(situation.assaulter, situation.victim)
    return Staged(
        situation, partial(_launched, tables=tables), partial(_met, sides, tables), partial(_fallen, sides, tables)
    )


def _launched(situation: Assault, tables: Tables) -> Generator[Request, Any, Met | AssaultVerdict]:
    """The order test, the questions, then the defensive fire that meets the charge."""
    tally = order_tally(Order.ASSAULT, situation.unit, situation.leader_with_actor, situation.actor_status, tables)
    order = yield from order_test(tally, tables)
    if not (yield from _starts(situation, order, tables)):
        return _not_launched(situation, order, tables)
    charge = yield from _charge(situation, tables)
    levels = yield from defensive_fire(charge, situation.bases_of_target, tables)
    return Met(charge, damage_done(situation.assaulter, levels, tables))


def _met(sides: Sides, tables: Tables, met: Met) -> Generator[Request, Any, Fought | AssaultVerdict]:
    """Stopped by the fire (REV-7.10), or into contact: both sides suffer by the difference (REV-7.11)."""
    charge, under_fire = met
    if under_fire.levels >= int(tables.option("assault.stop")) or under_fire.bases_lost:
        return (yield from _stopped(sides, charge, under_fire, tables))
    result: CombatResult = yield combat_roll(charge, under_fire.status, tables)
    return Fought(
        charge,
        damage_done(sides.assaulter, under_fire.levels + result.assaulter_levels, tables),
        damage_done(sides.target, result.target_levels, tables),
        wins=result.pushed_back == TARGET,
    )


def _starts(situation: Assault, order: OrderResult, tables: Tables) -> Generator[Request, Any, bool]:
    """A delayed assault starts only if the target is within the reduced reach (REV-7.08, REV-G.03c)."""
    if order is OrderResult.DELAYED:
        within_reach: bool = yield _within_reach(situation.unit, tables)
        return within_reach
    return order is OrderResult.RECEIVED


@lru_cache(maxsize=64)
def _within_reach(unit: UnitType, tables: Tables) -> Observe:
    reach = moved(base_move(Order.ASSAULT, unit, tables), OrderResult.DELAYED, tables)
    says = Message.of("request.assault.within_reach", distance=reach)
    return Observe(IN_REACH_IF_LATE, usual=False, says=says, rule="REV-G.03c")


def _not_launched(situation: Assault, order: OrderResult, tables: Tables) -> AssaultVerdict:
    """Nobody moves, and an action without movement is left (REV-4.72, REV-G.03c)."""
    left = left_after_loss(situation.unit, situation.actor_earlier_this_turn)
    return AssaultVerdict(
        ended="lost" if order is OrderResult.LOST else "out_of_reach",
        assaulter=damage_done(situation.assaulter, 0, tables),
        target=damage_done(situation.victim, 0, tables),
        effects=(KeepsAction(whom=ASSAULTER, allowed=left),),
    )


def _charge(situation: Assault, tables: Tables) -> Generator[Request, Any, Charge]:
    """Questions 1 to 4, in their order."""
    frontal: bool = yield FRONTAL
    cover = situation.cover_from_assault
    rough = cover is not Cover.OPEN
    if situation.unit in CAVALRY and not rough:
        rough = yield ROUGH_PATH
    leaders: int = 0 if situation.target_type in ONE_BASE else (yield LEADERS_WITH_TARGET)
    earlier = 0
    if has_counts(situation):
        earlier = yield EARLIER_BASES
    return Charge(
        unit=situation.unit,
        status=situation.actor_status,
        led=situation.led,
        target=situation.target_type,
        target_status=situation.target_status,
        target_leaders=leaders,
        formation=situation.formation_as_target(tables),
        cover=cover,
        train=situation.train,
        frontal=frontal,
        rough=rough,
        outnumber=counted(situation, tables, earlier),
    )


def _stopped(sides: Sides, charge: Charge, under_fire: Damage, tables: Tables) -> Rule[AssaultVerdict]:
    """Stopped short of contact: back to the start, action spent, the target untouched and free to act (REV-7.10, REV-G.10b)."""
    die = _leading_leader(charge, under_fire, tables, close_combat=False)
    killed: int = (yield die) if die else 0
    gone = under_fire.destroyed
    effects = (
        *losses(sides.assaulter, under_fire, tables),
        *(() if gone else (BackToStart(whom=ASSAULTER), ActionSpent(whom=ASSAULTER))),
        *leader_effects(ASSAULTER, killed, int(charge.led), tables, unit_gone=gone),
        MayAct(whom=TARGET),
    )
    return AssaultVerdict(
        ended="stopped",
        assaulter=under_fire,
        target=damage_done(sides.target, 0, tables),
        assaulter_leader_killed=bool(killed),
        effects=effects,
        notes=(AssaultCounted(whom=TARGET, bases=sides.assaulter.bases),),
        reasons=_reasons(charge, tables),
    )


class Sides(NamedTuple):
    """The two units of an assault."""

    assaulter: Victim
    target: Victim


def _fallen(sides: Sides, tables: Tables, fought: Fought) -> Rule[AssaultVerdict]:
    """The Leaders' dice that follow a close combat (REV-G.08b), and what has come of it all."""
    charge, assaulter, target, wins = fought
    leading_leader = _leading_leader(charge, assaulter, tables, close_combat=True)
    killed: int = (yield leading_leader) if leading_leader else 0
    risk = leader_risk(target.levels, tables, close_combat=True)
    target_leaders = risk_roll("leader.target", charge.target_leaders, risk, tables)
    target_killed: int = (yield target_leaders) if target_leaders else 0
    return AssaultVerdict(
        ended="wins" if wins else "beaten",
        assaulter=assaulter,
        target=target,
        assaulter_leader_killed=bool(killed),
        target_leaders_killed=target_killed,
        effects=(
            *_fight_effects(sides, assaulter, target, tables, wins=wins, led=charge.led),
            *leader_effects(ASSAULTER, killed, int(charge.led), tables, unit_gone=assaulter.destroyed),
            *leader_effects(TARGET, target_killed, charge.target_leaders, tables, unit_gone=target.destroyed),
        ),
        notes=(AssaultCounted(whom=TARGET, bases=sides.assaulter.bases),),
        reasons=_reasons(charge, tables),
    )


def _fight_effects(
    sides: Sides, assaulter: Damage, target: Damage, tables: Tables, *, wins: bool, led: bool
) -> tuple[Effect, ...]:
    """Into contact first (REV-7.11b), then what each side suffers; the loser is pushed back."""
    assaulter_falls, target_falls = (damage_effects, push_back_effects) if wins else (push_back_effects, damage_effects)
    return (
        IntoContact(whom=ASSAULTER, led=led),
        *assaulter_falls(sides.assaulter, assaulter, tables),
        *target_falls(sides.target, target, tables),
        *_actions_spent(assaulter, target),
    )


def _leading_leader(charge: Charge, taken: Damage, tables: Tables, *, close_combat: bool) -> Dice | None:
    """The die of the Leader who leads the charge (REV-G.08)."""
    risk = leader_risk(taken.levels, tables, close_combat=close_combat)
    return risk_roll("leader.assaulter", int(charge.led), risk, tables)


def _actions_spent(assaulter: Damage, target: Damage) -> Iterator[Effect]:
    """Whoever is left of the two has used his action (REV-7.21)."""
    left = [whom for whom, damage in ((ASSAULTER, assaulter), (TARGET, target)) if not damage.destroyed]
    if left:
        yield ActionSpent(whom="both" if len(left) > 1 else left[0])


@lru_cache(maxsize=1024)
def _reasons(charge: Charge, tables: Tables) -> tuple[Modifier, ...]:
    why = no_fire(charge, tables)
    return (Modifier(Message(f"reason.no_defensive_fire.{why}"), None, "REV-G.09"),) if why else ()
