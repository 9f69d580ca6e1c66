"""The calls about sealed orders, described for people and for the front end's types."""

from __future__ import annotations

from typing import Any, Literal

from sandtable.server.schema import BaseModel, Entry, Record, Scalar


class SealedTable(BaseModel):
    """The open part of a game: what the phone that joins may know of it."""

    options: dict[str, Scalar]
    house: str
    entries: list[Entry]


class SealedOpenBody(BaseModel):
    """A room for orders of this kind; the phone that opens it speaks for this side."""

    ruleset: str
    action: str
    side: str
    table: SealedTable | None


class SealedJoinBody(BaseModel):
    """The code that the other phone shows."""

    room: str


class SealedSeatBody(SealedJoinBody):
    """A seat in a room, by the secret name it was given."""

    seat: str


class SealedHandInBody(SealedSeatBody):
    """A side's orders for a round. They may be handed in anew until the other side's are in."""

    round: int
    record: Record


class SealedLayBody(SealedSeatBody):
    """The open part of the game as it is now."""

    table: SealedTable


class SealedPictureBody(SealedSeatBody):
    """The address of the app as this phone knows it."""

    address: str


class SealedPicture(BaseModel):
    """A picture of the room's address for the other phone's camera, as SVG."""

    status: Literal["ok"]
    svg: str


class SealedOpened(BaseModel):
    """The orders of both sides for a round."""

    round: int
    records: list[Record]


class SealedRoom(BaseModel):
    """How a room stands. Of the other side's orders it tells only whether they are in, until both are."""

    status: Literal["ok"]
    room: str
    ruleset: str
    action: str
    side: str
    sides: list[str]
    joined: bool
    round: int
    handed_in: list[str]
    opened: SealedOpened | None
    table_number: int


class SealedSeat(SealedRoom):
    """A seat taken: keep its secret name, and give it to nobody."""

    seat: str


class SealedTableReply(BaseModel):
    """The open part of the game, as it was laid out last."""

    status: Literal["ok"]
    table_number: int
    table: SealedTable | None


class SealedClosed(BaseModel):
    """The room and all it held are forgotten."""

    status: Literal["ok"]


SEALED_CALLS: dict[str, tuple[type[BaseModel], type[BaseModel]]] = {
    "open": (SealedOpenBody, SealedSeat),
    "join": (SealedJoinBody, SealedSeat),
    "look": (SealedSeatBody, SealedRoom),
    "hand_in": (SealedHandInBody, SealedRoom),
    "lay": (SealedLayBody, SealedRoom),
    "table": (SealedSeatBody, SealedTableReply),
    "picture": (SealedPictureBody, SealedPicture),
    "close": (SealedSeatBody, SealedClosed),
}

Reply = dict[str, Any]
