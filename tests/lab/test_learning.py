"""Environments for learners: PettingZoo's and Gymnasium's own tests, and what they say of a battle."""

from __future__ import annotations

import subprocess
import sys
import warnings
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, max_cycles_test, seed_test

from sandtable.battle.matches.match import Match, play_through, players_of
from sandtable.battle.registry import names
from sandtable.battle.scenario.reader import read_scenario
from sandtable.battle.scenario.scenario import Scenario
from sandtable.battle.seat import Seat
from sandtable.lab.learning import zoo
from sandtable.lab.learning.gym import BattleGym
from sandtable.lab.learning.session import CHANCE, Session
from tests.lab.making import OTHER, OWN, tutorial
from tests.support.lessons import lesson_of

SHORT = 40  # cycles


def smallest(ruleset: str) -> Scenario:
    """The smallest scenario of a ruleset."""
    return read_scenario(lesson_of(ruleset))


def all_of_pettingzoo(scenario: Any, cycles: int, **how: Any) -> None:
    """PettingZoo's three tests of a scenario."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # it warns of what is no image
        api_test(zoo.env(scenario, **how), num_cycles=cycles)
        seed_test(lambda: zoo.env(scenario, **how), num_cycles=cycles)
        module = SimpleNamespace(
            env=lambda max_cycles: zoo.env(scenario, turns="all", max_cycles=max_cycles, **how),
            parallel_env=lambda max_cycles: zoo.parallel_env(scenario, max_cycles=max_cycles, **how),
        )
        max_cycles_test(module)


@pytest.mark.parametrize("chance", ("dice", "explicit"))
def test_pettingzoo_is_content_with_the_tutorial(chance: zoo.Chance) -> None:
    all_of_pettingzoo("tutorial", SHORT, chance=chance)


@pytest.mark.long
@pytest.mark.parametrize("ruleset", names())
@pytest.mark.parametrize("chance", ("dice", "explicit"))
def test_pettingzoo_is_content_with_every_table(ruleset: str, chance: zoo.Chance) -> None:
    all_of_pettingzoo(smallest(ruleset), 200, chance=chance)


def test_gymnasium_is_content() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        check_env(BattleGym(against="nearest"), skip_render_check=True)


def test_whoever_wins_gets_one_and_the_other_loses_it() -> None:
    env = zoo.env("tutorial")
    env.reset(seed=5)
    total = dict.fromkeys(env.possible_agents, 0.0)
    for agent in env.agent_iter():
        _, reward, over, cut_off, _ = env.last(observe=False)
        total[agent] += reward
        env.step(None if over or cut_off else 0)
    assert env.session.result is not None
    winner = env.session.result.winner
    assert total == {side: 0.0 if winner is None else 1.0 if side == winner else -1.0 for side in (OWN, OTHER)}
    assert env.agents == []


def test_chance_is_told_how_likely_each_reading_is_and_may_choose_it() -> None:
    env = zoo.env("tutorial", chance="explicit")
    env.reset(seed=5)
    met = 0
    for agent in env.agent_iter(120):
        seen, _, over, cut_off, info = env.last()
        if over or cut_off:
            break
        offered = int(seen["action_mask"].sum())
        if agent == CHANCE:
            met += 1
            assert seen["probabilities"].sum() == pytest.approx(1.0)
            assert (seen["probabilities"][:offered] > 0).all()
            assert len(info["orders"]) == offered
        else:
            assert not seen["probabilities"].any()
        env.step(met % offered)
    assert met > 3


def test_a_session_of_players_is_the_battle_that_they_play() -> None:
    """One rule, one place: the stepwise battle and the straight one are the same battle."""
    match = Match("revolucion", tutorial().match.scenario, ((OWN, "nearest"), (OTHER, "random")), "general")
    with players_of(match, "11") as players:
        session = Session(match, "11", players=players)
    record = play_through(match, "11")
    assert session.result is not None
    assert (session.result.winner, dict(session.result.scores)) == (record.winner, record.scores)


def test_nobody_sees_what_his_seat_does_not() -> None:
    """What a side observes is made from its own view: the same whatever the other side hides."""
    env = zoo.env("tutorial")
    env.reset(seed=1)
    seen = env.observe(OWN)["observation"]
    rules: Any = env.session.rules
    scene = rules.desk.scene(env.session.view(OWN), Seat(OWN, (OWN,)))
    assert int(seen[1:, 0].sum()) == len(scene.pieces) + len(scene.figures)
    assert np.abs(seen).max() <= 1.0


@pytest.mark.long
def test_the_learner_of_the_docs_beats_random() -> None:
    """The example as it stands there: what it prints last is its score, battles won less battles lost."""
    example = Path(__file__).parents[2] / "docs" / "examples" / "learn.py"
    done = subprocess.run([sys.executable, str(example)], capture_output=True, text=True, check=True, timeout=900)
    chance, learned = (float(line.split()[1]) for line in done.stdout.splitlines())
    assert learned > 0
    assert learned > chance
