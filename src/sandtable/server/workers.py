"""Processes beside the server for everything that is asked without a battle: umpire's answers, maps, scenarios to be checked.

A job that takes too long, or more memory than there is for it, ends with its process, and another one takes its place.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import pickle
import signal
import sys
from asyncio.subprocess import PIPE, Process
from typing import Any

from sandtable.kernel.problem import Refusal
from sandtable.server.turns import TooMany, Turns
from sandtable.server.work_pipe import DONE, LENGTH, REFUSED, TOO_COSTLY, packed

__all__ = ["TooCostly", "TooMany", "Workers", "end"]

MOST = 2
MOST_WAITING = 200  # jobs of one address
PATIENCE = 10  # times the processor time of a job, on a machine that others keep busy
LONGEST_START = 300.0  # seconds until a new process has read the rulesets


class TooCostly(Exception):  # noqa: N818 - an answer, not an error
    """The job took more time or memory than there is for one."""


class Workers:
    """A few processes."""

    def __init__(self, most: int = MOST) -> None:
        self._most = most
        # Whatever one address asks for, another one gets an answer.
        self._turns = Turns(most, max(1, most - 1), MOST_WAITING)
        self._idle: list[Process] = []
        self._all: set[Process] = set()
        self._starting: set[Process] = set()  # those that have not said that they are ready

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
        for process in self._all:
            end(process)
        for process in self._all:
            await process.wait()

    async def _done(self, limit: float, job: str, about: tuple[Any, ...]) -> Any:
        process = self._idle.pop() if self._idle else await self._new()
        try:
            await self._ready(process)
            async with asyncio.timeout(PATIENCE * limit):
                how, result = await _asked(process, (limit, job, about))
        except (TimeoutError, OSError, EOFError):
            await self._gone(process)
            raise TooCostly(job) from None
        except BaseException:
            await self._gone(process)
            raise
        self._idle.append(process)
        if how == DONE:
            return result
        if how == REFUSED:
            raise Refusal(result)
        if how == TOO_COSTLY:
            raise TooCostly(job)
        raise RuntimeError(f"The job {job} failed:\n{result}")

    async def _new(self) -> Process:
        process = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "sandtable.server.worker", stdin=PIPE, stdout=PIPE
        )
        self._all.add(process)
        self._starting.add(process)
        return process

    async def _ready(self, process: Process) -> None:
        """Wait until a new process has read all it needs: that is nobody's job."""
        if process in self._starting:
            async with asyncio.timeout(LONGEST_START):
                await _heard(process)
            self._starting.discard(process)

    async def _gone(self, process: Process) -> None:
        self._all.discard(process)
        self._starting.discard(process)
        end(process)
        await asyncio.shield(process.wait())


async def _asked(process: Process, job: Any) -> Any:
    assert process.stdin is not None  # noqa: S101 - it was asked for
    process.stdin.write(packed(job))
    await process.stdin.drain()
    return await _heard(process)


async def _heard(process: Process) -> Any:
    assert process.stdout is not None  # noqa: S101 - it was asked for
    head = await process.stdout.readexactly(LENGTH)
    text = await process.stdout.readexactly(int.from_bytes(head))
    return pickle.loads(text)  # noqa: S301 - from our own worker


def end(process: Process) -> None:
    """Kill a process. Its own ``kill`` would look first whether it has ended, and so take that from whoever waits to hear of it."""
    if process.returncode is None:
        with contextlib.suppress(ProcessLookupError):
            os.kill(process.pid, signal.SIGKILL)
