"""Leaders and checks on the table: radius and sight, one die for many units, what each must do, who falls and who takes over (chapters 1, 6, MAW-G.15 to MAW-G.18)."""

from __future__ import annotations

from dataclasses import replace
from math import hypot
from typing import Any

import pytest

from sandtable.miniatures.acting import law_of
from sandtable.rulesets.mexican_american_war.command import KnownLeader
from sandtable.rulesets.mexican_american_war.table import commanding, seeing
from sandtable.rulesets.mexican_american_war.table.rules import KIT
from sandtable.rulesets.mexican_american_war.table.shapes import middle_of
from sandtable.rulesets.mexican_american_war.table.state import Kind, MawField, Stage
from sandtable.rulesets.mexican_american_war.vocabulary import (
    Carriage,
    CheckEffect,
    Commander,
    Experience,
    Formation,
    LeaderRating,
    LeaderWith,
    Light,
    MoraleClass,
    OrderState,
    Phase,
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
    done,
    fire,
    form,
    front,
    guns,
    hill,
    horse,
    key,
    laid,
    leader,
    maneuver,
    near,
    pose,
    refused,
    road,
    unit,
    wall,
    with_unit,
)

E, F = CheckEffect, Formation
FOE = unit("1st Line", MEX, pose(80, 55, DOWN))
RESERVE = unit("reserve", US, pose(80, 3), 25)  # so that a few stands are no heavy loss
TWIGGS = leader("Twiggs", US, pose(30, 10), "5th", "8th")


def ride(name: str, *places: tuple[float, float], side: Any = US) -> Any:
    return act("move", side, piece=name, ways=(tuple(pose(*place) for place in places),))


# ---- Radius (MAW-1.01 to MAW-1.04) ----------------------------------------------------------------------------------------------------


def under(*ground: Any, y: float = 18.5, told: Laid = TWIGGS, **about: Any) -> bool:
    """Whether Twiggs, whose base ends half an inch above 10, commands the 5th, whose rear is at 0.75 below this."""
    field = laid(told, unit("5th", US, pose(30, y + 0.75)), FOE, ground=ground, **about)
    return commanding.commands(field, field.pieces["Twiggs"], field.pieces["5th"])


@pytest.mark.rule("MAW-1.01")
def test_a_leader_commands_eight_inches_far_with_a_clear_line_of_sight():
    assert under(y=18.5)  # 8 inches from 10.5
    assert not under(y=18.51)
    assert not under(hill(20, 13, 20, 2), y=17)


@pytest.mark.rule("MAW-1.02", "MAW-12.06")
def test_the_radius_is_four_inches_through_chaparral_at_twilight_attached_or_on_foot():
    bushes = area("dense_chaparral", 20, 12, 20, 1)
    assert under(bushes, y=14.5)
    assert not under(bushes, y=14.51)
    assert not under(y=14.51, light=Light.EVENING_1)
    assert under(y=14.5, light=Light.EVENING_1)
    on_foot = leader("Twiggs", US, pose(30, 10), "5th", on_foot=3)
    assert not under(y=14.51, told=on_foot)
    field = laid(
        leader("Twiggs", US, pose(40, 10), "5th", "8th", unit="8th"),
        unit("8th", US, pose(40, 10.5)),
        unit("5th", US, pose(30, 20)),
        FOE,
    )
    assert not commanding.commands(field, field.pieces["Twiggs"], field.pieces["5th"])
    assert commanding.commands(field, field.pieces["Twiggs"], field.pieces["8th"])


@pytest.mark.rule("MAW-1.03")
def test_a_leader_with_the_head_of_a_line_of_march_commands_all_of_it():
    def march(name: str, y: float) -> Laid:
        return unit(name, US, pose(30, y), 4, formation=F.MARCH_COLUMN)

    columns = (march("5th", 40), march("8th", 36), march("3rd", 32.1), march("4th", 27))
    field = laid(leader("Twiggs", US, pose(30, 38), "5th", unit="5th"), *columns, FOE)
    held = commanding.commanded(field, "Twiggs")
    assert held == {"5th", "8th", "3rd"}  # an inch between columns at most; the 4th is 2.1 behind


