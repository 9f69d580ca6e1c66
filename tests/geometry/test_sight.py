"""Lines of sight from point to point: the rulebook's clauses, the slow twin, and what no motion may change."""

from __future__ import annotations

import numpy as np
import pytest
import shapely
from hypothesis import assume, given
from hypothesis import strategies as st

from sandtable.geometry.footprint import figure, line
from sandtable.geometry.measure import Point, Pose
from sandtable.geometry.sight import SightRules, sightline, visible_matrix
from sandtable.geometry.terrain import Line
from tests.geometry.ground import (
    at,
    flat_terrains,
    hill,
    motions,
    moved_point,
    moved_terrain,
    moved_unit,
    plaza,
    points,
    table,
    terrains,
    units,
    woods,
)
from tests.geometry.sampled_sight import STEP, SlowGround, edges, hidden

RULES = SightRules(into=3000, clearance=500)
NEVER_THROUGH = SightRules(into=3000, clearance=500, through=False)
both_rules = st.sampled_from((RULES, NEVER_THROUGH))


def sees(terrain, start, end, friends=(), rules=RULES):
    return sightline(terrain, rules, start, end, friends).clear


# Tall ground.


@pytest.mark.rule("REV-8.22", "REV-6.11")
def test_one_sees_three_inches_into_woods_and_no_further():
    terrain = table(woods(10, 0, 30, 20))
    assert sees(terrain, at(5, 10), at(13, 10))
    blocked = sightline(terrain, RULES, at(5, 10), Point(13_001, 10_000))
    assert (blocked.clear, blocked.cause, blocked.blocker, blocked.at) == (False, "tall", "woods", at(13, 10))
    assert sees(terrain, at(20, 10), at(20, 13))
    assert not sees(terrain, at(20, 10), Point(20_000, 13_001))


@pytest.mark.rule("REV-G.24", "REV-8.25")
def test_three_inches_of_tall_ground_in_all_may_be_crossed():
    terrain = table(woods(10, 0, 12, 20, "first"), woods(14, 0, 15, 20, "second"))
    through = sightline(terrain, RULES, at(5, 10), at(20, 10))
    assert (through.clear, through.through, through.through_outside) == (True, 3000, 3000)
    more = table(woods(10, 0, 12, 20, "first"), woods(14, 0, 15.001, 20, "second"))
    blocked = sightline(more, RULES, at(5, 10), at(20, 10))
    assert (blocked.clear, blocked.blocker, blocked.at) == (False, "second", at(15, 10))
    assert sightline(more, RULES, at(20, 10), at(5, 10)).blocker == "first"


@pytest.mark.rule("REV-G.24")
def test_by_the_option_no_tall_ground_is_seen_through():
    terrain = table(woods(10, 0, 11, 20))
    assert sees(terrain, at(5, 10), at(20, 10))
    assert not sees(terrain, at(5, 10), at(20, 10), rules=NEVER_THROUGH)
    assert sees(terrain, at(5, 10), at(10.5, 10), rules=NEVER_THROUGH)
    assert sees(terrain, at(10.5, 10), at(20, 10), rules=NEVER_THROUGH)


@pytest.mark.rule("REV-G.24b")
def test_tall_ground_before_an_end_outside_it_is_told_apart():
    terrain = table(woods(10, 0, 11, 20, "strip"), woods(15, 0, 30, 20, "wood"))
    into = sightline(terrain, RULES, at(5, 10), at(16, 10))
    assert (into.through, into.through_outside) == (2000, 1000)
    back = sightline(terrain, RULES, at(16, 10), at(5, 10))
    assert (back.through, back.through_outside) == (2000, 2000)
    at_the_back_edge = sightline(table(woods(10, 0, 12, 20)), RULES, at(5, 10), at(12, 10))
    assert at_the_back_edge.through_outside == 2000


def test_what_lies_on_top_counts():
    terrain = table(woods(5, 0, 25, 20, "town"), plaza(8, 5, 22, 15))
    across = sightline(terrain, RULES, at(6.5, 10), at(23.5, 10))
    assert (across.clear, across.through) == (True, 3000)
    assert not sees(table(plaza(8, 5, 22, 15), woods(5, 0, 25, 20, "town")), at(6.5, 10), at(23.5, 10))


def test_the_edge_of_a_wood_is_no_wood_but_a_seam_between_woods_is():
    assert sees(table(woods(10, 0, 20, 20)), at(10, 0), at(10, 20))
    assert not sees(table(woods(0, 0, 10, 20, "one"), woods(10, 0, 20, 20, "other")), at(10, 0), at(10, 20))


