"""Units, their names and their actions on the table (chapters 0, 2 and 3): who there is, and who may do what."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from sandtable.battle.scenario.reader import examine
from sandtable.kernel.drivers import Given, enumerate_exactly
from sandtable.rulesets.revolucion import fire
from sandtable.rulesets.revolucion.table import orders
from sandtable.rulesets.revolucion.table.combat import shots
from sandtable.rulesets.revolucion.table.ground.kinds import bases
from sandtable.rulesets.revolucion.table.offers import MOVES, unit_offers
from sandtable.rulesets.revolucion.table.rules import TABLE
from sandtable.rulesets.revolucion.vocabulary import FireMode, Order, Side, UnitType
from tests.battle.test_scenario_reader import SMALL
from tests.rulesets.revolucion.table.field import (
    DEPLOYED,
    GOV,
    MANEUVER,
    MANEUVER_ORDER,
    MARCH,
    MARCH_ORDER,
    REV,
    Game,
    game,
    leader,
    pose,
    unit,
)
from tests.rulesets.revolucion.table.rolling_stock import rolling, train

BY = REV.value
FOOT_HORSE_GUNS = tuple(UnitType)[:10]
BASES = {UnitType.MACHINE_GUNS: 2, UnitType.ARTILLERY: 2}


def standing(kind: UnitType, formation=MANEUVER, **more: Any) -> Game:
    """A unit with a Leader, and an enemy 5 inches before it."""
    own = unit("own", REV, (20, 10, 0), kind.value, BASES.get(kind, 4), formation, **more)
    return game(own, leader("chief", REV, (24, 8)), unit("enemy", GOV, (20, 15, 180), formation=DEPLOYED))


def offered(playing: Game) -> dict[str, set[str | None]]:
    """All that the unit could be told, and the rules against it."""
    return {each.action: {problem.rule for problem in each.problems} for each in unit_offers(playing.state, "own")}


@pytest.mark.rule("REV-2.01", "REV-0.03")
def test_the_table_knows_the_ten_unit_types_and_leaders_are_figures():
    assert [kind.value for kind in FOOT_HORSE_GUNS] == [
        *(f"{grade}{arm}" for arm in ("Infantry", "Cavalry") for grade in ("Irregular", "Regular", "Veteran")),
        "MachineGuns",
        "Artillery",
        "FastTransport",
        "SlowTransport",
    ]
    assert set(FOOT_HORSE_GUNS) <= bases().keys()
    playing = standing(UnitType.REGULAR_INFANTRY)
    assert "chief" in playing.state.leaders
    assert "chief" not in playing.state.units
    _, wrong = examine(SMALL.replace('type = "RegularInfantry"', 'type = "General"', 1), "file.toml")
    assert wrong


@pytest.mark.rule("REV-2.47")
def test_the_two_sides_of_a_battle_are_labelled_government_and_revolutionary():
    assert set(TABLE.sides(standing(UnitType.ARTILLERY).state)) == {"Government", "Revolutionary"} == set(Side)
    _, wrong = examine(SMALL.replace('label = "Government"', 'label = "Federal"', 1), "file.toml")
    assert wrong


@pytest.mark.rule("REV-3.10", "REV-0.05", "REV-6.01", "REV-0.02")
def test_the_orders_of_the_table_are_the_actions_of_the_rules():
    of_units = {"rest", "regroup", "command", "fire", "assault", "route_march", "move_leader"}
    assert of_units <= TABLE.orders.keys()
    assert {"hold", "stand", "advancing_fire"}.isdisjoint(TABLE.orders), "one action has one name"
    assert {order.value for order in MOVES} == {"DeployTactical", "Maneuver", "March"}
    assert {mode.value for mode in FireMode} == {"deployed", "moving"}, "and these two are all the fire there is"


@pytest.mark.rule("REV-3.11")
@pytest.mark.parametrize("kind", FOOT_HORSE_GUNS)
def test_who_may_take_which_action(kind):
    """Rest and moves are open to all; assaults to foot and horse that do not march; regrouping to those who are shaken."""
    fights = kind.value.endswith(("Infantry", "Cavalry"))
    fires = fights or kind in BASES
    fresh = offered(standing(kind))
    assert not fresh["rest"]
    assert not fresh["Maneuver"]
    assert not fresh["March"]
    assert not fresh["DeployTactical"] or kind is UnitType.FAST_TRANSPORT
    assert fresh["regroup"], "nothing is wrong with it"
    assert not offered(standing(kind, status="Disordered"))["regroup"]
    charge = orders.Assault(by=BY, unit="own", target="enemy")
    assert bool(standing(kind).problems(charge)) is not fights
    assert standing(kind, MARCH).problems(charge)
    shot = orders.Fire(by=BY, unit="own", target="enemy", mode=FireMode.DEPLOYED)
    assert standing(kind).problems(shot), "it is not deployed"
    if kind is not UnitType.FAST_TRANSPORT:
        assert bool(standing(kind, DEPLOYED).problems(shot)) is not fires


@pytest.mark.rule("REV-3.48")
@pytest.mark.parametrize("status", ("Disordered", "Demoralized"))
@pytest.mark.parametrize("formation", (DEPLOYED, MANEUVER))
def test_shaken_units_may_do_all_that_others_may(status, formation):
    calm, shaken = (offered(standing(UnitType.REGULAR_CAVALRY, formation, status=each)) for each in ("OK", status))
    assert {name for name, rules in calm.items() if not rules} <= {name for name, rules in shaken.items() if not rules}


@pytest.mark.rule("REV-0.01")
@pytest.mark.parametrize(("kind", "reach"), (("RegularInfantry", 12), ("RegularCavalry", 24)))
def test_regulars_route_march_as_the_average_of_the_list(kind, reach):
    coming = unit("own", REV, (20, 0, 0), kind, 4, MARCH, route_march=True, arrives=1, entry=pose(20, 0, 0))
    playing = game(replace(coming, stands=None), unit("far", GOV, (45, 34, 180)))
    assert playing.refused(orders.RouteMarch(by=BY, unit="own", path=(pose(20, reach),))) == set()
    assert playing.refused(orders.RouteMarch(by=BY, unit="own", path=(pose(20, reach + 0.01),))) == {"REV-4.50b"}


def reach_of(kind: str, order: Order) -> float:
    """How far a vehicle with its order goes in the open, to a hundredth."""
    own = unit("own", REV, (20, 2, 0), kind, 1, MARCH if order is MARCH_ORDER else MANEUVER)
    playing = game(own, unit("far", GOV, (45, 34, 180)))
    playing.do(orders.Command(by=BY, unit="own", order=order), order__result=10)
    steps = (step / 2 for step in range(1, 60))
    return max(far for far in steps if not playing.problems(orders.Move(by=BY, unit="own", path=(pose(20, 2 + far),))))


@pytest.mark.rule("REV-4.45", "REV-2.13", "REV-0.08")
@pytest.mark.parametrize(
    ("kind", "maneuver"),
    (("truck", 4), ("muleTrain", 4), ("tankette", 4), ("saloonCar", 8), ("armoredCar", 8), ("SlowTransport", 4)),
)
def test_trucks_mules_and_tankettes_are_slow_and_cars_are_fast(kind, maneuver):
    assert reach_of(kind, MANEUVER_ORDER) == maneuver


@pytest.mark.rule("REV-4.45b")
@pytest.mark.parametrize("kind", ("truck", "saloonCar"))
def test_motor_vehicles_never_deploy(kind):
    own = unit("own", REV, (20, 10, 0), kind, 1)
    playing = game(own, unit("far", GOV, (45, 34, 180)))
    assert playing.refused(orders.Command(by=BY, unit="own", order=Order.DEPLOY_TACTICAL)) == {"REV-G.18"}


@pytest.mark.rule("REV-0.09")
def test_what_is_better_on_the_table_promises_more():
    """A Leader beside the firers, a nearer target and one that marches each bring more levels; a shaken firer fewer."""

    def promised(gap: float = 8, near: float = 30, status: str = "OK", theirs=DEPLOYED) -> Fraction:
        own = unit("own", REV, (20, 10, 0), formation=DEPLOYED, status=status)
        enemy = unit("enemy", GOV, (20, 10 + gap, 180), formation=theirs)
        playing = game(own, enemy, leader("chief", REV, (20, 10 - near)), leader("their", GOV, (44, 34)))
        order = orders.Fire(by=BY, unit="own", target="enemy", mode=FireMode.DEPLOYED)
        aimed = shots.plan_fire(playing.state, order).more
        told = shots.situation(playing.state, own, enemy, order, aimed)
        exact = enumerate_exactly(
            lambda: fire.fire(told, playing.state.tables), {fire.LEADERS_WITH_TARGET.key: Given(0, "measured")}
        )
        return sum((chance * verdict.damage.levels for verdict, chance in exact.law), Fraction(0))

    usual = promised(near=9)
    assert promised(near=1.75) > usual
    assert promised(gap=5, near=9) > usual
    assert promised(near=9, theirs=MARCH) > usual
    assert promised(near=9, status="Demoralized") < usual


@pytest.mark.rule("REV-G.30i")
@pytest.mark.parametrize("status", ("Disordered", "Demoralized"))
def test_a_shaken_train_may_do_what_a_calm_one_may(status):
    calm, shaken = (rolling(train("own", REV, 20, status=each)) for each in ("OK", status))
    assert offered(calm).keys() - {"regroup"} == offered(shaken).keys() - {"regroup"}
    for name, rules in offered(calm).items():
        assert name == "regroup" or offered(shaken)[name] == rules
