"""Projectile fire: shots, hits, killed and unconscious (chapter 5, PRE-G.15 to PRE-G.20)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from math import floor

from sandtable.kernel.actions import action
from sandtable.kernel.effects import Effect, OnUnit, effect
from sandtable.kernel.form import Section, cell, number, yes_no
from sandtable.kernel.messages import Message, decimal_text
from sandtable.kernel.problem import Problem
from sandtable.kernel.requests import WORST_SEVERITY, Observe
from sandtable.kernel.tables import Tables
from sandtable.kernel.tally import Modifier, Tally
from sandtable.kernel.verdict import Rule, Ruling
from sandtable.rulesets.mesoamerica import fields
from sandtable.rulesets.mesoamerica.effects import MenKilled, OnNamedUnit, OnUnitNow, losses_follow
from sandtable.rulesets.mesoamerica.ledger import KnownUnit
from sandtable.rulesets.mesoamerica.men import PERCENT, Men, men_problems, rounded
from sandtable.rulesets.mesoamerica.notes import note, table_note
from sandtable.rulesets.mesoamerica.vocabulary import MISSILES, Fired, UnitType, Weapon, Weather

MOST_TARGETS = cell("missile.targets.most")


@dataclass(frozen=True, slots=True, kw_only=True)
class Fire:
    """A projectile unit and one of its targets. With several targets each is an action of its own (PRE-G.18)."""

    actor_name: str | None = fields.name("actor")
    actor_weapon: Weapon = fields.weapon("actor", MISSILES)
    firing_men: int = number(
        section=Section.ACTOR, lowest=1, highest=fields.MOST_MEN, unit="men", usual=fields.MOST_MEN
    )
    actor_strength: int = fields.strength("actor")
    range: Fraction = fields.range_to_target()
    number_of_targets: int = number(section=Section.ACTION, lowest=1, highest=MOST_TARGETS, usual=1, unit="targets")
    half_rate: bool = yes_no(section=Section.ACTION, usual=False)
    targets_before: int = number(section=Section.CIRCUMSTANCE, highest=MOST_TARGETS, usual=0, unit="targets")
    weather: Weather = fields.weather()
    target_name: str | None = fields.name("target")
    target_men: int = fields.men("target")
    target_elite: bool = fields.elite("target")
    target_armoured: bool = fields.armoured("target")
    target_moves: bool = yes_no(section=Section.TARGET, usual=False)
    target_type: UnitType = fields.unit_type("target")
    target_unarmed: int = fields.unarmed("target")
    target_unconscious: int = fields.unconscious("target")
    target_prisoners: int = fields.prisoners("target")
    actor_in_contact: bool = fields.circumstance()
    actor_level: int = fields.level("actor")
    actor_prisoners: int = fields.prisoners("actor")
    target_hidden: bool = fields.circumstance()
    actor_gone: bool = fields.circumstance()
    target_gone: bool = fields.circumstance()

    def problems(self, tables: Tables) -> Iterator[Problem]:
        """What forbids the fire; out of range is a verdict, not a problem."""
        yield from fields.pair_problems(self)
        yield from men_problems(self.men_of_target, "target")
        yield from fields.spanish_problems(self.target_type, "target_type", tables)
        most = min(rate(self, tables), tables.number("missile.targets.most"))
        if self.number_of_targets > most:
            about = Message.of("problem.too_many_targets", most=most)
            yield Problem("number_of_targets", about, (), "PRE-5.22b")
        if self.targets_before >= self.number_of_targets:
            about = Message.of("problem.fired_already", targets=self.targets_before)
            yield Problem("targets_before", about, (), "PRE-5.09")
        if self.actor_in_contact and not tables.option("fire_in_contact"):
            yield Problem("actor_in_contact", Message("problem.fire_in_contact"), (), "PRE-G.50")
        if self.actor_level <= tables.number("morale.retreats.level"):
            yield Problem("actor_level", Message.of("problem.retreating_fire", level=self.actor_level), (), "PRE-G.43")
        if self.actor_prisoners:
            yield Problem("actor_prisoners", Message("problem.escort_fire"), (), "PRE-G.38")

    @property
    def men_of_target(self) -> Men:
        """The target's men."""
        return Men(self.target_men, self.target_unarmed, self.target_unconscious)

    def subject(self) -> Message:
        """Who at whom, and how far."""
        return Message.of("subject.fire", who=fields.who(self), whom=fields.who(self, "target"), range=self.range)


@dataclass(frozen=True, slots=True, kw_only=True)
class FireQuestions:
    """What the form may answer in advance."""

    sighted: bool | None = yes_no(section=Section.QUESTION, question="fire.sighted", optional=True)


@dataclass(frozen=True, slots=True)
class Volley:
    """A fire worked out: shots, percentage and hits, and what they do."""

    shots: int | Fraction
    percent: Fraction
    hits: Fraction
    killed: int
    unconscious: int


