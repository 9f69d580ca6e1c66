"""What the books know goes into the forms: nothing that a unit fills in, or that stands in a form that is opened, is dropped in silence.

For every field there is a log after which the books fill it in with something that the form would not have by itself, and an action that comes to
something else without it (tests/support/filled_in.py tells how the files in filled_in/ are written).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from sandtable.kernel import registry
from sandtable.kernel.form import FieldSpec, specs_of
from sandtable.kernel.roster import BookUnit, filled_fields
from sandtable.umpire.examples import example
from sandtable.umpire.log import read_log
from sandtable.umpire.setting import read_setting
from tests.support.filled_in import FORM, ROLES, Books, Fields, action_of, key_of, logs_of

FILES = Path(__file__).parent / "filled_in"


@cache
def logs(ruleset: str) -> tuple[tuple[str, Books, tuple[Fields, ...]], ...]:
    """The logs of a game, with what has to be filled in after each."""
    path = FILES / f"{ruleset}.toml"
    if not path.exists():
        assert not action_package(ruleset).startswith("sandtable."), f"{path.name} is missing"
        pytest.skip("a game from outside keeps its own list")
    return tuple((log["name"], _books(ruleset, log), tuple(log["fills"])) for log in logs_of(path))


def _books(ruleset: str, log: Fields) -> Books:
    return Books(ruleset, tuple(log["step"]), log.get("options", {}), log.get("house", ""))


def action_package(ruleset: str) -> str:
    """Where a ruleset comes from."""
    return registry.ruleset(ruleset).package


def test_what_the_books_know_is_filled_in(ruleset_name: str) -> None:
    wrong = [
        f"{name}: {key_of(fill)} of {whose} is {told!r}, not {fill['value']!r}"
        for name, books, fills in logs(ruleset_name)
        for fill in fills
        for whose, told in [_told(books, fill)]
        if told != fill["value"] or type(told) is not type(fill["value"])
    ]
    assert not wrong, "\n".join(wrong)


def _told(books: Books, fill: Fields) -> tuple[str, Any]:
    role, whose = next((role, fill[role]) for role in (*ROLES, FORM) if role in fill)
    return whose, books.of(role, whose).get(fill["field"], "left out")


def test_what_is_filled_in_counts(ruleset_name: str) -> None:
    """Without it the form is refused for something else, or its verdict, its reasons or its odds are others."""
    idle = [
        f"{name}: {fill}"
        for name, books, fills in logs(ruleset_name)
        for fill in fills
        if not (books.says_the_usual(fill) if fill.get("usual") else books.counts(fill))
    ]
    assert not idle, "\n".join(idle)


def test_whatever_the_books_fill_in_is_in_the_list(ruleset_name: str) -> None:
    listed = [key_of(fill) for _, _, fills in logs(ruleset_name) for fill in fills]
    assert len(listed) == len(set(listed)), sorted(key for key in listed if listed.count(key) > 1)
    given = {key for _, books, _ in logs(ruleset_name) for key in books.everything}
    assert given | set(_declared(ruleset_name)) == set(listed)


def _declared(ruleset: str) -> Iterator[str]:
    """What the units of a game say that they fill in, as far as a form asks for it."""
    asked = {name for action in registry.ruleset(ruleset).actions for name in _names(action.fields)}
    for kind in _kinds(BookUnit):
        if kind.__module__.startswith(f"{action_package(ruleset)}."):
            for role in ROLES:
                yield from (f"{role}.{name}" for name in filled_fields(kind, role) & asked)


def _names(specs: Iterable[FieldSpec]) -> Iterator[str]:
    for spec in specs:
        yield from _names(specs_of(spec.group)) if spec.group is not None else (spec.name,)


def _kinds(kind: type[Any]) -> Iterator[type[Any]]:
    for known in kind.__subclasses__():
        yield known
        yield from _kinds(known)


def test_whatever_is_entered_of_a_unit_is_in_the_books(ruleset_name: str) -> None:
    """Of every field of the roster's form there are two values with which the same unit is another."""
    ruleset = registry.ruleset(ruleset_name)
    if ruleset.read_roster is None:
        pytest.skip("no roster")
    entry = action_of(ruleset_name, ruleset.roster_action)
    idle = [spec.name for spec in entry.fields if not _changes_the_unit(ruleset_name, spec)]
    assert not idle


def _changes_the_unit(ruleset: str, spec: FieldSpec) -> bool:
    for begun in _entries(ruleset):
        seen = [_entered(ruleset, {**begun, spec.name: value}) for value in _values(ruleset, spec)]
        told = [unit for unit in (_entered(ruleset, begun), *seen) if unit is not None]
        if any(unit != told[0] for unit in told):
            return True
    return False


@cache
def _entries(ruleset: str) -> tuple[Fields, ...]:
    """Units of every kind: the shortest entry with each choice of each field."""
    setting = read_setting({"ruleset": ruleset})
    entry = action_of(ruleset, setting.ruleset.roster_action)
    choices = [
        {spec.name: choice} for spec in entry.fields if spec.kind == "choice" for choice in _values(ruleset, spec)
    ]
    return tuple(example(setting, entry, {}, first) for first in ({}, *choices))


def _values(ruleset: str, spec: FieldSpec) -> list[Any]:
    setting = read_setting({"ruleset": ruleset})
    settled = spec.under(setting.tables)
    if spec.kind == "choice":
        return [choice.value for choice in spec.values]
    if spec.kind == "number":
        return [settled.lowest, settled.lowest + 1, settled.highest]
    return [True, False] if spec.kind == "yes_no" else [*_units_of_battles(ruleset)[:2], "One", "Another"]


def _units_of_battles(ruleset: str) -> list[str]:
    """Names that a game may know: those of its battles' armies."""
    armies = registry.ruleset(ruleset).armies
    return [str(row.get("name", "")) for army in (armies() if armies else {}).values() for row in army]


def _entered(ruleset: str, fields: Fields) -> Any:
    """The unit in the books under a name of its own; None where there is no such unit."""
    books = Books(ruleset, ({"do": registry.ruleset(ruleset).roster_action, "fields": fields},))
    try:
        entries = books.entries
    except AssertionError:
        return None
    ledger: Any = read_log(read_setting({"ruleset": ruleset}), entries).fold.ledger
    (unit,) = ledger.units.values()
    return unit
