"""How battles stand for the seats that somebody keeps links to: a few words about each, for a list."""

from __future__ import annotations

from functools import partial
from typing import Any

from sandtable.battle.desk import HasDesk
from sandtable.battle.engine.battle import Battle
from sandtable.kernel.problem import Refusal, refuse
from sandtable.server.table.briefings import about_scenario
from sandtable.server.table.room import Room
from sandtable.server.table.rooms import Rooms
from sandtable.server.table.texts import server_texts
from sandtable.server.table.views import TableStanding

MOST_ASKED = 24  # seats at once


async def standings(rooms: Rooms, tokens: tuple[str, ...], address: str) -> tuple[TableStanding, ...]:
    """How the battles of some seats stand. One that cannot be opened says so, and the others are told all the same."""
    if len(tokens) > MOST_ASKED:
        raise refuse("tokens", "table.too_many_seats", (), most=MOST_ASKED)
    return tuple([await _standing(rooms, token, address) for token in tokens])


async def _standing(rooms: Rooms, token: str, address: str) -> TableStanding:
    try:
        opened = await rooms.seat(token, address)
        if opened is None:
            raise refuse("token", "table.no_seat")
        room, seat = opened
        return await rooms.thinking.questions.do(address, partial(_standing_of, room, room.battle, seat))
    except Refusal as refusal:
        if refusal.problems[0].message.id == "table.too_fast":
            raise
        return TableStanding(stands="gone", words=server_texts().say(refusal.problems[0].message))


def _standing_of(room: Room, battle: Battle[Any], seat: str) -> TableStanding:
    """How a battle stands for one of its seats."""
    sitting, result = battle.log.seat(seat), battle.result
    awaited = battle.awaited(seat)
    against, level = room.against(sitting.side)
    rules = battle.rules
    turn = room.scene(seat, battle).clock.turn if isinstance(rules, HasDesk) else 0
    over = battle.log.seed is not None or result is not None
    mine = not over and bool(awaited.decisions or awaited.question) and bool(sitting.roles)
    return TableStanding(
        stands="over" if over else "yours" if mine else "theirs",
        title=room.title,
        ruleset=rules.name,
        side=sitting.side or "",
        turn=turn,
        turns=about_scenario(battle.log.scenario).turns,
        waits_for=awaited.roles,
        won=None if result is None or result.winner is None or sitting.side is None else result.winner == sitting.side,
        against=against,
        level=level,
        touched=room.touched,
        present=tuple(room.present(seat)),
    )
