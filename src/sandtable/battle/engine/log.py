"""The log of a battle: its scenario and rules in full, and every order with its answers and events. A state is the fold of its log.

Nothing is ever removed from a log: what is taken back stays, followed by an entry that says so, because its dice stay thrown.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from hashlib import sha256
from typing import Any, ClassVar, Literal

from sandtable.battle.engine.commitment import dice_seed
from sandtable.battle.seat import NOBODY, Audience, Role, Seat
from sandtable.kernel import codec
from sandtable.kernel.codec import UNWRITTEN, Json
from sandtable.kernel.problem import refuse

FORMAT = 2  # of the log itself; a ruleset's own changes are told by its version
FORMATS = (1, FORMAT)  # those of the first format have neither parts nor a seal
APP = "app"  # by whom an answer was given, where no seat gave it
MEASURED = "measured"


@dataclass(frozen=True, slots=True)
class Reply:
    """An answer to a request: faces, an option, a fact. ``by`` is the seat that gave it, or `APP` or `MEASURED`."""

    key: str
    value: Any
    by: str
    about: Literal["dice", "choice", "fact"]
    known_to: Audience = NOBODY

    @property
    def typed(self) -> bool:
        """Say whether these are real dice, typed in."""
        return self.about == "dice" and self.by != APP


@dataclass(frozen=True, slots=True)
class Entry:
    """An order and what came of it. ``throw`` is the number of its first throw from the battle's dice; order and events are JSON."""

    kind: ClassVar[str] = "order"
    number: int
    seat: str
    role: Role
    order: Any
    answers: tuple[Reply, ...] = ()
    events: tuple[Any, ...] = ()
    throw: int = 0
    finished: bool = True  # else it was taken back, or waits, before its end

    @property
    def throws(self) -> int:
        """How many throws it took from the battle's dice."""
        return sum(reply.about == "dice" and reply.by == APP for reply in self.answers)

    def is_heard_by(self, seat: Seat) -> bool:
        """Say whether a seat may know anything of it: its own side's order, or an answer or event that says so."""
        if seat.knows((self.role,)) or any(seat.knows(reply.known_to) for reply in self.answers):
            return True
        return any(seat.knows(tuple(event.get("known_to", NOBODY))) for event in self.events)

    def for_seat(self, seat: Seat, seats: Sequence[Seat], number: int) -> dict[str, Json]:
        """What of it a seat may know, under the seat's own number for it."""
        return {
            "kind": self.kind,
            "number": number,
            "seat": _called(self.seat, seats, seat),
            "role": seat.role_as_told(self.role),
            "order": self.order if seat.knows((self.role,)) else None,
            "answers": [
                codec.write(replace(reply, by=_called(reply.by, seats, seat)))
                for reply in self.answers
                if seat.knows(reply.known_to)
            ],
            "events": [event for event in self.events if seat.knows(tuple(event.get("known_to", NOBODY)))],
            "finished": self.finished,
        }


@dataclass(frozen=True, slots=True)
class Undo:
    """Everything after entry ``to`` was taken back, at a seat's wish, with the consent of these seats."""

    kind: ClassVar[str] = "undo"
    number: int
    seat: str
    to: int
    agreed: tuple[str, ...] = ()

    def for_seat(self, seat: Seat, seats: Sequence[Seat], number: int, to: int) -> dict[str, Json]:
        """What a seat is told of it, under the seat's own numbers."""
        told = replace(self, number=number, to=to, seat=_called(self.seat, seats, seat))
        plain: dict[str, Json] = codec.write(replace(told, agreed=_all_called(self.agreed, seats, seat)))
        return plain


@dataclass(frozen=True, slots=True)
class Proposal:
    """A wish that needs the other sides' consent; these seats agree so far. ``why`` is the id of the message that says why it does.

    It is to take back everything after entry ``to``, or to throw real dice from now on.
    """

    seat: str
    to: int
    agreed: tuple[str, ...] = ()
    why: str = ""
    about: Literal["undo", "dice"] = "undo"

    def for_seat(self, seat: Seat, seats: Sequence[Seat], to: int) -> Proposal:
        """What a seat is told of it, under the seat's own numbers."""
        agreed = _all_called(self.agreed, seats, seat)
        return replace(self, seat=_called(self.seat, seats, seat), to=to, agreed=agreed)


@dataclass(frozen=True, slots=True)
class Then:
    """What a seat wants done next: orders as JSON, the next one first. It is an intention, and no part of the record of a battle."""

    seat: str
    orders: tuple[Any, ...]

    @property
    def after_first(self) -> Then | None:
        """What is left when the first of them is given."""
        return Then(self.seat, self.orders[1:]) if len(self.orders) > 1 else None


@dataclass(frozen=True, slots=True)
class Part:
    """What a seat adds to the dice: promised by its hash, and there once it is laid open. One that never was counts for nothing."""

    seat: str
    promise: str
    value: str = ""

    def for_seat(self, seat: Seat, seats: Sequence[Seat]) -> Part:
        """What a seat is told of it."""
        return replace(self, seat=_called(self.seat, seats, seat))


@dataclass(frozen=True, slots=True)
class Origin:
    """Where a branch left another battle: its entries up to ``last`` were thrown with that battle's dice."""

    commitment: str
    last: int
    parts: tuple[Part, ...] = ()


