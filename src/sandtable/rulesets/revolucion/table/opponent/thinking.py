"""What is known when a unit's choices are weighed."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from sandtable.ai.grid import Grid, Numbers
from sandtable.ai.survey import GOAL_COLUMNS, Wish, purpose_at, wish
from sandtable.ai.weighing import Reason
from sandtable.geometry.facts import Lasting, once
from sandtable.geometry.measure import Length, Point
from sandtable.kernel.messages import Message
from sandtable.rulesets.revolucion.table.opponent.picture import NO_WAY, Picture
from sandtable.rulesets.revolucion.table.opponent.plan import Plan
from sandtable.rulesets.revolucion.table.opponent.stakes import contested, lateness, stake
from sandtable.rulesets.revolucion.table.opponent.weights import weight
from sandtable.rulesets.revolucion.table.orders import Move
from sandtable.rulesets.revolucion.table.state import State, Unit, other
from sandtable.rulesets.revolucion.vocabulary import Order


@dataclass(frozen=True)
class Thinking(Lasting):
    """A unit, its column's plan, the enemy as he is seen, and how much danger counts."""

    view: State
    unit: Unit
    plan: Plan
    picture: Picture
    caution: float
    intended: dict[Order, Move] = field(default_factory=dict)  # the moves that were worked out for orders not given yet

    def reason(self, name: str, value: float = 0.0, target: Unit | None = None, **parameters: object) -> Reason:
        """What speaks for or against something that the unit may do, perhaps to a target."""
        about = (self.unit,) if target is None else (self.unit, target)
        at = {} if target is None else {"target": target.card.name}
        message = Message.of(f"opponent.{name}", unit=self.unit.card.name, **at, **parameters)
        return Reason(message, value, tuple(each.id for each in about))

    @once
    def stakes(self) -> tuple[float, float]:
        """What a unit of the own side weighs, and one of the enemy."""
        side = self.unit.side
        return stake(self.view, side), stake(self.view, other(side))

    @once
    def nearest_enemy(self) -> Point | None:
        """Where the nearest enemy stands."""
        if self.unit.stands is None:
            return None
        here = self.unit.stands.anchor
        places = [enemy.stands.centre for enemy in self.picture.enemies if enemy.stands is not None]
        return min(places, key=lambda place: (place.x - here.x) ** 2 + (place.y - here.y) ** 2, default=None)

    def purpose_at(self, place: Point) -> float:
        """What being at a place does for the plan: the way to its goal, ground that shelters, places that count."""
        return purpose_at(place.x, place.y, self.picture.cells, self.wish)

    @once
    def wish(self) -> Wish:
        """What the unit is after, as a survey reads it."""
        grid, far = self._to_goal
        goals = np.array([(*at, within, worth) for at, within, worth in self._goals], dtype=np.float64)
        return wish(
            grid,
            far,
            self.plan.goal,
            self.plan.pull,
            NO_WAY,
            weight("ground", "cover"),
            goals.reshape(-1, GOAL_COLUMNS),
        )

    @once
    def _to_goal(self) -> tuple[Grid, Numbers]:
        """How far it is to the goal of the plan from every cell."""
        known = self.picture.ways(self.unit.kind)
        return known.grid, known.field(known.grid.cell(self.plan.goal.x, self.plan.goal.y))

    @once
    def _goals(self) -> list[tuple[Point, Length, float]]:
        """What standing at each objective is worth: more the later it is, less where there are enough."""
        late = 1 + weight("goal", "late") * lateness(self.view) ** weight("goal", "hurry")
        found = []
        for goal in self.view.terms.objectives:
            if goal.kind == "hold" and goal.at is not None:
                spare = contested(self.view, self.unit.side, goal, (self.unit.id,))
                enough = spare >= weight("goal", "spare")
                found.append(
                    (
                        goal.at,
                        goal.within,
                        weight("goal", "worth") * late * (weight("goal", "enough") if enough else 1.0),
                    )
                )
        return found