@pytest.mark.rule("MAW-1.04", "MAW-12.09", "MAW-G.41")
def test_at_night_only_the_unit_that_a_leader_is_with_is_in_command():
    units = (unit("5th", US, pose(30, 14)), unit("8th", US, pose(40, 14)))
    alone = laid(TWIGGS, *units, FOE, light=Light.FULL_MOON)
    assert refused(alone, check("Twiggs", "5th")) == ["MAW-6.01"]
    assert form(alone, check("5th"))["units"][0]["command"] == "out of command"
    attached = leader("Twiggs", US, pose(30, 10), "5th", "8th", unit="5th")
    field = laid(attached, *units, FOE, light=Light.FULL_MOON)
    assert commanding.commanded(field, "Twiggs") == {"5th"}
    assert form(field, check("Twiggs", "5th"))["units"][0]["command"] == "own"


# ---- The check (MAW-6.01 to MAW-6.08) ----------------------------------------------------------------------------------------------------


@pytest.mark.rule(
    "MAW-0.10",
    "MAW-2.04",
    "MAW-6.01",
    "MAW-6.02",
    "MAW-6.03",
    "MAW-6.04",
    "MAW-1.11",
    "MAW-1.05",
    "MAW-G.16b",
    "MAW-1.13",
)
def test_three_units_share_one_die_and_each_adds_its_own():
    """A 4 for all: the 5th 4 + 1 + 2 = 7, Well Handled; the 8th, worn, 5: Well Handled; the 2nd, disordered and spent, 4 + 1 - 2 = 3: Shaken."""
    field = laid(
        leader("Twiggs", US, pose(30, 10), "5th", "8th", "2nd"),
        unit("5th", US, pose(30, 14)),
        unit("8th", US, pose(21, 14), 6, started=8),
        unit("2nd", US, pose(38, 14), 4, started=8, order=OrderState.DISORDERED),
        FOE,
        RESERVE,
    )
    after = done(field, check("Twiggs", "5th", "8th", "2nd"), maneuver_die=4)
    assert [after.books.units[name].checked for name in ("5th", "8th", "2nd")] == [
        E.WELL_HANDLED,
        E.WELL_HANDLED,
        E.SHAKEN,
    ]
    assert after.group == ("5th", "8th", "2nd")
    assert after.books.units["2nd"].order is OrderState.GOOD
    assert "MAW-G.15a" in refused(after, check("Twiggs", "5th"))


@pytest.mark.rule("MAW-6.01", "MAW-6.08", "MAW-1.06", "MAW-1.06a", "MAW-1.05a")
def test_who_is_in_nobodys_radius_checks_alone_and_who_is_in_one_does_not():
    field = laid(
        leader("Twiggs", US, pose(30, 10), "5th", "8th"),
        unit("5th", US, pose(30, 14)),
        unit("8th", US, pose(60, 30)),
        FOE,
    )
    assert refused(field, check("5th")) == ["MAW-6.01"]
    assert refused(field, check("Twiggs", "8th")) == ["MAW-6.01"]
    assert "MAW-6.08" in refused(field, act("maneuver_check", piece="8th", helpers=("5th",)))
    assert form(field, check("8th"))["units"][0]["command"] == "out of command"
    assert refused(field, check("Twiggs")) == ["MAW-6.01"]
    after = done(field, check("8th"), maneuver_die=2)  # 2 + 1 + 2 - 2 = 3
    assert after.books.units["8th"].checked is E.WELL_HANDLED


@pytest.mark.rule("MAW-6.05", "MAW-6.06", "MAW-6.06a", "MAW-G.16", "MAW-G.26c", "MAW-17.09", "MAW-1.16")
def test_another_leader_commands_provisionally_and_a_gunner_guns_only():
    units = (unit("5th", US, pose(30, 14)), guns("Duncan", US, pose(36, 13), 1))
    field = laid(leader("Belknap", US, pose(33, 10)), *units, FOE)
    assert {row["command"] for row in form(field, check("Belknap", "5th", "Duncan"))["units"]} == {"provisional"}
    after = done(field, check("Belknap", "5th", "Duncan"), maneuver_die=4)  # 4 + 1 + 2 - 1 = 6; guns 4 + 1 + 2 - 1
    assert after.books.units["Duncan"].checked is E.WELL_HANDLED
    gunner = laid(leader("Churchill", US, pose(33, 10), rank=Commander.ARTILLERY), *units, FOE)
    assert refused(gunner, check("Churchill", "5th")) == ["MAW-6.06a"]
    assert refused(gunner, check("Churchill", "Duncan")) == []


