"""A live battle: one value, one lock, and everybody who looks on.

Whatever is done is stored first and told afterwards. Another server process may have written in the meantime: then this one reads what
it missed, and what was to be done is tried again on the battle as it now is.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from typing import Any

from sandtable.battle import registry
from sandtable.battle.battle import Accepted, Battle, Outcome, Refused
from sandtable.kernel.messages import Message
from sandtable.kernel.problem import Problem
from sandtable.server.table.changes import begun, change, changed
from sandtable.storage.store import Stale, StorageProblem, Store, StoredBattle

LOG = logging.getLogger("sandtable.server")
Listener = Callable[[], None]
_TRIES = 5


class Room:
    """One battle in this process."""

    def __init__(self, store: Store, stored: StoredBattle, battle: Battle[Any]) -> None:
        self.id = stored.id
        self.title = stored.title
        self.extra = stored.head.get("extra", {})
        self.battle = battle
        self.records = 0
        self.reasons: dict[int, str] = {}  # why a computer gave an order, by the entry's number
        self._store = store
        self._lock = asyncio.Lock()
        self._listeners: set[Listener] = set()

    @classmethod
    async def open(cls, store: Store, stored: StoredBattle) -> Room:
        """Take a battle up from the database."""
        rules = registry.table(stored.ruleset)
        room = cls(store, stored, Battle.resume(rules, begun(stored.head["log"]), stored.secret))
        await room.catch_up()
        return room

    @property
    def is_idle(self) -> bool:
        return not self._listeners

    def listen(self, listener: Listener) -> Callable[[], None]:
        """Be told whenever the battle has changed; returns how to stop."""
        self._listeners.add(listener)
        return lambda: self._listeners.discard(listener)

    async def act(self, step: Callable[[Battle[Any]], Outcome[Any]], why: str = "") -> Outcome[Any]:
        """Do something to the battle: store it, then tell everybody."""
        async with self._lock:
            for _ in range(_TRIES):
                outcome = step(self.battle)
                if isinstance(outcome, Refused):
                    return outcome
                try:
                    await self._store_step(outcome, why)
                except Stale:
                    await self._read_on()
                    continue
                except StorageProblem:
                    LOG.exception("Battle %s could not be stored", self.id)
                    return Refused((Problem("battle", Message("table.not_stored")),))
                self._tell()
                return outcome
        return Refused((Problem("battle", Message("table.busy")),))

    async def catch_up(self) -> None:
        """Read what another process has written."""
        async with self._lock:
            if await self._read_on():
                self._tell()

    async def _store_step(self, outcome: Accepted[Any], why: str) -> None:
        before, after = self.battle.log, outcome.battle.log
        record: dict[str, Any] = {"change": change(before, after)}
        if why:
            record["why"] = why
        await self._store.append(self.id, self.records + 1, record)
        self.records += 1
        self.battle = outcome.battle
        self._remember(record)

    async def _read_on(self) -> bool:
        records = await self._store.records(self.id, after=self.records)
        if not records:
            return False
        log = self.battle.log
        for record in records:
            log = changed(log, record["change"])
            self.records += 1
            self._remember(record, log.number)
        self.battle = Battle.resume(self.battle.rules, log, self.battle.seed)
        return True

    def _remember(self, record: dict[str, Any], number: int | None = None) -> None:
        if "why" in record:
            self.reasons[self.battle.log.number if number is None else number] = record["why"]

    def _tell(self) -> None:
        for listener in tuple(self._listeners):
            listener()
