"""Sight from unit to unit, and shots: range from the front, arc, friends, limits."""

from __future__ import annotations

from dataclasses import replace
from itertools import product
from math import ceil, hypot, inf

import numpy as np
import pytest
import shapely
from hypothesis import assume, given
from hypothesis import strategies as st

from sandtable.geometry.arc import fronts, in_arc, reaches_arc
from sandtable.geometry.compiled.rounding import whole
from sandtable.geometry.cover import level_at
from sandtable.geometry.distance import ROUNDING, distance, distance_to_point
from sandtable.geometry.footprint import column, figure, line, ranks, standing
from sandtable.geometry.measure import Point, Pose
from sandtable.geometry.sight import SightRules, sees, shot, sightline, visible_matrix
from sandtable.geometry.terrain import Hill
from tests.geometry.ground import hill, motions, moved_terrain, moved_unit, poses, table, terrains, units, widths, woods
from tests.support.talk import there

RULES = SightRules(into=3000, clearance=500)
STEP = 250


def plateau(level, *corners):
    return Hill(f"plateau {level}", level, tuple(Point(*corner) for corner in corners), sloped=False)


def between(a, b):
    return whole(hypot(b[0] - a[0], b[1] - a[1]))


def points_between(a, b):
    """Points of a segment no further apart than a quarter inch, in whole thousandths."""
    parts = max(1, ceil(hypot(b[0] - a[0], b[1] - a[1]) / STEP))
    for i in range(parts + 1):
        yield Point(whole(a[0] + (b[0] - a[0]) * i / parts), whole(a[1] + (b[1] - a[1]) * i / parts))


def outline(unit):
    return shapely.union_all(shapely.polygons(unit.quads))


def sides(unit):
    """The edges of a block of bases, clockwise, each of one base. Where rounding left a slit between bases, there is no edge."""
    rim = outline(unit).buffer(ROUNDING, join_style="mitre").boundary
    for quad in unit.quads:
        for number in range(4):
            a, b = quad[number - 1], quad[number]
            if rim.distance(shapely.Point((a + b) / 2)) < ROUNDING + 1.5:
                yield a, b


def all_over(unit):
    """Points of all bases no further apart than a quarter inch: rows from the left side to the right, from front to back."""
    for left, right, back_right, back_left in unit.quads:
        rows = ceil(hypot(*(back_left - left)) / STEP)
        for row in range(rows + 1):
            share = row / rows
            yield from points_between(left + share * (back_left - left), right + share * (back_right - right))


def faces(edge, other):
    """Whether the outside of an edge, its left, is turned to some part of another."""
    (ax, ay), (bx, by) = edge
    return any((bx - ax) * (y - ay) - (by - ay) * (x - ax) > 0 for x, y in other)


def shortest_of_raster(terrain, starts, ends, front=None):
    """The length of the shortest clear line between points of edges that face each other, all of them looked along."""
    shortest = inf
    for start, end in product(starts, ends):
        if not faces(end, start) or not (front or faces(start, end)):
            continue
        if front:
            part = shapely.LineString(end).intersection(wedge(front))
            if part.geom_type != "LineString" or part.is_empty:
                continue
            end = list(part.coords)  # noqa: PLW2901
        some, others = (np.array(list(points_between(*edge))) for edge in (start, end))
        visible = visible_matrix(terrain, RULES, some, others)
        lengths = np.hypot(*(others[None, :, :] - some[:, None, :]).transpose(2, 0, 1))
        shortest = lengths[visible].min(initial=shortest)
    return shortest


def shortest_from_behind(terrain, starts, ends, one, two, front=None):
    """The same for lines to or from points anywhere on the bases, wherever these are on another level than others."""
    rims = [[(*point, False) for side in edges for point in points_between(*side)] for edges in (starts, ends)]
    within = [[(*point, True) for point in all_over(unit)] if unit else [] for unit in (one, two)]
    some, others = (np.array(rim + inside) for rim, inside in zip(rims, within, strict=True))
    level, other_level = (np.array([level_at(terrain, Point(x, y)) for x, y, _ in each]) for each in (some, others))
    tried = (some[:, 2] == 0)[:, None] | (level > level.min())[:, None] | (level[:, None] < other_level[None, :])
    tried &= (others[:, 2] == 0)[None, :] | (other_level > other_level.min())[None, :] | (other_level < level[:, None])
    tried &= (some[:, 2] + others[:, 2][:, None]).T > 0
    if front:
        tried &= shapely.contains_xy(wedge(front), others[:, :2])[None, :]
    if not tried.any():
        return inf
    visible = visible_matrix(terrain, RULES, some[:, :2], others[:, :2]) & tried
    lengths = np.hypot(*(others[None, :, :2] - some[:, None, :2]).transpose(2, 0, 1))
    return lengths[visible].min(initial=inf)


