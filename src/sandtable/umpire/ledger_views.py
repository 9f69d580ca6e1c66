"""What the desk answers on a log: the books that are kept from it, and its entries in words."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from sandtable.kernel.ledger import PanelKind, PhaseProgress
from sandtable.kernel.record import Fields
from sandtable.umpire.form_views import Fresh, Labelled
from sandtable.umpire.roster_views import NamedUnits, RosterUnit


@dataclass(frozen=True, slots=True, kw_only=True)
class Offer:
    """One tap that opens or writes a further action."""

    label: str
    action: str
    fields: Fields
    at_once: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class PanelItem:
    """A line of a list panel."""

    text: str
    detail: str
    secret: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Panel:
    """Something the ledger shows."""

    id: str
    title: str
    kind: PanelKind
    side: str | None
    value: int
    of: int
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    items: tuple[PanelItem, ...]
    text: str
    offers: tuple[Offer, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class PhaseState(Labelled):
    """A phase of the turn and whether it is done."""

    state: PhaseProgress


@dataclass(frozen=True, slots=True, kw_only=True)
class LogRow:
    """An entry of the log in words."""

    id: str
    number: int
    side: str | None
    turn: int | None
    time: str | None
    action: str
    subject: str
    sentence: str
    dice: str
    chance: str
    voided: bool
    mark: str
    remarks: tuple[str, ...]  # what was assumed, overruled, added or cancelled before it
    redo: Fresh
    offers: tuple[Offer, ...]
    secret: bool
    house: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Ledger:
    """What the umpire remembers of a game. ``hidden_units`` are his own: no list shows them, but a form that names one is filled in."""

    status: Literal["ok"] = "ok"
    turn: int
    side: str | None
    phase: str | None
    phases: tuple[PhaseState, ...]
    panels: tuple[Panel, ...]
    prefill: Mapping[str, Fields]
    roster: tuple[RosterUnit, ...]
    hidden_units: tuple[RosterUnit, ...]
    names: tuple[NamedUnits, ...]
    owed: tuple[Offer, ...]
    log: tuple[LogRow, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class LogText:
    """A log as plain text."""

    status: Literal["ok"] = "ok"
    text: str
