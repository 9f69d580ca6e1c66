"""How far units go on the table: rates and ground, what stands in their way, roads (chapter 8, MAW-2.12, MAW-G.09, MAW-G.20)."""

from __future__ import annotations

from math import radians

import pytest

from sandtable.rulesets.mexican_american_war.vocabulary import (
    Carriage,
    CheckEffect,
    Formation,
    Weapon,
)
from tests.rulesets.mexican_american_war.table.drilled import FOE, column, line, stood
from tests.rulesets.mexican_american_war.table.laying import (
    DOWN,
    MEX,
    RIGHT,
    US,
    area,
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
