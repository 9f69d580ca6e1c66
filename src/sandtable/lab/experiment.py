"""An experiment: the question, what is played, when it stops and with which seeds, all settled before the first battle.

It can be a file, so that it can be shared and nobody can say afterwards that he had asked something else: its hash stands in the journal.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from hashlib import sha256
from itertools import count
from typing import Any, Literal

from sandtable.battle.matches.shares import Interval
from sandtable.kernel import codec
from sandtable.kernel.problem import refuse
from sandtable.lab.battles.jobs import Battles, Job, PairsOf
from sandtable.lab.battles.journal import Head
from sandtable.lab.battles.variant import SHORT, Variant, plain_variants, variants_in
from sandtable.lab.numbers.sprt import Sprt
from sandtable.lab.questions.balance import GOAL
from sandtable.lab.questions.compare import SAME

Rule = Literal["decided", "planned", "sprt"]
MOST = 4000  # battles or pairs of a run that nobody stops
CONFIRM = 1_000_000  # where seeds begin on which what was found is confirmed
LARGEST_SEED = 2**63 - 1


@dataclass(frozen=True, slots=True)
class Stop:
    """When a run stops: as soon as it is known (``decided``, ``sprt``), or after a number that was settled (``planned``).

    ``goal`` is what counts as even, ``same`` what counts as no difference; ``worse`` and ``equal`` are the differences that a test by choice chooses from.
    """

    rule: Rule = "decided"
    most: int = MOST
    goal: Interval = GOAL
    same: Interval = SAME
    worse: float = -0.05
    equal: float = 0.0
    alpha: float = 0.05
    beta: float = 0.05

    @property
    def planned(self) -> int | None:
        """The number that was settled beforehand, if one was."""
        return self.most if self.rule == "planned" else None

    @property
    def sprt(self) -> Sprt | None:
        """The test by choice, where that is what stops it."""
        return Sprt(self.worse, self.equal, self.alpha, self.beta) if self.rule == "sprt" else None


@dataclass(frozen=True, slots=True)
class Seeds:
    """Where seeds begin: those that are looked at, and fresh ones for what was found; none: it is not confirmed."""

    screen: int = 0
    confirm: int | None = None

    def of(self, first: int) -> Iterator[str]:
        """Seeds counted up from the first, without end."""
        return map(str, count(first))


@dataclass(frozen=True)
class Experiment:
    """Everything that was settled beforehand. One variant of a scenario is counted by itself; of several each is compared with the first."""

    question: str
    variants: tuple[tuple[Variant, ...], ...]  # for each scenario, the variants of it
    stop: Stop = Stop()
    seeds: Seeds = Seeds()
    held: bool = False

    def __post_init__(self) -> None:
        """Refuse what would deceive: fresh seeds that have been looked at, bands with nothing in them."""
        confirm = self.seeds.confirm
        if confirm is not None and abs(confirm - self.seeds.screen) < self.stop.most:
            raise refuse(
                "seeds", "lab.experiment.overlap", most=self.stop.most, first=self.seeds.screen, confirm=confirm
            )
        for name, band, least in (("goal", self.stop.goal, 0), ("same", self.stop.same, -1)):
            if not band[0] < band[1]:
                raise refuse(f"stop.{name}", "lab.experiment.empty_band")
            if band[0] < least or band[1] > 1:
                raise refuse(f"stop.{name}", f"lab.experiment.wide_{name}")
        if self.stop.rule == "sprt" and not self.stop.worse < self.stop.equal:
            raise refuse("stop", "lab.experiment.empty_choice")
        if self.stop.rule == "sprt" and not -1 <= self.stop.worse < self.stop.equal <= 1:
            raise refuse("stop", "lab.experiment.wide_same")

    @property
    def compares(self) -> bool:
        """Whether variants are compared, rather than counted each by itself."""
        return len(self.variants[0]) > 1

    @cached_property
    def jobs(self) -> tuple[Job, ...]:
        """The jobs: what is played."""
        if not self.compares:
            return tuple(Battles(one) for (one,) in self.variants)
        return tuple(PairsOf(first, other, self.held) for first, *others in self.variants for other in others)

    @cached_property
    def about(self) -> dict[str, Any]:
        """Everything that was settled beforehand, as plain data."""
        return {
            "question": self.question,
            "variants": plain_variants(self.variants),
            "rules_versions": {one.match.ruleset: one.rules_version for of_one in self.variants for one in of_one},
            "stop": codec.write(self.stop),
            "seeds": codec.write(self.seeds),
            "held": self.held,
        }

    @cached_property
    def hash(self) -> str:
        """A short name of exactly this experiment."""
        return sha256(json.dumps(self.about, sort_keys=True).encode()).hexdigest()[:SHORT]

    @property
    def head(self) -> Head:
        """The first line of its journal."""
        return Head(self.hash, self.about)


def experiment_of_journal(about: Mapping[str, Any]) -> Experiment:
    """The experiment that a journal is of."""
    try:
        stop = codec.read(Stop, about["stop"], "stop")
        seeds = codec.read(Seeds, about["seeds"], "seeds")
        return Experiment(str(about["question"]), variants_in(about), stop, seeds, bool(about["held"]))
    except (KeyError, TypeError, IndexError):
        raise refuse("journal", "lab.journal.none") from None
