"""Scenario files of Mesoamerica: what they say is on the table, what is wrong with them is told with its line, seeds make armies by prowess, and battles of them are played."""

from __future__ import annotations

import json
from collections import Counter

import pytest

from sandtable.battle.engine.battle import Battle
from sandtable.battle.engine.log import read_log
from sandtable.battle.engine.verify import verify
from sandtable.battle.matches.match import Match, play_logged
from sandtable.battle.scenario.library import load, shipped
from sandtable.battle.scenario.reader import examine, read_scenario
from sandtable.battle.scenario.scenario import Scenario
from sandtable.battle.scenario.texts import scenario_words
from sandtable.kernel.messages import Texts
from sandtable.kernel.stream import DiceStream
from sandtable.rulesets.mesoamerica.ruleset import RULESET
from sandtable.rulesets.mesoamerica.table.rules import TABLE
from sandtable.rulesets.mesoamerica.table.setting import made_by_chance, raised
from sandtable.rulesets.mesoamerica.table.state import MesoamericaField
from sandtable.rulesets.mesoamerica.vocabulary import HAND_WEAPONS, MISSILES, Side, UnitType, Weapon
from tests.rulesets.mesoamerica.table.laying import EAST, WEST

SCENARIOS = ("flower-war", "azcapotzalco-1428", "matlatzinco-1479", "otumba-1520")
SMALL = """
ruleset = "mesoamerica"
title = "Two hills"

[table]
width = 30
height = 24

[options]
access = "West"
season = "winter"

[[area]]
kind = "uneven"
smooth = false
outline = [[10, 10], [14, 10], [14, 13], [10, 13]]

[[area]]
kind = "swampy"
smooth = false
outline = [[20, 10], [24, 10], [24, 13], [20, 13]]

[[hill]]
outline = [[2, 8], [6, 8], [6, 12], [2, 12]]
smooth = false

[[side]]
label = "West"
name = "Mexica"
edge = "south"

[[side]]
label = "East"
name = "Tepanecs"
edge = "north"

[[column]]
name = "Itzcoatl"
side = "West"

[[column.unit]]
name = "Itzcoatl"
type = "leader"
bases = 1
at = [10, 3, 0]
strength = 5

[[column.unit]]
name = "Old priests"
type = "priest"
bases = 1
at = [12, 3, 0]

[[column.unit]]
name = "Eagles"
type = "war_club"
bases = 1
at = [12, 12, 0]
strength = 5
elite = true
armoured = true
division = 1
hidden = true

[[column.unit]]
name = "Moyotlan"
type = "club"
bases = 1
at = [8, 6, 0]
division = 1

[[column]]
name = "Maxtla"
side = "East"

[[column.unit]]
name = "Maxtla"
type = "leader"
bases = 1
at = [10, 22, 180]
strength = 4

[[column.unit]]
name = "Young priests"
type = "priest"
bases = 1
at = [12, 22, 180]

[[column.unit]]
name = "Coyoacan"
type = "bow"
bases = 1
at = [10, 19, 180]
men = 15

[[column.unit]]
name = "Tenayuca"
type = "sling"
bases = 1
at = [12, 19, 180]
"""


def laid(text: str = SMALL) -> MesoamericaField:
    return TABLE.set_up(text, RULESET.default_tables)


def words(text: str) -> dict[str, str]:
    """What is wrong with a file, in words, and where."""
    _, problems = examine(text, "small.toml")
    with Texts.strictly():
        return {scenario_words(problem.message, "mesoamerica"): problem.field for problem in problems}


# ---- What a file says ----------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("PRE-2.01", "PRE-2.01b", "PRE-3.07b", "PRE-3.12b", "PRE-3.16", "PRE-3.18b", "PRE-3.23")
def test_units_of_a_file_enter_the_books_and_stand_where_it_says():
    assert words(SMALL) == {}
    field = laid()
    units = field.books.units
    assert units["Itzcoatl"].kind is UnitType.LEADER
    assert (units["Itzcoatl"].strength, units["Itzcoatl"].elite, units["Itzcoatl"].weapon) == (5, True, Weapon.WAR_CLUB)
    assert (units["Old priests"].strength, units["Old priests"].weapon) == (1, Weapon.SWORD)
    assert (units["Eagles"].strength, units["Eagles"].armoured, units["Eagles"].division) == (5, True, 1)
    assert (units["Coyoacan"].men.all, units["Coyoacan"].started, units["Coyoacan"].strength) == (15, 15, 3)
    assert field.pieces["Moyotlan"].figures[0] == (8000, 6000, 0)
    assert field.edges == {"West": "south", "East": "north"}


