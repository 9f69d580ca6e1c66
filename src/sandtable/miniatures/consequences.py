"""What something leads to by special rules. A part of a table asks, as a rule asks for dice, and whoever knows the special rules answers.

So the part that asks knows nothing of those that are built on it. Where more may come of something it yields a `Consequence`; `followed`
carries out on the spot what answers it, and goes on.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping
from dataclasses import dataclass
from typing import Any, TypeVar

from sandtable.battle.event import Story
from sandtable.battle.request import Asked, TableRequest

Returned = TypeVar("Returned")
State = TypeVar("State")


@dataclass(frozen=True, slots=True)
class Consequence:
    """Something that special rules may have more to say to. Its answer is what `yield` returns."""


Course = Generator[TableRequest | Consequence, Any, Returned]
Answer = Callable[[Story[State], Any], Course[Any]]


def followed(
    story: Story[State], course: Course[Returned], answers: Mapping[type[Consequence], Answer[State]]
) -> Asked[Returned]:
    """The course of an order with its consequences, each carried out where it arises; what is left are requests to the players."""
    answer: Any = None
    try:
        while True:
            asked = course.send(answer)
            if isinstance(asked, Consequence):
                answer = yield from followed(story, answers[type(asked)](story, asked), answers)
            else:
                answer = yield asked
    except StopIteration as stop:
        returned: Returned = stop.value
        return returned
