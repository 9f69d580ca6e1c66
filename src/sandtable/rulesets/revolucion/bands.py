"""Range bands and reaches (REV-6.05, REV-6.09, REV-G.23)."""

from __future__ import annotations

from fractions import Fraction
from functools import cache

from sandtable.kernel.messages import Message
from sandtable.kernel.tables import Tables
from sandtable.rulesets.revolucion.vocabulary import FireMode, UnitType

BANDS = ("0-3", "3-6", "6-12", "12-18", "18-24")


def band_of(inches: Fraction, tables: Tables) -> str:
    """The band of a distance; exactly on a break belongs to the nearer one (REV-6.09b)."""
    name: str = tables.step("fire.band", inches, "name")  # type: ignore[arg-type]  # bisection takes fractions as well
    return name


def band_in_reach(told: str | Fraction, reach: int, tables: Tables) -> str | None:
    """The band of a range told in inches or as a band; None where it lies beyond the reach."""
    if isinstance(told, Fraction):
        return band_of(told, tables) if told <= reach else None
    return told if band_bounds(told)[0] < reach else None


def band_of_weapon(told: str | Fraction, firer: UnitType, mode: FireMode, tables: Tables) -> str | None:
    """The band of a range for a weapon; None beyond its reach (REV-6.05), or where its row has no factor (REV-G.05)."""
    band = band_in_reach(told, reach_of(firer, tables), tables)
    return band if band and tables.number_or_none("fire.factor", mode, firer, band) is not None else None


def reach_of(firer: UnitType, tables: Tables) -> int:
    """How far a weapon reaches, in inches (REV-6.05)."""
    return tables.number("fire.reach", firer, "inches")


@cache
def band_bounds(band: str) -> tuple[Fraction, Fraction]:
    """The nearest and the farthest inch of a band."""
    nearest, _, farthest = band.partition("-")
    return Fraction(nearest), Fraction(farthest)


def range_words(told: str | Fraction) -> Message:
    """A range as it was told, in the players' measure."""
    if isinstance(told, Fraction):
        return Message.of("word.distance", distance=told)
    nearest, farthest = band_bounds(told)
    return Message.of("word.band", nearest=nearest, farthest=farthest)
