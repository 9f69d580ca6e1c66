"""The scenario's words to the beginner: which one to show a seat now."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from sandtable.battle.order import Decision
from sandtable.battle.scenario.scenario import Hint
from sandtable.battle.seat import Seat
from sandtable.miniatures.desk.hints import is_time
from sandtable.rulesets.revolucion.table import offers, orders, turn
from sandtable.rulesets.revolucion.table.legality import problems_of
from sandtable.rulesets.revolucion.table.state import Phase, State, Unit, other
from sandtable.rulesets.revolucion.vocabulary import FireMode, Formation, OrderResult, Side, Status

DECISIONS = ("set_up", Phase.ROUND.value, Phase.COLUMN.value, Phase.FREE.value, *turn.FINISHING)


def hint(view: State, seat: Seat) -> Hint | None:
    """The first hint for this seat's side whose conditions all hold."""
    if seat.side is None:
        return None
    decision = next((each for each in turn.decisions(view) if seat.speaks_for(each.by)), None)
    return next((each for each in view.hints if each.side == seat.side and _holds(view, each, decision)), None)


def _holds(view: State, told: Hint, decision: Decision | None) -> bool:
    over = view.turn.phase is Phase.OVER
    return (
        is_time(told, view.turn.number, decision.kind if decision is not None else None, over=over)
        and (not told.unit or _may_act(view, told.unit, decision))
        and (not told.enemy or told.enemy in view.position.on_table)
        and (not told.fact or _is_so(view, told))
    )


def _may_act(view: State, name: str, decision: Decision | None) -> bool:
    """It has its action still before it, or is in the middle of it."""
    if decision is None or view.turn.pending is not None:
        return decision is not None and decision.subject == name
    unit = view.units.get(name)
    return unit is not None and unit.stands is not None and turn.may_act(unit, view)


# ---- Facts -----------------------------------------------------------------------------------------------------------------------


def about(view: State, told: Hint) -> str:
    """The unit that a hint speaks of: the one it names, or the first for which its fact is so."""
    if told.unit or told.fact not in OF_UNITS:
        return told.unit
    return next((unit.id for unit in _concerned(view, told) if OF_UNITS[told.fact](view, told, unit)), "")


def _concerned(view: State, told: Hint) -> tuple[Unit, ...]:
    """The unit of a hint; without one, all of the side that may still act."""
    if told.unit:
        return (view.units[told.unit],)
    return tuple(unit for unit in view.units_of(Side(told.side)) if turn.may_act(unit, view))


def _is_shaken(view: State, told: Hint, unit: Unit) -> bool:  # noqa: ARG001 - every fact is handed the same
    return unit.status is not Status.OK


def _order_lost(view: State, told: Hint, unit: Unit) -> bool:  # noqa: ARG001 - as above
    return unit.deeds.result is OrderResult.LOST


def _began_deployed(view: State, told: Hint, unit: Unit) -> bool:  # noqa: ARG001 - as above
    return unit.deeds.began is Formation.DEPLOYED


def _can_fire(view: State, told: Hint, unit: Unit) -> bool:
    shots = (
        orders.Fire(by=unit.side.value, unit=unit.id, target=target, mode=FireMode.DEPLOYED)
        for target in _targets(view, told, unit)
    )
    return any(not problems_of(view, shot) for shot in shots)


def _can_assault(view: State, told: Hint, unit: Unit) -> bool:
    charges = (
        orders.Assault(by=unit.side.value, unit=unit.id, target=target, facing=offers.towards(view, unit, target))
        for target in _targets(view, told, unit)
    )
    return any(not problems_of(view, charge) for charge in charges)


def _targets(view: State, told: Hint, unit: Unit) -> tuple[str, ...]:
    return (told.enemy,) if told.enemy else offers.targets(view, unit.side)


def _enemy_demoralized(view: State, told: Hint) -> bool:
    enemies = view.position.standing(other(Side(told.side)))
    return any(view.units[name].status is Status.DEMORALIZED for name, _ in enemies)


def _is_delayed(view: State, told: Hint) -> bool:
    pending = view.turn.pending
    return pending is not None and pending.delayed and told.unit in ("", pending.unit)


OF_UNITS: Mapping[str, Callable[[State, Hint, Unit], bool]] = {
    "shaken": _is_shaken,  # it is Disordered or Demoralized
    "order_lost": _order_lost,  # its order was lost, and it may still do something else
    "deployed": _began_deployed,  # it began the turn deployed
    "can_fire": _can_fire,  # by Deployed Fire; at the enemy that is named, if one is
    "can_assault": _can_assault,  # the same
}
OF_THE_TABLE: Mapping[str, Callable[[State, Hint], bool]] = {
    "enemy_demoralized": _enemy_demoralized,  # somebody on the other side is
    "order_delayed": _is_delayed,  # the order to be carried out came late
}
FACTS = (*OF_UNITS, *OF_THE_TABLE)


def _is_so(view: State, told: Hint) -> bool:
    if told.fact in OF_THE_TABLE:
        return OF_THE_TABLE[told.fact](view, told)
    return any(OF_UNITS[told.fact](view, told, unit) for unit in _concerned(view, told))
