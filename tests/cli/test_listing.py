"""What there is: rulesets, actions, rules."""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
from importlib.metadata import entry_points

import pytest
from typer.main import get_group

from sandtable.cli.conditions import condition_text
from sandtable.cli.main import COMMANDS, app_for
from sandtable.cli.rules import find
from sandtable.kernel import registry
from sandtable.kernel.card import read_card
from sandtable.kernel.form import when
from sandtable.umpire.description import condition_view
from sandtable.umpire.examples import example
from sandtable.umpire.setting import read_setting
from tests.cli.conftest import Run

EVERY_ACTION = [(name, action.id) for name in registry.names() for action in registry.ruleset(name).actions]


def test_rulesets_are_listed(run: Run) -> None:
    shown, told = run("rulesets"), run("rulesets", "--json")
    installed = sorted(point.name for point in entry_points(group=registry.GROUP))
    assert sorted(ruleset["id"] for ruleset in told.json["rulesets"]) == installed
    assert "Revolucion!" in shown.out
    assert (shown.code, told.code) == (0, 0)


def test_actions_tell_fields_choices_conditions_questions_and_measures(run: Run) -> None:
    told = run("actions", "revolucion", "--json").json
    actions = {action["id"]: action for action in told["actions"]}
    ruleset = registry.ruleset("revolucion")
    assert list(actions) == [action.id for action in ruleset.actions if action.open_under(ruleset.default_tables)]
    fields = {field["name"]: field for field in actions["assault"]["fields"]}
    assert {"RegularInfantry", "VeteranCavalry"} <= {choice["value"] for choice in fields["unit"]["choices"]}
    assert fields["target_formation"]["needed"] is not None
    assert fields["cover"]["needed"] is None
    assert "assault.frontal" in {question["key"] for question in actions["assault"]["asks"]}
    assert "wins" in {measure["id"] for measure in actions["assault"]["measures"]}


def test_one_action_is_shown_in_full_with_an_example_that_works(run: Run) -> None:
    shown = run("actions", "revolucion", "deployed fire")
    assert "usually open" in shown.out
    line = " ".join(shown.out.rsplit("sandtable ", 1)[1].split())
    assert run(*shlex.split(line)).code == 0


def test_a_list_says_how_many_it_takes_and_not_that_all_of_them_are_units(run: Run) -> None:
    score, move = run("actions", "mesoamerica", "score").out, run("actions", "mesoamerica", "move").out
    assert ("2 of them, numbered from 1" in score, "2 to 2" in score) == (True, False)
    assert "1 to 8 of them, numbered from 1" in move


def test_actions_that_an_option_opens_are_named_with_it(run: Run) -> None:
    shown = run("actions", "revolucion").out
    assert "With --option aircraft=on: bomb, strafe and anti_aircraft." in " ".join(shown.split())
    assert "bomb" in {
        action["id"] for action in run("actions", "revolucion", "--option", "aircraft=on", "--json").json["actions"]
    }


def test_an_action_that_is_closed_says_what_opens_it(run: Run) -> None:
    for told in (run("actions", "revolucion", "bomb"), run("odds", "revolucion", "bomb", "target_type=Artillery")):
        told.refused("bomb belongs to the option aircraft, which is off. Add --option aircraft=on.")
        assert told.err.count("aircraft=on") == 1


def test_an_option_is_on_or_off_as_it_is_written(run: Run) -> None:
    (wire,) = (line.split() for line in run("actions", "revolucion").out.splitlines() if line.split()[:1] == ["wire"])
    assert wire[:4] == ["wire", "off", "on,", "off"]


def test_an_example_has_names_as_people_give_them(run: Run) -> None:
    shown = " ".join(run("actions", "uprising1848", "split").out.split())
    assert "'actor_name=The vanguard' 'name=The reserve'" in shown


@pytest.mark.parametrize(("ruleset", "action"), EVERY_ACTION)
def test_the_example_of_every_action_is_a_whole_form(ruleset: str, action: str) -> None:
    found = registry.ruleset(ruleset).by_id[action]
    setting = read_setting({"ruleset": ruleset, "options": dict([found.option]) if found.option else {}})
    _, known = setting.ruleset.fresh
    setting.form(found, example(setting, found, known))


