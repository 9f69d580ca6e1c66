"""Scenario files of the Mexican-American War: what they say is on the table, what is wrong with them is told with its line, and battles of them are played."""

from __future__ import annotations

import json
from dataclasses import replace
from importlib.resources import files

import pytest

from sandtable.battle.engine.battle import Battle
from sandtable.battle.engine.log import read_log
from sandtable.battle.engine.verify import verify
from sandtable.battle.matches.match import Match, play_logged
from sandtable.battle.scenario.reader import examine, read_scenario
from sandtable.battle.scenario.rules import scenario_rules
from sandtable.battle.scenario.texts import scenario_words
from sandtable.battle.seat import Seat
from sandtable.conformance.table_promises import PROMISES
from sandtable.geometry.measure import inches
from sandtable.kernel.messages import Texts
from sandtable.rulesets.mexican_american_war.armies import order_of_battle
from sandtable.rulesets.mexican_american_war.ruleset import RULESET
from sandtable.rulesets.mexican_american_war.table import turning
from sandtable.rulesets.mexican_american_war.table.rules import KIT, TABLE
from sandtable.rulesets.mexican_american_war.table.state import Kind, MawField
from sandtable.rulesets.mexican_american_war.vocabulary import (
    Arm,
    Carriage,
    Experience,
    Formation,
    LeaderRating,
    Light,
    MoraleClass,
    Phase,
    Side,
    Weapon,
)

GAME = "mexican_american_war"
FOLDER = files("sandtable.rulesets.mexican_american_war.table").joinpath("scenarios")
SHIPPED = sorted(file.name.removesuffix(".toml") for file in FOLDER.iterdir() if file.name.endswith(".toml"))
SMALL = """
ruleset = "mexican_american_war"
title = "A house by the road"

[table]
width = 48
height = 36

[victory]
turns = 6

[[area]]
id = "rancho"
kind = "adobe_building"
outline = [[20, 24], [23, 24], [23, 27], [20, 27]]

[[area]]
kind = "light_woods"
outline = [[2, 14], [8, 14], [8, 20], [2, 20]]

[[road]]
kind = "good"
points = [[30, 0], [30, 36]]

[[objective]]
name = "The rancho"
kind = "hold"
at = [21.5, 25.5]
within = 4
points = 5

[[mark]]
kind = "clock"
side = "US"
at = [1, 1]
begins = "17:30"

[[mark]]
kind = "light"
side = "US"
at = [2, 1]
turn = 3
light = "evening"

[[side]]
label = "US"
name = "Walker's company"
quality = "attacker"
edge = "south"

[[side]]
label = "MEX"
name = "The garrison"
quality = "defender"
edge = "north"

[[column]]
name = "Walker"
side = "US"

[[column.unit]]
name = "Walker"
type = "leader"
bases = 1
at = [24, 5, 0]
rank = "brigade"
rating = "Gallant"

[[column.unit]]
name = "5th US Infantry"
type = "infantry"
bases = 8
at = [24, 8, 0]
colonel = true

[[column.unit]]
name = "Ringgold's Battery"
type = "guns"
bases = 2
at = [34, 8, 0]
limbered = true

[[column]]
name = "Mora"
side = "MEX"

[[column.unit]]
name = "1st Line"
type = "infantry"
bases = 5
formation = "garrison"
at = [21, 25, 180]
morale_class = "Unreliable"

[[column.unit]]
name = "Lanceros"
type = "cavalry"
bases = 6
at = [36, 30, 180]
like = "7th Line Cavalry"
"""


def laid(text: str = SMALL) -> MawField:
    return TABLE.set_up(text, RULESET.default_tables)


def shipped(name: str) -> str:
    return FOLDER.joinpath(f"{name}.toml").read_text(encoding="utf-8")


