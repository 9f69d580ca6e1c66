"""All battles that this process has at hand. Those that nobody looks at are let go; the database has them."""

from __future__ import annotations

import asyncio
from functools import partial
from time import monotonic
from typing import Any

from sandtable.battle.engine.battle import Battle
from sandtable.battle.engine.change import read_change
from sandtable.battle.engine.commitment import new_seed
from sandtable.battle.engine.log import Log, read_log
from sandtable.battle.rules import TableRules
from sandtable.battle.seat import Seat
from sandtable.kernel import codec
from sandtable.kernel.messages import Message
from sandtable.kernel.problem import Problem, Refusal, refuse
from sandtable.server.compiling import load
from sandtable.server.table.computer import Computers
from sandtable.server.table.room import Room
from sandtable.server.thinking import Thinking
from sandtable.storage.notices import Notice
from sandtable.storage.store import Store

MOST_AT_HAND, MOST_SIZE = 1000, 800_000_000  # battles, and bytes; beyond them those go that nobody looks at
MOST_LOOKED_AT = 3000  # battles; beyond them nobody comes in
KEPT_WHEN_IDLE, KEPT_WHEN_OVER = 300.0, 30.0  # seconds that a battle is at hand after the last one has left
SWEEP_EVERY = 10.0  # seconds


class Rooms:
    """The battles at hand, by id."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.thinking = Thinking()
        self._rooms: dict[str, Room] = {}
        self._opening: dict[str, asyncio.Future[Room | None]] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._stop = store.watch(self._heard)
        self.computers = Computers(self.thinking)
        self._keep(asyncio.ensure_future(self._sweep()))

    async def close(self) -> None:
        """Let everything go."""
        self._stop()
        await self.computers.stop()
        for task in self._tasks:
            task.cancel()
        await self.store.close()
        self.thinking.close()

    async def begin(
        self,
        rules: TableRules[Any],
        scenario: str,
        title: str,
        seats: list[Seat],
        options: dict[str, Any],
        extra: dict[str, Any],
        address: str = "",
    ) -> tuple[str, list[str]]:
        """Begin a battle and keep it; its id, and the token of every seat. A faulty scenario is refused."""
        seed = new_seed()
        beginning = partial(Battle.begin, rules, scenario, seats, seed, options=options)
        battle = await self.thinking.arrivals.do(address, beginning)
        stored = {"log": battle.log.plain(), "extra": extra}
        return await self.store.begin(rules.name, title, stored, seed, [codec.write(seat) for seat in seats])

    async def seat(self, token: str, address: str = "") -> tuple[Room, str] | None:
        """The battle and the seat that a token opens, for somebody at an address."""
        stored = await self.store.seat(token)
        if stored is None:
            return None
        room = await self.room(stored.battle, address)
        return None if room is None else (room, str(stored.seat["id"]))

    async def room(self, battle: str, address: str = "") -> Room | None:
        """A battle, read from the database if it is not at hand."""
        if battle in self._rooms:
            self._rooms[battle].touch()
            return self._rooms[battle]
        if battle not in self._opening:
            opening = self._opening[battle] = asyncio.ensure_future(self._open(battle, address))
            opening.add_done_callback(lambda _: self._opening.pop(battle, None))
        return await asyncio.shield(self._opening[battle])  # one who gives up leaves it to the others

    async def log_alone(self, token: str) -> tuple[Log, str] | None:
        """The log behind a token, and its seat: for a battle that cannot be set up any more."""
        found = await self.store.seat(token)
        stored = await self.store.battle(found.battle) if found else None
        if found is None or stored is None:
            return None
        log = read_log(stored.head["log"])
        for record in await self.store.records(stored.id):
            log = read_change(record["change"]).applied(log)
        return log, str(found.seat["id"])

    async def _open(self, battle: str, address: str) -> Room | None:
        stored = await self.store.battle(battle)
        if stored is None:
            return None
        try:
            room = await Room.open(self.store, stored, self.thinking, address)
        except Refusal as refusal:
            raise Refusal((*refusal.problems, Problem("battle", Message("table.log_remains")))) from refusal
        self._make_room()
        self._rooms[battle] = room
        await room.catch_up()  # from now on notices are heard; what was written before is read here
        if room.battle.log.seed is None and room.battle.result is not None:  # it ended before seeds were laid open
            await room.act(Battle.lay_open)
        self.computers.look_after(room)
        # While the first table is being looked at: the first way that is drawn must not wait for it.
        self.thinking.geometry.begin(load)
        return room

    def _keep(self, task: asyncio.Task[None]) -> None:
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _sweep(self) -> None:
        """Let go, from time to time, of battles that nobody has looked at for a while."""
        while True:
            await asyncio.sleep(SWEEP_EVERY)
            self.let_go_of_idle(monotonic())

    def let_go_of_idle(self, now: float) -> None:
        """Let go of what nobody needs now: soon where the battle is over, later where somebody may come back, and not while a computer plays."""
        for name, room in list(self._rooms.items()):
            kept = KEPT_WHEN_OVER if room.is_over else KEPT_WHEN_IDLE
            if room.idle_for(now) > kept and not self.computers.is_playing(room):
                self._leave(name)

    def _make_room(self) -> None:
        """Make room for one more battle: those go first that nobody has looked at for longest. Nobody is sent away who is there."""
        now = monotonic()
        idle = sorted(
            (name for name, room in self._rooms.items() if room.is_idle),
            key=lambda name: (self.computers.is_playing(self._rooms[name]), -self._rooms[name].idle_for(now)),
        )
        size = sum(room.size for room in self._rooms.values())
        for name in idle:
            if len(self._rooms) < MOST_AT_HAND and size < MOST_SIZE:
                return
            size -= self._rooms[name].size
            self._leave(name)
        if len(self._rooms) >= MOST_LOOKED_AT:
            raise refuse("", "table.full")

    def _leave(self, name: str) -> None:
        self.computers.leave(self._rooms.pop(name))

    def _heard(self, notice: Notice) -> None:
        """Somebody wrote a record: another process, unless we have it already."""
        behind = [
            room
            for room in self._rooms.values()
            if notice.battle is None or (room.id == notice.battle and room.records < notice.number)
        ]
        for room in behind:
            self._keep(asyncio.ensure_future(room.catch_up(None if notice.battle is None else notice.number)))
