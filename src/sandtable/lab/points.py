"""What a unit is worth: battles made by chance, from which units are left out by chance, and what each sort adds to the odds of a win."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from random import Random
from typing import Any, Protocol, runtime_checkable

import numpy as np

from sandtable.battle.matches.match import Z95, Failure, Match, Record, failed, tried
from sandtable.battle.registry import table
from sandtable.battle.scenario.reader import read_scenario
from sandtable.battle.scenario.rules import scenario_rules
from sandtable.battle.scenario.strengths import with_strengths
from sandtable.kernel.problem import Refusal
from sandtable.lab.battles.jobs import Told
from sandtable.lab.battles.variant import SHORT, variant
from sandtable.lab.numbers.logistic import fitted
from sandtable.lab.questions.balance import worth

LEFT_OUT = 0.3  # how often a unit is
TRIES = 20  # of leaving units out so that the battle can still be played
PULL = 0.02  # to nought: a sort that hardly ever differs has no worth of its own


@runtime_checkable
class HasPrices(Protocol):
    """A table whose opponent has a price for each sort of unit."""

    @property
    def prices(self) -> Mapping[str, float]:
        """What a unit of a sort is worth beside others."""


@dataclass(frozen=True)
class ByChance:
    """Battles made by chance, the computer against itself; each seed is another battle."""

    ruleset: str
    level: str = ""

    @property
    def id(self) -> str:
        """What tells this job from others."""
        told = json.dumps(["points", self.ruleset, self.level, table(self.ruleset).rules_version])
        return sha256(told.encode()).hexdigest()[:SHORT]

    def task(self) -> Callable[[str], Told]:
        """What is done with each seed, in whatever process."""
        return _ChanceTask(self.ruleset, self.level)


@dataclass(frozen=True, slots=True)
class _ChanceTask:
    ruleset: str
    level: str

    def __call__(self, seed: str) -> Record | Failure:
        try:
            return tried(match_of(self.ruleset, self.level, seed), seed)
        except Exception as error:  # noqa: BLE001 - a battle that cannot be made is told, and the others go on
            return failed(seed, error)


def match_of(ruleset: str, level: str, seed: str) -> Match:
    """The battle of a seed: made by chance, with some units left out."""
    text = scenario_rules(ruleset).made_by_chance(int(seed))
    return variant(read_scenario(_thinned(text, Random(f"points {seed}"))), level).match  # noqa: S311 - a game


def _thinned(text: str, luck: Random) -> str:
    """A battle from which units are left out by chance, as far as it can still be played."""
    units = read_scenario(text).units
    for _ in range(TRIES):
        strengths = {unit.id: 0 if luck.random() < LEFT_OUT else unit.bases for unit in units}
        try:
            thinned = with_strengths(text, strengths)
            read_scenario(thinned)
        except Refusal:
            continue
        return thinned
    return text


@dataclass(frozen=True, slots=True)
class Worth:
    """What a unit of a sort is worth, with its 95% interval, beside what the opponent takes it for; in units of the average."""

    sort: str
    worth: float
    low: float
    high: float
    price: float | None
    battles: int  # in which both sides differed in it


def sorts_of(scenario: str) -> tuple[Counter[str], Counter[str]]:
    """How many units of each sort both sides have."""
    read = read_scenario(scenario)
    first, second = (Counter(unit.type for unit in read.units if unit.side == side.label) for side in read.sides)
    return first, second


def worths(forces: Sequence[tuple[Mapping[str, int], Mapping[str, int]]], won: Sequence[float]) -> list[Worth]:
    """What units are worth by who won with which: the first side's units less the second's, and a term for the sides."""
    sorts = sorted({sort for both in forces for force in both for sort in force})
    design = np.array([[*(a.get(sort, 0) - b.get(sort, 0) for sort in sorts), 1.0] for a, b in forces], np.float64)
    ridge = np.diag([PULL] * len(sorts) + [0.0])
    fit = fitted(design, np.array(won, np.float64), ridge, np.arange(len(won)))
    spread = fit.spread(np.eye(len(sorts) + 1))
    scale = float(np.mean(np.abs(fit.found[:-1]))) or 1.0
    return [
        Worth(
            sort,
            float(fit.found[place]) / scale,
            float(fit.found[place] - Z95 * spread[place]) / scale,
            float(fit.found[place] + Z95 * spread[place]) / scale,
            None,
            int(np.count_nonzero(design[:, place])),
        )
        for place, sort in enumerate(sorts)
    ]


def told_worths(ruleset: str, level: str, told: Iterator[Told]) -> list[Worth]:
    """What battles say that units are worth, beside the opponent's prices, brought to the same average."""
    forces, won = [], []
    for one in told:
        if isinstance(one, Record):
            match = match_of(ruleset, level, one.seed)
            forces.append(sorts_of(match.scenario))
            won.append(worth(one, match.players[0][0]))
    found = worths(forces, won) if won else []
    rules: Any = table(ruleset)
    prices = rules.prices if isinstance(rules, HasPrices) else {}
    known = [prices[one.sort] for one in found if one.sort in prices]
    scale = sum(known) / len(known) if known else 1.0
    return [
        Worth(
            one.sort,
            one.worth,
            one.low,
            one.high,
            prices[one.sort] / scale if one.sort in prices else None,
            one.battles,
        )
        for one in found
    ]
