"""Running a rule once: with dice from a stream, with people's answers, or from a record.

Generators cannot be copied, so a run always starts from the beginning with the answers so far. That makes every driver stateless:
an interrupted phone or server loses nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Generator, Hashable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, Protocol, TypeVar

from sandtable.kernel.messages import Message
from sandtable.kernel.problem import Problem, Refusal
from sandtable.kernel.requests import Answer, Choose, Count, Dice, Observe, Reading, Request, Roll
from sandtable.kernel.stages import Staged
from sandtable.kernel.verdict import VerdictType

Returned = TypeVar("Returned", bound=Hashable)
Start = Callable[[], "Generator[Request, Any, Returned] | Staged[Returned]"]


class DiceSource(Protocol):
    """Whatever can throw the dice of a request."""

    def answer(self, request: Dice) -> Answer:
        """Throw the dice of a request."""


@dataclass(frozen=True, slots=True)
class Given:
    """An answer with where it came from: ``form``, ``person``, ``app`` or ``usual``."""

    value: Answer
    by: str = "person"


@dataclass(frozen=True, slots=True)
class Step:
    """One request of a run with its answer."""

    key: str
    request: Request
    value: Answer
    reading: Reading
    by: str


@dataclass(frozen=True, slots=True)
class Asking(Generic[VerdictType]):
    """The rule waits for an answer to this request."""

    key: str
    request: Request
    steps: tuple[Step, ...]


@dataclass(frozen=True, slots=True)
class Finished(Generic[VerdictType]):
    """The rule has reached its verdict."""

    verdict: VerdictType
    steps: tuple[Step, ...]


NOTHING_KEPT: Mapping[str, Given] = {}


class KeyNumbers:
    """Numbers repeated keys: ``leader.risk``, ``leader.risk.2`` and so on."""

    __slots__ = ("_seen",)

    def __init__(self) -> None:
        self._seen: dict[str, int] = {}

    def key(self, request: Request) -> str:
        """The key of this request in this run."""
        count = self._seen[request.key] = self._seen.get(request.key, 0) + 1
        return numbered(request.key, count)


def numbered(key: str, count: int) -> str:
    """The key of a request that comes again and again: ``leader.risk``, then ``leader.risk.2``."""
    return key if count == 1 else f"{key}.{count}"


def advance(
    start: Start[VerdictType],
    answers: Mapping[str, Given],
    dice: DiceSource | None = None,
    *,
    usual: bool = False,
    throw_next: bool = False,
    assumed: Collection[str] = (),
    earlier: Mapping[str, Given] = NOTHING_KEPT,
) -> Asking[VerdictType] | Finished[VerdictType]:
    """Run a rule as far as the answers, the dice and (with ``usual``) the usual answers carry it.

    ``throw_next`` lets the dice answer one request only: a player who throws real dice leaves this one to the app. Questions with the keys in
    ``assumed`` get their usual answers. ``kept`` are dice and answers of an earlier run: they count wherever the same is asked again, and fits.
    """
    rule = iter(start())
    keys = KeyNumbers()
    steps: list[Step] = []
    thrown_once = False
    try:
        request = next(rule)
        while True:
            key = keys.key(request)
            given = answers.get(key) or _fitting(request, earlier.get(key))
            if given is None:
                own = None if throw_next and thrown_once else dice
                given = _own_answer(request, own, usual=usual or request.key in assumed)
                thrown_once = thrown_once or isinstance(request, Roll | Count)
            if given is None:
                return Asking(key, request, tuple(steps))
            step = _step(key, request, given)
            steps.append(step)
            request = rule.send(step.reading)
    except StopIteration as stop:
        return Finished(stop.value, tuple(steps))


def _fitting(request: Request, given: Given | None) -> Given | None:
    """An answer of an earlier run, if this request can have it."""
    if given is None:
        return None
    try:
        request.reading(request.normal(given.value))
    except Refusal:
        return None
    return given


def _own_answer(request: Request, dice: DiceSource | None, *, usual: bool) -> Given | None:
    if isinstance(request, Roll | Count):
        return Given(dice.answer(request), "app") if dice is not None else None
    return Given(request.usual, "usual") if usual else None


def _step(key: str, request: Request, given: Given) -> Step:
    value = request.normal(given.value)
    try:
        return Step(key, request, value, request.reading(value), given.by)
    except Refusal as refusal:  # a numbered key names the place more exactly than the request's own
        raise Refusal(
            Problem(key, problem.message, problem.choices, problem.rule) for problem in refusal.problems
        ) from None


def throw(
    start: Start[VerdictType], dice: DiceSource, answers: Mapping[str, Given] | None = None
) -> Finished[VerdictType]:
    """Throw all dice; questions get the answers given, else the usual ones."""
    result = advance(start, answers or {}, dice, usual=True)
    assert isinstance(result, Finished)  # noqa: S101 - dice and usual answers leave nothing to ask
    return result


def ask(start: Start[VerdictType], answers: Mapping[str, Given]) -> Asking[VerdictType] | Finished[VerdictType]:
    """Given the answers so far, return the next request or the verdict."""
    return advance(start, answers)


def replay(start: Start[VerdictType], recorded: Sequence[tuple[str, Any]]) -> Finished[VerdictType]:
    """Run a rule from a record; a key or shape that no longer fits is refused, so that a changed rule fails loudly."""
    result = advance(start, {key: Given(value) for key, value in recorded})
    if isinstance(result, Asking):
        raise Refusal([Problem(result.key, Message.of("kernel.replay.unanswered", key=result.key))])
    asked = [step.key for step in result.steps]
    for (key, _), expected in zip(recorded, asked, strict=False):
        if key != expected:
            raise Refusal([Problem(key, Message.of("kernel.replay.other_key", key=key, expected=expected))])
    if len(recorded) > len(asked):
        key = recorded[len(asked)][0]
        raise Refusal([Problem(key, Message.of("kernel.replay.not_asked", key=key))])
    return result


__all__ = [
    "Asking", "Choose", "DiceSource", "Finished", "Given", "KeyNumbers", "Observe", "Start", "Step", "advance", "ask", "replay", "throw",
]  # fmt: skip
