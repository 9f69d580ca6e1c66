"""What the page shows of Mesoamerica: men on the plates, badges, points, and the choices of both sides of a fight before it is named."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.battle.desk import Draft
from sandtable.battle.scene import Plate
from sandtable.rulesets.mesoamerica.ledger import Toll
from sandtable.rulesets.mesoamerica.table.rules import TABLE
from sandtable.rulesets.mesoamerica.table.state import MesoamericaField
from sandtable.rulesets.mesoamerica.vocabulary import Weapon
from tests.rulesets.mesoamerica.table.laying import EAST, FAR, SEATS, WEST, laid, priest, unit

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
