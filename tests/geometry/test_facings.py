"""Facings beside each other: how far one is to the right of another."""

from __future__ import annotations

import pytest

from sandtable.geometry.measure import CIRCLE, Point, Pose, apart, off_axis, turned, veer


@pytest.mark.parametrize(
    ("before", "after", "by"),
    ((0, 900, 900), (900, 0, -900), (3500, 100, 200), (100, 3500, -200), (700, 700, 0), (0, 1800, -1800)),
)
def test_to_the_right_is_more_and_to_the_left_less_than_nothing(before, after, by):
    assert veer(before, after) == by
    assert turned(before, by) == after % CIRCLE


@pytest.mark.parametrize(("place", "off"), (((0, 9), 0), ((9, 9), 450), ((-9, 9), 450), ((0, -9), 1800)))
def test_a_place_lies_as_far_off_on_either_side(place, off):
    assert off_axis(Pose(0, 0, 0), Point(*place)) == off


def test_two_places_are_as_far_apart_either_way():
    assert apart(Point(0, 0), Pose(3000, -4000, 90)) == apart(Pose(3000, -4000), Point(0, 0)) == 5000
