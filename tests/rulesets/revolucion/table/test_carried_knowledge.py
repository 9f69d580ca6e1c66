"""Whatever a state of a battle knows is what would be worked out from nothing, whoever asks and however many at once."""

from __future__ import annotations

import sys
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from dataclasses import FrozenInstanceError, replace

import pytest

from sandtable.battle.matches.match import Match, play_logged
from sandtable.battle.matches.play import play
from sandtable.battle.scenario.library import source_of
from sandtable.battle.seat import Seat
from sandtable.geometry.measure import INCH, Point
from sandtable.kernel.stream import DiceStream
from sandtable.rulesets.revolucion.table import leadership
from sandtable.rulesets.revolucion.table.desk.scene import _drawn, _leader_fact, scene
from sandtable.rulesets.revolucion.table.movement import formations
from sandtable.rulesets.revolucion.table.opponent.chance_player import ChancePlayer
from sandtable.rulesets.revolucion.table.opponent.opponent import Opponent
from sandtable.rulesets.revolucion.table.planning import around
from sandtable.rulesets.revolucion.table.rules import TABLE, RevolucionTable
from sandtable.rulesets.revolucion.table.scenarios.by_chance.scenario import random_scenario
from sandtable.rulesets.revolucion.vocabulary import Formation, Side
from tests.rulesets.revolucion.table import proving_ground

EVERY = 16  # states that are looked into
THREADS = 4
DRAWN_EVERY = 5  # orders from one drawing to the next
EVENTS = 30
THOUGHTS = 8


def start(scenario):
    return TABLE.set_up(scenario, TABLE.ruleset.default_tables)


def ask(state):
    """Much that is worked out from where everybody stands, for each unit and each side."""
    position = state.position
    middle = Point(state.terrain.width // 2, state.terrain.height // 2)
    near = [position.near(side, middle, within) for side in Side for within in (6 * INCH, 12 * INCH)]
    sides = [(position.standing(side), position.enemies(side), position.friends(side)) for side in Side]
    units = [
        (
            around(state, unit),
            leadership.attached(state, unit),
            [leadership.leader_place(state, unit, leads=leads) for leads in (False, True)],
            [formations.assumed(state, unit, formation) for formation in Formation] if unit.stands is not None else (),
        )
        for unit in state.units.values()
        if unit.gone is None
    ]
    views = [TABLE.view(state, Seat(side.value, (side.value,))) for side in Side]
    return near, sides, units, list(position.on_table.items()), position.figures, state.open_to_all, views


class Watching(RevolucionTable):
    """The table, with a look at all that is kept with every state that an event leads to."""

    def __init__(self):
        self.kept: Counter[str] = Counter()
        self.seen = 0

    def after(self, state, event):
        self.seen += 1
        if self.seen % EVERY:
            return super().after(state, event)
        ask(state)
        self.compare(state, replace(state))
        then = super().after(state, event)
        fresh = replace(then)
        assert then.position == fresh.position
        assert then.position is state.position or then.position != state.position, (
            "who stands as before has moved nowhere"
        )
        self.compare(then.position, fresh.position)
        for side in Side:
            self.compare(then.position.hosts[side], fresh.position.hosts[side])
        assert ask(then) == ask(fresh)
        self.compare(then, fresh)
        return then

    def compare(self, known, fresh):
        """Every fact that is kept, of whatever kind, beside the one that is found from nothing."""
        for (find, asked, *named), found in list(known.facts.items()):
            assert find(fresh, *asked, **dict(named)) == found, find.__name__
            self.kept[find.__name__] += 1


@pytest.mark.parametrize("scenario", (random_scenario(5), proving_ground.SCENARIO), ids=["open", "everything"])
def test_every_fact_of_every_state_is_the_one_found_from_nothing(scenario):
    watching = Watching()
    play(watching, start(scenario), {side.value: ChancePlayer(f"seen {side}") for side in Side}, DiceStream("carried"))
    assert {"around", "enemies", "near", "without", "_attached", "_leader_place", "_assumed"} <= watching.kept.keys()


def test_a_scene_of_units_that_were_drawn_before_is_the_one_drawn_from_nothing():
    players = tuple((side.value, "random") for side in Side)
    battle = play_logged(Match("revolucion", source_of("tutorial")[0], players), "drawn")
    drawn = 0
    for number in range(0, battle.log.number, DRAWN_EVERY):
        for seat in battle.log.seats:
            view = TABLE.view(battle.state_at(number), seat)
            known = scene(view, seat)
            _drawn.cache_clear()
            _leader_fact.cache_clear()
            assert scene(view, seat) == known
            drawn += len(known.pieces)
    assert drawn > 100


def test_who_stays_keeps_his_place_in_mind_and_who_moves_makes_another_position():
    state = start(random_scenario(5))
    name = next(iter(state.position.on_table))
    unit = state.units[name]
    his, theirs = unit.side, next(side for side in Side if side is not unit.side)
    assert state.with_unit(unit.did(acted=True)).position is state.position
    moved = state.with_unit(replace(unit, stands=unit.stands.moved(1000, 0)))
    assert moved.position != state.position
    assert moved.position.hosts[theirs] is state.position.hosts[theirs]
    assert moved.position.hosts[his] != state.position.hosts[his]
    assert replace(moved, units=state.units).position == state.position, "however a state is made"


def test_nothing_of_a_state_can_be_set():
    state = start(random_scenario(5))
    for name in ("units", "position", "facts"):
        with pytest.raises(FrozenInstanceError):
            setattr(state, name, {})


class Remembering(RevolucionTable):
    """The table, with a note of every event and the state it happened in."""

    def __init__(self):
        self.told = []

    def after(self, state, event):
        self.told.append((state, event))
        return super().after(state, event)


@pytest.fixture
def restless():
    """Threads that take turns as often as they can."""
    usual = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    yield
    sys.setswitchinterval(usual)


@pytest.mark.usefixtures("restless")
def test_one_state_may_be_asked_and_folded_by_several_threads_at_once():
    table = Remembering()
    play(
        table,
        start(random_scenario(3)),
        {side.value: ChancePlayer(f"at once {side}") for side in Side},
        DiceStream("1"),
    )
    told = table.told[:: max(1, len(table.told) // EVENTS)]
    expected = [(ask(replace(state)), ask(replace(TABLE.after(replace(state), event)))) for state, event in told]
    shared = [(replace(state), event) for state, event in told]

    def look(_):
        return [(ask(state), ask(TABLE.after(state, event))) for state, event in shared]

    with ThreadPoolExecutor(THREADS) as threads:
        assert all(found == expected for found in threads.map(look, range(THREADS)))


@pytest.mark.usefixtures("restless")
def test_the_opponent_thinks_the_same_while_the_table_goes_on():
    table = Remembering()
    play(
        table, start(random_scenario(3)), {side.value: ChancePlayer(f"thinks {side}") for side in Side}, DiceStream("2")
    )
    waiting = [(state, event, TABLE.decisions(state)) for state, event in table.told]
    told = [each for each in waiting if each[2] and each[0].turn.number][:: len(waiting) // THOUGHTS]
    with ThreadPoolExecutor(1) as thread:
        for state, event, (decision, *_) in told:
            alone = Opponent("general", "alone").order(replace(state), decision)
            shared = replace(state)
            thought = thread.submit(Opponent("general", "alone").order, shared, decision)
            while not thought.done():
                ask(TABLE.after(shared, event))
            assert thought.result() == alone
