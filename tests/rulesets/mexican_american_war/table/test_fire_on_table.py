"""Fire on the table: who bears on whom, one shot by all of them, what shelters and what hides (chapters 4, 9, 10, 12, MAW-G.01 to MAW-G.08)."""

from __future__ import annotations

import itertools
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from sandtable.miniatures.acting import law_of
from sandtable.rulesets.mexican_american_war.table import seeing, shooting
from sandtable.rulesets.mexican_american_war.table.rules import KIT
from sandtable.rulesets.mexican_american_war.table.state import Charge, Mark, MawField
from sandtable.rulesets.mexican_american_war.vocabulary import (
    Carriage,
    Commander,
    Experience,
    Formation,
    Light,
    OrderState,
    Phase,
    Weapon,
)
from tests.rulesets.mexican_american_war.table.laying import (
    DOWN,
    LEFT,
    MEX,
    RIGHT,
    UP,
    US,
    Laid,
    act,
    area,
    checked,
    done,
    fire,
    form,
    guns,
    hill,
    horse,
    laid,
    leader,
    maneuver,
    pose,
    refused,
    road,
    unit,
    wall,
)

F = Formation


def shot(*units: Laid, side: Any = US, defensive: bool = False, **about: Any) -> MawField:
    """A fire step of the side that moves, or of the other."""
    step = Phase.DEFENSIVE_FIRE if defensive else Phase.OFFENSIVE_FIRE
    return laid(*units, side=side, phase=step, **about)


def muskets(stands: int = 10, y: float = 20, **more: Any) -> Laid:
    return unit("5th", US, pose(30, y), stands, **more)


def mexicans(
    y: float = 24, stands: int = 8, x: float = 30, facing: float = DOWN, name: str = "1st", **more: Any
) -> Laid:
    return unit(name, MEX, pose(x, y, facing), stands, **{"experience": Experience.TRAINED, **more})


def tally(field: MawField, order: Any) -> dict[str, int]:
    """The modifiers of a shot, by their last word."""
    request = law_of(KIT, field, order).requests["fire.die"]
    return {modifier.reason.id.rpartition(".")[2]: int(modifier.value or 0) for modifier in request.tally}


def points(field: MawField, order: Any) -> tuple[int, int]:
    """The fire points of a shot, and what its modifiers come to."""
    request = law_of(KIT, field, order).requests["fire.die"]
    first = next(iter(request.tally))
    return dict(first.reason.parameters)["points"], request.tally.total


# ---- Weapons and ranges (MAW-G.01, MAW-G.02) ----------------------------------------------------------------------------------------------


@pytest.mark.rule("MAW-G.01", "MAW-G.02", "MAW-G.07b", "MAW-4.04", "MAW-4.10", "MAW-4.10a", "MAW-19.01")
def test_ten_muskets_have_ten_points_at_four_inches_and_five_a_thousandth_further():
    assert points(shot(muskets(), mexicans(24)), fire("5th", "1st")) == (10, 1)
    assert points(shot(muskets(), mexicans(24.001)), fire("5th", "1st")) == (5, 0)
    assert points(shot(muskets(), mexicans(28)), fire("5th", "1st")) == (5, 0)
    assert refused(shot(muskets(), mexicans(28.001)), fire("5th", "1st")) == ["MAW-G.01"]


@pytest.mark.rule("MAW-G.01", "MAW-4.10b", "MAW-G.01c")
def test_each_stand_has_the_points_of_its_own_range():
    """A line that slants away: stands within four inches count whole, those within eight half, fractions are dropped at the end."""
    slanted = unit("1st", MEX, pose(30, 25.5, 202.5), 10)
    field = shot(muskets(), slanted)
    told = form(field, fire("5th", "1st"))["firers"][0]
    assert [each["stands"] for each in told["volleys"]] == [
        each for each in (told["volleys"][0]["stands"], 10 - told["volleys"][0]["stands"]) if each
    ]
    near = told["volleys"][0]["stands"]
    assert Fraction(told["volleys"][0]["range"]) <= 4
    assert points(field, fire("5th", "1st"))[0] == near + (10 - near) // 2


