"""A package from outside is a game like ours; one with a fault is left out with its file and key, and all others stay."""

from __future__ import annotations

import importlib
import sys

import pytest

from sandtable.kernel import registry
from sandtable.kernel.problem import Refusal
from sandtable.kernel.texts import kernel_catalogue
from sandtable.umpire import desk
from tests.support.outside import installed, source

OURS = {"average_dice", "mesoamerica", "mexican_american_war", "revolucion", "uprising1848"}
GAME, TABLES, RULES = "lamplight/ruleset.py", "lamplight/tables.toml", "lamplight/rules.toml"
CARD = "lamplight/game.toml"
TEXTS, ICON, POINTS = (
    "lamplight/messages/en.toml",
    "lamplight/icons/lamp.svg",
    "lamplight-1.0.dist-info/entry_points.txt",
)


def changed(path: str, old: str, new: str) -> dict[str, str | None]:
    text = source(path)
    assert old in text, old
    return {path: text.replace(old, new)}


@pytest.fixture
def install(tmp_path, monkeypatch):
    """Install the package with these changes, for as long as the test lasts."""

    def put(changes=None):
        folder = installed(tmp_path / "site", changes)
        monkeypatch.syspath_prepend(str(folder))
        importlib.invalidate_caches()
        registry.ruleset.cache_clear()

    yield put
    registry.ruleset.cache_clear()
    for name in [name for name in sys.modules if name.partition(".")[0] == "lamplight"]:
        del sys.modules[name]


def test_a_whole_one_is_listed_and_played(install):
    install()
    listed = desk.call("catalogue", {})
    assert {entry["id"] for entry in listed["rulesets"]} == {*OURS, "lamplight"}
    assert listed["left_out"] == []
    flare = desk.call("odds", {"ruleset": "lamplight", "action": "flare", "fields": {"oil": "fine"}})
    assert flare["dice"] == "6d6"
    assert flare["total"] == "", "the dice come from the tally; nothing is added to them"
    assert flare["why"][0]["total"] == "6"
    snuff = desk.call("resolve", {"ruleset": "lamplight", "action": "snuff", "fields": {}, "dice": "real"})
    assert snuff["request"]["role"] == "Keepers", "people read a role's words, not its id"


def test_a_rule_without_dice_may_return_its_verdict(install):
    install()
    body = {"ruleset": "lamplight", "action": "watch", "fields": {"lamps": 3}, "meta": {"id": "1"}}
    verdict = desk.call("resolve", body)
    assert verdict["headline"] == "6 hours."
    assert desk.call("odds", body)["certain"]
    books = desk.call("ledger", {"ruleset": "lamplight", "entries": [{"record": verdict["record"]}]})
    assert books["log"][0]["sentence"] == "Watch: 6 hours."


def test_no_options_need_no_file(install):
    install()
    assert registry.ruleset("lamplight").options == {}


