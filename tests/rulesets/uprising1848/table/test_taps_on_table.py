"""Whatever can be tapped at the table of 1848! answers: every panel, offer, target and number, of every unit, for every seat.

`SANDTABLE_BATTLES` says how many risings the long test walks through. Whatever fails names its number, which plays it again.
"""

from __future__ import annotations

import os
from dataclasses import replace
from random import Random

import pytest

from sandtable.battle.engine.battle import Accepted, Battle, Outcome
from sandtable.battle.seat import Seat
from sandtable.kernel.messages import Texts
from sandtable.kernel.requests import Choose
from sandtable.rulesets.uprising1848.table.rules import TABLE
from sandtable.rulesets.uprising1848.table.state import GOVERNMENT, PLAYER, REFEREE, UprisingField
from tests.rulesets.uprising1848.table.laying import (
    area,
    begun,
    gov,
    gun,
    in_step,
    laid,
    plain,
    pose,
    rebels,
    refused,
    row,
    troops,
)
from tests.rulesets.uprising1848.table.test_scenario_files import FOLDER as SCENARIOS
from tests.rulesets.uprising1848.table.test_scenario_files import text_of
from tests.rulesets.uprising1848.table.wandering import strewn
from tests.support.tapping import Tapper

BATTLES = int(os.environ.get("SANDTABLE_BATTLES", "60"))
PLAYERS, FRIEND = Seat("friedrich", (PLAYER,)), Seat("metternich", (GOVERNMENT,))
EYE = Seat("referee", (REFEREE,), referee=True)
SEATS = (PLAYERS, FRIEND, EYE, Seat("guest"))
NAMES = {PLAYER: PLAYERS.id, GOVERNMENT: FRIEND.id}
LORDS_PEOPLE = "The lord’s people"  # an event's words, whoever the lord is
EVERY = 12  # orders between two looks at all there is to tap


def accepted(outcome: Outcome[UprisingField]) -> Battle[UprisingField]:
    assert isinstance(outcome, Accepted), outcome
    return outcome.battle


def walked(text: str, number: int, most: int, every: int = EVERY) -> int:
    """A battle of the computer against itself in which now and then everything is tapped, and something of it done; how many orders it had."""
    chance = Random(f"taps {number}")
    battle = Battle.begin(TABLE, text, SEATS, f"taps {number}")
    players = {role: TABLE.players["opponent"]("fair", f"{number}/{role}") for role in NAMES}
    orders = 0
    while (waits := battle.decisions()) and orders < most:
        orders += 1
        by = waits[0].by
        tapped = orders % every == 0
        offered = Tapper(battle, chance, innocent=LORDS_PEOPLE).everything() if tapped else []
        mine = [(seat.id, order) for seat, order in offered if seat.roles and seat.speaks_for(by)]
        assert mine or not tapped, f"{by} has to decide, and nothing that can be tapped is an order"
        seat, order = chance.choice(mine) if mine else (NAMES[by], players[by].order(battle.view(NAMES[by]), waits[0]))
        battle = accepted(battle.submit(seat, order))
        while battle.question is not None:
            asked, request = battle.question.to or by, battle.question.request
            assert isinstance(request, Choose)
            answer = players[asked].choose(battle.view(NAMES[asked]), asked, request)
            battle = accepted(battle.answer(NAMES[asked], battle.question.key, answer))
        in_step(battle.state)
    return orders


def strolled(number: int, most: int, every: int = EVERY) -> None:
    """Through a rising by chance, or now and then a scenario."""
    names = sorted(file.name.removesuffix(".toml") for file in SCENARIOS.iterdir() if file.name.endswith(".toml"))
    by_chance = number % 4 != 0
    text = strewn(Random(f"taps {number}"), 4) if by_chance else text_of(names[number // 4 % len(names)])
    try:
        assert walked(text, number, most, every)
    except Exception as fault:
        raise AssertionError(f"taps {number}: {fault!r}") from fault


@pytest.mark.parametrize("number", (1, 3, 6))
def test_whatever_can_be_tapped_answers(number):
    strolled(number, 40)


@pytest.mark.long
def test_whatever_can_be_tapped_in_many_risings_answers():
    for number in range(BATTLES):
        strolled(10 + number, 150)


@pytest.mark.rule("R48-G.53")
def test_any_number_of_muskets_fires_at_the_figures_that_are_chosen():
    """Fewer than all see fewer of them."""
    units = (
        rebels("Core", row(4, 10, 9, 3), men=plain(9)),
        troops("Line", (*row(4, 21, 5, 3), *row(20, 15, 4, 1.2)), men=plain(9), nco=False),
    )
    ground = (area("house", 9, 13, 4, 3, "mill"), area("house", 18, 12.5, 3, 2, "inn"))
    battle = begun(*units, ground=ground)
    tapper = Tapper(battle, Random("muskets"), targets=0)
    fired = [order for _, order in tapper.everything() if order["action"] == "fire_musket"]
    assert len({len(order["members"]) for order in fired}) > 3


def test_a_gun_that_nobody_serves_can_be_tapped():
    field = laid(rebels("Core", row(10, 10, 6, 1.2)), gun("Gun", GOVERNMENT, pose(24, 40, 180)), side=GOVERNMENT)
    empty = replace(field.pieces["Gun"], figures=(), bases=())
    field = replace(field, pieces={**field.pieces, "Gun": empty}, men={**field.men, "Gun": ()})
    with Texts.strictly():
        assert TABLE.desk.panel(field, FRIEND, "Gun").offers == ()
    assert refused(field, gov("move", "Gun"))