@pytest.mark.rule("PRE-3.27", "PRE-3.27b", "PRE-G.12")
def test_options_of_a_file_are_in_force_and_who_hides_is_hidden():
    field = laid()
    assert field.books.access is WEST
    assert field.tables.option("season") == "winter"
    assert field.books.units["Eagles"].hidden
    assert field.pieces["Eagles"].hidden


# ---- What is wrong with one ----------------------------------------------------------------------------------------------------------

ANOTHER = '\n[[column.unit]]\nname = "{}"\ntype = "{}"\nbases = 1\nat = [{}, 19, 180]\n'
WRONG = {
    "a comma": ('name = "Coyoacan"', 'name = "Coyoacan, I"', "Coyoacan, I has a comma in its name"),
    "a name twice": ('name = "Coyoacan"', 'name = "moyotlan"', "moyotlan is the name of two units."),
    "no such weapon": ('type = "sling"', 'type = "musket"', "musket"),
    "too strong": ("strength = 4", "strength = 7", "Give a whole number from 1 to 6."),
    "too many men": ("men = 15", "men = 21", "Give a whole number from 1 to 20."),
    "two bases": ('type = "sling"\nbases = 1', 'type = "sling"\nbases = 2', "bases"),
    "Spaniards": ('type = "sling"', 'type = "spanish"', "Tenayuca is Spanish cavalry. Switch the option spanish on"),
    "no leader": ('type = "leader"\nbases = 1\nat = [10, 22', 'type = "club"\nbases = 1\nat = [10, 22', "East has 0 leaders. Give it one."),
    "two leaders": ('type = "sling"', 'type = "leader"', "East has 2 leaders. Give it one."),
    "no priest": ('type = "priest"\nbases = 1\nat = [12, 22', 'type = "club"\nbases = 1\nat = [12, 22', "East has no priest unit. Give it one."),
    "armour": ("men = 15", "men = 15\narmoured = true\n" + ANOTHER.format("Xo", "club", 16) + "armoured = true", "2 units of East are armoured. At most 1 may be."),
    "a lance": ('type = "club"', 'type = "lance"', "1 unit of West has lances, and 0 may"),
    "hiding without access": ('access = "West"\n', "", "Eagles hides, but its side did not know the field."),
    "hiding in the open": ("at = [12, 12, 0]", "at = [16, 12, 0]", "Eagles hides in open ground."),
    "hiding in a swamp": ("at = [12, 12, 0]", "at = [22, 12, 0]", "Eagles hides in open ground."),
    "hiding near an enemy": ("at = [10, 19, 180]", "at = [12, 14, 180]", "Eagles hides within 2 in of Coyoacan."),
    "hiding men who are not elite": ("elite = true\n", "", "Eagles is not elite and cannot hide."),
    "a leader who hides": ("at = [10, 3, 0]\n", "at = [12, 11, 0]\nhidden = true\n", "Itzcoatl cannot hide."),
    "an objective": ("[[side]]", '[[objective]]\nname = "Temple"\nkind = "hold"\nat = [15, 12]\nwithin = 3\n\n[[side]]', "won by points for men and leaders"),
    "a zone": ("[[side]]", '[[zone]]\nid = "z"\nside = "West"\noutline = [[0, 0], [9, 0], [9, 4], [0, 4]]\n\n[[side]]', "Give them places, and leave the zone out."),
    "turns": ("[[side]]", "[victory]\nturns = 6\n\n[[side]]", "Set it under [house.victory] as last_turn"),
    "a leader of a column": ('name = "Itzcoatl"\nside = "West"', 'name = "Itzcoatl"\nside = "West"\nleader = { name = "Tlacaelel", at = [5, 3] }', "Tlacaelel is no unit."),
    "somebody on another": ("at = [12, 19, 180]", "at = [10.3, 19, 180]", "stands on top of"),
    "a hint for no moment": ("[[side]]", '[[hint]]\nside = "West"\nwhen = "tea"\ntext = "Now."\n\n[[side]]', "tea"),
}  # fmt: skip


