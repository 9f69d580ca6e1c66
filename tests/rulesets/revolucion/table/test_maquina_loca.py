"""The máquina loca (REV-10.30 to REV-10.36, REV-G.30j) and tearing up track (REV-10.21b, REV-G.54)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from sandtable.geometry.measure import Point, inches
from sandtable.rulesets.revolucion.table import events, orders, turn
from sandtable.rulesets.revolucion.table.damage.blasts import within
from sandtable.rulesets.revolucion.table.state import Phase, Tear, Turn
from sandtable.rulesets.revolucion.vocabulary import FireMode, Loss
from tests.rulesets.revolucion.table.field import (
    DEPLOYED,
    GOV,
    MANEUVER_ORDER,
    MARCH_ORDER,
    NORTH,
    REV,
    SOUTH,
    point,
    unit,
)
from tests.rulesets.revolucion.table.rolling_stock import front, railway, rolling, train
from tests.support.talk import there

BY, THEY = REV.value, GOV.value


def loca(along=10.0, **more):
    return train("loca", REV, along, 1, "maquinaLoca", **more)


def foot(name="foot", at=(5, 5, NORTH), side=REV, **more):
    return unit(name, side, at, **more)


def launch(playing, die=10, **dice):
    return playing.do(orders.Command(by=BY, unit="loca", order=MANEUVER_ORDER), order__result=die, **dice)


@pytest.mark.rule("REV-10.31", "REV-G.30j", "REV-10.30")
@pytest.mark.parametrize("die", (10, 4))
def test_it_is_launched_by_a_maneuver_received_or_late_and_goes_its_full_move(die):
    playing = rolling(loca(), foot())
    assert playing.refused(orders.Command(by=BY, unit="loca", order=MARCH_ORDER)) == {"REV-10.14"}
    launch(playing, die)
    assert there(playing.unit("loca").rails).launched
    assert len(there(playing.unit("loca").stands).bases) == 1
    assert front(playing, "loca") == 18


@pytest.mark.rule("REV-G.30j")
def test_a_lost_order_launches_nothing():
    playing = launch(rolling(loca(), foot()), die=1)
    assert not there(playing.unit("loca").rails).launched
    assert front(playing, "loca") == 10


@pytest.mark.rule("REV-10.31", "REV-G.30j")
def test_launched_it_takes_no_orders_and_runs_on_at_march_speed_when_its_column_acts():
    started = loca()
    started = replace(started, rails=replace(started.rails, launched=True))
    playing = rolling(started, foot(), turn=Turn(2, Phase.ROUND, REV, REV))
    playing.do(orders.Activate(by=BY, column="rev"))
    assert front(playing, "loca") == 26
    assert [each.id for each in turn.actors(playing.state)[0]] == ["foot"]
    forgotten = rolling(started, foot(), turn=Turn(2, Phase.ROUND, REV, REV))
    forgotten.do(orders.Pass(by=BY))
    forgotten.do(orders.Pass(by=THEY), initiative__side=1)
    assert front(forgotten, "loca") == 26, "nobody stops it by doing nothing"


@pytest.mark.rule(
    "REV-10.31b", "REV-10.32", "REV-10.32b", "REV-10.34", "REV-10.34b", "REV-G.29b", "REV-G.29d", "REV-10.36"
)
def test_it_goes_off_where_it_meets_something_and_takes_the_track_with_it():
    """The enemy on the track, one near by, one out of reach, and a friend."""
    playing = rolling(
        loca(),
        foot("block", (20, 17, SOUTH), GOV, ranks=(2, 2)),
        foot("near", (25, 15, 270), GOV, ranks=(2, 2)),
        foot("safe", (29, 15, 270), GOV, ranks=(2, 2)),
        foot("friend", (14.5, 14, 90), ranks=(2, 2)),
    )
    morale = playing.state.armies[REV].morale
    launch(playing, blast__effect=[2, 2, 2])
    assert playing.unit("loca").gone is Loss.DESTROYED
    assert playing.state.armies[REV].morale == morale, "it counts nothing"
    struck = {name for name in ("block", "near", "safe", "friend") if playing.unit(name).status != "OK"}
    assert struck == {"block", "near", "friend"}
    place = next(event for event in playing.events if isinstance(event, events.Exploded))
    assert tuple(place.at) == pytest.approx((20000, 16000), abs=5), "the middle of its base"
    assert place.radius == inches(6)
    tear = playing.state.tears[0]
    assert tear.torn
    assert [tear.start, tear.end] == pytest.approx([15000, 17000], abs=5)


@pytest.mark.rule("REV-10.31b")
def test_it_goes_off_at_its_end_point():
    playing = launch(rolling(loca(end=inches(15)), foot()))
    assert playing.unit("loca").gone is Loss.DESTROYED
    assert next(event for event in playing.events if event.kind == "train_ran").rails.along == inches(15)


@pytest.mark.rule("REV-10.35")
def test_destroyed_by_fire_it_explodes_on_the_spot():
    playing = rolling(
        foot("us", (14, 40, 90), formation=DEPLOYED),
        train("loca", GOV, 40, 1, "maquinaLoca", status="Demoralized"),
        foot("theirs", (23, 40, 270), GOV, ranks=(2, 2)),
        foot("other"),
    )
    playing.do(
        orders.Fire(by=BY, unit="us", target="loca", mode=FireMode.DEPLOYED), fire__effect=9, blast__effect=[2, 8]
    )
    assert playing.unit("loca").gone is Loss.DESTROYED
    assert playing.unit("theirs").status != "OK"
    assert playing.unit("us").status != "OK", "six inches off, and a friend of nobody"


@pytest.mark.rule("REV-10.33")
def test_cover_that_shields_from_the_blast_counts():
    wall = railway(lines={"wall": ("wall", (point(23.5, 5), point(23.5, 25)))})
    playing = rolling(foot("behind", (24, 15, 270), GOV), foot("before", (16, 15, 90), GOV), foot(), terrain=wall)
    covers = {each.unit: each.cover for each in within(playing.state, Point(20000, 15000), inches(6))}
    assert covers == {"behind": "hard", "before": "open"}


# ---- Tearing up the track --------------------------------------------------------------------------------------------------------

RIP = orders.Rest(by=BY, unit="foot", rips_track=True)


def workers(*pieces, option=True, **more):
    unit_there = foot("foot", (19.5, 20, 90), **more)
    return rolling(unit_there, *pieces, options={"trackRipping": option})


def end_of_turn(playing):
    playing.do(orders.Finish(by=THEY), initiative__side=1)
    return playing


@pytest.mark.rule("REV-10.21b", "REV-G.54")
def test_a_unit_in_contact_tears_up_an_inch_of_track_by_the_end_of_the_turn():
    playing = workers()
    playing.do(RIP)
    assert playing.state.tears == (), "not before the turn is over"
    end_of_turn(playing)
    (tear,) = playing.state.tears
    assert tear == Tear("line", inches(19.5), inches(20.5), torn=True)


@pytest.mark.rule("REV-10.21b", "REV-10.21c", "REV-G.54")
def test_only_where_the_scenario_allows_it_in_contact_in_good_order_and_in_peace():
    assert workers(option=False).refused(RIP) == {"REV-G.54"}
    far = rolling(foot("foot", (10, 20, 90)), options={"trackRipping": True})
    assert far.refused(RIP) == {"REV-10.21b"}
    for status in ("Disordered", "Demoralized"):
        assert workers(status=status).refused(RIP) == {"REV-10.21c"}
    playing = workers()
    playing.state = playing.state.with_unit(playing.unit("foot").did(under_fire=True))
    assert playing.refused(RIP) == {"REV-10.21c"}
    playing = workers()
    playing.state = playing.state.with_unit(replace(playing.unit("foot"), shot_at_before=True))
    assert playing.refused(RIP) == {"REV-10.21c"}, "fired at in the turn before"


@pytest.mark.rule("REV-G.54")
def test_who_is_fired_at_while_he_works_tears_up_nothing():
    playing = workers(foot("enemy", (10, 20, 90), GOV, formation=DEPLOYED))
    playing.do(RIP)
    playing.do(orders.Fire(by=THEY, unit="enemy", target="foot", mode=FireMode.DEPLOYED), fire__effect=1)
    end_of_turn(playing)
    assert playing.state.tears == ()


@pytest.mark.rule("REV-G.37")
def test_a_hidden_one_is_seen_when_it_is_launched_and_not_when_its_order_is_lost():
    lost = launch(rolling(loca(hidden=True), foot(), options={"hidden": True}), die=1)
    assert lost.unit("loca").hidden
    assert all(event.known_to == (BY,) for event in lost.events if getattr(event, "unit", "") == "loca")
    playing = launch(rolling(loca(hidden=True), foot(), options={"hidden": True}))
    assert not playing.unit("loca").hidden
    assert playing.kinds().index("unit_revealed") < playing.kinds().index("train_ran")
