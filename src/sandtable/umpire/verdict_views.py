"""What the desk answers while a rule runs and when it has: what it asks for, the dice, the verdict in words."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from sandtable.kernel.record import Answer, Record, Scalar
from sandtable.kernel.requests import ValueKind
from sandtable.kernel.telling import Why
from sandtable.umpire.form_views import Choice
from sandtable.umpire.ledger_views import Ledger
from sandtable.umpire.odds_views import Assumed, Severity, VerdictData, Weight


@dataclass(frozen=True, slots=True, kw_only=True)
class Die:
    """A die by its faces; ``whose`` it is, where each side throws one."""

    name: str
    faces: tuple[int, ...]
    whose: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class FaceOutcome:
    """What a face would bring."""

    faces: tuple[int, ...]
    label: str
    severity: Severity


@dataclass(frozen=True, slots=True, kw_only=True)
class PoolBand:
    """Faces of a pool that count alike."""

    label: str
    faces: tuple[int, ...]
    severity: Severity


@dataclass(frozen=True, slots=True, kw_only=True)
class Request:
    """What the rule asks for: dice, of which ``outcomes`` and ``bands`` say what they bring, or one of ``options``, or a fact."""

    key: str
    kind: Literal["roll", "count", "choose", "observe"]
    number: int
    title: str
    text: str
    role: str
    secret: bool
    rule: str | None
    usual: Scalar | None
    throw: str
    dice: tuple[Die, ...] = ()
    outcomes: tuple[FaceOutcome, ...] = ()
    bands: tuple[PoolBand, ...] = ()
    pool: int = 0
    options: tuple[Choice, ...] = ()
    value_kind: ValueKind = ""
    min: int = 0
    max: int = 0
    total: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Throw:
    """A throw that was made."""

    key: str
    label: str
    name: str
    faces: tuple[int, ...]
    marked: tuple[int, ...]  # the faces that tell, among those of a pool: hits, failed saves
    sum: str
    reading: str
    chance: Weight
    percent: int
    by: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Ask:
    """The rule needs an answer first."""

    status: Literal["ask"] = "ask"
    request: Request
    answers: tuple[Answer, ...]
    throws: int = 0
    why: tuple[Why, ...]
    dice: tuple[Throw, ...]
    notes: tuple[str, ...] = ()
    left_out: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Instruction:
    """One thing to do on the table."""

    text: str
    detail: str
    whom: str
    icon: str
    secret: bool
    known_to: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Verdict:
    """The verdict in words: what to do, the dice, and why; with a log, the books after it."""

    status: Literal["ok"] = "ok"
    record: Record
    verdict: VerdictData
    headline: str
    severity: Severity
    subject: str
    instructions: tuple[Instruction, ...]
    dice: tuple[Throw, ...]
    why: tuple[Why, ...]
    assumed: tuple[Assumed, ...]
    house: bool
    throws: int = 0
    sentence: str
    notes: tuple[str, ...] = ()
    left_out: tuple[str, ...] = ()
    ledger: Ledger | None = None
