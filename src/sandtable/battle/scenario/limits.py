"""How much a scenario may hold: what it costs to read, to draw and to look across is known before any of it is done."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from math import hypot
from typing import Any

import numpy as np
import shapely
from shapely.geometry import Polygon

from sandtable.battle.scenario.values import Findings
from sandtable.geometry.measure import INCH, Point
from sandtable.geometry.terrain import Area, Hill, Terrain

MOST_UNITS = 200
MOST_LENGTH = 6_000  # inches of outlines, paths and lines together
MOST_CROSSINGS = 2_000  # of one outline with another
MOST_COVER = 4  # tables' worth of ground that lies on one another
_AT_ONCE = 64  # edges looked at together, so that the worst text costs little memory
_DRAWN = {"area": ("outline", "path"), "hill": ("outline",), "line": ("points",), "road": ("points",)}


def check_amounts(values: Mapping[str, Any], findings: Findings) -> None:
    """What the whole file holds of troops and of drawn lines, before anything is made of it."""
    units = [unit for column in values["column"] for unit in column["unit"]]
    if len(units) > MOST_UNITS:
        findings.add(units[MOST_UNITS][""], "scenario.too_many", key="unit", most=MOST_UNITS)
    left = float(MOST_LENGTH * INCH)
    for path, points in _drawn(values):
        left -= _length(points)
        if left < 0:
            findings.add(path, "scenario.too_long", most=MOST_LENGTH)
            return


def check_ground(terrain: Terrain, findings: Findings, paths: Mapping[str, str]) -> None:
    """How often outlines cross and lie over one another."""
    ground: list[Area | Hill] = [*terrain.areas, *terrain.hills]
    outlines = {one.id: one.outline for one in ground}
    left = MOST_COVER * terrain.width * terrain.height
    for known, outline in outlines.items():
        left -= round(abs(Polygon(outline).area))
        if left < 0:
            findings.add(paths.get(known, known), "scenario.too_much_cover", most=MOST_COVER)
            break
    if (crossed := _crossed_too_often(outlines)) is not None:
        findings.add(paths.get(crossed, crossed), "scenario.too_many_crossings", id=crossed, most=MOST_CROSSINGS)


def _drawn(values: Mapping[str, Any]) -> Iterator[tuple[str, Sequence[Point]]]:
    for table, keys in _DRAWN.items():
        for one in values.get(table, ()):
            yield from ((f"{one['']}.{key}", one[key]) for key in keys if key in one)


def _length(points: Sequence[Point]) -> float:
    return sum(hypot(b.x - a.x, b.y - a.y) for a, b in pairwise(points))


def _crossed_too_often(outlines: Mapping[str, Sequence[Point]]) -> str | None:
    """The outline with which there are too many crossings, if there are."""
    edges: list[tuple[Point, Point]] = []
    owners: list[int] = []
    for number, outline in enumerate(outlines.values()):
        own = list(pairwise((*outline, outline[0])))
        edges += own
        owners += [number] * len(own)
    if not edges:
        return None
    lines, whose = shapely.linestrings(np.array(edges, dtype=float)), np.array(owners)
    tree, found = shapely.STRtree(lines), 0
    for start in range(0, len(edges), _AT_ONCE):
        one, other = tree.query(lines[start : start + _AT_ONCE], predicate="intersects")
        found += int(np.count_nonzero(whose[one + start] > whose[other]))
        if found > MOST_CROSSINGS:
            return list(outlines)[owners[start]]
    return None
