"""A move as it is gone: the same wherever it is looked at, and what it never comes near is known at a glance."""

from __future__ import annotations

from random import Random

import pytest

from sandtable.battle.seat import Seat
from sandtable.geometry.distance import distance
from sandtable.geometry.going import OPEN
from sandtable.geometry.measure import CIRCLE, Pose
from sandtable.geometry.walk import cut, walk
from sandtable.miniatures.journey import NOTHING, Journey
from sandtable.rulesets.revolucion.ruleset import RULESET
from sandtable.rulesets.revolucion.table.ground.shapes import formed
from sandtable.rulesets.revolucion.table.rules import TABLE
from sandtable.rulesets.revolucion.vocabulary import Formation, UnitType
from tests.rulesets.revolucion.table.field import GOV, NORTH, REV, game, unit

TABLES = RULESET.default_tables


def stands(chance, formation):
    at = Pose(chance.randrange(40_000), chance.randrange(30_000), chance.randrange(CIRCLE))
    return formed(UnitType("RegularInfantry"), formation, chance.randint(2, 6), at, TABLES)


def journey(chance, formation):
    body = stands(chance, formation)
    x, y, facing = body.anchor
    path = tuple(
        Pose(x + chance.randrange(-6000, 6000), y + chance.randrange(-6000, 6000), chance.choice((facing, 900, 2222)))
        for _ in range(chance.randint(1, 3))
    )
    return Journey(body, path, formation is Formation.MARCH)


@pytest.mark.parametrize("formation", (Formation.MANEUVER, Formation.DEPLOYED))
def test_it_is_where_a_walk_of_that_length_ends(formation):
    chance = Random(f"walks {formation}")
    for _ in range(20):
        gone = journey(chance, formation)
        for far in (*gone.places()[1::6], gone.length):
            ended = walk(gone.body, cut(gone.body, gone.path, far), OPEN, NOTHING).end
            assert gone.at(far) == ended
            assert (gone.at(far).quads == ended.quads).all()


@pytest.mark.parametrize("formation", Formation)
def test_whatever_it_comes_near_is_not_ruled_out(formation):
    chance = Random(f"near {formation}")
    ruled_out = 0
    for _ in range(40):
        gone, other = journey(chance, formation), stands(chance, Formation.MANEUVER)
        within = chance.choice((0, 3000, 6000))
        near = any(distance(gone.at(far), other) <= within for far in gone.places()[::4])
        assert gone.comes_near(other, within) or not near
        ruled_out += not gone.comes_near(other, within)
    assert ruled_out > 5, "most of what is far is"


def test_all_who_sit_on_a_side_look_at_the_same_table():
    state = game(unit("us", REV, (10, 10, NORTH)), unit("them", GOV, (30, 30, NORTH), hidden=True)).state
    whole, part_of_it = Seat("anna", (REV.value,)), Seat("boris", (f"{REV.value}.first",), part="first")
    assert TABLE.view(state, whole) is TABLE.view(state, part_of_it)
    assert TABLE.view(state, whole) is not TABLE.view(state, Seat("carla", (GOV.value,)))
    assert TABLE.view(state, Seat("dora")) is TABLE.view(state, Seat("emil"))
