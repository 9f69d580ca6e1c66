"""Every table of a ruleset in the order of its file, as data for the printer."""

from __future__ import annotations

from importlib.resources import files
from itertools import groupby
from typing import Any

from sandtable.kernel.messages import PLAIN, Message, Style
from sandtable.kernel.ruleset import Ruleset
from sandtable.kernel.table_names import Names
from sandtable.kernel.tables import Tables
from sandtable.print.source import SourceRow, SourceTable, read_source

STEPS = "up_to"  # the row that makes a table of steps
LONG_LIST = 8  # entries; shorter lists are told in a line
Cell = dict[str, Any]  # text, and whether a house rule set it


def all_tables(ruleset: Ruleset, tables: Tables) -> dict[str, Any]:
    """The sheet: titles, sections of tables, and what its marks mean."""
    source = files(ruleset.package).joinpath("tables.toml").read_text(encoding="utf-8")
    printer = _Printer(Names(ruleset), tables)
    sections: dict[str, list[dict[str, Any]]] = {}
    told = [table for table in read_source(source) if printer.says_something(table)]
    for _, together in groupby(told, key=printer.togetherness):
        tables_together = list(together)
        printed = [printer.lists(tables_together)] if len(tables_together) > 1 else [printer.table(*tables_together)]
        sections.setdefault(tables_together[0].section, []).extend(printed)
    return {
        "title": ruleset.catalogue.say(Message("ruleset.title"), PLAIN),
        "tagline": ruleset.catalogue.say(Message("ruleset.tagline"), PLAIN),
        "version": ruleset.rules_version,
        "sections": [{"title": title, "tables": printed} for title, printed in sections.items()],
        "ours": any(printed["ours"] for section in sections.values() for printed in section),
        "house": bool(tables.overridden),
        "options": _options(ruleset, tables),
    }


def _options(ruleset: Ruleset, tables: Tables) -> list[str]:
    """Options that are not at their default."""
    changed = [name for name, spec in ruleset.options.items() if tables.options.get(name) != spec.default]
    say = ruleset.catalogue.say
    return [f"{say(Message(f'option.{name}.label'), Style())}: {_on_off(tables.options[name])}" for name in changed]


def _on_off(value: Any) -> str:
    return {True: "on", False: "off"}.get(value, str(value)) if isinstance(value, bool) else str(value)


