"""Seats within a side: whoever commands a side may give one of its columns to somebody else, at any time."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from sandtable.battle.engine.battle import Accepted, Battle, Outcome, Refused
from sandtable.battle.scenario.reader import read_scenario
from sandtable.battle.seat import Seat
from sandtable.kernel import codec
from sandtable.kernel.problem import Refusal, refuse
from sandtable.server.table.limits import MOST_LINKS
from sandtable.server.table.openings import columns_of
from sandtable.server.table.room import Room
from sandtable.server.table.views import TableColumn, TableLink
from sandtable.storage.store import Store

Columns = dict[str, tuple[TableColumn, ...]]  # by side


def columns_for(battle: Battle[Any], seat: Seat) -> tuple[TableColumn, ...]:
    """The columns that a seat may give away: its own side's, if it commands the whole of it; a referee's are all."""
    columns = _columns(battle.log.scenario)
    if seat.referee:
        return tuple(column for side in columns.values() for column in side)
    return columns.get(seat.side or "", ()) if not seat.part else ()


async def share(store: Store, room: Room, giver: Seat, column: str) -> TableLink:
    """A link to a seat that commands one column; the seat is made with its first link."""
    offered = {each.id: each.name for each in columns_for(room.battle, giver)}
    if not offered:
        raise refuse("token", "table.no_columns")
    if column not in offered:
        raise refuse("column", "table.no_column", tuple(offered), name=column[:40])
    side = next(side for side, all_of_it in _columns(room.battle.log.scenario).items() if _has(all_of_it, column))
    seat = Seat(f"{side}.{column}", (side,), part=column)
    outcome = await room.act(lambda battle: _seated(battle, seat))
    if isinstance(outcome, Refused):
        raise Refusal(outcome.problems)
    token = await store.add_seat(room.id, codec.write(seat), MOST_LINKS)
    if token is None:
        raise refuse("column", "table.too_many_links")
    return TableLink(seat=seat.id, side=side, who="friend", token=token, name=offered[column], column=column)


def _has(columns: tuple[TableColumn, ...], column: str) -> bool:
    return any(each.id == column for each in columns)


def _seated(battle: Battle[Any], seat: Seat) -> Outcome[Any]:
    there = any(each.id == seat.id for each in battle.log.seats)
    return Accepted(battle) if there else battle.sit(seat)


@lru_cache(maxsize=256)
def _columns(text: str) -> Columns:
    """The columns of a scenario; what the scenario reader no longer understands has none to give away."""
    try:
        scenario = read_scenario(text, "scenario")
    except Refusal:
        return {}
    return {side.label: columns_of(scenario, side.label) for side in scenario.sides}
