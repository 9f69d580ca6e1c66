"""The forms that the desk describes: fields, what may be chosen in them, and when."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from sandtable.kernel.form import FieldKind, Section, Widget
from sandtable.kernel.record import Fields, Scalar


@dataclass(frozen=True, slots=True, kw_only=True)
class FieldIn:
    """The field has one of these values."""

    field: str
    in_: tuple[Scalar | None, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class AllOf:
    """All of these hold."""

    all: tuple[Condition, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class AnyOf:
    """At least one of these holds."""

    any: tuple[Condition, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class NotOf:
    """This does not hold."""

    not_: Condition


Condition = FieldIn | AllOf | AnyOf | NotOf


@dataclass(frozen=True, slots=True, kw_only=True)
class Choice:
    """Something that may be chosen."""

    value: Scalar
    label: str
    icon: str = ""
    short: str = ""
    family: str = ""
    family_label: str = ""
    member_label: str = ""
    help: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Bar:
    """Values that are closed while a condition holds."""

    values: tuple[Scalar, ...]
    when: Condition
    reason: str
    rule: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class FormGroup:
    """The fields of each member of a repeated group."""

    fields: tuple[FormField, ...]
    min: int
    max: int
    label: str
    one: str  # what a single one is called


@dataclass(frozen=True, slots=True, kw_only=True)
class FormField:
    """A field of a form."""

    name: str
    label: str
    help: str
    kind: FieldKind
    widget: Widget
    section: Section
    choices: tuple[Choice, ...]
    unit: str
    min: int
    max: int
    step: int
    usual: Any
    optional: bool
    needed: Condition | None
    question: str | None
    named: bool  # its label stands beside its choices
    assumed: bool  # play goes on with the usual value where nobody has said otherwise
    pair: str | None
    bars: tuple[Bar, ...]
    remembered: str | None
    group: FormGroup | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """A question of the rule that the form may answer in advance."""

    key: str
    field: str
    label: str
    usual: Scalar | None
    kind: FieldKind
    choices: tuple[Choice, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Labelled:
    """Something by its name and in words."""

    id: str
    label: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Fresh:
    """An action with its form filled in."""

    action: str
    fields: Fields
