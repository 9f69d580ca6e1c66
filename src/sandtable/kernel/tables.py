"""The tables of a ruleset: read from TOML laid out like the printed page, overridden by a club's house rules, path by path.

A table may carry ``rule`` (the id that gives its numbers), ``ours`` (the printed rules leave them out), ``columns`` (its rows are lists with
one cell per column), ``unreached`` (why the umpire never reads it), and what house rules must keep to: ``min`` and ``max`` (limits of its numbers),
``words`` (the only words it knows), ``empty`` (a number may become an empty cell). A row ``up_to`` makes steps: its other rows have one entry more, the last
for everything above.
"""

from __future__ import annotations

import tomllib
from bisect import bisect_left
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from difflib import get_close_matches
from fractions import Fraction
from typing import Any

from sandtable.kernel.flaw import MissingEntryError, flaw
from sandtable.kernel.messages import Message
from sandtable.kernel.noted_cells import NotedCells
from sandtable.kernel.numbers import exact_number
from sandtable.kernel.options import OptionSpec, OptionValue, read_options
from sandtable.kernel.problem import Problem, Refusal
from sandtable.kernel.spelling import folded
from sandtable.kernel.tally import Modifier
from sandtable.kernel.toml_lines import line_numbers, line_of

LIKENESS = 0.9  # of the letters of two paths, one of them mistyped
TITLE = "title"  # at the head of a house file: what its rules are called
LONGEST_TITLE = 60  # letters
MOST_WRONG = 20  # entries of a house file; to look for what was meant takes time, and the first few tell
NO_ENTRY = "-"  # an empty cell of the printed page
NOTES = frozenset({"rule", "ours", "columns", "min", "max", "unreached", "words", "empty", "note"})


@dataclass(frozen=True, eq=False)  # compared by identity, so that laws and tallies can be cached per table set
class Tables:
    """All numbers of a ruleset as they stand in force, with the options chosen."""

    cells: Mapping[str, Any]  # dotted path -> scalar, or a tuple for lists without columns
    notes: Mapping[str, Mapping[str, Any]]  # table path -> its notes
    options: Mapping[str, OptionValue] = field(default_factory=dict)
    overridden: Mapping[str, tuple[Any, Any]] = field(default_factory=dict)  # path -> (default, in force)
    chosen: frozenset[str] = frozenset()  # options that somebody has set, be it to their defaults
    title: str = ""  # what the house rules in force call themselves
    _modifiers: dict[str, Modifier] = field(default_factory=dict, init=False, repr=False)
    _exact: dict[str, Fraction] = field(default_factory=dict, init=False, repr=False)

    def value(self, path: str) -> Any:
        """The entry at a path."""
        try:
            return self.cells[path]
        except KeyError:
            raise MissingEntryError(path) from None

    def number(self, *parts: str) -> int:
        """A whole number; ``parts`` are joined to a path."""
        number = self.value(".".join(parts))
        if isinstance(number, int):
            return number
        raise MissingEntryError(f"{'.'.join(parts)} is no number")

    def number_or_none(self, *parts: str) -> int | None:
        """A whole number, or None where the page has no entry."""
        number = self.value(".".join(parts))
        return None if number == NO_ENTRY else int(number)

    def exact(self, *parts: str) -> Fraction:
        """A number that may be a fraction, written ``"1/2"`` or as a decimal."""
        path = ".".join(parts)
        known = self._exact.get(path)
        if known is None:  # a word that is read again and again
            known = self._exact[path] = Fraction(str(self.value(path)))
        return known

    def quoted(self, path: str) -> Fraction:
        """A number that a text quotes: the entry at a path, or an option (``option.general_shield``)."""
        option = path.removeprefix("option.")
        return self.exact(path) if option == path else Fraction(str(self.options[option]))

    def text(self, *parts: str) -> str:
        """An entry that is a word."""
        return str(self.value(".".join(parts)))

    def has(self, *parts: str) -> bool:
        """Say whether there is such an entry."""
        return ".".join(parts) in self.cells

    def row(self, *parts: str) -> tuple[Any, ...]:
        """A list without columns, whole."""
        found: tuple[Any, ...] = self.value(".".join(parts))
        return found

    def step(self, table: str, total: int, row: str) -> Any:
        """The entry of a stepped table for a total."""
        return self.value(f"{table}.{row}")[bisect_left(self.value(f"{table}.up_to"), total)]

    def modifier(self, *parts: str, reason: Message | None = None) -> Modifier:
        """A number of a table as a modifier: its reason is the message ``reason.<path>``, or the one given."""
        path = ".".join(parts)
        known = self._modifiers.get(path)
        if known is None:  # the same few cells are asked for on every branch of exact odds
            known = Modifier(Message(f"reason.{path}"), self.number(path), self.rule(path), self.is_house(path))
            self._modifiers[path] = known
        return known if reason is None else Modifier(reason, known.value, known.rule, known.house)

    def option(self, name: str) -> OptionValue:
        """How an option is set."""
        return self.options[name]

    def rule(self, path: str) -> str | None:
        """The rule id that gives the numbers at a path."""
        found = self.note(path, "rule")
        return found if isinstance(found, str) else None

    def note(self, path: str, name: str) -> Any:
        """A note of the nearest table around a path."""
        while path:
            notes = self.notes.get(path)
            if notes is not None and name in notes:
                return notes[name]
            path = path.rpartition(".")[0]
        return None

    def is_house(self, path: str) -> bool:
        """Say whether a house rule set this entry."""
        return path in self.overridden

    def paths(self) -> Iterator[str]:
        """Every path with an entry."""
        return iter(self.cells)


