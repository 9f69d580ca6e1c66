"""What the desk answers before an action: exact odds, in rows, on tracks and in matrices."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any, Literal

from sandtable.kernel.codec import Named
from sandtable.kernel.record import Scalar
from sandtable.kernel.requests import ValueKind
from sandtable.kernel.ruleset import Layout
from sandtable.kernel.telling import Why
from sandtable.umpire.form_views import Choice, Labelled

Weight = Annotated[tuple[int, int], Named("Fraction")]
Severity = int  # from 0 (nothing) to 4 (the worst)


@dataclass(frozen=True, slots=True, kw_only=True)
class OddsRow:
    """One outcome with its exact weight."""

    key: str
    label: str
    weight: Weight
    percent: int
    severity: Severity
    die: str = ""
    detail: tuple[OddsRow, ...] = ()
    why: tuple[Why, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Assumed:
    """A question whose usual answer the odds assume; without a key, a value of the form that nobody has confirmed."""

    key: str
    field: str | None
    label: str
    value: Scalar | None
    value_label: str
    kind: ValueKind
    min: int
    max: int
    choices: tuple[Choice, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Share:
    """A value of a measure with its weight."""

    value: Scalar
    weight: Weight
    percent: int
    at_least_percent: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Measure(Labelled):
    """The law of a measure."""

    mean: Weight
    mean_text: str
    distribution: tuple[Share, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Strip:
    """Faces of a shared die with one result."""

    from_: int
    to: int
    label: str
    severity: Severity


@dataclass(frozen=True, slots=True, kw_only=True)
class TenthsUnit:
    """A unit under a shared die."""

    name: str
    sum: str
    total: str
    faces: tuple[Strip, ...]
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TrackUnit:
    """A unit on a level track."""

    name: str
    sum: str
    before: int
    now: int
    min: int
    max: int
    label: str
    text: str
    bad: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class MatrixCell:
    """A cell of a matrix of options."""

    text: str
    best_row: bool
    best_column: bool
    detail: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Matrix:
    """Two players' options against each other."""

    rows: tuple[str, ...]
    columns: tuple[str, ...]
    cells: tuple[tuple[MatrixCell, ...], ...]
    row_title: str
    column_title: str
    measure: str


@dataclass(frozen=True, slots=True, kw_only=True)
class VerdictData:
    """A verdict as data."""

    effects: tuple[Mapping[str, Any], ...]
    measures: Mapping[str, Scalar]


@dataclass(frozen=True, slots=True, kw_only=True)
class LawRow:
    """A verdict of the exact law."""

    verdict: VerdictData
    label: str
    weight: Weight
    probability: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Odds:
    """Exact odds before the action. ``units`` under a die of ``units_faces`` or on a track, and ``matrix``, where an action shows them so."""

    status: Literal["ok"] = "ok"
    layout: Layout
    rows: tuple[OddsRow, ...]
    dice: str
    total: str
    assumed: tuple[Assumed, ...]
    counted: Mapping[str, Scalar]  # what counts of fields that were left open, by their place in the form
    measures: tuple[Measure, ...]
    why: tuple[Why, ...]
    note: str
    summary: str
    certain: str
    outcomes: tuple[LawRow, ...]
    notes: tuple[str, ...] = ()
    left_out: tuple[str, ...] = ()
    units_faces: int | None = None
    units: tuple[TenthsUnit | TrackUnit, ...] | None = None
    matrix: Matrix | None = None
