"""Scenarios on the command line: found by path or name, and told what is wrong with them in their own words."""

from __future__ import annotations

import json
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import typer

from sandtable.battle.scenario.library import SUFFIX, faults, source_of
from sandtable.battle.scenario.reader import examine, slug
from sandtable.battle.scenario.rules import ScenarioRules, scenario_rules
from sandtable.battle.scenario.scenario import Scenario
from sandtable.battle.scenario.texts import scenario_words
from sandtable.cli import texts
from sandtable.cli.files import STANDARD_INPUT, read_text
from sandtable.cli.problems import lines, speak, speak_of, tell_aside
from sandtable.cli.table_words import table_words
from sandtable.kernel import codec
from sandtable.kernel.problem import Problem, Refusal
from sandtable.umpire.problems import Problem as ToldProblem
from sandtable.umpire.problems import Problems, problem_view

REFUSED = 2


def tell_left_out() -> None:
    """Say which rulesets, tables and scenarios from outside cannot be used, a line each."""
    for fault in faults():
        tell_aside(scenario_words(fault.reason))


@dataclass(frozen=True, slots=True)
class CheckedFile:
    """A scenario file that was looked at."""

    file: str
    scenario: Scenario | None
    problems: tuple[Problem, ...]

    def problems_in_words(self) -> tuple[ToldProblem, ...]:
        """The problems in words."""
        ruleset = self.scenario.ruleset if self.scenario else ""
        return tuple(problem_view(one, lambda message: scenario_words(message, ruleset)) for one in self.problems)

    def plain(self) -> dict[str, Any]:
        """The file and its problems as plain data."""
        return {"file": self.file, "problems": list(self.problems_in_words())}

    def text(self) -> str:
        """Its problems, or that there are none, as lines to read."""
        if self.problems:
            return lines(self.problems_in_words())
        assert self.scenario is not None  # noqa: S101 - nothing was wrong with it
        units, columns = len(self.scenario.units), len(self.scenario.columns)
        said = {"file": self.file, "title": self.scenario.title, "units": units, "columns": columns}
        return texts.say("cli.scenario.well", **said) + "\n"


def check_file(name: str) -> CheckedFile:
    """Read a scenario by its path or name, and find all that is wrong with it."""
    try:
        source, file_name = _source(name)
        stem = "" if name == STANDARD_INPUT else slug(Path(file_name).stem)
        scenario, problems = examine(source, file_name, stem)
    except Refusal as refusal:
        if not all(one.message.id.startswith(("scenario.", "kernel.")) for one in refusal.problems):
            raise  # about the file itself, in the command line's words
        return CheckedFile(name, None, refusal.problems)
    return CheckedFile(file_name, scenario, tuple(problems))


def _source(name: str) -> tuple[str, str]:
    """A path wins; what looks like neither path nor file is the name of a scenario that is shipped."""
    if name == STANDARD_INPUT:
        return read_text(name), "standard input"
    if Path(name).suffix == SUFFIX or Path(name).exists() or Path(name).parent != Path():
        return read_text(name), name
    return source_of(name)


def load_scenario(name: str, *, as_json: bool = False) -> Scenario:
    """A scenario without problems; else they are told and the command ends."""
    speak(as_json=as_json, words=table_words)
    found = check_file(name)
    if found.problems or found.scenario is None:
        _tell(found.problems_in_words(), as_json=as_json)
        raise typer.Exit(REFUSED)
    speak_of(found.scenario.ruleset)
    return found.scenario


def rules_of(ruleset: str, *, as_json: bool = False) -> ScenarioRules:
    """The scenario rules of a ruleset; one without a table is refused."""
    speak(as_json=as_json, words=table_words)
    try:
        return scenario_rules(ruleset)
    except Refusal as refusal:
        _tell(CheckedFile(ruleset, None, refusal.problems).problems_in_words(), as_json=as_json)
        raise typer.Exit(REFUSED) from None


def _tell(problems: tuple[ToldProblem, ...], *, as_json: bool) -> None:
    if as_json:
        written = codec.write(Problems(problems=problems))
        sys.stderr.write(json.dumps(written, ensure_ascii=False, indent=2) + "\n")
    else:
        sys.stderr.write(lines(problems))