@pytest.mark.rule("REV-8.24")
def test_low_things_hide_nothing():
    wall = Line("wall", "wall", (at(10, 0), at(10, 20)))
    assert sees(table(plaza(5, 5, 25, 25), wall), at(0, 10), at(30, 10))


# Seen from above.


@pytest.mark.rule("REV-8.26", "REV-8.26b", "REV-8.27", "REV-8.28")
@pytest.mark.parametrize(("above", "shadow"), ((1, 8000), (2, 4000), (3, 2000)))
def test_the_shadow_halves_with_every_level(above, shadow):
    """The far side of the wood is 8 inches from the eye."""
    terrain = table(hill(above, 0, 0, 4, 20), woods(7, 0, 10, 20))
    last_hidden = Point(10_000 + shadow, 10_000)
    blocked = sightline(terrain, RULES, at(2, 10), last_hidden)
    assert (blocked.clear, blocked.cause, blocked.blocker, blocked.at) == (False, "tall", "woods", at(10, 10))
    assert not sees(terrain, last_hidden, at(2, 10))
    seen = sightline(terrain, RULES, at(2, 10), Point(last_hidden.x + 1, 10_000))
    assert (seen.clear, seen.through) == (True, 0)


@pytest.mark.rule("REV-8.27b")
def test_each_further_level_halves_what_is_hidden():
    strips = []
    for above in (1, 2, 3, 4):
        terrain = table(hill(above, 0, 0, 4, 20), woods(7, 0, 10, 20))
        marks = np.array([(x, 10_000) for x in range(10_000, 30_000)])
        strips.append(int((~visible_matrix(terrain, RULES, np.array([at(2, 10)]), marks)).sum()) - 1)
    assert strips == [8000, 4000, 2000, 1000]


@pytest.mark.rule("REV-8.29")
def test_of_several_woods_below_the_one_nearest_to_the_target_decides():
    far = woods(20, 0, 22, 20, "far")
    alone, both = (table(hill(2, 0, 0, 4, 20), *strips) for strips in ((far,), (woods(7, 0, 12, 20, "near"), far)))
    eye, marks = np.array([at(2, 10)]), np.array([(x, 10_000) for x in range(22_000, 40_000, 100)])
    assert (visible_matrix(alone, RULES, eye, marks) == visible_matrix(both, RULES, eye, marks)).all()


@pytest.mark.rule("REV-G.24d")
def test_tall_ground_below_both_ends_is_looked_over():
    terrain = table(hill(1, 0, 0, 4, 20, name="here"), hill(1, 20, 0, 24, 20, name="there"), woods(6, 0, 18, 20))
    assert sees(terrain, at(2, 10), at(22, 10))
    assert not sees(terrain, at(2, 10), at(19, 10))


@pytest.mark.rule("REV-8.22")
def test_from_above_too_one_sees_only_three_inches_into_the_wood_that_the_other_is_in():
    terrain = table(hill(3, 0, 0, 4, 20), woods(7, 0, 30, 20))
    assert sees(terrain, at(2, 10), at(10, 10))
    assert not sees(terrain, at(2, 10), Point(10_001, 10_000))


def test_a_wood_on_a_hill_stands_on_that_level():
    terrain = table(hill(1, 0, 0, 30, 20), woods(10, 0, 16, 20))
    assert not sees(terrain, at(5, 10), at(25, 10))
    assert sees(table(woods(10, 0, 16, 20), hill(2, 0, 0, 8, 20)), at(5, 10), at(28, 10))


# Hills.


@pytest.mark.rule("REV-G.24e")
def test_a_bare_hill_hides_those_below_it_from_each_other():
    terrain = table(hill(1, 10, 0, 15, 20))
    blocked = sightline(terrain, RULES, at(5, 10), at(20, 10))
    assert (blocked.clear, blocked.cause, blocked.blocker) == (False, "hill", "hill 1")
    assert blocked.at is not None
    assert 10_000 <= blocked.at.x <= 15_000
    assert sees(terrain, at(5, 10), at(12, 10))
    assert sees(terrain, at(12, 10), at(20, 10))
    assert sees(terrain, at(5, 0), at(20, 0))  # along its edge