def test_rules_are_found_by_id_with_or_without_the_prefix_by_chapter_and_by_words() -> None:
    ruleset = registry.ruleset("revolucion")
    assert [rule.id for rule in find(ruleset, "rev-6.04")] == ["REV-6.04"]
    assert [rule.id for rule in find(ruleset, "6.04")] == ["REV-6.04"]
    assert {rule.chapter for rule in find(ruleset, "6")} == {"6"}
    assert all("soft" in (rule.text + str(rule.tables)).lower() for rule in find(ruleset, "soft cover"))
    assert find(ruleset, "soft cover")


def test_a_rule_is_printed_whole(run: Run) -> None:
    told = run("rules", "revolucion", "REV-6.35", "--json").json["rules"]
    shown = run("rules", "revolucion", "REV-6.35").out
    assert [rule["id"] for rule in told] == ["REV-6.35"]
    assert " ".join(told[0]["text"].split()) in " ".join(shown.split())


def test_an_unknown_rule_id_is_refused_with_those_near_it(run: Run) -> None:
    run("rules", "revolucion", "REV-6.0444").refused("There is no rule REV-6.0444.", "REV-6.04")


def test_words_that_no_rule_holds_are_said_to_be_so(run: Run) -> None:
    ran = run("rules", "revolucion", "submarine")
    assert (ran.code, ran.out) == (1, "")
    assert "submarine" in ran.err


def test_the_contents_lead_on(run: Run) -> None:
    shown = run("rules", "revolucion").out
    assert "Assaults" in shown
    assert "--all" in shown


def test_unknown_names_are_refused_with_those_there_are(run: Run) -> None:
    run("actions", "nope").refused("There is no ruleset called nope.", "revolucion")
    run("odds", "revolucion", "nope").refused("There is no action called nope.", "deployed_fire")


def test_a_command_loads_only_its_own_module() -> None:
    for module in ("sandtable.cli.session", "typst"):
        sys.modules.pop(module, None)
    app_for(["rules", "revolucion"])
    assert "typst" not in sys.modules
    assert "sandtable.cli.session" not in sys.modules


def test_help_names_every_command_and_loads_none(run_alone: Run) -> None:
    shown = " ".join(run_alone("--help").out.split())
    for command, (_, says) in COMMANDS.items():
        assert f"{command} {says[:40]}" in shown


@pytest.mark.parametrize("command", COMMANDS)
def test_a_command_says_of_itself_what_the_help_says_of_it(command: str) -> None:
    group = get_group(app_for([command]))
    (own,) = group.commands.values()
    assert (own.help or "").split("\n\n")[0].replace("\n", " ") == COMMANDS[command][1]


def test_the_list_of_rulesets_loads_no_rules(surroundings: dict[str, str]) -> None:
    """It comes from a text file of each; the order is that of the files."""
    ask = "import sys; from sandtable.cli.main import run; run(['rulesets']); print(*sys.modules, file=sys.stderr)"
    ran = subprocess.run([sys.executable, "-c", ask], capture_output=True, text=True, env=surroundings, check=True)
    assert not [name for name in ran.stderr.split() if name.startswith("sandtable.rulesets.") and name.count(".") > 2]
    places = {name: read_card(package).place for name, package in registry.packages().items()}
    assert re.findall(r"^(\w+)  ", ran.stdout, re.MULTILINE)[1:] == sorted(places, key=lambda name: places[name])


@pytest.mark.parametrize(
    ("condition", "words"),
    (
        (when("unit", "Artillery"), "unit is Artillery"),
        (~when("unit", "Artillery", "Train"), "unit is not Artillery or Train"),
        (when("led", True) & ~when("bases", None), "led is yes and bases is given"),
        (~(when("led", True) | when("bases", None)), "led is no and bases is given"),
        (when("unit", *"abcdefghijklmn"), "unit is a, b, c, d, e, f, g, h, i, j, k, l or 2 more"),
    ),
)
def test_conditions_are_told_in_words(condition, words: str) -> None:
    assert condition_text(condition_view(condition)) == words
