"""What a unit is worth: found again where it is known, with intervals that hold it."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest
import statsmodels.api as sm

from sandtable.battle.registry import names
from sandtable.battle.scenario.reader import read_scenario
from sandtable.lab.numbers.logistic import fit_logistic
from sandtable.lab.points import KIND, Worth, match_of, scenario_of, sorts_of, worths, worths_in
from sandtable.lab.report.points import points_answer
from sandtable.lab.report.told import file_of
from tests.lab.making import OTHER, OWN, record

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
    ours = fit_logistic(design, worth, np.zeros((3, 3)), np.arange(300))
    assert ours.coefficients == pytest.approx(theirs.params, abs=1e-8)
    assert np.sqrt(np.diag(ours.plain)) == pytest.approx(theirs.bse, rel=1e-6)


@pytest.mark.parametrize("ruleset", names())
def test_units_are_left_out_by_chance_and_the_battle_can_be_played(ruleset: str) -> None:
    matches = [match_of(ruleset, "", str(seed)) for seed in range(6)]
    assert matches[0] == match_of(ruleset, "", "0")
    forces = [sorts_of(scenario_of(ruleset, str(seed))) for seed in range(6)]
    assert any(each != forces[0] for each in forces)
    assert all(read_scenario(match.scenario).ruleset == ruleset for match in matches)


def test_what_units_are_worth_is_read_from_a_journal_and_written() -> None:
    told = [record(str(seed), OWN if seed % 2 else OTHER) for seed in range(6)]
    found = worths_in({"kind": KIND, "ruleset": "revolucion", "level": ""}, told)
    assert {one.sort for one in found} >= {"RegularInfantry"}
    assert all(one.low < one.worth < one.high for one in found if one.battles)
    answer = points_answer("revolucion", found, len(told))
    assert "by 6 battles" in answer.sentence
    page = file_of(".html", answer).decode()
    assert all(one.sort in page for one in found)
    assert file_of(".pdf", answer).startswith(b"%PDF")
    assert points_answer("revolucion", [], 0).sections == ()


def test_who_is_worth_most_is_said_only_where_the_intervals_say_it() -> None:
    clear = [Worth("guns", 2.0, 1.5, 2.5, None, 90), Worth("foot", 0.5, 0.2, 0.8, None, 90)]
    assert points_answer("revolucion", clear, 90).sentence.startswith("guns is worth most")
    close = [Worth("guns", 2.0, 0.4, 3.6, None, 9), Worth("foot", 0.5, -1.2, 1.8, None, 9)]
    assert points_answer("revolucion", close, 9).sentence.startswith(
        "Not yet known who is worth most: guns stands first"
    )
