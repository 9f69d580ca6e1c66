"""Whose turn it is to be worked for: so many at once, one address after the other, so that nobody who asks for much keeps the others waiting."""

from __future__ import annotations

import asyncio
from collections import Counter, deque


class TooMany(Exception):  # noqa: N818 - an answer, not an error
    """An address waits for too much already."""


class Turns:
    """``most`` at once, of one address no more than ``each``; ``waiting`` is how many more of it may wait."""

    def __init__(self, most: int, each: int, waiting: int) -> None:
        self._free = most
        self._each = each
        self._most_waiting = waiting
        self._served: Counter[str] = Counter()
        self._waiting: dict[str, deque[asyncio.Future[None]]] = {}  # the address whose turn is next stands first

    async def take(self, address: str) -> None:
        """Wait for a turn; whoever has it gives it back."""
        if self._free and address not in self._waiting and self._served[address] < self._each:
            self._give(address)
            return
        queue = self._waiting.setdefault(address, deque())
        if len(queue) >= self._most_waiting:
            raise TooMany
        mine: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        queue.append(mine)
        try:
            await mine
        except asyncio.CancelledError:
            if mine.done() and not mine.cancelled():
                self.give_back(address)  # it came just as whoever waited had left
            raise

    def give_back(self, address: str, *, rest: float = 0.0) -> None:
        """A turn is over; others may have theirs now, this address after ``rest`` seconds."""
        self._free += 1
        if rest > 0:
            asyncio.get_running_loop().call_later(rest, self._rested, address)
            self._next()
        else:
            self._rested(address)

    def _rested(self, address: str) -> None:
        self._served[address] -= 1
        if not self._served[address]:
            del self._served[address]
        self._next()

    def _give(self, address: str) -> None:
        self._free -= 1
        self._served[address] += 1

    def _next(self) -> None:
        for address in list(self._waiting):
            if not self._free:
                return
            if self._served[address] >= self._each:
                continue
            queue = self._waiting.pop(address)
            while queue and queue[0].done():  # left while it waited
                queue.popleft()
            if queue:
                self._give(address)
                queue.popleft().set_result(None)
            if queue:
                self._waiting[address] = queue  # to the end of the row
