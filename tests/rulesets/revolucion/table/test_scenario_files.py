"""Revolucion! in scenario files: its ground, its units, and what it finds wrong."""

from __future__ import annotations

import tomllib
from collections import Counter

import pytest
from shapely.geometry import Polygon

from sandtable.battle.scenario.reader import examine, read_scenario
from sandtable.battle.scenario.rules import scenario_rules
from sandtable.battle.scenario.scenario import Scenario
from sandtable.battle.scenario.texts import scenario_words
from sandtable.rulesets.revolucion.ruleset import RULESET
from sandtable.rulesets.revolucion.table.ground.kinds import (
    Crossing,
    Movement,
    bases,
    feature,
    flags,
    ground,
    leader_radius,
    way,
)
from sandtable.rulesets.revolucion.table.scenarios.by_chance.scenario import numbers, random_scenario
from sandtable.rulesets.revolucion.table.scenarios.deployment import state_of
from sandtable.rulesets.revolucion.vocabulary import Cover, UnitType
from tests.battle.test_scenario_reader import EVERYTHING, SMALL

SEEDS = range(12)
RULES = scenario_rules("revolucion")


def problems(source: str) -> list[tuple[str, str | None]]:
    _, found = examine(source, "file.toml")
    return [(scenario_words(one.message, "revolucion"), one.rule) for one in found]


@pytest.fixture(scope="module", params=SEEDS)
def battle(request: pytest.FixtureRequest) -> Scenario:
    return read_scenario(random_scenario(request.param))


# ---- the ground -----------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("REV-8.02", "REV-8.03", "REV-8.04", "REV-8.08", "REV-G.24c")
def test_ground_is_open_rough_impassable_or_town() -> None:
    rough = {"woods", "orchard", "marsh", "rocks", "dunes", "stream", "ford"}
    barred = {"swamp", "cliff", "river", "lake"}
    built = {"town", "building", "village", "fortifiedVillage", "fortress"}
    for kind, one in RULES.grounds.items():
        expected = (
            Movement.ROUGH
            if kind in rough
            else Movement.IMPASSABLE
            if kind in barred
            else Movement.TOWN
            if kind in built
            else Movement.OPEN
        )
        assert ground(kind).movement is expected, kind
        assert one.enterable is (kind not in barred)


@pytest.mark.rule("REV-8.11", "REV-8.12", "REV-8.13", "REV-8.14")
def test_ground_gives_the_cover_the_rules_name() -> None:
    assert {ground(kind).cover for kind in ("marsh", "ford", "stream", "plaza", "field")} == {Cover.OPEN}
    assert {ground(kind).cover for kind in ("woods", "scrub", "village")} == {Cover.SOFT}
    assert {ground(kind).cover for kind in ("town", "building", "fortifiedVillage", "trenches")} == {Cover.HARD}
    assert {ground(kind).cover for kind in ("redoubt", "fortress")} == {Cover.FORTIFIED}
    assert (feature("hedge").cover, feature("wall").cover, feature("wire").cover) == (
        Cover.SOFT,
        Cover.HARD,
        Cover.OPEN,
    )


@pytest.mark.rule("REV-8.22", "REV-8.23")
def test_woods_scrub_and_houses_are_tall_and_wheat_is_not() -> None:
    assert all(ground(kind).tall for kind in ("woods", "orchard", "scrub", "town", "village", "building"))
    assert not any(
        ground(kind).tall for kind in ("field", "marsh", "plaza", "rocks", "dunes", "ford", "river", "trenches")
    )


@pytest.mark.rule("REV-8.05", "REV-8.06", "REV-8.07", "REV-10.85", "REV-10.85b")
def test_roads_speed_marches_tracks_do_not_and_lines_are_crossed_as_the_rules_say() -> None:
    assert (way("road").march, way("track").march, way("railway").march) == (True, False, False)
    assert way("railway").rails
    assert {feature(kind).crossing for kind in ("wall", "hedge", "fence", "ditch")} == {Crossing.OBSTACLE}
    assert feature("choke").crossing is Crossing.CHOKE
    assert (feature("wire").crossing, feature("wire").segment) == (Crossing.WIRE, 2000)


