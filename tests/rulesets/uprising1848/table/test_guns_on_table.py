"""Guns: arcs, lines, cones and bursts, loads, tests of friend and foe, crews and captures (R48-6.05 to R48-6.06a, R48-6.23 to R48-6.26a, R48-6.43 to R48-6.46a, R48-8.19 to R48-8.25, R48-G.18, R48-G.27, R48-G.29, R48-G.53a)."""

from __future__ import annotations

from dataclasses import replace
from math import cos, radians, sin

import pytest

from sandtable.geometry.measure import Point, inches
from sandtable.miniatures.events import Ruled
from sandtable.rulesets.uprising1848.ruleset import RULESET
from sandtable.rulesets.uprising1848.table.combat.gunnery import classes, turned, victims
from sandtable.rulesets.uprising1848.table.fold import synced
from sandtable.rulesets.uprising1848.table.state import GOVERNMENT, PLAYER, Shot
from sandtable.rulesets.uprising1848.vocabulary import Ammunition, Firearm, GunClass, Kind, Quality, Side
from tests.rulesets.uprising1848.table.laying import (
    AVERAGE,
    CIVILIAN,
    CONSCRIPT,
    VETERAN,
    act,
    area,
    at,
    carried,
    done,
    form,
    go,
    gov,
    gun,
    hill,
    hits,
    laid,
    plain,
    pose,
    rebels,
    refused,
    row,
    troops,
    wall,
)

FAR = rebels("Rear", row(40, 4, 2))
LIGHT, FIELD = GunClass.LIGHT, GunClass.FIELD


def battery(kind: GunClass = LIGHT, *units, **about):
    """A government gun that points up the table from (20, 5), and others."""
    books = about.pop("books", {"ammunition": about.pop("load", None)})
    crew = gun(
        "Gun",
        GOVERNMENT,
        pose(20, 5, 0),
        gun=kind,
        howitzer=about.pop("howitzer", False),
        books=books,
        **about.pop("crew", {}),
    )
    return laid(crew, *units, FAR, side=GOVERNMENT, **about)


def fire(kind: GunClass = LIGHT, x: float = 20, y: float = 40):
    return gov(f"fire_{kind.value}_artillery", "Gun", marker=(pose(x, y),))


@pytest.mark.rule(
    "R48-6.23",
    "R48-6.24",
    "R48-6.24a",
    "R48-8.22",
    "R48-8.22a",
    "R48-6.44",
    "R48-4.14",
    "R48-G.29",
    "R48-8.05b",
    "R48-6.46",
)
def test_roundshot_goes_along_a_line_and_spares_nobody_under_it():
    rows = rebels("Core", at((20, 15), (20.4, 20), (20.9, 25), (22, 25)), men=plain(4), nco=False)
    friends = troops("Line", at((19.7, 30)), men=plain(1, AVERAGE), nco=False)
    field = battery(LIGHT, rows, friends)
    field, events = carried(
        field, fire(), {"gun_laying": 50, "test_casualties": [hits(1), hits(0), hits(1)], "morale_check": [10]}
    )
    (tests,) = [event for event in events if isinstance(event, Ruled) and event.action == "test_roundshot"]
    told = [(each["name"], each["figures"], each["range"]) for each in tests.fields["testers"]]
    assert told == [("Core", 1, "9.5"), ("Core", 1, "14.505"), ("Line", 1, "24.502")]
    assert "Line" not in field.pieces  # their own
    assert len(field.men["Core"]) == 3


@pytest.mark.rule("R48-8.22", "R48-8.23", "R48-G.29")
@pytest.mark.parametrize(
    ("kind", "ammunition", "far", "tests"),
    (
        (LIGHT, Ammunition.ROUNDSHOT, 47, True),
        (LIGHT, Ammunition.ROUNDSHOT, 49, False),
        (FIELD, Ammunition.ROUNDSHOT, 60, True),
        (LIGHT, Ammunition.CANNISTER, 23, True),
        (LIGHT, Ammunition.CANNISTER, 25, False),
        (FIELD, Ammunition.CANNISTER, 35, True),
        (FIELD, Ammunition.CANNISTER, 37, False),
    ),
)
def test_how_far_a_shot_carries(kind, ammunition, far, tests):
    """R48-T.15 and R48-T.16: from the muzzle to the edge of the base."""
    field = battery(kind, rebels("Core", at((20, 5 + far + 0.5)), men=plain(1), nco=False))
    shot = Shot("Gun", pose(20, 5, 0), ammunition)
    assert bool(victims(field, shot, kind)) is tests


