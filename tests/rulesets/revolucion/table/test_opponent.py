"""The opponent: legal to the end, better than the yardsticks, and never at a loss for a reason."""

from __future__ import annotations

from concurrent.futures import ProcessPoolExecutor
from functools import partial
from itertools import pairwise
from multiprocessing import get_context

import pytest

from sandtable.battle.matches.play import carry_through, play
from sandtable.battle.scenario.library import source_of
from sandtable.battle.seat import Seat
from sandtable.kernel.stream import DiceStream
from sandtable.rulesets.revolucion.assault import Assault
from sandtable.rulesets.revolucion.table.opponent.odds import Mark, Shooter, clash, fire_worth, health, loss
from sandtable.rulesets.revolucion.table.opponent.opponent import Opponent
from sandtable.rulesets.revolucion.table.opponent.players import PLAYERS
from sandtable.rulesets.revolucion.table.opponent.weights import WEIGHTS
from sandtable.rulesets.revolucion.table.rules import TABLE
from sandtable.rulesets.revolucion.table.scenarios.by_chance.scenario import random_scenario
from sandtable.rulesets.revolucion.table.state import Phase
from sandtable.rulesets.revolucion.vocabulary import Cover, FireMode, Formation, Status, UnitType
from tests.support.scenarios import column, part, scenario, unit
from tests.support.talk import there

SIDES = ("Government", "Revolutionary")
TABLES = TABLE.ruleset.default_tables


def start(text: str):
    return TABLE.set_up(text, TABLE.ruleset.tables({}, ""))


def tutorial():
    return start(source_of("tutorial")[0])


def won(scenario: str, number: int, level: str, other: str) -> bool:
    """Whether the opponent wins one of many battles: every other one from the other side, on random ground of its own for each pair."""
    text = random_scenario(number // 2) if scenario == "random" else source_of(scenario)[0]
    own, enemy = SIDES if number % 2 else SIDES[::-1]
    players = {own: Opponent(level, f"{number}"), enemy: PLAYERS[other](WEIGHTS.levels[0], f"{number}")}
    _, result = play(TABLE, start(text), players, DiceStream(f"battle {number}"))
    return bool(result.winner == own)


def wins(scenario: str, battles: int, other: str, level: str = "general") -> int:
    return sum(won(scenario, number, level, other) for number in range(battles))


@pytest.mark.parametrize("level", WEIGHTS.levels)
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
        why = there(players[decision.by].why())
        assert why.words.endswith(".")
        named = {unit.id for unit in view.units.values() if unit.card.name in why.words}
        assert named == view.units.keys() & set(there(why.about)), "whom the words speak of is told beside them"
        state = carry_through(TABLE, state, order, dice).state
        orders += 1
    assert TABLE.result(state) is not None
    assert orders > 20


def test_the_same_seed_plays_the_same_battle():
    def played():
        told = []
        players = {side: Opponent("soldier", side) for side in SIDES}
        play(TABLE, tutorial(), players, DiceStream("same"), on_order=lambda order, _: told.append(order))
        return told

    assert played() == played()


@pytest.mark.parametrize("other", ("random", "nearest"))
def test_it_beats_the_yardsticks_from_both_sides(other):
    assert wins("tutorial", 4, other) >= 3


def test_a_general_beats_a_recruit():
    """The yardsticks have no levels; the opponent on the other side plays at its easiest."""
    assert wins("tutorial", 12, "opponent") >= 8


@pytest.mark.long
@pytest.mark.parametrize("scenario", ("tutorial", "random", "celaya-1915", "tierra-blanca-1913"))
@pytest.mark.parametrize(("other", "least"), (("random", 95), ("nearest", 70)))
def test_of_a_hundred_battles_it_wins_most(scenario, other, least):
    with ProcessPoolExecutor(mp_context=get_context("spawn")) as pool:
        found = list(pool.map(partial(won, scenario, level="general", other=other), range(100)))
    assert sum(found) >= least, f"{sum(found)} of 100"


@pytest.mark.long
def test_each_level_beats_the_one_below():
    for low, high in pairwise(WEIGHTS.levels):
        score = 0
        for number in range(20):
            own, enemy = SIDES if number % 2 else SIDES[::-1]
            players = {own: Opponent(high, f"{number}"), enemy: Opponent(low, f"{number}")}
            _, result = play(TABLE, tutorial(), players, DiceStream(f"levels {number}"))
            score += (result.winner == own) - (result.winner == enemy)
        assert score > 0, f"{high} does not beat {low}"


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


IN_ZONES = scenario(
    "In Zones",
    part("zone", id="south", side="Revolutionary", outline=[[2, 0], [46, 0], [46, 9], [2, 9]]),
    part("zone", id="north", side="Government", outline=[[2, 27], [46, 27], [46, 36], [2, 36]]),
    *(
        column(
            f"{side} {name}",
            side,
            {"name": f"{side} {name} Leader", "zone": zone, "chief": name == "One"},
            *(unit(f"{side} {name} {arm}", arm, 4, zone=zone) for arm in ("RegularInfantry", "RegularCavalry")),
        )
        for side, zone in (("Revolutionary", "south"), ("Government", "north"))
        for name in ("One", "Two")
    ),
    size=(48, 36),
    turns=6,
)


def set_up_by(seed: str) -> dict[str, object]:
    """Where the general sets both armies up."""
    state = start(IN_ZONES)
    players = {side: Opponent("general", f"{seed}/{side}") for side in SIDES}
    while state.turn.phase is Phase.SET_UP:
        decision = TABLE.decisions(state)[0]
        order = players[decision.by].order(TABLE.view(state, Seat(decision.by, (decision.by,))), decision)
        assert not TABLE.problems(state, order)
        state = carry_through(TABLE, state, order, DiceStream("set up")).state
    return {name: unit.stands.anchor for name, unit in state.units.items() if unit.stands is not None}


def test_no_two_set_ups_are_the_same_and_each_is_its_seeds():
    one, again, other = set_up_by("one"), set_up_by("one"), set_up_by("other")
    assert one == again
    assert one.keys() == other.keys()
    assert len(one) == 8
    assert len([name for name in one if one[name] != other[name]]) > 2