@pytest.mark.rule("REV-G.24e", "REV-8.23")
def test_a_bare_hill_hides_what_is_below_it_from_an_equal_height():
    terrain = table(hill(1, 0, 0, 4, 20, name="eye's"), hill(1, 10, 0, 15, 20, name="between"))
    assert sightline(terrain, RULES, at(2, 10), at(20, 10)).blocker == "between"
    assert sees(terrain, at(2, 10), at(12, 10))


@pytest.mark.rule("REV-G.24e")
def test_from_above_the_far_edge_of_a_bare_hill_casts_the_shadow():
    terrain = table(hill(2, 0, 0, 4, 20), hill(1, 7, 0, 10, 20))
    assert not sees(terrain, at(2, 10), at(18, 10))
    assert sees(terrain, at(2, 10), Point(18_001, 10_000))


@pytest.mark.rule("REV-G.24e")
def test_those_as_high_as_a_hill_see_across_it():
    terrain = table(
        hill(1, 0, 0, 4, 20, name="here"), hill(1, 10, 0, 15, 20, name="between"), hill(2, 20, 0, 24, 20, name="there")
    )
    assert sees(terrain, at(2, 10), at(22, 10))


@pytest.mark.rule("REV-G.24e")
def test_one_sees_down_the_own_slope_but_not_beyond_the_crest():
    terrain = table(hill(1, 5, 0, 25, 20), hill(2, 13, 0, 17, 20))
    assert sees(terrain, at(15, 10), at(30, 10))
    assert sees(terrain, at(20, 10), at(30, 10))
    assert not sees(terrain, at(10, 10), at(30, 10))
    assert not sees(terrain, at(10, 10), at(20, 10))


def test_the_own_plateau_hides_what_is_close_under_its_edge():
    terrain = table(hill(1, 0, 0, 10, 20, sloped=False))
    assert not sees(terrain, at(8, 10), at(12, 10))
    assert sees(terrain, at(8, 10), Point(12_001, 10_000))
    assert sees(terrain, at(10, 10), Point(10_001, 10_000))


def test_a_hill_in_two_pieces_is_one_hill_where_they_meet():
    terrain = table(hill(1, 0, 0, 10, 20, name="one"), hill(1, 10, 0, 20, 20, name="other"))
    assert sees(terrain, at(5, 10), at(25, 10))
    apart = table(hill(1, 0, 0, 10, 20, name="one"), hill(1, 11, 0, 20, 20, name="other"))
    assert sightline(apart, RULES, at(5, 10), at(25, 10)).blocker == "other"


# Friends.


@pytest.mark.rule("REV-6.14", "REV-T.33", "REV-G.24g")
def test_friends_within_half_an_inch_of_the_line_are_in_the_way():
    open_ground = table()
    friend = line(Pose(10_000, 10_000), 2, 1000, 1000)  # its front on y = 10
    others = line(Pose(20_000, 20_000), 2, 1000, 1000)
    blocked = sightline(open_ground, RULES, at(0, 10.4), at(20, 10.4), (others, friend))
    assert (blocked.clear, blocked.cause, blocked.blocker) == (False, "friend", "1")
    assert sees(open_ground, at(0, 10.5), at(20, 10.5), (others, friend))
    assert not sees(open_ground, Point(0, 10_499), Point(20_000, 10_499), (others, friend))


@pytest.mark.rule("REV-G.24f")
def test_figures_are_in_nobodys_way():
    assert sees(table(), at(0, 10), at(20, 10), (figure(at(10, 10), 500),))


def test_who_stands_beside_or_behind_the_start_is_not_in_the_way():
    beside = line(Pose(11_000, 10_000), 2, 1000, 1000)
    assert sees(table(), at(10, 10), at(10, 20), (beside,))
    assert not sees(table(), at(10, 10), at(13, 20), (beside.moved(0, 100),))


@pytest.mark.rule("REV-8.40", "REV-G.24g")
def test_over_the_heads_of_friends_by_the_rule_of_shadows():
    """The friend's far side is 8 inches from the eye, one level above it."""
    friend = line(Pose(9_500, 10_000, 900), 3, 1000, 500).moved(500, 0)
    terrain = table(hill(1, 0, 0, 4, 20))
    assert not sees(terrain, at(2, 10), at(18, 10), (friend,))
    assert sees(terrain, at(2, 10), Point(18_001, 10_000), (friend,))
    on_a_hill = table(
        hill(1, 0, 0, 4, 20), hill(1, 8, 8, 11, 12, name="friend's"), hill(1, 17, 0, 24, 20, name="end's")
    )
    assert not sees(on_a_hill, at(2, 10), at(20, 10), (friend,))