@pytest.mark.rule("R48-8.23", "R48-8.23a", "R48-6.45")
def test_cannister_tests_whoever_is_in_the_cone():
    places = {turn: (20 + 15 * sin(radians(turn)), 5 + 15 * cos(radians(turn))) for turn in (0, 28, 33, -28, -33, 60)}
    field = battery(
        LIGHT, *(rebels(f"At {turn}", at(place), men=plain(1), nco=False) for turn, place in places.items())
    )
    shot = Shot("Gun", pose(20, 5, 0), Ammunition.CANNISTER)
    # a base is half an inch wide, 2 degrees at 15 in
    assert sorted(each.piece for each in victims(field, shot, LIGHT)) == ["At -28", "At 0", "At 28"]
    friend = battery(LIGHT, troops("Friend", at((20, 15)), men=plain(1), nco=False))
    assert [each.piece for each in victims(friend, shot, LIGHT)] == ["Friend"]


@pytest.mark.rule("R48-8.21", "R48-8.24")
def test_a_gun_turns_thirty_degrees_to_fire():
    field = battery(LIGHT, rebels("Core", row(20, 20, 3)))
    for turn, rules in ((29.9, []), (-29.9, []), (30.5, ["R48-8.21"]), (180, ["R48-8.21"])):
        aim = (20 + 20 * sin(radians(turn)), 5 + 20 * cos(radians(turn)))
        assert refused(field, fire(LIGHT, *aim)) == rules
    howitzer = battery(LIGHT, rebels("Core", row(20, 20, 3)), howitzer=True)
    assert refused(howitzer, fire(LIGHT, 35, 10)) == ["R48-8.24"]
    after = done(field, fire(LIGHT, 25, 20), gun_laying=99)  # wild
    assert after.pieces["Gun"].marker == turned(pose(20, 5), Point(inches(25), inches(20)))
    assert refused(field, gov("fire_light_artillery", "Gun")) == ["R48-6.24a"]


@pytest.mark.rule("R48-8.24", "R48-8.24a", "R48-8.24b", "R48-8.25", "R48-6.43", "R48-G.27", "R48-6.46a")
def test_a_shell_bursts_beside_its_mark_and_tests_all_within_three_inches():
    """Aimed at (20, 30), 25 in off: a d6 for an Average crew. 3 in to the right: whoever is within three of (23, 30)."""
    near = rebels("Near", at((20, 30), (23, 33.4), (24, 30)), men=plain(3), nco=False)
    away = troops("Away", at((23, 33.6), (27, 30)), men=plain(2, AVERAGE), nco=False)
    train = troops("Train", at((23, 28)), kind=Kind.CONVOY, quality=CIVILIAN, wagons=1, nco=False, firearm=Firearm.NONE)
    field = battery(LIGHT, near, away, train, howitzer=True)
    assert form(field, fire(LIGHT, 20, 30))["range"] == "25"
    answers = {
        "gun_deviation": [[3]],
        "gun_direction": 90,
        "test_casualties": [hits(2), hits(0), hits(1)],
        "morale_check": [10],
    }
    field, events = carried(field, fire(LIGHT, 20, 30), answers)
    (tests,) = [event for event in events if isinstance(event, Ruled) and event.action == "test_blast"]
    cards = [(each["name"], each["actor"], each["figures"]) for each in tests.fields["testers"]]
    assert cards == [("Near", "Veteran", 3), ("Train", "Civilian", 1), ("wagon of Train", "Transport", 1)]
    assert len(field.men["Near"]) == 1
    assert not field.men["Train"][0].riding  # the wagon is gone, its driver walks


@pytest.mark.rule("R48-G.27", "R48-8.24a")
def test_a_burst_off_the_table_harms_nobody():
    field = battery(LIGHT, rebels("Core", at((20, 6.9)), men=plain(1), nco=False), howitzer=True)
    assert victims(field, Shot("Gun", pose(20, 5), Ammunition.SHELL, Point(inches(20), inches(-1))), LIGHT) == []
    assert victims(field, Shot("Gun", pose(20, 5), Ammunition.SHELL, Point(inches(20), inches(8))), LIGHT)


