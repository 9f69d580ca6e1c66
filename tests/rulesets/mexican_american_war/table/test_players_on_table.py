"""Whole battles of players that the program brings: none stops, none gives an order that is refused, and books and table agree throughout.

`SANDTABLE_BATTLES` says how many are played by the long test. Whatever fails names its players and its number, which play it again.
"""

from __future__ import annotations

import json
import os
from collections import Counter
from dataclasses import replace
from itertools import product
from random import Random

import pytest

from sandtable.battle.event import Event
from sandtable.battle.matches.play import play
from sandtable.battle.order import Order
from sandtable.kernel.stream import DiceStream
from sandtable.miniatures.acting import disagreements
from sandtable.miniatures.events import Ruled
from sandtable.miniatures.orders import Act
from sandtable.rulesets.mexican_american_war.table.rules import KIT, TABLE
from tests.rulesets.mexican_american_war.table.laying import sound
from tests.rulesets.mexican_american_war.table.wandering import strewn

BATTLES = int(os.environ.get("SANDTABLE_BATTLES", "200"))
PAIRS = tuple(product(("random", "nearest", "opponent"), repeat=2))


def read_again(event: Event) -> Event:
    """An event as somebody reads it who was not there when it was told."""
    return replace(event, fields=json.loads(json.dumps(event.fields))) if isinstance(event, Ruled) else event


def fought(number: int, turns: int = 4) -> Counter[str]:
    """The actions of a battle of so many turns, from its first to its end."""
    chance = Random(f"battle {number}")
    start = strewn(chance, chance.choice((5, 9, 16, 24)), turns=turns)
    names = PAIRS[number % len(PAIRS)]
    players = {
        role: TABLE.players[name]("", f"{number}/{role}")
        for role, name in zip(TABLE.sides(start.state), names, strict=True)
    }
    given: Counter[str] = Counter()
    now = start.state

    def watched(order: Order, happened: list[Event]) -> None:
        nonlocal now
        assert isinstance(order, Act)
        assert TABLE.problems(now, order) == (), order
        given[order.action] += 1
        for event in happened:
            now = TABLE.after(now, read_again(event))
        assert list(disagreements(KIT, now)) == []
        assert sound(now) == []

    end, result = play(TABLE, start.state, players, DiceStream(f"dice of {number}"), most=3000, on_order=watched)
    assert result is not None
    assert now == end, "events alone lead to the same state"
    return given


def played(number: int, turns: int = 4) -> Counter[str]:
    try:
        return fought(number, turns)
    except Exception as fault:
        raise AssertionError(f"battle {number}, {PAIRS[number % len(PAIRS)]}: {fault!r}") from fault


def test_battles_come_to_their_end():
    given: Counter[str] = sum((played(number, 2) for number in (0, 4, 5)), Counter())
    assert given.keys() >= {
        "maneuver_check",
        "maneuver",
        "declare_charge",
        "go_in",
        "fire",
        "charge_combat",
        "next_phase",
    }


@pytest.mark.long
def test_hundreds_of_battles_come_to_their_end():
    for number in range(6, 6 + BATTLES):
        played(number)
