"""Maneuvers on the table, every one worked out by hand: how far, where to, and what forbids it (chapters 2, 7, 8, MAW-G.19, MAW-G.20)."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from math import cos, radians, sin
from typing import Any

import pytest

from sandtable.rulesets.mexican_american_war.table.state import Kind, Mark, MawField
from sandtable.rulesets.mexican_american_war.vocabulary import (
    Carriage,
    CheckEffect,
    Experience,
    Formation,
    OrderState,
    UnitClass,
    Weapon,
)
from tests.rulesets.mexican_american_war.table.laying import (
    DOWN,
    LEFT,
    MEX,
    RIGHT,
    US,
    Laid,
    act,
    area,
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
    road,
    unit,
    wall,
)

E, F = CheckEffect, Formation
FOE = unit("1st Line", MEX, pose(80, 55, DOWN))
HALF = cos(radians(45))


def stood(*units: Laid, effect: CheckEffect = E.WELL_HANDLED, **about: Any) -> MawField:
    """Units after a check, with an enemy far off."""
    field = laid(*units, FOE, **about)
    return checked(field, *(known.name for known, _, _ in units if known.side is US), effect=effect)


def line(**more: Any) -> Laid:
    return unit("5th", US, pose(30, 20), **more)


# ---- Rates (MAW-2.12) -----------------------------------------------------------------------------------------------------------------

RATES = (
    (unit("u", US, pose(30, 20)), "open", 12, 16),
    (unit("u", US, pose(30, 20)), "light_woods", 8, 12),
    (unit("u", US, pose(30, 20)), "dense_woods", 6, 10),
    (unit("u", US, pose(30, 20), formation=F.FIELD_COLUMN), "light_woods", 10, 14),
    (unit("u", US, pose(30, 20), formation=F.OPEN_THIN, light_troops=True), "dense_woods", 8, 12),
    (unit("u", US, pose(30, 20), formation=F.DELIBERATE_SQUARE), "open", 4, 6),
    (unit("u", US, pose(30, 20), formation=F.DELIBERATE_SQUARE), "light_woods", 3, 4),
    (unit("u", US, pose(30, 20), formation=F.MARCH_COLUMN), "open", 12, 16),
    (horse("u", US, pose(30, 20)), "open", 18, 24),
    (horse("u", US, pose(30, 20)), "light_woods", 12, 16),
    (horse("u", US, pose(30, 20)), "dense_chaparral", 4, 6),
    (horse("u", US, pose(30, 20), formation=F.FIELD_COLUMN), "dense_woods", 6, 8),
    (horse("u", US, pose(30, 20), mounted=False, formation=F.OPEN_THIN), "light_woods", 10, 14),
    (guns("u", US, pose(30, 20), weapon=Weapon.SG, carriage=Carriage.HC_SIEGE, limbered=True), "open", 6, 8),
    (guns("u", US, pose(30, 20), weapon=Weapon.HG, carriage=Carriage.HC_FIELD, limbered=True), "open", 8, 12),
    (guns("u", US, pose(30, 20), carriage=Carriage.OLC, limbered=True), "open", 8, 12),
    (guns("u", US, pose(30, 20), carriage=Carriage.HLC, limbered=True), "light_woods", 8, 12),
    (guns("u", US, pose(30, 20), carriage=Carriage.FLC, limbered=True), "open", 18, 24),
    (guns("u", US, pose(30, 20), carriage=Carriage.MLC, weapon=Weapon.LH, limbered=True), "open", 12, 16),
    (guns("u", US, pose(30, 20), carriage=Carriage.ROCKET, weapon=Weapon.HR, limbered=True), "open", 12, 16),
)


@pytest.mark.rule(
    "MAW-2.12", "MAW-2.14", "MAW-2.15", "MAW-2.18", "MAW-15.13", "MAW-15.13b", "MAW-G.33", "MAW-21.01", "MAW-21.04",
    "MAW-21.04b", "MAW-19.10", "MAW-G.01e", "MAW-1.21",
)  # fmt: skip
@pytest.mark.parametrize(("mover", "on", "full", "quick"), RATES, ids=[f"{n}-{row[1]}" for n, row in enumerate(RATES)])
def test_every_row_of_the_movement_chart_is_gone_to_the_thousandth_and_no_further(mover, on, full, quick):
    ground = () if on == "open" else (area(on, 20, 10, 20, 40),)
    for effect, most in ((E.WELL_HANDLED, full), (E.DOUBLE_QUICK, quick)):
        field = stood(mover, effect=effect, ground=ground)
        assert refused(field, maneuver("u", "full move", ("advance", most))) == []
        over = refused(field, maneuver("u", "full move", ("advance", most + 0.001)))
        assert over in (["MAW-2.12"], ["MAW-G.20h"])


@pytest.mark.rule("MAW-2.18a", "MAW-13.11", "MAW-13.18", "MAW-2.13", "MAW-G.62")
def test_mexican_lines_are_slower_than_american_ones_and_open_order_is_as_fast_or_faster():
    field = checked(laid(unit("1st", MEX, pose(30, 40, DOWN)), unit("u", US, pose(80, 5)), side=MEX), "1st")
    order = maneuver("1st", "full move", ("advance", 10), side=MEX)
    assert refused(field, order) == []
    assert refused(field, maneuver("1st", "full move", ("advance", 10.001), side=MEX)) == ["MAW-2.12"]
    loose = stood(unit("u", US, pose(30, 20), formation=F.OPEN_THIN, light_troops=True))
    assert refused(loose, maneuver("u", "full move", ("advance", 12))) == []
    assert refused(loose, maneuver("u", "full move", ("advance", 12.001))) == ["MAW-2.12"]


@pytest.mark.rule("MAW-G.20h", "MAW-8.15", "MAW-G.09")
def test_an_inch_of_woods_slows_the_whole_move():
    field = stood(line(), ground=(area("light_woods", 25, 24, 10, 1),))
    assert refused(field, maneuver("5th", "full move", ("advance", 3.999))) == []
    assert refused(field, maneuver("5th", "full move", ("advance", 8))) == []
    assert form(field, maneuver("5th", "full move", ("advance", 8)))["ground"] == "broken"
    assert refused(field, maneuver("5th", "full move", ("advance", 8.001))) == ["MAW-G.20h"]
    beside = stood(line(), ground=(area("light_woods", 34.1, 24, 10, 1),))
    assert refused(beside, maneuver("5th", "full move", ("advance", 12))) == []


@pytest.mark.rule("MAW-G.09")
@pytest.mark.parametrize(
    ("kind", "foot", "mounted", "gun"),
    (
        ("field", 12, 18, 12), ("ford", 12, 18, 12), ("bridge", 12, 18, 12), ("street", 12, 18, 12), ("orchard", 8, 12, 8), ("maize", 8, 12, 8),
        ("brush", 8, 12, 8), ("scattered_chaparral", 8, 12, 8), ("stream", 8, 12, 8), ("soft_ground", 8, 12, 8),
        ("dense_chaparral", 8, 4, 4), ("dense_woods", 6, 4, 4), ("ravine", 6, 4, 4), ("marsh_edge", 6, 4, 4),
        ("steep_slope", 6, 4, 4), ("pedregal", 6, 4, 0), ("abatis", 6, 4, 4), ("river", 0, 0, 0), ("cliff", 0, 0, 0),
        ("deep_marsh", 0, 0, 0), ("adobe_building", 0, 0, 0), ("redoubt", 0, 0, 0), ("convent", 0, 0, 0),
    ),
)  # fmt: skip
def test_every_kind_of_ground_has_its_class_for_foot_horse_and_guns(kind, foot, mounted, gun):
    movers = (line(), horse("5th", US, pose(30, 20)), guns("5th", US, pose(30, 20), limbered=True))
    for mover, most in zip(movers, (foot, mounted, gun), strict=True):
        field = stood(mover, ground=(area(kind, 20, 20.5, 20, 30),))
        if most:
            assert refused(field, maneuver("5th", "full move", ("advance", most))) == []
            assert len(refused(field, maneuver("5th", "full move", ("advance", most + 0.001)))) == 1
        else:
            assert "MAW-G.09" in refused(field, maneuver("5th", "full move", ("advance", 3)))


@pytest.mark.rule("MAW-G.20", "MAW-2.23", "MAW-6.18", "MAW-6.18a", "MAW-15.13a", "MAW-2.20", "MAW-G.56")
def test_a_half_move_is_half_the_rate_and_fractions_are_kept():
    tardy = stood(line(), effect=E.TARDY)
    assert refused(tardy, maneuver("5th", "half move", ("advance", 6))) == []
    assert refused(tardy, maneuver("5th", "half move", ("advance", 6.001))) == ["MAW-2.12"]
    assert refused(tardy, maneuver("5th", "full move", ("advance", 6))) == ["MAW-2.19"]
    square = stood(line(formation=F.DELIBERATE_SQUARE), effect=E.TARDY, ground=(area("light_woods", 20, 10, 20, 30),))
    assert refused(square, maneuver("5th", "half move", ("advance", 1.5))) == []
    assert refused(square, maneuver("5th", "half move", ("advance", 1.501))) == ["MAW-G.20h"]
    quick = stood(line(), effect=E.DOUBLE_QUICK)
    assert refused(quick, maneuver("5th", "change formation", ("advance", 8), new_formation="field column")) == []
    assert refused(quick, maneuver("5th", "change formation", ("advance", 8.001), new_formation="field column"))


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


# ---- Deploying to the front (MAW-7.09 to MAW-7.13) ----------------------------------------------------------------------------------------


def column(stands: int = 8, **more: Any) -> Laid:
    return unit("5th", US, pose(30, 20), stands, formation=F.MARCH_COLUMN, **more)


@pytest.mark.rule("MAW-7.09", "MAW-7.10", "MAW-7.10a", "MAW-7.11", "MAW-G.48", "MAW-G.65")
def test_a_march_column_deploys_to_the_front_across_its_way_facing_as_it_marched():
    """Eight stands: four and four beside them, the middle half an inch to the right. Nine: the extra stand goes to the right."""
    field = stood(column())
    line_ = done(field, maneuver("5th", "deploy to the front"))
    assert near(front(line_, "5th"), (30.5, 20, 0))
    assert line_.books.units["5th"].formation is F.LINE
    assert len({pose.y for pose in line_.pieces["5th"].figures}) == 1
    nine = done(stood(column(9)), maneuver("5th", "deploy to the front"))
    assert near(front(nine, "5th"), (31, 20, 0))
    right = done(field, maneuver("5th", "deploy to the front", flank="right"))
    assert near(front(right, "5th"), (33.5, 20, 0))  # from the head's own file to the right
    left = done(field, maneuver("5th", "deploy to the front", flank="left"))
    assert near(front(left, "5th"), (27.5, 20, 0))
    refusing = done(field, maneuver("5th", "deploy to the front", refuse_left=2, refuse_by=45))
    assert refusing.pieces["5th"].figures[0].facing == 3150
    assert refused(field, maneuver("5th", "deploy to the front", ("advance", 1))) == ["MAW-7.10a"]
    assert "MAW-2.19" in refused(stood(column(), effect=E.TARDY), maneuver("5th", "deploy to the front"))


@pytest.mark.rule("MAW-7.12", "MAW-2.22", "MAW-7.13", "MAW-2.24", "MAW-G.46")
def test_raw_troops_deploy_in_disorder_on_hard_ground_and_who_has_only_open_order_into_that():
    woods = (area("light_woods", 10, 5, 50, 30),)
    raw = stood(column(experience=Experience.RAW), ground=woods)
    assert done(raw, maneuver("5th", "deploy to the front")).books.units["5th"].order is OrderState.DISORDERED
    trained = stood(column(experience=Experience.TRAINED), ground=woods)
    assert done(trained, maneuver("5th", "deploy to the front")).books.units["5th"].order is OrderState.GOOD
    scouts = stood(column(unit_class=UnitClass.IRREGULAR, experience=Experience.RAW))
    loose = done(scouts, maneuver("5th", "deploy to the front"))
    assert loose.books.units["5th"].formation is F.OPEN_THIN
    assert loose.shapes["5th"].array.gap == 500


@pytest.mark.rule("MAW-7.09a", "MAW-G.19g")
def test_by_a_change_of_formation_a_column_forms_only_a_line_along_its_way():
    field = stood(column())
    along = done(field, maneuver("5th", "change formation", new_formation="line", flank="left"))
    assert front(along, "5th")[2] == LEFT
    assert {pose.facing for pose in along.pieces["5th"].figures} == {2700}
    right = done(field, maneuver("5th", "change formation", new_formation="line", flank="right"))
    assert front(right, "5th")[2] == RIGHT


# ---- Changing formation (MAW-G.19) -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("MAW-G.19", "MAW-G.19a", "MAW-G.19b", "MAW-G.19c", "MAW-2.19", "MAW-13.06")
def test_formations_have_their_ranks_and_stands_their_sizes():
    field = stood(line(light_troops=True))

    def ranks(formation: str, **more: Any) -> list[int]:
        there = done(field, maneuver("5th", "change formation", new_formation=formation, **more))
        depths = [pose.y for pose in there.pieces["5th"].figures]
        return [depths.count(each) for each in sorted(set(depths), reverse=True)]

    assert ranks("line") == [8]
    assert ranks("supported line") == [4, 4]
    assert ranks("field column") == [2, 2, 2, 2]
    assert ranks("march column") == [1] * 8
    assert ranks("open order thin") == [8]
    assert ranks("open order deep") == [4, 4]
    sizes = {
        "infantry": unit("u", US, pose(9, 9)),
        "cavalry": horse("u", US, pose(9, 9)),
        "guns": guns("u", US, pose(9, 9)),
        "limbered": guns("u", US, pose(9, 9), limbered=True),
    }
    bases = {name: (piece.base.width, piece.base.behind) for name, (_, piece, _) in sizes.items()}
    assert bases == {"infantry": (1000, 750), "cavalry": (1000, 1000), "guns": (1000, 1500), "limbered": (1000, 2000)}


@pytest.mark.rule("MAW-G.19g", "MAW-2.19", "MAW-2.23")
def test_a_change_of_formation_keeps_front_and_facing_with_half_a_move_before_or_after():
    field = stood(line())
    on_the_spot = done(field, maneuver("5th", "change formation", new_formation="field column"))
    assert near(front(on_the_spot, "5th"), (30, 20, 0))
    after = done(field, maneuver("5th", "change formation", ("advance", 6), new_formation="field column"))
    before = done(field, maneuver("5th", "change formation", ("advance", 6), new_formation="field column", after=False))
    assert near(front(after, "5th"), (30, 26, 0))
    assert after.pieces["5th"].figures == before.pieces["5th"].figures
    assert refused(field, maneuver("5th", "change formation", ("advance", 6.1), new_formation="field column"))
    tardy = stood(line(), effect=E.TARDY)
    assert refused(tardy, maneuver("5th", "change formation", new_formation="deliberate square")) == []
    assert refused(tardy, maneuver("5th", "change formation", ("advance", 1), new_formation="deliberate square"))
    assert "MAW-2.23" in refused(tardy, maneuver("5th", "change formation", new_formation="field column"))


@pytest.mark.rule("MAW-2.20", "MAW-2.24", "MAW-15.10", "MAW-15.16")
@pytest.mark.parametrize("effect", (E.WELL_HANDLED, E.TARDY))
def test_raw_troops_that_change_formation_on_hard_ground_are_disordered(effect):
    woods = (area("light_woods", 10, 5, 50, 30),)
    for raw in (Experience.RAW, Experience.TRAINED):
        field = stood(line(experience=raw), ground=woods, effect=effect)
        after = done(field, maneuver("5th", "change formation", new_formation="deliberate square"))
        assert (after.books.units["5th"].order is OrderState.DISORDERED) is (raw is Experience.RAW)
        squared = stood(line(experience=raw, formation=F.DELIBERATE_SQUARE), ground=woods, effect=effect)
        out = done(squared, maneuver("5th", "change formation", new_formation="line"))
        assert (out.books.units["5th"].order is OrderState.DISORDERED) is (raw is Experience.RAW)


@pytest.mark.rule("MAW-G.19h", "MAW-6.15", "MAW-4.06")
def test_cavalry_dismounts_into_open_order_and_mounts_again():
    field = stood(horse("2nd", US, pose(30, 20)))
    on_foot = done(field, maneuver("2nd", "change formation", mounted_after=False, new_formation="line"))
    assert on_foot.books.units["2nd"].formation is F.OPEN_THIN
    assert not on_foot.books.units["2nd"].mounted
    assert on_foot.pieces["2nd"].base.behind == 750
    again = checked(replace(on_foot, trails={}), "2nd")
    again = replace(again, books=again.books.changed("2nd", maneuver=None))
    up = done(again, maneuver("2nd", "change formation", mounted_after=True, new_formation="line"))
    assert up.pieces["2nd"].base.behind == 1000


# ---- What stands in the way ----------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("MAW-G.20g")
def test_nobody_moves_to_within_two_inches_of_an_enemy():
    field = checked(laid(line(), unit("1st", MEX, pose(30, 30, DOWN))), "5th")
    assert refused(field, maneuver("5th", "full move", ("advance", 8))) == []
    assert refused(field, maneuver("5th", "full move", ("advance", 8.01))) == ["MAW-G.20g"]
    close = checked(laid(line(), unit("1st", MEX, pose(30, 21, DOWN))), "5th")
    assert refused(close, maneuver("5th", "full move", ("withdraw", 3))) == []
    assert refused(close, maneuver("5th", "full move", ("advance", 0.5))) == ["MAW-G.20g"]


@pytest.mark.rule("MAW-G.09a", "MAW-2.19", "MAW-2.23")
def test_a_minor_obstacle_takes_two_inches_and_a_major_one_is_scaled():
    low = stood(line(), ground=(wall("low_wall", (10, 25), (50, 25)),))
    assert refused(low, maneuver("5th", "full move", ("advance", 10))) == []
    assert refused(low, maneuver("5th", "full move", ("advance", 10.001))) == ["MAW-G.09a"]
    assert refused(low, maneuver("5th", "full move", ("advance", 5))) == []  # up to it
    high = stood(line(), ground=(wall("breastwork", (10, 20.5), (50, 20.5)),))
    assert refused(high, maneuver("5th", "full move", ("advance", 3))) == ["MAW-G.09a"]
    over = done(high, maneuver("5th", "scale an obstacle"))
    assert near(front(over, "5th"), (30, 21.25, 0))  # its rear touches the far side
    nothing = stood(line())
    assert refused(nothing, maneuver("5th", "scale an obstacle")) == ["MAW-G.09a"]
    tardy = stood(line(), effect=E.TARDY, ground=(wall("resaca_bank", (10, 20.5), (50, 20.5)),))
    assert refused(tardy, maneuver("5th", "scale an obstacle")) == []


@pytest.mark.rule("MAW-G.21f", "MAW-G.20f")
def test_nobody_leaves_the_table_or_ends_upon_a_friend():
    edge = stood(unit("5th", US, pose(30, 5)))
    assert refused(edge, maneuver("5th", "full move", ("withdraw", 5))) == ["MAW-G.21f"]
    crowd = checked(laid(line(), guns("Duncan", US, pose(30, 26)), FOE), "5th")
    assert refused(crowd, maneuver("5th", "full move", ("advance", 5.5))) == ["MAW-G.20f"]


@pytest.mark.rule("MAW-2.03", "MAW-2.19", "MAW-2.28")
def test_only_units_of_the_check_under_way_maneuver_once():
    field = laid(line(), unit("8th", US, pose(50, 20)), FOE)
    assert len(refused(field, maneuver("5th", "full move", ("advance", 1)))) == 1
    field = checked(field, "5th")
    assert refused(field, maneuver("8th", "full move", ("advance", 1))) == ["MAW-2.03"]
    field = done(field, maneuver("5th", "full move", ("advance", 1)))
    assert "MAW-2.19" in refused(field, maneuver("5th", "full move", ("advance", 1)))


# ---- Roads (chapter 8) ---------------------------------------------------------------------------------------------------------------------

STRAIGHT = road("good", (30, 0), (30, 60))


@pytest.mark.rule(
    "MAW-8.12",
    "MAW-8.18",
    "MAW-8.19",
    "MAW-8.20",
    "MAW-8.13",
    "MAW-8.16",
    "MAW-2.17",
    "MAW-2.17a",
    "MAW-8.14",
    "MAW-8.15",
)
def test_figure_9_a_column_marches_18_inches_by_road_15_by_road_and_field_13_by_road_and_woods():
    field = stood(column(6), ground=(STRAIGHT, area("light_woods", 30.6, 20, 20, 20)))
    to_c = done(field, maneuver("5th", "full move", ("along the road", 18)))
    assert near(front(to_c, "5th"), (30, 38, 0))
    assert refused(field, maneuver("5th", "full move", ("along the road", 18.001))) == ["MAW-8.16"]
    open_ = stood(column(6), ground=(STRAIGHT,))
    turn = ("wheel", -45)
    arc = round(radians(45), 3)
    to_d = maneuver("5th", "full move", ("along the road", 9), turn, ("advance", round(6 - arc, 3)))
    assert refused(open_, to_d) == []
    assert refused(
        open_, maneuver("5th", "full move", ("along the road", 9), turn, ("advance", round(6.002 - arc, 3)))
    ) == ["MAW-8.16"]
    to_e = maneuver("5th", "full move", ("along the road", 9), ("wheel", 45), ("advance", round(4 - arc, 3)))
    assert refused(field, to_e) == []
    assert refused(
        field, maneuver("5th", "full move", ("along the road", 9), ("wheel", 45), ("advance", round(4.002 - arc, 3)))
    )


@pytest.mark.rule("MAW-8.12a", "MAW-8.06")
def test_a_poor_road_is_open_ground_and_no_more_also_through_a_ford():
    woods = area("dense_woods", 10, 18, 40, 40)
    poor = stood(column(6), ground=(woods, road("poor", (30, 0), (30, 60))))
    assert refused(poor, maneuver("5th", "full move", ("along the road", 12))) == []
    assert refused(poor, maneuver("5th", "full move", ("along the road", 12.001))) == ["MAW-8.16"]
    river = stood(column(6), ground=(area("river", 0, 30, 96, 4), STRAIGHT))
    assert refused(river, maneuver("5th", "full move", ("along the road", 18))) == []
    assert "MAW-G.09" in refused(river, maneuver("5th", "full move", ("advance", 12)))


@pytest.mark.rule("MAW-8.07", "MAW-8.08", "MAW-8.09", "MAW-8.17")
def test_only_columns_use_roads_and_a_line_that_touches_one_files_onto_it():
    field = stood(line(), ground=(STRAIGHT,))
    assert refused(field, maneuver("5th", "full move", ("along the road", 6))) == ["MAW-8.07"]
    filed = done(field, maneuver("5th", "change formation", ("along the road", 9), new_formation="march column"))
    assert near(front(filed, "5th"), (30, 29, 0))
    assert refused(
        field, maneuver("5th", "change formation", ("along the road", 9.001), new_formation="march column")
    ) == ["MAW-8.16"]
    away = stood(unit("5th", US, pose(50, 20)), ground=(STRAIGHT,))
    assert "MAW-8.08" in refused(
        away, maneuver("5th", "change formation", ("along the road", 3), new_formation="march column")
    )
    tardy = stood(line(), ground=(STRAIGHT,), effect=E.TARDY)
    assert "MAW-2.23" in refused(
        tardy, maneuver("5th", "change formation", ("along the road", 3), new_formation="march column")
    )


@pytest.mark.rule("MAW-8.10", "MAW-8.14a", "MAW-8.17")
def test_a_column_that_reaches_the_road_goes_on_by_it_at_the_rate_of_the_ground_it_crossed():
    """Four inches of woods at the rate of 10 leave 6, which are 9 by road."""
    march = unit("5th", US, pose(25.5, 20, RIGHT), 4, formation=F.MARCH_COLUMN)
    field = stood(march, ground=(area("light_woods", 0, 10, 29.5, 20), STRAIGHT))
    order = maneuver("5th", "full move", ("advance", 4), ("along the road", 9))
    there = done(field, order)
    assert near(front(there, "5th"), (30, 29, 0), 0.02)
    assert refused(field, maneuver("5th", "full move", ("advance", 4), ("along the road", 9.01))) == ["MAW-8.16"]


@pytest.mark.rule("MAW-8.11", "MAW-8.11a", "MAW-G.19c")
def test_on_the_road_a_column_follows_its_bends_and_faces_about_for_nothing():
    bend = road("good", (30, 0), (30, 25), (60, 25))
    field = stood(column(6), ground=(bend,))
    there = done(field, maneuver("5th", "full move", ("along the road", 9)))
    assert near(front(there, "5th"), (34, 25, 90))
    tail = there.pieces["5th"].figures[-1]
    assert (tail.x, tail.facing) != (there.pieces["5th"].figures[0].x, 900) or tail.y == 25_000
    back = done(field, maneuver("5th", "full move", ("back along the road", 9)))
    assert front(back, "5th")[2] == 180
    assert near(front(back, "5th"), (30, 20 - 6 * 0.75 - 9, 180), 0.02)


@pytest.mark.rule("MAW-8.09a", "MAW-8.12")
def test_a_battery_limbers_and_goes_twice_as_far_by_road():
    field = stood(guns("Duncan", US, pose(30, 20)), ground=(STRAIGHT,))
    there = done(field, maneuver("Duncan", "limber and full move", ("along the road", 24)))
    assert near(front(there, "Duncan"), (30, 44, 0), 0.02)
    assert refused(field, maneuver("Duncan", "limber and full move", ("along the road", 24.001))) == ["MAW-8.16"]


# ---- Guns (MAW-2.28 to MAW-2.32) ------------------------------------------------------------------------------------------------------------


def battery(**more: Any) -> Laid:
    return guns("Duncan", US, pose(30, 20), **{"carriage": Carriage.HLC, **more})


@pytest.mark.rule("MAW-2.28", "MAW-2.31", "MAW-21.02", "MAW-21.03", "MAW-21.02a", "MAW-21.03b", "MAW-2.32")
def test_guns_limber_unlimber_pivot_and_rally():
    field = stood(battery())
    limbered = done(field, maneuver("Duncan", "limber", ("turn", 180)))
    assert limbered.pieces["Duncan"].base.behind == 2000
    assert front(limbered, "Duncan")[2] == 180
    moving = stood(battery(limbered=True))
    line_ = done(moving, maneuver("Duncan", "unlimber", ("turn", 90)))
    assert {pose.facing for pose in line_.pieces["Duncan"].figures} == {900}
    turned = done(field, maneuver("Duncan", "pivot", ("turn", 60)))
    assert front(turned, "Duncan")[2] == 60
    silenced = stood(battery(silenced=True))
    assert not done(silenced, maneuver("Duncan", "rally the guns")).books.units["Duncan"].silenced
    assert "MAW-2.28" in refused(stood(battery(silenced=True), effect=E.TARDY), maneuver("Duncan", "rally the guns"))
    assert "MAW-2.28" in refused(field, maneuver("Duncan", "full move", ("advance", 1)))


@pytest.mark.rule("MAW-2.29", "MAW-2.29a", "MAW-19.07", "MAW-19.11a", "MAW-21.02", "MAW-21.03")
def test_light_carriages_do_two_things_and_are_hauled_by_hand():
    moving = stood(battery(limbered=True))
    there = done(moving, maneuver("Duncan", "full move and unlimber", ("advance", 12), ("turn", -45)))
    assert not there.books.units["Duncan"].limbered
    assert front(there, "Duncan")[2] == 315
    assert refused(moving, maneuver("Duncan", "unlimber and fire", ("turn", 30))) == []
    standing = stood(battery())
    hauled = done(standing, maneuver("Duncan", "hand haul", ("advance", 2)))
    assert near(front(hauled, "Duncan"), (30, 22, 0))
    assert refused(standing, maneuver("Duncan", "hand haul", ("advance", 2.001))) == ["MAW-2.29a"]
    for carriage, weapon in ((Carriage.MLC, Weapon.LH), (Carriage.ROCKET, Weapon.HR)):
        light = stood(battery(carriage=carriage, weapon=weapon))
        assert refused(light, maneuver("Duncan", "hand haul", ("advance", 4))) == []
        assert refused(light, maneuver("Duncan", "hand haul", ("advance", 4.001))) == ["MAW-2.29a"]
    heavy = stood(battery(carriage=Carriage.HC_FIELD, weapon=Weapon.HG))
    assert "MAW-2.28" in refused(heavy, maneuver("Duncan", "hand haul", ("advance", 1)))
    assert "MAW-2.28" in refused(heavy, maneuver("Duncan", "limber and full move", ("advance", 1)))


@pytest.mark.rule("MAW-2.30", "MAW-21.06", "MAW-G.50", "MAW-19.05")
def test_flying_guns_move_unlimber_and_fire_at_the_double_quick_and_keep_within_four_inches():
    flying = battery(limbered=True, carriage=Carriage.FLC)
    field = stood(flying, effect=E.DOUBLE_QUICK)
    order = maneuver("Duncan", "full move, unlimber and fire", ("advance", 24), interval=4)
    there = done(field, order)
    first, second = there.pieces["Duncan"].figures
    assert second.x - first.x == 5000
    assert not there.books.units["Duncan"].limbered
    assert there.books.units["Duncan"].gun_service == "maneuver with fire"
    assert refused(field, maneuver("Duncan", "full move, unlimber and fire", ("advance", 24), interval=4.1)) == [
        "MAW-G.50"
    ]
    assert "MAW-2.28" in refused(stood(flying), maneuver("Duncan", "full move, unlimber and fire", ("advance", 18)))
    ready = stood(battery(carriage=Carriage.FLC), effect=E.DOUBLE_QUICK)
    assert refused(ready, maneuver("Duncan", "limber, full move and unlimber", ("advance", 24))) == []


@pytest.mark.rule("MAW-G.26b", "MAW-2.28")
def test_fixed_guns_pivot_and_fire_and_never_move():
    field = stood(battery(), marks={"Duncan": Mark(fixed=True)})
    assert "MAW-2.28" in refused(field, maneuver("Duncan", "limber"))
    assert refused(field, maneuver("Duncan", "pivot", ("turn", 30))) == []
    assert refused(field, maneuver("Duncan", "fire")) == []


@pytest.mark.rule("MAW-2.31a", "MAW-9.02", "MAW-G.40")
def test_a_silenced_light_battery_that_is_tardy_may_limber_and_go_back():
    field = stood(battery(silenced=True), effect=E.TARDY)
    there = done(field, maneuver("Duncan", "limber and full retreat silenced"))
    assert there.books.units["Duncan"].limbered
    assert there.books.units["Duncan"].silenced
    assert front(there, "Duncan")[1] < 20
    heavy = stood(battery(silenced=True, carriage=Carriage.HC_FIELD, weapon=Weapon.HG), effect=E.TARDY)
    assert "MAW-2.28" in refused(heavy, maneuver("Duncan", "limber and full retreat silenced"))
    any_ = laid(
        battery(silenced=True, carriage=Carriage.HC_FIELD, weapon=Weapon.HG), FOE, options={"tardyLimber": "any"}
    )
    assert (
        refused(checked(any_, "Duncan", effect=E.TARDY), maneuver("Duncan", "limber and full retreat silenced")) == []
    )


@pytest.mark.rule("MAW-G.06b", "MAW-2.19", "MAW-2.28")
@pytest.mark.parametrize(("gap", "rules"), ((8, ["MAW-G.06b"]), (8.1, [])))
def test_ammunition_is_replenished_where_no_enemy_is_within_eight_inches(gap, rules):
    field = laid(line(low_ammunition=True), unit("1st", MEX, pose(30, 20 + gap, DOWN)))
    assert refused(checked(field, "5th"), maneuver("5th", "replenish ammunition")) == rules


# ---- Open order (chapter 13) ----------------------------------------------------------------------------------------------------------------


def skirmishers(**more: Any) -> Laid:
    return unit("5th", US, pose(30, 20), 6, formation=F.OPEN_THIN, light_troops=True, weapon=Weapon.R, **more)


@pytest.mark.rule("MAW-13.01", "MAW-13.03", "MAW-13.04", "MAW-13.05", "MAW-13.07", "MAW-13.08", "MAW-2.13")
def test_open_order_widens_and_thickens_once_a_turn():
    field = stood(skirmishers())
    assert field.shapes["5th"].array.gap == 500
    wide = done(field, maneuver("5th", "full move", ("advance", 6), ranks=1, interval=1))
    places = [pose.x for pose in wide.pieces["5th"].figures]
    assert [b - a for a, b in pairwise(places)] == [2000] * 5
    deep = done(field, maneuver("5th", "full move", ("advance", 6), ranks=2))
    assert deep.books.units["5th"].formation is F.OPEN_DEEP
    rows = [pose.y for pose in deep.pieces["5th"].figures]
    assert rows == [26_000] * 3 + [25_250] * 3
    assert deep.pieces["5th"].figures[3].x == (deep.pieces["5th"].figures[0].x + deep.pieces["5th"].figures[1].x) // 2
    assert refused(field, maneuver("5th", "full move", ("advance", 6), interval=1.1)) == ["MAW-13.04"]
    assert refused(field, maneuver("5th", "full move", ("advance", 6), interval=0.4)) == ["MAW-13.04"]
    right = done(field, maneuver("5th", "full move", ranks=1, interval=1, flank="right"))
    assert right.pieces["5th"].figures[0].x == field.pieces["5th"].figures[0].x
    again = replace(
        checked(deep, "5th"), books=checked(deep, "5th").books.changed("5th", maneuver=None, check_moved=False)
    )
    assert "MAW-13.08" in refused(again, maneuver("5th", "change formation", new_formation="open order thin"))
    assert refused(stood(line()), maneuver("5th", "full move", ("advance", 1), interval=1)) == ["MAW-13.07"]


@pytest.mark.rule("MAW-13.02", "MAW-13.09", "MAW-13.10", "MAW-13.06")
def test_only_light_troops_open_their_order_and_some_have_nothing_else():
    assert "MAW-13.02" in refused(stood(line()), maneuver("5th", "change formation", new_formation="open order thin"))
    light = stood(line(light_troops=True))
    assert refused(light, maneuver("5th", "change formation", new_formation="open order thin")) == []
    only = stood(skirmishers(), marks={"5th": Mark(open_only=True)})
    assert "MAW-13.10" in refused(only, maneuver("5th", "change formation", new_formation="line"))


# ---- Squares (chapter 15) -------------------------------------------------------------------------------------------------------------------


@pytest.mark.rule(
    "MAW-15.01", "MAW-15.02", "MAW-15.03", "MAW-15.04", "MAW-15.05", "MAW-15.07", "MAW-15.08", "MAW-15.09", "MAW-15.09a"
)
def test_a_deliberate_square_has_four_sides_about_the_old_front():
    field = stood(line())
    square = done(
        field, maneuver("5th", "change formation", ("advance", 6), new_formation="deliberate square", after=False)
    )
    facings = [pose.facing for pose in square.pieces["5th"].figures]
    assert [facings.count(each) for each in (0, 900, 1800, 2700)] == [2, 2, 2, 2]
    assert near(front(square, "5th"), (30, 26, 0))
    nine = done(
        stood(unit("5th", US, pose(30, 20), 9)), maneuver("5th", "change formation", new_formation="deliberate square")
    )
    assert [pose.facing for pose in nine.pieces["5th"].figures].count(0) == 3
    big = done(
        stood(unit("5th", US, pose(30, 20), 14)), maneuver("5th", "change formation", new_formation="deliberate square")
    )
    assert sorted(pose.y for pose in big.pieces["5th"].figures if pose.facing == 0) == [19_250, 20_000, 20_000, 20_000]
    column_ = stood(column(), effect=E.TARDY)
    assert "MAW-15.09" in refused(column_, maneuver("5th", "change formation", new_formation="deliberate square"))
    assert (
        refused(stood(line(), effect=E.TARDY), maneuver("5th", "change formation", new_formation="deliberate square"))
        == []
    )
    troopers = stood(horse("2nd", US, pose(30, 20)))
    assert "MAW-15.05" in refused(troopers, maneuver("2nd", "change formation", new_formation="deliberate square"))


@pytest.mark.rule("MAW-15.14", "MAW-15.14a", "MAW-15.15", "MAW-G.61")
def test_a_square_is_left_over_one_of_its_sides_facing_anywhere():
    square = stood(line(formation=F.DELIBERATE_SQUARE))
    for turn in (0, 90, 180, -60):
        out = done(square, maneuver("5th", "change formation", ("turn", turn), new_formation="line"))
        assert front(out, "5th")[2] == turn % 360
        x, y, _ = front(out, "5th")
        assert any(
            abs(pose.x / 1000 - x) < 1.1 and abs(pose.y / 1000 - y) < 1.1 for pose in square.pieces["5th"].figures
        )
    tardy = stood(line(formation=F.DELIBERATE_SQUARE), effect=E.TARDY)
    assert refused(tardy, maneuver("5th", "change formation", new_formation="field column")) == []
    assert "MAW-2.23" in refused(tardy, maneuver("5th", "change formation", new_formation="march column"))
    assert refused(square, maneuver("5th", "change formation", ("advance", 2), new_formation="march column")) == []
    assert refused(stood(line()), maneuver("5th", "change formation", ("turn", 90), new_formation="field column")) == [
        "MAW-15.14"
    ]


# ---- Garrisons ------------------------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("MAW-G.19d", "MAW-2.23")
def test_a_garrison_goes_into_a_structure_that_it_touches_and_that_has_room():
    house = area("adobe_building", 28, 20.02, 4, 4)
    field = stood(unit("5th", US, pose(30, 20), 6), ground=(house,))
    inside = done(field, maneuver("5th", "change formation", new_formation="garrison", place=house.id))
    assert inside.inside == {"5th": house.id}
    assert inside.books.units["5th"].formation is F.GARRISON
    seven = stood(unit("5th", US, pose(30, 20), 7), ground=(house,))
    assert refused(seven, maneuver("5th", "change formation", new_formation="garrison", place=house.id)) == [
        "MAW-G.19d"
    ]
    off = stood(unit("5th", US, pose(30, 15), 6), ground=(house,))
    assert refused(off, maneuver("5th", "change formation", new_formation="garrison", place=house.id)) == ["MAW-G.19d"]
    again = checked(inside, "5th")
    again = replace(again, books=again.books.changed("5th", maneuver=None, check_moved=False))
    out = done(again, maneuver("5th", "change formation", ("advance", 4), new_formation="line"))
    assert out.inside == {}
