"""What the calls about sealed orders are sent and what they answer."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

from sandtable.kernel.record import Record, Scalar
from sandtable.umpire.bodies import Entry


@dataclass(frozen=True, slots=True, kw_only=True)
class SealedTable:
    """The open part of a game: what the phone that joins may know of it."""

    options: Mapping[str, Scalar]
    house: str
    entries: tuple[Entry, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class SealedOpenBody:
    """A room for orders of this kind; the phone that opens it speaks for this side."""

    ruleset: str
    action: str
    side: str
    table: SealedTable | None


@dataclass(frozen=True, slots=True, kw_only=True)
class SealedJoinBody:
    """The code that the other phone shows."""

    room: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SealedSeatBody(SealedJoinBody):
    """A seat in a room, by the secret name it was given."""

    seat: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SealedHandInBody(SealedSeatBody):
    """A side's orders for a round. They may be handed in anew until the other side's are in."""

    round: int
    record: Record


@dataclass(frozen=True, slots=True, kw_only=True)
class SealedLayBody(SealedSeatBody):
    """The open part of the game as it is now."""

    table: SealedTable


@dataclass(frozen=True, slots=True, kw_only=True)
class SealedPictureBody(SealedSeatBody):
    """The address of the app as this phone knows it."""

    address: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SealedPicture:
    """A picture of the room's address for the other phone's camera, as SVG."""

    status: Literal["ok"] = "ok"
    svg: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SealedOpened:
    """The orders of both sides for a round."""

    round: int
    records: tuple[Record, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class SealedRoom:
    """How a room stands. Of the other side's orders it tells only whether they are in, until both are."""

    status: Literal["ok"] = "ok"
    room: str
    ruleset: str
    action: str
    side: str
    sides: tuple[str, ...]
    joined: bool
    round: int
    handed_in: tuple[str, ...]
    opened: SealedOpened | None
    table_number: int


@dataclass(frozen=True, slots=True, kw_only=True)
class SealedSeat(SealedRoom):
    """A seat taken: keep its secret name, and give it to nobody."""

    seat: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SealedTableReply:
    """The open part of the game, as it was laid out last."""

    status: Literal["ok"] = "ok"
    table_number: int
    table: SealedTable | None


@dataclass(frozen=True, slots=True, kw_only=True)
class SealedClosed:
    """The room and all it held are forgotten."""

    status: Literal["ok"] = "ok"


SEALED_CALLS: dict[str, tuple[type[Any], type[Any]]] = {
    "open": (SealedOpenBody, SealedSeat),
    "join": (SealedJoinBody, SealedSeat),
    "look": (SealedSeatBody, SealedRoom),
    "hand_in": (SealedHandInBody, SealedRoom),
    "lay": (SealedLayBody, SealedRoom),
    "table": (SealedSeatBody, SealedTableReply),
    "picture": (SealedPictureBody, SealedPicture),
    "close": (SealedSeatBody, SealedClosed),
}