# ---- the units ------------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("REV-2.24", "REV-2.24c")
def test_bases_are_an_inch_square_and_leaders_an_inch_and_a_half_across() -> None:
    for kind in UnitType:
        if kind.value.endswith(("Infantry", "Cavalry")):
            assert (bases()[kind].width, bases()[kind].depth) == (1000, 1000)
    assert leader_radius() == 750


@pytest.mark.rule("REV-2.04", "REV-2.05", "REV-2.10b", "REV-2.11b", "REV-10.30")
def test_units_have_the_bases_the_rules_give_them() -> None:
    for kind, least, most in (
        ("RegularInfantry", 4, 6),
        ("IrregularCavalry", 4, 6),
        ("MachineGuns", 1, 3),
        ("Artillery", 1, 3),
    ):
        for count in (least - 1, least, most, most + 1):
            source = SMALL.replace('type = "RegularInfantry"\nbases = 4', f'type = "{kind}"\nbases = {count}', 1)
            assert bool(problems(source)) is (not least <= count <= most), (kind, count)
    loca = EVERYTHING.read_text(encoding="utf-8").replace(
        'type = "maquinaLoca"\nbases = 1', 'type = "maquinaLoca"\nbases = 2'
    )
    assert problems(loca) == [("Máquina loca has 2 bases. For Máquina loca give 1.", None)]
    source = SMALL.replace("bases = 4", "bases = 3", 1)
    assert problems(source) == [("First has 3 bases. For Regular Infantry give 4 to 6.", None)]


def test_what_is_true_of_a_unit_is_told_as_flags() -> None:
    units = read_scenario(EVERYTHING.read_text(encoding="utf-8")).unit_by_id
    assert flags(units["ambush"]) == {"hidden"}
    assert flags(units["train-guns"]) == {"emplaced"}
    assert flags(units["troop-train"]) == {"armored"}
    assert flags(units["guns"]) == frozenset()


def changed(old: str, new: str) -> list[tuple[str, str | None]]:
    source = EVERYTHING.read_text(encoding="utf-8")
    assert old in source
    return problems(source.replace(old, new, 1))


@pytest.mark.parametrize(
    ("old", "new", "said", "rule"),
    (
        (
            'formation = "march"\nat = [46, 45, 90]',
            'formation = "deployed"\nat = [46, 45, 90]',
            "Trucks cannot stand deployed. Give it maneuver or march formation.",
            "REV-G.18",
        ),
        (
            'on = "central"\nalong = 6\n',
            "at = [6, 19, 90]\n",
            "Máquina loca runs on rails. Place it with on and along, or let it arrive along its track.",
            "REV-G.30h",
        ),
        (
            'on = "central"\nalong = 6\n',
            'on = "to-chihuahua"\nalong = 6\n',
            "Máquina loca stands on to-chihuahua, which has no rails. Name a railway.",
            "REV-G.30h",
        ),
        (
            "[42.45, 6.8, 20]",
            "[43.45, 6.8, 20]",
            "Bent line has a gap between its bases. Set them edge to edge.",
            "REV-4.33",
        ),
        ('leader = { name = "Ortega" }\n', "", "Ortega has no Leader. Give it one.", "REV-2.40b"),
        ("wire = true\n", "", "This needs the option wire. Write wire = true under [options].", "REV-10.85"),
        ("mines = true\n", "", "This needs the option mines. Write mines = true under [options].", "REV-10.88"),
        (
            "aircraft = true\n",
            "",
            "This needs the option aircraft. Write aircraft = true under [options].",
            "REV-10.70",
        ),
        (
            "armored = true",
            "armored = true\ncapacity = 0",
            "Troop train has room for 0 and carries 2. Give it more capacity or fewer passengers.",
            "REV-10.02b",
        ),
        (
            'aboard = "troop-train"\nemplaced',
            'aboard = "trucks"\nemplaced',
            "Train guns cannot be emplaced there. Only Machine Guns and Artillery on a train are.",
            "REV-10.23b",
        ),
        (
            'type = "truck"\nbases = 2\nformation = "march"\nat = [46, 45, 90]\n\n[[column.unit]]\nname = "Flak"',
            'type = "armoredCar"\nbases = 2\nat = [46, 45, 90]\n\n[[column.unit]]\nname = "Rider"\ntype = "MachineGuns"\nbases = 1\naboard = "trucks"\n\n[[column.unit]]\nname = "Flak"',
            "Trucks carries nobody. Name a vehicle that does.",
            "REV-10.57b",
        ),
        (
            'aboard = "troop-train"\n\n',
            'aboard = "flak"\n\n',
            "Flak carries nobody. Name a vehicle that does.",
            "REV-10.02",
        ),
    ),
)
@pytest.mark.rule("REV-G.18", "REV-G.30h", "REV-4.33", "REV-2.40b", "REV-10.02b", "REV-10.57b")
def test_what_the_rules_forbid_is_told_with_the_rule(old: str, new: str, said: str, rule: str) -> None:
    assert (said, rule) in changed(old, new)


