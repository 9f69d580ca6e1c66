"""What a worker does: it plays some seeds of a job and says who it is, how long it took, and by what hash each can be known again."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from hashlib import sha256
from time import perf_counter

from distributed import get_worker

from sandtable.ai.compiling import compile_all
from sandtable.battle.matches.collector import spare_the_collector
from sandtable.geometry.compiled.compiler import uncompiled
from sandtable.kernel import codec
from sandtable.lab.battles.jobs import Outcome

Task = Callable[[str], Outcome]


@dataclass(frozen=True, slots=True)
class Batch:
    """The outcomes of some seeds, from which worker, in how many seconds."""

    outcomes: tuple[Outcome, ...]
    worker: str
    seconds: float


def play_batch(task: Task, seeds: tuple[str, ...]) -> Batch:
    """Play some seeds on this worker."""
    began = perf_counter()
    told = tuple(task(seed) for seed in seeds)
    return Batch(told, get_worker().address, perf_counter() - began)


def make_ready() -> None:
    """Make a worker one that plays battles and does nothing else: what is slow the first time is done before anything counts."""
    if uncompiled():
        compile_all(lambda _done, _total: None)
    spare_the_collector()


def digest(outcome: Outcome) -> str:
    """A hash of all that a battle came to: the same on every machine that plays it right."""
    return sha256(json.dumps(codec.write(outcome), sort_keys=True).encode()).hexdigest()
