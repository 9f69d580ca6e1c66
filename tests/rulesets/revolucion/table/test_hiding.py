"""Hidden deployment: who knows what, and what shows a hidden unit (REV-10.92, REV-G.37)."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from sandtable.battle.engine.revelation import places_given_away
from sandtable.battle.seat import EVERYBODY, Seat
from sandtable.kernel import codec
from sandtable.rulesets.revolucion.ruleset import RULESET
from sandtable.rulesets.revolucion.table import events, orders
from sandtable.rulesets.revolucion.table.desk.desk import DESK
from sandtable.rulesets.revolucion.table.rules import TABLE
from sandtable.rulesets.revolucion.table.state import Mine, Turn
from sandtable.rulesets.revolucion.vocabulary import FireMode, Loss
from tests.rulesets.revolucion.table.field import (
    DEPLOYED,
    GOV,
    MANEUVER_ORDER,
    NORTH,
    REV,
    SOUTH,
    box,
    game,
    ground,
    leader,
    point,
    pose,
    unit,
)
from tests.support.scenarios import column, two_lines
from tests.support.scenarios import unit as scenario_unit

BY, THEY = REV.value, GOV.value
OURS, THEIRS = Seat("ours", (BY,)), Seat("theirs", (THEY,))
FAR = unit("far", GOV, (44, 30, SOUTH))
WOODS = ground(areas={"woods": ("woods", box(5, 18, 15, 26))})


def ambush(x=10, y=24, side=GOV, **more):
    facing = SOUTH if side is GOV else NORTH
    return unit("ambushers", side, (x, y, facing), hidden=True, **more)


def field(*pieces, **more):
    return game(*pieces, FAR, options={"hidden": True, "mines": True}, terrain=WOODS, **more)


def shown(playing):
    return not playing.unit("ambushers").hidden


def told(playing, name, by=BY):
    return playing.do(orders.Command(by=by, unit=name, order=MANEUVER_ORDER), order__result=10)


@pytest.mark.rule("REV-G.37", "REV-10.92")
def test_a_hidden_unit_is_in_its_owners_view_only_and_cannot_be_a_target():
    playing = field(unit("us", REV, (10, 5, NORTH), "Artillery", 2, DEPLOYED), ambush())
    ours, theirs = TABLE.view(playing.state, OURS), TABLE.view(playing.state, THEIRS)
    assert "ambushers" in theirs.units
    assert "ambushers" not in ours.units
    assert places_given_away(playing.state, ours) == ()
    assert "ambushers" not in json.dumps(codec.write(ours))
    scene = DESK.scene(ours, OURS)
    assert "ambushers" not in str(scene)
    assert "ambushers" in str(DESK.scene(theirs, THEIRS))
    fire = orders.Fire(by=BY, unit="us", target="ambushers", mode=FireMode.DEPLOYED)
    assert {problem.rule for problem in TABLE.problems(ours, fire)} == {"REV-2.15b"}


@pytest.mark.rule("REV-G.37")
@pytest.mark.parametrize(
    ("y", "in_woods", "found"),
    ((11.9, False, False), (12.0, False, True), (18.9, True, False), (21.0, True, True)),
)
def test_an_enemy_who_sees_it_finds_it_within_three_inches_or_six_in_the_open(y, in_woods, found):
    hides = ambush(10, 24) if in_woods else ambush(25, 18)
    x = 10 if in_woods else 25
    start = y - (1 if in_woods else 3)
    playing = told(field(unit("us", REV, (x, start, NORTH), "IrregularCavalry", ranks=(2, 2)), hides), "us")
    playing.do(orders.Move(by=BY, unit="us", path=(pose(x, y),)))
    assert playing.at("us") == (x, y)
    assert shown(playing) is found


@pytest.mark.rule("REV-G.37")
def test_without_a_line_of_sight_nobody_is_found():
    """A hill between them."""
    hill = ground(hills={"hill": (1, box(0, 14, 48, 15.5))})
    pieces = (unit("us", REV, (10, 13.5, NORTH)), ambush(10, 16.2), unit("far", GOV, (44, 30, SOUTH)))
    open_ground = game(*pieces, unit("other", REV, (40, 5, NORTH)), options={"hidden": True})
    open_ground.do(orders.Rest(by=BY, unit="other"))
    assert shown(open_ground)
    hidden = game(*pieces, unit("other", REV, (40, 5, NORTH)), options={"hidden": True}, terrain=hill)
    hidden.do(orders.Rest(by=BY, unit="other"))
    assert not shown(hidden)


@pytest.mark.rule("REV-G.37", "REV-10.92")
def test_a_unit_that_moves_is_seen_and_one_that_is_only_ordered_to_is_not():
    playing = field(unit("them", GOV, (44, 24, SOUTH)), ambush(10, 8, REV), unit("us", REV, (30, 5, NORTH)))
    told(playing, "ambushers")
    assert not shown(playing)
    assert all(event.known_to == (BY,) for event in playing.events if getattr(event, "unit", "") == "ambushers")
    assert TABLE.view(playing.state, THEIRS).turn.pending is None
    assert places_given_away(playing.state, TABLE.view(playing.state, THEIRS)) == ()
    playing.do(orders.Move(by=BY, unit="ambushers", path=(pose(10, 10),)))
    assert shown(playing)
    assert playing.events[0].kind == "unit_revealed"
    assert all(event.known_to == EVERYBODY for event in playing.events)


@pytest.mark.rule("REV-G.37", "REV-10.92")
def test_a_unit_that_fires_is_seen_before_its_target_is_hit():
    playing = field(
        unit("them", GOV, (10, 16, SOUTH)), ambush(10, 8, REV, formation=DEPLOYED), unit("us", REV, (30, 5, 0))
    )
    playing.do(orders.Fire(by=BY, unit="ambushers", target="them", mode=FireMode.DEPLOYED), fire__effect=3)
    assert playing.kinds()[0] == "unit_revealed"
    assert shown(playing)


@pytest.mark.rule("REV-G.37")
def test_who_rests_or_holds_back_stays_hidden_and_nothing_is_told_of_it():
    playing = field(ambush(10, 8, REV), unit("us", REV, (30, 5, NORTH)))
    playing.do(orders.Rest(by=BY, unit="ambushers"))
    assert not shown(playing)
    assert [event.known_to for event in playing.events] == [(BY,)]


@pytest.mark.rule("REV-G.37")
def test_a_unit_struck_by_a_result_is_seen():
    """A mine is set off beside it; the die does nothing to it, and still it was a target."""
    laid = {"charge": Mine("charge", "commandMine", BY, point(10, 20))}
    playing = field(unit("us", REV, (30, 5, NORTH)), ambush(10, 26), mines=laid)
    playing.do(orders.SetOff(by=BY, mine="charge"), blast__effect=1)
    assert shown(playing)


@pytest.mark.rule("REV-G.37", "REV-4.62")
def test_who_walks_into_hidden_enemies_stops_an_inch_before_them():
    """They are beyond six inches when it sets out, and right on its way."""
    playing = told(field(unit("us", REV, (25, 13, NORTH), "IrregularCavalry", ranks=(2, 2)), ambush(25, 20)), "us")
    assert not shown(playing)
    blind = orders.Move(by=BY, unit="us", path=(pose(25, 23),))
    assert not TABLE.problems(TABLE.view(playing.state, OURS), blind)
    playing.play(blind)
    assert playing.at("us") == (25, pytest.approx(19, abs=0.01))
    assert shown(playing)
    assert playing.unit("us").deeds.acted


@pytest.mark.rule("REV-G.37")
def test_a_charge_that_would_run_into_hidden_enemies_is_called_off():
    """They are seen, nothing is thrown, and the unit may be told something else."""
    playing = game(
        unit("us", REV, (10, 8, NORTH), "RegularCavalry"),
        unit("target", GOV, (10, 17.5, SOUTH)),
        ambush(11.5, 15, ranks=(2, 2)),
        options={"hidden": True},
    )
    order = orders.Assault(by=BY, unit="us", target="target")
    assert not TABLE.problems(TABLE.view(playing.state, OURS), order)
    before = playing.unit("us")
    playing.play(order)
    assert shown(playing)
    assert playing.unit("us") == before, "as if nothing had been said"


@pytest.mark.rule("REV-G.37")
def test_while_both_sides_set_up_nobody_looks_and_then_everybody_does():
    playing = field(unit("us", REV, (25, 14, NORTH)), ambush(25, 18), turn=Turn(ready=frozenset({GOV})))
    view = TABLE.view(playing.state, OURS)
    assert "ambushers" not in view.units
    waiting = field(unit("us", REV, (25, 14, NORTH)), ambush(25, 18), turn=Turn())
    waiting.do(orders.Ready(by=BY))
    assert not shown(waiting)
    playing.do(orders.Ready(by=BY), initiative__side=1)
    assert shown(playing), "four inches off in the open"


def late(name="late", **more):
    """A Leader who is due but has not entered."""
    return replace(leader(name, REV, (0, 0)), place=None, arrives=1, entry=pose(0, 0, NORTH), **more)


@pytest.mark.rule("REV-G.37", "REV-3.14")
def test_a_leader_who_is_still_to_come_rests_unheard_of():
    playing = field(unit("us", REV, (10, 5, NORTH)), leader("here", REV, (30, 5)), late(), acting=REV)
    playing.do(orders.LeaderRest(by=BY, leader="late"))
    (event,) = [each for each in playing.events if each.kind == "leader_acted"]
    assert event.known_to == (BY,)
    playing.do(orders.LeaderRest(by=BY, leader="here"))
    assert playing.events[0].known_to == EVERYBODY


@pytest.mark.rule("REV-G.37", "REV-G.48j")
def test_who_rests_at_the_end_of_a_round_is_told_to_those_who_know_of_him():
    riding_along = replace(leader("rider", REV, (0, 0)), place=None, aboard="truck", hidden=True)
    truck = unit("truck", REV, (40, 2, NORTH), "truck", 2, hidden=True)
    playing = field(unit("us", REV, (10, 5, NORTH)), leader("here", REV, (30, 5)), late(), riding_along, truck)
    playing.do(orders.Finish(by=BY))
    rested = {each.known_to: (each.units, each.leaders) for each in playing.events if each.kind == "rested"}
    assert rested == {EVERYBODY: (("us",), ("here",)), (BY,): (("truck",), ("late", "rider"))}
    known = [codec.write(event) for event in playing.events if THEIRS.knows(event.known_to)]
    assert not any(name in json.dumps(known) for name in ("late", "rider", "truck"))


def armies(*hidden):
    """A table of two seen units on each side, and so many hidden ones of the Government."""
    text = two_lines(
        "Meters",
        column("Three", THEY, {"name": "C", "at": [4, 22]}, summoned("Fourth", at=[4, 18, 180]), *hidden),
        options=("hidden",),
    )
    return TABLE.set_up(text, RULESET.default_tables)


def summoned(name, **more):
    return scenario_unit(name, "RegularInfantry", **more)


LURKERS = tuple(summoned(f"Lurker {number}", at=[20, 8 + 4 * number, 180], hidden=True) for number in range(3))


def meters(state, seat):
    return {each.side: (each.now, each.start) for each in DESK.scene(TABLE.view(state, seat), seat).meters}


@pytest.mark.rule("REV-11.02", "REV-G.37")
@pytest.mark.parametrize("count", range(1, 4))
def test_the_other_sides_morale_counts_the_units_that_are_known(count):
    plain, secret = armies(), armies(*LURKERS[:count])
    for seat in (OURS, Seat("onlooker")):
        assert meters(secret, seat) == meters(plain, seat)
    assert meters(secret, THEIRS)[THEY] > meters(plain, THEIRS)[THEY], "its own side knows better"
    loss = events.MoraleDropped(side=GOV, points=1, why=Loss.DESTROYED)
    after = TABLE.after(secret, loss)
    assert meters(after, OURS)[THEY] == meters(TABLE.after(plain, loss), OURS)[THEY]
    assert "left" not in {key for key, value in codec.write(loss).items() if value is not None}
    shown_to_all = TABLE.after(after, events.UnitRevealed(unit="lurker-0"))
    assert meters(shown_to_all, OURS)[THEY] > meters(after, OURS)[THEY]


def test_what_was_left_in_a_log_of_older_rules_still_counts():
    state = armies()
    loss = events.MoraleDropped(side=GOV, points=1, left=0, why=Loss.DESTROYED)
    assert TABLE.after(state, loss).armies[GOV].morale == 0
