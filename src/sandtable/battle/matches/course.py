"""The course of a battle in a few numbers a turn: what decides it, what was lost, who fought, who led.

It is kept with the record of a battle that nobody watched, so it is small. What the numbers are its ruleset says: a table that can tell has a
chronicle, and battles of one that has none are recorded without a course.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol, TypeVar, runtime_checkable

from sandtable.battle.event import Event
from sandtable.battle.seat import Role
from sandtable.geometry.measure import INCH, Length, Point

BASE, FIFTH, PACKED = 36, INCH // 5, 5
DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"
MOST_FELL, MOST_SHOTS = 30, 16  # places that are kept of one battle
State = TypeVar("State", contravariant=True)  # noqa: PLC0105 - a chronicle reads states and never makes one


class Chronicle(Protocol[State]):
    """What a ruleset can tell of a battle under way."""

    def turn(self, state: State) -> int:
        """The number of the turn; nought before the first."""

    def left(self, state: State) -> Mapping[str, int]:
        """What each unit has left, by the name that it goes by on the table; who is no loss has all of it."""

    def points(self, state: State) -> Mapping[Role, int]:
        """What counts when time is up, as it stands now; nothing where nothing does."""

    def stakes(self, state: State) -> Mapping[Role, int]:
        """How much each side has left of what it is beaten without, in percent: army morale, men."""

    def on_points(self, reason: str) -> bool:
        """Whether a battle that ended for this reason was decided by points."""

    def fought(self, events: Iterable[Event]) -> Iterable[str]:
        """The units that struck or were struck at in what happened."""

    def fell(self, before: State, events: Iterable[Event]) -> Iterable[tuple[Role, Point]]:
        """Where units were lost in what happened, and whose; the table before it says where they stood."""

    def shots(self, before: State, events: Iterable[Event]) -> Iterable[tuple[Role, Point]]:
        """From where units struck in what happened, and whose they are."""


@runtime_checkable
class HasChronicle(Protocol):
    """A table whose battles have a course that can be told."""

    @property
    def chronicle(self) -> Chronicle[Any]:
        """The ruleset's own part of it."""


@dataclass(frozen=True, slots=True)
class Course:
    """A battle turn by turn: each list has an entry for every turn, as things stood when it was over.

    ``active`` are the columns that fought, as bits in the order of the scenario; ``fighting`` is how many units did. ``contact`` is the
    first turn in which anybody fought, nought if nobody ever did. ``fell`` and ``shots`` are places (``unpacked``).
    """

    points: Mapping[Role, tuple[int, ...]]
    stakes: Mapping[Role, tuple[int, ...]]
    lost: Mapping[Role, tuple[int, ...]]
    fighting: tuple[int, ...]
    active: tuple[int, ...]
    contact: int
    on_points: bool
    fell: str = ""  # where units were lost, packed
    shots: str = ""  # from where some of the shots were fired, packed

    @property
    def turns(self) -> int:
        """How many turns there were."""
        return len(self.fighting)

    def leads(self) -> tuple[Role | None, ...]:
        """Who led when each turn was over, by whatever decided the battle; nobody where both stood alike."""
        return tuple(self._leader(turn) for turn in range(self.turns))

    def _leader(self, turn: int) -> Role | None:
        for told in (self.points, self.stakes) if self.on_points else (self.stakes, self.points):
            ahead = _ahead({role: values[turn] for role, values in told.items()})
            if ahead is not None:
                return ahead
        return _ahead({role: -values[turn] for role, values in self.lost.items()})

    def decided(self, winner: Role | None) -> int | None:
        """The first turn from whose end on the winner led; the last, where he never did before; nothing of a draw."""
        if winner is None or not self.turns:
            return None
        leads = self.leads()
        led = self.turns
        while led > 1 and leads[led - 2] == winner:
            led -= 1
        return led


def _ahead(standing: Mapping[Role, int]) -> Role | None:
    if not standing:
        return None
    best = max(standing.values())
    first = [role for role, value in standing.items() if value == best]
    return first[0] if len(first) == 1 else None


Spot = tuple[int, Point]  # whose, by the place of its side in the scenario, and where


