"""How a unit of single figures stands where its way ends: as it did, as chosen, along a wall, in contact with an enemy, or with one figure put right by hand."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.battle.desk import Draft
from sandtable.battle.order import read_order
from sandtable.geometry.measure import Point, Pose, inches
from sandtable.kernel.messages import Texts
from sandtable.miniatures.bodies import figures, touching
from sandtable.rulesets.average_dice.table.rules import TABLE
from sandtable.rulesets.average_dice.vocabulary import Arm
from tests.rulesets.average_dice.table.laying import FEDERAL, SEATS, VILLISTA, gun, laid, pose, row, unit, wall

PANCHO = SEATS[0]
DESK: Any = TABLE.desk
WALL = wall("low_wall", (4, 15), (18, 15))
UNITS = (
    unit("Peones", VILLISTA, row(8, 10, 6, 1.02)),
    gun("Colt", VILLISTA, Arm.MACHINE_GUN, pose(32, 12), 2),
    unit("Company", FEDERAL, row(8, 40, 6, 1.02)),
)
OPEN = laid(*UNITS)
WALLED = laid(*UNITS, ground=(WALL,))
MIDDLE = 8 + 2.5 * 1.02


@pytest.fixture(autouse=True)
def strictly():
    with Texts.strictly():
        yield


def walked(field: Any, x: float, y: float, **more: Any) -> Any:
    return DESK.preview(field, PANCHO, Draft("Peones", "move", path=(Point(inches(x), inches(y)),), **more))


def ends(preview: Any) -> list[Pose]:
    """Where the figures of a preview's order end, which is legal."""
    assert preview.order is not None, preview.objections
    order: Any = read_order(TABLE.orders, preview.order)
    assert TABLE.problems(OPEN, order) == ()
    return [way[-1] for way in order.ways]


def rows(stand: list[Pose]) -> list[int]:
    """How many stand in each rank, the foremost first, of a unit that has gone straight up the table."""
    lines: dict[int, int] = {}
    for each in stand:
        lines[each.y] = lines.get(each.y, 0) + 1
    return [lines[y] for y in sorted(lines, reverse=True)]


@pytest.mark.rule("AVD-1.05", "AVD-5.01")
@pytest.mark.parametrize(
    ("shape", "ranks"),
    (("keep", [6]), ("line", [6]), ("two_ranks", [3, 3]), ("knot", [3, 3]), ("two_files", [2, 2, 2])),
)
def test_a_unit_stands_at_the_end_of_its_way_as_it_was_told_to(shape, ranks):
    assert rows(ends(walked(OPEN, MIDDLE, 13, choices={"shape": shape}))) == ranks


def test_the_panel_offers_the_shapes_to_units_of_single_figures_and_not_to_a_gun():
    def shapes(piece: str) -> list[str]:
        offers = DESK.panel(OPEN, PANCHO, piece).offers
        return [
            option.value
            for offer in offers
            for choice in offer.choices
            if choice.name == "shape"
            for option in choice.options
        ]

    assert {"keep", "line", "two_ranks", "knot", "two_files", "file"} <= set(shapes("Peones"))
    assert shapes("Colt") == []


@pytest.mark.rule("AVD-6.01")
def test_a_way_that_ends_at_a_wall_ends_along_it_on_the_side_away_from_the_enemy():
    stand = ends(walked(WALLED, MIDDLE, 14.6))
    assert rows(stand) == [6]
    assert all(inches(14) < each.y < inches(15) for each in stand), "this side of it, all of them at it"
    assert {each.facing for each in stand} == {0}


@pytest.mark.rule("AVD-11.02")
@pytest.mark.parametrize("y", (14.9, 15.4, 16.0, 16.9))
def test_a_way_that_ends_at_an_enemy_ends_in_contact_with_him(y):
    near = laid(*UNITS[:2], unit("Company", FEDERAL, row(8, 16, 6, 1.02)))
    preview = walked(near, MIDDLE, y)
    assert preview.order is not None, preview.objections
    order: Any = read_order(TABLE.orders, preview.order)
    assert TABLE.problems(near, order) == ()
    stand = figures(near.pieces["Peones"].base, [way[-1] for way in order.ways])
    touched = [bool(each) for each in touching(stand, near.pieces["Company"].stands)]
    assert touched == [True] * 6
    assert preview.limit is None


@pytest.mark.rule("AVD-11.02")
def test_a_way_that_ends_a_little_off_an_enemy_does_not_touch_him():
    near = laid(*UNITS[:2], unit("Company", FEDERAL, row(8, 16, 6, 1.02)))
    order: Any = read_order(TABLE.orders, walked(near, MIDDLE, 14.1).order)
    assert {way[-1].y for way in order.ways} == {inches(14.1)}


@pytest.mark.rule("AVD-1.05")
def test_one_figure_can_be_put_right_and_the_others_stay_where_they_would_be():
    before = ends(walked(OPEN, MIDDLE, 13))
    preview = walked(OPEN, MIDDLE, 13, men={"0": Point(inches(8.5), inches(14.1))})
    after = ends(preview)
    assert preview.men == len(preview.ghost) == 6, "each of them can be taken hold of"
    assert after[0].point == Point(inches(8.5), inches(14.1))
    assert after[1:] == before[1:]


def test_a_figure_that_does_not_exist_is_nobody():
    assert ends(walked(OPEN, MIDDLE, 13, men={"6": Point(0, 0), "first": Point(0, 0)})) == ends(
        walked(OPEN, MIDDLE, 13)
    )


def test_a_figure_that_is_put_too_far_off_is_refused_and_nothing_is_lost():
    preview = walked(OPEN, MIDDLE, 13, men={"0": Point(inches(8), inches(30))})
    assert preview.order is None
    assert preview.objections[0].rule.startswith("AVD-")
    assert preview.men == len(preview.ghost) == 6, "still there to be put right"
