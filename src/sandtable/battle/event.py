"""What happened on the table. A state is the fold of its events, and a log can be watched by them alone."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import ClassVar, Generic, TypeVar

from sandtable.battle.seat import NOBODY, Audience

StateType = TypeVar("StateType")


@dataclass(frozen=True, slots=True, kw_only=True)
class Event:
    """The base of all events: a subclass sets ``kind`` and adds plain fields. It is known to nobody unless it says to whom.

    ``reveals`` marks a kind that tells somebody what was hidden, where comparing views would not notice (see `undo`).
    """

    kind: ClassVar[str]
    reveals: ClassVar[bool] = False
    known_to: Audience = NOBODY


class Story(Generic[StateType]):
    """What comes of one order: the events so far and the state they have led to."""

    __slots__ = ("_after", "events", "state")

    def __init__(self, after: Callable[[StateType, Event], StateType], state: StateType) -> None:
        self._after = after
        self.state = state
        self.events: list[Event] = []

    def tell(self, event: Event) -> StateType:
        """Add an event, and return the state after it."""
        self.events.append(event)
        self.state = self._after(self.state, event)
        return self.state
