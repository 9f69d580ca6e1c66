"""A sheet as a heat map: the ground of each number says something of it, and nothing else on the sheet changes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Ground:
    """What lies under a number: a colour, the ink on it, a frame around it, a hatched foot."""

    fill: str
    ink: str = ""
    frame: bool = False
    hatched: bool = False


@dataclass(frozen=True)
class Heat:
    """The grounds by the numbers' names (``fire.result.up_to[2]`` is the second of a list), and what the head of each side says of them."""

    grounds: Mapping[str, Ground] = field(default_factory=dict)
    subtitle: str = ""
    notes: tuple[str, ...] = ()
    foot: str = ""


NO_HEAT = Heat()
