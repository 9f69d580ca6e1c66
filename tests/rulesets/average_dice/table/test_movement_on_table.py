"""Movement on the table: each figure goes its own way and pays for what it crosses; worked out by hand."""

from __future__ import annotations

from dataclasses import replace

import pytest

from sandtable.geometry.measure import Pose, inches
from sandtable.miniatures.orders import Act
from sandtable.rulesets.average_dice.table.rules import TABLE
from sandtable.rulesets.average_dice.vocabulary import Arm, Posture
from tests.rulesets.average_dice.table.laying import (
    FEDERAL,
    VILLISTA,
    area,
    at,
    done,
    fire,
    form,
    hill,
    laid,
    move,
    pose,
    refused,
    row,
    unit,
    wall,
    with_unit,
)

FAR = unit("F1", FEDERAL, row(30, 70, 10))


def foot(*ground, figures=10, y=10.0, **about):
    """Villistas in a row with nobody near."""
    return laid(unit("V1", VILLISTA, row(10, y, figures), **about), FAR, ground=ground)


def lone(*ground):
    """A General on foot, who goes wherever he likes."""
    return laid(unit("V1", VILLISTA, at((10, 10)), Arm.GENERAL), FAR, ground=ground)


def horse(*ground, **about):
    return laid(unit("V1", VILLISTA, row(10, 10, 10), Arm.CAVALRY, **about), FAR, ground=ground)


def reaches(field, far: float, **chosen) -> bool:
    """Whether a unit can go just so far up the table, and not a thousandth further."""
    further = set(refused(field, move(field, "V1", 0, far + 0.001, **chosen)))
    return not refused(field, move(field, "V1", 0, far, **chosen)) and further in ({"AVD-5.01"}, {"AVD-G.11"})


def passed(field):
    """The table after both sides have finished their move."""
    for _ in range(2):
        side = field.books.side
        field = done(field, Act(by=side.value, action="next_move"))
    return field


# ---- Rates --------------------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("AVD-5.01", "AVD-5.02", "AVD-5.03", "AVD-5.08")
def test_everybody_goes_as_far_as_his_rate():
    assert reaches(foot(), 6)
    assert reaches(foot(), 9, rate="fast")
    assert reaches(foot(), 3, mover="crawling")
    assert reaches(horse(), 12)
    assert reaches(horse(), 18, rate="fast")


@pytest.mark.rule("AVD-5.01")
def test_a_way_with_bends_counts_all_its_legs():
    field = lone()
    bent = (pose(10, 13), pose(13, 13))
    assert refused(field, Act(by="villista", action="move", piece="V1", ways=(bent,))) == []
    longer = (pose(10, 13), pose(13.1, 13))
    assert refused(field, Act(by="villista", action="move", piece="V1", ways=(longer,))) == ["AVD-5.01"]


@pytest.mark.rule("AVD-4.02", "AVD-4.02b", "AVD-4.01")
def test_a_general_goes_as_the_foot_or_the_horse():
    on_foot = laid(unit("V1", VILLISTA, at((10, 10)), Arm.GENERAL), FAR)
    mounted = laid(unit("V1", VILLISTA, at((10, 10)), Arm.GENERAL, mounted=True), FAR)
    assert reaches(on_foot, 6)
    assert reaches(mounted, 12)


@pytest.mark.rule("AVD-5.11", "AVD-5.11b", "AVD-G.09", "AVD-3.09")
def test_foot_need_eight_turns_for_sixty_inches():
    field = foot(y=0.5)
    for turn in range(8):
        assert refused(field, move(field, "V1", 0, 9, rate="fast")) == ([] if turn % 2 == 0 else ["AVD-5.11"])
        order = move(field, "V1", 0, 9, rate="fast") if turn % 2 == 0 else move(field, "V1", 0, 6)
        field = done(field, order)
        went = (field.pieces["V1"].figures[0].y - inches(0.5)) / 1000
        assert went == {6: 54, 7: 60}.get(turn, went)
        field = passed(field)
    assert field.books.turn == 9


