"""Telling whoever watches that a battle has a new record: in this process, and through PostgreSQL in all others."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

import asyncpg
from sqlalchemy import URL, text
from sqlalchemy.ext.asyncio import AsyncConnection

_CHANNEL = "sandtable_records"
_PAUSE = 0.5  # seconds between attempts to listen again


@dataclass(frozen=True, slots=True)
class Notice:
    """A battle has this many records now; without a battle: something may have been missed, look at all."""

    battle: str | None
    number: int = 0


class Hub:
    """Everybody in this process who wants to know."""

    def __init__(self) -> None:
        self._watchers: list[Callable[[Notice], None]] = []

    def watch(self, listener: Callable[[Notice], None]) -> Callable[[], None]:
        self._watchers.append(listener)
        return lambda: self._watchers.remove(listener) if listener in self._watchers else None

    def tell(self, notice: Notice) -> None:
        for told in tuple(self._watchers):
            told(notice)


class PostgresListener:
    """LISTEN and NOTIFY on a connection of its own, opened again whenever it is lost."""

    def __init__(self, url: URL, hub: Hub) -> None:
        self._address = url.set(drivername="postgresql").render_as_string(hide_password=False)
        self._hub = hub
        self._connection: Any = None
        self._keeper: asyncio.Task[None] | None = None

    async def start(self) -> None:
        await self._listen()
        self._keeper = asyncio.create_task(self._keep_listening())

    async def stop(self) -> None:
        if self._keeper is not None:
            self._keeper.cancel()
        if self._connection is not None:
            with contextlib.suppress(OSError, asyncpg.PostgresError, asyncpg.InterfaceError):
                await self._connection.close()

    @staticmethod
    async def notify(connection: AsyncConnection, written: Iterable[tuple[str, int]]) -> None:
        """Tell with the transaction: nobody hears of a record that is not stored."""
        latest: dict[str, int] = {}
        for battle, number in written:
            latest[battle] = max(number, latest.get(battle, 0))
        for battle, number in latest.items():
            payload = {"channel": _CHANNEL, "payload": f"{battle} {number}"}
            await connection.execute(text("SELECT pg_notify(:channel, :payload)"), payload)

    async def _listen(self) -> None:
        self._connection = await asyncpg.connect(self._address)
        await self._connection.add_listener(_CHANNEL, self._heard)

    def _heard(self, _connection: Any, _process: int, _channel: str, payload: str) -> None:
        battle, number = payload.split()
        self._hub.tell(Notice(battle, int(number)))

    async def _keep_listening(self) -> None:
        while True:
            lost = asyncio.Event()
            self._connection.add_termination_listener(lambda _gone, lost=lost: lost.set())
            if not self._connection.is_closed():
                await lost.wait()
            while True:
                try:
                    await self._listen()
                except (OSError, asyncpg.PostgresError):
                    await asyncio.sleep(_PAUSE)
                else:
                    break
            self._hub.tell(Notice(None))  # while nobody listened, anything may have happened