def wedge(front, far=90_000):
    left, right, x, y = front
    ahead = ((left.x + (x - y) * far, left.y + (y + x) * far), (right.x + (x + y) * far, right.y + (y - x) * far))
    return shapely.Polygon((left, *ahead, right))


def on_edge_of_a_knife(ask, target):
    """Whether moving the target by two thousandths changes the answer: then rounding may decide."""
    answers = {ask(target.moved(dx, dy)) for dx, dy in product((-2, 0, 2), repeat=2)}
    lengths = [length for _, length in answers if length is not None]
    return len({reason for reason, _ in answers}) > 1 or (bool(lengths) and max(lengths) - min(lengths) > 6)


blocks = st.one_of(
    st.builds(line, poses, st.integers(1, 5), widths, widths),
    st.builds(ranks, poses, st.sampled_from(((2, 2), (3, 3))), widths, widths),
)


# Shots.


@pytest.mark.rule("REV-6.08")
def test_the_range_is_from_the_front_to_the_nearest_part_of_the_target():
    firer = ranks(Pose(10_000, 10_000), (2, 2), 1000, 1000)
    target = line(Pose(10_000, 22_000, 1800), 2, 1000, 1000)
    assert shot(table(), RULES, firer, target).range == 12_000
    assert shot(table(), RULES, firer, target.moved(5000, 0)).range == round(hypot(12_000, 3000))  # from the corner
    behind = line(Pose(10_000, 5000), 2, 1000, 1000)
    assert shot(table(), RULES, firer, behind).reason == "arc"


@pytest.mark.rule("REV-6.08")
def test_only_what_is_inside_the_arc_counts_for_the_range():
    """A long line right and ahead: its near end is outside the arc, the arc's edge meets it further off."""
    firer = line(Pose(0, 0), 2, 1000, 1000)
    target = line(Pose(8000, 4000, 2700), 8, 1000, 1000)  # its front on x = 8, from y = 0 to y = 8
    found = shot(table(), RULES, firer, target)
    assert distance(firer, target) == 7000
    assert found.range == round(hypot(7000, 7000))
    assert there(found.line).end == Point(8000, 7000)


def test_at_the_limit_is_in_and_a_thousandth_more_is_out():
    firer = line(Pose(10_000, 10_000), 2, 1000, 1000)
    target = line(Pose(10_000, 22_000, 1800), 2, 1000, 1000)
    assert shot(table(), RULES, firer, target, most=12_000).range == 12_000
    out = shot(table(), RULES, firer, target.moved(0, 1), most=12_000)
    assert (out.range, out.reason) == (None, "range")
    assert there(out.line).length == 12_001


@pytest.mark.rule("REV-6.08", "REV-6.10")
def test_the_shortest_clear_line_counts_when_a_wood_hides_the_nearest():
    firer = line(Pose(10_000, 10_000), 2, 1000, 1000)
    target = line(Pose(10_000, 18_000, 1800), 6, 1000, 1000)
    terrain = table(woods(8, 12, 11.5, 16))
    found = shot(terrain, RULES, firer, target)
    assert found.reason is None
    assert there(found.line).clear
    assert found.range in range(8001, 8500)
    walled = shot(table(woods(0, 12, 30, 16)), RULES, firer, target)
    assert (walled.range, walled.reason, there(walled.line).cause, there(walled.line).blocker) == (
        None,
        "sight",
        "tall",
        "woods",
    )


