"""What the desk answers on the rules themselves: the rulebook, and the quick reference on paper."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True, slots=True, kw_only=True)
class RuleTable:
    """A table of a rule."""

    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Rule:
    """A rule in our words."""

    id: str
    text: str
    tags: tuple[str, ...]
    ours: bool
    applied: tuple[str, ...]
    table: RuleTable | None
    more_tables: tuple[RuleTable, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Chapter:
    """A chapter of the rulebook."""

    id: str
    title: str
    rules: tuple[Rule, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Rulebook:
    """The whole rulebook."""

    status: Literal["ok"] = "ok"
    chapters: tuple[Chapter, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Reference:
    """The quick reference sheet, its sides as drawings (SVG); none where the ruleset arranges none."""

    status: Literal["ok"] = "ok"
    pages: tuple[str, ...]
