"""A charge as a form, its questions, its effects, and what becomes of it (R48-6.10, R48-9.01)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any, ClassVar

from sandtable.kernel.effects import Effect, OnUnit, effect
from sandtable.kernel.form import Bar, Section, choice, distance, group, when, yes_no
from sandtable.kernel.messages import Message
from sandtable.kernel.problem import Problem
from sandtable.kernel.requests import WORST_SEVERITY
from sandtable.kernel.tables import Tables
from sandtable.kernel.verdict import Outcome, Verdict
from sandtable.rulesets.uprising1848 import fields
from sandtable.rulesets.uprising1848.acting import attack_problems, strikes
from sandtable.rulesets.uprising1848.effects import ATTACKED
from sandtable.rulesets.uprising1848.morale import counted_half
from sandtable.rulesets.uprising1848.units import KnownUnit
from sandtable.rulesets.uprising1848.vocabulary import (
    BYSTANDERS,
    FIGHTERS,
    NON_PLAYERS,
    QUALITY_ICONS,
    Cover,
    Ended,
    Firearm,
    Kind,
    Leading,
    Melee,
    Quality,
    Reaction,
    Status,
    Terrain,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class FellowCharger:
    """Another figure, or class of figures, that charges with the group."""

    actor: Quality = choice(Quality, section=Section.ACTOR, only=FIGHTERS, icons=QUALITY_ICONS)
    actor_is_mounted: bool = fields.box(Section.ACTOR)


@dataclass(frozen=True, slots=True, kw_only=True)
class Charge:
    """N figures of one class charge T of one class (R48-6.10, R48-G.63)."""

    actor_name: str | None = fields.name(pair="target_name")
    actor: Quality = fields.fighter()
    attackers: int = fields.figures(Section.ACTOR, pair="targets", quick=fields.QUICK)
    melee: Melee = fields.melee(Section.ACTOR, "target_melee")
    actor_is_mounted: bool = fields.actor_is_mounted()
    terrain: Terrain = fields.terrain()
    start_distance: Fraction | None = distance(
        section=Section.ACTION, bands=(), optional=True, highest=fields.LONGEST, question="charge.start_bracket"
    )
    target_name: str | None = fields.name(pair="actor_name")
    target: Quality = fields.target()
    targets: int = fields.figures(Section.TARGET, pair="attackers")
    cover: Cover = fields.cover()
    target_melee: Melee = fields.melee(Section.TARGET, "melee")
    target_firearm: Firearm = fields.firearm(Section.TARGET)
    target_is_mounted: bool = fields.target_is_mounted()
    reactors: int | None = fields.optional_figures(lowest=1, question="charge.reactors")
    target_kind: Kind | None = choice(Kind, section=Section.CIRCUMSTANCE, optional=True, only=NON_PLAYERS)
    fellow_chargers: tuple[FellowCharger, ...] = group(FellowCharger, section=Section.CIRCUMSTANCE, lowest=0, highest=8)
    actor_unit_figures: int | None = fields.optional_figures(lowest=1)
    actor_reference: int | None = fields.optional_figures(lowest=1)
    target_unit_figures: int | None = fields.optional_figures(lowest=1)
    target_reference: int | None = fields.optional_figures(lowest=1)
    actor_status: Status = fields.actor_status()
    target_status: Status = fields.target_status()
    actor_has_acted: bool = fields.actor_has_acted()
    actor_left_to_act: int | None = fields.left_to_act()
    actor_is_gone: bool = fields.is_gone(pair="target_is_gone")
    actor_never_fights: bool = fields.never_fights()
    target_is_gone: bool = fields.is_gone(pair="actor_is_gone")
    target_heard_oratory: bool = fields.box(Section.CIRCUMSTANCE)
    line_is_blocked: bool = fields.box(Section.CIRCUMSTANCE)
    truce: bool = fields.box(Section.CIRCUMSTANCE)
    measured: ClassVar[bool] = False  # whether somebody sees on the table how a move of the charged ends

    @property
    def to_go(self) -> Fraction | None:
        """What it takes to reach them: the straight distance, unless the way is known."""
        return self.start_distance

    def subject(self) -> Message:
        """Who charges whom."""
        return strikes("charge", self.attackers, self)

    def problems(self, tables: Tables) -> Iterator[Problem]:  # noqa: ARG002 - every situation is handed its tables
        """Wavering units do not charge, and only what is seen can be charged (R48-G.32, R48-9.02)."""
        yield from attack_problems(self, "attackers")
        yield from self._strengths()
        if self.reactors is not None and self.reactors > self.targets:
            message = Message.of("problem.too_many_reactors", targets=self.targets)
            yield Problem("reactors", message, (str(self.targets),), "R48-9.01b")
        if self.line_is_blocked:
            yield Problem("line_is_blocked", Message("problem.no_line_to_charge"), (), "R48-9.02")

    def _strengths(self) -> Iterator[Problem]:
        """A part is no larger than its unit, and a unit no larger than it was (R48-10.10a)."""
        for figures, unit, start in (
            ("attackers", "actor_unit_figures", "actor_reference"),
            ("targets", "target_unit_figures", "target_reference"),
        ):
            part, whole, reference = (getattr(self, name) for name in (figures, unit, start))
            if whole is not None and part > whole:
                yield Problem(unit, Message.of("problem.part_of_unit", part=part, whole=whole), (), "R48-4.26")
            if whole is not None and reference is not None and whole > reference:
                message = Message.of("problem.more_than_at_start", left=whole, reference=reference)
                yield Problem(unit, message, (), "R48-10.10a")

    @property
    def charging(self) -> Muster:
        """The charging unit as morale sees it."""
        figures = self.actor_unit_figures or self.attackers
        return Muster(self.actor, figures, self.actor_reference or figures)

    @property
    def charged(self) -> Muster:
        """The charged unit as morale sees it."""
        figures = self.target_unit_figures or self.targets
        return Muster(self.target, figures, self.target_reference or figures)


@dataclass(frozen=True, slots=True, kw_only=True)
class ChargeQuestions:
    """Pop-up question 4 in its parts, and question 3 for both units, answered in advance."""

    contact_made: bool | None = yes_no(
        section=Section.QUESTION, question="charge.contact", optional=True, needed=when("start_distance", None)
    )
    target_has_acted: bool | None = yes_no(section=Section.QUESTION, question="charge.target_acted", optional=True)
    reaction: Reaction | None = choice(
        Reaction,
        section=Section.QUESTION,
        question="charge.reaction",
        asked=True,
        optional=True,
        bars=(
            Bar((Reaction.FIRE,), when("target_firearm", Firearm.NONE), Message("problem.no_firearm"), "R48-9.06"),
            Bar((Reaction.THROW,), when("target_is_mounted", True), Message("problem.mounted_thrower"), "R48-6.15"),
            Bar(
                (Reaction.FIRE, Reaction.THROW),
                when("target_status", Status.WAVERING),
                Message("problem.wavering_reaction"),
                "R48-G.32",
            ),
            Bar(
                (Reaction.FIRE, Reaction.THROW),
                when("target_kind", *BYSTANDERS),
                Message("problem.never_fights"),
                "R48-A.20",
            ),
        ),
    )
    contact_kept: bool | None = yes_no(
        section=Section.QUESTION, question="charge.contact_kept", optional=True, needed=when("start_distance", None)
    )
    charger_leading: Leading | None = fields.leading_question("charge.charger_leading")
    target_leading: Leading | None = fields.leading_question("charge.target_leading")
    check_now: bool | None = yes_no(section=Section.QUESTION, question="charge.check_now", optional=True)


@dataclass(frozen=True, slots=True)
class Muster:
    """A unit as morale sees it: its class, figures before the charge, reference strength."""

    quality: Quality
    figures: int
    reference: int

    def half_gone(self, lost: int) -> bool:
        """Are half or more of the reference strength gone after these losses (R48-10.10)."""
        return bool(counted_half(self.figures - lost, self.reference))


@effect(icon="charge", says="{reached?home:short}")
class ChargeMoves(Effect):
    """The chargers go this far (R48-9.04)."""

    inches: Fraction
    reached: bool


@effect(icon="run")
class ReactionMoves(Effect):
    """The charged figures move away, into cover or forward (R48-9.06, R48-G.33); ``left`` is what the chargers have over, where it was measured."""

    inches: Fraction
    kept: bool
    left: Fraction | None = None

    @property
    def message(self) -> Message:
        """Still in contact or not, seen or reckoned."""
        name = f"{'kept' if self.kept else 'lost'}{'' if self.left is None else '_measured'}"
        return Message.of(f"effect.reaction_moves.{name}", inches=self.inches, left=self.left or Fraction(0))


@effect(icon="cannon", says="{gun?gun:wagons}")
class Abandoned(OnUnit):
    """A gun or wagons stay behind when crew or drivers run from a charge (R48-9.13a, R48-G.18)."""

    gun: bool

    def on(self, unit: KnownUnit) -> KnownUnit:
        """A crew that ran is away from its gun until it moves again (R48-9.13a)."""
        return replace(unit, crew_away=self.gun)


@effect(icon="hold")
class StopsShort(Effect):
    """Wavering chargers fail to close (R48-9.09a, R48-G.35)."""

    inches: Fraction


@effect(icon="frontal")
class StaysInContact(Effect):
    """Pairs left alive after a charge stay in contact (R48-G.33)."""


@effect()
class MayStillAct(Effect):
    """A charge that falls short leaves its target its action (R48-9.03a)."""


@effect(icon="run")
class CiviliansScatter(OnUnit):
    """Civilians who are contacted leave play (R48-3.42, R48-G.52(b))."""

    def on(self, unit: KnownUnit) -> KnownUnit:
        return unit.removed()


@effect()
class TheySubmit(Effect):
    """Aristocrats who are contacted stand and may be questioned (R48-5.07, R48-A.15)."""


@dataclass(frozen=True, slots=True)
class ChargeVerdict(Verdict):
    """How far the charge got and what it cost both sides."""

    ended: Ended
    of_targets: int
    chargers_lost: int = 0
    targets_lost: int = 0
    chargers_waver: bool = False
    targets_waver: bool = False
    distances_thrown: bool = True  # False with fixed moves
    effects: Sequence[Effect] = field(default=(), compare=False, kw_only=True)  # inches are told, not weighed
    notes: Sequence[Effect] = field(default=ATTACKED, compare=False, kw_only=True)
    measures: ClassVar[dict[str, Any]] = {
        "reached": lambda verdict: verdict.ended is not Ended.SHORT,
        "stopped": lambda verdict: verdict.ended in (Ended.STOPPED, Ended.SHOT_DOWN),
        "fought": lambda verdict: verdict.ended is Ended.FOUGHT,
        "targets_lost": lambda verdict: verdict.targets_lost,
        "chargers_lost": lambda verdict: verdict.chargers_lost,
        "half_down": lambda verdict: 2 * verdict.targets_lost >= verdict.of_targets,
        "all_down": lambda verdict: verdict.targets_lost == verdict.of_targets,
        "targets_waver": lambda verdict: verdict.targets_waver,
        "chargers_waver": lambda verdict: verdict.chargers_waver,
    }

    def __hash__(self) -> int:
        """Of what tells verdicts of one charge apart; a large one has a thousand."""
        return hash((self.chargers_lost, self.targets_lost, self.chargers_waver, self.targets_waver))

    def outcome(self) -> Outcome:
        """The way it ended, in the order of the steps."""
        name = self.ended.name.lower()
        if self.ended is Ended.FOUGHT:
            name = self._share()
        order, severity, step = _STEPS[name]
        fixed = not self.distances_thrown and name in _BY_DISTANCE
        return Outcome(name, Message(f"outcome.charge.{name}"), severity, order, "" if fixed else step)

    def _share(self) -> str:
        if self.targets_lost == self.of_targets:
            return "all"
        if 2 * self.targets_lost >= self.of_targets:
            return "half"
        return "some" if self.targets_lost else "none"

    def headline(self) -> Message:
        """How it ended, in a few words."""
        if self.ended is Ended.FOUGHT and not self.chargers_lost + self.targets_lost:
            return Message("headline.charge.nobody")
        name = self.ended.name.lower()
        return Message.of(f"headline.charge.{name}", chargers=self.chargers_lost, targets=self.targets_lost)


_BY_DISTANCE = ("short", "lost_contact", "scattered", "submitted")
_STEPS = {
    "short": (0, 0, "charge.distance"),
    "lost_contact": (1, 0, "charge.reaction_move"),
    "scattered": (2, 2, "charge.distance"),
    "submitted": (3, 2, "charge.distance"),
    "shot_down": (4, 0, "charge.reaction_hits"),
    "stopped": (5, 0, "charge.morale"),
    "none": (6, 1, "charge.attack"),
    "some": (7, 2, "charge.attack"),
    "half": (8, 3, "charge.attack"),
    "all": (9, WORST_SEVERITY, "charge.attack"),
}
