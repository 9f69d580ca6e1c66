"""Random legal play with every special rule at once: nothing breaks, nothing leaks, and the log leads to the same state again."""

from __future__ import annotations

import json
from collections import Counter

import pytest

from sandtable.battle.engine.battle import Accepted, Battle
from sandtable.battle.engine.log import read_log
from sandtable.battle.engine.revelation import places_given_away
from sandtable.battle.engine.verify import verify
from sandtable.battle.matches.play import play
from sandtable.battle.seat import Seat
from sandtable.kernel import codec
from sandtable.kernel.requests import Choose
from sandtable.kernel.stream import DiceStream
from sandtable.rulesets.revolucion.ruleset import RULESET
from sandtable.rulesets.revolucion.table.desk.desk import DESK
from sandtable.rulesets.revolucion.table.opponent.chance_player import ChancePlayer
from sandtable.rulesets.revolucion.table.rules import TABLE
from sandtable.rulesets.revolucion.vocabulary import Side
from tests.rulesets.revolucion.table.proving_ground import SCENARIO, SECRETS
from tests.rulesets.revolucion.table.test_random_play import check, fought
from tests.support.talk import there

ENEMY = Side.REVOLUTIONARY.value  # from whom all of it is hidden


@pytest.mark.parametrize("seed", range(4))
def test_random_play_with_every_special_rule_breaks_nothing(seed):
    end, watch = fought(SCENARIO, seed)
    assert watch.state == end, "events alone lead to the same state"
    for side in TABLE.sides(end):
        assert places_given_away(end, TABLE.view(end, Seat(side, (side,)))) == ()


def test_chance_tries_every_special_rule():
    """What random play never does is not tested by it."""
    seen: Counter[str] = Counter()

    def told(order, events):
        seen[order.kind] += 1
        for event in events:
            seen[event.kind] += 1

    for seed in range(6):
        start = TABLE.set_up(SCENARIO, RULESET.default_tables)
        players = {role: ChancePlayer(f"{seed}/{role}") for role in TABLE.sides(start)}
        play(TABLE, start, players, DiceStream(str(seed)), on_order=told)
    wanted = {"boarded", "got_off", "train_ran", "mined", "mine_found", "unit_revealed", "flew", "exploded", "set_off"}
    assert wanted <= set(seen)


@pytest.mark.parametrize("seed", ("alfa", "beta"))
def test_nothing_hidden_is_told_and_the_log_replays_and_is_proved(seed):
    """Every view, scene and export of the side that may not know is searched as text at every step."""
    seats = tuple(Seat(side.value.lower(), (side.value,)) for side in Side)
    battle = Battle.begin(TABLE, SCENARIO, seats, seed)
    players = {side.value: ChancePlayer(f"{seed}/{side}") for side in Side}
    for _ in range(60):
        decisions = battle.decisions()
        if not decisions:
            break
        role = decisions[0].by
        outcome = battle.submit(role.lower(), players[role].order(battle.view(role.lower()), decisions[0]))
        while isinstance(outcome, Accepted) and (asked := outcome.question) is not None:
            assert isinstance(asked.request, Choose)
            outcome = outcome.battle.answer(there(asked.to).lower(), asked.key, asked.request.usual)
        assert isinstance(outcome, Accepted), outcome
        battle = outcome.battle
        _search(battle)
    log = read_log(json.dumps(battle.log.plain()))
    assert Battle.resume(TABLE, log, seed).state == battle.state
    assert verify(TABLE, log, seed).differences == ()


def _search(battle):
    state = battle.state
    check(state)
    view = battle.view(ENEMY.lower())
    exported = battle.export(ENEMY.lower())
    told = json.dumps([codec.write(view), exported]) + str(DESK.scene(view, Seat("enemy", (ENEMY,))))
    hidden = {name for name in SECRETS if name in state.units and state.units[name].hidden}
    hidden |= {name for name in SECRETS if name in state.mines and not state.mines[name].shown_to_all}
    assert not {name for name in hidden if name in told}
    assert places_given_away(state, view) == ()
