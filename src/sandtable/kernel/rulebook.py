"""The rules of a ruleset as data, in our words, by id: what "why" links to and the app shows."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from sandtable.kernel.flaw import flaw
from sandtable.kernel.spelling import as_typed


@dataclass(frozen=True, slots=True)
class RuleTable:
    """A table that belongs to a rule."""

    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class RuleText:
    """One rule: its words, its tags, whether the number or reading is ours, and where it is applied."""

    id: str
    chapter: str
    text: str
    tags: tuple[str, ...]
    ours: bool
    applied: tuple[str, ...]
    tables: tuple[RuleTable, ...] = ()


@dataclass(frozen=True)
class Rulebook:
    """A whole rulebook."""

    chapters: tuple[tuple[str, str], ...]
    rules: tuple[RuleText, ...]

    @cached_property
    def by_id(self) -> dict[str, RuleText]:
        """Rules by their ids."""
        return {rule.id: rule for rule in self.rules}

    def search(self, words: str) -> list[RuleText]:
        """Rules that hold all of the words, in text, id or table."""
        wanted = as_typed(words).lower().split()
        return [rule for rule in self.rules if all(word in _haystack(rule) for word in wanted)]


def parse_rulebook(source: str) -> Rulebook:
    """Read a rulebook from TOML."""
    tree = tomllib.loads(source)
    for kind, wanted in (("chapter", _CHAPTER), ("rule", _RULE)):
        _check_entries(kind, tree.get(kind, []), wanted)
    chapters = tuple((chapter["id"], chapter["title"]) for chapter in tree.get("chapter", ()))
    return Rulebook(chapters, tuple(_rule(entry) for entry in tree.get("rule", ())))


_CHAPTER: Mapping[str, type] = {"id": str, "title": str}
_RULE: Mapping[str, type] = {"id": str, "chapter": str, "text": str, "tags": list, "ours": bool, "applied": list}
_KINDS = {str: "words in quotes", list: "a list", bool: "true or false"}


def _check_entries(kind: str, entries: Any, wanted: Mapping[str, type]) -> None:
    """Refuse a chapter or a rule that lacks a key or has a value of the wrong kind; it is named by its id, else its number."""
    if not isinstance(entries, list):
        raise flaw(kind, "kernel.flaw.kind", value=str(entries), wanted=f"each as a table of its own, [[{kind}]]")
    for number, entry in enumerate(entries, start=1):
        if not isinstance(entry, Mapping):
            raise flaw(
                f"{kind} {number}",
                "kernel.flaw.kind",
                value=str(entry),
                wanted=f"each as a table of its own, [[{kind}]]",
            )
        name = f"{kind} {entry.get('id', number)}"
        for key, type_ in wanted.items():
            if key not in entry:
                raise flaw(f"{name}, {key}", "kernel.flaw.missing", wanted=_KINDS[type_])
            if not isinstance(entry[key], type_):
                raise flaw(f"{name}, {key}", "kernel.flaw.kind", value=str(entry[key]), wanted=_KINDS[type_])


def finished_surfaces(source: str) -> tuple[str, ...]:
    """Where every rule is applied that has to be (``umpire``, ``table``). Said at the head, so that a list of games need not read
    whole rulebooks.
    """
    head, _, _ = source.partition("\n[")  # TOML's own order: what belongs to no table comes first
    finished = tomllib.loads(head).get("finished", [])
    if not isinstance(finished, list) or not all(isinstance(surface, str) for surface in finished):
        raise flaw(
            "finished", "kernel.flaw.kind", value=str(finished), wanted='a list: ["umpire"], or ["umpire", "table"]'
        )
    return tuple(finished)


def _rule(entry: dict[str, Any]) -> RuleText:
    tables = [*([entry["table"]] if "table" in entry else []), *entry.get("more_tables", [])]
    return RuleText(
        id=entry["id"],
        chapter=entry["chapter"],
        text=entry["text"],
        tags=tuple(entry["tags"]),
        ours=entry["ours"],
        applied=tuple(entry["applied"]),
        tables=tuple(
            RuleTable(tuple(table["columns"]), tuple(tuple(map(str, row)) for row in table["rows"])) for table in tables
        ),
    )


def _haystack(rule: RuleText) -> str:
    cells = (cell for table in rule.tables for row in (table.columns, *table.rows) for cell in row)
    return as_typed(" ".join((rule.id, rule.text, *cells))).lower()
