"""What is wrong with a call, in words: the one shape in which a problem leaves the program."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from sandtable.kernel import problem
from sandtable.kernel.messages import Message


@dataclass(frozen=True, slots=True, kw_only=True)
class Problem:
    """One thing wrong with a call: where, why, and what would be right."""

    field: str
    message: str
    choices: tuple[str, ...]
    rule: str | None
    may_pass: bool = False  # the players may do it all the same


@dataclass(frozen=True, slots=True, kw_only=True)
class Problems:
    """Nothing was done; these are all the reasons."""

    status: Literal["problems"] = "problems"
    problems: tuple[Problem, ...]


def problem_view(one: problem.Problem, say: Callable[[Message], str], *, may_pass: bool = False) -> Problem:
    """A problem in the words of whoever speaks."""
    return Problem(field=one.field, message=say(one.message), choices=one.choices, rule=one.rule, may_pass=may_pass)
