"""A seat's own numbers for what it may know of a log: they run on without a gap, so they tell nothing of what it may not know."""

from __future__ import annotations

from bisect import bisect_right

from sandtable.battle.engine.log import Entry, Log, Proposal, Undo
from sandtable.battle.seat import Seat
from sandtable.kernel import codec
from sandtable.kernel.codec import Json


class Numbering:
    """Which entries of a log a seat hears of. A log only grows, so what has been looked at is not looked at again."""

    def __init__(self, seat: Seat) -> None:
        self.seat = seat
        self._known: list[int] = []  # the log's numbers of the entries heard of
        self._standing: list[tuple[int, bool]] = []  # orders that stand: number, and whether they were heard of
        self._followed = 0

    def follow(self, log: Log) -> Numbering:
        """Take in a log up to its end, and return this numbering."""
        for entry in log.entries[self._followed :]:
            if self._hears(entry, log):
                self._known.append(entry.number)
        self._followed = max(self._followed, log.number)
        return self

    @property
    def last(self) -> int:
        """The seat's own number of the last entry it has heard of."""
        return len(self._known)

    def heard_since(self, since: int = 0) -> list[int]:
        """The log's numbers of all entries that the seat heard of after its own number ``since``."""
        return self._known[since:]

    def own_number(self, number: int) -> int:
        """The seat's own number of an entry of the log; of one it did not hear of, that of the last before it."""
        return bisect_right(self._known, number)

    def log_number(self, own: int, last: int) -> int:
        """The log's number for a seat's own number: the last entry before the next one that the seat heard of; ``last`` at the end."""
        if own < 0 or own > self.last:
            return own if own < 0 else last + 1  # neither is an entry
        return last if own == self.last else self._known[own] - 1

    def _hears(self, entry: Entry | Undo, log: Log) -> bool:
        if isinstance(entry, Entry):
            heard = entry.is_heard_by(self.seat)
            self._standing.append((entry.number, heard))
            return heard
        taken = [heard for number, heard in self._standing if number > entry.to]
        self._standing = [(number, heard) for number, heard in self._standing if number <= entry.to]
        return any(taken) or self.seat.referee or log.seat(entry.seat).sits_with(self.seat)

    # What is told under these numbers

    def entry(self, log: Log, number: int) -> dict[str, Json]:
        """An entry that was heard of, as the seat is told of it."""
        entry = log.entries[number - 1]
        if isinstance(entry, Entry):
            return entry.for_seat(self.seat, log.seats, self.own_number(number))
        return entry.for_seat(self.seat, log.seats, self.own_number(number), self.own_number(entry.to))

    def waiting(self, log: Log) -> dict[str, Json] | None:
        """The order that waits for an answer, if the seat hears of it."""
        if log.open is None or not log.open.is_heard_by(self.seat):
            return None
        return log.open.for_seat(self.seat, log.seats, self.last + 1)

    def proposal(self, log: Log) -> Proposal | None:
        """What somebody wishes, as the seat is told of it."""
        return (
            None
            if log.proposal is None
            else log.proposal.for_seat(self.seat, log.seats, self.own_number(log.proposal.to))
        )


def log_for(log: Log, seat: Seat, start: Json) -> dict[str, Json]:
    """What of a log a seat may know. ``start`` is its view of the table before the first order.

    The scenario's text stays out, since it tells what lies hidden; how many throws were taken in secret stays out too, and so does
    who commands which part of another side.
    """
    numbering = Numbering(seat).follow(log)
    wish = numbering.proposal(log)
    return {
        "ruleset": log.ruleset,
        "rules_version": log.rules_version,
        "format": log.format,
        "commitment": log.commitment,
        "parts": [codec.write(part.for_seat(seat, log.seats)) for part in log.parts],
        "seats": [codec.write(each) for each in log.seats if each.called_by(seat) == each.id],
        "options": dict(log.options),
        "house": log.house,
        "start": start,
        "entries": [numbering.entry(log, number) for number in numbering.heard_since()],
        "open": numbering.waiting(log),
        "proposal": None if wish is None else codec.write(wish),
    }
