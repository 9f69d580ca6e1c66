"""Who may do what now: the turn, one action per unit, the combinations that are allowed (REV-3.01, REV-3.40, REV-G.04, REV-G.48)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from sandtable.battle.seat import side_of
from sandtable.kernel.messages import Message
from sandtable.kernel.problem import Problem
from sandtable.miniatures.problems import problem
from sandtable.rulesets.revolucion.orders import DeployTactical, Maneuver, March, MoveOrder
from sandtable.rulesets.revolucion.ruleset import RULESET
from sandtable.rulesets.revolucion.table import turn
from sandtable.rulesets.revolucion.table.leadership import leader_place
from sandtable.rulesets.revolucion.table.state import Phase, State, Unit
from sandtable.rulesets.revolucion.vocabulary import Formation, Order, Side, UnitType

SITUATIONS: dict[Order, type[MoveOrder]] = {
    Order.DEPLOY_TACTICAL: DeployTactical,
    Order.MANEUVER: Maneuver,
    Order.MARCH: March,
}
ACTIONS = {Order.DEPLOY_TACTICAL: "deploy_tactical", Order.MANEUVER: "maneuver", Order.MARCH: "march"}


def unit_problems(state: State, role: str, name: str) -> Iterator[Problem]:
    """Why a unit may not act at all now."""
    unit = state.units.get(name)
    if unit is None:
        yield problem("unit", "no_unit", None, _acting(state), name=name)
    elif unit.side.value != side_of(role):
        yield problem("unit", "not_yours", None, (), name=unit.card.name)
    elif unit.gone is not None:
        yield problem("unit", "gone", "REV-5.13", (), name=unit.card.name)
    else:
        yield from _turn_problems(state, unit)


def _turn_problems(state: State, unit: Unit) -> Iterator[Problem]:
    now = state.turn
    if unit.deeds.used_up:
        yield Problem("unit", Message("problem.used_up"), _acting(state), "REV-3.46")
    elif unit.deeds.acted:
        yield problem("unit", "acted", "REV-3.40", _acting(state), name=unit.card.name)
    elif now.phase is Phase.COLUMN and unit.card.column != now.column:
        yield problem("unit", "other_column", "REV-3.03", _acting(state), column=state.columns[now.column].name)
    elif not turn.is_here(unit, state):
        yield problem("unit", "not_here", "REV-3.31", _acting(state), name=unit.card.name, turn=unit.arrives)


def _acting(state: State) -> tuple[str, ...]:
    """The units that may act now."""
    return tuple(each.id for each in turn.actors(state)[0])


def leader_problems(state: State, role: str, name: str) -> Iterator[Problem]:
    """Why a Leader may not act now."""
    leader = state.leaders.get(name)
    acting = tuple(each.id for each in turn.actors(state)[1])
    if leader is None or not leader.alive:
        yield problem("leader", "no_leader", None, acting, name=name)
    elif leader.side.value != side_of(role):
        yield problem("leader", "not_yours", None, acting, name=leader.name)
    elif leader.acted:
        yield problem("leader", "leader_acted", "REV-9.08", acting, name=leader.name)
    elif leader.id not in acting and not leader.column and state.turn.phase is Phase.ROUND:
        yield problem("leader", "leader_any_column", "REV-G.22b", (), name=leader.name)
    elif leader.id not in acting:
        yield problem("leader", "leader_other_column", "REV-9.07", acting, name=leader.name)


def target_problems(state: State, side: Side, name: str) -> Iterator[Problem]:
    """A target is an enemy unit on the table (REV-2.15b: never a Leader)."""
    target = state.units.get(name)
    if target is None or target.gone is not None or (target.stands is None and not target.aboard):
        yield problem(
            "target",
            "no_target",
            "REV-2.15b",
            tuple(each.id for each in state.units.values() if each.side is not side and each.stands),
            name=name,
        )
    elif target.flight is not None:
        yield problem("target", "aircraft_target", "REV-10.78", (), name=target.card.name)
    elif target.side is side:
        yield problem("target", "own_target", None, (), name=target.card.name)


def closed_problems(action: str, kind: UnitType) -> Iterator[Problem]:
    """Actions that are closed to a type of unit (REV-3.11)."""
    for bar in RULESET.by_id[action].bars:
        if bar.condition.holds({"unit": kind}):
            yield Problem("unit", bar.reason, (), bar.rule)


def order_situation(state: State, unit: Unit, order: Order) -> MoveOrder:
    """A movement order as the umpire's rule wants it."""
    told: dict[str, Any] = {
        "actor_name": unit.card.name,
        "unit": unit.kind,
        "leader_with_actor": leader_place(state, unit),
        "actor_status": unit.status,
        "actor_earlier_this_turn": unit.deeds.earlier,
    }
    if order is Order.DEPLOY_TACTICAL:
        told["already_deployed"] = unit.formation is Formation.DEPLOYED
    return SITUATIONS[order](**told)


def order_problems(state: State, unit: Unit, order: Order) -> Iterator[Problem]:
    """Why a unit may not be sent a movement order: by its type, by what it did, by the one order it had (REV-G.01c)."""
    if order not in SITUATIONS:
        yield problem("order", "assault_is_its_own", "REV-3.10", tuple(ACTIONS.values()))
        return
    yield from closed_problems(ACTIONS[order], unit.kind)
    if unit.deeds.ordered is not None:
        yield Problem("order", Message("problem.second_order"), (), "REV-G.01c")
    else:
        yield from order_situation(state, unit, order).problems(state.tables)
    if unit.arrives:
        yield problem("order", "enters_on_route_march", "REV-3.31", ("route_march",))
