"""Lines of sight and cover, figure to figure, worked out by hand (R48-8.02 to R48-8.11, R48-G.23)."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest
from shapely.geometry import LineString, Polygon
from shapely.geometry import Point as Dot

from sandtable.geometry.sightlines import core_of, nine_points
from sandtable.rulesets.uprising1848.ruleset import RULESET
from sandtable.rulesets.uprising1848.table.ground import HOLDS, LOW
from sandtable.rulesets.uprising1848.table.rules import TABLE
from sandtable.rulesets.uprising1848.table.sighting import COVERS, look
from sandtable.rulesets.uprising1848.table.state import UprisingField
from sandtable.rulesets.uprising1848.vocabulary import Cover
from tests.rulesets.uprising1848.table.laying import act, area, at, hill, laid, rebels, refused, row, troops, wall
from tests.rulesets.uprising1848.table.wandering import strewn


def seen(*ground, one=(10, 10), other=(10, 20), **about) -> tuple[bool, Cover]:
    """Whether a figure sees another one, and in what cover."""
    field = laid(rebels("A", at(one)), troops("B", at(other)), ground=ground, **about)
    view = look(field, field.pieces["A"], field.pieces["B"])
    return bool(view.open[0, 0]), COVERS[int(view.cover[0, 0])]


@pytest.mark.rule(
    "R48-8.02", "R48-G.23", "R48-8.09", "R48-8.10", "R48-8.10a", "R48-8.11", "R48-3.55a", "R48-3.52a", "R48-3.53c"
)
@pytest.mark.parametrize(
    ("ground", "told"),
    (
        ((), (True, Cover.NONE)),
        ((wall("wall", (5, 19.2), (15, 19.2)),), (True, Cover.HARD)),
        ((wall("barricade", (5, 19.2), (15, 19.2)),), (True, Cover.HARD)),
        ((wall("trench", (5, 19.2), (15, 19.2)),), (True, Cover.HARD)),
        ((wall("fence", (5, 19.2), (15, 19.2)),), (True, Cover.SOFT)),
        ((wall("wall", (5, 15), (15, 15)),), (True, Cover.NONE)),  # not within an inch of the target
        ((wall("wall", (5, 19.2), (9.7, 19.2)),), (True, Cover.HARD)),  # a third of the lines cross it
        ((wall("wall", (5, 19.2), (9.45, 19.2)),), (True, Cover.NONE)),  # fewer than 21 of 81
        ((wall("high_wall", (5, 15), (15, 15)),), (False, Cover.HARD)),
        ((wall("gate", (5, 15), (15, 15)),), (False, Cover.HARD)),
        ((area("house", 8, 14, 4, 2),), (False, Cover.HARD)),  # between them
        ((area("house", 8, 14, 2, 2),), (True, Cover.HARD)),  # past its corner
        ((area("house", 8, 18, 4, 4),), (True, Cover.HARD)),  # inside, at a window
        ((area("strongpoint", 7, 17, 6, 6),), (True, Cover.HARD)),
        ((area("hut", 8, 18, 4, 4),), (True, Cover.SOFT)),
        ((area("fort", 7, 17, 6, 6),), (True, Cover.FORTIFICATIONS)),
        ((area("rubble", 8, 18, 4, 4),), (True, Cover.HARD)),
        ((area("ploughland", 8, 12, 4, 4),), (True, Cover.NONE)),
        ((hill(8, 13, 4, 4),), (False, Cover.HARD)),
    ),
)
def test_what_hides_and_what_shelters(ground, told):
    assert seen(*ground) == told


@pytest.mark.rule("R48-8.06", "R48-8.08", "R48-8.09")
@pytest.mark.parametrize(
    ("edge", "told"),
    (
        (18.6, (True, Cover.SOFT)),  # its near rim is 0.9 in inside
        (17.5, (True, Cover.SOFT)),  # 2.0 in
        (17.0, (False, Cover.SOFT)),  # 2.5 in
    ),
)
def test_foliage_lets_sight_pass_two_inches(edge, told):
    assert seen(area("woods", 2, edge, 16, 10)) == told
    assert seen(area("woods", 2, 14, 16, 1.9)) == (True, Cover.SOFT)  # beyond it
    assert seen(area("woods", 2, 14, 16, 2.2)) == (False, Cover.SOFT)


@pytest.mark.rule("R48-8.08a", "R48-G.23")
def test_a_hedge_hides_unless_one_stands_at_it():
    assert seen(wall("hedge", (5, 15), (15, 15))) == (False, Cover.SOFT)
    assert seen(wall("hedge", (5, 18.6), (15, 18.6))) == (True, Cover.SOFT)
    assert seen(wall("hedge", (5, 11.4), (15, 11.4))) == (True, Cover.SOFT)


@pytest.mark.rule("R48-G.23")
def test_low_cover_does_not_shelter_from_who_stands_at_the_same_wall():
    barricade = wall("barricade", (5, 11.2), (15, 11.2))
    assert seen(barricade, other=(10, 12.4)) == (True, Cover.NONE)
    assert seen(barricade, one=(10, 6), other=(10, 12.4)) == (True, Cover.HARD)


@pytest.mark.rule("R48-8.03", "R48-8.02")
def test_nobody_fires_through_a_gap_of_less_than_half_an_inch():
    def through(gap: float) -> list[str]:
        half = (1 + gap) / 2
        men = at((10 - half, 15), (10 + half, 15), (10 - half - 1.05, 15), (10 + half + 1.05, 15))
        field = laid(rebels("A", at((10, 10))), rebels("Friends", men), troops("B", at((10, 20))))
        return refused(field, act("fire_musket", "A", "B"))

    assert through(0.45) == ["R48-8.02"]
    assert through(0.55) == []


@pytest.mark.rule("R48-8.02", "R48-G.23")
def test_figures_hide_but_give_no_cover():
    field = laid(rebels("A", at((10, 10))), rebels("Friend", at((10, 12))), troops("B", at((10, 20))))
    assert refused(field, act("fire_musket", "A", "B")) == ["R48-8.02"]  # his base hides one behind it
    field = laid(rebels("A", at((10, 10))), rebels("Friend", at((10.7, 12))), troops("B", at((10, 20))))
    view = look(field, field.pieces["A"], field.pieces["B"])
    assert (bool(view.open[0, 0]), int(view.cover[0, 0])) == (True, 0)


@pytest.mark.rule("R48-G.23")
def test_from_a_hill_one_sees_over_figures_but_not_over_those_before_the_target():
    def sees(friend: tuple[float, float]) -> bool:
        field = laid(
            rebels("A", at((10, 8))), rebels("F", at(friend)), troops("B", at((10, 20))), ground=(hill(7, 5, 6, 5),)
        )
        return look(field, field.pieces["A"], field.pieces["B"]).sees()

    assert sees((10, 14))
    assert not sees((10, 18))  # within two inches of the target
    field = laid(rebels("A", at((10, 8))), rebels("F", at((10, 14))), troops("B", at((10, 20))))
    assert not look(field, field.pieces["A"], field.pieces["B"]).sees()


# ---- The slow twin ----------------------------------------------------------------------------------------------------------------------


def slowly(field: UprisingField, one: int, other: int) -> tuple[bool, int]:
    """What 81 lines drawn one by one say of the look of one figure of Core at one of Line."""
    core, line = field.pieces["Core"], field.pieces["Line"]
    here, there = core.stands[one], line.stands[other]
    everybody = [stand for piece in field.there() for stand in piece.stands if stand is not here and stand is not there]
    walls = [(each, LineString([tuple(p) for p in each.points])) for each in field.ground.lines]
    patches = [(each, Polygon([tuple(p) for p in each.outline])) for each in field.ground.areas]
    hills = [Polygon([tuple(p) for p in each.outline]) for each in field.ground.hills]
    bases = [_core(stand) for stand in everybody]
    gaps = [
        LineString([a[0].centroid, b[0].centroid])
        for number, a in enumerate(bases)
        for b in bases[:number]
        if 0 < a[0].distance(b[0]) - a[1] - b[1] < 500
    ]
    a, b = (Dot(*stand.bases[0][:2]) for stand in (here, there))
    open_, strong, weak = 0, 0, 0
    for start in nine_points(here):
        for end in nine_points(there):
            ray = LineString([start, end])
            blocked = any(ray.distance(base) < reach + 1 for base, reach in bases) or any(
                ray.crosses(each) for each in gaps
            )
            hard = soft = False
            for each, wire in walls:
                if not ray.intersects(wire):
                    continue
                near = [wire.distance(_core(stand)[0]) - _core(stand)[1] <= 1000 for stand in (here, there)]
                if each.kind in ("high_wall", "gate"):
                    blocked = hard = True
                elif each.kind == "hedge":
                    soft, blocked = True, blocked or not any(near)
                elif near[1] and not near[0]:
                    hard, soft = hard or LOW[each.kind] is Cover.HARD, soft or LOW[each.kind] is Cover.SOFT
            depth = sum(ray.intersection(ground).length for each, ground in patches if each.kind == "woods")
            soft, blocked = soft or depth > 1, blocked or depth > 2001
            for patch, ground in patches:
                if patch.kind not in HOLDS or not ray.intersects(ground.exterior):
                    continue
                if ground.contains(b) and not ground.contains(a):
                    hard = hard or HOLDS[patch.kind] is Cover.HARD
                elif patch.kind == "house" and not ground.contains(a) and not ground.contains(b):
                    blocked = hard = True
            if any(ray.intersects(each.exterior) for each in hills if not each.contains(a) and not each.contains(b)):
                blocked = hard = True
            open_, strong, weak = open_ + (not blocked), strong + hard, weak + soft
    return open_ > 0, 2 if strong >= 21 else 1 if weak >= 21 else 0


def _core(stand) -> tuple:
    x, y, to_x, to_y, reach = core_of(stand)
    return (LineString([(x, y), (to_x, to_y)]) if (x, y) != (to_x, to_y) else Dot(x, y)), reach


@pytest.mark.rule("R48-G.23")
def test_many_lines_at_once_say_what_81_lines_say_one_by_one():
    compared = 0
    for seed in range(40):
        field = TABLE.set_up(strewn(Random(seed)), RULESET.default_tables)
        if "Line" not in field.pieces:
            continue
        view = look(field, field.pieces["Core"], field.pieces["Line"])
        chance = Random(seed)
        for _ in range(4):
            one, other = chance.randrange(len(field.men["Core"])), chance.randrange(7)
            told = bool(view.open[one, other]), int(view.cover[one, other])
            assert told == slowly(field, one, other), (seed, one, other)
            compared += 1
    assert compared > 30


@pytest.mark.rule("R48-G.18")
def test_a_gun_without_a_crew_sees_nobody():
    field = laid(rebels("A", row(8, 10, 3)), troops("B", row(8, 20, 4)))
    empty = replace(field.pieces["A"], figures=(), bases=())
    assert look(field, empty, field.pieces["B"]).open.shape == (0, 4)
    assert look(field, field.pieces["B"], empty).far.shape == (4, 0)
