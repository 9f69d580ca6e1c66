"""An entry of a log told once more: what was asked on the way, by which dice it was decided and why, and the table at each of its moments."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import TypeVar

from sandtable.battle.account import Moment, ToldThrow
from sandtable.battle.engine.fold import events_of
from sandtable.battle.engine.log import APP, Entry, Reply
from sandtable.battle.engine.run import Question, run
from sandtable.battle.rules import TableRules
from sandtable.battle.seat import NOBODY, Seat
from sandtable.kernel import codec
from sandtable.kernel.messages import Catalogue, Message
from sandtable.kernel.requests import Count, Roll
from sandtable.kernel.telling import Why, thrown, unnumbered, why

State = TypeVar("State")


@dataclass(frozen=True, slots=True)
class Asked:
    """Something that was asked while an order was carried out, with its answer."""

    question: Question
    reply: Reply


def asked_in(rules: TableRules[State], before: State, entry: Entry, seat: Seat) -> tuple[Asked, ...]:
    """What a seat may know of what was asked and answered; the order is carried out again, with the answers of the log."""
    replies = iter(entry.answers)
    asked: list[Asked] = []

    def answer(question: Question) -> Reply | None:
        reply = next(replies, None)
        if reply is None or reply.key != question.key:
            return None
        asked.append(Asked(question, reply))
        return reply

    run(rules, before, codec.read_by_kind(rules.orders, entry.order, f"entry {entry.number}.order"), answer)
    return tuple(each for each in asked if seat.knows(each.reply.known_to))


def moments_of(rules: TableRules[State], before: State, entry: Entry, seat: Seat) -> Iterator[Moment[State]]:
    """Everything of it that a seat saw happen, each with the table right before it as the seat knew it."""
    state = before
    for event, plain in zip(events_of(rules, entry), entry.events, strict=True):
        if seat.knows(tuple(plain.get("known_to", NOBODY))):
            yield Moment(event, rules.view(state, seat))
        state = rules.after(state, event)


def throws_of(asked: Iterable[Asked], texts: Catalogue) -> tuple[ToldThrow, ...]:
    """Every throw among what was asked, in its order."""
    return tuple(
        _told_throw(each, request, texts)
        for each in asked
        if isinstance(request := each.question.request, Roll | Count)
    )


def _told_throw(each: Asked, request: Roll | Count, texts: Catalogue) -> ToldThrow:
    told = thrown(request, each.reply.value, each.question.reading(each.reply), texts.say)
    return ToldThrow(
        key=each.reply.key,
        label=throw_label(each.reply.key, texts),
        name=told.name,
        faces=told.faces,
        sum=told.sum,
        reading=told.reading,
        chance=(told.chance.numerator, told.chance.denominator),
        percent=told.percent,
        by="app" if each.reply.by == APP else "person",
    )


def throw_label(key: str, texts: Catalogue) -> str:
    """What a throw is for, as the head of a row."""
    words = texts.say_if_any(Message(f"throw.{unnumbered(key)}"))
    return words[:1].upper() + words[1:]


def reasons_of(asked: Iterable[Asked], texts: Catalogue) -> tuple[Why, ...]:
    """The modifiers of every throw; one repeated for the same reasons is told once."""
    told = dict.fromkeys(
        (throw_label(each.reply.key, texts), each.question.request.tally)
        for each in asked
        if each.question.about == "dice" and each.question.request.tally.modifiers
    )
    return tuple(why(tally, texts.say, label) for label, tally in told)
