"""Somebody on a round base beside a unit: he touches it wherever he is put, and keeps his place when it moves."""

from __future__ import annotations

import pytest

from sandtable.geometry.distance import distance, touches
from sandtable.geometry.footprint import figure, ranks
from sandtable.geometry.measure import INCH, Point, Pose
from sandtable.miniatures.company import carried, met, round_about

RADIUS = INCH // 2
UNIT = ranks(Pose(20 * INCH, 20 * INCH, 300), (3, 3), INCH, INCH)


def test_wherever_he_is_put_he_touches_it():
    places = list(round_about(UNIT, Point(40 * INCH, 20 * INCH), RADIUS))
    assert len(places) == len(UNIT.bases) * 4 * 3
    for place in places:
        assert distance(figure(place, RADIUS), UNIT) <= 2


def test_who_touches_it_already_may_stay():
    beside = next(round_about(UNIT, UNIT.anchor.point, RADIUS))
    assert next(round_about(UNIT, beside, RADIUS)) == beside


@pytest.mark.parametrize("facing", (300, 0, 1234))
def test_he_keeps_his_place_beside_the_front(facing):
    there = UNIT.placed(Pose(5 * INCH, 30 * INCH, facing))
    place = Point(21 * INCH, 21 * INCH)
    gone = carried(UNIT, there, place)
    far = distance(figure(place, 0), figure(UNIT.anchor.point, 0))
    assert abs(distance(figure(gone, 0), figure(there.anchor.point, 0)) - far) <= 2


@pytest.mark.parametrize("far", (0, 400, 600, 900, 5000))
def test_a_glance_tells_what_measuring_tells(far):
    his = figure(Point(UNIT.anchor.x, UNIT.anchor.y + far), RADIUS)
    assert met(his, UNIT) == touches(his, UNIT)
