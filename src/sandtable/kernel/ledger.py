"""What the umpire remembers between actions, if the players want it: a pure fold of the records that are not voided.

Voiding refolds. Records keep their dice; those that rest on a voided one are marked, never silently changed.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, ClassVar, Literal, Self

from sandtable.kernel.effects import Deed, Offer
from sandtable.kernel.messages import Message
from sandtable.kernel.record import Record
from sandtable.kernel.spelling import as_typed
from sandtable.kernel.tables import Tables
from sandtable.kernel.verdict import Verdict

PanelKind = Literal["meter", "table", "list", "text"]
PhaseProgress = Literal["done", "now", "next"]


@dataclass(frozen=True, slots=True)
class Entry:
    """A record with what it led to."""

    record: Record
    situation: Any
    verdict: Verdict
    voided: bool = False

    @property
    def id(self) -> str:
        """The name of this entry in the log."""
        return str(self.record.meta.get("id", ""))

    @property
    def deed(self) -> Deed:
        """The entry as the books see it."""
        side = str(self.record.meta.get("side") or "")
        return Deed(self.record.action, self.situation, self.verdict.changes, side)


@dataclass(frozen=True, slots=True)
class Item:
    """One line of a list panel."""

    text: Message
    detail: Message | None = None
    secret: bool = False


@dataclass(frozen=True, slots=True)
class Panel:
    """Something the ledger shows: a meter, a table, a list, a text."""

    id: str
    title: Message
    kind: PanelKind
    side: str | None = None
    value: int = 0
    of: int = 0
    columns: tuple[Message, ...] = ()
    rows: tuple[tuple[Any, ...], ...] = ()
    items: tuple[Item, ...] = ()
    text: Message | None = None
    offers: tuple[Offer, ...] = ()


@dataclass(frozen=True, slots=True)
class RosterUnit:
    """A unit the ledger knows, and what it fills into a form when it acts or is acted on."""

    id: str
    name: str
    side: str
    label: Message
    status: Message
    as_actor: Mapping[str, Any]
    as_target: Mapping[str, Any]
    note: Message | None = None
    acted: Message | None = None  # what it has done this turn
    gone: bool = False
    place: bool = False  # no unit, but something of which the ledger knows what was done to it


def name_key(name: str) -> str:
    """A name as names are compared: neither capitals nor blanks around it make another one, nor how an apostrophe is set."""
    return as_typed(name).strip().casefold()


def known_as(name: str, known: Iterable[str]) -> str:
    """The known name that this one is; itself, where nobody bears it."""
    key = name_key(name)
    return next((one for one in known if name_key(one) == key), name)


@dataclass(frozen=True, slots=True)
class PhaseState:
    """A phase of the turn and whether it is done, now or next; ``label`` where its name changes ("turn 7 of 18")."""

    id: str
    state: PhaseProgress
    label: Message | None = None


@dataclass(frozen=True, kw_only=True)
class Ledger:
    """The base of all ledgers: a turn counter and the side that moves. Rulesets add what their rules need to remember."""

    turn: int = 0
    side: str | None = None
    phase: str | None = None
    phases: ClassVar[tuple[str, ...]] = ()

    @classmethod
    def start(cls, tables: Tables) -> Self:  # noqa: ARG003 - rulesets read their tables here
        """The ledger of a game in which nothing has happened."""
        return cls()

    def after(self, entry: Entry, tables: Tables) -> Self:
        """The ledger after one more entry."""
        return self.with_deed(entry.deed, tables)

    def with_deed(self, deed: Deed, tables: Tables) -> Self:
        """The ledger after an action: its effects fold themselves, one after the other, and nothing else changes the books."""
        ledger = self
        for effect in deed.effects:
            ledger = effect.fold(ledger, deed, tables)
        return ledger

    def prefill(self, action: str, tables: Tables) -> dict[str, Any]:  # noqa: ARG002 - rulesets override
        """What is known of an action's fields now."""
        return {}

    def reads(self, entry: Entry) -> frozenset[str]:  # noqa: ARG002 - rulesets override
        """Names of the things this entry rests on (``unit.Dorados``, ``morale.Government``)."""
        return frozenset()

    def writes(self, entry: Entry) -> frozenset[str]:  # noqa: ARG002 - rulesets override
        """Names of the things this entry changed."""
        return frozenset()

    def panels(self, tables: Tables) -> tuple[Panel, ...]:  # noqa: ARG002 - rulesets override
        """What there is to show."""
        return ()

    def roster(self) -> tuple[RosterUnit, ...]:
        """The units known."""
        return ()

    def hidden_units(self) -> tuple[RosterUnit, ...]:
        """Units that the umpire keeps to himself: no list shows them, but a form that names one is filled in."""
        return ()

    def owed(self) -> tuple[Offer, ...]:
        """Actions that somebody still has to take: morale checks, arrivals."""
        return ()

    def offers(self, entry: Entry) -> tuple[Offer, ...]:
        """What a result makes possible with one tap: what its effects lead to."""
        deed = entry.deed
        return tuple(offer for effect in deed.effects for offer in effect.leads_to(self, deed))

    def phase_states(self) -> tuple[PhaseState, ...]:
        """The phases of the turn with their state."""
        if self.phase not in self.phases:
            return tuple(PhaseState(phase, "next") for phase in self.phases)
        now = self.phases.index(self.phase)
        return tuple(PhaseState(phase, _state(number, now)) for number, phase in enumerate(self.phases))


def _state(number: int, now: int) -> PhaseProgress:
    if number == now:
        return "now"
    return "done" if number < now else "next"


@dataclass(frozen=True, slots=True)
class Fold:
    """A log folded: the ledger at its end, and for each entry the voided one it rests on, if any."""

    ledger: Ledger
    marks: Mapping[str, str] = field(default_factory=dict)  # entry id -> id of the voided entry
    tainted: Mapping[str, str] = field(default_factory=dict)  # what a voided entry changed -> its id

    def after(self, entry: Entry, tables: Tables) -> Fold:
        """The log with one more entry."""
        if entry.voided:
            return replace(self, tainted={**self.tainted, **dict.fromkeys(self.ledger.writes(entry), entry.id)})
        cause = _cause(self.ledger.reads(entry), self.tainted) if self.tainted else ""
        ledger = self.ledger.after(entry, tables)
        if not cause:
            return replace(self, ledger=ledger)
        tainted = {**self.tainted, **dict.fromkeys(self.ledger.writes(entry), cause)}
        return Fold(ledger, {**self.marks, entry.id: cause}, tainted)


def fold(start: Ledger, entries: Iterable[Entry], tables: Tables) -> Fold:
    """Fold a log into a ledger; mark what rests on a voided entry, directly or through another."""
    folded = Fold(start)
    for entry in entries:
        folded = folded.after(entry, tables)
    return folded


def _cause(names: Iterable[str], tainted: Mapping[str, str]) -> str:
    return next((tainted[name] for name in sorted(names) if name in tainted), "")


__all__ = [
    "Deed", "Entry", "Fold", "Item", "Ledger", "Offer", "Panel", "PhaseState", "RosterUnit", "fold", "known_as", "name_key",
]  # fmt: skip
