"""House rules for every cell of a ruleset's tables: values that fit it, from its limits to what somebody might well try."""

from __future__ import annotations

import json
from collections.abc import Iterator
from random import Random
from typing import Any

from sandtable.conformance.cases import SEED, with_option_on
from sandtable.conformance.random_forms import random_run, read_random_form, with_questions
from sandtable.conformance.table_search import finished_search
from sandtable.kernel.flaw import Flaw
from sandtable.kernel.problem import Refusal
from sandtable.kernel.ruleset import Action, Ruleset
from sandtable.kernel.tables import Tables
from sandtable.kernel.texts import kernel_catalogue

CHANGES = (-5, 5)  # what a club might add to a number
WORD = "nonsense"


def trials(value: Any, tables: Tables, path: str) -> Iterator[Any]:
    """Values to try in place of a default; many will be refused, which is as good."""
    if isinstance(value, bool):
        yield not value
    elif isinstance(value, int):
        limits = (tables.note(path, "min"), tables.note(path, "max"))
        yield from (*(value + change for change in CHANGES), *(limit for limit in limits if limit is not None), "-")
    elif isinstance(value, str):
        yield from (*(tables.note(path, "words") or ())[:2], WORD, "-", "1/3")
    elif isinstance(value, tuple):
        for position in {0, len(value) - 1}:
            for trial in trials(value[position], tables, path):
                yield [*value[:position], trial, *value[position + 1 :]]


def house_file(path: str, value: Any) -> str:
    """One house rule as a file; JSON and TOML write these values alike."""
    dotted = ".".join(json.dumps(part) for part in path.split("."))
    return f"{dotted} = {json.dumps(value)}"


class HouseRuleTrial:
    """Every action that reads a cell, played with the cell changed."""

    def __init__(self, ruleset: Ruleset) -> None:
        self.ruleset = ruleset
        self.random = Random(SEED)
        self.readers = finished_search(ruleset.id)

    def faults(self) -> Iterator[str]:
        """House rules that were accepted and could not be played."""
        tables = self.ruleset.default_tables
        for path, default in tables.cells.items():
            actions = [action for action in self.ruleset.actions if path in self.readers.read_by[action.id]]
            for value in trials(default, tables, path):
                if not actions or value == default:
                    continue
                fault = self._fault(self.random.choice(actions), path, value)
                if fault:
                    yield f"{path} = {value!r} ({fault})"
                    break

    def _fault(self, action: Action, path: str, value: Any) -> str:
        try:
            tables = self.ruleset.tables(with_option_on(action, {}), house_file(path, value))
        except Refusal:
            return ""
        try:
            form = read_random_form(action, self.random, tables)
            run = random_run(action.start(form.situation, tables), self.random, form.answers)
            law = action.law(form.situation, tables, with_questions(form.answers, run)).law
            for verdict, _ in law:
                verdict.outcome()
                verdict.measured()
        except Flaw as flaw:
            return f"{action.id}: {kernel_catalogue().say(flaw.reason)}"
        except Refusal:
            return ""
        except Exception as error:  # noqa: BLE001 - whatever it is, players would see it
            return f"{action.id}: {type(error).__name__} {error}"
        if any(weight <= 0 for _, weight in law):
            return f"{action.id}: the law has a weight that is not above nought"
        return "" if law.total == 1 else f"{action.id}: the law sums to {law.total}"
