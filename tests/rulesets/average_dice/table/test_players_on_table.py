"""Whole battles of players that the program brings: none stops, none gives an order that is refused, and books and table agree throughout.

`SANDTABLE_BATTLES` says how many are played by the long test. Whatever fails names its players and its number, which play it again.
"""

from __future__ import annotations

import os
from collections import Counter
from itertools import product
from random import Random

import pytest

from sandtable.battle.event import Event
from sandtable.battle.matches.play import play
from sandtable.battle.order import Order
from sandtable.kernel.stream import DiceStream
from sandtable.miniatures.acting import disagreements
from sandtable.miniatures.orders import Act
from sandtable.rulesets.average_dice.table.rules import KIT, TABLE
from tests.rulesets.average_dice.table.wandering import armed

BATTLES = int(os.environ.get("SANDTABLE_BATTLES", "300"))
PAIRS = tuple(product(("random", "nearest"), repeat=2))


def fought(number: int) -> Counter[str]:
    """The actions of a battle, from the throw for its first day to its end."""
    chance = Random(f"battle {number}")
    start = armed(chance, chance.choice((1, 3, 9, 20)))
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
            now = TABLE.after(now, event)
        assert list(disagreements(KIT, now)) == []

    end, result = play(TABLE, start.state, players, DiceStream(f"dice of {number}"), most=5000, on_order=watched)
    assert result is not None
    assert now == end, "events alone lead to the same state"
    return given


def played(number: int) -> Counter[str]:
    try:
        return fought(number)
    except Exception as fault:
        raise AssertionError(f"battle {number}, {PAIRS[number % len(PAIRS)]}: {fault!r}") from fault


def test_twenty_battles_come_to_their_end():
    given: Counter[str] = sum((played(number) for number in range(20)), Counter())
    assert given.keys() >= {
        "new_day",
        "next_move",
        "move",
        "fire",
        "melee",
        "score",
        "spend_move",
        "hit_structure",
        "throw_dynamite",
    }


@pytest.mark.long
def test_hundreds_of_battles_come_to_their_end():
    for number in range(20, 20 + BATTLES):
        played(number)
