"""Whatever is thrown at whomever: figures never go below nought, and effects say what the numbers say."""

from __future__ import annotations

from random import Random
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from sandtable.conformance.random_forms import read_random_form
from sandtable.kernel.drivers import throw
from sandtable.kernel.stream import DiceStream
from sandtable.rulesets.average_dice.ruleset import RULESET
from tests.rulesets.average_dice import play

SEEDS = st.integers(0, 10**6)


def thrown(action: str, seed: int) -> tuple[Any, Any, Any]:
    """A random legal form of an action, thrown: its situation, its verdict, its steps."""
    acting = RULESET.by_id[action]
    form = read_random_form(acting, Random(seed), play.tables())
    finished = throw(acting.start(form.situation, play.tables()), DiceStream(str(seed)), form.answers)
    return form.situation, finished.verdict, finished.steps


@settings(max_examples=60)
@given(seed=SEEDS, action=st.sampled_from(["fire", "throw_dynamite", "melee"]))
def test_losses_add_up(seed, action):
    _, verdict, steps = thrown(action, seed)
    assert 0 <= verdict.killed <= verdict.before
    assert verdict.left == verdict.before - verdict.killed
    assert not (verdict.deserted and not verdict.killed), "nobody deserts without a loss"
    assert not (verdict.deserted and not verdict.left), "nobody is left to desert"
    if getattr(verdict, "hits", None) is not None:
        saved = sum(step.request.pool for step in steps if step.key.split(".")[1] == "saves")
        assert verdict.killed <= saved <= verdict.hits
    lost = [effect for effect in verdict.effects if effect.kind == "figures_lost"]
    assert all((effect.count, effect.left) == (verdict.killed, verdict.left) for effect in lost)


@settings(max_examples=60)
@given(seed=SEEDS)
def test_a_structure_never_gains_by_being_hit(seed):
    situation, verdict, _ = thrown("hit_structure", seed)
    assert 0 <= verdict.left <= verdict.before
    assert verdict.left == max(0, verdict.before - verdict.hits)
    assert verdict.caught in (0, situation.figures_inside_or_behind)
    assert verdict.falls or not verdict.caught


@settings(max_examples=60)
@given(seed=SEEDS)
def test_a_move_is_never_longer_than_its_rate(seed):
    situation, verdict, _ = thrown("move", seed)
    rates = [play.tables().number_or_none("move", situation.mover, rate) or 0 for rate in ("amble", "fast")]
    assert 0 <= verdict.measure("inches") <= max(rates)


@settings(max_examples=40)
@given(seed=SEEDS)
def test_points_are_won_by_one_side_for_extra_units(seed):
    situation, verdict, _ = thrown("score", seed)
    extra = 5 * abs(situation.villista_units - situation.federal_units)
    generals = 5 * (situation.villista_general_killed + situation.federal_general_killed)
    boxes = 10 * (situation.boxes_crossed >= 3)
    points = verdict.measure("villista_points") + verdict.measure("federal_points")
    assert points == extra + generals + boxes + 10 * situation.villages_held
    assert not verdict.measure("villistas_win") or situation.villages_held, "the aim is a village"