# ---- What a file says ----------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("MAW-23.14", "MAW-24.01", "MAW-17.01", "MAW-G.19", "MAW-G.19d", "MAW-G.16")
def test_units_of_a_file_enter_the_books_with_their_ratings_and_are_drawn_up():
    field = laid()
    units = field.books.units
    foot, guns, line, lancers = (
        units[name] for name in ("5th US Infantry", "Ringgold's Battery", "1st Line", "Lanceros")
    )
    assert (foot.experience, foot.morale_class, foot.weapon) == (Experience.VETERAN, MoraleClass.SPIRITED, Weapon.M)
    assert foot.brave_colonel
    assert (guns.experience, guns.carriage, guns.limbered) == (Experience.ELITE, Carriage.FLC, True)
    assert (line.weapon, line.morale_class, line.formation) == (Weapon.IM, MoraleClass.UNRELIABLE, Formation.GARRISON)
    assert (lancers.arm, lancers.lances, lancers.on_horse) == (Arm.CAVALRY, True, True)
    assert field.inside == {"1st Line": "rancho"}
    assert field.shapes["1st Line"].kind is Kind.HOUSE
    walker = field.books.leaders["Walker"]
    assert (walker.rating, walker.command) == (LeaderRating.GALLANT, ("5th US Infantry", "Ringgold's Battery"))
    assert len(field.pieces["5th US Infantry"].figures) == 8
    assert field.pieces["Ringgold's Battery"].base.behind == inches(2), "limbered"


@pytest.mark.rule("MAW-0.09", "MAW-12.02", "MAW-12.03", "MAW-12.04", "MAW-G.63")
def test_a_file_says_when_it_begins_and_when_it_gets_dark():
    field = laid()
    assert field.setting.lights == (
        (3, Light.EVENING_1),
        (4, Light.EVENING_2),
        (5, Light.EVENING_3),
        (6, Light.EVENING_4),
    )
    assert turning.clock_of(field, 1) == (17, 30)
    assert turning.clock_of(field, 4) == (18, 15), "a quarter of an hour each turn"
    civil = TABLE.set_up(SMALL, RULESET.tables({"nauticalTwilight": False}))
    assert civil.setting.lights == ((3, Light.EVENING_1), (4, Light.EVENING_2))


@pytest.mark.rule("MAW-G.18b", "MAW-G.27", "MAW-G.27a", "MAW-G.21")
def test_a_file_says_who_moves_first_what_is_key_and_where_home_is():
    field = laid()
    assert field.books.side is Side.US
    assert (
        laid(
            SMALL.replace('"attacker"', '"x"').replace('"defender"', '"attacker"').replace('"x"', '"defender"')
        ).books.side
        is Side.MEX
    )
    assert field.setting.edges == {"US": "south", "MEX": "north"}
    assert [(key.name, key.points, key.within) for key in field.setting.keys] == [("The rancho", 5, inches(4))]
    assert field.held == {"the-rancho": "MEX"}
    assert field.setting.turns == 6


@pytest.mark.rule("MAW-G.18")
def test_a_file_says_at_how_many_lost_stands_a_side_is_badly_hurt_and_withdraws():
    usual = laid()
    assert [usual.books.heavy_at(side, usual.tables) for side in Side] == [3, 3], "a quarter of ten, and of eleven"
    assert [turning.withdraws_at(usual, side) for side in Side] == [5, 6], "half"
    field = laid(SMALL + LOSSES)
    assert [field.books.heavy_at(side, field.tables) for side in Side] == [1, 3]
    assert [turning.withdraws_at(field, side) for side in Side] == [2, 6]
    hurt = replace(field, books=field.books.with_changes("5th US Infantry", stands=6))
    assert turning.worn_out(hurt) == (Side.US,)
    assert turning.worn_out(replace(usual, books=hurt.books)) == ()
    judged = replace(hurt, judged=True)
    assert judged.books.phase == Phase.LEADERS
    found = turning.result(judged)
    assert found is not None
    assert (found.winner, found.reason.id) == ("MEX", "result.broken")


LOSSES = """
[[mark]]
kind = "losses"
side = "US"
at = [3, 1]
heavy = 1
withdraws = 2
"""


# ---- What is wrong with one ----------------------------------------------------------------------------------------------------------

