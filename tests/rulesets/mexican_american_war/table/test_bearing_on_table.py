"""Who bears on whom, what hides and what shelters (chapters 9, 12, 13, MAW-G.07 to MAW-G.09, MAW-G.13)."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

import numpy as np
import pytest
import shapely

from sandtable.geometry.measure import Point, Pose, ahead
from sandtable.rulesets.mexican_american_war.ruleset import RULESET
from sandtable.rulesets.mexican_american_war.table import seeing, shooting
from sandtable.rulesets.mexican_american_war.table.rules import TABLE
from sandtable.rulesets.mexican_american_war.table.state import Charge, MawField
from sandtable.rulesets.mexican_american_war.vocabulary import (
    Experience,
    Formation,
    Light,
    OrderState,
    Weapon,
)
from tests.rulesets.mexican_american_war.table.fired import mexicans, muskets, points, shot, tally
from tests.rulesets.mexican_american_war.table.laying import (
    DOWN,
    LEFT,
    MEX,
    RIGHT,
    UP,
    US,
    Laid,
    area,
    done,
    fire,
    form,
    guns,
    hill,
    horse,
    leader,
    opening,
    pose,
    refused,
    road,
    unit,
    wall,
)

F = Formation


# ---- Arcs and sight (MAW-G.07a, MAW-G.08) ------------------------------------------------------------------------------------------------


def bearing(*units: Laid, **about: Any) -> int:
    """How many stands of the 5th bear on the 1st."""
    field = shot(*units, **about)
    return len(shooting.bears(field, field.pieces["5th"], shooting.mark_of(field, field.pieces["1st"])).numbers)


@pytest.mark.rule("MAW-G.07a")
def test_the_arc_opens_by_45_degrees_from_the_corners_of_a_stand():
    """One stand with its right corner at 31, 20: an enemy three inches up is in its arc as far as 34."""
    one = muskets(1, weapon=Weapon.R)
    assert bearing(one, mexicans(23, 2, 34.9)) == 1
    edge = 31 - 0.5 + 3  # 33.5
    assert bearing(one, mexicans(23, 2, edge + 1 - 0.01, facing=UP)) == 1
    assert bearing(one, unit("1st", MEX, pose(edge + 1.02, 20.4, UP), 2)) == 0


@pytest.mark.rule("MAW-G.07a")
def test_places_in_an_arc_are_those_that_its_drawing_holds():
    """Many arcs and places by chance, against polygons."""
    chance = Random(3)
    field = shot(muskets(10), mexicans(23, 12))
    own = [each._replace(facing=chance.randrange(3600)) for each in seeing.muzzles(field, field.pieces["5th"])]
    turned = [each._replace(arc=(each.left, Point(*ahead(Pose(*each.left, each.facing), 0, 1000)))) for each in own]
    arcs = seeing.wedges(turned, 8000, field.tables)
    places = np.array([[chance.uniform(15_000, 45_000), chance.uniform(5000, 35_000)] for _ in range(300)])
    drawn = shapely.polygons(arcs)
    slow = [shapely.intersects_xy(each, places[:, 0], places[:, 1]).tolist() for each in drawn]
    assert seeing.in_wedges(arcs, places).tolist() == slow
    assert any(map(any, slow))


@pytest.mark.rule("MAW-G.07", "MAW-13.16", "MAW-16.07a", "MAW-G.19f")
@pytest.mark.parametrize(
    ("formation", "stands", "bear"),
    (
        (F.LINE, 8, 8),
        (F.SUPPORTED_LINE, 8, 8),
        (F.OPEN_THIN, 8, 8),
        (F.OPEN_DEEP, 8, 8),
        (F.FIELD_COLUMN, 8, 2),
        (F.STORMING_COLUMN, 8, 1),
        (F.MARCH_COLUMN, 8, 0),
        (F.DELIBERATE_SQUARE, 8, 2),
        (F.DELIBERATE_SQUARE, 16, 4),
    ),
)
def test_the_first_two_ranks_fire_of_columns_the_first_of_squares_a_side(formation, stands, bear):
    own = muskets(stands, formation=formation, light_troops=True, weapon=Weapon.R)
    assert bearing(own, mexicans(23, 12)) == bear


@pytest.mark.rule("MAW-13.16")
def test_a_third_rank_of_open_order_does_not_fire():
    field = shot(muskets(9, formation=F.OPEN_DEEP, light_troops=True, weapon=Weapon.R), mexicans(23, 12))
    three = replace(
        field,
        shapes={**field.shapes, "5th": replace(field.shapes["5th"], array=replace(field.shapes["5th"].array, files=3))},
    )
    assert len(seeing.muzzles(three, three.pieces["5th"])) == 6


@pytest.mark.rule("MAW-G.08", "MAW-G.08a")
@pytest.mark.parametrize(
    ("ground", "seen"),
    (
        ((area("dense_chaparral", 10, 12, 40, 4),), True),
        ((area("dense_chaparral", 10, 12, 40, 4.1),), False),
        ((area("dense_woods", 10, 12, 40, 4.1),), False),
        ((area("adobe_building", 10, 12, 40, 4.1),), False),
        ((area("light_woods", 10, 10, 40, 8),), True),
        ((area("light_woods", 10, 10, 40, 8.1),), False),
        ((area("maize", 10, 10, 40, 8.1),), False),
        ((area("brush", 10, 10, 40, 8.1),), True),
        ((hill(10, 12, 40, 3),), False),
        ((hill(10, 2, 40, 20),), True),
        ((hill(10, 12, 40, 3), hill(20, 2, 20, 6)), True),
        ((area("dense_chaparral", 10, 10, 40, 9.9), road("poor", (30, 0), (30, 60))), True),
        ((area("dense_chaparral", 10, 9, 40, 10.2), road("poor", (30, 0), (30, 60))), False),
    ),
)
def test_sight_ends_in_growth_and_behind_higher_ground(ground, seen):
    gun = guns("LG", US, pose(30, 5), 1)
    field = shot(gun, unit("1st", MEX, pose(30, 21, DOWN), 1), ground=ground)
    assert (refused(field, fire("LG", "1st")) == []) is seen


@pytest.mark.rule("MAW-G.08", "MAW-G.08a", "MAW-G.07i")
def test_formed_troops_of_either_side_hide_open_order_and_leaders_do_not():
    gun = guns("LG", US, pose(30, 5), 1)

    def hit(between: Laid, *ground: Any) -> bool:
        field = shot(gun, mexicans(25, 2), between, ground=ground)
        return refused(field, fire("LG", "1st")) == []

    assert not hit(mexicans(15, 8, name="6th"))
    assert hit(unit("6th", MEX, pose(30, 15, DOWN), 8, formation=F.OPEN_THIN, light_troops=True))
    assert hit(leader("Arista", MEX, pose(30, 15)))
    assert hit(guns("6th", MEX, pose(30, 15, DOWN), 3, limbered=True))
    assert not hit(guns("6th", MEX, pose(30, 15, DOWN), 4))
    assert not hit(unit("8th", US, pose(30, 15), 8))
    assert not hit(
        unit("8th", US, pose(30, 15), 8, order=OrderState.BROKEN)
    )  # a line of fire misses every friendly stand
    assert hit(unit("6th", MEX, pose(30, 15), 8, order=OrderState.BROKEN))
    assert hit(unit("8th", US, pose(30, 15), 8), hill(20, 1, 20, 6))  # from a hill over their heads
    assert hit(mexicans(15, 8, name="6th"), hill(20, 1, 20, 6))


# ---- Enfilade, squares, garrisons (MAW-G.13, MAW-15.23) -----------------------------------------------------------------------------------


@pytest.mark.rule("MAW-G.13", "MAW-G.03", "MAW-G.03a")
def test_fire_from_behind_the_line_of_a_front_enfilades():
    def hit(y: float) -> dict[str, int]:
        flank = unit("5th", US, pose(40, y, LEFT), 4, weapon=Weapon.R)
        return tally(shot(flank, mexicans(24, 6, 30)), fire("5th", "1st"))

    assert hit(27).get("enfiladed") == 2
    assert "enfiladed" not in hit(21)
    refusing = shot(unit("5th", US, pose(40, 26, LEFT), 4, weapon=Weapon.R), mexicans(24, 6, 30))
    bent = refusing.shapes["1st"]
    bent = replace(bent, array=replace(bent.array, left=2, bend=450))
    assert "enfiladed" in tally(refusing, fire("5th", "1st"))
    assert "enfiladed" not in tally(replace(refusing, shapes={**refusing.shapes, "1st": bent}), fire("5th", "1st"))


@pytest.mark.rule("MAW-4.16", "MAW-15.23", "MAW-0.06a", "MAW-16.06", "MAW-G.03", "MAW-5.02")
@pytest.mark.parametrize(
    ("formation", "reason", "worth"),
    (
        (F.DELIBERATE_SQUARE, "square", 2),
        (F.STORMING_COLUMN, "storming_column", 2),
        (F.FIELD_COLUMN, "column", 1),
        (F.MARCH_COLUMN, "column", 1),
    ),
)
def test_squares_and_columns_are_hit_more_easily(formation, reason, worth):
    told = tally(shot(muskets(), mexicans(24, 8, formation=formation)), fire("5th", "1st"))
    assert told[reason] == worth


@pytest.mark.rule("MAW-15.24", "MAW-15.24a", "MAW-15.25", "MAW-15.27", "MAW-G.34", "MAW-15.29")
def test_each_side_of_a_square_fires_at_one_target_before_it():
    square = unit("5th", US, pose(30, 20), 8, formation=F.DELIBERATE_SQUARE)
    field = shot(square, mexicans(23, 6, name="1st"), mexicans(18, 6, 34.5, LEFT, name="6th"))
    first = done(field, fire("5th", "1st"), fire_die=3)
    assert first.books.units["5th"].stands_fired == 2
    second = done(first, fire("5th", "6th"), fire_die=3)
    assert {len(second.fired["5th"])} == {4}
    caption = shot(square, mexicans(23, 6), options={"squareFire": "caption"})
    assert points_told(caption) == 1


def points_told(field: MawField) -> int:
    told: int = form(field, fire("5th", "1st"))["firers"][0]["stands_that_bear"]
    return told


@pytest.mark.rule("MAW-G.19e", "MAW-G.19d")
def test_three_stands_of_a_garrison_fire_through_each_face():
    house = area("adobe_building", 28, 16, 4, 4)
    inside = unit("5th", US, pose(30, 18), 6, formation=F.GARRISON)
    field = shot(
        inside, mexicans(23, 6), mexicans(18, 6, 35, LEFT, name="6th"), ground=(house,), inside={"5th": house.id}
    )
    assert points_told(field) == 3
    first = done(field, fire("5th", "1st"), fire_die=3)
    assert form(first, fire("5th", "6th"))["firers"][0]["stands_that_bear"] == 3


# ---- Cover (MAW-G.09, MAW-13.13) ----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("MAW-G.03", "MAW-G.09", "MAW-13.13", "MAW-13.14", "MAW-13.14a", "MAW-4.17", "MAW-13.17", "MAW-4.15")
@pytest.mark.parametrize(
    ("ground", "formation", "reason", "worth"),
    (
        ((), F.LINE, "", 0),
        ((), F.OPEN_THIN, "open_order", -1),
        ((area("light_woods", 10, 23.9, 40, 5),), F.LINE, "partial", -1),
        ((area("light_woods", 10, 23.9, 40, 5),), F.OPEN_THIN, "open_order_covered", -2),
        ((area("brush", 10, 23.9, 40, 5),), F.LINE, "", 0),
        ((area("brush", 10, 23.9, 40, 5),), F.OPEN_THIN, "open_order_covered", -2),
        ((area("dense_chaparral", 10, 23.9, 40, 3),), F.LINE, "", 0),
        ((area("dense_chaparral", 10, 23.9, 40, 3),), F.OPEN_THIN, "open_order_covered", -2),
        ((wall("low_wall", (10, 23.8), (50, 23.8)),), F.LINE, "partial", -1),
        ((wall("stone_wall", (10, 23.8), (50, 23.8)),), F.LINE, "full", -2),
        ((wall("breastwork", (10, 23.8), (50, 23.8)),), F.LINE, "full", -2),
        ((wall("breastwork", (10, 22.5), (50, 22.5)),), F.LINE, "", 0),  # too far before them
        ((area("abatis", 10, 23.9, 40, 5),), F.LINE, "crossing", 1),
    ),
)
def test_ground_and_works_shelter_those_in_or_behind_them(ground, formation, reason, worth):
    field = shot(muskets(), mexicans(24, 8, formation=formation, light_troops=True), ground=ground)
    told = tally(field, fire("5th", "1st"))
    assert told.get(reason, 0) == worth
    total = sum(told.values()) - 1  # ten points
    assert total == worth


@pytest.mark.rule("MAW-G.03", "MAW-G.09")
def test_half_of_the_stands_in_cover_cover_a_unit():
    half = shot(muskets(), mexicans(24, 8), ground=(area("light_woods", 30, 23.9, 20, 5),))
    assert tally(half, fire("5th", "1st"))["partial"] == -1
    less = shot(muskets(), mexicans(24, 8), ground=(area("light_woods", 31, 23.9, 20, 5),))
    assert "partial" not in tally(less, fire("5th", "1st"))


@pytest.mark.rule("MAW-G.03", "MAW-4.11", "MAW-4.18", "MAW-4.13", "MAW-4.14", "MAW-G.10b")
def test_the_other_lines_of_a_shot():
    assert tally(shot(muskets(experience=Experience.RAW), mexicans()), fire("5th", "1st"))["raw"] == -1
    assert tally(shot(muskets(), mexicans(experience=Experience.ELITE)), fire("5th", "1st"))["Elite"] == -1
    assert tally(shot(muskets(), mexicans(experience=Experience.RAW)), fire("5th", "1st"))["Raw"] == 1
    assert tally(shot(muskets(), guns("1st", MEX, pose(30, 24, DOWN))), fire("5th", "1st"))["unlimbered_guns"] == -1
    assert (
        tally(shot(muskets(), guns("1st", MEX, pose(30, 24, DOWN), limbered=True)), fire("5th", "1st"))["limbered"] == 1
    )
    on_horse = points(
        shot(muskets(), horse("1st", MEX, pose(30, 24, DOWN), 8, experience=Experience.TRAINED)), fire("5th", "1st")
    )
    assert on_horse == points(shot(muskets(), mexicans()), fire("5th", "1st"))
    fort = area("redoubt", 28, 24, 4, 3)
    inside = mexicans(25.5, 6, formation=F.GARRISON)
    field = shot(muskets(), inside, ground=(fort,), inside={"1st": fort.id})
    assert tally(field, fire("5th", "1st"))["fortified"] == -3


# ---- Twilight and night (chapter 12) --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("MAW-12.04", "MAW-12.05", "MAW-12.08", "MAW-12.01", "MAW-12.03", "MAW-12.12", "MAW-G.63")
@pytest.mark.parametrize(
    ("light", "most", "nautical"),
    (
        (Light.EVENING_1, 48, True), (Light.EVENING_2, 36, True), (Light.EVENING_3, 24, True), (Light.EVENING_4, 12, True),
        (Light.MORNING_1, 12, True), (Light.MORNING_4, 48, True), (Light.MOONLESS, 4, True), (Light.MOONLIT, 8, True),
        (Light.FULL_MOON, 12, True), (Light.EVENING_1, 36, False), (Light.EVENING_2, 12, False),
    ),
)  # fmt: skip
def test_nobody_sees_further_to_shoot_than_the_light_lets(light, most, nautical):
    gun = guns("SG", US, pose(30, 2), 2, Weapon.SG)
    near = shot(gun, mexicans(2 + most), light=light, options={"nauticalTwilight": nautical})
    assert refused(near, fire("SG", "1st")) == []
    over = shot(gun, mexicans(2 + most + 0.1), light=light, options={"nauticalTwilight": nautical})
    assert len(refused(over, fire("SG", "1st"))) == 1


@pytest.mark.rule("MAW-12.07", "MAW-12.11", "MAW-12.02", "MAW-G.24g")
def test_what_is_fired_at_from_afar_in_the_dark_is_in_full_cover():
    assert "dark" not in tally(shot(muskets(), mexicans(24), light=Light.EVENING_1), fire("5th", "1st"))
    assert tally(shot(muskets(), mexicans(25), light=Light.EVENING_1), fire("5th", "1st"))["dark"] == -2
    night = shot(muskets(), mexicans(24), light=Light.FULL_MOON)
    assert tally(night, fire("5th", "1st"))["dark"] == -2
    fighting = (unit("8th", US, pose(40.5, 22), 4), mexicans(22, 4, 40.5, name="6th"))
    beside = shot(muskets(), mexicans(24), *fighting, light=Light.FULL_MOON)
    beside = replace(beside, charges={"6th": Charge("8th", pose(41, 30, DOWN), moved=True)})
    assert shooting.in_combat(beside, beside.pieces["5th"])
    assert "dark" not in tally(beside, fire("5th", "1st"))


@pytest.mark.rule("MAW-13.16", "MAW-G.12", "MAW-G.07")
def test_house_rules_say_how_many_ranks_fire_and_who_outflanks():
    units = (
        unit("5th", US, pose(30, 20), 8, formation=Formation.SUPPORTED_LINE),
        unit("8th", US, pose(60, 20), 6, formation=Formation.FIELD_COLUMN),
        unit("1st Line", MEX, pose(20, 19, RIGHT), 3),
    )

    def told(house: str = "") -> tuple[int, int, bool]:
        field = TABLE.set_up(opening(*units), RULESET.tables({}, house))
        fire = [len(seeing.muzzles(field, field.pieces[name])) for name in ("5th", "8th")]
        return fire[0], fire[1], seeing.outflanked(field, field.pieces["5th"])

    assert told() == (8, 2, True)
    assert told("[bearing.line]\nranks = 1") == (4, 2, True)
    assert told("[bearing]\nfield_column = 1") == (8, 1, True)
    assert told("[measured]\noutflanker_stands = 4") == (8, 2, False)
