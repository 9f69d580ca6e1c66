"""Scenario files of 1848!: what they say is on the table, what is wrong with them is told with its line, and risings of them are played."""

from __future__ import annotations

from dataclasses import replace
from importlib.resources import files

import pytest

from sandtable.battle.engine.battle import Battle
from sandtable.battle.engine.revelation import places_given_away
from sandtable.battle.matches.play import play
from sandtable.battle.scenario.library import shipped
from sandtable.battle.scenario.reader import examine, read_scenario
from sandtable.battle.scenario.rules import scenario_rules
from sandtable.battle.scenario.texts import scenario_words
from sandtable.battle.seat import Seat
from sandtable.geometry.cover import contains
from sandtable.geometry.measure import Pose, inches
from sandtable.kernel.messages import Texts
from sandtable.kernel.stream import DiceStream
from sandtable.miniatures.bodies import gaps
from sandtable.miniatures.orders import Act
from sandtable.rulesets.uprising1848.ruleset import RULESET
from sandtable.rulesets.uprising1848.scenarios import scenario_units
from sandtable.rulesets.uprising1848.table.figures import Role, bases_of
from sandtable.rulesets.uprising1848.table.fold import synced
from sandtable.rulesets.uprising1848.table.rules import TABLE
from sandtable.rulesets.uprising1848.table.state import GOVERNMENT, PLAYER, UprisingField
from sandtable.rulesets.uprising1848.vocabulary import Cache, Firearm, Kind, Melee, Quality, Scenario, Side
from tests.rulesets.uprising1848.table.laying import SEATS, act, done, go, in_step

FOLDER = files("sandtable.rulesets.uprising1848.table").joinpath("scenarios")
NAMES = ("across-the-valley", "kandern-1848", "kossuths-flight", "lord-of-the-manor")
SMALL = """
ruleset = "uprising1848"
title = "Two houses"

[table]
width = 36
height = 36

[victory]
morale = false
turns = 4

[[zone]]
id = "home"
side = "Player"
outline = [[0, 0], [36, 0], [36, 4], [0, 4]]

[[area]]
id = "inn"
kind = "house"
outline = [[4, 18], [9, 18], [9, 22], [4, 22]]

[[line]]
id = "yard"
kind = "wall"
points = [[2, 16], [14, 16]]

[[mark]]
kind = "cache"
name = "Chest"
side = "NonPlayer"
at = [6, 20]
contents = "cash"
hidden = true

[[side]]
label = "Player"
name = "The rising"

[[side]]
label = "NonPlayer"
name = "The garrison"

[[column]]
name = "Attack"
side = "Player"

[[column.unit]]
name = "Core"
type = "revolutionaries"
bases = 6
leader = true
leader_mounted = true
at = [20, 4, 0]

[[column.unit]]
name = "Boys"
type = "revolutionaries"
bases = 8
quality = "Conscript"
firearm = "none"
melee = "improvised"
arms = "pistol 2, scythe 1"

[[arrival]]
turn = 1
at = [18, 0, 0]
units = ["boys"]

[[column]]
name = "Defence"
side = "NonPlayer"

[[column.unit]]
name = "Company"
type = "infantry"
bases = 8
officers = 1
marksmen = 1
guards = "Chest"
at = [18, 26, 180]

[[column.unit]]
name = "Howitzer"
type = "artillery"
bases = 4
howitzer = true
limbered = true
at = [28, 28, 180]

[[column.unit]]
name = "Watch"
type = "garrison"
bases = 4
hidden = true
at = [6.5, 19.5, 180]
"""


def laid(text: str = SMALL) -> UprisingField:
    return TABLE.set_up(text, RULESET.default_tables)


def text_of(name: str) -> str:
    return FOLDER.joinpath(f"{name}.toml").read_text(encoding="utf-8")