@pytest.mark.rule("REV-G.22c")
def test_a_support_column_needs_no_leader() -> None:
    assert changed("armored = true", "armored = true") == [], "the air arm has none"


@pytest.mark.rule("REV-10.02c")
def test_trucks_carry_two_bases_each_and_saloon_cars_one() -> None:
    trucks = 'aboard = "trucks"\n\n'
    assert changed('aboard = "troop-train"\n\n', trucks) == []
    source = EVERYTHING.read_text(encoding="utf-8").replace('aboard = "troop-train"\n\n', trucks, 1)
    cars = source.replace('type = "truck"', 'type = "saloonCar"', 1)
    assert (
        "Trucks has room for 2 and carries 4. Give it more capacity or fewer passengers.",
        "REV-10.02b",
    ) in problems(cars)


# ---- battles by chance ------------------------------------------------------------------------------------------------------------


def test_the_same_seed_makes_the_same_battle_and_another_another() -> None:
    assert random_scenario(7) == random_scenario(7)
    assert len({random_scenario(seed) for seed in SEEDS}) == len(SEEDS)


def kinds(battle: Scenario, side: str) -> Counter[str]:
    return Counter(unit.type for unit in battle.units if unit.side == side)


def sizes(battle: Scenario, side: str, *types: str) -> list[int]:
    return [unit.bases for unit in battle.units if unit.side == side and unit.type in types]


@pytest.mark.rule("REV-2.44")
def test_the_government_has_its_casual_force(battle: Scenario) -> None:
    count = kinds(battle, "Government")
    assert count["IrregularInfantry"] == count["RegularInfantry"]
    assert count["IrregularInfantry"] in {2, 3}
    assert 4 <= count["RegularCavalry"] <= 6
    assert count["VeteranInfantry"] + count["VeteranCavalry"] == 1
    assert 1 <= count["MachineGuns"] <= 3
    assert 3 <= sum(sizes(battle, "Government", "MachineGuns")) <= 6
    assert count["Artillery"] == 2
    assert set(sizes(battle, "Government", "Artillery")) <= {1, 2}
    assert set(sizes(battle, "Government", "IrregularInfantry", "RegularInfantry", "RegularCavalry")) == {4}
    assert sum(column.side == "Government" for column in battle.columns) == 4


