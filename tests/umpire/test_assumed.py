"""What the form takes for granted, what is answered afterwards, and what the players do all the same."""

from __future__ import annotations

import pytest

from sandtable.kernel import registry
from tests.umpire.conftest import FIRE

LEADERS = "fire.leader_with_target"
ROSTER = "Revolutionary, Regular Infantry, 4, San Dimas\nRevolutionary, Regular Infantry, 6, Nazas\n"
SHOT = {**FIRE, "actor_name": "San Dimas", "bases_of_actor": 4}


@pytest.fixture
def act(call):
    """Act as the page does: dice from the app, what the form shows as assumed not asked."""

    def acted(action="deployed_fire", fields=FIRE, ruleset="revolucion", /, **body):
        asked = {"assume": True, "seed": "Celaya", "dice": "app", "meta": {"id": "1"}}
        return call("resolve", ruleset, action=action, fields=fields, **(asked | body))

    return acted


@pytest.fixture
def log(call, act):
    """A log with a roster, to which entries are added."""

    class Log:
        def __init__(self):
            records = call("read_roster", text=ROSTER)["entries"]
            self.entries = [
                {"record": record | {"meta": {"id": f"u{number}", "side": "Revolutionary"}}, "voided": False}
                for number, record in enumerate(records)
            ]

        def write(self, name, **body):
            reply = act(body.pop("action", "deployed_fire"), body.pop("fields", SHOT), meta={"id": name}, **body)
            assert reply["status"] == "ok", reply
            self.entries.append({"record": reply["record"], "voided": False})
            return reply

        def view(self):
            reply = call("ledger", entries=self.entries)
            assert reply["status"] == "ok", reply
            return reply

        def row(self, name):
            return next(row for row in self.view()["log"] if row["id"] == name)

        def unit(self, name):
            return next(unit for unit in self.view()["roster"] if unit["name"] == name)

    return Log()


def fields_of(call, ruleset, action):
    described = next(one for one in call("ruleset", ruleset)["actions"] if one["id"] == action)
    return {field["name"]: field for field in described["fields"]}


# ---- Assumed -----------------------------------------------------------------------------------------------------------------


def test_the_form_says_which_of_its_fields_may_be_assumed(call):
    fire = fields_of(call, "revolucion", "deployed_fire")
    named = ("target_status", "cover", "range", "leader_with_target", "actor_earlier_this_turn", "target_name")
    assert {name: fire[name]["assumed"] for name in named} == {
        "target_status": True,
        "cover": True,
        "range": False,
        "leader_with_target": True,
        "actor_earlier_this_turn": True,
        "target_name": False,
    }


def test_a_circumstance_that_is_not_there_is_nothing_to_confirm(call):
    fight = fields_of(call, "mesoamerica", "fight")
    assert not fight["actor_shot_at"]["assumed"]
    assert fight["actor_movement"]["assumed"]


def test_a_decision_waits_for_its_player(call):
    charge = fields_of(call, "uprising1848", "charge")
    assert not charge["reaction"]["assumed"]
    assert charge["target_has_acted"]["assumed"]


def test_no_question_follows_the_button_where_its_answer_may_be_assumed(act):
    asked = act(assume=False, answers={"fire.effect": 10})
    assert (asked["status"], asked["request"]["key"]) == ("ask", LEADERS)
    verdict = act(answers={"fire.effect": 10})
    assert verdict["status"] == "ok"
    assert [(answer["key"], answer["by"]) for answer in verdict["record"]["answers"]] == [
        ("fire.effect", "person"),
        (LEADERS, "usual"),
    ]
    (assumed,) = verdict["assumed"]
    assert (assumed["key"], assumed["value"], assumed["kind"], assumed["max"]) == (LEADERS, 0, "number", 5)


def test_a_question_that_the_form_does_not_show_is_asked(act):
    """A charge over a known distance does not ask whether it makes contact, so the form has no box for it; the reaction is asked for."""
    charge = {"actor": "Veteran", "attackers": 8, "target": "Average", "targets": 8, "target_firearm": "Musket"}
    reply = act("charge", charge, "uprising1848")
    assert (reply["status"], reply["request"]["kind"], reply["request"]["key"]) == ("ask", "choose", "charge.reaction")


def test_a_charge_asks_for_nothing_that_its_form_has_a_field_for(act):
    charge = {"actor": "Veteran", "attackers": 8, "target": "Average", "targets": 8, "target_firearm": "Musket"}
    reply = act("charge", charge | {"reaction": "fire"}, "uprising1848")
    assert reply["status"] == "ok", reply
    assumed = {one["field"]: one["value_label"] for one in reply["assumed"]}
    assert (assumed["start_distance"], assumed["reactors"]) == ("6\N{EN DASH}12 in", "8")