WRONG = {
    "too many stands": ("bases = 8\n", "bases = 26\n", "bases", "Give a whole number from 1 to 25."),
    "too many guns": ("bases = 2\n", "bases = 9\n", "bases", "For Guns give 1 to 6."),
    "one stand of foot": (
        "bases = 8\n",
        "bases = 1\n",
        "[[column.unit]]",
        "has fewer than 2 stands. Give it 2 or more.",
    ),
    "ratings of nobody": (
        'like = "7th Line Cavalry"',
        'like = "7th Lane Cavalry"',
        "[[column.unit]]",
        "The rating tables know no 7th Lane Cavalry. Name a unit that they know.",
    ),
    "open order for line troops": (
        "bases = 8\n",
        'bases = 8\nformation = "open order thin"\n',
        "[[column.unit]]",
        "5th US Infantry is in open order and no light troops.",
    ),
    "horse in square": (
        'like = "7th Line Cavalry"',
        'like = "7th Line Cavalry"\nformation = "deliberate square"',
        "[[column.unit]]",
        "Lanceros cannot form square: only infantry can.",
    ),
    "a garrison in the open": (
        "at = [21, 25, 180]",
        "at = [12, 30, 180]",
        "[[column.unit]]",
        "1st Line must be a garrison exactly where its place is inside a structure.",
    ),
    "a full house": (
        "bases = 5\n",
        "bases = 9\n",
        "[[column.unit]]",
        "1st Line has too many stands for one structure, which holds 6.",
    ),
    "two attackers": (
        'quality = "defender"',
        'quality = "attacker"',
        "[[side]]",
        "2 sides are the attacker. Give exactly one side the quality attacker: it moves first.",
    ),
    "a light without a turn": ("turn = 3\n", "", "[[mark]]", "A light needs its turn and which light it is."),
    "a clock nobody can read": ('"17:30"', '"half past"', "[[mark]]", "A clock needs the time"),
    "losses without a number": (
        'kind = "clock"\nside = "US"\nat = [1, 1]\nbegins = "17:30"',
        'kind = "losses"\nside = "US"\nat = [1, 1]',
        "[[mark]]",
        "Losses need a number of stands.",
    ),
    "a name twice": (
        'name = "Lanceros"',
        'name = "1st line"',
        "[[column.unit]]",
        "1st line is the name of two units. Give one of them another name.",
    ),
    "part-timers who know war": (
        'like = "7th Line Cavalry"',
        'unit_class = "auxiliary"\nexperience = "Veteran"',
        "[[column.unit]]",
        "Lanceros is part-time soldiers, who are Raw. Leave the experience out.",
    ),
    "somebody on another's base": ("at = [34, 8, 0]", "at = [26, 8, 0]", "[[column.unit]]", "stands on top of"),
    "an exit": ('kind = "hold"', 'kind = "exit"\nedge = "north"', "[[objective]]", "The rancho is no place to hold."),
}


@pytest.mark.rule("MAW-17.03", "MAW-23.07", "MAW-13.02", "MAW-15.05", "MAW-18.02", "MAW-G.19d")
@pytest.mark.parametrize("name", WRONG)
def test_what_is_wrong_with_a_file_is_told_with_its_line(name):
    old, new, where, told = WRONG[name]
    assert old in SMALL
    text = SMALL.replace(old, new, 1)
    _, problems = examine(text, "small.toml")
    lines = text.splitlines()
    with Texts.strictly():
        found = {scenario_words(problem.message, GAME): problem.field for problem in problems}
    words = next((each for each in found if told in each), None)
    assert words is not None, found
    place = found[words]
    assert place.startswith("small.toml, line ")
    assert lines[int(place.split()[2].strip(",")) - 1].startswith(where)


def test_leaders_of_the_file_format_are_sent_to_their_columns():
    text = SMALL + '\n[[leader]]\nname = "Taylor"\nside = "US"\nat = [20, 3]\n'
    _, problems = examine(text, "small.toml")
    told = [scenario_words(problem.message, GAME) for problem in problems]
    assert any("Make him a unit of the type leader" in each for each in told), told


# ---- Files that are shipped, and files from a seed -------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", SHIPPED)
def test_what_is_shipped_is_right_and_can_be_set_up(name):
    text = shipped(name)
    _, problems = examine(text, name)
    assert [scenario_words(problem.message, GAME) for problem in problems] == []
    field = laid(text)
    scenario = read_scenario(text)
    assert len(field.pieces) == len(scenario.units)
    assert scenario.history.note
    assert scenario.history.fitted
    assert all(side.briefing for side in scenario.sides)


