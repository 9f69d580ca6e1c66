"""The worked examples and computed numbers of the rulebook, as files that expect effects, measures and odds.

A case has a name, the rules it vouches for, an action, fields and options, and tries. A try adds fields, answers and options of its own and
expects: ``effects`` (all of them, in order, by the fields given), ``measures``, ``odds`` (exact, compared at the precision printed: ``figures_lost = "2.1"``
is a mean, ``"deserts" = "33%"`` the chance that a yes-or-no measure holds, ``"turns 12+" = "99.86%"`` a chance to reach it), ``asks`` (the key of the
pending request, with the number of its dice) or ``refused`` (the rules that refuse it).
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from sandtable.kernel.law import Law
from sandtable.kernel.problem import Refusal
from tests.rulesets.average_dice import play
from tests.support import golden

CASES = Path(__file__).parent / "cases"


@pytest.mark.parametrize("case", tuple(golden.cases(CASES)))
def test_the_rulebooks_own_numbers(case: dict[str, Any]):
    wrong = [f"try {number}: {fault}" for number, one in enumerate(case["try"], start=1) for fault in faults(case, one)]
    assert not wrong, "\n".join(wrong)


def faults(case: dict[str, Any], one: dict[str, Any]) -> Iterator[str]:
    about = {name: {**case.get(name, {}), **one.get(name, {})} for name in ("fields", "answers", "options")}
    expected = {name: value for name, value in one.items() if name not in about}
    assert expected, "a try that expects nothing"
    for what, value in expected.items():
        try:
            CHECKS[what](case["action"], about["fields"], about["answers"], about["options"], value)
        except (AssertionError, Refusal) as fault:
            yield f"{what}: {fault}"


def check_effects(action: str, fields: dict[str, Any], answers: dict[str, Any], options: dict[str, Any], expected: Any):
    found = [effect.plain() for effect in play.verdict(action, answers, options, **fields).effects]
    assert len(found) == len(expected), found
    for effect, wanted in zip(found, expected, strict=True):
        assert wanted.items() <= effect.items(), f"{effect} is not {wanted}"


def check_measures(
    action: str, fields: dict[str, Any], answers: dict[str, Any], options: dict[str, Any], expected: Any
):
    measured = play.verdict(action, answers, options, **fields).measured()
    for name, value in expected.items():
        wanted = Fraction(value) if isinstance(value, str) else value
        assert measured[name] == wanted, f"{name} is {measured[name]}"


def check_odds(action: str, fields: dict[str, Any], answers: dict[str, Any], options: dict[str, Any], expected: Any):
    law = play.law(action, answers, options, **fields)
    for what, printed in expected.items():
        exact = odds_of(law, what, chance=printed.endswith("%"))
        assert as_printed(exact, printed) == printed, f"{what} is {float(exact)}, not {printed}"


def check_asks(action: str, fields: dict[str, Any], answers: dict[str, Any], options: dict[str, Any], expected: Any):
    request = play.pending(action, answers, options, **fields)
    assert [request.key, getattr(request, "pool", 1)] == expected


def check_refused(action: str, fields: dict[str, Any], answers: dict[str, Any], options: dict[str, Any], expected: Any):
    assert not answers, "a refused form is never answered"
    assert play.refused_by(action, options, **fields) == set(expected)


CHECKS = {
    "effects": check_effects,
    "measures": check_measures,
    "odds": check_odds,
    "asks": check_asks,
    "refused": check_refused,
}


def odds_of(law: Law[Any], what: str, *, chance: bool) -> Fraction:
    name, _, value = what.partition(" ")
    if value:
        least, more = int(value.rstrip("+")), value.endswith("+")
        return law.probability(
            lambda verdict: verdict.measured()[name] >= least if more else verdict.measured()[name] == least
        )
    if chance:
        return law.probability(lambda verdict: bool(verdict.measured()[name]))
    return law.mean(lambda verdict: verdict.measured()[name])


def as_printed(exact: Fraction, printed: str) -> str:
    """The exact number, rounded to the decimals that were printed."""
    percent = printed.endswith("%")
    number = exact * 100 if percent else exact
    decimals = len(printed.rstrip("%").partition(".")[2])
    whole, part = divmod(round(number * 10**decimals), 10**decimals)
    return f"{whole}{f'.{part:0{decimals}d}' if decimals else ''}{'%' if percent else ''}"
