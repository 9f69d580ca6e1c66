"""Scenario files of Average Dice: what they say is on the table, what is wrong with them is told with its line, and battles of them are played."""

from __future__ import annotations

import json
from importlib.resources import files

import pytest

from sandtable.battle import registry
from sandtable.battle.engine.battle import Battle
from sandtable.battle.engine.log import read_log
from sandtable.battle.engine.verify import verify
from sandtable.battle.matches.match import Match, play_logged, play_through
from sandtable.battle.scenario.library import shipped
from sandtable.battle.scenario.reader import examine, read_scenario
from sandtable.battle.scenario.rules import rulesets_with_tables, scenario_rules
from sandtable.battle.scenario.texts import scenario_words
from sandtable.geometry.measure import Pose, inches
from sandtable.kernel.messages import Texts
from sandtable.kernel.problem import Refusal
from sandtable.miniatures.acting import disagreements
from sandtable.miniatures.bodies import gaps
from sandtable.rulesets.average_dice.ruleset import RULESET
from sandtable.rulesets.average_dice.table import housing, setting
from sandtable.rulesets.average_dice.table.rules import KIT, TABLE
from sandtable.rulesets.average_dice.table.state import AverageDiceField
from sandtable.rulesets.average_dice.vocabulary import Arm, Side, StructureKind, Weapon

NAME = "the-two-villages"
FOLDER = files("sandtable.rulesets.average_dice.table").joinpath("scenarios")
SMALL = """
ruleset = "average_dice"
title = "Two houses"

[table]
width = 36
height = 24

[[area]]
id = "store"
kind = "stone_building"
outline = [[4, 18], [7, 18], [7, 21], [4, 21]]

[[area]]
id = "mill"
kind = "wooden_building"
outline = [[9, 18], [12, 18], [12, 21], [9, 21]]

[[line]]
id = "yard"
kind = "low_wall"
points = [[2, 16], [14, 16]]

[[mark]]
kind = "village"
name = "San Pedro"
side = "federal"
at = [8, 19]
houses = "store, mill"

[[side]]
label = "villista"
name = "Villistas"

[[side]]
label = "federal"
name = "Federals"

[[column]]
name = "Attack"
side = "villista"

[[column.unit]]
name = "Dorados"
type = "cavalry"
bases = 6
at = [20, 6, 0]
weapon = "winchester"

[[column.unit]]
name = "Peones"
type = "infantry"
bases = 10
formation = "line"
at = [10, 6, 0]
throwers = 2

[[column]]
name = "Defence"
side = "federal"

[[column.unit]]
name = "First Company"
type = "infantry"
bases = 8
at = [5, 19, 180]
weapon = "mauser"
deserters = true

[[column.unit]]
name = "Colt"
type = "mg"
bases = 2
at = [20, 16, 180]
"""


def laid(text: str = SMALL) -> AverageDiceField:
    return TABLE.set_up(text, RULESET.default_tables)


# ---- What a file says ----------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("AVD-1.04b", "AVD-1.05", "AVD-5.14", "AVD-G.01")
def test_units_of_a_file_enter_the_books_and_are_drawn_up():
    field = laid()
    units, pieces = field.books.units, field.pieces
    assert units["Dorados"].arm is Arm.CAVALRY
    assert units["Dorados"].mounted
    assert units["Dorados"].weapon is Weapon.WINCHESTER
    assert (units["Peones"].throwers, units["Peones"].weapon) == (2, Weapon.HOTCHPOTCH)
    assert units["First Company"].prone_to_desertion
    assert {pose.y for pose in pieces["Peones"].figures} == {inches(5.5)}, "the bases of a line touch its front"
    assert len({pose.y for pose in pieces["Dorados"].figures}) == 2, "others draw up in two ranks"
    for name in ("Dorados", "Peones"):
        apart = gaps(pieces[name].stands, pieces[name].stands)
        assert apart[apart > 0].min() == inches(0.02)
    assert pieces["Colt"].marker == Pose(inches(20), inches(16), 1800)
    assert [pose.y > inches(16) for pose in pieces["Colt"].figures] == [True, True], "its crew stand behind it"