def parse_tables(source: str) -> Tables:
    """Read a ruleset's own tables; what does not fit together in them is told as their flaw."""
    cells: dict[str, Any] = {}
    notes: dict[str, dict[str, Any]] = {}
    _collect(tomllib.loads(source), "", (), cells, notes)
    return Tables(cells, notes)


def _collect(
    tree: Mapping[str, Any],
    prefix: str,
    columns: tuple[str, ...],
    cells: dict[str, Any],
    notes: dict[str, dict[str, Any]],
) -> None:
    own_notes = {name: tree[name] for name in tree if name in NOTES}
    for name, note in own_notes.items():
        _check_note(f"{prefix}{name}", name, note)
    columns = tuple(tree.get("columns", columns))
    if own_notes:
        notes[prefix.rstrip(".")] = own_notes
    for key, value in tree.items():
        path = f"{prefix}{key}"
        if key in NOTES:
            continue
        if isinstance(value, Mapping):
            _collect(value, f"{path}.", columns, cells, notes)
        elif isinstance(value, list) and columns:
            if len(value) != len(columns):
                raise flaw(path, "kernel.flaw.columns", number=len(value), columns=columns)
            for column, cell in zip(columns, value, strict=True):
                cells[f"{path}.{column}"] = cell
        else:
            cells[path] = tuple(value) if isinstance(value, list) else value
    _check_steps(tree, prefix)


_WANTED_NOTES: Mapping[str, tuple[type, str]] = {
    "rule": (str, "the id of a rule"),
    "ours": (bool, "true or false"),
    "columns": (list, "a list of words"),
    "min": (int, "a whole number"),
    "max": (int, "a whole number"),
    "unreached": (str, "the reason in words"),
    "words": (list, "a list of words"),
    "empty": (bool, "true or false"),
    "note": (str, "words"),
}


def _check_note(path: str, name: str, note: Any) -> None:
    kind, wanted = _WANTED_NOTES[name]
    fits = isinstance(note, kind) and (kind is bool or not isinstance(note, bool))
    if fits and kind is list:
        fits = all(isinstance(word, str) for word in note)
    if not fits:
        raise flaw(path, "kernel.flaw.kind", value=str(note), wanted=wanted)


