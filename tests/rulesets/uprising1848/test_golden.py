"""Worked examples and test vectors: each case of the golden files expects effects, refusals, chances or odds."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from sandtable.kernel.drivers import Asking, Finished
from tests.rulesets.uprising1848.play import (
    RULESET,
    Game,
    cases,
    chance,
    effects,
    has,
    law,
    mean,
    outcomes,
    problems,
    resolve,
    verdict,
)


def _marked(kind: str) -> list[Any]:
    return [
        pytest.param(case, id=f"{case['file']}: {case['name']}", marks=pytest.mark.rule(*case["rules"]))
        for case in cases(kind)
    ]


@pytest.mark.parametrize("case", _marked("case"))
def test_case(case: dict[str, Any]) -> None:
    action, fields, options = case["action"], case.get("fields", {}), case.get("options")
    answers, seed = case.get("answers"), case.get("seed")
    facts = {key: value for key, value in (answers or {}).items() if not isinstance(value, list | dict)}  # no dice
    checked = 0
    if "refused" in case:
        found = problems(action, fields, options)
        wanted = case["refused"]
        told = [(problem.field, problem.rule) for problem in found]
        assert (wanted["field"], wanted.get("rule")) in told, told
        return
    if "asks" in case:
        asking = resolve(action, fields, answers, options, seed, usual=False)
        assert isinstance(asking, Asking)
        assert asking.key == case["asks"]
        checked += 1
    if "effects" in case or "absent" in case:
        told_effects = effects(action, fields, answers, options, seed)
        for wanted in case.get("effects", ()):
            assert has(told_effects, wanted), (wanted, told_effects)
        for kind in case.get("absent", ()):
            assert not has(told_effects, {"effect": kind} if isinstance(kind, str) else kind), (kind, told_effects)
        checked += 1
    if "measures" in case:
        measured = verdict(action, fields, answers, options, seed).measured()
        for name, value in case["measures"].items():
            assert measured[name] == value, (name, measured[name])
        checked += 1
    if "chance" in case:
        assert chance(action, fields, answers=facts, options=options) == case["chance"]
        checked += 1
    for name, value in case.get("means", {}).items():
        got = mean(action, fields, name, answers=facts, options=options)
        assert round(got, 10) == round(Fraction(value), 10) if "/" in value else _near(got, value), (name, float(got))
        checked += 1
    for key, value in case.get("odds", {}).items():
        got = outcomes(action, fields, answers=facts, options=options).get(key, Fraction(0))
        assert _near(got, value), (key, float(got))
        checked += 1
    if "pool" in case:
        request = law(action, fields, answers=facts, options=options).requests[case["pool"]["key"]]
        assert getattr(request, "pool", None) == case["pool"]["dice"]
        checked += 1
    if "done" in case:
        assert isinstance(resolve(action, fields, answers, options, seed), Finished)
        checked += 1
    assert checked, "the case expects nothing"


def _near(got: Fraction, told: str) -> bool:
    """A number as the rulebook's checks round it: to the last digit that is given."""
    exact = Fraction(told)
    digits = len(told.partition(".")[2])
    return abs(got - exact) <= Fraction(1, 2 * 10**digits)


@pytest.mark.parametrize("case", _marked("log"))
def test_log(case: dict[str, Any]) -> None:
    game = Game(case.get("options"))
    for step in case["steps"]:
        if "refused" in step:
            told = [(problem.field, problem.rule) for problem in game.refusal(step)]
            wanted = step["refused"]
            assert (wanted["field"], wanted.get("rule")) in told, (step, told)
        else:
            game.step(step)
    ledger = game.ledger
    expected = case["expect"]
    checked = 0
    if "points" in expected:
        assert ledger.points == expected["points"]
        checked += 1
    if "owed" in expected:
        assert [owed.label for owed in ledger.owes] == expected["owed"]
        checked += 1
    for name, wanted in expected.get("units", {}).items():
        unit = ledger.units[name]
        got = {"figures": unit.figures, "status": unit.status.value, "gone": unit.gone, "acted": unit.has_acted}
        got |= {"markers": unit.markers, "quality": unit.party.quality.value, "leading": unit.leading.value}
        got |= {"firearm": unit.party.firearm.value, "side": unit.side.value, "rifles_fired": unit.rifles_fired}
        got |= {"ammunition": unit.ammunition.value if unit.ammunition else "", "limbered": unit.limbered}
        got |= {"reference": unit.reference, "heard_oratory": unit.heard_oratory}
        assert {key: got[key] for key in wanted} == wanted, (name, got)
        checked += 1
    for key, value in expected.get("ledger", {}).items():
        got = getattr(ledger, key) if hasattr(ledger, key) else getattr(ledger.talks, key)
        assert (len(got) if isinstance(got, tuple | frozenset | dict) else got) == value, (key, got)
        checked += 1
    for action, wanted in expected.get("prefill", {}).items():
        got = game.filled({"action": action})
        assert {key: got.get(key) for key in wanted} == wanted, got
        checked += 1
    if "offers" in expected:
        offered = [offer.action for offer in ledger.offers(game.entries[-1])]
        assert offered == expected["offers"]
        checked += 1
    if "panels" in expected:
        assert [panel.id for panel in ledger.panels(RULESET.default_tables)] == expected["panels"]
        checked += 1
    assert checked, "the log expects nothing"
