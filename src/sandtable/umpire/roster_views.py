"""The units that the desk knows, and the lists that they are read from."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from sandtable.kernel.record import Fields, Record
from sandtable.umpire.form_views import Labelled


@dataclass(frozen=True, slots=True, kw_only=True)
class FieldsAs:
    """What a unit fills into a form."""

    actor: Fields
    target: Fields


@dataclass(frozen=True, slots=True, kw_only=True)
class RosterUnit:
    """A unit the ledger knows."""

    id: str
    name: str
    side: str
    label: str
    status: str
    fields_as: FieldsAs
    note: str
    acted: str  # what it has done this turn, in words
    gone: bool
    line: Fields  # what the form of the roster says of it


@dataclass(frozen=True, slots=True, kw_only=True)
class NamedUnits:
    """A field that names a unit of the roster: the names to offer, the hidden ones, and the other fields that are filled in.

    Where it names who acts, ``sides`` are those of the names, one each, and ``side_fields`` the fields that a side goes into.
    """

    field: str
    names: tuple[str, ...]
    hidden: tuple[str, ...] = ()
    fills: tuple[str, ...]
    sides: tuple[str, ...] = ()
    side_fields: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class RosterRecords:
    """An order of battle, read: one record a unit."""

    status: Literal["ok"] = "ok"
    entries: tuple[Record, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Army(Labelled):
    """The units of a battle."""

    units: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Armies:
    """The battles whose armies can be entered at once."""

    status: Literal["ok"] = "ok"
    armies: tuple[Army, ...]