@effect()
class OutOfRange(Effect):
    """The target is beyond the weapon's range in this weather; nothing is spent (PRE-5.02b, PRE-5.07)."""

    reach: Fraction
    weather: Weather

    @property
    def message(self) -> Message:
        """How far it reaches, and in which weather where that counts."""
        form = "clear" if self.weather in (Weather.CLEAR, Weather.RAIN) else "weather"
        return Message.of(f"effect.out_of_range.{form}", reach=self.reach, weather=self.weather)


@effect()
class NotInSight(Effect):
    """The firer does not see its target; nothing is spent (PRE-5.02)."""


@effect(icon="wound")
class MenUnconscious(OnNamedUnit):
    """Men lie on the ground until the next turn begins (PRE-5.15)."""

    count: int

    def on(self, unit: KnownUnit) -> KnownUnit:
        return replace(unit, men=unit.men.stunned(self.count))


@effect(says="{half?half:full}")
class HasFired(OnNamedUnit):
    """The unit has fired; what it may still move (PRE-5.20, PRE-5.21)."""

    half: bool

    def on(self, unit: KnownUnit) -> KnownUnit:
        return replace(unit, fired=Fired.HALF if self.half else Fired.FULL, hidden=False)


@effect(has_words=False)
class TargetTaken(OnUnit):
    """The firer has fired at one of its targets (PRE-G.18)."""

    of: int

    def on(self, unit: KnownUnit) -> KnownUnit:
        return replace(unit, targets=unit.targets + 1, targets_declared=self.of)


@effect(has_words=False)
class ShotAt(OnUnitNow):
    """A unit was shot at, which counts once, killed or not; those who fell still fire in this phase (PRE-9.03d, PRE-G.20)."""

    fallen: int

    def then(self, unit: KnownUnit, turn: int) -> KnownUnit:
        return replace(
            unit, shot_turn=turn, due=unit.due | {"shot_at"}, fallen_to_fire=unit.fallen_to_fire + self.fallen
        )


@action("fight", "PRE-5.06 PRE-5.14 PRE-G.16", measures="killed unconscious shots hits", questions=FireQuestions)
def fire(situation: Fire, tables: Tables) -> Rule[Ruling]:
    """Range and sight first (PRE-5.02, PRE-5.02b), then the sum; there is no die."""
    far = reach(situation, tables)
    if situation.range > far:
        missed = OutOfRange(whom=fields.whom(situation), reach=far, weather=situation.weather)
        return _nothing("out_of_range", missed, far, _reach_steps(situation, tables))
    sighted: bool = yield Observe("fire.sighted", usual=True, rule="PRE-5.02")
    if not sighted:
        return _nothing("not_sighted", NotInSight(whom=fields.whom(situation)), far)
    volley = worked_out(situation, tables)
    left = situation.men_of_target.killed(volley.killed).stunned(volley.unconscious)
    fallen = min(volley.killed + bool(volley.unconscious), WORST_SEVERITY - 1)
    return Ruling.of(
        "fire.stunned" if volley.unconscious else "fire.fired" if volley.killed else "fire.missed",
        *_effects(situation, volley, left),
        notes=(
            TargetTaken(whom=fields.whom(situation), of=situation.number_of_targets),
            ShotAt(whom=fields.whom(situation, "target"), fallen=volley.killed + volley.unconscious),
        ),
        reasons=(Tally(fire_steps(situation, volley, tables), Message("why.fire")),),
        grave=fallen if left.all else WORST_SEVERITY,
        killed=volley.killed,
        unconscious=volley.unconscious,
        shots=Fraction(volley.shots),
        hits=volley.hits,
    )


def _nothing(ended: str, why: Effect, reach: Fraction, reasons: tuple[Modifier, ...] = ()) -> Ruling:
    """No shot is fired."""
    return Ruling.of(
        f"fire.{ended}", why, reasons=reasons, words={"reach": reach}, killed=0, unconscious=0, shots=0, hits=0
    )


def _reach_steps(situation: Fire, tables: Tables) -> tuple[Modifier, ...]:
    """Why it reaches no farther: the weapon, and the weather where it counts (PRE-5.06, PRE-5.07)."""
    weapon, weather = situation.actor_weapon, situation.weather
    far = tables.exact("missile", weapon, "range")
    steps = [table_note(tables, f"missile.{weapon}.range", "fire.reach", weapon=weapon, inches=far)]
    factor = tables.exact("weather.range", weather, "factor")
    if factor != 1:
        path = f"weather.range.{weather}.factor"
        steps.append(table_note(tables, path, "fire.weather", weather=weather, factor=str(factor)))
    return tuple(steps)


def reach(situation: Fire, tables: Tables) -> Fraction:
    """The longest range, halved by snow and thunderstorm (PRE-5.06, PRE-5.07)."""
    return tables.exact("missile", situation.actor_weapon, "range") * tables.exact(
        "weather.range", situation.weather, "factor"
    )


