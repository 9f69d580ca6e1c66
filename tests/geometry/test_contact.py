"""Going into contact: straight along the path until it touches."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sandtable.geometry.contact import assault_path, into_contact, path_cost, path_hindrances
from sandtable.geometry.distance import distance, overlaps
from sandtable.geometry.footprint import figure, line, ranks
from sandtable.geometry.going import Going
from sandtable.geometry.measure import Pose
from sandtable.geometry.terrain import Area, Line, Terrain
from tests.geometry.ground import at, box, units, woods

FOOT = Going({"woods": 2, "river": None}, {"wall": 500, "wire": None})


def square(x: float = 20, y: float = 10, facing: int = 0):
    return ranks(Pose(*at(x, y), facing), (2, 2), 1000, 1000)


def test_it_goes_straight_to_the_nearest_part_and_is_not_aligned():
    target = line(Pose(*at(20, 16), 1800), 2, 1000, 1000)
    assert into_contact(square(), target) == square(20, 16)
    aside = line(Pose(*at(24, 16), 1800), 2, 1000, 1000)  # its nearest corner is at (23, 16)
    assert assault_path(square(), aside) == (at(20, 10), at(23, 16))
    end = into_contact(square(), aside)
    # Its right front corner meets the target's front at once with the middle's path two thirds of the way along.
    assert end.anchor.facing == 0
    assert (end.anchor.y - 10_000) == pytest.approx(2 * (end.anchor.x - 20_000), abs=2)
    assert distance(end, aside) <= 1
    assert not overlaps(end, aside)


def test_a_start_may_be_given_and_who_touches_stays():
    target = line(Pose(*at(20, 16), 1800), 2, 1000, 1000)
    assert into_contact(square(), target, at(20, 12)) == square(20, 16)
    assert into_contact(square(20, 16), target) == square(20, 16)


def test_round_bases_are_met_at_their_edge():
    end = into_contact(square(), figure(at(20, 16), 500))
    assert distance(end, figure(at(20, 16), 500)) <= 1
    assert end.anchor.y == pytest.approx(15_500, abs=1)


@settings(max_examples=60)
@given(units, units)
def test_it_ends_in_contact_and_never_inside(body, target):
    if overlaps(body, target):
        return
    end = into_contact(body, target)
    start = distance(body, target)
    assert not overlaps(end, target)
    assert distance(end, target) <= max(2, min(start, body.width))  # a bent line's anchor may lie off its bases
    if len(body.bases) == body.front == 1 or body.front % 2:
        assert distance(end, target) <= 2


def test_the_ground_on_the_path_costs_and_hinders():
    wall = Line("wall", "wall", (at(0, 13), at(48, 13)))
    terrain = Terrain(48_000, 48_000, (woods(0, 12, 48, 14),), (), (wall,))
    assert path_cost(square(), at(20, 10), at(20, 16), FOOT, terrain) == 6000 + 2000 + 500
    assert path_cost(square(), at(20, 10), at(20, 10), FOOT, terrain) == 0
    assert not path_hindrances(square(), at(20, 10), at(20, 16), FOOT, terrain)
    wire = Line("wire", "wire", (at(20.5, 12), at(30, 12)))
    river = Area("river", "river", box(0, 14, 19.5, 15))
    shut = Terrain(48_000, 48_000, (river,), (), (wire,))
    found = path_hindrances(square(), at(20, 10), at(20, 16), FOOT, shut)
    assert {(each.cause, each.feature) for each in found} == {("impassable", "river"), ("line", "wire")}


terrains = st.builds(lambda left: Terrain(48_000, 48_000, (woods(left, 12, 48, 14),)), st.integers(0, 40))


@given(terrains)
def test_the_dearest_base_decides(terrain):
    left = terrain.areas[0].outline[0].x
    touched = left <= 20_500  # the middle of the right base
    assert path_cost(square(), at(20, 10), at(20, 16), FOOT, terrain) == (8000 if touched else 6000)
