"""What the table's calls do. Geometry and the database stand behind it, so it is imported when the first battle is asked for."""

from __future__ import annotations

import asyncio
import dataclasses
from collections.abc import Awaitable, Callable
from functools import lru_cache
from typing import Any

from sandtable.battle import codec
from sandtable.battle.mapping.map import MapDrawing
from sandtable.battle.scenario_reader import read_scenario
from sandtable.battle.scenario_rules import scenario_rules
from sandtable.kernel.problem import refuse
from sandtable.server.table.allowance import Allowance
from sandtable.server.table.openings import Opening, on_offer, open_battle
from sandtable.server.table.room import Room
from sandtable.server.table.rooms import Rooms
from sandtable.storage.store import Store

OPENINGS_AT_ONCE, OPENINGS_PER_SECOND = 40.0, 1.0
Body = dict[str, Any]


class Service:
    """The battles of this process."""

    def __init__(self, rooms: Rooms) -> None:
        self.rooms = rooms
        self._openings = Allowance(OPENINGS_AT_ONCE, OPENINGS_PER_SECOND)

    @classmethod
    async def start(cls, database: str) -> Service:
        """Open the database."""
        return cls(Rooms(await Store.open(database)))

    async def scenarios(self, _body: Body) -> Body:
        """The scenarios that can be opened."""
        return {"scenarios": await asyncio.to_thread(on_offer)}

    async def open(self, body: Body) -> Body:
        """Open a battle; links to its seats."""
        if not self._openings.take():
            raise refuse("", "table.too_fast")
        return dataclasses.asdict(await open_battle(self.rooms, codec.read(Opening, body, "")))

    async def log(self, body: Body) -> Body:
        """The log of a battle, as a seat may have it."""
        room, seat = await self._seated(body)
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


@lru_cache(maxsize=32)
def _drawn(text: str) -> Body:
    scenario = read_scenario(text, "scenario")
    svg = MapDrawing(scenario, scenario_rules(scenario.ruleset)).land()
    return {"svg": svg, "width": scenario.terrain.width, "height": scenario.terrain.height}


CALLS: dict[str, Callable[[Service, Body], Awaitable[Body]]] = {
    "scenarios": Service.scenarios,
    "open": Service.open,
    "log": Service.log,
    "map": Service.map,
}
