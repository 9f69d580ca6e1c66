"""What a player tells the table to do. An order is known to whoever gave it and to nobody else; events say what came of it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import ClassVar

from sandtable.battle.seat import Role
from sandtable.kernel.problem import Problem


@dataclass(frozen=True, slots=True, kw_only=True)
class Order:
    """The base of all orders: a subclass sets ``kind`` and adds plain fields that the codec can write. ``by`` is the role it is given for."""

    kind: ClassVar[str]
    by: Role


@dataclass(frozen=True, slots=True)
class TableProblem(Problem):
    """A problem that can be looked at. ``shows`` draws the geometry that caused it as an SVG fragment, when somebody wants to see it."""

    shows: Callable[[], str] | None = field(default=None, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Decision:
    """Somebody has to decide: ``orders`` are the kinds of order that would do. Several open ones are taken at once, in any order."""

    by: Role
    kind: str
    orders: tuple[str, ...]
    subject: str = ""  # what it is about, such as the unit that acts
