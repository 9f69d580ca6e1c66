"""The kernel's requests on the table: who answers, and who may know the answer.

A rule written for the umpire asks in terms of its own: an actor, a defender, a fact that somebody looks up. `addressed` puts that
to the table: roles become sides, facts are what geometry measured, dice are shown to those who may see them.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, TypeVar

from sandtable.battle.seat import NOBODY, Audience, Role
from sandtable.geometry.measure import Point
from sandtable.kernel.requests import Choose, Observe, Request
from sandtable.kernel.stages import Staged

Returned = TypeVar("Returned")
Fact = bool | int | str
Places = Mapping[str, tuple[tuple[Point, ...], ...]]


@dataclass(frozen=True, slots=True)
class Addressed:
    """A request to a role. Besides that role, ``known_to`` may know what was asked and answered.

    Dice addressed to nobody are thrown by the app and known to nobody else; an `Observe` is answered by its usual answer. ``places``:
    where the options of a choice are on the table, by their values, as outlines for pages that draw them.
    """

    request: Request
    to: Role | None = None
    known_to: Audience = NOBODY
    places: Places = field(default_factory=dict)


TableRequest = Request | Addressed
Asked = Generator[TableRequest, Any, Returned]
Found = Fact | Asked[Fact | None] | None  # at once, or after things were asked for and told on the way
Facts = Mapping[str, Fact] | Callable[[Observe], Found]


def addressed(
    rule: Generator[Request, Any, Returned] | Staged[Returned],
    to: Role | None = None,
    known_to: Audience = NOBODY,
    *,
    roles: Mapping[str, Role] | None = None,
    facts: Facts | None = None,
) -> Asked[Returned]:
    """Pass on what an umpire's rule asks: dice to ``to``, decisions by ``roles`` (of the rule's roles to the table's), facts as measured.

    Facts are looked up by the request's own key, not by its number in the run; one that is not there keeps its usual answer. One that is
    found out on the way, such as whether somebody who moves is caught up with, comes from a generator of its own.
    """
    try:
        steps = iter(rule)
        request = next(steps)
        while True:
            request = steps.send((yield (yield from _put(request, to, known_to, roles or {}, facts))))
    except StopIteration as stop:
        returned: Returned = stop.value
        return returned


def _put(
    request: Request, to: Role | None, known_to: Audience, roles: Mapping[str, Role], facts: Facts | None
) -> Asked[TableRequest]:
    if isinstance(request, Observe):
        found = None if facts is None else facts(request) if callable(facts) else facts.get(request.key)
        fact = (yield from found) if isinstance(found, Generator) else found
        return request if fact is None else replace(request, usual=fact)
    if isinstance(request, Choose):
        return Addressed(request, roles.get(request.role, to), NOBODY if request.secret else known_to)
    return Addressed(request, to, known_to)
