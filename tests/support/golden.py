"""Runs the worked examples and computed numbers of a rulebook: files that expect effects, measures, sums and odds.

A case has a name, the rules it vouches for, an action, fields and options, and tries. A try adds fields and answers of its own and
expects: ``effects`` (all of them, in order, by the fields given), ``measures``, ``total`` (what is added to a throw, by key), ``odds`` (exact,
compared at the precision printed: ``levels = "1.20"`` is a mean, ``"levels 3+" = "50%"`` the chance to reach it, ``deserts = "33%"`` that of a
yes-or-no measure), ``asks`` (the pending request, or the request and the number of its dice) or ``refused`` (field, rule, and what would be legal; or
the rules that refuse it).
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from sandtable.kernel.law import Law
from sandtable.kernel.problem import Refusal
from tests.support.talk import Talk


def cases(folder: Path) -> Iterator[Any]:
    """Every case of a folder of TOML files, marked with its rules."""
    for path in sorted(folder.glob("*.toml")):
        for case in tomllib.loads(path.read_text(encoding="utf-8"))["case"]:
            yield pytest.param(case, id=f"{path.stem}: {case['name']}", marks=pytest.mark.rule(*case["rules"]))


def check(talk: Talk, case: dict[str, Any]) -> None:
    """Fail with everything that is wrong with a case's tries."""
    wrong = [
        f"try {number}: {fault}"
        for number, one in enumerate(case["try"], start=1)
        for fault in _faults(talk, case, one)
    ]
    assert not wrong, "\n".join(wrong)


def _faults(talk: Talk, case: dict[str, Any], one: dict[str, Any]) -> Iterator[str]:
    about = {name: {**case.get(name, {}), **one.get(name, {})} for name in ("fields", "answers", "options")}
    expected = {name: value for name, value in one.items() if name not in about}
    assert expected, "a try that expects nothing"
    assert "refused" not in expected or "answers" not in one, "a refused form is never answered"
    for what, value in expected.items():
        fields = about["fields"]
        rest = {"answers": about["answers"], "options": about["options"]}
        try:
            _CHECKS[what](talk, case["action"], fields, rest, value)
        except (AssertionError, Refusal) as fault:
            yield str(fault)


def _check_effects(
    talk: Talk, action: str, fields: dict[str, Any], rest: dict[str, Any], expected: list[dict[str, Any]]
) -> None:
    found = [effect.plain() for effect in talk.verdict(action, **rest, **fields).effects]
    assert len(found) == len(expected), found
    for effect, wanted in zip(found, expected, strict=True):
        assert wanted.items() <= effect.items(), f"{effect} is not {wanted}"


def _check_measures(
    talk: Talk, action: str, fields: dict[str, Any], rest: dict[str, Any], expected: dict[str, Any]
) -> None:
    measured = talk.verdict(action, **rest, **fields).measured()
    for name, value in expected.items():
        wanted = Fraction(value) if isinstance(value, str) else value
        assert measured[name] == wanted, f"{name} is {measured[name]}"


def _check_total(
    talk: Talk, action: str, fields: dict[str, Any], rest: dict[str, Any], expected: dict[str, int]
) -> None:
    requests = talk.requests(action, **rest, **fields)
    for key, value in expected.items():
        assert requests[key].tally.total == value, f"{key} adds {requests[key].tally.total}, not {value}"


def _check_odds(
    talk: Talk, action: str, fields: dict[str, Any], rest: dict[str, Any], expected: dict[str, str]
) -> None:
    law = talk.law(action, **rest, **fields)
    for what, printed in expected.items():
        exact = _odds(law, what, chance=printed.endswith("%"))
        assert _as_printed(exact, printed) == printed, f"{what} is {float(exact)}, not {printed}"


def _check_asks(
    talk: Talk, action: str, fields: dict[str, Any], rest: dict[str, Any], expected: str | list[Any]
) -> None:
    asking = talk.asking(action, **rest, **fields)
    found = asking.key if isinstance(expected, str) else [asking.request.key, getattr(asking.request, "pool", 1)]
    assert found == expected, f"asks for {found}, not {expected}"


def _check_refused(
    talk: Talk, action: str, fields: dict[str, Any], rest: dict[str, Any], expected: dict[str, Any] | list[str]
) -> None:
    found = talk.problems(action, rest["options"], **fields)
    if isinstance(expected, list):
        assert {problem.rule for problem in found} == {*expected}, f"{found}, not {expected}"
        return
    assert [problem.field for problem in found] == [expected["field"]], f"{found}, not {expected}"
    assert found[0].rule == expected.get("rule"), f"{found}, not {expected}"
    assert list(found[0].choices) == expected.get("choices", list(found[0].choices)), f"{found}, not {expected}"


_CHECKS: dict[str, Callable[..., None]] = {
    "effects": _check_effects,
    "measures": _check_measures,
    "total": _check_total,
    "odds": _check_odds,
    "asks": _check_asks,
    "refused": _check_refused,
}


def _odds(law: Law[Any], what: str, *, chance: bool) -> Fraction:
    name, _, value = what.partition(" ")
    if not value and chance:
        return law.probability(lambda verdict: bool(verdict.measured()[name]))
    if not value:
        return law.mean(lambda verdict: verdict.measured()[name])
    least, more = int(value.rstrip("+")), value.endswith("+")
    return law.probability(
        lambda verdict: verdict.measured()[name] >= least if more else verdict.measured()[name] == least
    )


def _as_printed(exact: Fraction, printed: str) -> str:
    """The exact number, rounded to the decimals that were printed; a half goes to the even neighbour."""
    percent = printed.endswith("%")
    number = exact * 100 if percent else exact
    decimals = len(printed.rstrip("%").partition(".")[2])
    scaled = round(number * 10**decimals)
    whole, part = divmod(scaled, 10**decimals)
    return f"{whole}{f'.{part:0{decimals}d}' if decimals else ''}{'%' if percent else ''}"