@pytest.mark.rule("REV-8.40b")
def test_nobody_fires_over_friends_on_the_same_level():
    friend = line(Pose(10_000, 10_000, 900), 3, 1000, 500)
    assert not sees(table(), at(2, 10), at(40, 10), (friend,))


def test_friends_below_both_ends_are_in_nobodys_way():
    friend = line(Pose(10_000, 10_000, 900), 3, 1000, 500)
    terrain = table(hill(1, 0, 0, 4, 20, name="here"), hill(1, 16, 0, 24, 20, name="there"))
    assert sees(terrain, at(2, 10), at(20, 10), (friend,))


# All of it, at random.


@given(terrains, points, points, both_rules)
def test_a_line_is_clear_when_very_many_looks_at_the_ground_say_so(terrain, start, end, rules):
    assume(shapely.MultiPoint((start, end)).distance(edges(terrain)) > 8)
    assume(start != end)
    verdicts = {hidden(terrain, rules, start, end, grown, slack) for grown, slack in ((3, 3 * STEP), (-3, -3 * STEP))}
    assume(len(verdicts) == 1)
    assert sightline(terrain, rules, start, end).clear != verdicts.pop()


@given(flat_terrains, points, points)
def test_the_tall_ground_on_a_line_is_what_shapely_cuts_out_of_it(terrain, start, end):
    assume(start != end)
    path = shapely.LineString((start, end))
    least, most = (
        shapely.union_all([outline for _, outline in SlowGround(terrain, grown).areas]).intersection(path).length
        for grown in (-0.01, 0.01)
    )
    found = sightline(terrain, RULES, start, end)
    assert least - 1 <= found.through <= most + 1
    assert found.clear == (found.through <= RULES.into)
    assert 0 <= found.through_outside <= found.through


@given(terrains, points, points, both_rules)
def test_sight_is_mutual(terrain, start, end, rules):
    there, back = sightline(terrain, rules, start, end), sightline(terrain, rules, end, start)
    assert (there.clear, there.through, there.length) == (back.clear, back.through, back.length)


@given(terrains, points, points, both_rules, st.lists(units, max_size=3), motions)
def test_moving_all_together_changes_no_line_of_sight(terrain, start, end, rules, friends, motion):
    before = sightline(terrain, rules, start, end, friends)
    after = sightline(
        moved_terrain(terrain, *motion),
        rules,
        moved_point(start, *motion),
        moved_point(end, *motion),
        [moved_unit(friend, *motion) for friend in friends],
    )
    assert (after.clear, after.through, after.through_outside, after.length) == (
        before.clear,
        before.through,
        before.through_outside,
        before.length,
    )


@given(terrains, points, points, st.lists(units, max_size=4))
def test_friends_never_open_a_line(terrain, start, end, friends):
    if sees(terrain, start, end, friends):
        assert sees(terrain, start, end)
        assert sees(terrain, start, end, friends[1:])


@given(flat_terrains, points, points, st.integers(0, 6000), st.integers(0, 6000))
def test_who_sees_further_into_woods_sees_no_less(terrain, start, end, one, two):
    less, more = sorted((one, two))
    if sees(terrain, start, end, rules=SightRules(into=less)):
        assert sees(terrain, start, end, rules=SightRules(into=more))


@given(terrains, points, points)
def test_a_blocked_line_names_a_feature_and_a_place_on_it(terrain, start, end):
    found = sightline(terrain, RULES, start, end)
    if found.clear:
        assert (found.cause, found.blocker, found.at) == (None, None, None)
        return
    features = {each.id: each.outline for each in (*terrain.areas, *terrain.hills)}
    assert found.blocker in features
    outlines = [each.outline for each in (*terrain.areas, *terrain.hills) if each.id == found.blocker]
    place = shapely.Point(found.at)
    assert min(shapely.Polygon(outline).distance(place) for outline in outlines) <= 1
    assert shapely.LineString((start, end)).distance(place) <= 1


@given(terrains, st.lists(points, max_size=5), st.lists(points, max_size=5), both_rules)
def test_all_at_once_is_the_same_as_one_by_one(terrain, eyes, marks, rules):
    one_by_one = [[sightline(terrain, rules, eye, mark) for mark in marks] for eye in eyes]
    visible = visible_matrix(terrain, rules, np.array(eyes).reshape(-1, 2), np.array(marks).reshape(-1, 2))
    assert visible.shape == (len(eyes), len(marks))
    assert visible.tolist() == [[found.clear for found in row] for row in one_by_one]
