"""Random legal forms of a ruleset's actions, read and ready to run, under the default options and others."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, is_dataclass
from functools import cache, cached_property, lru_cache
from random import Random
from typing import Any

from sandtable.conformance.breach import BreachError
from sandtable.conformance.leaves import Leaf, TooManyFacesError, some_leaves
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
LEAVES = 250  # ways a form can go that are counted one by one
VERDICTS = 3000  # of all forms of an action together; set-up tables have thousands each


@dataclass(frozen=True, eq=False)
class Case:
    """A form of an action, read under some options. It is only ever the same as itself."""

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


Forms = tuple[tuple[Mapping[str, Any], Tables, tuple[Form, ...]], ...]  # read, by the options under which they are


def settings_of(ruleset: Ruleset, action: Action, seed: int = SEED) -> Iterator[tuple[dict[str, Any], Tables, Random]]:
    """The defaults and one mixture of options, with the action's own option switched on."""
    random = Random(seed)
    settings = random_settings(ruleset.options, random)
    for options in (settings[0], random.choice(settings)):
        opened = with_option_on(action, options)
        yield opened, ruleset.tables(opened), random


def with_option_on(action: Action, options: Mapping[str, Any]) -> dict[str, Any]:
    """The options, with that of the action switched on."""
    return {**options, **({action.option[0]: action.option[1]} if action.option else {})}


def cases(
    ruleset: Ruleset, action: Action, *, forms: int = FORMS, covering: int = 0, seed: int = SEED
) -> tuple[Case, ...]:
    """Random forms under the defaults and under other options, read. Of actions with enormous laws there are fewer."""
    return _cases(ruleset.id, action.id, forms, covering, seed)


@cache
def _cases(ruleset_name: str, action_id: str, forms: int, covering: int, seed: int) -> tuple[Case, ...]:
    action = registry.ruleset(ruleset_name).by_id[action_id]
    found: list[Case] = []
    for options, tables, read in _forms(ruleset_name, action_id, forms, covering, seed):
        verdicts = 0
        for form in read:
            found.append(Case(action, options, tables, form))
            verdicts += len(found[-1].exact.law)
            if verdicts > VERDICTS:
                break
    return tuple(found)


def covering_forms_of(ruleset: Ruleset, action: Action, covering: int) -> Forms:
    """Random forms and those in which choices meet each other, under the defaults and under other options."""
    return _forms(ruleset.id, action.id, FORMS, covering, SEED)


@cache
def _forms(ruleset_name: str, action_id: str, forms: int, covering: int, seed: int) -> Forms:
    ruleset = registry.ruleset(ruleset_name)
    action = ruleset.by_id[action_id]
    found: list[tuple[dict[str, Any], Tables, tuple[Form, ...]]] = []
    for options, tables, random in settings_of(ruleset, action, seed):
        raws = [random_form(action, random, tables) for _ in range(forms)]
        raws += covering_forms(action, random, tables, covering) if covering else []
        found.append((options, tables, tuple(_read(ruleset, action, raw, tables) for raw in raws)))
    return tuple(found)


def _read(ruleset: Ruleset, action: Action, raw: Mapping[str, Any], tables: Tables) -> Form:
    read = read_form(action, raw, tables, PLAIN)
    if not isinstance(read, Form):
        raise BreachError(f"a form that was made to be legal is refused: {problem_texts(ruleset, read)}")
    return read


@lru_cache(maxsize=64)  # of the action that is looked at
def leaves_of(case: Case) -> tuple[list[Leaf], bool] | None:
    """Some of the ways that a case can go, each by itself, and whether these are all; None where a throw has too many faces."""
    try:
        return some_leaves(case.start, case.form.answers, LEAVES)
    except TooManyFacesError:
        return None


def setting_of(ruleset: Ruleset, options: Mapping[str, Any] | None = None, style: Style = PLAIN) -> Setting:
    """The ruleset under these options, with its words in a measure."""
    return Setting(ruleset, ruleset.tables(options or {}), style, "", options or {})


def entry_of(ruleset: Ruleset, case: Case, run: Finished[Any], name: str) -> Entry:
    """A run as the log keeps it."""
    meta = {"id": name, "side": ruleset.sides[0].id, "turn": 1}
    setting = Setting(ruleset, case.tables, PLAIN, "", case.options)
    return Entry(record_of(setting, case.action, case.form, run, meta), case.form.situation, run.verdict)


def problem_texts(ruleset: Ruleset, problems: list[Problem]) -> list[str]:
    """The sentences of some problems, in the ruleset's words."""
    setting = setting_of(ruleset)
    return [f"{problem.field}: {setting.say(problem.message)}" for problem in problems]


def plain_json(value: Any) -> Any:
    """A value as a phone gets it: written as JSON and read again; what JSON cannot hold is an error."""
    written = codec.write(value) if is_dataclass(value) else value
    return json.loads(json.dumps(written, allow_nan=False))
