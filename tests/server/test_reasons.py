"""Why the computer gave an order is told, but never to somebody from whom it would give something away."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from sandtable.ai.player import Why
from sandtable.battle.engine.battle import Accepted, Battle
from sandtable.battle.seat import Seat
from sandtable.kernel.problem import Refusal
from sandtable.rulesets.revolucion.table import orders
from sandtable.rulesets.revolucion.table.rules import TABLE as RULES
from sandtable.server.table.reasons import read_reason, reason_for, stored_reason
from tests.server.ambush import SCENARIO

GOVERNMENT, REVOLUTIONARY = Seat("Government", ("Government",)), Seat("Revolutionary", ("Revolutionary",))
SPECTATOR, REFEREE = Seat("spectator"), Seat("referee", referee=True)
OPEN = Why("The Maxims have the best field of fire, better than the Zaragoza road.", ("maxims",))
SECRET = Why("They wait in the woods.", ("maxims", "hush-zaragoza"))


@pytest.fixture(scope="module")
def battle():
    seats = (GOVERNMENT, REVOLUTIONARY, SPECTATOR, REFEREE)
    begun = Battle.begin(RULES, SCENARIO, seats, "why", options={"mines": True, "hidden": True})
    outcome = begun.submit("Government", orders.Ready(by="Government"))
    assert isinstance(outcome, Accepted)
    return outcome.battle


def told(battle, seat, why):
    return reason_for(battle, RULES.desk, seat, 1, why)


@pytest.mark.parametrize("seat", (GOVERNMENT, REVOLUTIONARY, SPECTATOR, REFEREE), ids=lambda seat: seat.id)
def test_a_reason_that_speaks_of_nobody_hidden_is_told_to_everybody_whatever_its_words(battle, seat):
    assert told(battle, seat, OPEN) == OPEN.words


@pytest.mark.parametrize("seat", (REVOLUTIONARY, SPECTATOR), ids=lambda seat: seat.id)
def test_a_reason_that_speaks_of_somebody_hidden_waits_for_the_end(battle, seat):
    with pytest.raises(Refusal) as refusal:
        told(battle, seat, SECRET)
    assert refusal.value.problems[0].message.id == "table.reason_hidden"


@pytest.mark.parametrize("seat", (GOVERNMENT, REFEREE), ids=lambda seat: seat.id)
def test_whoever_knows_anyway_is_told(battle, seat):
    assert told(battle, seat, SECRET) == SECRET.words


def test_a_reason_for_what_a_seat_saw_nothing_of_is_not_told(battle):
    (entry,) = battle.log.entries
    unseen = replace(battle, log=replace(battle.log, entries=(replace(entry, events=()),)))
    assert told(unseen, GOVERNMENT, OPEN) == OPEN.words
    with pytest.raises(Refusal):
        told(unseen, REVOLUTIONARY, OPEN)


def test_a_reason_is_stored_with_whom_it_speaks_of():
    assert read_reason(json.loads(json.dumps(stored_reason(SECRET)))) == SECRET


def test_a_reason_that_was_stored_without_waits_for_the_end_but_for_the_referee(battle):
    stored = read_reason("The Maxims have the best field of fire.")
    assert told(battle, REFEREE, stored) == "The Maxims have the best field of fire."
    with pytest.raises(Refusal):
        told(battle, REVOLUTIONARY, stored)
