"""What happens on this table beside what the kit knows: men lie where enemies went over them, and a unit settles against whom it rolls."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from sandtable.battle.event import Event
from sandtable.miniatures import events


@dataclass(frozen=True, slots=True, kw_only=True)
class Trod(Event):
    """Units went over men that an enemy had left behind (PRE-G.21)."""

    kind: ClassVar[str] = "trod"
    marker: str
    pieces: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class RollsIn(Event):
    """A unit with several attackers rolls against one of them (PRE-G.36)."""

    kind: ClassVar[str] = "rolls_in"
    piece: str
    against: str


EVENTS: Mapping[str, type[Event]] = {**events.PLANNED, Trod.kind: Trod, RollsIn.kind: RollsIn}
