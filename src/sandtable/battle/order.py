"""What a player tells the table to do. An order is known to whoever gave it and to nobody else; events say what came of it.

An order may carry what is to follow it: ``Command(..., then=(Move(...),))``. Each of them is given when the one before it is finished, as
long as it is legal then, and the log has an entry for each, as if they had been given one by one. One that is ``optional`` is passed over
where it cannot be given, and the next one is looked at.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import ClassVar

from sandtable.battle.seat import Role
from sandtable.kernel import codec
from sandtable.kernel.codec import UNWRITTEN, Json
from sandtable.kernel.problem import Problem, Refusal, refuse

THEN = "then"
OPTIONAL = "optional"
MOST_TO_FOLLOW = 200  # as many as a side has units to place


@dataclass(frozen=True, slots=True, kw_only=True)
class Order:
    """The base of all orders: a subclass sets ``kind`` and adds plain fields that the codec can write. ``by`` is the role it is given for.

    ``then`` is no part of an order as the log has it: orders that follow have entries of their own. ``optional`` is of one that follows:
    where it cannot be given, it is left out.
    """

    kind: ClassVar[str]
    by: Role
    then: tuple[Order, ...] = field(default=(), metadata={UNWRITTEN: True})
    optional: bool = field(default=False, metadata={UNWRITTEN: True})


@dataclass(frozen=True, slots=True)
class TableProblem(Problem):
    """A problem that can be looked at. ``shows`` draws the geometry that caused it as an SVG fragment, when somebody wants to see it."""

    shows: Callable[[], str] | None = field(default=None, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Decision:
    """Somebody has to decide: ``orders`` are the kinds of order that would do. Several open ones are taken at once, in any order."""

    by: Role
    kind: str
    orders: tuple[str, ...]
    subject: str = ""  # what it is about, such as the unit that acts


def write_order(order: Order) -> dict[str, Json]:
    """An order as it is sent, with what is to follow it."""
    plain: dict[str, Json] = codec.write(order)
    return plain | {THEN: [write_following(each) for each in order.then]} if order.then else plain


def write_following(order: Order) -> dict[str, Json]:
    """An order that follows another, as it is sent and kept."""
    plain: dict[str, Json] = codec.write(order)
    return plain | {OPTIONAL: True} if order.optional else plain


def read_following(kinds: Mapping[str, type[Order]], raw: Json, where: str) -> Order:
    """Read an order that follows another, or refuse it with everything that is wrong."""
    if not isinstance(raw, Mapping) or OPTIONAL not in raw:
        return codec.read_by_kind(kinds, raw, where)
    optional = codec.read(bool, raw[OPTIONAL], f"{where}.{OPTIONAL}")
    order = codec.read_by_kind(kinds, {name: value for name, value in raw.items() if name != OPTIONAL}, where)
    return replace(order, optional=optional)


def read_order(kinds: Mapping[str, type[Order]], raw: Json, where: str = "order") -> Order:
    """Read an order that somebody sent, with what is to follow it, or refuse it with everything that is wrong."""
    if not isinstance(raw, Mapping) or THEN not in raw:
        return codec.read_by_kind(kinds, raw, where)
    following = raw[THEN]
    if not isinstance(following, list | tuple):
        raise refuse(f"{where}.{THEN}", "kernel.codec.list")
    if len(following) > MOST_TO_FOLLOW:
        raise refuse(f"{where}.{THEN}", "battle.order.too_many", most=MOST_TO_FOLLOW)
    first = {name: value for name, value in raw.items() if name != THEN}
    places = ((first, where), *((each, f"{where}.{THEN}.{number}") for number, each in enumerate(following)))
    given, *then = _read_all(kinds, iter(places))
    return replace(given, then=tuple(then))


def _read_all(kinds: Mapping[str, type[Order]], places: Iterator[tuple[Json, str]]) -> list[Order]:
    """Orders at their places, or every problem at once."""
    orders: list[Order] = []
    problems: list[Problem] = []
    for raw, where in places:
        try:
            orders.append(read_following(kinds, raw, where))
        except Refusal as refusal:
            problems += refusal.problems
    if problems:
        raise Refusal(problems)
    return orders