@pytest.mark.rule("MAW-6.07", "MAW-1.10", "MAW-18.04", "MAW-G.55", "MAW-18.02", "MAW-18.03")
@pytest.mark.parametrize(
    ("kind", "sum_"),
    (
        (UnitClass.REGULAR, 2),
        (UnitClass.ACTIVE_MILITIA, 2),
        (UnitClass.MILITIA, 1),
        (UnitClass.NATIONAL_GUARD, 0),
        (UnitClass.AUXILIARY, 0),
    ),
)
def test_militia_and_part_timers_are_always_under_provisional_command(kind, sum_):
    """Trained 0 and Fresh 2; militia 1 less; guards and auxiliaries are Raw as well."""
    told = unit("Canales", MEX, pose(30, 45, DOWN), experience=Experience.TRAINED, unit_class=kind)
    field = laid(leader("Ampudia", MEX, pose(30, 50), "Canales"), told, unit("u", US, pose(80, 5)), side=MEX)
    law = law_of(KIT, field, check("Ampudia", "Canales", side=MEX)).law
    faces = sum(weight * 10 for verdict, weight in law if verdict.results[0].effect in (E.WELL_HANDLED, E.DOUBLE_QUICK))
    assert faces == 10 - max(0, 3 - sum_)


RATINGS = ((LeaderRating.GALLANT, 1), (LeaderRating.ABLE, 0), (LeaderRating.POOR, -1))


@pytest.mark.rule("MAW-1.05", "MAW-1.07", "MAW-1.08", "MAW-1.08a", "MAW-1.09", "MAW-15.12", "MAW-6.19", "MAW-0.11")
@pytest.mark.parametrize(("rating", "worth"), RATINGS)
def test_the_modifiers_of_a_check_add_up_as_the_sheet_says(rating, worth):
    def total(*ground: Any, told: Laid | None = None, **more: Any) -> int:
        own = told or unit("5th", US, pose(30, 14), **more)
        field = laid(leader("Twiggs", US, pose(30, 10), "5th", rating=rating), own, FOE, RESERVE, ground=ground)
        law = law_of(KIT, field, check("Twiggs", "5th"))
        total: int = next(iter(law.requests.values())).tally.total
        return total - int(worth)

    assert total() == 3
    assert total(experience=Experience.ELITE) == 4
    assert total(stands=6, started=8) == 1
    assert total(formation=F.FIELD_COLUMN) == 4
    assert total(formation=F.MARCH_COLUMN) == 4
    assert total(formation=F.DELIBERATE_SQUARE) == 4
    assert total(wall("low_wall", (20, 14.4), (40, 14.4))) == 4
    assert total(wall("low_wall", (20, 14.4), (40, 14.4)), formation=F.DELIBERATE_SQUARE) == 4
    assert total(leader=LeaderWith.COLONEL) == 4
    assert total(told=guns("5th", US, pose(30, 14))) == 3
    assert total(told=guns("5th", US, pose(30, 14), limbered=True)) == 4
    assert total(order=OrderState.BROKEN) == 1


@pytest.mark.rule("MAW-1.07", "MAW-G.16a")
def test_a_leader_with_a_unit_of_a_brave_colonel_adds_one_in_all():
    own = unit("5th", US, pose(30, 14), leader=LeaderWith.COLONEL)
    field = laid(leader("Twiggs", US, pose(30, 10), "5th", unit="5th"), own, FOE)
    assert field.books.units["5th"].leader is LeaderWith.BOTH
    law = law_of(KIT, field, check("Twiggs", "5th"))
    assert next(iter(law.requests.values())).tally.total == 4


# ---- Outflanked and close range (MAW-G.11, MAW-G.12) ---------------------------------------------------------------------------------------


def outflanked(enemy: Laid, *others: Laid, **more: Any) -> bool:
    field = laid(unit("5th", US, pose(30, 20), **more), enemy, *others, FOE)
    return seeing.outflanked(field, field.pieces["5th"])


