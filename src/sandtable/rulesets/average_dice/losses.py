"""What figures lost lead to: the verdict all combat shares, and what the hands do (AVD-4.05, AVD-8.14, AVD-8.17, AVD-12.01, AVD-12.05)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, ClassVar

from sandtable.kernel.effects import Effect
from sandtable.kernel.messages import Message
from sandtable.kernel.tables import Tables
from sandtable.kernel.verdict import Outcome, Verdict
from sandtable.rulesets.average_dice.casualties import Losses, Target
from sandtable.rulesets.average_dice.effects import (
    CrewShort,
    FiguresLost,
    GeneralKilled,
    GunAbandoned,
    UnitDeserts,
    UnitDestroyed,
    UnitStays,
    UnitWeak,
)
from sandtable.rulesets.average_dice.vocabulary import GunKind, TargetKind

DESERTS_LAST, DESTROYED_LAST = 100, 101  # the order of these rows of the odds, after any number of figures


@dataclass(frozen=True, slots=True, kw_only=True)
class LossVerdict(Verdict):
    """Figures killed, and what became of the target."""

    killed: int = 0
    left: int = 0
    before: int = 0
    weak_at: int = 0
    deserted: bool = False
    general_killed: bool = False
    measures: ClassVar[dict[str, Any]] = {
        "figures_lost": lambda verdict: verdict.killed,
        "deserts": lambda verdict: verdict.deserted,
        "falls_to_four": lambda verdict: verdict.falls_to_four,
        "falls_to_four_or_deserts": lambda verdict: verdict.falls_to_four or verdict.deserted,
        "destroyed": lambda verdict: verdict.before > 0 and verdict.left == 0,
        "general_killed": lambda verdict: verdict.general_killed,
    }

    @property
    def falls_to_four(self) -> bool:
        """Above the weak strength before, at it or below now."""
        return self.before > self.weak_at >= self.left

    def outcome(self) -> Outcome:
        """Figures lost; desertion and destruction are rows of their own."""
        if self.deserted:
            return Outcome("deserts", Message("outcome.volley.deserts"), 4, DESERTS_LAST)
        if not self.killed:
            return Outcome("none", Message("outcome.volley.none"), 0, 0)
        if not self.left:
            return Outcome("destroyed", Message("outcome.volley.destroyed"), 4, DESTROYED_LAST)
        severity = 3 if self.left <= self.weak_at else 1 + int(2 * self.killed >= self.before)
        return Outcome(
            f"loses_{self.killed}",
            Message.of("outcome.volley.loses", killed=self.killed, left=self.left),
            severity,
            self.killed,
        )

    def headline(self) -> Message:
        """Losses in letters."""
        if self.general_killed and self.before <= 1:
            return Message("headline.volley.general")
        if self.deserted:
            return Message("headline.volley.deserts")
        if not self.killed:
            return Message("headline.volley.none")
        return Message.of("headline.volley.killed", killed=self.killed)


def loss_effects(target: Target, losses: Losses, tables: Tables) -> Iterator[Effect]:
    """What the hands do, in order: figures off, the General, then what becomes of the rest."""
    left = target.figures - losses.killed
    if target.kind is TargetKind.GENERAL:
        if losses.general_killed:
            yield GeneralKilled(whom="target")
        return
    if losses.deserted:
        yield UnitDeserts(whom="target")
    elif losses.killed:
        yield FiguresLost(whom="target", count=losses.killed, left=left)
    if losses.general_killed:
        yield GeneralKilled(whom="target")
    if losses.deserted or not losses.killed:
        return
    if target.kind is TargetKind.GUN_CREW and target.crew_of is not None:
        yield from _crew_effects(target.crew_of, losses.killed, left, tables)
    elif not left:
        yield UnitDestroyed(whom="target")
    else:
        if losses.deserted is not None:
            yield UnitStays(whom="target")
        if target.kind is TargetKind.UNIT and left <= tables.number("morale.weak.figures"):
            yield UnitWeak(whom="target", left=left)


def _crew_effects(gun: GunKind, killed: int, left: int, tables: Tables) -> Iterator[Effect]:
    if left:
        yield CrewShort(whom="target", gun=gun, missing=killed, inches=Fraction(tables.number("replacement.inches")))
    else:
        yield GunAbandoned(whom="target", gun=gun)


def loss_numbers(target: Target, losses: Losses, tables: Tables) -> dict[str, Any]:
    """The numbers every volley tells of its target."""
    weak = tables.number("morale.weak.figures") if target.kind is TargetKind.UNIT else 0
    return {
        "killed": losses.killed,
        "left": target.figures - losses.killed,
        "before": target.figures,
        "weak_at": weak,
        "deserted": bool(losses.deserted),
        "general_killed": losses.general_killed,
    }
