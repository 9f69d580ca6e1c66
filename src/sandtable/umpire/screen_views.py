"""What the desk answers on one ruleset: all that its screen is made of."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from sandtable.kernel.options import OptionKind
from sandtable.kernel.record import Scalar
from sandtable.kernel.ruleset import Layout
from sandtable.umpire.catalogue_views import Title
from sandtable.umpire.form_views import Bar, Choice, FormField, Fresh, Labelled, Question
from sandtable.umpire.house_views import HouseRule
from sandtable.umpire.ledger_views import PhaseState


@dataclass(frozen=True, slots=True, kw_only=True)
class Action:
    """Something the umpire resolves."""

    id: str
    label: str
    verb: str
    group: str
    help: str
    rules: tuple[str, ...]
    layout: Layout
    fields: tuple[FormField, ...]
    bars: tuple[Bar, ...]
    asks: tuple[Question, ...]
    measures: tuple[Labelled, ...]
    ledger_only: bool
    sealed: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Option:
    """A switch of the ruleset."""

    name: str
    label: str
    help: str
    notes: tuple[str, ...]
    kind: OptionKind
    choices: tuple[Choice, ...]
    default: Scalar
    value: Scalar
    min: int
    max: int
    rule: str | None
    table_only: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Phase(Labelled):
    """A phase of the turn and its actions."""

    actions: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Ruleset(Title):
    """The whole screen of a ruleset."""

    status: Literal["ok"] = "ok"
    groups: tuple[Labelled, ...]
    actions: tuple[Action, ...]
    phases: tuple[Phase, ...]
    strip: tuple[PhaseState, ...]  # how the phases stand in a game that has not begun
    options: tuple[Option, ...]
    house: tuple[HouseRule, ...]
    house_example: str
    changes: int
    fresh: Fresh
    turn_action: str | None
    notice: str
    roster_action: str | None  # the one that enters a unit; none where there is no roster
    drawings: Mapping[str, str]
