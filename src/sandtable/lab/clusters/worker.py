"""A worker: a process that plays whatever the scheduler of an address hands out, and waits for it when it is gone."""

from __future__ import annotations

import asyncio
import logging
import os
from collections.abc import Callable
from multiprocessing import get_context
from multiprocessing.process import BaseProcess

from distributed import Worker

from sandtable.lab.clusters.task import make_ready

AGAIN = 1.0  # seconds between tries to reach a scheduler


def work(address: str, jobs: int, report: Callable[[str], None]) -> None:
    """Work for a scheduler with so many processes until somebody stops it."""
    make_ready()
    context = get_context("spawn")
    others: list[BaseProcess] = [context.Process(target=_alone, args=(address,), daemon=True) for _ in range(jobs - 1)]
    for other in others:
        other.start()
    try:
        asyncio.run(_forever(address, report))
    finally:
        for other in others:
            other.terminate()


def _alone(address: str) -> None:
    make_ready()
    asyncio.run(_forever(address, lambda _: None))


async def _forever(address: str, report: Callable[[str], None]) -> None:
    logging.getLogger("distributed").setLevel(logging.ERROR)
    while True:
        try:
            async with Worker(address, nthreads=1, memory_limit=0, dashboard=False, death_timeout=10) as worker:
                report(worker.address)
                await worker.finished()
        except (OSError, TimeoutError, RuntimeError):
            pass  # nobody there: somebody may come
        await asyncio.sleep(AGAIN)


def cores() -> int:
    """How many processes this machine has room for."""
    return len(os.sched_getaffinity(0))
