"""Candidates: legal, at most 256, always the same, and chosen one by one where a decision takes several."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from sandtable.ai import candidates
from sandtable.ai.candidates import Deliberation
from sandtable.battle.matches.match import Match, beginning_of
from sandtable.battle.matches.play import Wanted, battle_steps, carry_through
from sandtable.battle.order import Decision
from sandtable.battle.registry import names
from sandtable.battle.scenario.reader import read_scenario
from sandtable.battle.seat import Seat
from sandtable.kernel.problem import Refusal
from sandtable.kernel.requests import Choose
from sandtable.kernel.stream import DiceStream
from sandtable.miniatures.orders import Plan
from sandtable.rulesets.mesoamerica.table.rules import TABLE as PLANS
from tests.battle.skirmish.game import SKIRMISH
from tests.rulesets.mesoamerica.table.wandering import strewn
from tests.support.lessons import lesson_of


def decisions_of(ruleset: str, most: int) -> Iterator[tuple[Any, Wanted[Any], Deliberation]]:
    """The first decisions of a ruleset's shortest battle, with candidates taken by chance."""
    scenario = lesson_of(ruleset)
    match = Match(ruleset, scenario, tuple((side.label, "random") for side in read_scenario(scenario).sides))
    rules, start, _ = beginning_of(match)
    chance, dice, steps = Random(4), DiceStream("4"), battle_steps(rules, start)
    reply: Any = None
    while most:
        wanted = steps.send(reply)
        if isinstance(wanted.what, Decision):
            most -= 1
            thinking = Deliberation(rules, rules.view(wanted.state, Seat(wanted.by, (wanted.by,))), wanted.what)
            yield rules, wanted, thinking
            reply = None
            while reply is None:
                reply = thinking.take(chance.randrange(len(thinking.candidates)))
        elif isinstance(wanted.what, Choose):
            reply = wanted.what.usual
        else:
            reply = wanted.what.reading(dice.answer(wanted.what))


@pytest.mark.parametrize("ruleset", names())
def test_candidates_are_legal_different_and_the_same_again(ruleset: str) -> None:
    several = 0
    for rules, wanted, thinking in decisions_of(ruleset, 12):
        orders = [each.order for each in thinking.candidates]
        assert 1 <= len(orders) <= candidates.MOST
        assert len({repr(order) for order in orders}) == len(orders)
        for order in (each.order for each in thinking.candidates if each.done):
            assert order.kind in wanted.what.orders  # type: ignore[union-attr]
            assert rules.problems(thinking.view, order) == ()
        again = Deliberation(rules, thinking.view, wanted.what)  # type: ignore[arg-type]
        assert again.candidates == thinking.candidates
        several += len(orders) > 1
    assert several >= 6


def test_a_table_that_proposes_nothing_is_refused_in_words() -> None:
    with pytest.raises(Refusal) as refused:
        Deliberation(SKIRMISH, None, Decision("red", "move", ()))
    assert refused.value.problems[0].message.id == "battle.player.no_proposals"


def test_a_plan_is_put_together_act_by_act() -> None:
    """A table of secret plans: each act is a candidate that more may follow, and to be done with it is always the first."""
    state, dice = strewn(Random(4), 3).state, DiceStream("4")
    while True:
        decision = PLANS.decisions(state)[0]
        view = PLANS.view(state, Seat(decision.by, (decision.by,)))
        thinking = Deliberation(PLANS, view, decision)
        if decision.kind == Plan.kind and len(thinking.candidates) > 1:
            break
        order = PLANS.players["nearest"]("", "").order(view, decision)
        state = carry_through(PLANS, state, order, dice).state
    assert thinking.candidates[0].order == Plan(by=decision.by, acts=())
    assert not any(each.done for each in thinking.candidates[1:])
    first = thinking.candidates[1].order
    assert thinking.take(1) is None
    plan = thinking.take(0)
    assert plan == Plan(by=decision.by, acts=(first,))  # type: ignore[arg-type]
    assert PLANS.problems(view, plan) == ()
