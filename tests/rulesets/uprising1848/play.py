"""Playing 1848! in tests: forms read, dice given, laws taken, logs folded."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any

from sandtable.kernel.drivers import Asking, Exact, Finished, Given, advance
from sandtable.kernel.effects import plain
from sandtable.kernel.ledger import Entry, Fold, fold
from sandtable.kernel.messages import PLAIN
from sandtable.kernel.problem import Problem
from sandtable.kernel.reader import Form, read_form
from sandtable.kernel.record import Answer, Record
from sandtable.kernel.stream import DiceStream
from sandtable.kernel.tables import Tables
from sandtable.rulesets.uprising1848.ledger import UprisingLedger
from sandtable.rulesets.uprising1848.ruleset import RULESET

__all__ = ["RULESET"]
CASES = Path(__file__).parent / "cases"


def cases(kind: str) -> list[dict[str, Any]]:
    """All cases of a kind (``case`` or ``log``) from the golden files, with the file they stand in."""
    return [
        {**case, "file": path.stem}
        for path in sorted(CASES.glob("*.toml"))
        for case in tomllib.loads(path.read_text(encoding="utf-8")).get(kind, ())
    ]


def tables(options: Mapping[str, Any] | None = None, house: str = "") -> Tables:
    """The tables in force."""
    return RULESET.tables(options or {}, house)


def form(action: str, fields: Mapping[str, Any], options: Mapping[str, Any] | None = None) -> Form | list[Problem]:
    """A form read, or its problems."""
    return read_form(RULESET.by_id[action], fields, tables(options), PLAIN, RULESET.field_names)


def read(action: str, fields: Mapping[str, Any], options: Mapping[str, Any] | None = None) -> Form:
    """A form that has no problems."""
    got = form(action, fields, options)
    assert isinstance(got, Form), [(problem.field, problem.message.id) for problem in got]
    return got


def problems(action: str, fields: Mapping[str, Any], options: Mapping[str, Any] | None = None) -> list[Problem]:
    """What is wrong with a form."""
    got = form(action, fields, options)
    return [] if isinstance(got, Form) else got


def resolve(
    action: str,
    fields: Mapping[str, Any],
    answers: Mapping[str, Any] | None = None,
    options: Mapping[str, Any] | None = None,
    seed: str | None = None,
    *,
    usual: bool = True,
) -> Asking[Any] | Finished[Any]:
    """An action run as far as answers, seed and usual answers go."""
    got = read(action, fields, options)
    given = {**got.answers, **{key: Given(value) for key, value in (answers or {}).items()}}
    dice = DiceStream(seed) if seed is not None else None
    return advance(RULESET.by_id[action].start(got.situation, tables(options)), given, dice, usual=usual)


def verdict(
    action: str,
    fields: Mapping[str, Any],
    answers: Mapping[str, Any] | None = None,
    options: Mapping[str, Any] | None = None,
    seed: str | None = None,
) -> Any:
    """The verdict of an action; every die must have been given or a seed."""
    result = resolve(action, fields, answers, options, seed)
    assert isinstance(result, Finished), f"{action} asks for {result.key}"
    return result.verdict


def effects(
    action: str,
    fields: Mapping[str, Any],
    answers: Mapping[str, Any] | None = None,
    options: Mapping[str, Any] | None = None,
    seed: str | None = None,
) -> list[dict[str, Any]]:
    """The effects of an action as plain data."""
    return [effect.plain() for effect in verdict(action, fields, answers, options, seed).effects]


def law(
    action: str,
    fields: Mapping[str, Any],
    answers: Mapping[str, Any] | None = None,
    options: Mapping[str, Any] | None = None,
) -> Exact[Any]:
    """The exact law of an action."""
    got = read(action, fields, options)
    given = {**got.answers, **{key: Given(value) for key, value in (answers or {}).items()}}
    return RULESET.by_id[action].law(got.situation, tables(options), given)


def mean(action: str, fields: Mapping[str, Any], measure: str, **about: Any) -> Fraction:
    """The mean of a measure."""
    exact = law(action, fields, **about)
    return exact.law.mean(RULESET.by_id[action].verdict.measures[measure])


def chance(action: str, fields: Mapping[str, Any], **about: Any) -> int:
    """The chance of the first throw, in per cent."""
    exact = law(action, fields, **about)
    request = next(
        request for request in exact.requests.values() if getattr(request, "tally", None) and request.tally.percent
    )
    return request.tally.total


def outcomes(action: str, fields: Mapping[str, Any], **about: Any) -> dict[str, Fraction]:
    """The rows of the odds by their keys."""
    projected = law(action, fields, **about).law.project(lambda found: found.outcome().key)
    return dict(projected)


def has(found: Sequence[Mapping[str, Any]], wanted: Mapping[str, Any]) -> bool:
    """Whether one of the effects has all that is wanted."""
    return any(_fits(effect, wanted) for effect in found)


def _fits(got: Any, wanted: Any) -> bool:
    if isinstance(wanted, Mapping):
        return isinstance(got, Mapping) and all(key in got and _fits(got[key], value) for key, value in wanted.items())
    return bool(plain(got) == wanted)


# ---- Logs -----------------------------------------------------------------------------------------------------------------------


class Game:
    """A log that grows: each step is filled in from the ledger as a form on the screen is."""

    def __init__(self, options: Mapping[str, Any] | None = None) -> None:
        self.options = dict(options or {})
        self.entries: list[Entry] = []

    @property
    def folded(self) -> Fold:
        """The log folded."""
        return fold(UprisingLedger.start(tables(self.options)), self.entries, tables(self.options))

    @property
    def ledger(self) -> UprisingLedger:
        """The books now."""
        ledger = self.folded.ledger
        assert isinstance(ledger, UprisingLedger)
        return ledger

    def filled(self, step: Mapping[str, Any]) -> dict[str, Any]:
        """The fields of a step: from the ledger, from the roster, from the step itself."""
        known = dict(self.ledger.prefill(step["action"], tables(self.options)))
        roster = {unit.name: unit for unit in self.ledger.roster()}
        if "actor_unit" in step:
            known |= roster[step["actor_unit"]].as_actor
        if "target_unit" in step:
            known |= roster[step["target_unit"]].as_target
        return {name: plain(value) for name, value in known.items()} | dict(step.get("fields", {}))

    def step(self, step: Mapping[str, Any]) -> Any:
        """Take a step; its verdict."""
        action, fields = step["action"], self.filled(step)
        result = resolve(action, fields, step.get("answers"), self.options, step.get("seed"))
        assert isinstance(result, Finished), f"{action} asks for {result.key}"
        got = read(action, fields, self.options)
        record = Record(
            RULESET.id,
            RULESET.rules_version,
            action,
            got.fields,
            tuple(Answer(step_.key, step_.value, step_.by) for step_ in result.steps),
            self.options,
            "",
            {"id": str(len(self.entries) + 1), "side": step.get("side")},
        )
        self.entries.append(Entry(record, got.situation, result.verdict))
        return result.verdict

    def refusal(self, step: Mapping[str, Any]) -> list[Problem]:
        """What the form says to a step."""
        return problems(step["action"], self.filled(step), self.options)
