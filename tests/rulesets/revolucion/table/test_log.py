"""A battle of Revolucion! as a log: it replays to the same state, every die is proved, and nothing that is still to come is told."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from sandtable.battle.engine.battle import Accepted, Battle
from sandtable.battle.engine.log import Entry, read_log
from sandtable.battle.engine.verify import verify
from sandtable.battle.scenario.library import source_of
from sandtable.battle.seat import Seat
from sandtable.kernel import codec
from sandtable.kernel.requests import Choose
from sandtable.rulesets.revolucion.table.desk.desk import DESK
from sandtable.rulesets.revolucion.table.opponent.chance_player import ChancePlayer
from sandtable.rulesets.revolucion.table.rules import TABLE
from sandtable.rulesets.revolucion.table.state import State
from sandtable.rulesets.revolucion.vocabulary import Side
from tests.rulesets.revolucion.table.field import GOV, REV, game, pose, unit

SEATS = tuple(Seat(side.value.lower(), (side.value,)) for side in Side)
MOST = 40  # orders: enough for a turn or two


def begun(seed: str) -> Battle[State]:
    return Battle.begin(TABLE, source_of("tutorial")[0], SEATS, seed)


def played(seed: str) -> Battle[State]:
    """The first turns of a battle of random legal orders, each given through the front door."""
    battle = begun(seed)
    players = {side.value: ChancePlayer(f"{seed}/{side}") for side in Side}
    for _ in range(MOST):
        decisions = battle.decisions()
        if not decisions:
            break
        role = decisions[0].by
        seat = role.lower()
        outcome = battle.submit(seat, players[role].order(battle.view(seat), decisions[0]))
        while isinstance(outcome, Accepted) and (asked := outcome.question) is not None:
            assert isinstance(asked.request, Choose)
            outcome = outcome.battle.answer(asked.to.lower(), asked.key, asked.request.usual)  # type: ignore[union-attr]
        assert isinstance(outcome, Accepted), outcome
        battle = outcome.battle
    return battle


@pytest.mark.parametrize("seed", ("one", "two"))
def test_a_log_replays_to_the_same_state_and_every_die_is_proved(seed):
    battle = played(seed)
    log = read_log(json.dumps(battle.log.plain()))
    assert Battle.resume(TABLE, log, seed).state == battle.state
    assert verify(TABLE, log, seed).differences == ()


def test_a_measured_fact_that_was_changed_in_the_log_is_found_out():
    battle = played("one")
    log = battle.log
    entries = list(log.entries)
    for number, entry in enumerate(entries):
        assert isinstance(entry, Entry)
        facts = [reply for reply in entry.answers if reply.key == "fire.leader_with_target"]
        if facts:
            forged = tuple(replace(reply, value=3) if reply is facts[0] else reply for reply in entry.answers)
            entries[number] = replace(entry, answers=forged)
            break
    else:
        pytest.fail("nobody was hit in this battle: take another seed")
    assert verify(TABLE, replace(log, entries=tuple(entries)), "one").differences


def test_troops_that_are_still_to_come_are_their_side_s_secret():
    coming = replace(unit("surprise", REV, (20, 0, 0)), stands=None, arrives=3, route_march=True, entry=pose(20, 0, 0))
    state = game(coming, unit("own", REV, (10, 10, 0)), unit("enemy", GOV, (30, 30, 180))).state
    enemy, owner = (TABLE.view(state, Seat(side.value.lower(), (side.value,))) for side in (GOV, REV))
    assert "surprise" in owner.units
    assert "surprise" not in enemy.units
    assert "surprise" not in json.dumps(codec.write(enemy))


OLDER = Path(__file__).parent / "logs"


@pytest.mark.parametrize("file", sorted(OLDER.glob("*.json")), ids=lambda file: file.stem)
def test_a_log_of_older_rules_can_be_looked_through(file):
    """Each was saved by the edition that it is named after, from a battle of the tutorial in which an army gave up."""
    log = read_log(file.read_text("utf-8"))
    battle = Battle.watch(TABLE, log)
    assert log.rules_version != TABLE.rules_version
    assert {problem.message.id for problem in battle.halted} >= {"battle.seed.absent"}
    onlooker = Seat("onlooker")
    scene = DESK.scene(TABLE.view(battle.state, onlooker), onlooker)
    assert scene.result == "The Revolutionary side has won: the enemy’s army gives up."
    assert {each.side: (each.now, each.start) for each in scene.meters} == {
        "Government": (0, 2),
        "Revolutionary": (3, 3),
    }
    assert (len(scene.pieces), len(scene.off)) == (6, 2)
    entries = battle.export(log.seats[0].id)["entries"]
    told = [DESK.lines(battle.state_at(number), entry) for number, entry in enumerate(entries, start=1)]
    assert sum(map(len, told)) > 15
