"""Two server processes on one PostgreSQL: seats of one battle on different processes stay in step, and one process may die."""

from __future__ import annotations

from contextlib import ExitStack

import pytest

from tests.support.mirrored_battle import SIDES, Mirror
from tests.support.postgres import running_cluster
from tests.support.serving import start_server
from tests.support.table_line import Seat, open_battle

GOVERNMENT, REVOLUTIONARY = SIDES


@pytest.fixture(scope="module")
def address():
    with running_cluster() as cluster:
        yield cluster.new_database()


@pytest.fixture
def two(address):
    with ExitStack() as running:
        servers = []
        for _ in range(2):
            servers.append(start_server("--database", address))
            running.callback(servers[-1].kill)
        yield servers


def test_seats_on_two_processes_stay_in_step_and_one_process_may_die(address, two):
    one, other = two
    mirror = Mirror.kept_in(address, "tutorial", "two processes", own_dice=GOVERNMENT)
    mirror.sit_down({GOVERNMENT: one, REVOLUTIONARY: other, "spectator": other})
    for _ in range(25):
        mirror.step()
        mirror.catch_up()
    assert mirror.matches(mirror.kept_log(one))
    assert mirror.matches(mirror.kept_log(other))

    one.kill()
    mirror.get_up()
    mirror.sit_down({GOVERNMENT: other, REVOLUTIONARY: other})
    for _ in range(10):
        mirror.step()
    mirror.catch_up()
    mirror.get_up()

    back = start_server("--database", address)
    try:
        mirror.sit_down({GOVERNMENT: back, REVOLUTIONARY: other})
        for _ in range(10):
            mirror.step()
            mirror.catch_up()
        assert mirror.matches(mirror.kept_log(back))
    finally:
        mirror.get_up()
        back.kill()


def test_two_tabs_of_one_seat_on_two_processes_cannot_both_give_the_order(address, two):
    mirror = Mirror.kept_in(address, "tutorial", "two tabs")
    mirror.sit_down(dict.fromkeys(SIDES, two[0]))
    tabs = [Seat(server, mirror.tokens[GOVERNMENT]) for server in two]
    for tab in tabs:
        tab.connect()
    number = tabs[0].table["number"]
    ready = {"kind": "order", "order": {"kind": "ready", "by": GOVERNMENT}, "last": number}
    for tab in tabs:  # both before either has been answered
        tab.send({**ready, "id": 1})
    replies = []
    for tab in tabs:
        frame = tab.receive()
        while frame.get("id") != 1:
            frame = tab.receive()
        replies.append(frame["kind"])
    assert sorted(replies) == ["accepted", "refused"]
    for tab in tabs:
        tab.until(lambda now: now.table["number"] == number + 1)
        tab.hang_up()
    one, two = ({**tab.table, "present": None} for tab in tabs)  # a process knows its own lines only
    assert one == two
    mirror.get_up()


def test_the_computer_goes_on_when_the_process_that_it_played_in_dies(two):
    tokens = open_battle(two[0], "tutorial", Government="computer", Revolutionary="me")
    with Seat(two[0], tokens[REVOLUTIONARY]) as me:
        me.until(lambda now: now.table["waits_for"] == [REVOLUTIONARY])
        two[0].kill()
    with Seat(two[1], tokens[REVOLUTIONARY]) as me:
        assert me.order(kind="ready", by=REVOLUTIONARY)["kind"] == "accepted"
        for _ in range(4):  # rounds that pass are the computer's to play
            me.until(lambda now: now.table["decisions"] or now.table["scene"]["result"])
            if me.table["scene"]["result"] or "pass" not in me.decisions:
                break
            number = me.table["number"]
            assert me.order(kind="pass", by=REVOLUTIONARY)["kind"] == "accepted"
            me.until(lambda now, number=number: now.table["number"] > number + 1)
        assert any(line["side"] == GOVERNMENT for line in me.lines)
