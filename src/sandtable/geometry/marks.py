"""Many units looked at from one place after another: laid out once, looked at in one call for each place."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import accumulate
from math import inf
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from sandtable.geometry.compiled.candidates import Body
from sandtable.geometry.compiled.many_looks import Many, look_at_each
from sandtable.geometry.compiled.searches import Wanted
from sandtable.geometry.edges import outer_edges
from sandtable.geometry.footprint import Footprint
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
    many: Many


def marks(units: Sequence[Footprint]) -> Marks:
    """Units as marks."""
    edges = [outer_edges(unit) for unit in units]
    many = Many(
        np.concatenate([unit.quads for unit in units]) if units else np.empty((0, 4, 2)),
        _starts(len(unit.bases) for unit in units),
        np.concatenate(edges) if units else np.empty((0, 4)),
        _starts(len(each) for each in edges),
        np.array([unit.radius for unit in units], dtype=np.float64),
    )
    return Marks(tuple([unit.bases for unit in units]), many)


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
    own = body.bases
    backwards = np.array([bases < own for bases in others.bases], dtype=np.bool_)
    gaps, lines = look_at_each(
        ground_of(terrain).outlines,
        rules.compiled._replace(clearance=0),
        Body(outer_edges(body), body.quads),
        float(body.radius),
        others.many,
        within,
        backwards,
        Wanted(arcs=False, most=inf, step=float(step), sharp=step <= STEP),
    )
    seen = {
        number: Glance(length, outside, Point(start_x, start_y), Point(end_x, end_y))
        for number, length, outside, start_x, start_y, end_x, end_y in lines.tolist()
    }
    return gaps.tolist(), seen
