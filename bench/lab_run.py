"""Orders at the tables while the lab plays battles on the same server, beside the same orders before and after; `python -m bench.lab_run`.

The run is begun as the page begins it, plays the largest battle of Revolucion! again and again, and is stopped when the orders are over. What counts is how much longer 99 of
100 orders take for its sake; since a busy machine changes from minute to minute, the orders without it are given both before and after.
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from time import monotonic, sleep
from typing import Any

import httpx

from bench.server import Waits, a_process, a_script, no_collecting, order_waits

LAB_TARGET = 1.2  # times as long for 99 of 100 orders as without a run
SCENARIO = "celaya-1915"
LIVE = (1, 100)  # battles at the same time
MOST = 10_000  # battles: more than it plays while the orders are given
PATIENCE = 180.0
HOME = "XDG_DATA_HOME"


def lab_waits() -> Iterator[Waits]:
    """For each number of battles a row without a run, one beside it with the other to compare with, and one without it again."""
    with TemporaryDirectory() as folder, _home(folder):
        database = f"sqlite:///{Path(folder) / 'battles.db'}"
        with (
            a_process("bench.echo") as echo,
            a_process("sandtable", "serve", "--database", database, "--port") as server,
            no_collecting(),
        ):
            script = a_script("tutorial")

            def waits(live: int, how: str) -> Waits:
                return asyncio.run(order_waits(database, server, echo, script, live, how))

            for live in LIVE:
                before = waits(live, "before a run of the lab")
                yield before
                with _a_run(server):
                    beside = waits(live, "beside a run of the lab")
                after = waits(live, "after it")
                usual = replace(before, p50=(before.p50 + after.p50) / 2, p99=(before.p99 + after.p99) / 2)
                yield replace(beside, without=usual)
                yield after


@contextmanager
def _home(folder: str) -> Iterator[None]:
    """Runs are kept in a folder of their own."""
    before = os.environ.get(HOME)
    os.environ[HOME] = folder
    try:
        yield
    finally:
        del os.environ[HOME]
        if before is not None:
            os.environ[HOME] = before


@contextmanager
def _a_run(server: int) -> Iterator[None]:
    """A run of the lab that plays for as long as this lasts."""
    body: dict[str, Any] = {
        "scenario": SCENARIO,
        "texts": [{"name": "printed", "house": ""}],
        "level": "general",
        "count": MOST,
    }
    run = _asked(server, "start", body)["run"]
    ends = monotonic() + PATIENCE
    while not _asked(server, "look", {"run": run})["done"]:  # it loads and warms up before it plays
        assert monotonic() < ends, "the run does not begin"
        sleep(1)
    try:
        yield
    finally:
        told = _asked(server, "stop", {"run": run})
        assert told["state"] == "stopped", told


def _asked(server: int, call: str, body: dict[str, Any]) -> dict[str, Any]:
    reply = httpx.post(f"http://127.0.0.1:{server}/api/lab/{call}", json=body, timeout=PATIENCE)
    told: dict[str, Any] = reply.json()
    assert told.get("status", "ok") == "ok", told
    return told


def main() -> None:
    """Print the rows as they come."""
    for waits in lab_waits():
        times = f"p50 {waits.p50:.2f}, p99 {waits.p99:.2f} ms; echo {waits.echo50:.2f} and {waits.echo99:.2f}"
        beside = "" if waits.beside is None else f"; p99 {waits.beside:.2f} times that without (target {LAB_TARGET:g})"
        print(f"{waits.name}, {waits.measured} orders: {times}{beside}", flush=True)


if __name__ == "__main__":
    main()
