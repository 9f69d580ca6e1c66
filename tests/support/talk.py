"""How tests talk to an umpire: a form in words, dice and answers by key, exact laws."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any, TypeVar

from sandtable.kernel.drivers import Asking, Exact, Finished, Given, ask
from sandtable.kernel.law import Law
from sandtable.kernel.messages import PLAIN, Style
from sandtable.kernel.problem import Problem, Refusal
from sandtable.kernel.reader import Form, read_form
from sandtable.kernel.requests import Request
from sandtable.kernel.ruleset import Ruleset
from sandtable.kernel.tables import Tables

Fields = Mapping[str, Any]
Kind = TypeVar("Kind")


class Talk:
    """Talk with one ruleset's umpire."""

    def __init__(self, ruleset: Ruleset) -> None:
        self.ruleset = ruleset
        self._tables: dict[tuple[tuple[tuple[str, Any], ...], str], Tables] = {}

    def tables(self, options: Fields | None = None, house: str = "") -> Tables:
        """The tables in force; the same ones for the same options."""
        key = (tuple((options or {}).items()), house)
        if key not in self._tables:
            self._tables[key] = self.ruleset.tables(dict(options or {}), house)
        return self._tables[key]

    def read(
        self, action: str, fields: Fields, options: Fields | None = None, house: str = "", style: Style = PLAIN
    ) -> Form:
        """A form that has to be accepted."""
        found = read_form(
            self.ruleset.by_id[action], fields, self.tables(options, house), style, self.ruleset.field_names
        )
        if not isinstance(found, Form):
            raise Refusal(found)
        return found

    def problems(self, action: str, options: Fields | None = None, house: str = "", **fields: Any) -> list[Problem]:
        """What is wrong with a form."""
        try:
            self.read(action, fields, options, house)
        except Refusal as refusal:
            return list(refusal.problems)
        return []

    def refused_by(self, action: str, options: Fields | None = None, house: str = "", **fields: Any) -> set[str | None]:
        """The rules that refuse a form."""
        return {problem.rule for problem in self.problems(action, options, house, **fields)}

    def run(
        self, action: str, answers: Fields | None = None, options: Fields | None = None, house: str = "", **fields: Any
    ) -> Asking[Any] | Finished[Any]:
        """Run an action with these answers, as far as they carry it."""
        form = self.read(action, fields, options, house)
        given = _given(form, answers)
        return ask(self.ruleset.by_id[action].start(form.situation, self.tables(options, house)), given)

    def verdict(
        self, action: str, answers: Fields | None = None, options: Fields | None = None, house: str = "", **fields: Any
    ) -> Any:
        """The verdict of an action whose dice and questions are all answered, none too many."""
        result = self.run(action, answers, options, house, **fields)
        assert isinstance(result, Finished), f"{action} still asks for {result.key}"
        asked = {step.key for step in result.steps}
        unasked = set(answers or {}) - asked
        assert not unasked, f"{action} never asked for {unasked}; it asked for {asked}"
        return result.verdict

    def asking(
        self, action: str, answers: Fields | None = None, options: Fields | None = None, house: str = "", **fields: Any
    ) -> Asking[Any]:
        """What an action waits for."""
        result = self.run(action, answers, options, house, **fields)
        assert isinstance(result, Asking), f"{action} asks for nothing more"
        return result

    def exact(
        self, action: str, answers: Fields | None = None, options: Fields | None = None, house: str = "", **fields: Any
    ) -> Exact[Any]:
        """The exact law as the odds show it, with the requests met; questions left open get their usual answers."""
        form = self.read(action, fields, options, house)
        given = _given(form, answers)
        return self.ruleset.by_id[action].law(form.situation, self.tables(options, house), given)

    def law(
        self, action: str, answers: Fields | None = None, options: Fields | None = None, house: str = "", **fields: Any
    ) -> Law[Any]:
        """The exact law of an action."""
        return self.exact(action, answers, options, house, **fields).law

    def requests(
        self, action: str, answers: Fields | None = None, options: Fields | None = None, house: str = "", **fields: Any
    ) -> Mapping[str, Request]:
        """Every request that any branch of an action meets, by key."""
        return self.exact(action, answers, options, house, **fields).requests

    def total(
        self,
        action: str,
        key: str,
        answers: Fields | None = None,
        options: Fields | None = None,
        house: str = "",
        **fields: Any,
    ) -> int:
        """What is added to the die of one throw."""
        return self.requests(action, answers, options, house, **fields)[key].tally.total

    def mean(self, action: str, measure: str, **about: Any) -> Fraction:
        """The exact mean of a measure."""
        return self.law(action, **about).mean(lambda verdict: verdict.measured()[measure])

    def chance(self, action: str, measure: str, **about: Any) -> Fraction:
        """The exact chance that a yes-or-no measure holds."""
        return self.law(action, **about).probability(lambda verdict: bool(verdict.measured()[measure]))

    def say(self, message: Any, style: Style = PLAIN) -> str:
        """A message in words."""
        return self.ruleset.catalogue.say(message, style)


def _given(form: Form, answers: Fields | None) -> dict[str, Given]:
    return {**form.answers, **{key: Given(value) for key, value in (answers or {}).items()}}


def there(thing: Kind | None) -> Kind:
    """Something that may be missing, and is not."""
    assert thing is not None
    return thing


def of_kind(kind: type[Kind], thing: object) -> Kind:
    """Something of several kinds that is of this one."""
    assert isinstance(thing, kind), f"{thing} is no {kind.__name__}"
    return thing


def kinds(verdict: Any, whom: str | None = None) -> list[str]:
    """The effects of a verdict by name, of one unit if told which."""
    return [effect.kind for effect in verdict.effects if whom is None or effect.whom == whom]


def effect(verdict: Any, kind: str, whom: str | None = None) -> Any:
    """The one effect of that kind."""
    found = [each for each in verdict.effects if each.kind == kind and (whom is None or each.whom == whom)]
    assert len(found) == 1, f"{len(found)} effects {kind} in {verdict.effects}"
    return found[0]
