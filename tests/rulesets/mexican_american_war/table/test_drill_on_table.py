"""The drill on the table: wheels, obliques, flanks, changes of front, moves in disorder (chapters 7 and 8, MAW-G.20)."""

from __future__ import annotations

from math import cos, radians, sin

import pytest

from sandtable.rulesets.mexican_american_war.table.state import Kind, MawField
from sandtable.rulesets.mexican_american_war.vocabulary import (
    CheckEffect,
    Experience,
    Formation,
    OrderState,
)
from tests.rulesets.mexican_american_war.table.drilled import FOE, HALF, line, stood
from tests.rulesets.mexican_american_war.table.laying import (
    DOWN,
    MEX,
    US,
    Laid,
    act,
    check,
    checked,
    done,
    form,
    front,
    guns,
    horse,
    laid,
    maneuver,
    near,
    pose,
    refused,
    unit,
)

E, F = CheckEffect, Formation


# ---- Wheels and obliques (MAW-7.16, MAW-8.01, MAW-G.20a) --------------------------------------------------------------------------------


@pytest.mark.rule("MAW-G.20a", "MAW-7.18", "MAW-7.16")
def test_a_line_of_eight_wheels_by_45_degrees_for_6_283_inches_and_has_5_717_left():
    field = stood(line())
    there = done(field, maneuver("5th", "full move", ("wheel", 45), ("advance", 5.717)))
    x, y = 34 - 4 * HALF + 5.717 * HALF, 20 + 4 * HALF + 5.717 * HALF
    assert near(front(there, "5th"), (x, y, 45))
    assert refused(field, maneuver("5th", "full move", ("wheel", 45), ("advance", 5.718))) == ["MAW-2.12"]
    assert refused(field, maneuver("5th", "full move", ("wheel", 46))) == ["MAW-7.18"]
    assert refused(field, maneuver("5th", "full move", ("wheel", 20), ("advance", 1), ("wheel", 20))) == ["MAW-G.20a"]
    left = done(field, maneuver("5th", "full move", ("advance", 3), ("wheel", -45)))
    assert near(front(left, "5th"), (26 + 4 * HALF, 23 + 4 * HALF, 315))


@pytest.mark.rule("MAW-8.01", "MAW-8.02", "MAW-8.02a")
def test_an_oblique_keeps_the_facing_goes_once_to_one_side_and_is_measured_along_the_angle():
    field = stood(line())
    there = done(field, maneuver("5th", "full move", ("advance", 2), ("oblique", 6, 30), ("advance", 4)))
    assert near(front(there, "5th"), (30 + 3, 26 + 6 * cos(radians(30)), 0))
    assert refused(field, maneuver("5th", "full move", ("oblique", 12.001, -45))) == ["MAW-2.12"]
    assert refused(field, maneuver("5th", "full move", ("oblique", 3, 46))) == ["MAW-8.01"]
    assert refused(field, maneuver("5th", "full move", ("oblique", 3, 30), ("oblique", 3, -30))) == ["MAW-8.02"]
    assert refused(field, maneuver("5th", "full move", ("oblique", 3, 30), ("wheel", 10))) == ["MAW-8.02a"]
    back = done(field, maneuver("5th", "full move", ("oblique back", 4, 30)))
    assert near(front(back, "5th"), (30 + 4 * sin(radians(30)), 20 - 4 * cos(radians(30)), 0))


@pytest.mark.rule("MAW-8.03", "MAW-G.20e", "MAW-7.06", "MAW-6.09a", "MAW-6.10a")
def test_flanks_are_refused_after_a_move_both_only_after_an_oblique():
    field = stood(line())
    bent = done(field, maneuver("5th", "full move", ("oblique", 4, 30), refuse_left=2, refuse_right=3, refuse_by=45))
    assert [pose.facing for pose in bent.pieces["5th"].figures] == [3150] * 2 + [0] * 3 + [450] * 3
    both = maneuver("5th", "full move", ("advance", 4), refuse_left=2, refuse_right=3)
    assert refused(field, both) == ["MAW-G.20e"]
    assert refused(field, maneuver("5th", "hold", refuse_right=3, refuse_by=46)) == ["MAW-G.20e"]
    assert refused(field, maneuver("5th", "hold", refuse_right=8)) == ["MAW-G.20e"]
    held = done(field, maneuver("5th", "hold", refuse_right=3, refuse_by=30))
    assert [pose.facing for pose in held.pieces["5th"].figures] == [0] * 5 + [300] * 3
    disordered = stood(line(), effect=E.TARDY)
    hurried = done(disordered, maneuver("5th", "full move in disorder", ("advance", 12), refuse_right=2))
    assert hurried.books.units["5th"].order is OrderState.DISORDERED
    column = stood(line(formation=F.FIELD_COLUMN))
    assert refused(column, maneuver("5th", "hold", refuse_right=1)) == ["MAW-G.20e"]