@pytest.mark.rule("AVD-5.11b", "AVD-3.10")
def test_horse_need_four():
    field = horse()
    for turn, far in enumerate((18, 12, 18, 12)):
        field = done(field, move(field, "V1", 0, far, rate="fast" if far == 18 else "amble"))
        field = passed(field)
        assert field.pieces["V1"].figures[0].y == inches(10 + (18, 30, 48, 60)[turn])


@pytest.mark.rule("AVD-5.01", "AVD-7.07", "AVD-3.02b")
def test_a_unit_moves_once_a_turn_and_not_after_it_has_fired():
    field = done(foot(), move(foot(), "V1", 0, 3))
    assert refused(field, move(field, "V1", 0, 3)) == ["AVD-5.01"]
    near = laid(unit("V1", VILLISTA, row(10, 10, 10)), unit("F1", FEDERAL, row(10, 24, 10)))
    shot = done(near, fire(VILLISTA, "V1", "F1"), fire_hits=7, fire_saves=[{"counts": [0]}])
    assert refused(shot, move(shot, "V1", 0, -3)) == ["AVD-7.07"]
    again = passed(shot)
    assert refused(again, move(again, "V1", 0, -3)) == []
    theirs = move(near, "F1", 0, 1)
    assert TABLE.problems(near, theirs)[0].message.id == "problem.table.not_open"
    assert refused(near, replace(theirs, by="villista")) == ["AVD-5.01"]  # not theirs to move


# ---- What is crossed ----------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("AVD-5.12", "AVD-5.13", "AVD-G.11", "AVD-G.14")
@pytest.mark.parametrize(
    ("ground", "far"),
    (
        ((area("broken_ground", 0, 12, 48, 2),), 5),
        ((hill(0, 12, 48, 2),), 5),
        ((area("broken_ground", 0, 8, 48, 4),), 5),  # it sets out in it
        ((area("broken_ground", 0, 12, 48, 1), area("broken_ground", 0, 14, 48, 1)), 4),
        ((area("trench", 0, 12, 48, 1),), 4),
        ((wall("fence", (0, 12), (48, 12)),), 5),
        ((wall("high_wall", (0, 12), (48, 12)), wall("barricade", (0, 13), (48, 13))), 4),
        ((area("river", 0, 12, 48, 2), wall("low_wall", (0, 11), (48, 11))), 3),
    ),
)
def test_foot_pay_for_what_they_cross(ground, far):
    assert reaches(foot(*ground), far)


@pytest.mark.rule("AVD-G.11")
def test_a_line_is_paid_for_at_every_crossing_and_an_area_once():
    field = lone(wall("fence", (0, 12), (48, 12)))
    there_and_back = (pose(10, 12.5), pose(10, 11))
    told = form(field, Act(by="villista", action="move", piece="V1", ways=(there_and_back,)))
    assert told["crossed"] == [{"obstacle": "fence", "times": 2}]
    field = lone(area("broken_ground", 0, 12, 48, 0.5))
    told = form(field, Act(by="villista", action="move", piece="V1", ways=((pose(10, 13), pose(10, 11.5)),)))
    assert told["crossed"] == [{"obstacle": "broken_ground", "times": 1}]


@pytest.mark.rule("AVD-G.11")
def test_too_little_left_for_a_crossing_stops_a_figure_at_its_edge():
    field = foot(area("trench", 0, 14.5, 48, 1))
    assert refused(field, move(field, "V1", 0, 4.25)) == []  # short of it
    assert set(refused(field, move(field, "V1", 0, 4.75))) == {"AVD-G.11"}


