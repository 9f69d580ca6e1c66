"""Range bands and reaches (REV-6.05, REV-6.09, REV-G.23)."""

from __future__ import annotations

from fractions import Fraction

from sandtable.kernel.messages import Message
from sandtable.kernel.tables import Tables

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
