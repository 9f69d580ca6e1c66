"""Runners: battles are played in this process or in several others, and the outcome of each seed is yielded as soon as it is known, in any order."""

from __future__ import annotations

import os
from collections.abc import Callable, Generator, Iterable
from concurrent.futures import FIRST_COMPLETED, Executor, Future, ProcessPoolExecutor, wait
from contextlib import contextmanager
from dataclasses import dataclass, field
from multiprocessing import active_children, get_context
from signal import SIG_DFL, SIGINT, signal
from typing import Any, Protocol, TypeVar

from sandtable.battle.matches.collector import spare_the_collector
from sandtable.battle.registry import table
from sandtable.lab.battles.jobs import Outcome, Playable

T = TypeVar("T")
Made = TypeVar("Made", covariant=True)  # noqa: PLC0105 - what comes of a seed
Task = Callable[[str], T]
Results = Generator[T, None, None]


class Work(Protocol[Made]):
    """A job that can be done seed by seed, in any process."""

    @property
    def ruleset(self) -> str:
        """The ruleset whose table it needs."""

    def task(self) -> Callable[[str], Made]:
        """What is done with each seed."""


class Runner(Protocol):
    """Plays jobs: it takes a job and seeds, and yields their outcomes."""

    def submit(self, job: Work[T], seeds: Iterable[str]) -> Results[T]:
        """Play these seeds. Whoever stops listening stops it."""


class BattleRunner(Protocol):
    """A runner for battles and pairs of battles alone."""

    def submit(self, job: Playable, seeds: Iterable[str]) -> Results[Outcome]:
        """Play these seeds. Whoever stops listening stops it."""


@dataclass(frozen=True, slots=True)
class Inline:
    """A runner that plays in this very process."""

    def submit(self, job: Work[T], seeds: Iterable[str]) -> Results[T]:
        """Play the seeds one after the other."""
        task = job.task()
        for seed in seeds:
            yield task(seed)


@dataclass(frozen=True, slots=True)
class Processes:
    """Several processes that are started for it; ``nice`` lets everybody else go first."""

    number: int
    nice: int = 0

    def submit(self, job: Work[T], seeds: Iterable[str]) -> Results[T]:
        """As each ends; one more than there are processes is always in hand, so that nobody waits for us."""
        with _processes(self.number, self.nice, job.ruleset) as runner:
            yield from runner.submit(job, seeds)


@dataclass(frozen=True, slots=True)
class Elsewhere:
    """Somebody else's processes or machines: whatever takes calls as Python's own executors do."""

    executor: Executor
    number: int = 2
    running: set[Future[Any]] = field(default_factory=set)

    def submit(self, job: Work[T], seeds: Iterable[str]) -> Results[T]:
        """Play the seeds there, and yield each outcome as it comes."""
        try:
            yield from _passed_through(self.executor, job.task(), iter(seeds), self.running, self.number)
        finally:
            for future in self.running:
                future.cancel()


@contextmanager
def _processes(number: int, nice: int, ruleset: str) -> Generator[Elsewhere, None, None]:
    """Processes that play battles of a ruleset, for as long as they are wanted."""
    # Started afresh: a fork would copy locks that threads of ours may hold.
    executor = ProcessPoolExecutor(number, get_context("spawn"), _at_work, (ruleset, nice))
    before, runner = set(active_children()), Elsewhere(executor, number)
    try:
        yield runner
    finally:
        if runner.running:  # workers in the middle of a battle are not waited for
            for process in set(active_children()) - before:
                process.terminate()
        executor.shutdown(wait=True, cancel_futures=True)


@contextmanager
def pool(jobs: int | None, ruleset: str) -> Generator[Runner, None, None]:
    """So many processes for several rounds, as many as there are cores where nobody says; this very process for one."""
    number = jobs or len(os.sched_getaffinity(0))
    if number == 1:
        yield Inline()
        return
    with _processes(number, 0, ruleset) as runner:
        yield runner


def _passed_through(
    executor: Executor, task: Task[T], waiting: Iterable[str], running: set[Future[Any]], number: int
) -> Results[T]:
    seeds = iter(waiting)
    while True:
        for seed in seeds:
            running.add(executor.submit(task, seed))
            if len(running) > number:
                break
        if not running:
            return
        done, _ = wait(running, return_when=FIRST_COMPLETED)
        running -= done  # given back at once: nobody holds what is finished
        yield from (future.result() for future in done)


def _at_work(ruleset: str, nice: int) -> None:
    """Make a new process one that plays battles of a ruleset and does nothing else."""
    signal(SIGINT, SIG_DFL)  # Ctrl-C ends a worker at once and without a word
    if nice:
        os.nice(nice)
    table(ruleset)
    spare_the_collector()


def runner_for(jobs: int | None, nice: int = 0) -> Runner:
    """So many processes; as many as there are cores where nobody says."""
    number = jobs or len(os.sched_getaffinity(0))
    return Inline() if number == 1 and not nice else Processes(number, nice)
