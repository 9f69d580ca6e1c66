"""What somebody who means harm can send: everybody else goes on playing, and is told in words what is wrong."""

from __future__ import annotations

import json
import shutil
import socket
import sqlite3
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest
import uvicorn
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from sandtable.server.app import create_app
from sandtable.server.table.telling import Teller
from tests.battle.test_scenario_reader import SMALL, WOOD, comb
from tests.support.serving import Server, free_port, start_server
from tests.support.table_line import PATIENCE, Seat, call, open_battle
from tests.support.talk import Fields, there

ELSEWHERE = "127.0.0.2"  # another address of this machine


@pytest.fixture(scope="module")
def database(tmp_path_factory):
    return tmp_path_factory.mktemp("battles") / "battles.db"


@pytest.fixture(scope="module")
def server(database):
    running = start_server("--database", f"sqlite:///{database}")
    yield running
    running.stop()
    assert "Traceback" not in running.told


@pytest.fixture
def tokens(server):
    return open_battle(server, "tutorial", Government="friend", Revolutionary="me")


def ledger_of_many(server) -> bytes:
    """A game's log that takes seconds to read, as a request."""
    fire = {
        "ruleset": "revolucion",
        "action": "deployed_fire",
        "fields": {
            "unit": "RegularInfantry",
            "range": "3-6",
            "target_type": "RegularInfantry",
            "target_formation": "maneuver",
            "leader_with_target": 0,
        },
        "seed": "much",
    }
    record = httpx.post(f"{server.address}/api/resolve", json=fire, timeout=60).json()["record"]
    meta = record.get("meta", {})
    entries = [
        {"id": str(number), "record": {**record, "meta": {**meta, "id": str(number)}}} for number in range(4_000)
    ]
    body = json.dumps({"ruleset": "revolucion", "entries": entries}).encode()
    head = f"POST /api/ledger HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n"
    return head.encode() + body


@contextmanager
def served_here(folder: Path) -> Iterator[Server]:
    """A server in a thread of this process, where its parts can be changed."""
    port = free_port()
    app = create_app(f"sqlite:///{folder / 'battles.db'}")
    serving = uvicorn.Server(uvicorn.Config(app, port=port, log_level="critical"))
    thread = threading.Thread(target=serving.run)
    thread.start()
    try:
        while not serving.started:
            time.sleep(0.05)
        yield Server(None, f"http://127.0.0.1:{port}", port, None)  # type: ignore[arg-type]  # no process of its own
    finally:
        serving.should_exit = True
        thread.join()


def both_workers_are_there(server, request: bytes) -> None:
    """Two who ask for much at the same time have a worker each: when both are answered, neither worker has still to begin."""
    here, there = (
        socket.create_connection(("127.0.0.1", server.port), source_address=(host, 0))
        for host in ("127.0.0.1", ELSEWHERE)
    )
    with here, there:
        for each in (here, there):
            each.sendall(request)
        for each in (here, there):
            each.settimeout(PATIENCE)
            assert each.recv(15) == b"HTTP/1.1 200 OK"


def test_a_call_that_takes_long_holds_nobody_else_up(server):
    """Whoever asks for little after somebody who asked for much is answered first."""
    elsewhere = httpx.HTTPTransport(local_address=ELSEWHERE)
    request = ledger_of_many(server)
    both_workers_are_there(server, request)
    with (
        socket.create_connection(("127.0.0.1", server.port)) as much,
        httpx.Client(transport=elsewhere, timeout=PATIENCE) as little,
    ):
        much.sendall(request)
        assert little.post(f"{server.address}/api/catalogue", json={}).json()["status"] == "ok"
        much.setblocking(False)
        with pytest.raises(BlockingIOError):
            much.recv(1)
        much.setblocking(True)
        much.settimeout(PATIENCE)
        assert much.recv(15) == b"HTTP/1.1 200 OK"


@pytest.mark.parametrize(
    ("text", "limit"),
    (
        (SMALL + WOOD + comb(3_000, turned=False), "200"),
        (SMALL + (WOOD + "[[1, 1], [2, 1], [2, 2]]\n") * 3_000, "150"),
        (SMALL + WOOD + comb(60, turned=False) + WOOD + comb(60, turned=True), "2000"),
    ),
    ids=("a star of many points", "woods on one another", "combs across each other"),
)
def test_a_scenario_that_would_cost_too_much_is_refused_with_line_and_limit(server, text, limit):
    reply = call(server, "open", {"text": text, "who": {"Government": "me", "Revolutionary": "friend"}})
    assert reply.status_code == 422
    problem = reply.json()["problems"][0]
    assert "line" in problem["field"]
    assert limit in problem["message"]


