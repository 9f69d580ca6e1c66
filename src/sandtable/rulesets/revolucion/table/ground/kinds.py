"""The ground and the units of Revolucion! as scenarios name them: kinds of ground (chapter 8), sizes of bases (REV-2.24), what units may be.

The pages ``terrain.toml`` and ``units.toml`` hold every number and word; battles read them through this module.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from typing import Any

from sandtable.battle.scenario.scenario import Unit
from sandtable.geometry.measure import Length, inches
from sandtable.miniatures import pages
from sandtable.rulesets.revolucion.vocabulary import Cover, UnitType

CARRIERS = (
    UnitType.TRAIN,
    UnitType.TRUCK,
    UnitType.SALOON_CAR,
    UnitType.FAST_TRANSPORT,
    UnitType.SLOW_TRANSPORT,
    UnitType.MULE_TRAIN,
)
USUAL_ROOM = {UnitType.TRAIN: 1, UnitType.TRUCK: 2, UnitType.SALOON_CAR: 1}  # REV-10.02b, REV-10.02c


class Movement(StrEnum):
    """Classes of ground (REV-8.02)."""

    OPEN = "open"
    ROUGH = "rough"
    IMPASSABLE = "impassable"
    TOWN = "town"


class Crossing(StrEnum):
    """What it takes to cross a linear feature (REV-8.06, REV-8.07, REV-10.85b)."""

    FREE = "free"
    OBSTACLE = "obstacle"
    CHOKE = "choke"
    WIRE = "wire"
    IMPASSABLE = "impassable"


@dataclass(frozen=True, slots=True)
class Ground:
    """A kind of ground (REV-8.02 to REV-8.14)."""

    movement: Movement
    cover: Cover
    tall: bool
    symbol: str
    round: bool

    @property
    def enterable(self) -> bool:
        return self.movement is not Movement.IMPASSABLE


@dataclass(frozen=True, slots=True)
class Feature:
    """A kind of linear feature (REV-8.06, REV-8.07, REV-8.16)."""

    crossing: Crossing
    cover: Cover
    symbol: str
    round: bool
    segment: Length = 0  # it is cut into pieces this long, each a feature of its own (REV-10.85)


@dataclass(frozen=True, slots=True)
class Way:
    """A kind of road (REV-8.05)."""

    march: bool
    rails: bool
    width: Length
    symbol: str


@dataclass(frozen=True, slots=True)
class Base:
    """The size of one base of a unit type (REV-2.24)."""

    width: Length
    depth: Length


def page(name: str) -> Mapping[str, Any]:
    """One of the two pages: terrain or units."""
    return pages.page(__package__, name)


@cache
def grounds() -> Mapping[str, Ground]:
    """The kinds of ground by name."""
    return {
        kind: Ground(Movement(row["movement"]), Cover(row["cover"]), row["tall"], row["symbol"], row["round"])
        for kind, row in page("terrain")["ground"].items()
    }


@cache
def features() -> Mapping[str, Feature]:
    """The kinds of linear features by name."""
    return {
        kind: Feature(
            Crossing(row["crossing"]), Cover(row["cover"]), row["symbol"], row["round"], inches(row.get("segment", 0))
        )
        for kind, row in page("terrain")["line"].items()
    }


@cache
def ways() -> Mapping[str, Way]:
    """The kinds of roads by name."""
    return {
        kind: Way(row["march"], row["rails"], inches(row["width"]), row["symbol"])
        for kind, row in page("terrain")["road"].items()
    }


@cache
def bases() -> Mapping[UnitType, Base]:
    """The size of a base of each unit type."""
    return {
        UnitType(name): Base(inches(row["base"][0]), inches(row["base"][1]))
        for name, row in page("units")["unit"].items()
    }


def ground(kind: str) -> Ground:
    """What a kind of ground means."""
    return grounds()[kind]


def feature(kind: str) -> Feature:
    """What a kind of linear feature means."""
    return features()[kind]


def way(kind: str) -> Way:
    """What a kind of road means."""
    return ways()[kind]


@cache
def leader_radius() -> Length:
    """Half the width of a Leader's base (REV-2.24c)."""
    return inches(page("units")["leader"]["diameter"]) // 2


def flags(unit: Unit) -> frozenset[str]:
    """What is true of a unit: aa, armored, overloaded, emplaced, mounted_mg, bombs, strafes, hidden."""
    told = {name for name, value in unit.fields.items() if value is True}
    return frozenset(told | {"hidden"} if unit.hidden else told)