@dataclass(frozen=True, slots=True)
class Seal:
    """How many entries a battle had when it was over, and the last of the hashes chained over them."""

    entries: int
    chain: str


@dataclass(frozen=True, slots=True)
class Log:
    """A battle as plain data. ``open`` is an order that waits for an answer; ``seed`` is there once it is laid open.

    ``then`` is what is to follow the last order, or has been left of it, and ``joined`` are the numbers of entries that came with the one
    before them, as one step of their seat: both are kept beside the record, and not in it.
    """

    ruleset: str
    rules_version: str
    scenario: str
    commitment: str
    seats: tuple[Seat, ...]
    options: Mapping[str, Any] = field(default_factory=dict)
    house: str = ""
    entries: tuple[Entry | Undo, ...] = ()
    open: Entry | None = None
    proposal: Proposal | None = None
    seed: str | None = None
    origins: tuple[Origin, ...] = ()
    format: int = FORMAT
    parts: tuple[Part, ...] = ()
    seal: Seal | None = None
    then: Then | None = field(default=None, metadata={UNWRITTEN: True})
    joined: tuple[int, ...] = field(default=(), compare=False, metadata={UNWRITTEN: True})

    @property
    def number(self) -> int:
        """The number of its last entry."""
        return len(self.entries)

    @property
    def throws(self) -> int:
        """How many throws have been taken from the battle's dice, those of orders taken back included."""
        last = self.open or next((entry for entry in reversed(self.entries) if isinstance(entry, Entry)), None)
        return last.throw + last.throws if last else 0

    def live(self) -> tuple[Entry, ...]:
        """The orders that stand."""
        standing: list[Entry] = []
        for entry in self.entries:
            if isinstance(entry, Undo):
                standing = [earlier for earlier in standing if earlier.number <= entry.to]
            else:
                standing.append(entry)
        return tuple(entry for entry in standing if entry.finished)

    def thrown_by(self, number: int) -> str:
        """The commitment of the seed that an entry was thrown with: this battle's, or that of one it branched from."""
        return next((origin.commitment for origin in self.origins if number <= origin.last), self.commitment)

    def dice_seed(self, seed: str, number: int | None = None) -> str:
        """What an entry's dice are thrown from, given the seed of the battle they were thrown in: this one's, unless it is earlier."""
        origin = None if number is None else next((each for each in self.origins if number <= each.last), None)
        parts = self.parts if origin is None else origin.parts
        return dice_seed(seed, ((part.seat, part.value) for part in parts if part.value))

    def sealed(self) -> Seal:
        """Its seal: a hash of how it began, and from each hash and the next entry the next one."""
        began = [
            self.ruleset,
            self.rules_version,
            self.scenario,
            self.commitment,
            [codec.write(part) for part in self.parts],
        ]
        chain = _linked("sandtable log", began)
        for entry in self.entries:
            chain = _linked(chain, codec.write(entry))
        return Seal(self.number, chain)

    def up_to(self, number: int) -> Log:
        """The log as it was after an entry."""
        if not 0 <= number <= self.number:
            raise refuse("at", "battle.log.no_entry", number=number, last=self.number)
        joined = tuple(each for each in self.joined if each <= number)
        return replace(
            self, entries=self.entries[:number], open=None, proposal=None, seal=None, then=None, joined=joined
        )

    def seat(self, seat: str) -> Seat:
        """The seat with this name."""
        for each in self.seats:
            if each.id == seat:
                return each
        raise refuse("seat", "battle.seat.unknown", (each.id for each in self.seats), name=seat)

    def plain(self) -> dict[str, Json]:
        """All of it as JSON: for keeping, and for everybody once the seed lies open."""
        plain: dict[str, Json] = codec.write(self)
        return plain


def _linked(before: str, value: Json) -> str:
    text = json.dumps([before, value], ensure_ascii=True, separators=(",", ":"), sort_keys=True)
    return sha256(text.encode()).hexdigest()


def _called(name: str, seats: Sequence[Seat], by: Seat) -> str:
    """What a seat calls another, or whoever else gave an answer."""
    return next((seat.called_by(by) for seat in seats if seat.id == name), name)


def _all_called(names: Sequence[str], seats: Sequence[Seat], by: Seat) -> tuple[str, ...]:
    return tuple(dict.fromkeys(_called(name, seats, by) for name in names))


def read_log(raw: Json) -> Log:
    """Read a log from JSON or its text; one that is not whole is refused with all that is wrong."""
    if isinstance(raw, str | bytes):
        try:
            raw = json.loads(raw)
        except (ValueError, RecursionError) as error:
            raise refuse("log", "battle.log.not_json", error=str(error)) from None
    if isinstance(raw, Mapping) and raw.get("format", FORMAT) not in FORMATS:
        raise refuse("log.format", "battle.log.format", map(str, FORMATS), value=str(raw.get("format")))
    log = codec.read(Log, raw, "log")
    for number, entry in enumerate(log.entries, start=1):
        if entry.number != number:
            raise refuse(f"log.entries.{number - 1}.number", "battle.log.numbering", (str(number),), value=entry.number)
        if isinstance(entry, Undo) and not 0 <= entry.to < number:
            raise refuse(f"log.entries.{number - 1}.to", "battle.log.no_entry", number=entry.to, last=number - 1)
    return log
