"""Chains that end: against closed forms, against icepool, against a plain twin, and where floats have to do."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import islice, product
from random import Random
from typing import Any

import icepool
import pytest

from sandtable.kernel import chain as chains
from sandtable.kernel.chain import Chain, TooManyPlacesError
from sandtable.kernel.law import Law


def ruin(goal: int, up: int, down: int):
    """A gambler who wins and loses one at a time."""

    def step(place: int) -> Law[int] | None:
        return None if place in (0, goal) else Law.over({place + 1: up, place - 1: down}, up + down)

    return step


def test_a_gambler_is_ruined_as_the_formula_says() -> None:
    ends = Chain(7, ruin(20, 18, 20)).ends(100)
    ratio = Fraction(20, 18)
    assert ends.exact
    assert ends.chances[20] == (1 - ratio**7) / (1 - ratio**20)
    assert sum(ends.chances.values()) == 1
    # how long it takes: (place - goal * chance) / (down - up), in steps
    mean = (7 - 20 * ends.chances[20]) / (Fraction(20, 38) - Fraction(18, 38))
    assert sum(ends.visits.values()) == mean


def test_a_knot_too_large_for_fractions_is_solved_in_floats_that_balance() -> None:
    goal = 3 * chains.LARGEST_EXACT_KNOT
    ends = Chain(goal // 2, ruin(goal, 18, 20)).ends(1000)
    ratio = Fraction(20, 18)
    wanted = float((1 - ratio ** (goal // 2)) / (1 - ratio**goal))
    assert not ends.exact
    assert ends.missing < 1e-12
    assert ends.chances[goal] == pytest.approx(wanted, rel=1e-9)  # a chance of 10^-9, without a digit lost


def test_floats_that_do_not_balance_are_no_answer(monkeypatch) -> None:
    monkeypatch.setattr(chains, "UNBALANCED", -1.0)
    with pytest.raises(chains.UnbalancedError):
        Chain(100, ruin(200, 18, 20)).ends(1000)


def test_a_chain_that_can_be_caught_in_a_circle_says_how_likely_that_is() -> None:
    steps = {
        "start": Law.over({"end": 1, "left": 2}, 3),
        "left": Law.over({"right": 1}, 1),
        "right": Law.over({"left": 1}, 1),
        "end": None,
    }
    ends = Chain("start", steps.__getitem__).ends(10)
    assert ends.never == Fraction(2, 3)
    assert ends.chances == {"end": Fraction(1, 3)}


def test_walking_it_adds_up_to_one_after_every_step_and_comes_near_to_the_end() -> None:
    chain = Chain(3, ruin(6, 1, 1))
    spreads = list(islice(chain.walk(100), 200))
    assert all(sum(one.counts.values()) + sum(one.ended.values()) == one.of for one in spreads)
    last = spreads[-1]
    assert Fraction(last.ended[chain.places.index(6)], last.of) == pytest.approx(0.5, abs=1e-9)


def test_a_chain_without_end_is_given_up() -> None:
    chain: Chain[int] = Chain(0, lambda place: Law.over({place + 1: 1, place + 2: 1}, 2))
    with pytest.raises(TooManyPlacesError):
        chain.ends(500)
    with pytest.raises(TooManyPlacesError):
        list(islice(chain.walk(10), 100))


@pytest.mark.parametrize("seed", range(30))
def test_any_chain_ends_as_one_that_is_walked_for_long(seed: int) -> None:
    luck = Random(seed)
    places = luck.randrange(4, 14)
    laws: dict[int, Law[int] | None] = {0: None, 1: None}
    for place in range(2, places):
        following = Counter(luck.choices(range(places), k=luck.randrange(1, 5)))
        following[luck.randrange(2)] += 1  # so that every place may end
        laws[place] = Law.over(dict(following), sum(following.values()))
    ends = Chain(2, laws.__getitem__).ends(100)
    mass, over = {2: 1.0}, {0: 0.0, 1: 0.0}
    steps = 0.0
    for _ in range(4000):
        steps += sum(mass.values())
        reached: dict[int, float] = {}
        for place, share in mass.items():
            law = laws[place]
            assert law is not None
            for following_place, weight in law:
                target = over if laws[following_place] is None else reached
                target[following_place] = target.get(following_place, 0.0) + share * float(weight)
        mass = reached
    assert ends.exact
    assert {place: pytest.approx(share, abs=1e-9) for place, share in over.items() if share} == ends.chances
    assert float(sum(ends.visits.values())) == pytest.approx(steps)


def risk(place: tuple[int, int]) -> Law[tuple[int, int]] | None:
    attackers, defenders = place
    if not attackers or not defenders:
        return None
    own, theirs = min(3, attackers), min(2, defenders)
    counts: Counter[tuple[int, int]] = Counter()
    for faces in product(range(1, 7), repeat=own + theirs):
        pairs = zip(sorted(faces[:own])[::-1], sorted(faces[own:])[::-1], strict=False)
        won = [mine > other for mine, other in pairs]
        counts[attackers - won.count(False), defenders - won.count(True)] += 1
    return Law.over(dict(counts), 6 ** (own + theirs))


@pytest.mark.parametrize("start", ((3, 3), (5, 2), (4, 6)))
def test_icepool_comes_to_the_same_ends(start: tuple[int, int]) -> None:
    def step(attackers: int, defenders: int) -> object:
        law = risk((attackers, defenders))
        return (
            (attackers, defenders) if law is None else icepool.Die({end: int(weight * law.of) for end, weight in law})
        )

    theirs: Any = icepool.Die([start]).map(step, star=True, repeat="inf")
    ours = Chain(start, risk).ends(1000)
    assert {end: Fraction(weight, theirs.denominator()) for end, weight in theirs.items()} == ours.chances