@pytest.mark.rule("MAW-G.12", "MAW-G.12b", "MAW-G.11a")
def test_an_enemy_with_his_front_behind_ones_own_within_eight_inches_outflanks():
    beside = unit("7th", MEX, pose(42, 16.5, LEFT), 6)
    assert outflanked(beside)
    assert not outflanked(unit("7th", MEX, pose(42.001, 16.5, LEFT), 6))  # 8 inches from the flank at 34
    assert not outflanked(unit("7th", MEX, pose(42, 20, LEFT), 6))  # just half his front is behind
    assert outflanked(unit("7th", MEX, pose(42, 19.9, LEFT), 6))
    assert not outflanked(unit("7th", MEX, pose(42, 16.5, LEFT), 6, order=OrderState.BROKEN))
    assert not outflanked(unit("7th", MEX, pose(42, 16.5, RIGHT), 6))  # he looks the other way
    assert outflanked(guns("7th", MEX, pose(40, 17, LEFT), 1))
    assert not outflanked(guns("7th", MEX, pose(40, 17, LEFT), 1, limbered=True))
    assert not outflanked(beside, unit("8th", US, pose(36, 17, RIGHT), 8))  # a friend between
    assert not outflanked(beside, formation=F.DELIBERATE_SQUARE)


@pytest.mark.rule("MAW-G.20e", "MAW-G.12b")
def test_a_refused_flank_moves_the_line():
    enemy = unit("7th", MEX, pose(41, 16, LEFT), 4)
    field = laid(unit("5th", US, pose(30, 20)), enemy, FOE)
    assert seeing.outflanked(field, field.pieces["5th"])
    bent = done(field, act("refuse", piece="5th", chosen={"refuse_right": 3, "refuse_by": 45}))
    assert not seeing.outflanked(bent, bent.pieces["5th"])


@pytest.mark.rule("MAW-G.11", "MAW-G.11a", "MAW-6.12")
@pytest.mark.parametrize(
    ("enemy", "near_"),
    (
        (unit("7th", MEX, pose(30, 24, DOWN), 6, weapon=Weapon.IM), True),
        (unit("7th", MEX, pose(30, 24.01, DOWN), 6, weapon=Weapon.IM), False),
        (unit("7th", MEX, pose(30, 24, DOWN), 6, order=OrderState.BROKEN), False),
        (unit("7th", MEX, pose(30, 23.25, 0), 6), False),  # with his back to it
        (unit("7th", MEX, pose(30, 24, DOWN), 6, formation=F.MARCH_COLUMN), False),
        (guns("7th", MEX, pose(30, 32, DOWN)), True),
        (guns("7th", MEX, pose(30, 32.01, DOWN)), False),
        (guns("7th", MEX, pose(30, 30, DOWN), silenced=True), False),
        (guns("7th", MEX, pose(30, 30, DOWN), limbered=True), False),
        (horse("7th", MEX, pose(30, 24, DOWN)), True),
        (horse("7th", MEX, pose(30, 24.01, DOWN)), False),
    ),
)
def test_close_range_is_that_of_the_weapon_and_needs_its_arc(enemy, near_):
    field = laid(unit("5th", US, pose(30, 20)), enemy)
    assert seeing.in_close_range(field, field.pieces["5th"]) is near_


@pytest.mark.rule("MAW-G.11")
def test_the_option_brings_the_close_range_of_guns_down_to_four_inches():
    field = laid(unit("5th", US, pose(30, 20)), guns("7th", MEX, pose(30, 26, DOWN)), options={"gunClose": "4"})
    assert not seeing.in_close_range(field, field.pieces["5th"])


# ---- What a check makes units do (MAW-1.11, MAW-1.12, MAW-6.09 to MAW-6.18) -----------------------------------------------------------------


def after_check(told: Laid, die: int, enemy: Laid | None = None, **about: Any) -> MawField:
    """A US unit out of command: 1 for Veterans, 2 fresh, 2 less."""
    field = laid(told, enemy or FOE, RESERVE, **about)
    return done(field, check(told[0].name), maneuver_die=die)


NEAR = unit("7th", MEX, pose(30, 23, DOWN), 6, weapon=Weapon.IM)


