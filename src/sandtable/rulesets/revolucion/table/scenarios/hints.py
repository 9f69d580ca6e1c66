"""The scenario's words to the beginner: which one to show a seat now."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from sandtable.battle.order import Decision
from sandtable.battle.scenario.scenario import OVER, WAITING, Hint
from sandtable.battle.seat import Seat
from sandtable.rulesets.revolucion.table import turn
from sandtable.rulesets.revolucion.table.state import Phase, State, Unit, other
from sandtable.rulesets.revolucion.vocabulary import Formation, OrderResult, Side, Status

DECISIONS = ("set_up", Phase.ROUND.value, Phase.COLUMN.value, Phase.FREE.value, *turn.FINISHING)


def hint(view: State, seat: Seat) -> Hint | None:
    """The first hint for this seat's side whose conditions all hold."""
    if seat.side is None:
        return None
    decision = next((each for each in turn.decisions(view) if seat.speaks_for(each.by)), None)
    return next((each for each in view.hints if each.side == seat.side and _holds(view, each, decision)), None)


def _holds(view: State, told: Hint, decision: Decision | None) -> bool:
    return (
        told.turn in (0, view.turn.number)
        and _is_the_moment(view, told, decision)
        and (not told.unit or _may_act(view, told.unit, decision))
        and (not told.enemy or told.enemy in view.position.on_table)
        and (not told.fact or FACTS[told.fact](view, told))
    )


def _is_the_moment(view: State, told: Hint, decision: Decision | None) -> bool:
    if decision is None:
        return told.when == (OVER if view.turn.phase is Phase.OVER else WAITING)
    return told.when in ("", decision.kind)


def _may_act(view: State, name: str, decision: Decision | None) -> bool:
    """It has its action still before it, or is in the middle of it."""
    if decision is None or view.turn.pending is not None:
        return decision is not None and decision.subject == name
    unit = view.units.get(name)
    return unit is not None and unit.stands is not None and turn.may_act(unit, view)


# ---- Facts -----------------------------------------------------------------------------------------------------------------------


def _concerned(view: State, told: Hint) -> tuple[Unit, ...]:
    """The unit of a hint; without one, all of the side that may still act."""
    if told.unit:
        return (view.units[told.unit],)
    return tuple(unit for unit in view.units_of(Side(told.side)) if turn.may_act(unit, view))


def _is_shaken(view: State, told: Hint) -> bool:
    return any(unit.status is not Status.OK for unit in _concerned(view, told))


def _enemy_demoralized(view: State, told: Hint) -> bool:
    enemies = view.position.standing(other(Side(told.side)))
    return any(view.units[name].status is Status.DEMORALIZED for name, _ in enemies)


def _is_delayed(view: State, told: Hint) -> bool:
    pending = view.turn.pending
    return pending is not None and pending.delayed and told.unit in ("", pending.unit)


def _order_lost(view: State, told: Hint) -> bool:
    return any(unit.deeds.result is OrderResult.LOST for unit in _concerned(view, told))


def _began_deployed(view: State, told: Hint) -> bool:
    return all(unit.deeds.began is Formation.DEPLOYED for unit in _concerned(view, told))


FACTS: Mapping[str, Callable[[State, Hint], bool]] = {
    "shaken": _is_shaken,  # it is Disordered or Demoralized
    "enemy_demoralized": _enemy_demoralized,  # somebody on the other side is
    "order_delayed": _is_delayed,  # the order to be carried out came late
    "order_lost": _order_lost,  # its order was lost, and it may still do something else
    "deployed": _began_deployed,  # it began the turn deployed
}
