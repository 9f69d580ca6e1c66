"""Exact odds against a twin that counts every face, and samples against the law."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

import pytest

from sandtable.conformance.leaves import law_of_leaves, leaves
from sandtable.kernel import registry
from sandtable.kernel.dice import D6
from sandtable.kernel.drivers import Given, enumerate_exactly, sample_many
from sandtable.kernel.messages import PLAIN
from sandtable.kernel.problem import Refusal
from sandtable.kernel.reader import Form, read_form
from sandtable.kernel.requests import Observe, Roll
from sandtable.kernel.verdict import Rule
from tests.kernel.rules import EVERY_RULE, Told, nothing_asked, opposed, repeating, skirmish

DRAWS = 4000


@pytest.mark.parametrize("rule", EVERY_RULE)
def test_the_law_is_that_of_every_face(rule):
    exact = enumerate_exactly(rule)
    assert dict(exact.law) == law_of_leaves(list(leaves(rule)))
    assert exact.law.total == 1


@pytest.mark.parametrize(
    "answers",
    (
        {"cover": Given(value=True)},
        {"aim": Given(5)},
        {"aim": Given([5]), "volley": Given([6, 6, 1])},
        {"order": Given("fall back"), "cover": Given("yes")},
        {"aim": Given(1), "order": Given("fall back")},
    ),
)
def test_answers_given_fix_dice_and_questions(answers):
    assert dict(enumerate_exactly(skirmish, answers).law) == law_of_leaves(list(leaves(skirmish, answers)))


def test_it_says_which_usual_answers_it_assumed():
    exact = enumerate_exactly(skirmish, {"order": Given("fall back")})
    assert {key: step.value for key, step in exact.assumed.items()} == {"cover": False}
    assert list(enumerate_exactly(skirmish).assumed) == ["cover", "order"]


def test_it_names_every_request_it_met():
    assert set(enumerate_exactly(opposed).requests) == {"fight", "tie", "losses"}
    assert list(enumerate_exactly(repeating).requests) == [
        "leader.risk",
        "leader.risk.2",
        "leader.risk.3",
        "leader.risk.4",
    ]
    assert enumerate_exactly(nothing_asked).requests == {}


def test_what_is_certain_has_probability_one():
    assert dict(enumerate_exactly(nothing_asked).law) == {Told(readings=()): Fraction(1)}
    assert dict(enumerate_exactly(skirmish, {"aim": Given(1)}).law) == {Told(readings=(False,)): Fraction(1)}


def test_a_wrong_answer_is_refused_by_its_numbered_key():
    with pytest.raises(Refusal) as refused:
        enumerate_exactly(repeating, {"leader.risk.3": Given(9)})
    assert refused.value.problems[0].field == "leader.risk.3"


def test_equal_readings_are_one_branch():
    runs = 0

    def counted():
        nonlocal runs
        runs += 1
        kept = yield Roll("x", (D6, D6, D6), read=lambda *faces: max(faces) > 5)
        return Told(readings=(kept,))

    exact = enumerate_exactly(counted)
    assert runs == 2
    assert dict(exact.law) == {Told(readings=(True,)): Fraction(91, 216), Told(readings=(False,)): Fraction(125, 216)}


def test_a_reading_may_be_none():
    def rule():
        long_shot = yield Roll("x", (D6,), read=lambda face: None if face == 6 else face > 3)
        again = (yield Roll("y", (D6,), read=lambda face: face > 3)) if long_shot is None else long_shot
        return Told(readings=(again,))

    assert dict(enumerate_exactly(rule).law) == law_of_leaves(list(leaves(rule)))
    assert enumerate_exactly(rule).law[Told(readings=(True,))] == Fraction(2, 6) + Fraction(1, 12)


# ---- Revolucion!, face by face ---------------------------------------------------------------------------------------------------

FIRE = {"unit": "RegularInfantry", "range": "3-6", "target_type": "IrregularCavalry", "target_formation": "maneuver"}
LONG_SHOT = {
    "unit": "IrregularCavalry",
    "range": "6-12",
    "target_type": "RegularInfantry",
    "target_formation": "deployed",
    "cover": "hard",
}
ASSAULT = {
    "unit": "VeteranCavalry",
    "target_type": "RegularInfantry",
    "target_formation": "deployed",
    "leader_with_actor": "attached",
}


@pytest.mark.parametrize(
    ("action", "fields", "answers"),
    (
        ("deployed_fire", FIRE, {}),
        ("deployed_fire", FIRE, {"fire.leader_with_target": Given(2)}),
        ("deployed_fire", FIRE | {"target_status": "Demoralized", "bases_of_target": 3, "bases_of_actor": 6}, {}),
        ("deployed_fire", LONG_SHOT, {"fire.leader_with_target": Given(1)}),
        ("moving_fire", LONG_SHOT, {}),
        ("assault", ASSAULT, {"order.result": Given(9)}),
        ("assault", ASSAULT, {"order.result": Given(9), "assault.frontal": Given(value=False)}),
        ("assault", ASSAULT, {"order.result": Given(9), "assault.defensive_fire.effect": Given(3), "assault.leader_with_target": Given(1)}),
    ),
)  # fmt: skip
def test_fire_and_assault_are_those_of_every_face(action, fields, answers):
    ruleset = registry.ruleset("revolucion")
    tables, act = ruleset.default_tables, ruleset.by_id[action]
    form = read_form(act, fields, tables, PLAIN)
    assert isinstance(form, Form)
    start = act.start(form.situation, tables)
    exact = enumerate_exactly(start, answers)
    assert dict(exact.law) == law_of_leaves(list(leaves(start, answers)))
    assert len(exact.law) > 1


# ---- Samples ---------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("rule", EVERY_RULE)
def test_samples_follow_the_law(rule):
    """Every verdict of the law comes up within five standard deviations of what it should, and nothing else does."""
    law = enumerate_exactly(rule).law
    drawn = Counter(sample_many(rule, DRAWS, seed=1914))
    assert drawn.total() == DRAWS
    assert all(verdict in law for verdict in drawn)
    for verdict, weight in law:
        expected = float(weight) * DRAWS
        assert abs(drawn[verdict] - expected) <= 5 * (expected * (1 - float(weight))) ** 0.5


def test_a_sample_is_the_same_for_the_same_seed():
    assert sample_many(skirmish, 50, seed=7) == sample_many(skirmish, 50, seed=7)
    assert sample_many(skirmish, 50, seed=7) != sample_many(skirmish, 50, seed=8)


def test_a_sample_keeps_to_the_answers_given():
    assert set(sample_many(skirmish, 50, seed=1, answers={"aim": Given(1)})) == {Told(readings=(False,))}


@pytest.mark.parametrize(
    "answers", ({"leader.risk.3": Given(2)}, {"leader.risk.2": Given(5), "leader.risk.4": Given(2)})
)
def test_keys_number_themselves_on_every_branch(answers):
    assert dict(enumerate_exactly(repeating, answers).law) == law_of_leaves(list(leaves(repeating, answers)))


def guarded() -> Rule[Told]:
    """The same question with another usual answer, by what was thrown."""
    lucky: bool = yield Roll("aim", (D6,), read=lambda face: face == 6)
    guard = yield Observe("guard", usual=lucky)
    return Told(readings=(lucky, guard))


def test_a_question_is_answered_as_it_is_asked_on_its_own_branch():
    exact = enumerate_exactly(guarded)
    assert dict(exact.law) == {
        Told(readings=(True, True)): Fraction(1, 6),
        Told(readings=(False, False)): Fraction(5, 6),
    }
    assert exact.assumed["guard"].key == "guard"
