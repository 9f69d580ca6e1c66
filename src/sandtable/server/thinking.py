"""Work for battles, done in threads beside the event loop: the loop itself only listens, stores and tells."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from sandtable.kernel.problem import refuse
from sandtable.server.turns import TooMany, Turns

Result = TypeVar("Result")


class Lane:
    """Threads for one kind of work. What takes longer than ``limit`` seconds is refused; its thread is free when it has ended."""

    def __init__(self, name: str, threads: int, *, limit: float, waiting: int) -> None:
        self._threads = ThreadPoolExecutor(threads, thread_name_prefix=name)
        self._turns = Turns(threads, threads, waiting)
        self._limit = limit

    async def do(self, address: str, work: Callable[[], Result]) -> Result:
        """Work for an address when its turn comes."""
        try:
            await self._turns.take(address)
        except TooMany:
            raise refuse("", "table.too_fast") from None
        working = asyncio.get_running_loop().run_in_executor(self._threads, work)
        working.add_done_callback(lambda _: self._turns.give_back(address))
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
        self.questions = Lane("questions", 2, limit=60, waiting=2_000)
        self.arrivals = Lane("arrivals", 1, limit=120, waiting=20_000)
        self.computers = Lane("computers", 2, limit=300, waiting=10)  # one battle after the other

    def close(self) -> None:
        """Let go of all threads."""
        for lane in (self.orders, self.news, self.questions, self.arrivals, self.computers):
            lane.close()
