"""The computer's seats: whenever the table waits for one, it thinks in a thread of its own and gives its order like anybody else."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from sandtable.ai.player import HasPlayers, Opponent, Why
from sandtable.battle.engine.battle import Accepted, Battle, Outcome, Refused
from sandtable.battle.engine.commitment import luck_seed
from sandtable.battle.engine.log import Proposal
from sandtable.battle.rules import ChangesHands
from sandtable.kernel.requests import Choose
from sandtable.server.table.room import Room
from sandtable.server.thinking import Thinking

LOG = logging.getLogger("sandtable.server")
SEARCHES = frozenset({"battle.undo.revealed", "battle.undo.searched"})
_IN_A_ROW = 10_000  # orders without a human in between; more would be a player that goes round in circles


@dataclass
class _Table:
    """A room with computers at it."""

    room: Room
    known: dict[tuple[str, str], Opponent[Any]] = field(default_factory=dict)  # by seat and level
    stop: Callable[[], None] = lambda: None
    moved: asyncio.Event = field(default_factory=asyncio.Event)
    task: asyncio.Task[None] | None = None
    resting: bool = False  # until somebody else has moved

    @property
    def players(self) -> dict[str, Opponent[Any]]:
        """Who plays the seats that are the program's now; sides change hands."""
        return {seat: self._player(seat, how) for seat, how in self.room.playing.items()}

    def _player(self, seat: str, how: Mapping[str, str]) -> Opponent[Any]:
        rules = self.room.battle.rules
        if not isinstance(rules, HasPlayers):
            raise TypeError(f"nobody plays {rules.name}")
        level = how.get("level", rules.levels[-1])
        if (seat, level) not in self.known:
            make = rules.players[how.get("player", "opponent")]
            self.known[seat, level] = make(level, luck_seed(self.room.battle.seed, seat))
        return self.known[seat, level]


class Computers:
    """Everybody that is played by the program."""

    def __init__(self, thinking: Thinking) -> None:
        self._thinking = thinking
        self._tables: dict[str, _Table] = {}

    def look_after(self, room: Room) -> None:
        """Play the seats of a room that the program plays, if there are any or may be later."""
        rules = room.battle.rules
        wanted = room.playing or isinstance(rules, ChangesHands)
        if not wanted or not isinstance(rules, HasPlayers) or room.id in self._tables or room.is_over:
            return
        table = self._tables[room.id] = _Table(room)
        table.moved.set()
        table.stop = room.listen(table.moved.set)
        table.task = asyncio.ensure_future(self._play(table))

    def leave(self, room: Room) -> None:
        """Stop playing in a room."""
        table = self._tables.pop(room.id, None)
        if table is not None:
            table.stop()
            if table.task is not None:
                table.task.cancel()

    def is_playing(self, room: Room) -> bool:
        """Say whether a computer is to move in a room."""
        table = self._tables.get(room.id)
        return table is not None and not table.resting

    async def stop(self) -> None:
        """Stop playing everywhere."""
        tasks = [table.task for table in self._tables.values() if table.task is not None]
        for table in list(self._tables.values()):
            self.leave(table.room)
        for task in tasks:
            with contextlib.suppress(asyncio.CancelledError):
                await task

    async def _play(self, table: _Table) -> None:
        while True:
            table.resting = not table.moved.is_set()
            await table.moved.wait()
            table.moved.clear()
            table.resting = False
            try:
                for _ in range(_IN_A_ROW):
                    if not await self._one_step(table):
                        break
            except Exception:
                LOG.exception("The computer failed in battle %s", table.room.id)
            if table.room.is_over:  # what the players have worked out is of no use any more
                table.stop()
                self._tables.pop(table.room.id, None)
                return

    async def _one_step(self, table: _Table) -> bool:
        battle = table.room.battle
        if battle.halted or battle.log.seed is not None:
            return False
        for seat, player in table.players.items():
            awaited = battle.awaited(seat)
            if awaited.question is not None or awaited.decisions:
                step, why = await self._thinking.computers.do(table.room.id, partial(_thought, battle, seat, player))
                return _accepted(table, await table.room.act(partial(_if_ours, table.room, seat, step), why))
        return await self._agree(table)

    @staticmethod
    async def _agree(table: _Table) -> bool:
        """The program never minds real dice, nor when a person takes something back, unless he may have looked for what is hidden."""
        wish = table.room.battle.log.proposal
        if wish is None or not table.players or wish.seat in table.players:
            return False
        if wish.why in SEARCHES:
            return _accepted(table, await table.room.act(partial(_declined, wish=wish, seat=next(iter(table.players)))))
        for seat in table.players:
            if seat not in wish.agreed:
                return _accepted(table, await table.room.act(partial(Battle.agree, seat=seat)))
        return False


def _if_ours(room: Room, seat: str, step: Callable[[Battle[Any]], Outcome[Any]], battle: Battle[Any]) -> Outcome[Any]:
    """What the program had in mind for a side is dropped where the side was handed to somebody while it thought."""
    return step(battle) if seat in room.computers else Accepted(battle)


def _declined(battle: Battle[Any], wish: Proposal, seat: str) -> Outcome[Any]:
    """Decline this wish, and no other that has come in its place."""
    return battle.decline(seat) if battle.log.proposal == wish else Accepted(battle)


def _accepted(table: _Table, outcome: Outcome[Any]) -> bool:
    if not isinstance(outcome, Refused):
        return True
    if not any(problem.message.id == "battle.order.late" for problem in outcome.problems):  # another process was faster
        LOG.error("The computer was refused in battle %s: %s", table.room.id, outcome.problems)
    return False


def _thought(
    battle: Battle[Any], seat: str, player: Opponent[Any]
) -> tuple[Callable[[Battle[Any]], Outcome[Any]], Why | None]:
    """What the player does, and why; it is refused if the battle has gone on meanwhile."""
    last, view, awaited = battle.log.number, battle.view(seat), battle.awaited(seat)
    question = awaited.question
    if question is not None:
        if not isinstance(question.request, Choose):  # dice: the program throws none by hand
            return (lambda now: now.throw(seat, question.key, last)), None
        answer = player.choose(view, question.to or seat, question.request)
        return (lambda now: now.answer(seat, question.key, answer, last)), None
    order = player.order(view, awaited.decisions[0])
    return (lambda now: now.submit(seat, order, last)), player.why()
