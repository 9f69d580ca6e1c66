"""Lists that people paste, such as an order of battle: a line an entry, and every problem told by its line."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from sandtable.kernel.messages import Message, Style
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


class Line(dict[str, Any]):
    """The fields that a line says, with its place in the list and what is wrong with it beside what its form will find."""

    def __init__(self, place: str, fields: Iterable[tuple[str, str]] = (), problems: Sequence[Problem] = ()) -> None:
        super().__init__(fields)
        self.place, self.problems = place, tuple(problems)


def columns_of(*names: str, more: Sequence[str] = ()) -> Callable[[str, Style], list[Row]]:
    """A reader of lists with these columns, and further ones where a line goes on. A dash or nothing leaves a column open.

    It looks at no value: the form of the action that each line becomes says what is wrong with them, by line.
    """

    def line(told: str, place: str) -> tuple[list[Row], list[Problem]]:
        parts = parts_of(told)
        if len(parts) < len(names):
            return [Line(place, (), [Problem(place, Message.of("problem.roster.columns", columns=names))])], []
        said = zip((*names, *more), parts, strict=False)
        return [Line(place, ((name, part) for name, part in said if part not in ("", "-")))], []

    def read(source: str, style: Style) -> list[Row]:  # noqa: ARG001 - every reader is handed the players' measure
        return read_pasted(source, line)

    return read


def parts_of(line: str) -> list[str]:
    """The parts of a line, between commas or, where there are none, tabs."""
    return [part.strip() for part in line.split("," if "," in line else "\t")]