WEAPONS = (
    (Weapon.M, US, (4, 8), (1, Fraction(1, 2))),
    (Weapon.R, US, (8, 12), (1, Fraction(1, 2))),
    (Weapon.IM, MEX, (4,), (Fraction(1, 2),)),
    (Weapon.IR, MEX, (4, 12), (1, Fraction(1, 2))),
    (Weapon.LG, US, (12, 24, 36, 48), (5, 3, 2, 1)),
    (Weapon.LH, US, (12, 24, 36), (6, 2, 1)),
    (Weapon.HG, US, (12, 24, 36, 48), (6, 4, 3, 2)),
    (Weapon.HH, US, (12, 24, 36, 48), (7, 3, 2, 1)),
    (Weapon.SG, US, (12, 24, 36, 48), (6, 5, 4, 3)),
    (Weapon.SH, US, (12, 24, 36, 48), (7, 3, 2, 1)),
    (Weapon.LG, MEX, (12, 24, 36), (3, 2, 1)),
    (Weapon.MG, MEX, (12, 24, 40), (4, 2, 1)),
    (Weapon.HG, MEX, (12, 24, 36, 48), (4, 3, 2, 1)),
    (Weapon.SG, MEX, (12, 24, 36, 48), (4, 4, 3, 2)),
)


@pytest.mark.rule(
    "MAW-4.02", "MAW-4.03", "MAW-4.05", "MAW-4.09", "MAW-19.02", "MAW-19.05", "MAW-19.06", "MAW-19.08", "MAW-19.09", "MAW-19.10", "MAW-20.01",
    "MAW-20.02", "MAW-20.04", "MAW-20.05", "MAW-20.06", "MAW-20.07", "MAW-20.08", "MAW-20.09", "MAW-20.10", "MAW-G.01", "MAW-G.01e",
)  # fmt: skip
@pytest.mark.parametrize(
    ("weapon", "side", "bands", "worth"), WEAPONS, ids=[f"{side}-{weapon}" for weapon, side, _, _ in WEAPONS]
)
def test_every_weapon_reaches_as_far_as_its_line_says(weapon, side, bands, worth):
    is_gun = bands[0] == 12
    stands = 4 if is_gun else 8
    other = MEX if side is US else US
    for band, each in zip(bands, worth, strict=True):
        for gap in (band, band - 0.5):
            if is_gun:
                mine = guns("A", side, pose(30, 5), stands, weapon)
            else:
                mine = unit("A", side, pose(30, 5), stands, weapon=weapon)
            field = shot(mine, unit("B", other, pose(30, 5 + gap, DOWN), 8), side=side)
            assert points(field, fire("A", "B", side=side))[0] == int(each * stands)


@pytest.mark.rule("MAW-4.05a", "MAW-4.06", "MAW-19.03", "MAW-G.07")
def test_carbines_are_fired_on_foot_only():
    mounted = shot(horse("2nd", US, pose(30, 20)), mexicans(23))
    assert "MAW-4.06" in refused(mounted, fire("2nd", "1st"))
    on_foot = shot(horse("2nd", US, pose(30, 20), 6, mounted=False, formation=F.OPEN_THIN), mexicans(23, 12))
    assert points(on_foot, fire("2nd", "1st"))[0] == 3


@pytest.mark.rule("MAW-4.08", "MAW-4.08a", "MAW-4.08b", "MAW-19.11", "MAW-19.11b", "MAW-19.11c", "MAW-G.05", "MAW-G.67")
def test_rockets_throw_whether_they_count_and_not_within_twelve_inches():
    def rockets(gap: float) -> MawField:
        return shot(guns("HR", US, pose(30, 5), 2, Weapon.HR, carriage=Carriage.ROCKET), mexicans(5 + gap))

    assert "MAW-4.08a" in refused(rockets(12), fire("HR", "1st"))
    after = done(rockets(13), fire("HR", "1st"), fire_rockets=[{"counts": [2]}], fire_die=5)
    assert after.books.units["HR"].shots == (("1st", 2),)
    law = law_of(KIT, rockets(30), fire("HR", "1st"))
    assert "fire.rockets" in law.requests


@pytest.mark.rule("MAW-G.01d", "MAW-20.07a")
def test_a_captured_gun_keeps_the_points_of_who_built_it():
    gun = guns("LG", US, pose(30, 5), 2)
    own = shot(gun, mexicans(15))
    theirs = shot(gun, mexicans(15), marks={"LG": Mark(built_by=MEX)})
    assert (points(own, fire("LG", "1st"))[0], points(theirs, fire("LG", "1st"))[0]) == (10, 6)


