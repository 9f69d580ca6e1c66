"""The books of a battle of Revolucion!: roster, morale, who has acted, assaults; voids and what rests on them; the log in words."""

from __future__ import annotations

import pytest

from sandtable.kernel import registry

ROSTER = """\
# Celaya, 1915
Government, Regular Infantry, 4, 21st Battalion
Government, Machine Guns, 2, Mixed Battery

Revolutionary, Veteran Cavalry, 6, Dorados, Villa's column
"""
DORADOS_CHARGE = {
    "unit": "VeteranCavalry", "actor_name": "Dorados", "bases_of_actor": 6, "target_type": "RegularInfantry", "target_name": "21st Battalion",
    "target_formation": "deployed", "bases_of_target": 4, "starting_bases_of_target": 4, "leader_with_target": 0, "earlier_bases": 0, "frontal": True,
}  # fmt: skip
FIRE_AT_DORADOS = {
    "unit": "MachineGuns", "actor_name": "Mixed Battery", "range": "3-6", "target_type": "VeteranCavalry", "target_name": "Dorados",
    "target_formation": "maneuver", "bases_of_actor": 2, "bases_of_target": 6, "leader_with_target": 0,
}  # fmt: skip

LOSS = {"side": "Government", "loss": "destroyed"}


@pytest.fixture
def book(resolved, call):
    """A log that grows: each entry is resolved and written."""

    class Book:
        def __init__(self):
            self.entries = []

        def write(self, action, fields, answers=None, side="Government", **body):
            meta = {"id": f"e{len(self.entries) + 1}", "side": side, "turn": 1}
            reply = resolved(action, fields, answers or {}, meta=meta, **body)
            self.entries.append({"record": reply["record"], "voided": False})
            return reply

        def roster(self):
            for record in call("read_roster", text=ROSTER)["entries"]:
                fields = record.get("fields", record)
                self.write("roster_entry", fields)

        def view(self, *voided):
            entries = [entry | {"voided": f"e{number}" in voided} for number, entry in enumerate(self.entries, start=1)]
            reply = call("ledger", entries=entries)
            assert reply["status"] == "ok", reply
            return reply

    return Book()


def units(view):
    return {unit["name"]: unit for unit in view["roster"]}


def log(view):
    return {row["id"]: row for row in view["log"]}


def test_a_roster_is_read_and_entered(book):
    book.roster()
    view = book.view()
    assert list(units(view)) == ["21st Battalion", "Mixed Battery", "Dorados"]
    dorados = units(view)["Dorados"]
    assert dorados["side"] == "Revolutionary"
    assert dorados["fields_as"]["actor"]["unit"] == "VeteranCavalry"
    assert dorados["fields_as"]["actor"]["bases_of_actor"] == 6
    assert dorados["fields_as"]["target"]["target_type"] == "VeteranCavalry"
    assert not dorados["gone"]


@pytest.mark.parametrize(
    ("line", "place", "word"),
    (
        ("Neutral, Regular Infantry, 4, x", "line 2.side", "Neutral"),
        ("Government, Boats, 4, x", "line 2.unit", "Boats"),
        ("Government, Regular Infantry, 99, x", "line 2.bases", "99"),
        ("Government, Regular Infantry, many, x", "line 2.bases", "many"),
        ("Government, Regular Infantry, 4", "line 2", ""),
        ("Government, Regular Infantry, 4,", "line 2.name", ""),
        pytest.param(f"Government, Regular Infantry, {'9' * 5000}, x", "line 2.bases", "", id="bases without end"),
    ),
)
def test_what_is_wrong_with_a_roster_is_told_by_line(call, line, place, word):
    reply = call("read_roster", text=f"# list\n{line}\nGovernment, Artillery, 2, Guns")
    assert reply["status"] == "problems"
    (problem,) = reply["problems"]
    assert problem["field"] == place
    assert word in problem["message"]


def test_all_lines_of_a_roster_are_told_at_once(call):
    reply = call("read_roster", text="x, Boats, 0, \nGovernment\n")
    assert {problem["field"] for problem in reply["problems"]} == {
        "line 1.side",
        "line 1.unit",
        "line 1.bases",
        "line 1.name",
        "line 2",
    }
    assert len(reply["problems"]) >= 4
    assert call("read_roster", text="\n# nobody\n")["status"] == "problems"


def test_a_ruleset_without_a_roster_says_so(call, secrets):
    (problem,) = call("read_roster", secrets, text="x")["problems"]
    assert problem["field"] == "text"


