"""Every call of the desk, as a browser makes it."""

from __future__ import annotations

import json
from fractions import Fraction

import pytest

import sandtable
from sandtable.kernel import registry
from tests.umpire.conftest import FIRE

ASSAULT = {
    "unit": "VeteranCavalry",
    "target_type": "RegularInfantry",
    "target_formation": "deployed",
    "leader_with_actor": "attached",
}


# ---- catalogue, ruleset, rulebook ------------------------------------------------------------------------------------------------


def test_the_catalogue_names_every_ruleset(call):
    reply = call("catalogue")
    assert reply["status"] == "ok"
    assert reply["version"] == sandtable.__version__
    in_place = sorted((registry.ruleset(name) for name in registry.names()), key=lambda ruleset: ruleset.card.place)
    assert [ruleset["id"] for ruleset in reply["rulesets"]] == [ruleset.id for ruleset in in_place]
    revolucion = next(ruleset for ruleset in reply["rulesets"] if ruleset["id"] == "revolucion")
    assert (revolucion["title"], revolucion["prefix"], revolucion["ours"], revolucion["table"]) == (
        "Revolucion!",
        "REV",
        True,
        True,
    )
    assert {side["ink"] for side in revolucion["sides"]} == {"red", "blue"}


def test_a_ruleset_is_described_whole(call):
    reply = call("ruleset")
    fire = next(action for action in reply["actions"] if action["id"] == "deployed_fire")
    fields = {field["name"]: field for field in fire["fields"]}
    assert fire["label"] == "Deployed Fire"
    assert {"levels", "bases_lost", "destroyed"} <= {measure["id"] for measure in fire["measures"]}
    assert fields["range"]["kind"] == "distance"
    assert [choice["value"] for choice in fields["range"]["choices"]] == ["0-3", "3-6", "6-12", "12-18", "18-24"]
    assert fields["range"]["bars"][0]["when"]["field"] == "unit"
    assert fields["unit"]["choices"][0]["family"] == "infantry"
    assert '"field": "target_type"' in json.dumps(fields["target_formation"]["needed"])
    assert fields["leader_with_target"]["question"] == "fire.leader_with_target"
    assert {question["key"] for question in fire["asks"]} == {"fire.battery_size", "fire.leader_with_target"}
    assert reply["fresh"]["action"] == "deployed_fire"
    assert (reply["turn_action"], reply["changes"], reply["house"]) == ("initiative", 0, [])
    assert reply["notice"]


def test_bands_are_told_on_the_players_tape(call):
    reply = call("ruleset", style={"scale": 2, "unit": "cm"})
    fire = next(action for action in reply["actions"] if action["id"] == "deployed_fire")
    field = next(field for field in fire["fields"] if field["name"] == "range")
    assert field["unit"] == "cm"
    assert [(choice["value"], choice["label"]) for choice in field["choices"]][:2] == [
        ("0-3", "0\N{EN DASH}15"),
        ("3-6", "15\N{EN DASH}30"),
    ]


def test_what_is_changed_is_counted_and_listed(call):
    reply = call(
        "ruleset", options={"fire.refusal": True, "maneuverUniform": False}, house="[fire.refusal]\nfails_on = 2"
    )
    assert reply["changes"] == 2
    assert reply["house"] == [
        {"path": "fire.refusal.fails_on", "label": "Fire, refusal, fails on", "value": 2, "was": 1}
    ]
    assert next(option for option in reply["options"] if option["name"] == "fire.refusal")["value"] is True


def test_an_option_opens_a_field(call):
    def fields(**options):
        actions = call("ruleset", options=options)["actions"]
        return {field["name"] for action in actions if action["id"] == "moving_fire" for field in action["fields"]}

    assert fields(indirect=True) - fields(indirect=False) == {"indirect"}


def test_the_rulebook_is_told_by_chapters(call, secrets):
    (chapter,) = call("rulebook", secrets)["chapters"]
    first, second = chapter["rules"]
    assert (chapter["title"], first["id"], first["ours"], second["ours"]) == ("Searching", "S-1.01", True, False)
    assert first["table"] == {"columns": ["Die", "Finds"], "rows": [["5\N{EN DASH}6", "a box"]]}
    assert second["table"] is None


