"""Bands that a club's tables open or close, as a browser draws them and as the rule decides."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.kernel import registry
from sandtable.umpire import desk

registry.add("revolucion", "sandtable.rulesets.revolucion.ruleset:RULESET")
registry.add("uprising1848", "sandtable.rulesets.uprising1848.ruleset:RULESET")

RIFLES = "[fire.reach]\nVeteranInfantry = [18]\n[fire.factor.deployed]\nVeteranInfantry = [5, 3, 1, 0, '-']"
SHORT_GUNS = "[fire.reach]\nArtillery = [12]"
MUSKETS = "[fire]\nMusket = [40, 25, 15, 5, 5, '-', '-', '-']"
SHOT = {"range": "12-18", "target_type": "RegularInfantry", "target_formation": "deployed", "bases_of_actor": 4}
VOLLEY = {"actor": "Average", "target": "Average", "range": "24-36"}


def closed(ruleset: str, action: str, house: str, **fields: Any) -> set[str]:
    """The bands of a form that a browser shows as closed with these fields."""
    options = {"aircraft": True} if ruleset == "revolucion" else {}
    screen = desk.call("ruleset", {"ruleset": ruleset, "house": house, "options": options})
    form = next(each["fields"] for each in screen["actions"] if each["id"] == action)
    bars = next(field["bars"] for field in form if field["name"] == "range")
    return {band for bar in bars if holds(bar["when"], fields) for band in bar["values"]}


def holds(condition: dict[str, Any], fields: dict[str, Any]) -> bool:
    if "not" in condition:
        return not holds(condition["not"], fields)
    if "all" in condition:
        return all(holds(each, fields) for each in condition["all"])
    return fields.get(condition["field"]) in condition["in"]


def headline(ruleset: str, action: str, house: str, **fields: Any) -> str:
    body = {"ruleset": ruleset, "house": house, "action": action, "fields": fields, "seed": "tests", "throws": 0}
    reply = desk.call("resolve", {**body, "meta": {}})
    assert reply["status"] == "ok", reply
    return str(reply["headline"])


@pytest.mark.rule("REV-6.05")
def test_rifles_that_reach_further_find_their_band_open():
    assert closed("revolucion", "deployed_fire", "", unit="VeteranInfantry") == {"12-18", "18-24"}
    assert closed("revolucion", "deployed_fire", "", unit="armoredCar") == {"18-24"}
    assert closed("revolucion", "deployed_fire", "", unit="Artillery") == set()
    assert closed("revolucion", "deployed_fire", RIFLES, unit="VeteranInfantry") == {"18-24"}
    assert closed("revolucion", "deployed_fire", RIFLES, unit="RegularInfantry") == {"12-18", "18-24"}
    assert closed("revolucion", "moving_fire", RIFLES, unit="VeteranInfantry") == {"12-18", "18-24"}, "no factor there"
    fire = {"unit": "VeteranInfantry", **SHOT}
    assert "Out of range" in headline("revolucion", "deployed_fire", "", **fire)
    assert "Out of range" not in headline("revolucion", "deployed_fire", RIFLES, **fire)


@pytest.mark.rule("REV-6.05")
def test_guns_that_reach_less_far_find_theirs_closed_unless_they_fire_indirectly():
    assert closed("revolucion", "deployed_fire", SHORT_GUNS, unit="Artillery") == {"12-18", "18-24"}
    assert closed("revolucion", "moving_fire", SHORT_GUNS, unit="Artillery", indirect=True) == set()
    assert closed("revolucion", "anti_aircraft", SHORT_GUNS, unit="Artillery") == {"12-18", "18-24"}


@pytest.mark.rule("REV-10.32")
def test_a_blast_opens_as_far_as_its_radius():
    far = {"6-12", "12-18", "18-24"}
    assert closed("revolucion", "blast", "", source="maquinaLoca") == far
    assert closed("revolucion", "blast", "", source="smallMine") == {"3-6", *far}
    assert closed("revolucion", "blast", "[blast.radius]\nmaquinaLoca = 12", source="maquinaLoca") == far - {"6-12"}


@pytest.mark.rule("REV-9.01")
def test_a_leader_helps_as_near_as_the_table_says():
    screen = desk.call("ruleset", {"ruleset": "revolucion", "house": '[on_table.command]\nnear = "9"'})
    form = next(each["fields"] for each in screen["actions"] if each["id"] == "deployed_fire")
    leader = next(field for field in form if field["name"] == "leader_with_actor")
    assert [choice["label"] for choice in leader["choices"]][1] == "Within 9 in"


@pytest.mark.rule("R48-8.13")
def test_a_musket_that_carries_further_finds_its_bracket_open():
    far = {"24-36", "36-48", "48-72"}
    assert closed("uprising1848", "fire_musket", "", actor="Average") == far
    assert closed("uprising1848", "fire_musket", MUSKETS, actor="Average") == far - {"24-36"}
    assert closed("uprising1848", "throw_stone", "", actor="Civilian") == {"12-18", "18-24", *far}
    assert closed("uprising1848", "fire_carbine", "", actor="Average") == {"18-24", *far}
    assert closed("uprising1848", "fire_rifle", "", actor="Average") == {"48-72"}
    assert "Out of range" in headline("uprising1848", "fire_musket", "", **VOLLEY)
    assert "Out of range" not in headline("uprising1848", "fire_musket", MUSKETS, **VOLLEY)
