"""Requests and frames that were damaged by chance, against a real server: an answer in words, never a 500, and nothing on standard error.

Whatever was once found in this way stands first. A run of another size: SANDTABLE_FUZZ=200000. A failure names its seed.
"""

from __future__ import annotations

import json
import random
from contextlib import ExitStack
from typing import Any

import httpx
import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from tests.battle.test_scenario_reader import SMALL, WOOD, comb
from tests.cli.test_fuzzed import CROSSING_HILL
from tests.support.mutations import damaged_text, damaged_value, how_many
from tests.support.serving import Server, start_server
from tests.support.table_line import open_battle

FIELDS = {"unit": "RegularInfantry", "range": "3-6", "target_type": "RegularInfantry", "target_formation": "maneuver"}
FIRE = {"ruleset": "revolucion", "action": "deployed_fire", "fields": FIELDS}
DUEL = {"ruleset": "revolucion"}
WHO = {"Government": "me", "Revolutionary": "friend"}
ADDRESSES = 250  # of this machine, so that no single one asks too often
FRAMES = 40  # on one line before another is dialled


def bodies(tokens: dict[str, str]) -> list[tuple[str, Any]]:
    """Calls that are right, to be damaged."""
    token = tokens["Government"]
    return [
        ("/api/catalogue", {}),
        ("/api/ruleset", {"ruleset": "revolucion"}),
        ("/api/odds", FIRE),
        ("/api/resolve", {**FIRE, "seed": "s", "throws": 0}),
        ("/api/ledger", {"ruleset": "revolucion", "entries": []}),
        ("/api/log_text", {"ruleset": "revolucion", "entries": []}),
        ("/api/duel_form", DUEL),
        ("/api/duel", DUEL),
        ("/api/read_roster", {"ruleset": "mexican_american_war", "text": "1st Infantry"}),
        ("/api/sealed/open", {"ruleset": "mesoamerica", "action": "orders", "side": "West", "table": None}),
        ("/api/sealed/look", {"room": "ABCDE", "seat": "x"}),
        ("/api/table/scenarios", {}),
        ("/api/table/open", {"text": SMALL, "who": WHO}),
        ("/api/table/open", {"scenario": "tutorial", "who": WHO, "level": ""}),
        ("/api/table/share", {"token": token, "column": "x"}),
        ("/api/table/log", {"token": token}),
        ("/api/table/map", {"token": token}),
    ]


FRAMES_THAT_ARE_RIGHT: tuple[dict[str, Any], ...] = (
    {"kind": "order", "id": 1, "order": {"kind": "ready", "by": "Government"}, "last": 0},
    {"kind": "answer", "id": 1, "key": "k", "value": [1], "last": 0},
    {"kind": "throw", "id": 1, "key": "k", "last": 0},
    {"kind": "undo", "id": 1, "last": 0},
    {"kind": "agree", "id": 1, "last": 0},
    {"kind": "dice", "id": 1, "own": True},
    {"kind": "panel", "id": 1, "piece": ""},
    {"kind": "preview", "id": 1, "draft": {"piece": "cuencame", "offer": "Maneuver", "path": [[1000, 1000]]}},
    {"kind": "outlook", "id": 1, "piece": "cuencame", "offer": "Maneuver"},
    {"kind": "sight", "id": 1, "place": [1000, 1000]},
    {"kind": "scene_at", "id": 1, "number": 0},
    {"kind": "why", "id": 1, "number": 1},
)
FOUND: tuple[tuple[str, str, Any], ...] = (
    ("GET", "/%00", None),
    ("GET", "/" + "x" * 300, None),
    ("POST", "/api/table/open", {"text": SMALL + CROSSING_HILL, "who": WHO}),
    ("POST", "/api/table/open", {"text": SMALL + WOOD + comb(3_000, turned=False), "who": WHO}),
    ("POST", "/api/table/open", {"text": SMALL + (WOOD + "[[1, 1], [2, 1], [2, 2]]\n") * 2_000, "who": WHO}),
    ("POST", "/api/table/open", {"scenario": "tutorial", "who": WHO | {"Government": "\ud800"}}),
)


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    running = start_server("--database", f"sqlite:///{tmp_path_factory.mktemp('battles') / 'battles.db'}")
    yield running
    running.stop()
    assert "Traceback" not in running.told, running.told[-5_000:]


def as_text(value: Any) -> str:
    return json.dumps(value).replace("Infinity", "1e999")