@pytest.mark.rule("MAW-1.11", "MAW-1.19", "MAW-6.12", "MAW-G.21b", "MAW-G.21c", "MAW-6.14", "MAW-G.21a", "MAW-G.32")
def test_fall_back_goes_out_of_close_range_and_panic_a_full_move():
    """Spent and alone: 1 - 2 - 2, and a 3: Fall Back. A 1: -2, Panic, sixteen inches at the broken rate."""
    spent = unit("5th", US, pose(30, 20), 4, started=8)
    back = after_check(spent, 3, NEAR)
    unit_ = back.books.units["5th"]
    assert (unit_.checked, unit_.order) == (E.FALL_BACK, OrderState.DISORDERED)
    x, y, facing = front(back, "5th")
    assert (x, facing) == (30, 0)
    assert 18.97 <= y < 19  # just beyond four inches of 23
    assert not seeing.in_close_range(back, back.pieces["5th"])
    far = after_check(spent, 3)
    assert near(front(far, "5th"), (30, 20, 0))
    assert far.books.units["5th"].order is OrderState.GOOD
    gone = after_check(spent, 1, NEAR)
    assert gone.books.units["5th"].order is OrderState.BROKEN
    assert gone.shapes["5th"].kind is Kind.MOB
    assert abs(sum(pose.y for pose in gone.pieces["5th"].figures) / 4000 - (20 - 0.375 - 16)) < 0.6


@pytest.mark.rule(
    "MAW-1.12",
    "MAW-6.09",
    "MAW-6.11",
    "MAW-6.11a",
    "MAW-6.11b",
    "MAW-6.11c",
    "MAW-6.13",
    "MAW-1.18",
    "MAW-1.15",
    "MAW-1.14",
)
def test_disordered_troops_rally_are_shaken_waver_or_panic():
    """Veteran, fresh, alone: 1 in all."""
    shaken = unit("5th", US, pose(30, 20), order=OrderState.DISORDERED)
    elan = after_check(shaken, 10)
    assert elan.books.units["5th"].checked is E.RALLY_WITH_ELAN
    assert refused(elan, maneuver("5th", "full move", ("advance", 12))) == []
    rally = after_check(shaken, 4)
    assert (rally.books.units["5th"].checked, rally.books.units["5th"].order) == (E.RALLY, OrderState.GOOD)
    back = after_check(shaken, 3, NEAR)
    assert (back.books.units["5th"].checked, back.books.units["5th"].order) == (E.SHAKEN, OrderState.GOOD)
    assert front(back, "5th")[1] < 19
    assert "MAW-2.19" in refused(back, maneuver("5th", "half move", ("advance", 1)))
    assert near(front(after_check(shaken, 3), "5th"), (30, 20, 0))
    broken = unit("5th", US, pose(30, 20), order=OrderState.BROKEN, experience=Experience.ELITE)
    wavers = after_check(broken, 2, NEAR)  # 2 + 2 + 2 - 2 - 2 = 2
    assert (wavers.books.units["5th"].checked, wavers.books.units["5th"].order) == (E.WAVERING, OrderState.DISORDERED)
    assert wavers.shapes["5th"].state == F.LINE
    assert not seeing.in_close_range(wavers, wavers.pieces["5th"])


@pytest.mark.rule("MAW-6.14", "MAW-6.16", "MAW-6.17", "MAW-G.31", "MAW-10.04", "MAW-6.15")
@pytest.mark.parametrize(("option", "lost"), (("text", 2), ("qrs", 3)))
def test_a_panic_of_disordered_troops_costs_what_the_result_is_below_nought(option, lost):
    """Raw -1, spent -2, alone -2, outflanked by nobody; a 3 makes -2."""
    told = unit(
        "5th",
        US,
        pose(30, 40),
        5,
        started=8,
        morale=MoraleClass.UNRELIABLE,
        order=OrderState.DISORDERED,
        experience=Experience.RAW,
    )
    after = after_check(told, 3, options={"panicLoss": option})
    assert len(after.pieces["5th"].figures) == 5 - lost
    assert after.books.units["5th"].order is OrderState.BROKEN
    few = unit(
        "5th",
        US,
        pose(30, 40),
        3,
        started=8,
        morale=MoraleClass.UNRELIABLE,
        order=OrderState.DISORDERED,
        experience=Experience.RAW,
    )
    gone = after_check(few, 3, options={"panicLoss": option})
    assert "5th" not in gone.pieces
    assert gone.books.units["5th"].gone


@pytest.mark.rule("MAW-6.15", "MAW-G.19h")
def test_dismounted_cavalry_that_panics_mounts_and_is_gone():
    told = horse(
        "2nd",
        US,
        pose(30, 40),
        4,
        started=6,
        mounted=False,
        formation=F.OPEN_THIN,
        order=OrderState.DISORDERED,
        experience=Experience.RAW,
    )
    after = after_check(told, 4)  # 4 - 1 + 0 - 2 = 1 wavers; Worn at 4 of 6 is 0
    assert after.books.units["2nd"].checked is E.WAVERING
    panics = after_check(told, 3)
    assert panics.books.units["2nd"].mounted
    assert panics.pieces["2nd"].base.behind == 1000
    gone = middle_of(panics.pieces["2nd"])
    assert abs(hypot(gone.x - 30_000, gone.y - 39_625) - 24_000) < 200


