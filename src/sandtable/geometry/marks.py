"""Many units looked at from one place after another: laid out once, looked at in one call for each place."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import accumulate
from math import inf
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from sandtable.geometry.compiled.many_looks import look_at_each
from sandtable.geometry.edges import Edges, outer_edges
from sandtable.geometry.footprint import Footprint, Quads
from sandtable.geometry.measure import Length, Point, Pose
from sandtable.geometry.sight import STEP, SightRules, ground_of
from sandtable.geometry.terrain import Terrain


class Glance(NamedTuple):
    """The line on which a unit is seen."""

    length: Length
    through_outside: Length
    start: Point
    end: Point


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
        tuple([unit.bases for unit in units]),
        np.concatenate([unit.quads for unit in units]) if units else np.empty((0, 4, 2)),
        _starts(len(unit.bases) for unit in units),
        np.concatenate(edges) if units else np.empty((0, 4)),
        _starts(len(each) for each in edges),
        np.array([unit.radius for unit in units], dtype=np.float64),
    )


def _starts(counts: Iterable[int]) -> NDArray[np.int64]:
    return np.array([0, *accumulate(counts)], dtype=np.int64)


def glances(
    terrain: Terrain,
    rules: SightRules,
    body: Footprint,
    others: Marks,
    within: NDArray[np.float64],
    step: Length = STEP,
) -> tuple[list[Length], dict[int, Glance]]:
    """What ``distance`` says of each of many units, and what ``sees`` says of those that are seen, by their number, among those no
    farther off than ``within``. Who has less than nothing for that is not even measured.

    A wider ``step`` is quicker, and may miss a line through a narrow gap.
    """
    ground, own = ground_of(terrain), body.bases
    backwards = np.array([bases < own for bases in others.bases], dtype=np.bool_)
    gaps, lines = look_at_each(
        ground.corners, ground.features, rules.into, rules.through, 0, body.quads, outer_edges(body), float(body.radius),
        others.quads, others.quad_starts, others.edges, others.edge_starts, others.radii, within, backwards, False,
        inf, float(step), step <= STEP,
    )  # fmt: skip
    seen = {
        number: Glance(length, outside, Point(start_x, start_y), Point(end_x, end_y))
        for number, length, outside, start_x, start_y, end_x, end_y in lines.tolist()
    }
    return gaps.tolist(), seen