@pytest.mark.rule("MAW-G.01c", "MAW-G.06a", "MAW-G.26")
def test_disorder_low_ammunition_and_damage_halve_points():
    assert points(shot(muskets(order=OrderState.DISORDERED), mexicans()), fire("5th", "1st"))[0] == 5
    assert points(shot(muskets(low_ammunition=True), mexicans()), fire("5th", "1st"))[0] == 5
    assert (
        points(
            shot(muskets(12, low_ammunition=True, order=OrderState.DISORDERED), mexicans(24, 12)), fire("5th", "1st")
        )[0]
        == 3
    )
    assert points(shot(guns("LG", US, pose(30, 5), 2, damaged=1), mexicans(15)), fire("LG", "1st"))[0] == 7


@pytest.mark.rule("MAW-G.02a", "MAW-G.02")
def test_the_option_has_another_row_for_few_points():
    field = shot(muskets(5), mexicans(24), options={"fireRow": "columns"})
    assert points(field, fire("5th", "1st")) == (5, -1)


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


# ---- Whom to fire at (MAW-G.07c to MAW-G.07f, MAW-9.03) -----------------------------------------------------------------------------------


@pytest.mark.rule("MAW-G.07c", "MAW-15.26", "MAW-G.07f", "MAW-2.09", "MAW-2.09a")
def test_three_units_make_one_shot_at_a_target_and_nobody_fires_at_it_again():
    field = shot(
        unit("5th", US, pose(24, 20), 6),
        unit("8th", US, pose(30, 20), 4),
        guns("LG", US, pose(34, 20), 2),
        mexicans(24, 18),
    )
    order = fire("5th", "1st", "8th", "LG")
    assert points(field, order)[0] == 6 + 4 + 10
    after = done(field, order, fire_die=3)
    assert "MAW-G.07c" in refused(after, fire("8th", "1st"))
    assert after.fired.keys() == {"5th", "8th", "LG"}


@pytest.mark.rule("MAW-G.07d", "MAW-G.07f")
def test_stands_fire_once_and_at_the_closest_enemy_in_close_range():
    left, right = mexicans(23, 4, 27, name="1st"), mexicans(23.5, 4, 33, name="6th")
    field = shot(muskets(8), left, right)
    mine = field.pieces["5th"]
    at_left = shooting.bears(field, mine, shooting.mark_of(field, field.pieces["1st"])).numbers
    at_right = shooting.bears(field, mine, shooting.mark_of(field, field.pieces["6th"])).numbers
    assert set(at_left) & set(at_right) == set()
    assert set(at_left) | set(at_right) == set(range(8))
    after = done(field, fire("5th", "1st"), fire_die=3)
    assert after.books.units["5th"].stands_fired == len(at_left)
    then = done(after, fire("5th", "6th"), fire_die=3)
    assert then.books.units["5th"].stands_fired == 8
    assert refused(then, fire("5th", "6th")) != []


@pytest.mark.rule("MAW-G.07d")
def test_troops_split_their_fire_as_their_player_picks_stands():
    field = shot(muskets(8, weapon=Weapon.R), mexicans(30, 4, 27, name="1st"), mexicans(30, 4, 33, name="6th"))
    half = fire("5th", "1st", split={"5th": "0 1 2"})
    assert form(field, half)["firers"][0]["stands_that_bear"] == 3
    after = done(field, half, fire_die=3)
    rest = fire("5th", "6th")
    assert form(after, rest)["firers"][0]["numbers"] == "3 4 5 6 7"
    assert refused(field, fire("5th", "1st", split={"5th": "x"})) == ["MAW-G.07d"]


@pytest.mark.rule("MAW-G.07e", "MAW-4.12", "MAW-4.12a", "MAW-19.01a", "MAW-11.03", "MAW-11.11", "MAW-22.01")
def test_a_charge_binds_fire_and_gives_buck_and_ball():
    def charged(**more: Any) -> MawField:
        field = shot(muskets(10, **more), mexicans(24, 10), mexicans(27, 4, 45, name="6th"), side=MEX, defensive=True)
        books = field.books.changed("1st", charges=True, charging=frozenset({"5th"})).changed(
            "5th", charged_by=frozenset({"1st"})
        )
        return replace(field, books=books, charges={"1st": Charge("5th", pose(30, 30), moved=True)})

    assert tally(charged(), fire("5th", "1st"))["charge"] == 1
    assert "MAW-G.07e" in refused(charged(), fire("5th", "6th"))
    assert "charge" not in tally(charged(weapon=Weapon.R), fire("5th", "1st"))
    assert "charge" not in tally(charged(low_ammunition=True), fire("5th", "1st"))
    steel = shot(muskets(10), mexicans(24))
    steel = replace(steel, books=steel.books.changed("5th", charges=True, charging=frozenset({"1st"}), cold_steel=True))
    assert "MAW-11.03" in refused(steel, fire("5th", "1st"))
    elite = shot(muskets(10, experience=Experience.ELITE), mexicans(24))
    elite = replace(elite, books=elite.books.changed("5th", charges=True, charging=frozenset({"1st"}), cold_steel=True))
    assert refused(elite, fire("5th", "1st")) == []


