"""A table that tells a secret, or refuses without a rule, is caught; the skirmish, which does neither, is not."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

import pytest

from sandtable.battle.engine.battle import Battle
from sandtable.battle.seat import EVERYBODY
from sandtable.conformance.breach import BreachError
from sandtable.conformance.table_promises import refusals
from sandtable.conformance.table_secrets import Lookout, hidden_names
from tests.battle.skirmish.game import SKIRMISH, Moved, Skirmish
from tests.battle.skirmish.playing import SCENARIO, SEATS, played, step


def watched(rules: Skirmish, orders: int = 60) -> None:
    """A battle by chance, searched after every step."""
    battle, chance, lookout = Battle.begin(rules, SCENARIO, SEATS, "watched"), Random(1), Lookout()
    lookout.look(battle)
    for _ in range(orders):
        if battle.question is None and not battle.decisions():
            break
        battle = step(battle, chance)
        lookout.look(battle)


def test_a_table_that_keeps_its_secrets_is_not_caught():
    watched(SKIRMISH)


def test_the_search_knows_who_is_hidden():
    state = SKIRMISH.set_up(SCENARIO, SKIRMISH.ruleset.default_tables)
    assert hidden_names(state, SKIRMISH.view(state, SEATS[0])) == {"blue-lurker"}
    assert hidden_names(state, SKIRMISH.view(state, SEATS[1])) == {"red-scout"}
    assert hidden_names(state, state) == frozenset()


class Loud(Skirmish):
    """Tells everybody of every move."""

    def carry_out(self, story: Any, order: Any) -> Any:
        yield from super().carry_out(story, order)
        story.events[:] = [
            replace(event, known_to=EVERYBODY) if isinstance(event, Moved) else event for event in story.events
        ]


class Naming(Skirmish):
    """Names in every view somebody who is hidden."""

    def view(self, state: Any, seat: Any) -> Any:
        view = super().view(state, seat)
        return view if view is state else replace(view, active="blue-lurker")


@pytest.mark.parametrize(
    ("table", "told"),
    (
        (Loud(), r"can read '(blue-lurker|red-scout)', which is hidden from it, in its log"),
        (Naming(), r"anna is told of somebody who is hidden, in view\.active"),
    ),
    ids=("log", "view"),
)
def test_a_table_that_tells_a_secret_is_caught(table, told):
    with pytest.raises(BreachError, match=told):
        watched(table)


class Unruly(Skirmish):
    """Refuses without saying by which rule."""

    def problems(self, view: Any, order: Any) -> Any:
        return tuple(replace(problem, rule=None) for problem in super().problems(view, order))


def test_refusals_are_collected_with_their_rules():
    battle = played(3, 60)
    found = list(refusals(battle))
    assert {"SK-1"} <= {rule for _, rule in found} <= {"SK-1", "SK-2", "SK-4"}
    assert {rule for _, rule in refusals(replace(battle, rules=Unruly()))} == {None}
