"""The way in: by which name, from which page, in which form, how often, and over how many connections."""

from __future__ import annotations

import asyncio
import os
import socket
import sqlite3
import ssl
import stat
import subprocess
import sys
import time
from contextlib import closing
from pathlib import Path

import httpx
import pytest
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

from sandtable.server.gate import Gate
from tests.support import forked_commands
from tests.support.serving import free_port, own_certificate, start_server
from tests.support.table_line import Seat, call, open_battle

FRIENDLY = {"Government": "me", "Revolutionary": "friend"}


def asked(server, method: str, target: str, *headers: str) -> tuple[int, dict[str, str], str]:
    """One request byte for byte: status, headers and body of the reply."""
    lines = [f"{method} {target} HTTP/1.1", "Connection: close", *headers]
    if not any(line.lower().startswith("host:") for line in headers):
        lines.append(f"Host: 127.0.0.1:{server.port}")
    with socket.create_connection(("127.0.0.1", server.port), timeout=30) as line:
        line.sendall("\r\n".join([*lines, "", ""]).encode("latin-1"))
        received = b""
        while part := line.recv(65536):
            received += part
    head, _, body = received.partition(b"\r\n\r\n")
    first, *rest = head.decode("latin-1").split("\r\n")
    return int(first.split()[1]), {k.lower(): v for k, v in (one.split(": ", 1) for one in rest)}, body.decode()


@pytest.mark.parametrize("target", ("/%00", "/a%00b", "/" + "x" * 300, "/" + "%C3%A9" * 200, "/assets/" + "y/" * 2000))
def test_a_name_that_no_file_can_have_is_at_no_address(server, target):
    status, headers, body = asked(server, "GET", target)
    assert status == 404
    assert headers["x-content-type-options"] == "nosniff"
    assert "content-security-policy" in headers
    assert "There is nothing at this address" in body


@pytest.mark.parametrize("path", ("/api/odds", "/api/table/open", "/api/sealed/join"))
def test_a_call_by_the_wrong_method_says_which_is_right(server, path):
    told = httpx.get(server.address + path)
    assert (told.status_code, told.headers["allow"]) == (405, "POST")
    assert "POST" in told.json()["problems"][0]["message"]
    assert httpx.put(server.address + "/").status_code == 405


@pytest.mark.parametrize(
    ("host", "status"),
    (
        ("127.0.0.1", 200),
        ("localhost:1234", 200),
        ("192.168.1.7:8848", 200),
        ("[::1]:8848", 200),
        (socket.gethostname(), 200),
        ("evil.example", 421),
        ("127.0.0.1.evil.example", 421),
        ("", 421),
        ("127.0.0.1:port", 421),
        ("me@127.0.0.1", 421),
    ),
)
def test_only_names_of_its_own_lead_to_the_server(server, host, status):
    found, headers, _ = asked(server, "GET", "/manifest.webmanifest", f"Host: {host}")
    assert found == status
    assert "content-security-policy" in headers


@pytest.mark.parametrize("origin", ("https://evil.example", "null", "http://127.0.0.1:1", "http://localhost"))
def test_a_page_of_another_site_cannot_ask(server, origin):
    told = httpx.post(f"{server.address}/api/catalogue", json={}, headers={"origin": origin})
    assert told.status_code == 403
    assert "another site" in told.json()["problems"][0]["message"]
    line = f"ws://127.0.0.1:{server.port}/api/table/line"
    with pytest.raises(InvalidStatus) as refused, connect(line, origin=origin):
        pass
    assert refused.value.response.status_code == 403


def test_its_own_page_can(server):
    told = httpx.post(f"{server.address}/api/catalogue", json={}, headers={"origin": server.address}, timeout=60)
    assert told.status_code == 200
    with connect(f"ws://127.0.0.1:{server.port}/api/table/line", origin=server.address):
        pass


@pytest.mark.parametrize("kind", ("text/plain", "application/x-www-form-urlencoded", "multipart/form-data", ""))
def test_whatever_is_not_called_json_is_refused(server, kind):
    for path in ("/api/catalogue", "/api/table/open", "/api/sealed/join"):
        told = httpx.post(server.address + path, content=b"{}", headers={"content-type": kind} if kind else {})
        assert told.status_code == 415
        assert "application/json" in told.json()["problems"][0]["message"]
    for kind_of_json in ("application/json", "Application/JSON; charset=utf-8"):
        headers = {"content-type": kind_of_json}
        told = httpx.post(f"{server.address}/api/catalogue", content=b"{}", headers=headers, timeout=60)
        assert told.status_code == 200


