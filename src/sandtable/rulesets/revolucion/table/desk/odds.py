"""Exact odds of an order, as the order panel and the tooltip show them."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache, partial
from typing import Any

from sandtable.battle.odds import OrderOdds
from sandtable.kernel.drivers import Exact, Given, enumerate_exactly
from sandtable.kernel.law import percentages
from sandtable.kernel.tables import Tables
from sandtable.miniatures.desk.laws import in_bars
from sandtable.rulesets.revolucion import assault, fire
from sandtable.rulesets.revolucion.orders import give_order
from sandtable.rulesets.revolucion.regroup import Regroup, regroup
from sandtable.rulesets.revolucion.table import orders
from sandtable.rulesets.revolucion.table.combat import assaults, shots
from sandtable.rulesets.revolucion.table.combat.aims import Aim
from sandtable.rulesets.revolucion.table.desk.words import say
from sandtable.rulesets.revolucion.table.leadership import attached, leader_place
from sandtable.rulesets.revolucion.table.permission import SITUATIONS
from sandtable.rulesets.revolucion.table.state import State, Unit
from sandtable.rulesets.revolucion.table.words import wording
from sandtable.rulesets.revolucion.vocabulary import LeaderPlace, Order, OrderResult, Status, UnitType


def fire_odds(view: State, order: orders.Fire) -> OrderOdds:
    """The odds of a shot that can be aimed."""
    return shown(shot_law(view, order, shots.plan_fire(view, order).more))


def shot_law(view: State, order: orders.Fire, aimed: Aim) -> Exact[fire.FireVerdict]:
    """All that can come of a shot that is aimed."""
    unit, target = view.units[order.unit], view.units[order.target]
    situation = shots.situation(view, unit, target, order, aimed)
    answers = {fire.LEADERS_WITH_TARGET.key: Given(len(attached(view, target)), "measured")}
    return enumerate_exactly(partial(fire.fire, situation, view.tables), answers)


def assault_odds(view: State, order: orders.Assault) -> OrderOdds:
    """The odds of a charge, step by step."""
    return shown(_assault(view, order))


def assault_law(view: State, order: orders.Assault) -> Exact[assault.AssaultVerdict] | None:
    """All that can come of a charge; None where it could not be made."""
    return _assault(view, order) if assaults.plan_assault(view, order).more is not None else None


def assault_wins(view: State, order: orders.Assault) -> Fraction:
    """The chance that a charge wins."""
    return _assault(view, order).law.probability(lambda verdict: verdict.ended == "wins")


def _assault(view: State, order: orders.Assault) -> Exact[assault.AssaultVerdict]:
    unit, target = view.units[order.unit], view.units[order.target]
    charge: assaults.Charge = assaults.plan_assault(view, order).more
    situation = assaults.situation(view, unit, target, charge, leads=order.leads)
    facts = assaults.facts_about(view, unit, target, charge)
    answers = {key: Given(fact, "measured") for key, fact in facts.items()}
    return enumerate_exactly(partial(assault.assault, situation, view.tables), answers)


def order_odds(view: State, unit: Unit, order: Order) -> OrderOdds:
    """The odds that an order arrives."""
    return shown(order_law(view, unit, order))


def order_law(view: State, unit: Unit, order: Order) -> Exact[Any]:
    """All that can become of an order."""
    return _order(unit.kind, order, leader_place(view, unit), unit.status, view.tables)


def order_outlook(view: State, unit: Unit, order: Order) -> str:
    """In a few words: ``90% full, 10% half``."""
    law = _order(unit.kind, order, leader_place(view, unit), unit.status, view.tables).law
    found = law.project(lambda verdict: verdict.result)
    chances = {result: found[result] if result in found else Fraction(0) for result in OrderResult}
    shares = percentages(chances.values())
    parts = [
        say(f"outlook.{result.value}", percent=share) for result, share in zip(chances, shares, strict=True) if share
    ]
    return ", ".join(parts)


@lru_cache(maxsize=1024)
def _order(kind: UnitType, order: Order, leader: LeaderPlace, status: Status, tables: Tables) -> Exact[Any]:
    situation = SITUATIONS[order](unit=kind, leader_with_actor=leader, actor_status=status)
    return enumerate_exactly(partial(give_order, situation, tables))


def regroup_odds(view: State, unit: Unit) -> OrderOdds:
    """The odds of rallying."""
    return shown(regroup_law(view, unit))


def regroup_law(view: State, unit: Unit) -> Exact[Any]:
    """All that can come of a try to rally."""
    situation = Regroup(unit=unit.kind, leader_with_actor=leader_place(view, unit), regroups_from=unit.status)
    return enumerate_exactly(partial(regroup, situation, view.tables))


def shown(exact: Exact[Any]) -> OrderOdds:
    """A law as bars, in the order of the outcomes, with the first throw and every reason."""
    return in_bars(wording(), exact)
