"""Exact odds of every action, for situations not seen before."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from dataclasses import dataclass, replace
from statistics import median
from time import process_time

from bench.situations import situations, tables_for
from sandtable.kernel.ruleset import Action, Ruleset
from sandtable.umpire.odds import odds_view
from sandtable.umpire.setting import read_setting

TARGET = 5.0  # milliseconds, for any combat, morale or order action
MILLI = 1000


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
    def ratio(self) -> float:
        """The worst time by the target."""
        return self.worst / TARGET


def action_times(ruleset: Ruleset, forms: int, seed: int) -> Iterator[ActionTimes]:
    """Every action of a ruleset that throws dice or asks."""
    for action in ruleset.actions:
        if not action.ledger_only:
            yield _times(ruleset, action, forms, seed)


def _times(ruleset: Ruleset, action: Action, forms: int, seed: int) -> ActionTimes:
    tables = tables_for(ruleset, action, seed)
    setting = replace(read_setting({"ruleset": ruleset.id}), tables=tables)
    drawn = situations(action, tables, 2 * forms, seed)
    laws: list[float] = []
    shown: list[float] = []
    largest = 0
    action.law(drawn[0].situation, tables, drawn[0].answers)  # what a process works out once is not the situation's
    gc.collect()
    gc.freeze()  # nor are the collector's pauses over everything else that has been loaded
    for form in drawn[2::2]:
        before = process_time()
        exact = action.law(form.situation, tables, form.answers)
        laws.append(MILLI * (process_time() - before))
        assert exact.law.total == 1
        largest = max(largest, len(exact.law))
    for form in drawn[1::2]:
        before = process_time()
        odds_view(setting, action, form, {})
        shown.append(MILLI * (process_time() - before))
    return ActionTimes(ruleset.id, action.id, largest, median(laws), max(laws), median(shown))
