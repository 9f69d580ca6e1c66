"""Which row of a table a unit type uses (REV-0.08)."""

from __future__ import annotations

from functools import lru_cache

from sandtable.kernel.tables import Tables
from sandtable.rulesets.revolucion.vocabulary import UnitType


@lru_cache(maxsize=1024)
def effective_type(kind: UnitType, tables: Tables) -> UnitType:
    """The unit type whose moves and orders a special type has; trucks by option (REV-G.17)."""
    if kind is UnitType.TRUCK and tables.option("truck.class") == "fast":
        return UnitType.FAST_TRANSPORT
    return UnitType(tables.text("effective", kind)) if tables.has("effective", kind) else kind


@lru_cache(maxsize=1024)
def fighting_type(kind: UnitType, tables: Tables) -> UnitType:
    """The unit type as which it fires and is assaulted: armored vehicles are Machine Guns (REV-10.58, REV-10.60)."""
    return UnitType(tables.text("fires_as", kind)) if tables.has("fires_as", kind) else effective_type(kind, tables)
