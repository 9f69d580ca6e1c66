"""Patches of squares as outlines: what is well inside them is inside, holes and all."""

from __future__ import annotations

import numpy as np
import pytest
import shapely

from sandtable.geometry.measure import INCH, Point, inches
from sandtable.geometry.sight import SightRules
from sandtable.geometry.terrain import Area, Terrain
from sandtable.miniatures.desk.patches import GRAIN, outlines, unseen

STEP = 500


def ring(size, outer, inner):
    """Squares that are set between two circles about the middle."""
    across, up = np.meshgrid(np.arange(size), np.arange(size))
    off = np.hypot(across - size / 2, up - size / 2)
    return (off < outer) & (off >= inner)


def is_inside(loops, place):
    return sum(shapely.Polygon(loop).contains(shapely.Point(place)) for loop in loops) % 2 == 1


@pytest.mark.parametrize("inner", (0, 4))
def test_squares_well_within_or_without_a_patch_are_so_by_its_outline(inner):
    mask = ring(30, 11, inner)
    loops = outlines(mask, STEP)
    assert len(loops) == (2 if inner else 1)
    for row in range(2, 28):
        for column in range(2, 28):
            near = mask[row - 1 : row + 2, column - 1 : column + 2]
            if near.all() or not near.any():
                place = ((column + 0.5) * STEP, (row + 0.5) * STEP)
                assert is_inside(loops, place) == bool(mask[row, column])


def test_nothing_set_has_no_outline():
    assert outlines(np.zeros((5, 5), dtype=np.bool_), STEP) == ()


def test_behind_a_wood_the_ground_is_not_seen():
    corners = tuple(Point(inches(x), inches(y)) for x, y in ((20, 20), (28, 20), (28, 24), (20, 24)))
    table = Terrain(48 * INCH, 36 * INCH, (Area("wood", "woods", corners, tall=True),))
    loops = unseen(table, SightRules(into=INCH, clearance=0), Point(inches(24), inches(5)))
    assert is_inside(loops, (24 * INCH + GRAIN / 2, 30 * INCH))
    assert not is_inside(loops, (5 * INCH, 30 * INCH))
    assert not is_inside(loops, (24 * INCH + GRAIN / 2, 12 * INCH))
