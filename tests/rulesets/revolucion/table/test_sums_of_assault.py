"""How charges end from where the pieces stand, against the shares that the rules print (REV-G.10d, REV-G.13, REV-G.30l), and what they count."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from sandtable.rulesets.revolucion.assault import EARLIER_BASES
from sandtable.rulesets.revolucion.outnumbering import counted
from sandtable.rulesets.revolucion.table import orders
from sandtable.rulesets.revolucion.table.combat import assaults
from sandtable.rulesets.revolucion.table.desk import odds
from sandtable.rulesets.revolucion.vocabulary import Cover, Outnumber, Status
from tests.rulesets.revolucion.table.field import (
    DEPLOYED,
    GOV,
    MANEUVER,
    MARCH,
    NORTH,
    REV,
    SOUTH,
    Game,
    game,
    ground,
    leader,
    point,
    unit,
)
from tests.support.talk import of_kind

BY = REV.value
CHARGE = orders.Assault(by=BY, unit="own", target="enemy")
WALL = ground(lines={"wall": ("wall", (point(10, 11.5), point(30, 11.5)))})
HEDGE = ground(lines={"hedge": ("hedge", (point(10, 11.5), point(30, 11.5)))})


def against(
    facing: float = SOUTH, *more: Any, terrain: Any = None, own: dict[str, Any] | None = None, **enemy: Any
) -> Game:
    """Four bases of Regulars, two inches from a deployed line of four that looks at them (SOUTH) or away: in reach even when late."""
    us = unit("own", REV, (20, 10, 0), **(own or {}))
    depth = 2 if enemy.get("formation") is MANEUVER else 1
    at = (20, 12 if facing == SOUTH else 12 + depth, facing)
    they = unit("enemy", GOV, at, **{"formation": DEPLOYED} | enemy)
    spare = (unit("mate", REV, (40, 3, 0)), unit("other", GOV, (5, 34, SOUTH)))
    return game(us, they, *spare, *more, terrain=terrain)


def shares(playing: Game, order: orders.Assault = CHARGE) -> tuple[int, int]:
    """Stopped and won, in whole percent of the charges that are made."""
    assert not playing.problems(order), playing.problems(order)
    found = {bar.words: Fraction(bar.chance) for bar in odds.assault_odds(playing.state, order).bars}
    made = 1 - found.get("Order lost", 0)
    return tuple(round(100 * found.get(words, 0) / made) for words in ("Stopped by fire", "Wins"))  # type: ignore[return-value]


@pytest.mark.rule("REV-7.02", "REV-7.03", "REV-7.04", "REV-7.04b", "REV-5.06", "REV-5.06b", "REV-8.10c", "REV-7.11")
@pytest.mark.parametrize(
    ("told", "stopped", "wins"),
    (
        ({}, 60, 13),
        ({"facing": NORTH}, 0, 64),
        ({"status": "Disordered"}, 40, 33),
        ({"status": "Demoralized"}, 0, 72),
        ({"formation": MARCH}, 0, 72),
        ({"terrain": WALL}, 60, 7),
        ({"facing": NORTH, "terrain": WALL}, 0, 45),
    ),
)
def test_regulars_against_regulars(told, stopped, wins):
    assert shares(against(**told)) == (stopped, wins)


@pytest.mark.rule("REV-7.24", "REV-7.25", "REV-7.25b", "REV-1.06", "REV-G.11b")
def test_cavalry_is_best_in_the_open():
    horse = {"kind": "RegularCavalry"}
    assert shares(against(NORTH, own=horse)) == (0, 79)
    assert shares(against(NORTH, own=horse, terrain=WALL)) == (0, 36)
    irregulars = {"kind": "IrregularCavalry", "bases": 6}
    assert shares(against(own=irregulars)) == (50, 26)
    assert shares(against(NORTH, own=irregulars)) == (0, 79)


@pytest.mark.rule("REV-1.06", "REV-9.05b", "REV-G.01c")
def test_who_leads_wins_more_often_and_who_declines_counts_as_near():
    """Six of the Irregular Cavalry against four Regulars; in maneuver formation three wide their rear is at 8."""
    playing = against(SOUTH, leader("vega", REV, (20, 7.25)), own={"kind": "IrregularCavalry", "bases": 6})
    assert shares(playing) == (40, 43)
    assert shares(playing, replace(CHARGE, leads=False)) == (50, 26)
    lost = {
        leads: next(
            (
                bar.chance
                for bar in odds.assault_odds(playing.state, replace(CHARGE, leads=leads)).bars
                if "lost" in bar.words
            ),
            0,
        )
        for leads in (True, False)
    }
    assert lost == {True: 0, False: pytest.approx(0.1)}, "4 and 2 for the order"


@pytest.mark.rule("REV-7.02", "REV-G.06b", "REV-6.15", "REV-2.23")
@pytest.mark.parametrize(("bases", "stopped"), ((1, 60), (2, 70), (3, 90)))
def test_machine_guns_stop_four_bases_by_their_number(bases, stopped):
    assert shares(against(kind="MachineGuns", bases=bases))[0] == stopped


@pytest.mark.rule("REV-7.36", "REV-G.11c", "REV-2.07")
def test_cavalry_that_is_charged_is_mounted_or_not_by_its_formation_alone():
    """Regulars in the rear of Irregular Cavalry behind a hedge: 1 and 2 against 1 and 1, or against -1 and 1: 55 or 72 pairs of 100 win."""
    for formation, wins in ((MANEUVER, 55), (DEPLOYED, 72)):
        playing = against(NORTH, kind="IrregularCavalry", formation=formation, terrain=HEDGE)
        assert shares(playing) == (0, wins), formation


@pytest.mark.rule("REV-10.60", "REV-G.32b", "REV-G.55b")
def test_armored_cars_are_charged_as_machine_guns_in_hard_cover():
    """Two of them fire on the move: 4, maneuver formation 2, 2 against 4 -2: 4, so 7 and more stop it."""
    playing = against(kind="armoredCar", bases=2, formation=MANEUVER)
    charge = assaults.plan_assault(playing.state, CHARGE).more
    told = assaults.situation(playing.state, playing.unit("own"), playing.unit("enemy"), charge, leads=False)
    assert told.cover_from_assault is Cover.HARD
    assert shares(playing)[0] == 40


@pytest.mark.rule("REV-7.30c", "REV-7.31", "REV-7.33", "REV-G.50b")
@pytest.mark.parametrize(
    ("ours", "earlier", "theirs", "expected"),
    (
        (4, (), 4, Outnumber.NONE),
        (3, (4,), 4, Outnumber.TARGET),
        (4, (4,), 4, Outnumber.TARGET_BADLY),
        (1, (4, 3), 4, Outnumber.TARGET_BADLY),
        (3, (), 4, Outnumber.ACTOR),
        (3, (), 6, Outnumber.ACTOR_BADLY),
    ),
)
def test_all_who_charged_before_count_against_the_bases_there_are(ours, earlier, theirs, expected):
    playing = against(own={"bases": ours, "started": 6}, bases=theirs, started=6)
    tally = tuple((f"before-{number}", bases) for number, bases in enumerate(earlier))
    playing.state = replace(playing.state, assaults={"enemy": tally, "other": (("elsewhere", 6),)})
    us, they = playing.unit("own"), playing.unit("enemy")
    charge = assaults.plan_assault(playing.state, CHARGE).more
    facts = assaults.facts_about(playing.state, us, they, charge)
    told = assaults.situation(playing.state, us, they, charge, leads=False)
    assert counted(told, playing.state.tables, of_kind(int, facts[EARLIER_BASES.key])) is expected


@pytest.mark.rule("REV-3.46", "REV-7.23", "REV-G.48f", "REV-6.15")
def test_a_charge_that_goes_home_spends_both_actions_and_one_that_is_stopped_only_its_own():
    """Defensive fire adds 6 against 4 in maneuver formation. 4 makes 10, one level, and 1 less 2 against 1: 8 and 6 are even (REV-GT.05)."""
    home = against().do(CHARGE, order__result=10, assault__defensive_fire__effect=4, assault__close_combat=(8, 6))
    own, enemy = home.unit("own"), home.unit("enemy")
    assert (own.status, enemy.status) == (Status.DEMORALIZED, Status.DISORDERED)
    assert home.at("own") == (20, 6), "six inches back from where they met at 12"
    assert (own.deeds.acted, enemy.deeds.used_up) == (True, True)
    stopped = against().do(CHARGE, order__result=10, assault__defensive_fire__effect=5)
    own, enemy = stopped.unit("own"), stopped.unit("enemy")
    assert (own.status, stopped.at("own"), own.deeds.acted) == (Status.DEMORALIZED, (20, 10), True)
    assert (enemy.deeds.acted, enemy.deeds.used_up, enemy.deeds.fired) == (False, False, False)