@pytest.mark.rule("PRE-3.11", "PRE-3.21", "PRE-3.27", "PRE-3.27b", "PRE-3.28b", "PRE-G.06", "PRE-G.10", "PRE-G.46")
@pytest.mark.parametrize("name", WRONG)
def test_what_is_wrong_with_a_file_is_told_with_its_line(name: str):
    old, new, told = WRONG[name]
    assert SMALL.count(old)
    text = SMALL.replace(old, new, 1)
    found = words(text)
    said = next((each for each in found if told in each), None)
    assert said is not None, found
    line = int(found[said].split()[2].strip(","))
    assert found[said].startswith("small.toml, line ")
    assert 1 <= line <= len(text.splitlines())


@pytest.mark.rule("PRE-3.23", "PRE-G.02", "PRE-3.27")
def test_divisions_of_eleven_armies_of_thirty_one_and_six_in_hiding_are_too_many():
    many = "".join(ANOTHER.format(f"N{n}", "club", 0.6 + n * 0.9).replace("19, 180", "16, 180") for n in range(29))
    assert any("East has 33 units. Give it 30 at most." in each for each in words(SMALL + many))
    eleven = "".join(
        ANOTHER.format(f"N{n}", "club", 0.6 + n * 0.9).replace("19, 180]", "16, 180]\ndivision = 2") for n in range(11)
    )
    assert words(SMALL + eleven).keys() == {"Division 2 of East has 11 units. A division has 10 at most."}
    hiding = ANOTHER.replace("[{}, 19, 180]", "[{}, 13, 0]\nelite = true\nhidden = true")
    six = (
        SMALL.replace(
            '[[column]]\nname = "Maxtla"',
            "".join(hiding.format(f"H{n}", "club", 10.4 + n * 0.8).lstrip("\n") + "\n" for n in range(5))
            + '[[column]]\nname = "Maxtla"',
        )
        .replace("[14, 13], [10, 13]", "[15, 14], [10, 14]")
        .replace("at = [12, 12, 0]", "at = [12, 11.5, 0]")
    )
    assert words(six).keys() == {"West hides 6 units. At most 5 may be."}


# ---- Battles by chance -----------------------------------------------------------------------------------------------------------------

COUNTS = {1: 25, 2: 23, 3: 19, 4: 15, 5: 13}  # units by prowess: 500 men at 1 are 250 at 5, in twenties
BEST = {1: 4, 2: 4, 3: 5, 4: 5, 5: 6}  # the strength of a leader by prowess


def army(scenario: Scenario, side: Side) -> list[tuple[str, int]]:
    return [(unit.type, unit.fields.get("strength", 1)) for unit in scenario.units if unit.side == side]