def test_a_fight_asks_both_players_and_nothing_else(act):
    fight = {"actor_weapon": "war_club", "actor_strength": 3, "target_weapon": "club", "target_strength": 3}
    first = act("fight", fight, "mesoamerica")
    assert (first["request"]["key"], first["request"]["secret"]) == ("fight.defender", False)
    answers = [*first["answers"], {"key": "fight.defender", "value": "aggressive"}]
    second = act("fight", fight, "mesoamerica", answers=answers)
    assert second["request"]["key"] == "fight.aggressor"
    done = act("fight", fight, "mesoamerica", answers=[*second["answers"], {"key": "fight.aggressor", "value": "pass"}])
    assert done["status"] == "ok"


def test_values_that_nobody_confirmed_are_told_in_words(act):
    verdict = act(
        answers={"fire.effect": 1}, meta={"id": "1", "assumed": ["target_status", "cover", "nonsense", "range.2.x"]}
    )
    assert [(one["label"], one["value_label"]) for one in verdict["assumed"]] == [
        ("Target status", "OK"),
        ("Cover", "Open"),
    ]


def test_values_of_a_card_are_told_with_the_number_of_the_card(act):
    unit = {"arm": "Infantry", "experience": "Veteran", "order": "good order", "formation": "Line"}
    check = {"side": "US", "leader_rating": "Able", "units": [unit, unit]}
    meta = {"id": "1", "assumed": ["units.2.experience", "units.3.experience", "units.x.order", "units"]}
    verdict = act("maneuver_check", check, "mexican_american_war", meta=meta)
    assert verdict["status"] == "ok", verdict
    (assumed,) = verdict["assumed"]
    assert (assumed["label"], assumed["value_label"]) == ("Unit 2, Experience", "Veteran")


def test_the_log_says_what_was_assumed(log):
    log.write("a", answers={"fire.effect": 10})
    assert log.row("a")["remarks"] == ["assumed: Leader with target: 0"]
    log.entries[-1]["record"]["meta"]["assumed"] = ["target_status", "cover", "unit"]
    assert log.row("a")["remarks"] == ["4 answers assumed"]


# ---- Answered afterwards -----------------------------------------------------------------------------------------------------


def test_an_answer_that_comes_afterwards_keeps_the_die_and_throws_what_follows(log):
    first = log.write("a", answers={"fire.effect": 10})
    kept = [answer for answer in first["record"]["answers"] if answer["key"] != LEADERS]
    log.entries[-1]["voided"] = True
    added = log.write("b", answers=[{"key": LEADERS, "value": 2}], earlier=kept, throws=first["throws"])
    assert [answer["key"] for answer in added["record"]["answers"]] == [
        "fire.effect",
        LEADERS,
        "leader.risk",
    ]
    assert added["record"]["answers"][0] == first["record"]["answers"][0]
    assert len(added["record"]["answers"][-1]["value"]["faces"]) == 2
    assert added["throws"] == first["throws"] + 1
    log.entries[-1]["record"]["meta"] |= {"corrects": "a", "addition": True}
    assert log.row("b")["remarks"] == ["addition to number 3"]


def test_what_was_kept_counts_only_where_it_fits(act):
    """Another action throws other dice: nothing of the old ones is forced on it, and what nobody asks for is no mistake."""
    kept = [
        {"key": "fire.effect", "value": [47]},
        {"key": "order.result", "value": [3]},
        {"key": "unheard of", "value": 1},
    ]
    verdict = act(earlier=kept)
    assert verdict["status"] == "ok"
    assert (verdict["record"]["answers"][0]["by"], verdict["throws"]) == ("app", 1)


def test_the_log_says_what_had_been_cancelled(log):
    log.write("a", answers={"fire.effect": 1})
    log.entries[-1]["record"]["meta"]["cancelled"] = ["10", "3; 4"]
    assert log.row("a")["remarks"][:2] == [
        "cancelled before, after a throw of 10",
        "cancelled before, after a throw of 3; 4",
    ]


@pytest.mark.parametrize("nonsense", ("text", 7, {"a": 1}, None))
def test_remarks_of_no_sense_are_passed_over(log, nonsense):
    log.write("a", answers={"fire.effect": 1})
    log.entries[-1]["record"]["meta"] |= {"cancelled": nonsense, "assumed": nonsense, "corrects": nonsense}
    assert log.row("a")["remarks"] == []


# ---- All the same ------------------------------------------------------------------------------------------------------------


