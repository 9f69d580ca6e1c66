"""Leaders that the books know by name: attached, wounded, lost, replaced; books without any are as they always were."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from sandtable.kernel.effects import Deed
from sandtable.kernel.messages import Texts
from sandtable.rulesets.mexican_american_war.command import KnownLeader, highest
from sandtable.rulesets.mexican_american_war.known_unit import KnownUnit
from sandtable.rulesets.mexican_american_war.leaders import LeaderAttached, LeaderFares, LeaderGone, LeaderTakesOver
from sandtable.rulesets.mexican_american_war.ledger import MexicanAmericanWarLedger
from sandtable.rulesets.mexican_american_war.roster import RosterEntry
from sandtable.rulesets.mexican_american_war.ruleset import RULESET
from sandtable.rulesets.mexican_american_war.vocabulary import (
    Commander,
    LeaderFate,
    LeaderRating,
    LeaderWith,
    Phase,
    Side,
)

TABLES = RULESET.default_tables


def unit(name: str, **more: Any) -> KnownUnit:
    return RosterEntry(name=name, stands=8, side=Side.US, **more).unit()


def leader(name: str, rank: Commander = Commander.BRIGADE, **more: Any) -> KnownLeader:
    return KnownLeader(name=name, side=Side.US, rank=rank, rating=LeaderRating.ABLE, **more)


def books(*leaders: KnownLeader) -> MexicanAmericanWarLedger:
    told = MexicanAmericanWarLedger(turn=3).with_units(unit("5th US Infantry"), unit("8th US Infantry"))
    return told.with_leaders(*leaders)


def after(told: MexicanAmericanWarLedger, effect: Any) -> MexicanAmericanWarLedger:
    folded: MexicanAmericanWarLedger = effect.fold(told, Deed("fire", None, ()), TABLES)
    return folded


@pytest.mark.rule("MAW-G.16a")
def test_a_leader_marks_the_unit_he_joins_and_none_that_he_left():
    told = after(books(leader("Belknap")), LeaderAttached(whom="Belknap", unit="8th US Infantry"))
    assert told.units["8th US Infantry"].leader is LeaderWith.LEADER
    told = after(told, LeaderAttached(whom="Belknap", unit="5th US Infantry"))
    assert [each.leader for each in told.units.values()] == [LeaderWith.LEADER, LeaderWith.NONE]
    told = after(told, LeaderAttached(whom="Belknap"))
    assert {each.leader for each in told.units.values()} == {LeaderWith.NONE}
    assert after(told, LeaderAttached(whom="Nobody", unit="5th US Infantry")) == told


@pytest.mark.rule("MAW-G.16e")
def test_a_colonel_stays_when_the_leader_goes():
    brave = unit("5th US Infantry", leader_with_unit=LeaderWith.COLONEL)
    told = books(leader("Belknap", unit="5th US Infantry")).with_units(brave)
    told = after(told, LeaderAttached(whom="Belknap", unit="5th US Infantry"))
    assert told.units["5th US Infantry"].leader is LeaderWith.BOTH
    assert after(told, LeaderAttached(whom="Belknap")).units["5th US Infantry"].leader is LeaderWith.COLONEL


@pytest.mark.rule("MAW-3.06")
@pytest.mark.parametrize(
    ("fate", "marked"),
    (
        (LeaderFate.UNHARMED, LeaderWith.LEADER),
        (LeaderFate.DISMOUNTED, LeaderWith.LEADER),
        (LeaderFate.WOUNDED, LeaderWith.NONE),
        (LeaderFate.LOST, LeaderWith.NONE),
    ),
)
def test_the_highest_of_those_with_a_unit_fares_as_the_table_says(fate, marked):
    told = books(leader("Belknap", unit="8th US Infantry"), leader("Taylor", Commander.ARMY))
    told = after(told, LeaderFares(whom="8th US Infantry", fate=fate))
    assert told.units["8th US Infantry"].leader is marked
    assert told.leaders["Belknap"].gone is (fate is LeaderFate.LOST)
    assert told.leaders["Belknap"].back == (4 if fate is LeaderFate.WOUNDED else 0)
    assert told.leaders["Belknap"].mounted is (fate is not LeaderFate.DISMOUNTED)
    next_turn = told.phase_begins(Phase.LEADERS, Side.US, 4, TABLES)
    assert next_turn.leaders["Belknap"].leads is (fate is not LeaderFate.LOST)
    assert next_turn.leaders["Belknap"].mounted
    back = LeaderWith.NONE if fate is LeaderFate.LOST else LeaderWith.LEADER
    assert next_turn.units["8th US Infantry"].leader is back


@pytest.mark.rule("MAW-G.16")
def test_of_two_with_a_unit_the_higher_in_rank_is_struck_and_the_other_stays():
    told = books(leader("Belknap", unit="8th US Infantry"), leader("Taylor", Commander.ARMY, unit="8th US Infantry"))
    told = after(told, LeaderFares(whom="8th US Infantry", fate=LeaderFate.LOST))
    assert [each.gone for each in told.leaders.values()] == [False, True]
    assert told.units["8th US Infantry"].leader is LeaderWith.LEADER
    assert highest(()) is None


@pytest.mark.rule("MAW-G.16c", "MAW-G.16d")
def test_a_leader_who_is_taken_is_followed_by_another():
    told = after(books(leader("Belknap", unit="8th US Infantry")), LeaderGone(whom="Belknap"))
    assert told.leaders["Belknap"].gone
    takes_over = LeaderTakesOver(whom="Belknap", rating=LeaderRating.POOR, unit="5th US Infantry")
    told = after(told, takes_over)
    assert told.leaders["Belknap"].leads
    assert told.leaders["Belknap"].rating is LeaderRating.POOR
    assert told.units["5th US Infantry"].leader is LeaderWith.LEADER
    nobody = books()
    assert after(after(nobody, LeaderGone(whom="Belknap")), takes_over) == nobody


def test_books_without_leaders_keep_what_they_were_told():
    told = MexicanAmericanWarLedger(turn=3).with_units(unit("5th US Infantry", leader_with_unit=LeaderWith.LEADER))
    told = told.phase_begins(Phase.LEADERS, Side.US, 4, TABLES)
    assert told.units["5th US Infantry"].leader is LeaderWith.LEADER


def test_a_leader_is_told_in_words():
    own = leader("Belknap")
    cases = (
        own,
        replace(own, unit="8th US Infantry"),
        own.fares(LeaderFate.DISMOUNTED, 2),
        own.fares(LeaderFate.WOUNDED, 2),
        own.fares(LeaderFate.LOST, 2),
    )
    say = RULESET.catalogue.say
    with Texts.strictly():
        assert [say(each.condition()) for each in cases] == [
            "mounted", "with 8th US Infantry", "on foot", "leader wounded, back in turn 3", "gone",
        ]  # fmt: skip
        assert say(own.described()) == "Able leader, brigade"
        assert say(replace(own, successor=True).described()) == "Able successor, brigade"