FAULTS = {
    "no module": ({GAME: None}, "lamplight/ruleset.py: ModuleNotFoundError"),
    "import error": (changed(GAME, "NEAR = 4", "NEAR = 4 / 0"), "lamplight/ruleset.py, line 19: ZeroDivisionError"),
    "syntax error": (changed(GAME, "NEAR = 4", "NEAR = = 4"), "lamplight/ruleset.py, line 19: SyntaxError"),
    "no object": (changed(GAME, "RULESET = Ruleset(", "OTHER = Ruleset("), "lamplight/ruleset.py: AttributeError"),
    "no ruleset": ({**changed(GAME, "NEAR = 4", "NEAR = 4"), GAME: "RULESET = 3\n"}, "lamplight/ruleset.py, RULESET"),
    "argument missing": (changed(GAME, '    prefix="LAM",\n', ""), "lamplight/ruleset.py, line 1"),
    "no tables": ({TABLES: None}, "tables.toml: There is no such file."),
    "no texts": ({TEXTS: None}, "messages/en.toml: There is no such file."),
    "no rulebook": ({RULES: None}, "rules.toml: There is no such file."),
    "tables no TOML": ({TABLES: "[flare\n"}, "tables.toml: This is not TOML"),
    "texts no TOML": ({TEXTS: "x = \n"}, "messages/en.toml: This is not TOML"),
    "rulebook no TOML": ({RULES: "[[rule]\n"}, "rules.toml: This is not TOML"),
    "options no TOML": ({"lamplight/options.toml": "="}, "options.toml: This is not TOML"),
    "option without default": ({"lamplight/options.toml": '["fog"]\nrule = "LAM-1.01"\n'}, "options.toml, fog.default"),
    "option no table": ({"lamplight/options.toml": "fog = true\n"}, "options.toml, fog:"),
    "no card": ({CARD: None}, "game.toml: There is no such file."),
    "card no TOML": ({CARD: "[en\n"}, "game.toml: This is not TOML"),
    "title missing": (changed(CARD, 'title = "Lamplight"\n', ""), "game.toml, en.title: There is no such text."),
    "place in words": (changed(CARD, "[en]", 'place = "first"\n[en]'), "game.toml, place: first does not fit."),
    "emblem no name": (changed(CARD, '"lamp"', "7"), "game.toml, emblem: 7 does not fit."),
    "words no table": ({CARD: 'en = "Lamplight"\n'}, "game.toml, en: Lamplight does not fit."),
    "something else on the card": (changed(CARD, "[en]", "players = 2\n[en]"), "game.toml, players: Nothing is known"),
    "something else in its words": (changed(CARD, "[en]", '[en]\nmotto = ""'), "game.toml, en.motto: Nothing is known"),
    "side missing": (changed(TEXTS, 'shades = "Shades"\n', ""), "messages/en.toml, side.shades"),
    "text no text": (
        changed(CARD, 'scale = "One figure is one soul"', "scale = 3"),
        "game.toml, en.scale: 3 does not fit.",
    ),
    "field without words": (changed(TEXTS, 'oil = "Oil"\n', ""), "messages/en.toml, field.oil"),
    "term without words": (changed(TEXTS, 'fine = "Fine"\n', ""), "messages/en.toml, oil.fine"),
    "rule without text": (changed(RULES, 'text = "Each lamp', 'words = "Each lamp'), "rules.toml, rule LAM-3.01, text"),
    "rule with tags of words": (changed(RULES, 'tags = ["calc"]', 'tags = "calc"'), "rules.toml, rule LAM-1.01, tags"),
    "finished no list": (changed(RULES, 'finished = ["umpire"]', "finished = true"), "rules.toml, finished"),
    "note of the wrong kind": (changed(TABLES, "max = 9", 'max = "many"'), "tables.toml, watch.max"),
    "row of another length": (
        changed(TABLES, "hours = 2", 'columns = ["a", "b"]\nhours = [2]'),
        "tables.toml, watch.hours",
    ),
    "id of another kind": (changed(GAME, 'id="lamplight"', "id=7"), "lamplight/ruleset.py, id"),
    "id of its own": (changed(GAME, 'id="lamplight"', 'id="lamps"'), "It is registered as lamplight"),
    "actions no tuple": (changed(GAME, "    groups=(", "    sheets=3,\n    groups=("), "lamplight/ruleset.py, sheets"),
    "group not listed": (
        changed(GAME, 'groups=("night",)', "groups=()"),
        "lamplight/ruleset.py, actions, flare, group",
    ),
    "unknown ink": (changed(GAME, '"violet"', '"plaid"'), "lamplight/ruleset.py, sides"),
    "one ink for both": (changed(GAME, '"violet"', '"green"'), "lamplight/ruleset.py, sides"),
    "fresh names no action": (changed(GAME, 'fresh=("flare"', 'fresh=("glare"'), "lamplight/ruleset.py, fresh"),
    "a script in a drawing": (
        changed(ICON, '<circle cx="24" cy="20" r="5" fill="cut"/>', "<script>alert(1)</script>"),
        "icons/lamp.svg, svg.script",
    ),
    "a handler in a drawing": (
        changed(ICON, 'r="5"', 'r="5" onclick="alert(1)"'),
        "icons/lamp.svg, svg.circle.onclick",
    ),
    "an address in a drawing": (changed(ICON, 'fill="cut"', 'fill="url(//x)"'), "icons/lamp.svg, svg.circle.fill"),
    "entities in a drawing": (
        {ICON: '<!DOCTYPE svg [<!ENTITY a "b">]><svg viewBox="0 0 48 48"/>'},
        "icons/lamp.svg, svg",
    ),
    "a drawing of another size": (changed(ICON, "0 0 48 48", "0 0 24 24"), "icons/lamp.svg, svg.viewBox"),
    "a drawing that is none": ({ICON: "no drawing"}, "icons/lamp.svg, svg"),
    "our name": (changed(POINTS, "lamplight =", "revolucion ="), "entry_points.txt, sandtable.rulesets, revolucion"),
    "our name in other letters": (changed(POINTS, "lamplight =", "Revo-Lucion ="), "entry_points.txt"),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_one_with_a_fault_is_left_out_by_its_file_and_key(install, fault):
    changes, said = FAULTS[fault]
    install(changes)
    listed = desk.call("catalogue", {})
    assert {entry["id"] for entry in listed["rulesets"]} == OURS
    (left_out,) = listed["left_out"]
    assert left_out["package"] == "lamplight 1.0"
    assert "the package lamplight 1.0 has a fault" in left_out["message"]
    assert said in left_out["message"]
    assert registry.ruleset("revolucion").package == "sandtable.rulesets.revolucion"
    odds = {"ruleset": "revolucion", "action": "regroup", "fields": {"unit": "RegularInfantry"}}
    assert desk.call("odds", odds)["status"] == "ok", "the others are played all the same"


def test_a_file_that_is_no_text_is_told(install, tmp_path):
    install()
    (tmp_path / "site" / TEXTS).write_bytes(b"\xff\xfe")
    (left_out,) = desk.call("catalogue", {})["left_out"]
    assert "messages/en.toml: This is not text in UTF-8." in left_out["message"]


def test_one_that_is_asked_for_says_why_it_is_left_out(install):
    install({TABLES: None})
    with pytest.raises(Refusal) as refused:
        registry.ruleset("lamplight")
    (problem,) = refused.value.problems
    assert "tables.toml: There is no such file." in kernel_catalogue().say(problem.message)
    reply = desk.call("ruleset", {"ruleset": "lamplight"})
    assert "tables.toml" in reply["problems"][0]["message"]


@pytest.mark.parametrize(
    ("old", "new", "said"),
    (
        ('"watch.hours"', '"watch.days"', "tables.toml, watch.days: There is no such entry."),
        ('"outcome.hours"', '"outcome.days"', "messages/en.toml, outcome.days: There is no such text."),
        ("* situation.lamps", "* situation.men", "lamplight/ruleset.py, line 120: AttributeError"),
    ),
)
def test_a_rule_that_stumbles_is_told_by_its_own_file(install, old, new, said):
    install(changed(GAME, old, new))
    reply = desk.call("odds", {"ruleset": "lamplight", "action": "watch", "fields": {}})
    (problem,) = reply["problems"]
    assert said in problem["message"]


def test_the_entry_of_another_object_under_its_own_name_is_no_double(install):
    """A package that is on the path twice registers the same object twice: that is one ruleset."""
    install()
    registry.add("lamplight", "lamplight.ruleset:RULESET")
    try:
        assert desk.call("catalogue", {})["left_out"] == []
    finally:
        registry._ADDED.pop("lamplight")
