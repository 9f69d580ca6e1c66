"""Revolucion! in scenario files: its kinds of ground (chapter 8), its units and how they stand (REV-2.24, REV-4.10 to 4.33), its marks.

The pages ``terrain.toml`` and ``units.toml`` hold every number and word; battles read them through this module.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cache, cached_property
from importlib.resources import files
from itertools import pairwise
from math import atan2, degrees, hypot
from typing import Any

from sandtable.battle.scenario import Unit
from sandtable.battle.scenario_rules import FieldKind, UnitKind
from sandtable.geometry.footprint import Footprint, column, line, ranks, standing
from sandtable.geometry.measure import CIRCLE, Length, Pose, inches
from sandtable.geometry.terrain import Terrain
from sandtable.kernel.ruleset import Ruleset
from sandtable.rulesets.revolucion.ruleset import RULESET
from sandtable.rulesets.revolucion.vocabulary import (
    ON_RAILS,
    ArmyQuality,
    Cover,
    Formation,
    UnitType,
)


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

    @property
    def carries(self) -> bool:
        return self.rails


@dataclass(frozen=True, slots=True)
class Base:
    """The size of one base of a unit type (REV-2.24)."""

    width: Length
    depth: Length


def _page(name: str) -> dict[str, Any]:
    return tomllib.loads(files(__package__).joinpath(name).read_text(encoding="utf-8"))


@cache
def grounds() -> Mapping[str, Ground]:
    """The kinds of ground by name."""
    return {
        kind: Ground(Movement(row["movement"]), Cover(row["cover"]), row["tall"], row["symbol"], row["round"])
        for kind, row in _page("terrain.toml")["ground"].items()
    }


@cache
def features() -> Mapping[str, Feature]:
    """The kinds of linear features by name."""
    return {
        kind: Feature(
            Crossing(row["crossing"]), Cover(row["cover"]), row["symbol"], row["round"], inches(row.get("segment", 0))
        )
        for kind, row in _page("terrain.toml")["line"].items()
    }


@cache
def ways() -> Mapping[str, Way]:
    """The kinds of roads by name."""
    return {
        kind: Way(row["march"], row["rails"], inches(row["width"]), row["symbol"])
        for kind, row in _page("terrain.toml")["road"].items()
    }


@cache
def bases() -> Mapping[UnitType, Base]:
    """The size of a base of each unit type."""
    return {
        UnitType(name): Base(inches(row["base"][0]), inches(row["base"][1]))
        for name, row in _page("units.toml")["unit"].items()
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


def leader_radius() -> Length:
    """Half the width of a Leader's base (REV-2.24c)."""
    return inches(_page("units.toml")["leader"]["diameter"]) // 2


def flags(unit: Unit) -> frozenset[str]:
    """What is true of a unit: aa, armored, overloaded, emplaced, mounted_mg, bombs, strafes, hidden."""
    told = {name for name, value in unit.fields.items() if value is True}
    return frozenset(told | {"hidden"} if unit.hidden else told)


def rank_sizes(kind: UnitType, count: int, artillery: str = "wide") -> tuple[int, ...]:
    """Ranks of the maneuver formation, front first, as even and as wide as they may be (REV-4.10, REV-4.11, REV-G.19)."""
    if kind is UnitType.ARTILLERY:
        return (1,) * count if artillery == "column" else (min(count, 2), *((count - 2,) if count > 2 else ()))  # noqa: PLR2004
    if count <= 2:  # noqa: PLR2004 - two bases stand one behind the other
        return (1,) * count
    return ((count + 1) // 2, count // 2)


def formed(kind: UnitType, count: int, formation: Formation, anchor: Pose, artillery: str = "wide") -> Footprint:
    """A unit in formation about the middle of its front (REV-4.10, REV-4.20, REV-4.30, REV-4.30c)."""
    base = bases()[kind]
    if kind in ON_RAILS or formation is Formation.MARCH:
        gap = base.depth if kind is UnitType.ARTILLERY else 0
        return column(anchor, count, base.width, base.depth, gap)
    if formation is Formation.DEPLOYED:
        return line(anchor, count, base.width, base.depth)
    return ranks(anchor, rank_sizes(kind, count, artillery), base.width, base.depth)


class RevolucionScenarios:
    """What scenario files may say in Revolucion!."""

    ruleset: Ruleset = RULESET
    formations = tuple(formation.value for formation in Formation)
    qualities = tuple(quality.value for quality in ArmyQuality)
    grounds = grounds()
    features = features()
    ways = ways()
    leader_radius = leader_radius()

    @cached_property
    def yards_per_inch(self) -> int:
        number: int = _page("units.toml")["scale"]["yards_per_inch"]
        return number

    @cached_property
    def unit_kinds(self) -> Mapping[str, UnitKind]:
        return {
            name: UnitKind(row["arm"], row["grade"], row["bases"][0], row["bases"][1])
            for name, row in _page("units.toml")["unit"].items()
        }

    @cached_property
    def unit_fields(self) -> Mapping[str, FieldKind]:
        return {
            name: FieldKind(
                row["kind"],
                row["about"],
                tuple(row.get("choices", ())),
                row.get("least", 0),
                row.get("most", 0),
                tuple(row.get("types", ())),
            )
            for name, row in _page("units.toml")["field"].items()
        }

    @cached_property
    def mark_kinds(self) -> tuple[str, ...]:
        return tuple(_page("units.toml")["mark"])

    @cached_property
    def mark_fields(self) -> Mapping[str, FieldKind]:
        return {}

    def usual_formation(self, type_: str) -> str:
        kind = UnitType(type_)
        return (Formation.MARCH if kind in ON_RAILS else Formation.MANEUVER).value

    def footprint(self, unit: Unit, terrain: Terrain) -> Footprint | None:
        """Where a unit stands at the start (REV-4.20b bent lines, REV-G.30h trains along their track)."""
        kind, place = UnitType(unit.type), unit.place
        base = bases()[kind]
        if place.bases:
            front = 1 if unit.formation == Formation.MARCH else len(place.bases)
            return standing(place.bases, front, base.width, base.depth)
        if place.road:
            return _along_track(unit, base, terrain)
        if place.pose is None or kind is UnitType.AIRCRAFT:
            return None
        return formed(kind, unit.bases, Formation(unit.formation), place.pose)


def _along_track(unit: Unit, base: Base, terrain: Terrain) -> Footprint:
    road = next(way for way in terrain.roads if way.id == unit.place.road)
    # Facing back to the start of the track, the cars stand towards its end.
    step = base.depth if unit.place.backwards else -base.depth
    poses = []
    for number in range(unit.bases):
        pose = pose_along(road.points, unit.place.along + number * step)
        facing = (pose.facing + CIRCLE // 2) % CIRCLE if unit.place.backwards else pose.facing
        poses.append(Pose(pose.x, pose.y, facing))
    return standing(poses, 1, base.width, base.depth)


def pose_along(points: tuple[Any, ...], distance: Length) -> Pose:
    """The place so far along a line, facing its end; beyond its ends the line runs on straight."""
    left = float(distance)
    last = len(points) - 2
    for number, (start, end) in enumerate(pairwise(points)):
        length = hypot(end.x - start.x, end.y - start.y)
        if left <= length or number == last:
            share = left / length if length else 0.0
            facing = round(degrees(atan2(end.x - start.x, end.y - start.y)) * 10) % CIRCLE
            return Pose(round(start.x + (end.x - start.x) * share), round(start.y + (end.y - start.y) * share), facing)
        left -= length
    raise ValueError("a line has two points at least")


SCENARIO_RULES = RevolucionScenarios()
