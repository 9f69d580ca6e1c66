"""What a ruleset tells of fire that a side lays out shot by shot: who bears on whom, how a shot is ordered, and how it is summed up."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic

from sandtable.battle.seat import Role
from sandtable.kernel.drivers import Exact
from sandtable.kernel.messages import Message
from sandtable.kernel.reader import Form
from sandtable.miniatures.field import Piece
from sandtable.miniatures.kit import State
from sandtable.miniatures.orders import Act

Stands = Mapping[str, Sequence[int]]  # by unit, the numbers of its stands


@dataclass(frozen=True, slots=True)
class Added:
    """What a unit adds to a shot: its stands and range in words, and its points."""

    words: Message
    points: str


@dataclass(frozen=True, slots=True)
class Volleys(Generic[State]):
    """Fire as a side lays it out: all who fire at one target make one shot, and all shots are fired one after the other.

    ``marks`` are those whom a side could fire at now, each with the stands that bear on him, most to be feared first; nobody where it is not the time to fire. ``given`` is the order for a shot by
    these stands; ``added`` what each unit of it adds, ``summed`` the sum of it, ``meant`` what its law means in a line. ``most`` units make one shot;
    ``armed`` are those of whom it is said why they cannot fire.
    """

    action: str
    most: int
    armed: Callable[[State, Piece], bool]
    marks: Callable[[State, Role], Mapping[str, Stands]]
    given: Callable[[State, Role, str, Stands], Act]
    added: Callable[[State, Form], Mapping[str, Added]]
    summed: Callable[[State, Form], Message]
    meant: Callable[[State, Act, Exact[Any]], Message]
