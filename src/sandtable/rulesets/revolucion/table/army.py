"""Army morale and the end of the battle (chapter 11, REV-G.44)."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.battle.event import Story
from sandtable.battle.scenario.scenario import Objective
from sandtable.rulesets.revolucion.morale import points_lost
from sandtable.rulesets.revolucion.table import events
from sandtable.rulesets.revolucion.table.state import End, State, other
from sandtable.rulesets.revolucion.vocabulary import Loss, Side, UnitType


def lose(story: Story[State], side: Side, loss: Loss, kind: UnitType | None = None) -> None:
    """A unit, a Leader or an asset is lost (REV-11.04 to REV-11.05); a máquina loca costs nothing (REV-11.04d)."""
    points = points_lost(loss, story.state.tables, maquina_loca=kind is UnitType.MAQUINA_LOCA)
    if points:
        story.tell(events.MoraleDropped(side=side, points=points, why=loss))


def check_morale(story: Story[State]) -> None:
    """An army whose number is nought is beaten (REV-11.06); both at once: nobody wins (REV-G.44c). So is one without a unit."""
    state = story.state
    if state.ending is not None:
        return
    broken = [side for side in Side if state.armies[side].counts and not state.armies[side].morale]
    why = End.MORALE
    if not broken:
        broken = [side for side in Side if _is_destroyed(state, side)]
        why = End.DESTROYED
    if broken:
        winner = other(broken[0]) if len(broken) == 1 else None
        story.tell(events.BattleEnded(winner=winner, why=why, scores=tuple(scores(state))))


def _is_destroyed(state: State, side: Side) -> bool:
    """Nothing is left of an army: nobody on the table, and nobody who left it on orders."""
    return not any(unit.card.side is side and (unit.gone is None or unit.left_by) for unit in state.units.values())


def check_last_turn(story: Story[State]) -> None:
    """After the last turn of the scenario its points decide."""
    state = story.state
    last = state.terms.victory.turns
    if state.ending is not None or last is None or state.turn.number < last:
        return
    reached = tuple(scores(state))
    story.tell(events.BattleEnded(winner=_ahead(reached, state), why=End.TURNS, scores=reached))


def ahead(state: State) -> Side | None:
    """Who would win if this turn were the last."""
    return _ahead(tuple(scores(state)), state)


def _ahead(reached: tuple[tuple[Side, int], ...], state: State) -> Side | None:
    """Who has more points; when they are even, whom the scenario names."""
    (first, points), (second, others) = reached
    if points != others:
        return first if points > others else second
    otherwise = state.terms.victory.otherwise
    return Side(otherwise) if otherwise else None


def scores(state: State) -> Iterator[tuple[Side, int]]:
    """What the objectives are worth to each side as things stand."""
    for side in Side:
        earned = (objective.points * _earned(state, objective, side) for objective in state.terms.objectives)
        yield side, sum(earned)


def _earned(state: State, objective: Objective, side: Side) -> int:
    if objective.side and objective.side != side.value:
        return 0
    if objective.kind == "hold":
        return int(holder(state, objective) is side)
    if objective.kind == "exit":
        return sum(unit.card.side is side and unit.left_by == objective.edge for unit in state.units.values())
    asset = state.assets.get(objective.mark)
    return int(asset is not None and not asset.standing)


def holder(state: State, objective: Objective) -> Side | None:
    """Who holds a place: whoever has more units near it."""
    near = {side: _near(state, objective, side) for side in Side}
    return next((side for side in Side if near[side] > near[other(side)]), None)


def _near(state: State, objective: Objective, side: Side) -> int:
    assert objective.at is not None  # noqa: S101 - the scenario was checked
    return len(state.position.near(side, objective.at, objective.within))
