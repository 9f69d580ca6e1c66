"""Involuntary movement on the table: directions, terrain, friends, surrender, the edge (REV-4.80 to REV-4.84, REV-5.17, REV-G.28)."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.geometry.terrain import Terrain
from sandtable.rulesets.revolucion.table import events, orders
from sandtable.rulesets.revolucion.vocabulary import FireMode, Loss
from tests.rulesets.revolucion.table.field import (
    DEPLOYED,
    GOV,
    MANEUVER,
    MARCH,
    REV,
    Game,
    box,
    game,
    ground,
    point,
    unit,
)
from tests.support.talk import Fields

FIRE = orders.Fire(by=REV.value, unit="guns", target="own", mode=FireMode.DEPLOYED)
ONE_LEVEL: Fields = {"fire__effect": 1}  # a Demoralized unit loses a base and falls back


def driven_back(
    *more: Any, terrain: Terrain | None = None, at: tuple[float, float, float] = (20, 20, 180), **own: Any
) -> Game:
    """Machine guns at (20, 12) drive a Demoralized unit back, which faces them eight inches away."""
    target = unit("own", GOV, at, **{"status": "Demoralized", "formation": MANEUVER} | own)
    guns = unit("guns", REV, (20, 12, 0), "MachineGuns", 3, DEPLOYED)
    spare = (unit("mate", REV, (2, 3, 0)), unit("other", GOV, (45, 3, 180)))
    options = more[0] if more and isinstance(more[0], dict) else {}
    pieces = [each for each in more if not isinstance(each, dict)]
    playing = game(guns, target, *spare, *pieces, terrain=terrain, options=options)
    return playing.do(FIRE, **ONE_LEVEL)


@pytest.mark.rule("REV-4.81", "REV-4.82", "REV-4.83", "REV-G.28", "REV-4.85")
@pytest.mark.parametrize(
    ("kind", "far"), (("RegularInfantry", 6), ("RegularCavalry", 12), ("FastTransport", 8), ("SlowTransport", 4))
)
def test_straight_away_from_the_source_at_full_speed_facing_as_before(kind, far):
    playing = driven_back(kind=kind, bases=4)
    own = playing.unit("own")
    assert playing.at("own") == (20, 20 + far), "backwards, and not at half speed"
    assert own.stands is not None
    assert own.stands.anchor.facing == 1800
    assert own.formation is MANEUVER


@pytest.mark.rule("REV-4.80", "REV-G.28b")
def test_slow_ground_shortens_the_way():
    marsh = ground(areas={"marsh": ("marsh", box(0, 18, 48, 36))})
    assert driven_back(terrain=marsh).at("own") == (20, 23)


@pytest.mark.rule("REV-4.81", "REV-G.28", "REV-4.82b")
def test_it_turns_aside_as_little_as_it_must_left_first():
    """A rock straight behind: the way leads past it to the left of the direction it goes, by a few steps of five degrees."""
    rock = ground(areas={"cliff": ("cliff", box(19.8, 24, 20.2, 26))})
    x, y = driven_back(terrain=rock).at("own")
    assert x < 20
    assert y > 24
    assert abs((x - 20) ** 2 + (y - 20) ** 2 - 36) < 0.1, "the whole six inches"


@pytest.mark.rule("REV-4.80", "REV-4.82b", "REV-4.62")
def test_enemies_in_the_way_are_kept_an_inch_off():
    behind = unit("behind", REV, (20, 27, 0), "MachineGuns", 1)
    x, y = driven_back(behind).at("own")
    assert abs(x - 20) > 1
    assert y < 26


@pytest.mark.rule("REV-5.17", "REV-G.28c", "REV-G.44")
def test_a_unit_that_cannot_go_back_surrenders_and_counts_as_lost():
    walls = ground(areas={"cliff": ("cliff", box(0, 22.5, 48, 24))})
    playing = driven_back(terrain=walls)
    assert playing.unit("own").gone is Loss.SURRENDERED
    assert playing.state.armies[GOV].morale == 4


@pytest.mark.rule("REV-G.28c", "REV-4.61")
def test_a_friend_at_the_end_is_passed_by_up_to_two_inches():
    line = unit("friend", GOV, (20, 27, 180), formation=DEPLOYED)
    assert driven_back(line).at("own") == pytest.approx((20, 28), abs=0.002), (
        "a line from 27 to 28: two inches more and it is clear"
    )
    deep = unit("friend", GOV, (20, 27, 180))
    x, y = driven_back(deep).at("own")
    assert (x, y) != (20, 26), "a friend from 27 to 29 is too deep for that"
    assert x != 20, "so it turns aside"


@pytest.mark.rule("REV-G.28c")
def test_a_unit_too_wide_for_the_gap_slips_through_in_march_formation():
    """Cliffs on both sides leave a gap of 1.4 inches straight behind."""
    gap = ground(areas={"left": ("cliff", box(0, 23, 19.3, 30)), "right": ("cliff", box(20.7, 23, 48, 30))})
    playing = driven_back(terrain=gap)
    assert playing.unit("own").gone is None
    assert playing.unit("own").formation is MARCH


@pytest.mark.rule("REV-G.28d", "REV-G.44")
def test_who_falls_back_over_the_edge_is_destroyed_or_by_option_safe_over_its_own():
    edge = driven_back(terrain=ground(height=24))
    assert edge.unit("own").gone is Loss.LEFT_TABLE
    assert [event.edge for event in edge.events if isinstance(event, events.UnitGone)] == ["north"]
    assert edge.unit("own").left_by == "", "fleeing earns nothing"
    assert edge.state.armies[GOV].morale == 4
    safe = driven_back({"edge.own": "on"}, terrain=ground(height=24))
    assert safe.unit("own").gone is Loss.LEFT_TABLE, "it does not return"
    assert safe.state.armies[GOV].morale == 5


@pytest.mark.rule("REV-4.84")
def test_the_losses_come_off_before_the_move():
    playing = driven_back()
    kinds = playing.kinds()
    assert kinds.index("bases_removed") < kinds.index("stood")
    assert playing.unit("own").bases == 3
    assert point(20, 26) == playing.unit("own").stands.anchor.point  # type: ignore[union-attr]