def test_effects_fall_on_the_units_named(book):
    book.roster()
    book.write("deployed_fire", FIRE_AT_DORADOS, {"fire.effect": 9})
    dorados = units(book.view())["Dorados"]
    before = units(book.view("e4"))["Dorados"]
    assert before["status"] == "OK"
    assert dorados["status"] != "OK"
    assert dorados["fields_as"]["actor"]["bases_of_actor"] < 6 or dorados["status"] == "Demoralized"
    assert units(book.view())["Mixed Battery"]["note"], "it has acted"


def test_a_verdict_comes_with_the_books_it_stands_in(book):
    book.roster()
    reply = book.write("deployed_fire", FIRE_AT_DORADOS, {"fire.effect": 9}, entries=book.entries)
    assert reply["ledger"] == book.view()


def test_a_verdict_is_not_kept_back_by_a_log_that_cannot_be_read(book, resolved):
    book.roster()
    book.entries[0]["record"]["action"] = "juggle"
    assert resolved("morale_loss", LOSS, entries=book.entries)["ledger"] is None


def test_a_verdict_without_a_log_has_no_books(resolved):
    assert resolved("morale_loss", LOSS)["ledger"] is None


def test_voiding_refolds_and_marks_what_rests_on_it(book):
    book.roster()
    book.write("deployed_fire", FIRE_AT_DORADOS, {"fire.effect": 9})  # e4, hurts the Dorados
    book.write(
        "assault", DORADOS_CHARGE | {"actor_status": "Demoralized"}, {"order.result": 1}, "Revolutionary"
    )  # e5, rests on them
    book.write(
        "deployed_fire", FIRE_AT_DORADOS | {"actor_name": "Guns", "target_name": "Others"}, {"fire.effect": 1}
    )  # e6, on nobody of these
    whole, voided = book.view(), book.view("e4")
    assert all(not row["mark"] for row in whole["log"])
    assert [row["voided"] for row in voided["log"]] == [False] * 3 + [True] + [False] * 2
    assert log(voided)["e5"]["mark"] == "after voided number 4"
    assert not log(voided)["e6"]["mark"]
    assert log(voided)["e5"]["sentence"] == log(whole)["e5"]["sentence"], "the dice of a marked entry stay as they were"
    assert book.view() == whole, "taking a void back is as if it had never been"


def test_marks_go_on_through_what_a_marked_entry_changed(book):
    book.roster()
    book.write("deployed_fire", FIRE_AT_DORADOS, {"fire.effect": 9})  # e4
    charge = book.write(
        "assault",
        DORADOS_CHARGE,
        {
            "order.result": 10,
            "assault.rough_path": False,
            "assault.defensive_fire.effect": 1,
            "assault.close_combat": [10, 1],
        },
        "Revolutionary",
    )  # e5
    assert {effect["whom"] for effect in charge["verdict"]["effects"]} >= {"target"}
    book.write(
        "regroup", {"unit": "RegularInfantry", "actor_name": "21st Battalion"}, {"regroup.result": 10}
    )  # e6 rests on e5, not on e4
    marks = {name: row["mark"] for name, row in log(book.view("e4")).items()}
    assert marks["e5"] == "after voided number 4"
    assert marks["e6"] == "after voided number 4"


def test_a_voided_unit_is_gone_from_the_roster_and_its_deeds_are_marked(book):
    book.roster()
    book.write("deployed_fire", FIRE_AT_DORADOS, {"fire.effect": 5})
    view = book.view("e3")
    assert "Dorados" not in units(view)
    assert log(view)["e4"]["mark"] == "after voided number 3"


def test_initiative_begins_a_turn_and_lets_everybody_act_again(book):
    book.roster()
    book.write("deployed_fire", FIRE_AT_DORADOS, {"fire.effect": 5})
    assert units(book.view())["Mixed Battery"]["note"]
    book.write("initiative", {}, {"initiative.side": 10})
    view = book.view()
    assert (view["turn"], view["side"]) == (1, "Government")
    assert not units(view)["Mixed Battery"]["note"]


def test_army_morale_is_a_meter_that_losses_take_from(book):
    book.write("army_morale", {"side": "Government", "combat_units": 10, "army_quality": "average"})
    book.write("morale_loss", {"side": "Government", "loss": "destroyed"})
    (panel,) = book.view()["panels"]
    assert (panel["kind"], panel["side"], panel["value"], panel["of"]) == ("meter", "Government", 3, 4)
    assert {offer["action"] for offer in panel["offers"]} == {"morale_loss"}
    assert all(offer["at_once"] for offer in panel["offers"])
    assert book.view("e2")["panels"][0]["value"] == 4
    assert log(book.view("e1"))["e2"]["mark"] == "after voided number 1"


