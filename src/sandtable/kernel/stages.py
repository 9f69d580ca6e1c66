"""Rules of several steps: each is handed a small state and returns the next one.

A rule that throws, then throws again for what is left, comes to the same places by many ways. Written as one generator it has to be
followed along each of them; written in stages it is followed from each distinct state once, because all that a later stage may know
of an earlier one is the state it was handed. Throwing, asking and replaying play the stages one after the other.

    def volley(situation, tables):
        hit_dice, target = ...                             # made ready once, whatever is thrown

        def hits(_):
            return (yield hit_dice)

        def saved(hits):
            killed = yield target.saves(hits)
            return killed if killed else VolleyVerdict(0)  # a verdict ends the rule: the stages after it are left out

        return Staged(None, hits, saved, deserting)

States are compared: give them what later stages need, and no more. What is only told later belongs into a field that is not compared.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Hashable
from typing import Any, Generic, TypeVar

from sandtable.kernel.requests import Dice, Question, Request
from sandtable.kernel.verdict import Verdict

Returned = TypeVar("Returned")
Stage = Callable[[Any], Any]  # from a state to a rule that returns the next one or the verdict, or to either at once


class Staged(Generic[Returned]):
    """A rule as a first state and the stages that lead from it to a verdict. A stage may itself be a rule in stages."""

    __slots__ = ("stages", "state")

    def __init__(self, state: Hashable, *stages: Stage) -> None:
        self.state = state
        self.stages = stages

    def __iter__(self) -> Generator[Request, Any, Returned]:
        """Play the stages one after the other, as a plain rule would go."""
        state: Any = self.state
        for stage in self.stages:
            state = stage(state)
            if is_rule(state):
                state = yield from state
            if isinstance(state, Verdict):
                break
        return state  # type: ignore[no-any-return]  # the last stage returns the verdict


def is_rule(result: Any) -> bool:
    """Whether what a stage returned is a rule still to be played, rather than a state or a verdict."""
    return isinstance(result, Generator | Staged)


class Repeated:
    """A stage that is played again and again, until its state says that it is done or it comes to a verdict."""

    __slots__ = ("done", "stage")

    def __init__(self, stage: Stage, done: Callable[[Any], bool]) -> None:
        self.stage, self.done = stage, done

    def __call__(self, state: Any) -> Generator[Request, Any, Any]:
        """Play it to its end."""
        while not self.done(state):
            state = self.stage(state)
            if is_rule(state):
                state = yield from state
            if isinstance(state, Verdict):
                break
        return state


class Throw:
    """A stage that throws dice and goes on by what they read: quicker to weigh than a rule, where there are many states.

    ``dice`` gives the throw of a state, None where there is none to make; ``then`` gives the next state or the verdict for a state and a
    reading, which is None where nothing was thrown.
    """

    __slots__ = ("request", "then")

    def __init__(self, dice: Callable[[Any], Dice | None], then: Callable[[Any, Any], Any]) -> None:
        self.request: Callable[[Any], Request | None] = dice
        self.then = then

    def __call__(self, state: Any) -> Generator[Request, Any, Any]:
        """Throw, and go on."""
        request = self.request(state)
        reading = None if request is None else (yield request)
        return self.then(state, reading)


class Ask(Throw):
    """A stage that asks one question and goes on by the answer, as ``Throw`` does by dice."""

    __slots__ = ()

    def __init__(self, question: Callable[[Any], Question | None], then: Callable[[Any, Any], Any]) -> None:
        self.request = question
        self.then = then
