"""What is at stake: a unit lost weighs more the nearer an army is to breaking, and a place more the nearer the end is."""

from __future__ import annotations

from collections.abc import Collection

from sandtable.battle.scenario.scenario import Objective
from sandtable.rulesets.revolucion.table.opponent.weights import WEIGHTS, weight
from sandtable.rulesets.revolucion.table.state import State, other
from sandtable.rulesets.revolucion.vocabulary import Side


def stake(view: State, side: Side) -> float:
    """What a unit of a side is worth beside one of an army in good heart (REV-11.04)."""
    army = view.armies[side]
    return _stake(army.morale) if army.counts else 1.0


@WEIGHTS.remembers(256)
def _stake(morale: int) -> float:
    share = float((weight("stake", "morale") / max(1, morale)) ** weight("stake", "steep"))
    return min(weight("stake", "most"), max(weight("stake", "least"), share))


def lateness(view: State) -> float:
    """How much of the battle is over, from 0 to 1; 0 where turns are not counted."""
    last = view.terms.victory.turns
    return min(1.0, view.turn.number / last) if last else 0.0


def contested(view: State, side: Side, goal: Objective, without: Collection[str] = ()) -> int:
    """How many more units a side has at an objective than it needs to have it, or to keep the enemy from having it."""
    own, his = _near(view, side, goal, without), _near(view, other(side), goal, without)
    return own - his - (0 if goal.side == other(side).value else 1)


def _near(view: State, side: Side, goal: Objective, without: Collection[str] = ()) -> int:
    if goal.at is None:
        return 0
    return len(view.position.near(side, goal.at, goal.within).difference(without))


def safe(view: State, side: Side) -> bool:
    """Whether a side would win on points even if at every objective one unit of its own left and one of the enemy's came."""
    points = {side: 0, other(side): 0}
    for goal in view.terms.objectives:
        if goal.kind == "hold":
            lead = _near(view, side, goal) - _near(view, other(side), goal) - len(Side)
            holder = side if lead > 0 else other(side) if lead < 0 else None
            if holder is not None and goal.side in ("", holder.value):
                points[holder] += goal.points
    if points[side] != points[other(side)]:
        return points[side] > points[other(side)]
    return view.terms.victory.otherwise == side.value