# ---- What a file says ----------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("R48-3.01", "R48-3.04", "R48-G.07", "R48-G.42", "R48-11.05", "R48-G.57")
def test_units_of_a_file_enter_the_books_figure_by_figure():
    field = laid()
    in_step(field)
    first, *rest = field.men["Core"]
    assert (first.role, first.mounted, first.firearm) == (Role.LEADER, True, Firearm.PISTOL)
    assert not any(man.mounted for man in rest)
    assert {man.quality for man in rest} == {Quality.VETERAN}
    boys = field.men["Boys"]
    assert [man.firearm for man in boys].count(Firearm.PISTOL) == 3  # two, and one beside a scythe
    assert {man.melee for man in boys} == {Melee.IMPROVISED}
    assert field.waiting == {"Boys"}
    assert all(pose.y < 0 for pose in field.pieces["Boys"].figures)
    company = field.men["Company"]
    assert [man.role for man in company[:3]] == [Role.OFFICER, Role.NCO, Role.NONE]
    assert [number for number, man in enumerate(company) if man.marksman] == [2]
    assert field.guarding == {"Company": "Chest"}


@pytest.mark.rule("R48-11.04", "R48-11.11", "R48-3.53", "R48-G.10")
def test_friendly_lines_finds_guns_and_those_who_are_hidden():
    field = laid()
    assert contains(field.friendly, Pose(inches(18), inches(2)).point)
    assert field.pieces["Howitzer"].marker == Pose(inches(28), inches(28), 1800)
    assert field.unit("Howitzer").limbered
    assert field.pieces["Watch"].hidden
    assert field.unit("Watch").secret
    assert field.sites["Chest"].structure == "inn"
    assert field.books.places["Chest"].cache is Cache.CASH
    theirs = TABLE.view(field, Seat("friedrich", (PLAYER,)))
    assert "Watch" not in theirs.pieces
    assert theirs.books.places["Chest"].cache is None
    assert TABLE.decisions(field)[0].by == PLAYER  # nobody places anything: the Players press


def test_nobody_stands_on_somebody_else():
    for name in NAMES:
        field = laid(text_of(name))
        stands = [stand for piece in field.pieces.values() if piece.id not in field.waiting for stand in piece.stands]
        apart = gaps(stands, stands)
        assert apart.min() >= 0, name
        in_step(field)


# ---- What is wrong with a file ---------------------------------------------------------------------------------------------------------


def told(text: str) -> list[str]:
    """What is wrong, each with its line."""
    _, problems = examine(text, "small.toml")
    with Texts.strictly():
        return [
            f"{problem.field.rpartition(', ')[2]}: {scenario_words(problem.message, RULESET.id)}"
            for problem in problems
        ]


WRONG = {
    "no_friendly": ('[[zone]]\nid = "home"\nside = "Player"\noutline = [[0, 0], [36, 0], [36, 4], [0, 4]]\n', ""),
    "friendly_inland": ("outline = [[0, 0], [36, 0], [36, 4], [0, 4]]", "outline = [[2, 2], [30, 2], [30, 4], [2, 4]]"),
    "comes_later": ("turn = 1\n", "turn = 2\n"),
    "government_waits": ('units = ["boys"]', 'units = ["boys", "company"]'),
    "no_zone": ("at = [20, 4, 0]", 'zone = "home"'),
    "leader_is_a_figure": ('name = "Attack"\n', 'name = "Attack"\nleader = { name = "Struve", at = [10, 10] }\n'),
    "players_revolt": ('type = "garrison"', 'type = "revolutionaries"'),
    "other_side": ('type = "revolutionaries"\nbases = 6\nleader = true\n', 'type = "infantry"\nbases = 6\n'),
    "hidden_players": ("leader_mounted = true\n", "hidden = true\n"),
    "unknown_arm": ("pistol 2, scythe 1", "pistol 2, cannon 1"),
    "too_many_arms": ("pistol 2, scythe 1", "pistol 8, scythe 1"),
    "too_many_ranks": ("bases = 4\nhidden", "bases = 1\nofficers = 1\nhidden"),
    "too_many_marksmen": ("marksmen = 1", "marksmen = 7"),
    "guards_nothing": ('guards = "Chest"', 'guards = "Crown"'),
    "hero_leads": ('quality = "Conscript"', 'quality = "Conscript"\nhero = true'),
    "two_heros": ("leader_mounted = true", "hero = true\n[[column.unit]]\nname='X'\ntype='revolutionaries'\nbases=2\nleader=true\nhero=true"),
    "no_estate": ('type = "garrison"\nbases = 4', 'type = "aristocrats"\nbases = 1\nlord = true'),
    "estate_outside": ('kind = "cache"\nname = "Chest"\nside = "NonPlayer"\nat = [6, 20]\ncontents = "cash"\n', 'kind = "estate"\nname = "Chest"\nside = "NonPlayer"\nat = [30, 20]\n'),
}  # fmt: skip