@pytest.mark.rule("R48-G.29")
def test_hills_and_buildings_stop_a_shot_but_for_those_inside_the_first():
    def hit(*ground) -> list[str]:
        units = [rebels(name, at((20, y)), men=plain(1), nco=False) for name, y in (("In", 17), ("Behind", 25))]
        field = battery(LIGHT, *units, ground=ground)
        return [each.piece for each in victims(field, Shot("Gun", pose(20, 5), Ammunition.ROUNDSHOT), LIGHT)]

    assert hit() == ["In", "Behind"]
    assert hit(area("house", 18, 15, 4, 4)) == ["In"]
    assert hit(hill(15, 19, 10, 3)) == ["In"]
    field = battery(LIGHT, rebels("In", at((20, 17)), men=plain(1), nco=False), ground=(area("house", 18, 15, 4, 4),))
    (tested,) = classes(field, Shot("Gun", pose(20, 5), Ammunition.ROUNDSHOT))
    assert tested.card["cover"].value == "Hard"


@pytest.mark.rule("R48-G.53a", "R48-G.53a")
def test_everybody_in_the_way_tests_by_class():
    behind = wall("barricade", (10, 19.3), (21, 19.3))
    core = rebels("Core", at((20, 20), (21.4, 20), (19, 27)), men=(*plain(2), *plain(1, CONSCRIPT)), nco=False)
    field = battery(LIGHT, core, ground=(behind,))
    cards = [tested.card for tested in classes(field, Shot("Gun", pose(20, 5), Ammunition.CANNISTER))]
    told = {(card["actor"], card["cover"].value, float(card["range"]) > 18) for card in cards}
    assert told == {
        (Quality.VETERAN, "Hard", False),
        (Quality.VETERAN, "None", False),
        (Quality.CONSCRIPT, "None", True),
    }


@pytest.mark.rule(
    "R48-6.05",
    "R48-6.05a",
    "R48-6.06",
    "R48-6.06a",
    "R48-6.26",
    "R48-6.26a",
    "R48-8.19",
    "R48-8.19a",
    "R48-8.20",
    "R48-8.20a",
    "R48-3.59",
)
def test_guns_are_loaded_by_the_whole_crew():
    for kind, loads in ((LIGHT, 1), (FIELD, 2)):
        field = battery(kind, rebels("Core", row(40, 60, 2)))
        field = done(field, fire(kind), gun_laying=99)
        assert field.unit("Gun").markers == loads
        for left in range(loads, 0, -1):
            field = ready(field)
            assert "R48-6.26a" in refused(field, fire(kind))
            load = gov("stand", "Gun", chosen={"activity": "Load gun", "ammunition": "cannister"})
            assert "R48-6.06" in refused(field, replace(load, members=(0, 1)))
            field = done(field, load)
            assert field.unit("Gun").markers == left - 1
        assert field.unit("Gun").ammunition is Ammunition.CANNISTER
        assert refused(ready(field), fire(kind)) == []
    one = battery(LIGHT, rebels("Core", row(40, 60, 2)), books={"markers": 1})
    lone = replace(one, men={**one.men, "Gun": one.men["Gun"]})
    assert "R48-8.19a" in refused(lone, gov("stand", "Gun", chosen={"activity": "Load gun", "ammunition": "shell"}))


def ready(field, name: str = "Gun"):
    """The gun's crew may act again."""
    men = tuple(replace(man, acted=False) for man in field.men[name])
    field = synced(replace(field, men={**field.men, name: men}, acting=()), name)
    return replace(field, books=replace(field.books, side=Side(field.pieces[name].owner)))


