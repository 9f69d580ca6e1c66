"""Exact laws against twins that branch at every request, from the beginning of the rule to its end."""

from __future__ import annotations

from random import Random

import pytest

from sandtable.conformance.leaves import law_of_leaves, leaves
from sandtable.kernel.drivers import Given, enumerate_exactly
from tests.rulesets.mexican_american_war.play import RULESET, firing, read, tables, unit


def twins(action, fields, options=None, answers=None):
    form = read(action, fields, options)
    owned = RULESET.by_id[action]
    given = {key: Given(value) for key, value in (answers or {}).items()}
    start = owned.start(form.situation, tables(options))
    fast = owned.law(form.situation, tables(options), given)
    slow = enumerate_exactly(lambda: iter(start()), given)
    assert dict(fast.law) == dict(slow.law)
    assert set(fast.requests) == set(slow.requests)
    return form, owned


@pytest.mark.parametrize("seed", range(6))
def test_charge_combats(seed):
    random = Random(seed)

    def some_unit():
        start = random.randint(2, 7)
        return unit(
            random.randint(2, start),
            start_stands=start,
            morale_class=random.choice(["Spirited", "Reliable", "Unreliable", "Dispirited"]),
            experience=random.choice(["Elite", "Veteran", "Trained", "Raw"]),
            order=random.choice(["good order", "disordered"]),
            leader_with_unit=random.choice(["none", "none", "leader", "both"]),
        )

    fields = {
        "side": random.choice(["US", "MEX"]),
        "attackers": [some_unit() for _ in range(random.randint(1, 2))],
        "defenders": [some_unit() for _ in range(random.randint(1, 2))],
        "ground_defended": random.choice(["none", "strong", "fortified"]),
    }
    twins("charge_combat", fields)


def test_charge_combats_with_dice_told():
    fields = {"side": "US", "attackers": [unit(5)], "defenders": [unit(5, leader_with_unit="leader")]}
    for answers in ({"charge.1.dice": [5, 5]}, {"charge.2.dice": [9, 1]}, {"leader.die": 10}):
        twins("charge_combat", fields, answers=answers)


@pytest.mark.parametrize("troops", ([], [unit(3)], [unit(2), unit(4)]))
def test_what_comes_to_the_same_is_one_event(troops):
    guns = unit(2, arm="guns", leader_with_unit="both")
    fields = {"side": "MEX", "attackers": [unit(9), unit(5)], "defenders": [guns, *troops]}
    form, action = twins("charge_combat", fields)
    told = [
        (verdict.rolls, verdict.attacker_lost, verdict.defender_lost, verdict.outcome(), tuple(verdict.effects))
        for verdict in action.law(form.situation, tables(), {}).law.events
    ]
    assert len(told) == len(set(told))


def test_a_small_combat_face_by_face():
    fields = {"side": "US", "attackers": [unit(3)], "defenders": [unit(2)]}
    form, action = twins("charge_combat", fields)
    by_faces = law_of_leaves(list(leaves(action.start(form.situation, tables()))))
    assert dict(action.law(form.situation, tables(), {}).law) == by_faces


@pytest.mark.parametrize("options", (None, {"lowAmmo": "second"}, {"fireRow": "columns"}))
def test_fire_with_rockets(options):
    firers = [
        firing("HR", 2, 30, name="a"),
        firing("HR", 2, 60, name="b", damaged_stands=1),
        firing("M", 3, 4, name="c", experience="Raw"),
    ]
    fields = {"side": "US", "firers": firers, "leader_with_target": "leader", "target_stands": 3}
    twins("fire", fields, options)
    twins("fire", fields, options, {"fire.rockets": {"counts": [1]}, "fire.die": 10})
    twins("fire", {"side": "US", "firers": [firing("HR", 3, 40)]}, options)