@pytest.mark.rule("MAW-0.07", "MAW-0.08", "MAW-0.08a", "MAW-23.07", "MAW-23.14", "MAW-24.01", "MAW-21.04a")
def test_palo_alto_has_the_order_of_battle_of_the_rules():
    field = laid(shipped("palo-alto-1846"))
    units = field.books.units
    told = order_of_battle("Palo Alto")
    assert told is not None
    assert sorted(stands for _, stands, _ in told) == sorted(unit.started for unit in units.values())
    for name, stands, _ in told:
        if name in units:
            assert units[name].started == stands
            assert len(field.pieces[name].figures) == stands
    foot = {
        side: sum(unit.started for unit in units.values() if unit.side is side and not unit.is_guns) for side in Side
    }
    assert {side: 40 * stands for side, stands in foot.items()} == {Side.US: 2000, Side.MEX: 3280}, (
        "of 2,288 and 3,709 with guns and staff"
    )
    guns = {
        side: 2 * sum(unit.started for unit in units.values() if unit.side is side and unit.is_guns) for side in Side
    }
    assert guns == {Side.US: 10, Side.MEX: 12}
    light = [unit for unit in units.values() if unit.is_guns and unit.weapon is Weapon.LG]
    assert {unit.carriage for unit in light if unit.side is Side.US} == {Carriage.FLC, Carriage.HLC}
    assert {unit.carriage for unit in light if unit.side is Side.MEX} == {Carriage.OLC}
    assert units["18-pounders"].carriage is Carriage.HC_SIEGE


@pytest.mark.parametrize("seed", range(8))
def test_a_file_made_by_chance_is_right(seed):
    text = scenario_rules(GAME).made_by_chance(seed)
    assert text == scenario_rules(GAME).made_by_chance(seed)
    _, problems = examine(text, "chance")
    assert [scenario_words(problem.message, GAME) for problem in problems] == []
    field = laid(text)
    assert KIT.result(field) is None
    assert {piece.owner for piece in field.pieces.values()} == {"US", "MEX"}


@pytest.mark.parametrize("players", (("random", "nearest"),))
def test_a_battle_of_a_file_is_played_logged_and_verified(players):
    sides = tuple(zip(("US", "MEX"), players, strict=True))
    short = SMALL.replace("turns = 6", "turns = 3")
    battle = play_logged(Match(GAME, short, sides, TABLE.levels[-1]), "tests")
    log = read_log(json.dumps(battle.log.plain()))
    assert log == battle.log
    assert Battle.resume(TABLE, log, "tests").state == battle.state
    assert verify(TABLE, log, "tests").differences == ()
    assert battle.result is not None


# ---- The lesson ------------------------------------------------------------------------------------------------------------------------


def test_the_lesson_begins_with_the_first_decision_and_has_a_word_for_every_other():
    text = shipped("ringgold-goes-forward")
    field = laid(text)
    torrejon, twiggs = Seat("two", ("MEX",)), Seat("one", ("US",))
    assert TABLE.desk.scene(field, torrejon).hint.startswith("A turn begins with its leaders.")
    assert TABLE.desk.scene(field, torrejon).hint_about == "Torrejón"
    assert TABLE.desk.scene(field, twiggs).hint.startswith("They are moving.")
    told = {(hint.side, hint.when) for hint in field.hints}
    moments = {"leaders", "check", "declare", "move", "reply", "fire", "fight"}
    assert told >= {(side.value, when) for side in Side for when in moments}
    assert {hint.unit for hint in field.hints if hint.unit} <= set(field.pieces)


@pytest.mark.long
@pytest.mark.parametrize("promise", PROMISES, ids=lambda each: each.__name__)
def test_it_keeps_what_every_table_promises(promise):
    """Battles of files made by chance are legal to their end, replay, verify and can be taken back; nothing hidden is told, and refusals name a rule."""
    promise(TABLE)
