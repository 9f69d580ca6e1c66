"""Morale levels: what they make a unit do, how they are shown, how they go back to 0 (PRE-9.04, PRE-G.41 to PRE-G.43)."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache

from sandtable.kernel.messages import Message
from sandtable.kernel.tables import Tables
from sandtable.rulesets.mesoamerica.fields import HIGHEST_LEVEL
from sandtable.rulesets.mesoamerica.men import rounded
from sandtable.rulesets.mesoamerica.vocabulary import Heading

MUST_ADVANCE, MAY_ADVANCE = 3, 1  # rows of Table 9 by their names, as its texts tell them (PRE-9.04)
TENTHS = 10  # strength counts in halves, men in fifths: tenths are exact


def level_name(level: int) -> str:
    """A level as message ids and tables spell it: ``m3``, ``minus_2``."""
    return f"m{level}" if level >= 0 else f"minus_{-level}"


def level_message(level: int) -> Message:
    """The level as people say it: M3."""
    return Message(f"level.{level_name(level)}")


def level_inches(level: int, tables: Tables) -> Fraction:
    """How far the level lets or makes the unit go, in clear ground."""
    return _table_9(tables)[level]


@lru_cache(maxsize=16)
def _table_9(tables: Tables) -> dict[int, Fraction]:
    """The printed half and its mirror image (PRE-9.04, PRE-G.42)."""
    return {
        level: tables.exact("morale.distance" if level > 0 else "morale.distance.below", level_name(level))
        for level in range(-HIGHEST_LEVEL, HIGHEST_LEVEL + 1)
    }


def duty(level: int, inches: Fraction) -> Message:
    """What the unit must do, may do, and whether it takes new orders."""
    return Message.of(f"duty.{level_name(level)}", inches=inches)


def headings(level: int) -> tuple[Heading, ...]:
    """Which way a unit bound by its level may go (PRE-G.43)."""
    if level >= MUST_ADVANCE:
        return (Heading.NEARER,)
    if level >= MAY_ADVANCE:
        return tuple(Heading)
    return (Heading.ACROSS, Heading.AWAY) if level == 0 else (Heading.AWAY,)


def level_share(level: int, heading: Heading, tables: Tables) -> Fraction:
    """The part of its movement a bound unit may use that way: inches count in proportion on any ground (PRE-G.43)."""
    free = level >= 0 and heading is not Heading.NEARER
    full = tables.exact("move.clear")
    return Fraction(1) if free or not full else level_inches(level, tables) / full


def limited(value: Fraction, limit: int) -> Fraction:
    """A level no farther from 0 than the limit."""
    return max(Fraction(-limit), min(Fraction(limit), value))


def shown_level(stored: Fraction, additions: Fraction | int, tables: Tables) -> int:
    """The level shown: what is kept and what is not, within the limits (PRE-G.41)."""
    return int(limited(Fraction(rounded(stored)) + additions, tables.number("morale.limit.level")))


def recovered(stored: Fraction, tables: Tables) -> Fraction:
    """A unit that was not checked goes one step toward 0, never past it (PRE-G.41)."""
    step = tables.number("morale.limit.step")
    return max(Fraction(0), stored - step) if stored > 0 else min(Fraction(0), stored + step)
