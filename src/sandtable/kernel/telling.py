"""Odds and reasons in words, for the umpire and for the table alike; ``say`` puts a message into the words of whoever asks."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from sandtable.kernel.dice import face_weights
from sandtable.kernel.drivers.exact import Exact
from sandtable.kernel.effects import plain
from sandtable.kernel.law import percentages
from sandtable.kernel.messages import Message, decimal_text, minus, signed_text
from sandtable.kernel.requests import Answer, Count, Dice, Label, Of, Reading, Request, Roll
from sandtable.kernel.tally import Modifier, Tally
from sandtable.kernel.verdict import Outcome

Say = Callable[[Message], str]
MOST_MEANINGS = 20  # faces that a keypad shows; percentage dice are typed


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


@dataclass(frozen=True, slots=True)
class Thrown:
    """A throw as it is told: the dice, their faces, the sum, what it meant and how likely it was to mean that."""

    name: str
    faces: tuple[int, ...]
    sum: str
    reading: str
    chance: Fraction
    percent: int


def why(tally: Tally, say: Say, title: str = "") -> Why:
    """The reasons of a tally, under its own title or this one."""
    return Why(
        say(tally.title) if tally.title else title,
        tuple(_row(tally, modifier, number, say) for number, modifier in enumerate(tally)),
        decimal_text(tally.exact) if tally.pool else total_text(tally),
        plain(tally.exact) if tally.has_sum else None,
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
    if tally.pool or not tally.has_sum:
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


# ---- Throws --------------------------------------------------------------------------------------------------------------------


def unnumbered(key: str) -> str:
    """The key of a request without the numbers of repeated throws."""
    return ".".join(part for part in key.split(".") if not part.isdigit())


def thrown(request: Dice, value: Answer, reading: Reading, say: Say) -> Thrown:
    """A throw with its answer, and what the rule read of it."""
    told, faces = reading_text(request, reading, say), faces_of(value)
    chance = _chance(request, reading, told, say)
    return Thrown(
        name=dice_text(request).strip(),
        faces=faces,
        sum=_sum(request, faces),
        reading=told,
        chance=chance,
        percent=percentages([chance, 1 - chance])[0],
    )


def _chance(request: Dice, read: Reading, words: str, say: Say) -> Fraction:
    """How likely the throw was to come out as it is told in words; a rule may tell more readings apart than its words do."""
    law = list(request.law())
    same = sum(
        weight for reading, weight in law if reading == read or (words and reading_text(request, reading, say) == words)
    )
    return Fraction(same, sum(weight for _, weight in law))


def faces_of(value: Answer) -> tuple[int, ...]:
    """The faces of an answer; none where only counts or a total were told."""
    if isinstance(value, list | tuple):
        return tuple(value)
    if isinstance(value, Mapping):
        return tuple(value.get("faces", ()))
    return (value,) if isinstance(value, int) else ()


def _sum(request: Request, faces: tuple[int, ...]) -> str:
    if not isinstance(request, Roll) or not faces:
        return ""
    extra = 0 if request.tally.percent or request.tally.listed or request.tally.pool else request.tally.exact
    if request.of is Of.DIFFERENCE and len(faces) > 1:
        difference = faces[0] - faces[1]
        return minus(f"{faces[0]} - {faces[1]} {_added(extra)}= {signed_text(difference + extra)}")
    shown = " + ".join(str(face) for face in faces)
    if not extra and len(faces) == 1:
        return shown
    return minus(f"{shown} {_added(extra)}= {decimal_text(sum(faces) + extra)}")


def _added(extra: int | Fraction) -> str:
    if not extra:
        return ""
    return f"+ {decimal_text(extra)} " if extra > 0 else f"- {decimal_text(-extra)} "


def reading_text(request: Request, reading: Any, say: Say) -> str:
    """What a reading means, where the request says so."""
    if isinstance(request, Roll | Count) and request.label is not None:
        return say(request.label(reading).message)
    if isinstance(request, Count) and type(reading) is int and len(request.bands) == 1:
        return f"{reading} {say(request.bands[0].label_for(reading))}"
    return ""


def meanings(request: Request) -> tuple[tuple[int, Label], ...]:
    """What each face of a single die would bring; nothing where no face decides alone."""
    if not isinstance(request, Roll) or len(request.dice) != 1 or request.label is None:
        return ()
    faces = [face for face, _ in face_weights(request.dice[0])]
    if len(faces) > MOST_MEANINGS:
        return ()
    counting = [face for face in faces if request.counting is None or request.counting(face)]
    return tuple((face, request.label(request.read(face))) for face in counting)