@pytest.mark.rule("AVD-6.05", "AVD-6.04", "AVD-6.03", "AVD-G.14")
def test_horse_jump_low_walls_and_go_round_high_ones():
    assert reaches(horse(wall("low_wall", (0, 12), (48, 12))), 10)
    assert reaches(horse(wall("fence", (0, 12), (48, 12))), 10)
    for kind in ("high_wall", "barricade", "fieldwork"):
        field = horse(wall(kind, (0, 12), (48, 12)))
        assert refused(field, move(field, "V1", 0, 5)) == ["AVD-6.04"]
        assert refused(field, move(field, "V1", 0, -5)) == []


@pytest.mark.rule("AVD-G.11", "AVD-5.12")
def test_each_figure_pays_for_its_own_way():
    """Broken ground before the left half of the row alone: those on the right go the whole six inches."""
    field = foot(area("broken_ground", 0, 12, 16.5, 2))
    all_six = move(field, "V1", 0, 6)
    assert [problem.field for problem in TABLE.problems(field, all_six)] == [f"ways.{number}" for number in range(5)]
    ways = tuple(
        (Pose(each.x, each.y + inches(5 if number < 5 else 6)),)
        for number, each in enumerate(field.pieces["V1"].figures)
    )
    order = replace(all_six, ways=ways)
    assert refused(field, order) == []
    assert form(field, order)["crossed"] == [{"obstacle": "broken_ground", "times": 1}]
    after = done(field, order)
    assert [each.y for each in after.pieces["V1"].figures] == [inches(15)] * 5 + [inches(16)] * 5


# ---- Prone and crawling -------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("AVD-5.10", "AVD-G.10", "AVD-5.09", "AVD-5.10b")
def test_half_a_move_and_down_and_up_and_half_a_move():
    field = foot()
    assert reaches(field, 3, go_prone_or_rise=True)
    assert reaches(field, 4.5, go_prone_or_rise=True, rate="fast")
    down = passed(done(field, move(field, "V1", 0, 3, go_prone_or_rise=True)))
    assert down.books.units["V1"].posture is Posture.PRONE
    assert set(refused(down, move(down, "V1", 0, 1))) == {"AVD-5.09"}
    up = done(down, move(down, "V1", 0, 3, go_prone_or_rise=True))
    assert up.books.units["V1"].posture is Posture.UPRIGHT


@pytest.mark.rule("AVD-G.21", "AVD-9.07")
def test_who_crawled_crawls_until_his_next_turn():
    field = foot()
    field = done(field, move(field, "V1", 0, 3, mover="crawling"))
    assert field.books.units["V1"].posture is Posture.CRAWLING
    assert passed(field).books.units["V1"].posture is Posture.UPRIGHT


# ---- Where figures stand ------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("AVD-G.40")
def test_a_figure_keeps_within_two_inches_of_another_of_its_unit():
    field = foot(figures=5)
    ways = ((), (), (), (), (pose(17.501, 10),))
    assert refused(field, Act(by="villista", action="move", piece="V1", ways=ways)) == ["AVD-G.40"]
    ways = ((), (), (), (), (pose(17.5, 10),))  # two inches from the base at 14.5 to this one
    assert refused(field, Act(by="villista", action="move", piece="V1", ways=ways)) == []


@pytest.mark.rule("AVD-1.07", "AVD-1.04b")
def test_figures_end_on_the_table_and_not_on_each_other():
    field = foot()
    assert set(refused(field, move(field, "V1", -6, -6, rate="fast"))) == set()
    assert "AVD-1.07" in refused(foot(y=5.0), move(foot(y=5.0), "V1", 0, -4.6))
    pair = laid(unit("V1", VILLISTA, at((10, 10)), Arm.GENERAL), unit("V2", VILLISTA, at((10, 14))), FAR)
    assert refused(pair, move(pair, "V1", 0, 3.5)) == ["AVD-1.04b"]
    assert refused(pair, move(pair, "V1", 0, 3)) == []
    assert refused(pair, move(pair, "V1", 0, 5)) == []  # friends are passed
    assert refused(pair, replace(move(pair, "V1", 0, 3), ways=())) == ["AVD-1.04b"]