def pack_spots(spots: Iterable[Spot]) -> str:
    """Places as one text, five letters each: the side, then x and y in fifths of an inch."""
    return "".join(f"{side}{_letters(at.x)}{_letters(at.y)}" for side, at in spots)


def unpack_spots(text: str) -> Iterator[Spot]:
    """The places in a packed text, to a fifth of an inch."""
    for start in range(0, len(text) - len(text) % PACKED, PACKED):
        side, x, y = text[start], text[start + 1 : start + 3], text[start + 3 : start + 5]
        yield int(side), Point(int(x, BASE) * FIFTH, int(y, BASE) * FIFTH)


def _letters(length: Length) -> str:
    number = min(max(0, round(length / FIFTH)), BASE * BASE - 1)
    return DIGITS[number // BASE] + DIGITS[number % BASE]


def thin_out(spots: Sequence[Spot], most: int) -> list[Spot]:
    """At most so many of some places, picked evenly from first to last."""
    if len(spots) <= most:
        return list(spots)
    return [spots[number * len(spots) // most] for number in range(most)]


@dataclass
class Chronicler:
    """Writes the course of one battle while it is played, from its start. ``columns`` are those of units by their place in the scenario."""

    chronicle: Chronicle[Any]
    start: Any
    strengths: Mapping[str, tuple[Role, int]]
    columns: Mapping[str, int]
    turn: int = 0
    rows: list[tuple[Mapping[Role, int], Mapping[Role, int], Mapping[Role, int], int, int]] = field(
        default_factory=list
    )
    contact: int = 0
    fell: list[Spot] = field(default_factory=list)
    shots: list[Spot] = field(default_factory=list)
    _fought: set[str] = field(default_factory=set)

    def __post_init__(self) -> None:
        """Count what units have as the game counts it, whatever the scenario says; who comes later is counted when he does."""
        self._before = self.start
        self._began = dict(self.chronicle.left(self.start))

    def watch(self, events: Sequence[Event], state: Any) -> None:
        """Take in what an order led to, and the table after it."""
        now = self.chronicle.turn(state)
        if now != self.turn:
            self._close(self._before)
        self.turn = now
        self._fought.update(self.chronicle.fought(events))
        self.fell += self._whose(self.chronicle.fell(self._before, events))
        self.shots += self._whose(self.chronicle.shots(self._before, events))
        if self._fought and not self.contact:
            self.contact = max(now, 1)
        self._before = state

    def _whose(self, places: Iterable[tuple[Role, Point]]) -> list[Spot]:
        sides = list(dict.fromkeys(role for role, _ in self.strengths.values()))
        return [(sides.index(role), at) for role, at in places if role in sides]

    def _close(self, state: Any) -> None:
        """Write down how things stand when a turn is over."""
        if self.turn:
            left = self.chronicle.left(state)
            lost = {role: 0 for role, _ in self.strengths.values()}
            for unit, (role, _) in self.strengths.items():
                now = left.get(unit, 0)
                self._began[unit] = max(now, self._began.get(unit, 0))
                lost[role] += self._began[unit] - now
            places = {self.columns[unit] for unit in self._fought if unit in self.columns}
            active = sum(1 << place for place in places)
            row = (self.chronicle.points(state), self.chronicle.stakes(state), lost, len(self._fought), active)
            self.rows.append(row)
        self._fought.clear()

    def course(self, end: Any, reason: str) -> Course:
        """The course of the battle that is over now."""
        self._close(end)
        points, stakes, lost, fighting, active = zip(*self.rows, strict=True) if self.rows else ((),) * 5
        return Course(
            _by_role(points),
            _by_role(stakes),
            _by_role(lost),
            fighting,
            active,
            self.contact,
            self.chronicle.on_points(reason),
            pack_spots(thin_out(self.fell, MOST_FELL)),
            pack_spots(thin_out(self.shots, MOST_SHOTS)),
        )


def _by_role(rows: Sequence[Mapping[Role, int]]) -> dict[Role, tuple[int, ...]]:
    roles = list(rows[0]) if rows else []
    return {role: tuple(row[role] for row in rows) for role in roles}