# ---- odds ------------------------------------------------------------------------------------------------------------------------


def test_odds_are_exact_and_sum_to_a_hundred(call):
    reply = call("odds", action="deployed_fire", fields=FIRE)
    assert sum(Fraction(*row["weight"]) for row in reply["rows"]) == 1
    assert sum(row["percent"] for row in reply["rows"]) == 100
    assert sum(Fraction(*outcome["weight"]) for outcome in reply["outcomes"]) == 1
    assert (reply["dice"], reply["total"]) == ("d10", "+2")
    levels = next(measure for measure in reply["measures"] if measure["id"] == "levels")
    mean = sum(Fraction(*row["weight"]) * row["value"] for row in levels["distribution"])
    assert Fraction(*levels["mean"]) == mean
    assert levels["distribution"][0]["at_least_percent"] == 100
    assert levels["distribution"][-1]["at_least_percent"] == pytest.approx(
        100 * float(Fraction(*levels["distribution"][-1]["weight"])), abs=0.01
    )


def test_odds_say_what_they_assumed_and_let_it_be_flipped(call):
    assumed = {entry["key"]: entry for entry in call("odds", action="assault", fields=ASSAULT)["assumed"]}
    frontal = assumed["assault.frontal"]
    assert (frontal["field"], frontal["value"], frontal["value_label"]) == ("frontal", True, "Frontal")
    assert [choice["value"] for choice in frontal["choices"]] == [True, False]
    flipped = call("odds", action="assault", fields=ASSAULT, answers={"assault.frontal": False})
    assert "assault.frontal" not in {entry["key"] for entry in flipped["assumed"]}
    in_the_form = call("odds", action="assault", fields=ASSAULT | {"frontal": "no"})
    assert in_the_form["rows"] == flipped["rows"] != call("odds", action="assault", fields=ASSAULT)["rows"]


def test_a_chain_shows_the_die_of_each_step(call):
    rows = call("odds", action="assault", fields=ASSAULT)["rows"]
    stopped = next(row for row in rows if row["key"] == "stopped")
    assert stopped["die"].startswith("d10 ")
    assert sum(Fraction(*row["weight"]) for row in stopped["detail"]) == 1
    assert stopped["why"][0]["title"] == "Defensive fire"


def test_what_is_certain_has_its_headline(call):
    far = FIRE | {"range": "18-24"}
    reply = call("odds", action="deployed_fire", fields=far)
    assert reply["certain"] == "Out of range."
    assert [row["percent"] for row in reply["rows"]] == [100]


def test_answers_that_nothing_asks_for_are_refused_with_what_was_asked(call):
    reply = call("odds", action="deployed_fire", fields=FIRE, answers={"fire.efect": 3})
    (problem,) = reply["problems"]
    assert problem["field"] == "fire.efect"
    assert "fire.effect" in problem["choices"]


def test_tracks_strips_and_matrices_are_told(call, secrets):
    units = call("odds", secrets, action="tenths", fields={})
    assert units["units_faces"] == 6
    assert units["units"] == [
        {
            "name": "Patrol", "sum": "Word 1", "total": "\N{MINUS SIGN}2", "text": "The house",
            "faces": [
                {"from": 1, "to": 4, "label": "Nothing", "severity": 0},
                {"from": 5, "to": 6, "label": "Found", "severity": 3},
            ],
        }
    ]  # fmt: skip
    (unit,) = call("odds", secrets, action="track", fields={})["units"]
    assert unit == {
        "min": 0, "max": 5, "name": "Patrol", "sum": "lucky", "before": 2, "now": 4, "label": "Found", "text": "The yard", "bad": True,
    }  # fmt: skip
    matrix = call("odds", secrets, action="matrix", fields={})["matrix"]
    assert (matrix["rows"], matrix["columns"], matrix["measure"]) == (["lucky"], ["The house", "The yard"], "Found")
    assert matrix["cells"][0][0] == {"text": "Found", "best_row": True, "best_column": False, "detail": "lucky"}


def test_a_page_that_draws_only_the_rows_is_spared_the_list_of_verdicts(call):
    whole = call("odds", action="deployed_fire", fields=FIRE)
    spared = call("odds", action="deployed_fire", fields=FIRE, outcomes=False)
    assert whole["outcomes"]
    assert spared == whole | {"outcomes": []}


