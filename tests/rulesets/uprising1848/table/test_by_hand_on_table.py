"""What people do at the page by pointing at the map and setting a number: lay a gun, draw a barricade, split a unit (R48-6.24a, R48-6.57a, R48-4.22)."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.battle.desk import Draft, OrderOffer, OrderPanel, Preview
from sandtable.battle.engine.battle import Battle
from sandtable.geometry.measure import Point, inches
from sandtable.kernel.messages import Texts
from sandtable.rulesets.uprising1848.table.acting import astray
from sandtable.rulesets.uprising1848.table.figures import Role
from sandtable.rulesets.uprising1848.table.rules import TABLE
from sandtable.rulesets.uprising1848.table.state import GOVERNMENT, PLAYER, UprisingField
from sandtable.rulesets.uprising1848.vocabulary import Ammunition, GunClass
from tests.rulesets.uprising1848.table.laying import SEATS, gun, opening, pose, rebels, row, submitted, troops

PLAYERS, THEIRS = SEATS


def begun(*units: Any, side: str = GOVERNMENT) -> Battle[UprisingField]:
    return Battle.begin(TABLE, opening(*units, side=side), SEATS, "by hand")


def panel(battle: Battle[UprisingField], piece: str, side: str = GOVERNMENT) -> OrderPanel:
    seat = THEIRS if side == GOVERNMENT else PLAYERS
    with Texts.strictly():
        return TABLE.desk.panel(battle.view(seat.id), seat, piece)


def offer(battle: Battle[UprisingField], piece: str, action: str, side: str = GOVERNMENT) -> OrderOffer:
    return next(each for each in panel(battle, piece, side).offers if each.id.startswith(action))


def preview(battle: Battle[UprisingField], draft: Draft, side: str = GOVERNMENT) -> Preview:
    seat = THEIRS if side == GOVERNMENT else PLAYERS
    with Texts.strictly():
        return TABLE.desk.preview(battle.view(seat.id), seat, draft)


def at(x: float, y: float) -> Point:
    return Point(inches(x), inches(y))


def with_a_gun(**about: Any) -> Battle[UprisingField]:
    """A gun that points north, with rebels ahead of it and some of its own before them on the right."""
    return begun(
        rebels("Core", row(20, 40, 6, 1.2)),
        troops("Line", row(40, 44, 4, 1.2)),
        gun("Gun", GOVERNMENT, pose(24, 20), **about),
    )


@pytest.mark.rule("R48-6.24a", "R48-8.22a")
def test_a_gun_is_laid_at_a_place_and_whoever_is_in_its_way_is_told():
    battle = with_a_gun()
    found = offer(battle, "Gun", "fire_light_artillery")
    assert (found.title, found.needs, [dial.name for dial in found.dials]) == ("Fire the gun", ("place",), ["degrees"])
    told = preview(battle, Draft("Gun", found.id, path=(at(20, 40),)))
    assert told.order is not None
    assert told.note == "In its way: 1 of Core."
    assert told.odds is not None
    assert told.swept
    after = submitted(battle, THEIRS.id, told.order).state
    assert all(man.acted for man in after.men["Gun"])
    wide = preview(battle, Draft("Gun", found.id, path=(at(32, 30),)))
    assert (wide.order is not None, wide.note) == (True, "Nobody is in its way."), "turned as far as it may be"
    assert wide.values["degrees"] == "30"


@pytest.mark.rule("R48-8.23a")
def test_canister_is_drawn_as_a_cone_and_names_friend_and_foe():
    battle = begun(
        rebels("Core", row(20, 36, 6, 1.2)),
        troops("Line", row(30, 30, 2, 1.2)),
        gun("Gun", GOVERNMENT, pose(24, 20), books={"ammunition": Ammunition.CANNISTER}),
    )
    told = preview(battle, Draft("Gun", "fire_light_artillery:aim", path=(at(24, 36),)))
    assert told.note == "In its way: 6 of Core and 1 of Line."


@pytest.mark.rule("R48-8.24", "R48-8.24b")
def test_a_shell_is_meant_to_burst_so_far_off_and_both_numbers_can_be_set():
    battle = with_a_gun(gun=GunClass.FIELD, howitzer=True)
    found = offer(battle, "Gun", "fire_field_artillery")
    assert [dial.name for dial in found.dials] == ["degrees", "inches"]
    told = preview(battle, Draft("Gun", found.id, path=(at(22, 40),)))
    assert told.note == "About the place: 5 of Core. Shells burst beside it."
    further = preview(battle, Draft("Gun", found.id, choices={**told.values, "inches": "30"}))
    assert further.note == "Nobody is about the place. Shells burst beside it."
    assert float(further.values["degrees"]) == float(told.values["degrees"])


@pytest.mark.rule("R48-8.20", "R48-7.12")
def test_a_gun_is_loaded_with_what_its_crew_names_and_turned_in_its_place():
    unloaded = with_a_gun(books={"markers": 1})
    titles = [each.title for each in panel(unloaded, "Gun").offers]
    assert {"Load the gun with roundshot", "Load the gun with canister", "Turn the gun"} <= set(titles)
    turned = preview(unloaded, Draft("Gun", offer(unloaded, "Gun", "move::turn").id, facing=900))
    assert turned.order is not None
    assert submitted(unloaded, THEIRS.id, turned.order).state.pieces["Gun"].marker == pose(24, 20, 90)


@pytest.mark.rule("R48-6.57a", "R48-G.45b")
def test_a_barricade_is_drawn_across_the_way_to_a_place_and_turned():
    battle = begun(rebels("Core", row(20, 10, 9, 1.2)), troops("Line", row(20, 40, 4)), side=PLAYER)
    found = offer(battle, "Core", "build_barricades", PLAYER)
    assert [dial.name for dial in found.dials] == ["long", "turn"]
    told = preview(battle, Draft("Core", found.id, path=(at(24.8, 11.4),)), PLAYER)
    assert told.order is not None, told.objections
    work = submitted(battle, PLAYERS.id, told.order).state.works[0].points
    assert {point.y for point in work} == {inches(11.4)}
    assert abs(work[0].x - work[1].x) == inches(3)
    turned = preview(battle, Draft("Core", found.id, choices={**told.values, "turn": "30", "long": "2"}), PLAYER)
    assert turned.order is not None
    line = submitted(battle, PLAYERS.id, turned.order).state.works[0].points
    assert (abs(line[0].x - line[1].x), abs(line[0].y - line[1].y)) == (1732, 1000), (
        "two inches, turned by thirty degrees"
    )
    assert [each.title for each in panel(battle, "Core", PLAYER).offers].count("Build a barricade") == 1


@pytest.mark.rule("R48-4.21", "R48-4.22")
def test_both_parts_of_a_unit_keep_touch_where_that_can_be():
    """Leader and NCO stand side by side at the end of two ranks: a rank goes with one of them, and not the half about both."""
    ranks = (*row(20, 10, 12, 1.1), *row(20, 8.9, 12, 1.1))
    battle = begun(rebels("Core", ranks, leader=True), troops("Line", row(20, 40, 4)), side=PLAYER)
    for how in ("leader", "nco"):
        told = preview(battle, Draft("Core", "split:off", choices={"how": how, "many": "12"}), PLAYER)
        assert told.order is not None
        after = submitted(battle, PLAYERS.id, told.order).state
        assert [astray(after, after.pieces[name]) for name in ("Core", "Core 2")] == [(), ()]


@pytest.mark.rule("R48-4.22", "R48-4.22a", "R48-4.25")
def test_some_of_a_unit_go_their_own_way_with_one_who_leads_them():
    battle = begun(rebels("Core", row(20, 10, 8, 1.2), leader=True), rebels("Band", row(20, 20, 6, 1.2)), side=PLAYER)
    found = offer(battle, "Core", "split", PLAYER)
    assert (found.title, [dial.label for dial in found.dials]) == ("Split the unit", ["Figures"])
    assert [each.words for each in found.choices[0].options] == ["With the leader", "With the NCO"]
    told = preview(battle, Draft("Core", found.id, choices={"how": "nco", "many": "3"}), PLAYER)
    assert told.order is not None, told.objections
    assert len(told.ghost) == 3
    after = submitted(battle, PLAYERS.id, told.order).state
    assert {name: len(piece.figures) for name, piece in after.pieces.items()} == {"Core": 5, "Band": 6, "Core 2": 3}
    assert [man.role for man in after.men["Core 2"]].count(Role.NCO) == 1
    assert not [each for each in panel(battle, "Band", PLAYER).offers if each.id.startswith("split")], "one leads them"
