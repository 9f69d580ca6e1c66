"""Which row of a table a unit type uses (REV-0.08)."""

from __future__ import annotations

from sandtable.kernel.tables import Tables
from sandtable.rulesets.revolucion.vocabulary import ARMORED, Cover, Formation, TrainTarget, UnitType


def effective_type(kind: UnitType, tables: Tables) -> UnitType:
    """The unit type whose moves and orders a special type has; trucks by option (REV-G.17)."""
    if kind is UnitType.TRUCK and tables.option("truck.class") == "fast":
        return UnitType.FAST_TRANSPORT
    return UnitType(tables.text("effective", kind)) if tables.has("effective", kind) else kind


def fighting_type(kind: UnitType, tables: Tables) -> UnitType:
    """The unit type as which it fires and is assaulted: armored vehicles are Machine Guns (REV-10.58, REV-10.60)."""
    return UnitType(tables.text("fires_as", kind)) if tables.has("fires_as", kind) else effective_type(kind, tables)


def formation_as_target(kind: UnitType, stated: Formation | None, tables: Tables) -> Formation:
    """The formation that counts: some types have one only (REV-10.10, REV-10.52)."""
    if tables.has("fixed_formation", kind):
        return Formation(tables.text("fixed_formation", kind))
    return stated or Formation.DEPLOYED


def cover_as_target(
    kind: UnitType, stated: Cover | None, *, assault: bool, train: TrainTarget = TrainTarget.NO
) -> Cover:
    """The cover that counts: armored vehicles carry their own (REV-10.59), a moving train has soft cover when assaulted (REV-10.26b)."""
    cover = stated or Cover.OPEN
    if kind is UnitType.AIRCRAFT:
        return Cover.OPEN
    if kind in ARMORED:
        return Cover.FORTIFIED if cover is Cover.FORTIFIED and not assault else Cover.HARD
    if assault and kind is UnitType.TRAIN and train is TrainTarget.MANEUVER and cover is Cover.OPEN:
        return Cover.SOFT
    return cover
