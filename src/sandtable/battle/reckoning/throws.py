"""The throws of a battle as they fell, each with its law: an order is run once more with the answers that the log has."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from sandtable.battle.engine.fold import after_entry, events_of
from sandtable.battle.engine.log import Entry, Reply
from sandtable.battle.engine.run import Question, run
from sandtable.battle.event import Event
from sandtable.battle.rules import TableRules
from sandtable.battle.seat import Role
from sandtable.kernel import codec
from sandtable.kernel.problem import refuse
from sandtable.kernel.requests import QUESTIONS, Answer, Dice, Reading

State = TypeVar("State")


@dataclass(frozen=True, slots=True)
class Thrown:
    """Dice as they fell: to whose side they were given to throw, what was asked, the faces and what they mean."""

    to: Role | None
    request: Dice
    faces: Answer
    reading: Reading


@dataclass(frozen=True, slots=True)
class Deed:
    """An order that was carried out: its entry, the table before it, what happened, and its throws in their order."""

    entry: Entry
    before: Any
    events: tuple[Event, ...]
    throws: tuple[Thrown, ...]


def deeds(
    rules: TableRules[State], start: State, entries: Sequence[Entry], wanted: Callable[[str], bool]
) -> Iterator[Deed]:
    """The orders of a log that threw dice whose keys are wanted; what these rules do not run as the log has it is refused."""
    state = start
    for entry in entries:
        if any(reply.about == "dice" and wanted(plain_key(reply.key)) for reply in entry.answers):
            yield Deed(entry, state, events_of(rules, entry), _thrown(rules, state, entry))
        state = after_entry(rules, state, entry)


def plain_key(key: str) -> str:
    """A key without the number that it has where the same is asked several times."""
    return ".".join(part for part in key.split(".") if not part.isdigit())


def _thrown(rules: TableRules[State], state: State, entry: Entry) -> tuple[Thrown, ...]:
    order = codec.read_by_kind(rules.orders, entry.order, f"entry {entry.number}.order")
    replies = iter(entry.answers)
    thrown: list[Thrown] = []

    def answer(question: Question) -> Reply:
        reply = next(replies, None)
        if reply is None or reply.key != question.key:
            raise refuse(question.key, "kernel.replay.other_key", key=reply.key if reply else "", expected=question.key)
        if not isinstance(question.request, QUESTIONS):
            thrown.append(Thrown(question.to, question.request, reply.value, question.reading(reply)))
        return reply

    run(rules, state, order, answer)
    return tuple(thrown)
