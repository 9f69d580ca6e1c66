"""Movement on the table: costs, zones, friends, roads, arrivals (REV-4.50 to REV-4.62, REV-8.02 to REV-8.08, REV-G.41, REV-G.43)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from sandtable.geometry.terrain import Terrain
from sandtable.rulesets.revolucion.table import events, orders
from sandtable.rulesets.revolucion.vocabulary import Order
from tests.rulesets.revolucion.table.field import (
    DEPLOY_ORDER,
    DEPLOYED,
    GOV,
    MANEUVER,
    MANEUVER_ORDER,
    MARCH,
    MARCH_ORDER,
    REV,
    Game,
    box,
    game,
    ground,
    leader,
    point,
    pose,
    unit,
)

BY = REV.value
WOODS = {"wood": ("woods", box(10, 12, 30, 14))}
TOWN = {"town": ("town", box(10, 12, 30, 20))}
WALL = {"wall": ("wall", (point(10, 13), point(30, 13)))}


def ordered(order: Order, *pieces: Any, terrain: Terrain | None = None, face: int = 10, **more: Any) -> Game:
    """A unit "own" at (20, 10) facing north whose order has arrived, an enemy far away."""
    own = next((piece for piece in pieces if getattr(piece, "id", "") == "own"), None) or unit("own", REV, (20, 10, 0))
    others = [piece for piece in pieces if piece is not own]
    playing = game(own, *others, unit("far", GOV, (45, 34, 180), column="gov"), terrain=terrain, **more)
    return playing.do(orders.Command(by=BY, unit="own", order=order), order__result=face)


def north(playing: Game, inches: float, x: float = 20) -> set[str | None]:
    """What forbids the unit to go straight on."""
    return playing.refused(orders.Move(by=BY, unit="own", path=(pose(x, 10 + inches, 0),)))


@pytest.mark.rule("REV-4.50", "REV-4.50b", "REV-4.51")
def test_all_part_or_none_of_the_base_move_and_never_more():
    playing = ordered(MANEUVER_ORDER)
    assert north(playing, 6) == set()
    assert north(playing, 2.5) == set()
    assert north(playing, 6.001) == {"REV-4.50b"}
    playing.do(orders.Stay(by=BY, unit="own"))
    assert playing.at("own") == (20, 10)
    assert playing.unit("own").deeds.acted


@pytest.mark.rule("REV-4.51", "REV-4.13b", "REV-G.43")
def test_a_path_is_the_sum_of_its_legs_turns_are_free():
    playing = ordered(MANEUVER_ORDER)
    path = (pose(20, 13, 0), pose(23, 13, 90))
    assert playing.refused(orders.Move(by=BY, unit="own", path=path)) == set()
    longer = (pose(20, 13, 0), pose(23.1, 13, 90))
    assert playing.refused(orders.Move(by=BY, unit="own", path=longer)) == {"REV-4.50b"}


@pytest.mark.rule("REV-4.52", "REV-G.43")
def test_sideways_and_backward_an_inch_costs_two():
    playing = ordered(MANEUVER_ORDER)
    for there in (pose(23, 10, 0), pose(20, 7, 0)):
        assert playing.refused(orders.Move(by=BY, unit="own", path=(there,))) == set()
    for there in (pose(23.01, 10, 0), pose(20, 6.99, 0)):
        assert playing.refused(orders.Move(by=BY, unit="own", path=(there,))) == {"REV-4.50b"}
    assert playing.refused(orders.Move(by=BY, unit="own", path=(pose(24, 14, 0),))) == set(), (
        "forward within 45 degrees"
    )


@pytest.mark.rule("REV-4.58", "REV-4.53", "REV-G.43", "REV-8.02")
def test_two_inches_open_and_two_of_woods_use_a_move_of_six():
    """The middle of a base decides the ground it is on: the rear rank enters last and leaves last."""
    playing = ordered(MANEUVER_ORDER, terrain=ground(areas={"wood": ("woods", box(10, 11.5, 30, 13.5))}))
    assert north(playing, 4) == set()
    assert north(playing, 4.01) == {"REV-4.50b"}


@pytest.mark.rule("REV-4.53", "REV-4.53b", "REV-G.43")
@pytest.mark.parametrize(
    ("kind", "bases", "base_move", "factor"),
    (
        ("RegularInfantry", 4, 6, 2),
        ("MachineGuns", 2, 6, 2),
        ("Artillery", 2, 6, 2),
        ("SlowTransport", 2, 4, 2),
        ("RegularCavalry", 4, 12, 4),
        ("FastTransport", 2, 8, 4),
    ),
)
def test_rough_ground_costs_each_arm_its_own(kind, bases, base_move, factor):
    rough = ground(areas={"marsh": ("marsh", box(0, 0, 48, 30))})
    playing = ordered(MANEUVER_ORDER, unit("own", REV, (20, 10, 0), kind, bases), terrain=rough)
    assert north(playing, base_move / factor) == set()
    assert north(playing, base_move / factor + 0.01) == {"REV-4.50b"}


@pytest.mark.rule("REV-4.53c", "REV-G.43c")
def test_the_dearest_base_counts():
    """Only the right half of the unit goes through the marsh."""
    half = ground(areas={"marsh": ("marsh", box(20, 9, 30, 30))})
    playing = ordered(MANEUVER_ORDER, terrain=half)
    assert north(playing, 3) == set()
    assert north(playing, 3.5) == {"REV-4.50b"}


@pytest.mark.rule("REV-4.54", "REV-T.43")
@pytest.mark.parametrize(("kind", "reach"), (("RegularInfantry", 5.5), ("RegularCavalry", 11.5)))
def test_a_wall_costs_half_an_inch_mounted_or_not(kind, reach):
    playing = ordered(MANEUVER_ORDER, unit("own", REV, (20, 10, 0), kind), terrain=ground(lines=WALL))
    assert north(playing, reach) == set()
    assert north(playing, reach + 0.01) == {"REV-4.50b"}


BRIDGE = ground(
    areas={
        "west": ("river", box(0, 12, 18, 13)),
        "east": ("river", box(22, 12, 48, 13)),
    },
    lines={"bridge": ("choke", (point(18, 12.5), point(22, 12.5)))},
)


@pytest.mark.rule("REV-4.55", "REV-4.59", "REV-T.13")
def test_a_bridge_costs_half_an_inch_unless_one_marches():
    playing = ordered(MANEUVER_ORDER, terrain=BRIDGE)
    assert north(playing, 5.5) == set()
    assert north(playing, 5.51) == {"REV-4.50b"}
    marching = ordered(MARCH_ORDER, terrain=BRIDGE)
    assert north(marching, 12) == set(), "no penalty in march formation"


@pytest.mark.rule("REV-8.02", "REV-8.04")
def test_impassable_ground_stops_everybody():
    river = ground(areas={"river": ("river", box(0, 12, 48, 13))})
    playing = ordered(MANEUVER_ORDER, terrain=river)
    assert north(playing, 1.9) == set()
    assert north(playing, 5) == {"REV-8.04"}


@pytest.mark.rule("REV-4.56", "REV-G.43b")
def test_a_town_is_rough_for_all_and_a_road_for_those_who_march():
    town = ground(areas={"town": ("town", box(10, 0, 30, 36))})
    playing = ordered(MANEUVER_ORDER, terrain=town)
    assert north(playing, 3) == set()
    assert north(playing, 3.01) == {"REV-4.50b"}
    marching = ordered(MARCH_ORDER, unit("own", REV, (20, 10, 0), formation=MARCH), terrain=town)
    assert north(marching, 18) == set()
    assert north(marching, 18.01) == {"REV-4.50b"}


@pytest.mark.rule("REV-4.56b")
def test_a_plaza_in_a_town_is_open():
    plaza = ground(areas={"town": ("town", box(10, 0, 30, 36)), "plaza": ("plaza", box(12, 5, 28, 30))})
    playing = ordered(MANEUVER_ORDER, terrain=plaza)
    assert north(playing, 6) == set()


@pytest.mark.rule("REV-4.57", "REV-3.30c", "REV-T.13", "REV-G.43b")
def test_on_a_road_who_marches_gains_half_as_much_again():
    road = ground(roads={"road": ("road", (point(20, 0), point(20, 36)))})
    playing = ordered(MARCH_ORDER, unit("own", REV, (20, 10, 0), formation=MARCH), terrain=road)
    assert north(playing, 18) == set()
    assert north(playing, 18.01) == {"REV-4.50b"}
    off = ordered(MARCH_ORDER, unit("own", REV, (23, 10, 0), formation=MARCH), terrain=road)
    assert north(off, 12.01, x=23) == {"REV-4.50b"}
    maneuver = ordered(MANEUVER_ORDER, terrain=road)
    assert north(maneuver, 6.01) == {"REV-4.50b"}, "only in march formation"


@pytest.mark.rule("REV-G.43b")
def test_a_way_partly_on_a_road_is_summed_part_by_part():
    """Nine inches of road for six, then six inches across the fields; the tail leaves the road last, so it is all road again beyond."""
    road = ground(roads={"road": ("road", (point(20, 0), point(20, 19)))})
    playing = ordered(MARCH_ORDER, unit("own", REV, (20, 10, 0), bases=1, started=4, formation=MARCH), terrain=road)
    assert north(playing, 14.9) == set()
    assert north(playing, 15.6) == {"REV-4.50b"}


@pytest.mark.rule("REV-4.61")
def test_friends_are_passed_through_but_not_stood_upon():
    friend = unit("friend", REV, (20, 13, 0), column="other")
    playing = ordered(MANEUVER_ORDER, friend)
    assert north(playing, 3) == {"REV-4.61"}
    assert north(playing, 5.1) == set()


@pytest.mark.rule("REV-4.62", "REV-T.36")
def test_nobody_comes_within_an_inch_of_an_enemy():
    enemy = unit("enemy", GOV, (20, 15, 180), formation=DEPLOYED)
    playing = ordered(MANEUVER_ORDER, enemy)
    assert north(playing, 4) == set(), "exactly an inch"
    assert north(playing, 4.1) == {"REV-4.62"}
    beside = unit("enemy", GOV, (23.9, 13, 180), formation=DEPLOYED)
    past = ordered(MANEUVER_ORDER, beside)
    assert "REV-4.62" in north(past, 6), "not on the way either: 0.9 inches from its left end"


@pytest.mark.rule("REV-G.41")
def test_who_starts_too_near_may_only_get_further_away():
    enemy = unit("enemy", GOV, (20, 10.5, 180), formation=DEPLOYED)
    playing = ordered(MANEUVER_ORDER, enemy)
    assert "REV-4.62" in north(playing, 0.2)
    assert playing.refused(orders.Move(by=BY, unit="own", path=(pose(20, 8, 0),))) == set()
    alone = ordered(MANEUVER_ORDER, leader("theirs", GOV, (20, 13)))
    assert north(alone, 2) == set(), "an enemy Leader has no zone"


@pytest.mark.rule("REV-G.43d", "REV-3.16")
def test_the_tactical_inch_is_an_inch_on_any_ground_and_over_a_wall():
    terrain = ground(
        areas={"marsh": ("marsh", box(0, 0, 48, 30))}, lines={"wall": ("wall", (point(10, 10.5), point(30, 10.5)))}
    )
    own = unit("own", REV, (20, 10, 0), formation=DEPLOYED)
    playing = ordered(DEPLOY_ORDER, own, terrain=terrain)
    assert north(playing, 1) == set()
    late = ordered(DEPLOY_ORDER, own, terrain=terrain, face=3)
    assert north(late, 0.5) == set()
    assert north(late, 0.51) == {"REV-4.50b"}, "half an inch when the order is late"
    cliff = ground(areas={"cliff": ("cliff", box(0, 10.5, 48, 12))})
    assert north(ordered(DEPLOY_ORDER, own, terrain=cliff), 1) == {"REV-8.04"}
    enemy = unit("enemy", GOV, (20, 11.5, 180), formation=DEPLOYED)
    assert north(ordered(DEPLOY_ORDER, own, enemy), 1) == {"REV-4.62"}


@pytest.mark.rule("REV-1.10")
def test_a_table_has_edges():
    playing = ordered(MANEUVER_ORDER, unit("own", REV, (20, 34, 0)))
    assert playing.refused(orders.Move(by=BY, unit="own", path=(pose(20, 36, 0),))) == set()
    assert playing.refused(orders.Move(by=BY, unit="own", path=(pose(20, 36.1, 0),))) == {"REV-1.10"}


@pytest.mark.rule("REV-G.04b", "REV-4.72")
def test_a_lost_order_leaves_an_action_without_movement():
    playing = ordered(MANEUVER_ORDER, face=2)
    assert playing.state.turn.pending is None
    assert not playing.unit("own").deeds.acted
    assert playing.refused(orders.Command(by=BY, unit="own", order=MARCH_ORDER)) == {"REV-G.01c"}
    playing.state = playing.state.with_unit(unit("mate", REV, (30, 10, 0)))
    playing.do(orders.Rest(by=BY, unit="own"))
    assert playing.unit("own").deeds.acted


# ---- Leaders ------------------------------------------------------------------------------------------------------------------------


def rider(*pieces: Any, at: tuple[float, float] = (20, 10), terrain: Terrain | None = None) -> Game:
    return game(
        leader("boss", REV, at), *pieces, unit("own", REV, (5, 5, 0)), unit("far", GOV, (45, 34, 180)), terrain=terrain
    )


def ride(playing: Game, *places: tuple[float, float]) -> set[str | None]:
    return playing.refused(orders.MoveLeader(by=BY, leader="boss", path=tuple(point(*place) for place in places)))


@pytest.mark.rule("REV-3.13", "REV-G.39b")
def test_a_leader_rides_24_inches_in_any_mix_of_directions():
    playing = rider()
    assert ride(playing, (20, 30), (24, 30)) == set()
    assert ride(playing, (20, 30), (24.01, 30)) == {"REV-4.50b"}
    rough = ground(areas={"marsh": ("marsh", box(0, 0, 48, 36))})
    assert ride(rider(terrain=rough), (20, 16)) == set(), "rough costs him four"
    assert ride(rider(terrain=rough), (20, 16.01)) == {"REV-4.50b"}
    road = ground(roads={"road": ("road", (point(20, 0), point(20, 36)))})
    assert ride(rider(terrain=road), (20, 34.01)) == {"REV-4.50b"}, "roads do not help him"
    wall = ground(lines={"wall": ("wall", (point(10, 13), point(30, 13)))})
    assert ride(rider(terrain=wall), (20, 33.51)) == {"REV-4.50b"}


@pytest.mark.rule("REV-G.39b")
def test_a_leader_rides_through_zones_but_does_not_end_in_one():
    enemy = unit("enemy", GOV, (21.5, 15, 270), formation=DEPLOYED)
    assert ride(rider(enemy), (20, 20)) == set(), "past an enemy, less than an inch off"
    assert ride(rider(enemy), (20, 15)) == {"REV-4.62"}


@pytest.mark.rule("REV-3.14", "REV-9.08")
def test_a_leader_moves_once_or_rests():
    playing = rider()
    playing.do(orders.MoveLeader(by=BY, leader="boss", path=(point(20, 14),)))
    assert playing.leader("boss").place == point(20, 14)
    assert playing.refused(orders.MoveLeader(by=BY, leader="boss", path=(point(20, 15),))) == {"REV-9.08"}
    assert playing.refused(orders.LeaderRest(by=BY, leader="boss")) == {"REV-9.08"}


# ---- Arrivals -------------------------------------------------------------------------------------------------------------------------


def arriving(turn: int = 1, kind: str = "VeteranCavalry", terrain: Terrain | None = None) -> Game:
    coming = unit("own", REV, (20, 0, 0), kind, 4, MARCH, route_march=True, arrives=turn, entry=pose(20, 0, 0))
    return game(
        replace(coming, stands=None), unit("mate", REV, (40, 5, 0)), unit("far", GOV, (45, 34, 180)), terrain=terrain
    )


@pytest.mark.rule("REV-3.31", "REV-3.32", "REV-T.20")
def test_a_route_march_enters_without_an_order_test():
    playing = arriving()
    assert playing.refused(orders.Command(by=BY, unit="own", order=MARCH_ORDER)) == {"REV-3.31"}
    assert playing.refused(orders.RouteMarch(by=BY, unit="own", path=(pose(20, 28.01),))) == {"REV-4.50b"}
    playing.do(orders.RouteMarch(by=BY, unit="own", path=(pose(20, 28),)))
    assert playing.at("own") == (20, 28)
    assert playing.unit("own").formation is MARCH
    assert not playing.unit("own").arrives
    road = ground(roads={"road": ("road", (point(20, -10), point(20, 60)))}, height=60)
    far = arriving(terrain=road)
    assert far.refused(orders.RouteMarch(by=BY, unit="own", path=(pose(20, 42),))) == set(), "42 on a road"


@pytest.mark.rule("REV-3.31")
def test_nobody_arrives_before_his_turn():
    playing = arriving(turn=2)
    assert playing.refused(orders.RouteMarch(by=BY, unit="own", path=(pose(20, 10),))) == {"REV-3.31"}


@pytest.mark.rule("REV-3.33")
def test_a_route_march_ends_with_any_other_action():
    playing = arriving()
    playing.do(orders.RouteMarch(by=BY, unit="own", path=(pose(20, 10),)))
    assert playing.unit("own").route_march
    playing.state = playing.state.with_unit(playing.unit("own").did(acted=False))
    playing.do(orders.Rest(by=BY, unit="own"))
    assert not playing.unit("own").route_march
    playing.state = playing.state.with_unit(playing.unit("own").did(acted=False))
    assert playing.refused(orders.RouteMarch(by=BY, unit="own", path=(pose(20, 12),))) == {"REV-3.33"}


@pytest.mark.rule("REV-3.31")
def test_who_waits_off_the_table_may_still_enter_next_turn():
    playing = arriving()
    playing.do(orders.Rest(by=BY, unit="own"))
    assert playing.unit("own").deeds.acted
    assert playing.unit("own").route_march, "it has not begun its march, so it cannot have ended it"
    playing.state = playing.state.with_unit(playing.unit("own").did(acted=False))
    playing.do(orders.RouteMarch(by=BY, unit="own", path=(pose(20, 10),)))
    assert playing.at("own") == (20, 10)


def test_a_move_is_told_with_its_trail_and_cost():
    playing = ordered(MANEUVER_ORDER)
    playing.do(orders.Move(by=BY, unit="own", path=(pose(20, 13, 0), pose(22, 13, 90))))
    (stood,) = (event for event in playing.events if isinstance(event, events.Stood))
    assert stood.cost == 5000
    assert stood.trail[0] == point(20, 10)
    assert stood.trail[-1] == point(22, 13)
    assert stood.formation is MANEUVER
