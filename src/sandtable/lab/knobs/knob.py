"""A knob: one whole number of the tables, as it stands in force, and what a variant is called in which it is another."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fnmatch import fnmatchcase
from typing import Any

from sandtable.battle.matches.match import tables_of
from sandtable.battle.registry import table
from sandtable.kernel.house_text import house_text
from sandtable.kernel.messages import minus
from sandtable.kernel.problem import Refusal, refuse
from sandtable.kernel.table_names import Names
from sandtable.kernel.tables import Tables, settled_tables
from sandtable.lab.battles.variant import Variant
from sandtable.lab.texts import say

EVERYTHING = "*"
MOST_NAMED = 12


@dataclass(frozen=True, slots=True)
class Knob:
    """A whole number of the tables: its entry, its place in a list (counted from nought; none where it stands alone), and its value now."""

    path: str
    place: int | None
    value: int
    ours: bool
    rule: str

    @property
    def name(self) -> str:
        """The path, with the place in its list counted from one."""
        return self.path if self.place is None else f"{self.path}[{self.place + 1}]"

    def entry(self, tables: Tables, value: int) -> Any:
        """The whole entry with another number here."""
        if self.place is None:
            return value
        row = tables.row(self.path)
        return (*row[: self.place], value, *row[self.place + 1 :])


def all_knobs(tables: Tables) -> Iterator[Knob]:
    """Every whole number of the tables, in the order of their file."""
    for path, entry in tables.cells.items():
        ours, rule = tables.note(path, "ours") is True, tables.rule(path) or ""
        if _is_whole(entry):
            yield Knob(path, None, entry, ours, rule)
        elif isinstance(entry, tuple):
            yield from (Knob(path, place, one, ours, rule) for place, one in enumerate(entry) if _is_whole(one))


def _is_whole(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def knob_called(tables: Tables, name: str) -> Knob | None:
    """The knob with this name; None where there is none."""
    return next((knob for knob in all_knobs(tables) if knob.name == name), None)


def knobs_of(base: Variant, patterns: Sequence[str] = (), *, ours: bool = False) -> tuple[Knob, ...]:
    """The numbers that somebody asks for: by path, by the beginning of one (``fire``), or with stars; all of them where nobody names any."""
    tables, fixed = tables_of(base.match), set_by_scenario(base)
    known = [knob for knob in all_knobs(tables) if knob.path not in fixed]
    for pattern in patterns:
        if not any(matches(pattern, knob) for knob in known):
            raise refuse("PATH", "lab.knobs.unknown", _near(known, pattern), path=pattern)
    wanted = [knob for knob in known if not patterns or any(matches(pattern, knob) for pattern in patterns)]
    found = tuple(knob for knob in wanted if knob.ours or not ours)
    if not found:
        raise refuse("--ours", "lab.knobs.none_ours")
    return found


def matches(pattern: str, knob: Knob) -> bool:
    """Whether a pattern means a number: its path, its name with the place in the list, or what stands before either."""
    return any(
        one == pattern or one.startswith(f"{pattern}.") or fnmatchcase(one, pattern) for one in (knob.path, knob.name)
    )


def _near(known: Sequence[Knob], pattern: str) -> tuple[str, ...]:
    first = pattern.partition(".")[0].strip(EVERYTHING)
    beside = [knob.name for knob in known if first and knob.path.startswith(first)]
    heads = list(dict.fromkeys(knob.path.partition(".")[0] for knob in known))
    return tuple((beside or heads)[:MOST_NAMED])


def set_by_scenario(base: Variant) -> frozenset[str]:
    """Entries that the scenario's own house rules set, whatever anybody else's say."""
    house = base.scenario.house
    if not house.strip():
        return frozenset()
    ruleset = table(base.match.ruleset).ruleset
    return frozenset(settled_tables(ruleset.default_tables, ruleset.options, {}, house, "scenario").overridden)


def turned_by(base: Variant, knob: Knob, by: int) -> Variant | None:
    """The variant in which a knob's number is so much larger or smaller; None where the tables do not allow that."""
    return with_number(base, knob, knob.value + by)


def with_number(base: Variant, knob: Knob, value: int) -> Variant | None:
    """The variant in which a knob has this number; None where the tables do not allow that."""
    now = tables_of(base.match)
    wanted = {path: entry for path, (_, entry) in now.overridden.items()} | {knob.path: knob.entry(now, value)}
    house = house_text(table(base.match.ruleset).ruleset.default_tables, wanted, base.match.house)
    called = say("knobs.called", name=knob.name, value=minus(str(value)))
    found = replace(base, match=replace(base.match, house=house), house=called)
    try:
        tables_of(found.match)
    except Refusal:
        return None
    return found


class KnobWords:
    """Puts knobs into players' words."""

    def __init__(self, base: Variant) -> None:
        self._ruleset = table(base.match.ruleset).ruleset
        self._names = Names(self._ruleset)
        self._tables = tables_of(base.match)

    def label(self, knob: Knob) -> str:
        """The table, the row and the column; of a list the place."""
        told = self._names.entry(self._tables, knob.path)
        return told if knob.place is None else say("knobs.place", label=told, place=knob.place + 1)