@pytest.mark.rule("MAW-G.20e", "MAW-G.15a")
def test_a_unit_that_holds_without_a_check_may_refuse_a_flank():
    field = laid(line(), FOE)
    bent = done(field, act("refuse", piece="5th", chosen={"refuse_left": 3, "refuse_by": 45}))
    assert [pose.facing for pose in bent.pieces["5th"].figures] == [3150] * 3 + [0] * 5
    assert refused(stood(line()), act("refuse", piece="5th", chosen={"refuse_left": 3})) == ["MAW-G.15a"]
    assert refused(field, act("refuse", piece="5th", chosen={"refuse_left": 3, "refuse_right": 3})) == ["MAW-G.20e"]


@pytest.mark.rule("MAW-G.20b", "MAW-8.02a", "MAW-2.19")
def test_a_march_by_the_flank_goes_half_a_move_sideways_and_keeps_its_front():
    field = stood(line())
    there = done(field, maneuver("5th", "march by the flank", ("by the left flank", 6)))
    assert near(front(there, "5th"), (24, 20, 0))
    assert refused(field, maneuver("5th", "march by the flank", ("by the left flank", 6.001))) == ["MAW-2.12"]
    assert refused(field, maneuver("5th", "march by the flank", ("advance", 2))) == ["MAW-G.20b"]
    assert "MAW-2.19" in refused(field, maneuver("5th", "full move", ("by the left flank", 2)))


@pytest.mark.rule("MAW-G.20c", "MAW-G.20d")
def test_a_unit_withdraws_facing_front_or_faces_by_its_rear_rank_on_the_spot():
    field = stood(line())
    back = done(field, maneuver("5th", "full move", ("withdraw", 12)))
    assert near(front(back, "5th"), (30, 8, 0))
    about = done(field, maneuver("5th", "face by the rear rank"))
    assert near(front(about, "5th"), (30, 19.25, 180))
    assert refused(field, maneuver("5th", "face by the rear rank", ("advance", 1))) == ["MAW-G.20c"]
    assert refused(field, maneuver("5th", "full move", ("withdraw", 2), ("advance", 2))) == ["MAW-G.20d"]


@pytest.mark.rule("MAW-7.14", "MAW-7.14a", "MAW-7.15", "MAW-7.16", "MAW-7.16a", "MAW-7.17")
def test_a_change_of_front_wheels_by_90_degrees_forward_or_backward_and_no_further_than_its_rate():
    """Seven stands: 10.996 inches of 12. Eight: 12.566, which is too far; 85 degrees take them 11.868."""
    seven = stood(unit("5th", US, pose(30, 20), 7))
    there = done(seven, maneuver("5th", "change front", ("wheel", 90)))
    assert near(front(there, "5th"), (33.5, 23.5, 90))
    back = done(seven, maneuver("5th", "change front", ("wheel back", 90)))
    assert near(front(back, "5th"), (26.5, 16.5, 90))
    assert form(seven, maneuver("5th", "change front", ("wheel", 90)))["degrees"] == 90
    eight = stood(line())
    assert refused(eight, maneuver("5th", "change front", ("wheel", 90))) == ["MAW-7.16a"]
    assert refused(eight, maneuver("5th", "change front", ("wheel", 85))) == []
    assert "MAW-7.14" in refused(seven, maneuver("5th", "change front", ("wheel", 100)))
    assert refused(seven, maneuver("5th", "change front", ("wheel", 60), ("advance", 1))) == ["MAW-7.15"]
    assert refused(seven, maneuver("5th", "change front", ("wheel", 60), refuse_left=2)) == []
    tardy = stood(unit("5th", US, pose(30, 20), 7), effect=E.TARDY)
    assert "MAW-2.19" in refused(tardy, maneuver("5th", "change front", ("wheel", 60)))
    column = stood(line(formation=F.FIELD_COLUMN))
    assert "MAW-2.19" in refused(column, maneuver("5th", "change front", ("wheel", 60)))


# ---- Full moves in disorder (MAW-7.01 to MAW-7.08) ---------------------------------------------------------------------------------------


