"""Random legal forms of a ruleset's actions, read and ready to run, under the default options and others."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, is_dataclass
from functools import cache, cached_property
from random import Random
from typing import Any

from sandtable.conformance.random_forms import covering_forms, random_form, random_settings
from sandtable.kernel import codec, registry
from sandtable.kernel.drivers import Exact, Finished, Given
from sandtable.kernel.drivers.run import Start
from sandtable.kernel.ledger import Entry
from sandtable.kernel.messages import PLAIN, Style
from sandtable.kernel.problem import Problem
from sandtable.kernel.reader import Form, read_form
from sandtable.kernel.ruleset import Action, Ruleset
from sandtable.kernel.tables import Tables
from sandtable.umpire.resolution import record_of
from sandtable.umpire.setting import Setting

SEED = 1910
FORMS = 8  # random forms per action and test
VERDICTS = 3000  # of all forms of an action together; set-up tables have thousands each


@dataclass(frozen=True)
class Case:
    """A form of an action, read under some options."""

    action: Action
    options: Mapping[str, Any]
    tables: Tables
    form: Form

    @property
    def start(self) -> Start[Any]:
        return self.action.start(self.form.situation, self.tables)

    @cached_property
    def exact(self) -> Exact[Any]:
        """The exact law, with the form's answers alone."""
        return self.law({})

    def law(self, answers: Mapping[str, Given]) -> Exact[Any]:
        """The exact law, with the form's answers and others."""
        return self.action.law(self.form.situation, self.tables, {**self.form.answers, **answers})


def settings_of(ruleset: Ruleset, action: Action, seed: int = SEED) -> Iterator[tuple[dict[str, Any], Tables, Random]]:
    """The defaults and one mixture of options, with the action's own option switched on."""
    random = Random(seed)
    settings = random_settings(ruleset.options, random)
    for options in (settings[0], random.choice(settings)):
        opened = opening(action, options)
        yield opened, ruleset.tables(opened), random


def opening(action: Action, options: Mapping[str, Any]) -> dict[str, Any]:
    """The options, with that of the action switched on."""
    return {**options, **({action.option[0]: action.option[1]} if action.option else {})}


def cases(
    ruleset: Ruleset, action: Action, *, forms: int = FORMS, covering: int = 0, seed: int = SEED
) -> tuple[Case, ...]:
    """Random forms under the defaults and under other options, read. Of actions with enormous laws there are fewer."""
    return _cases(ruleset.id, action.id, forms, covering, seed)


@cache
def _cases(ruleset_name: str, action_id: str, forms: int, covering: int, seed: int) -> tuple[Case, ...]:
    ruleset = registry.ruleset(ruleset_name)
    action = ruleset.by_id[action_id]
    found: list[Case] = []
    for options, tables, random in settings_of(ruleset, action, seed):
        verdicts = 0
        raws = [random_form(action, random, tables) for _ in range(forms)]
        raws += covering_forms(action, random, tables, covering) if covering else []
        for raw in raws:
            form = read_form(action, raw, tables, PLAIN)
            assert isinstance(form, Form)
            found.append(Case(action, options, tables, form))
            verdicts += len(found[-1].exact.law)
            if verdicts > VERDICTS:
                break
    return tuple(found)


def setting_of(ruleset: Ruleset, options: Mapping[str, Any] | None = None, style: Style = PLAIN) -> Setting:
    """A voice for the ruleset."""
    return Setting(ruleset, ruleset.tables(options or {}), style, "", options or {})


def entry_of(ruleset: Ruleset, case: Case, run: Finished[Any], name: str) -> Entry:
    """A run as the log keeps it."""
    meta = {"id": name, "side": ruleset.sides[0].id, "turn": 1}
    setting = Setting(ruleset, case.tables, PLAIN, "", case.options)
    return Entry(record_of(setting, case.action, case.form, run, meta), case.form.situation, run.verdict)


def told(ruleset: Ruleset, problems: list[Problem]) -> list[str]:
    """Problems in words."""
    setting = setting_of(ruleset)
    return [f"{problem.field}: {setting.say(problem.message)}" for problem in problems]


def plain_json(value: Any) -> Any:
    """The value as a phone gets it; what JSON does not know is an error."""
    written = codec.write(value) if is_dataclass(value) else value
    return json.loads(json.dumps(written, allow_nan=False))
