"""How hard the going is: what an inch costs on each kind of ground, and the ground laid out for the compiled loops.

Which kinds there are and what they cost is a ruleset's business. Here they are only names.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from itertools import pairwise

import numpy as np
import shapely

from sandtable.geometry.compiled.layout import Facts, Fields, Indices, Numbers
from sandtable.geometry.facts import Lasting, fact, once
from sandtable.geometry.measure import Length, Point
from sandtable.geometry.terrain import Area, Line, Road, Terrain

RESTS = 250.0  # thousandths: an end of a passage so near to an obstacle rests on it


@dataclass(frozen=True, eq=False)
class Going:
    """What movement costs somebody.

    ``ground``: the cost of an inch on each kind of area (absent: 1; None: impassable). ``crossing``: what it costs to cross each
    kind of line (absent: nothing; None: cannot be crossed). ``road``: the cost of an inch on a road of the ``road_kinds``, whatever
    lies under it (None: no help). ``off_front``: what a move to the side or back is multiplied with. ``passages``: kinds of lines
    that lead through what is otherwise impassable, such as a gate or a bridge: the ends of such a line rest on the obstacle. The
    whole unit pays for it when the middle of its front goes through.
    """

    ground: Mapping[str, Fraction | int | None] = field(default_factory=dict)
    crossing: Mapping[str, Length | None] = field(default_factory=dict)
    road: Fraction | None = None
    road_kinds: frozenset[str] = frozenset()
    off_front: Fraction | int = 2
    passages: frozenset[str] = frozenset()

    @once
    def label(self) -> str:
        """All that makes it the same going as another, as one word to compare by."""
        kinds = (
            sorted(self.ground.items()),
            sorted(self.crossing.items()),
            sorted(self.road_kinds),
            sorted(self.passages),
        )
        return str((*kinds, self.road, self.off_front))

    def __eq__(self, other: object) -> bool:
        """Whether another costs the same."""
        return isinstance(other, Going) and self.label == other.label

    def __hash__(self) -> int:
        return hash(self.label)

    @once
    def straight(self) -> Going:
        """This going for somebody who only goes straight on, for whom the ground is laid out: moves aside cost no more."""
        return replace(self, off_front=1)

    @once
    def cheapest(self) -> Fraction:
        """The least that an inch can cost."""
        costs = [Fraction(cost) for cost in self.ground.values() if cost is not None]
        return min([Fraction(1), *costs, *([self.road] if self.road is not None else [])])

    @once
    def least(self) -> float:
        """The least that an inch can cost, as the compiled loops read it."""
        return float(self.cheapest)

    @once
    def aside(self) -> float:
        """What a move to the side or back is multiplied with, as the compiled loops read it."""
        return float(self.off_front)

    def opens(self, kind: str) -> bool:
        """Whether ground of a kind can be entered."""
        return self.ground.get(kind, 1) is not None


OPEN = Going()  # everything can be walked on at an inch for an inch


@dataclass(frozen=True)
class Ground(Lasting):
    """A terrain laid out for one going: the arrays, and the ids of the features that hinder."""

    fields: Fields
    features: tuple[str, ...]
    impassable: frozenset[str]  # features that are areas; the others are lines


def laid_out(terrain: Terrain, going: Going) -> Ground:
    """The ground for a going."""
    return _ground(terrain, going.straight)


@fact
def _ground(terrain: Terrain, going: Going) -> Ground:
    pieces, owners, features, impassable = _obstacles(terrain, going)
    gates = [line for line in terrain.lines if line.kind in going.passages]
    passages = _segments(line.points for line in gates)
    tolls = [going.crossing.get(line.kind, 0) or 0 for line in gates for _ in line.points[1:]]
    costs = [float(going.ground.get(area.kind, 1) or 1) for area in terrain.areas]
    crossed = [(line, going.crossing.get(line.kind, 0)) for line in terrain.lines]
    dear = [(line, extra) for line, extra in crossed if extra and line.kind not in going.passages]
    roads = [road for road in terrain.roads if going.road is not None and road.kind in going.road_kinds]
    fields = Fields(
        width=float(terrain.width),
        height=float(terrain.height),
        corners=_stack([np.array(area.outline, dtype=np.float64) for area in terrain.areas], 2),
        starts=np.cumsum([0, *(len(area.outline) for area in terrain.areas)], dtype=np.int64),
        costs=np.array(costs, dtype=np.float64),
        boxes=_stack([_box(np.array([area.outline], dtype=np.float64)) for area in terrain.areas], 4),
        lines=_segments(line.points for line, _ in dear),
        extras=np.array([extra for line, extra in dear for _ in line.points[1:]], dtype=np.float64),
        roads=_bands(roads),
        road_cost=float(going.road) if going.road is not None else 1.0,
        pieces=pieces,
        piece_boxes=_stack([_box(piece[np.newaxis]) for piece in pieces], 4),
        owners=owners,
        passages=passages,
        tolls=np.array(tolls, dtype=np.float64),
        exempt=_exempt(passages, pieces, owners, len(features)),
    )
    return Ground(fields, features, impassable)


def _bands(roads: Sequence[Road]) -> Numbers:
    pairs = [(*start, *end, road.width / 2) for road in roads for start, end in pairwise(road.points)]
    return np.array(pairs, dtype=np.float64).reshape(-1, 5)


def _obstacles(terrain: Terrain, going: Going) -> tuple[Numbers, Indices, tuple[str, ...], frozenset[str]]:
    """What cannot be entered or crossed, in convex pieces, with the feature each belongs to."""
    pieces: list[Numbers] = []
    owners: list[int] = []
    features: list[str] = []
    impassable: list[str] = []
    for number, area in enumerate(terrain.areas):
        if not going.opens(area.kind):
            triangles = _triangles(area, terrain.areas[number + 1 :], going)
            impassable.append(area.id)
            pieces += triangles
            owners += [len(features)] * len(triangles)
            features.append(area.id)
    for line in terrain.lines:
        if _uncrossable(line, going):
            for start, end in pairwise(line.points):
                pieces.append(np.array([start, end, end, end], dtype=np.float64))
                owners.append(len(features))
            features.append(line.id)
    stacked = np.array(pieces, dtype=np.float64).reshape(-1, 4, 2)
    return stacked, np.array(owners, dtype=np.int64), tuple(features), frozenset(impassable)


def _uncrossable(line: Line, going: Going) -> bool:
    return going.crossing.get(line.kind, 0) is None


def _triangles(area: Area, above: tuple[Area, ...], going: Going) -> list[Numbers]:
    """What of an impassable area is not covered by better ground on top of it, in triangles."""
    shape = shapely.Polygon(area.outline)
    for other in above:
        if going.opens(other.kind):
            shape = shape.difference(shapely.Polygon(other.outline))
    triangles = shapely.constrained_delaunay_triangles(shape).geoms
    return [np.array(triangle.exterior.coords, dtype=np.float64)[[0, 1, 2, 2]] for triangle in triangles]


def _exempt(passages: Numbers, pieces: Numbers, owners: Indices, features: int) -> Facts:
    exempt = np.zeros((len(passages), features), dtype=np.bool_)
    shapes = [shapely.MultiPoint(piece).convex_hull for piece in pieces]
    for number, (x, y, other_x, other_y) in enumerate(passages):
        for shape, owner in zip(shapes, owners, strict=True):
            ends = (shapely.Point(x, y), shapely.Point(other_x, other_y))
            if any(shape.distance(end) <= RESTS for end in ends):
                exempt[number, owner] = True
    return exempt


def _segments(features: Iterable[tuple[Point, ...]]) -> Numbers:
    pairs = [(*start, *end) for points in features for start, end in pairwise(points)]
    return np.array(pairs, dtype=np.float64).reshape(-1, 4)


def _stack(parts: list[Numbers], columns: int) -> Numbers:
    return np.concatenate(parts) if parts else np.zeros((0, columns), dtype=np.float64)


def _box(shapes: Numbers) -> Numbers:
    """Left, bottom, right, top of each shape."""
    return np.concatenate([shapes.min(axis=1), shapes.max(axis=1)], axis=1)