def test_every_answer_has_the_id_of_what_it_answers_however_fast_it_came(server, tokens):
    with Seat(server, tokens["Government"]) as seat:
        for number in range(200):
            seat.send({"kind": "panel", "piece": "", "id": number})
        answers: list[dict] = []
        while len(answers) < 200:
            frame = seat.receive()
            if frame["kind"] != "change":
                answers.append(frame)
        assert [answer["id"] for answer in answers] == list(range(200))
        assert {answer["kind"] for answer in answers} == {"told", "refused"}


@pytest.mark.parametrize("kind", ("agree", "decline", "undo", "order", "answer", "throw"))
def test_whatever_plays_is_refused_when_it_was_meant_for_another_moment(server, tokens, kind):
    with Seat(server, tokens["Government"]) as one, Seat(server, tokens["Revolutionary"]) as other:
        for seat in (one, other):
            ready = {"kind": "ready", "by": seat.table["decisions"][0]["by"]}
            assert seat.ask("order", order=ready, last=seat.table["number"])["kind"] == "accepted"
        one.until(lambda now: now.table["number"] == 2)
        parts: dict[str, Fields] = {
            "order": {"order": {"kind": "pass", "by": "Government"}},
            "answer": {"key": "k", "value": 1},
        }
        refused = one.ask(kind, last=1, **parts.get(kind, {"key": "k"} if kind == "throw" else {}))
        assert refused["kind"] == "refused"
        assert refused["problems"][0]["field"] == "last"


def test_bytes_on_the_tables_line_end_it_in_words_and_nobody_elses(server, tokens):
    with Seat(server, tokens["Government"]) as one, Seat(server, tokens["Revolutionary"]) as other:
        assert one.socket is not None
        one.socket.send(b"\x00\x01")
        with pytest.raises(ConnectionClosed) as closed:
            one.until(lambda _: False)  # news of who has come may be on their way
        assert there(closed.value.rcvd).code == 1003
        assert other.ask("panel", piece="")["kind"] == "told"
    with connect(f"ws://127.0.0.1:{server.port}/api/table/line") as line:
        line.send(b"hello")
        with pytest.raises(ConnectionClosed) as closed:
            line.recv(20)
        assert there(closed.value.rcvd).code == 1003


def test_a_spectator_writes_nothing(server, tokens, database):
    def records() -> int:
        with sqlite3.connect(database) as kept:
            count: int = kept.execute("select count(*) from records").fetchone()[0]
        return count

    with Seat(server, tokens["spectator"]) as spectator, Seat(server, tokens["Government"]) as player:
        before = records()
        for own in (True, False) * 10:
            assert spectator.ask("dice", own=own)["kind"] == "refused"
        assert records() == before
        for _ in range(10):
            assert player.ask("dice", own=True)["kind"] == "accepted"
        assert records() == before + 1, "what changes nothing is not stored"


def closing_words(server, token: str) -> str:
    seat = Seat(server, token)
    frame = seat.connect()
    assert frame["kind"] == "closed"
    with pytest.raises(ConnectionClosed):
        seat.receive(20)
    seat.hang_up()
    return str(frame["words"])


DAMAGE = {  # to a battle, and what its players are told
    "update battles set head = '{' where id = :battle": "cannot be kept now",
    "update battles set head = '{}' where id = :battle": "cannot be shown at this seat",
    "update records set record = 'x' where battle = :battle": "cannot be kept now",
    "update records set record = '{}' where battle = :battle": "cannot be shown at this seat",
    "delete from records where battle = :battle and number = 1": "cannot be kept now",
}


@pytest.fixture(scope="module")
def stored(tmp_path_factory):
    """A battle for each kind of damage, and one more, in a database that no server has open any more: where, their ids and tokens."""
    place = tmp_path_factory.mktemp("stored") / "battles.db"
    first = start_server("--database", f"sqlite:///{place}")
    battles = {}
    for damage in (*DAMAGE, ""):
        reply = call(first, "open", {"scenario": "tutorial", "who": {"Government": "friend", "Revolutionary": "me"}})
        tokens = {link["seat"]: link["token"] for link in reply.json()["links"]}
        for side in ("Government", "Revolutionary"):
            with Seat(first, tokens[side]) as seat:
                assert seat.order(kind="ready", by=side)["kind"] == "accepted"
        battles[damage] = reply.json()["battle"], tokens["Government"]
    first.stop()
    shutil.copy(place, place.with_name("untouched.db"))
    return place, battles


@pytest.fixture(scope="module")
def stored_again(stored):
    """A server that has the battles and has looked at none of them."""
    running = start_server("--database", f"sqlite:///{stored[0]}")
    yield running
    running.stop()