@pytest.mark.parametrize("name", WRONG)
def test_what_is_wrong_is_told_in_words_with_its_line(name):
    before, after = WRONG[name]
    assert before in SMALL
    text = SMALL.replace(before, after, 1)
    _, problems = examine(text, "small.toml")
    assert f"scenario.{name}" in {problem.message.id for problem in problems}, told(text)
    assert all(problem.field for problem in problems)
    words = told(text)
    if after:
        assert any(each.startswith("line ") for each in words), words


def test_words_that_are_wrong_are_told_where_they_stand():
    text = SMALL.replace("pistol 2, scythe 1", "pistols, cannon 1")
    one, other = told(text)
    at = text[: text.index("Boys")].count("\n")  # the line of its [[column.unit]]
    assert one.startswith(f"line {at}: Boys has arms that nobody knows: pistols.")
    assert "cannon" in other


def test_everything_wrong_with_lords_has_words():
    text = SMALL.replace('type = "garrison"\nbases = 4', 'type = "aristocrats"\nbases = 1\nlord = true')
    text += '\n[[column.unit]]\nname = "Brother"\ntype = "aristocrats"\nbases = 1\nlord = true\nat = [30, 20, 0]\n'
    assert any("second lord" in each for each in told(text))


# ---- The scenarios that come with it -----------------------------------------------------------------------------------------------------


def test_the_scenarios_are_there_and_nothing_is_wrong_with_them():
    known = shipped()
    for name in NAMES:
        found = read_scenario(known[name].read_text(encoding="utf-8"), name)
        assert found.ruleset == RULESET.id
        assert found.victory.turns
        assert all(side.briefing for side in found.sides)
        assert found.history.fitted


FEWER = {"The border guards": 8}  # of a first lesson; the rulebook lets players change what it has


@pytest.mark.rule("R48-11.10", "R48-11.12", "R48-11.20", "R48-11.21", "R48-G.47", "R48-11.12a")
@pytest.mark.parametrize(
    ("name", "scenario"), (("lord-of-the-manor", Scenario.MANOR), ("kossuths-flight", Scenario.KOSSUTH))
)
def test_the_rulebooks_examples_have_the_rulebooks_units(name, scenario):
    field = laid(text_of(name))
    assert field.goal.scenario is scenario
    for unit in scenario_units(scenario, RULESET.default_tables):
        known = field.unit(unit.name)
        assert known.party == replace(unit.party, figures=FEWER.get(unit.name, unit.party.figures)), unit.name
        assert known.secret == unit.secret


@pytest.mark.rule("R48-11.21", "R48-11.20")
def test_the_border_guards_stand_within_twelve_inches_of_the_border_and_hints_speak():
    field = laid(text_of("kossuths-flight"))
    assert all(pose.y >= field.terrain.height - inches(12) for pose in field.pieces["The border guards"].figures)
    assert field.goal.hero == "Kossuth and his escort"
    battle = Battle.begin(TABLE, text_of("kossuths-flight"), SEATS, "lesson")
    scene = TABLE.desk.scene(battle.view("friedrich"), SEATS[0])
    assert scene.hint is not None
    assert "Press" in scene.hint


@pytest.mark.rule("R48-11.10", "R48-11.11", "R48-11.13")
def test_the_manors_garrison_is_inside_and_nobody_sees_it():
    field = laid(text_of("lord-of-the-manor"))
    manor = next(each for each in field.terrain.areas if each.id == "manor")
    for name in ("The estate's garrison", "The lord"):
        assert all(contains(manor.outline, pose.point) for pose in field.pieces[name].figures)
        assert name not in TABLE.view(field, SEATS[0]).pieces
    assert (field.goal.estate, field.goal.lord) == ("manor", "The lord")
    theirs = TABLE.view(field, SEATS[0])
    assert theirs.goal.lord == ""
    assert places_given_away(field, theirs) == ()
    assert TABLE.view(field, SEATS[1]).goal.lord == "The lord"
    assert field.waiting == {"The veterans", "The volunteers"}