def _check_steps(tree: Mapping[str, Any], prefix: str) -> None:
    """A row ``up_to`` of rising numbers has one entry fewer than the rows it leads to."""
    steps = tree.get("up_to")
    if not isinstance(steps, list):
        return
    whole = all(isinstance(step, int) and not isinstance(step, bool) for step in steps)
    if not whole or steps != sorted(set(steps)):
        raise flaw(f"{prefix}up_to", "kernel.flaw.kind", value=str(steps), wanted="whole numbers that rise")
    for key, row in tree.items():
        if isinstance(row, list) and key != "up_to" and key not in NOTES and len(row) != len(steps) + 1:
            raise flaw(f"{prefix}{key}", "kernel.flaw.steps", number=len(row), wanted=len(steps) + 1)


def settled_tables(
    tables: Tables,
    specs: Mapping[str, OptionSpec],
    options: Mapping[str, Any],
    house: str = "",
    file_name: str = "house rules",
) -> Tables:
    """The tables in force: defaults, house rules laid over them, options settled. All problems are refused at once."""
    title, overrides, house_options, problems = _read_house(tables, house, file_name)
    wanted = {**house_options, **options}
    settled, option_problems = read_options(specs, wanted)
    problems += option_problems
    if problems:
        raise Refusal(problems)
    changed = {path: (tables.cells[path], value) for path, value in overrides.items() if tables.cells[path] != value}
    said = {folded(name) for name in wanted}
    chosen = frozenset(name for name in specs if folded(name) in said)
    below = tables.cells
    cells = below.under(overrides) if isinstance(below, NotedCells) else {**below, **overrides}
    return Tables(cells, tables.notes, settled, changed, chosen, title)


def _read_house(
    tables: Tables, house: str, file_name: str
) -> tuple[str, dict[str, Any], dict[str, Any], list[Problem]]:
    """The title of house rules, the entries and the options that they set, and what is wrong with them."""
    if not house.strip():
        return "", {}, {}, []
    try:
        tree = tomllib.loads(house)
    except (ValueError, RecursionError) as error:  # numbers too long, lists too deep
        return "", {}, {}, [Problem(file_name, Message.of("kernel.house.not_toml", error=str(error)))]
    lines = line_numbers(house)
    options = tree.pop("options", {})
    overrides: dict[str, Any] = {}
    problems: list[Problem] = []
    named = TITLE in tree and TITLE not in tables.cells
    title = tree.pop(TITLE) if named else ""
    if named and not _is_title(title):
        place = f"{file_name}, line {line_of(lines, TITLE)}"
        problems.append(Problem(place, Message.of("kernel.house.title", most=LONGEST_TITLE)))
    for path, value in _leaves(tree):
        place = f"{file_name}, line {line_of(lines, path)}"
        overrides_here, problem = _override(tables, path, value, place)
        overrides.update(overrides_here)
        if problem:
            problems.append(problem)
        if len(problems) >= MOST_WRONG:
            break
    problems += _broken_steps(tables, overrides, lines, file_name)
    return str(title).strip(), overrides, _flat_options(options), problems


def _is_title(title: Any) -> bool:
    return isinstance(title, str) and title.strip().isprintable() and 0 < len(title.strip()) <= LONGEST_TITLE


def _leaves(tree: Mapping[str, Any], prefix: str = "") -> Iterator[tuple[str, Any]]:
    for key, value in tree.items():
        if isinstance(value, Mapping):
            yield from _leaves(value, f"{prefix}{key}.")
        else:
            yield f"{prefix}{key}", value


def _flat_options(options: Any, prefix: str = "") -> dict[str, Any]:
    if not isinstance(options, Mapping):
        return {"options": options}
    flat: dict[str, Any] = {}
    for key, value in options.items():
        if isinstance(value, Mapping):
            flat.update(_flat_options(value, f"{prefix}{key}."))
        else:
            flat[f"{prefix}{key}"] = value
    return flat


