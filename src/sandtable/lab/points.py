"""What a unit is worth: battles made by chance, from which units are left out by chance, and what each sort adds to the odds of a win."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from hashlib import sha256
from random import Random
from typing import Any, Protocol, runtime_checkable

import numpy as np

from sandtable.battle.matches.match import Failure, Match, Record, failure_of, try_battle
from sandtable.battle.matches.shares import Z95
from sandtable.battle.registry import table
from sandtable.battle.scenario.reader import read_scenario
from sandtable.battle.scenario.rules import scenario_rules
from sandtable.battle.scenario.scenario import Scenario
from sandtable.battle.scenario.strengths import with_strengths
from sandtable.kernel.problem import Refusal
from sandtable.lab.battles.jobs import Outcome
from sandtable.lab.battles.variant import SHORT, variant
from sandtable.lab.numbers.logistic import fit_logistic
from sandtable.lab.questions.balance import worth

KIND = "points"  # of its journals
LEFT_OUT = 0.3  # how often a unit is
KEPT = 500  # battles that a process keeps as made
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

    def task(self) -> Callable[[str], Outcome]:
        """What is done with each seed, in whatever process."""
        return _ChanceTask(self.ruleset, self.level)


@dataclass(frozen=True, slots=True)
class _ChanceTask:
    ruleset: str
    level: str

    def __call__(self, seed: str) -> Record | Failure:
        try:
            return try_battle(match_of(self.ruleset, self.level, seed), seed)
        except Exception as error:  # noqa: BLE001 - a battle that cannot be made is told, and the others go on
            return failure_of(seed, error)


def match_of(ruleset: str, level: str, seed: str) -> Match:
    """The battle of a seed, and who plays it."""
    return variant(scenario_of(ruleset, seed), level).match


@lru_cache(maxsize=KEPT)
def scenario_of(ruleset: str, seed: str) -> Scenario:
    """The battle of a seed: made by chance, with some units left out. To make one takes a fifth of a second, so it is kept for the telling."""
    text = scenario_rules(ruleset).made_by_chance(int(seed))
    return _thinned(text, Random(f"points {seed}"))  # noqa: S311 - a game


def _thinned(text: str, luck: Random) -> Scenario:
    """A battle from which units are left out by chance, as far as it can still be played."""
    whole = read_scenario(text)
    for _ in range(TRIES):
        strengths = {unit.id: 0 if luck.random() < LEFT_OUT else unit.bases for unit in whole.units}
        try:
            return read_scenario(with_strengths(text, strengths))
        except Refusal:
            continue
    return whole


@dataclass(frozen=True, slots=True)
class Worth:
    """What a unit of a sort is worth, with its 95% interval, beside what the opponent takes it for; in units of the average."""

    sort: str
    worth: float
    low: float
    high: float
    price: float | None
    battles: int  # in which both sides differed in it


def sorts_of(scenario: Scenario) -> tuple[Counter[str], Counter[str]]:
    """How many units of each sort both sides have."""
    first, second = (
        Counter(unit.type for unit in scenario.units if unit.side == side.label) for side in scenario.sides
    )
    return first, second


def worths(forces: Sequence[tuple[Mapping[str, int], Mapping[str, int]]], won: Sequence[float]) -> list[Worth]:
    """What units are worth by who won with which: the first side's units less the second's, and a term for the sides."""
    sorts = sorted({sort for both in forces for force in both for sort in force})
    design = np.array([[*(a.get(sort, 0) - b.get(sort, 0) for sort in sorts), 1.0] for a, b in forces], np.float64)
    ridge = np.diag([PULL] * len(sorts) + [0.0])
    fit = fit_logistic(design, np.array(won, np.float64), ridge, np.arange(len(won)))
    spread = fit.spread(np.eye(len(sorts) + 1))
    scale = float(np.mean(np.abs(fit.coefficients[:-1]))) or 1.0
    return [
        Worth(
            sort,
            float(fit.coefficients[place]) / scale,
            float(fit.coefficients[place] - Z95 * spread[place]) / scale,
            float(fit.coefficients[place] + Z95 * spread[place]) / scale,
            None,
            int(np.count_nonzero(design[:, place])),
        )
        for place, sort in enumerate(sorts)
    ]


def worths_in(about: Mapping[str, Any], outcomes: Iterable[Outcome]) -> list[Worth]:
    """What units are worth by a journal: its head, and what came of its battles."""
    return worths_beside_prices(str(about["ruleset"]), outcomes)


def worths_beside_prices(ruleset: str, outcomes: Iterable[Outcome]) -> list[Worth]:
    """What units are worth by the outcomes of battles, beside the opponent's prices, brought to the same average."""
    forces, won = [], []
    for one in outcomes:
        if isinstance(one, Record):
            scenario = scenario_of(ruleset, one.seed)
            forces.append(sorts_of(scenario))
            won.append(worth(one, scenario.sides[0].label))
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
