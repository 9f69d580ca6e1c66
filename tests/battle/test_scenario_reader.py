"""Scenario files: what is read, and what is said about what is wrong."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random

import pytest

from sandtable.battle.scenario.library import load, shipped, source_of
from sandtable.battle.scenario.lines import numbered_lines
from sandtable.battle.scenario.reader import examine, house_text, read_scenario, slug
from sandtable.battle.scenario.rules import rulesets_with_tables, scenario_rules
from sandtable.battle.scenario.scenario import Place, Scenario
from sandtable.battle.scenario.texts import scenario_words
from sandtable.geometry.measure import Point, Pose
from sandtable.kernel import registry
from sandtable.kernel.problem import Refusal

MANUAL = Path(__file__).parents[2] / "docs" / "scenarios.md"
EVERYTHING = Path(__file__).parent / "scenarios" / "everything.toml"
SMALL = """
ruleset = "revolucion"
title = "Small"

[table]
width = 24
height = 24

[[side]]
label = "Revolutionary"
name = "Reds"

[[side]]
label = "Government"
name = "Blues"

[[column]]
name = "Red"
side = "Revolutionary"
leader = { name = "Rosa", at = [12, 2] }

[[column.unit]]
name = "First"
type = "RegularInfantry"
bases = 4
at = [6, 6, 0]

[[column]]
name = "Blue"
side = "Government"
leader = { name = "Azul", at = [12, 22] }