class _Printer:
    """Prints the tables of one ruleset as they stand in force."""

    def __init__(self, names: Names, tables: Tables) -> None:
        self._names = names
        self._tables = tables

    def says_something(self, table: SourceTable) -> bool:
        """Whether the players need it: it is read, and not just noughts that wait for house rules."""
        cells = [path for row in table.rows for path in self._paths(table, row)]
        idle = all(self._tables.cells[path] == 0 and not self._tables.is_house(path) for path in cells)
        return self._tables.note(table.path, "unreached") is None and not idle

    def _paths(self, table: SourceTable, row: SourceRow) -> list[str]:
        if row.path in self._tables.cells:
            return [row.path]
        return [f"{row.path}.{column}" for column in self._tables.note(table.path, "columns")]

    def togetherness(self, table: SourceTable) -> tuple[Any, ...]:
        """Tables that lie side by side have this in common: all their rows are lists of one length, entry for entry."""
        lengths = {len(entries) if isinstance(entries, tuple) else 0 for entries in self._entries(table)}
        alone = len(lengths) > 1 or min(lengths) < LONG_LIST or any(row.key == STEPS for row in table.rows)
        return (table.path,) if alone else (table.section, table.path.partition(".")[0], lengths.pop())

    def _entries(self, table: SourceTable) -> list[Any]:
        return [self._tables.cells.get(row.path) for row in table.rows]

    def lists(self, tables: list[SourceTable]) -> dict[str, Any]:
        """Lists side by side, a table to a column: the first gives the lines, the rows of the others share a cell."""
        first, others = tables[0], tables[1:]
        keys = [table.path.rpartition(".")[2] for table in others]
        shared = " / ".join(
            self._names.row(row.path, row.key, [one.key for one in others[0].rows]) for row in others[0].rows
        )
        lines = [[self._list_cell(table, number) for table in tables] for number in range(len(self._entries(first)[0]))]
        return {
            "title": self._names.title(first.path, first.section),
            "note": shared,
            "rule": self._tables.rule(first.path) or "",
            "ours": bool(self._tables.note(first.path, "ours")),
            "columns": [first.rows[0].key, *(self._names.term(key, keys) for key in keys)],
            "rows": lines,
            "pairs": [],
        }

    def _list_cell(self, table: SourceTable, number: int) -> Cell:
        cells = [self._entry(table, row, number) for row in table.rows]
        return {"text": " / ".join(cell["text"] for cell in cells), "house": any(cell["house"] for cell in cells)}

    def table(self, table: SourceTable) -> dict[str, Any]:
        """One table: a grid of columns, a run of names with their values, or both."""
        steps = any(row.key == STEPS for row in table.rows)
        body = self._steps(table) if steps else {**self._grid(table), "pairs": self._pairs(table)}
        return {
            "title": self._names.title(table.path, table.section),
            "note": self._names.note(table.path, table.remark),
            "rule": self._tables.rule(table.path) or "",
            "ours": bool(self._tables.note(table.path, "ours")),
            **body,
        }

    def _grid(self, table: SourceTable) -> dict[str, Any]:
        """The rows that have columns."""
        columns = self._tables.note(table.path, "columns") or ()
        rows = [
            [self._name(table, row), *(self._cell(table, path) for path in self._paths(table, row))]
            for row in table.rows
            if row.path not in self._tables.cells
        ]
        names = ["", *(self._names.term(column, columns) for column in columns)]
        return {"columns": names if rows else [], "rows": rows}

    def _pairs(self, table: SourceTable) -> list[dict[str, Any]]:
        """The rows that have one value."""
        return [
            {
                "name": self._name(table, row),
                "value": self._cell(table, row.path),
                "remark": self._names.note(row.path, row.remark),
                "key": row.key,
            }
            for row in table.rows
            if row.path in self._tables.cells
        ]

    def _steps(self, table: SourceTable) -> dict[str, Any]:
        """A table of steps, a step to a line; with one value only, a run of steps."""
        limits = self._tables.row(table.path, STEPS)
        house = self._tables.is_house(f"{table.path}.{STEPS}")
        told = [
            *(f"\N{LESS-THAN OR EQUAL TO}\N{NARROW NO-BREAK SPACE}{self._names.value(limit)}" for limit in limits),
            f">\N{NARROW NO-BREAK SPACE}{self._names.value(limits[-1])}",
        ]
        stepped = [row for row in table.rows if row.key != STEPS and self._has_steps(row, len(told))]
        lines = [
            [{"text": text, "house": house}, *(self._entry(table, row, number) for row in stepped)]
            for number, text in enumerate(told)
        ]
        others = [row for row in self._pairs(table) if row["key"] not in {STEPS, *(row.key for row in stepped)}]
        if len(stepped) == 1:
            run = [{"name": name, "value": value, "remark": ""} for name, value in lines]
            return {"columns": [], "rows": [], "pairs": run + others}
        keys = [row.key for row in stepped]
        return {"columns": ["", *(self._names.term(key, keys) for key in keys)], "rows": lines, "pairs": others}

    def _has_steps(self, row: SourceRow, number: int) -> bool:
        entries = self._tables.cells.get(row.path)
        return isinstance(entries, tuple) and len(entries) == number

    def _name(self, table: SourceTable, row: SourceRow) -> Cell:
        return {"text": self._names.row(row.path, row.key, [one.key for one in table.rows]), "house": False}

    def _cell(self, table: SourceTable, path: str) -> Cell:
        return self._formatted(table, path, self._tables.cells[path])

    def _entry(self, table: SourceTable, row: SourceRow, number: int) -> Cell:
        return self._formatted(table, row.path, self._tables.cells[row.path][number])

    def _formatted(self, table: SourceTable, path: str, value: Any) -> Cell:
        text = self._names.value(value, signed=table.signed, among=self._words(table))
        return {"text": text, "house": self._tables.is_house(path)}

    def _words(self, table: SourceTable) -> set[str]:
        """Every word that stands in the cells of a table."""
        found: set[str] = set()
        for row in table.rows:
            for path in self._paths(table, row):
                value = self._tables.cells[path]
                found.update(
                    cell for cell in (value if isinstance(value, tuple) else (value,)) if isinstance(cell, str)
                )
        return found
