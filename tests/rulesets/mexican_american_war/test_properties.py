"""What holds for every legal form: nobody loses more than he has, a winner is left, effects agree with measures."""

from __future__ import annotations

from collections import Counter
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from sandtable.conformance.random_forms import random_form
from sandtable.kernel.messages import PLAIN
from sandtable.kernel.reader import Form, read_form
from tests.rulesets.mexican_american_war.play import RULESET, fire, firing, tables

FORMS = settings(max_examples=25)


def drawn(action, seed):
    form = read_form(RULESET.by_id[action], random_form(RULESET.by_id[action], Random(seed), tables()), tables(), PLAIN)
    assert isinstance(form, Form)
    return form, RULESET.by_id[action].law(form.situation, tables(), form.answers).law


@FORMS
@given(st.integers(0, 10**6))
def test_charge_combats_never_cost_more_than_there_is(seed):
    form, law = drawn("charge_combat", seed)
    attackers = sum(unit.stands for unit in form.situation.attackers)
    defenders = sum(unit.stands for unit in form.situation.defenders)
    assert law.total == 1
    for one, _ in law:
        assert 0 <= one.attacker_lost <= attackers
        assert 0 <= one.defender_lost <= defenders
        assert one.attacker_gone is (one.attacker_lost == attackers)
        assert one.defender_gone is (one.defender_lost == defenders)
        if one.won:
            assert not one.attacker_gone
        holders = {effect.whom for effect in one.effects if effect.kind == "carries_position"}
        removed = {effect.whom for effect in one.effects if effect.kind in ("unit_removed", "guns_lost")}
        assert not holders & removed, "nobody carries a position who is gone"


@FORMS
@given(st.integers(0, 10**6))
def test_every_unit_is_told_one_thing_of_a_kind(seed):
    _, law = drawn("charge_combat", seed)
    for one, _ in law:
        told = Counter((effect.whom, effect.kind, getattr(effect, "colonel", None)) for effect in one.effects)
        assert max(told.values(), default=0) <= 1


@FORMS
@given(st.integers(0, 10**6))
def test_fire_never_takes_more_than_there_is(seed):
    form, law = drawn("fire", seed)
    stands = form.situation.target_stands
    assert law.total == 1
    for one, _ in law:
        assert stands is None or one.stands_lost + one.wrecked <= stands
        assert (one.effect == "Desultory") is not any(
            effect.kind in ("order_becomes", "silenced") for effect in one.effects
        ) or (form.situation.target_disordered)


@FORMS
@given(st.integers(1, 24), st.integers(1, 10))
def test_one_stand_more_never_does_less(stands, die):
    fewer, more = fire(die, firing(stands=stands)), fire(die, firing(stands=stands + 1))
    assert more.stands_lost >= fewer.stands_lost


@FORMS
@given(st.integers(0, 10**6))
def test_checks_tell_every_unit_what_to_do(seed):
    form, law = drawn("maneuver_check", seed)
    for one, _ in law:
        assert len(one.results) == len(form.situation.units)
        checked = [effect for effect in one.effects if effect.kind == "checked"]
        assert [effect.result for effect in checked] == [result.effect for result in one.results]
