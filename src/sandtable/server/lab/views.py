"""What the calls about the lab are sent and what they answer."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

LabState = Literal["running", "stopped", "done", "failed"]


@dataclass(frozen=True, slots=True, kw_only=True)
class LabChoicesBody:
    """What can be asked of the lab."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LabSide:
    """A side of a scenario: its label, and what it is called."""

    side: str
    name: str


@dataclass(frozen=True, slots=True, kw_only=True)
class LabScenario:
    """A scenario that can be counted: its sides, and the levels of whoever plays it."""

    id: str
    title: str
    ruleset: str
    sides: tuple[LabSide, ...]
    levels: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class LabChoices:
    """What can be asked. ``closed`` says why nothing can, on a server that does not want it; ``run`` is what goes on just now."""

    status: Literal["ok"] = "ok"
    scenarios: tuple[LabScenario, ...]
    closed: str
    run: str


@dataclass(frozen=True, slots=True, kw_only=True)
class LabText:
    """House rules with what they are called; none are the rules as printed."""

    name: str
    house: str


@dataclass(frozen=True, slots=True, kw_only=True)
class LabPlayer:
    """How a side is played where it is not played as both are: its level, and weights of its own with what their file is called."""

    level: str = ""
    weights: str = ""
    name: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class LabStartBody:
    """A question. With two texts they are compared, with one the battles are counted. Bands are in percent and points.

    ``players`` are sides that are played in another way than both, by their labels. ``count`` is a number that is settled beforehand; none: until it is known, ``most`` at most. What is not said is as the lab has it.
    """

    scenario: str
    texts: tuple[LabText, ...]
    level: str
    players: Mapping[str, LabPlayer] = field(default_factory=dict)
    goal: tuple[float, float] | None = None
    same: tuple[float, float] | None = None
    count: int | None = None
    most: int | None = None
    held: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class LabRunBody:
    """A run by its name."""

    run: str


@dataclass(frozen=True, slots=True, kw_only=True)
class LabLookBody(LabRunBody):
    """A run by its name; its pictures only where they are wanted."""

    figures: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class LabNumber:
    """A figure, and what it is."""

    figure: str
    what: str


@dataclass(frozen=True, slots=True, kw_only=True)
class LabChange:
    """A number of the rules that differs between two texts."""

    label: str
    rule: str
    first: str
    second: str


@dataclass(frozen=True, slots=True, kw_only=True)
class LabFigure:
    """A picture as SVG in the page's own inks; whatever has ``data-seed`` is a battle."""

    heading: str
    about: str
    svg: str
    wide: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class LabRow:
    """A battle, or a pair that changed hands, under the names of the columns."""

    seed: str
    cells: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class LabAnswer:
    """The answer so far: the sentence first."""

    title: str
    sentence: str
    rests_on: str
    confirmed: str
    numbers: tuple[LabNumber, ...]
    changes: tuple[LabChange, ...]
    figures: tuple[LabFigure, ...]
    columns: tuple[str, ...]
    rows: tuple[LabRow, ...]
    failed: int


@dataclass(frozen=True, slots=True, kw_only=True)
class LabRun:
    """How a run stands: ``done`` of at most ``most``; ``left`` are the seconds that the rest would take at this pace."""

    status: Literal["ok"] = "ok"
    run: str
    question: str
    state: LabState
    done: int
    most: int
    confirming: bool
    left: int | None
    answer: LabAnswer | None


@dataclass(frozen=True, slots=True, kw_only=True)
class LabBattleBody(LabRunBody):
    """A battle of a run."""

    seed: str


@dataclass(frozen=True, slots=True, kw_only=True)
class LabBattle:
    """The log of a battle as it is exported, or both of a pair; ``words`` say where they part, after ``parts`` orders."""

    status: Literal["ok"] = "ok"
    names: tuple[str, ...]
    logs: tuple[Mapping[str, Any], ...]
    words: str
    parts: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class LabReport:
    """The report of a run, one HTML file."""

    status: Literal["ok"] = "ok"
    name: str
    html: str


# Each call with its body and its reply.
LAB_CALLS: Mapping[str, tuple[type[Any], type[Any]]] = {
    "choices": (LabChoicesBody, LabChoices),
    "start": (LabStartBody, LabRun),
    "look": (LabLookBody, LabRun),
    "stop": (LabRunBody, LabRun),
    "go_on": (LabRunBody, LabRun),
    "battle": (LabBattleBody, LabBattle),
    "report": (LabRunBody, LabReport),
}
SUMMARIES = {
    "choices": "What can be asked of the lab",
    "start": "Ask: is it fair, or what does this rule do",
    "look": "How a run stands, with the answer so far",
    "stop": "Stop a run; everything is kept",
    "go_on": "Go on with a run that was stopped",
    "battle": "A battle of a run with its log; of a pair both",
    "report": "The report of a run as one file",
}
