"""One worker and two: how much sooner the same battles are done. On a busy machine in processor time: that of one, by that of the busier of two."""

from __future__ import annotations

import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from time import perf_counter, sleep

import psutil

from sandtable.battle.scenario.library import load
from sandtable.lab.battles.jobs import Battles
from sandtable.lab.battles.variant import variant
from sandtable.lab.clusters.runner import Cluster

TARGET = 1.8
BATTLES = 60
WARM = 8  # battles before anything counts
BIN = Path(sys.executable).parent


@dataclass(frozen=True)
class ClusterSpeed:
    battles: int
    wall: float  # seconds of one worker, by those of two
    processor: float  # processor time of one worker, by that of the busier of two


def cluster_speed() -> ClusterSpeed:
    one, two = _run(1), _run(2)
    return ClusterSpeed(BATTLES, one[0] / two[0], max(one[1]) / max(two[1]))


def _run(workers: int) -> tuple[float, list[float]]:
    """Seconds, and the processor time of each worker."""
    plain = variant(load("tutorial"))
    job = Battles(replace(plain, match=replace(plain.match, players=tuple((side, "nearest") for side in plain.sides))))
    with _cluster(workers) as (address, processes):
        runner = Cluster(address)
        assert len(list(runner.submit(job, map(str, range(1_000_000, 1_000_000 + WARM * workers))))) == WARM * workers
        before, began = [_spent(each) for each in processes], perf_counter()
        assert len(list(runner.submit(job, map(str, range(BATTLES))))) == BATTLES
        took = perf_counter() - began
        return took, [_spent(each) - was for each, was in zip(processes, before, strict=True)]


def _spent(process: subprocess.Popen[bytes]) -> float:
    times = psutil.Process(process.pid).cpu_times()
    return float(times.user + times.system)


def _started(program: str, *arguments: str) -> subprocess.Popen[bytes]:
    """A program of ours at work, of which nothing is heard."""
    return subprocess.Popen(  # noqa: S603 - our own
        [BIN / program, *arguments], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )


@contextmanager
def _cluster(workers: int) -> Iterator[tuple[str, list[subprocess.Popen[bytes]]]]:
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        port = one.getsockname()[1]
    address = f"tcp://127.0.0.1:{port}"
    scheduler = _started("dask", "scheduler", "--host", "127.0.0.1", "--port", str(port), "--no-dashboard")
    playing = [_started("sandtable", "lab", "worker", address, "--jobs", "1") for _ in range(workers)]
    try:
        sleep(8)  # all are there before anybody is asked
        yield address, playing
    finally:
        for process in (*playing, scheduler):
            process.kill()
            process.wait()
