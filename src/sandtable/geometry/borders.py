"""The edges of a table, by their names."""

from __future__ import annotations

from collections.abc import Mapping

from sandtable.geometry.crowd import Box
from sandtable.geometry.measure import CIRCLE, Facing, Point
from sandtable.geometry.terrain import Terrain

OUTWARD: Mapping[str, Facing] = {"north": 0, "east": CIRCLE // 4, "south": CIRCLE // 2, "west": CIRCLE * 3 // 4}
OPPOSITE: Mapping[str, str] = {"north": "south", "east": "west", "south": "north", "west": "east"}
INWARD: Mapping[str, Facing] = {edge: OUTWARD[other] for edge, other in OPPOSITE.items()}


def on_edge(terrain: Terrain, edge: str, place: Point) -> Point:
    """The place on an edge that is straight across from another."""
    return {
        "north": Point(place.x, terrain.height),
        "east": Point(terrain.width, place.y),
        "south": Point(place.x, 0),
        "west": Point(0, place.y),
    }[edge]


def from_edges(terrain: Terrain, box: Box) -> dict[str, float]:
    """How far an upright rectangle is from each edge; less than nothing by how much it is beyond it."""
    left, bottom, right, top = box
    return {
        "north": terrain.height - top,
        "east": terrain.width - right,
        "south": bottom,
        "west": left,
    }