@pytest.mark.parametrize("name", registry.names())
def test_the_example_of_a_house_file_is_one_that_the_ruleset_takes(call, name):
    """It holds a number as printed, so that it changes nothing until somebody changes it."""
    example = call("ruleset", name)["house_example"]
    assert example.startswith("[")
    assert call("ruleset", name, house=example)["status"] == "ok"


# ---- resolve ---------------------------------------------------------------------------------------------------------------------


def test_a_face_that_ends_nothing_says_what_it_reads(call):
    fields = FIRE | {"bases_of_actor": 4, "bases_of_target": 4}
    fields.pop("range")
    outcomes = call("resolve", action="assault", fields=fields, dice="real")["request"]["outcomes"]
    assert (outcomes[0]["label"], outcomes[-1]["label"]) == ("Order lost", "Received.")


def test_real_dice_are_asked_for_one_after_the_other(call):
    first = call("resolve", action="deployed_fire", fields=FIRE, dice="real")
    assert first["status"] == "ask"
    request = first["request"]
    assert (request["key"], request["kind"], request["throw"], request["number"]) == ("fire.effect", "roll", "d10", 1)
    assert [outcome["faces"] for outcome in request["outcomes"]] == [[face] for face in range(1, 11)]
    odds = call("odds", action="deployed_fire", fields=FIRE)["rows"]
    assert [outcome["label"] for outcome in request["outcomes"]] == [
        row["label"] for row in odds for _ in range(row["percent"] // 10)
    ], "every face says how the fire would end, in the words of the odds"
    assert first["why"][0]["total"] == "+2"
    second = call(
        "resolve", action="deployed_fire", fields=FIRE, dice="real", answers=[{"key": "fire.effect", "value": [9]}]
    )
    assert second["request"]["key"] == "fire.leader_with_target"
    assert (second["request"]["kind"], second["request"]["value_kind"], second["request"]["max"]) == (
        "observe",
        "number",
        5,
    )
    assert second["answers"] == [{"key": "fire.effect", "value": [9], "by": "person"}]
    assert second["dice"][0]["sum"] == "9 + 2 = 11"


def test_the_verdict_comes_with_words_record_and_reasons(resolved):
    reply = resolved(
        "deployed_fire", FIRE, {"fire.effect": 9, "fire.leader_with_target": 0}, meta={"id": "1", "side": "Government"}
    )
    assert reply["headline"] == "Demoralized."
    assert reply["verdict"]["measures"]["levels"] == 2
    assert [effect["effect"] for effect in reply["verdict"]["effects"]] == ["status_becomes"]
    assert reply["record"]["answers"] == [
        {"key": "fire.effect", "value": [9], "by": "person"},
        {"key": "fire.leader_with_target", "value": 0, "by": "person"},
    ]
    assert reply["record"]["meta"] == {"id": "1", "side": "Government", "percent": 20}
    assert reply["dice"][0]["chance"] == [1, 5]
    assert reply["why"][0]["rows"][0]["rule"] == "REV-G.05"
    assert reply["sentence"].endswith(": Demoralized.")


def test_the_app_throws_from_the_seed_and_says_how_often(call):
    body = {"action": "deployed_fire", "fields": FIRE | {"leader_with_target": 0}, "seed": "Celaya", "dice": "app"}
    first = call("resolve", **body)
    again = call("resolve", **body)
    later = call("resolve", **body, throws=first["throws"])
    assert first == again
    assert first["throws"] >= 1
    assert later["throws"] > first["throws"]
    assert {answer["by"] for answer in first["record"]["answers"]} <= {"app", "form"}


def test_the_app_asks_only_questions(call):
    body = {"action": "assault", "fields": ASSAULT, "seed": "3", "dice": "app"}
    answers: list[dict] = []
    asked = []
    while (reply := call("resolve", **body, answers=answers))["status"] == "ask":
        asked.append(reply["request"]["kind"])
        answers = [*reply["answers"], {"key": reply["request"]["key"], "value": reply["request"]["usual"]}]
    assert reply["status"] == "ok"
    assert set(asked) == {"observe"}


def test_the_app_may_throw_just_the_pending_die(call):
    thrown = call("resolve", action="assault", fields=ASSAULT, dice="real", throw_next=True, seed="x", throws=4)
    assert thrown["throws"] == 5
    assert [answer["by"] for answer in thrown["answers"]] == ["app"]
    assert thrown["answers"][0]["key"] == "order.result"


def test_a_form_answers_in_advance_and_a_person_may_overrule_it(call, resolved):
    told = resolved("deployed_fire", FIRE | {"leader_with_target": 1}, {"fire.effect": 9, "leader.risk": 20})
    assert [answer["by"] for answer in told["record"]["answers"]] == ["person", "form", "person"]
    overruled = resolved(
        "deployed_fire", FIRE | {"leader_with_target": 1}, {"fire.effect": 9, "fire.leader_with_target": 0}
    )
    assert [answer["key"] for answer in overruled["record"]["answers"]] == ["fire.effect", "fire.leader_with_target"]
    assert (
        call(
            "resolve",
            action="deployed_fire",
            fields=FIRE | {"leader_with_target": 1},
            answers={"fire.effect": 1},
            dice="real",
        )["status"]
        == "ok"
    )


def test_an_impossible_die_is_refused_with_what_was_asked(call):
    reply = call("resolve", action="deployed_fire", fields=FIRE, answers={"fire.effect": 11}, dice="real")
    assert reply["status"] == "problems"
    (problem,) = reply["problems"]
    assert (problem["field"], problem["message"]) == ("fire.effect", "11 is not on a d10.")
    assert problem["choices"] == [str(face) for face in range(1, 11)]


def test_house_rules_are_used_and_told(resolved):
    house = "[fire.result]\nlevels = [1, 1, 2, 3, 4, 5, 6]"
    reply = resolved("deployed_fire", FIRE, {"fire.effect": 1, "fire.leader_with_target": 0}, house=house)
    assert reply["house"] is True
    assert reply["headline"] == "Disordered."
    assert reply["record"]["house"] == house


def test_a_house_rule_marks_its_reason(call):
    why = call("odds", action="deployed_fire", fields=FIRE, house="[fire.modifier.target_formation]\nmaneuver = 3")[
        "why"
    ][0]
    marked = {row["reason"]: (row["value"], row["house"]) for row in why["rows"]}
    assert marked["Target in maneuver formation"] == ("+3", True)
    assert sum(row["house"] for row in why["rows"]) == 1


def test_distances_are_told_on_the_players_tape(resolved):
    fields = {"unit": "RegularInfantry"}
    for style, text in (
        ({}, "6 in"),
        ({"scale": 2}, "12 in"),
        ({"unit": "cm"}, "15 cm"),
        ({"scale": 2, "unit": "cm"}, "30 cm"),
    ):
        reply = resolved("maneuver", fields, {"order.result": 10}, style=style)
        assert any(text in instruction["text"] for instruction in reply["instructions"]), reply["instructions"]


# ---- secrets ---------------------------------------------------------------------------------------------------------------------


def test_a_secret_choice_is_asked_in_secret(call, secrets):
    request = call("resolve", secrets, action="search", fields={}, dice="real")["request"]
    assert (request["kind"], request["secret"], request["role"], request["rule"]) == (
        "choose",
        True,
        "The patrol",
        "S-1.01",
    )
    assert request["text"] == "Tell nobody."
    assert [(option["value"], option["label"], option["icon"]) for option in request["options"]] == [
        ("house", "The house", "house"),
        ("yard", "The yard", ""),
    ]


def test_what_only_the_referee_may_know_is_marked_and_kept_out_of_the_log(call, resolved, secrets):
    reply = resolved("search", {}, {"search.where": "house", "search.die": 6}, secrets, meta={"id": "1"})
    hides, moves = reply["instructions"]
    assert (hides["secret"], hides["known_to"], hides["icon"], hides["detail"]) == (
        True,
        "referee",
        "box",
        "Nobody else looks.",
    )
    assert (hides["whom"], moves["whom"], moves["secret"]) == ("The patrol", "North", False)
    entries = [{"record": reply["record"]}]
    (row,) = call("ledger", secrets, entries=entries)["log"]
    assert row["secret"] is True
    text = call("log_text", secrets, entries=entries)["text"]
    assert "Search" in text
    assert "searched" not in text.lower().replace("search", "", 1)
    assert " 6" not in text, "a secret die is not printed"


def test_effects_that_need_no_words_are_not_told(resolved, secrets):
    reply = resolved("search", {}, {"search.where": "house", "search.die": 1}, secrets)
    assert [instruction["text"] for instruction in reply["instructions"]] == ["Move the patrol."]
    assert [effect["effect"] for effect in reply["verdict"]["effects"]] == ["moves", "silent"]
    assert reply["instructions"][0]["whom"] == "", "one unit alone needs no name"


def test_an_instruction_that_begins_with_its_unit_does_not_name_it_again(resolved):
    fields = {"side": "West", "orders": [{"name": "Jaguars"}, {"name": "Eagles", "order": "charge", "at": "Ants"}]}
    reply = resolved("orders", fields, {}, "mesoamerica")
    told = [(line["whom"], line["text"]) for line in reply["instructions"]]
    assert told == [("", "Jaguars: hold."), ("", "Eagles: charge at Ants.")]


def test_a_pool_is_asked_by_bands_and_told_by_counts(call, resolved, secrets):
    answers = {"search.where": "yard", "search.die": 1}
    request = call("resolve", secrets, action="search", fields={}, dice="real", answers=answers)["request"]
    assert (request["kind"], request["pool"], request["throw"]) == ("count", 3, "3d6")
    assert request["bands"] == [{"label": "lucky", "faces": [6], "severity": 2}]
    reply = resolved("search", {}, answers | {"search.pool": {"counts": [2]}}, secrets)
    assert reply["dice"][-1]["reading"] == "2 lucky"
    assert reply["dice"][0]["label"] == "Search die"
    assert reply["record"]["answers"][-1]["value"] == {"counts": [2]}


# ---- What the desk itself refuses ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "body", "field"),
    (
        ("nonsense", {}, ""),
        ("ruleset", {"ruleset": None}, "ruleset"),
        ("ruleset", {"ruleset": "chess"}, "ruleset"),
        ("ruleset", {"options": []}, ""),
        ("ruleset", {"options": [1]}, "options"),
        ("ruleset", {"options": {"x": 1}}, "option x"),
        ("ruleset", {"house": 3}, "house"),
        ("ruleset", {"house": "x" * 200_001}, "house"),
        ("ruleset", {"house": "nothing = 1"}, "house rules, line 1"),
        ("ruleset", {"house": "nothing = 1", "house_name": "club.toml"}, "club.toml, line 1"),
        ("ruleset", {"style": 3}, "style"),
        ("ruleset", {"style": {"scale": 3}}, "style.scale"),
        ("ruleset", {"style": {"unit": "ell"}}, "style.unit"),
        ("odds", {}, "action"),
        ("odds", {"action": "nap"}, "action"),
        ("odds", {"action": "deployed_fire", "fields": 3}, "fields"),
        ("odds", {"action": "deployed_fire", "fields": FIRE, "answers": 3}, "answers"),
        ("odds", {"action": "deployed_fire", "fields": FIRE, "answers": [3]}, "answers"),
        ("odds", {"action": "deployed_fire", "fields": FIRE, "answers": [{"key": "x"}]}, "answers"),
        ("resolve", {"action": "deployed_fire", "fields": FIRE, "throws": -1}, "throws"),
        ("resolve", {"action": "deployed_fire", "fields": FIRE, "throws": "x"}, "throws"),
        ("resolve", {"action": "deployed_fire", "fields": FIRE, "seed": []}, "seed"),
        ("resolve", {"action": "deployed_fire", "fields": FIRE, "answers": {"fire.effect": 1}, "meta": 3}, "meta"),
        ("resolve", {"action": "deployed_fire", "fields": FIRE, "entries": 3}, "entries"),
        ("resolve", {"action": "deployed_fire", "fields": FIRE, "names": [{"field": "unit"}]}, "names"),
        ("ledger", {"entries": 3}, "entries"),
        ("ledger", {"entries": [3]}, "entries.1"),
        ("ledger", {"entries": [{}]}, "entries.1.record"),
        ("log_text", {"entries": None}, "entries"),
        ("read_roster", {}, "text"),
        ("read_roster", {"text": 3}, "text"),
    ),
)  # fmt: skip
def test_a_wrong_part_is_named(call, name, body, field):
    reply = (
        call(name, **body)
        if "ruleset" not in body
        else call(name, body["ruleset"], **{k: v for k, v in body.items() if k != "ruleset"})
    )
    if field == "" and name == "ruleset":
        assert reply["status"] == "ok", "an empty list of options is none"
        return
    assert reply["status"] == "problems"
    assert [problem["field"] for problem in reply["problems"]] == [field]
    assert all(problem["message"] for problem in reply["problems"])