@pytest.mark.rule("R48-6.06a", "R48-6.23", "R48-G.29", "R48-G.18")
def test_one_man_fires_a_gun_and_two_load_it():
    field = battery(LIGHT, rebels("Core", row(40, 60, 2)), crew={"crew": 1})
    assert refused(field, fire()) == []
    empty = battery(LIGHT, rebels("Core", row(40, 60, 2)), crew={"crew": 1}, books={"markers": 1})
    assert "R48-6.06a" in refused(empty, gov("stand", "Gun", chosen={"activity": "Load gun"}))
    away = battery(LIGHT, rebels("Core", row(40, 60, 2)))
    away = away.with_piece("Gun", figures=row(2, 60, 4))
    assert "R48-6.23" in refused(away, fire()) or "R48-4.28" in refused(away, fire())


@pytest.mark.rule("R48-G.18", "R48-10.12a", "R48-3.19")
def test_an_abandoned_gun_belongs_to_whoever_stands_at_it():
    """The crew is shot down; the rebels come up to the gun, own it with its load, and serve it as amateurs."""
    crew = gun("Gun", GOVERNMENT, pose(20, 20, 180), books={"ammunition": Ammunition.CANNISTER})
    field = laid(rebels("Core", row(16, 13, 6, 1.4), men=plain(6), nco=False), crew, troops("Far", row(40, 70, 2)))
    field = done(field, act("fire_musket", "Core", "Gun"), fire_hits=hits(4))
    assert field.pieces["Gun"].figures == ()
    assert field.pieces["Gun"].marker == pose(20, 20, 180)
    field = ready(field, "Core")
    field = done(field, act("move", "Core"), move_distance=[[4]])
    field = done(field, go(field, "Core", 0, 6.45))
    assert "Gun" not in field.pieces
    assert field.pieces["Core"].marker == pose(20, 20, 180)
    assert field.unit("Core").ammunition is Ammunition.CANNISTER
    field = ready(field, "Core")
    told = form(field, act("fire_light_artillery", "Core", marker=(pose(20, 2),)))
    assert told["actor"] == "Civilian"
    strict = replace(field, tables=RULESET.tables({"amateurGunners": False}))
    assert "R48-G.18" in refused(strict, act("fire_light_artillery", "Core", marker=(pose(20, 2),)))


@pytest.mark.rule("R48-G.29", "R48-6.46a")
def test_a_gun_that_is_hit_is_gone_and_its_crew_are_infantry():
    ours = gun("Ours", PLAYER, pose(20, 30, 180), kind=Kind.REVOLUTIONARIES)
    field = battery(FIELD, ours)
    cards = [
        (tested.name, tested.card["actor"].value)
        for tested in classes(field, Shot("Gun", pose(20, 5), Ammunition.ROUNDSHOT))
    ]
    assert ("gun of Ours", "Transport") in cards
    throws = [hits(1) if name == "gun of Ours" else hits(0) for name, _ in cards]
    field, _ = carried(field, fire(FIELD), {"gun_laying": 10, "test_casualties": throws})
    assert field.pieces["Ours"].marker is None
    assert field.unit("Ours").party.gun is None


@pytest.mark.rule("R48-8.19")
def test_a_wild_shot_tests_nobody():
    field = battery(LIGHT, rebels("Core", at((20, 15)), men=plain(1), nco=False))
    field = done(field, fire(), gun_laying=81)  # an Average crew lays with 80
    assert len(field.men["Core"]) == 1
    assert field.unit("Gun").markers == 1


@pytest.mark.rule("R48-6.52a", "R48-G.59")
def test_players_do_not_fire_guns_over_an_audience():
    ours = gun("Ours", PLAYER, pose(20, 5, 0), kind=Kind.REVOLUTIONARIES)
    line = troops("Line", at((20, 20)), men=plain(1, VETERAN), nco=False, books={"oratory_this_turn": True})
    field = laid(ours, line)
    assert refused(field, act("fire_light_artillery", "Ours", marker=(pose(20, 40),))) == ["R48-6.52a"]
    assert refused(field, act("fire_light_artillery", "Ours", marker=(pose(28, 30),))) == []


@pytest.mark.rule("R48-G.59", "R48-6.52")
def test_whoever_had_to_test_was_attacked():
    field = battery(
        LIGHT,
        rebels("Core", at((20, 15)), men=plain(1), nco=False),
        troops("Line", at((20, 25)), men=plain(1), nco=False),
    )
    field, _ = carried(field, fire(), {"gun_laying": 10, "test_casualties": [hits(0), hits(0)]})
    assert field.unit("Line").attacked_this_turn
