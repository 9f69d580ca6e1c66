"""A battle reckoned up: what volleys made of their odds, what is left of units, and why it ended."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.battle.engine.battle import Accepted, Battle
from sandtable.battle.reckoning.bill import HasReckoner
from sandtable.battle.reckoning.throws import deeds
from sandtable.miniatures.acting import law_of
from sandtable.miniatures.orders import Act
from sandtable.rulesets.average_dice.table.rules import KIT, TABLE
from tests.rulesets.average_dice.table.laying import FEDERAL, SEATS, VILLISTA, begun, fire, row, unit


def given(battle: Battle[Any], seat: str, order: Act) -> Battle[Any]:
    done = battle.submit(seat, order)
    assert isinstance(done, Accepted), done
    return done.battle


@pytest.mark.rule("AVD-9.01")
def test_a_volley_counts_as_what_it_killed_against_the_law_of_what_it_could():
    assert isinstance(TABLE, HasReckoner)
    battle = begun(unit("Peones", VILLISTA, row(8, 10, 10)), unit("Company", FEDERAL, row(8, 17, 10)))
    shot = fire(VILLISTA, "Peones", "Company")
    law = law_of(KIT, battle.state, shot)
    after = given(battle, "pancho", shot)
    (deed,) = deeds(TABLE, battle.start, after.log.live(), TABLE.reckoner.counts)
    (stroke,) = TABLE.reckoner.strokes(deed)
    killed = 10 - len(after.state.pieces["Company"].figures)
    assert (stroke.side, stroke.made) == ("villista", killed)
    assert stroke.promised == law.law.mean(lambda verdict: verdict.killed)
    assert stroke.words == f"Peones fire at Company: {killed} fall"
    remains = TABLE.reckoner.remains(after.state, "Company")
    assert remains.left == 10 - killed


@pytest.mark.rule("AVD-G.33", "AVD-13.02")
def test_the_bill_says_who_won_and_with_how_many_points():
    battle = begun(unit("Peones", VILLISTA, row(8, 10, 10)), unit("Sentry", FEDERAL, row(8, 17, 1)))
    for turn in range(40):
        if not battle.decisions():
            break
        role = battle.decisions()[0].by
        shot = fire(VILLISTA, "Peones", "Sentry")
        ending = Act(by=role, action="next_move")
        seat = "pancho" if role == "villista" else "felipe"
        battle = given(battle, seat, shot if role == "villista" and turn % 3 == 0 else ending)
    reason = TABLE.reckoner.reason(battle.state, (), SEATS[0])
    assert reason.headline.startswith("Federals win: none of their units is left, yet the Villistas hold no village")
    assert "Villistas: " in reason.text
    assert TABLE.reckoner.remains(battle.state, "Sentry").left == 0
