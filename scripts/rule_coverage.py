"""How much of each rulebook the tests vouch for: `make rules`.

Reads every ruleset's rules.toml and the `rule` marks of all tests. Fails when a mark names a rule that no rulebook has,
when a rulebook contradicts itself, and when a rule of a finished part of a ruleset has no test. For the table only tests of that
ruleset's table count: that the umpire applies a rule says nothing about the table.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
import textwrap
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parent.parent
PARTS = ("umpire", "table")
TAGS = frozenset({"calc", "table", "both", "ref", "ordinal", "example", "gap"})
PLACES = frozenset({*PARTS, "docs"})
WIDTH = 118


@dataclass(frozen=True, slots=True)
class Rule:
    """A rule of a rulebook, as far as coverage is concerned."""

    id: str
    tags: frozenset[str]
    applied: frozenset[str]

    def belongs_to(self, part: str) -> bool:
        """Whether a part of the program has to apply this rule, so that a test must vouch for it."""
        own = "calc" if part == "umpire" else "table"
        return own in self.tags or ("both" in self.tags and part in self.applied)


@dataclass(frozen=True, slots=True)
class Rulebook:
    """A ruleset's rules.toml, the parts of the ruleset that exist, and what is wrong with the file."""

    name: str
    parts: tuple[str, ...]
    finished: tuple[str, ...]
    rules: tuple[Rule, ...]
    problems: tuple[str, ...]


def read_rulebook(path: Path) -> Rulebook:
    """Read a rules.toml; its contradictions become problems, not errors."""
    name = path.parent.name
    try:
        data = tomllib.loads(path.read_text(encoding="utf-8"))
    except tomllib.TOMLDecodeError as error:
        return Rulebook(name, (), (), (), (f"{path.relative_to(ROOT)}: {error}",))
    rules = tuple(
        Rule(
            str(entry.get("id", "")),
            frozenset(map(str.lower, entry.get("tags", ()))),
            frozenset(entry.get("applied", ())),
        )
        for entry in data.get("rule", ())
    )
    problems = tuple(f"{path.relative_to(ROOT)}: {problem}" for problem in contradictions(name, data, rules))
    parts = tuple(part for part in PARTS if part == "umpire" or (path.parent / part).is_dir())
    return Rulebook(name, parts, tuple(data.get("finished", ())), rules, problems)


def contradictions(name: str, data: Mapping[str, Any], rules: Sequence[Rule]) -> Iterator[str]:
    """What is wrong inside one rules.toml."""
    if data.get("ruleset") != name:
        yield f"ruleset should be {name!r}, the name of its folder"
    for part in sorted(set(data.get("finished", ())) - set(PARTS)):
        yield f"finished names {part!r}; a ruleset has the parts {', '.join(PARTS)}"
    prefix = f"{data.get('prefix', '')}-"
    chapters = {chapter.get("id") for chapter in data.get("chapter", ())}
    seen: set[str] = set()
    for rule, entry in zip(rules, data.get("rule", ()), strict=True):
        if rule.id in seen:
            yield f"{rule.id} stands there twice"
        seen.add(rule.id)
        if not rule.id.startswith(prefix) or rule.id == prefix:
            yield f"{rule.id or 'a rule without id'} should start with {prefix}"
        if entry.get("chapter") not in chapters:
            yield f"{rule.id} is in chapter {entry.get('chapter')!r}, which is not listed"
        if not entry.get("text"):
            yield f"{rule.id} has no text"
        if not rule.tags or rule.tags - TAGS:
            yield f"{rule.id} has the tags {sorted(rule.tags)}; known are {', '.join(sorted(TAGS))}"
        if rule.applied - PLACES:
            yield f"{rule.id} is applied in {sorted(rule.applied)}; known are {', '.join(sorted(PLACES))}"


def marks_of_tests() -> dict[str, list[str]]:
    """Which rules each test is marked with, as pytest collects them, long tests included."""
    with tempfile.TemporaryDirectory() as folder:
        target = Path(folder) / "marks.json"
        command = [sys.executable, "-m", "pytest", "--collect-only", "-qq", "-m", "", "--rule-marks", str(target)]
        run = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
        if run.returncode not in {pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED} or not target.exists():
            print(run.stdout, run.stderr, sep="\n")
            raise SystemExit("The tests could not be collected, so nobody knows what they cover.")
        marks: dict[str, list[str]] = json.loads(target.read_text(encoding="utf-8"))
        return marks


def unknown_marks(books: Sequence[Rulebook], marks: Mapping[str, Sequence[str]]) -> Iterator[str]:
    """Marks that name a rule no rulebook has."""
    known = {rule.id for book in books for rule in book.rules}
    for test, ids in sorted(marks.items()):
        if strange := sorted(set(ids) - known):
            yield f"{test}: no rulebook has {', '.join(strange)}"


def covered_by(book: str, part: str, marks: Mapping[str, Sequence[str]]) -> frozenset[str]:
    """The rules that tests vouch for where a part of a ruleset applies them."""
    place = f"tests/rulesets/{book}/table/"
    own = (ids for test, ids in marks.items() if part != "table" or test.startswith(place))
    return frozenset(id_ for ids in own for id_ in ids)


def report(book: Rulebook, marks: Mapping[str, Sequence[str]]) -> Iterator[str]:
    """Print a ruleset's coverage; give back what makes it fail."""
    for part in book.parts:
        covered = covered_by(book.name, part, marks)
        due = [rule.id for rule in book.rules if rule.belongs_to(part)]
        if not due:
            continue
        open_ids = [id_ for id_ in due if id_ not in covered]
        finished = part in book.finished
        share = f"{len(due) - len(open_ids):4} of {len(due):4} covered"
        print(f"{book.name:22} {part:7} {share}{', finished' if finished else ''}")
        if open_ids:
            print(
                textwrap.fill(
                    " ".join(open_ids), WIDTH, initial_indent="    ", subsequent_indent="    ", break_on_hyphens=False
                )
            )
        if finished and open_ids:
            yield f"{book.name}: the {part} is called finished, and {len(open_ids)} of its rules have no test"


def who_covers(id_: str, books: Sequence[Rulebook], marks: Mapping[str, Sequence[str]]) -> int:
    """Print the tests that vouch for one rule."""
    if not any(rule.id == id_ for book in books for rule in book.rules):
        print(f"No rulebook has {id_}.")
        return 1
    tests = [test for test, ids in sorted(marks.items()) if id_ in ids]
    print("\n".join(tests) or f"No test vouches for {id_}.")
    return 0


def main() -> int:
    """Print the coverage of every ruleset, or of one rule."""
    parser = argparse.ArgumentParser(description="Which rules of which rulebook the tests vouch for.")
    parser.add_argument("rule", nargs="?", help="list the tests of this rule instead, by id (REV-6.04)")
    wanted = parser.parse_args().rule
    books = [read_rulebook(path) for path in sorted(ROOT.glob("src/sandtable/rulesets/*/rules.toml"))]
    marks = marks_of_tests()
    if wanted:
        return who_covers(wanted, books, marks)
    problems = [problem for book in books for problem in (*book.problems, *report(book, marks))]
    problems += unknown_marks(books, marks)
    if problems:
        print("", *problems, sep="\n")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
