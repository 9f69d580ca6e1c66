"""Fire: Deployed Fire and Moving Fire at all ranges (chapter 6, REV-G.05 to REV-G.08, REV-G.34)."""

from __future__ import annotations

from collections.abc import Generator, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from typing import Any, ClassVar

from sandtable.kernel.actions import action
from sandtable.kernel.bands import farthest, range_words
from sandtable.kernel.dice import D10
from sandtable.kernel.effects import Effect
from sandtable.kernel.form import Section, choice, when, yes_no
from sandtable.kernel.messages import Message
from sandtable.kernel.problem import Problem
from sandtable.kernel.requests import WORST_SEVERITY, Label, Observe, Request, Roll
from sandtable.kernel.stages import Staged
from sandtable.kernel.tables import Tables
from sandtable.kernel.tally import Modifier, Tally
from sandtable.kernel.verdict import Outcome, Verdict
from sandtable.rulesets.revolucion import fields
from sandtable.rulesets.revolucion.bands import band_of, band_of_weapon, reach_of
from sandtable.rulesets.revolucion.damage import Damage, damage_done, damage_effects
from sandtable.rulesets.revolucion.effective import fighting_type
from sandtable.rulesets.revolucion.effects import ActionSpent, FallsBack, HasFired, KeepsAction, OrderFollows
from sandtable.rulesets.revolucion.fire_permission import fire_problems
from sandtable.rulesets.revolucion.leaders import leader_effects, leader_risk, leaders_killed
from sandtable.rulesets.revolucion.outnumbering import counted, numbers
from sandtable.rulesets.revolucion.shot import (
    Shot,
    fire_effect,
    shot_rolls,
)
from sandtable.rulesets.revolucion.targets import Contest, option_problems
from sandtable.rulesets.revolucion.victims import LADDER, Victim
from sandtable.rulesets.revolucion.vocabulary import (
    BATTERIES,
    FIGHTERS,
    ONE_BASE,
    Aboard,
    Afterwards,
    Earlier,
    FireMode,
    Formation,
    LeaderPlace,
    Status,
    UnitType,
    acts,
)

USUAL_BATTERY = 2
BATTERY_SIZE = Observe(
    "fire.battery_size", usual=USUAL_BATTERY, lowest=1, highest=fields.LARGEST_UNIT, rule="REV-G.06c"
)
LEADERS_WITH_TARGET = Observe("fire.leader_with_target", usual=0, highest=fields.MOST_LEADERS, rule="REV-G.08d")


@dataclass(frozen=True, slots=True, kw_only=True)
class Fire(Contest):
    """A unit fires at another."""

    mode: ClassVar[FireMode]
    unit: UnitType = fields.unit(FIGHTERS)
    leader_with_actor: LeaderPlace = fields.leader_with_actor()
    actor_status: Status = fields.actor_status()
    range: str | Fraction = fields.range_to_target(FireMode.DEPLOYED, FIGHTERS, indirectly=(UnitType.ARTILLERY,))
    target_type: UnitType = fields.target_type()
    actor_formation_at_the_start_of_the_turn: Formation | None = fields.actor_formation()
    actor_earlier_this_turn: Earlier = fields.actor_earlier_this_turn()
    actor_aboard: Aboard = fields.actor_aboard()
    actor_moves_afterwards: Afterwards = choice(Afterwards, section=Section.CIRCUMSTANCE, usual=Afterwards.NOTHING)
    indirect: bool = yes_no(
        section=Section.ACTION, usual=False, needed=when("unit", UnitType.ARTILLERY), option=("indirect", True)
    )

    @property
    def indirect_fire(self) -> bool:
        """Over barriers, at a target that somebody else sees (REV-10.80): always Moving Fire (REV-10.83)."""
        return bool(self.indirect) and self.mode is FireMode.MOVING

    def subject(self) -> Message:
        """Who fires at whom, and how."""
        how = "indirect" if self.indirect_fire else self.mode.name.lower()
        whom, inches = self.target_name or self.target_type, range_words(self.range)
        return acts(f"{how}_fire", self.actor_name, self.unit, whom=whom, range=inches)

    def problems(self, tables: Tables) -> Iterator[Problem]:
        """What forbids this fire, from the circumstances that were told."""
        yield from Contest.problems(self, tables)
        yield from fire_problems(self, tables)
        if self.target_type is UnitType.AIRCRAFT:
            yield from _aircraft_problems(tables)


def _aircraft_problems(tables: Tables) -> Iterator[Problem]:
    """Aircraft are shot at only while they attack, by units that can (REV-10.72, REV-10.78, REV-10.78b): an action of its own."""
    yield from option_problems("aircraft", "REV-10.78b", tables, "target_type")
    if tables.option("aircraft"):
        yield Problem("action", Message("problem.anti_aircraft"), ("anti_aircraft",), "REV-10.72")


