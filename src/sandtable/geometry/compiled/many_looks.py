"""From one unit to many: how far off each is, and the shortest clear line to it, all in one call."""

from __future__ import annotations

from math import floor
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from sandtable.geometry.compiled.bases import Quads, nearest_of_bases
from sandtable.geometry.compiled.candidates import Body
from sandtable.geometry.compiled.compiler import compiled
from sandtable.geometry.compiled.ground import Floats, Ints, Outlines
from sandtable.geometry.compiled.rays import CLEAR, Sight
from sandtable.geometry.compiled.rounding import HALF
from sandtable.geometry.compiled.searches import Wanted, search

NUMBER, LENGTH, OUTSIDE, START_X, START_Y, END_X, END_Y = range(7)  # columns of the lines that are found
COLUMNS = 7


class Many(NamedTuple):
    """The bases and edges of many units, one unit after the other."""

    bases: Quads
    base_starts: Ints  # where each unit's bases begin, and the end of all
    edges: Floats
    edge_starts: Ints
    radii: Floats


@compiled
def look_at_each(
    outlines: Outlines,
    sight: Sight,
    body: Body,
    radius: float,
    many: Many,
    within: Floats,
    backwards: NDArray[np.bool_],
    wanted: Wanted,
) -> tuple[Ints, Ints]:
    """How far off each of the others is; and a row for each that is no farther off than ``within`` and is seen: its number, how long the
    line is, how much of it goes through tall ground that is not the end's, its start and its end, all in whole thousandths.

    Who has less than nothing for ``within`` is passed over. ``backwards``: the line is searched for from the other's side, as ``sees``
    does.
    """
    gaps = np.zeros(len(within), dtype=np.int64)
    lines = np.empty((len(within), COLUMNS), dtype=np.int64)
    seen = 0
    nobody = np.empty((0, 4, 2))
    one, two = np.empty((1, 4)), np.empty((1, 4))
    for i in range(len(within)):
        if within[i] < 0.0:
            continue
        bases = many.bases[many.base_starts[i] : many.base_starts[i + 1]]
        far = nearest_of_bases(body.bases, bases)[0]
        gaps[i] = floor(max(0.0, far - radius - many.radii[i]) + HALF)
        if gaps[i] > within[i]:
            continue
        other = Body(many.edges[many.edge_starts[i] : many.edge_starts[i + 1]], bases)
        start, end = (other, body) if backwards[i] else (body, other)
        look, line, length = search(outlines, sight, nobody, start, end, wanted)
        if look[0] != CLEAR:
            continue
        sx, sy = floor(line[0] + HALF), floor(line[1] + HALF)
        ex, ey = floor(line[2] + HALF), floor(line[3] + HALF)
        outside = look[4]
        if backwards[i]:
            sx, sy, ex, ey = ex, ey, sx, sy
        if backwards[i] and look[3] > 0.0:  # what is not the end's is another matter for the other end
            one[0, 0], one[0, 1], one[0, 2], one[0, 3] = sx, sy, sx, sy
            two[0, 0], two[0, 1], two[0, 2], two[0, 3] = ex, ey, ex, ey
            outside = search(outlines, sight, nobody, Body(one, nobody), Body(two, nobody), wanted)[0][4]
        row = lines[seen]
        row[NUMBER], row[LENGTH], row[OUTSIDE] = i, floor(length + HALF), floor(outside + HALF)
        row[START_X], row[START_Y], row[END_X], row[END_Y] = sx, sy, ex, ey
        seen += 1
    return gaps, lines[:seen]
