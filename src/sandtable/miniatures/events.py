"""What happens on a table: the umpire rules, figures come, stand elsewhere, fall, leave, change sides, turns begin, plans are sealed and opened, and it ends."""

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
from sandtable.miniatures.orders import Act

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
class Placed(Event):
    """A piece was placed before the battle; the books fold the effects."""

    kind: ClassVar[str] = "placed"
    piece: str
    figures: tuple[Pose, ...]
    marker: Pose | None = None
    effects: tuple[Any, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Readied(Event):
    """A side has placed everybody."""

    kind: ClassVar[str] = "readied"
    role: Role


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
    """A turn begins, counted from the first of the battle on."""

    kind: ClassVar[str] = "began"
    turn: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Ended(Event):
    """The battle is over, because somebody ended it."""

    kind: ClassVar[str] = "ended"


@dataclass(frozen=True, slots=True, kw_only=True)
class Went(Event):
    """A piece has gone while others went, too: where it was after each step, where it stands, and whoever stopped it in which of them."""

    kind: ClassVar[str] = "went"
    piece: str
    figures: tuple[Pose, ...]
    stood: tuple[Pose, ...]
    met: tuple[str, ...] = ()
    step: int = 0
    share: float = 0.0  # of that step


@dataclass(frozen=True, slots=True, kw_only=True)
class Planned(Event):
    """What a side has planned; nobody else hears of it."""

    kind: ClassVar[str] = "planned"
    role: Role
    acts: tuple[Act, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Sealed(Event):
    """A side has sealed its plan."""

    kind: ClassVar[str] = "sealed"
    role: Role


@dataclass(frozen=True, slots=True, kw_only=True)
class Reopened(Event):
    """A side has opened its plan again."""

    kind: ClassVar[str] = "reopened"
    role: Role


@dataclass(frozen=True, slots=True, kw_only=True)
class Opened(Event):
    """Every side has sealed, and what they planned lies open."""

    kind: ClassVar[str] = "opened"
    reveals: ClassVar[bool] = True
    acts: tuple[Act, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Kept(Event):
    """What of a side's plan does not lie open, because it is about pieces that nobody else knows of."""

    kind: ClassVar[str] = "kept"
    role: Role
    acts: tuple[Act, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Entrusted(Event):
    """Another side has let the program decide for a side up to the end of the turn."""

    kind: ClassVar[str] = "entrusted"
    role: Role
    by: Role
    turn: int


EVENTS: Mapping[str, type[Event]] = {
    event.kind: event for event in (Ruled, Placed, Readied, Stood, Came, Fell, Left, Taken, Began, Ended)
}
PLANNED: Mapping[str, type[Event]] = {
    **EVENTS,
    **{event.kind: event for event in (Went, Planned, Sealed, Reopened, Opened, Kept, Entrusted)},
}


class Written(dict[str, Any]):
    """An effect as an event keeps it, which still knows the effect that it was written from; read from a log it is a plain one."""

    __slots__ = ("effect",)

    def __init__(self, effect: Effect) -> None:
        super().__init__({KIND: effect.kind, **codec.write(effect)})
        self.effect = effect


def written(one: Effect) -> dict[str, Any]:
    """An effect as an event keeps it."""
    return Written(one)


def read(raw: Mapping[str, Any], package: str) -> Effect:
    """An effect of a ruleset's package, from what an event keeps."""
    if isinstance(raw, Written):
        return raw.effect
    own = {name: value for name, value in raw.items() if name != KIND}
    return codec.read(_kinds(package)[raw[KIND]], own, KIND)


@cache
def _kinds(package: str) -> Mapping[str, type[Effect]]:
    return effect_kinds(package)
