"""What damage leads to by special rules.

Vehicles are built on damage: a wrecked truck throws out its passengers, who are shaken by it. So damage knows no vehicles.
"""

from __future__ import annotations

from dataclasses import dataclass

from sandtable.geometry.footprint import Footprint
from sandtable.geometry.measure import Length, Point
from sandtable.miniatures.consequences import Consequence
from sandtable.rulesets.revolucion import effects
from sandtable.rulesets.revolucion.table.state import Unit


@dataclass(frozen=True, slots=True)
class LostBases(Consequence):
    """A unit has lost bases, and stood so before."""

    unit: str
    count: int
    before: Footprint | None


@dataclass(frozen=True, slots=True)
class GoesBack(Consequence):
    """A unit has to fall back. The answer is true if it has done so by a way of its own."""

    unit: str
    way: str  # the umpire's word for it
    source: Point
    distance: Length


@dataclass(frozen=True, slots=True)
class GoesHome(Consequence):
    """An aircraft has made its attack, or was hit."""

    unit: str
    effect: effects.AircraftLeaves


@dataclass(frozen=True, slots=True)
class Removed(Consequence):
    """A unit, as it was, is out of the battle."""

    unit: Unit


@dataclass(frozen=True, slots=True)
class WentOff(Consequence):
    """Something has exploded here."""

    at: Point
