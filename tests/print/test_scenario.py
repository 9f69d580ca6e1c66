"""Scenarios on paper: everybody's page, and the pages of each side."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from sandtable.battle.scenario.library import load
from sandtable.battle.scenario.reader import read_scenario
from sandtable.battle.scenario.rules import scenario_rules
from sandtable.battle.scenario.scenario import Scenario
from sandtable.print.fonts import embedded_fonts
from sandtable.print.pdf import PAPERS, typeset
from sandtable.print.scenario import scenario_sheets, wind
from sandtable.print.scenario_map import svg_map

RULES = scenario_rules("revolucion")
SOURCE = Path(__file__).parents[1] / "battle" / "scenarios" / "everything.toml"


@pytest.fixture(scope="module")
def everything() -> Scenario:
    return read_scenario(SOURCE.read_text(encoding="utf-8"))


@pytest.fixture(scope="module")
def sheets(everything: Scenario) -> dict[str, Any]:
    return scenario_sheets(everything, RULES)


def cards(side: dict[str, Any]) -> dict[str, dict[str, Any]]:
    return {unit["name"]: unit for column in side["columns"] for unit in column["units"]}


def test_every_unit_has_a_card_on_the_pages_of_its_side(everything: Scenario, sheets: dict[str, Any]) -> None:
    for side, told in zip(everything.sides, sheets["sides"], strict=True):
        assert list(cards(told)) == [unit.name for unit in everything.units if unit.side == side.label]


def test_a_card_says_what_the_unit_is_and_where_it_stands(sheets: dict[str, Any]) -> None:
    rev, gov = (cards(side) for side in sheets["sides"])
    assert (rev["Guns"]["type"], rev["Guns"]["bases"], rev["Guns"]["formation"]) == ("Artillery", 3, "Deployed")
    assert rev["Guns"]["where"] == "Front at 54, 8 in, facing 10°."
    assert rev["In march"]["where"] == "Front at 30, 9 in, facing north."
    assert rev["Brigada Zaragoza"]["where"] == "Placed in South of the line before the first turn."
    assert rev["Dorados"]["where"] == "Comes on turn 3."
    assert rev["Máquina loca"]["where"] == "Locomotive 6 in along central."
    assert gov["9th Battalion"]["where"] == "Rides on Troop train."
    assert gov["Troop train"]["notes"] == ["The train is armored or sandbagged."]


def test_leaders_are_told_where_they_stand(sheets: dict[str, Any]) -> None:
    rev, gov = sheets["sides"]
    assert rev["leaders"] == [{"name": "Villa", "chief": True, "where": "At 34, 6 in."}]
    assert [column["leader"] and column["leader"]["where"] for column in gov["columns"]] == ["At 35.5, 43 in.", None]
    assert rev["columns"][1]["leader"]["where"] == "Comes on turn 3."
    assert cards(gov)["Biplane"]["where"] == "Placed in sky before the first turn."


def test_hidden_things_are_on_no_page_but_their_owners(sheets: dict[str, Any]) -> None:
    rev, gov = sheets["sides"]
    public = {key: value for key, value in sheets.items() if key != "sides"}
    assert "Ambush" not in json.dumps(public, ensure_ascii=False)
    assert "Ambush" not in json.dumps(gov, ensure_ascii=False)
    assert "Ambush" in rev["map"]
    assert 'class="crossed"' in gov["map"]
    assert 'class="crossed"' not in rev["map"] + sheets["map"]


def test_how_it_ends_is_told_in_sentences(sheets: dict[str, Any]) -> None:
    assert sheets["ending"] == [
        "An army that breaks has lost.",
        "It lasts 9 turns.",
        "The town: 3 points for more units than the enemy within 6 in when the turns are over.",
        "For Federal garrison only. Get away: 1 point for every unit that leaves by the north edge.",
        "For División del Norte only. The dump: 2 points for destroying it.",
    ]


def test_special_rules_and_house_rules_are_told(sheets: dict[str, Any]) -> None:
    assert "Barbed wire" in sheets["special"]
    assert "House rule: fire.modifier.cover.soft is \N{MINUS SIGN}2, not \N{MINUS SIGN}1." in sheets["special"]
    assert scenario_sheets(load("tutorial"), RULES)["special"] == []


@pytest.mark.parametrize("paper", PAPERS)
def test_it_is_set_on_both_papers(sheets: dict[str, Any], paper: str) -> None:
    printed = typeset("scenario.typ", sheets, paper)
    assert printed.pdf.startswith(b"%PDF")
    assert printed.pages >= 4, "a large map, what everybody knows, a page for each side"


def test_names_with_special_signs_are_printed_as_they_are(everything: Scenario) -> None:
    odd = '#panic() $x$ *a* _b_ [c] \\ " < @ '
    renamed = replace(everything, title=odd, units=tuple(replace(unit, name=odd) for unit in everything.units))
    assert typeset("scenario.typ", scenario_sheets(renamed, RULES), "a4").pdf.startswith(b"%PDF")


def test_a_map_brings_its_type_along(everything: Scenario) -> None:
    drawn = svg_map(everything, RULES, "auto", "").decode()
    assert drawn.count("@font-face") == 5
    for family in ("League Gothic", "Old Standard TT", "Libre Franklin"):
        assert f'font-family:"{family}"' in embedded_fonts()


def test_facings_are_told_by_the_compass() -> None:
    assert [wind(facing) for facing in (0, 450, 900, 1800, 3150, 100)] == [
        "north",
        "north-east",
        "east",
        "south",
        "north-west",
        "10°",
    ]
