"""A battle that was begun under other rules: it opens and can be looked through, or says exactly why not."""

from __future__ import annotations

import json
import shutil
import sqlite3
from dataclasses import replace
from pathlib import Path

import pytest

from tests.support.mirrored_battle import REFEREE, SIDES, Mirror
from tests.support.serving import start_server
from tests.support.table_line import Seat, call

GOVERNMENT, _ = SIDES
STEPS = 12


@pytest.fixture(scope="module")
def kept(tmp_path_factory):
    """A battle with some orders in it, and its database, which no server has open any more."""
    place = tmp_path_factory.mktemp("older rules") / "battles.db"
    database = f"sqlite:///{place}"
    mirror = Mirror.kept_in(database, "tutorial", "older rules")
    server = start_server("--database", database)
    mirror.sit_down(dict.fromkeys(SIDES, server))
    for _ in range(STEPS):
        mirror.step()
    mirror.get_up()
    server.stop()
    return mirror, place


@pytest.fixture
def played(kept, tmp_path):
    """The same, to be written in."""
    mirror, place = kept
    return replace(mirror, lines={}), Path(shutil.copy(place, tmp_path))


@pytest.fixture
def served(played):
    _, place = played
    running = []

    def serve():
        running.append(start_server("--database", f"sqlite:///{place}"))
        return running[-1]

    yield serve
    for server in running:
        server.stop()


def rewrite_head(place, change):
    with sqlite3.connect(place) as database:
        (head,) = database.execute("SELECT head FROM battles").fetchone()
        told = json.loads(head)
        change(told["log"])
        database.execute("UPDATE battles SET head = ?", (json.dumps(told),))


def rewrite_record(place, number, change):
    with sqlite3.connect(place) as database:
        where = "FROM records WHERE number = ?"
        (record,) = database.execute(f"SELECT record {where}", (number,)).fetchone()
        told = json.loads(record)
        change(told)
        database.execute("UPDATE records SET record = ? WHERE number = ?", (json.dumps(told), number))


def test_a_battle_of_another_version_is_watched_and_says_why_it_is_not_played_on(played, served):
    mirror, place = played
    rewrite_head(place, lambda log: log.update(rules_version="0"))
    server = served()
    with Seat(server, mirror.tokens[GOVERNMENT]) as seat:
        (reason,) = [problem["words"] for problem in seat.table["halted"]]
        assert "version 0" in reason
        assert mirror.battle.rules.rules_version in reason
        mirror.lines = {GOVERNMENT: seat}
        assert mirror.in_step(GOVERNMENT)
        assert [line["number"] for line in seat.lines]
        refused = seat.ask("order", order={"kind": "pass", "by": GOVERNMENT}, last=seat.table["number"])
        assert [problem["words"] for problem in refused["problems"]] == [reason]
        for number in range(mirror.battle.log.number + 1):  # the whole battle can be gone through
            assert seat.ask("scene_at", number=number)["kind"] == "told"
    log = call(server, "log", {"token": mirror.tokens[REFEREE]}).json()["log"]
    assert log["rules_version"] == "0"
    assert len(log["entries"]) == mirror.battle.log.number


def test_a_battle_with_an_event_that_is_no_longer_known_opens_up_to_there(played, served):
    mirror, place = played
    last = mirror.battle.log.number
    rewrite_head(place, lambda log: log.update(rules_version="0"))
    rewrite_record(place, last, lambda record: record["change"]["entries"][0]["events"][0].update(kind="bygone"))
    server = served()
    with Seat(server, mirror.tokens[GOVERNMENT]) as seat:
        reasons = [(problem["field"], problem["words"]) for problem in seat.table["halted"]]
        assert len(reasons) == 2
        assert f"entry {last}" in reasons[1][0]
        assert "bygone" in reasons[1][1]
        assert seat.ask("scene_at", number=last - 1)["kind"] == "told"
        beyond = seat.ask("scene_at", number=last)
        assert beyond["kind"] == "refused"
        assert "bygone" in beyond["problems"][0]["words"]


def test_a_battle_that_cannot_be_set_up_says_why_and_keeps_its_log(played, served):
    mirror, place = played

    def garble(log):
        log["rules_version"] = "0"
        log["scenario"] = log["scenario"].replace('kind = "river"', 'kind = "canal-of-old"')

    rewrite_head(place, garble)
    server = served()
    seat = Seat(server, mirror.tokens[GOVERNMENT])
    frame = seat.connect()
    seat.hang_up()
    assert frame["kind"] == "closed"
    assert "canal-of-old" in frame["words"]
    assert "Save its log" in frame["words"]
    for name in (GOVERNMENT, REFEREE):
        reply = call(server, "log", {"token": mirror.tokens[name]})
        assert reply.status_code == 200
        assert len(reply.json()["log"]["entries"]) == mirror.battle.log.number
    assert "canal-of-old" not in call(server, "log", {"token": mirror.tokens[GOVERNMENT]}).text
    refused = call(server, "map", {"token": mirror.tokens[GOVERNMENT]})
    assert refused.status_code == 422
    assert "canal-of-old" in refused.json()["problems"][0]["message"]
