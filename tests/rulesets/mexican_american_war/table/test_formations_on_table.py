"""Formations on the table: changes of formation, deploying, open order, squares, garrisons (chapters 7, 13, 15, MAW-G.19)."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from typing import Any

import pytest

from sandtable.rulesets.mexican_american_war.table.state import Mark
from sandtable.rulesets.mexican_american_war.vocabulary import (
    CheckEffect,
    Experience,
    Formation,
    OrderState,
    UnitClass,
    Weapon,
)
from tests.rulesets.mexican_american_war.table.drilled import column, line, stood
from tests.rulesets.mexican_american_war.table.laying import (
    LEFT,
    RIGHT,
    US,
    Laid,
    area,
    checked,
    done,
    front,
    guns,
    horse,
    maneuver,
    near,
    pose,
    refused,
    unit,
)

E, F = CheckEffect, Formation


# ---- Deploying to the front (MAW-7.09 to MAW-7.13) ----------------------------------------------------------------------------------------


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
    again = replace(again, books=again.books.with_changes("2nd", maneuver=None))
    up = done(again, maneuver("2nd", "change formation", mounted_after=True, new_formation="line"))
    assert up.pieces["2nd"].base.behind == 1000


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
        checked(deep, "5th"), books=checked(deep, "5th").books.with_changes("5th", maneuver=None, check_moved=False)
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
    again = replace(again, books=again.books.with_changes("5th", maneuver=None, check_moved=False))
    out = done(again, maneuver("5th", "change formation", ("advance", 4), new_formation="line"))
    assert out.inside == {}
