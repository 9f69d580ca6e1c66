"""Reach: what it promises, a walk keeps, nearly always; and more budget never reaches less."""

from __future__ import annotations

from fractions import Fraction
from math import hypot
from random import Random

import numpy as np
import pytest

from sandtable.geometry.compiled.bases import nearest_of_bases
from sandtable.geometry.footprint import column, line, ranks
from sandtable.geometry.going import Going
from sandtable.geometry.measure import CIRCLE, Point, Pose
from sandtable.geometry.place import hindrances
from sandtable.geometry.reach import reach
from sandtable.geometry.terrain import Area, Line, Road, Terrain
from sandtable.geometry.walk import Around, walk
from tests.geometry.ground import at, box, moved_unit, woods

FOOT = Going({"woods": 2, "river": None}, {"wall": 500, "gate": 500, "wire": None}, passages=frozenset({"gate"}))
EMPTY = Terrain(48_000, 48_000)


def square(x: float = 24, y: float = 24, facing: int = 0):
    return ranks(Pose(*at(x, y), facing), (2, 2), 1000, 1000)


def battlefield(seed: int) -> tuple[Terrain, list, list]:
    """Woods, lakes and walls at random, and twenty units among them."""
    dice = Random(seed)

    def patch(number):
        left, bottom = dice.randrange(4, 60), dice.randrange(4, 40)
        outline = box(left, bottom, left + dice.randrange(3, 9), bottom + dice.randrange(3, 9))
        return Area(f"area {number}", dice.choice(("woods", "woods", "river")), outline)

    def wall(number):
        return Line(f"wall {number}", "wall", tuple(at(dice.randrange(5, 60), dice.randrange(5, 40)) for _ in range(3)))

    def unit():
        return square(dice.randrange(3, 69), dice.randrange(3, 45), dice.randrange(CIRCLE))

    terrain = Terrain(72_000, 48_000, tuple(map(patch, range(6))), (), tuple(map(wall, range(3))))
    return terrain, [unit() for _ in range(10)], [unit() for _ in range(10)]


def test_on_open_ground_the_cost_is_the_straight_distance():
    field = reach(square(), FOOT, Around(EMPTY), 6000)
    for place in field.places:
        assert field.cost_at(place) == pytest.approx(hypot(place.x - 24_000, place.y - 24_000), abs=1)
    assert len(field.places) == sum(
        hypot(x, y) <= 6000 for x in range(-6000, 6001, 500) for y in range(-6000, 6001, 500)
    )
    assert field.cost_at(at(24, 30)) == 6000
    assert field.cost_at(at(24, 30.5)) is None
    assert field.path_to(at(27, 28)) == (Pose(*at(27, 28), 369),)
    assert field.path_to(at(24, 40)) == ()


def test_it_goes_round_what_it_cannot_cross():
    lake = Terrain(48_000, 48_000, (Area("lake", "river", box(20, 27, 28, 30)),))
    field = reach(square(), FOOT, Around(lake), 18_000)
    there = at(24, 32)
    assert field.cost_at(at(24, 28)) is None
    path = field.path_to(there)
    walked = walk(square(), path, FOOT, Around(lake), 18_000)
    assert len(path) > 1
    assert walked.legal
    assert field.cost_at(there) == pytest.approx(walked.cost, abs=5)
    # At best round the corners, an inch off the lake.
    touching, clear = hypot(4, 3) + 3 + hypot(4, 2), hypot(5, 2) + 5 + hypot(5, 1)
    cost = field.cost_at(there)
    assert cost is not None
    assert touching * 1000 < cost <= clear * 1000


def test_a_gate_is_found_and_paid_for():
    left, right = Line("left", "wire", (at(0, 28), at(23.7, 28))), Line("right", "wire", (at(24.3, 28), at(48, 28)))
    gate = Line("gate", "gate", (at(23.7, 28), at(24.3, 28)))
    terrain = Terrain(48_000, 48_000, (), (), (left, right, gate))
    field = reach(square(), FOOT, Around(terrain), 12_000)
    assert field.cost_at(at(24, 32)) == 8500
    path = field.path_to(at(26, 33))
    assert path
    assert walk(square(), path, FOOT, Around(terrain), 12_000).legal
    closed = Terrain(48_000, 48_000, (), (), (left, right))
    assert reach(square(), FOOT, Around(closed), 12_000).cost_at(at(24, 32)) is None


def test_a_road_carries_a_column_further():
    road = Terrain(48_000, 48_000, (), (), (), (Road("road", "road", (at(24, 0), at(24, 48)), 1000),))
    marching = Going(road=Fraction(2, 3), road_kinds=frozenset({"road"}))
    field = reach(column(Pose(*at(24, 20)), 4, 1000, 1000), marching, Around(road), 12_000)
    assert field.cost_at(at(24, 38)) == 12_000
    assert field.cost_at(at(24, 38.5)) is None
    assert field.cost_at(at(36.5, 20)) is None


