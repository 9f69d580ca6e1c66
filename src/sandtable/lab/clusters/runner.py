"""A cluster that plays battles: tasks of about a second, given back and forgotten as soon as they are done.

The journal is the only memory. A battle may be played twice, on a worker that dies before it has told, and is recorded once. Whatever happens to
workers and to the scheduler, what was not told is asked for again.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Generator, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import islice
from queue import Empty, SimpleQueue
from time import monotonic, sleep
from typing import Any

from distributed import Client, Future

from sandtable.battle.matches.match import Failure
from sandtable.kernel.problem import refuse
from sandtable.lab.battles.jobs import Outcome, Playable
from sandtable.lab.clusters.task import Batch, play_batch
from sandtable.lab.clusters.trust import Gate, is_audited, same_outcome

GOAL = 1.0  # seconds of a task
MOST_SEEDS = 64  # of a task
IN_HAND = 2  # tasks for each worker: one at work, one that waits
LOOK_EVERY = 1.0  # seconds between looks at who is there
PATIENCE = 120.0  # seconds without a scheduler, or without anybody who may work
TRIES = 4  # of a battle whose worker is lost each time
LOST = "the worker was lost each time"

Seeds = tuple[str, ...]


@dataclass
class UnderWay:
    """A task that was handed out: its seeds, who may do it, and, where it checks another worker, that worker's batch."""

    seeds: Seeds
    workers: frozenset[str]
    first: Batch | None = None


@dataclass
class Cluster:
    """A runner that plays on the workers of the scheduler at this address."""

    address: str
    patience: float = PATIENCE

    def submit(self, job: Playable, seeds: Iterable[str]) -> Generator[Outcome, None, None]:
        """As each is known. A scheduler that is gone is waited for, and asked again for whatever it had not told."""
        run = _Run(job, iter(seeds))
        while not run.over:
            client = self._connected()
            try:
                yield from run.on(client, self.patience)
            finally:
                with suppress(Exception):  # a scheduler that is gone cannot be told goodbye
                    client.close(timeout=1)

    def _connected(self) -> Client:
        ends = monotonic() + self.patience
        while True:
            try:
                return Client(self.address, timeout=5, set_as_default=False)
            except (OSError, ValueError) as error:
                if monotonic() >= ends or isinstance(error, ValueError):
                    raise refuse("--cluster", "lab.cluster.nobody", address=self.address) from None
                sleep(0.5)


@dataclass
class _Run:
    """A job while it is played: what waits, what is under way, how long a battle takes."""

    job: Playable
    seeds: Iterator[str]
    again: deque[Seeds] = field(default_factory=deque)
    under_way: dict[Future[Any], UnderWay] = field(default_factory=dict)
    tries: dict[str, int] = field(default_factory=dict)
    a_battle: float = GOAL
    over: bool = False

    def on(self, client: Client, patience: float) -> Generator[Outcome, None, None]:
        """Play with this client until all is told or the scheduler is lost."""
        gate, done = Gate(client, self.job), SimpleQueue[Future[Any]]()
        workers, looked, worked = frozenset[str](), 0.0, monotonic()
        try:
            while True:
                if monotonic() - looked > LOOK_EVERY:
                    workers, looked = gate.look(), monotonic()
                    self._give_up_on_the_lost(workers)
                if workers:
                    worked = monotonic()
                elif monotonic() - worked > patience:
                    raise refuse("--cluster", self._why_nobody(gate), refused=", ".join(sorted(gate.refused)))
                self._hand_out(client, workers, done)
                if self.over:
                    return
                with suppress(Empty):
                    yield from self._told(client, done.get(timeout=0.2), workers, done)
                if client.status != "running":
                    break
        except (OSError, TimeoutError):
            pass  # the scheduler is gone
        self._take_back_all()

    @staticmethod
    def _why_nobody(gate: Gate) -> str:
        return "lab.cluster.refused" if gate.refused else "lab.cluster.no_workers"

    # ---- Handing out -----------------------------------------------------------------------------------------------------------------

    def _hand_out(self, client: Client, workers: frozenset[str], done: SimpleQueue[Future[Any]]) -> None:
        while len(self.under_way) < IN_HAND * len(workers):
            seeds = self._next()
            if not seeds:
                break
            self._send(client, UnderWay(seeds, workers), done)
        if not self.under_way and not self.again:
            seeds = self._next()
            if seeds:
                self.again.append(seeds)
            else:
                self.over = True

    def _next(self) -> Seeds:
        if self.again:
            return self.again.popleft()
        number = min(MOST_SEEDS, max(1, round(GOAL / self.a_battle)))
        return tuple(islice(self.seeds, number))

    def _send(self, client: Client, task: UnderWay, done: SimpleQueue[Future[Any]]) -> None:
        future = client.submit(
            play_batch, self.job.task(), task.seeds, workers=sorted(task.workers), allow_other_workers=False, pure=False
        )
        self.under_way[future] = task
        future.add_done_callback(done.put)

    # ---- Taking back -----------------------------------------------------------------------------------------------------------------

    def _told(
        self, client: Client, future: Future[Any], workers: frozenset[str], done: SimpleQueue[Future[Any]]
    ) -> Generator[Outcome, None, None]:
        task = self.under_way.pop(future, None)
        if task is None:
            return  # it was given up
        batch = _result(future)
        future.release()  # nobody holds what is finished: a dead worker's would be done again
        if batch is None:
            yield from self._lost(task.seeds)
        elif task.first is not None:
            self._compare(task.first, batch)
            yield from task.first.outcomes
        else:
            self.a_battle = max(1e-3, batch.seconds / len(task.seeds))
            others = workers - {batch.worker}
            if others and any(map(is_audited, task.seeds)):
                self._send(client, UnderWay(task.seeds, others, batch), done)
            else:
                yield from batch.outcomes

    @staticmethod
    def _compare(first: Batch, second: Batch) -> None:
        for one, other in zip(first.outcomes, second.outcomes, strict=True):
            if not same_outcome(one, other):
                raise refuse("--cluster", "lab.cluster.differ", seed=one.seed, first=first.worker, second=second.worker)

    def _lost(self, seeds: Seeds) -> Generator[Outcome, None, None]:
        """What was under way on a worker that is gone is done again, one by one; what takes its worker along each time has failed."""
        for seed in seeds:
            self.tries[seed] = self.tries.get(seed, 0) + 1
            if self.tries[seed] >= TRIES:
                yield Failure(seed, LOST, "cluster")
            else:
                self.again.append((seed,))

    def _give_up_on_the_lost(self, workers: frozenset[str]) -> None:
        """Tasks that only workers may do who are gone would wait forever."""
        for future, task in list(self.under_way.items()):
            if not task.workers & workers and future.status == "pending":
                del self.under_way[future]
                self.again.append(task.seeds)
                future.cancel()

    def _take_back_all(self) -> None:
        self.again.extend(task.seeds for task in self.under_way.values())
        self.under_way.clear()


def _result(future: Future[Any]) -> Batch | None:
    """What a task came to; nothing where its worker or the scheduler was lost."""
    if future.status != "finished":
        return None
    try:
        batch: Batch = future.result(timeout=30)
    except Exception:  # noqa: BLE001 - killed, cancelled, timed out: whatever it was, it was not told
        return None
    return batch