def _override(tables: Tables, path: str, value: Any, place: str) -> tuple[dict[str, Any], Problem | None]:
    """One house rule: a cell by its path, a whole row of a table with columns, or a list."""
    if path in tables.cells:
        problem = _misfit(tables, path, value, place)
        return ({}, problem) if problem else ({path: tuple(value) if isinstance(value, list) else value}, None)
    columns = tables.note(path, "columns")
    row = [f"{path}.{column}" for column in columns or ()]
    if row and row[0] in tables.cells:
        if not isinstance(value, list) or len(value) != len(row):
            return {}, Problem(
                place, Message.of("kernel.house.row", path=path, number=len(row), columns=tuple(columns))
            )
        misfits = [
            misfit for cell, entry in zip(row, value, strict=True) if (misfit := _misfit(tables, cell, entry, place))
        ]
        return ({}, misfits[0]) if misfits else (dict(zip(row, value, strict=True)), None)
    rows = dict.fromkeys(known.rpartition(".")[0] for known in tables.cells)
    near = get_close_matches(path, [*tables.cells, *rows], n=3, cutoff=LIKENESS)
    beside = (known for known in tables.cells if known.startswith(f"{path.rpartition('.')[0]}."))
    choices = tuple(dict.fromkeys((*near, *beside)))[:12]
    if near:
        return {}, Problem(place, Message.of("kernel.house.unknown_near", path=path, near=near[0]), choices)
    return {}, Problem(place, Message.of("kernel.house.unknown", path=path), choices)


def _misfit(tables: Tables, path: str, value: Any, place: str) -> Problem | None:
    default = tables.cells[path]
    if isinstance(default, tuple):
        alike = isinstance(value, list) and len(value) == len(default) and all(map(_same_kind, value, default))
        expected = Message.of("kernel.house.kind.list", number=len(default))
    else:
        kind = _kind(default) if default != NO_ENTRY else _kind_of_the_table(tables, path)
        may_be_empty = default == NO_ENTRY or (_is_number(default) and tables.note(path, "empty") is True)
        alike = (value == NO_ENTRY and may_be_empty) or _is_of_kind(value, kind)
        expected = Message(f"kernel.house.kind.{kind}")
    if not alike:
        return Problem(place, Message.of("kernel.house.wrong_type", path=path, value=str(value), expected=expected))
    words = tables.note(path, "words")
    for word in value if isinstance(value, list) else [value]:
        known = words is None or word in words or (word == NO_ENTRY and not isinstance(default, str | tuple))
        if isinstance(word, str) and not known and word != default:
            return Problem(place, Message.of("kernel.house.word", path=path, value=word), tuple(words or ()))
    lowest, highest = tables.note(path, "min"), tables.note(path, "max")
    for number in value if isinstance(value, list) else [value]:
        if _is_number(number) and (
            (lowest is not None and number < lowest) or (highest is not None and number > highest)
        ):
            return Problem(
                place, Message.of("kernel.house.limits", path=path, value=number, lowest=lowest, highest=highest)
            )
    return None


def _broken_steps(tables: Tables, overrides: Mapping[str, Any], lines: dict[str, int], file_name: str) -> list[Problem]:
    return [
        Problem(f"{file_name}, line {line_of(lines, path)}", Message.of("kernel.house.not_rising", path=path))
        for path, value in overrides.items()
        if path.endswith(".up_to") and path in tables.cells and list(value) != sorted(set(value))
    ]


def _same_kind(value: Any, default: Any) -> bool:
    return _is_of_kind(value, _kind(default))


def _is_of_kind(value: Any, kind: str) -> bool:
    return _is_exact(value) if kind == "exact" else _kind(value) == kind


def _kind_of_the_table(tables: Tables, path: str) -> str:
    """What would stand in an empty cell: what stands in the others of its table."""
    columns = tables.note(path, "columns")
    row = path.rpartition(".")[0]
    table = row.rpartition(".")[0] if columns else row
    beside = {
        _kind(cell)
        for name, cell in tables.cells.items()
        if cell != NO_ENTRY
        and name.startswith(f"{table}.")
        and name.count(".") == path.count(".")
        and (columns is None or name.rpartition(".")[2] in columns)
    }
    return next((kind for kind in ("word", "exact", "number") if kind in beside), "number")


def _kind(value: Any) -> str:
    if isinstance(value, bool):
        return "yes_no"
    if isinstance(value, int):
        return "number"
    if _is_exact(value):
        return "exact"
    return "word" if isinstance(value, str) else "list"


def _is_number(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _is_exact(value: Any) -> bool:
    return exact_number(value) is not None