@pytest.mark.rule(
    "PRE-3.03", "PRE-3.04", "PRE-3.05", "PRE-3.07", "PRE-3.10", "PRE-3.11", "PRE-3.13", "PRE-3.14", "PRE-3.15"
)
@pytest.mark.rule(
    "PRE-3.08", "PRE-3.09", "PRE-3.21", "PRE-3.23", "PRE-G.01", "PRE-G.02", "PRE-G.03", "PRE-G.04", "PRE-G.11"
)
@pytest.mark.rule("PRE-3.03b", "PRE-3.06", "PRE-3.16b", "PRE-G.08")
def test_armies_of_a_seed_are_raised_and_armed_as_the_rules_have_it():
    prowess: Counter[int] = Counter()
    for seed in range(12):
        text = made_by_chance(seed)
        assert text == made_by_chance(seed)
        scenario = read_scenario(text)
        edges = {side.label: side.edge for side in scenario.sides}
        assert set(edges.values()) == {"north", "south"}
        for side in Side:
            own = army(scenario, side)
            types = Counter(kind for kind, _ in own)
            assert types["leader"] == types["priest"] == 1
            (leader,) = (strength for kind, strength in own if kind == "leader")
            (mp,) = (mp for mp, count in COUNTS.items() if count == len(own))
            prowess[mp] += 1
            assert leader == BEST[mp]
            assert all(mp // 2 + 1 <= strength <= BEST[mp] for kind, strength in own if kind != "priest"), own
            hand = sum(types[weapon] for weapon in HAND_WEAPONS)
            shots = sum(types[weapon] for weapon in MISSILES)
            assert hand + shots == len(own) - 2
            assert hand > shots
            assert types["war_club"] == round(2 * hand / 3)
            assert types["atl_atl"] * 2 > shots
            armoured = sum(bool(unit.fields.get("armoured")) for unit in scenario.units if unit.side == side)
            assert armoured == len(own) // 4
            for unit in scenario.units:
                if unit.side == side and not unit.hidden and unit.place.pose:
                    y = unit.place.pose.y
                    far = y if edges[side] == "south" else scenario.terrain.height - y
                    assert far <= (12000 if scenario.options.get("access") == side else 6000)
    assert len(prowess) >= 3, "all kinds of armies come about"


@pytest.mark.rule("PRE-3.12", "PRE-G.04")
@pytest.mark.parametrize(("reading", "strengths"), (("row6", set(BEST.values())), ("six", {6})))
def test_leaders_are_elite_and_by_option_always_of_strength_six(reading: str, strengths: set[int]):
    tables = RULESET.tables({"leader_strength": reading})
    books = [raised(DiceStream(f"leaders {seed}"), tables) for seed in range(3)]
    leaders = [unit for each in books for unit in each.units.values() if unit.kind is UnitType.LEADER]
    assert len(leaders) == 6
    assert all(unit.elite for unit in leaders)
    assert {unit.strength for unit in leaders} <= strengths


@pytest.mark.rule("PRE-2.04", "PRE-2.04b")
def test_units_stand_on_squares_of_fifteen_millimetres_and_riders_on_longer_ones():
    text = shipped()["otumba-1520"].read_text(encoding="utf-8")
    field = TABLE.set_up(text, RULESET.tables(load("otumba-1520").options))
    bases = {field.unit(piece).kind is UnitType.SPANISH: piece.base for piece in field.pieces.values()}
    assert (bases[False].width, bases[False].behind) == (590, 590)
    assert (bases[True].width, bases[True].behind) == (590, 1380)


def test_a_seed_that_hides_units_lays_them_out_hidden_and_nobody_else():
    scenarios = [read_scenario(made_by_chance(seed)) for seed in range(12)]
    hidden = [unit for scenario in scenarios for unit in scenario.units if unit.hidden]
    assert hidden
    assert all(unit.fields.get("elite") for unit in hidden)


@pytest.mark.long
def test_two_hundred_seeds_make_files_with_which_nothing_is_wrong():
    for seed in range(200):
        assert words(made_by_chance(seed)) == {}, seed


# ---- Files that are shipped --------------------------------------------------------------------------------------------------------------


def test_the_battles_are_shipped_and_each_tells_what_is_history_and_what_is_fitted():
    assert set(SCENARIOS) <= set(shipped())
    for name in SCENARIOS:
        scenario = load(name)
        assert scenario.history.note
        assert scenario.history.sources
        for said in ("From the rules:", "From history:", "Fitted:"):
            assert said in scenario.history.fitted
        assert all(side.briefing for side in scenario.sides)
    assert load("otumba-1520").options == {"season": "spring", "spanish": True}


@pytest.mark.rule("PRE-G.46")
def test_only_otumba_has_spaniards():
    kinds = {name: {unit.type for unit in load(name).units} for name in SCENARIOS}
    assert [name for name in SCENARIOS if "spanish" in kinds[name]] == ["otumba-1520"]


def test_the_lesson_says_something_at_every_moment_of_a_battle_to_both_sides():
    hints = load("flower-war").hints
    for side in Side:
        told = {hint.when for hint in hints if hint.side == side and not hint.turn and not hint.fact}
        assert told == {"begin", "sacrifice", "orders", "new_orders", "name", "fight", "claim", "waiting", "over"}


# ---- Battles of files ----------------------------------------------------------------------------------------------------------------


def test_a_battle_of_a_file_is_played_logged_and_verified():
    match = Match("mesoamerica", SMALL, (("West", "nearest"), ("East", "random")), TABLE.levels[-1])
    battle = play_logged(match, "tests")
    log = read_log(json.dumps(battle.log.plain()))
    assert log == battle.log
    assert Battle.resume(TABLE, log, "tests").state == battle.state
    assert verify(TABLE, log, "tests").differences == ()
    assert battle.result is not None
    assert {EAST.value, WEST.value} == {side for side, _ in battle.result.scores}
