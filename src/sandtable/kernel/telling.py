"""Odds and reasons in words, for the umpire and for the table alike; ``say`` puts a message into the words of whoever asks."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from sandtable.kernel.drivers.exact import Exact
from sandtable.kernel.effects import plain
from sandtable.kernel.law import percentages
from sandtable.kernel.messages import Message, decimal_text, signed_text
from sandtable.kernel.requests import Count, Of, Request, Roll
from sandtable.kernel.tally import Modifier, Tally
from sandtable.kernel.verdict import Outcome

Say = Callable[[Message], str]


@dataclass(frozen=True, slots=True)
class WhyRow:
    """A modifier with its reason and its rule."""

    reason: str
    value: str
    number: float | None
    rule: str | None
    house: bool


@dataclass(frozen=True, slots=True)
class Why:
    """The modifiers of one throw, and what they come to in words and as a number."""

    title: str
    rows: tuple[WhyRow, ...]
    total: str
    sum: float | None


def why(tally: Tally, say: Say, title: str = "") -> Why:
    """The reasons of a tally, under its own title or this one."""
    return Why(
        say(tally.title) if tally.title else title,
        tuple(_row(tally, modifier, number, say) for number, modifier in enumerate(tally)),
        decimal_text(tally.exact) if tally.pool else total_text(tally),
        plain(tally.exact) if tally.counts else None,
    )


def _row(tally: Tally, modifier: Modifier, number: int, say: Say) -> WhyRow:
    value = ""
    if modifier.value is not None:
        begins = (tally.percent or tally.pool) and number == 0
        value = decimal_text(modifier.value) if begins else signed_text(modifier.value)
        value += "%" if tally.percent else ""
    return WhyRow(say(modifier.reason), value, plain(modifier.value), modifier.rule, modifier.house)


def total_text(tally: Tally) -> str:
    """What a tally comes to: a number added to the die, a measure, or a chance; nothing where it is a mere list or makes up a pool."""
    if tally.pool or not tally.counts:
        return ""
    return f"{decimal_text(tally.exact)}%" if tally.percent else signed_text(tally.exact)


def dice_text(request: Request) -> str:
    """The dice of a request in short: ``d10``, ``2d6``, ``d10 v d10``, ``2 average dice``."""
    if isinstance(request, Count):
        return _several(request.pool, request.die.name)
    if not isinstance(request, Roll):
        return ""
    names = [die.name for die in request.dice]
    if request.of is Of.DIFFERENCE:
        return " v ".join(names)
    return _several(len(names), names[0]) if len(set(names)) == 1 else " + ".join(names)


def _several(number: int, name: str) -> str:
    plain_name = name.startswith("d") and name[1:].isdecimal()
    if number == 1:
        return name if plain_name else f"1 {name}"
    return f"{number}{name}" if plain_name else f"{number} {name.removesuffix(' die')} dice"


def throw_text(request: Request) -> str:
    """The dice of a request and what is added to them: ``d10 +4``."""
    return f"{dice_text(request)} {total_text(request.tally)}".strip()


def first_throw(requests: Iterable[Request]) -> Roll | Count | None:
    """The first of these requests that dice answer."""
    return next((request for request in requests if isinstance(request, Roll | Count)), None)


def shares(exact: Exact[Any]) -> list[tuple[Outcome, Fraction, int]]:
    """How it may end, in the order of the rows, each with its exact chance and its whole percent; these sum to a hundred."""
    ends = exact.outcomes()
    percents = percentages(weight for _, weight in ends)
    return [(outcome, weight, percent) for (outcome, weight), percent in zip(ends, percents, strict=True)]
