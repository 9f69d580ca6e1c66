"""Which workers are trusted: those that play battles exactly as this machine does. Floating point may differ between machines; ours must not.

A worker plays some battles when it joins, and one battle in a hundred is played on two workers and compared.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Any

from distributed import Client, Future

from sandtable.lab.battles.jobs import Outcome, Playable
from sandtable.lab.clusters.task import Batch, Task, digest, play_batch

ENTRANCE = ("entrance-1", "entrance-2", "entrance-3")  # seeds that no run ever counts
ONE_IN = 100  # battles that are played twice


def is_audited(seed: str) -> bool:
    """Whether a battle is one of those that are played on two workers."""
    return int(sha256(f"audit {seed}".encode()).hexdigest(), 16) % ONE_IN == 0


@dataclass
class Gate:
    """The workers of a cluster: those that were let in, those that were not, those that are at their entrance battles."""

    client: Client
    job: Playable
    inside: set[str] = field(default_factory=set)
    refused: set[str] = field(default_factory=set)
    _trying: dict[str, Future[Any]] = field(default_factory=dict)
    _right: tuple[str, ...] = ()

    def look(self) -> frozenset[str]:
        """The workers that are there and trusted; whoever is new is tried."""
        there = set(self.client.scheduler_info(n_workers=-1)["workers"])
        self.inside &= there
        self.refused &= there
        for worker in there - self.inside - self.refused - self._trying.keys():
            self._trying[worker] = self.client.submit(
                play_batch, self.job.task(), ENTRANCE, workers=[worker], allow_other_workers=False, pure=False
            )
        for worker, future in list(self._trying.items()):
            if worker not in there or future.status != "pending":
                del self._trying[worker]
                if worker in there:
                    (self.inside if self._passed(future) else self.refused).add(worker)
                future.release()
        return frozenset(self.inside)

    def _passed(self, future: Future[Any]) -> bool:
        if future.status != "finished":
            return False
        self._right = self._right or digests(self.job.task(), ENTRANCE)
        batch: Batch = future.result()
        return tuple(map(digest, batch.outcomes)) == self._right


def digests(task: Task, seeds: Iterable[str]) -> tuple[str, ...]:
    """The hashes of battles as this machine plays them."""
    return tuple(digest(task(seed)) for seed in seeds)


def same_outcome(one: Outcome, other: Outcome) -> bool:
    """Whether two workers have the same outcome for a battle."""
    return digest(one) == digest(other)