@dataclass(frozen=True, slots=True, kw_only=True)
class DeployedFire(Fire):
    """Fire by a unit deployed since the start of the turn (REV-3.19)."""

    mode: ClassVar[FireMode] = FireMode.DEPLOYED

    def problems(self, tables: Tables) -> Iterator[Problem]:
        """Indirect fire is Moving Fire, although the guns are deployed (REV-10.83)."""
        yield from Fire.problems(self, tables)
        if self.indirect:
            yield Problem("action", Message("problem.indirect_is_moving_fire"), ("moving_fire",), "REV-10.83")


@dataclass(frozen=True, slots=True, kw_only=True)
class MovingFire(Fire):
    """Fire by a unit that maneuvers or deploys this turn, or stands in maneuver formation (REV-3.26)."""

    mode: ClassVar[FireMode] = FireMode.MOVING
    range: str | Fraction = fields.range_to_target(FireMode.MOVING, FIGHTERS, indirectly=(UnitType.ARTILLERY,))


@dataclass(frozen=True, slots=True, kw_only=True)
class FireQuestions:
    """Questions of fire that may be answered in advance."""

    battery_size: int | None = fields.battery_size_of_actor()
    leader_with_target: int | None = fields.leader_with_target("fire.leader_with_target")


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

    def __hash__(self) -> int:
        """Effects and reasons follow from the rest, so exact odds need not hash them too."""
        return hash((self.damage, self.leaders_killed, self.refused))

    def outcome(self) -> Outcome:
        """What the levels do, from the target's present status."""
        if self.refused:
            return Outcome("refused", Message("outcome.fire.refused"), 0, -1, "fire.discipline")
        return damage_outcome(self.damage, "fire.effect")

    def headline(self) -> Message:
        """What becomes of the target, the worst of it."""
        if self.refused:
            return Message("headline.fire.refused")
        if self.damage.destroyed:
            return Message("headline.fire.destroyed")
        if self.damage.bases_lost:
            falls_back = any(isinstance(effect, FallsBack) for effect in self.effects)
            return Message.of(f"headline.fire.{'back' if falls_back else 'bases'}", bases=self.damage.bases_lost)
        return Message.of(
            "headline.fire.status" if self.damage.levels else "headline.fire.none", status=self.damage.status
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class OutOfRange(FireVerdict):
    """The target is too far: nothing is thrown and nothing is spent (REV-6.06)."""

    reach: int

    def outcome(self) -> Outcome:
        """Out of range, for certain."""
        return Outcome("out_of_range", Message("outcome.fire.out_of_range"), 0, 0)

    def headline(self) -> Message:
        """Out of range."""
        return Message("headline.fire.out_of_range")


MAY_FIRE = fields.open_only_to(FIGHTERS, "cannot_fire", "REV-6.03")


@action(
    "fire",
    "REV-6.01 REV-3.19 REV-G.05",
    form=DeployedFire,
    questions=FireQuestions,
    summary=numbers,
    bars=MAY_FIRE,
)
@action(
    "fire",
    "REV-6.01 REV-3.26 REV-G.05",
    form=MovingFire,
    questions=FireQuestions,
    summary=numbers,
    bars=MAY_FIRE,
)
def fire(situation: Fire, tables: Tables) -> Staged[FireVerdict]:
    """Deployed or Moving Fire (REV-6.01): range, factor and modifiers, one d10, then the risk of a Leader with the target."""
    victim, following = situation.victim, _what_follows(situation)
    notes = (HasFired(whom="actor", moving=situation.mode is FireMode.MOVING),)
    return Staged(
        situation,
        partial(aimed, tables=tables),
        lambda shot: fire_effect(shot_rolls("fire", shot, tables)),
        lambda levels: hit(victim, levels, tables, *following, notes=notes),
    )


def aimed(situation: Fire, tables: Tables) -> Generator[Request, Any, Shot | FireVerdict]:
    """The shot as the tables see it; the verdict where there is none, for want of reach or obedience."""
    band, reach = band_and_reach(situation, tables)
    if band is None:
        return out_of_range(situation.unit, situation.victim, reach, tables, KeepsAction(whom="actor", allowed="any"))
    if (yield from _refuses(situation, tables)):
        unhurt = damage_done(situation.victim, 0, tables)
        return FireVerdict(damage=unhurt, refused=True, effects=(ActionSpent(whom="actor"),))
    battery = yield from battery_bases(situation.unit, situation.bases_of_actor)
    return _shot(situation, band, battery, tables)


def hit(
    victim: Victim, levels: int, tables: Tables, *more: Effect, notes: tuple[Effect, ...] = ()
) -> Generator[Request, Any, FireVerdict]:
    """Levels on a target, then the d20 of each Leader attached to it (REV-G.08, REV-G.08d)."""
    damage = damage_done(victim, levels, tables)
    killed = leaders = 0
    if levels and victim.kind not in ONE_BASE:  # nobody rides on a máquina loca, nor leads from an aircraft
        leaders = yield LEADERS_WITH_TARGET
        risk = leader_risk(levels, tables, close_combat=False)
        killed = yield from leaders_killed("leader.risk", leaders, risk, tables)
    effects = (
        *damage_effects(victim, damage, tables),
        *leader_effects(victim.whom, killed, leaders, tables, unit_gone=damage.destroyed),
        *more,
    )
    return FireVerdict(damage=damage, leaders_killed=killed, effects=effects, notes=notes)


def _what_follows(situation: Fire) -> tuple[Effect, ...]:
    """Fire comes before the move that was declared with it (REV-3.27); its order is tested next (REV-G.04)."""
    if situation.actor_moves_afterwards is Afterwards.NOTHING:
        return ()
    return (OrderFollows(whom="actor", order=situation.actor_moves_afterwards),)


def out_of_range(unit: UnitType, victim: Victim, reach: int, tables: Tables, *effects: Effect) -> OutOfRange:
    """Nothing is thrown, and the reason names the reach (REV-6.06)."""
    reason = Message.of("reason.out_of_range.reach", unit=unit, reach=Fraction(reach))
    return OutOfRange(
        damage=damage_done(victim, 0, tables),
        reach=reach,
        effects=effects,
        reasons=(Modifier(reason, None, "REV-6.05"),),
    )


def battery_bases(unit: UnitType, bases: int | None) -> Generator[Request, Any, int | None]:
    """The bases of a battery: counted, else asked for (REV-G.06c); None for troops whose number does not count."""
    if unit not in BATTERIES:
        return None
    if bases is not None:
        return bases
    size: int = yield BATTERY_SIZE
    return size


def band_and_reach(situation: Fire, tables: Tables) -> tuple[str | None, int]:
    """The range band, or None when the target is out of range (REV-6.05, REV-6.09), and the weapon's reach."""
    firer = fighting_type(situation.unit, tables)
    if not situation.indirect_fire:
        return band_of_weapon(situation.range, firer, situation.mode, tables), reach_of(firer, tables)
    reach = tables.number("indirect.reach")
    inches = farthest(situation.range)
    return (band_of(_effective_range(inches, tables), tables) if inches <= reach else None), reach


def _shortened(situation: Fire, tables: Tables) -> tuple[Fraction, Fraction] | None:
    """The range of indirect fire and what it counts as, where that is less."""
    if not situation.indirect_fire:
        return None
    inches = farthest(situation.range)
    counted_as = _effective_range(inches, tables)
    return (inches, counted_as) if counted_as < inches else None


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
        formation=situation.formation_as_target(tables),
        cover=situation.cover_from_fire,
        firer_status=situation.actor_status,
        target_status=situation.target_status,
        outnumber=counted(situation, tables),
        leader=situation.leader_with_actor,
        battery=battery,
        shortened=_shortened(situation, tables),
    )


