"""Distances that are told follow the scale, the unit and the house rules: no text has one of its own."""

from __future__ import annotations

import re

import pytest

from sandtable.kernel.messages import Message
from sandtable.rulesets.uprising1848.fields import distance_words
from sandtable.rulesets.uprising1848.ruleset import RULESET
from sandtable.umpire.desk import call

MEASURED = re.compile(r"\d (?:in|cm)\b|\binch(?:es)?\b", re.IGNORECASE)
FILLED_IN = re.compile(r"\{[^{}]*\}")
OF_THE_RULES = {"ruleset.scale", "ruleset.tagline"}  # named as such


def told(action: str, fields: dict[str, object], style: dict[str, object], house: str = "", **more: object) -> str:
    body = {"ruleset": "uprising1848", "action": action, "fields": fields, "style": style, "house": house, **more}
    reply = call("resolve", body)
    return " ".join(f"{one['text']} {one['detail']}" for one in reply["instructions"])


@pytest.mark.rule("R48-1.04", "R48-3.02")
def test_no_text_has_a_distance_of_its_own() -> None:
    own = {
        name: text
        for name, text in RULESET.catalogue.texts.items()
        if not name.startswith("kernel.") and name not in OF_THE_RULES
    }
    assert {name: text for name, text in own.items() if MEASURED.search(FILLED_IN.sub("", text))} == {}


@pytest.mark.rule("R48-1.04", "R48-3.02")
@pytest.mark.parametrize(("style", "unit"), (({"scale": 2}, "24 in"), ({"unit": "cm"}, "30 cm")))
def test_one_factor_for_what_is_told_beside_the_table(style: dict[str, object], unit: str) -> None:
    guards = told("set_up", {"scenario": "Kossuth's flight"}, style)
    assert f"within {unit} of that edge" in guards
    screen = call("ruleset", {"ruleset": "uprising1848", "style": style})
    scout = next(action for action in screen["actions"] if action["id"] == "scout")
    assert f"within {unit} with a clear line" in scout["help"]


@pytest.mark.rule("R48-6.57a", "R48-7.04", "R48-G.45b")
def test_barricades_are_told_in_the_players_measure() -> None:
    built = told("build_barricades", {"number_of_figures": 9}, {"scale": 2})
    assert built.startswith("Build 6 in of barricade. Within 2 in of a builder. It gives hard cover and costs 2 in")


@pytest.mark.rule("R48-8.13a", "R48-G.19")
def test_brackets_and_reaches_follow_the_scale() -> None:
    shot = {"actor": "Veteran", "target": "Average", "range": "40"}
    odds = call("odds", {"ruleset": "uprising1848", "action": "fire_musket", "fields": shot, "style": {"scale": 2}})
    assert "Musket at 36\N{EN DASH}48 in" in str(odds)
    far = told("fire_musket", {**shot, "range": "50"}, {"scale": 2})
    assert "this reaches 48 in" in far


@pytest.mark.rule("R48-4.21", "R48-6.51b")
def test_house_rules_are_told() -> None:
    house = "[links]\nspeech = 8\nunit = 4\n"
    screen = call("ruleset", {"ruleset": "uprising1848", "house": house})
    oratory = next(action for action in screen["actions"] if action["id"] == "oratory")
    assert "within 8 in of a unit" in oratory["help"]
    audience = {"audience": "conscript", "soldiers": 1, "audience_wavering": False, "audience_leaderless": False}
    joined = told("oratory", audience, {}, house, answers={"oratory.result": 100})
    assert "joins one within 4 in" in joined


def test_every_bracket_has_words() -> None:
    for band in RULESET.default_tables.row("range.bracket"):
        assert RULESET.catalogue.say(distance_words(str(band))).endswith(" in")
    assert RULESET.catalogue.say(Message("word.beside")) == "1 in from the searcher"


@pytest.mark.rule("R48-3.02", "R48-6.55")
@pytest.mark.parametrize(
    ("style", "typed", "most"),
    (({"scale": 2}, "24.1", "24 in"), ({"unit": "cm"}, "31", "30 cm"), ({"scale": "1/2"}, "6.5", "6 in")),
)
def test_refusals_tell_the_players_measure(style: dict[str, object], typed: str, most: str) -> None:
    body = {"ruleset": "uprising1848", "action": "scout", "fields": {"distance": typed}, "style": style}
    (problem,) = call("resolve", body)["problems"]
    assert problem["message"] == f"Too far. It may be {most} at most."


@pytest.mark.rule("R48-3.02", "R48-G.14")
def test_mean_distances_are_told_on_the_players_tape() -> None:
    body = {"ruleset": "uprising1848", "action": "move", "fields": {"actor": "Veteran"}, "style": {"scale": 2}}
    inches = next(measure for measure in call("odds", body)["measures"] if measure["id"] == "inches")
    assert (inches["mean_text"], [row["value"] for row in inches["distribution"]]) == ("15", [12, 14, 16, 18])
