"""The umpire as players meet it: what it asks, what it never asks, the words, the measures, and that it keeps nothing to itself."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from sandtable.kernel.messages import Style
from sandtable.kernel.requests import Observe
from sandtable.rulesets.revolucion.ruleset import RULESET
from sandtable.rulesets.revolucion.vocabulary import UnitType
from sandtable.umpire.desk import call
from tests.rulesets.revolucion.play import ASSAULT, FIRE, RECEIVED, effect, problems, requests, say, verdict
from tests.support.talk import Fields, of_kind

SOURCES = Path(__file__).parents[3] / "src"


def screen(**setting: Any) -> dict[str, Any]:
    reply = call("ruleset", {"ruleset": "revolucion", **setting})
    assert reply["status"] == "ok"
    return reply


def resolve(action: str, answers: dict[str, Any] | None = None, **body: Any) -> dict[str, Any]:
    fields = body.pop("fields")
    return call(
        "resolve", {"ruleset": "revolucion", "action": action, "fields": fields, "answers": answers or {}, **body}
    )


def choices(action: str, field: str) -> dict[str, dict[str, Any]]:
    (found,) = (spec for described in screen()["actions"] if described["id"] == action for spec in described["fields"] if spec["name"] == field)  # fmt: skip
    return {choice["value"]: choice for choice in found["choices"]}


@pytest.mark.rule("REV-3.10", "REV-3.11")
def test_the_actions_of_the_rulebook():
    actions = {action["id"] for action in screen()["actions"]}
    assert actions >= {"rest", "move_leader", "deploy_tactical", "maneuver", "deployed_fire", "moving_fire", "assault", "march", "route_march", "regroup"}  # fmt: skip


NEEDED = {
    "deploy_tactical": {"unit"},
    "maneuver": {"unit"},
    "march": {"unit"},
    "regroup": {"unit"},
    "deployed_fire": {"unit", "range", "target_type", "target_formation"},
    "moving_fire": {"unit", "range", "target_type", "target_formation"},
    "assault": {"unit", "target_type", "target_formation"},
    "rest": set(),
    "move_leader": set(),
    "initiative": set(),
}


@pytest.mark.rule("REV-3.11", "REV-G.53", "REV-G.42")
@pytest.mark.parametrize("action", NEEDED)
def test_the_fields_an_action_needs(action: str):
    """All needed fields at once; the status fields are preset to OK and so never blank."""
    assert {problem.field for problem in problems(action)} == NEEDED[action]
    specs = {spec.name: spec for spec in RULESET.by_id[action].fields}
    for name in ("actor_status", "target_status"):
        if name in specs:
            assert specs[name].usual == "OK"
    assert ("leader_with_actor" in specs) is (action not in ("rest", "move_leader", "initiative"))


@pytest.mark.rule("REV-2.01", "REV-2.10", "REV-2.11", "REV-0.08", "REV-2.13")
def test_the_unit_types():
    types = {kind.value for kind in UnitType}
    grades = {f"{grade}{arm}" for grade in ("Irregular", "Regular", "Veteran") for arm in ("Infantry", "Cavalry")}
    assert types >= grades | {"MachineGuns", "Artillery", "FastTransport", "SlowTransport"}
    assert not {kind for kind in types if "Machine" in kind or "Artillery" in kind} - {"MachineGuns", "Artillery"}
    assert set(choices("assault", "unit")) == grades


@pytest.mark.rule("REV-8.11", "REV-8.12", "REV-8.13", "REV-8.14", "REV-8.10")
def test_the_form_says_what_each_cover_is():
    told: Fields = {value: choice["help"].lower() for value, choice in choices("deployed_fire", "cover").items()}
    for cover, words in {
        "open": ("swamp", "ford"),
        "soft": ("woods", "scrub", "hedges", "fences", "sheds"),
        "hard": ("stone walls", "solid houses", "fortified village", "trenches"),
        "fortified": ("redoubts", "fortresses"),
    }.items():
        for word in words:
            assert word in told[cover]
            assert not [other for other in told if other != cover and word in told[other]]


@pytest.mark.rule("REV-0.02", "REV-0.03")
def test_other_names_are_explained_where_they_are_looked_for():
    help_of = {action["id"]: action["help"] for action in screen()["actions"]}
    assert "Advancing Fire" in help_of["moving_fire"]
    assert "General" in help_of["move_leader"]


@pytest.mark.rule("REV-2.47")
def test_the_two_sides():
    assert {side["id"] for side in screen()["sides"]} == {"Government", "Revolutionary"}
    found = {
        effect(verdict("initiative", {"initiative.side": die}), "has_initiative").side.value for die in range(1, 101)
    }
    assert found == {"Government", "Revolutionary"}


# ---- Asking -------------------------------------------------------------------------------------------------------------------------

TOLD: Fields = {
    **ASSAULT,
    "unit": "RegularCavalry",
    "target_type": "MachineGuns",
    "rough_path": False,
    "within_reach_if_delayed": True,
}


@pytest.mark.rule("REV-1.07", "REV-3.47")
def test_what_the_form_tells_is_never_asked_and_what_it_leaves_open_is():
    told = resolve("assault", fields=TOLD, dice="app", seed="1")
    assert told["status"] == "ok"
    assert {answer["by"] for answer in told["record"]["answers"]} == {"form", "app"}
    left_open = {name: TOLD[name] for name in ("unit", "target_type", "target_formation")}
    left_open["target_status"] = "Disordered"
    answers: dict[str, Any] = {"order.result": 3}
    asked = []
    replies = {
        "assault.within_reach": True,
        "assault.frontal": True,
        "assault.rough_path": False,
        "assault.leader_with_target": 1,
        "fire.battery_size": 2,
        "assault.defensive_fire.effect": 1,
        "assault.close_combat": [5, 5],
        "leader.target": 20,
    }
    while (reply := resolve("assault", answers, fields=left_open, dice="real"))["status"] == "ask":
        asked.append(reply["request"]["key"])
        answers[asked[-1]] = replies[asked[-1]]
    assert asked == list(replies), "order, reach, arc, ground, Leader, battery, fire, fight, Leader's die"


@pytest.mark.rule("REV-3.47b", "REV-7.11")
def test_the_last_message_tells_all_that_has_to_be_done():
    won = resolve(
        "assault", {"order.result": 10, "assault.close_combat": [10, 1]}, fields={**TOLD, "frontal": False}, dice="real"
    )
    assert won["headline"] == "Goes home and wins."
    assert [(line["whom"], line["text"]) for line in won["instructions"]] == [
        ("Assaulter", "Move the assaulter into contact."),
        ("Target", "Remove the unit: it is destroyed."),
        ("Assaulter", "Action used for this turn."),
    ]
    fired = resolve(
        "deployed_fire", {"fire.effect": 10}, fields={**FIRE, "range": "0-3", "leader_with_target": 0}, dice="real"
    )
    assert [line["text"] for line in fired["instructions"]] == [
        "Take off 1 base.",
        "Mark it Demoralized.",
        "Fall back 6 in.",
    ]
    assert "surrenders" in fired["instructions"][2]["detail"]
    assert [line["icon"] for line in fired["instructions"]] == ["base-off", "demoralized", "fall-back"]


@pytest.mark.rule("REV-G.06c", "REV-G.08d")
def test_questions_have_their_usual_answers():
    usual = {
        "assault.frontal": True,
        "assault.rough_path": False,
        "assault.leader_with_target": 0,
        "assault.earlier_bases": 0,
        "assault.within_reach": False,
        "fire.battery_size": 2,
    }
    counted: Fields = {"unit": "RegularCavalry", "target_type": "Artillery", "target_formation": "deployed"}
    asked = {
        **requests("assault", **counted),
        **requests("assault", **counted, bases_of_actor=4, bases_of_target=2),
    }
    for key, answer in usual.items():
        assert of_kind(Observe, asked[key]).usual == answer, key
    assert of_kind(Observe, requests("deployed_fire", **FIRE)["fire.leader_with_target"]).usual == 0
    assert (
        of_kind(Observe, requests("bomb", options={"aircraft": True}, target_type="train")["air.aa_fire"]).usual
        is False
    )
    assert "fire.battery_size" not in requests("deployed_fire", **{**FIRE, "unit": "Artillery"})
    assert "fire.battery_size" in requests("deployed_fire", **{**FIRE, "unit": "Artillery", "bases_of_actor": None})
    assert "fire.battery_size" not in requests("deployed_fire", **{**FIRE, "bases_of_actor": None})
    told: Fields = {**FIRE, "unit": "Artillery", "bases_of_actor": None, "battery_size": 3}
    assert requests("deployed_fire", **told)["fire.effect"].tally.total == 6


@pytest.mark.rule("REV-1.09", "REV-3.49b", "REV-1.07c")
def test_copies_need_nothing_of_each_other():
    """The same call brings the same reply, whatever was asked in between; a half-finished action goes on from its answers alone."""
    body: Fields = {"fields": TOLD, "dice": "app", "seed": "a copy", "throws": 3}
    first = resolve("assault", **body)
    resolve("regroup", fields={"unit": "MachineGuns"}, dice="app", seed="another")
    assert resolve("assault", **body) == first
    asked = resolve("assault", {"order.result": 10}, fields=TOLD, dice="real")
    carried_on = json.loads(json.dumps({answer["key"]: answer["value"] for answer in asked["answers"]}))
    again = resolve(
        "assault", {key: value for key, value in carried_on.items() if key in RECEIVED}, fields=TOLD, dice="real"
    )
    assert again["request"] == asked["request"]


@pytest.mark.rule("REV-1.08")
def test_the_umpire_needs_nothing_but_pythons_own_library():
    """The browser's Python has no packages: the same files run there."""
    program = (
        "import sys; sys.path.insert(0, sys.argv[1])\n"
        "from sandtable.kernel import registry\n"
        "registry.add('revolucion', 'sandtable.rulesets.revolucion.ruleset:RULESET')\n"
        "from sandtable.umpire.desk import call\n"
        "reply = call('resolve', {'ruleset': 'revolucion', 'action': 'regroup', 'fields': {'unit': 'Artillery'}, 'seed': '1'})\n"
        "print(reply['status'])\n"
    )
    command = [sys.executable, "-I", "-S", "-c", program, str(SOURCES)]
    ran = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert (ran.stdout.strip(), ran.stderr) == ("ok", "")