@pytest.mark.rule("MAW-1.17", "MAW-1.17a", "MAW-G.32a", "MAW-21.03a", "MAW-1.11")
def test_guns_that_fall_back_limber_and_go_and_heavy_ones_are_lost():
    """Raw guns alone: -1 + 2 - 2; a 1 makes 0: Fall Back."""
    light = guns("Duncan", US, pose(30, 40), experience=Experience.RAW)
    foe = unit("7th", MEX, pose(30, 43, DOWN), 6, weapon=Weapon.IM)
    back = after_check(light, 1, foe)
    told = back.books.units["Duncan"]
    assert (told.checked, told.limbered, told.silenced) == (E.FALL_BACK, True, True)
    assert back.pieces["Duncan"].base.behind == 2000
    assert abs(front(back, "Duncan")[1] - (40 - 12)) < 1
    heavy = guns("Duncan", US, pose(30, 40), weapon=Weapon.HG, carriage=Carriage.HC_FIELD, experience=Experience.RAW)
    assert "Duncan" not in after_check(heavy, 1, foe).pieces
    assert "Duncan" in after_check(heavy, 1).pieces


@pytest.mark.rule("MAW-1.20", "MAW-15.11", "MAW-G.10b", "MAW-G.25i")
def test_squares_and_fortified_troops_hold_where_others_fall_back():
    """A square of Raw spent troops: -1 - 2 + 1 - 2; a 3 makes -1."""
    square = unit("5th", US, pose(30, 20), 4, started=8, experience=Experience.RAW, formation=F.DELIBERATE_SQUARE)
    held = after_check(square, 3, NEAR)
    assert held.books.units["5th"].checked is E.FALL_BACK
    assert held.books.units["5th"].order is OrderState.GOOD
    assert near(front(held, "5th"), (30, 20, 0))
    fort = area("redoubt", 28, 17, 4, 3)
    inside = unit("5th", US, pose(30, 18.5), 4, started=8, experience=Experience.RAW, formation=F.GARRISON)
    field = laid(inside, NEAR, RESERVE, ground=(fort,), inside={"5th": fort.id})
    assert form(field, check("5th"))["units"][0]["fortified"]
    stays = done(field, check("5th"), maneuver_die=3)
    assert stays.books.units["5th"].checked is E.FALL_BACK
    assert stays.inside == {"5th": fort.id}


@pytest.mark.rule("MAW-G.15", "MAW-2.03")
def test_disordered_troops_must_check_before_the_phase_ends():
    field = laid(unit("5th", US, pose(30, 20), order=OrderState.DISORDERED), FOE)
    assert refused(field, act("next_phase")) == ["MAW-G.15"]
    assert refused(done(field, check("5th"), maneuver_die=9), act("next_phase")) == []


# ---- Leaders ride, join and fall (MAW-2.02, MAW-2.08, MAW-G.16) -----------------------------------------------------------------------------


@pytest.mark.rule("MAW-2.02", "MAW-G.16a")
def test_a_leader_joins_a_unit_within_his_move_and_goes_with_it_until_he_leaves():
    field = laid(leader("Twiggs", US, pose(10, 20), "5th"), unit("5th", US, pose(30, 20)), FOE, phase=Phase.LEADERS)
    with_ = done(field, act("attach", piece="Twiggs", target="5th"))
    assert with_.books.units["5th"].leader is LeaderWith.LEADER
    assert near((with_.pieces["Twiggs"].figures[0].x / 1000, with_.pieces["Twiggs"].figures[0].y / 1000), (30, 18.75))
    assert refused(with_, act("attach", piece="Twiggs", target="5th")) == ["MAW-G.16a"]
    on = done(with_, act("next_phase"))
    on = done(on, check("Twiggs", "5th"), maneuver_die=5)
    on = done(on, maneuver("5th", "full move", ("advance", 10)))
    assert on.pieces["Twiggs"].figures[0].y == 28_750
    assert refused(on, ride("Twiggs", (30, 10))) == ["MAW-2.08"]
    left = done(with_, act("detach", piece="Twiggs"))
    assert left.books.units["5th"].leader is LeaderWith.NONE
    assert refused(left, act("detach", piece="Twiggs")) == ["MAW-G.16a"]
    away = laid(leader("Twiggs", US, pose(1, 20), "5th"), unit("5th", US, pose(30, 20)), FOE, phase=Phase.LEADERS)
    assert refused(away, act("attach", piece="Twiggs", target="5th")) == ["MAW-G.16a"]  # 24.5 inches
    assert refused(field, act("attach", piece="5th", target="5th"))[0] == "MAW-G.16a"


