"""Processes beside the server for everything that is asked without a battle: umpire's answers, maps, scenarios to be checked.

A job that takes too long, or more memory than there is for it, ends with its process, and another one takes its place.
"""

from __future__ import annotations

import asyncio
import pickle
from asyncio import StreamReader, StreamWriter
from dataclasses import dataclass
from typing import Any

from sandtable.kernel.problem import Refusal
from sandtable.server import nursery
from sandtable.server.nursery import Nursery
from sandtable.server.turns import TooMany, Turns
from sandtable.server.work_pipe import DONE, LENGTH, REFUSED, TOO_COSTLY, packed

__all__ = ["TooCostly", "TooMany", "Workers"]

MOST = 2
MOST_WAITING = 200  # jobs of one address
PATIENCE = 10  # times the processor time of a job, on a machine that others keep busy
LONGEST_START = 300.0  # seconds until the rulesets are read


class TooCostly(Exception):  # noqa: N818 - an answer, not an error
    """The job took more time or memory than there is for one."""


@dataclass(eq=False, slots=True)
class Worker:
    """The line to a process."""

    source: StreamReader
    target: StreamWriter
    number: int = 0  # of the process, once it is ready


class Workers:
    """A few processes."""

    def __init__(self, most: int = MOST) -> None:
        self._most = most
        # Whatever one address asks for, another one gets an answer.
        self._turns = Turns(most, max(1, most - 1), MOST_WAITING)
        self._nursery: Nursery | None = None
        self._idle: list[Worker] = []
        self._all: set[Worker] = set()

    async def do(self, address: str, limit: float, job: str, *about: Any) -> Any:
        """Do a job for an address within ``limit`` seconds of processor time; a refusal is raised here as it was there."""
        await self._turns.take(address)
        try:
            return await self._done(limit, job, about)
        finally:
            self._turns.give_back(address)

    async def start(self) -> None:
        """Begin to have all of them ready; nobody waits for it."""
        while len(self._all) < self._most:
            self._idle.append(await self._new())

    async def close(self) -> None:
        """End all of them."""
        if self._nursery is not None:
            await self._nursery.close()
        for worker in self._all:
            worker.target.close()

    async def _done(self, limit: float, job: str, about: tuple[Any, ...]) -> Any:
        worker = self._idle.pop() if self._idle else await self._new()
        try:
            await _ready(worker)
            async with asyncio.timeout(PATIENCE * limit):
                how, result = await _asked(worker, (limit, job, about))
        except (TimeoutError, OSError, EOFError):
            self._end(worker)
            raise TooCostly(job) from None
        except BaseException:
            self._end(worker)
            raise
        self._idle.append(worker)
        if how == DONE:
            return result
        if how == REFUSED:
            raise Refusal(result)
        if how == TOO_COSTLY:
            raise TooCostly(job)
        raise RuntimeError(f"The job {job} failed:\n{result}")

    async def _new(self) -> Worker:
        if self._nursery is None:
            self._nursery = nursery.start()
        try:
            line = self._nursery.fork()
        except OSError:  # it is gone, and all whom it forked
            await self._nursery.close()
            self._nursery = nursery.start()
            line = self._nursery.fork()
        worker = Worker(*await asyncio.open_connection(sock=line))
        self._all.add(worker)
        return worker

    def _end(self, worker: Worker) -> None:
        self._all.discard(worker)
        worker.target.close()
        if worker.number and self._nursery is not None:
            self._nursery.end(worker.number)


async def _ready(worker: Worker) -> None:
    """Wait until a new process has read all it needs: that is nobody's job."""
    if not worker.number:
        async with asyncio.timeout(LONGEST_START):
            worker.number = await _heard(worker)


async def _asked(worker: Worker, job: Any) -> Any:
    worker.target.write(packed(job))
    await worker.target.drain()
    return await _heard(worker)


async def _heard(worker: Worker) -> Any:
    head = await worker.source.readexactly(LENGTH)
    text = await worker.source.readexactly(int.from_bytes(head))
    return pickle.loads(text)  # noqa: S301 - from our own worker
