"""Range bands and reaches (REV-6.05, REV-6.09, REV-G.23)."""

from __future__ import annotations

from fractions import Fraction

from sandtable.kernel.bands import Range, ends_of
from sandtable.kernel.tables import Tables
from sandtable.rulesets.revolucion.vocabulary import FireMode, UnitType

BANDS = ("0-3", "3-6", "6-12", "12-18", "18-24")


def band_of(inches: Fraction, tables: Tables) -> str:
    """The band of a distance; exactly on a break belongs to the nearer one (REV-6.09b)."""
    name: str = tables.step("fire.band", inches, "name")  # type: ignore[arg-type]  # bisection takes fractions as well
    return name


def band_in_reach(told: Range, reach: int, tables: Tables) -> str | None:
    """The band of a range told in inches or as a band; None where it lies beyond the reach."""
    if isinstance(told, Fraction):
        return band_of(told, tables) if told <= reach else None
    return told if ends_of(told)[0] < reach else None


def band_of_weapon(told: Range, firer: UnitType, mode: FireMode, tables: Tables) -> str | None:
    """The band of a range for a weapon; None beyond its reach (REV-6.05), or where its row has no factor (REV-G.05)."""
    band = band_in_reach(told, reach_of(firer, tables), tables)
    return band if band and tables.number_or_none("fire.factor", mode, firer, band) is not None else None


def reach_of(firer: UnitType, tables: Tables) -> int:
    """How far a weapon reaches, in inches (REV-6.05)."""
    return tables.number("fire.reach", firer, "inches")