@pytest.mark.rule("REV-6.14")
def test_friends_before_the_target_forbid_the_shot_unless_there_is_a_way_past():
    firer = line(Pose(10_000, 10_000), 4, 1000, 1000)
    target = line(Pose(10_000, 18_000, 1800), 4, 1000, 1000)
    friend = line(Pose(9_000, 14_000), 2, 1000, 1000)
    past = shot(table(), RULES, firer, target, (friend,))
    assert (past.range, there(past.line).clear) == (8000, True)
    wide = line(Pose(10_000, 14_000), 8, 1000, 1000)
    refused = shot(table(), RULES, firer, target, (firer, target, wide))
    assert (refused.range, refused.reason, there(refused.line).blocker) == (None, "friend", "2")
    shoulder_to_shoulder = (line(Pose(6_000, 10_000), 4, 1000, 1000), line(Pose(14_000, 10_000), 4, 1000, 1000))
    assert shot(table(), RULES, firer, target, shoulder_to_shoulder).range == 8000


def test_a_bent_line_fires_from_each_of_its_fronts():
    bent = standing((Pose(0, 0, 0), Pose(1000, 0, 900)), 2, 1000, 1000)
    right = line(Pose(9000, 0, 2700), 1, 1000, 1000)
    assert shot(table(), RULES, bent, right).range == 8000
    assert shot(table(), RULES, column(Pose(0, 0, 0), 3, 1000, 1000), right).reason == "arc"


def test_a_round_base_is_shot_at_its_rim():
    assert shot(table(), RULES, line(Pose(0, 0), 1, 1000, 1000), figure(Point(0, 8000), 500)).range == 7500
    firer, leader = line(Pose(0, 0), 1, 1000, 1000), figure(Point(0, 8000), 500)
    assert shot(table(), RULES, firer, leader, most=7500).range == 7500
    assert shot(table(), RULES, firer, leader, most=7499).reason == "range"


@given(units, units)
def test_in_the_open_the_range_is_what_shapely_measures_inside_the_arc(firer, target):
    assume(distance(firer, target) > 0)
    slow = []
    for front in fronts(firer):
        part = wedge(front).intersection(outline(target))
        if not part.is_empty:
            slow.append(shapely.LineString(front[:2]).distance(part))
    found = shot(table(), RULES, firer, target)
    assert (found.reason is None) == reaches_arc(firer, target)
    if slow and found.range is not None:
        assert abs(found.range - min(slow)) <= 1.5


@given(terrains, blocks, blocks)
def test_no_line_of_a_raster_is_clear_and_shorter_than_the_shot(terrain, firer, target):
    assume(distance(firer, target) > 0)
    found = shot(terrain, RULES, firer, target)
    (front,) = fronts(firer)
    ends = list(sides(target))
    shortest = min(
        shortest_of_raster(terrain, [front[:2]], ends, front),
        shortest_from_behind(terrain, [front[:2]], ends, None, target, front),
    )
    if shortest < inf:
        assert found.range is not None
        assert found.range <= shortest + 1.5


@given(terrains, units, units, st.lists(units, max_size=2))
def test_a_shot_goes_along_a_clear_line_from_a_front_to_the_target(terrain, firer, target, friends):
    assume(distance(firer, target) > 0)
    found = shot(terrain, RULES, firer, target, friends)
    assert (found.reason == "arc") == (not reaches_arc(firer, target))
    if found.reason == "arc":
        return
    assert there(found.line).clear == (found.reason is None)
    assert distance_to_point(target, there(found.line).end) <= 1
    assert (
        min(shapely.LineString(front[:2]).distance(shapely.Point(there(found.line).start)) for front in fronts(firer))
        <= 1
    )
    others = [friend for friend in friends if friend not in (firer, target)]
    assert (
        sightline(terrain, RULES, there(found.line).start, there(found.line).end, others).clear
        == there(found.line).clear
    )
    if found.range is not None:
        assert abs(between(there(found.line).start, there(found.line).end) - found.range) <= 2


@given(terrains, blocks, blocks, units)
def test_no_line_from_corner_to_corner_past_a_friend_is_clear_and_shorter_than_the_shot(terrain, firer, target, friend):
    assume(distance(firer, target) > 0)
    found = shot(terrain, RULES, firer, target, (friend,))
    (front,) = fronts(firer)
    corners = {Point(int(x), int(y)) for edge in sides(target) if faces(edge, front[:2]) for x, y in edge}
    for start, end in product(front[:2], corners):
        if in_arc(firer, end) and (found.range is None or between(start, end) < found.range):
            assert not sightline(terrain, RULES, start, end, (friend,)).clear