def test_all_problems_of_a_form_come_at_once_in_words(call):
    reply = call("odds", action="deployed_fire", fields={"unit": "boats", "range": "far", "cover": "mud"})
    assert {problem["field"] for problem in reply["problems"]} == {
        "unit",
        "range",
        "cover",
        "target_type",
        "target_formation",
    }
    assert {problem["message"] for problem in reply["problems"] if problem["field"] == "cover"} == {
        "Cover: mud is not one of the choices."
    }


def test_a_field_may_be_called_by_its_label(call):
    by_label = {
        "Unit": "RegularInfantry",
        "Range": "6-12",
        "Target type": "RegularInfantry",
        "Target formation": "maneuver",
    }
    assert (
        call("odds", action="Deployed Fire", fields=by_label)["rows"]
        == call("odds", action="deployed_fire", fields=FIRE)["rows"]
    )


def test_the_chance_of_a_throw_is_that_of_what_is_told_of_it(call):
    """One unit's maneuver check reads every face for itself and tells one of a few effects: the strip's width is the chance."""
    unit = {"arm": "infantry", "experience": "Veteran", "order": "good order", "formation": "line"}
    body = {"action": "maneuver_check", "fields": {"side": "US", "leader_rating": "Able", "units": [unit]}}
    strip = call("odds", "mexican_american_war", **body)["units"][0]["faces"]
    asked = call("resolve", "mexican_american_war", **body, dice="real")["request"]["key"]
    reply = call("resolve", "mexican_american_war", **body, dice="real", answers={asked: 1})
    first = strip[0]
    tenths = sum(part["to"] - part["from"] + 1 for part in strip if part["label"] == first["label"])
    assert reply["dice"][0]["percent"] == tenths * 10
    assert reply["record"]["meta"] == {"percent": tenths * 10}