def test_whoever_says_he_asks_for_another_is_believed_from_a_named_proxy_alone(tmp_path):
    def refused_after(most: int, *options: str) -> int:
        """How many calls, each for another address, are let in before one is too many; or all of them."""
        running = start_server("--database", f"sqlite:///{tmp_path / str(len(options))}.db", *options)
        try:
            with httpx.Client(timeout=60) as asking:
                for number in range(most):
                    sent = {"x-forwarded-for": f"10.0.{number // 250}.{number % 250}"}
                    reply = asking.post(f"{running.address}/api/table/open", json={}, headers=sent)
                    if reply.status_code == 429:
                        return number
                    assert reply.status_code == 422
                return most
        finally:
            running.stop()

    let_in = refused_after(2_000)
    assert let_in < 2_000
    assert refused_after(let_in + 10, "--proxy", "127.0.0.1") == let_in + 10


def test_whoever_asks_too_often_is_told_when_to_try_again(tmp_path):
    running = start_server("--database", f"sqlite:///{tmp_path / 'battles.db'}")
    try:
        while (reply := call(running, "open", {})).status_code == 422:
            pass
        assert reply.status_code == 429
        assert int(reply.headers["retry-after"]) > 0
        reply = asyncio.run(_first_refused(running.address))
        assert reply.status_code == 429
        assert "too much at once" in reply.json()["problems"][0]["message"]
    finally:
        running.stop()


async def _first_refused(address: str) -> httpx.Response:
    """Ask from another address for what is answered fastest, a screen that is kept: many at once, so that a busy machine is fast enough too."""
    elsewhere = httpx.AsyncHTTPTransport(local_address="127.0.0.3")
    async with httpx.AsyncClient(transport=elsewhere, base_url=address, timeout=60) as asking:
        while True:
            asked = [asking.post("/api/ruleset", json={"ruleset": "revolucion"}) for _ in range(100)]
            for reply in await asyncio.gather(*asked):
                if reply.status_code != 200:
                    return reply


def test_https_is_asked_for_again_under_the_names_that_are_the_servers_own(tmp_path):
    certificate, key = own_certificate(tmp_path)
    options = ("--cert", str(certificate), "--key", str(key), "--host", "table.example")
    running = start_server("--database", f"sqlite:///{tmp_path / 'battles.db'}", *options, scheme="https")
    try:
        with httpx.Client(verify=False, base_url=running.address, timeout=60) as client:  # noqa: S501 - our own certificate
            named = client.get("/manifest.webmanifest", headers={"host": "table.example"})
            assert "max-age" in named.headers["strict-transport-security"]
            assert "strict-transport-security" not in client.get("/manifest.webmanifest").headers
            page = {"host": f"127.0.0.1:{running.port}", "origin": "https://table.example"}
            assert client.post("/api/catalogue", json={}, headers=page).status_code == 200
    finally:
        running.stop()


def told_at_the_start(*arguments: str) -> str:
    command = ("serve", "--port", str(free_port()), *arguments)
    code, _, complaints = forked_commands.run(command, b"", Path.cwd(), os.environ)
    told = complaints.decode()
    assert code == 2, told
    assert "Traceback" not in told
    return told


@pytest.mark.parametrize(
    ("address", "words"),
    (
        ("nonsense", "is not the address of a database"),
        ("mysql://somebody@host/name", "are not known"),
        ("sqlite:////no/such/folder/battles.db", "its folder does not exist"),
        ("postgresql://sandtable:secret@127.0.0.1:1/none", "cannot be opened"),
        ("sqlite:////etc/hostname", "cannot be opened"),
    ),
)
def test_a_wrong_database_is_told_at_the_start(address, words):
    told = told_at_the_start("--database", address)
    assert words in told
    assert "secret" not in told


def test_a_wrong_certificate_name_or_proxy_is_told_at_the_start(tmp_path):
    (tmp_path / "other").mkdir()
    certificate, key = own_certificate(tmp_path)
    _, other = own_certificate(tmp_path / "other")
    assert "does not belong to the certificate" in told_at_the_start("--cert", str(certificate), "--key", str(other))
    assert "not a certificate and its key" in told_at_the_start("--cert", str(key), "--key", str(key))
    assert "a name alone" in told_at_the_start("--host", "https://table.example")
    assert "an address in numbers" in told_at_the_start("--proxy", "somewhere")
    assert ssl.OPENSSL_VERSION


