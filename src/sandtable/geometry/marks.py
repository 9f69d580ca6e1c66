"""Many units looked at from one place after another: laid out once, looked at in one call for each place."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import inf
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from sandtable.geometry.compiled.many_looks import (
    END_X,
    END_Y,
    GAP,
    LENGTH,
    OUTSIDE,
    SEEN,
    START_X,
    START_Y,
    look_at_each,
)
from sandtable.geometry.edges import Edges, outer_edges
from sandtable.geometry.footprint import Footprint, Quads
from sandtable.geometry.measure import Length, Point, Pose
from sandtable.geometry.sight import STEP, SightRules, ground_of
from sandtable.geometry.terrain import Terrain


class Glance(NamedTuple):
    """How far off a unit is, and the line on which it is seen; ``line`` is None where it is not, or was not asked for."""

    gap: Length
    length: Length = 0
    through_outside: Length = 0
    line: tuple[Point, Point] | None = None


@dataclass(frozen=True, slots=True)
class Marks:
    """The bases and edges of many units, one unit after the other."""

    bases: tuple[tuple[Pose, ...], ...]
    quads: Quads
    quad_starts: NDArray[np.int64]
    edges: Edges
    edge_starts: NDArray[np.int64]
    radii: NDArray[np.float64]


def marks(units: Sequence[Footprint]) -> Marks:
    """Units as marks."""
    edges = [outer_edges(unit) for unit in units]
    return Marks(
        tuple(unit.bases for unit in units),
        np.concatenate([unit.quads for unit in units]) if units else np.empty((0, 4, 2)),
        _starts([len(unit.bases) for unit in units]),
        np.concatenate(edges) if units else np.empty((0, 4)),
        _starts([len(each) for each in edges]),
        np.array([unit.radius for unit in units], dtype=np.float64),
    )


def _starts(counts: list[int]) -> NDArray[np.int64]:
    starts = np.zeros(len(counts) + 1, dtype=np.int64)
    starts[1:] = np.array(counts, dtype=np.int64).cumsum()
    return starts


def glances(
    terrain: Terrain,
    rules: SightRules,
    body: Footprint,
    others: Marks,
    within: NDArray[np.float64],
    step: Length = STEP,
) -> list[Glance]:
    """What ``distance`` and ``sees`` say of each of many units; the line only of those no farther off than ``within``.

    A wider ``step`` is quicker, and may miss a line through a narrow gap.
    """
    ground = ground_of(terrain)
    own = body.bases
    backwards = np.array([bases < own for bases in others.bases], dtype=np.bool_)
    found = look_at_each(
        ground.corners, ground.features, rules.into, rules.through, 0, body.quads, outer_edges(body), float(body.radius),
        others.quads, others.quad_starts, others.edges, others.edge_starts, others.radii, within, backwards, False,
        inf, float(step), step <= STEP,
    )  # fmt: skip
    return [_glance(row) for row in found.tolist()]


def _glance(row: list[float]) -> Glance:
    if not row[SEEN]:
        return Glance(int(row[GAP]))
    line = (Point(int(row[START_X]), int(row[START_Y])), Point(int(row[END_X]), int(row[END_Y])))
    return Glance(int(row[GAP]), int(row[LENGTH]), int(row[OUTSIDE]), line)
