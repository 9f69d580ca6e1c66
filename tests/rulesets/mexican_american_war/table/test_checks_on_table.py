"""Checks on the table: one die for all, outflanked and in close range, what units then do, and the army (chapters 1 and 6, MAW-G.11, MAW-G.12, MAW-G.18)."""

from __future__ import annotations

from dataclasses import replace
from math import hypot
from typing import Any

import pytest

from sandtable.miniatures.acting import law_of
from sandtable.rulesets.mexican_american_war.table import seeing, turning
from sandtable.rulesets.mexican_american_war.table.rules import KIT
from sandtable.rulesets.mexican_american_war.table.shapes import middle_of
from sandtable.rulesets.mexican_american_war.table.state import Key, Kind, MawField
from sandtable.rulesets.mexican_american_war.vocabulary import (
    Carriage,
    CheckEffect,
    Commander,
    Experience,
    Formation,
    LeaderRating,
    LeaderWith,
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
    form,
    front,
    guns,
    horse,
    key,
    laid,
    leader,
    maneuver,
    near,
    pose,
    refused,
    unit,
    wall,
)
from tests.rulesets.mexican_american_war.table.led import FOE, RESERVE

E, F = CheckEffect, Formation


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


def at_the_end(us_at: float, mex_at: float, road_: Key, **about):
    """The end of a Mexican turn, each side with a unit so many inches up a road whose middle is at 30."""
    return laid(
        unit("5th", US, pose(30, us_at)),
        unit("1st", MEX, pose(30, mex_at, DOWN), 6),
        keys=(road_,),
        side=MEX,
        phase=Phase.CHARGES,
        **about,
    )


@pytest.mark.rule("MAW-G.18b", "MAW-G.18c", "MAW-1.05")
def test_a_key_position_is_lost_while_the_enemy_was_the_last_to_occupy_it():
    road_ = key("road", 30, 30)
    field = at_the_end(20, 32, road_)
    assert field.held == {"road": "MEX"}
    field = replace(field, had=field.had | {("road", "US")})
    after = done(field, act("next_phase", MEX))
    assert after.books.key_lost == {US}
    assert form(done(after, act("next_phase")), check("5th"))["key_position_lost"]
    mine = at_the_end(20, 32, key("road", 30, 30, side="MEX"))
    mine = replace(mine, had=mine.had | {("road", "US")})
    assert done(mine, act("next_phase", MEX)).books.key_lost == frozenset()


@pytest.mark.rule("MAW-G.18b")
def test_a_key_position_that_a_side_never_had_is_not_lost():
    field = at_the_end(20, 32, key("road", 30, 30))
    after = done(field, act("next_phase", MEX))
    assert after.books.key_lost == frozenset()
    assert not form(done(after, act("next_phase")), check("5th"))["key_position_lost"]


@pytest.mark.rule("MAW-G.18b")
def test_who_has_marched_away_from_a_key_position_loses_it_when_the_enemy_comes():
    field = at_the_end(29, 50, key("road", 30, 30))
    assert field.had == {("road", "US")}
    gone = turning.with_holders(replace(field, pieces=at_the_end(10, 50, key("road", 30, 30)).pieces))
    assert not turning.key_lost(gone, "US"), "nobody else has been there"
    come = turning.with_holders(replace(gone, pieces=at_the_end(10, 32, key("road", 30, 30)).pieces))
    assert turning.key_lost(come, "US")
    assert not turning.key_lost(come, "MEX")
    back = turning.with_holders(replace(come, pieces=field.pieces))
    assert (turning.key_lost(back, "US"), turning.key_lost(back, "MEX")) == (False, True)
