"""Somebody who umpires a long day's game on the same server, and taps as fast as it answers; `python -m bench.long_log PORT`.

Every tap asks for the odds of a shot and then for its verdict, with the whole log, whose books come back with it. He comes from another
address of this machine than the players of battles.
"""

from __future__ import annotations

import asyncio
import sys
from itertools import count
from typing import Any

import httpx

from sandtable.umpire import desk

ADDRESS = "127.0.0.3"
ENTRIES = 300
PATIENCE = 120.0
UNITS = 8  # of each side
Body = dict[str, Any]


def long_log(entries: int = ENTRIES) -> list[Body]:
    """A log of that many entries: both rosters, then one shot after the other."""
    log: list[Body] = []
    for side in ("Government", "Revolutionary"):
        for number in range(UNITS):
            unit = {"side": side, "unit": "RegularInfantry", "bases": 4, "name": f"{side} {number}"}
            log.append(_entry(desk.call("resolve", _asked("roster_entry", unit, len(log)))))
    while len(log) < entries:
        log.append(_entry(desk.call("resolve", _asked("deployed_fire", shot(len(log)), len(log)))))
    return log


def shot(number: int) -> Body:
    """One of many shots, each by another unit at another."""
    sides = ("Government", "Revolutionary") if number % 2 else ("Revolutionary", "Government")
    names = {
        "actor_name": f"{sides[0]} {number % UNITS}",
        "target_name": f"{sides[1]} {3 * number % UNITS}",
    }
    unit = {"unit": "RegularInfantry", "target_type": "RegularInfantry", "bases_of_actor": 4, "bases_of_target": 4}
    return {**unit, **names, "range": "6-12", "target_formation": "maneuver", "leader_with_target": 0}


def _asked(action: str, fields: Body, number: int) -> Body:
    meta = {"id": f"e{number}", "number": number, "side": None, "turn": 1, "time": "12:00"}
    about = {"ruleset": "revolucion", "action": action, "fields": fields, "seed": "bench", "throws": number}
    return {**about, "meta": meta}


def _entry(reply: Body) -> Body:
    return {"record": reply["record"], "voided": False}


async def umpire(port: int) -> None:
    """Tap after tap, without end. The log stays as long as it is: the last entries are taken back each time."""
    log = long_log()
    transport = httpx.AsyncHTTPTransport(local_address=ADDRESS)
    async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}", transport=transport, timeout=PATIENCE) as client:
        for number in count(ENTRIES):
            tap = _asked("deployed_fire", shot(number), number)
            await client.post("/api/odds", json=tap)
            await client.post("/api/resolve", json={**tap, "entries": log})


if __name__ == "__main__":
    asyncio.run(umpire(int(sys.argv[1])))