def test_the_reference_sheet_comes_as_drawings_on_the_paper_asked_for(call):
    first, second = call("reference", paper="letter")["pages"]
    assert first.startswith("<svg")
    assert 'viewBox="0 0 792 612"' in second


@pytest.mark.parametrize("paper", ("a5", 4, ["a4"], {"a4": 1}))
def test_a_paper_that_there_is_not_is_refused(call, paper):
    (problem,) = call("reference", paper=paper)["problems"]
    assert problem["field"] == "paper"
    assert problem["choices"] == ["a4", "letter"]


def test_the_dice_of_a_pool_that_do_harm_are_told_apart(call):
    fields = {"weapon": "mauser", "range": "0-6", "target_kind": "unit"}
    reply = call("resolve", "average_dice", action="fire", fields=fields, seed="Celaya", dice="app", meta={"id": "1"})
    saves = next(throw for throw in reply["dice"] if "saves" in throw["key"])
    assert saves["marked"]
    assert set(saves["marked"]) < {1, 2, 3, 4, 5, 6}


def test_each_of_two_dice_says_whose_it_is(call):
    asked = call("resolve", "mesoamerica", action="fight_order", fields={}, dice="real", meta={"id": "1"})["request"]
    assert [die["whose"] for die in asked["dice"]] == ["West’s", "East’s"]


@pytest.mark.parametrize("name", registry.names())
def test_what_stands_under_a_form_is_said_once(call, name):
    for action in call("ruleset", name)["actions"]:
        note = registry.ruleset(name).catalogue.texts.get(f"action.{action['id']}.note", "")
        told = [sentence for sentence in f"{note} {action['help']}".split(". ") if sentence]
        assert len(told) == len(set(told)), action["id"]
