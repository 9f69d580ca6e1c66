"""Leaders at risk: one d20 each at the end of the action (REV-G.08)."""

from __future__ import annotations

from collections.abc import Generator
from functools import lru_cache
from typing import Any

from sandtable.kernel.dice import D20
from sandtable.kernel.effects import Effect
from sandtable.kernel.messages import Message
from sandtable.kernel.requests import WORST_SEVERITY, Band, Count, Dice, Label, Request, Roll
from sandtable.kernel.tables import Tables
from sandtable.kernel.tally import Modifier, Tally
from sandtable.rulesets.revolucion.effects import LeaderKilled, LeaderUnhurt


@lru_cache(maxsize=256)
def leader_risk(levels: int, tables: Tables, *, close_combat: bool) -> int:
    """The highest d20 that kills him: a point a level (REV-G.08), one more when close combat took place (REV-G.08b)."""
    risk = levels * tables.number("leader_risk.per_level")
    return risk + tables.number("leader_risk.close_combat") if close_combat else risk


def leaders_killed(key: str, leaders: int, risk: int, tables: Tables) -> Generator[Request, Any, int]:
    """How many of the Leaders are killed."""
    dice = risk_roll(key, leaders, risk, tables)
    killed: int = (yield dice) if dice else 0
    return killed


@lru_cache(maxsize=256)
def risk_roll(key: str, leaders: int, risk: int, tables: Tables) -> Dice | None:
    """A die for each Leader (REV-G.08d); no risk, no roll."""
    if not leaders or risk <= 0:
        return None
    reason = Modifier(Message.of("reason.leader_risk", risk=risk), None, tables.rule("leader_risk"))
    tally = Tally((reason,), Message("why.leader_risk"))
    if leaders == 1:
        return Roll(key, (D20,), read=lambda die: int(die <= risk), tally=tally, label=_label)
    deadly = Band(Message("label.leader.killed"), frozenset(range(1, risk + 1)), WORST_SEVERITY)
    return Count(key, D20, leaders, (deadly,), read=lambda count: count, tally=tally)


@lru_cache(maxsize=256)
def leader_effects(whom: str, killed: int, leaders: int, tables: Tables, *, unit_gone: bool) -> tuple[Effect, ...]:
    """Leaders killed, and those who came through; without his unit a survivor has to get away (REV-G.08g)."""
    fallen = (LeaderKilled(whom=whom, count=killed),) if killed else ()
    if leaders <= killed:
        return fallen
    away = tables.exact("on_table.command.clear")
    return (*fallen, LeaderUnhurt(whom=whom, distance=away, count=leaders - killed, unit_gone=unit_gone))


def _label(killed: int) -> Label:
    return Label(Message(f"label.leader.{'killed' if killed else 'unhurt'}"), WORST_SEVERITY * killed)
