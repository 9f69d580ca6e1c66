"""Laws in stages against those of every way through the rule, and pools against brute force."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sandtable.kernel.dice import PERCENT
from sandtable.kernel.drivers import Given, enumerate_exactly, throw
from sandtable.kernel.law import Law
from sandtable.kernel.messages import Message
from sandtable.kernel.pools import Strikes, spread
from sandtable.kernel.problem import Refusal
from sandtable.kernel.requests import Band, Count
from sandtable.kernel.stream import DiceStream
from sandtable.rulesets.uprising1848.chances import ladder_tally, stepped, up_to
from sandtable.rulesets.uprising1848.ruleset import RULESET
from sandtable.rulesets.uprising1848.vocabulary import FIGHTERS
from tests.rulesets.uprising1848.play import mean, read, tables

CHARGE = RULESET.by_id["charge"]


def played_out(start: Any, answers: dict[str, Given]) -> Any:
    """The law of every way through a rule from its beginning to its end, no two of them brought together."""
    return enumerate_exactly(lambda: iter(start()), answers)


def blows(chance: int, targets: int, each: int) -> Strikes:
    """A throw at so many targets with so many dice each."""
    band = Band(Message("band.struck"), up_to(chance))
    return Strikes("attack.blows", PERCENT, targets * each, (band,), lambda down: down, each=each)


@pytest.mark.rule("R48-G.53b")
@pytest.mark.parametrize(("chance", "each"), ((40, 2), (1, 2), (95, 2), (60, 1)))
def test_a_target_falls_if_one_of_its_dice_hits(chance: int, each: int) -> None:
    hit = sum(any(face <= chance for face in faces) for faces in product(PERCENT.faces, repeat=each))
    single = Law.of_counts(blows(chance, 1, each).law())
    assert single[1] == Fraction(hit, 100**each)
    triple = Law.of_counts(blows(chance, 3, each).law())
    assert triple[3] == single[1] ** 3
    assert triple.total == 1


@pytest.mark.rule("R48-G.53b")
def test_faces_are_read_target_by_target_and_counts_as_targets() -> None:
    request = blows(40, 3, 2)
    assert request.reading({"faces": [41, 40, 90, 91, 1, 2]}) == 2
    assert request.reading({"counts": [3]}) == 3
    with pytest.raises(Refusal):
        request.reading({"counts": [4]})
    with pytest.raises(Refusal):
        request.reading({"faces": [1, 2, 3]})


@pytest.mark.rule("R48-G.53b", "R48-G.63")
@given(st.integers(1, 30), st.integers(1, 30))
def test_attackers_are_spread_evenly(attackers: int, targets: int) -> None:
    classes = spread(attackers, targets)
    assert sum(struck * each for struck, each in classes) == attackers
    assert sum(struck for struck, _ in classes) == min(attackers, targets)
    assert max(each for _, each in classes) - min(each for _, each in classes) <= 1


@pytest.mark.rule("R48-G.01")
@given(st.lists(st.integers(-6, 6), max_size=6), st.sampled_from([1, 5, 25, 40, 95]))
def test_the_ladder_adds_up_and_has_ends(steps: list[int], base: int) -> None:
    table = tables()
    first = table.modifier("fire.Musket.0-6")
    modifiers = [type(first)(Message("reason.tester_mounted"), step) for step in steps]
    tally = ladder_tally(type(first)(Message("reason.fire"), base), modifiers, table, Message("why.fire"))
    total = sum(steps)
    assert tally.total == stepped(base, total, table)
    assert 1 <= tally.total <= 95
    if total > 0:
        assert tally.total > base or base == 95
    if total < 0:
        assert tally.total < base or base == 1


charges = st.fixed_dictionaries(
    {
        "actor": st.sampled_from([quality.value for quality in FIGHTERS]),
        "attackers": st.integers(1, 3),
        "target": st.sampled_from([quality.value for quality in FIGHTERS]),
        "targets": st.integers(1, 2),
        "start_distance": st.sampled_from(["4", "8", "11"]),
        "melee": st.sampled_from(["lethal", "improvised"]),
        "target_firearm": st.sampled_from(["none", "musket", "needle gun"]),
        "target_is_mounted": st.booleans(),
        "actor_is_mounted": st.booleans(),
        "cover": st.sampled_from(["None", "Hard"]),
        "target_status": st.sampled_from(["Solid", "Wavering"]),
        "reaction": st.sampled_from(["none", "move"]) | st.none(),
        "actor_unit_figures": st.integers(4, 8),
        "target_unit_figures": st.integers(3, 8),
        "actor_reference": st.integers(8, 12),
        "target_reference": st.integers(8, 12),
    }
)
answers = st.fixed_dictionaries(
    {},
    optional={
        "charge.target_acted": st.booleans(),
        "charge.check_now": st.booleans(),
        "charge.charger_leading": st.sampled_from(["nobody", "mob leader"]),
        "charge.target_leading": st.sampled_from(["nobody"]),
        "charge.reactors": st.integers(1, 2),
        "charge.contact_kept": st.booleans(),
        "charge.distance": st.sampled_from([[1, 1], [4, 4]]),
        "charge.morale": st.sampled_from([[1], [100]]),
        "charge.target_morale": st.sampled_from([[1], [100]]),
    },
)
options = st.fixed_dictionaries(
    {},
    optional={
        "fixedMoves": st.just(True),
        "secondFailureRemoves": st.just(True),
        "moraleQuality": st.just("majority"),
        "strikeBackEach": st.just(True),
    },
)


@pytest.mark.rule("R48-G.63")
@settings(max_examples=60, deadline=None, derandomize=True)
@given(charges, answers, options)
def test_the_law_of_a_charge_is_that_of_its_branches(
    fields: dict[str, Any], told: dict[str, Any], switches: dict[str, Any]
) -> None:
    form = read("charge", fields, switches)
    given_answers = {**form.answers, **{key: Given(value) for key, value in told.items()}}
    start = CHARGE.start(form.situation, tables(switches))
    slow = played_out(start, given_answers)
    fast = CHARGE.law(form.situation, tables(switches), given_answers)
    assert fast.law == slow.law
    assert fast.law.total == 1
    assert set(slow.assumed) == set(fast.assumed)
    thrown = throw(start, DiceStream("1848"), given_answers)
    assert thrown.verdict in fast.law


@pytest.mark.rule("R48-G.63", "R48-G.53b")
@pytest.mark.parametrize("action", ("attack_lethal", "attack_improvised"))
@pytest.mark.parametrize(("attackers", "targets"), ((1, 1), (2, 5), (5, 5), (7, 4), (9, 2), (11, 1)))
def test_the_law_of_an_attack_is_that_of_its_branches(action: str, attackers: int, targets: int) -> None:
    form = read(action, {"actor": "Average", "attackers": attackers, "target": "Conscript", "targets": targets})
    slow = played_out(RULESET.by_id[action].start(form.situation, tables()), {})
    fast = RULESET.by_id[action].law(form.situation, tables(), {})
    assert fast.law == slow.law
    assert fast.law.total == 1
    assert {key: request.pool for key, request in fast.requests.items() if isinstance(request, Count)} == {
        key: request.pool for key, request in slow.requests.items() if isinstance(request, Count)
    }


@pytest.mark.parametrize(
    "told", ({}, {"oratory.wavering": True}, {"oratory.result": [60]}, {"oratory.each": {"counts": [2]}})
)
@pytest.mark.parametrize("audience", ({"audience": "civilians"}, {"audience": "conscript", "soldiers": 7}))
def test_the_law_of_a_speech_is_that_of_its_branches(audience: dict[str, Any], told: dict[str, Any]) -> None:
    form = read("oratory", {**audience, "side_acting": "Player"})
    answers = {key: Given(value) for key, value in told.items()}
    slow = played_out(RULESET.by_id["oratory"].start(form.situation, tables()), answers)
    fast = RULESET.by_id["oratory"].law(form.situation, tables(), answers)
    assert fast.law == slow.law
    assert fast.law.total == 1
    assert set(fast.requests) == set(slow.requests)
    assert set(fast.assumed) == set(slow.assumed)
    effects = {verdict: tuple(verdict.effects) for verdict in slow.law.events}
    assert {verdict: tuple(verdict.effects) for verdict in fast.law.events} == effects


def test_an_attack_half_thrown_has_the_odds_of_what_is_left() -> None:
    form = read("attack_lethal", {"actor": "Average", "attackers": 7, "target": "Conscript", "targets": 4})
    told = {"attack.blows": Given({"counts": [3]})}
    law = RULESET.by_id["attack_lethal"].law(form.situation, tables(), told).law
    assert {verdict.casualties for verdict in law.events} == {3, 4}


@pytest.mark.rule("R48-G.63", "R48-G.31")
def test_strikes_at_every_charger_cost_more() -> None:
    fields = {"actor": "Average", "attackers": 2, "target": "Average", "targets": 1, "start_distance": "6"}
    once, each = (
        mean("charge", {**fields, "target_has_acted": True}, "chargers_lost", options=switches)
        for switches in ({}, {"strikeBackEach": True})
    )
    assert each == 2 * once


@pytest.mark.rule("R48-G.53a")
@pytest.mark.parametrize("action", ("test_cannister", "test_roundshot", "test_blast"))
def test_the_law_of_several_classes_is_that_of_their_branches(action: str) -> None:
    random = Random(action)
    for classes in (1, 2, 3, 3):
        testers = [
            {
                "actor": random.choice(FIGHTERS).value,
                "figures": random.randint(1, 4),
                "cover": random.choice(["None", "Hard"]),
            }
            for _ in range(classes)
        ]
        form = read(action, {"testers": testers})
        slow = played_out(RULESET.by_id[action].start(form.situation, tables()), {})
        fast = RULESET.by_id[action].law(form.situation, tables(), {})
        assert slow.law == fast.law
        assert set(slow.requests) == set(fast.requests)
