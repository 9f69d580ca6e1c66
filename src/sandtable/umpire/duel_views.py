"""What the desk answers about duels: the sentence, the rounds, the ends, a matrix of many; and the form to ask with."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from sandtable.kernel.record import Fields, Scalar
from sandtable.umpire.form_views import FormField, Labelled


@dataclass(frozen=True, slots=True, kw_only=True)
class DuelPiece:
    """A piece of a sentence; one that names a unit is set in the ink of its side."""

    text: str
    side: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class DuelUnit:
    """A unit of a duel as it begins; ``booked`` is what the books make of it, said or not."""

    label: str
    name: str
    about: str
    status: str
    left: int
    of: int
    facts: tuple[str, ...]
    line: Fields
    stands: Fields
    booked: Fields


@dataclass(frozen=True, slots=True, kw_only=True)
class DuelStep:
    """A step of the script: who does what, in which of its rounds, and what he does where he cannot."""

    who: str
    said: str
    text: str  # as it stands in a script that is typed
    label: str
    round: int
    instead: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class DuelStanding:
    """How both may stand after a round."""

    text: str
    percent: float


@dataclass(frozen=True, slots=True, kw_only=True)
class DuelRound:
    """Percent of duels that each side has won by the end of a round, that nobody survived, and that go on."""

    number: int
    a: float
    b: float
    neither: float
    going: float
    standings: tuple[DuelStanding, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class DuelEnd:
    """How many the winner has left, of how many; ``exact`` is the chance as a fraction, where it can be read."""

    winner: str
    left: int
    of: int
    percent: float
    exact: str


@dataclass(frozen=True, slots=True, kw_only=True)
class DuelWins:
    """Percent of duels won by each side, survived by nobody, and never over; the fractions of the first two where they can be read."""

    a: float
    b: float
    neither: float
    never: float
    exact_a: str
    exact_b: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Duel:
    """What comes of a duel."""

    status: Literal["ok"] = "ok"
    sentence: tuple[DuelPiece, ...]
    detail: str
    notes: tuple[str, ...]
    units: tuple[DuelUnit, ...]
    script: str
    again: int
    steps: tuple[DuelStep, ...]
    rounds: tuple[DuelRound, ...]
    ends: tuple[DuelEnd, ...]
    wins: DuelWins
    mean_rounds: float | None
    mean_steps: float | None
    median: int | None
    exact: bool
    settled: bool
    counted: str  # what a unit has so many of: bases, men


@dataclass(frozen=True, slots=True, kw_only=True)
class DuelField:
    """A field of the form of a duel; ``of`` says of what: a unit's line of the roster, how it stands, where it stands, or both units."""

    of: str
    field: FormField
    more: bool = False  # seldom needed


@dataclass(frozen=True, slots=True, kw_only=True)
class DuelClosed:
    """A value of a field that leads nowhere in this duel, and why."""

    field: str
    value: Scalar
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class DuelForm:
    """What a duel can be asked with: fields, actions for the script, and what is usual."""

    status: Literal["ok"] = "ok"
    fields: tuple[DuelField, ...]
    actions: tuple[Labelled, ...]  # what a unit may do
    others: tuple[Labelled, ...]  # what nobody does by himself: morale
    script: str
    units: tuple[Fields, ...]
    values: Fields
    until: tuple[str, ...]
    varied: tuple[Labelled, ...]  # fields of the roster that a matrix can go through
    closed: tuple[DuelClosed, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class DuelCell:
    """How often the row beats the column, in percent, the mean of either beginning; none where they cannot fight, and why."""

    percent: float | None
    why: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class DuelMatrix:
    """Everybody against everybody: those of the rows that were asked for."""

    status: Literal["ok"] = "ok"
    labels: tuple[str, ...]
    shorts: tuple[str, ...]
    values: tuple[str, ...]
    first: int
    rows: tuple[tuple[DuelCell, ...], ...]
