"""How much of each base lies inside an outline: the outline cut down to the base, edge by edge, and its area."""

from __future__ import annotations

import numpy as np

from sandtable.geometry.compiled.compiler import compiled, part
from sandtable.geometry.compiled.layout import Numbers

MORE = 2  # times as many corners, and a few, may come of cutting an outline that is not convex


@compiled
def shares(quads: Numbers, outline: Numbers) -> Numbers:
    """The share of each base, 0 to 1; a base without area counts as wholly inside where anything of the outline is left."""
    found = np.empty(len(quads))
    room = (MORE * len(outline) + 2) * (1 << quads.shape[1])
    one, two = np.empty((room, 2)), np.empty((room, 2))
    for base in range(len(quads)):
        count = len(outline)
        for corner in range(count):  # a slice would compile for seconds
            one[corner, 0], one[corner, 1] = outline[corner, 0], outline[corner, 1]
        before = quads.shape[1] - 1
        for corner in range(quads.shape[1]):
            ax, ay = quads[base, before, 0], quads[base, before, 1]
            bx, by = quads[base, corner, 0], quads[base, corner, 1]
            count = _cut(one, count, ax, ay, bx, by, two)
            one, two = two, one
            before = corner
        whole = _area(quads[base], quads.shape[1])
        if whole > 0.0:
            found[base] = _area(one, count) / whole
        else:
            found[base] = 1.0 if count > 0 else 0.0
    return found


@part
def _cut(shape: Numbers, count: int, ax: float, ay: float, bx: float, by: float, left: Numbers) -> int:
    """What of a polygon lies to the right of an edge: the inner side, since bases run clockwise. How many corners that has."""
    kept = 0
    if count == 0:
        return 0
    px, py = shape[count - 1, 0], shape[count - 1, 1]
    before = (bx - ax) * (py - ay) - (by - ay) * (px - ax)
    for corner in range(count):
        x, y = shape[corner, 0], shape[corner, 1]
        side = (bx - ax) * (y - ay) - (by - ay) * (x - ax)
        if (side > 0.0) != (before > 0.0):
            share = before / (before - side)
            left[kept, 0], left[kept, 1] = px + share * (x - px), py + share * (y - py)
            kept += 1
        if side <= 0.0:
            left[kept, 0], left[kept, 1] = x, y
            kept += 1
        px, py, before = x, y, side
    return kept


@part
def _area(corners: Numbers, count: int) -> float:
    twice = 0.0
    for corner in range(1, count):
        ax, ay = corners[corner - 1, 0] - corners[0, 0], corners[corner - 1, 1] - corners[0, 1]
        bx, by = corners[corner, 0] - corners[0, 0], corners[corner, 1] - corners[0, 1]
        twice += ax * by - bx * ay
    return abs(twice) / 2.0
