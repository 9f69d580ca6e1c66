"""Ragged patches: every corner as far out as chance may put it, and the same for the same seed."""

from __future__ import annotations

from math import hypot, isclose, pi
from random import Random

import pytest

from sandtable.miniatures.random_ground import ragged

MIDDLE, HALF, SPREAD = (20.0, 10.0), (6.0, 3.0), (0.75, 1.1)


def patch(seed, **more):
    return ragged(Random(seed), MIDDLE, HALF, 9, SPREAD, **more)


@pytest.mark.parametrize("seed", range(5))
def test_every_corner_lies_within_its_share_of_the_patch(seed):
    outline = patch(seed)
    assert len(outline) == 9
    for x, y in outline:
        out = hypot((x - MIDDLE[0]) / HALF[0], (y - MIDDLE[1]) / HALF[1])
        assert SPREAD[0] <= out <= SPREAD[1]
    assert outline == patch(seed)
    assert outline != patch(seed + 1)


def test_a_quarter_turn_makes_wide_high():
    for (x, y), (u, v) in zip(patch(3), patch(3, turn=pi / 2), strict=True):
        assert isclose(u - MIDDLE[0], MIDDLE[1] - y, abs_tol=1e-9)
        assert isclose(v - MIDDLE[1], x - MIDDLE[0], abs_tol=1e-9)


def test_the_first_corner_lies_where_it_is_begun():
    first = patch(3, start=pi / 2)[0]
    assert isclose(first[0], MIDDLE[0], abs_tol=1e-9)
    assert first[1] > MIDDLE[1]
