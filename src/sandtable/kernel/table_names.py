"""Names for what stands in tables: the rulebook's words where the catalogue has them, else the key spelled out."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from fractions import Fraction
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from sandtable.kernel.form import FieldSpec, specs_of
from sandtable.kernel.messages import Message, MissingTextError, Vocabulary, decimal_text, minus, signed_text
from sandtable.kernel.ruleset import Ruleset
from sandtable.kernel.tables import NO_ENTRY, Tables

_RANGE = re.compile(r"(?<=\d)-(?=\d)")
_HUMP = re.compile(r"(?<=[a-z])(?=[A-Z])")


class Names:
    """Puts paths, keys and values of a ruleset's tables into words."""

    def __init__(self, ruleset: Ruleset) -> None:
        self._catalogue = ruleset.catalogue
        self._vocabularies = tuple(_vocabularies(ruleset))

    def row(self, path: str, key: str, among: Collection[str]) -> str:
        """A row's name: the reason a modifier gives, a term of the rulebook, or the key."""
        return self._plain(f"reason.{path}") or self.term(key, among)

    def term(self, key: str, among: Collection[str]) -> str:
        """A term of the rulebook, or the key spelled out; the company it keeps says of which vocabulary it is."""
        known = max(self._vocabularies, key=lambda terms: len(terms.keys() & set(among)), default={})
        in_company = len(known.keys() & set(among)) > 1 or key[:1].isupper()
        return known[key] if in_company and key in known else spelled_out(key)

    def title(self, path: str, section: str) -> str:
        """A table's name: the catalogue's, or its path without the part that the section has said."""
        if told := self._plain(f"table.{path}"):
            return told
        parts = [spelled_out(part) for part in path.split(".")]
        if len(parts) > 1 and section.lower().startswith(parts[0].lower()):
            parts = parts[1:]
        title = ", ".join(parts)
        return title[:1].upper() + title[1:]

    def entry(self, tables: Tables, path: str) -> str:
        """An entry by its table, row and column."""
        row, _, key = path.rpartition(".")
        parts = [self.title(table_of(tables, path), "")]
        if is_cell(tables, path):
            parts += [self.row(row, row.rpartition(".")[2], ()), self.term(key, tables.note(path, "columns"))]
        else:
            parts.append(self.row(path, key, ()))
        return ", ".join(filter(None, parts))

    def note(self, path: str, remark: str) -> str:
        """What is said beside a table or row: the catalogue's words, else the remark in the file."""
        return self._plain(f"table_note.{path}") or remark

    def value(self, value: Any, *, signed: bool = False, among: Collection[str] = ()) -> str:
        """A cell in words."""
        if isinstance(value, bool):
            return "yes" if value else "no"
        if isinstance(value, int):
            return signed_text(value) if signed else decimal_text(value)
        if isinstance(value, float):
            return decimal_text(Fraction(str(value)))
        if isinstance(value, tuple):
            return ", ".join(self.value(item, signed=signed, among=among) for item in value)
        text = str(value)
        if text == NO_ENTRY:
            return "\N{EN DASH}"
        if re.search(r"\d", text):  # a fraction, a range, a rule's id
            return minus(text) if re.fullmatch(r"-?\d+(/\d+)?", text) else _RANGE.sub("\N{EN DASH}", text)
        return self.term(text, among)

    def _plain(self, message_id: str) -> str:
        """A text that needs no parameters."""
        try:
            return self._catalogue.say_strictly(Message(message_id))
        except MissingTextError:
            return ""


def is_cell(tables: Tables, path: str) -> bool:
    """Whether an entry is a cell of a row that has columns."""
    row, _, column = path.rpartition(".")
    return column in (tables.note(path, "columns") or ()) and "." in row


def table_of(tables: Tables, path: str) -> str:
    """The table that an entry stands in: above its row, where it is a cell of one."""
    above = path.rpartition(".")[0]
    return above.rpartition(".")[0] if is_cell(tables, path) else above


def spelled_out(key: str) -> str:
    """A key as words: ``leftTable`` and ``left_table`` are left table."""
    words = _HUMP.sub(" ", key).replace("_", " ").replace(".", " ")
    return _RANGE.sub("\N{EN DASH}", words[:1] + words[1:].lower() if " " in words else words)


def _vocabularies(ruleset: Ruleset) -> Iterator[dict[str, str]]:
    """Every vocabulary that the catalogue names, term by term."""
    for vocabulary in _classes(ruleset):
        named = {term.value: ruleset.catalogue.say_if_any(term.message) for term in vocabulary}
        yield {value: name for value, name in named.items() if name}


def _classes(ruleset: Ruleset) -> dict[type[Vocabulary], None]:
    """The vocabularies of the forms, and those of the ruleset's own module of terms."""
    classes = {spec.choices: None for action in ruleset.actions for spec in _specs(action.fields) if spec.choices}
    if find_spec(f"{ruleset.package}.vocabulary"):
        module = import_module(f"{ruleset.package}.vocabulary")
        classes |= {
            found: None
            for found in vars(module).values()
            if isinstance(found, type) and issubclass(found, Vocabulary) and found is not Vocabulary
        }
    return classes


def _specs(specs: tuple[FieldSpec, ...]) -> Iterator[FieldSpec]:
    for spec in specs:
        yield spec
        if spec.group is not None:
            yield from _specs(specs_of(spec.group))
