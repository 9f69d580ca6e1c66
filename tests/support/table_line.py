"""A seat's line to a running server, as a browser would use it."""

from __future__ import annotations

import json
from contextlib import ExitStack
from dataclasses import dataclass, field
from time import sleep
from typing import Any, Self

import httpx
from websockets.sync.client import ClientConnection, connect

from sandtable.server.table.difference import apply_difference
from tests.support.scenarios import GOVERNMENT, REVOLUTIONARY
from tests.support.serving import Server

PATIENCE = 180.0  # seconds; a busy machine is slow, not wrong
A_WHILE = 0.5  # seconds
# One for all calls: to make one takes longer than most calls. No line is kept open, for servers come and go.
CALLS = httpx.Client(timeout=PATIENCE, limits=httpx.Limits(max_keepalive_connections=0))


def call(server: Server, name: str, body: Any, client: httpx.Client = CALLS) -> httpx.Response:
    headers = {"content-type": "application/json"}
    return client.post(f"{server.address}/api/table/{name}", content=json.dumps(body), headers=headers)


def open_battle(server: Server, scenario: str, client: httpx.Client = CALLS, /, **who: str) -> dict[str, str]:
    """Open a battle; the token of every seat."""
    reply = call(server, "open", {"scenario": scenario, "who": who}, client)
    assert reply.status_code == 200, reply.text
    return {link["seat"]: link["token"] for link in reply.json()["links"]}


def referee_of(server: Server, token: str) -> str:
    """The token of a referee's seat, asked for by whoever plays a side."""
    reply = call(server, "referee", {"token": token})
    assert reply.status_code == 200, reply.text
    found: str = reply.json()["link"]["token"]
    return found


def first_turn_with_real_dice(server: Server, text: str, *, opened_by: str) -> dict[str, str]:
    """Open a battle of a text, go on to its first turn and have the Government to play, both sides throwing dice of their own; the tokens."""
    who = {side: "me" if side == opened_by else "friend" for side in (GOVERNMENT, REVOLUTIONARY)}
    reply = call(server, "open", {"text": text, "who": who})
    assert reply.status_code == 200, reply.text
    tokens = {link["seat"]: link["token"] for link in reply.json()["links"]}
    with Seat(server, tokens[GOVERNMENT]) as playing, Seat(server, tokens[REVOLUTIONARY]) as waiting:
        playing.ask("dice", own=True)
        waiting.ask("agree")
        playing.order(kind="ready", by=GOVERNMENT)
        waiting.order(kind="ready", by=REVOLUTIONARY)
        for seat in (playing, waiting):
            seat.until(lambda now: now.table["scene"]["clock"]["turn"] == 1)
        if waiting.decisions:
            waiting.order(kind="pass", by=REVOLUTIONARY)
        playing.until(lambda now: now.decisions)
    return tokens


@dataclass
class Seat:
    """One seat at the table: what it has been told, frame by frame."""

    server: Server
    token: str
    table: dict[str, Any] = field(default_factory=dict)
    lines: list[dict[str, Any]] = field(default_factory=list)
    frames: list[str] = field(default_factory=list)
    asked: int = 0
    socket: ClientConnection | None = None
    open: ExitStack = field(default_factory=ExitStack)

    def __enter__(self) -> Self:
        self.connect()
        return self

    def __exit__(self, *_: object) -> None:
        self.hang_up()

    def connect(self, since: int = 0) -> dict[str, Any]:
        address = f"ws://127.0.0.1:{self.server.port}/api/table/line"
        self.socket = self.open.enter_context(connect(address, max_size=None, open_timeout=PATIENCE))
        self.send({"token": self.token, "since": since})
        return self.receive()

    def hang_up(self) -> None:
        self.open.close()
        self.socket = None

    def send(self, frame: Any) -> None:
        assert self.socket is not None
        self.socket.send(frame if isinstance(frame, str) else json.dumps(frame))

    def receive(self, patience: float = PATIENCE) -> dict[str, Any]:
        assert self.socket is not None
        text = self.socket.recv(patience)
        assert isinstance(text, str)
        self.frames.append(text)
        frame: dict[str, Any] = json.loads(text)
        if frame["kind"] == "state":
            self.table = frame["table"]
            self.lines += frame["lines"]
        elif frame["kind"] == "change":
            self.table = apply_difference(self.table, frame["table"])
            self.lines += frame["lines"]
        return frame

    def ask(self, kind: str, **parts: Any) -> dict[str, Any]:
        """Send something and wait for the answer to it; news on the way are taken in. A server that is busy is asked again, as the page does."""
        while True:
            self.asked += 1
            self.send({"kind": kind, "id": self.asked, **parts})
            while (frame := self.receive()).get("id") != self.asked:
                pass
            if not frame.get("busy"):
                return frame
            sleep(A_WHILE)

    def until(self, condition: Any) -> None:
        """Take in news until the table is as wanted."""
        while not condition(self):
            self.receive()

    def order(self, **order: Any) -> dict[str, Any]:
        return self.ask("order", order=order, last=self.table["number"])

    @property
    def decisions(self) -> list[str]:
        return [kind for decision in self.table["decisions"] for kind in decision["orders"]]
