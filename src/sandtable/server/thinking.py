"""Work for battles, done in threads beside the event loop: the loop itself only listens, stores and tells."""

from __future__ import annotations

import asyncio
import contextlib
import os
import sys
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from time import thread_time
from typing import Any, TypeVar

from sandtable.kernel.problem import refuse
from sandtable.server.turns import TooMany, Turns

Result = TypeVar("Result")
NICE = 10  # how far threads of patient work stand back on Linux, where each has a priority of its own
FREE = 0.03  # seconds of work after which an address need not rest: a way under the pointer, a table of the usual size
REST = 3.0  # seconds that an address rests for each further second
LONGEST_REST = (
    2.0  # seconds: what a machine does once, such as loading the compiled geometry, must not keep anybody from a table
)
LONGEST_BEHIND = 0.05  # seconds that news wait for orders: one does not see it


class Preparation:
    """What has to be ready before anything can be worked out quickly: begun once, beside whatever is asked meanwhile."""

    def __init__(self) -> None:
        self._working: asyncio.Task[object] | None = None

    def begin(self, work: Callable[[], object]) -> None:
        """Begin it, unless it has begun."""
        if self._working is None:
            self._working = asyncio.ensure_future(asyncio.to_thread(work))
            self._working.add_done_callback(_heard)

    async def wait(self) -> bool:
        """Wait until it is over, however it ends; False where there was nothing to wait for."""
        if self._working is None or self._working.done():
            return False
        await asyncio.wait((self._working,))
        return True

    def close(self) -> None:
        """Stop waiting for it."""
        if self._working is not None:
            self._working.cancel()


class Lane:
    """Threads for one kind of work. What takes longer than ``limit`` seconds is refused; its thread is free when it has ended.

    ``each`` is how many threads one address may have at once; after a long work it rests, ``rest`` seconds for each of the work, so that
    no address keeps the orders of others waiting. Patient work stands back where the machine has too few cores for all. What stands
    ``behind`` another lane begins when that one is empty, or has kept it waiting long enough: threads of Python take turns, so two that
    work at the same time both take longer. Time that was still needed for the preparation ``after`` which it can begin counts for nobody.
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
        after: Preparation | None = None,
        behind: Lane | None = None,
    ) -> None:
        self._threads = ThreadPoolExecutor(
            threads, thread_name_prefix=name, initializer=_stand_back if patient else None
        )
        self._turns = Turns(threads, each or threads, waiting)
        self._limit = limit
        self._rest = rest
        self._after = after or Preparation()
        self._behind = behind
        self._asked = 0
        self._empty = asyncio.Event()
        self._empty.set()

    async def do(self, address: str, work: Callable[[], Result]) -> Result:
        """Work for an address when its turn comes."""
        self._asked += 1
        self._empty.clear()
        try:
            return await self._do(address, work)
        finally:
            self._asked -= 1
            if not self._asked:
                self._empty.set()

    async def _do(self, address: str, work: Callable[[], Result]) -> Result:
        try:
            await self._turns.take(address)
        except TooMany:
            raise refuse("", "table.too_fast") from None
        if self._behind is not None:
            try:
                await asyncio.sleep(0)  # whoever asks the other lane in this very moment is before us, too
                await self._behind.wait_until_empty(LONGEST_BEHIND)
            except asyncio.CancelledError:
                self._turns.give_back(address)
                raise
        took = 0.0

        def timed() -> Result:
            nonlocal took
            before = thread_time()
            try:
                return work()
            finally:
                took = thread_time() - before

        def ended(_: asyncio.Future[Result]) -> None:
            rest = min(LONGEST_REST, self._rest * max(0.0, took - FREE)) if address else 0.0
            self._turns.give_back(address, rest=rest)

        loop = asyncio.get_running_loop()
        working = loop.run_in_executor(self._threads, timed)
        working.add_done_callback(ended)
        try:
            done, _ = await asyncio.wait((working,), timeout=self._limit)
            while not done and await self._after.wait():
                done, _ = await asyncio.wait((working,), timeout=self._limit)
        except asyncio.CancelledError:
            working.add_done_callback(_heard)
            raise
        if not done:
            working.add_done_callback(_heard)
            raise refuse("", "table.too_long")
        return await working

    async def wait_until_empty(self, patience: float) -> None:
        """Wait until the lane has nothing to do, so many seconds at most."""
        if self._asked:
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(patience):
                    await self._empty.wait()

    def close(self) -> None:
        """Let go of the threads; what is under way is nobody's any more."""
        self._threads.shutdown(wait=False, cancel_futures=True)


def _stand_back() -> None:
    """Let others go first who want the same core."""
    if sys.platform == "linux":
        os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), NICE)


def _heard(working: asyncio.Future[Any]) -> None:
    """Take the result of work that nobody waits for any more, so that its error is not reported as forgotten."""
    if not working.cancelled():
        working.exception()


class Thinking:
    """A lane for orders, one for their news, one for questions, for whoever comes to a table, for computers: none waits for another.

    ``geometry`` is the machine code that all of them need, which a process loads when somebody comes to its first table.
    """

    def __init__(self) -> None:
        ready = self.geometry = Preparation()
        self.orders = Lane("orders", 2, limit=120, waiting=5_000, after=ready)
        self.news = Lane("news", 1, limit=120, waiting=20_000, after=ready, behind=self.orders)
        self.questions = Lane("questions", 2, limit=60, waiting=2_000, each=1, rest=REST, patient=True, after=ready)
        self.arrivals = Lane("arrivals", 1, limit=120, waiting=20_000, rest=REST, patient=True, after=ready)
        # One battle after the other.
        self.computers = Lane("computers", 2, limit=300, waiting=10, patient=True, after=ready)

    def close(self) -> None:
        """Let go of all threads."""
        self.geometry.close()
        for lane in (self.orders, self.news, self.questions, self.arrivals, self.computers):
            lane.close()
