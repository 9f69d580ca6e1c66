"""Where a battle of the table was won: looked into by the lab in a process of its own, and told to each seat under its own numbers."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Callable
from dataclasses import replace

from sandtable.battle.scenario.reader import read_scenario
from sandtable.kernel.problem import Refusal, refuse
from sandtable.lab.texts import say
from sandtable.server.lab.jobs import LabJobs
from sandtable.server.lab.won_process import read_view
from sandtable.server.lab.won_views import TableWon, TableWonBody, TableWonTold
from sandtable.server.table.room import Room

NUMBERED = re.compile(r'data-number="(\d+)"')


async def where_it_was_won(jobs: LabJobs, room: Room, seat: str, wish: TableWonBody) -> TableWon:
    """How it stands with looking into a battle; begun or stopped where that is wished. One that is not over is refused."""
    if not room.is_over:
        raise refuse("battle", "table.not_over")
    if not jobs.is_open:
        return TableWon(state="none", words=say("won.closed"))
    words = ""
    if wish.stop:
        await jobs.leave(room.id)
    elif wish.begin:
        words = await _begun(jobs, room)
    found = await asyncio.to_thread(read_view, jobs.won_folder(room.id))
    going = jobs.goes_on_with(room.id)
    if found is None:
        return TableWon(state="running" if going else "none", words=words)
    log = room.battle.log
    side = log.seat(seat).side or read_scenario(log.scenario, "scenario").sides[0].label
    told = found.sides.get(side)
    return TableWon(
        state="running" if going else "stopped" if found.state == "running" else found.state,
        done=found.done,
        most=found.most,
        left=found.left if going else None,
        words=words,
        answer=None if told is None else _numbered(told, room.numbers(seat, room.battle).own_number),
    )


async def _begun(jobs: LabJobs, room: Room) -> str:
    """Begin to look into the battle; returns why that cannot be done now, in words."""
    if room.battle.halted:
        raise Refusal(room.battle.halted)
    try:
        await jobs.look_into(room.id, lambda: json.dumps(room.battle.log.plain(), ensure_ascii=False))
    except Refusal:  # one at a time
        return say("won.busy")
    return ""


def _numbered(answer: TableWonTold, own: Callable[[int], int]) -> TableWonTold:
    """An answer with the entries of the log under a seat's own numbers."""

    def drawn(svg: str) -> str:
        return NUMBERED.sub(lambda found: f'data-number="{own(int(found[1]))}"', svg)

    return replace(
        answer,
        wide=drawn(answer.wide),
        narrow=drawn(answer.narrow),
        orders=tuple(replace(one, number=own(one.number)) for one in answer.orders),
        throws=tuple(replace(one, number=own(one.number)) for one in answer.throws),
    )
