"""How the tests of Average Dice talk to the umpire: a form in words, dice by key, exact laws, a game in the ledger."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import cache
from typing import Any

from sandtable.kernel import registry
from sandtable.kernel.drivers import Asking, Finished, Given, ask
from sandtable.kernel.law import Law
from sandtable.kernel.messages import PLAIN
from sandtable.kernel.problem import Problem, Refusal
from sandtable.kernel.reader import Form, read_form
from sandtable.kernel.requests import Request
from sandtable.kernel.tables import Tables
from sandtable.rulesets.average_dice.ruleset import RULESET
from sandtable.umpire import desk

Fields = Mapping[str, Any]
registry.add("average_dice", "sandtable.rulesets.average_dice.ruleset:RULESET")


@cache
def _tables(options: tuple[tuple[str, Any], ...], house: str) -> Tables:
    return RULESET.tables(dict(options), house)


def tables(options: Fields | None = None, house: str = "") -> Tables:
    """The tables in force; the same ones for the same options."""
    return _tables(tuple((options or {}).items()), house)


def read(action: str, fields: Fields, options: Fields | None = None, house: str = "") -> Form:
    """A form that has to be accepted."""
    found = read_form(RULESET.by_id[action], fields, tables(options, house), PLAIN, RULESET.field_names)
    if not isinstance(found, Form):
        raise Refusal(found)
    return found


def problems(action: str, options: Fields | None = None, house: str = "", **fields: Any) -> list[Problem]:
    """What is wrong with a form."""
    found = read_form(RULESET.by_id[action], fields, tables(options, house), PLAIN, RULESET.field_names)
    return [] if isinstance(found, Form) else list(found)


def refused_by(action: str, options: Fields | None = None, house: str = "", **fields: Any) -> set[str | None]:
    """The rules that refuse a form."""
    return {problem.rule for problem in problems(action, options, house, **fields)}


def run(
    action: str, answers: Fields | None = None, options: Fields | None = None, house: str = "", **fields: Any
) -> Asking[Any] | Finished[Any]:
    """Run an action with these answers, as far as they carry it."""
    form = read(action, fields, options, house)
    given = {**form.answers, **{key: Given(value) for key, value in (answers or {}).items()}}
    return ask(RULESET.by_id[action].start(form.situation, tables(options, house)), given)


def verdict(
    action: str, answers: Fields | None = None, options: Fields | None = None, house: str = "", **fields: Any
) -> Any:
    """The verdict of an action whose dice are all given, none too many."""
    result = run(action, answers, options, house, **fields)
    assert isinstance(result, Finished), f"{action} still asks for {result.key}"
    unasked = set(answers or {}) - {step.key for step in result.steps}
    assert not unasked, f"{action} never asked for {unasked}"
    return result.verdict


def pending(
    action: str, answers: Fields | None = None, options: Fields | None = None, house: str = "", **fields: Any
) -> Request:
    """The request that an action waits for."""
    result = run(action, answers, options, house, **fields)
    assert isinstance(result, Asking), f"{action} asks for nothing more"
    return result.request


def law(
    action: str, answers: Fields | None = None, options: Fields | None = None, house: str = "", **fields: Any
) -> Law[Any]:
    """The exact law of an action, as the odds show it."""
    form = read(action, fields, options, house)
    given = {**form.answers, **{key: Given(value) for key, value in (answers or {}).items()}}
    return RULESET.by_id[action].law(form.situation, tables(options, house), given).law


def mean(action: str, measure: str, **about: Any) -> Fraction:
    """The exact mean of a measure."""
    return law(action, **about).mean(lambda verdict: verdict.measured()[measure])


def chance(action: str, measure: str, **about: Any) -> Fraction:
    """The exact chance that a yes-or-no measure holds."""
    return law(action, **about).probability(lambda verdict: bool(verdict.measured()[measure]))


def effect(verdict: Any, kind: str) -> Any:
    """The one effect of that kind."""
    found = [each for each in verdict.effects if each.kind == kind]
    assert len(found) == 1, f"{len(found)} effects {kind} in {verdict.effects}"
    return found[0]


def kinds(verdict: Any) -> list[str]:
    """The effects of a verdict by name."""
    return [each.kind for each in verdict.effects]


class Game:
    """A game at the desk: every action is resolved and entered; the books are folded when asked for."""

    def __init__(self, options: Fields | None = None) -> None:
        self.options = dict(options or {})
        self.entries: list[dict[str, Any]] = []

    def do(self, action: str, answers: Fields | None = None, acting: str = "villista", **fields: Any) -> dict[str, Any]:
        """Resolve an action with these dice, in one stroke; what is not given is thrown from a seed."""
        body = {
            "ruleset": "average_dice",
            "options": self.options,
            "action": action,
            "fields": fields,
            "answers": [{"key": key, "value": value} for key, value in (answers or {}).items()],
            "seed": "tests",
            "throws": len(self.entries),
            "meta": {"id": str(len(self.entries) + 1), "side": acting},
        }
        reply = desk.call("resolve", body)
        assert reply["status"] == "ok", reply
        self.entries.append({"record": reply["record"], "voided": False})
        return reply

    def books(self) -> dict[str, Any]:
        """What the umpire remembers."""
        view = desk.call("ledger", {"ruleset": "average_dice", "options": self.options, "entries": self.entries})
        assert view["status"] == "ok", view
        return view

    def panel(self, name: str) -> dict[str, Any]:
        """One panel of the books."""
        return next(panel for panel in self.books()["panels"] if panel["id"] == name)

    def unit(self, name: str) -> dict[str, Any]:
        """One unit of the roster."""
        return next(unit for unit in self.books()["roster"] if unit["id"] == name)
