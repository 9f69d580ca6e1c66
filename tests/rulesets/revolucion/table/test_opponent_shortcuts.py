"""What the opponent works out for one place is what it works out for many at once; and no place is worth more than its bound."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

from sandtable.geometry.measure import Point
from sandtable.rulesets.revolucion.table.opponent.opponent import Opponent
from sandtable.rulesets.revolucion.table.opponent.standing import exposure, most_chance
from sandtable.rulesets.revolucion.table.random_scenario import random_scenario
from sandtable.rulesets.revolucion.table.rules import TABLE
from sandtable.rulesets.revolucion.vocabulary import FireMode, Formation, Side

PLACES = 12


@pytest.fixture(scope="module")
def thoughts():
    """Every unit of both sides on a table made by chance, as the opponent thinks of it."""
    state = TABLE.set_up(random_scenario(3), TABLE.ruleset.default_tables)
    opponent = Opponent("general", "shortcuts")
    units = [unit for side in Side for unit in state.units_of(side) if unit.stands is not None]
    return [opponent._thinking(state, unit) for unit in units]


def somewhere(thinking, luck: Random) -> Point:
    terrain = thinking.view.terrain
    return Point(luck.randrange(terrain.width), luck.randrange(terrain.height))


def test_one_place_is_worth_what_it_is_among_many(thoughts):
    luck = Random(1)
    for thinking in thoughts:
        picture, unit, goal = thinking.picture, thinking.unit, thinking.plan.goal
        for _ in range(PLACES):
            place = somewhere(thinking, luck)
            alone = np.array([place], dtype=np.float64)
            cell = picture.grid.cell(*place)
            assert thinking.purpose_at(place) == pytest.approx(thinking.purpose(alone)[0])
            assert picture.off_at(unit, goal, place) == pytest.approx(picture.off(unit, goal, alone)[0])
            for formation in (Formation.DEPLOYED, Formation.MANEUVER):
                assert picture.danger_at(unit, formation, cell) == pytest.approx(picture.danger(unit, formation)[cell])
            for mode in FireMode:
                assert picture.chance_at(unit, mode, cell) == pytest.approx(picture.chance(unit, mode)[cell])


def test_no_shot_is_worth_more_than_its_bound(thoughts):
    luck, above = Random(2), 0
    for thinking in thoughts:
        stands = thinking.unit.stands
        for _ in range(PLACES):
            enemy = luck.choice(thinking.picture.enemies).stands.anchor
            x, y = enemy.x + luck.randrange(-9000, 9000), enemy.y + luck.randrange(-9000, 9000)
            body = stands.moved(x - stands.anchor.x, y - stands.anchor.y)
            bound = most_chance(thinking, Point(x, y), Formation.MANEUVER, stands.extent)
            found = exposure(thinking, body, Formation.MANEUVER).chance
            assert found <= bound + 1e-9
            above += found > 0
    assert above > len(thoughts)