@pytest.mark.rule("AVD-1.08", "AVD-5.14", "AVD-G.45")
def test_houses_are_in_the_books_with_who_is_inside():
    field = laid()
    assert field.books.structures["store"].kind is StructureKind.STONE_BUILDING
    assert field.books.structures["store"].inside == ("First Company",)
    assert housing.house_of(field, field.pieces["First Company"]) == "store"
    assert field.villages == (("store", "mill"),)
    assert {area.kind for area in field.terrain.areas} == {"building"}


def test_options_of_a_file_are_in_force_unless_somebody_chose_otherwise():
    text = SMALL + "\n[options]\ncoherency = 3\n"
    assert laid(text).tables.option("coherency") == read_scenario(text).options["coherency"]
    chosen = RULESET.tables({"field_gun_type": "standard"})
    assert TABLE.set_up(SMALL, chosen).tables is chosen


@pytest.mark.parametrize("seed", range(6))
def test_a_file_made_by_chance_lays_out_what_its_seed_lays_out(seed):
    made = scenario_rules("average_dice").made_by_chance(seed)
    one = laid(made)
    other = TABLE.set_up(setting.made(f"chance {seed}", RULESET.default_tables), RULESET.default_tables)
    assert one.books.units == other.books.units
    assert one.books.raised == other.books.raised
    assert list(setting.problems(one)) == []
    for name, piece in one.pieces.items():
        assert piece.marker == other.pieces[name].marker
        assert piece.base == other.pieces[name].base
        if piece.marker is None:
            assert piece.figures == other.pieces[name].figures


def test_the_two_villages_are_a_file_that_is_shipped():
    assert NAME in shipped()
    text = FOLDER.joinpath(f"{NAME}.toml").read_text(encoding="utf-8")
    assert list(setting.problems(laid(text))) == []
    assert {side.label for side in read_scenario(text).sides} == {side.value for side in Side}


SHIPPED = ("carrizal-1916", "gomez-palacio-1914", "the-road-to-san-pedro", NAME)


@pytest.mark.parametrize("name", SHIPPED)
def test_nothing_is_wrong_with_what_is_shipped_and_it_says_what_is_history(name):
    text = FOLDER.joinpath(f"{name}.toml").read_text(encoding="utf-8")
    scenario, problems = examine(text, name)
    assert problems == []
    assert scenario is not None
    assert len(scenario.history.note) > 100
    assert len(scenario.history.fitted) > 100
    assert all(side.briefing for side in scenario.sides)
    assert list(disagreements(KIT, laid(text))) == []


@pytest.mark.rule("AVD-1.07", "AVD-2.01", "AVD-3.01b")
def test_scenarios_by_a_seed_are_clean_and_have_landscape():
    for seed in range(3):
        _clean(seed)


@pytest.mark.long
def test_hundreds_of_scenarios_by_a_seed_are_clean():
    for seed in range(200):
        _clean(seed)


def _clean(seed: int) -> None:
    text = scenario_rules("average_dice").made_by_chance(seed)
    scenario, problems = examine(text, f"{seed}")
    assert problems == [], seed
    assert scenario is not None
    assert {area.kind for area in scenario.terrain.areas} >= {"stream", "stone_building"}
    assert scenario.terrain.hills or scenario.terrain.lines
    assert list(setting.problems(laid(text))) == []


# ---- What is wrong with one ----------------------------------------------------------------------------------------------------------