def rate(situation: Fire, tables: Tables) -> int:
    """Rounds a turn; half of them before a half move (PRE-5.21, PRE-G.19)."""
    rounds = tables.number("missile", situation.actor_weapon, "rate")
    return rounds // tables.number("missile.half.divisor") if situation.half_rate else rounds


def hit_percent(situation: Fire, tables: Tables) -> Fraction:
    """Percentage of hits: distance and strength, at most 100, less for a moving target, divided among the targets.

    In this order, then cut to a whole number (PRE-5.06, PRE-5.11, PRE-5.12, PRE-5.22c, PRE-G.16, PRE-G.17).
    """
    inches = max(situation.range, tables.exact("missile.shortest.range"))
    full = tables.number("missile.hits.most")
    skill = Fraction(situation.actor_strength, tables.number("missile.hits.full_strength"))
    near = full * skill * tables.exact("missile", situation.actor_weapon, "distance")
    percent = min(Fraction(full), near / inches) if inches else Fraction(full)
    if situation.target_moves:
        percent = max(Fraction(0), percent + tables.number("missile.moving.percent"))
    return _cut(percent / situation.number_of_targets, tables)


def worked_out(situation: Fire, tables: Tables) -> Volley:
    """Shots, hits, killed and unconscious (PRE-5.08, PRE-5.10, PRE-5.13, PRE-5.15)."""
    shots = Fraction(situation.firing_men * rate(situation, tables))
    if tables.option("several_targets") == "split_rounds":
        shots = _cut(shots / situation.number_of_targets, tables)
    percent = hit_percent(situation, tables)
    hits = _cut(shots * percent / PERCENT, tables)
    men = situation.men_of_target
    killed = min(percent_of_hits(hits, situation, "killed", tables), men.all)
    unconscious = min(percent_of_hits(hits, situation, "unconscious", tables), men.killed(killed).active)
    return Volley(shots, percent, hits, killed, unconscious)


def percent_of_hits(hits: Fraction, situation: Fire, what: str, tables: Tables) -> int:
    """Hits that kill or stun: by weapon and kind of target, less for armour, rounded (PRE-5.14, PRE-3.22, PRE-5.19)."""
    return rounded(hits * _share(situation, what, tables) / PERCENT)


def _share(situation: Fire, what: str, tables: Tables) -> Fraction:
    elite = situation.target_elite or situation.target_type is not UnitType.COMBAT
    kind = "elite" if elite else "normal"
    return tables.exact("missile", what, situation.actor_weapon, kind) * _armour(situation, tables)


def _armour(situation: Fire, tables: Tables) -> Fraction:
    if situation.target_type is UnitType.SPANISH:
        return tables.exact("missile.spanish.factor")
    return tables.exact("missile.armour.factor") if situation.target_armoured else Fraction(1)


def _cut(value: Fraction, tables: Tables) -> Fraction:
    """Percentages and hits are cut to whole numbers, so that the printed sum comes out; by option kept (PRE-G.16)."""
    return value if tables.option("hit_rounding") == "exact" else Fraction(floor(value))


def fire_steps(situation: Fire, volley: Volley, tables: Tables) -> tuple[Modifier, ...]:
    """The sum, step by step."""
    weapon = situation.actor_weapon
    steps: list[Modifier | None] = [
        table_note(
            tables, f"missile.{weapon}.rate", "fire.shots", men=situation.firing_men,
            rounds=rate(situation, tables), shots=Fraction(volley.shots),
        ),
        table_note(
            tables, f"missile.{weapon}.distance", "fire.percent", strength=situation.actor_strength,
            range=situation.range,
        ),
        note("fire.moving", "PRE-5.12", percent=tables.number("missile.moving.percent")) if situation.target_moves else None,
        note("fire.targets", "PRE-5.22c", targets=situation.number_of_targets) if situation.number_of_targets > 1 else None,
        note("fire.hits", "PRE-G.16", percent=decimal_text(volley.percent), hits=volley.hits),
        note("fire.armour", "PRE-3.22", factor=str(_armour(situation, tables)))
        if _armour(situation, tables) != 1
        else None,
        table_note(
            tables, f"missile.killed.{weapon}", "fire.killed", killed=volley.killed,
            percent=decimal_text(_share(situation, "killed", tables)),
        ),
        table_note(
            tables, f"missile.unconscious.{weapon}", "fire.unconscious", unconscious=volley.unconscious,
            percent=decimal_text(_share(situation, "unconscious", tables)),
        )
        if _share(situation, "unconscious", tables)
        else None,
    ]  # fmt: skip
    return tuple(step for step in steps if step is not None)


def _effects(situation: Fire, volley: Volley, left: Men) -> Iterator[Effect]:
    target = fields.whom(situation, "target")
    if volley.killed:
        yield MenKilled(whom=target, count=volley.killed)
    if volley.unconscious:
        yield MenUnconscious(whom=target, count=volley.unconscious)
    yield from losses_follow(target, left, situation.target_type, situation.target_prisoners)
    yield HasFired(whom=fields.whom(situation), half=situation.half_rate)