def test_a_unit_destroyed_is_gone_and_offers_a_loss(book):
    book.roster()
    book.write(
        "deployed_fire",
        FIRE_AT_DORADOS | {"bases_of_target": 1, "starting_bases_of_target": 6, "target_status": "Demoralized"},
        {"fire.effect": 10},
    )
    view = book.view()
    assert units(view)["Dorados"]["gone"]
    assert [(offer["action"], offer["fields"]) for offer in log(view)["e4"]["offers"]] == [
        ("morale_loss", {"side": "Revolutionary", "loss": "destroyed"})
    ]
    assert log(book.view("e4"))["e4"]["offers"] == [], "a voided entry offers nothing"


def test_assaults_of_this_turn_are_remembered_for_the_next_assaulter(book):
    book.roster()
    answers = {
        "order.result": 10,
        "assault.rough_path": False,
        "assault.defensive_fire.effect": 1,
        "assault.close_combat": [1, 1],
    }
    book.write("assault", DORADOS_CHARGE, answers, "Revolutionary")
    assert units(book.view())["21st Battalion"]["fields_as"]["target"]["earlier_bases"] == 6
    assert units(book.view("e4"))["21st Battalion"]["fields_as"]["target"]["earlier_bases"] == 0
    book.write("initiative", {}, {"initiative.side": 10})
    assert units(book.view())["21st Battalion"]["fields_as"]["target"]["earlier_bases"] == 0


def test_the_log_is_told_in_words_with_dice_and_chance(book):
    book.roster()
    book.write("deployed_fire", FIRE_AT_DORADOS, {"fire.effect": 9})
    row = log(book.view())["e4"]
    assert row["number"] == 4
    assert row["subject"].startswith("Mixed Battery fires at Dorados, ")
    assert row["sentence"].startswith(f"{row['subject']}: ")
    assert row["dice"].endswith(" 9")
    assert row["chance"].endswith("%")
    assert row["redo"] == {"action": "deployed_fire", "fields": book.entries[3]["record"]["fields"]}
    assert (row["side"], row["turn"], row["house"]) == ("Government", 1, False)


def test_the_log_tells_the_chance_of_the_end_and_not_of_the_first_throw(book, call):
    """The same figure as the row of the odds, whatever the number of throws."""
    book.write("assault", DORADOS_CHARGE, {"order.result": 1}, "Revolutionary")
    home = {"assault.rough_path": False, "assault.defensive_fire.effect": 1, "assault.close_combat": [9, 2]}
    book.write("assault", DORADOS_CHARGE, {"order.result": 9} | home, "Revolutionary")
    rows = {row["label"]: row for row in call("odds", action="assault", fields=DORADOS_CHARGE)["rows"]}
    for entry, told in zip(book.entries, book.view()["log"], strict=True):
        assert told["chance"] == f"{entry['record']['meta']['percent']}%"
    assert [entry["record"]["meta"]["percent"] for entry in book.entries] == [
        rows["Order lost"]["percent"], rows["Wins"]["percent"],
    ]  # fmt: skip


def test_a_log_that_keeps_no_chance_tells_that_of_its_first_throw(book, call):
    book.write("deployed_fire", FIRE_AT_DORADOS, {"fire.effect": 1})
    record = book.entries[0]["record"]
    for percent in (None, [1], "a", -3, 101, 2.5):
        entries = [{"record": record | {"meta": {"id": "e1", "percent": percent}}}]
        assert call("ledger", entries=entries)["log"][0]["chance"] == "10%"


def test_the_log_is_told_as_plain_text(book, call):
    book.roster()
    book.write("deployed_fire", FIRE_AT_DORADOS, {"fire.effect": 9})
    book.write("assault", DORADOS_CHARGE, {"order.result": 1}, "Revolutionary")
    book.entries[3]["voided"] = True
    text = call("log_text", entries=book.entries)["text"]
    lines = text.splitlines()
    assert lines[0] == "Revolucion!"
    assert any(line.startswith("   4. Government Mixed Battery fires at Dorados") for line in lines)
    assert "voided" in text
    assert "after voided number 4" in text
    assert text.endswith("\n")


