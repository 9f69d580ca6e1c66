"""How much memory a server needs for finished battles that people come to look at, one after the other."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from bench.server import SEED, Client, a_process, a_script
from sandtable.battle.engine.log import Log
from sandtable.kernel import codec
from sandtable.storage.store import Store

FINISHED = 1000  # battles
STEPS = 10  # rows that tell how it grows
TARGET = 1.5  # gigabytes


@dataclass(frozen=True, slots=True)
class Taken:
    """What the server and its workers held at most, in gigabytes, after so many finished battles had been looked at."""

    battles: int
    gigabytes: float


def finished_battles(number: int = FINISHED) -> Iterator[Taken]:
    """Rows for a tenth of the battles after the other."""
    with TemporaryDirectory() as folder:
        database = f"sqlite:///{Path(folder) / 'battles.db'}"
        with a_process("sandtable", "serve", "--database", database, "--port") as port:
            tokens = asyncio.run(_stored(database, a_script("celaya-1915"), number))
            part = max(1, number // STEPS)
            for start in range(0, number, part):
                asyncio.run(_looked_at(port, tokens[start : start + part]))
                yield Taken(min(number, start + part), _most_memory(port) / 1e9)


async def _stored(database: str, log: Log, number: int) -> list[str]:
    """A seat's token for each of so many copies of a finished battle."""
    store = await Store.open(database)
    seats = [codec.write(seat) for seat in log.seats]
    tokens = [(await store.begin(log.ruleset, "Bench", {"log": log.plain()}, SEED, seats))[1][0] for _ in range(number)]
    await store.close()
    return tokens


async def _looked_at(port: int, tokens: list[str]) -> None:
    for token in tokens:
        async with Client.at(port, token):
            pass


def _most_memory(port: int) -> int:
    """Bytes that the server on this port and its workers have held at most."""
    (server,) = (
        folder
        for folder in Path("/proc").iterdir()
        if folder.name.isdigit() and f"--port\0{port}\0".encode() in _read(folder / "cmdline")
    )
    workers = (Path("/proc") / pid for pid in _read(server / "task" / server.name / "children").decode().split())
    return sum(_high_water(folder) for folder in (server, *workers))


def _high_water(folder: Path) -> int:
    for line in _read(folder / "status").decode().splitlines():
        if line.startswith("VmHWM:"):
            return int(line.split()[1]) * 1024
    return 0


def _read(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError:  # a process that has gone meanwhile
        return b""