@pytest.mark.rule("MAW-9.03", "MAW-9.04", "MAW-G.07h")
def test_two_batteries_share_a_target_only_near_or_nearest_or_by_a_gunner():
    pair = (guns("LG", US, pose(24, 5), 2), guns("SG", US, pose(36, 5), 1, Weapon.SG, carriage=Carriage.HC_SIEGE))
    near = mexicans(25, 2, 30, name="6th")
    field = shot(*pair, mexicans(33, 4, 40), near)
    assert refused(field, fire("LG", "1st", "SG")) == ["MAW-9.04"]
    assert refused(field, fire("LG", "6th", "SG")) == []  # the closest
    once = done(field, fire("LG", "1st"), fire_die=3)
    assert set(refused(once, fire("SG", "1st"))) == {"MAW-G.07c", "MAW-9.04"}
    assert refused(once, fire("SG", "6th")) == []
    canister = shot(*pair, mexicans(16, 4, 30), mexicans(12, 2, 20, name="6th"))
    assert refused(canister, fire("LG", "1st", "SG")) == []
    gunner = leader("Churchill", US, pose(30, 3), rank=Commander.ARTILLERY)
    assert refused(shot(*pair, mexicans(33, 4, 40), near, gunner), fire("LG", "1st", "SG")) == []
    literal = shot(*pair, mexicans(33, 4, 40), near, gunner, options={"massRadius": "target"})
    assert refused(literal, fire("LG", "1st", "SG")) == ["MAW-9.04"]


@pytest.mark.rule("MAW-G.07j", "MAW-2.28")
def test_guns_fire_after_a_maneuver_only_if_it_says_so():
    field = checked(laid(guns("LG", US, pose(30, 5)), mexicans(40, 8)), "LG")
    pivoted = done(field, maneuver("LG", "pivot", ("turn", 10)))
    pivoted = replace(pivoted, books=replace(pivoted.books, phase=Phase.OFFENSIVE_FIRE), group=())
    assert refused(pivoted, fire("LG", "1st")) == ["MAW-G.07j"]
    fires = done(field, maneuver("LG", "pivot and fire", ("turn", 10)))
    fires = replace(fires, books=replace(fires.books, phase=Phase.OFFENSIVE_FIRE), group=())
    assert refused(fires, fire("LG", "1st")) == []
    moved = done(checked(laid(muskets(), mexicans(36)), "5th"), maneuver("5th", "full move", ("advance", 12)))
    moved = replace(moved, books=replace(moved.books, phase=Phase.OFFENSIVE_FIRE), group=())
    assert refused(moved, fire("5th", "1st")) == []  # troops fire after moving


@pytest.mark.rule("MAW-G.07", "MAW-G.26", "MAW-2.33a")
def test_limbered_silenced_and_abandoned_guns_and_broken_troops_do_not_fire():
    cases: tuple[tuple[dict[str, Any], str], ...] = (
        ({"limbered": True}, "MAW-G.07"),
        ({"silenced": True}, "MAW-G.26"),
        ({"sheltered": True, "silenced": True}, "MAW-2.33a"),
    )
    for more, rule in cases:
        assert rule in refused(shot(guns("LG", US, pose(30, 5), **more), mexicans(15)), fire("LG", "1st"))
    assert "MAW-G.19f" in refused(shot(muskets(order=OrderState.BROKEN), mexicans()), fire("5th", "1st"))


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


# ---- What a shot does (MAW-G.04, chapter 10) ----------------------------------------------------------------------------------------------