def test_two_servers_on_one_file_are_refused_and_the_file_is_the_owners_alone(tmp_path):
    database = tmp_path / "battles.db"
    running = start_server("--database", f"sqlite:///{database}")
    try:
        tokens = open_battle(running, "tutorial", **FRIENDLY)
        assert "in use by another Sandtable server" in told_at_the_start("--database", f"sqlite:///{database}")
        with Seat(running, tokens["Government"]) as seat:
            assert seat.ask("panel", piece="")["kind"] == "told"
        for file in tmp_path.iterdir():
            assert stat.S_IMODE(file.stat().st_mode) == 0o600, file
    finally:
        running.stop()
    start_server("--database", f"sqlite:///{database}").stop()


def test_battles_that_nobody_has_touched_for_so_many_days_are_deleted_where_somebody_says_so(tmp_path):
    file = tmp_path / "battles.db"

    def served(*options: str) -> list[str]:
        """Serve for a moment; the scenarios of the battles that are left."""
        start_server("--database", f"sqlite:///{file}", *options).stop()
        with closing(sqlite3.connect(file)) as database:
            return [title for (title,) in database.execute("SELECT title FROM battles ORDER BY title")]

    running = start_server("--database", f"sqlite:///{file}")
    try:
        for name in ("tutorial", "tierra-blanca-1913"):
            open_battle(running, name, Government="me", Revolutionary="friend")
    finally:
        running.stop()
    both = served()
    assert len(both) == 2
    with closing(sqlite3.connect(file)) as database:
        database.execute("UPDATE battles SET touched = touched - 40 * 86400 WHERE title = ?", both[:1])
        database.commit()
    assert served("--forget", "41") == both
    assert served("--forget", "39") == both[1:]
    assert "--forget" in told_at_the_start("--forget", "0")


class Somebody:
    """A connection from an address."""

    def __init__(self, address: str) -> None:
        self._address = address

    def get_extra_info(self, _: str) -> tuple[str, int]:
        return self._address, 1


def test_no_address_takes_all_connections_and_whoever_leaves_makes_room():
    gate = Gate(5, each=2)
    inside = [Somebody("10.0.0.1") for _ in range(2)]
    assert all(gate.enter(one) for one in inside)
    assert not gate.enter(Somebody("10.0.0.1"))
    assert [gate.enter(Somebody("127.0.0.1")) for _ in range(4)] == [True, True, True, False]
    gate.leave(inside[0])
    assert gate.enter(Somebody("10.0.0.1"))


def test_more_connections_than_handles_are_one_line_and_players_play_on(tmp_path):
    """With few handles; those who only knock are turned away, nobody inside notices."""
    port = free_port()
    complaints = tmp_path / "complaints"
    serve = [
        sys.executable,
        "-m",
        "sandtable",
        "serve",
        "--port",
        str(port),
        "--database",
        f"sqlite:///{tmp_path / 'b.db'}",
    ]
    with complaints.open("wb") as stderr:
        process = subprocess.Popen(["prlimit", "--nofile=300", *serve], stdout=subprocess.DEVNULL, stderr=stderr)
    knocking: list[socket.socket] = []
    try:
        address = f"http://127.0.0.1:{port}"
        _await(address)
        body = {"scenario": "tutorial", "who": FRIENDLY}
        reply = httpx.post(f"{address}/api/table/open", json=body, timeout=60).json()
        token = reply["links"][0]["token"]
        with connect(f"ws://127.0.0.1:{port}/api/table/line", max_size=None) as line:
            line.send(f'{{"token": "{token}"}}')
            assert '"state"' in str(line.recv(60))
            for _ in range(400):
                one = socket.socket()
                one.setblocking(False)
                one.connect_ex(("127.0.0.1", port))
                knocking.append(one)
            for number in range(100):
                line.send(f'{{"kind": "panel", "piece": "", "id": {number}}}')
                assert f'"id":{number}' in str(line.recv(60))
                if complaints.stat().st_size:
                    break
                time.sleep(0.3)
    finally:
        for one in knocking:
            one.close()
        process.terminate()
        process.wait()
    told = complaints.read_text()
    assert len(told.splitlines()) <= 3, told[:2000]
    assert "turned away" in told


def _await(address: str) -> None:
    for _ in range(600):
        try:
            httpx.get(address, timeout=2)
        except httpx.TransportError:
            time.sleep(0.1)
        else:
            return
    raise TimeoutError
