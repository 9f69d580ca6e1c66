"""Who is gone is waited for no longer: nothing that a unit had before it outlives the unit."""

from __future__ import annotations

from dataclasses import replace

import pytest

from sandtable.battle.event import Story
from sandtable.battle.scenario.scenario import Objective
from sandtable.geometry.measure import inches
from sandtable.miniatures.consequences import followed
from sandtable.rulesets.revolucion.table import events, orders, turn
from sandtable.rulesets.revolucion.table.damage import retreats
from sandtable.rulesets.revolucion.table.hidden import discovery
from sandtable.rulesets.revolucion.table.movement import boarding
from sandtable.rulesets.revolucion.table.rules import TABLE
from sandtable.rulesets.revolucion.table.state import Pending, Phase, TrainSpeed, Turn
from sandtable.rulesets.revolucion.table.vehicles import tracks
from sandtable.rulesets.revolucion.table.vehicles.answers import ANSWERS
from sandtable.rulesets.revolucion.vocabulary import Afterwards, FireMode, Loss, OrderResult
from tests.rulesets.revolucion.table.field import (
    GOV,
    MANEUVER_ORDER,
    NORTH,
    REV,
    game,
    ground,
    leader,
    point,
    pose,
    unit,
)
from tests.rulesets.revolucion.table.rolling_stock import aboard, railway, rolling, train
from tests.rulesets.revolucion.table.test_many_battles import nobody_waits_for_the_gone
from tests.support.talk import of_kind, there

BY, THEY = REV.value, GOV.value
DEADLY = 10  # on the die of a blast


def foot(name="foot", at=(5, 5, NORTH), side=REV, **more):
    return unit(name, side, at, **more)


def powder(**more):
    return train("loca", GOV, 40, 1, "maquinaLoca", status="Demoralized", **more)


@pytest.mark.rule("REV-10.35", "REV-3.27", "REV-G.04")
@pytest.mark.parametrize("afterwards", Afterwards)
def test_a_firer_whom_the_blast_of_its_target_destroys_has_no_move_left(afterwards):
    playing = rolling(foot("us", (17, 40, 90), status="Demoralized"), powder(), foot())
    order = orders.Fire(by=BY, unit="us", target="loca", mode=FireMode.MOVING, afterwards=afterwards)
    playing.do(order, fire__effect=9, blast__effect=DEADLY)
    assert playing.unit("us").gone is Loss.DESTROYED
    assert playing.state.turn.pending is None
    assert "commanded" not in playing.kinds(), "nobody tells the dead to move"
    assert "acted" not in playing.kinds()[playing.kinds().index("unit_gone") :]
    nobody_waits_for_the_gone(playing.state)
    playing.do(orders.Rest(by=BY, unit="foot"))


@pytest.mark.rule("REV-10.35", "REV-7.11b")
def test_an_assaulter_whom_the_blast_of_its_target_destroys_suffers_nothing_more():
    playing = rolling(foot("us", (14, 40, 90), status="Disordered"), leader("chief", REV, (13.5, 41)), powder(), foot())
    charge = orders.Assault(by=BY, unit="us", target="loca", leads=False)
    playing.do(charge, order__result=10, assault__close_combat=(10, 1), blast__effect=DEADLY)
    assert playing.unit("us").gone is Loss.DESTROYED
    assert playing.unit("loca").gone is Loss.DESTROYED
    told = [event.kind for event in playing.events if getattr(event, "unit", "") == "us"]
    assert told[-2:] == ["unit_gone", "assault_ended"], "neither moved nor marked after its end"
    nobody_waits_for_the_gone(playing.state)


@pytest.mark.parametrize("side", (REV, GOV))
def test_events_alone_never_make_the_table_wait_for_who_is_gone(side):
    """As in a log of an edition that did: it can be looked through, and nobody is asked to move a unit that is not there."""
    playing = game(foot("us", side=side), foot("other", (9, 5, NORTH), side=side))
    gone = TABLE.after(playing.state, events.UnitGone(unit="us", why=Loss.DESTROYED))
    moves = events.Commanded(unit="us", order=MANEUVER_ORDER, result=OrderResult.RECEIVED, distance=1, pending="move")
    for event in (moves, events.MayForm(unit="us")):
        assert TABLE.after(playing.state, event).turn.pending is not None
        assert TABLE.after(gone, event).turn.pending is None


@pytest.mark.rule("REV-10.32")
def test_a_column_that_its_own_powder_ends_as_it_is_taken_has_had_its_round():
    started = train("loca", REV, 10, 1, "maquinaLoca")
    assert started.rails is not None
    started = replace(started, rails=replace(started.rails, launched=True, end=inches(12)))
    playing = rolling(
        started, foot("us", (19, 14, NORTH), status="Demoralized", bases=2), turn=Turn(2, Phase.ROUND, REV, REV)
    )
    playing.do(orders.Activate(by=BY, column="rev"), blast__effect=DEADLY)
    assert playing.unit("us").gone is Loss.DESTROYED
    assert playing.state.turn.phase is Phase.OVER, "nothing is left of this army"
    with_friend = rolling(
        started,
        foot("us", (19, 14, NORTH), status="Demoralized", bases=2),
        foot("other", column="reserve"),
        turn=Turn(2, Phase.ROUND, REV, REV),
    )
    with_friend.do(orders.Activate(by=BY, column="rev"), blast__effect=DEADLY)
    assert turn.decisions(with_friend.state)[0].by == THEY, "the round goes to the other side"


