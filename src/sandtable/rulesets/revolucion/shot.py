"""A shot, whoever fires it and why: factor, modifiers and result (REV-G.05 to REV-G.07b)."""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import Any

from sandtable.kernel.bands import range_words
from sandtable.kernel.dice import D10
from sandtable.kernel.messages import Message
from sandtable.kernel.requests import WORST_SEVERITY, Label, Request, Roll
from sandtable.kernel.tables import Tables
from sandtable.kernel.tally import Modifier, Tally
from sandtable.rulesets.revolucion.effective import effective_type
from sandtable.rulesets.revolucion.vocabulary import (
    Cover,
    FireMode,
    Formation,
    LeaderPlace,
    Outnumber,
    Status,
    UnitType,
)

LARGEST_BATTERY = 3  # the last column of the table stands for all above
# The tables of what the circumstances add (REV-G.06), each with what of a shot is its row.
CIRCUMSTANCES = (
    ("target_formation", "formation"),
    ("cover", "cover"),
    ("actor_status", "firer_status"),
    ("target_status", "target_status"),
    ("outnumber", "outnumber"),
    ("leader", "leader"),
)


@dataclass(frozen=True, slots=True)
class Shot:
    """What the fire tables need to know."""

    firer: UnitType  # the row of the factor table
    mode: FireMode
    band: str
    target: UnitType
    formation: Formation
    cover: Cover
    firer_status: Status = Status.OK
    target_status: Status = Status.OK
    outnumber: Outnumber = Outnumber.NONE
    leader: LeaderPlace = LeaderPlace.NONE
    battery: int | None = None  # bases of the battery, where they count
    shortened: tuple[Fraction, Fraction] | None = None  # indirect fire: the range, and the shorter one it counts as
    defensive: bool = False  # the firer is the target of an assault, and the reasons call it the defender


@dataclass(frozen=True, slots=True)
class FireRolls:
    """The die of a shot, and the second one that a long shot gets."""

    first: Roll
    long_shot: Roll


def fire_effect(rolls: FireRolls) -> Generator[Request, Any, int]:
    """Levels inflicted: a d10 with the modifiers (REV-G.07), and a second one for a long shot (REV-G.07b)."""
    levels: int | None = yield rolls.first
    if levels is None:
        levels = yield rolls.long_shot
    return levels


@lru_cache(maxsize=4096)  # exact odds throw the same dice on every branch
def shot_rolls(key: str, shot: Shot, tables: Tables) -> FireRolls:
    """The dice of a shot."""
    return fire_rolls(key, fire_tally(shot, tables), tables)


def fire_rolls(key: str, tally: Tally, tables: Tables) -> FireRolls:
    """The dice of a shot with these modifiers."""
    return FireRolls(_first_roll(key, tally, tables), _long_shot_roll(key, tally, tables))


def _first_roll(key: str, tally: Tally, tables: Tables) -> Roll:
    modifiers, natural = tally.total, tables.number("fire.long_shot.natural")

    def read(die: int) -> int | None:
        levels: int = tables.step("fire.result", die + modifiers, "levels")
        return None if die == natural and not levels else levels

    return Roll(f"{key}.effect", (D10,), read=read, tally=tally, label=_levels_label)


def _long_shot_roll(key: str, tally: Tally, tables: Tables) -> Roll:
    needs, always = tables.number("fire.long_shot.needs"), tables.number("fire.long_shot.always")
    score = tables.number("fire.long_shot.natural") + tally.total
    reason = Modifier(Message("reason.long_shot"), score, tables.rule("fire.long_shot"))
    return Roll(
        f"{key}.long_shot",
        (D10,),
        read=lambda die: int(die >= always or score + die >= needs),
        tally=Tally((reason,), Message("why.long_shot")),
        label=_levels_label,
    )


def fire_tally(shot: Shot, tables: Tables) -> Tally:
    """Fire factor (REV-G.05) and modifiers (REV-G.06); a Leader merely near adds nothing (REV-6.32b)."""
    reason = Message.of("reason.fire.factor", unit=shot.firer, mode=shot.mode, band=range_words(shot.band))

    def modifier(table: str, row: str) -> Modifier:
        words = Message(f"reason.defence.{table}.{row}") if shot.defensive else None
        return tables.modifier("fire.modifier", table, row, reason=words)

    return Tally.of(
        (
            *[modifier(table, getattr(shot, row)) for table, row in CIRCUMSTANCES],
            _battery_modifier(shot.battery, tables),
            tables.modifier(
                "fire.modifier.target_type",
                effective_type(shot.target, tables),
                reason=Message.of("reason.target_type", unit=shot.target),
            ),
            _shortening(shot, tables),
        ),
        Message("why.fire"),
        first=tables.modifier("fire.factor", shot.mode, shot.firer, shot.band, reason=reason),
    )


def _shortening(shot: Shot, tables: Tables) -> Modifier | None:
    """Why a far target counts as near: indirect fire (REV-10.84)."""
    if shot.shortened is None:
        return None
    measured, counted_as = shot.shortened
    reason = Message.of("reason.fire.indirect", range=measured, counted=counted_as)
    return Modifier(reason, None, tables.rule("indirect"))


def _battery_modifier(battery: int | None, tables: Tables) -> Modifier | None:
    """What the size of a battery adds (REV-G.06b); None where it does not count."""
    if battery is None:
        return None
    column = str(min(battery, LARGEST_BATTERY))
    reason = Message(f"reason.fire.battery.{column}")
    return tables.modifier("fire.battery", str(tables.option("fire.battery")), column, reason=reason)


def _levels_label(levels: int | None) -> Label:
    if levels is None:
        return Label(Message("label.fire.long_shot"), 1)
    if not levels:
        return Label(Message("label.fire.none"), 0)
    return Label(Message.of("label.fire.levels", levels=levels), min(levels, WORST_SEVERITY))
