"""What bars a line of sight: growth, higher ground, troops (MAW-G.08, MAW-G.08a)."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
import shapely
from numpy.typing import NDArray

from sandtable.geometry.compiled.rectangles import lines_barred
from sandtable.geometry.facts import Lasting, fact, once
from sandtable.geometry.footprint import Footprint
from sandtable.geometry.terrain import Terrain
from sandtable.kernel.tables import Tables
from sandtable.miniatures.sweeping import Numbers, edges_of, shrunk, surfaces, through
from sandtable.rulesets.mexican_american_war.table import ground
from sandtable.rulesets.mexican_american_war.table.state import length

Lit = NDArray[np.bool_]
SEAM = 6.0  # thousandths by which stands close up, so that nobody looks between two that touch


class Bar(NamedTuple):
    """A unit that may bar a line: its side, its stands, the level they are on, and whether it hides or only masks friends' fire."""

    name: str
    side: str
    stands: tuple[Footprint, ...]
    level: int
    hides: bool


class _Rows(NamedTuple):
    """The stands of all units, one by one: their edges, the boxes about them, to which unit each belongs, and on what level."""

    normals: Numbers
    limits: Numbers
    boxes: Numbers
    unit: NDArray[np.int64]
    levels: NDArray[np.int64]


@dataclass(frozen=True)
class Sight(Lasting):
    """The ground, and everybody who stands on it."""

    terrain: Terrain
    tables: Tables
    bars: tuple[Bar, ...]

    @once
    def _rows(self) -> _Rows:
        corners = [np.concatenate([each.quads for each in bar.stands]) for bar in self.bars]
        whole = shrunk(np.concatenate(corners), -SEAM) if corners else np.empty((0, 4, 2))
        unit = np.repeat(np.arange(len(corners)), [len(each) for each in corners])
        levels = np.array([bar.level for bar in self.bars], dtype=np.int64)
        boxes = np.concatenate((whole.min(axis=1), whole.max(axis=1)), axis=1)
        return _Rows(*edges_of(whole), boxes, unit, levels[unit] if len(unit) else levels)

    @fact
    def _counting(self, but: frozenset[str], fires: str) -> Lit:
        """The stands that bar a line: those of units that hide, and of a side that fires all, but for those at both ends."""
        own = [bar.name not in but and (bar.hides or bar.side == fires) for bar in self.bars]
        counts: Lit = np.array(own, dtype=bool)[self._rows.unit]
        return counts

    def clear(self, starts: Numbers, ends: Numbers, but: Collection[str] = (), fires: str = "") -> Lit:
        """Which straight lines nothing hides; ``but`` are units that do not count, ``fires`` is a side whose own stands all mask it."""
        free = _grown_over(self.terrain, self.tables, starts, ends)
        free &= ~_behind_hills(self.terrain, starts, ends)
        rows = self._rows
        if not len(rows.unit) or not free.any():
            return free
        tops = np.maximum(_levels(self.terrain, starts), _levels(self.terrain, ends))
        counts = self._counting(frozenset(but), fires)
        free &= ~lines_barred(starts, ends, tops, rows.normals, rows.limits, rows.boxes, rows.levels, counts)
        return free


# ---- Hills and growth ------------------------------------------------------------------------------------------------------------------


@fact
def _hills(terrain: Terrain) -> tuple[tuple[int, Any], ...]:
    """Every hill's level and outline."""
    found = tuple((hill.level, shapely.polygons(np.array(hill.outline, dtype=np.float64))) for hill in terrain.hills)
    for _, outline in found:
        shapely.prepare(outline)
    return found


def _levels(terrain: Terrain, places: Numbers) -> NDArray[np.int64]:
    """How high places are, to the nearest thousandth."""
    found = np.zeros(len(places), dtype=np.int64)
    there = np.rint(places)
    for level, outline in _hills(terrain):
        inside = shapely.intersects_xy(outline, there[:, 0], there[:, 1])
        found[inside] = np.maximum(found[inside], level)
    return found


def _behind_hills(terrain: Terrain, starts: Numbers, ends: Numbers) -> Lit:
    """Lines over ground that is higher than both their ends (MAW-G.08)."""
    hidden = np.zeros(len(starts), dtype=bool)
    if not terrain.hills:
        return hidden
    lines = shapely.linestrings(np.stack((starts, ends), axis=1))
    met = [(level, shapely.intersects(outline, lines)) for level, outline in _hills(terrain)]
    if any(hit.any() for _, hit in met):
        tops = np.maximum(_levels(terrain, starts), _levels(terrain, ends))
        for level, hit in met:
            hidden |= (tops < level) & hit
    return hidden


def _grown_over(terrain: Terrain, tables: Tables, starts: Numbers, ends: Numbers) -> Lit:
    """Lines with no more growth than one sees through; along a road that is cut through it one sees further (MAW-G.08a)."""
    light = through(terrain, ground.growth(tables, "light"), starts, ends)
    dense = through(terrain, ground.growth(tables, "dense"), starts, ends)
    most, cut = length(tables.number("sight.dense")), length(tables.number("sight.cut"))
    seen: Lit = (light <= length(tables.number("sight.light"))) & (dense <= most)
    if not seen.all() and terrain.roads and (dense > most).any():
        on_road = _cut_through(terrain, tables, starts, ends)
        seen |= (light <= length(tables.number("sight.light"))) & (
            (dense - on_road) * cut + on_road * most <= cut * most
        )
    return seen


def _cut_through(terrain: Terrain, tables: Tables, starts: Numbers, ends: Numbers) -> Numbers:
    """How much of each line runs along a road through dense growth."""
    far: Numbers = shapely.length(
        shapely.intersection(shapely.linestrings(np.stack((starts, ends), axis=1)), _cuts(terrain, tables))
    )
    return far


@fact
def _cuts(terrain: Terrain, tables: Tables) -> Any:
    dense = [each.shape for each in surfaces(terrain) if each.area.kind in ground.growth(tables, "dense")]
    roads = [ground.roads_drawn(terrain, kind) for kind in {road.kind for road in terrain.roads}]
    return shapely.intersection(shapely.union_all(dense), shapely.union_all(roads))
