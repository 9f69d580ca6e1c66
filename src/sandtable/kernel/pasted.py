"""Lists that people paste, such as an order of battle: a line an entry, and every problem told by its line."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from sandtable.kernel.messages import Message
from sandtable.kernel.problem import Problem, Refusal

Row = Mapping[str, Any]
ReadLine = Callable[
    [str, str], tuple[Sequence[Row], Sequence[Problem]]
]  # a line and its place: what it says, what is wrong


def read_pasted(source: str, read_line: ReadLine, known: tuple[str, ...] = ()) -> list[Row]:
    """Read every line that says something; empty lines and lines that begin with # are passed over.

    All problems are refused at once; so is a list that says nothing, with what it may say instead (``known``).
    """
    entries: list[Row] = []
    problems: list[Problem] = []
    for number, line in enumerate(source.splitlines(), start=1):
        told = line.strip()
        if told and not told.startswith("#"):
            found, wrong = read_line(told, f"line {number}")
            entries += found
            problems += wrong
    if problems or not entries:
        raise Refusal(problems or [Problem("roster", Message("problem.roster.empty"), known)])
    return entries


def parts_of(line: str) -> list[str]:
    """The parts of a line, between commas or, where there are none, tabs."""
    return [part.strip() for part in line.split("," if "," in line else "\t")]
