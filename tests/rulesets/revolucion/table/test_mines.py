"""Mine fields and mines that are set off (REV-10.88 to REV-10.91, REV-G.35)."""

from __future__ import annotations

import json

import pytest

from sandtable.battle.engine.revelation import places_given_away
from sandtable.battle.seat import Seat
from sandtable.geometry.measure import inches
from sandtable.kernel import codec
from sandtable.rulesets.revolucion.table import orders
from sandtable.rulesets.revolucion.table.rules import TABLE
from sandtable.rulesets.revolucion.table.state import Mine
from tests.rulesets.revolucion.table.field import (
    DEPLOYED,
    GOV,
    MANEUVER_ORDER,
    MARCH_ORDER,
    NORTH,
    REV,
    SOUTH,
    game,
    leader,
    point,
    pose,
    unit,
)
from tests.rulesets.revolucion.table.legal import every_legal_order

BY = REV.value
FAR = unit("far", GOV, (40, 30, SOUTH))


def mine(name, x, y, kind="mineSquare", side=GOV, **more):
    return Mine(name, kind, side.value, point(x, y), **more)


def field(*pieces, mines=(), options=None, **more):
    laid = {each.id: each for each in mines}
    return game(*pieces, FAR, options={"mines": True, "hidden": True, **(options or {})}, mines=laid, **more)


def told(playing, name, order=MANEUVER_ORDER):
    return playing.do(orders.Command(by=BY, unit=name, order=order), order__result=10)


def to(name, *places, **more):
    return orders.Move(by=BY, unit=name, path=tuple(pose(*place) for place in places), **more)


@pytest.mark.rule("REV-10.88b", "REV-10.88c", "REV-T.25", "REV-G.35")
def test_who_enters_a_mine_field_stops_at_once_takes_a_level_and_the_square_is_shown():
    playing = told(field(unit("us", REV, (10, 5, NORTH)), mines=[mine("buried", 10, 9)]), "us")
    order = to("us", (10, 11))
    view = TABLE.view(playing.state, Seat("r", (BY,)))
    assert not view.mines, "nobody told them"
    assert not TABLE.problems(view, order)
    playing.do(order)
    assert playing.at("us")[1] == pytest.approx(8, abs=0.01), "the square begins at y = 8"
    assert playing.unit("us").status == "Disordered"
    assert playing.unit("us").deeds.acted
    assert playing.state.mines["buried"].shown_to_all
    assert TABLE.view(playing.state, Seat("r", (BY,))).mines["buried"].at == point(10, 9)
    assert not playing.state.mines["buried"].gone, "a field remains after use"


@pytest.mark.rule("REV-10.88", "REV-G.37")
def test_a_mine_field_is_known_to_its_owner_only_until_it_is_entered():
    playing = field(
        unit("us", REV, (10, 5, NORTH)), mines=[mine("buried", 10, 9), mine("charge", 20, 9, "commandMine")]
    )
    theirs, ours = (TABLE.view(playing.state, Seat(side.value, (side.value,))) for side in (GOV, REV))
    assert set(theirs.mines) == {"buried", "charge"}
    assert places_given_away(playing.state, ours) == ()
    assert not {"buried", "charge"} & set(json.dumps(codec.write(ours)).split('"'))


@pytest.mark.rule("REV-10.89", "REV-G.35")
def test_each_later_turn_of_moving_in_a_field_costs_one_level_whatever_the_squares():
    squares = [mine("a", 10, 9), mine("b", 10, 11), mine("c", 10, 13)]
    inside = unit("us", REV, (10, 9, NORTH))
    playing = told(field(inside, mines=squares), "us")
    playing.do(to("us", (10, 14)))
    assert playing.at("us") == (10, 14), "it is not stopped a second time"
    assert playing.unit("us").status == "Disordered", "one level for three squares"
    assert all(each.shown_to_all for each in playing.state.mines.values()), "each is shown as it is met"


@pytest.mark.rule("REV-10.89", "REV-G.35")
def test_who_stays_in_a_field_without_moving_pays_nothing():
    playing = field(unit("us", REV, (10, 9, NORTH)), mines=[mine("a", 10, 9)])
    playing.do(orders.Rest(by=BY, unit="us"))
    assert playing.unit("us").status == "OK"


@pytest.mark.rule("REV-10.90", "REV-G.35b")
def test_squares_are_shown_singly():
    playing = told(
        field(unit("us", REV, (10, 5, NORTH)), mines=[mine("a", 10, 9), mine("b", 10, 11), mine("c", 14, 9)]), "us"
    )
    playing.do(to("us", (10, 11)))
    assert {name for name, each in playing.state.mines.items() if each.shown_to_all} == {"a"}


@pytest.mark.rule("REV-G.35b")
def test_both_sides_trigger_a_field_and_leaders_alone_do_not():
    own = [mine("ours", 10, 9, side=REV)]
    playing = told(field(unit("us", REV, (10, 5, NORTH)), leader("chief", REV, (13, 5)), mines=own), "us")
    playing.do(to("us", (10, 11)))
    assert playing.unit("us").status == "Disordered"
    alone = field(unit("us", REV, (20, 5, NORTH)), leader("chief", REV, (10, 5)), mines=[mine("a", 10, 9)])
    alone.do(orders.MoveLeader(by=BY, leader="chief", path=(point(10, 12),)))
    assert alone.leader("chief").place == point(10, 12)
    assert not alone.state.mines["a"].shown_to_all


@pytest.mark.rule("REV-10.88b")
def test_a_column_on_the_march_stops_too():
    column = unit("us", REV, (10, 5, NORTH), formation=DEPLOYED)
    playing = told(field(column, mines=[mine("buried", 10, 12)]), "us", MARCH_ORDER)
    playing.do(to("us", (10, 8), (10, 14)))
    assert playing.at("us")[1] == pytest.approx(11, abs=0.01)
    assert playing.unit("us").status == "Disordered"


