"""Volleys by classes, worked out by hand (R48-6.15 to R48-6.22, R48-8.01 to R48-8.18, R48-G.24, R48-G.25, R48-G.53, R48-G.59, R48-G.60)."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

from sandtable.miniatures.acting import law_of
from sandtable.rulesets.uprising1848.table.combat.shooting import volleys
from sandtable.rulesets.uprising1848.table.figures import Role
from sandtable.rulesets.uprising1848.table.rules import KIT
from sandtable.rulesets.uprising1848.table.state import GOVERNMENT
from sandtable.rulesets.uprising1848.vocabulary import Cover, Firearm, Kind, Shot, Side
from tests.rulesets.uprising1848.table.laying import (
    AVERAGE,
    CIVILIAN,
    CONSCRIPT,
    VETERAN,
    act,
    at,
    done,
    form,
    gov,
    gun,
    hits,
    laid,
    plain,
    pose,
    rebels,
    refused,
    row,
    troops,
    wall,
    with_men,
)


def line(x: float = 10, y: float = 20, figures: int = 8, **about):
    return troops("Line", row(x, y, figures, 1.2), men=plain(figures, AVERAGE), nco=False, **about)


@pytest.mark.rule("R48-6.19", "R48-G.53", "R48-8.13", "R48-4.12", "R48-G.01")
def test_two_dozen_veterans_at_eight_average():
    """R48-G.53: 24 muskets at 6 to 12 in, 30 per cent each; all eight fall in 44 of 100."""
    ranks = at(*((6 + 1.6 * (n % 12), 9.5 if n < 12 else 8) for n in range(24)))
    shifted = tuple(replace_x(p, 0.8) if n >= 12 else p for n, p in enumerate(ranks))
    field = laid(rebels("Core", shifted, men=plain(24), nco=False), line(12, 17))
    told = form(field, act("fire_musket", "Core", "Line"))
    assert (told["shooters"], told["targets"], told["cover"]) == (24, 8, "None")
    law = law_of(KIT, field, act("fire_musket", "Core", "Line"))
    every = sum(weight for verdict, weight in law.law if verdict.casualties == 8)
    assert float(Fraction(every, sum(weight for _, weight in law.law))) == pytest.approx(0.44, abs=0.01)


@pytest.mark.rule("R48-7.14", "R48-4.21a")
def test_who_has_to_close_up_keeps_nobody_else_from_firing():
    """One of six has lost touch: the five others fire; he alone may not."""
    core = rebels("Core", (*row(10, 10, 5, 1.2), pose(30, 10)), men=plain(6), nco=False)
    field = laid(core, line(10, 16))
    assert volleys(field, field.pieces["Core"], field.pieces["Line"], Shot.MUSKET)[0].shooters == (0, 1, 2, 3, 4)
    assert form(field, act("fire_musket", "Core", "Line"))["shooters"] == 5
    assert refused(field, act("fire_musket", "Core", "Line", members=(5,))) == ["R48-7.14"]
    field = done(field, act("fire_musket", "Core", "Line"), fire_hits=hits(0))
    assert [man.acted for man in field.men["Core"]] == [True] * 5 + [False]
    assert refused(field, act("fire_musket", "Core", "Line")) == ["R48-7.14"]


def replace_x(place, by: float):
    return replace_pose(place, round(place.x + by * 1000))


def replace_pose(place, x: int):
    return type(place)(x, place.y, place.facing)


@pytest.mark.rule("R48-G.53", "R48-8.09", "R48-8.10")
def test_targets_fall_into_classes_by_cover_and_range():
    """Four behind a wall, four beside it in the open; two of the rear farther than twelve inches."""
    barricade = wall("wall", (5, 19.2), (14, 19.2))
    targets = at(*((10 + 1.2 * n, 20) for n in range(3)), (16, 20), (17.2, 20), (13, 24.2))
    field = laid(
        rebels("Core", row(10, 10, 4, 1.2), men=plain(4), nco=False),
        troops("Line", targets, men=plain(6, AVERAGE), nco=False),
        ground=(barricade,),
    )
    found = volleys(field, field.pieces["Core"], field.pieces["Line"], Shot.MUSKET)
    classes = {(each.cover, float(each.range) > 12): each.marks for each in found}
    assert classes[Cover.HARD, False] == (0, 1, 2)
    assert classes[Cover.NONE, False] == (3, 4)
    assert classes[Cover.NONE, True] == (5,)
    assert found[0].cover is Cover.NONE  # what promises most comes first
    told = form(field, act("fire_musket", "Core", "Line", marks=(1,)))
    assert (told["cover"], told["targets"]) == ("Hard", 3)


@pytest.mark.rule("R48-G.53", "R48-4.26", "R48-4.26a", "R48-4.28")
def test_a_unit_fires_class_by_class_and_sees_each_volley_before_the_next():
    men = (*plain(3), *plain(2, firearm=Firearm.PISTOL), *plain(1, CONSCRIPT))
    field = laid(rebels("Core", row(10, 10, 6, 1.2), men=men, nco=False), line(10, 15))
    field = done(field, act("fire_musket", "Core", "Line", members=(0, 1)), fire_hits=hits(1))
    assert [man.acted for man in field.men["Core"]] == [True, True, False, False, False, False]
    assert field.acting == ("Core",)
    assert "R48-4.28" in refused(field, act("fire_musket", "Core", "Line", members=(0,)))
    assert refused(field, act("fire_musket", "Core", "Line", members=(2, 5))) == ["R48-8.02"]  # two classes at once
    field = done(field, act("fire_musket", "Core", "Line", members=(2,)), fire_hits=hits(0))
    field = done(field, act("fire_pistol", "Core", "Line"), fire_hits=hits(2))
    assert len(field.men["Line"]) == 5
    field = done(field, act("fire_musket", "Core", "Line"), fire_hits=hits(0), morale_check=99)
    assert field.acting == ()  # the initiative is over


@pytest.mark.rule("R48-6.17", "R48-6.18", "R48-6.19", "R48-6.20", "R48-6.15", "R48-6.15a", "R48-6.01", "R48-8.01")
def test_everybody_fires_what_he_carries():
    men = tuple(
        plain(1, firearm=firearm)[0]
        for firearm in (Firearm.NONE, Firearm.PISTOL, Firearm.CARBINE, Firearm.MUSKET, Firearm.PERCUSSION_RIFLE)
    )
    field = laid(rebels("Core", row(10, 10, 5), men=men, nco=False), line(10, 14))
    for number, action in enumerate(("throw_stone", "fire_pistol", "fire_carbine", "fire_musket", "fire_rifle")):
        assert form(field, act(action, "Core", "Line", members=(number,)))["shooters"] == 1
    assert refused(field, act("fire_rifle", "Core", "Line", members=(3,))) == ["R48-6.20"]
    assert refused(field, act("fire_carbine", "Core", "Line", members=(1,))) == ["R48-6.18"]
    assert form(field, act("throw_stone", "Core", "Line"))["shooters"] == 5  # anybody throws
    riders = laid(rebels("Core", row(10, 10, 2, 2.4), men=plain(2, mounted=True), nco=False), line(10, 14))
    assert refused(riders, act("throw_stone", "Core", "Line")) == ["R48-6.15"]
    unarmed = laid(rebels("Core", row(10, 10, 2), men=plain(2, firearm=Firearm.NONE), nco=False), line(10, 14))
    assert refused(unarmed, act("fire_musket", "Core", "Line")) == ["R48-6.19"]


@pytest.mark.rule("R48-8.13", "R48-8.13a")
def test_a_shot_out_of_range_is_spent():
    field = laid(rebels("Core", row(10, 10, 2), men=plain(2), nco=False), line(10, 40))
    field = done(field, act("fire_musket", "Core", "Line"))
    assert all(man.acted for man in field.men["Core"])
    assert len(field.men["Line"]) == 8


@pytest.mark.rule(
    "R48-8.14", "R48-8.14a", "R48-8.16", "R48-8.16a", "R48-8.17", "R48-6.21", "R48-6.20", "R48-G.24", "R48-3.59"
)
def test_a_flintlock_rifle_is_fired_marked_and_loaded():
    men = plain(2, firearm=Firearm.FLINTLOCK_RIFLE)
    field = laid(rebels("Core", row(10, 10, 2), men=men, nco=False), line(10, 25))
    told = form(field, act("fire_rifle", "Core", "Line"))
    assert (told["rifle_kind"], told["rifle_loaded"]) == ("flintlock rifle", True)
    field = done(field, act("fire_rifle", "Core", "Line"), fire_hits=hits(0))
    assert [man.unloaded for man in field.men["Core"]] == [True, True]
    assert field.unit("Core").rifles_fired
    again = fresh(field)
    assert refused(again, act("fire_rifle", "Core", "Line")) == ["R48-6.20"]
    musket = done(again, act("fire_musket", "Core", "Line", members=(0,)), fire_hits=hits(0))
    assert musket.men["Core"][0].unloaded  # a loose load changes nothing
    loaded = done(again, act("stand", "Core", chosen={"activity": "Load rifles"}))
    assert not any(man.unloaded for man in loaded.men["Core"])
    assert refused(fresh(loaded), act("fire_rifle", "Core", "Line")) == []
    assert refused(fresh(loaded), act("stand", "Core", chosen={"activity": "Load rifles"})) == ["R48-8.16a"]


def fresh(field):
    """The same table, as if nobody had acted yet and the Players had the initiative."""
    field = with_men(field, "Core", acted=False)
    return replace(field, acting=(), books=replace(field.books, side=Side.PLAYER))


@pytest.mark.rule("R48-8.14a", "R48-8.17")
def test_a_loaded_flintlock_rifle_may_be_fired_as_a_musket():
    men = plain(1, firearm=Firearm.FLINTLOCK_RIFLE)
    field = laid(rebels("Core", at((10, 10)), men=men, nco=False), line(10, 20))
    field = done(field, act("fire_musket", "Core", "Line"), fire_hits=hits(0))
    assert not field.men["Core"][0].unloaded


@pytest.mark.rule("R48-8.18", "R48-8.18b", "R48-G.24")
def test_a_needle_gun_fires_three_and_needs_no_loading():
    men = plain(2, firearm=Firearm.NEEDLE_GUN)
    field = laid(
        rebels("Core", row(10, 20, 6, 1.2)), troops("Jäger", row(10, 10, 2), men=men, nco=False), side=GOVERNMENT
    )
    law = law_of(KIT, field, gov("fire_rifle", "Jäger", "Core"))
    assert max(verdict.casualties for verdict, _ in law.law) == 6
    field = done(field, gov("fire_rifle", "Jäger", "Core"), fire_hits=hits(0))
    assert not any(man.unloaded for man in field.men["Jäger"])


@pytest.mark.rule("R48-8.04", "R48-G.25")
def test_nobody_fires_into_or_out_of_a_fight():
    field = laid(
        rebels("Core", at((10, 10), (14, 10)), men=plain(2), nco=False),
        rebels("Rest", at((10, 4)), men=plain(1), nco=False),
        troops("Line", at((10, 11), (15, 20)), men=plain(2, AVERAGE), nco=False),
    )
    told = form(field, act("fire_musket", "Core", "Line"))
    assert (told["shooters"], told["targets"]) == (1, 1)  # the one who is free at the one who is free
    assert refused(field, act("fire_musket", "Core", "Line", members=(0,))) == ["R48-G.25"]
    assert refused(field, act("fire_musket", "Rest", "Line", marks=(0,))) == ["R48-8.02"]
    engaged = laid(
        rebels("Core", at((10, 10)), men=plain(1), nco=False),
        rebels("Rest", at((12, 4)), men=plain(1), nco=False),
        troops("Line", at((10, 11)), men=plain(1, AVERAGE), nco=False),
    )
    assert refused(engaged, act("fire_musket", "Rest", "Line")) == ["R48-8.04"]


@pytest.mark.rule("R48-8.05", "R48-8.05a", "R48-G.60", "R48-G.53", "R48-12.03o", "R48-G.52")
def test_an_officer_who_is_named_falls_and_may_be_searched():
    men = (replace(plain(1)[0], role=Role.OFFICER), *plain(5, AVERAGE))
    field = laid(
        rebels("Core", row(10, 10, 3), men=plain(3), nco=False), troops("Line", row(10, 15, 6), men=men, nco=False)
    )
    told = form(field, act("fire_musket", "Core", "Line", marks=(0,), chosen={"officer_named": True}))
    assert (told["officer_named"], told["targets"], told["target"]) == (True, 1, "Veteran")
    field = done(
        field,
        act("fire_musket", "Core", "Line", marks=(0,), chosen={"officer_named": True}),
        fire_hits=hits(2),
        morale_check=20,
    )
    assert [man.role for man in field.men["Line"]] == [Role.NONE] * 5
    assert field.books.points == 5
    assert [body.at for body in field.bodies.values()] == [pose(10, 15).point]


@pytest.mark.rule("R48-8.07")
def test_at_guns_only_the_crew_is_aimed_at():
    field = laid(rebels("Core", row(14, 20, 4, 1.2), men=plain(4), nco=False), gun("Gun", GOVERNMENT, pose(20, 30, 90)))
    told = form(field, act("fire_musket", "Core", "Gun"))
    assert told["targets"] <= 4
    field = done(field, act("fire_musket", "Core", "Gun"), fire_hits=hits(3), morale_check=10)
    assert field.pieces["Gun"].marker == pose(20, 30, 90)  # the gun stays


@pytest.mark.rule("R48-3.38")
def test_drivers_may_fire_where_it_is_sensible():
    driver = plain(1, CIVILIAN, riding=True, firearm=Firearm.PISTOL)
    train = troops("Train", at((10, 16)), men=driver, kind=Kind.INFANTRY, nco=False)
    field = laid(rebels("Core", row(10, 10, 3)), train, side=GOVERNMENT)
    told = form(field, gov("fire_pistol", "Train", "Core"))
    assert told["rides_on_transport"] is True
    assert told["actor"] == "Civilian"


@pytest.mark.rule("R48-6.52a", "R48-G.59")
def test_an_audience_is_spared_for_the_turn():
    field = laid(
        rebels("Core", row(10, 10, 2), men=plain(2), nco=False), line(10, 20, books={"oratory_this_turn": True})
    )
    assert refused(field, act("fire_musket", "Core", "Line")) == ["R48-6.52a"]
    assert "R48-6.52a" in refused(field, act("charge", "Core", "Line"))


@pytest.mark.rule("R48-G.59", "R48-6.52", "R48-6.61a")
def test_an_attack_is_remembered_for_the_turn():
    field = laid(rebels("Core", row(10, 10, 2), men=plain(2), nco=False), line(10, 20))
    field = done(field, act("fire_musket", "Core", "Line"), fire_hits=hits(0))
    assert field.unit("Line").attacked_this_turn
    assert field.books.talks.attacked_this_turn


@pytest.mark.rule("R48-3.41")
def test_bystanders_never_fire():
    civilians = troops("Folk", row(10, 16, 2), kind=Kind.CIVILIANS, quality=CIVILIAN, firearm=Firearm.NONE, nco=False)
    field = laid(rebels("Core", row(10, 10, 3)), civilians, side=GOVERNMENT)
    assert "R48-3.41" in refused(field, gov("throw_stone", "Folk", "Core"))


@pytest.mark.rule("R48-G.53")
@pytest.mark.parametrize("quality", (VETERAN, AVERAGE, CONSCRIPT))
def test_marksmen_and_qualities_are_classes_of_their_own(quality):
    men = (*plain(2, quality), *plain(1, quality, marksman=True))
    field = laid(rebels("Core", row(10, 10, 3), men=men, nco=False), line(10, 20))
    told = form(field, act("fire_musket", "Core", "Line", members=(2,)))
    assert (told["shooter_is_marksman"], told["actor"]) == (True, quality.value)
    assert form(field, act("fire_musket", "Core", "Line", members=(0, 1)))["shooter_is_marksman"] is False
