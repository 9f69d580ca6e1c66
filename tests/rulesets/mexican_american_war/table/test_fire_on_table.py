"""Fire on the table: points and ranges, one shot by all who bear, and what it does (chapters 4 and 10, MAW-G.01 to MAW-G.07)."""

from __future__ import annotations

import itertools
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from sandtable.miniatures.acting import law_of
from sandtable.rulesets.mexican_american_war.table import shooting
from sandtable.rulesets.mexican_american_war.table.rules import KIT
from sandtable.rulesets.mexican_american_war.table.state import Charge, Mark, MawField
from sandtable.rulesets.mexican_american_war.vocabulary import (
    Carriage,
    Commander,
    Experience,
    Formation,
    OrderState,
    Phase,
    Weapon,
)
from tests.rulesets.mexican_american_war.table.fired import mexicans, muskets, points, shot, tally
from tests.rulesets.mexican_american_war.table.laying import (
    DOWN,
    MEX,
    US,
    checked,
    done,
    fire,
    form,
    guns,
    horse,
    laid,
    leader,
    maneuver,
    pose,
    refused,
    unit,
)

F = Formation


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
        books = field.books.with_changes("1st", charges=True, charging=frozenset({"5th"})).with_changes(
            "5th", charged_by=frozenset({"1st"})
        )
        return replace(field, books=books, charges={"1st": Charge("5th", pose(30, 30), moved=True)})

    assert tally(charged(), fire("5th", "1st"))["charge"] == 1
    assert "MAW-G.07e" in refused(charged(), fire("5th", "6th"))
    assert "charge" not in tally(charged(weapon=Weapon.R), fire("5th", "1st"))
    assert "charge" not in tally(charged(low_ammunition=True), fire("5th", "1st"))
    steel = shot(muskets(10), mexicans(24))
    steel = replace(
        steel, books=steel.books.with_changes("5th", charges=True, charging=frozenset({"1st"}), cold_steel=True)
    )
    assert "MAW-11.03" in refused(steel, fire("5th", "1st"))
    elite = shot(muskets(10, experience=Experience.ELITE), mexicans(24))
    elite = replace(
        elite, books=elite.books.with_changes("5th", charges=True, charging=frozenset({"1st"}), cold_steel=True)
    )
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


# ---- Ordinals ------------------------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("MAW-13.17", "MAW-0.06a", "MAW-12.12")
def test_open_order_suffers_less_than_a_line_and_a_square_more():
    def lost(**more: Any) -> Fraction:
        rifles = (unit("5th", US, pose(26, 20), 10, weapon=Weapon.R), unit("8th", US, pose(35, 20), 8, weapon=Weapon.R))
        field = shot(*rifles, mexicans(24, 8, light_troops=True, **more))
        law = law_of(KIT, field, fire("5th", "1st", "8th")).law
        return sum((weight * verdict.lost for verdict, weight in law), Fraction(0))

    assert lost(formation=F.OPEN_THIN) < lost() < lost(formation=F.DELIBERATE_SQUARE)