@pytest.mark.rule(
    "MAW-G.04", "MAW-10.05", "MAW-10.06", "MAW-10.07", "MAW-10.08", "MAW-4.19", "MAW-4.21", "MAW-7.07", "MAW-10.09", "MAW-10.01", "MAW-10.02", "MAW-10.03",
)  # fmt: skip
@pytest.mark.parametrize(("die", "good", "disordered"), ((1, 0, 0), (5, 0, 0), (7, 0, 1), (9, 1, 1), (10, 1, 1)))
def test_stands_fall_from_the_end_of_the_formation(die, good, disordered):
    """Ten points: +1. A 7 is Galling, a 9 Telling."""
    for order, lost in ((OrderState.GOOD, good), (OrderState.DISORDERED, disordered)):
        field = shot(muskets(), mexicans(order=order))
        after = done(field, fire("5th", "1st"), fire_die=die)
        figures = after.pieces["1st"].figures
        assert len(figures) == 8 - lost
        assert len({pose.y for pose in figures}) == 1
        assert after.books.units["1st"].order is (
            OrderState.GOOD if die < 5 and order is OrderState.GOOD else OrderState.DISORDERED
        )
        xs = sorted(pose.x for pose in figures)
        assert all(b - a == 1000 for a, b in itertools.pairwise(xs))


@pytest.mark.rule("MAW-10.08", "MAW-4.19", "MAW-10.07", "MAW-10.04")
def test_withering_fire_takes_two_stands_three_at_fifteen_and_a_last_stand_goes_too():
    """Ten rifles and three guns with canister: twenty-five points, +5. A 7 makes 12, a 10 makes 15."""
    firing = (muskets(10, weapon=Weapon.R), guns("LG", US, pose(37, 20), 3))
    field = shot(*firing, mexicans(23.5, 12))
    two = done(field, fire("5th", "1st", "LG"), fire_die=7)
    assert len(two.pieces["1st"].figures) == 10
    three = done(field, fire("5th", "1st", "LG"), fire_die=10)
    assert len(three.pieces["1st"].figures) == 9
    assert three.books.units["LG"].low_ammunition
    few = shot(*firing, mexicans(23.5, 3, 34))
    left = done(few, fire("5th", "1st", "LG"), fire_die=8).pieces
    assert "1st" not in left


@pytest.mark.rule("MAW-G.06", "MAW-G.06a", "MAW-G.67")
@pytest.mark.parametrize(
    ("option", "more", "low"),
    (("natural10", {}, True), ("second", {"fire_ammo": 6}, True), ("second", {"fire_ammo": 5}, False)),
)
def test_a_natural_ten_leaves_the_unit_with_most_points_low_on_ammunition(option, more, low):
    field = shot(
        unit("5th", US, pose(24, 20), 4),
        unit("8th", US, pose(30, 20), 8),
        mexicans(24, 12),
        options={"lowAmmo": option},
    )
    after = done(field, fire("5th", "1st", "8th"), fire_die=10, **more)
    assert (after.books.units["5th"].low_ammunition, after.books.units["8th"].low_ammunition) == (False, low)


@pytest.mark.rule("MAW-G.26", "MAW-G.26a", "MAW-10.06", "MAW-10.07", "MAW-G.04")
def test_guns_are_silenced_damaged_and_wrecked_and_a_battery_shrinks_to_one_stand():
    """Ten points, unlimbered guns: 0. A 6 silences, a 10 damages; twenty-five points wreck."""
    field = shot(muskets(weapon=Weapon.R), guns("1st", MEX, pose(30, 24, DOWN), 2))
    assert done(field, fire("5th", "1st"), fire_die=6).books.units["1st"].silenced
    hurt = done(field, fire("5th", "1st"), fire_die=10)
    assert hurt.books.units["1st"].damaged == 1
    both = shot(
        muskets(10, weapon=Weapon.R), guns("LG", US, pose(37, 20), 3), guns("1st", MEX, pose(30.5, 23.5, DOWN), 2)
    )
    wrecked = done(both, fire("5th", "1st", "LG"), fire_die=9)
    assert len(wrecked.pieces["1st"].figures) == 1


# ---- Charges under fire (MAW-G.04a to MAW-G.04c, MAW-24.24) -------------------------------------------------------------------------------


def charging(charger: Laid, steel: bool = False, **more: Any) -> MawField:
    """A Mexican unit has charged home on ten muskets."""
    field = shot(muskets(10, **more), charger, side=MEX, defensive=True)
    name = charger[0].name
    books = field.books.changed(name, charges=True, charging=frozenset({"5th"}), cold_steel=steel)
    books = books.changed("5th", charged_by=frozenset({name}))
    return replace(field, books=books, charges={name: Charge("5th", pose(30, 34, DOWN), moved=True)})


