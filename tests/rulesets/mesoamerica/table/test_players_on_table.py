"""Whole battles of players that the program brings: none stops, none gives an order that is refused, books and table agree throughout, and logs replay.

`SANDTABLE_BATTLES` says how many are played by the long test. Whatever fails names its players and its number, which play it again.
"""

from __future__ import annotations

import json
import os
from collections import Counter
from itertools import product
from random import Random
from typing import Any

import pytest

from sandtable.battle.engine.battle import Accepted, Battle
from sandtable.battle.engine.log import read_log
from sandtable.battle.engine.verify import verify
from sandtable.battle.event import Event
from sandtable.battle.matches.play import play
from sandtable.battle.order import Order
from sandtable.battle.seat import Seat
from sandtable.kernel.requests import Choose
from sandtable.kernel.stream import DiceStream
from sandtable.miniatures.acting import disagreements
from sandtable.miniatures.events import Ruled
from sandtable.miniatures.orders import Act, Plan
from sandtable.miniatures.together import is_clear
from sandtable.rulesets.mesoamerica.table.nearness import body
from sandtable.rulesets.mesoamerica.table.rules import KIT, TABLE
from sandtable.rulesets.mesoamerica.table.state import MesoamericaField
from tests.rulesets.mesoamerica.table.wandering import strewn

BATTLES = int(os.environ.get("SANDTABLE_BATTLES", "200"))
PAIRS = tuple(product(("random", "nearest"), repeat=2))
SEATS = {"West": "ahuitzotl", "East": "tangaxoan"}


def nobody_on_another(field: MesoamericaField) -> bool:
    """Whether nobody who is seen stands on anybody else who is."""
    bodies = [body(piece) for piece in field.seen()]
    return all(is_clear(each, bodies[:number]) for number, each in enumerate(bodies))


def fought(number: int) -> Counter[str]:
    """What was done in a battle, from the first plans to its end."""
    chance = Random(f"battle {number}")
    start = strewn(chance, chance.choice((3, 8, 14)))
    names = PAIRS[number % len(PAIRS)]
    players = {role: TABLE.players[name]("", f"{number}/{role}") for role, name in zip(SEATS, names, strict=True)}
    given: Counter[str] = Counter()
    now = start.state

    def watched(order: Order, happened: list[Event]) -> None:
        nonlocal now
        assert TABLE.problems(TABLE.view(now, Seat("giver", (order.by,))), order) == (), order
        given.update(act.action for act in order.acts) if isinstance(order, Plan) else given.update(
            [getattr(order, "action", "")]
        )
        for event in happened:
            now = TABLE.after(now, event)
            given.update([f"ruled {event.action}"] if isinstance(event, Ruled) else [])
        assert list(disagreements(KIT, now)) == []
        assert nobody_on_another(now), order

    end, result = play(TABLE, start.state, players, DiceStream(f"dice of {number}"), most=5000, on_order=watched)
    assert result is not None
    assert now == end, "events alone lead to the same state"
    return given


def played(number: int) -> Counter[str]:
    try:
        return fought(number)
    except Exception as fault:
        raise AssertionError(f"battle {number}, {PAIRS[number % len(PAIRS)]}: {fault!r}") from fault


@pytest.mark.rule("PRE-1.05", "PRE-1.02")
def test_two_battles_come_to_their_end():
    given: Counter[str] = sum((played(number) for number in range(2)), Counter())
    assert given.keys() >= {
        "charge_order",
        "name_fight",
        "fight",
        "ruled fire",
        "ruled morale",
        "ruled move",
        "ruled weather",
    }


@pytest.mark.long
def test_in_some_battles_everything_is_done():
    given: Counter[str] = sum((played(number) for number in range(8)), Counter())
    assert given.keys() >= {
        "move_order", "charge_order", "fire_order", "withdraw_order", "hold_order", "name_fight", "fight", "claim", "hide", "sacrifice",
        "ruled fire", "ruled morale", "ruled move", "ruled reveal", "ruled hand_over", "ruled weather", "ruled leave_field",
    }  # fmt: skip


@pytest.mark.long
def test_hundreds_of_battles_come_to_their_end():
    for number in range(8, 8 + BATTLES):
        played(number)


def step(battle: Battle[MesoamericaField], players: Any) -> Battle[MesoamericaField]:
    """An answer where something is asked, else an order."""
    question = battle.question
    if question is not None:
        assert question.to is not None
        assert isinstance(question.request, Choose)
        seat = SEATS[question.to]
        done = battle.answer(
            seat, question.key, players[question.to].choose(battle.view(seat), question.to, question.request)
        )
    else:
        decision = battle.decisions()[0]
        seat = SEATS[decision.by]
        done = battle.submit(seat, players[decision.by].order(battle.view(seat), decision))
    assert isinstance(done, Accepted), done
    return done.battle


def logged(number: int, orders: int) -> Battle[MesoamericaField]:
    battle = strewn(Random(f"logged {number}"), 6)
    players = {role: TABLE.players["nearest"]("", role) for role in SEATS}
    while battle.result is None and battle.log.number < orders:
        battle = step(battle, players)
    return battle


def test_a_battle_is_the_same_when_it_is_taken_up_again_and_every_die_is_its_seeds():
    battle = logged(1, 60)
    log = read_log(json.dumps(battle.log.plain()))
    assert Battle.resume(TABLE, log, battle.seed).state == battle.state
    assert verify(TABLE, log, battle.seed).differences == ()


def test_what_is_taken_back_has_not_happened():
    battle = logged(2, 25)
    before = battle.state_at(battle.log.number - 1)
    asked = battle.undo("ahuitzotl")
    assert isinstance(asked, Accepted)
    battle = asked.battle
    if battle.log.proposal is not None:
        agreed = battle.agree("tangaxoan")
        assert isinstance(agreed, Accepted)
        battle = agreed.battle
    assert battle.state == before
    assert Battle.resume(TABLE, battle.log, battle.seed).state == before


def test_acts_of_players_are_what_they_are_called():
    assert Act(by="West", action="fight").kind == "act"
