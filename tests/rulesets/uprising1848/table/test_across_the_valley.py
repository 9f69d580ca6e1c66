"""What the generic mission is worth by the hundred: points, ends, tempers of the government, and the computer's rebels beside simpler ones (R48-A.30, R48-A.31).

`SANDTABLE_BATTLES` says how many battles of a kind are played, a hundred where it is not set; with half of the seeds the bounds are looser than what they stand for.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial
from math import sqrt
from multiprocessing import get_context
from statistics import mean, stdev
from typing import Any

import pytest

from sandtable.battle.event import Event
from sandtable.battle.matches.match import Match, play_through
from sandtable.battle.order import Order
from sandtable.battle.scenario.library import shipped
from sandtable.rulesets.uprising1848.ruleset import RULESET
from sandtable.rulesets.uprising1848.table.state import GOVERNMENT, PLAYER

BATTLES = int(os.environ.get("SANDTABLE_BATTLES", "100"))
COUNTED, LAST = 15, 20  # the turn whose points count, and that by which somebody is wiped out
SURE = 2.0  # standard errors


@dataclass(frozen=True)
class Told:
    """What came of a battle: the points when the mission's turns were over, and whether nobody was left five turns later."""

    points: int
    wiped_out: bool


def fought(seed: int, rebels: str, stance: str, turns: int) -> Told:
    """One battle of a temper of the government against the rebels of somebody."""
    text = shipped()["across-the-valley"].read_text(encoding="utf-8")
    longer = text.replace(f"\nturns = {COUNTED}\n", f"\nturns = {turns}\n")
    match = Match(RULESET.id, longer, ((PLAYER, rebels), (GOVERNMENT, "opponent")), stance)
    points = 0

    def noted(_: Order, __: list[Event], state: Any) -> None:
        nonlocal points
        points = state.books.points if state.books.turn <= COUNTED else points

    record = play_through(match, str(seed), on_order=noted)
    return Told(points, record.reason == "wiped_out")


def fought_often(rebels: str, stance: str, turns: int = COUNTED) -> list[Told]:
    """The battles of all seeds, in their order."""
    with ProcessPoolExecutor(mp_context=get_context("spawn")) as pool:
        return list(pool.map(partial(fought, rebels=rebels, stance=stance, turns=turns), range(1, BATTLES + 1)))


def errors_above(some: Sequence[Told], others: Sequence[Told]) -> float:
    """By how many standard errors some have more points than others on the same seeds."""
    more = [one.points - other.points for one, other in zip(some, others, strict=True)]
    return mean(more) * sqrt(len(more)) / stdev(more)


@pytest.mark.rule("R48-A.31", "R48-12.08a", "R48-12.09")
@pytest.mark.long
def test_against_a_fair_government_the_points_are_few_and_some_are_wiped_out():
    told = fought_often("opponent", "fair", LAST)
    assert 0 <= mean(each.points for each in told) <= 50
    assert 0.1 <= mean(each.wiped_out for each in told) <= 0.3


@pytest.mark.rule("R48-A.01", "R48-A.06", "R48-A.08", "R48-G.11")
@pytest.mark.long
def test_the_harsher_the_government_the_fewer_the_points():
    gentle, fair, harsh = (fought_often("opponent", stance) for stance in ("gentle", "fair", "harsh"))
    assert errors_above(gentle, fair) > SURE
    assert errors_above(fair, harsh) > SURE


@pytest.mark.rule("R48-A.30")
@pytest.mark.long
@pytest.mark.parametrize("other", ("random", "nearest"))
def test_the_rebels_of_the_computer_earn_more_than_simpler_ones(other):
    own, others = fought_often("opponent", "fair"), fought_often(other, "fair")
    more = sum(one.points > two.points for one, two in zip(own, others, strict=True))
    assert more >= 0.8 * BATTLES, f"{more} of {BATTLES}"