@pytest.mark.rule("REV-10.16", "REV-10.31b", "REV-10.35")
def test_a_train_that_another_ends_does_not_roll_on():
    """The máquina loca runs first and meets the train; a train that is gone neither runs nor is lost a second time."""
    started = train("loca", REV, 10, 1, "maquinaLoca")
    assert started.rails is not None
    started = replace(started, rails=replace(started.rails, launched=True))
    express = train("express", GOV, 24, 4, speed=TrainSpeed.MARCH, status="Demoralized")
    playing = rolling(started, express, foot(), turn=Turn(2, Phase.ROUND, REV, REV, passes=1))
    morale = playing.state.armies[GOV].morale
    playing.do(orders.Pass(by=BY), blast__effect=DEADLY, initiative__side=1)
    assert playing.unit("express").gone is Loss.DESTROYED
    ran = [event.unit for event in playing.events if isinstance(event, events.TrainRan)]
    assert ran == ["loca"]
    lost = [event for event in playing.events if isinstance(event, events.UnitGone) and event.unit == "express"]
    assert len(lost) == 1
    assert morale - playing.state.armies[GOV].morale <= 1
    nobody_waits_for_the_gone(playing.state)


@pytest.mark.rule("REV-10.12", "REV-G.52")
def test_who_rides_on_a_truck_on_a_train_is_thrown_out_with_it():
    """Walls all round leave no place for the truck beside the wreck: it surrenders, and nobody is left aboard of it."""
    lake = ground(
        roads={"line": ("railway", (point(20, 0), point(20, 60)))},
        areas={"lake": ("lake", (point(0, 0), point(48, 0), point(48, 60), point(0, 60)))},
        height=60,
    )
    playing = rolling(
        foot(),
        train("express", GOV, 40, 4),
        aboard(unit("truck", GOV, (1, 1, NORTH), "truck", 2), "express"),
        aboard(unit("riders", GOV, (1, 1, NORTH)), "truck"),
        replace(leader("chief", GOV, (1, 1)), place=None, aboard="truck"),
        terrain=lake,
    )
    story = Story(TABLE.after, playing.state)
    wrecked = followed(story, retreats.remove(story, "express", Loss.DESTROYED), ANSWERS)
    assert not list(wrecked), "where there is no place nobody is asked"
    gone = {event.unit for event in story.events if isinstance(event, events.UnitGone)}
    assert gone == {"express", "truck", "riders"}
    nobody_waits_for_the_gone(story.state)
    assert story.state.leaders["chief"].place is not None


@pytest.mark.rule("REV-10.24", "REV-3.31")
def test_who_rides_on_what_has_not_come_yet_fires_at_nobody():
    express = replace(train("express", REV, 4, 4), stands=None, arrives=1, entry=pose(20, 0, NORTH))
    playing = rolling(express, aboard(foot("riders"), "express"), foot("target", (20, 20, NORTH), GOV), foot())
    for mode in FireMode:
        assert "REV-3.30" in playing.refused(orders.Fire(by=BY, unit="riders", target="target", mode=mode))


def loaded(**express):
    """A train that carries a truck that carries foot and a Leader."""
    return (
        replace(train("express", REV, 20, 4), **express),
        aboard(unit("truck", REV, (1, 1, NORTH), "truck", 2), "express"),
        aboard(unit("riders", REV, (1, 1, NORTH)), "truck"),
        replace(leader("chief", REV, (1, 1)), place=None, aboard="truck"),
    )


def settled(*pieces, **more):
    playing = rolling(*pieces, foot(), **more)
    state = playing.state
    playing.state = replace(state, leaders=boarding.settled_leaders(state.leaders, state.units))
    return playing


@pytest.mark.rule("REV-G.37", "REV-10.02")
def test_whoever_rides_on_a_truck_on_a_train_is_as_secret_and_as_late_as_the_train():
    hidden = settled(*loaded(hidden=True), options={"hidden": True})
    assert all(hidden.unit(name).hidden for name in ("express", "truck", "riders"))
    assert hidden.leader("chief").hidden
    story = Story(TABLE.after, hidden.state)
    discovery.reveal(story, "riders")
    assert [of_kind(events.UnitRevealed, event).unit for event in story.events] == ["express"]
    assert not any(each.hidden for each in (*story.state.units.values(), *story.state.leaders.values()))
    late = settled(*loaded(arrives=2, stands=None))
    assert {late.unit(name).arrives for name in ("express", "truck", "riders")} == {2}
    assert late.leader("chief").arrives == 2
    here = late.unit("express")
    ran = events.TrainRan(unit="express", rails=here.rails, stands=there(train("x", REV, 20, 4).stands), how="arrives")
    come = TABLE.after(late.state, ran)
    assert not any(each.arrives for each in come.units.values())
    assert not any(each.arrives for each in come.leaders.values())


def test_whoever_rides_on_a_truck_on_a_train_leaves_the_table_with_it():
    playing = settled(*loaded(), terrain=railway())
    goal = Objective("out", "Out", "exit", side=BY, edge="north", points=1)
    state = replace(playing.state, terms=replace(playing.state.terms, objectives=(goal,)))
    express = state.units["express"]
    assert express.rails is not None
    at_the_edge = replace(express, rails=replace(express.rails, along=inches(60), speed=TrainSpeed.MANEUVER))
    state = state.with_unit(replace(at_the_edge, stands=tracks.cars(state, at_the_edge, at_the_edge.rails)))
    waits = Pending("express", REV, "move", MANEUVER_ORDER, inches(8))
    playing.state = state.but(turn=replace(state.turn, pending=waits))
    playing.do(orders.Leave(by=BY, unit="express", path=(pose(20, 60, NORTH),)))
    assert {each.id for each in playing.state.units.values() if each.left_by} == {"express", "truck", "riders"}
    assert playing.leader("chief").left_by == "north"
    nobody_waits_for_the_gone(playing.state)
