"""Who sees whom on the table, as far as it decides about a shot (REV-8.20 to REV-8.29, REV-8.40, REV-G.24): every figure worked out by hand.

A Machine Gun of one base looks north from y = 10. Whatever is in the way lies across the whole table, so that only depth counts.
"""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.geometry.terrain import Terrain
from sandtable.rulesets.revolucion.table import orders
from sandtable.rulesets.revolucion.vocabulary import FireMode
from tests.rulesets.revolucion.table.field import (
    DEPLOYED,
    GOV,
    NORTH,
    REV,
    SOUTH,
    Game,
    box,
    game,
    ground,
    leader,
    unit,
)

ACROSS = (0, 48)
HIDDEN, FRIENDS_IN_THE_WAY = {"REV-6.10"}, {"REV-6.14"}
GUN: dict[str, Any] = {"kind": "MachineGuns", "bases": 1, "formation": DEPLOYED}
DEPTH = 1.4  # of such a gun


def strip(south: float, north: float) -> tuple[Any, ...]:
    return box(ACROSS[0], south, ACROSS[1], north)


def land(*, woods: tuple[tuple[float, float], ...] = (), hills: tuple[tuple[int, float, float], ...] = ()) -> Terrain:
    """Woods and hills from one edge of the table to the other, by where they begin and end."""
    return ground(
        areas={f"wood {south}": ("woods", strip(south, north)) for south, north in woods},
        hills={f"hill {south}": (level, strip(south, north)) for level, south, north in hills},
    )


def guns(terrain: Terrain, at: float, *more: Any) -> Game:
    """Two guns that face each other; the front of the enemy's is at ``at``."""
    return game(
        unit("own", REV, (20, 10, NORTH), **GUN), unit("enemy", GOV, (20, at, SOUTH), **GUN), *more, terrain=terrain
    )


def shot(terrain: Terrain, at: float, *more: Any) -> set[str | None]:
    """What forbids the shot at the enemy."""
    fire = orders.Fire(by=REV.value, unit="own", target="enemy", mode=FireMode.DEPLOYED)
    return guns(terrain, at, *more).refused(fire)


def shot_back(terrain: Terrain, at: float, *more: Any) -> set[str | None]:
    """What forbids the enemy the same shot the other way."""
    fire = orders.Fire(by=GOV.value, unit="enemy", target="own", mode=FireMode.DEPLOYED)
    pieces = guns(terrain, at, *more).state
    mirrored = game(*pieces.units.values(), *pieces.leaders.values(), terrain=terrain, acting=GOV)
    return mirrored.refused(fire)


@pytest.mark.rule("REV-8.25", "REV-8.23", "REV-8.21")
def test_tall_ground_hides_those_on_its_own_level_from_each_other():
    for depth, expected in ((3, set()), (3.01, HIDDEN)):
        wood = land(woods=((12, 12 + depth),))
        assert shot(wood, 20) == expected
        assert shot_back(wood, 20) == expected


@pytest.mark.rule("REV-8.26", "REV-8.26b", "REV-8.27", "REV-8.27b", "REV-8.28")
@pytest.mark.parametrize(("level", "shadow"), ((1, 8), (2, 4), (3, 2)))
def test_from_above_a_wood_hides_a_strip_that_halves_with_every_level(level, shadow):
    """The far side of the wood is 8 inches from the front of the gun on the hill."""
    seen_from_above = land(hills=((level, 0, 10),), woods=((15, 18),))
    with_its_back_at_the_end = 18 + shadow - DEPTH
    assert shot(seen_from_above, with_its_back_at_the_end - 0.01) == HIDDEN
    assert shot(seen_from_above, with_its_back_at_the_end + 0.01) == set()


@pytest.mark.rule("REV-8.29")
def test_of_several_woods_below_only_the_one_nearest_to_the_target_counts():
    """The far one ends 8 inches off: from two levels above it hides 4 inches. The near one would hide 2, which end before it."""
    far = (17.0, 18.0)
    for woods in ((far,), ((11.0, 14.0), far)):
        terrain = land(hills=((2, 0, 10),), woods=woods)
        assert shot(terrain, 22 - DEPTH) == HIDDEN
        assert shot(terrain, 22 - DEPTH + 0.01) == set()


@pytest.mark.rule("REV-G.24d")
def test_woods_below_both_are_looked_over():
    terrain = land(hills=((1, 0, 10), (1, 20, 30)), woods=((11, 19),))
    assert shot(terrain, 20) == set()
    assert shot(land(hills=((1, 0, 10),), woods=((11, 19),)), 20) == HIDDEN


@pytest.mark.rule("REV-G.24e", "REV-8.23", "REV-8.21")
def test_a_bare_hill_hides_those_below_it_from_each_other_and_nobody_as_high():
    between = (1, 13.0, 16.0)
    for terrain, expected in (
        (land(hills=(between,)), HIDDEN),
        (land(hills=((1, 0, 10), between)), HIDDEN),
        (land(hills=((1, 0, 10), between, (1, 20, 30))), set()),
    ):
        assert shot(terrain, 20) == expected
        assert shot_back(terrain, 20) == expected
    crest = land(hills=((2, 0, 10), (1, 11, 14)))
    assert shot(crest, 18 - DEPTH) == HIDDEN, "from above its far edge hides as much as it is away"
    assert shot(crest, 18 - DEPTH + 0.01) == set()


@pytest.mark.rule("REV-8.20")
def test_a_part_of_one_base_that_can_be_seen_is_enough():
    """Three inches of wood are seen into: a target whose front is in sight is seen though its back is not."""
    wood = land(woods=((12, 40),))
    assert shot(wood, 15) == set()
    assert shot(wood, 15.01) == HIDDEN


@pytest.mark.rule("REV-8.40")
def test_over_the_heads_of_friends_one_fires_as_over_tall_ground():
    """Their front is 4 inches from the gun one level above them: 4 inches behind it are hidden."""
    friends = unit("friends", REV, (20, 14, NORTH), formation=DEPLOYED)
    above = land(hills=((1, 0, 10),))
    assert shot(above, 18 - DEPTH, friends) == FRIENDS_IN_THE_WAY
    assert shot(above, 18 - DEPTH + 0.01, friends) == set()
    assert shot(land(), 18 - DEPTH + 0.01, friends) == FRIENDS_IN_THE_WAY, "not on the level"


@pytest.mark.rule("REV-G.24f")
def test_enemies_and_leaders_are_in_nobodys_way():
    other = unit("other", GOV, (20, 14, SOUTH), **GUN)
    chief = leader("chief", REV, (20, 12))
    assert shot(land(), 20, other, chief) == set()
