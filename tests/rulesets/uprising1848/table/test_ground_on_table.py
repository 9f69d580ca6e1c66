"""Ways over the ground: the compiled loops say what plain Python says, stretch by stretch (R48-7.02 to R48-7.05, R48-G.16, R48-G.17)."""

from __future__ import annotations

from random import Random

import pytest

from sandtable.geometry.cover import contains
from sandtable.geometry.measure import Pose
from sandtable.rulesets.uprising1848.ruleset import RULESET
from sandtable.rulesets.uprising1848.table.ground import (
    kind_at,
    lines_over,
    passed,
    structure_at,
    structures,
    structures_at,
)
from sandtable.rulesets.uprising1848.table.rules import TABLE
from tests.rulesets.uprising1848.table import slow_ground
from tests.rulesets.uprising1848.table.wandering import strewn


@pytest.mark.rule("R48-7.02", "R48-7.04", "R48-7.05", "R48-G.16", "R48-G.17")
@pytest.mark.parametrize("seed", range(12))
def test_ways_lead_over_what_they_lead_over(seed):
    chance = Random(seed)
    field = TABLE.set_up(strewn(Random(seed)), RULESET.default_tables)
    ground, corners = field.ground, [Pose(*corner) for area in field.ground.areas for corner in area.outline]
    barred = obstacles = 0
    for _ in range(60):
        anywhere = [Pose(chance.randrange(ground.width), chance.randrange(ground.height)) for _ in range(3)]
        ends = [chance.choice(corners) if chance.random() < 0.2 else place for place in anywhere]
        for legs in ("foot", "mounted", "transport"):
            fast, slow = (
                each(ground, field.tables, legs, ends[0], tuple(ends[1:])) for each in (passed, slow_ground.passed)
            )
            assert (fast.obstacles, fast.barred) == (slow.obstacles, slow.barred), ends
            assert (fast.open, fast.rough) == pytest.approx((slow.open, slow.rough), abs=1e-6)
            barred, obstacles = barred + bool(fast.barred), obstacles + fast.obstacles
        a, b = ends[0].point, ends[1].point
        assert kind_at(ground, a) == slow_ground.kind_at(ground, a)
        assert list(lines_over(ground, a, b)) == list(slow_ground.lines_over(ground, a, b))
    assert barred
    assert obstacles


def test_a_place_is_inside_the_structure_that_holds_it():
    field = TABLE.set_up(strewn(Random(4)), RULESET.default_tables)
    ground, chance = field.ground, Random(4)
    inn = next(area for area in ground.areas if area.id == "inn")
    places = [Pose(chance.randrange(ground.width), chance.randrange(ground.height)) for _ in range(200)]
    places += [Pose(*corner) for corner in inn.outline]
    held = structures_at(ground, places)
    for place, found in zip(places, held, strict=True):
        slow = next((area for area in structures(ground) if contains(area.outline, place.point)), None)
        assert found == slow == structure_at(ground, place.point)
    assert inn in held
    assert structures_at(ground, ()) == []


def test_a_way_that_goes_nowhere_leads_over_nothing():
    field = TABLE.set_up(strewn(Random(4)), RULESET.default_tables)
    here = Pose(5000, 5000)
    for way in ((), (here,)):
        assert passed(field.ground, field.tables, "foot", here, way).open == 0.0