@pytest.mark.rule("MAW-2.08", "MAW-2.12", "MAW-8.07", "MAW-8.12", "MAW-8.10")
def test_detached_leaders_ride_after_the_checks_once_each():
    units = (leader("Twiggs", US, pose(10, 20), "5th"), unit("5th", US, pose(30, 40)), FOE)
    field = laid(*units)
    there = done(field, ride("Twiggs", (34, 20)))
    assert there.pieces["Twiggs"].figures[0].x == 34_000
    assert refused(field, ride("Twiggs", (34.001, 20))) == ["MAW-2.12"]
    assert refused(there, ride("Twiggs", (30, 20))) == ["MAW-2.08"]
    assert refused(there, check("5th")) != []  # no check after leaders have moved
    woods = laid(*units, ground=(area("dense_chaparral", 20, 15, 2, 10),))
    assert refused(woods, ride("Twiggs", (22, 20))) == []
    assert refused(woods, ride("Twiggs", (22.001, 20))) == ["MAW-2.12"]
    by_road = laid(*units, ground=(road("good", (0, 20), (96, 20)),))
    assert refused(by_road, ride("Twiggs", (46, 20))) == []
    assert refused(by_road, ride("Twiggs", (46.001, 20)))
    river = laid(*units, ground=(area("river", 20, 0, 2, 60),))
    assert "MAW-G.09" in refused(river, ride("Twiggs", (30, 20)))
    on_foot = laid(leader("Twiggs", US, pose(10, 20), "5th", on_foot=3), *units[1:])
    assert refused(on_foot, ride("Twiggs", (26, 20))) == []
    assert refused(on_foot, ride("Twiggs", (26.001, 20))) == ["MAW-2.12"]


@pytest.mark.rule("MAW-G.16c", "MAW-2.02", "MAW-G.67")
def test_a_brigade_leader_who_is_lost_is_replaced_when_his_sides_turn_begins():
    lost = replace(leader("Belknap", US, pose(0, 0), "5th", "8th")[0], gone=True)
    field = laid(unit("5th", US, pose(30, 20), 6), unit("8th", US, pose(50, 20), 9), FOE, side=MEX, phase=Phase.CHARGES)
    assert isinstance(lost, KnownLeader)
    field = replace(field, books=field.books.with_leaders(lost))
    after = done(field, act("next_phase", MEX), replacement_die=10)
    belknap = after.books.leaders["Belknap"]
    assert (belknap.rating, belknap.unit, belknap.successor) == (LeaderRating.GALLANT, "8th", True)
    assert near((after.pieces["Belknap"].figures[0].x / 1000,), (50,))
    assert after.books.units["8th"].leader is LeaderWith.LEADER


@pytest.mark.rule("MAW-3.06", "MAW-3.07", "MAW-G.17", "MAW-4.20")
@pytest.mark.parametrize(
    ("die", "there", "mounted"), ((5, True, True), (6, True, False), (7, False, True), (8, False, True))
)
def test_a_leader_with_a_unit_under_fire_may_fall(die, there, mounted):
    field = laid(
        leader("Arista", MEX, pose(30, 26), "1st", unit="1st"),
        unit("1st", MEX, pose(30, 24, DOWN), 8),
        unit("5th", US, pose(30, 20), 10),
        phase=Phase.OFFENSIVE_FIRE,
    )
    after = done(field, fire("5th", "1st"), fire_die=10, leader_die=die)
    assert ("Arista" in after.pieces) is there
    assert after.books.leaders["Arista"].gone is (die >= 8)
    assert after.books.leaders_lost.get(MEX, 0) == (die >= 8)
    if there:
        assert after.books.leaders["Arista"].mounted is mounted
    if die == 7:
        later = after
        for side in (US, US, US):
            later = done(later, act("next_phase", side))
            if later.books.side is MEX:
                break
        assert later.books.side is MEX
        assert "Arista" not in later.pieces  # back in turn 2
        assert later.books.leaders["Arista"].back == 2


