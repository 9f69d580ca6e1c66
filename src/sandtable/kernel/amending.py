"""A roster set right: a unit changed or struck off. Both are entries of the log, so that nothing that was written ever changes.

What the battle has done to a unit stays: only what its line of the roster says otherwise than before is set.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from sandtable.kernel.effects import Deed, Effect, OnBooks, effect
from sandtable.kernel.form import Section, text
from sandtable.kernel.roster import RosterLedger
from sandtable.kernel.ruleset import Action, Ruleset
from sandtable.kernel.tables import Tables
from sandtable.kernel.verdict import Ruling, Verdict

AMENDED, STRUCK = "roster_amended", "roster_struck"
LISTED_AS = "listed_as"


@dataclass(frozen=True, slots=True, kw_only=True)
class Listed:
    """A unit of the roster, by the name under which it stands there."""

    listed_as: str = text(section=Section.ACTOR)


@effect(has_words=False)
class UnitAmended(Effect):
    """The unit ``whom`` is what ``entering`` says; what has happened to it since has happened."""

    entering: tuple[Effect, ...]

    def fold(self, books: RosterLedger[Any], deed: Deed, tables: Tables, /) -> RosterLedger[Any]:
        """The books with it in its place; unchanged where they know no such unit, or another one of the new name."""
        old = books.own_name(self.whom)
        now = books.units.get(old)
        if now is None:
            return books
        after = before = books.without(old)
        for each in self.entering:
            after = each.fold(after, deed, tables)
        fresh = [unit for name, unit in after.units.items() if name not in before.units]
        return _in_its_place(after, old, now, fresh[0], books) if len(fresh) == 1 else books

    def written(self, names: Mapping[str, str], /) -> Iterator[str]:
        """The unit, by both its names."""
        yield f"unit.{self.whom}"
        for each in self.entering:
            yield from each.written(names)


def _in_its_place(
    after: RosterLedger[Any], old: str, now: Any, fresh: Any, books: RosterLedger[Any]
) -> RosterLedger[Any]:
    """The books after the change, the unit where it stood, and by its new name wherever it was spoken of."""
    new = fresh.name
    amended = merged(now, books.entered.get(old, now), fresh)
    kept = {field.name: getattr(after, field.name) for field in dataclasses.fields(after) if field.init}
    told = {
        name: value if name in ("side", "phase") or new == old else renamed(value, old, new)
        for name, value in kept.items()
    }
    told["units"] = {
        new if name == old else name: amended if name == old else told["units"][name] for name in books.units
    }
    told["entered"] = {**{name: unit for name, unit in told["entered"].items() if name != old}, new: fresh}
    return dataclasses.replace(after, **told)


def merged(now: Any, before: Any, after: Any) -> Any:
    """``now`` as it would be if it had begun as ``after`` and not as ``before``; numbers keep what was taken off them since."""
    if before == after:
        return now
    if dataclasses.is_dataclass(now) and not isinstance(now, type) and type(now) is type(before) is type(after):
        parts = (field.name for field in dataclasses.fields(now) if field.init)
        told = {part: merged(getattr(now, part), getattr(before, part), getattr(after, part)) for part in parts}
        return dataclasses.replace(now, **told)
    if type(now) is type(before) is type(after) is int:
        return max(0, now + after - before)
    return after


def renamed(value: Any, old: str, new: str) -> Any:
    """A copy of a value of the books in which the name ``old`` is ``new`` wherever it stands; terms of a vocabulary are left alone."""
    if type(value) is str:
        return new if value == old else value
    if isinstance(value, Tables | type):
        return value
    if isinstance(value, Mapping):
        return {renamed(key, old, new): renamed(each, old, new) for key, each in value.items()}
    if type(value) in (tuple, list, frozenset):
        return type(value)(renamed(each, old, new) for each in value)
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        told = {
            field.name: renamed(getattr(value, field.name), old, new)
            for field in dataclasses.fields(value)
            if field.init
        }
        return dataclasses.replace(value, **told)
    return value


@effect(has_words=False)
class UnitStruck(OnBooks):
    """The unit ``whom`` is no longer on the roster; it was never there, or should not have been."""

    def on(self, books: RosterLedger[Any]) -> RosterLedger[Any]:
        """The books without the unit."""
        return books.without(books.own_name(self.whom))


def strike(situation: Listed, tables: Tables) -> Ruling:  # noqa: ARG001 - every rule is handed its tables
    """Strike a unit off the roster."""
    name = situation.listed_as
    return Ruling.of(STRUCK, UnitStruck(whom=name), words={"name": name})


@cache
def _amending(entry: Action) -> Action:
    """The action that changes a unit: the form of the one that enters it, and the name under which it stands there now."""
    own = {"__module__": __name__, "__annotations__": {LISTED_AS: str}, LISTED_AS: text(section=Section.ACTOR)}
    form: type[Any] = dataclass(frozen=True, slots=True, kw_only=True)(type("Amended", (entry.situation,), own))

    def amend(situation: Any, tables: Tables) -> Ruling:
        entered = entry.rule(situation, tables)
        if not isinstance(entered, Verdict):
            raise TypeError(f"{entry.id} enters a unit and asks something; a roster is written without questions")
        old, new = situation.listed_as, situation.name
        ended = AMENDED if old == new else f"{AMENDED}_named"
        return Ruling.of(ended, UnitAmended(whom=old, entering=entered.changes), words={"was": old, "name": new})

    return Action(AMENDED, form, amend, Ruling, entry.group, entry.rules, layout="plain", ledger_only=True)


def amendments(ruleset: Ruleset) -> tuple[Action, ...]:
    """The actions that set the roster of a ruleset right; none where it has no roster of named units."""
    entry = ruleset.by_id.get(ruleset.roster_action) if ruleset.read_roster else None
    if entry is None or not issubclass(ruleset.ledger, RosterLedger):
        return ()
    if not any(spec.name == "name" for spec in entry.fields):
        return ()
    struck = Action(STRUCK, Listed, strike, Ruling, entry.group, entry.rules, layout="plain", ledger_only=True)
    return (_amending(entry), struck)
