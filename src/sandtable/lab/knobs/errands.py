"""What is sent to a process: battles with a number turned, all of one variant together, so that what is worked out for it is worked out once."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from sandtable.battle.matches.match import Failure, tables_of
from sandtable.battle.seat import Role
from sandtable.lab.battles.batches import Batch, batch_with_reads, plain_batch
from sandtable.lab.battles.variant import Variant
from sandtable.lab.knobs.knob import knob_called, turned_by

AS_IT_IS = "="  # stands for the name of a number where none is turned
NOTED = "=noted"  # the same, with what each battle reads


@dataclass(frozen=True, slots=True)
class Errand:
    """Battles to be played: which number is turned, by how much, with which seeds."""

    knob: str
    by: int
    seeds: tuple[int, ...]

    @property
    def name(self) -> str:
        """The errand in a line that can be read back."""
        return f"{self.knob} {self.by:+d} {_seeds_text(self.seeds)}"

    @classmethod
    def read(cls, name: str) -> Errand:
        """An errand from its line."""
        knob, by, seeds = name.rsplit(" ", 2)
        return cls(knob, int(by), tuple(_seeds(seeds)))


def _seeds_text(seeds: Sequence[int]) -> str:
    """Seeds, each run of them by its ends and its step: ``0-38/2,41``."""
    runs: list[list[int]] = []
    for seed in seeds:
        last = runs[-1] if runs else []
        if last and (len(last) == 1 or seed - last[-1] == last[1] - last[0]):
            last.append(seed)
        else:
            runs.append([seed])
    return ",".join(_run(run) for run in runs)


def _run(run: Sequence[int]) -> str:
    if len(run) == 1:
        return str(run[0])
    step = run[1] - run[0]
    return f"{run[0]}-{run[-1]}" + (f"/{step}" if step != 1 else "")


def _seeds(text: str) -> Iterator[int]:
    for run in text.split(","):
        ends, _, step = run.partition("/")
        first, _, last = ends.partition("-")
        yield from range(int(first), int(last or first) + 1, int(step or 1))


@dataclass(frozen=True)
class Turning:
    """The job of one scenario: battles as they are, and with one number or another turned."""

    base: Variant

    @property
    def id(self) -> str:
        """What tells this job from others."""
        return f"knobs-{self.base.id}"

    @property
    def ruleset(self) -> str:
        """The ruleset whose table it needs."""
        return self.base.match.ruleset

    def task(self) -> Callable[[str], Batch]:
        """What is done with each errand, in whatever process."""
        return _Task(self.base)


@dataclass(frozen=True)
class _Task:
    base: Variant

    def __call__(self, name: str) -> Batch:
        errand = Errand.read(name)
        base, seeds = self.base, tuple(map(str, errand.seeds))
        about: tuple[tuple[Role, Role], Any] = base.sides, base.strengths
        if errand.knob == NOTED:
            return batch_with_reads(name, base.match, seeds, *about)
        if errand.knob == AS_IT_IS:
            return plain_batch(name, base.match, seeds, *about)
        knob = knob_called(tables_of(base.match), errand.knob)
        variant = None if knob is None else turned_by(base, knob, errand.by)
        if variant is None:
            return Batch(name, (), tuple(Failure(seed, "no such step", errand.knob) for seed in seeds))
        return plain_batch(name, variant.match, seeds, *about)


def in_batches(errand: Errand, most: int) -> Iterator[Errand]:
    """An errand as several, none longer than so many battles."""
    for start in range(0, len(errand.seeds), most):
        yield Errand(errand.knob, errand.by, errand.seeds[start : start + most])
