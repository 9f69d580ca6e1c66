"""Leaving the table on orders, by the edge that an objective names."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from sandtable.battle.desk import Draft
from sandtable.battle.event import Story
from sandtable.battle.scenario.scenario import Objective, Victory
from sandtable.battle.seat import Seat
from sandtable.kernel import codec
from sandtable.rulesets.revolucion.table import army, orders
from sandtable.rulesets.revolucion.table.desk.desk import DESK
from sandtable.rulesets.revolucion.table.rules import TABLE
from sandtable.rulesets.revolucion.table.state import Phase, Terms
from sandtable.rulesets.revolucion.vocabulary import Loss, Side
from tests.rulesets.revolucion.table.field import (
    GOV,
    MANEUVER_ORDER,
    MARCH,
    MARCH_ORDER,
    REV,
    Game,
    game,
    ground,
    leader,
    pose,
    unit,
)
from tests.rulesets.revolucion.table.legal import every_legal_order
from tests.rulesets.revolucion.table.rolling_stock import aboard, rolling, train
from tests.support.talk import there

BY = REV.value
NORTH_EXIT = Terms(
    objectives=(Objective("road", "The road north", "exit", BY, edge="north", points=2),), victory=Victory(turns=1)
)


def with_exit(playing: Game, terms: Terms = NORTH_EXIT) -> Game:
    playing.state = replace(playing.state, terms=terms)
    return playing


def under_orders(*more: Any, terms: Terms = NORTH_EXIT, order=MANEUVER_ORDER, y: float = 32, **told: Any) -> Game:
    """A unit some inches from the northern edge of the table, 36 inches up, whose order has arrived; it moves 6 inches."""
    pieces = (unit("own", REV, (20, y, 0)), unit("mate", REV, (40, 3, 0)), unit("foe", GOV, (4, 4, 0)), *more)
    playing = with_exit(game(*pieces, **told), terms)
    return playing.do(orders.Command(by=BY, unit="own", order=order), order__result=10)


def leave(x: float = 20, y: float = 36, name: str = "own", **more: Any) -> orders.Leave:
    return orders.Leave(by=BY, unit=name, path=(pose(x, y, 0),), **more)


def test_a_move_that_reaches_the_edge_leaves_the_table_and_earns_its_points():
    playing = under_orders().do(leave())
    gone = playing.unit("own")
    assert (gone.gone, gone.left_by, gone.stands) == (Loss.LEFT_TABLE, "north", None)
    assert playing.state.armies[REV].morale == 5, "who leaves on orders is not lost"
    assert "own" not in playing.state.position.on_table
    story = Story(TABLE.after, playing.state)
    army.check_last_turn(story)
    assert dict(there(story.state.ending).scores) == {GOV: 0, REV: 2}


def test_who_flees_by_that_edge_earns_nothing():
    playing = with_exit(game(unit("own", REV, (20, 32, 0)), unit("foe", GOV, (4, 4, 0))))
    fled = replace(playing.unit("own"), gone=Loss.LEFT_TABLE, stands=None)
    assert dict(army.scores(playing.state.with_unit(fled)))[REV] == 0


def test_it_must_reach_the_edge_with_what_its_move_allows():
    playing = under_orders()
    short = playing.problems(leave(y=35))
    assert [(problem.field, problem.message.id, problem.choices) for problem in short] == [
        ("path", "problem.table.not_at_exit", ("north",))
    ]
    far = under_orders(y=29)
    assert far.refused(leave()) == {"REV-4.50b"}, "seven inches, and it has six"


def test_the_edge_must_be_one_that_an_objective_of_its_side_names():
    west = under_orders(unit("west", REV, (3, 20, 270)))
    assert {problem.message.id for problem in west.problems(leave(x=20, y=33))} == {"problem.table.not_at_exit"}
    assert not west.problems(leave())
    nothing = under_orders(terms=Terms())
    assert {problem.message.id for problem in nothing.problems(leave())} == {"problem.table.no_exit"}
    enemy_s = Terms(objectives=(Objective("road", "The road north", "exit", GOV.value, edge="north"),))
    assert {problem.message.id for problem in under_orders(terms=enemy_s).problems(leave())} == {
        "problem.table.no_exit"
    }


def test_it_is_offered_where_it_can_be_done():
    offered = [order for order in every_legal_order(under_orders().state, BY) if isinstance(order, orders.Leave)]
    assert [order.path for order in offered] == [(pose(20, 36, 0),)]
    too_far = under_orders(y=20)
    assert not [order for order in every_legal_order(too_far.state, BY) if isinstance(order, orders.Leave)]


def test_a_leader_goes_along_or_stays_behind():
    vega = leader("vega", REV, (18.25, 31.5))
    along = under_orders(vega).do(leave(leaders=("vega",)))
    assert (along.leader("vega").left_by, along.leader("vega").place) == ("north", None)
    assert along.leader("vega").alive
    assert not along.leader("vega").may_act
    assert "vega" not in along.state.position.figures
    behind = under_orders(vega).do(leave())
    assert behind.leader("vega").left_by == ""
    assert behind.leader("vega").place is not None


def test_a_train_takes_its_passengers_with_it():
    playing = rolling(
        train("express", REV, 52),
        aboard(unit("guard", REV, (20, 20, 0)), "express"),
        leader("vega", REV, (1, 1), aboard="express"),
        unit("mate", REV, (40, 3, 0)),
    )
    playing.state = replace(playing.state, terms=NORTH_EXIT)
    playing.do(orders.Command(by=BY, unit="express", order=MANEUVER_ORDER), order__result=10)
    playing.do(leave(y=60, name="express"))
    assert {name: playing.unit(name).left_by for name in ("express", "guard")} == {"express": "north", "guard": "north"}
    assert playing.leader("vega").left_by == "north"


def test_who_is_stopped_on_the_way_by_a_hidden_enemy_stays_on_the_table():
    """Ten inches to go, in march formation, and somebody in the woods beside the road."""
    ambush = unit("ambush", GOV, (20, 34, 180), hidden=True)
    playing = under_orders(ambush, order=MARCH_ORDER, y=26, terrain=ground(), options={"hidden": True})
    playing.play(leave())
    assert playing.unit("own").gone is None
    assert playing.unit("own").left_by == ""


def test_an_army_that_has_marched_off_is_not_destroyed():
    playing = with_exit(
        game(unit("own", REV, (20, 32, 0)), unit("foe", GOV, (4, 4, 0))), replace(NORTH_EXIT, victory=Victory(turns=9))
    )
    playing.do(orders.Command(by=BY, unit="own", order=MANEUVER_ORDER), order__result=10).do(leave())
    assert playing.state.turn.phase is not Phase.OVER
    assert playing.state.turn.side is Side.GOVERNMENT


def on_route_march(*more: Any, y: float = 26, **about: Any) -> Game:
    """Regulars go 12 inches in Route March, without an order."""
    own = unit("own", REV, (20, y, 0), formation=MARCH, **{"route_march": True} | about)
    return with_exit(game(own, unit("mate", REV, (40, 3, 0)), unit("foe", GOV, (4, 4, 0)), *more))


@pytest.mark.rule("REV-3.31", "REV-3.31b", "REV-3.32")
def test_a_route_march_may_lead_off_the_table():
    vega = leader("vega", REV, (18.75, 25))
    playing = on_route_march(vega)
    offered = [order for order in every_legal_order(playing.state, BY) if isinstance(order, orders.Leave)]
    assert [(order.path, order.leaders) for order in offered] == [((pose(20, 36, 0),), ("vega",))]
    seat = Seat("rev", (BY,))
    assert "leave" in [offer.id for offer in DESK.panel(playing.state, seat, "own").offers]
    preview = DESK.preview(playing.state, seat, Draft(piece="own", offer="leave"))
    assert preview.order == codec.write(offered[0])
    playing.do(offered[0])
    assert (playing.unit("own").gone, playing.unit("own").left_by) == (Loss.LEFT_TABLE, "north")
    assert playing.leader("vega").left_by == "north"
    assert playing.state.armies[REV].morale == 5


@pytest.mark.rule("REV-3.32", "REV-3.33")
def test_only_who_is_on_route_march_leaves_without_an_order_and_no_further_than_it_goes():
    assert on_route_march(y=23.9).refused(leave()) == {"REV-4.50b"}, "12.1 inches"
    assert on_route_march(route_march=False).refused(leave()) == {"REV-3.33"}
    coming = replace(on_route_march().unit("own"), stands=None, arrives=1, entry=pose(20, 36, 180))
    playing = on_route_march()
    playing.state = playing.state.with_unit(coming)
    entering = playing.problems(orders.Leave(by=BY, unit="own", path=(pose(20, 30, 180),)))
    assert {problem.message.id for problem in entering} == {"problem.table.not_at_exit"}, "it comes on by that edge"


@pytest.mark.parametrize(
    ("edge", "at", "facing"), (("east", (46, 18), 90), ("south", (20, 3), 180), ("west", (3, 18), 270))
)
def test_every_edge_can_be_the_one(edge, at, facing):
    terms = Terms(objectives=(Objective("out", "Out", "exit", "", edge=edge),))
    playing = with_exit(
        game(unit("own", REV, (*at, facing)), unit("mate", REV, (24, 18, 0)), unit("foe", GOV, (24, 33, 0))), terms
    )
    playing.do(orders.Command(by=BY, unit="own", order=MANEUVER_ORDER), order__result=10)
    (order,) = (each for each in every_legal_order(playing.state, BY) if isinstance(each, orders.Leave))
    assert playing.do(order).unit("own").left_by == edge