def test_a_unit_that_has_acted_is_refused_with_the_way_out(log, act):
    log.write("a", answers={"fire.effect": 1})
    known = log.unit("San Dimas")["fields_as"]["actor"]
    (problem,) = act("deployed_fire", SHOT | {"actor_earlier_this_turn": known["actor_earlier_this_turn"]})["problems"]
    assert (problem["may_pass"], problem["rule"]) == (True, "REV-3.40")
    (missing,) = act("deployed_fire", {name: value for name, value in FIRE.items() if name != "range"})["problems"]
    assert not missing["may_pass"]


def test_the_players_may_do_it_all_the_same_and_the_log_says_so(log):
    log.write("a", answers={"fire.effect": 1})
    again = SHOT | {"actor_earlier_this_turn": "acted"}
    overruled = log.write("b", fields=again, answers={"fire.effect": 10}, overrule=True)
    assert overruled["record"]["fields"]["actor_earlier_this_turn"] == "acted"
    remark = log.row("b")["remarks"][0]
    assert remark.startswith("overruled: It has taken its action this turn.")
    assert remark.endswith("(REV-3.40)")


def test_an_overruled_entry_is_read_again_from_its_record_alone(log, act, call):
    record = log.write(
        "a", fields=SHOT | {"actor_earlier_this_turn": "acted"}, answers={"fire.effect": 9}, overrule=True
    )["record"]
    again = act("deployed_fire", record["fields"], answers=record["answers"], meta=record["meta"])
    assert (again["status"], again["record"]) == ("ok", record)
    assert "overruled" in call("log_text", entries=log.entries)["text"]
    record["meta"].pop("overruled")
    assert call("ledger", entries=log.entries)["status"] == "problems"


def test_what_makes_no_sense_stays_refused(act):
    reply = act("deployed_fire", FIRE | {"range": "far", "actor_earlier_this_turn": "acted"}, overrule=True)
    assert [problem["field"] for problem in reply["problems"]] == ["range"]


@pytest.mark.parametrize(
    ("ruleset", "action", "fields", "rule"),
    (
        ("average_dice", "fire", {"weapon": "mauser", "range": "6-12", "fired_this_turn": True}, "AVD-7.08"),
        (
            "uprising1848",
            "fire_musket",
            {"actor": "Veteran", "target": "Average", "range": "6-12", "actor_has_acted": True},
            "R48-4.28",
        ),
    ),
)
def test_limits_of_every_game_may_be_overruled(act, ruleset, action, fields, rule):
    refused = act(action, fields, ruleset)
    assert [(problem["rule"], problem["may_pass"]) for problem in refused["problems"]] == [(rule, True)]
    assert act(action, fields, ruleset, overrule=True)["status"] in {"ok", "ask"}


def test_units_that_have_acted_say_so(log):
    assert log.unit("San Dimas")["acted"] == ""
    log.write("a", answers={"fire.effect": 1})
    assert (log.unit("San Dimas")["acted"], log.unit("Nazas")["acted"]) == ("has acted", "")


def test_quick_numbers_come_with_the_form(call):
    volley = fields_of(call, "uprising1848", "fire_musket")
    assert [choice["value"] for choice in volley["shooters"]["choices"]] == [1, 6, 8, 12, 24]
    assert volley["targets"]["choices"] == []


@pytest.mark.parametrize("name", registry.names())
def test_whatever_is_assumed_has_a_usual_value_or_a_question(call, name):
    for action in call("ruleset", name)["actions"]:
        for field in action["fields"]:
            assert not field["assumed"] or field["question"] or field["usual"] is not None, field["name"]


@pytest.mark.parametrize(
    ("told", "counted"),
    (
        ({}, "Fresh"),
        ({"morale_class": "Reliable", "start_stands": 8, "stands": 2}, "Spent"),
        ({"effectiveness": "Worn"}, None),
        ({"arm": "guns"}, None),
    ),
)
def test_what_counts_where_a_field_is_left_open_is_told_with_the_odds(call, told, counted):
    fields = {"side": "US", "units": [{"experience": "Veteran", **told}]}
    odds = call("odds", "mexican_american_war", action="maneuver_check", fields=fields)
    assert odds["counted"].get("units.1.effectiveness") == counted


def test_disordered_troops_count_as_near_an_enemy_until_somebody_says_otherwise(call):
    units = [{"order": "disordered"}, {}, {"order": "disordered", "in_close_range": False}]
    odds = call("odds", "mexican_american_war", action="maneuver_check", fields={"side": "US", "units": units})
    told = [odds["counted"].get(f"units.{number}.in_close_range") for number in (1, 2, 3)]
    assert told == [True, False, None]
