"""Building barricades and breaking gates (R48-6.57, R48-6.58, R48-G.38, R48-G.45b)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar

from sandtable.kernel.actions import action
from sandtable.kernel.effects import Effect, effect
from sandtable.kernel.form import Section, choice, number
from sandtable.kernel.messages import Message
from sandtable.kernel.problem import Problem
from sandtable.kernel.tables import Tables
from sandtable.kernel.verdict import Measures, Outcome, Rule, Ruling, Verdict, measuring
from sandtable.rulesets.uprising1848 import fields
from sandtable.rulesets.uprising1848.acting import acting_problems, player_only
from sandtable.rulesets.uprising1848.chances import single_chance, throw_for_each
from sandtable.rulesets.uprising1848.effects import ACTOR, HaveActed
from sandtable.rulesets.uprising1848.vocabulary import BarrierKind, Side


@dataclass(frozen=True, slots=True, kw_only=True)
class BuildBarricades:
    """A group builds (R48-6.57)."""

    actor_name: str | None = fields.name()
    number_of_figures: int = number(
        section=Section.ACTOR, lowest=1, highest=fields.LARGEST_CLASS, unit="figures", usual=12
    )
    side_acting: Side = fields.side_acting()
    actor_has_acted: bool = fields.actor_has_acted()
    actor_is_gone: bool = fields.is_gone()
    actor_left_to_act: int | None = fields.left_to_act()

    def problems(self, tables: Tables) -> Iterator[Problem]:
        """Groups of fewer than three build nothing (R48-G.45b)."""
        yield from player_only(self, "R48-6.57")
        yield from acting_problems(self, "number_of_figures")
        needed = tables.number("barricade.figures_per_inch")
        if self.number_of_figures < needed:
            yield Problem("number_of_figures", Message.of("problem.too_few_builders", needed=needed), (), "R48-G.45b")


@effect(icon="barricade")
class BarricadeBuilt(Effect):
    """Inches of barricade: hard cover (R48-6.57a, R48-6.57b)."""

    inches: Fraction


@action("move", "R48-6.57 R48-G.45b", measures="inches", lengths="inches")
def build_barricades(situation: BuildBarricades, tables: Tables) -> Ruling:
    """An inch for every three figures, whole inches (R48-6.57a)."""
    pieces = situation.number_of_figures // tables.number("barricade.figures_per_inch")
    inches = Fraction(pieces * tables.number("barricade.inches"))
    acted = HaveActed(whom=ACTOR, count=situation.number_of_figures)
    return Ruling.of("barricade", BarricadeBuilt(whom=ACTOR, inches=inches), acted, inches=inches)


@dataclass(frozen=True, slots=True, kw_only=True)
class BreakThrough:
    """Figures that touch a barrier try to break it, each by itself (R48-6.58)."""

    actor_name: str | None = fields.name()
    barrier_kind: BarrierKind = choice(BarrierKind, section=Section.ACTION, usual=BarrierKind.GATE)
    figures_in_contact: int = number(
        section=Section.ACTOR, lowest=1, highest=fields.LARGEST_CLASS, unit="figures", usual=1
    )
    side_acting: Side = fields.side_acting()
    actor_has_acted: bool = fields.actor_has_acted()
    actor_is_gone: bool = fields.is_gone()
    actor_left_to_act: int | None = fields.left_to_act()

    def problems(self, tables: Tables) -> Iterator[Problem]:  # noqa: ARG002 - every situation is handed its tables
        """Players only, and only figures that have not acted."""
        yield from player_only(self, "R48-6.58")
        yield from acting_problems(self, "figures_in_contact")


@dataclass(frozen=True, slots=True, kw_only=True)
class BarrierVerdict(Verdict):
    """Broken or not."""

    broken: bool
    measures: ClassVar[Measures] = measuring("broken")

    def outcome(self) -> Outcome:
        """Broken, or not."""
        name = "broken" if self.broken else "holds"
        return Outcome(
            name, Message(f"outcome.barrier.{name}"), 3 * int(self.broken), int(self.broken), "barrier.tries"
        )


@effect(icon="gate")
class BarrierBroken(Effect):
    """The barrier is removed (R48-6.58b)."""


@effect(icon="gate")
class BarrierHolds(Effect):
    """They may try again (R48-6.58a)."""


@action("move", "R48-6.58 R48-G.38")
def break_through(situation: BreakThrough, tables: Tables) -> Rule[BarrierVerdict]:
    """One try for each figure in contact; one success is enough; else they may try again (R48-6.58a, R48-6.58b, R48-G.38)."""
    tally = single_chance(
        f"barrier.{situation.barrier_kind}",
        Message.of("reason.barrier", barrier=situation.barrier_kind),
        tables,
        Message("why.barrier"),
    )
    broken: bool = yield throw_for_each(
        "barrier.tries", situation.figures_in_contact, tally, Message("band.breaks"), read=lambda count: count > 0
    )
    result: Effect = BarrierBroken(whom="barrier") if broken else BarrierHolds(whom="barrier")
    return BarrierVerdict(broken=broken, effects=(result, HaveActed(whom=ACTOR, count=situation.figures_in_contact)))
