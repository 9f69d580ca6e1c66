"""Placing before the battle: Federals first, everybody in his zone, into houses, and nothing of the Villistas is seen (AVD-G.38)."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from sandtable.battle.desk import Draft
from sandtable.battle.engine.battle import Accepted, Battle, Refused
from sandtable.battle.engine.log import Entry
from sandtable.battle.order import read_order
from sandtable.battle.seat import Seat
from sandtable.geometry.measure import Point, Pose, inches
from sandtable.miniatures.acting import disagreements
from sandtable.miniatures.orders import Act, Place, Ready
from sandtable.rulesets.average_dice.table.housing import house_of
from sandtable.rulesets.average_dice.table.rules import KIT, TABLE
from tests.rulesets.average_dice.table.laying import row

SEATS = (Seat("villista", ("villista",)), Seat("federal", ("federal",)))
TEXT = Path(__file__).with_name("zones.toml").read_text(encoding="utf-8")
DESK: Any = TABLE.desk


@pytest.fixture
def battle() -> Battle[Any]:
    return Battle.begin(TABLE, TEXT, SEATS, "tests")


def given(battle: Battle[Any], order: Any) -> Battle[Any]:
    done = battle.submit(order.by, order)
    assert isinstance(done, Accepted), done
    assert list(disagreements(KIT, done.battle.state)) == []
    return done.battle


def rules_of(battle: Battle[Any], order: Any) -> list[str | None]:
    done = battle.submit(order.by, order)
    assert isinstance(done, Refused)
    return [problem.rule for problem in done.problems]


def placed(name: str, *places: Any, inside: str = "", marker: Pose | None = None, by: str = "federal") -> Place:
    return Place(by=by, piece=name, figures=tuple(places), inside=inside, marker=marker)


@pytest.mark.rule("AVD-G.38", "AVD-3.01")
def test_federals_place_before_villistas_and_then_the_battle_begins(battle):
    assert [(each.by, each.kind) for each in battle.decisions()] == [("federal", "set_up")]
    battle = given(battle, Ready(by="federal"))
    assert [(each.by, each.kind) for each in battle.decisions()] == [("villista", "set_up")]
    battle = given(battle, Ready(by="villista"))
    assert [(each.by, each.kind) for each in battle.decisions()] == [("villista", "act")]
    battle = given(battle, Act(by="villista", action="new_day"))
    assert battle.state.books.day == 1


@pytest.mark.rule("AVD-G.38")
def test_everybody_is_lined_up_in_his_zone_with_room_for_all(battle):
    state = battle.state
    for piece in state.pieces.values():
        left, right = (0, 8) if piece.owner == "villista" else (32, 48)
        for stand in piece.stands:
            assert inches(left) - 11 <= stand.box[0]
            assert stand.box[2] <= inches(right) + 11
        own = Place(by=piece.owner, piece=piece.id, figures=piece.figures, marker=piece.marker)
        assert TABLE.problems(state, own) == (), piece.id


@pytest.mark.rule("AVD-G.38", "AVD-1.04b", "AVD-G.40")
def test_a_place_outside_the_zone_on_somebody_or_scattered_is_refused(battle):
    assert rules_of(battle, placed("Company", *row(20, 10, 10, 1.02))) == ["AVD-G.38"]
    there = battle.state.pieces["Lancers"].figures[0]
    on_them = row(there.x / 1000, there.y / 1000, 4, 1.02)
    assert rules_of(battle, placed("Guard", *on_them)) == ["AVD-G.38"]
    assert rules_of(battle, placed("Guard", *row(34, 30, 4, 4))) == ["AVD-G.40"]
    assert rules_of(battle, placed("Company", *row(34, 30, 9, 1.02))) == ["AVD-G.38"], "all ten"
    assert rules_of(battle, placed("Peones", *row(34, 30, 10, 1.02))) == ["AVD-G.38"], "not theirs to place"
    moved = given(battle, placed("Guard", *row(34, 30, 4, 1.02)))
    assert moved.state.pieces["Guard"].figures == row(34, 30, 4, 1.02)


@pytest.mark.rule("AVD-5.14", "AVD-G.14")
def test_those_on_foot_are_placed_in_a_house_as_long_as_there_is_room_and_out_of_it_again(battle):
    middle = Pose(inches(37.5), inches(21.5))
    inside = given(battle, placed("Company", *(middle,) * 10, inside="store"))
    assert house_of(inside.state, inside.state.pieces["Company"]) == "store"
    assert rules_of(inside, placed("Guard", *(middle,) * 4, inside="store")) == ["AVD-5.14"]
    assert rules_of(inside, placed("Lancers", *(middle,) * 6, inside="mill")) == ["AVD-G.14"]
    assert rules_of(inside, placed("Guard", *(middle,) * 4, inside="church")) == ["AVD-G.38"]
    out = given(inside, placed("Company", *row(33, 30, 10, 1.02)))
    assert house_of(out.state, out.state.pieces["Company"]) == ""
    undone = inside.undo("federal")
    assert isinstance(undone, Accepted)
    assert house_of(undone.battle.state, undone.battle.state.pieces["Company"]) == ""


@pytest.mark.rule("AVD-G.05")
def test_the_federals_hear_nothing_of_where_villistas_are_placed(battle):
    ready = given(battle, Ready(by="federal"))
    moved = given(ready, placed("Peones", *row(1, 30, 7, 1.02), *row(1, 31.5, 3, 1.02), by="villista"))
    assert moved.state.pieces["Peones"] != ready.state.pieces["Peones"]
    assert moved.view("federal") == ready.view("federal")
    assert set(moved.view("federal").pieces) == {"Company", "Guard", "Lancers", "Colt"}
    entry = moved.log.entries[-1]
    assert isinstance(entry, Entry)
    assert "Peones" not in str(entry.for_seat(SEATS[1], moved.log.seats, entry.number))


def test_at_the_desk_a_piece_is_dragged_to_its_place_drawn_up_as_chosen(battle):
    view, seat = battle.view("federal"), SEATS[1]
    panel = DESK.panel(view, seat, "Guard")
    assert panel.usual == "place"
    (choice,) = panel.offers[0].choices
    assert {option.value for option in choice.options} >= {"line", "two_ranks"}
    path = (Point(inches(35), inches(30)),)
    draft = Draft("Guard", "place", path=path, choices={"formation": "line"})
    preview = DESK.preview(view, seat, draft)
    order = read_order(TABLE.orders, preview.order)
    assert isinstance(order, Place)
    assert {pose.x for pose in order.figures} == {inches(35)}, "a line across the way it looks"
    assert len(preview.ghost) == 4
    house = DESK.preview(view, seat, Draft("Guard", "place", path=(Point(inches(37), inches(21)),)))
    told = read_order(TABLE.orders, house.order)
    assert isinstance(told, Place)
    assert told.inside == "store"
    outside = DESK.preview(view, seat, Draft("Guard", "place", path=(Point(inches(20), inches(30)),)))
    assert outside.order is None
    assert outside.objections[0].rule == "AVD-G.38"
    scene = DESK.scene(view, seat)
    assert scene.clock.title == "Federals set up"
    assert [mark.kind for name, mark in scene.marks.items() if name.startswith("zone")] == ["zone"]
    assert DESK.panel(view, seat, "").usual == "ready"
    assert DESK.panel(battle.view("villista"), SEATS[0], "").offers == ()
