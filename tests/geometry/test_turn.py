"""Turning on the spot: the worked example, and a slide that is just long enough."""

from __future__ import annotations

from hypothesis import assume, given, settings
from hypothesis import strategies as st

from sandtable.geometry.around import Hindrance
from sandtable.geometry.distance import distance, distance_to_point
from sandtable.geometry.footprint import line, ranks
from sandtable.geometry.going import Going
from sandtable.geometry.measure import CIRCLE, Pose
from sandtable.geometry.place import hindrances
from sandtable.geometry.terrain import Area, Terrain
from sandtable.geometry.turn import reform, turn
from sandtable.geometry.walk import Around, walk
from tests.geometry.ground import at, box, facings, units
from tests.geometry.slow_movement import measured_slide
from tests.support.talk import there

EMPTY = Terrain(48_000, 48_000)
LEFT = 2700


def square(x: float = 20, y: float = 20, facing: int = 0):
    return ranks(Pose(*at(x, y), facing), (2, 2), 1000, 1000)


def beside(gap: int):
    """An enemy straight off the right side of the square, so far away."""
    return line(Pose(21_000 + gap, 19_000, LEFT), 2, 1000, 1000)


def test_a_unit_turning_its_back_to_an_enemy_off_its_side_slides_an_inch():
    for gap in (500, 1000, 3000, 5000):
        turned = turn(square(), LEFT, Around(EMPTY, [beside(gap)], zone=1000))
        assert turned.slide == 1000
        assert turned.hindrance is None
        assert turned.end.anchor == Pose(*at(19, 20), LEFT)
        assert distance(turned.end, beside(gap)) == gap


def test_an_enemy_beyond_six_inches_of_the_new_place_does_not_mind():
    assert turn(square(), LEFT, Around(EMPTY, [beside(7001)])).slide == 0
    assert turn(square(), LEFT, Around(EMPTY, [beside(7000)])).slide == 1000
    assert turn(square(), LEFT, Around(EMPTY, [beside(3000)]), near=1999).slide == 0


def test_strictly_the_pivot_must_stay_on_the_front_edge():
    around = Around(EMPTY, [beside(1000)])
    assert there(turn(square(), LEFT, around, strict=True).hindrance).cause == "slide"
    aside = line(Pose(*at(20.5, 22), 1800), 1, 1000, 1000)  # turning right swings the left front corner towards it
    assert there(turn(square(), 300, Around(EMPTY, [aside]), strict=True).hindrance).cause == "slide"


def test_a_slide_that_would_leave_the_pivot_behind_is_refused():
    deep = ranks(Pose(*at(20, 20)), (1, 1, 1, 1, 1), 1000, 1000)
    enemy = line(Pose(*at(21, 20), LEFT), 2, 1000, 1000)  # half an inch off its right side
    turned = turn(deep, LEFT, Around(EMPTY, [enemy]))
    assert turned.slide == 4500
    assert turned.hindrance is None  # five inches deep, it still covers the pivot
    aside = line(Pose(*at(23, 22), 1800), 2, 1000, 1000)  # ahead and to the right: the slide goes back, off the pivot
    turned = turn(square(), LEFT, Around(EMPTY, [aside]))
    assert turned.slide == 1236
    assert there(turned.hindrance).cause == "slide"


def test_a_change_of_formation_keeps_the_middle_of_the_front_and_slides_alike():
    body = line(Pose(*at(20, 20)), 4, 1000, 1000)
    deep = ranks(Pose(0, 0, 0), (2, 2), 1000, 1000)
    assert reform(body, deep, Around(EMPTY)).end.anchor == body.anchor
    behind = line(Pose(*at(20, 18.5)), 2, 1000, 1000)
    turned = reform(body, deep, Around(EMPTY, [behind]))
    assert turned.slide == 1000
    assert distance(turned.end, behind) == distance(body, behind) == 500


def test_a_turn_is_hindered_by_what_it_would_stand_on():
    body = line(Pose(*at(20, 20)), 4, 1000, 1000)
    lake = Terrain(48_000, 48_000, (Area("lake", "lake", box(19, 21, 21, 23)),))
    going = Going({"lake": None})
    assert turn(body, 0, Around(lake), going=going).hindrance is None
    assert there(turn(body, 900, Around(lake), going=going).hindrance).feature == "lake"
    assert there(turn(body, 900, Around(EMPTY, (), [square(20, 23)])).hindrance).cause == "friend"
    assert there(turn(line(Pose(*at(20, 1)), 4, 1000, 1000), 900, Around(EMPTY)).hindrance).cause == "edge"


