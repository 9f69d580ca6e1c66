"""Exact odds of every action, for situations not seen before.

A situation is measured in several rounds, each of which begins with everything forgotten that a process remembers of situations; what it
remembers of tables comes back with the first situation, which is not measured. A situation's time is the median of its rounds, so that a
hiccup of the machine is nobody's worst; the worst time is that of the slowest situation.
"""

from __future__ import annotations

import gc
import sys
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import _lru_cache_wrapper
from random import Random
from statistics import median
from time import process_time
from typing import Any

from bench.situations import largest, situations, tables_for
from sandtable.kernel.drivers import Exact
from sandtable.kernel.reader import Form
from sandtable.kernel.ruleset import Action, Ruleset
from sandtable.kernel.tables import Tables
from sandtable.umpire.odds import odds_view
from sandtable.umpire.setting import read_setting

TARGET = 50.0  # milliseconds, a frame or two on a phone, for any action but those below
ROUNDS = 5
MILLI = 1000
NO_TARGET = {("uprising1848", "event")}  # the deck of events, by which nobody weighs a decision


@dataclass(frozen=True, slots=True)
class ActionTimes:
    """How long the odds of one action take, in milliseconds of processor time."""

    ruleset: str
    action: str
    verdicts: int  # of the largest law met
    median: float
    worst: float
    shown: float  # median of the odds as a screen shows them, words included

    @property
    def ratio(self) -> float | None:
        """The worst time by the target, for an action that has one."""
        return None if (self.ruleset, self.action) in NO_TARGET else self.worst / TARGET


def action_times(ruleset: Ruleset, forms: int, seed: int) -> Iterator[ActionTimes]:
    """Every action of a ruleset that throws dice or asks."""
    for action in ruleset.actions:
        if not action.ledger_only:
            yield _times(ruleset, action, forms, seed)


def _times(ruleset: Ruleset, action: Action, forms: int, seed: int) -> ActionTimes:
    tables = tables_for(ruleset, action, seed)
    setting = replace(read_setting({"ruleset": ruleset.id}), tables=tables)
    first, *drawn = situations(action, tables, 1 + 2 * forms, seed)
    weighed, looked_at = [*drawn[::2], *largest(ruleset, action, tables)], drawn[1::2]
    gc.collect()
    gc.freeze()  # the collector's pauses over everything else that has been loaded are not the situation's
    most = 0
    taken: list[list[float]] = [[] for _ in weighed]
    random = Random(seed)  # noqa: S311 - an order, not a secret
    for _ in range(ROUNDS):
        forget_situations()
        _law(action, first, tables)
        for place in random.sample(range(len(weighed)), len(weighed)):
            before = process_time()
            exact = _law(action, weighed[place], tables)
            taken[place].append(MILLI * (process_time() - before))
            assert exact.law.total == 1
            most = max(most, len(exact.law))
    laws = [median(rounds) for rounds in taken]
    shown: list[float] = []
    for form in looked_at:
        before = process_time()
        odds_view(setting, action, form, {})
        shown.append(MILLI * (process_time() - before))
    return ActionTimes(ruleset.id, action.id, most, median(laws), max(laws), median(shown))


def _law(action: Action, form: Form, tables: Tables) -> Exact[Any]:
    return action.law(form.situation, tables, form.answers)


def forget_situations() -> None:
    """Empty every memory of limited size: those are for what comes with situations, the others for what a process meets once."""
    for memory in _memories():
        if memory.cache_parameters()["maxsize"] is not None:
            memory.cache_clear()


def _memories() -> Iterator[_lru_cache_wrapper[Any]]:
    for name, module in list(sys.modules.items()):
        if name.startswith("sandtable."):
            yield from (found for found in vars(module).values() if isinstance(found, _lru_cache_wrapper))
