"""Readings that odds do not tell apart.

An event has a place, a banner and a way of being told; nobody weighs odds by them, and branching on them would multiply the exact law a
thousandfold. A ``Detail`` keeps what was thrown for the verdict, the record and the words, and compares equal to every other.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from sandtable.kernel.effects import Effect
from sandtable.kernel.verdict import Ruling


class Detail:
    """A value that is told but not weighed."""

    __slots__ = ("value",)

    def __init__(self, value: Any) -> None:
        self.value = value

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Detail)

    def __hash__(self) -> int:
        return hash(Detail)

    def __repr__(self) -> str:
        return f"Detail({self.value!r})"


def weighed(reading: Any) -> Any:
    """What a reading holds, whether odds tell it apart or not."""
    return reading.value if isinstance(reading, Detail) else reading


@dataclass(frozen=True, slots=True, kw_only=True)
class ToldRuling(Ruling):
    """A ruling after throws that are told and not weighed: its effects do not tell it from others."""

    effects: Sequence[Effect] = field(default=(), compare=False)
