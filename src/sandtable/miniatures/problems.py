"""What is wrong at a table and with its scenario files, in the words of those who find it."""

from __future__ import annotations

from typing import Any

from sandtable.kernel.messages import Message
from sandtable.kernel.problem import Problem


def problem(
    field: str, name: str, rule: str | None = None, choices: tuple[str, ...] = (), /, **parameters: Any
) -> Problem:
    """A problem of the table, in the words of ``problem.table``."""
    return Problem(field, Message.of(f"problem.table.{name}", **parameters), choices, rule)


def scenario_problem(whose: str, name: str, rule: str, /, **about: Any) -> Problem:
    """A problem of a scenario file, in the words of ``scenario``; it belongs to a unit or to another part by its id."""
    return Problem(whose, Message.of(f"scenario.{name}", **about), (), rule)
