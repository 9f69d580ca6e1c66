"""How long a player waits for the server: orders acknowledged, with few battles and many, and the cost of a way under the pointer.

Every order is stored for good before it is acknowledged. The battles were played beforehand and are played again with the same seed,
so the clients only send. Times are the clients' own; so that a busy machine does not look like a slow server, they are told as
ratios to an echo server that gets frames at the same pace in the same run.
"""

from __future__ import annotations

import asyncio
import gc
import json
import socket
import subprocess
import sys
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager
from dataclasses import dataclass, replace
from functools import partial
from itertools import count
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Any

from websockets.asyncio.client import ClientConnection, connect

from sandtable.battle.engine.battle import Battle
from sandtable.battle.engine.log import APP, MEASURED, Entry, Log
from sandtable.battle.matches.match import Match, play_logged
from sandtable.battle.registry import table
from sandtable.battle.scenario.library import source_of
from sandtable.battle.scenario.reader import read_scenario
from sandtable.kernel import codec
from sandtable.storage.store import Store

LIVE = (1, 100, 500, 1000)  # battles at the same time
LARGEST = ("celaya-1915", "the-two-villages", "otumba-1520", "buena-vista-1847", "kandern-1848")  # of each game
BESIDE = 100  # of them while somebody umpires a long game
BESIDE_TARGET = 1.5  # times as long for 99 of 100 orders as without him
ORDER_TARGET = 100.0  # milliseconds for 99 of 100 orders, whoever else asks for what
THINKING = 8.0  # seconds from one order of a battle to the next
ALONE = 0.1  # the same, where there is only one battle
LASTING = 24.0  # seconds of play that are measured
PREVIEWS = 200
PREVIEW_PAUSE = 0.025  # a pointer sends no faster
NEAR = 8000  # thousandths of an inch from the unit to the pointer, either way
PREVIEW_TARGET = 30.0  # milliseconds
SEED = "bench"
PATIENCE = 120.0


@dataclass(frozen=True, slots=True)
class Waits:
    """Waiting times in milliseconds, and those of the echo beside them."""

    name: str
    measured: int
    p50: float
    p99: float
    echo50: float
    echo99: float
    without: Waits | None = None  # the same without somebody else who asks

    @property
    def beside(self) -> float | None:
        """How much longer 99 of 100 take for somebody else's sake."""
        return None if self.without is None else self.p99 / self.without.p99

    @property
    def ratio50(self) -> float:
        return self.p50 / self.echo50

    @property
    def ratio99(self) -> float:
        return self.p99 / self.echo99


def server_waits() -> Iterator[Waits]:
    """One row for each number of battles, then the previews of the smallest and the largest battle."""
    with TemporaryDirectory() as folder:
        database = f"sqlite:///{Path(folder) / 'battles.db'}"
        with (
            a_process("bench.echo") as echo,
            a_process("sandtable", "serve", "--database", database, "--port") as server,
            no_collecting(),
        ):
            script = a_script("tutorial")
            alone = {}
            for live in LIVE:
                alone[live] = asyncio.run(order_waits(database, server, echo, script, live))
                yield alone[live]
            with _somebody("bench.long_log", server):
                beside = asyncio.run(order_waits(database, server, echo, script, BESIDE, "beside an umpire's long log"))
                yield replace(beside, without=alone[BESIDE])
            for scenario in LARGEST:
                yield asyncio.run(order_waits(database, server, echo, a_script(scenario), 1, scenario))
            with _somebody("bench.attacker", server):
                yield asyncio.run(order_waits(database, server, echo, script, LIVE[-1], "under attack"))
            for scenario in ("tutorial", "celaya-1915"):
                yield asyncio.run(_previews(database, server, echo, scenario))


# ---- Processes and battles -----------------------------------------------------------------------------------------------------


@contextmanager
def no_collecting() -> Iterator[None]:
    """Keep Python from looking for garbage here: a client that stops to look measures itself, not the server."""
    gc.collect()
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


