"""House rules in place: the numbers of a rule, what becomes of the odds when one changes, and the file that keeps it."""

from __future__ import annotations

import tomllib

import pytest

from sandtable.kernel import registry

GUNS = "fire.factor.deployed.MachineGuns.6-12"


def changed(call, path, value, ruleset="revolucion", **body):
    reply = call("number", ruleset, path=path, value=value, **body)
    assert reply["status"] == "ok", reply
    return reply


def test_the_numbers_of_a_rule_are_told_in_words(call):
    tables = call("numbers", rule="REV-G.05")["tables"]
    assert [row["label"] for row in tables[0]["rows"]][:2] == ["Irregular Infantry", "Regular Infantry"]
    (guns,) = (row for row in tables[0]["rows"] if row["label"] == "Machine Guns")
    cell = guns["cells"][2]
    assert (cell["path"], cell["text"], cell["value"], cell["printed"]) == (GUNS, "+5", 5, "")
    assert guns["cells"][4]["value"] is None, "an empty cell of the page is no number"


def test_a_change_tells_the_odds_of_a_usual_case_before_and_after(call):
    reply = changed(call, GUNS, 4)
    assert reply["printed"] == "5"
    assert "Machine Guns" in reply["case"]
    assert "6\N{EN DASH}12" in reply["case"]
    assert sum(row["was"] for row in reply["rows"]) == sum(row["now"] for row in reply["rows"]) == 100
    assert any(row["was"] != row["now"] for row in reply["rows"])
    assert tomllib.loads(reply["house"]) == {"fire": {"factor": {"deployed": {"MachineGuns": {"6-12": 4}}}}}


def test_the_file_keeps_what_was_there_and_loses_what_is_as_printed_again(call):
    house = '# our club\ntitle = "Tuesday"\n[fire.modifier.cover]\nhard = -4\n\n[fire.result]\nup_to = [7, 10, 13, 16, 19, 23]\n\n[options]\n"fire.refusal" = true\n'
    reply = changed(call, GUNS, 4, house=house)
    assert reply["house"].startswith("# our club\n")
    tree = tomllib.loads(reply["house"])
    assert tree.pop("title") == "Tuesday"
    assert tree["fire"]["modifier"] == {"cover": {"hard": -4}}
    assert tree["fire"]["result"] == {"up_to": [7, 10, 13, 16, 19, 23]}
    assert tree["options"] == {"fire.refusal": True}
    back = changed(call, GUNS, 5, house=reply["house"])["house"]
    assert "MachineGuns" not in back
    assert changed(call, "fire.modifier.cover.hard", -3, house=back)["house"].count("cover") == 0
    told = call("numbers", rule="REV-G.05", house=reply["house"])["tables"][0]["rows"]
    (cell,) = (cell for row in told for cell in row["cells"] if cell["path"] == GUNS)
    assert (cell["text"], cell["printed"]) == ("+4", "+5")
    assert call("ruleset", house=reply["house"])["changes"] == 4


def test_one_of_a_list_is_changed_and_a_list_that_does_not_rise_is_refused(call):
    reply = changed(call, "fire.result.up_to", 8, at=0)
    assert tomllib.loads(reply["house"])["fire"]["result"]["up_to"] == [8, 10, 13, 16, 19, 22]
    assert any(row["was"] != row["now"] for row in reply["rows"])
    assert "rise" in changed(call, "fire.result.up_to", 11, at=0)["problem"]


def test_limits_are_told_and_kept(call):
    reply = changed(call, "base_move.RegularInfantry.Maneuver", 61)
    assert (reply["lowest"], reply["highest"]) == (0, 60)
    assert "60" in reply["problem"]
    assert call("number", path="fire.nonsense", value=1)["status"] == "problems"
    assert call("number", path="fire.result.up_to", value=1, at=99)["status"] == "problems"


@pytest.mark.parametrize("ruleset", registry.names())
def test_every_number_of_every_game_can_be_thought_of_otherwise(call, ruleset):
    """No number leads to a fault; of most that decide something a usual case is found."""
    found = call("paths", ruleset)["paths"]
    rules = dict.fromkeys(path["rule"] for path in found if path["rule"])
    assert len(rules) > 10
    shown = [cell for rule in list(rules)[:6] for table in call("numbers", ruleset, rule=rule)["tables"] for row in table["rows"] for cell in row["cells"]]  # fmt: skip
    numbers = [cell for cell in shown if cell["value"] is not None]
    assert numbers
    for cell in numbers[:3]:
        reply = changed(call, cell["path"], cell["value"] + 1, ruleset, at=cell["at"])
        assert reply["problem"] or tomllib.loads(reply["house"])


def test_a_path_that_is_almost_right_is_told_with_the_right_one(call):
    (problem,) = call("ruleset", house="[fire.modifiers.cover]\nhard = -4")["problems"]
    assert "Did you mean fire.modifier.cover.hard?" in problem["message"]


def test_rules_are_set_as_people_read_them(call):
    rules = {rule["id"]: rule for chapter in call("rulebook")["chapters"] for rule in chapter["rules"]}
    text = rules["REV-G.09b"]["text"]
    assert "`" not in text
    assert "\N{MINUS SIGN}2 if the defender" in text
    assert "band 0\N{EN DASH}3" in text
    assert "REV-G.05" in text
    assert "\N{MINUS SIGN}1" in rules["REV-G.05"]["table"]["rows"][0]
    assert rules["REV-G.05"]["table"]["rows"][0][4] == "\N{EN DASH}"
    assert not [rule for rule in rules.values() if "`" in rule["text"]]


def test_an_option_of_a_rule_is_told_as_the_options_page_has_it(call):
    chapters = call("rulebook", "mexican_american_war")["chapters"]
    rules = {rule["id"]: rule["text"] for chapter in chapters for rule in chapter["rules"]}
    assert "Option “Stands lost in a panic” set to “One more than that”: one stand more" in rules["MAW-G.31"]
    assert "Option “Nautical twilight” switched off: twilight" in rules["MAW-G.63"]


def test_a_house_rule_is_told_in_words_and_taken_back_whole(call):
    house = "[fire.result]\nup_to = [7, 10, 13, 16, 19, 23]\n"
    (rule,) = call("ruleset", house=house)["house"]
    assert rule["label"] == "Fire, result, up to"
    assert call("number", house=house, path="fire.result.up_to", value=None)["house"] == ""
