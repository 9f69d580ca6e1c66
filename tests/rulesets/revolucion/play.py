"""How the tests of Revolucion! talk to the umpire: a form in words, dice and answers by key, exact laws."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import cache
from typing import Any

from sandtable.kernel.drivers import Asking, Finished, Given, ask, enumerate_exactly
from sandtable.kernel.law import Law
from sandtable.kernel.messages import PLAIN, Style
from sandtable.kernel.problem import Problem, Refusal
from sandtable.kernel.reader import Form, read_form
from sandtable.kernel.requests import Request
from sandtable.kernel.tables import Tables
from sandtable.rulesets.revolucion.ruleset import RULESET

Fields = Mapping[str, Any]


@cache
def _tables(options: tuple[tuple[str, Any], ...], house: str) -> Tables:
    return RULESET.tables(dict(options), house)


def tables(options: Fields | None = None, house: str = "") -> Tables:
    """The tables in force; the same ones for the same options."""
    return _tables(tuple((options or {}).items()), house)


def read(action: str, fields: Fields, options: Fields | None = None, house: str = "", style: Style = PLAIN) -> Form:
    """A form that has to be accepted."""
    found = read_form(RULESET.by_id[action], fields, tables(options, house), style, RULESET.field_names)
    if not isinstance(found, Form):
        raise Refusal(found)
    return found


def problems(action: str, options: Fields | None = None, **fields: Any) -> list[Problem]:
    """What is wrong with a form."""
    found = read_form(RULESET.by_id[action], fields, tables(options), PLAIN, RULESET.field_names)
    return [] if isinstance(found, Form) else list(found)


def refused_by(action: str, options: Fields | None = None, **fields: Any) -> set[str | None]:
    """The rules that refuse a form."""
    return {problem.rule for problem in problems(action, options, **fields)}


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
    """The verdict of an action whose dice and questions are all answered."""
    result = run(action, answers, options, house, **fields)
    assert isinstance(result, Finished), f"{action} still asks for {result.key}"
    asked = {step.key for step in result.steps}
    unasked = set(answers or {}) - asked
    assert not unasked, f"{action} never asked for {unasked}; it asked for {asked}"
    return result.verdict


def pending(
    action: str, answers: Fields | None = None, options: Fields | None = None, house: str = "", **fields: Any
) -> str:
    """The key of the request that an action waits for."""
    result = run(action, answers, options, house, **fields)
    assert isinstance(result, Asking), f"{action} asks for nothing more"
    return result.key


def law(
    action: str, answers: Fields | None = None, options: Fields | None = None, house: str = "", **fields: Any
) -> Law[Any]:
    """The exact law of an action; questions left open get their usual answers."""
    form = read(action, fields, options, house)
    given = {**form.answers, **{key: Given(value) for key, value in (answers or {}).items()}}
    return enumerate_exactly(RULESET.by_id[action].start(form.situation, tables(options, house)), given).law


def requests(
    action: str, answers: Fields | None = None, options: Fields | None = None, house: str = "", **fields: Any
) -> Mapping[str, Request]:
    """Every request that any branch of an action meets, by key."""
    form = read(action, fields, options, house)
    given = {**form.answers, **{key: Given(value) for key, value in (answers or {}).items()}}
    return enumerate_exactly(RULESET.by_id[action].start(form.situation, tables(options, house)), given).requests


def total(action: str, key: str, answers: Fields | None = None, options: Fields | None = None, **fields: Any) -> int:
    """What is added to the die of one throw."""
    return requests(action, answers, options, **fields)[key].tally.total


def mean(action: str, measure: str, **about: Any) -> Fraction:
    """The exact mean of a measure."""
    return law(action, **about).mean(lambda verdict: verdict.measured()[measure])


def kinds(verdict: Any, whom: str | None = None) -> list[str]:
    """The effects of a verdict by name, of one unit if told which."""
    return [effect.kind for effect in verdict.effects if whom is None or effect.whom == whom]


def effect(verdict: Any, kind: str, whom: str | None = None) -> Any:
    """The one effect of that kind."""
    found = [e for e in verdict.effects if e.kind == kind and (whom is None or e.whom == whom)]
    assert len(found) == 1, f"{len(found)} effects {kind} in {verdict.effects}"
    return found[0]


def say(message: Any, style: Style = PLAIN) -> str:
    """A message in words."""
    return RULESET.catalogue.say(message, style)


FIRE = {
    "unit": "RegularInfantry",
    "bases_of_actor": 4,
    "range": "3-6",
    "target_type": "RegularInfantry",
    "target_formation": "deployed",
    "bases_of_target": 4,
}
ASSAULT = {
    "unit": "RegularInfantry",
    "bases_of_actor": 4,
    "target_type": "RegularInfantry",
    "target_formation": "deployed",
    "bases_of_target": 4,
    "earlier_bases": 0,
    "leader_with_target": 0,
    "frontal": True,
}
RECEIVED = {"order.result": 10}
