"""The rulebook's worked examples and our computed numbers, as files that expect effects, measures, odds, questions or refusals.

A case names the rules it vouches for, an action, fields, answers and options; a try adds its own and expects ``effects`` (those told, in order, by the
fields given), ``measures``, ``means`` (exact, as fractions), ``chance`` (of an outcome by key), ``asks`` or ``refused`` (field and rule).
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from tests.rulesets.mesoamerica import play

CASES = Path(__file__).parent / "cases"


def cases() -> Iterator[Any]:
    for path in sorted(CASES.glob("*.toml")):
        for case in tomllib.loads(path.read_text(encoding="utf-8"))["case"]:
            yield pytest.param(case, id=f"{path.stem}: {case['name']}", marks=pytest.mark.rule(*case["rules"]))


@pytest.mark.parametrize("case", tuple(cases()))
def test_the_rulebooks_own_numbers(case: dict[str, Any]):
    for one in case["try"]:
        about = [{**case.get(part, {}), **one.get(part, {})} for part in ("fields", "answers", "options")]
        expected = {what: value for what, value in one.items() if what not in ("fields", "answers", "options")}
        assert expected, "a try that expects nothing"
        for what, value in expected.items():
            CHECKS[what](case["action"], *about, value)


def check_effects(action: str, fields: Any, answers: Any, options: Any, expected: list[dict[str, Any]]) -> None:
    verdict = play.verdict(action, fields, answers, options)
    found = [effect.plain() for effect in verdict.effects if effect.has_words]
    assert [effect["effect"] for effect in found] == [effect["effect"] for effect in expected]
    for effect, wanted in zip(found, expected, strict=True):
        assert {name: effect[name] for name in wanted} == wanted


def check_measures(action: str, fields: Any, answers: Any, options: Any, expected: dict[str, Any]) -> None:
    measured = play.verdict(action, fields, answers, options).measured()
    assert {name: measured[name] for name in expected} == {
        name: Fraction(value) if isinstance(value, str) else value for name, value in expected.items()
    }


def check_means(action: str, fields: Any, answers: Any, options: Any, expected: dict[str, str]) -> None:
    found = {name: play.mean(action, name, fields, answers, **options) for name in expected}
    assert found == {name: Fraction(value) for name, value in expected.items()}


def check_chance(action: str, fields: Any, answers: Any, options: Any, expected: dict[str, str]) -> None:
    law = play.exact(action, fields, answers, options).law.project(lambda verdict: verdict.outcome().key)
    assert {key: law[key] for key in expected} == {key: Fraction(value) for key, value in expected.items()}


def check_asks(action: str, fields: Any, answers: Any, options: Any, expected: str) -> None:
    assert play.asked(action, fields, answers, options).key == expected


def check_refused(action: str, fields: Any, answers: Any, options: Any, expected: dict[str, str]) -> None:  # noqa: ARG001
    assert play.refusals(action, fields, options) == expected


CHECKS: dict[str, Callable[..., None]] = {
    "effects": check_effects,
    "measures": check_measures,
    "means": check_means,
    "chance": check_chance,
    "asks": check_asks,
    "refused": check_refused,
}
