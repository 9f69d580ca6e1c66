"""What the kit tells of a battle turn by turn: figures, and who fought. What else decides a game its own chronicle adds."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Generic

from sandtable.battle.event import Event
from sandtable.battle.seat import Role
from sandtable.geometry.measure import Point
from sandtable.miniatures.events import Left, Ruled
from sandtable.miniatures.kit import Kit, State

WHOLE = 100  # percent
FIGHTING = frozenset({"charge", "fight", "fire"})  # the groups of actions by which units strike at each other


class KitChronicle(Generic[State]):
    """What can be told of a battle of any kit under way."""

    def __init__(self, kit: Kit[State]) -> None:
        self.kit = kit

    def turn(self, state: State) -> int:
        turn: int = state.books.turn
        return turn

    def left(self, state: State) -> Mapping[str, int]:
        return {name: unit.left()[0] for name, unit in state.books.units.items()}

    def points(self, state: State) -> Mapping[Role, int]:  # noqa: ARG002 - a game whose points count says so
        return {}

    def stakes(self, state: State) -> Mapping[Role, int]:
        """The figures that are left of each side's."""
        return {side.id: self._stake(state, side.id) for side in self.kit.ruleset.sides}

    def _stake(self, state: State, side: Role) -> int:
        both = [unit.left() for unit in state.books.units.values() if str(unit.side) == side]
        now, start = sum(now for now, _ in both), sum(start for _, start in both)
        return WHOLE * int(now) // max(1, int(start))

    def on_points(self, reason: str) -> bool:  # noqa: ARG002 - as above
        return False

    def fought(self, events: Iterable[Event]) -> Iterator[str]:
        """Whom the forms of fighting actions name."""
        names = self.kit.ruleset.ledger.roles if hasattr(self.kit.ruleset.ledger, "roles") else {}
        for event in events:
            if isinstance(event, Ruled) and self._is_fight(event.action):
                yield from (event.fields[place] for place in names.values() if event.fields.get(place))

    def _is_fight(self, name: str) -> bool:
        action: Any = self.kit.deeds[name].action if name in self.kit.deeds else None
        return action is not None and action.group in FIGHTING

    def fell(self, before: State, events: Iterable[Event]) -> Iterator[tuple[Role, Point]]:
        """Pieces that were taken off the table, where their first figure stood."""
        for event in events:
            piece = before.pieces.get(event.piece) if isinstance(event, Left) else None
            if piece is not None and piece.figures:
                yield piece.owner, Point(piece.figures[0].x, piece.figures[0].y)

    def shots(self, before: State, events: Iterable[Event]) -> Iterator[tuple[Role, Point]]:
        """Whoever the form of a fighting action names as acting, where its first figure stood."""
        place = self.kit.ruleset.ledger.roles.get("actor", "") if hasattr(self.kit.ruleset.ledger, "roles") else ""
        for event in events:
            if isinstance(event, Ruled) and self._is_fight(event.action):
                piece = before.pieces.get(event.fields.get(place, ""))
                if piece is not None and piece.figures:
                    yield piece.owner, Point(piece.figures[0].x, piece.figures[0].y)
