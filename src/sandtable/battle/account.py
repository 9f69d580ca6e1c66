"""An account of one entry of a log, as whoever asks may know it: who did what, what came of it, by which dice, how likely that was, and why.

The dice and their reasons are read off the log (see `engine.retelling`), in the same way for every ruleset; what they meant is told by its desk.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Generic, TypeVar

from sandtable.battle.event import Event
from sandtable.battle.odds import OrderOdds
from sandtable.battle.seat import Role
from sandtable.kernel.telling import Why

State = TypeVar("State")


@dataclass(frozen=True, slots=True)
class Moment(Generic[State]):
    """An event, and the table right before it, as a seat knew it."""

    event: Event
    view: State


@dataclass(frozen=True, slots=True)
class ToldThrow:
    """A throw: what it was for, its dice (``d10``) and faces, the sum, what it meant, and the exact chance to mean that.

    ``by`` is ``app``, or ``person`` for real dice, typed in.
    """

    key: str
    label: str
    name: str
    faces: tuple[int, ...]
    sum: str
    reading: str
    chance: tuple[int, int]
    percent: int
    by: str


@dataclass(frozen=True, slots=True)
class ToldChange:
    """One thing that an entry changed: ``Gendarmes: from OK to Demoralized``. ``piece`` is the unit it happened to."""

    icon: str
    words: str
    detail: str = ""
    piece: str = ""


@dataclass(frozen=True, slots=True)
class ToldStep:
    """A step of what was done, by the throw that decided it; one without faces did not take place, and ``words`` say why."""

    label: str
    words: str
    name: str = ""
    faces: tuple[int, ...] = ()
    sum: str = ""


@dataclass(frozen=True, slots=True)
class Deed:
    """What a ruleset makes of an entry: ``who`` did it, and ``words`` go on from there; the headline names what came of it.

    ``odds`` are as they stood before the throw; ``came`` is the number of the bar that it came to, from 0.
    """

    who: str
    words: str
    headline: str = ""
    severity: int = 0
    piece: str = ""
    target: str = ""
    changes: tuple[ToldChange, ...] = ()
    steps: tuple[ToldStep, ...] = ()
    odds: OrderOdds | None = None
    came: int | None = None


@dataclass(frozen=True, slots=True)
class Account:
    """An entry of the log, opened."""

    number: int
    turn: int
    side: Role | None
    deed: Deed
    throws: tuple[ToldThrow, ...]
    why: tuple[Why, ...]


@dataclass(frozen=True, slots=True)
class RoundTold:
    """A stretch of the log in two sentences: what was done, and what it meant."""

    side: Role | None
    title: str
    did: str
    meant: str
