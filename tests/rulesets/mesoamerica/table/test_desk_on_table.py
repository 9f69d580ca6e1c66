"""What the page shows of Mesoamerica: men on the plates, badges, points, and the choices of both sides of a fight before it is named."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from sandtable.battle.desk import Draft
from sandtable.battle.engine.battle import Accepted
from sandtable.battle.matches.match import record_of
from sandtable.battle.order import write_order
from sandtable.battle.rules import Result
from sandtable.battle.scenario.library import source_of
from sandtable.battle.scene import Plate
from sandtable.geometry.measure import Point
from sandtable.kernel.messages import Message
from sandtable.miniatures.events import Planned
from sandtable.miniatures.orders import Act, Plan
from sandtable.rulesets.mesoamerica.ledger import Toll
from sandtable.rulesets.mesoamerica.table.rules import TABLE
from sandtable.rulesets.mesoamerica.table.state import MesoamericaField
from sandtable.rulesets.mesoamerica.vocabulary import Weapon
from tests.rulesets.mesoamerica.table.laying import (
    EAST,
    FAR,
    SEATS,
    WEST,
    area,
    begun,
    charge,
    hold,
    laid,
    move,
    priest,
    unit,
)

DESK: Any = TABLE.desk
OWN = SEATS[0]


def beside(**about: Any) -> MesoamericaField:
    """Two units of equal numbers in contact, West to name a fight."""
    here = unit("Eagles", WEST, 20, 18, Weapon.WAR_CLUB, strength=4, **about)
    there = unit("Jaguars", EAST, 20, 18.9, Weapon.CLUB)
    return laid(here, there, *FAR, phase="fight", names_next=WEST)


def test_a_plate_counts_men_and_badges_tell_what_has_become_of_them():
    captors = unit("Captors", WEST, 20, 14, men=17, prisoners=5, shown=3)
    broken = unit("Broken", EAST, 20, 22, men=12, unarmed=3, unconscious=2, shown=-3)
    scene = DESK.scene(laid(captors, broken, priest("Priests", WEST, 24, 10, held=8), *FAR), OWN)
    plates = {name: scene.pieces[name].plate for name in ("Captors", "Broken", "W far 0")}
    assert plates == {"Captors": Plate("", 17), "Broken": Plate("", 12), "W far 0": Plate()}, "whole units need none"
    letters = {name: [each.icon or each.letters for each in piece.badges] for name, piece in scene.pieces.items()}
    assert letters["Captors"] == ["captive", "M3"]
    assert letters["Broken"] == ["3u", "2z", "M\u22123"]
    assert [each.words for each in scene.pieces["Priests"].badges] == ["holds 8 prisoners"]
    assert letters["W far 0"] == []


@pytest.mark.rule("PRE-3.23")
def test_units_of_a_division_are_a_group_and_those_of_two_sides_never():
    own = [unit(f"W {n}", WEST, 20 + n, 14, division=1 + n // 2) for n in range(4)]
    enemy = unit("E", EAST, 20, 22, division=1)
    scene = DESK.scene(laid(*own, enemy, *FAR), OWN)
    groups = {name: scene.pieces[name].group for name in ("W 0", "W 1", "W 2", "W 3", "E", "W far 0")}
    assert groups == {"W 0": "West 1", "W 1": "West 1", "W 2": "West 2", "W 3": "West 2", "E": "East 1", "W far 0": ""}


@pytest.mark.rule("PRE-G.45")
def test_the_top_of_the_page_counts_points_and_losses_against_the_quarter_that_ends_a_battle():
    tolls = {WEST: Toll(killed=3), EAST: Toll(killed=1, handed_over=4)}
    few = unit("Few", EAST, 20, 22, men=15)
    counts = DESK.scene(laid(few, *FAR, tolls=tolls), OWN).counts
    assert [(each.side, each.value) for each in counts] == [
        ("West", "9"),  # 1 killed and 4 at 2 points
        ("West", "0 of 20"),  # of 80 men
        ("East", "3"),
        ("East", "5 of 25"),  # of 100
    ]


@pytest.mark.rule("PRE-G.53", "PRE-7.03b", "PRE-7.06")
def test_whoever_names_a_fight_sees_all_pairs_of_choices_before_he_does():
    seen = DESK.preview(beside(), OWN, Draft("Eagles", "name_fight", target="Jaguars"))
    assert seen.order is not None
    matrix = seen.odds.matrix
    assert matrix.row_title.startswith("Jaguars"), "the lower number defends"
    assert (matrix.rows, matrix.columns) == (
        ("Defend", "Aggressive", "Disarm"),
        ("Aggressive", "Disarm", "Do nothing"),
    )
    best = [
        (row, column) for row, cells in enumerate(matrix.cells) for column, cell in enumerate(cells) if cell.best_row
    ]
    assert best == [(0, 0)], "he defends, and an aggressive reply costs him a third of a man"
    assert matrix.cells[0][0].text.startswith("0.33")


def test_whoever_is_too_far_off_is_refused_with_a_reason_and_no_choices():
    seen = DESK.preview(beside(), OWN, Draft("Eagles", "name_fight", target="E far 0"))
    assert (seen.order, seen.odds) == (None, None)
    assert [each.rule for each in seen.objections] == ["PRE-7.01"]


def ends_of(act: dict[str, Any]) -> Point:
    """Where a planned way ends."""
    *_, (x, y, _) = act["ways"][0]
    return Point(x, y)


@pytest.mark.rule("PRE-G.25")
def test_those_of_a_division_who_have_no_order_follow_whoever_was_told_one_last():
    lone = unit("Alone", WEST, 30, 14)
    line = [unit(name, WEST, x, 14, division=1) for name, x in (("A", 20), ("B", 22), ("C", 24))]
    field = laid(*line, lone, *FAR, phase="orders")
    pad = DESK.pad(field, OWN, [write_order(move(field, "B", (22, 16)))])
    assert [act["piece"] for act in pad.led] == ["A", "C"], "and nobody of another division"
    assert pad.led_verb == "Let 2 follow B"
    for act in pad.led:
        start = field.pieces[act["piece"]].figures[0]
        assert (ends_of(act).x - start.x, ends_of(act).y - start.y) == (0, 2000)
    whole = DESK.pad(field, OWN, [write_order(move(field, "B", (22, 16))), *pad.led])
    assert (whole.led, whole.led_verb) == ((), "")
    assert all(act.objection is None for act in whole.acts)


@pytest.mark.rule("PRE-G.25", "PRE-6.02")
def test_whoever_cannot_go_as_far_as_the_one_he_follows_goes_as_far_as_he_can():
    swamp = (area("swampy", 23, 10, 3, 10),)
    units = (unit("A", WEST, 20, 14, division=1), unit("C", WEST, 24, 14, division=1))
    field = laid(*units, *FAR, phase="orders", ground=swamp)
    (act,) = DESK.pad(field, OWN, [write_order(move(field, "A", (20, 17)))]).led
    assert 0 < ends_of(act).y - field.pieces["C"].figures[0].y < 3000


@pytest.mark.rule("PRE-G.25")
def test_orders_of_the_turn_before_are_repeated_from_where_a_unit_stands_now():
    field = laid(unit("Eagles", WEST, 20, 14), unit("Jaguars", WEST, 24, 14), *FAR, phase="orders")
    first = move(field, "Eagles", (20, 16))
    planned = TABLE.after(field, Planned(role=WEST.value, acts=(first, hold(field, "Jaguars")), known_to=(WEST.value,)))
    assert DESK.pad(replace(planned, plans={}), OWN, []).again == (), "not in the same turn"
    later = replace(planned, plans={}, books=replace(planned.books, turn=planned.books.turn + 1))
    gone = later.with_piece("Eagles", figures=first.ways[0][-1:])
    pad = DESK.pad(gone, OWN, [])
    assert ([act["piece"] for act in pad.again], pad.again_verb) == (["Eagles", "Jaguars"], "2 as last turn")
    assert ends_of(pad.again[0]).y == first.ways[0][-1].y + 2000
    assert TABLE.view(gone, SEATS[1]).former["West"].acts == (), "the other side sees nothing of it"


@pytest.mark.rule("PRE-3.03")
def test_whoever_has_no_order_yet_is_let_hold_at_once():
    field = laid(unit("Eagles", WEST, 20, 14), unit("Jaguars", WEST, 24, 14), *FAR, phase="orders")
    some = [write_order(move(field, "Eagles", (20, 16)))]
    pad = DESK.pad(field, OWN, some)
    assert "Eagles" not in pad.missing
    assert {act["piece"] for act in pad.rest} == set(pad.missing)
    whole = DESK.pad(field, OWN, [*some, *pad.rest])
    assert (whole.missing, whole.rest, whole.rest_verb) == ((), (), "")
    assert {act.words for act in whole.acts if act.piece != "Eagles"} == {"Hold"}
    assert whole.order is not None


@pytest.mark.rule("PRE-G.25", "PRE-6.05")
def test_what_came_of_both_plans_is_told_in_its_order_and_who_met_whom_is_seen_once():
    both = (unit("Eagles", WEST, 20, 14), unit("Jaguars", EAST, 20, 17, facing=180))
    battle = begun(*both, *FAR, phase="orders")
    for seat, plan in zip(SEATS, (("Eagles", "Jaguars"), ("Jaguars", "Eagles")), strict=True):
        acts = (charge(battle.state, *plan),)
        done = battle.submit(seat.id, Plan(by=seat.roles[0], acts=acts))
        assert isinstance(done, Accepted), done
        battle = done.battle
    (line,) = DESK.lines(battle.view(OWN.id), battle.log.plain()["entries"][-1])
    assert line.also[:3] == ("All plans lie open.", "2 units move.", "2 of them are stopped by the enemy.")
    meetings = [each for each in line.seen if each.kind == "meets"]
    assert [each.piece for each in meetings] == ["Eagles"]
    (stopped,) = {each.when for each in line.seen if each.together}
    assert 0 < stopped < 8


def test_a_unit_that_has_lost_men_is_not_lost_and_one_that_is_gone_is():
    start, end = (laid(unit("Eagles", WEST, 20, 14, men=men), *FAR) for men in (20, 17))
    army = {"Eagles": ("West", 1), "W far 0": ("West", 1), "Jaguars": ("West", 1)}
    result = Result("West", Message("end.won"), ())
    for now in (start, end):
        assert record_of(TABLE, start, now, result, army, "a seed", 3).lost == {"West": 1}


@pytest.mark.rule("PRE-G.36")
def test_a_side_that_passes_is_told_once_and_not_by_its_side_of_the_table():
    here, there = unit("Eagles", WEST, 20, 18, Weapon.WAR_CLUB, strength=4), unit("Jaguars", EAST, 20, 18.9)
    battle = begun(here, there, *FAR, phase="fight", names_next=WEST)
    done = battle.submit(OWN.id, Act(by="West", action="pass_naming"))
    assert isinstance(done, Accepted), done
    (line,) = DESK.lines(done.battle.view(OWN.id), done.battle.log.plain()["entries"][-1])
    assert line.words.endswith("pass.")
    assert not any("passes" in words for words in line.also)


def test_where_nobody_can_be_given_an_order_the_button_goes_on():
    field = laid(unit("Alone", WEST, 30, 14), *FAR, phase="orders")
    assert DESK.pad(field, OWN, []).verb == "Seal an empty plan"
    before = TABLE.set_up(source_of("flower-war")[0], TABLE.ruleset.default_tables)
    assert DESK.pad(before, OWN, []).verb == "Go on"
