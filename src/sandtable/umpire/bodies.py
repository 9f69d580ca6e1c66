"""What the desk is sent, described for the front end's types. The desk reads it more kindly than this, and refuses in words what it cannot read."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from sandtable.kernel.record import Answer, Fields, Record, Scalar
from sandtable.umpire.roster_views import NamedUnits


@dataclass(frozen=True, slots=True, kw_only=True)
class Nothing:
    """A call that needs nothing."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Style:
    """How distances are told."""

    scale: Literal[1, 2, "1/2"] = 1
    unit: Literal["in", "cm", "cm_for_in"] = "in"


@dataclass(frozen=True, slots=True, kw_only=True)
class Setting:
    """The part that every call about a ruleset shares."""

    ruleset: str
    options: Mapping[str, Scalar] = field(default_factory=dict)
    house: str = ""
    style: Style = field(default_factory=Style)


@dataclass(frozen=True, slots=True, kw_only=True)
class OddsBody(Setting):
    """What the odds are asked of."""

    action: str
    fields: Fields
    answers: tuple[Answer, ...] = ()
    outcomes: bool = True  # whether every verdict is listed beside the rows
    names: tuple[NamedUnits, ...] | None = None  # those of the roster, as the ledger tells them


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """A record of the log."""

    record: Record
    voided: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class ResolveBody(OddsBody):
    """An action with the answers so far."""

    dice: Literal["app", "real"] = "app"
    throw_next: bool = False
    assume: bool = False  # what the form may take for granted is not asked
    overrule: bool = False  # the players do it all the same, where that is theirs to say
    earlier: tuple[
        Answer, ...
    ] = ()  # of an entry that is corrected or added to: they count where the same is asked again
    seed: str = ""
    throws: int = 0
    meta: Mapping[str, Any] = field(default_factory=dict)
    entries: tuple[Entry, ...] | None = None  # the log before it: a verdict then comes with the books after it


@dataclass(frozen=True, slots=True, kw_only=True)
class LogBody(Setting):
    """A log."""

    entries: tuple[Entry, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class SheetBody(Setting):
    """A sheet for the table, and the paper that it is printed on."""

    paper: Literal["a4", "letter"] = "a4"


@dataclass(frozen=True, slots=True, kw_only=True)
class RosterBody(Setting):
    """An order of battle as people write it."""

    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class NumbersBody(Setting):
    """A rule whose numbers are asked for."""

    rule: str


@dataclass(frozen=True, slots=True, kw_only=True)
class NumberBody(Setting):
    """A number that somebody thinks of changing."""

    path: str
    at: int | None = None
    value: int | None = None  # none: as printed again


@dataclass(frozen=True, slots=True, kw_only=True)
class RosterChange(LogBody):
    """A unit of the roster as it should stand there, the army of a battle, or nothing for a unit that is struck off."""

    whom: str = ""  # as the roster has it now; nothing for a new one
    fields: Fields | None = None
    army: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class DuelBody(Setting):
    """A duel: units by their letters, by fields or in words, the script, and fields; one with several values changes from round to round."""

    units: Mapping[str, Fields | str]
    script: str = ""
    fields: Fields = field(default_factory=dict)
    until: tuple[str, ...] | None = None  # what is beaten before it is gone; none: as is usual
    rounds: int = 20


@dataclass(frozen=True, slots=True, kw_only=True)
class DuelFormBody(Setting):
    """The script and the units whose fields are asked for."""

    units: Mapping[str, Fields | str] = field(default_factory=dict)
    script: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class DuelMatrixBody(Setting):
    """A unit, the field of its roster line that is varied, and which rows are wanted."""

    unit: Fields | str
    vary: str = ""
    first: int = 0
    count: int = 1
    script: str = ""
    fields: Fields = field(default_factory=dict)
    until: tuple[str, ...] | None = None
    rounds: int = 1
