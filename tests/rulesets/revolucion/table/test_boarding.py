"""Passengers: getting on and off, firing and being fired at, thrown out of wrecks (REV-3.41 to REV-3.45b, REV-10.02 to REV-10.04b, REV-G.51)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from sandtable.battle.event import Story
from sandtable.battle.request import Addressed
from sandtable.kernel.requests import Choose, Observe, Roll
from sandtable.rulesets.revolucion.table import events, orders
from sandtable.rulesets.revolucion.table.combat import assaults
from sandtable.rulesets.revolucion.table.rules import TABLE
from sandtable.rulesets.revolucion.table.state import TrainSpeed
from sandtable.rulesets.revolucion.vocabulary import FireMode, Formation, Loss
from tests.rulesets.revolucion.table.field import (
    DEPLOY_ORDER,
    DEPLOYED,
    GOV,
    MANEUVER,
    MANEUVER_ORDER,
    MARCH,
    NORTH,
    REV,
    SOUTH,
    USUAL,
    Game,
    box,
    game,
    ground,
    leader,
    point,
    pose,
    unit,
)
from tests.rulesets.revolucion.table.legal import every_legal_order
from tests.rulesets.revolucion.table.rolling_stock import aboard, railway, rolling, train
from tests.support.talk import Fields, of_kind, there

BY = REV.value
RECEIVED, LOST = 10, 1


def told(playing, name, order=MANEUVER_ORDER, die=RECEIVED):
    return playing.do(orders.Command(by=BY, unit=name, order=order), order__result=die)


def foot(name="foot", at=(16, 17, 90), **more):
    return unit(name, REV, at, **more)


def board(name="foot", to=(19.5, 17, 90), vehicle="train"):
    return orders.Move(by=BY, unit=name, path=(pose(*to),), board=vehicle)


@pytest.mark.rule("REV-10.04", "REV-G.51", "REV-10.03", "REV-4.44")
def test_a_move_that_ends_in_contact_gets_a_unit_on_a_train_that_stands_still():
    playing = told(rolling(train("train", REV, 20), foot()), "foot")
    assert playing.refused(board(to=(18, 17, 90))) == {"REV-10.04"}
    playing.do(board())
    rider = playing.unit("foot")
    assert (rider.aboard, rider.stands, rider.formation) == ("train", None, MANEUVER)
    assert playing.refused(orders.Command(by=BY, unit="train", order=MANEUVER_ORDER)) == {"REV-G.51c"}
    moved = train("train", REV, 20).did(moved=True)
    assert told(rolling(moved, foot()), "foot").refused(board()) == {"REV-10.03"}


@pytest.mark.rule("REV-10.02b", "REV-10.02c", "REV-10.57b")
def test_a_car_carries_one_unit_a_truck_two_bases_a_saloon_car_one_and_armor_nobody():
    full = rolling(train("train", REV, 20, 1), aboard(foot("first"), "train"), foot())
    assert told(full, "foot").refused(board(to=(19.5, 19, 90))) == {"REV-10.02b"}
    for kind, bases, fits in (("truck", 2, True), ("truck", 1, False), ("saloonCar", 4, True), ("saloonCar", 3, False)):
        parked = unit("cars", REV, (20, 18, NORTH), kind, bases, MARCH)
        playing = told(rolling(parked, foot()), "foot")
        assert (playing.refused(board(vehicle="cars")) == set()) is fits, (kind, bases)
    armored = told(rolling(unit("cars", REV, (20, 18, NORTH), "armoredCar", 3, MARCH), foot()), "foot")
    assert armored.refused(board(vehicle="cars")) == {"REV-10.02"}


@pytest.mark.rule("REV-10.04b", "REV-G.51b", "REV-3.41", "REV-3.43")
def test_getting_off_begins_in_contact_and_needs_an_order():
    def riding():
        return rolling(train("train", REV, 20), aboard(foot(), "train"))

    lost = told(riding(), "foot", die=LOST)
    assert lost.unit("foot").aboard == "train"
    playing = told(riding(), "foot")
    off = orders.Move(by=BY, unit="foot", start=pose(22.51, 17, 90), path=(pose(25, 17, 90),))
    assert playing.refused(replace(off, start=pose(23.5, 17, 90))) == {"REV-10.04b"}
    playing.do(off)
    assert playing.at("foot") == (25, 17)
    assert not playing.unit("foot").aboard
    assert playing.refused(orders.Command(by=BY, unit="train", order=MANEUVER_ORDER)) == {"REV-G.51c"}


@pytest.mark.rule("REV-10.03", "REV-4.44")
@pytest.mark.parametrize("moving", ({"speed": TrainSpeed.MANEUVER}, {}))
def test_nobody_gets_off_a_train_that_moves(moving):
    vehicle = train("train", REV, 20, **moving)
    vehicle = vehicle if moving else vehicle.did(moved=True)
    playing = rolling(vehicle, aboard(foot(), "train"))
    assert "REV-10.03" in playing.refused(orders.Command(by=BY, unit="foot", order=MANEUVER_ORDER))


@pytest.mark.rule("REV-G.51b", "REV-3.43")
def test_guns_in_emplacements_may_deploy_off_the_train_and_nothing_else():
    guns = aboard(unit("guns", REV, (0, 0, 0), "MachineGuns", 2), "train", emplaced=True)
    playing = rolling(train("train", REV, 20), guns, foot())
    assert playing.unit("guns").formation is DEPLOYED
    told(playing, "guns", DEPLOY_ORDER)
    playing.do(orders.Form(by=BY, unit="guns"))
    off = playing.unit("guns")
    assert (off.aboard, off.formation, off.emplaced) == ("", DEPLOYED, False)
    assert off.stands is not None


@pytest.mark.rule("REV-10.28", "REV-G.51c")
def test_who_got_off_this_turn_does_not_assault_and_does_not_get_on_again():
    playing = rolling(train("train", REV, 20), foot().did(boarded="off"), unit("enemy", GOV, (19, 17, 270)))
    order = orders.Assault(by=BY, unit="foot", target="enemy")
    assert playing.refused(order) == {"REV-10.28"}
    again = told(rolling(train("train", REV, 20), foot().did(boarded="off")), "foot")
    assert again.refused(board()) == {"REV-G.51c"}


@pytest.mark.rule("REV-3.41b", "REV-3.44", "REV-3.45b", "REV-T.41", "REV-3.26b")
def test_infantry_on_a_train_uses_moving_fire_only_also_when_it_has_moved():
    target = unit("enemy", GOV, (28, 16, 270))
    halted, moved = train("train", REV, 20), train("train", REV, 20).did(moved=True, acted=True)
    for vehicle, rule in ((halted, "REV-3.45b"), (moved, "REV-3.44")):
        playing = rolling(vehicle, aboard(foot(), "train"), target)
        deployed = orders.Fire(by=BY, unit="foot", target="enemy", mode=FireMode.DEPLOYED)
        assert playing.refused(deployed) == {rule, "REV-3.19c"}
        playing.do(orders.Fire(by=BY, unit="foot", target="enemy", mode=FireMode.MOVING), fire__effect=1)
        assert playing.unit("foot").stands is None, "it stays aboard"


@pytest.mark.rule("REV-3.42", "REV-3.45", "REV-10.23", "REV-T.41")
def test_guns_emplaced_on_a_halted_train_use_deployed_fire_and_moving_fire_once_it_moved():
    target = unit("enemy", GOV, (28, 16, 270))
    guns = aboard(unit("guns", REV, (0, 0, 0), "MachineGuns", 2), "train", emplaced=True)
    deployed = orders.Fire(by=BY, unit="guns", target="enemy", mode=FireMode.DEPLOYED)
    moving = orders.Fire(by=BY, unit="guns", target="enemy", mode=FireMode.MOVING)
    halted = rolling(train("train", REV, 20), guns, target)
    assert not halted.problems(deployed)
    moved = rolling(train("train", REV, 20).did(moved=True), guns, target)
    assert moved.refused(deployed) == {"REV-10.23"}
    assert not moved.problems(moving)


@pytest.mark.rule("REV-4.41c", "REV-4.41b", "REV-3.42b")
def test_passengers_of_an_overloaded_train_are_crammed_and_cannot_fire():
    crammed = rolling(
        train("train", REV, 20, flags=frozenset({"overloaded"})),
        aboard(foot(), "train"),
        unit("enemy", GOV, (28, 16, 270)),
    )
    assert crammed.unit("foot").formation is Formation.MARCH
    assert crammed.refused(orders.Fire(by=BY, unit="foot", target="enemy", mode=FireMode.MOVING)) == {"REV-4.41c"}


@pytest.mark.rule("REV-10.24")
@pytest.mark.parametrize(("at", "rule"), (((28, 17, 270), None), ((12, 17, 90), None), ((20, 28, SOUTH), "REV-6.14")))
def test_passengers_fire_out_of_either_side_but_not_through_other_cars(at, rule):
    playing = rolling(train("train", REV, 20), aboard(foot(), "train"), unit("enemy", GOV, at))
    found = playing.refused(orders.Fire(by=BY, unit="foot", target="enemy", mode=FireMode.MOVING))
    assert found == ({rule} if rule else set())


@pytest.mark.rule("REV-10.10b", "REV-10.25", "REV-10.27", "REV-T.30")
def test_passengers_are_targets_of_their_own_where_they_sit_and_do_not_fall_back():
    playing = rolling(
        unit("us", REV, (12, 17, 90), formation=DEPLOYED),
        train("express", GOV, 20),
        aboard(unit("guard", GOV, (0, 0, 0), "IrregularInfantry", 6, status="Demoralized"), "express"),
        foot("other", (5, 5, NORTH)),
    )
    playing.do(orders.Fire(by=BY, unit="us", target="guard", mode=FireMode.DEPLOYED), fire__effect=6)
    guard = playing.unit("guard")
    assert guard.bases == 5
    assert guard.aboard == "express", "it ignores the result and stays"
    assert playing.unit("express").bases == 4


@pytest.mark.rule("REV-10.27", "REV-G.46b", "REV-G.30l")
def test_an_assault_on_passengers_leaves_the_winner_an_inch_off_the_vehicle():
    playing = rolling(
        unit("us", REV, (15.5, 17, 90), "VeteranCavalry", 6),
        train("express", GOV, 20),
        aboard(unit("guard", GOV, (0, 0, 0), "IrregularInfantry", 6), "express"),
        foot("other", (5, 5, NORTH)),
    )
    dice: Fields = {"order__result": 10, "assault__defensive_fire__effect": 1, "assault__close_combat": (10, 5)}
    playing.do(orders.Assault(by=BY, unit="us", target="guard"), **dice)
    guard, us = playing.unit("guard"), playing.unit("us")
    assert guard.bases < 6, "it is beaten"
    assert guard.aboard == "express", "and stays where it sits"
    assert there(us.stands).box[2] == pytest.approx(18500, abs=60), "an inch off the car, whose side is at 19.5"
    assert playing.unit("express").bases == 4, "the train does not join in"


@pytest.mark.rule("REV-G.46")
@pytest.mark.parametrize(
    ("emplaced", "moved", "formation", "train_does"),
    ((True, False, DEPLOYED, "halted"), (True, True, DEPLOYED, "Maneuver"), (False, False, MANEUVER, "halted")),
)
def test_an_assault_meets_passengers_as_they_are_carried(emplaced, moved, formation, train_does):
    express = train("express", GOV, 20).did(moved=moved, ordered=MANEUVER_ORDER if moved else None)
    guns = aboard(unit("guns", GOV, (0, 0, 0), "MachineGuns", 2), "express", emplaced=emplaced)
    playing = rolling(unit("us", REV, (15.5, 17, 90), "RegularCavalry"), express, guns, foot("other", (5, 5, NORTH)))
    charge = assaults.plan_assault(playing.state, orders.Assault(by=BY, unit="us", target="guns")).more
    told = assaults.situation(playing.state, playing.unit("us"), playing.unit("guns"), charge, leads=False)
    assert (told.target_formation, told.train) == (formation, train_does)


@pytest.mark.rule("REV-G.51d")
def test_leaders_get_on_and_off_as_part_of_their_move():
    playing = rolling(train("train", REV, 20), leader("chief", REV, (14, 17)), foot("foot", (5, 5, NORTH)))
    ride = orders.MoveLeader(by=BY, leader="chief", path=(point(18.74, 17),), board="train")
    playing.do(ride)
    assert playing.leader("chief").aboard == "train"
    assert playing.leader("chief").place is None
    aboard_him = rolling(
        train("train", REV, 20),
        replace(leader("chief", REV, (14, 17)), aboard="train", place=None),
        foot("x", (5, 5, 0)),
    )
    aboard_him.do(orders.MoveLeader(by=BY, leader="chief", path=(point(26, 17),)))
    assert aboard_him.leader("chief").place == point(26, 17)
    moving = rolling(
        train("train", REV, 20).did(moved=True),
        replace(leader("chief", REV, (14, 17)), aboard="train", place=None),
        foot("x", (5, 5, 0)),
    )
    assert moving.refused(orders.MoveLeader(by=BY, leader="chief", path=(point(26, 17),))) == {"REV-10.03"}


# ---- Thrown out ------------------------------------------------------------------------------------------------------------------


def shot_up(*more: Any, **told: Any) -> Game:
    """A truck that faces south at 20, 18 is about to be shot to pieces from the west; it covers 19.5 to 20.5 by 18 to 19.5."""
    return rolling(
        unit("us", REV, (12, 19, 90), formation=DEPLOYED),
        unit("truck", GOV, (20, 18, SOUTH), "truck", 1, MANEUVER, status="Demoralized"),
        aboard(unit("guard", GOV, (0, 0, 0), "RegularInfantry", 4), "truck"),
        foot("other", (5, 5, NORTH)),
        *more,
        **told,
    )


SHOOT = orders.Fire(by=BY, unit="us", target="truck", mode=FireMode.DEPLOYED)


@pytest.mark.rule("REV-G.52", "REV-10.53")
@pytest.mark.parametrize(
    ("side", "place"),
    (
        # The truck faces south, so its left is the east. The guard stands two wide and two deep, its back to the wreck.
        ("1-left", (22.502, 18.75, 90.0)),
        ("1-right", (17.498, 18.75, 270.0)),
        ("1-behind", (20.0, 21.502, 0.0)),
        ("1-ahead", (20.0, 15.998, 180.0)),
    ),
)
def test_passengers_of_a_wreck_stand_where_their_owner_puts_them(side, place):
    playing = shot_up().do(SHOOT, side, fire__effect=10)
    guard = playing.unit("guard")
    anchor = there(guard.stands).anchor
    assert (anchor.x / 1000, anchor.y / 1000, anchor.facing / 10) == pytest.approx(place)
    assert guard.formation is MANEUVER
    assert guard.status == "Disordered", "the damage comes after placement"
    assert guard.may_act, "its action is not used up"
    kinds = [event.kind for event in playing.events if getattr(event, "unit", "") == "guard"]
    assert kinds == ["got_off", "stood", "status_changed"]


@pytest.mark.rule("REV-G.52")
def test_the_owner_is_asked_and_may_not_stand_near_an_enemy_or_on_a_friend():
    """Friends stand to the east, and in the south an enemy half an inch from where the guard would stand."""
    playing = shot_up(unit("friend", GOV, (22, 18, SOUTH)), unit("foe", REV, (20, 15.5, NORTH)))
    run = TABLE.carry_out(Story(TABLE.after, playing.state), SHOOT)
    put = next(run)
    while not (isinstance(put, Addressed) and isinstance(put.request, Choose)):
        put = run.send(
            put.usual if isinstance(put, Observe) else of_kind(Roll, of_kind(Addressed, put).request).reading([10])
        )
    assert put.to == GOV.value, "its owner, though the other side acts"
    assert [option.value for option in put.request.options] == ["1-right", "1-behind"]
    assert put.request.usual == "1-behind", "as far from the enemy as can be"
    stood = playing.do(SHOOT, "1-behind", fire__effect=10).unit("guard").stands
    assert stood is not None
    assert put.places["1-behind"] == stood.outlines, "a page can draw where that is"
    assert set(put.places) == {"1-right", "1-behind"}


@pytest.mark.rule("REV-G.52")
def test_where_there_is_no_room_beside_the_wreck_the_nearest_place_within_six_inches_is_taken():
    """Cliffs all around the wreck; the one in the west is the narrowest, from 18 to 19.4."""
    walls = {
        "south": ("cliff", box(10, 10, 30, 17.9)),
        "west": ("cliff", box(18, 17.9, 19.4, 26)),
        "north": ("cliff", box(18, 20.1, 30, 22.5)),
        "east": ("cliff", box(20.6, 17.9, 30, 22.5)),
    }
    lone = rolling(
        unit("us", REV, (20, 30, SOUTH), "Artillery", 3, DEPLOYED),
        unit("truck", GOV, (20, 18, SOUTH), "truck", 1, MANEUVER, status="Demoralized"),
        aboard(unit("guard", GOV, (0, 0, 0), "RegularInfantry", 4), "truck"),
        foot("other", (5, 5, NORTH)),
        terrain=railway(areas=walls),
    )
    lone.do(orders.Fire(by=BY, unit="us", target="truck", mode=FireMode.DEPLOYED), fire__effect=10)
    _, bottom, right, top = (edge / 1000 for edge in there(lone.unit("guard").stands).box)
    assert right == pytest.approx(18, abs=0.01), "west of the cliff, and close to it"
    assert bottom <= 18.75 <= top, "straight beside the wreck"


@pytest.mark.rule("REV-G.52", "REV-5.17")
def test_who_finds_no_place_within_six_inches_of_the_wreck_surrenders():
    lone = rolling(
        unit("us", REV, (20, 30, SOUTH), "Artillery", 3, DEPLOYED),
        unit("truck", GOV, (20, 18, SOUTH), "truck", 1, MANEUVER, status="Demoralized"),
        aboard(unit("guard", GOV, (0, 0, 0), "RegularInfantry", 4), "truck"),
        foot("other", (5, 5, NORTH)),
        terrain=railway(
            areas={
                "south": ("cliff", box(8, 6, 32, 17.9)),
                "north": ("cliff", box(8, 20.1, 32, 28)),
                "west": ("cliff", box(8, 17.9, 19.4, 20.1)),
                "east": ("cliff", box(20.6, 17.9, 32, 20.1)),
            }
        ),
    )
    lone.do(orders.Fire(by=BY, unit="us", target="truck", mode=FireMode.DEPLOYED), fire__effect=10)
    assert lone.unit("guard").gone is Loss.SURRENDERED


@pytest.mark.rule("REV-G.52", "REV-G.37")
def test_a_hidden_enemy_where_passengers_would_stand_is_found_and_they_stand_elsewhere():
    playing = shot_up(unit("ambush", REV, (20, 23.5, NORTH), hidden=True), options={"hidden": True})
    playing.do(SHOOT, ("1-behind", "1-left"), fire__effect=10)
    assert not playing.unit("ambush").hidden
    assert playing.at("guard") == (22.502, 18.75)


@pytest.mark.rule("REV-G.37")
def test_nobody_vanishes_into_a_vehicle_that_stays_hidden():
    hidden = unit("truck", REV, (20, 18, NORTH), "truck", 3, MANEUVER, hidden=True)
    playing = rolling(hidden, foot("foot", (14, 17, 90)), options={"hidden": True})
    playing.do(orders.Command(by=BY, unit="foot", order=MANEUVER_ORDER), order__result=10)
    (board,) = (order for order in every_legal_order(playing.state, BY) if getattr(order, "board", "") == "truck")
    playing.do(board)
    assert playing.unit("foot").aboard == "truck"
    assert not playing.unit("truck").hidden


# ---- Automobiles -----------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("REV-10.53", "REV-10.53b", "REV-G.31", "REV-G.31b", "REV-G.52")
def test_when_a_truck_is_lost_the_whole_unit_gets_off_and_takes_a_level():
    playing = rolling(
        unit("us", REV, (12, 17, 90), formation=DEPLOYED),
        unit("trucks", GOV, (20, 18, SOUTH), "truck", 5, MARCH, status="Demoralized"),
        aboard(unit("guard", GOV, (0, 0, 0), "RegularInfantry", 5), "trucks"),
        aboard(unit("second", GOV, (0, 0, 0), "RegularInfantry", 5), "trucks"),
        foot("other", (5, 5, NORTH)),
    )
    playing.do(orders.Fire(by=BY, unit="us", target="trucks", mode=FireMode.DEPLOYED), USUAL, fire__effect=6)
    assert playing.unit("trucks").bases == 4
    second = playing.unit("second")
    assert (second.aboard, second.status) == ("", "Disordered"), "it sat on the last truck"
    assert second.stands is not None
    assert playing.unit("guard").aboard == "trucks"


@pytest.mark.rule("REV-G.52", "REV-10.53")
@pytest.mark.parametrize(("side", "place"), (("1-left", (22.502, 24.75)), ("1-right", (17.498, 24.75))))
def test_who_rode_on_the_truck_that_is_lost_stands_beside_where_it_stood(side, place):
    """Five trucks in line, 1.5 inches each, from y = 18 up: the last one stood from 24 to 25.5."""
    playing = rolling(
        unit("us", REV, (12, 17, 90), formation=DEPLOYED),
        unit("trucks", GOV, (20, 18, SOUTH), "truck", 5, MARCH, status="Demoralized"),
        aboard(unit("guard", GOV, (0, 0, 0), "RegularInfantry", 5), "trucks"),
        aboard(unit("second", GOV, (0, 0, 0), "RegularInfantry", 4), "trucks"),
        foot("other", (5, 5, NORTH)),
    )
    playing.do(orders.Fire(by=BY, unit="us", target="trucks", mode=FireMode.DEPLOYED), side, fire__effect=6)
    stood = next(event for event in playing.events if isinstance(event, events.Stood) and event.unit == "second")
    assert (stood.stands.anchor.x / 1000, stood.stands.anchor.y / 1000) == place


@pytest.mark.rule("REV-10.54", "REV-10.54b")
def test_passengers_of_automobiles_have_no_cover_and_are_hit_as_in_maneuver_formation():
    playing = rolling(
        unit("us", REV, (14, 19, 90), formation=DEPLOYED),
        unit("trucks", GOV, (20, 18, SOUTH), "truck", 2, MARCH),
        aboard(unit("guard", GOV, (0, 0, 0)), "trucks"),
        foot("other", (5, 5, NORTH)),
    )
    assert playing.unit("guard").formation is MANEUVER
    playing.do(orders.Fire(by=BY, unit="us", target="guard", mode=FireMode.DEPLOYED), fire__effect=4)
    fired = next(event for event in playing.events if isinstance(event, events.Fired))
    assert fired.cover == "open"
    assert fired.levels == 1, "4, and 2 for Regular Infantry at 3 to 6 inches, and 2 for maneuver formation: 8"


@pytest.mark.rule("REV-10.55", "REV-10.55b", "REV-G.32c")
def test_fire_from_automobiles_is_moving_fire_and_never_artillery():
    trucks = unit("trucks", REV, (20, 18, NORTH), "truck", 3, MANEUVER)
    enemy = unit("enemy", GOV, (28, 17, 270))
    playing = rolling(trucks, aboard(foot(), "trucks"), enemy)
    assert playing.refused(orders.Fire(by=BY, unit="foot", target="enemy", mode=FireMode.DEPLOYED)) == {
        "REV-10.55",
        "REV-3.19c",
    }
    playing.do(orders.Fire(by=BY, unit="foot", target="enemy", mode=FireMode.MOVING), fire__effect=1)
    guns = rolling(trucks, aboard(unit("guns", REV, (0, 0, 0), "Artillery", 2), "trucks"), enemy)
    assert guns.refused(orders.Fire(by=BY, unit="guns", target="enemy", mode=FireMode.MOVING)) == {"REV-10.55b"}


@pytest.mark.rule("REV-10.58")
def test_an_armored_car_reaches_as_far_as_machine_guns():
    for gap, rule in ((18, set()), (18.01, {"REV-6.05"})):
        car = unit("car", REV, (20, 18, NORTH), "armoredCar", 1)
        playing = rolling(car, unit("ahead", GOV, (20, 18 + gap, SOUTH)), foot("other", (5, 5, NORTH)))
        assert playing.refused(orders.Fire(by=BY, unit="car", target="ahead", mode=FireMode.MOVING)) == rule


@pytest.mark.rule("REV-10.61")
def test_an_armored_car_has_a_front_and_an_arc():
    car = unit("car", REV, (20, 18, NORTH), "armoredCar", 1)
    ahead, behind = unit("ahead", GOV, (20, 24, SOUTH)), unit("behind", GOV, (20, 10, NORTH))
    playing = rolling(car, ahead, behind, foot("other", (5, 5, NORTH)))
    assert not playing.problems(orders.Fire(by=BY, unit="car", target="ahead", mode=FireMode.MOVING))
    assert playing.refused(orders.Fire(by=BY, unit="car", target="behind", mode=FireMode.MOVING)) == {"REV-6.10b"}


@pytest.mark.rule("REV-10.59", "REV-10.59b", "REV-G.55", "REV-T.23")
def test_hull_down_armor_counts_as_fortified():
    def shot_at(**ground_of):
        playing = game(
            unit("us", REV, (10, 10, NORTH), formation=DEPLOYED),
            unit("car", GOV, (10, 16, SOUTH), "armoredCar", 1),
            unit("far", GOV, (44, 30, SOUTH)),
            unit("other", REV, (30, 5, NORTH)),
            terrain=ground(**ground_of),
        )
        playing.do(orders.Fire(by=BY, unit="us", target="car", mode=FireMode.DEPLOYED), fire__effect=1)
        return next(event for event in playing.events if isinstance(event, events.Fired)).cover

    def assaulted(**ground_of):
        playing = game(
            unit("us", REV, (10, 10, NORTH)),
            unit("car", GOV, (10, 15, SOUTH), "armoredCar", 1),
            terrain=ground(**ground_of),
        )
        charge = assaults.plan_assault(playing.state, orders.Assault(by=BY, unit="us", target="car")).more
        told = assaults.situation(playing.state, playing.unit("us"), playing.unit("car"), charge, leads=False)
        return told.cover_from_assault

    crest = {"hill": (1, box(0, 14.5, 48, 30))}
    assert assaulted(hills=crest) == assaulted() == "hard", "fortified against fire only"
    assert shot_at() == "open", "its own armor is reckoned by the rule itself"
    wall = {"wall": ("wall", (point(5, 15.5), point(15, 15.5)))}
    assert shot_at(lines=wall) == "fortified"
    assert shot_at(hills={"hill": (1, box(0, 15.5, 48, 30))}) == "fortified", "behind a crest"
    assert shot_at(areas={"trench": ("trenches", box(5, 15, 15, 20))}) == "fortified", "in hard cover"
    far_wall = {"wall": ("wall", (point(5, 12), point(15, 12)))}
    assert shot_at(lines=far_wall) == "open"
