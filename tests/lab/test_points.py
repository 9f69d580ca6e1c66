"""What a unit is worth: found again where it is known, with intervals that hold it."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest
import statsmodels.api as sm

from sandtable.battle.registry import names
from sandtable.battle.scenario.reader import read_scenario
from sandtable.lab.numbers.logistic import fitted
from sandtable.lab.points import match_of, sorts_of, worths

TRUTH = {"guns": 0.9, "foot": 0.5, "horse": 0.2, "mules": 0.0}


def made_up(battles: int, seed: int) -> tuple[list[tuple[dict[str, int], dict[str, int]]], list[float]]:
    """Forces, and who won with them."""
    luck, forces, won = Random(seed), list[tuple[dict[str, int], dict[str, int]]](), list[float]()
    for _ in range(battles):
        first, second = ({sort: luck.randint(0, 3) for sort in TRUTH} for _ in range(2))
        odds = 0.3 + sum(TRUTH[sort] * (first[sort] - second[sort]) for sort in TRUTH)
        forces.append((first, second))
        won.append(float(luck.random() < 1 / (1 + np.exp(-odds))))
    return forces, won


def test_what_is_worth_more_is_found_to_be() -> None:
    found = {one.sort: one for one in worths(*made_up(2000, 4))}
    assert found["guns"].worth > found["foot"].worth > found["horse"].worth > found["mules"].worth
    assert found["guns"].low > found["foot"].high
    assert found["mules"].low < 0 < found["mules"].high
    assert found["guns"].worth / found["foot"].worth == pytest.approx(0.9 / 0.5, rel=0.25)


def test_the_regression_is_that_of_statsmodels() -> None:
    luck = np.random.default_rng(7)
    design = luck.normal(size=(300, 3))
    worth = (luck.random(300) < 1 / (1 + np.exp(-design @ [0.5, -1.0, 0.2]))).astype(float)
    theirs = sm.GLM(worth, design, family=sm.families.Binomial()).fit()
    ours = fitted(design, worth, np.zeros((3, 3)), np.arange(300))
    assert ours.found == pytest.approx(theirs.params, abs=1e-8)
    assert np.sqrt(np.diag(ours.plain)) == pytest.approx(theirs.bse, rel=1e-6)


@pytest.mark.parametrize("ruleset", names())
def test_units_are_left_out_by_chance_and_the_battle_can_be_played(ruleset: str) -> None:
    matches = [match_of(ruleset, "", str(seed)) for seed in range(2)]
    assert matches[0] == match_of(ruleset, "", "0")
    forces = [sorts_of(match.scenario) for match in matches]
    assert forces[0] != forces[1]
    assert all(read_scenario(match.scenario).ruleset == ruleset for match in matches)