@pytest.mark.rule("MAW-3.06")
def test_a_wounded_leader_is_back_with_his_unit_a_turn_later():
    wounded = leader("Arista", MEX, pose(30, 26), "1st", unit="1st", back=2)[0]
    field = laid(
        unit("1st", MEX, pose(30, 50, DOWN)), unit("5th", US, pose(30, 5)), side=US, first=MEX, phase=Phase.CHARGES
    )
    assert isinstance(wounded, KnownLeader)
    field = replace(field, books=field.books.with_leaders(wounded))
    after = done(field, act("next_phase"))
    assert (after.books.turn, after.books.side) == (2, MEX)
    assert after.books.leaders["Arista"].leads
    assert near((after.pieces["Arista"].figures[0].x / 1000, after.pieces["Arista"].figures[0].y / 1000), (30, 51.25))


@pytest.mark.rule("MAW-G.16d")
def test_a_leader_whom_the_enemy_reaches_is_captured():
    field = laid(
        unit("5th", US, pose(30, 20)), leader("Arista", MEX, pose(30, 24), "1st"), unit("1st", MEX, pose(30, 50), 4)
    )
    field = replace(with_unit(field, "5th", checked=E.WELL_HANDLED), group=("5th",), stage=Stage.MOVE)
    after = done(field, maneuver("5th", "full move", ("advance", 3.5)))
    assert "Arista" not in after.pieces
    assert after.books.leaders["Arista"].gone
    assert after.books.leaders_lost == {MEX: 1}


@pytest.mark.rule("MAW-G.16d")
def test_a_leader_with_friends_near_rides_off_to_them():
    field = laid(
        unit("5th", US, pose(30, 20)),
        leader("Arista", MEX, pose(33, 21), "1st"),
        unit("1st", MEX, pose(37.2, 20, LEFT), 4),
    )
    field = replace(with_unit(field, "5th", checked=E.WELL_HANDLED), group=("5th",), stage=Stage.MOVE)
    after = done(field, maneuver("5th", "full move", ("advance", 0.6)))
    assert not after.books.leaders["Arista"].gone
    assert after.pieces["Arista"].figures[0].x > 37_000


# ---- The army (MAW-G.18) -----------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("MAW-G.18", "MAW-G.18a", "MAW-G.18c", "MAW-10.01", "MAW-1.05")
@pytest.mark.parametrize(("option", "sum_"), (("replace", -2), ("add", -3)))
def test_heavy_casualties_and_greater_losses_are_judged_when_a_turn_begins(option, sum_):
    """Six of twenty stands lost: a quarter is five."""
    field = laid(
        unit("5th", US, pose(30, 20), 8, started=10),
        unit("8th", US, pose(50, 20), 6, started=10),
        FOE,
        side=MEX,
        phase=Phase.CHARGES,
        options={"greaterLosses": option},
    )
    after = done(field, act("next_phase", MEX))
    assert after.books.judged[US] == (True, True)
    after = done(after, act("next_phase"))
    told = form(after, check("5th"))
    assert (told["heavy_casualties"], told["greater_losses"]) == (True, True)
    total = next(iter(law_of(KIT, after, check("5th")).requests.values())).tally.total
    assert total == 1 + 0 - 2 + sum_  # Veteran, Worn, out of command


@pytest.mark.rule("MAW-G.18b", "MAW-G.18c", "MAW-1.05")
def test_a_key_position_is_lost_while_the_enemy_was_the_last_to_occupy_it():
    road_ = key("road", 30, 30)
    field = laid(
        unit("5th", US, pose(30, 20)),
        unit("1st", MEX, pose(30, 32, DOWN), 6),
        keys=(road_,),
        side=MEX,
        phase=Phase.CHARGES,
    )
    assert field.held == {"road": "MEX"}
    after = done(field, act("next_phase", MEX))
    assert after.books.key_lost == {US}
    assert form(done(after, act("next_phase")), check("5th"))["key_position_lost"]
    mine = laid(
        unit("5th", US, pose(30, 20)),
        unit("1st", MEX, pose(30, 32, DOWN), 6),
        keys=(key("road", 30, 30, side="MEX"),),
        side=MEX,
        phase=Phase.CHARGES,
    )
    assert done(mine, act("next_phase", MEX)).books.key_lost == frozenset()
