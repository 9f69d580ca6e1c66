"""Walking: the worked examples, the exact sums against dense sampling, and what never changes."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from math import hypot

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sandtable.geometry.around import stacked
from sandtable.geometry.compiled.sliding import unit_gap
from sandtable.geometry.compiled.walking import walked
from sandtable.geometry.footprint import column, figure, line, ranks
from sandtable.geometry.going import Going, laid_out
from sandtable.geometry.journey import leg_costs
from sandtable.geometry.measure import CIRCLE, Point, Pose
from sandtable.geometry.terrain import Area, Line, Road, Terrain
from sandtable.geometry.turn import NEAR
from sandtable.geometry.walk import Around, march, walk
from tests.geometry.furthest import furthest
from tests.geometry.ground import at, box, moved_point, moved_unit, outlines, points, units, woods
from tests.geometry.slow_movement import hindered, least_on_the_way, sampled_cost, sweep

FOOT = Going({"woods": 2, "field": 1, "river": None}, {"wall": 500, "gate": 500, "bridge": 500, "wire": None})
MARCH = replace(FOOT, crossing={"wall": 500, "wire": None}, road=Fraction(2, 3), road_kinds=frozenset({"road"}))
PASSING = replace(FOOT, passages=frozenset({"gate", "bridge"}))
EMPTY = Terrain(48_000, 48_000)


def infantry(x: float, y: float, facing: int = 0):
    return ranks(Pose(*at(x, y), facing), (2, 2), 1000, 1000)


def ahead_of(body, far: int):
    anchor = body.anchor
    return [Pose(anchor.x, anchor.y + far, anchor.facing)]


def table(*features, width: int = 48_000):
    return Terrain(
        width,
        width,
        tuple(each for each in features if isinstance(each, Area)),
        (),
        tuple(each for each in features if isinstance(each, Line)),
        tuple(each for each in features if isinstance(each, Road)),
    )


# The worked examples.


@pytest.mark.parametrize(("far", "legal"), ((4000, True), (4001, False)))
def test_two_inches_of_open_and_two_of_woods_cost_six(far, legal):
    body = line(Pose(*at(20, 10.5)), 4, 1000, 1000)  # the middles of its bases stand two inches before the woods
    walked = walk(body, ahead_of(body, far), FOOT, Around(table(woods(0, 12, 48, 20))), 6000)
    assert walked.legal is legal
    assert walked.cost == 6000 + 2 * (far - 4000)
    assert legal or [each.cause for each in walked.hindrances] == ["budget"]


@pytest.mark.parametrize(("base_move", "far"), ((6000, 5500), (12_000, 11_500)))
def test_a_wall_or_bridge_on_the_way_takes_half_an_inch(base_move, far):
    body = infantry(20, 10)
    around = Around(table(Line("wall", "wall", (at(10, 11), at(30, 11)))))
    assert walk(body, ahead_of(body, far), FOOT, around, base_move).cost == base_move
    assert not walk(body, ahead_of(body, far + 1), FOOT, around, base_move).legal
    assert furthest(body, ahead_of(body, 20_000), FOOT, around, base_move).end == body.moved(0, far)


def test_a_column_pays_nothing_for_a_bridge_and_goes_half_as_far_again_on_a_road():
    road = Road("road", "road", (at(20, 0), at(20, 48)), 1000)
    bridge = Line("bridge", "bridge", (at(19.5, 15), at(20.5, 15)))
    body = column(Pose(*at(20, 10)), 4, 1000, 1000)
    on_road = Around(table(road, bridge))
    assert march(body, [at(20, 28)], MARCH, on_road, 12_000).cost == 12_000
    assert march(body, [at(20, 28)], MARCH, on_road, 12_000).legal
    assert not march(body, [Point(20_000, 28_002)], MARCH, on_road, 12_000).legal
    assert march(body, [at(20, 22)], MARCH, Around(table(bridge)), 12_000).cost == 12_000


@pytest.mark.parametrize(("gap", "legal"), ((900, False), (999, False), (1000, True)))
def test_an_inch_is_kept_from_the_enemy_at_the_end_and_in_passing(gap, legal):
    body = infantry(20, 10)
    before = line(Pose(20_000, 16_000 + gap, 1800), 2, 1000, 1000)
    assert walk(body, ahead_of(body, 6000), FOOT, Around(EMPTY, [before], zone=1000), 6000).legal is legal
    beside = line(Pose(21_000 + gap, 13_000, 2700), 1, 1000, 1000)
    passing = walk(body, ahead_of(body, 6000), FOOT, Around(EMPTY, [beside], zone=1000), 6000)
    assert passing.legal is legal
    assert legal or [(each.cause, each.feature) for each in passing.hindrances] == [("enemy", 0)]


def test_who_starts_inside_the_zone_may_keep_his_distance_or_increase_it():
    body = infantry(20, 10)
    enemy = line(Pose(*at(20, 10.5), 1800), 2, 1000, 1000)
    around = Around(EMPTY, [enemy], zone=1000)
    assert walk(body, [Pose(*at(20, 8))], FOOT, around).legal
    assert walk(body, [Pose(*at(21, 10))], FOOT, around).legal
    assert not walk(body, [Pose(*at(20, 10.1))], FOOT, around).legal
    touching = infantry(20, 10.5)
    assert walk(touching, [Pose(*at(20, 8))], FOOT, around).legal
    assert not walk(touching, [Pose(*at(20, 13))], FOOT, around).legal


def test_the_zone_may_count_at_the_end_only():
    rider = figure(at(20, 10), 500)
    enemy = line(Pose(*at(20, 15), 1800), 2, 1000, 1000)
    around = Around(EMPTY, [enemy], zone=1000, zone_at_end=True)
    assert walk(rider, [Pose(*at(20, 20))], FOOT, around).legal
    assert not walk(rider, [Pose(*at(20, 17.4))], FOOT, around).legal
    assert walk(rider, [Pose(*at(20, 17.5))], FOOT, around).legal


def test_sideways_and_back_cost_double_and_multiply_with_the_ground():
    body = infantry(20, 10)
    assert walk(body, [Pose(*at(22, 10))], FOOT, Around(EMPTY)).cost == 4000
    assert walk(body, [Pose(*at(20, 8))], FOOT, Around(EMPTY)).cost == 4000
    assert walk(body, [Pose(*at(22, 12))], FOOT, Around(EMPTY)).cost == 2828
    assert walk(body, [Pose(22_010, 12_000)], FOOT, Around(EMPTY)).cost == round(2 * hypot(2010, 2000))
    assert walk(body, [Pose(*at(22, 10))], FOOT, Around(table(woods(0, 0, 48, 48)))).cost == 8000


def test_the_dearest_base_counts_over_the_whole_path():
    body = line(Pose(*at(20, 10)), 4, 1000, 1000)
    right = woods(21, 12, 30, 14, "right")  # under the rightmost base only
    left = woods(0, 16, 19, 18, "left")  # under the leftmost base only
    walked = walk(body, [Pose(*at(20, 15)), Pose(*at(20, 20))], FOOT, Around(table(right, left)))
    assert walked.cost == 10_000 + 2000
    assert sum(walked.legs) == walked.cost


def test_friends_are_passed_but_not_stood_on():
    body = infantry(20, 10)
    around = Around(EMPTY, (), [infantry(20, 14)], zone=1000)
    assert walk(body, ahead_of(body, 6000), FOOT, around).legal
    assert [each.cause for each in walk(body, ahead_of(body, 5000), FOOT, around).hindrances] == ["friend"]
    assert furthest(body, ahead_of(body, 5000), FOOT, around).end.anchor.y in range(11_960, 12_003)


def test_a_gate_leads_a_unit_wider_than_itself_through_a_wall():
    left, right = Line("left", "wire", (at(0, 12), at(19.7, 12))), Line("right", "wire", (at(20.3, 12), at(48, 12)))
    gate = Line("gate", "gate", (at(19.7, 12), at(20.3, 12)))
    body = infantry(20, 11)
    around = Around(table(left, right, gate))
    assert {each.cause for each in walk(body, [Pose(*at(20, 16))], FOOT, around).hindrances} == {"line"}
    through = walk(body, [Pose(*at(20, 16))], PASSING, around)
    assert through.legal
    assert through.cost == 5500
    assert {each.feature for each in walk(body, [Pose(*at(20, 13.3))], PASSING, around).hindrances} == {"left", "right"}
    assert not walk(infantry(30, 11), [Pose(*at(30, 16))], PASSING, around).legal


def test_a_bridge_leads_over_the_river_it_rests_on():
    river = Area("river", "river", box(0, 12, 48, 14))
    bridge = Line("bridge", "bridge", (at(19.5, 13), at(20.5, 13)))
    body = infantry(20, 11)
    around = Around(table(river, bridge))
    assert not walk(body, [Pose(*at(20, 17))], FOOT, around).legal
    assert walk(body, [Pose(*at(20, 17))], PASSING, around).cost == 6500
    assert walk(body, [Pose(*at(20, 17))], PASSING, around).legal
    assert not walk(body, [Pose(*at(20, 15))], PASSING, around).legal


def test_what_lies_on_top_of_impassable_ground_opens_it():
    river, ford = Area("river", "river", box(0, 12, 48, 14)), Area("ford", "field", box(19, 11, 21, 15))
    assert walk(infantry(20, 11), [Pose(*at(20, 17))], FOOT, Around(table(river, ford))).legal
    assert not walk(infantry(20.1, 11), [Pose(*at(20.1, 17))], FOOT, Around(table(river, ford))).legal
    assert not walk(infantry(20, 11), [Pose(*at(20, 17))], FOOT, Around(table(ford, river))).legal


def test_a_hindrance_says_where_the_front_is_when_it_begins():
    body = infantry(20, 10)
    enemy = line(Pose(*at(20, 18), 1800), 2, 1000, 1000)
    (found,) = walk(body, ahead_of(body, 9000), FOOT, Around(EMPTY, [enemy], zone=1000)).hindrances
    assert abs(found.at.y - 17_000) <= 6
    (found,) = walk(
        body, ahead_of(body, 9000), FOOT, Around(table(Area("river", "river", box(0, 13, 48, 30))))
    ).hindrances
    assert abs(found.at.y - 13_000) <= 6


# Against the slow way.

inner_poses = st.builds(Pose, st.integers(4000, 20_000), st.integers(4000, 20_000), st.integers(0, CIRCLE - 1))
blocks = st.builds(lambda pose: ranks(pose, (2, 2), 1000, 1000), inner_poses)
kinds = st.sampled_from(("woods", "field", "river"))
grounds = st.lists(st.builds(lambda kind, outline: (kind, outline), kinds, outlines()), max_size=4)
walls = st.lists(st.tuples(st.sampled_from(("wall", "wire")), st.lists(points, min_size=2, max_size=4)), max_size=2)
steps = st.tuples(st.integers(-6000, 6000), st.integers(-6000, 6000))


def terrain_of(grounds, walls=(), roads=()):
    return Terrain(
        24_000,
        24_000,
        tuple(Area(f"{number} {kind}", kind, outline) for number, (kind, outline) in enumerate(grounds)),
        (),
        tuple(Line(f"line {number}", kind, tuple(along)) for number, (kind, along) in enumerate(walls)),
        tuple(Road(f"road {number}", "road", tuple(along), 1000) for number, along in enumerate(roads)),
    )


@settings(max_examples=25)
@given(grounds, walls, st.lists(st.lists(points, min_size=2, max_size=3), max_size=2), points, steps)
def test_the_cost_of_a_straight_path_is_what_dense_sampling_finds(grounds, walls, roads, start, step):
    terrain = terrain_of(grounds, walls, roads)
    dx, dy = float(step[0]), float(step[1])
    exact = leg_costs(figure(start, 0).quads, start, dx, dy, 1.0, laid_out(terrain, MARCH))[0]
    samples = 600
    slack = hypot(*step) / samples * (4 + sum(len(outline) for _, outline in grounds) + 8 * len(roads))
    assert exact == pytest.approx(sampled_cost(terrain, MARCH, start, dx, dy, samples), abs=slack + 1)


@settings(max_examples=40)
@given(units, steps, units)
def test_the_swept_ground_keeps_the_distance_of_its_convex_hull(body, step, other):
    dx, dy = float(step[0]), float(step[1])
    exact = unit_gap(body.quads, 0.0, dx, dy, stacked([other]), 0)
    swept = sweep(body, *step)
    slow = swept.distance(sweep(other, 0, 0))
    assert max(exact, 0.0) == pytest.approx(slow, abs=2.5)
    assert slow <= least_on_the_way(body, dx, dy, other, 40) + 1e-6
    if exact < 0:
        assert swept.intersects(sweep(other, 0, 0))


@settings(max_examples=50)
@given(blocks, steps, grounds, walls, st.lists(units, max_size=3), st.lists(units, max_size=3))
def test_what_hinders_a_leg_is_what_shapely_finds(body, step, grounds, walls, enemies, friends):
    around = Around(terrain_of(grounds, walls), enemies, friends, zone=1000)
    if hindered(body, 0, 0, FOOT, around)[1]:
        return  # it stands where nobody may
    must, may = hindered(body, step[0], step[1], FOOT, around)
    end = Pose(body.anchor.x + step[0], body.anchor.y + step[1], body.anchor.facing)
    found = {(each.cause, each.feature) for each in walk(body, [end], FOOT, around).hindrances}
    assert must <= found <= may


# What never changes, and what never goes wrong.

CENTRE = 100_000
legs = st.lists(
    st.tuples(st.integers(-5000, 5000), st.integers(-5000, 5000), st.integers(0, 35)), min_size=1, max_size=3
)


def path_from(body, legs):
    x, y, _ = body.anchor
    path = []
    for dx, dy, facing in legs:
        x, y = x + dx, y + dy
        path.append(Pose(x, y, facing * 100))
    return path


def placed(pose, motion):
    x, y = put(pose, *motion)
    return Pose(x, y, (pose.facing + 900 * motion[0]) % CIRCLE)


def put(point, turns=0, dx=0, dy=0):
    return moved_point(point, turns, CENTRE + dx, CENTRE + dy)


@settings(max_examples=30)
@given(
    st.builds(lambda pose: ranks(Pose(pose[0] * 2, pose[1] * 2, pose[2] * 900), (2, 2), 1000, 1000), st.tuples(st.integers(0, 9000), st.integers(0, 9000), st.integers(0, 3))),
    legs,
    grounds,
    walls,
    st.lists(units, max_size=3),
    st.lists(units, max_size=2),
    st.integers(1, 3),
    st.integers(-20_000, 20_000),
    st.integers(-20_000, 20_000),
)  # fmt: skip
def test_quarter_turns_and_shifts_change_nothing(body, legs, grounds, walls, enemies, friends, turns, dx, dy):
    outcomes = []
    for motion in ((0, 0, 0), (turns, dx, dy)):
        turned, x, y = motion
        terrain = terrain_of(
            [(kind, [put(corner, *motion) for corner in outline]) for kind, outline in grounds],
            [(kind, [put(point, *motion) for point in along]) for kind, along in walls],
        )
        terrain = replace(terrain, width=2 * CENTRE, height=2 * CENTRE)
        shift = (turned, CENTRE + x, CENTRE + y)
        around = Around(
            terrain,
            [moved_unit(each, *shift) for each in enemies],
            [moved_unit(each, *shift) for each in friends],
            1000,
        )
        path = [placed(pose, motion) for pose in path_from(body, legs)]
        outcomes.append(walk(moved_unit(body, *shift), path, FOOT, around, 9000))
    plain, moved = outcomes
    assert abs(plain.cost - moved.cost) <= 12
    assert {(each.cause, each.feature) for each in plain.hindrances if each.cause != "budget"} ^ {
        (each.cause, each.feature) for each in moved.hindrances if each.cause != "budget"
    } <= {("enemy", number) for number in range(len(enemies))}


@settings(max_examples=30)
@given(units, legs, grounds)
def test_no_walk_is_cheaper_than_its_length_at_the_best_price(body, legs, grounds):
    walked = walk(body, path_from(body, legs), MARCH, Around(terrain_of(grounds)))
    straight = sum(hypot(b.x - a.x, b.y - a.y) for a, b in zip(walked.trail[1::2], walked.trail[2::2], strict=True))
    assert walked.cost >= straight * float(MARCH.cheapest) - 1
    assert sum(walked.legs) == walked.cost
    assert walked.end.anchor.point == walked.trail[-1].point


@settings(max_examples=25)
@given(blocks, legs, grounds, st.lists(units, max_size=2), st.lists(units, max_size=2), st.integers(0, 9000))
def test_the_furthest_walk_is_legal_and_the_budget_only_helps(body, legs, grounds, enemies, friends, budget):
    around = Around(terrain_of(grounds), enemies, friends, zone=1000)
    if not walk(body, (), FOOT, around).legal:
        return  # it stands where nobody may
    path = path_from(body, legs)
    poor = furthest(body, path, FOOT, around, budget)
    rich = furthest(body, path, FOOT, around, budget + 3000)
    assert poor.legal
    assert rich.legal
    assert poor.cost <= budget
    assert sum(poor.legs) <= sum(rich.legs) + 45  # behind friends a place is looked for by small steps


def test_the_end_is_what_the_footprint_itself_would_be():
    body = ranks(Pose(10_000, 10_000, 37), (3, 2), 1000, 800)
    for facing in range(0, CIRCLE, 7):
        walked = walk(body, [Pose(12_345, 11_111, facing)], FOOT, Around(EMPTY))
        turned = body.placed(Pose(10_000, 10_000, facing))
        anchor = turned.anchor
        expected = turned.moved(12_345 - anchor.x, 11_111 - anchor.y)
        assert walked.end == expected
        assert (walked.end.quads == replace(expected).quads).all()


def test_round_bases_are_measured_from_their_edge():
    base = line(Pose(0, 0), 1, 1000, 1000)
    other = stacked([figure(Point(0, 3000), 400)])
    assert unit_gap(base.quads, 0.0, 0.0, 1000.0, other, 0) == pytest.approx(1600)
    assert unit_gap(figure(Point(0, 0), 500).quads, 500.0, 0.0, 0.0, other, 0) == pytest.approx(2100)
    assert unit_gap(base.quads, 0.0, 0.0, 4000.0, other, 0) < 0


@settings(max_examples=100)
@given(blocks, legs, grounds, walls, st.lists(units, max_size=3), st.lists(units, max_size=2), st.booleans())
def test_a_walk_that_breaks_off_at_the_first_hindrance_is_the_first_part_of_the_whole(
    body, legs, grounds, walls, enemies, friends, strict
):
    around = Around(terrain_of(grounds, walls), enemies, friends, zone=1000)
    path = np.array(path_from(body, legs), dtype=np.float64).reshape(-1, 3)
    every, few = (around.terms(FOOT, NEAR, strict, whole) for whole in (True, False))
    whole, part = (walked(body.standing, body.build, path, terms, around.scene(FOOT)) for terms in (every, few))
    first = int(np.argmax(whole.until > 0)) if len(whole.hindrances) else len(path)
    assert part.until[:first].tolist() == [0] * first
    assert part.spent[:first].tolist() == whole.spent[:first].tolist()
    assert part.trail[: 2 * first].tolist() == whole.trail[: 2 * first].tolist()
    assert bool(len(part.hindrances)) == bool(len(whole.hindrances))
    assert part.hindrances.tolist() == whole.hindrances[: len(part.hindrances)].tolist()


def test_a_walk_that_slides_costs_what_it_slides_to():
    body = ranks(Pose(*at(20, 20)), (2, 2), 1000, 1000)
    beside = line(Pose(*at(24, 19), 2700), 2, 1000, 1000)  # turning to the left brings the unit's corner nearer to it
    around = Around(table(), [beside], zone=1000)
    path = (Pose(*at(14, 20), 2700), Pose(*at(14, 26), 0))
    gone = walk(body, path, FOOT, around, 30_000)
    assert gone.legal
    assert gone.trail[1].point != body.anchor.point  # it slid
    assert walk(body, path, FOOT, around, gone.cost).legal
    assert [each.cause for each in walk(body, path, FOOT, around, gone.cost - 1).hindrances] == ["budget"]
    strict = walk(body, path, FOOT, around, 30_000, strict=True)
    assert [(each.cause, each.feature, each.at) for each in strict.hindrances] == [("slide", 0, body.anchor.point)]