near_poses = st.builds(Pose, st.integers(14_000, 26_000), st.integers(14_000, 26_000), st.integers(0, CIRCLE - 1))
enemies = st.lists(st.builds(lambda pose: line(pose, 2, 1000, 1000), near_poses), min_size=1, max_size=3)


@settings(max_examples=60)
@given(st.integers(0, CIRCLE - 1), st.integers(0, CIRCLE - 1), enemies)
def test_after_a_turn_no_near_enemy_is_nearer_and_a_shorter_slide_would_not_do(facing, new_facing, enemies):
    body = square(20, 20, facing)
    if any(distance(body, enemy) < 50 for enemy in enemies):
        return  # it stands where nobody may
    turned = turn(body, new_facing, Around(EMPTY, enemies))
    before = [distance(body, enemy) for enemy in enemies]

    def spared(end, slack=1):
        after = [distance(end, enemy) for enemy in enemies]
        return all(now >= then - slack or now > 6000 for now, then in zip(after, before, strict=True))

    pivoted = body.placed(Pose(body.anchor.x, body.anchor.y, new_facing))
    if turned.hindrance is None:
        assert spared(turned.end)
        assert distance_to_point(turned.end, body.anchor.point) <= 3
    if turned.slide:
        assert not spared(pivoted, slack=0)
        dx, dy = turned.end.anchor.x - pivoted.anchor.x, turned.end.anchor.y - pivoted.anchor.y
        short = 1 - 20 / turned.slide
        if turned.slide > 40 and len(enemies) == 1:
            assert distance(pivoted.moved(round(dx * short), round(dy * short)), enemies[0]) < before[0]
    else:
        assert turned.end == pivoted


@settings(max_examples=30)
@given(st.integers(0, CIRCLE - 1), enemies)
def test_a_walk_turns_as_a_turn_does(facing, enemies):
    body = square()
    around = Around(EMPTY, enemies)
    turned = turn(body, facing, around)
    walked = walk(body, [turned.end.anchor], Going(), around)
    assert walked.end == turned.end
    assert ("slide" in {each.cause for each in walked.hindrances}) == (
        turned.hindrance is not None and turned.hindrance.cause == "slide"
    )


@settings(max_examples=200)
@given(units, facings, st.lists(units, min_size=1, max_size=4), st.booleans())
def test_a_slide_is_what_measuring_step_by_step_finds(body, facing, enemies, strict):
    assume(all(not 0 < distance(body, enemy) < 100 for enemy in enemies))  # all but in contact, a slide gropes too long
    pivoted = body.placed(Pose(body.anchor.x, body.anchor.y, facing))
    dx, dy, slide, unkept = measured_slide(body, pivoted, enemies, 6000, strict)
    turned = turn(body, facing, Around(EMPTY, enemies), 6000, strict)
    assert (turned.end, turned.slide) == (pivoted.moved(dx, dy), slide)
    kept_by = [found.feature for found in (turned.hindrance,) if found is not None and found.cause == "slide"]
    assert kept_by == ([] if unkept is None else [unkept])


@settings(max_examples=60)
@given(units, facings, st.lists(units, max_size=3), st.lists(units, max_size=2), st.booleans())
def test_a_unit_settles_where_sliding_brings_it_and_is_kept_from_it_by_what_stands_there(
    body, facing, foes, friends, strict
):
    assume(all(not 0 < distance(body, enemy) < 100 for enemy in foes))
    lake = Terrain(48_000, 48_000, (Area("lake", "lake", box(8, 8, 12, 12)),))
    going, around = Going({"lake": None}), Around(lake, foes, friends)
    pivoted = body.placed(Pose(body.anchor.x, body.anchor.y, facing))
    dx, dy, slide, unkept = measured_slide(body, pivoted, foes, 6000, strict)
    turned = turn(body, facing, around, 6000, strict, going)
    assert (turned.end, turned.slide) == (pivoted.moved(dx, dy), slide)
    if unkept is not None:
        assert turned.hindrance == Hindrance("slide", unkept, body.anchor.point)
    else:
        assert turned.hindrance == next(iter(hindrances(turned.end, going, around, clear=None)), None)
