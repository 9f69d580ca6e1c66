"""Whole battles of random legal play: no invariant is ever broken, and the log leads to the same state again."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations

import pytest

from sandtable.battle.engine.revelation import places_given_away
from sandtable.battle.event import Event
from sandtable.battle.matches.play import play
from sandtable.battle.order import Order as TableOrder
from sandtable.battle.scenario.library import source_of
from sandtable.battle.scenario.rules import scenario_rules
from sandtable.battle.seat import Seat
from sandtable.geometry.around import Around
from sandtable.geometry.distance import overlaps
from sandtable.geometry.place import hindrances
from sandtable.kernel.stream import DiceStream
from sandtable.rulesets.revolucion.ruleset import RULESET
from sandtable.rulesets.revolucion.table import orders
from sandtable.rulesets.revolucion.table.ground.going import going
from sandtable.rulesets.revolucion.table.opponent.chance_player import ChancePlayer
from sandtable.rulesets.revolucion.table.rules import TABLE
from sandtable.rulesets.revolucion.table.state import State
from sandtable.rulesets.revolucion.vocabulary import UnitType

TABLES = RULESET.default_tables


def check(state: State) -> None:
    """What must hold whatever is ordered."""
    standing = state.position.on_table
    for one, two in combinations(standing, 2):
        if not overlaps(standing[one], standing[two]):
            continue
        assert UnitType.AIRCRAFT in (state.units[one].kind, state.units[two].kind), f"{one} and {two} share ground"
    for name, stands in standing.items():
        unit = state.units[name]
        assert len(stands.bases) == unit.bases or unit.rails is not None, f"{name} has bases it does not show"
        found = hindrances(stands, going(unit.kind, unit.formation, state.tables), Around(state.terrain), None)
        assert "impassable" not in {each.cause for each in found}, f"{name}: {found}"
        x, y = (
            stands.centre
        )  # a corner may hang over: tracks run off the table, and no edge forbids a charge (REV-G.27b)
        assert 0 <= x <= state.terrain.width and 0 <= y <= state.terrain.height, f"{name} is off the table"  # noqa: PT018
    for unit in state.units.values():
        assert 0 < unit.bases <= unit.card.started or unit.gone is not None
        if unit.gone is None:
            assert 2 * (unit.card.started - unit.bases) < unit.card.started, "half its bases gone, and still there"
    for army in state.armies.values():
        assert 0 <= army.morale <= army.break_point


class Watch:
    """Looks over the shoulders of both sides: checks every state, and that nobody acts twice in a turn."""

    def __init__(self, start: State) -> None:
        self.state = start
        self.turn = 0
        self.spent: set[str] = set()

    def __call__(self, order: TableOrder, happened: Iterable[Event]) -> None:
        name = getattr(order, "unit", "")
        finishing = isinstance(order, orders.Move | orders.Form | orders.Stay | orders.PlaceUnit)
        if name and not finishing:
            assert name not in self.spent, f"{name} acts twice"
        for event in happened:
            self.state = TABLE.after(self.state, event)
        check(self.state)
        if self.state.turn.number != self.turn:
            self.turn, self.spent = self.state.turn.number, set()
        self.spent |= {each.id for each in self.state.units.values() if each.deeds.acted}


def fought(text: str, seed: int) -> tuple[State, Watch]:
    start = TABLE.set_up(text, TABLES)
    watch = Watch(start)
    players = {role: ChancePlayer(f"{seed}/{role}") for role in TABLE.sides(start)}
    end, result = play(TABLE, start, players, DiceStream(str(seed)), on_order=watch)
    assert result is not None
    return end, watch


@pytest.mark.parametrize("seed", range(3))
def test_random_play_on_a_small_table_breaks_nothing_and_folds_to_the_same_state(seed):
    end, watch = fought(source_of("tutorial")[0], seed)
    assert watch.state == end, "events alone lead to the same state"


@pytest.mark.parametrize("seed", range(2))
def test_random_play_of_whole_armies_breaks_nothing(seed):
    end, watch = fought(scenario_rules("revolucion").made_by_chance(seed), seed)
    assert watch.state == end
    for side in TABLE.sides(end):
        view = TABLE.view(end, Seat(side, (side,)))
        assert places_given_away(end, view) == ()


def test_the_same_seed_plays_the_same_battle():
    text = source_of("tutorial")[0]
    assert fought(text, 7)[0] == fought(text, 7)[0]
