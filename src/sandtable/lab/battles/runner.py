"""Who plays: this process, or several of their own. What each seed came to is given back as soon as it is known, in any order."""

from __future__ import annotations

import os
from collections.abc import Callable, Generator, Iterable
from concurrent.futures import FIRST_COMPLETED, Executor, Future, ProcessPoolExecutor, wait
from contextlib import closing, contextmanager
from dataclasses import dataclass
from multiprocessing import active_children, get_context
from signal import SIG_DFL, SIGINT, signal
from typing import Protocol

from sandtable.battle.matches.collector import spare_the_collector
from sandtable.battle.registry import table
from sandtable.lab.battles.jobs import Playable, Told

Task = Callable[[str], Told]
Results = Generator[Told, None, None]


class Runner(Protocol):
    """Whoever can play: it takes a job and seeds, and gives back what they came to."""

    def submit(self, job: Playable, seeds: Iterable[str]) -> Results:
        """Play these seeds. Whoever stops listening stops it."""


@dataclass(frozen=True, slots=True)
class Inline:
    """This very process."""

    def submit(self, job: Playable, seeds: Iterable[str]) -> Results:
        """One after the other."""
        task = job.task()
        for seed in seeds:
            yield task(seed)


@dataclass(frozen=True, slots=True)
class Processes:
    """Several processes that are started for it; ``nice`` lets everybody else go first."""

    number: int
    nice: int = 0

    def submit(self, job: Playable, seeds: Iterable[str]) -> Results:
        """As each ends; one more than there are processes is always in hand, so that nobody waits for us."""
        # Processes that are started afresh: a fork would copy locks that threads of ours may hold.
        context = get_context("spawn")
        executor = ProcessPoolExecutor(self.number, context, _at_work, (job.ruleset, self.nice))
        before = set(active_children())
        running: set[Future[Told]] = set()
        try:
            yield from _passed_through(executor, job.task(), iter(seeds), running, self.number)
        finally:
            if running:  # workers in the middle of a battle are not waited for
                for process in set(active_children()) - before:
                    process.terminate()
            executor.shutdown(wait=True, cancel_futures=True)


@dataclass(frozen=True, slots=True)
class Elsewhere:
    """Somebody else's processes or machines: whatever takes calls as Python's own executors do."""

    executor: Executor
    number: int = 2

    def submit(self, job: Playable, seeds: Iterable[str]) -> Results:
        """As each ends."""
        running: set[Future[Told]] = set()
        try:
            yield from _passed_through(self.executor, job.task(), iter(seeds), running, self.number)
        finally:
            for future in running:
                future.cancel()


def _passed_through(
    executor: Executor, task: Task, waiting: Iterable[str], running: set[Future[Told]], number: int
) -> Results:
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


@contextmanager
def playing(runner: Runner, job: Playable, seeds: Iterable[str]) -> Generator[Results, None, None]:
    """What is played, closed when nobody listens any more."""
    with closing(runner.submit(job, seeds)) as results:
        yield results