@pytest.mark.rule("AVD-11.02")
def test_nobody_walks_through_an_enemy():
    field = laid(unit("V1", VILLISTA, at((10, 10)), Arm.GENERAL), unit("F1", FEDERAL, at((10, 13))))
    assert refused(field, move(field, "V1", 0, 5)) == ["AVD-11.02"]
    assert form(field, move(field, "V1", 0, 2))["into_melee"]
    assert not form(field, move(field, "V1", 0, 1.9))["into_melee"]


# ---- Weak units and contact ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("AVD-12.02", "AVD-G.28", "AVD-12.01")
def test_four_figures_do_not_go_toward_the_enemy():
    theirs = unit("F1", FEDERAL, row(10, 30, 10))
    four, five = (laid(unit("V1", VILLISTA, row(10, 10, count)), theirs) for count in (4, 5))
    assert refused(four, move(four, "V1", 0, 2)) == ["AVD-12.02"]
    assert refused(five, move(five, "V1", 0, 2)) == []
    assert refused(four, move(four, "V1", 0, -2)) == []
    hidden = laid(unit("V1", VILLISTA, row(10, 10, 4)), theirs, ground=(area("building", 0, 20, 48, 3),))
    assert refused(hidden, move(hidden, "V1", 0, 2)) == []  # they see nobody
    near = laid(unit("V1", VILLISTA, row(10, 10, 4)), unit("F1", FEDERAL, row(10, 13, 4)))
    assert refused(near, move(near, "V1", 0, 2)) == ["AVD-12.01"]


@pytest.mark.rule("AVD-11.03b", "AVD-11.03c", "AVD-G.36")
def test_whoever_three_enemies_touch_stays_and_the_others_may_break_off():
    around = at((9, 10), (10, 11), (11, 10))
    two = laid(unit("V1", VILLISTA, at((10, 10), (10, 8.5))), unit("F1", FEDERAL, around))
    assert refused(two, move(two, "V1", 0, -2)) == ["AVD-11.03c"]
    other = Act(by="villista", action="move", piece="V1", ways=((), (pose(10, 7.5),)))
    assert refused(two, other) == []
    told = form(two, other)
    assert told["in_contact"]
    assert not told["surrounded"]
    alone = laid(unit("V1", VILLISTA, at((10, 10))), unit("F1", FEDERAL, around))
    assert set(refused(alone, move(alone, "V1", 0, -2))) == {"AVD-11.03c"}
    free = laid(unit("V1", VILLISTA, at((10, 10))), unit("F1", FEDERAL, around[:2]))
    assert refused(free, move(free, "V1", 0.5, -2)) == []


@pytest.mark.rule("AVD-5.01")
def test_what_is_measured_cannot_be_told_otherwise():
    field = foot()
    lied = move(field, "V1", 0, 6, toward_the_enemy=False)
    assert [problem.field for problem in TABLE.problems(field, lied)] == ["chosen.toward_the_enemy"]
    assert refused(field, lied) == ["AVD-5.01"]
    assert with_unit(field, "V1", moved=True).books.units["V1"].moved


@pytest.mark.rule("AVD-5.01", "AVD-5.02", "AVD-5.08")
def test_nobody_goes_as_somebody_else_would():
    field = foot()
    for wish in ("cavalry", "field_gun", "with_mg", "truck", "motorbike"):
        assert refused(field, move(field, "V1", 0, -1, mover=wish))[0] == "AVD-5.01", wish
    assert refused(field, move(field, "V1", 0, -1, mover="crawling")) == []
    horse = laid(unit("V1", VILLISTA, row(10, 10, 6), Arm.CAVALRY), unit("F1", FEDERAL, row(10, 60, 6)))
    assert refused(horse, move(horse, "V1", 0, 1, mover="crawling")) == ["AVD-5.08"]
