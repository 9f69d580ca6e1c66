"""Many whole battles, by all players and with dice of their own: none stops, none breaks an invariant.

`SANDTABLE_BATTLES` says how many are played in all. Whatever fails names its field, its players and its number, which play it again.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from itertools import product

import pytest

from sandtable.battle.event import Event
from sandtable.battle.matches.play import play
from sandtable.battle.order import Order as TableOrder
from sandtable.battle.scenario.library import source_of
from sandtable.battle.scenario.rules import scenario_rules
from sandtable.kernel.stream import DiceStream
from sandtable.rulesets.revolucion.ruleset import RULESET
from sandtable.rulesets.revolucion.table.opponent.players import LEVELS, PLAYERS
from sandtable.rulesets.revolucion.table.rules import TABLE
from sandtable.rulesets.revolucion.table.state import State
from tests.rulesets.revolucion.table.test_random_play import check

BATTLES = int(os.environ.get("SANDTABLE_BATTLES", "3000"))
FIELDS = ("tierra-blanca-1913", "celaya-1915", "random")
PAIRS = (("opponent", "opponent"), *product(("opponent", "random", "nearest"), repeat=2))


def nobody_waits_for_the_gone(state: State) -> None:
    """Who is gone stands nowhere, rides on nothing and carries nobody, and the table does not wait for him."""
    for unit in state.units.values():
        assert unit.gone is None or (unit.stands is None and not unit.aboard), f"{unit.id} is gone and still there"
        assert not unit.aboard or state.units[unit.aboard].gone is None, f"{unit.id} rides on what is gone"
    for leader in state.leaders.values():
        assert not leader.aboard or state.units[leader.aboard].gone is None, f"{leader.id} rides on what is gone"
        assert leader.alive or leader.place is None, f"{leader.id} is dead and still there"
    pending = state.turn.pending
    assert pending is None or state.units[pending.unit].gone is None, f"the table waits for {pending}"


def scenario(field: str, number: int) -> str:
    """The text of a field; a random one is another for every number."""
    return scenario_rules("revolucion").made_by_chance(number) if field == "random" else source_of(field)[0]


def fought(field: str, number: int) -> State:
    """The end of a battle. Players and levels change with its number; its dice are those of no other test."""
    start = TABLE.set_up(scenario(field, number), RULESET.default_tables)
    names = PAIRS[number % len(PAIRS)]
    level = LEVELS[number // len(PAIRS) % len(LEVELS)]
    players = {
        role: PLAYERS[name](level, f"many/{number}/{role}")
        for role, name in zip(TABLE.sides(start), names, strict=True)
    }
    now = start

    def watched(order: TableOrder, happened: Iterable[Event]) -> None:  # noqa: ARG001 - whoever watches is handed both
        nonlocal now
        turn = now.turn.number
        for event in happened:
            now = TABLE.after(now, event)
        nobody_waits_for_the_gone(now)
        if now.turn.number != turn:
            check(now)

    end, result = play(TABLE, start, players, DiceStream(f"dice of {field} {number}"), on_order=watched)
    assert result is not None
    assert now == end, "events alone lead to the same state"
    return end


def played(field: str, number: int) -> None:
    try:
        fought(field, number)
    except Exception as fault:
        raise AssertionError(f"{field}, battle {number}, {PAIRS[number % len(PAIRS)]}: {fault!r}") from fault


@pytest.mark.parametrize("number", (1, 5, 677))  # in the last one troops stand against a train that has no weapons
def test_a_few_battles_between_all_kinds_of_players_stop_for_nothing(number):
    played("tierra-blanca-1913", number)


@pytest.mark.long
@pytest.mark.parametrize("field", FIELDS)
def test_no_battle_of_many_stops(field):
    for number in range(BATTLES // len(FIELDS)):
        played(field, number)
