"""Whole armies that move at once: the same whoever is listed first, and as tiny steps would have it (PRE-1.02, PRE-G.25)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from math import hypot
from random import Random
from typing import Any

import pytest

from sandtable.miniatures.together import Gone, Walk
from sandtable.rulesets.mesoamerica.table import moving
from sandtable.rulesets.mesoamerica.table.marching import marches
from sandtable.rulesets.mesoamerica.table.nearness import contacts
from sandtable.rulesets.mesoamerica.table.rules import TABLE
from sandtable.rulesets.mesoamerica.table.state import MesoamericaField
from tests.miniatures.test_together import slowly
from tests.rulesets.mesoamerica.table.laying import SEATS
from tests.rulesets.mesoamerica.table.test_players_on_table import step
from tests.rulesets.mesoamerica.table.wandering import strewn

TICKS = 200  # of a step
FINE = 6  # thousandths by which tiny steps may be off


def before_movement(seed: str) -> MesoamericaField:
    """Two small armies that have sealed plans of going for each other, as they stand before anybody moves."""
    battle = strewn(Random(seed), 6)
    players = {role: TABLE.players["nearest"]("", f"{seed} {role}") for role in ("West", "East")}
    while battle.state.books.phase != "orders":
        battle = step(battle, players)
    field = battle.state
    for seat in SEATS:
        decision = next(each for each in battle.decisions() if each.by == seat.side)
        plan: Any = players[decision.by].order(battle.view(seat.id), decision)
        field = replace(field, afoot=(*field.afoot, *plan.acts))
    return field


def ends(done: Gone) -> Mapping[str, tuple[float, float, bool]]:
    return {name: (walk.end.x, walk.end.y, walk.left) for name, walk in done.walks.items()}


@pytest.mark.rule("PRE-1.02", "PRE-G.25")
def test_it_makes_no_difference_in_which_order_units_are_listed():
    met = 0
    for number in range(3):
        field, chance = before_movement(f"listed {number}"), Random(number)
        done, found = moving.go_together(field, marches(field))
        names = list(field.pieces)
        for _ in range(2):
            chance.shuffle(names)
            other = replace(field, pieces={name: field.pieces[name] for name in names})
            again, found_again = moving.go_together(other, marches(other))
            assert ends(again) == ends(done)
            assert set(again.meetings) == set(done.meetings)
            assert found_again.near.keys() == found.near.keys()
        met += len(done.meetings)
    assert met > 4, "some have met"


@pytest.mark.rule("PRE-6.05", "PRE-G.25")
def test_everybody_ends_where_tiny_steps_end(monkeypatch: pytest.MonkeyPatch):
    """Over strewn ground, by order and after an enemy: a twin goes a two-hundredth of a step at a time and measures every gap anew."""
    met = 0
    for number in range(2):
        field = before_movement(f"tiny {number}")
        going = marches(field)
        apart = not any(contacts(field).values())
        assert apart, "nobody is excused"
        quick = _stopped(monkeypatch, field, going, slow=False)
        slow = _stopped(monkeypatch, field, going, slow=True)
        for name, walk in quick.walks.items():
            there = slow.walks[name].end
            assert hypot(walk.end.x - there.x, walk.end.y - there.y) < FINE, (number, name)
        met += len(quick.meetings)
    assert met > 2


def _stopped(monkeypatch: pytest.MonkeyPatch, field: MesoamericaField, going: Any, *, slow: bool) -> Gone:
    """Where everybody is before friends make room for each other."""

    def tiny(bodies: Any, _steps: int, stride: Any, *_: Any) -> Gone:
        found = slowly([(body, stride) for body in bodies], TICKS)
        return Gone({body.id: Walk(body, found[body.id]) for body in bodies}, ())

    with monkeypatch.context() as patched:
        patched.setattr(moving, "untangled", dict)
        if slow:
            patched.setattr(moving, "together", tiny)
        return moving.go_together(field, going)[0]