@given(terrains, units, units, st.lists(units, max_size=2), motions)
def test_moving_all_together_changes_no_shot(terrain, firer, target, friends, motion):
    assume(distance(firer, target) > 2)

    def ask(stands):
        found = shot(terrain, RULES, firer, stands, friends)
        return found.reason, found.range

    assume(not on_edge_of_a_knife(ask, target))
    before = shot(terrain, RULES, firer, target, friends)
    after = shot(
        moved_terrain(terrain, *motion),
        RULES,
        moved_unit(firer, *motion),
        moved_unit(target, *motion),
        [moved_unit(friend, *motion) for friend in friends],
    )
    assert after.reason == before.reason
    assert after.range == pytest.approx(before.range, abs=6)


@given(terrains, units, units, st.lists(units, max_size=3), st.integers(0, 30_000), st.integers(0, 30_000))
def test_more_reach_and_fewer_friends_never_take_a_shot_away(terrain, firer, target, friends, one, two):
    less, more = sorted((one, two))
    short, far = (shot(terrain, RULES, firer, target, friends, most) for most in (less, more))
    if short.range is not None:
        assert far.range == short.range <= less
    alone = shot(terrain, RULES, firer, target, most=more)
    if far.range is not None:
        assert alone.range is not None
        assert alone.range <= far.range


# Sight from unit to unit.


@pytest.mark.rule("REV-8.20")
def test_any_point_of_any_base_may_see_any_point_of_any_base():
    one, two = line(Pose(5000, 5000), 4, 1000, 1000), line(Pose(5000, 15_000, 1800), 4, 1000, 1000)
    assert sees(table(), RULES, one, two).length == 10_000
    nearly_all = table(woods(0, 6, 6.5, 14))
    found = sees(nearly_all, RULES, one, two)
    assert found.clear
    blocked = sees(table(woods(0, 6, 20, 14)), RULES, one, two)
    assert (blocked.clear, blocked.cause, blocked.blocker) == (False, "tall", "woods")
    assert sees(table(), RULES, one, two.moved(0, -30_000)).clear  # to the rear as well


@pytest.mark.rule("REV-8.20", "REV-8.26b")
def test_whose_front_is_in_the_shadow_of_a_plateau_is_seen_by_his_rear_rank():
    """The plateau's edge is 4 inches ahead, so its shadow ends 8 inches ahead: in the second base from there."""
    terrain = table(hill(1, 0, 0, 20, 10, sloped=False))
    one = line(Pose(10_000, 6000), 1, 1000, 1000)
    deep = column(Pose(10_000, 13_000, 1800), 2, 1000, 1000)
    found = sees(terrain, RULES, one, deep)
    assert found.clear
    assert found.length == 8001
    assert sees(terrain, RULES, deep, one).length == found.length
    assert shot(terrain, RULES, one, deep).range == found.length
    assert not sees(terrain, RULES, one, deep.without(1)).clear  # 8 inches ahead is still in the shadow
    assert not there(shot(terrain, RULES, one, deep.without(1)).line).clear


@pytest.mark.rule("REV-8.20", "REV-G.24e")
def test_a_rear_rank_on_a_hill_sees_over_the_hill_that_its_front_is_hidden_behind():
    ahead, behind = hill(1, 0, 8, 20, 10, name="ahead"), hill(1, 0, 0, 20, 4.5, name="behind")
    enemy = line(Pose(10_000, 12_000, 1800), 1, 1000, 1000)
    ranked = ranks(Pose(10_000, 5000), (1, 1), 1000, 1000)  # all behind its first half inch is on a hill
    beyond = hill(1, 0, 11.5, 20, 20, name="beyond")
    assert sees(table(ahead, behind, beyond), RULES, ranked, enemy).clear
    assert not sees(table(ahead, beyond), RULES, ranked, enemy).clear
    assert not sees(table(ahead, behind, beyond), RULES, ranked.moved(0, 1501), enemy).clear


def test_a_block_in_the_shadow_of_several_plateaus_is_seen_at_its_far_end():
    """Found by chance: every line to the edges that face the eye ends in a shadow."""
    around, before, aside = (
        ((0, 800), (800, 0), (0, -800), (-800, 0)),
        ((875, 3065), (1675, 812), (875, 12), (-35, 812)),
        ((0, 2800), (800, 2000), (0, 1200), (-800, 2000)),
    )
    terrain = table(*(plateau(1, *corners) for corners in (around, before, aside)))
    one = line(Pose(0, 0), 1, 500, 500)
    two = ranks(Pose(945, 4672, 129), (2, 2), 500, 500)
    assert sightline(terrain, RULES, Point(0, 0), Point(945, 4672)).clear
    found = sees(terrain, RULES, one, two)
    assert found.clear
    assert found.length <= hypot(945, 4672)


