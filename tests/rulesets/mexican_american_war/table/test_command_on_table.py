"""Leaders on the table: whom they command, where they ride, how they join, fall and are replaced (MAW-1.01 to MAW-1.04, MAW-2.02, MAW-2.08, MAW-G.16)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from sandtable.rulesets.mexican_american_war.command import KnownLeader
from sandtable.rulesets.mexican_american_war.table.leaders import commanding, riding
from sandtable.rulesets.mexican_american_war.table.state import Stage
from sandtable.rulesets.mexican_american_war.vocabulary import (
    CheckEffect,
    Formation,
    LeaderRating,
    LeaderWith,
    Light,
    Phase,
)
from tests.rulesets.mexican_american_war.table.laying import (
    DOWN,
    LEFT,
    MEX,
    US,
    Laid,
    act,
    area,
    check,
    done,
    fire,
    form,
    hill,
    laid,
    leader,
    maneuver,
    near,
    pose,
    refused,
    road,
    unit,
    with_unit,
)
from tests.rulesets.mexican_american_war.table.led import FOE, TWIGGS, ride

E, F = CheckEffect, Formation


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


@pytest.mark.rule("MAW-G.16d")
def test_a_leader_rides_on_where_the_enemy_stands_behind_his_friends_too():
    """Right behind the 1st stands another enemy: he goes farther back, and is not reached again and again."""
    field = laid(
        unit("5th", US, pose(30, 20)),
        leader("Arista", MEX, pose(33, 21), "1st"),
        unit("1st", MEX, pose(37.2, 20, LEFT), 4),
        unit("8th", US, pose(39, 20, LEFT), 4),
    )
    field = replace(with_unit(field, "5th", checked=E.WELL_HANDLED), group=("5th",), stage=Stage.MOVE)
    after = done(field, maneuver("5th", "full move", ("advance", 0.6)))
    assert not after.books.leaders["Arista"].gone
    assert after.pieces["Arista"].figures[0].x > 39_500
    assert riding.reached(after) is None