@pytest.mark.rule("REV-G.35c", "REV-G.28e")
def test_who_loses_a_base_goes_back_the_way_he_came():
    """Round a corner: straight away from the mine would be another way."""
    shaken = unit("us", REV, (10, 5, NORTH), "RegularCavalry", 6, status="Demoralized", ranks=(2, 2, 2))
    playing = told(field(shaken, mines=[mine("buried", 17, 8)]), "us")
    playing.do(to("us", (10, 8), (18, 8, 90), ranks=(2, 2, 2)))
    assert playing.unit("us").bases == 5
    way = [(event.how, *event.stands.anchor) for event in playing.events if event.kind == "stood"]
    assert way[0] == ("moves", pytest.approx(inches(16), abs=5), inches(8), 900)
    assert way[1] == ("falls_back", inches(10), inches(5), 900), "nine inches back round the corner"
    assert way[2][0] == "falls_back"
    assert way[2][2] < inches(4), "and on for the rest of the twelve"


@pytest.mark.rule("REV-10.88b", "REV-G.35")
def test_a_charge_into_a_mine_field_ends_there():
    """No fire meets it and no close combat follows: it stops short of its target."""
    playing = field(
        unit("us", REV, (10, 8, NORTH), "RegularCavalry"), unit("them", GOV, (10, 17, SOUTH)), mines=[mine("a", 10, 13)]
    )
    playing.play(orders.Assault(by=BY, unit="us", target="them"), order__result=10)
    assert playing.at("us")[1] == pytest.approx(12, abs=0.01)
    assert playing.unit("us").status == "Disordered"
    assert playing.unit("us").deeds.acted
    assert playing.unit("them").may_act
    lost = field(
        unit("us", REV, (10, 8, NORTH), "RegularCavalry"), unit("them", GOV, (10, 17, SOUTH)), mines=[mine("a", 10, 13)]
    )
    lost.play(orders.Assault(by=BY, unit="us", target="them"), order__result=1)
    assert lost.at("us") == (10, 8)
    assert not lost.state.mines["a"].shown_to_all


@pytest.mark.rule("REV-10.91", "REV-10.91b", "REV-G.29d", "REV-G.29b", "REV-10.32b")
@pytest.mark.parametrize(("kind", "reach"), (("commandMine", 6), ("smallMine", 3)))
def test_a_mine_that_is_set_off_strikes_everybody_near_and_nobody_else(kind, reach):
    """The front of each unit is its nearest part; no arc and no sight is needed."""
    near = unit("near", GOV, (10, 20 - reach, NORTH))
    friend = unit("friend", REV, (10, 20.5, NORTH), ranks=(2, 2))
    beyond = unit("beyond", GOV, (16, 20 - reach - 0.01, NORTH), ranks=(2, 2))
    laid = [mine("charge", 10, 20, kind, REV)]
    playing = field(near, friend, beyond, mines=laid, options={"hidden": True})
    assert orders.SetOff(by=BY, mine="charge") in list(every_legal_order(playing.state, BY))
    playing.do(orders.SetOff(by=BY, mine="charge"), blast__effect=[2, 2])
    assert playing.unit("beyond").status == "OK"
    assert playing.unit("near").status != "OK"
    assert playing.unit("friend").status != "OK", "friends are hit alike"
    assert playing.state.mines["charge"].gone
    assert playing.refused(orders.SetOff(by=BY, mine="charge")) == {"REV-10.91"}, "once"
    assert not playing.unit("friend").deeds.acted, "it costs no unit its action"


@pytest.mark.rule("REV-10.91")
def test_nobody_sets_off_the_enemys_mines_or_a_field():
    laid = [mine("theirs", 10, 20, "commandMine"), mine("square", 20, 20, side=REV)]
    playing = field(unit("us", REV, (10, 5, NORTH)), mines=laid)
    assert playing.refused(orders.SetOff(by=BY, mine="theirs")) == {"REV-10.91"}
    assert playing.refused(orders.SetOff(by=BY, mine="square")) == {"REV-10.91"}


@pytest.mark.rule("REV-G.28e", "REV-10.91")
def test_who_is_driven_back_by_a_blast_goes_away_from_it():
    shaken = unit("near", GOV, (10, 16, NORTH), "IrregularInfantry", 6, status="Demoralized")
    playing = field(unit("us", REV, (30, 5, NORTH)), shaken, mines=[mine("charge", 10, 20, "commandMine", REV)])
    playing.do(orders.SetOff(by=BY, mine="charge"), blast__effect=1)
    assert playing.unit("near").bases < 6
    assert playing.at("near")[1] < 16


@pytest.mark.rule("REV-G.08e")
def test_a_mine_field_is_no_danger_to_the_leader_with_the_unit():
    """His d20 would be an unexpected throw; a mine that is set off does put him at risk."""
    shaken = unit("us", REV, (10, 5, NORTH), "RegularCavalry", 6, status="Demoralized", ranks=(2, 2, 2))
    with_him = leader("chief", REV, (11.76, 4.5))
    playing = told(field(shaken, with_him, mines=[mine("buried", 10, 9)]), "us")
    playing.do(to("us", (10, 11), ranks=(2, 2, 2), leaders=("chief",)))
    assert playing.unit("us").bases == 5
    assert playing.leader("chief").alive
    blown = field(shaken, with_him, mines=[mine("charge", 10, 9, "commandMine", REV)])
    blown.do(orders.SetOff(by=BY, mine="charge"), blast__effect=1, leader__risk=20)
    assert blown.leader("chief").alive
