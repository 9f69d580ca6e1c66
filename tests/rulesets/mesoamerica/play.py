"""How the tests of Mesoamerica talk to the umpire: forms in words, answers by key, exact laws, and whole games folded."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import cache
from typing import Any

from sandtable.kernel.drivers import Asking, Exact, Finished, Given, ask
from sandtable.kernel.ledger import Entry
from sandtable.kernel.messages import PLAIN
from sandtable.kernel.problem import Problem, Refusal
from sandtable.kernel.reader import Form, read_form
from sandtable.kernel.record import Answer, Record
from sandtable.kernel.tables import Tables
from sandtable.rulesets.mesoamerica.ledger import MesoamericaLedger
from sandtable.rulesets.mesoamerica.ruleset import RULESET

__all__ = ["RULESET"]
Fields = Mapping[str, Any]


@cache
def _tables(options: tuple[tuple[str, Any], ...]) -> Tables:
    return RULESET.tables(dict(options))


def tables(**options: Any) -> Tables:
    """The tables in force; the same ones for the same options."""
    return _tables(tuple(options.items()))


def form(action: str, fields: Fields, options: Fields | None = None) -> Form:
    """A form that has to be accepted."""
    read = read_form(RULESET.by_id[action], fields, tables(**(options or {})), PLAIN, RULESET.field_names)
    if isinstance(read, Form):
        return read
    raise Refusal(read)


def problems(action: str, fields: Fields, options: Fields | None = None) -> list[Problem]:
    """What is wrong with a form."""
    read = read_form(RULESET.by_id[action], fields, tables(**(options or {})), PLAIN, RULESET.field_names)
    return [] if isinstance(read, Form) else read


def refusals(action: str, fields: Fields, options: Fields | None = None) -> dict[str, str | None]:
    """The fields refused, with the rule that refuses them."""
    return {problem.field: problem.rule for problem in problems(action, fields, options)}


def run(action: str, fields: Fields, answers: Fields | None = None, options: Fields | None = None) -> Finished[Any]:
    """An action with every question answered; a question left open is a fault of the test."""
    read = form(action, fields, options)
    given = {**read.answers, **{key: Given(value) for key, value in (answers or {}).items()}}
    result = ask(RULESET.by_id[action].start(read.situation, tables(**(options or {}))), given)
    assert isinstance(result, Finished), f"{action} asks for {result.key}"
    assert {*(answers or {})} <= {step.key for step in result.steps}, "an answer that nobody asked for"
    return result


def asked(action: str, fields: Fields, answers: Fields | None = None, options: Fields | None = None) -> Asking[Any]:
    """The request that an action waits for."""
    read = form(action, fields, options)
    given = {**read.answers, **{key: Given(value) for key, value in (answers or {}).items()}}
    result = ask(RULESET.by_id[action].start(read.situation, tables(**(options or {}))), given)
    assert isinstance(result, Asking), f"{action} asks for nothing more"
    return result


def verdict(action: str, fields: Fields, answers: Fields | None = None, options: Fields | None = None) -> Any:
    """The verdict of an action with every question answered."""
    return run(action, fields, answers, options).verdict


def exact(action: str, fields: Fields, answers: Fields | None = None, options: Fields | None = None) -> Exact[Any]:
    """The exact law; open questions get their usual answers."""
    read = form(action, fields, options)
    given = {**read.answers, **{key: Given(value) for key, value in (answers or {}).items()}}
    return RULESET.by_id[action].law(read.situation, tables(**(options or {})), given)


def mean(action: str, measure: str, fields: Fields, answers: Fields | None = None, **options: Any) -> Fraction:
    """The exact mean of a measure."""
    law = exact(action, fields, answers, options).law
    return law.mean(lambda verdict: verdict.measured()[measure])


def plain_effects(found: Any) -> list[dict[str, Any]]:
    """The effects of a verdict as plain data."""
    return [effect.plain() for effect in found.effects]


def kinds(found: Any) -> list[str]:
    """The effects that are told, by name."""
    return [effect.kind for effect in found.effects if effect.has_words]


class Game:
    """A game as the umpire's log keeps it: entries written one by one, the ledger folded from them."""

    def __init__(self, **options: Any) -> None:
        self.options = options
        self.entries: list[Entry] = []
        self.ledger: MesoamericaLedger = MesoamericaLedger.start(tables(**options))

    @property
    def tables(self) -> Tables:
        return tables(**self.options)

    def write(self, entry: Entry) -> None:
        """One more entry in the log."""
        self.entries.append(entry)
        self.ledger = self.ledger.after(entry, self.tables)

    def play(self, action: str, fields: Fields | None = None, answers: Fields | None = None) -> Any:
        """An action with these fields over what the ledger fills in; open questions get their usual answers."""
        known = {name: _plain(value) for name, value in self.ledger.prefill(action, self.tables).items()}
        read = form(action, {**known, **(fields or {})}, self.options)
        given = {**read.answers, **{key: Given(value) for key, value in (answers or {}).items()}}
        start = RULESET.by_id[action].start(read.situation, self.tables)
        result = ask(start, given)
        while isinstance(result, Asking):
            given[result.key] = Given(result.request.usual, "usual")  # type: ignore[union-attr]
            result = ask(start, given)
        steps = tuple(Answer(step.key, step.value, step.by) for step in result.steps)
        record = Record("mesoamerica", "1", action, read.fields, steps, meta={"id": str(len(self.entries) + 1)})
        self.write(Entry(record, read.situation, result.verdict))
        return result.verdict

    def muster(self, *lines: str) -> None:
        """Enter units, a line each: ``West, war club, 4 elite, Jaguars``."""
        for fields in RULESET.read_roster("\n".join(lines), PLAIN):  # type: ignore[misc]
            self.play("roster_entry", fields)

    def to_phase(self, phase: str) -> None:
        """Go on, phase by phase, until this one begins."""
        self.play("next_phase")
        while self.ledger.phase != phase:
            self.play("next_phase")

    def unit(self, name: str) -> Any:
        """A unit as the ledger knows it."""
        return self.ledger.units[name]

    def tap(self, actor: str, target: str | None = None) -> dict[str, Any]:
        """What two taps on the roster fill in."""
        rows = {unit.name: unit for unit in self.ledger.roster()}
        fields = dict(rows[actor].as_actor)
        if target is not None:
            fields |= rows[target].as_target
        return {name: _plain(value) for name, value in fields.items() if value is not None}


def _plain(value: Any) -> Any:
    return getattr(value, "value", value)