@pytest.mark.rule("REV-2.45")
def test_the_revolutionaries_have_large_irregular_units_and_fewer_guns(battle: Scenario) -> None:
    rev, gov = kinds(battle, "Revolutionary"), kinds(battle, "Government")
    assert rev["Artillery"] == 1
    assert sum(sizes(battle, "Revolutionary", "MachineGuns")) < sum(sizes(battle, "Government", "MachineGuns"))
    assert set(sizes(battle, "Revolutionary", "IrregularInfantry", "IrregularCavalry")) == {6}
    assert rev["IrregularInfantry"] + rev["RegularInfantry"] == gov["IrregularInfantry"] + gov["RegularInfantry"]
    assert rev["IrregularCavalry"] + rev["RegularCavalry"] == gov["RegularCavalry"]
    assert rev["RegularInfantry"] <= 1
    assert rev["RegularCavalry"] <= 1
    assert sum(column.side == "Revolutionary" for column in battle.columns) == 4


@pytest.mark.rule("REV-2.14", "REV-2.40", "REV-2.40b", "REV-2.46")
def test_every_column_has_a_leader_and_three_to_six_units(battle: Scenario) -> None:
    for side in ("Government", "Revolutionary"):
        leaders = [leader for leader in battle.leaders if leader.side == side]
        assert 3 <= len(leaders) <= 5
        assert sorted(leader.column for leader in leaders) == sorted(
            column.id for column in battle.columns if column.side == side
        ), "each commands one column"
    for column in battle.columns:
        assert column.leader
        assert 3 <= len(column.units) <= 6
    assert Counter(unit for column in battle.columns for unit in column.units) == Counter(
        unit.id for unit in battle.units
    )


def test_neither_side_has_the_better_ground(battle: Scenario) -> None:
    half = battle.terrain.height / 2
    for kind in ("woods", "scrub", "rocks", "field"):
        areas = [Polygon(area.outline) for area in battle.terrain.areas if area.kind == kind]
        south = sum(shape.area for shape in areas if shape.centroid.y < half)
        assert sum(shape.area for shape in areas) == pytest.approx(2 * south, rel=0.02)
    levels = Counter((hill.level, Polygon(hill.outline).centroid.y < half) for hill in battle.terrain.hills)
    assert all(levels[level, True] == levels[level, False] for level, _ in levels)
    zones = [Polygon(zone.outline) for zone in battle.zones]
    assert zones[0].area == zones[1].area


def test_everybody_stands_in_the_zone_of_his_side(battle: Scenario) -> None:
    zones = {zone.side: Polygon(zone.outline).buffer(10) for zone in battle.zones}
    for unit in battle.units:
        assert all(zones[unit.side].contains(Polygon(quad)) for quad in battle.footprints[unit.id].quads)


def test_every_kind_of_country_can_come_up() -> None:
    names = {tomllib.loads(random_scenario(seed))["place"] for seed in range(40)}
    assert names == {country["name"] for country in numbers()["country"]}


def test_troops_that_come_later_march_on_without_orders_unless_the_file_says_otherwise() -> None:
    source = EVERYTHING.read_text(encoding="utf-8")
    assert "[[arrival]]\n" in source
    marching = read_scenario(source)
    plodding = read_scenario(source.replace("[[arrival]]\n", "[[arrival]]\nroute_march = false\n", 1))
    first = marching.arrivals[0].units[0]
    for scenario, marches in ((marching, True), (plodding, False)):
        state = state_of(scenario, RULESET.default_tables)
        assert state.units[first].route_march is marches


@pytest.mark.rule("REV-11.02", "REV-11.02b", "REV-11.06", "REV-11.01b")
def test_an_army_without_combat_units_would_be_beaten_before_the_first_turn() -> None:
    convoy = SMALL.replace('"Second"\ntype = "RegularInfantry"', '"Second"\ntype = "muleTrain"')
    ((told, rule),) = problems(convoy)
    assert told.startswith("The army of Blues has no combat unit: its morale would be 0")
    assert rule == "REV-11.02b"
    assert problems(convoy.replace("[table]", "[victory]\nmorale = false\nturns = 6\n\n[table]")) == []