[[column.unit]]
name = "Second"
type = "RegularInfantry"
bases = 4
at = [6, 18, 180]
"""


def told(source: str) -> list[str]:
    """Every problem as people read it, the place first."""
    try:
        _, problems = examine(source, "file.toml")
    except Refusal as refusal:
        problems = list(refusal.problems)
    return [f"{one.field.removeprefix('file.toml, ')}: {scenario_words(one.message, 'revolucion')}" for one in problems]


def comb(teeth: int, *, turned: bool) -> str:
    """The outline of a comb, teeth up or to the right, as a file has it."""
    places = [(0.0, 1.0)]
    for number in range(teeth):
        places += [(1 + number * 20 / teeth, 20.0), (1 + (number + 0.5) * 20 / teeth, 2.0)]
    places.append((22.0, 1.0))
    return f"[{', '.join(f'[{y}, {x}]' if turned else f'[{x}, {y}]' for x, y in places)}]\n"


WOOD = "[[area]]\nkind = 'woods'\nsmooth = false\noutline = "
SQUARE = "[[1, 1], [23, 1], [23, 23], [1, 23]]\n"


def line_of(source: str, text: str) -> str:
    return f"line {next(n for n, line in enumerate(source.splitlines(), 1) if text in line)}"


@pytest.mark.parametrize("name", shipped())
def test_ground_without_a_shape_is_named_whatever_the_game(name: str) -> None:
    source = source_of(name)[0]
    kind = next(iter(load(name).terrain.areas)).kind
    _, problems = examine(f"{source}\n[[area]]\nid = 'nowhere'\nkind = '{kind}'\n", "file.toml")
    assert [one.message.id for one in problems] == ["scenario.no_outline"]


@pytest.fixture(scope="module")
def everything() -> Scenario:
    return read_scenario(EVERYTHING.read_text(encoding="utf-8"), EVERYTHING.name)


def test_a_small_scenario_is_read() -> None:
    scenario = read_scenario(SMALL)
    assert (scenario.id, scenario.title, scenario.terrain.width) == ("small", "Small", 24_000)
    assert [unit.id for unit in scenario.units] == ["first", "second"]
    assert scenario.units[0].place.pose == Pose(6000, 6000, 0)
    assert scenario.units[0].formation == "maneuver"
    assert scenario.leader_by_id["rosa"].column == "red-column"
    assert scenario.columns[0].leader == "rosa"
    assert scenario.footprints["first"].anchor == Pose(6000, 6000, 0)
    assert scenario.footprints["rosa"].radius == 750
    assert scenario.source == SMALL


def test_lengths_are_thousandths_and_facings_tenths(everything: Scenario) -> None:
    assert everything.north == 200
    guns = everything.unit_by_id["guns"]
    assert guns.place.pose == Pose(54_000, 8000, 100)
    arrival = everything.arrivals[0]
    assert (arrival.turn, arrival.at, arrival.facing, arrival.to) == (
        3,
        Point(72_000, 10_000),
        2700,
        Point(40_000, 20_000),
    )


def test_each_thing_has_its_place(everything: Scenario) -> None:
    units = everything.unit_by_id
    assert units["brigada-zaragoza"].place == Place(zone="south")
    assert units["dorados"].place.arrival == everything.arrivals[0].id
    assert everything.leader_by_id["fierro"].place.arrival == everything.arrivals[0].id
    assert units["9th-battalion"].place.aboard == "troop-train"
    assert units["ambush"].hidden
    assert units["troop-train"].fields == {"armored": True}
    assert units["maquina-loca"].fields == {"end": 60}
    assert set(everything.footprints).isdisjoint({"dorados", "9th-battalion", "brigada-zaragoza", "biplane"})


def test_a_train_stands_on_its_track(everything: Scenario) -> None:
    train = everything.footprints["troop-train"]
    track = next(road for road in everything.terrain.roads if road.id == "central")
    xs = sorted(base.x for base in train.bases)
    assert len(train.bases) == 4
    assert all(abs(base.y - 18_200) < 400 for base in train.bases), "the track runs there"
    assert all(abs(base.facing - 2700) < 60 for base in train.bases), "it faces the start of the track"
    assert train.bases[0].x == xs[0], "the locomotive leads"
    assert track.points[0].x == -1000


def test_a_bent_line_keeps_its_bases(everything: Scenario) -> None:
    line = everything.footprints["bent-line"]
    assert [base.facing for base in line.bases] == [0, 0, 200, 300]
    assert line.front == 4


def test_wire_is_cut_into_segments(everything: Scenario) -> None:
    wire = [line for line in everything.terrain.lines if line.kind == "wire"]
    assert [line.id for line in wire] == ["wire-8-1", "wire-8-2", "wire-8-3"]
    assert sum(end.x - start.x for (start, end) in (line.points for line in wire)) == 5000


def test_round_ground_is_a_curve_through_its_points(everything: Scenario) -> None:
    woods, orchard = everything.terrain.areas[:2]
    assert len(woods.outline) > 6
    assert Point(4000, 30_000) in woods.outline
    assert len(orchard.outline) == 4
    river = next(area for area in everything.terrain.areas if area.kind == "river")
    assert river.outline[0] != river.outline[-1]


def test_options_and_house_rules_come_with_their_lines(everything: Scenario) -> None:
    assert everything.options == {"wire": True, "mines": True, "aircraft": True, "hidden": True, "fire.battery": "none"}
    tables = scenario_rules("revolucion").ruleset.tables(everything.options, everything.house)
    assert tables.cells["fire.modifier.cover.soft"] == -2
    source = EVERYTHING.read_text(encoding="utf-8")
    house = house_text(source)
    assert house.splitlines().index("soft = -2") == source.splitlines().index("soft = -2")


def test_every_shipped_scenario_is_right() -> None:
    assert "tutorial" in shipped()
    for name in shipped():
        assert load(name).id == name


def test_the_tutorial_has_a_hint_for_both_sides_on_every_turn() -> None:
    tutorial = load("tutorial")
    wanted = {(turn, side.label) for turn in range(1, (tutorial.victory.turns or 0) + 1) for side in tutorial.sides}
    assert wanted <= {(hint.turn, hint.side) for hint in tutorial.hints}


def test_rulesets_without_a_table_say_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(registry._ADDED, "risk", "tests.umpire.risk.game:RULESET")
    assert "risk" not in rulesets_with_tables()
    assert told('ruleset = "risk"') == ["line 1: risk has no table yet, so it has no scenarios."]
    assert told('ruleset = "chess"') == ["line 1: There is no ruleset called chess."]
    assert told("title = 3") == ["line 1: ruleset is missing. The ruleset it is for."]


def test_the_scenarios_are_listed_though_another_ruleset_is_gone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "_ADDED", {})
    registry.add("gone", "no_such_package.game:RULESET")
    assert "gone" not in rulesets_with_tables()
    assert "tutorial" in shipped()


def test_a_file_that_is_no_toml_says_where() -> None:
    assert told("ruleset = \n") == ["line 1: This is not TOML: Invalid value."]


def test_a_name_nobody_knows_lists_those_there_are() -> None:
    with pytest.raises(Refusal) as refused:
        source_of("nowhere")
    assert "tutorial" in refused.value.problems[0].choices


def test_all_problems_at_once_from_the_top_down() -> None:
    source = (
        SMALL.replace("width = 24", "width = 3")
        .replace("bases = 4", "bases = 0")
        .replace('title = "Small"', "titel = 1")
    )
    assert told(source) == [
        "line 1: title is missing. Its title.",
        f"{line_of(source, 'titel')}: There is no key titel here. Did you mean title?",
        f"{line_of(source, 'width')}: width: 3 does not fit. Give inches from 12 to 240.",
        f"{line_of(source, 'bases')}: bases: 0 does not fit. Give a whole number from 1 to 12.",
        "line 36: bases: 0 does not fit. Give a whole number from 1 to 12.",
    ]


@pytest.mark.parametrize(
    ("right", "wrong", "said"),
    (
        ('type = "RegularInfantry"', 'type = "Elephants"', "type: Elephants is not known here."),
        (
            "at = [6, 6, 0]",
            "at = [6]",
            "at: [6] is not a place. Give [x, y, facing]: inches from the lower left corner, degrees clockwise from the top.",
        ),
        (
            "at = [6, 6, 0]",
            'at = "here"',
            "at: here is not a place. Give [x, y, facing]: inches from the lower left corner, degrees clockwise from the top.",
        ),
        (
            "at = [12, 2]",
            "at = [12, nan]",
            "at: [12, nan] is not a place. Give [x, y] in inches from the lower left corner.",
        ),
        ("at = [6, 6, 0]", "at = [6, 6, 0]\nhidden = 1", "hidden: 1 is neither true nor false."),
        (
            'name = "First"',
            'name = "First"\nid = \'a"><script>\'',
            'id: a"><script> is not an id. Use small letters without accents, digits, and hyphens between them.',
        ),
        ('name = "First"', "name = 7", "name: 7 is not a text. Write one in quotes."),
        ('name = "Reds"', 'name = "Reds"\nedge = "left"', "edge: left is not known here."),
        ('name = "Reds"', 'name = "Reds"\ncolour = "red"', "There is no key colour here."),
    ),
)
def test_wrong_values_say_what_would_be_right(right: str, wrong: str, said: str) -> None:
    source = SMALL.replace(right, wrong, 1)
    assert told(source) == [f"{line_of(source, wrong.splitlines()[-1])}: {said}"]


@pytest.mark.parametrize(
    ("added", "said"),
    (
        (
            "[[area]]\nkind = 'woods'\noutline = [[1, 1], [2, 2]]",
            "outline is not a list of places. Give 3 or more, each as [x, y] in inches.",
        ),
        (
            "[[area]]\nkind = 'woods'\noutline = [[30, 1], [32, 1], [32, 3]]",
            "woods-1 lies wholly off the table, which is 24 by 24 inches. Move it onto the table.",
        ),
        (
            "[[area]]\nkind = 'field'\noutline = [[1, 1], [5, 5], [5, 1], [1, 5]]",
            "The outline of field-1 crosses itself. Give its points in order around it.",
        ),
        ("[[area]]\nkind = 'woods'", "woods-1 has no shape. Give it an outline, or a path and a width."),
        (
            "[[hill]]\nlevel = 2\noutline = [[1, 10], [5, 10], [5, 12]]",
            "hill-1 is on level 2 and does not lie inside a hill of level 1. Put one around it, or lower it.",
        ),
        (
            "[[area]]\nkind = 'lake'\noutline = [[5, 4], [8, 4], [8, 7], [5, 7]]",
            "First stands in lake-1, where nobody can go. Move it out.",
        ),
        (
            "[[objective]]\nname = 'Town'\nkind = 'hold'\n[victory]\nturns = 3",
            "Town is of the kind hold and has no at. Give it one.",
        ),
        (
            "[[objective]]\nname = 'Off'\nkind = 'exit'\nedge = 'north'",
            "Objectives are counted after the last turn, and there is none. Give turns under [victory].",
        ),
        (
            "[[arrival]]\nturn = 2\nat = [5, 5]\nunits = ['first']",
            "Troops come onto the table at its edge. Give a point on the edge of 24 by 24 inches.",
        ),
        ("[[arrival]]\nturn = 2\nat = [0, 5]\nunits = ['third']", "There is no unit called third here."),
        (
            "[[zone]]\nid = 'z'\nside = 'Government'\noutline = [[20, 20], [30, 20], [30, 24]]",
            "The zone z reaches beyond the table, which is 24 by 24 inches. Keep it inside.",
        ),
        (
            "[[hint]]\nturn = 1\nside = 'Government'\ntext = 'Go'\nunit = 'nobody'",
            "There is no unit called nobody here.",
        ),
        ("[[hint]]\nside = 'Government'\ntext = 'Go'\nunit = 'first'", "There is no unit called first here."),
        ("[[hint]]\nside = 'Government'\ntext = 'Go'\nenemy = 'second'", "There is no unit called second here."),
        (
            "[[hint]]\nside = 'Government'\ntext = 'Go'\nturn = 4\n[victory]\nturns = 3",
            "Turn 4 is after the last turn, 3. Nobody would see it.",
        ),
        (
            "[[hint]]\nside = 'Government'\ntext = 'Go'\nwhen = 'waiting'\nunit = 'second'",
            "No unit of this side can act while it is waiting. Leave unit out, or when.",
        ),
        ("[[hint]]\nside = 'Government'\ntext = 'Go'\nwhen = 'lunch'", "when: lunch is not known here."),
        ("[[hint]]\nside = 'Government'\ntext = 'Go'\nfact = 'hungry'", "fact: hungry is not known here."),
        (
            "[[mark]]\nkind = 'asset'\nside = 'Government'\nat = [50, 5]",
            "asset-0 is off the table, which is 24 by 24 inches. Move it onto the table.",
        ),
        (
            "[[leader]]\nname = 'A'\nside = 'Government'\nchief = true\nat = [2, 22]\n[[leader]]\nname = 'B'\nside = 'Government'\nchief = true\nat = [20, 22]",
            "B is a second commander in chief beside A. An army has one.",
        ),
    ),
)
def test_what_does_not_fit_together_is_told(added: str, said: str) -> None:
    assert any(line.endswith(said) for line in told(f"{SMALL}\n{added}\n"))


def test_a_problem_names_the_line_of_its_own_table_among_many() -> None:
    source = SMALL.replace("at = [6, 18, 180]", "at = [6, 30, 180]")
    unit = source.splitlines().index('name = "Second"')
    assert told(source) == [
        f"line {unit}: Second stands partly off the table, which is 24 by 24 inches. Move it inside."
    ]


def test_units_on_top_of_each_other_are_told() -> None:
    source = SMALL.replace("at = [6, 18, 180]", "at = [6.5, 5, 180]")
    assert [line.partition(": ")[2] for line in told(source)] == ["Second stands on top of First. Move one of them."]


def test_a_unit_stands_in_one_place_only() -> None:
    source = SMALL.replace("at = [6, 6, 0]", "at = [6, 6, 0]\naboard = 'second'")
    assert any("First has several places: at and aboard. Keep one of them." in line for line in told(source))
    source = SMALL.replace("at = [6, 6, 0]\n", "")
    assert any("First stands nowhere." in line for line in told(source))


def test_a_zone_has_room_for_its_troops() -> None:
    zone = "[[zone]]\nid = 'z'\nside = 'Revolutionary'\noutline = [[0, 0], [{0}, 0], [{0}, 2], [0, 2]]\n"
    placed = SMALL.replace("at = [6, 6, 0]", "zone = 'z'")
    assert told(placed + zone.format(4)) == []
    assert any(
        "The zone z is too small: it has 6 square inches for troops that need 6.67." in line
        for line in told(placed + zone.format(3))
    )


def test_a_bridge_over_impassable_water_can_be_stood_on() -> None:
    river = "[[area]]\nkind = 'lake'\noutline = [[5, 3], [9, 3], [9, 8], [5, 8]]\n"
    bridge = "[[area]]\nkind = 'bridge'\noutline = [[4, 3.5], [8, 3.5], [8, 6.5], [4, 6.5]]\n"
    assert told(SMALL + river) != []
    assert told(SMALL + river + bridge) == []


def test_wrong_options_and_house_rules_have_their_lines() -> None:
    source = SMALL + "\n[options]\nwire = 3\nfoo = true\n[house.fire.modifier.cover]\nsoft = 'much'\n"
    found = told(source)
    assert any(line.startswith(f"{line_of(source, 'wire = 3')}: ") and "neither on nor off" in line for line in found)
    assert any(line.startswith(f"{line_of(source, 'foo')}: ") and "no option called foo" in line for line in found)
    assert any(line.startswith(f"{line_of(source, 'soft')}: ") for line in found)


@pytest.mark.parametrize(
    ("name", "known"), (("Cerro del Guaje", "cerro-del-guaje"), ("Cuencamé", "cuencame"), ("¡!", "x"), ("9th", "9th"))
)
def test_names_become_ids(name: str, known: str) -> None:
    assert slug(name) == known


def test_the_same_name_twice_is_numbered_and_the_same_id_twice_is_told() -> None:
    named = SMALL.replace('name = "Second"', 'name = "First"')
    assert [unit.id for unit in read_scenario(named).units] == ["first", "first-2"]
    given = SMALL.replace('name = "First"', 'name = "First"\nid = "x"').replace(
        'name = "Second"', 'name = "Second"\nid = "x"'
    )
    assert any("x is the id of two things." in line for line in told(given))


def test_members_of_lists_of_tables_have_their_own_lines() -> None:
    source = '[[a]]\nx = 1\n[[a.b]]\ny = 2\n[a.b.c]\nz = """\nx = 3\n"""\n[[a]]\nx = 4\n[[a.b]]\ny = 5\n'
    assert numbered_lines(source) == {
        "a.0": 1,
        "a.0.x": 2,
        "a.0.b.0": 3,
        "a.0.b.0.y": 4,
        "a.0.b.0.c": 5,
        "a.0.b.0.c.z": 6,
        "a.1": 9,
        "a.1.x": 10,
        "a.1.b.0": 11,
        "a.1.b.0.y": 12,
    }


def test_the_examples_of_the_manual_are_right() -> None:
    blocks = re.findall(r"```toml\n(.*?)```", MANUAL.read_text(encoding="utf-8"), re.DOTALL)
    least, zones, aims = blocks[1:]
    assert told(least) == []
    late = '\n[[column]]\nname = "Fierro"\nside = "Revolutionary"\nleader = { name = "Fierro" }\n[[column.unit]]\nname = "Dorados"\ntype = "VeteranCavalry"\nbases = 4\n'
    wire = '\n[[line]]\nkind = "wire"\npoints = [[10, 10], [14, 10]]\n'
    assert told(least + late + wire + zones + aims) == []


_VALUES = (
    "0",
    "-1",
    "1e400",
    "nan",
    "true",
    '"x"',
    '""',
    "[]",
    "[[1, 2]]",
    "[[0, 0], [0, 0], [0, 0]]",
    "{}",
    "[{}]",
    "2024-01-01",
)


@pytest.mark.parametrize("seed", range(40))
def test_whatever_is_done_to_a_file_it_is_read_or_its_faults_are_told(seed: int) -> None:
    luck = Random(seed)
    lines = EVERYTHING.read_text(encoding="utf-8").splitlines()
    for _ in range(luck.randint(1, 3)):
        place, other = luck.randrange(len(lines)), luck.randrange(len(lines))
        if luck.random() < 0.6 and "=" in lines[place]:
            lines[place] = f"{lines[place].partition('=')[0]}= {luck.choice(_VALUES)}"
        elif luck.random() < 0.5:
            lines[place] = ""
        else:
            lines[place], lines[other] = lines[other], lines[place]
    for line in told("\n".join(lines)):
        assert re.match(r"(line \d+|file\.toml): \S", line)


@pytest.mark.parametrize(
    ("more", "said"),
    (
        (
            WOOD + comb(9_999, turned=False),
            "line 41: outline has 20000 places. Give 200 at most: a smooth curve needs few.",
        ),
        (
            (WOOD + "[[1, 1], [2, 1], [2, 2]]\n") * 3_000,
            "line 638: The file has more than 150 of [[area]]. Leave some out, or make one of several.",
        ),
        (
            WOOD + comb(60, turned=False) + WOOD + comb(60, turned=True),
            (
                "line 42: With woods-2 the outlines of the ground cross one another more than 2000 times. "
                "Leave some out, or give them fewer points."
            ),
        ),
        (
            "".join(f"[[road]]\nsmooth = false\npoints = [{'[0, 1], [900, 1], ' * 4}]\n" for _ in range(1, 3)),
            (
                "line 40: With this one the outlines, paths and lines of the ground are longer than 6000 inches together. "
                "Draw fewer or shorter ones."
            ),
        ),
        (
            (WOOD + SQUARE) * 5,
            "line 54: With this one the ground covers the table more than 4 times over. Leave some out, or make it smaller.",
        ),
        (
            "".join(
                f"[[column]]\nname = 'C{number}'\nside = 'Government'\n"
                + "[[column.unit]]\nname = 'U'\ntype = 'RegularInfantry'\nbases = 4\nat = [6, 6]\n" * 50
                for number in range(4)
            ),
            "line 1040: The file has more than 200 of [[unit]]. Leave some out, or make one of several.",
        ),
        (
            "[[arrival]]\nturn = 1\nat = [0, 12]\ncolumns = [" + "'Red', " * 300 + "]",
            "line 41: columns has more than 200 entries. Give 200 at most.",
        ),
    ),
    ids=("points", "areas", "crossings", "lengths", "cover", "units", "texts"),
)
def test_what_a_file_may_hold_is_limited_before_any_of_it_is_drawn(more, said):
    assert said in told(SMALL + more)


def test_who_has_too_many_problems_begins_with_the_first_hundred():
    assert len(told(SMALL + "".join(f"wrong{number} = 1\n" for number in range(5_000)))) == 100


@pytest.mark.parametrize(
    "more",
    (
        (
            "[[hill]]\noutline = [[1, 1], [20, 1], [20, 20], [1, 20]]\n"
            "[[hill]]\nlevel = 2\nsmooth = false\noutline = [[4, 4], [8, 8], [8, 4], [4, 8]]"
        ),
        (
            "[[hill]]\nsmooth = false\noutline = [[1, 1], [20, 20], [20, 1], [1, 20]]\n"
            "[[hill]]\nlevel = 2\noutline = [[4, 4], [8, 4], [8, 8], [4, 8]]"
        ),
        (
            "[[area]]\nkind = 'lake'\nname = 'L'\nsmooth = false\noutline = [[1, 1], [5, 5], [5, 1], [1, 5]]\n"
            "[[zone]]\nside = 'Government'\noutline = [[1, 1], [9, 1], [9, 9], [1, 9]]"
        ),
        (
            "[[area]]\nkind = 'lake'\noutline = [[1, 1], [9, 1], [9, 9], [1, 9]]\n"
            "[[area]]\nkind = 'ford'\nsmooth = false\noutline = [[1, 1], [5, 5], [5, 1], [1, 5]]"
        ),
    ),
    ids=("upper hill", "lower hill", "lake under a zone", "ford over a lake"),
)
def test_an_outline_that_crosses_itself_is_told_with_its_line_whatever_lies_about_it(more):
    """Cutting and joining shapes that cross themselves is a fault of the geometry's library."""
    assert any("crosses itself" in one and one.startswith("line ") for one in told(SMALL + more))


def test_what_history_lost_and_whom_it_favours() -> None:
    told = read_scenario(
        f'{SMALL}\n[history]\nlost = {{ Revolutionary = [20, 50], Government = 5 }}\nfavours = "government"\n'
    )
    assert told.history.lost == {"Revolutionary": (20, 50), "Government": (5, 5)}
    assert told.history.favours == "Government"
    assert read_scenario(SMALL).history.lost == {}


@pytest.mark.parametrize("wrong", ("[50, 20]", "[1, 2, 3]", '"many"', "101", "true", "[20.5, 30]"))
def test_losses_that_are_no_percentages_are_refused(wrong: str) -> None:
    with pytest.raises(Refusal) as refusal:
        read_scenario(f"{SMALL}\n[history]\nlost = {{ Government = {wrong} }}\n")
    assert [problem.message.id for problem in refusal.value.problems] == ["scenario.no_span"]