def test_a_block_behind_a_high_plateau_is_seen_nearer_than_by_the_edges_that_face_the_eye():
    """Found by chance: a line from the middle of the block, out of the shadow, is shorter than the shortest from its edges."""
    terrain = table(
        plateau(3, (1751, 3896), (3840, 494), (1222, -234), (-2215, 1269)),
        plateau(1, (2267, 843), (2937, -431), (1464, -3246), (-1260, -709), (-453, 3287)),
        replace(plateau(1, (827, 5087), (2400, 4381), (954, 3362), (-24, 3825), (-57, 4765)), sloped=True),
    )
    one = standing(
        (Pose(1616, 7296, 1038), Pose(1496, 6810, 1038), Pose(1130, 7415, 1038), Pose(1011, 6929, 1038)), 2, 500, 500
    )
    two = ranks(Pose(0, 0), (2, 2), 1000, 500)
    assert sightline(terrain, RULES, Point(1314, 7113), Point(750, 0)).clear
    found = sees(terrain, RULES, one, two)
    assert found.clear
    assert found.length <= hypot(1314 - 750, 7113)


@pytest.mark.rule("REV-6.08")
def test_the_range_past_the_corner_of_a_wood_is_that_of_the_line_that_grazes_it():
    """It begins 0.425 inches along the front: no point that is a quarter inch from the next is on it."""
    terrain = table(woods(10.1, 12, 30, 16))
    firer, target = line(Pose(10_000, 10_000), 2, 1000, 1000), line(Pose(13_550, 20_000, 1800), 6, 1000, 1000)
    found = shot(terrain, replace(RULES, into=0), firer, target)
    assert (there(found.line).start, there(found.line).end) == (Point(9425, 10_000), Point(10_550, 20_000))
    assert found.range == round(hypot(1125, 10_000))
    nearly = shot(terrain, replace(RULES, into=0), firer, target, most=found.range)
    assert nearly.range == found.range
    assert shot(terrain, replace(RULES, into=0), firer, target, most=found.range - 1).reason == "sight"


@given(terrains, units, units)
@pytest.mark.rule("REV-8.21")
def test_units_see_each_other_or_not_at_all(terrain, one, two):
    there, back = sees(terrain, RULES, one, two), sees(terrain, RULES, two, one)
    assert (there.clear, there.length) == (back.clear, back.length)
    if there.clear:
        assert sightline(terrain, RULES, there.start, there.end).clear
        assert distance_to_point(one, there.start) <= 1
        assert distance_to_point(two, there.end) <= 1


@given(terrains, blocks, blocks)
def test_no_line_of_a_raster_is_clear_and_shorter_than_the_one_they_see_each_other_by(terrain, one, two):
    assume(distance(one, two) > 0)
    found = sees(terrain, RULES, one, two)
    starts, ends = list(sides(one)), list(sides(two))
    shortest = min(shortest_of_raster(terrain, starts, ends), shortest_from_behind(terrain, starts, ends, one, two))
    if shortest < inf:
        assert found.clear
        assert found.length <= shortest + 1.5


@given(terrains, units, units, motions)
def test_moving_all_together_changes_no_sight(terrain, one, two, motion):
    def ask(stands):
        found = sees(terrain, RULES, one, stands)
        return found.clear, found.length

    assume(not on_edge_of_a_knife(ask, two))
    before = sees(terrain, RULES, one, two)
    after = sees(moved_terrain(terrain, *motion), RULES, moved_unit(one, *motion), moved_unit(two, *motion))
    assert after.clear == before.clear
    assert after.length == pytest.approx(before.length, abs=6)


def test_from_a_hill_a_unit_sees_over_the_wood_that_hides_it_on_the_flat():
    one, two = line(Pose(5000, 2000), 2, 1000, 1000), line(Pose(5000, 20_000, 1800), 2, 1000, 1000)
    wood = woods(0, 4, 20, 8)
    assert not sees(table(wood), RULES, one, two).clear
    assert sees(table(wood, hill(1, 0, 0, 10, 3)), RULES, one, two).clear
