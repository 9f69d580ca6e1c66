"""States from a log: by its events alone, which works for as long as they can be read, whatever the rules' version."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeVar

from sandtable.battle.engine.log import Entry, Log
from sandtable.battle.event import Event
from sandtable.battle.rules import TableRules
from sandtable.kernel import codec
from sandtable.kernel.codec import Json
from sandtable.kernel.problem import Refusal, refuse

State = TypeVar("State")


def set_up(rules: TableRules[State], log: Log) -> State:
    """The table before the first order. Rules that no longer understand an old scenario refuse it, whatever they stumble over."""
    try:
        return rules.set_up(log.scenario, rules.ruleset.tables(log.options, log.house))
    except Refusal:
        raise
    except Exception as error:
        reason = f"{type(error).__name__}: {error}"
        raise refuse("scenario", "battle.log.set_up_fails", reason=reason) from error


def events_of(rules: TableRules[State], entry: Entry) -> tuple[Event, ...]:
    """An entry's events; what these rules cannot read is refused with its place."""
    where = f"entry {entry.number}"
    return tuple(
        codec.read_by_kind(rules.events, event, f"{where}.events.{number}") for number, event in enumerate(entry.events)
    )


def after_entry(rules: TableRules[State], state: State, entry: Entry) -> State:
    """The state after what an entry brought. Rules that no longer understand an old event refuse it, whatever they stumble over."""
    for number, event in enumerate(events_of(rules, entry)):
        try:
            state = rules.after(state, event)
        except Refusal:
            raise
        except Exception as error:
            reason = f"{type(error).__name__}: {error}"
            raise refuse(f"entry {entry.number}.events.{number}", "battle.log.event_fails", reason=reason) from error
    return state


def states(rules: TableRules[State], start: State, entries: tuple[Entry, ...]) -> Iterator[State]:
    """The state before the first of these entries, and after each of them."""
    yield start
    for entry in entries:
        start = after_entry(rules, start, entry)
        yield start


def plain_events(events: list[Event]) -> tuple[Json, ...]:
    """Events as a log keeps them."""
    return tuple(codec.write(event) for event in events)