# ---- Measures and words ---------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("REV-2.33")
@pytest.mark.parametrize(
    ("style", "words", "typed"),
    (
        ({}, ("Fall back 6 in.", "6\N{EN DASH}12 in"), "12"),
        ({"scale": 2}, ("Fall back 12 in.", "12\N{EN DASH}24 in"), "24"),
        ({"unit": "cm"}, ("Fall back 15 cm.", "15\N{EN DASH}30 cm"), "30"),
        ({"scale": 2, "unit": "cm"}, ("Fall back 30 cm.", "30\N{EN DASH}60 cm"), "60"),
    ),
)
def test_distances_in_the_players_measure(style: dict[str, Any], words: tuple[str, str], typed: str):
    fields: Fields = {**FIRE, "range": "6-12", "target_formation": "march", "leader_with_target": 0}
    told = resolve("deployed_fire", {"fire.effect": 10}, fields=fields, dice="real", style=style)
    assert told["instructions"][-1]["text"] == words[0]
    assert words[1] in told["subject"]
    assert words[1] in told["why"][0]["rows"][0]["reason"]
    edge = resolve("deployed_fire", fields={**fields, "range": typed}, dice="real", style=style)
    assert edge["status"] == "ask", "exactly at the reach"
    beyond = resolve("deployed_fire", fields={**fields, "range": f"{typed}.1"}, dice="real", style=style)
    assert beyond["headline"] == "Out of range."


