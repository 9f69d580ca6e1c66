"""What a seat may know of a log, under numbers of its own: nothing can be counted that it may not know."""

from __future__ import annotations

import json

from sandtable.battle.engine.numbering import Numbering
from sandtable.battle.seat import Seat
from sandtable.geometry.measure import Point
from tests.battle.skirmish.game import Move
from tests.battle.skirmish.playing import BLUE, RED, REFEREE, SEATS, WATCHER, begin
from tests.battle.test_battle import BOLD_RED, SHOOT, WARY_BLUE, done, red_to_act
from tests.battle.test_undo import STEP

SNEAK = Move(by="red", figure="red-scout", to=Point(13000, 13000))  # from one hidden place to another


def told(battle, seat):
    return battle.export(seat)["entries"]


def sneaked():
    """Red moves an ambush that blue knows nothing of."""
    return done(red_to_act().submit("anna", SNEAK))


def test_orders_that_a_seat_cannot_know_leave_no_gap_and_no_empty_entry():
    before = red_to_act()
    after = done(before.submit("anna", SNEAK))
    assert len(after.log.entries) == len(before.log.entries) + 1
    for seat in ("boris", "walter"):
        assert json.dumps(after.export(seat)) == json.dumps(before.export(seat))
    assert len(told(after, "anna")) == len(told(before, "anna")) + 1
    assert [entry["number"] for entry in told(after, "rosa")] == [entry.number for entry in after.log.entries]


def test_numbers_of_a_seat_are_consecutive_and_lead_back_to_the_log():
    battle = done(sneaked().submit("anna", STEP))
    for seat in SEATS:
        numbering = Numbering(battle.log.seat(seat.id)).follow(battle.log)
        numbers = [entry["number"] for entry in told(battle, seat.id)]
        assert numbers == list(range(1, len(numbers) + 1))
        assert numbering.last == len(numbers)
        assert numbering.log_number(numbering.last, battle.log.number) == battle.log.number
        for own, number in enumerate(numbering.heard_since(), start=1):
            assert numbering.own_number(number) == own
            assert number <= numbering.log_number(own, battle.log.number)
        assert numbering.log_number(numbering.last + 1, battle.log.number) > battle.log.number
        assert numbering.log_number(-1, battle.log.number) == -1


def test_an_order_is_not_late_for_what_its_giver_cannot_know():
    battle = begin()
    laid = done(battle.submit("anna", BOLD_RED))
    numbering = Numbering(BLUE).follow(laid.log)
    assert done(laid.submit("boris", WARY_BLUE, numbering.log_number(numbering.last, laid.log.number)))


def test_taking_back_what_nobody_else_knows_is_told_to_nobody_else():
    before = red_to_act()
    after = done(done(before.submit("anna", SNEAK)).undo("anna"))
    assert len(after.log.entries) == len(before.log.entries) + 2
    for seat in ("boris", "walter"):
        assert told(after, seat) == told(before, seat)
    *_, undo = told(after, "anna")
    assert (undo["kind"], undo["seat"]) == ("undo", "anna")


def test_taking_back_is_told_in_the_numbers_of_whoever_hears_it():
    after = done(done(sneaked().submit("anna", STEP)).undo("anna"))
    *_, step, undo = told(after, "boris")
    assert (after.log.entries[-1].number, after.log.entries[-1].to) == (
        5,
        3,
    )  # the log has red's plot and the ambush's move, too
    assert (step["number"], undo["number"], undo["to"]) == (2, 3, 1)


NORTH = Seat("red.covert-north", ("red",), part="covert-north")
FLANK = Seat("cleo", ("red.covert-flank",))


def test_who_commands_a_part_of_a_side_is_that_sides_secret():
    seats = (NORTH, FLANK, BLUE, REFEREE, WATCHER)
    battle = begin(seats)
    battle = done(done(battle.submit(NORTH.id, BOLD_RED)).submit("boris", WARY_BLUE))
    battle = done(battle.submit(NORTH.id, STEP))
    wished = done(battle.undo(NORTH.id))
    for seat in ("boris", "walter"):
        text = json.dumps(wished.export(seat))
        assert "covert" not in text
        assert "cleo" not in text
        assert {entry["seat"] for entry in told(wished, seat)} == {"red"} | {"boris"} & {
            entry["seat"] for entry in told(wished, seat)
        }
    assert NORTH.id in json.dumps(wished.export(FLANK.id))
    assert NORTH.id in json.dumps(wished.export("rosa"))


def test_a_wish_of_a_part_is_its_sides_wish_to_others():
    battle = begin((NORTH, BLUE, WATCHER))
    battle = done(done(battle.submit(NORTH.id, BOLD_RED)).submit("boris", WARY_BLUE))
    shot = done(done(battle.submit(NORTH.id, SHOOT)).answer("boris", "reply", "stand"))
    wished = done(shot.undo(NORTH.id))
    for seat in ("boris", "walter"):
        assert wished.export(seat)["proposal"]["seat"] == "red"
        assert "covert" not in json.dumps(wished.export(seat))
    assert wished.export(NORTH.id)["proposal"]["seat"] == NORTH.id
    assert RED.called_by(BLUE) == "anna"
