"""The opponent: legal to the end, better than the yardsticks, and never at a loss for a reason."""

from __future__ import annotations

import pytest

from sandtable.battle.play import carry_through, play
from sandtable.battle.scenario_library import source_of
from sandtable.battle.seat import Seat
from sandtable.kernel.stream import DiceStream
from sandtable.rulesets.revolucion.assault import Assault
from sandtable.rulesets.revolucion.table.chance_player import ChancePlayer
from sandtable.rulesets.revolucion.table.nearest_player import NearestPlayer
from sandtable.rulesets.revolucion.table.opponent.odds import Mark, Shooter, clash, fire_worth, health, loss
from sandtable.rulesets.revolucion.table.opponent.opponent import Opponent
from sandtable.rulesets.revolucion.table.opponent.weights import levels
from sandtable.rulesets.revolucion.table.random_scenario import random_scenario
from sandtable.rulesets.revolucion.table.rules import TABLE
from sandtable.rulesets.revolucion.vocabulary import Cover, FireMode, Formation, Status, UnitType

SIDES = ("Government", "Revolutionary")
TABLES = TABLE.ruleset.default_tables


def start(text: str):
    return TABLE.set_up(text, TABLE.ruleset.tables({}, ""))


def tutorial():
    return start(source_of("tutorial")[0])


def wins(text: str, battles: int, other) -> int:
    """How many of some battles the opponent wins, from both sides equally."""
    won = 0
    for number in range(battles):
        own, enemy = SIDES if number % 2 else SIDES[::-1]
        players = {own: Opponent("general", f"{number}"), enemy: other(f"{number}")}
        _, result = play(TABLE, start(text), players, DiceStream(f"battle {number}"))
        won += result.winner == own
    return won


@pytest.mark.parametrize("level", levels())
def test_every_order_is_legal_and_has_a_reason(level):
    state, dice = tutorial(), DiceStream(f"legal {level}")
    players = {side: Opponent(level, side) for side in SIDES}
    orders = 0
    while decisions := TABLE.decisions(state):
        decision = decisions[0]
        view = TABLE.view(state, Seat(decision.by, (decision.by,)))
        order = players[decision.by].order(view, decision)
        assert order.kind in decision.orders
        assert not TABLE.problems(view, order), order
        assert players[decision.by].why().endswith(".")
        state = carry_through(TABLE, state, order, dice).state
        orders += 1
    assert TABLE.result(state) is not None
    assert orders > 20


def test_the_same_seed_plays_the_same_battle():
    def played():
        told = []
        players = {side: Opponent("soldier", side) for side in SIDES}
        play(TABLE, tutorial(), players, DiceStream("same"), told=lambda order, _: told.append(order))
        return told

    assert played() == played()


def test_it_beats_a_player_made_of_chance():
    assert wins(random_scenario(5), 2, ChancePlayer) == 2


def test_it_beats_a_player_who_always_goes_for_the_nearest():
    assert wins(random_scenario(3), 2, NearestPlayer) == 2


@pytest.mark.long
def test_it_beats_chance_nineteen_times_in_twenty_and_the_nearest_seven_in_ten():
    """On ground made by chance, from both sides equally."""
    for other, share in ((ChancePlayer, 0.95), (NearestPlayer, 0.7)):
        battles = 20
        won = sum(wins(random_scenario(seed), 2, other) for seed in range(battles // 2))
        assert won >= share * battles, f"{won} of {battles} against {other.__name__}"


def mark(**changes) -> Mark:
    told = {
        "kind": UnitType.REGULAR_INFANTRY,
        "status": Status.OK,
        "bases": 4,
        "started": 4,
        "formation": Formation.MANEUVER,
    }
    return Mark(**{**told, **changes})


GUNS = Shooter(UnitType.MACHINE_GUNS, Status.OK, 2)


def test_fire_is_worth_more_the_more_it_hurts():
    near = fire_worth(GUNS, FireMode.DEPLOYED, "0-3", mark(), TABLES)
    far = fire_worth(GUNS, FireMode.DEPLOYED, "12-18", mark(), TABLES)
    covered = fire_worth(GUNS, FireMode.DEPLOYED, "0-3", mark(cover=Cover.HARD), TABLES)
    shaken = fire_worth(GUNS, FireMode.DEPLOYED, "0-3", mark(status=Status.DEMORALIZED, bases=3), TABLES)
    assert near > far > 0
    assert near > covered
    assert shaken > near  # it is nearer to being destroyed


def test_health_counts_the_levels_to_destruction():
    foot = UnitType.REGULAR_INFANTRY
    assert health(foot, Status.OK, 4, 4, TABLES) == (4, 4)
    assert health(foot, Status.DEMORALIZED, 3, 4, TABLES) == (1, 4)
    assert health(foot, Status.OK, 6, 6, TABLES) == (5, 5)
    assert loss(4, 4, 4) > loss(4, 4, 3) > loss(4, 4, 0) == 0


def test_a_frontal_assault_on_machine_guns_is_not_what_it_wants():
    told = Assault(
        unit=UnitType.IRREGULAR_INFANTRY,
        bases_of_actor=4,
        starting_bases_of_assaulter=4,
        target_type=UnitType.MACHINE_GUNS,
        target_formation=Formation.DEPLOYED,
        bases_of_target=3,
        starting_bases_of_target=3,
    )
    front = clash(told, (("assault.frontal", True),), TABLES)
    flank = clash(told, (("assault.frontal", False),), TABLES)
    assert front.gain - front.price < 0 < flank.gain - flank.price
    assert flank.wins > front.wins
