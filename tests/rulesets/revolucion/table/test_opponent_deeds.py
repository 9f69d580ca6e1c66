"""What the opponent does on purpose: single decisions on small tables, each of which a worse player would take otherwise."""

from __future__ import annotations

from dataclasses import replace

import pytest

from sandtable.battle.order import Decision
from sandtable.battle.scenario.scenario import Objective, Victory
from sandtable.geometry.measure import inches
from sandtable.miniatures.opponent.intents import Stance
from sandtable.rulesets.revolucion.table import orders
from sandtable.rulesets.revolucion.table.opponent.opponent import Opponent
from sandtable.rulesets.revolucion.table.opponent.places import best_way
from sandtable.rulesets.revolucion.table.opponent.plan import plan_for
from sandtable.rulesets.revolucion.table.opponent.stakes import safe, stake
from sandtable.rulesets.revolucion.table.opponent.standing import exposure
from sandtable.rulesets.revolucion.table.rules import TABLE
from sandtable.rulesets.revolucion.table.state import Flight, Mine, Phase, Terms, Turn
from tests.rulesets.revolucion.table.field import (
    DEPLOYED,
    GOV,
    MANEUVER,
    MANEUVER_ORDER,
    NORTH,
    REV,
    SOUTH,
    box,
    game,
    ground,
    point,
    unit,
)
from tests.rulesets.revolucion.table.rolling_stock import aboard, railway, rolling, train
from tests.support.talk import there

BY = REV.value


def told(playing, player=None):
    """What the opponent orders now, with its reason; every order is legal."""
    player = player or Opponent("general", "test")
    decision = TABLE.decisions(playing.state)[0]
    order = player.order(playing.state, Decision(decision.by, decision.kind, decision.orders))
    assert not playing.problems(order)
    words = there(player.why()).words
    assert words.endswith(".")
    return order, words


def thinking(playing, name):
    return Opponent("general", "test")._thinking(playing.state, playing.unit(name))


def holding(playing, *goals, turns=None, otherwise="", number=1):
    """The same battle with objectives to hold."""
    victory = Victory(turns=turns, otherwise=otherwise)
    turn = replace(playing.state.turn, number=number)
    playing.state = replace(playing.state, terms=Terms(objectives=goals, victory=victory), turn=turn)
    return playing


def hold(x, y, within=4, **more):
    return Objective("goal", "The goal", "hold", at=point(x, y), within=inches(within), **more)


# ---- Where it stands -----------------------------------------------------------------------------------------------------------


def test_a_wall_before_it_is_worth_having():
    enemy = unit("enemy", GOV, (10, 20, SOUTH), "MachineGuns", 3, DEPLOYED)
    wall = ground(lines={"wall": ("wall", (point(4, 12.4), point(16, 12.4)))})
    us = unit("us", REV, (10, 12, NORTH), formation=DEPLOYED)
    dangers = []
    for terrain in (ground(), wall):
        mind = thinking(game(us, enemy, terrain=terrain), "us")
        dangers.append(exposure(mind, mind.unit.stands, DEPLOYED).danger)
    assert dangers[0] > dangers[1] > 0


def test_fire_is_shared_by_all_before_it():
    enemy = unit("enemy", GOV, (20, 20, SOUTH), "MachineGuns", 3, DEPLOYED)
    us, others = unit("us", REV, (20, 10, NORTH)), [unit(f"more-{n}", REV, (8 + 6 * n, 9, NORTH)) for n in (0, 1, 3)]
    alone, among = (thinking(game(us, *more, enemy), "us") for more in ((), others))
    assert exposure(alone, there(us.stands), MANEUVER).danger > exposure(among, there(us.stands), MANEUVER).danger > 0


def test_a_unit_weighs_more_the_nearer_its_army_is_to_breaking():
    us, enemy = unit("us", REV, (10, 10, NORTH)), unit("enemy", GOV, (10, 30, SOUTH))
    stakes = [stake(game(us, enemy, morale=morale).state, REV) for morale in (8, 3, 1)]
    assert stakes == sorted(stakes)
    assert stakes[0] < stakes[-1]


def test_a_lead_of_one_unit_is_not_safe():
    enemy = unit("enemy", GOV, (40, 30, SOUTH))
    two = (unit("us", REV, (10, 10, NORTH)), unit("more", REV, (14, 10, NORTH)))
    third = unit("third", REV, (10, 13, NORTH))
    assert not safe(holding(game(*two, enemy), hold(12, 10, 5), turns=6).state, REV)
    assert safe(holding(game(*two, third, enemy), hold(12, 10, 5), turns=6).state, REV)


def test_who_is_behind_makes_haste_and_who_is_ahead_holds():
    us, enemy = unit("us", REV, (10, 4, NORTH)), unit("enemy", GOV, (10, 20, SOUTH), formation=DEPLOYED)
    goal = hold(10, 20)
    early, late = (
        plan_for(holding(game(us, enemy), goal, turns=9, otherwise="Government", number=number).state, REV, "rev")
        for number in (1, 6)
    )
    assert early.haste == 0 < late.haste
    assert early.stance is Stance.HOLD, "an enemy sits there, and there is time to shake him first"
    assert late.stance is Stance.ATTACK
    his = plan_for(holding(game(us, enemy), goal, turns=9, otherwise="Government").state, GOV, "gov")
    assert his.stance is Stance.HOLD


def test_what_nobody_holds_is_gone_for_at_once():
    us, enemy = unit("us", REV, (10, 4, NORTH)), unit("enemy", GOV, (40, 34, SOUTH))
    plan = plan_for(holding(game(us, enemy), hold(10, 20), turns=9).state, REV, "rev")
    assert plan.stance is Stance.ATTACK


