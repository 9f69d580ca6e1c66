"""A club's own numbers in the forms: units of twelve, larger crews, longer ranges, in the reader and in what a browser draws."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.umpire import desk
from tests.rulesets.average_dice import play  # noqa: F401 - registers the ruleset
from tests.support.talk import Fields

TWELVE = "[unit]\nfigures = 12"
FIRE: Fields = {"weapon": "hotchpotch", "range": "6-12"}


def call(name: str, house: str = "", **body: Any) -> dict[str, Any]:
    return desk.call(name, {"ruleset": "average_dice", "house": house, **body})


def drawn(action: str, house: str) -> dict[str, Any]:
    screen = call("ruleset", house)
    fields = next(each["fields"] for each in screen["actions"] if each["id"] == action)
    return {field["name"]: field for field in fields}


def resolved(action: str, house: str = "", **fields: Any) -> dict[str, Any]:
    return call("resolve", house, action=action, fields=fields, seed="tests", throws=0, meta={})


@pytest.mark.rule("AVD-2.01")
def test_a_unit_of_twelve_can_be_tapped_typed_and_pasted():
    fire = drawn("fire", TWELVE)
    assert [(fire[name]["max"], fire[name]["usual"]) for name in ("figures_firing", "target_figures")] == [(12, 12)] * 2
    assert resolved("fire", TWELVE, **FIRE)["record"]["fields"]["figures_firing"] == 12
    assert resolved("fire", TWELVE, **FIRE, figures_firing=12, target_figures=11)["status"] == "ok"
    (entry,) = call("read_roster", TWELVE, text="federal, infantry, mauser, 12, 21st Battalion")["entries"]
    assert entry["fields"]["figures"] == 12


def test_every_unit_of_a_force_sheet_of_twelves_can_act():
    sheet = resolved("force_sheet", TWELVE, side="villista", gun_throw=0, field_guns=0, machine_guns=0, throwers=1)
    entries = [{"record": sheet["record"], "voided": False}]
    books = call("ledger", TWELVE, entries=entries)
    unit = next(unit for unit in books["roster"] if unit["name"] == "V1")["fields_as"]["actor"]
    assert unit["figures_firing"] == 12
    assert call("odds", TWELVE, action="fire", fields={**unit, "range": "6-12"})["status"] == "ok"


def test_eleven_figures_are_too_many_by_the_printed_rules_and_every_such_unit_is_named():
    told = call(
        "read_roster",
        text="federal, infantry, mauser, 11, A\nfederal, infantry, mauser, 10, B\nfederal, infantry, mauser, 12, C",
    )
    assert [problem["field"] for problem in told["problems"]] == ["line 1.figures", "line 3.figures"]
    assert "10" in told["problems"][0]["message"]


def test_a_smaller_unit_is_filled_in_as_it_is():
    fire = drawn("fire", "[unit]\nfigures = 6")
    assert (fire["figures_firing"]["max"], fire["figures_firing"]["usual"]) == (6, 6)
    weakened = drawn("general_killed", "[unit]\nfigures = 6")["own_units"]["group"]["fields"]
    figures = next(field for field in weakened if field["name"] == "unit_figures")
    assert (figures["max"], figures["usual"]) == (6, 6), "usually 8"


@pytest.mark.rule("AVD-2.15")
def test_a_crew_is_as_large_as_the_table_says():
    house = "[crew]\nfield_gun = 5"
    assert drawn("fire", "")["gunners"]["max"] == 3
    assert drawn("fire", house)["gunners"]["max"] == 5
    assert resolved("gun_crew", house, gun="field_gun", gunners=5)["status"] == "ok"
    assert resolved("gun_crew", gun="field_gun", gunners=5)["status"] == "problems"


@pytest.mark.rule("AVD-2.15")
@pytest.mark.parametrize("house", ("", TWELVE))
def test_as_many_as_a_whole_unit_means_a_whole_crew(house):
    crew: Fields = {"target_kind": "gun_crew", "crew_of": "mg"}
    whole = 12 if house else 10
    assert resolved("fire", house, **FIRE, **crew, target_figures=whole)["status"] == "ok"
    assert resolved("fire", house, **FIRE, **crew, target_figures=10)["status"] == "ok", "as an older record says"
    assert resolved("fire", house, **FIRE, **crew, target_figures=9)["status"] == "problems"


def closed(weapon: str, house: str = "") -> set[str]:
    return {
        band
        for bar in drawn("fire", house)["range"]["bars"]
        if bar["when"] == {"field": "weapon", "in": [weapon]}
        for band in bar["values"]
    }


@pytest.mark.rule("AVD-7.11")
def test_a_longer_range_opens_its_bands_and_a_shorter_one_closes_them():
    assert closed("winchester") == {"18-24", "24-36", "36-48"}
    assert closed("mg") == closed("hotchpotch") == {"24-36", "36-48"}
    assert closed("mauser") == closed("hotch_field_gun") == {"36-48"}
    assert closed("field_gun") == set()
    assert closed("winchester", "[range]\nwinchester = 36") == {"36-48"}
    assert closed("field_gun", "[range]\nfield_gun = 24") == {"24-36", "36-48"}
    throw = drawn("throw_dynamite", "[range]\ndynamite = 12")["range"]["bars"]
    assert [bar["values"] for bar in throw] == [["12-18", "18-24", "24-36", "36-48"]]


@pytest.mark.rule("AVD-8.12")
def test_how_few_fire_in_every_other_move_is_asked_as_the_table_says():
    five: Fields = {**FIRE, "figures_firing": 5, "fired_last_move": True}
    assert resolved("fire", **five)["status"] == "ok"
    assert resolved("fire", "[hits.small]\nfigures = 5", **five)["status"] == "problems"


@pytest.mark.rule("AVD-2.12")
def test_two_dice_for_guns_bring_more_guns_to_the_sheet():
    house = "[force.dice]\nguns = 2"
    guns: Fields = {"side": "villista", "gun_throw": 10, "field_guns": 5, "machine_guns": 5, "throwers": 1}
    assert resolved("force_sheet", house, **guns)["status"] == "ok"
    assert [problem["rule"] for problem in resolved("force_sheet", **guns)["problems"]] == ["AVD-2.12"]
