"""Taking back is no scouting: whether a move needs consent depends on what its side may know, not on what is there (REV-10.92)."""

from __future__ import annotations

import pytest

from sandtable.battle.engine.battle import Accepted, Battle
from sandtable.battle.scenario.reader import read_scenario
from sandtable.battle.seat import Seat
from sandtable.geometry.measure import Point
from sandtable.rulesets.revolucion.table import orders
from sandtable.rulesets.revolucion.table.rules import TABLE
from tests.support.scenarios import GOVERNMENT, REVOLUTIONARY, column, part, scenario, unit

SEATS = (Seat(GOVERNMENT, (GOVERNMENT,)), Seat(REVOLUTIONARY, (REVOLUTIONARY,)))


def battle(options: tuple[str, ...], *, lurking: bool) -> Battle:
    """The Revolutionaries are to act, before a wood that may hide somebody."""
    hidden = [unit("Lurkers", "RegularInfantry", 4, [34, 24, 180], hidden=True)] if lurking else []
    text = scenario(
        "Before the Wood",
        part("area", kind="woods", outline=[[30, 20], [38, 20], [38, 28], [30, 28]]),
        column(
            "First",
            REVOLUTIONARY,
            {"name": "Vega", "at": [18, 6], "chief": True},
            unit("Foot", "RegularInfantry", 4, [18, 12, 0]),
        ),
        column(
            "Second",
            GOVERNMENT,
            {"name": "Rubio", "at": [6, 28], "chief": True},
            unit("Line", "RegularInfantry", 4, [6, 26, 180], formation="deployed"),
            *hidden,
        ),
        size=(40, 30),
        options=options,
        turns=6,
        morale=False,
    )
    chosen = dict(read_scenario(text, "scenario").options)
    now = done(
        Battle.begin(TABLE, text, SEATS, "scouting", options=chosen).submit(GOVERNMENT, orders.Ready(by=GOVERNMENT))
    )
    now = done(now.submit(REVOLUTIONARY, orders.Ready(by=REVOLUTIONARY)))
    if now.decisions()[0].by == GOVERNMENT:
        now = done(now.submit(GOVERNMENT, orders.Pass(by=GOVERNMENT)))
    mine = next(name for name, each in now.state.columns.items() if each.side.value == REVOLUTIONARY)
    return done(now.submit(REVOLUTIONARY, orders.Activate(by=REVOLUTIONARY, column=mine)))


def done(outcome: object) -> Battle:
    assert isinstance(outcome, Accepted), outcome
    return outcome.battle


def taken_back(now: Battle) -> str | None:
    """Why it needs consent that the Leader does not ride on after all; None where it needs none."""
    leader = next(name for name, each in now.state.leaders.items() if each.side.value == REVOLUTIONARY)
    ride = orders.MoveLeader(by=REVOLUTIONARY, leader=leader, path=(Point(18_000, 8_000),))
    wish = done(done(now.submit(REVOLUTIONARY, ride)).undo(REVOLUTIONARY)).log.proposal
    return None if wish is None else wish.why


@pytest.mark.rule("REV-10.92")
def test_a_move_where_somebody_may_hide_needs_consent_whether_somebody_does_or_not() -> None:
    assert taken_back(battle(("hidden",), lurking=True)) == "battle.undo.searched"
    assert taken_back(battle(("hidden",), lurking=False)) == "battle.undo.searched"


@pytest.mark.rule("REV-10.88")
def test_so_does_one_where_mines_may_lie() -> None:
    assert taken_back(battle(("mines",), lurking=False)) == "battle.undo.searched"


def test_where_nothing_can_be_hidden_it_is_free_and_so_is_what_does_not_move() -> None:
    assert taken_back(battle((), lurking=False)) is None
    now = battle(("hidden",), lurking=True)
    assert done(now.undo(REVOLUTIONARY)).log.proposal is None