@contextmanager
def a_process(*command: str) -> Iterator[int]:
    """A Python module on a port of its own, which is its last argument."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
    process = subprocess.Popen([sys.executable, "-m", *command, str(port)], stdout=subprocess.DEVNULL)  # noqa: S603
    try:
        _await_port(port)
        yield port
    finally:
        process.kill()
        process.wait()


@contextmanager
def _somebody(module: str, server: int) -> Iterator[None]:
    """Somebody else who asks the server for something all the time, for as long as this lasts. He stands for another machine, so he takes
    no time from the server and its players where all share the cores of this one: he has what they leave."""
    command = ["chrt", "--idle", "0", sys.executable, "-m", module, str(server)]
    process = subprocess.Popen(command, stderr=subprocess.DEVNULL)  # noqa: S603
    try:
        yield
    finally:
        process.kill()
        process.wait()


def _await_port(port: int) -> None:
    end = perf_counter() + PATIENCE
    while perf_counter() < end:
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)) == 0:
                return
    raise TimeoutError("a server did not come up")


def a_script(scenario: str) -> Log:
    """A battle between players who think little, played to its end."""
    text = source_of(scenario)[0]
    read = read_scenario(text)
    return play_logged(Match(read.ruleset, text, tuple((side.label, "nearest") for side in read.sides)), SEED).log


async def _kept(database: str, log: Log, number: int) -> list[dict[str, str]]:
    """So many battles as they were at the start of a log; their tokens by seat."""
    rules = table(log.ruleset)
    start = Battle.begin(rules, log.scenario, log.seats, SEED, options=log.options)
    store = await Store.open(database)
    tokens = []
    for _ in range(number):
        seats = [codec.write(seat) for seat in log.seats]
        _, links = await store.begin(rules.name, "Bench", {"log": start.log.plain()}, SEED, seats)
        tokens.append(dict(zip((seat.id for seat in log.seats), links, strict=True)))
    await store.close()
    return tokens


def _steps(log: Log) -> Iterator[tuple[str, dict[str, Any]]]:
    """Everything that people sent in a battle: who, and what."""
    for entry in log.entries:
        assert isinstance(entry, Entry)
        yield entry.seat, {"kind": "order", "order": entry.order, "last": entry.number - 1}
        for reply in entry.answers:
            if reply.by not in {APP, MEASURED}:
                yield reply.by, {"kind": "answer", "key": reply.key, "value": reply.value, "last": entry.number - 1}


# ---- Clients -------------------------------------------------------------------------------------------------------------------


class Client:
    """One line: what comes unasked is let go by, answers go to whoever waits for them."""

    def __init__(self, line: ClientConnection) -> None:
        self._line = line
        self._numbers = count(1)
        self._waiting: dict[int, asyncio.Future[dict[str, Any]]] = {}
        self._reading = asyncio.ensure_future(self._read())

    @classmethod
    @asynccontextmanager
    async def at(cls, port: int, token: str) -> AsyncIterator[Client]:
        address = f"ws://127.0.0.1:{port}/api/table/line"
        async with connect(address, max_size=None, open_timeout=PATIENCE, ping_interval=None, compression=None) as line:
            await line.send(json.dumps({"token": token}))
            await line.recv()
            client = cls(line)
            try:
                yield client
            finally:
                client._reading.cancel()

    async def ask(self, frame: dict[str, Any]) -> dict[str, Any]:
        number = next(self._numbers)
        waiting = self._waiting[number] = asyncio.get_running_loop().create_future()
        await self._line.send(json.dumps({**frame, "id": number}))
        return await asyncio.wait_for(waiting, PATIENCE)

    async def _read(self) -> None:
        async for text in self._line:
            if not str(text).startswith('{"kind":"change"'):
                frame = json.loads(text)
                self._waiting.pop(frame["id"]).set_result(frame)


async def _timed(ask: Callable[[], Awaitable[Any]]) -> float:
    before = perf_counter()
    await ask()
    return 1000 * (perf_counter() - before)


async def _echoed(port: int, live: int, pause: float, times: int) -> list[float]:
    """Frames to the echo server, from as many clients at the same pace."""
    frame = json.dumps(
        {"kind": "order", "order": {"kind": "command", "by": "Government", "unit": "x" * 100}, "last": 1}
    )

    async def client(number: int) -> list[float]:
        async with connect(f"ws://127.0.0.1:{port}/echo", open_timeout=PATIENCE, compression=None) as line:

            async def ask() -> None:
                await line.send(frame)
                await line.recv()

            await asyncio.sleep(pause * number / live)
            return [await _paced(ask, pause) for _ in range(times)]

    return [wait for waits in await asyncio.gather(*map(client, range(live))) for wait in waits]


async def _paced(ask: Callable[[], Awaitable[Any]], pause: float) -> float:
    waited = await _timed(ask)
    await asyncio.sleep(max(0.0, pause - waited / 1000))
    return waited


# ---- What is measured ----------------------------------------------------------------------------------------------------------


async def order_waits(database: str, server: int, echo: int, script: Log, live: int, how: str = "") -> Waits:
    pause = ALONE if live == 1 else THINKING
    steps = list(_steps(script))[: round(LASTING / pause)]
    tokens = await _kept(database, script, live)
    echoes = await _echoed(echo, live, pause, len(steps) // 2)
    async with AsyncExitStack() as lines:
        battles = []
        for links in tokens:  # both players of every battle are there, and each is told of every order
            seats = [(seat.id, links[seat.id]) for seat in script.seats]
            battles.append({name: await lines.enter_async_context(Client.at(server, token)) for name, token in seats})
        waits = await asyncio.gather(
            *(_played(clients, steps, pause, pause * number / live) for number, clients in enumerate(battles))
        )
    echoes += await _echoed(echo, live, pause, len(steps) - len(steps) // 2)
    name = "1 battle" if live == 1 else f"{live} battles, an order every {THINKING:g} s in each"
    name = f"{name}, {how}" if how else name
    return _summed(f"order acknowledged, {name}", [wait for of_one in waits for wait in of_one], echoes)


async def _played(
    clients: dict[str, Client], steps: list[tuple[str, dict[str, Any]]], pause: float, delay: float
) -> list[float]:
    await asyncio.sleep(delay)

    async def give(seat: str, frame: dict[str, Any]) -> None:
        reply = await clients[seat].ask(frame)
        assert reply["kind"] == "accepted", reply

    return [await _paced(partial(give, *step), pause) for step in steps]


async def _previews(database: str, server: int, echo: int, scenario: str) -> Waits:
    script = a_script(scenario)
    (links,) = await _kept(database, script, 1)
    echoes = await _echoed(echo, 1, PREVIEW_PAUSE, PREVIEWS)
    async with AsyncExitStack() as lines:
        clients = {seat.id: await lines.enter_async_context(Client.at(server, links[seat.id])) for seat in script.seats}
        for seat, frame in _steps(script):
            if frame.get("order", {}).get("kind") == "command":
                drafts = await _drafts(clients[seat], frame["last"])
                waits = [await _paced(partial(clients[seat].ask, draft), PREVIEW_PAUSE) for draft in drafts]
                return _summed(f"cost of a way under the pointer, {scenario}", waits, echoes)
            await clients[seat].ask(frame)
    raise AssertionError("nobody was told to move")


async def _drafts(client: Client, number: int) -> list[dict[str, Any]]:
    """Ways for every unit that may be told to move now, wherever a pointer might be."""
    luck = Random(SEED)  # noqa: S311 - a bench's luck is seeded, not secret
    scene = (await client.ask({"kind": "scene_at", "number": number}))["answer"]
    offers = []
    for name, piece in scene["pieces"].items():
        if piece["ready"]:
            panel = (await client.ask({"kind": "panel", "piece": name}))["answer"]
            offers += [(name, offer["id"], piece["anchor"]) for offer in panel["offers"] if "path" in offer["needs"]]

    def way(piece: str, offer: str, anchor: list[int]) -> dict[str, Any]:
        place = [anchor[0] + luck.randrange(-NEAR, NEAR), anchor[1] + luck.randrange(-NEAR, NEAR)]
        return {"kind": "preview", "draft": {"piece": piece, "offer": offer, "path": [place]}}

    return [way(*luck.choice(offers)) for _ in range(PREVIEWS)]


def _summed(name: str, waits: list[float], echoes: list[float]) -> Waits:
    return Waits(name, len(waits), _part(waits, 0.5), _part(waits, 0.99), _part(echoes, 0.5), _part(echoes, 0.99))


def _part(waits: list[float], share: float) -> float:
    """The wait that this share of all does not exceed."""
    return sorted(waits)[min(len(waits) - 1, int(share * len(waits)))]
