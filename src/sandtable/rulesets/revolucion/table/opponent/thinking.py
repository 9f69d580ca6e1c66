"""What is known when a unit's choices are weighed."""

from __future__ import annotations

from dataclasses import dataclass

from sandtable.kernel.messages import Message
from sandtable.rulesets.revolucion.table.opponent.ground import Picture
from sandtable.rulesets.revolucion.table.opponent.plan import Plan
from sandtable.rulesets.revolucion.table.state import State, Unit


@dataclass(frozen=True)
class Thinking:
    """A unit, its column's plan, the enemy as he is seen, and how much danger counts."""

    view: State
    unit: Unit
    plan: Plan
    picture: Picture
    caution: float

    def message(self, name: str, **parameters: object) -> Message:
        return Message.of(f"opponent.{name}", unit=self.unit.card.name, **parameters)
