"""What ground means in this war: classes of movement, cover, growth that hides, obstacles, roads, defiles and structures (MAW-G.08 to MAW-G.10)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Any

import numpy as np
import shapely

from sandtable.geometry.cover import area_at, level_at
from sandtable.geometry.facts import fact
from sandtable.geometry.footprint import Footprint
from sandtable.geometry.measure import Length, Point
from sandtable.geometry.terrain import Area, Line, Road, Terrain
from sandtable.kernel.tables import Tables
from sandtable.miniatures.bodies import house
from sandtable.miniatures.sweeping import Swept, entered
from sandtable.rulesets.mexican_american_war.table.state import length
from sandtable.rulesets.mexican_american_war.vocabulary import Arm, Cover, Ground, GroundDefended

FOOT, MOUNTED, GUNS = "foot", "mounted", "guns"
GOOD_ROAD, POOR_ROAD = "good", "poor"
DEFILE = "defile"
ABATIS, DENSE_CHAPARRAL = "abatis", "dense_chaparral"
ORDINARY = frozenset({"adobe_building"})
FORTS = frozenset({"redoubt", "fort", "convent", "citadel", "bridgehead"})
STRUCTURES = ORDINARY | FORTS  # they are gone into, not over (MAW-G.19d)
_ORDER = tuple(Ground)  # fastest first


def mover_of(unit: Any) -> str:
    """Whose column of the terrain table counts: foot, mounted, or guns."""
    arm = getattr(unit, "arm", None)
    if arm is Arm.GUNS:
        return GUNS
    if arm is Arm.INFANTRY:
        return FOOT
    return MOUNTED if unit.mounted else FOOT


@lru_cache(maxsize=4096)
def class_of(kind: str, mover: str, tables: Tables) -> Ground | None:
    """The class of a kind of ground for a mover; None where it cannot go (MAW-G.09)."""
    told = tables.text("ground", kind, mover)
    return None if told == "no" else Ground(told)


def worst(classes: Iterable[Ground]) -> Ground:
    """The slowest of some classes (MAW-8.15, MAW-G.20h)."""
    return max(classes, key=_ORDER.index, default=Ground.OPEN)


def classes_entered(terrain: Terrain, ground: Swept, mover: str, tables: Tables) -> tuple[Ground, tuple[Area, ...]]:
    """The slowest class that swept ground enters, and the areas that cannot be gone over."""
    areas = entered(terrain, ground)
    found = [(area, class_of(area.kind, mover, tables)) for area in areas]
    return worst(each for _, each in found if each is not None), tuple(area for area, each in found if each is None)


# ---- Cover and positions ---------------------------------------------------------------------------------------------------------------


@lru_cache(maxsize=4096)
def cover_of(kind: str, tables: Tables, *, loose: bool) -> Cover:
    """The cover that ground gives to who stands in it; some of it only to open order (MAW-13.13, MAW-G.09)."""
    told = tables.text("ground", kind, "cover").split()
    return Cover(told[-1]) if len(told) == 1 or loose else Cover.NONE


@lru_cache(maxsize=1024)
def work_of(kind: str, tables: Tables) -> tuple[str, Cover, GroundDefended] | None:
    """A linear feature: minor or major obstacle, cover, position; None for what is no obstacle."""
    if not tables.has("works", kind, "obstacle"):
        return None
    return (
        tables.text("works", kind, "obstacle"),
        Cover(tables.text("works", kind, "cover")),
        GroundDefended(tables.text("works", kind, "position")),
    )


@fact
def works(terrain: Terrain, tables: Tables, obstacle: str) -> tuple[Line, ...]:
    """The linear obstacles of a kind: minor or major."""
    known = ((line, work_of(line.kind, tables)) for line in terrain.lines)
    return tuple(line for line, work in known if work is not None and work[0] == obstacle)


def sheltering(terrain: Terrain, tables: Tables, start: Point, end: Point) -> tuple[Line, ...]:
    """The linear works between two places that are near enough to the end to shelter whoever is there."""
    near = length(tables.number("apart.behind"))
    way = shapely.linestrings([start, end])
    place = shapely.points(end)
    return tuple(
        line
        for line, shape in _works_drawn(terrain, tables)
        if shapely.intersects(shape, way) and shapely.distance(shapely.intersection(shape, way), place) <= near
    )


@fact
def _works_drawn(terrain: Terrain, tables: Tables) -> tuple[tuple[Line, Any], ...]:
    lines = (line for line in terrain.lines if work_of(line.kind, tables) is not None)
    return tuple((line, shapely.linestrings(np.array(line.points, dtype=np.float64))) for line in lines)


# ---- Growth, levels, roads, structures -------------------------------------------------------------------------------------------------


@lru_cache(maxsize=64)
def growth(tables: Tables, thick: str) -> frozenset[str]:
    """The kinds of ground whose growth is dense, or light."""
    cells = (cell.split(".") for cell in tables.cells if cell.startswith("ground.") and cell.endswith(".growth"))
    return frozenset(kind for _, kind, _ in cells if tables.text("ground", kind, "growth") == thick)


def level(terrain: Terrain, place: Point) -> int:
    """How many levels above the table."""
    return level_at(terrain, place) if terrain.hills else 0


def structure_at(terrain: Terrain, place: Point) -> Area | None:
    """The structure that a place is in."""
    area = area_at(terrain, place)
    return area if area is not None and area.kind in STRUCTURES else None


def structure(terrain: Terrain, name: str) -> Area | None:
    """The structure of a name."""
    return next((area for area in terrain.areas if area.id == name and area.kind in STRUCTURES), None)


@lru_cache(maxsize=1024)
def ground_under(outline: tuple[Point, ...]) -> Footprint:
    """The ground under a structure of four walls."""
    return house(outline)


@fact
def roads_drawn(terrain: Terrain, kind: str) -> Any:
    """The ground of all roads of a kind, None where there are none."""
    roads = [road for road in terrain.roads if road.kind == kind]
    if not roads:
        return None
    drawn = shapely.union_all([_band(road) for road in roads])
    shapely.prepare(drawn)
    return drawn


def _band(road: Road) -> Any:
    return shapely.buffer(
        shapely.linestrings(np.array(road.points, dtype=np.float64)), road.width / 2, cap_style="flat"
    )


def road_at(terrain: Terrain, stands: Swept, slack: Length = 0) -> Road | None:
    """The road that any of these stands touches, the nearest first (MAW-8.08)."""
    found = [(float(shapely.distance(_band(road), stands).min()), road) for road in terrain.roads]
    near = [(far, road.id, road) for far, road in found if far <= slack]
    return min(near)[2] if near else None


def length_on(terrain: Terrain, kind: str, path: Sequence[Point]) -> Length:
    """How much of a path lies on roads of a kind."""
    drawn = roads_drawn(terrain, kind)
    if drawn is None or len(path) < 2:  # noqa: PLR2004 - a path has two ends
        return 0
    way = shapely.linestrings(np.array(path, dtype=np.float64))
    return int(shapely.length(shapely.intersection(way, drawn)))


def defiles(terrain: Terrain) -> tuple[Line, ...]:
    """The defiles that the scenario names (MAW-16.01)."""
    return tuple(line for line in terrain.lines if line.kind == DEFILE)
