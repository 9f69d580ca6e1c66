"""Somebody who means harm: the most costly scenarios that are let in, maps, questions of sight, long ledgers; `python -m bench.attacker PORT`.

It comes from another address of this machine than the players, and asks again as soon as it is answered.
"""

from __future__ import annotations

import asyncio
import json
import sys
from contextlib import suppress
from itertools import count
from math import cos, pi, sin
from random import Random
from typing import Any

import httpx
from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException

ADDRESS = "127.0.0.2"
WOODS = 100
POINTS = 40
LUCK = Random("attacker")  # noqa: S311 - nobody's secret
PATIENCE = 120.0


def costly(number: int) -> str:
    """A scenario that is just let in: a hundred jagged woods, no two texts alike."""
    woods = "".join(_wood(10 + 19 * (n % 10), 10 + 19 * (n // 10)) for n in range(WOODS))
    return (
        f'ruleset = "revolucion"\ntitle = "Thicket {number}"\n[table]\nwidth = 200\nheight = 200\n'
        '[[side]]\nlabel = "Revolutionary"\nname = "Reds"\n[[side]]\nlabel = "Government"\nname = "Blues"\n'
        + _column("Red", "Revolutionary", 4)
        + _column("Blue", "Government", 197)
        + woods
    )


def _column(name: str, side: str, y: int) -> str:
    units = "".join(
        f'[[column.unit]]\nname = "{name} {n}"\ntype = "RegularInfantry"\nbases = 4\nat = [{20 + 12 * n}, {y}, 0]\n'
        for n in range(12)
    )
    return (
        f'[[column]]\nname = "{name}"\nside = "{side}"\nleader = {{ name = "{name} Leader", at = [{5}, {y}] }}\n{units}'
    )


def _wood(x: float, y: float) -> str:
    corners = []
    for n in range(POINTS):
        reach, angle = (5.0, 4.4)[n % 2], 2 * pi * n / POINTS
        corners.append(f"[{x + reach * cos(angle):.2f}, {y + reach * sin(angle):.2f}]")
    return f"[[area]]\nkind = 'woods'\nsmooth = false\noutline = [{', '.join(corners)}]\n"


async def battles(port: int, client: httpx.AsyncClient) -> None:
    """Open costly battles, have them drawn, and look across them."""
    for number in count():
        who = {"Government": "me", "Revolutionary": "friend"}
        with suppress(httpx.HTTPError, WebSocketException, OSError, KeyError):
            reply = await client.post("/api/table/open", json={"text": costly(number), "who": who})
            token = reply.json()["links"][0]["token"]
            drawing = asyncio.ensure_future(client.post("/api/table/map", json={"token": token}))
            await look(port, token)
            await drawing


async def look(port: int, token: str) -> None:
    """Ask what can be seen until the seat's time is used up."""
    address = f"ws://127.0.0.1:{port}/api/table/line"
    async with connect(address, max_size=None, local_addr=(ADDRESS, 0), open_timeout=PATIENCE) as line:
        await line.send(json.dumps({"token": token}))
        await line.recv()
        for number in range(100):
            place = [LUCK.randrange(200_000), LUCK.randrange(200_000)]
            await line.send(json.dumps({"kind": "sight", "place": place, "id": number}))
            while (told := json.loads(await line.recv())).get("id") != number:
                pass
            if told["kind"] == "refused":
                return


async def ledgers(client: httpx.AsyncClient) -> None:
    """Long logs to be read."""
    fields = {
        "unit": "RegularInfantry",
        "range": "3-6",
        "target_type": "RegularInfantry",
        "target_formation": "maneuver",
    }
    fire = {
        "ruleset": "revolucion",
        "action": "deployed_fire",
        "fields": {**fields, "leader_with_target": 0},
        "seed": "x",
    }
    record: dict[str, Any] = (await client.post("/api/resolve", json=fire)).json()["record"]
    while True:
        entries = [{"id": str(n), "record": {**record, "meta": {"id": f"{LUCK.random()}"}}} for n in range(3_000)]
        with suppress(httpx.HTTPError):
            await client.post("/api/ledger", json={"ruleset": "revolucion", "entries": entries})


async def attack(port: int) -> None:
    """Everything at once, without end."""
    transport = httpx.AsyncHTTPTransport(local_address=ADDRESS)
    async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}", transport=transport, timeout=PATIENCE) as client:
        await asyncio.gather(battles(port, client), battles(port, client), ledgers(client))


if __name__ == "__main__":
    asyncio.run(attack(int(sys.argv[1])))