WRONG = {
    "too many figures": (
        "bases = 10\n",
        "bases = 12\n",
        "bases",
        "bases: 12 does not fit. Give a whole number from 1 to 10.",
    ),
    "too many gunners": ("bases = 2\n", "bases = 3\n", "bases", "Colt has 3 bases. For Machine gun give 1 to 2."),
    "no figures": ("bases = 10\n", "bases = 0\n", "bases = 0", "Give a whole number from 1 to 10."),
    "a village of one house": (
        'houses = "store, mill"',
        'houses = "store"',
        "[[mark]]",
        "San Pedro has 1 house. A village has 2 or more: name them with houses.",
    ),
    "a house that is not there": ('"store, mill"', '"store, barn"', "[[mark]]", "There is no house called barn here."),
    "a name twice": (
        'name = "Peones"',
        'name = "dorados"',
        "[[column.unit]]",
        "dorados is the name of two units. Give one of them another name.",
    ),
    "a full house": (
        "at = [20, 16, 180]\n",
        'at = [20, 16, 180]\n\n[[column.unit]]\nname = "Second"\ntype = "infantry"\nbases = 4\nat = [6, 20, 0]\n',
        "[[column.unit]]",
        "Second makes 12 figures of one side in store. A house holds 10 of each side: put some elsewhere.",
    ),
    "a crooked house": ("[7, 21], [4, 21]]", "[7, 21], [5, 22]]", "[[area]]", "store cannot be measured."),
    "a Villista who deserts": (
        "throwers = 2",
        "deserters = true",
        "[[column.unit]]",
        "Peones is Villista, and only Federals are prone to desertion. Leave deserters out.",
    ),
    "more throwers than figures": (
        "bases = 10\n",
        "bases = 1\n",
        "[[column.unit]]",
        "Peones has 2 throwers and 1 figure. Give it fewer.",
    ),
    "figures on a house": (
        "at = [20, 16, 180]",
        "at = [13, 16.8, 180]",
        "[[column.unit]]",
        "Colt stands partly on mill. Put all of it beside the house, or in it: then its place lies within the walls.",
    ),
    "somebody on another's base": ("at = [20, 6, 0]", "at = [12, 6, 0]", "[[column.unit]]", "stands on top of"),
}


@pytest.mark.rule("AVD-1.08", "AVD-2.08", "AVD-2.11", "AVD-4.01", "AVD-5.14")
@pytest.mark.parametrize("name", WRONG)
def test_what_is_wrong_with_a_file_is_told_with_its_line(name):
    old, new, where, told = WRONG[name]
    assert old in SMALL
    text = SMALL.replace(old, new, 1)
    _, problems = examine(text, "small.toml")
    lines = text.splitlines()
    with Texts.strictly():
        found = {scenario_words(problem.message, "average_dice"): problem.field for problem in problems}
    words = next((each for each in found if told in each), None)
    assert words is not None, found
    place = found[words]
    assert place.startswith("small.toml, line ")
    assert lines[int(place.split()[2].strip(",")) - 1].startswith(where)


def test_two_generals_of_a_side_are_one_too_many():
    general = '\n[[column.unit]]\nname = "{}"\ntype = "general"\nbases = 1\nat = [{}, 20, 0]\n'
    _, problems = examine(SMALL + general.format("Huerta", 26) + general.format("Orozco", 28), "small.toml")
    (problem,) = problems
    assert scenario_words(problem.message, "average_dice") == (
        "Orozco is a second General beside Huerta. A side has one."
    )


def test_without_a_registered_table_there_are_no_scenarios(monkeypatch):
    assert "average_dice" in rulesets_with_tables()
    monkeypatch.setattr(registry, "has_table", lambda name: name == "revolucion")  # the answers kept for others stay
    assert "average_dice" not in rulesets_with_tables()
    with pytest.raises(Refusal):
        scenario_rules("average_dice")


# ---- Battles of files ----------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", (("random", "nearest"), ("opponent", "random")))
def test_a_battle_of_a_file_is_played_logged_and_verified(players):
    sides = tuple(zip(("villista", "federal"), players, strict=True))
    match = Match("average_dice", SMALL, sides, TABLE.levels[-1])
    battle = play_logged(match, "tests")
    log = read_log(json.dumps(battle.log.plain()))
    assert log == battle.log
    assert Battle.resume(TABLE, log, "tests").state == battle.state
    assert verify(TABLE, log, "tests").differences == ()
    told = play_through(match, "tests")
    assert told.orders == battle.log.number
    assert set(told.lost) == {"villista", "federal"}
    assert battle.result is not None
    lost = {
        side.value: sum(
            unit.started - (0 if unit.gone else unit.all_figures)
            for unit in battle.state.books.units.values()
            if unit.side is side
        )
        for side in Side
    }
    assert told.lost == lost