@pytest.mark.rule("MAW-7.01", "MAW-7.02", "MAW-7.04", "MAW-7.05", "MAW-7.08")
def test_a_full_move_in_disorder_advances_or_withdraws_and_wheels_but_does_nothing_else():
    tardy = stood(line(), effect=E.TARDY)
    hurried = done(tardy, maneuver("5th", "full move in disorder", ("wheel", 45), ("advance", 5.717)))
    assert hurried.books.units["5th"].order is OrderState.DISORDERED
    assert refused(tardy, maneuver("5th", "full move in disorder", ("by the left flank", 2))) == ["MAW-7.05"]
    half = done(tardy, maneuver("5th", "half move", ("advance", 6)))
    assert half.books.units["5th"].order is OrderState.GOOD
    rallied = stood(line(order=OrderState.DISORDERED), effect=E.RALLY)
    on = done(rallied, maneuver("5th", "full move in disorder", ("withdraw", 12)))
    assert on.books.units["5th"].order is OrderState.DISORDERED
    horsemen = checked(
        laid(horse("7th", MEX, pose(30, 40, DOWN)), unit("u", US, pose(80, 5)), side=MEX), "7th", effect=E.TARDY
    )
    assert refused(horsemen, maneuver("7th", "full move in disorder", ("advance", 18), side=MEX)) == []


@pytest.mark.rule("MAW-7.03", "MAW-6.10", "MAW-G.19f")
def test_a_broken_unit_reforms_in_line_facing_the_enemy_before_it_moves():
    field = laid(unit("5th", US, pose(30, 20), order=OrderState.BROKEN), unit("1st", MEX, pose(30, 50, DOWN)))
    assert field.shapes["5th"].kind is Kind.MOB
    assert len(refused(field, maneuver("5th"))) == 1  # nobody maneuvers before a check
    field = done(field, check("5th"), maneuver_die=10)  # 10 + 1 Veteran + 2 Fresh - 2 alone - 2 broken: 9, Rally
    assert field.shapes["5th"].state == F.LINE
    assert field.books.units["5th"].order is OrderState.GOOD
    assert front(field, "5th")[2] == 0
    after = done(field, maneuver("5th", "full move in disorder", ("advance", 12)))
    assert after.books.units["5th"].order is OrderState.DISORDERED


@pytest.mark.rule("MAW-7.05", "MAW-7.05a", "MAW-G.20f", "MAW-2.21", "MAW-2.19")
def test_formed_friends_are_passed_only_by_a_passage_of_lines_open_order_and_guns_freely():
    def across(friend: Laid, effect: CheckEffect = E.WELL_HANDLED) -> MawField:
        return checked(laid(line(), friend, FOE), "5th", effect=effect)

    formed = across(unit("8th", US, pose(30, 23), 8))
    assert refused(formed, maneuver("5th", "full move", ("advance", 6))) == ["MAW-G.20f"]
    passed = done(formed, maneuver("5th", "passage of lines", ("advance", 6)))
    assert [passed.books.units[name].order for name in ("5th", "8th")] == [OrderState.GOOD] * 2
    assert form(formed, maneuver("5th", "passage of lines", ("advance", 6)))["friend_name"] == "8th"
    assert refused(formed, maneuver("5th", "passage of lines", ("advance", 3.2))) == ["MAW-G.20f"]  # it ends upon him
    assert refused(formed, maneuver("5th", "passage of lines", ("advance", 6.001))) == ["MAW-2.12"]
    raw = across(unit("8th", US, pose(30, 23), 8, experience=Experience.RAW))
    shaken = done(raw, maneuver("5th", "passage of lines", ("advance", 6)))
    assert [shaken.books.units[name].order for name in ("5th", "8th")] == [OrderState.DISORDERED] * 2
    wavering = across(unit("8th", US, pose(30, 23), 8, order=OrderState.DISORDERED))
    assert form(wavering, maneuver("5th", "passage of lines", ("advance", 6)))["other_unit_shaky"]
    tardy = across(unit("8th", US, pose(30, 23), 8), E.TARDY)
    assert refused(tardy, maneuver("5th", "full move in disorder", ("advance", 8))) == ["MAW-7.05"]
    for friend in (
        unit("8th", US, pose(30, 23), 8, formation=F.OPEN_THIN, light_troops=True),
        guns("8th", US, pose(30, 23)),
    ):
        assert refused(across(friend, E.TARDY), maneuver("5th", "full move in disorder", ("advance", 8))) == []
        assert refused(across(friend), maneuver("5th", "full move", ("advance", 8))) == []
