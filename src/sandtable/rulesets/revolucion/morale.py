"""Army morale: when an army gives up (chapter 11, REV-G.44)."""

from __future__ import annotations

from dataclasses import dataclass

from sandtable.kernel.actions import action
from sandtable.kernel.form import Section, choice, number, yes_no
from sandtable.kernel.tables import Tables
from sandtable.kernel.verdict import Ruling
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


@action("army", "REV-11.02 REV-11.03", measures="points")
def army_morale(situation: ArmyMorale, tables: Tables) -> Ruling:
    """The break point at the start (REV-11.02)."""
    points = break_point(situation.combat_units, situation.army_quality, tables)
    return Ruling.of("morale.start", BreakPoint(whom=situation.side, points=points), points=points)


def break_point(combat_units: int, quality: ArmyQuality, tables: Tables) -> int:
    """Units times the percentage of the army's quality, rounded up in whole numbers (REV-11.02, REV-G.44d)."""
    return -(-combat_units * tables.number("army_morale.percent", quality) // 100)


@action("army", "REV-11.04", measures="points")
def morale_loss(situation: MoraleLoss, tables: Tables) -> Ruling:
    """Points off, if it costs any."""
    points = points_lost(situation.loss, tables, maquina_loca=situation.maquina_loca)
    if not points:
        return Ruling.of("morale.kept", points=0)
    return Ruling.of("morale.lost", MoraleLost(whom=situation.side, points=points), grave=3, points=points)


def points_lost(loss: Loss, tables: Tables, *, maquina_loca: bool) -> int:
    """A point for each unit, Leader or named asset lost (REV-11.04 to REV-11.05); none for a máquina loca (REV-11.04d)."""
    return 0 if maquina_loca else tables.number("army_morale.loss", loss)
