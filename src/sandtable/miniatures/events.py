"""What happens on a table: the umpire rules, figures come, stand elsewhere, fall, leave, change sides, turns begin, and it ends."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any, ClassVar

from sandtable.battle.event import Event
from sandtable.battle.seat import Role
from sandtable.geometry.measure import Pose
from sandtable.kernel import codec
from sandtable.kernel.effects import Effect, effect_kinds
from sandtable.miniatures.bodies import Base

KIND = "effect"


@dataclass(frozen=True, slots=True, kw_only=True)
class Ruled(Event):
    """The umpire has ruled on an action: its form, and the effects and notes that the books fold."""

    kind: ClassVar[str] = "ruled"
    action: str
    side: Role
    fields: Mapping[str, Any]
    effects: tuple[Any, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Stood(Event):
    """The figures of a piece stand elsewhere, on other bases, or what they serve does."""

    kind: ClassVar[str] = "stood"
    piece: str
    figures: tuple[Pose, ...]
    base: Base
    marker: Pose | None = None
    bases: tuple[Base, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Came(Event):
    """A piece has come onto the table, or out of hiding; ``hidden``: it has come in secret."""

    kind: ClassVar[str] = "came"
    reveals: ClassVar[bool] = True
    piece: str
    owner: Role
    figures: tuple[Pose, ...]
    base: Base
    marker: Pose | None = None
    marked: tuple[int, ...] = ()
    bases: tuple[Base, ...] = ()
    hidden: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Fell(Event):
    """Figures of a piece are taken off, by their numbers."""

    kind: ClassVar[str] = "fell"
    piece: str
    figures: tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Left(Event):
    """A piece is taken off the table."""

    kind: ClassVar[str] = "left"
    piece: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Taken(Event):
    """A piece belongs to another side now."""

    kind: ClassVar[str] = "taken"
    piece: str
    owner: Role


@dataclass(frozen=True, slots=True, kw_only=True)
class Began(Event):
    """A turn begins, as the books count them."""

    kind: ClassVar[str] = "began"
    turn: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Ended(Event):
    """The battle is over, because somebody ended it."""

    kind: ClassVar[str] = "ended"


EVENTS: Mapping[str, type[Event]] = {
    event.kind: event for event in (Ruled, Stood, Came, Fell, Left, Taken, Began, Ended)
}


def written(one: Effect) -> dict[str, Any]:
    """An effect as an event keeps it."""
    return {KIND: one.kind, **codec.write(one)}


def read(raw: Mapping[str, Any], package: str) -> Effect:
    """An effect of a ruleset's package, from what an event keeps."""
    own = {name: value for name, value in raw.items() if name != KIND}
    return codec.read(_kinds(package)[raw[KIND]], own, KIND)


@cache
def _kinds(package: str) -> Mapping[str, type[Effect]]:
    return effect_kinds(package)