def test_no_text_of_a_verdict_has_inches_of_its_own():
    """Distances come through parameters, so that they are told in the players' measure."""
    fixed = re.compile(r"\b\d+(\.\d+)? ?(in|inch|inches|cm)\b")
    for name, text in RULESET.catalogue.texts.items():
        if not name.startswith(("kernel.", "ruleset.")):
            assert not fixed.search(text), name


@pytest.mark.parametrize("scale", (1, 2))
def test_a_leader_place_names_its_distance(scale: int):
    (near,) = (
        choice["label"]
        for action in screen(style={"scale": scale})["actions"]
        if action["id"] == "maneuver"
        for field in action["fields"]
        if field["name"] == "leader_with_actor"
        for choice in field["choices"]
        if choice["value"] == "within6"
    )
    assert near == f"Within {6 * scale} in"


def test_every_throw_has_a_short_name_for_the_log():
    told = resolve(
        "assault", fields={**TOLD, "leader_with_actor": "attached", "leader_with_target": 1}, dice="app", seed="7"
    )
    names = {throw["label"] for throw in told["dice"]}
    assert names <= {"order", "defence", "long shot", "fight", "leader of the assault", "leader with the target"}


def test_leaders_with_a_target_that_takes_no_level_are_not_mentioned():
    told = resolve("deployed_fire", {"fire.effect": 1}, fields={**FIRE, "leader_with_target": 2}, dice="real")
    assert (told["headline"], told["instructions"]) == ("No effect.", [])


