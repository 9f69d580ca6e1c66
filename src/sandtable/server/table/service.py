"""What the table's calls do. Geometry and the database stand behind it, so it is imported when the first battle is asked for."""

from __future__ import annotations

import asyncio
import dataclasses
import logging
from collections.abc import Awaitable, Callable
from functools import lru_cache
from time import monotonic
from typing import Any

from sandtable.battle import codec
from sandtable.battle.log import Log
from sandtable.battle.mapping.map import MapDrawing
from sandtable.battle.numbering import log_for
from sandtable.battle.scenario_reader import read_scenario
from sandtable.battle.scenario_rules import scenario_rules
from sandtable.kernel.problem import Refusal, refuse
from sandtable.server.sealed import Patience
from sandtable.server.table import limits
from sandtable.server.table.openings import Opening, on_offer, open_battle
from sandtable.server.table.room import Room
from sandtable.server.table.rooms import Rooms
from sandtable.server.table.sharing import share
from sandtable.server.table.texts import server_texts
from sandtable.storage.migrations import NewerDatabase
from sandtable.storage.store import StorageProblem, Store

__all__ = ["CALLS", "Service", "server_texts"]  # all that `calls` fetches when the first battle is asked for

LOG = logging.getLogger("sandtable.server")
Body = dict[str, Any]


class Service:
    """The battles of this process."""

    def __init__(self, rooms: Rooms) -> None:
        self.rooms = rooms
        self._calls = Patience(monotonic, limits.CALLS_AT_ONCE, limits.CALLS_PER_SECOND)
        self._openings = Patience(monotonic, limits.OPENINGS_AT_ONCE, limits.OPENINGS_PER_SECOND)

    @classmethod
    async def start(cls, database: str) -> Service:
        """Open the database. Whoever runs the server is told what is wrong with it, everybody else only that something is."""
        try:
            store = await Store.open(database)
        except (StorageProblem, NewerDatabase) as problem:
            LOG.error("%s", problem)  # noqa: TRY400 - a sentence that says it all
            raise refuse("", "table.no_database") from problem
        return cls(Rooms(store))

    def check_haste(self, name: str, address: str) -> None:
        """Refuse what comes from one address too often; one who floods takes nothing from the others."""
        if not self._calls.spend(address) or (name in WRITING and not self._openings.spend(address)):
            raise refuse("", "table.too_fast")

    async def scenarios(self, _body: Body) -> Body:
        """The scenarios that can be opened."""
        return {"scenarios": await asyncio.to_thread(on_offer)}

    async def open(self, body: Body) -> Body:
        """Open a battle; links to its seats."""
        return dataclasses.asdict(await open_battle(self.rooms, codec.read(Opening, body, "")))

    async def share(self, body: Body) -> Body:
        """Give a column to somebody else; a link to its seat."""
        room, seat = await self._seated(body)
        column = body.get("column")
        if not isinstance(column, str):
            raise refuse("column", "battle.codec.text", value=str(column)[:40])
        link = await share(self.rooms.store, room, room.battle.log.seat(seat), column)
        return {"link": dataclasses.asdict(link)}

    async def log(self, body: Body) -> Body:
        """The log of a battle, as a seat may have it."""
        try:
            room, seat = await self._seated(body)
        except Refusal:
            token = body.get("token")
            kept = await self.rooms.log_alone(token) if isinstance(token, str) else None
            if kept is None:
                raise
            return {"log": exported(*kept)}
        return {"log": room.battle.export(seat)}

    async def map(self, body: Body) -> Body:
        """The ground as a picture."""
        room, _ = await self._seated(body)
        return await asyncio.to_thread(_drawn, room.battle.log.scenario)

    async def _seated(self, body: Body) -> tuple[Room, str]:
        token = body.get("token")
        opened = await self.rooms.seat(token) if isinstance(token, str) else None
        if opened is None:
            raise refuse("token", "table.no_seat")
        return opened


def exported(log: Log, seat: str) -> Body:
    """A log as a seat may have it, where no rules are left to tell how the battle began."""
    sitting = log.seat(seat)
    return log.plain() if sitting.referee or log.seed is not None else log_for(log, sitting, None)


@lru_cache(maxsize=32)
def _drawn(text: str) -> Body:
    scenario = read_scenario(text, "scenario")
    svg = MapDrawing(scenario, scenario_rules(scenario.ruleset)).land()
    return {"svg": svg, "width": scenario.terrain.width, "height": scenario.terrain.height}


WRITING = {"open", "share"}  # what they write is kept for good
CALLS: dict[str, Callable[[Service, Body], Awaitable[Body]]] = {
    "scenarios": Service.scenarios,
    "open": Service.open,
    "share": Service.share,
    "log": Service.log,
    "map": Service.map,
}
