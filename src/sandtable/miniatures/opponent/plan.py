"""Plans: what each unit of a side is about, and where it is to go."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from sandtable.ai.grid import Numbers
from sandtable.ai.ways import Room, Ways
from sandtable.battle.seat import Role
from sandtable.geometry.measure import INCH, Length, Point, inches
from sandtable.miniatures.drawing_up import middle_of
from sandtable.miniatures.field import Piece
from sandtable.miniatures.kit import State
from sandtable.miniatures.opponent.intents import Stance, beside, haste, middle_of_nearest, ways_over
from sandtable.miniatures.opponent.values import Goal, Values

STEP: Length = inches(1.5)  # of the grid on which ways are found
NO_DETOUR = 0.6  # haste from which nobody goes round any more


@dataclass(frozen=True, slots=True)
class Plan:
    """A unit's stance and the place it makes for; ``pull`` is what an inch nearer to it is worth.

    ``haste`` is how late it is for a side that is behind, from 0 to 1: it minds danger less. ``line`` is how many inches from the goal
    it waits for the others, 0 where it waits for nobody.
    """

    stance: Stance
    at: Point
    pull: float
    haste: float = 0.0
    goal: Goal | None = None
    line: float = 0.0
    storms: bool = False


def plans_for(values: Values[State], view: State, side: Role) -> Mapping[str, Plan]:
    """The plans of all units of a side as things are now."""
    own = [piece for piece in view.of(side) if piece.figures]
    enemies = [piece for piece in view.enemies_of(side) if piece.figures]
    leads, goals = values.leads(view, side), values.goals(view, side)
    attacks = not leads or _stronger(values, view, own, enemies)
    chosen = _shared_out(values, view, own, goals)
    made = {piece.id: _plan(values, view, piece, chosen.get(piece.id), enemies, leads, attacks) for piece in own}
    return _together(values, view, side, own, made) if attacks else made


def _together(
    values: Values[State], view: State, side: Role, own: Sequence[Piece], made: Mapping[str, Plan]
) -> Mapping[str, Plan]:
    """Those who attack gather at a distance from their goals, and go on together: none comes alone under the fire of all."""
    weights = values.weights
    line = values.gathers(view)
    prices = {
        piece.id: values.price(values.unit(view, piece.id)) for piece in own if not values.stands_off(view, piece)
    }
    near = (
        prices[piece.id]
        for piece in own
        if piece.id in prices
        and _about(values, view, piece, made[piece.id].at) <= line + weights("plan", "about_there")
    )
    late = max((plan.haste for plan in made.values()), default=0.0) > weights("plan", "late")
    if late or values.storms(view, side, sum(near) / max(1e-9, sum(prices.values()))):
        more = weights("plan", "storm")
        return {name: replace(plan, pull=plan.pull * more, storms=True) for name, plan in made.items()}
    farther = {piece.id: weights("plan", "riders") for piece in own if values.rides(view, piece)}
    return {name: replace(plan, line=line + farther.get(name, 0.0)) for name, plan in made.items()}


def _plan(
    values: Values[State],
    view: State,
    piece: Piece,
    goal: Goal | None,
    enemies: Sequence[Piece],
    leads: bool,
    attacks: bool,
) -> Plan:
    here, weights = middle_of(piece.figures), values.weights
    at = goal.at if goal is not None else middle_of_nearest([middle_of(each.figures) for each in enemies], here)
    far = float(off(values, view, piece, at, _one(here))[0])
    late = 0.0 if leads else _haste(values, view, piece, far)
    pull = weights("ground", "pull") * (1 + weights("plan", "haste") * late)
    if not attacks:
        return Plan(Stance.HOLD, at, pull * weights("plan", "hold_pull"), 0.0, goal)
    if values.rides(view, piece) and late < NO_DETOUR and far > weights("plan", "close"):
        swing, margin = inches(weights("plan", "swing")), inches(weights("plan", "margin"))
        return Plan(Stance.FLANK, beside(here, at, swing, margin, view.terrain), pull, late, goal)
    return Plan(Stance.ATTACK, at, pull, late, goal)


def _stronger(values: Values[State], view: State, own: Sequence[Piece], enemies: Sequence[Piece]) -> bool:
    """Whether a side that need not attack is strong enough to."""
    ours, theirs = (sum(values.price(values.unit(view, piece.id)) for piece in some) for some in (own, enemies))
    return ours >= values.weights("plan", "attack") * theirs


def _haste(values: Values[State], view: State, piece: Piece, far: float) -> float:
    """How little time is left to get to the goal."""
    left, strides = values.turns_left(view), values.strides(view, piece)
    if left is None or not strides:
        return 0.0
    stride = max(each.far for each in strides) / INCH * values.weights("plan", "stride")
    spare = left - far / max(1.0, stride)
    return haste(spare, values.weights("plan", "patience"))


def _shared_out(values: Values[State], view: State, own: Sequence[Piece], goals: Sequence[Goal]) -> Mapping[str, Goal]:
    """Which goal each unit sees to: the nearest, unless enough others do; of places alike, the one that is worth more."""
    if not goals:
        return {}
    weights = values.weights
    inches_of_worth = 1 / weights("ground", "pull") / 2
    costs = {
        piece.id: [_about(values, view, piece, goal.at) - goal.worth * inches_of_worth for goal in goals]
        for piece in own
    }
    there: Counter[int] = Counter()
    chosen: dict[str, Goal] = {}
    for name in sorted(costs, key=lambda each: (min(costs[each]), each)):
        number = min(
            range(len(goals)),
            key=lambda each: (
                costs[name][each] + weights("goal", "elsewhere") * max(0, there[each] + 1 - goals[each].wants)
            ),
        )
        there[number] += 1
        chosen[name] = goals[number]
    return chosen


# ---- Ways -----------------------------------------------------------------------------------------------------------------------


def off(values: Values[State], view: State, piece: Piece, goal: Point, places: Numbers) -> Numbers:
    """How far it is for a piece from some places to a goal, in inches, round what is in the way."""
    ways = ways_of(values, view, piece)
    grid, field = ways.grid, ways.field(ways.grid.cell(goal.x, goal.y))
    corner = np.floor(places / STEP - 1 / 2).astype(np.int64)
    column, row = np.minimum(np.maximum(corner, 0), (grid.columns - 2, grid.rows - 2)).T
    first = row * grid.columns + column
    cells = np.array((first, first + 1, first + grid.columns, first + grid.columns + 1))  # the four about each place
    apart = grid.places[cells] - places[None]
    around = (field[cells] + np.hypot(apart[..., 0], apart[..., 1])).min(axis=0)
    straight = np.hypot(places[:, 0] - goal.x, places[:, 1] - goal.y)
    far: Numbers = np.where(straight <= 2 * STEP, straight, np.maximum(straight, around - STEP / 2))
    return np.minimum(far / INCH, values.weights("ground", "no_way"))


def _about(values: Values[State], view: State, piece: Piece, goal: Point) -> float:
    """About how far a piece has to go to a goal, in inches."""
    ways, here = ways_of(values, view, piece), middle_of(piece.figures)
    far = float(ways.field(ways.grid.cell(goal.x, goal.y))[ways.grid.cell(here.x, here.y)])
    return min(far / INCH, values.weights("ground", "no_way"))


def ways_of(values: Values[State], view: State, piece: Piece) -> Ways:
    """The ways of a piece over the ground as it is."""
    weights = values.weights
    room = Room(inches(weights("way", "least")), inches(weights("way", "easy")), weights("way", "dear"))
    return ways_over(values.ground(view), values.going(view, piece), room, STEP)


def _one(place: Point) -> Numbers:
    return np.array([place], dtype=np.float64)