@pytest.mark.parametrize(("at", "beyond"), (((14, 14), (18, 0)), ((28, 15), (0, 18))))
def test_a_ford_is_made_for_and_crossed(at, beyond):
    """The straight way is barred by a river: the unit goes along the bank to the ford, and through it."""
    river = {"river": ("river", box(0, 16, 48, 17)), "ford": ("ford", box(25, 15, 31, 18))}
    us, enemy = unit("us", REV, (*at, NORTH), "VeteranInfantry"), unit("enemy", GOV, (14, 34, SOUTH))
    playing = holding(game(us, enemy, terrain=ground(areas=river)), hold(14, 24), turns=6, number=3)
    way = best_way(thinking(playing, "us"), MANEUVER_ORDER, inches(7))
    assert way is not None
    end = way.move.path[-1]
    assert (end.x, end.y) >= (inches(beyond[0]), 0)
    assert end.y >= inches(beyond[1])


# ---- Special deeds -------------------------------------------------------------------------------------------------------------


def test_wire_that_bars_the_way_is_come_up_to_and_cut():
    wires = {f"wire-{n}": ("wire", (point(2 * n, 14), point(2 * n + 2, 14))) for n in range(24)}

    def before_wire(y):
        pieces = (unit("us", REV, (20, y, NORTH)), unit("enemy", GOV, (44, 34, SOUTH)))
        playing = game(*pieces, terrain=ground(lines=wires), options={"wire": True})
        return holding(playing, hold(20, 22), turns=6, number=3)

    playing = before_wire(10)
    playing.do(told(playing)[0], order__result=10)
    playing.do(told(playing)[0])
    assert playing.at("us")[1] == pytest.approx(14, abs=0.06)
    cut, why = told(before_wire(13.96))
    assert isinstance(cut, orders.Rest)
    assert cut.cuts in ("wire-9", "wire-10")
    assert "wire" in why


def test_a_mine_is_set_off_under_enemies_only():
    def laid(x):
        mine = Mine("mine", "commandMine", BY, point(x, 20))
        return game(
            unit("us", REV, (6, 6, NORTH)),
            unit("enemy", GOV, (30, 20, SOUTH), status="Demoralized"),
            mines={"mine": mine},
            options={"mines": True},
        )

    order, why = told(laid(30))
    assert order == orders.SetOff(by=BY, mine="mine")
    assert "mine" in why
    assert not isinstance(told(laid(10))[0], orders.SetOff)


def test_a_maquina_loca_is_sent_where_enemies_are():
    loca = train("loca", REV, 10, 1, "maquinaLoca", end=inches(40))
    near = unit("enemy", GOV, (20, 42, SOUTH), "IrregularInfantry", 6)
    order, why = told(rolling(loca, near))
    assert order == orders.Command(by=BY, unit="loca", order=MANEUVER_ORDER)
    assert "go off" in why
    assert isinstance(told(rolling(loca))[0], orders.Rest), "nobody is near the end of its run"


def test_artillery_fires_over_a_ridge_at_what_others_see():
    playing = game(
        unit("guns", REV, (10, 10, NORTH), "Artillery", 2, DEPLOYED),
        unit("enemy", GOV, (10, 28, SOUTH), status="Demoralized"),
        unit("spotter", REV, (10, 23, NORTH), ranks=(2, 2)).did(acted=True),
        terrain=ground(hills={"ridge": (1, box(0, 18, 48, 20))}, height=80, width=80),
        options={"indirect": True},
    )
    order, _ = told(holding(playing, hold(10, 10), turns=6, otherwise=BY))
    assert isinstance(order, orders.Fire)
    assert order.indirect


def test_an_aircraft_attacks_whom_it_hurts_most_where_nobody_fires_back():
    made = unit("plane", REV, (0, 0, 0), "aircraft", 1)
    plane = replace(made, card=replace(made.card, flags=frozenset({"bombs"})), stands=None, flight=Flight())
    flak = unit("flak", GOV, (10, 20, SOUTH), "MachineGuns", 2, DEPLOYED)
    flak = replace(flak, card=replace(flak.card, flags=frozenset({"aa"})))
    shaken = unit("shaken", GOV, (44, 30, SOUTH), status="Demoralized")
    beside = unit("beside", GOV, (10, 24, SOUTH), status="Demoralized")
    order, _ = told(game(plane, flak, shaken, beside, options={"aircraft": True}))
    assert order == orders.Fly(by=BY, unit="plane", target="shaken", weapon="bomb")


def test_passengers_get_off_where_the_enemy_is():
    rider = aboard(unit("rider", REV, (0, 0, 0)), "cars")
    cars = train("cars", REV, 20, 3, capacity=2).did(acted=True)
    near, far = unit("enemy", GOV, (30, 24, SOUTH)), unit("enemy", GOV, (40, 58, SOUTH))
    order, _ = told(rolling(rider, cars, near, terrain=railway()))
    assert order == orders.Command(by=BY, unit="rider", order=MANEUVER_ORDER)
    assert isinstance(told(rolling(rider, cars, far, terrain=railway()))[0], orders.Rest)


def test_it_leaves_by_the_edge_that_counts():
    exit_north = Objective("away", "Away", "exit", side=BY, edge="north")
    playing = game(unit("us", REV, (20, 32, NORTH)), unit("enemy", GOV, (44, 4, SOUTH)))
    playing.state = replace(
        playing.state,
        terms=Terms(objectives=(exit_north,), victory=Victory(turns=6)),
        turn=Turn(2, Phase.COLUMN, REV, REV, "rev"),
    )
    order, _ = told(playing)
    assert isinstance(order, orders.Command)
    playing.do(order, order__result=10)
    assert isinstance(told(playing)[0], orders.Leave)