def test_the_text_log_names_the_rules_that_are_not_as_printed_where_they_begin(book, call):
    """A letter about a game must say under which rules it was played."""
    order = ("maneuver", {"unit": "RegularInfantry"}, {"order.result": 4})
    third, house = {"delay.factor": "1/3"}, "[fire.refusal]\nfails_on = 2"
    book.write(*order)
    book.write(*order, options=third)
    book.write(*order, options=third, house=house)
    lines = call("log_text", entries=book.entries, house=house)["text"].splitlines()
    told = [line.strip() for line in lines if line.startswith("      Rules")]
    assert told == [
        "Rules changed: Delayed orders move: 1/3.",
        "Rules changed: fire.refusal.fails_on = 2.",
        "Rules changed since: Delayed orders move as printed.",
    ]
    assert lines.index(f"      {told[0]}") == lines.index(next(line for line in lines if line.startswith("   2."))) - 1


def test_the_text_log_of_a_printed_game_says_nothing_about_rules(book, call):
    book.write("maneuver", {"unit": "RegularInfantry"}, {"order.result": 4})
    assert "ules" not in call("log_text", entries=book.entries)["text"]
    assert (
        "Not as printed: Delayed orders move: 1/3."
        in call("log_text", entries=[], options={"delay.factor": "1/3"})["text"]
    )


def test_a_record_keeps_its_own_house_rules_and_options(book):
    book.write(
        "deployed_fire", FIRE_AT_DORADOS, {"fire.effect": 1}, house="[fire.result]\nlevels = [1, 1, 2, 3, 4, 5, 6]"
    )
    book.write("maneuver", {"unit": "RegularInfantry"}, {"order.result": 4}, options={"delay.factor": "1/3"})
    rows = book.view()["log"]
    assert [row["house"] for row in rows] == [True, True]
    assert not rows[0]["sentence"].endswith("No effect.")


def test_a_record_of_another_ruleset_is_refused(book, call):
    book.write("maneuver", {"unit": "RegularInfantry"}, {"order.result": 4})
    entries = [{"record": book.entries[0]["record"] | {"ruleset": "chess"}}]
    (problem,) = call("ledger", entries=entries)["problems"]
    assert problem["field"] == "entries.1.record.ruleset"


def test_a_record_that_no_longer_fits_is_refused_by_number_and_version(book, call):
    book.write("maneuver", {"unit": "RegularInfantry"}, {"order.result": 4})
    record = book.entries[0]["record"]
    changed = record | {"answers": [], "rules_version": "0"}
    reply = call("ledger", entries=[{"record": record}, {"record": changed}])
    assert [problem["field"] for problem in reply["problems"]] == [
        "entries.2.record.rules_version",
        "entries.2.order.result",
    ]
    assert "version 0" in reply["problems"][0]["message"]
    fits = record | {"rules_version": "0"}
    assert call("ledger", entries=[{"record": fits}])["status"] == "ok", "a record that still fits is still good"


def test_casualties_that_the_books_have_scored_are_not_offered_again(resolved, call):
    unit = {"side": "NonPlayer", "name": "Line", "actor": "Average", "figures": 6}
    volley = {
        "actor": "Veteran",
        "shooters": 4,
        "target": "Average",
        "targets": 6,
        "range": "0-6",
        "target_name": "Line",
    }
    hit = {"fire.hits": {"faces": [1, 1, 1, 1]}}

    def after(*told):
        entries = [{"record": one["record"], "voided": False} for one in told]
        return call("ledger", "uprising1848", entries=entries)

    entered = resolved("unit_entry", unit, {}, "uprising1848", meta={"id": "a"})
    fired = resolved("fire_musket", volley, hit, "uprising1848", meta={"id": "b", "side": "Player"})
    assert "offers" not in fired, "a result that is not written yet cannot know what the books do by themselves"
    assert after(entered, fired)["log"][1]["offers"] == []
    assert "down" in after(fired)["log"][0]["offers"][0]["label"]


def test_what_a_list_says_and_a_unit_cannot_have_is_refused(call, monkeypatch):
    """The readers of lists are the rulesets' own; whatever one hands on must count."""
    ruleset = registry.ruleset("revolucion")
    unit = {"side": "Government", "name": "Line", "unit": "RegularInfantry", "bases": 4}
    lines = {"whole": unit, "other": unit | {"range": "6-12"}}
    monkeypatch.setitem(ruleset.__dict__, "read_roster", lambda text, _: [lines[text]])
    assert call("read_roster", text="whole")["status"] == "ok"
    (problem,) = call("read_roster", text="other")["problems"]
    assert (problem["field"], problem["message"]) == (
        "unit 1.range",
        "Range does not count for this unit. Leave it out.",
    )


@pytest.mark.parametrize("name", registry.names())
def test_the_screen_shows_the_phases_as_the_books_of_a_new_game_do(call, name):
    assert call("ruleset", ruleset=name)["strip"] == call("ledger", ruleset=name, entries=[])["phases"]