def before_the_manor(y: float) -> UprisingField:
    """The mission with four of the veterans before the house, its leader among them, who have the initiative."""
    field = laid(text_of("lord-of-the-manor"))
    name = "The veterans"
    men = tuple(replace(man, mounted=False, horse=False) for man in field.men[name][:4])
    figures = tuple(Pose(inches(22 + 1.2 * number), inches(y), 0) for number in range(4))
    piece = replace(field.pieces[name], figures=figures, bases=bases_of(men, field.tables))
    known = replace(field.unit(name), figures=4, reference=4)
    books = replace(field.books.with_units(known), side=Side.PLAYER)
    field = replace(field, books=books, men={**field.men, name: men}, waiting=frozenset({"The volunteers"}))
    return synced(field.with_piece(name, figures=piece.figures, bases=piece.bases), name)


@pytest.mark.rule("R48-11.11", "R48-11.13", "R48-11.14", "R48-11.15", "R48-11.16")
def test_the_manor_is_played_its_garrison_found_and_its_lord_taken():
    field = before_the_manor(45)
    house = next(each for each in field.terrain.areas if each.id == "manor")
    south = min(point.y for point in house.outline)
    field = before_the_manor(south / 1000 - 8)
    assert "The estate's garrison" not in TABLE.view(field, SEATS[0]).pieces
    field = done(field, act("move", "The veterans"), move_distance=[[3]])
    field = done(field, go(field, "The veterans", 0, 6))
    garrison = TABLE.view(field, SEATS[0]).pieces["The estate's garrison"]
    assert len(garrison.figures) == 15
    assert TABLE.result(field) is None
    lord = field.pieces["The lord"].figures[0]
    inside = before_the_manor(lord.y / 1000 - 1.05)
    beaten = replace(inside.unit("The estate's garrison"), gone=True, figures=0)
    pieces = {name: piece for name, piece in inside.pieces.items() if name != "The estate's garrison"}
    men = {name: some for name, some in inside.men.items() if name != "The estate's garrison"}
    inside = replace(inside, books=inside.books.with_units(beaten), pieces=pieces, men=men)
    row = tuple(Pose(lord.x + inches(1.2 * number), lord.y - inches(1.05), 0) for number in range(4))
    found = inside.with_piece("The veterans", figures=row).with_piece("The lord", hidden=False)
    taken = done(found, act("question", "The veterans", "The lord"), question_result=10)
    result = TABLE.result(taken)
    assert result is not None
    assert (result.reason.id, result.winner) == ("ended.manor", PLAYER)
    assert taken.books.points == 5


@pytest.mark.rule("R48-11.02", "R48-G.46")
@pytest.mark.parametrize("seed", (1, 8))
def test_valleys_by_a_seed_are_all_right(seed):
    rules = scenario_rules(RULESET.id)
    text = rules.made_by_chance(seed)
    assert text == rules.made_by_chance(seed)
    assert text != rules.made_by_chance(seed + 1)
    assert told(text) == []
    field = laid(text)
    assert field.goal.turns == 15
    assert field.goal.scenario is Scenario.GENERIC
    assert {unit.party.kind for unit in field.books.units.values()} == {Kind.REVOLUTIONARIES, Kind.CIVILIANS}


@pytest.mark.long
def test_hundreds_of_valleys_are_all_right():
    rules = scenario_rules(RULESET.id)
    for seed in range(200):
        assert told(rules.made_by_chance(seed)) == [], seed


@pytest.mark.long
@pytest.mark.parametrize("name", NAMES)
def test_scenarios_are_played_to_their_end(name):
    start = laid(text_of(name))
    players = {role: TABLE.players["opponent"]("fair", f"{name}/{role}") for role in (PLAYER, GOVERNMENT)}
    end, result = play(TABLE, start, players, DiceStream(f"dice of {name}"), most=5000)
    assert result is not None
    in_step(end)


@pytest.mark.rule("R48-G.57", "R48-11.05")
def test_who_waits_comes_over_the_friendly_edge():
    """The computer throws for the Boys and brings them on."""
    field = laid()
    field = replace(field, books=replace(field.books, side=Side.PLAYER))
    field = done(field, act("move", "Boys"), move_distance=[[4]])
    decision = TABLE.decisions(field)[0]
    order = TABLE.players["opponent"]("fair", "x").order(field, decision)
    assert isinstance(order, Act)
    field = done(field, order)
    assert field.waiting == frozenset()
    assert all(0 < pose.y <= inches(8) for pose in field.pieces["Boys"].figures)
