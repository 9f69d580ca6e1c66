"""Rooms for sealed orders: two phones hand theirs in, and neither learns anything until both have.

Everything is held in memory and bounded: rooms in number and age, what they hold in size. Whatever is lost with the server is
still on the phones, which can be passed across the table instead.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable
from dataclasses import dataclass, field

from sandtable.kernel.problem import refuse

LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ"  # without I and O, which are read as figures
CODE_LENGTH = 5
SEAT_BYTES = 16
MOST_ROOMS = 400
MOST_OF_ONE_ADDRESS = 60  # a club night may share one
LONGEST_IDLE = 6 * 3600.0  # seconds; a meal in the middle of a battle is shorter
LONGEST_ALONE = 3600.0  # seconds that a room waits for its second phone
LARGEST_RECORD = 60_000  # characters; orders for both armies' worth of units are a tenth of that
LARGEST_TABLE = 400_000  # characters; a long day's open log is half of that


@dataclass(frozen=True, slots=True)
class Opened:
    """What both sides handed in for a round, in the order of the sides: JSON texts."""

    round: int
    records: tuple[str, ...]


@dataclass(slots=True)
class Room:
    """Two seats, what was handed in for the present round, and what the last one brought to light."""

    code: str
    ruleset: str
    action: str
    sides: tuple[str, str]
    touched: float
    opened_by: str = ""  # an address
    seats: dict[str, str] = field(default_factory=dict)  # a seat's secret name -> its side
    given: dict[str, str] = field(default_factory=dict)  # side -> record, as JSON text
    round: int = 1
    opened: Opened | None = None
    table: str = ""  # the open part of the log, as JSON text, for the phone that joins
    table_number: int = 0

    @property
    def joined(self) -> bool:
        """Whether both seats are taken."""
        return len(self.seats) == len(self.sides)

    def take_seat(self, side: str) -> str:
        """Sit down on a side; the secret name that proves it later."""
        seat = secrets.token_urlsafe(SEAT_BYTES)
        self.seats[seat] = side
        return seat

    def hand_in(self, side: str, round_: int, record: str) -> None:
        """Take a side's orders. They may be changed until the other side's are in; then both lie open."""
        if round_ != self.round:
            raise refuse("round", "kernel.sealed.other_round", (str(self.round),))
        if len(record) > LARGEST_RECORD:
            raise refuse("record", "kernel.sealed.large_record", most=LARGEST_RECORD)
        self.given[side] = record
        if len(self.given) == len(self.sides):
            self.opened = Opened(self.round, tuple(self.given[each] for each in self.sides))
            self.round += 1
            self.given = {}

    def lay(self, table: str) -> None:
        """Lay the open part of the log out anew."""
        if len(table) > LARGEST_TABLE:
            raise refuse("table", "kernel.sealed.large_table", most=LARGEST_TABLE)
        self.table = table
        self.table_number += 1


class Rooms:
    """All rooms of a server. ``clock`` gives seconds that only ever grow."""

    def __init__(self, clock: Callable[[], float], most: int = MOST_ROOMS, idle: float = LONGEST_IDLE) -> None:
        self._clock = clock
        self._most = most
        self._idle = idle
        self._rooms: dict[str, Room] = {}

    def open(
        self, ruleset: str, action: str, sides: tuple[str, str], side: str, table: str, address: str = ""
    ) -> tuple[Room, str]:
        """Open a room for somebody at an address, and take the first seat in it."""
        self._forget_idle()
        if len(self._rooms) >= self._most:
            raise refuse("", "kernel.sealed.full")
        if address and sum(room.opened_by == address for room in self._rooms.values()) >= MOST_OF_ONE_ADDRESS:
            raise refuse("", "kernel.sealed.too_many_rooms", most=MOST_OF_ONE_ADDRESS)
        room = Room(self._new_code(), ruleset, action, sides, self._clock(), address)
        if table:
            room.lay(table)
        self._rooms[room.code] = room
        return room, room.take_seat(side)

    def join(self, code: str) -> tuple[Room, str]:
        """Take the seat that is left."""
        room = self._room(code)
        if room.joined:
            raise refuse("room", "kernel.sealed.taken")
        free = next(side for side in room.sides if side not in room.seats.values())
        return room, room.take_seat(free)

    def seated(self, code: str, seat: str) -> tuple[Room, str]:
        """The room, and the side of whoever holds this seat in it."""
        room = self._room(code)
        if seat not in room.seats:
            raise refuse("seat", "kernel.sealed.no_seat")
        return room, room.seats[seat]

    def close(self, code: str) -> None:
        """Forget a room and all it holds."""
        self._rooms.pop(code, None)

    def _room(self, code: str) -> Room:
        self._forget_idle()
        room = self._rooms.get(code.strip().upper())
        if room is None:
            raise refuse("room", "kernel.sealed.no_room")
        room.touched = self._clock()
        return room

    def _forget_idle(self) -> None:
        now = self._clock()
        self._rooms = {
            code: room
            for code, room in self._rooms.items()
            if now - room.touched <= (self._idle if room.joined else min(self._idle, LONGEST_ALONE))
        }

    def _new_code(self) -> str:
        while True:
            code = "".join(secrets.choice(LETTERS) for _ in range(CODE_LENGTH))
            if code not in self._rooms:
                return code
