"""The results of a series in a file: a line that says what is played, then a line for every battle as it ends.

Lines are only ever added, so a series that was interrupted keeps what is done, and can go on.
"""

from __future__ import annotations

import json
import os
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Self

from sandtable.battle.matches.match import Failure, Match, Record
from sandtable.battle.registry import table
from sandtable.kernel import codec
from sandtable.kernel.problem import refuse

FORMAT = 1


@dataclass(frozen=True, slots=True)
class Series:
    """What is played: a match, under which rules, for which seeds. ``title`` is the scenario's."""

    match: Match
    title: str
    rules_version: str
    first: int  # the seed of the first battle; the others count up
    count: int
    format: int = FORMAT

    @property
    def seeds(self) -> list[str]:
        """The seeds of all its battles."""
        return [str(number) for number in range(self.first, self.first + self.count)]


class Results:
    """A file of results, open to add to. ``planned`` is how many battles were asked for at first."""

    def __init__(self, place: Path, series: Series, outcomes: Sequence[Record | Failure] = ()) -> None:
        self.place, self.series, self.planned = place, series, series.count
        self.records = [each for each in outcomes if isinstance(each, Record)]
        self.failures = [each for each in outcomes if isinstance(each, Failure)]

    @classmethod
    def begin(cls, place: Path, series: Series) -> Self:
        """A new file. One that is there is not written over."""
        if place.exists():
            raise refuse(str(place), "battle.results.there")
        place.write_text(_line(series), encoding="utf-8")
        return cls(place, series)

    @classmethod
    def resume(cls, place: Path) -> Self:
        """The results so far; half a line at the end, left by whatever stopped it, is dropped."""
        text = place.read_text(encoding="utf-8")
        whole = text[: text.rfind("\n") + 1]
        lines = whole.splitlines()
        if not lines:
            raise refuse(str(place), "battle.results.none")
        series = codec.read(Series, _parsed(lines[0], place), str(place))
        now = table(series.match.ruleset).rules_version
        if (series.format, series.rules_version) != (FORMAT, now):
            raise refuse(str(place), "battle.results.other_rules", version=series.rules_version, now=now)
        told = [_outcome(_parsed(line, place), f"{place}, line {number}") for number, line in enumerate(lines[1:], 2)]
        if whole != text:
            os.truncate(place, len(whole.encode()))
        return cls(place, series, told)

    @property
    def missing(self) -> list[str]:
        """The seeds that have not been played; those that failed would fail again."""
        done = {each.seed for each in self.records} | {each.seed for each in self.failures}
        return [seed for seed in self.series.seeds if seed not in done]

    def add(self, outcome: Record | Failure) -> None:
        """Write down what came of a battle, or that it failed."""
        with self.place.open("a", encoding="utf-8") as file:
            file.write(_line(outcome))
        if isinstance(outcome, Record):
            self.records.append(outcome)
        else:
            self.failures.append(outcome)


def _outcome(raw: Any, where: str) -> Record | Failure:
    kind: type[Record | Failure] = Failure if isinstance(raw, dict) and "error" in raw else Record
    return codec.read(kind, raw, where)


def _line(value: Any) -> str:
    return json.dumps(codec.write(value), ensure_ascii=False) + "\n"


def _parsed(line: str, place: Path) -> Any:
    try:
        return json.loads(line)
    except (ValueError, RecursionError):
        raise refuse(str(place), "battle.results.none") from None