def told_at_the_seat(server, token: str) -> str:
    words = closing_words(server, token)
    reply = call(server, "map", {"token": token})
    assert reply.status_code in {500, 503}
    assert reply.json()["problems"][0]["message"].endswith(".")
    return words


@pytest.mark.parametrize("damage", DAMAGE)
def test_whatever_is_wrong_with_a_battle_in_the_database_is_told_at_its_seats_alone(stored, stored_again, damage):
    place, battles = stored
    battle, token = battles[damage]
    with sqlite3.connect(place) as kept:
        kept.execute(damage, {"battle": battle})
    kept.close()
    assert DAMAGE[damage] in told_at_the_seat(stored_again, token)
    with Seat(stored_again, battles[""][1]) as seat:
        assert seat.ask("panel", piece="")["kind"] == "told"


def test_whatever_is_wrong_with_the_whole_database_is_told_at_the_seat(stored, tmp_path):
    place = shutil.copy(stored[0].with_name("untouched.db"), tmp_path)
    running = start_server("--database", f"sqlite:///{place}")
    try:
        with sqlite3.connect(place) as kept:
            kept.execute("alter table records rename to gone")
        kept.close()
        assert "cannot be kept now" in told_at_the_seat(running, stored[1][""][1])
    finally:
        running.stop()


def test_whoever_hangs_up_in_the_midst_of_a_request_leaves_nothing_in_the_log(tmp_path):
    running = start_server("--database", f"sqlite:///{tmp_path / 'battles.db'}")
    try:
        for address in ("resolve", "sealed/open", "table/open"):
            with socket.create_connection(("127.0.0.1", running.port)) as line:
                line.sendall(
                    f"POST /api/{address} HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n".encode()
                    + b"Content-Length: 1000\r\nExpect: 100-continue\r\n\r\n"
                )
                assert b" 100 " in line.recv(100)  # the server has begun to read
                line.sendall(b'{"ruleset": ')
        assert call(running, "scenarios", {}).status_code == 200
    finally:
        running.stop()
    assert "failed" not in running.told
    assert "Traceback" not in running.told


def test_a_database_that_is_gone_is_told_and_what_was_to_be_stored_is_not_printed(tmp_path):
    database = tmp_path / "battles.db"
    running = start_server("--database", f"sqlite:///{database}")
    try:
        assert call(running, "scenarios", {}).status_code == 200
        with sqlite3.connect(database) as kept:
            kept.execute("drop table battles")
        kept.close()
        reply = call(running, "open", {"scenario": "tutorial", "who": {"Government": "me", "Revolutionary": "friend"}})
        assert reply.status_code == 503
        assert json.loads(reply.text)["problems"][0]["message"].startswith("Battles cannot be kept now")
    finally:
        running.stop()
    assert "no such table: battles" in running.told
    assert "INSERT" not in running.told
    assert "Traceback" not in running.told


def test_a_seat_that_cannot_be_told_is_told_so_and_the_others_play_on(tmp_path, monkeypatch):
    """A fault of the rules or the words while one seat is told ends that seat's line, in words, and no other's."""
    told = Teller.news

    def fails_for_one(teller: Teller) -> object:
        if teller.seat == "Government":
            raise RuntimeError("a word is missing")
        return told(teller)

    monkeypatch.setattr(Teller, "news", fails_for_one)
    with served_here(tmp_path) as here:
        tokens = open_battle(here, "tutorial", Government="friend", Revolutionary="me")
        with Seat(here, tokens["Government"]) as one, Seat(here, tokens["Revolutionary"]) as other:
            assert other.order(kind="ready", by="Revolutionary")["kind"] == "accepted"
            closed = one.receive()
            assert closed["kind"] == "closed"
            assert "cannot be shown at this seat" in closed["words"]
            assert other.ask("panel", piece="")["kind"] == "told"
            other.until(lambda now: now.table["number"] == 1)


def test_whoever_gives_an_order_waits_for_nobody_who_looks_on(tmp_path, monkeypatch):
    """The news of the others may take as long as they like: an order is acknowledged, and the next one too."""
    told, may_go_on = Teller.news, threading.Event()

    def slow_for_one(teller: Teller) -> object:
        if teller.seat == "Government":
            assert may_go_on.wait(PATIENCE)
        return told(teller)

    monkeypatch.setattr(Teller, "news", slow_for_one)
    with served_here(tmp_path) as here:
        tokens = open_battle(here, "tutorial", Government="friend", Revolutionary="me")
        with Seat(here, tokens["Government"]) as one, Seat(here, tokens["Revolutionary"]) as other:
            assert other.order(kind="ready", by="Revolutionary")["kind"] == "accepted"
            assert other.ask("undo")["kind"] == "accepted"
            may_go_on.set()
            one.until(lambda now: now.table["number"] == 2)