def _refuses(situation: Fire, tables: Tables) -> Generator[Request, Any, bool]:
    """Option fire.refusal: shaken troops without their Leader may not obey (REV-G.38)."""
    shaken = situation.actor_status is not Status.OK
    if not tables.option("fire.refusal") or not shaken or situation.leader_with_actor is LeaderPlace.ATTACHED:
        return False
    fails_on = tables.number("fire.refusal.fails_on")
    reason = Modifier(Message.of("reason.fire.refusal", fails_on=fails_on), None, tables.rule("fire.refusal"))
    refused: bool = yield Roll(
        "fire.discipline",
        (D10,),
        read=lambda die: die <= fails_on,
        tally=Tally((reason,), Message("why.discipline")),
        label=lambda refused: Label(
            Message(f"label.fire.{'refused' if refused else 'obeyed'}"), WORST_SEVERITY * int(refused)
        ),
    )
    return refused


def damage_outcome(damage: Damage, step: str) -> Outcome:
    """A row of the odds: what happens to the target, in the order of the ladder."""
    if damage.destroyed:
        return Outcome("destroyed", Message("outcome.damage.destroyed"), WORST_SEVERITY, 99, step)
    lost = damage.bases_lost
    if lost:
        label = Message.of("outcome.damage.bases", bases=lost)
        return Outcome(f"bases_{lost}", label, min(WORST_SEVERITY, len(LADDER) + lost - 1), len(LADDER) + lost, step)
    if damage.levels:
        rung = LADDER.index(damage.status)
        return Outcome(damage.status, Message.of("outcome.damage.status", status=damage.status), rung, rung, step)
    return Outcome("none", Message("outcome.damage.none"), 0, 0, step)
