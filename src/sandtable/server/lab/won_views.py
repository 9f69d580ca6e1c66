"""What the calls about a battle that is over are sent and answer: where it was won, what if, and battles of the lab that are watched."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

WonState = Literal["none", "running", "stopped", "done", "failed"]


@dataclass(frozen=True, slots=True, kw_only=True)
class TableWonBody:
    """A seat of a battle that is over; ``begin`` looks into it, or goes on, and ``stop`` stops that."""

    token: str
    begin: bool = False
    stop: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class TableWonStep:
    """An order, or a throw, that moved the chance: its number for this seat, whose it was, by how many points and to whose good.

    ``mark`` is what its mark in the chart says; one that is not ``solid`` may be chance.
    """

    number: int
    turn: int
    words: str
    side: str
    points: str
    good_for: str
    mark: str
    solid: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class TableWonTold:
    """Where it was won, for one side: the sentence, the chart in two widths, what moved it most. Whatever has ``data-number`` is an order."""

    sentence: str
    rests_on: str
    about: str
    wide: str
    narrow: str
    orders: tuple[TableWonStep, ...]
    throws: tuple[TableWonStep, ...]
    stands_out: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class TableWon:
    """How far it is with looking into a battle: ``done`` of about ``most``, seconds ``left`` at this pace; what is known so far.

    ``words`` say why it cannot be looked into now, or what went wrong.
    """

    status: Literal["ok"] = "ok"
    state: WonState
    done: int = 0
    most: int = 0
    left: int | None = None
    words: str = ""
    answer: TableWonTold | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class TableBranchBody:
    """A seat of a battle that is over, and the entry, as the seat numbers it, from whose end on it is to be played otherwise."""

    token: str
    at: int


@dataclass(frozen=True, slots=True, kw_only=True)
class TableWatchBody:
    """A battle of a run of the lab, by its seed."""

    run: str
    seed: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TableWatched:
    """A battle that can be watched: under which text it was played, and the token of a seat that sees all of it."""

    name: str
    token: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TableWatch:
    """The battle of a seed, or both of a pair; ``words`` say where these part, after ``parts`` orders."""

    status: Literal["ok"] = "ok"
    battles: tuple[TableWatched, ...]
    words: str
    parts: int | None