def test_a_range_of_nought_is_contact():
    for nought in (0, "0", 0.0, "0-3"):
        told = resolve("deployed_fire", {"fire.effect": 1}, fields={**FIRE, "range": nought}, dice="real")
        assert told["why"][0]["rows"][0]["value"] == "+4"


@pytest.mark.rule("REV-6.06")
def test_out_of_range_says_the_reach_and_throws_nothing():
    told = resolve("deployed_fire", fields={**FIRE, "range": 13}, dice="real")
    assert (told["headline"], told["dice"]) == ("Out of range.", [])
    assert told["why"][0]["rows"][0]["reason"] == "Regular Infantry reach 12 in"
    assert told["instructions"][0]["text"] == "Nothing is spent. Take another action."


@pytest.mark.rule("REV-G.03c", "REV-7.08")
def test_the_question_of_a_late_assault_names_the_reach():
    for unit, die, reach in (("RegularInfantry", 4, "3 in"), ("RegularCavalry", 4, "6 in")):
        asked = resolve("assault", {"order.result": die}, fields={**ASSAULT, "unit": unit}, dice="real")
        assert reach in asked["request"]["title"]


def test_why_names_every_modifier_with_its_rule():
    told = resolve(
        "deployed_fire", {"fire.effect": 1}, fields={**FIRE, "cover": "hard", "actor_status": "Disordered"}, dice="real"
    )
    rows = [(row["reason"], row["value"], row["rule"]) for row in told["why"][0]["rows"]]
    assert rows == [
        ("Regular Infantry, Deployed Fire, 3\N{EN DASH}6 in", "+2", "REV-G.05"),
        ("Target in hard cover", "\N{MINUS SIGN}3", "REV-G.06"),
        ("Firer Disordered", "\N{MINUS SIGN}2", "REV-G.06"),
    ]
    assert told["why"][0]["total"] == "\N{MINUS SIGN}3"
    flank = resolve(
        "assault", {**RECEIVED, "assault.close_combat": [5, 5]}, fields={**ASSAULT, "frontal": False}, dice="real"
    )
    assert flank["why"][-1]["rows"][0]["reason"] == "No defensive fire: assault not frontal"


@pytest.mark.parametrize("style", (Style(), Style(2, "cm")))
def test_no_verdict_is_at_a_loss_for_words(style: Style):
    train = verdict("maneuver", {"order.result": 10}, unit="train")
    assert say(effect(train, "may_move").message, style).startswith("Move it ")
    assert effect(train, "may_move").at_least == Fraction(4)