def requests(server: Server, count: int) -> None:
    tokens = open_battle(server, "tutorial", **WHO)
    right = bodies(tokens)
    with ExitStack() as open_clients:
        clients = [
            open_clients.enter_context(client_at(server, f"127.0.1.{n + 1}")) for n in range(min(ADDRESSES, count))
        ]
        send(clients, right, count)


def client_at(server: Server, address: str) -> httpx.Client:
    """A client at another address; it dials for each request, for the server hangs up on who is silent."""
    transport = httpx.HTTPTransport(local_address=address, limits=httpx.Limits(max_keepalive_connections=0))
    return httpx.Client(base_url=server.address, transport=transport, timeout=60)


def send(clients: list[httpx.Client], right: list[tuple[str, Any]], count: int) -> None:
    """Damaged requests, each from the next address."""
    headers = {"content-type": "application/json"}
    for seed in range(-len(FOUND), count):
        luck = random.Random(seed)
        client = clients[seed % len(clients)]
        if seed < 0:
            method, path, body = FOUND[seed]
            text = as_text(body)
        else:
            method = "POST"
            path, body = luck.choice(right)
            if "text" in body and luck.random() < 0.5:
                text = as_text({**body, "text": damaged_text(body["text"], luck)})
            else:
                text = as_text(damaged_value(body, luck))
            if luck.random() < 0.1:
                text = damaged_text(text, luck)
        content = text.encode("utf-8", "surrogatepass")
        told = client.request(method, path, content=None if method == "GET" else content, headers=headers)
        assert told.status_code < 500, f"seed {seed}: {path} {text[:500]}: {told.text}"
        assert told.headers["x-content-type-options"] == "nosniff"
        assert told.status_code == 200 or told.json()["problems"][0]["message"], f"seed {seed}"


def frames(server: Server, count: int) -> None:
    for start in range(0, count, FRAMES):
        own = f"127.0.2.{start // FRAMES % ADDRESSES + 1}"
        with client_at(server, own) as client:
            tokens = open_battle(server, "tutorial", client, **WHO)
        address = f"ws://127.0.0.1:{server.port}/api/table/line"
        with connect(address, max_size=None, source_address=(own, 0)) as line:
            line.send(json.dumps({"token": tokens["Government"]}))
            assert json.loads(line.recv(60))["kind"] == "state"
            for seed in range(start, start + FRAMES):
                luck = random.Random(seed)
                text = as_text({**damaged_frame(luck), "id": seed})
                line.send(text)
                while (told := heard(line, f"seed {seed}: {text}")).get("id") != seed:
                    assert told["kind"] == "change", f"seed {seed}: {text}"
                assert told["kind"] in {"told", "accepted", "refused"}, f"seed {seed}: {text}"
                words = [problem["words"] for problem in told.get("problems", ())]
                assert not any("could not be worked out" in one for one in words), f"seed {seed}: {text}"


def heard(line: ClientConnection, said: str) -> dict[str, Any]:
    """The next frame of a line; silence and an end of the line are told with what was said before them."""
    try:
        frame: dict[str, Any] = json.loads(line.recv(60))
    except (TimeoutError, ConnectionClosed) as silence:
        raise AssertionError(f"{silence!r} after {said}") from None
    return frame


def damaged_frame(luck: random.Random) -> dict[str, Any]:
    frame = damaged_value(luck.choice(FRAMES_THAT_ARE_RIGHT), luck)
    return frame if isinstance(frame, dict) else {"kind": frame}


def hellos(server: Server, count: int) -> None:
    """First words that are wrong: the line is closed, in words where it was text."""
    for seed in range(count):
        luck = random.Random(seed)
        address = f"ws://127.0.0.1:{server.port}/api/table/line"
        with connect(address, source_address=(f"127.0.3.{seed % ADDRESSES + 1}", 0)) as line:
            line.send(as_text(damaged_value({"token": "x" * 32, "since": 0}, luck)))
            assert json.loads(line.recv(60))["kind"] == "closed", f"seed {seed}"
            with pytest.raises(ConnectionClosed):
                line.recv(60)


def test_damaged_requests_are_answered_in_words(server):
    requests(server, how_many(250))


def test_damaged_frames_are_answered_in_words_with_their_id(server):
    frames(server, how_many(120))


def test_damaged_first_words_close_the_line_in_words(server):
    hellos(server, min(how_many(30), 1_000))


@pytest.mark.long
def test_many_damaged_requests(server):
    requests(server, how_many(180_000))


@pytest.mark.long
def test_many_damaged_frames(server):
    frames(server, how_many(20_000))
