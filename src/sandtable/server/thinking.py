"""Work for battles, done in threads beside the event loop: the loop itself only listens, stores and tells."""

from __future__ import annotations

import asyncio
import os
import sys
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from time import thread_time
from typing import TypeVar

from sandtable.kernel.problem import refuse
from sandtable.server.turns import TooMany, Turns

Result = TypeVar("Result")
NICE = 10  # how far threads of patient work stand back on Linux, where each has a priority of its own
FREE = 0.03  # seconds of work after which an address need not rest: a way under the pointer, a table of the usual size
REST = 3.0  # seconds that an address rests for each further second


class Lane:
    """Threads for one kind of work. What takes longer than ``limit`` seconds is refused; its thread is free when it has ended.

    ``each`` is how many threads one address may have at once; after a long work it rests, ``rest`` seconds for each of the work, so that
    no address keeps the orders of others waiting. Patient work stands back where the machine has too few cores for all.
    """

    def __init__(
        self,
        name: str,
        threads: int,
        *,
        limit: float,
        waiting: int,
        each: int | None = None,
        rest: float = 0.0,
        patient: bool = False,
    ) -> None:
        self._threads = ThreadPoolExecutor(
            threads, thread_name_prefix=name, initializer=_stand_back if patient else None
        )
        self._turns = Turns(threads, each or threads, waiting)
        self._limit = limit
        self._rest = rest

    async def do(self, address: str, work: Callable[[], Result]) -> Result:
        """Work for an address when its turn comes."""
        try:
            await self._turns.take(address)
        except TooMany:
            raise refuse("", "table.too_fast") from None
        took = 0.0

        def timed() -> Result:
            nonlocal took
            before = thread_time()
            try:
                return work()
            finally:
                took = thread_time() - before

        def ended(_: asyncio.Future[Result]) -> None:
            self._turns.give_back(address, rest=self._rest * max(0.0, took - FREE) if address else 0.0)

        loop = asyncio.get_running_loop()
        working = loop.run_in_executor(self._threads, timed)
        working.add_done_callback(ended)
        try:
            return await asyncio.wait_for(asyncio.shield(working), self._limit)
        except TimeoutError:
            if working.done():
                raise  # the work's own
            working.add_done_callback(_heard)
            raise refuse("", "table.too_long") from None
        except asyncio.CancelledError:
            working.add_done_callback(_heard)
            raise

    def close(self) -> None:
        """Let go of the threads; what is under way is nobody's any more."""
        self._threads.shutdown(wait=False, cancel_futures=True)


def _stand_back() -> None:
    """Let others go first who want the same core."""
    if sys.platform == "linux":
        os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), NICE)


def _heard(working: asyncio.Future[Result]) -> None:
    """Nobody waits for it now, whatever it comes to."""
    if not working.cancelled():
        working.exception()


class Thinking:
    """A lane for orders, one for their news, one for questions, for whoever comes to a table, for computers: none waits for another."""

    def __init__(self) -> None:
        # The first question of a process waits for the compiled geometry to be loaded, on a slow machine that others keep busy.
        self.orders = Lane("orders", 2, limit=120, waiting=5_000)
        self.news = Lane("news", 1, limit=120, waiting=20_000)
        self.questions = Lane("questions", 2, limit=60, waiting=2_000, each=1, rest=REST, patient=True)
        self.arrivals = Lane("arrivals", 1, limit=120, waiting=20_000, rest=REST, patient=True)
        self.computers = Lane("computers", 2, limit=300, waiting=10, patient=True)  # one battle after the other

    def close(self) -> None:
        """Let go of all threads."""
        for lane in (self.orders, self.news, self.questions, self.arrivals, self.computers):
            lane.close()