@pytest.mark.rule("MAW-G.04", "MAW-G.04a", "MAW-11.04", "MAW-11.02", "MAW-G.07e")
def test_a_checked_charge_halts_two_inches_off_and_fights_no_combat():
    """Ten points and buck and ball: +2. A 6 is Galling."""
    plain = done(charging(mexicans(20)), fire("5th", "1st"), fire_die=6)
    assert plain.books.units["1st"].charge_checked
    assert plain.books.units["1st"].order is OrderState.DISORDERED
    gap = min(pose.y for pose in plain.pieces["1st"].figures) - 20_000
    assert 1990 <= gap <= 2060
    assert plain.charges["1st"].moved
    later = done(done(plain, act("next_phase")), act("next_phase", MEX))
    assert KIT.open(later) == {"MEX": ("next_phase",)}
    home = done(charging(mexicans(20), steel=True), fire("5th", "1st"), fire_die=9)
    assert not home.books.units["1st"].charge_checked
    withering = done(charging(mexicans(20), steel=True), fire("5th", "1st"), fire_die=10)
    assert withering.books.units["1st"].charge_checked


@pytest.mark.rule("MAW-4.20", "MAW-24.24", "MAW-24.26", "MAW-G.04b", "MAW-G.04c", "MAW-G.25b", "MAW-G.04")
@pytest.mark.parametrize(("choice", "low", "high"), (("go back", 21.9, 22.2), ("recall", 30, 60)))
def test_mexican_horse_is_checked_by_lively_fire_and_may_recall(choice, low, high):
    """A 4 makes 6: Lively."""
    field = charging(horse("1st", MEX, pose(30, 20, DOWN), 6))
    after = done(field, fire("5th", "1st"), fire_die=4, recall=choice)
    assert after.books.units["1st"].charge_checked
    assert low <= min(pose.y for pose in after.pieces["1st"].figures) / 1000 <= high
    foot = done(charging(mexicans(20)), fire("5th", "1st"), fire_die=4)
    assert not foot.books.units["1st"].charge_checked
    assert foot.books.units["1st"].order is OrderState.DISORDERED


# ---- Pass through fire (MAW-G.07g) ----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("MAW-G.07g")
def test_a_unit_that_passed_a_front_is_fired_at_where_it_was():
    """It marches across ten inches before the muskets and ends behind a hill; half way it was five inches off."""
    crossing = unit("1st", MEX, pose(20, 25, RIGHT), 2, formation=F.MARCH_COLUMN)
    field = checked(laid(muskets(10), crossing, side=MEX, ground=(hill(36, 21, 3, 20),)), "1st")
    moved = done(field, maneuver("1st", "full move", ("advance", 12), side=MEX))
    away = replace(moved, books=replace(moved.books, phase=Phase.DEFENSIVE_FIRE), group=())
    away = replace(
        away,
        pieces={
            **away.pieces,
            "1st": replace(away.pieces["1st"], figures=(pose(60, 25, RIGHT), pose(59.25, 25, RIGHT))),
        },
    )
    told = form(away, fire("5th", "1st"))
    assert told["station"] > 0
    assert Fraction(told["firers"][0]["range"]) <= 5
    mine = form(away, fire("5th", "1st", station=6))
    assert mine["station"] == 6
    assert refused(away, fire("5th", "1st", station=99)) == ["MAW-G.07g"]
    offensive = replace(away, books=replace(away.books, phase=Phase.OFFENSIVE_FIRE, side=US))
    assert refused(offensive, fire("5th", "1st")) != []


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


# ---- Ordinals ------------------------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("MAW-13.17", "MAW-0.06a", "MAW-12.12")
def test_open_order_suffers_less_than_a_line_and_a_square_more():
    def lost(**more: Any) -> Fraction:
        rifles = (unit("5th", US, pose(26, 20), 10, weapon=Weapon.R), unit("8th", US, pose(35, 20), 8, weapon=Weapon.R))
        field = shot(*rifles, mexicans(24, 8, light_troops=True, **more))
        law = law_of(KIT, field, fire("5th", "1st", "8th")).law
        return sum((weight * verdict.lost for verdict, weight in law), Fraction(0))

    assert lost(formation=F.OPEN_THIN) < lost() < lost(formation=F.DELIBERATE_SQUARE)
