"""Army morale: when an army gives up (chapter 11, REV-G.44)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from sandtable.kernel.form import Section, choice, number, yes_no
from sandtable.kernel.messages import Message
from sandtable.kernel.tables import Tables
from sandtable.kernel.verdict import Outcome, Verdict
from sandtable.rulesets.revolucion.effects import BreakPoint, MoraleLost
from sandtable.rulesets.revolucion.vocabulary import ArmyQuality, Loss, Side

MOST_UNITS = 200


@dataclass(frozen=True, slots=True, kw_only=True)
class ArmyMorale:
    """An army before the battle: how much will it bear? Leaders, unarmed transports and máquinas locas are not counted (REV-11.02b)."""

    side: Side = choice(Side, section=Section.ACTOR)
    combat_units: int = number(section=Section.ACTOR, lowest=1, highest=MOST_UNITS, unit="units")
    army_quality: ArmyQuality = choice(ArmyQuality, section=Section.ACTOR, usual=ArmyQuality.AVERAGE)


@dataclass(frozen=True, slots=True, kw_only=True)
class MoraleLoss:
    """Something that costs an army morale. A máquina loca never does (REV-10.36)."""

    side: Side = choice(Side, section=Section.ACTOR)
    loss: Loss = choice(Loss, section=Section.ACTION, usual=Loss.DESTROYED)
    maquina_loca: bool = yes_no(section=Section.CIRCUMSTANCE, usual=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class MoraleVerdict(Verdict):
    """A number of points, gained at the start or lost in play."""

    points: int
    lost: bool
    measures: ClassVar[dict[str, Any]] = {"points": lambda verdict: verdict.points}

    def outcome(self) -> Outcome:
        """Certain: nothing is thrown."""
        kind = "start" if not self.lost else "lost" if self.points else "kept"
        return Outcome(
            kind, Message.of(f"outcome.morale.{kind}", points=self.points), 3 if self.lost and self.points else 0, 0
        )


def break_point(combat_units: int, quality: ArmyQuality, tables: Tables) -> int:
    """Units times the percentage of the army's quality, rounded up in whole numbers (REV-11.02, REV-G.44d)."""
    return -(-combat_units * tables.number("army_morale.percent", quality) // 100)


def army_morale(situation: ArmyMorale, tables: Tables) -> MoraleVerdict:
    """The break point at the start (REV-11.02)."""
    points = break_point(situation.combat_units, situation.army_quality, tables)
    return MoraleVerdict(points=points, lost=False, effects=(BreakPoint(whom=situation.side, points=points),))


def morale_loss(situation: MoraleLoss, tables: Tables) -> MoraleVerdict:
    """A point for each unit, Leader or named asset lost (REV-11.04 to REV-11.05); none for a máquina loca (REV-11.04d)."""
    points = 0 if situation.maquina_loca else tables.number("army_morale.loss", situation.loss)
    effects = (MoraleLost(whom=situation.side, points=points),) if points else ()
    return MoraleVerdict(points=points, lost=True, effects=effects)
