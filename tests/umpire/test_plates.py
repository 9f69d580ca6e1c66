"""Distances without bands: the ones that are a tap away come from the tables in force, on the players' own tape."""

from __future__ import annotations

import json

import pytest

from sandtable.umpire import desk


def plates(action: str, name: str, **setting) -> list[str]:
    screen = json.loads(desk.answer("ruleset", json.dumps({"ruleset": "mesoamerica", **setting})))
    fields = next(each["fields"] for each in screen["actions"] if each["id"] == action)
    inner = [part for field in fields for part in (field["group"] or {"fields": []})["fields"]]
    field = next(each for each in (*fields, *inner) if each["name"] == name)
    assert [each["label"] for each in field["choices"]] == [each["value"] for each in field["choices"]]
    return [each["value"] for each in field["choices"]]


def test_fire_offers_how_far_each_missile_reaches():
    assert plates("fire", "range") == ["0.5", "1", "2", "3.5", "4"]


def test_a_house_rule_moves_its_plate():
    assert plates("fire", "range", house="[missile.bow]\nrange = 6\n") == ["0.5", "1", "2", "3.5", "6"]


@pytest.mark.parametrize(
    ("style", "told"),
    (
        ({"scale": 2, "unit": "in"}, ["1", "2", "4", "7", "8"]),
        ({"scale": 1, "unit": "cm"}, ["1.25", "2.5", "5", "8.75", "10"]),
    ),
    ids=("doubled", "cm"),
)
def test_they_are_on_the_players_tape(style, told):
    assert plates("fire", "range", style=style) == told


def test_a_leg_of_a_move_offers_the_whole_move_over_each_ground():
    assert plates("move", "inches") == ["1.5", "2.5", "3.75", "4"]