def test_enemies_are_kept_clear_of_and_friends_not_stood_on():
    enemy, friend = square(24, 32), square(30, 26)
    field = reach(square(), FOOT, Around(EMPTY, [enemy], [friend], zone=1000), 12_000)
    assert field.cost_at(at(24, 28.5)) is None
    assert field.cost_at(at(24, 28)) == 4000
    assert field.cost_at(at(30, 25)) is None
    assert field.cost_at(at(34, 25)) == pytest.approx(1000 * hypot(10, 1), abs=10)


@pytest.mark.parametrize(
    ("seed", "share"), ((1, 0.9), (2, 0.9), (8, 0.9), (0, 0.6))
)  # 0: among enemies, where turns slide
def test_what_it_promises_is_walked_nearly_always_and_never_below_its_length(seed, share):
    terrain, enemies, friends = battlefield(seed)
    around = Around(terrain, enemies, friends[1:], zone=1000)
    body = next(
        unit
        for unit in (friends[0], *(square(x, 24) for x in range(4, 70)))
        if not hindrances(unit, FOOT, around, 1000)
    )
    field = reach(body, FOOT, around, 12_000)
    dice = Random(seed)
    asked = dice.sample(field.places, min(60, len(field.places)))
    kept = 0
    for place in asked:
        path = field.path_to(place)
        walked = walk(body, path, FOOT, around, 12_000)
        kept += walked.legal
        cost = field.cost_at(place)
        assert cost is not None
        assert cost >= hypot(place.x - body.anchor.x, place.y - body.anchor.y) - 1
    assert kept >= share * len(asked)


@pytest.mark.parametrize("seed", range(3))
def test_more_budget_never_reaches_less_and_never_costs_more(seed):
    terrain, enemies, friends = battlefield(seed)
    around = Around(terrain, enemies, friends[1:], zone=1000)
    small, large = (reach(friends[0], FOOT, around, budget).costs for budget in (6000, 12_000))
    assert (np.isfinite(large) | ~np.isfinite(small)).all()
    assert (large[np.isfinite(small)] <= small[np.isfinite(small)] + 1e-6).all()


def test_quarter_turns_change_nothing_on_a_square_table():
    terrain = Terrain(48_000, 48_000, (woods(20, 28, 30, 33), Area("lake", "river", box(14, 20, 19, 26))))
    plain = reach(square(24, 24), FOOT, Around(terrain, [square(32, 24)], zone=1000), 9000).costs

    def spun(area):
        return Area(area.id, area.kind, tuple(Point(corner.y, 48_000 - corner.x) for corner in area.outline))

    turned_terrain = Terrain(48_000, 48_000, tuple(spun(area) for area in terrain.areas))
    turned_enemy = moved_unit(square(32, 24), 1, 0, 48_000)
    body = moved_unit(square(24, 24), 1, 0, 48_000)
    turned = reach(body, FOOT, Around(turned_terrain, [turned_enemy], zone=1000), 9000).costs
    back = np.flip(turned, axis=0).T  # the place (x, y) went to (y, 48 - x)
    same = np.isfinite(plain) & np.isfinite(back)
    assert (np.isfinite(plain) == np.isfinite(back)).mean() > 0.995  # ties at the rim fall either way
    off = np.abs(plain[same] - back[same])  # of ways that bend there are many equally good ones on a grid
    assert off.mean() < 20
    assert np.percentile(off, 95) < 100


def test_how_near_an_enemy_minds_a_turn_is_for_the_caller_to_say():
    body = ranks(Pose(*at(20, 20)), (2, 2), 1000, 1000)
    beside = line(Pose(*at(24, 19), 2700), 2, 1000, 1000)  # turning to the left would bring the unit's corner nearer
    around = Around(Terrain(48_000, 48_000), [beside], zone=1000)
    assert not reach(body, Going(), around, 4000, near=6000).turns.all()
    assert reach(body, Going(), around, 4000, near=1000).turns.all()


@pytest.mark.parametrize("seed", range(4))
def test_the_free_turns_are_those_that_bring_it_nearer_to_no_near_enemy(seed):
    _, enemies, friends = battlefield(seed)
    body, near = friends[0], 6000
    enemies = [*enemies, body.moved(2600, 2300)]
    field = reach(body, FOOT, Around(EMPTY, enemies, zone=1000), 6000, near=near)

    def off(unit, enemy):
        return nearest_of_bases(unit.quads, enemy.quads)[0]

    assert not field.turns.all()
    for number, free in enumerate(field.turns):
        facing = number * CIRCLE // len(field.turns)
        turned = body.placed(Pose(body.anchor.x, body.anchor.y, facing))
        nearer = [(off(body, enemy) - off(turned, enemy), off(turned, enemy) <= near) for enemy in enemies]
        if any(by > 4 and minds for by, minds in nearer):  # corners are rounded
            assert not free
        elif all(by < -2 for by, _ in nearer):
            assert free
