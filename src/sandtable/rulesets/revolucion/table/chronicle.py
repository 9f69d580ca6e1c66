"""What Revolucion! tells of a battle turn by turn: points, army morale, bases, and who was in action."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from sandtable.battle.event import Event
from sandtable.battle.seat import Role
from sandtable.geometry.measure import Point
from sandtable.rulesets.revolucion.table import army, events
from sandtable.rulesets.revolucion.table.state import End, State
from sandtable.rulesets.revolucion.vocabulary import Side

WHOLE = 100  # percent


class RevolucionChronicle:
    """What can be told of a battle of Revolucion! under way."""

    def turn(self, state: State) -> int:
        return state.turn.number

    def left(self, state: State) -> Mapping[str, int]:
        """Who left the table on orders is no loss (REV-11.04)."""
        return {name: unit.bases if unit.gone is None or unit.left_by else 0 for name, unit in state.units.items()}

    def points(self, state: State) -> Mapping[Role, int]:
        """What the objectives would bring if this turn were the last, and whom the scenario names when they are even."""
        if state.terms.victory.turns is None:
            return {}
        ahead, scores = army.ahead(state), dict(army.scores(state))
        even = len(set(scores.values())) == 1
        return {side.value: 2 * points + int(even and side is ahead) for side, points in scores.items()}

    def stakes(self, state: State) -> Mapping[Role, int]:
        """The morale that is left of an army's break point (chapter 11); its units where morale does not count."""
        return {side.value: self._stake(state, side) for side in Side}

    def _stake(self, state: State, side: Side) -> int:
        own = state.armies[side]
        if own.counts and own.break_point > 0:
            return WHOLE * own.morale // own.break_point
        there = [unit.gone is None or bool(unit.left_by) for unit in state.units.values() if unit.card.side is side]
        return WHOLE * sum(there) // max(1, len(there))

    def on_points(self, reason: str) -> bool:
        return reason == End.TURNS.value

    def fought(self, told: Iterable[Event]) -> Iterator[str]:
        """Who fired or charged, and at whom."""
        for event in told:
            if isinstance(event, events.Fired | events.AssaultLaunched):
                yield event.unit
                yield event.target

    def fell(self, before: State, told: Iterable[Event]) -> Iterator[tuple[Role, Point]]:
        """Units that are gone, but for those who left on orders, where they stood last."""
        for event in told:
            if isinstance(event, events.UnitGone):
                unit = before.units.get(event.unit)
                if unit is not None and unit.stands is not None and not event.ordered:
                    yield unit.card.side.value, unit.stands.centre

    def shots(self, before: State, told: Iterable[Event]) -> Iterator[tuple[Role, Point]]:
        for event in told:
            if isinstance(event, events.Fired) and event.start is not None and event.unit in before.units:
                yield before.units[event.unit].card.side.value, event.start


CHRONICLE = RevolucionChronicle()
