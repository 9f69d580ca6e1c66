"""What a kit remembers of a ruling is what it would read again: forms from their fields, effects from what events keep, pieces that are as they were."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.battle.event import Event
from sandtable.battle.matches.match import Match, players_of
from sandtable.battle.matches.play import play
from sandtable.battle.order import Order
from sandtable.battle.registry import table
from sandtable.battle.scenario.reader import read_scenario
from sandtable.battle.scenario.rules import scenario_rules
from sandtable.kernel.messages import PLAIN
from sandtable.kernel.reader import read_form
from sandtable.kernel.stream import DiceStream
from sandtable.miniatures import acting
from sandtable.miniatures.events import Ruled, Written, read
from sandtable.miniatures.table import MiniaturesTable

ORDERS = 50  # of a battle: its first turns


class _Enough(Exception):  # noqa: N818 - nothing is wrong
    """So many orders tell all there is to tell."""


@pytest.mark.parametrize("ruleset", ("average_dice", "mesoamerica"))
def test_forms_and_effects_read_again_are_those_that_were_ruled_on(ruleset: str):
    rules = table(ruleset)
    assert isinstance(rules, MiniaturesTable)
    text = scenario_rules(ruleset).made_by_chance(5)
    match = Match(ruleset, text, tuple((side.label, "random") for side in read_scenario(text).sides))
    start = rules.set_up(text, rules.ruleset.tables({}, ""))
    seen: dict[str, int] = {}
    given: list[Order] = []

    def told(order: Order, events: list[Event]) -> None:
        given.append(order)
        for event in events:
            if isinstance(event, Ruled):
                seen[event.action] = seen.get(event.action, 0) + 1
                action = rules.kit.deeds[event.action].action
                known = acting.form_read(action, event.fields, start.tables)
                assert known == read_form(action, event.fields, start.tables, PLAIN), event.action
                for one in event.effects:
                    assert isinstance(one, Written)
                    assert read(dict(one), rules.kit.ruleset.package) == one.effect
        if len(given) >= ORDERS:
            raise _Enough

    def settled(_: list[Event], field: Any) -> None:
        assert list(acting.disagreements(rules.kit, field)) == []
        bases = {name: rules.kit.base(rules.kit.roster(field.books)[name], start.tables) for name in field.pieces}
        assert bases == {name: piece.base for name, piece in field.pieces.items()}

    with players_of(match, "r") as players, pytest.raises(_Enough):
        play(rules, start, players, DiceStream("r"), on_order=told, on_state=settled)
    assert len(seen) >= 5, seen
