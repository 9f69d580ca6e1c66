"""Exact odds: every possible answer, with its weight.

The rule is re-run once per distinct reading, not once per face, and continues along the first branch without starting again.
Weights are integers until the end, where each verdict's share becomes one fraction.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import lcm
from typing import Generic, TypeVar

from sandtable.kernel.drivers.run import Given, KeyNumbers, Start, Step, _step
from sandtable.kernel.law import Law
from sandtable.kernel.requests import QUESTIONS, Dice, Question, Reading, Request
from sandtable.kernel.verdict import Outcome, Verdict, VerdictType

Opening = TypeVar("Opening", bound=Verdict)


@dataclass(frozen=True, slots=True)
class Exact(Generic[VerdictType]):
    """The law of a rule's verdict, the questions whose usual answers it assumes, and every request met on the way."""

    law: Law[VerdictType]
    assumed: Mapping[str, Step]
    requests: Mapping[str, Request]  # by key, as first met

    def outcomes(self) -> list[tuple[Outcome, Fraction]]:
        """How it may end, as a player would tell it, in the order of the rows."""
        law = self.law.project(lambda verdict: verdict.outcome())
        return sorted(law, key=lambda row: (row[0].order, row[0].key))


@dataclass(slots=True)
class _Branch:
    """A branch that waits: every reading up to it, dice and questions alike, and how often each key has come."""

    readings: tuple[Reading, ...]
    seen: dict[str, int]
    weight: int
    of: int


def enumerate_exactly(start: Start[VerdictType], answers: Mapping[str, Given] | None = None) -> Exact[VerdictType]:
    """The exact law of a rule's verdict. Dice named in ``answers`` are fixed; questions get those answers or the usual ones."""
    return _Search(start, answers or {}).exact()


def enumerate_in_stages(
    first: Start[Opening], then: Callable[[Opening], Exact[VerdictType]], answers: Mapping[str, Given] | None = None
) -> Exact[VerdictType]:
    """The exact law of a rule in two parts, the second resting on nothing but what the first returns: ways through the first
    that come to the same are gone on from once. No key may come in both parts, since each numbers its own. ``then`` gives the
    law of the second part, which may have stages of its own.
    """
    opening = enumerate_exactly(first, answers)
    weights: dict[VerdictType, dict[int, int]] = {}
    assumed, requests = dict(opening.assumed), dict(opening.requests)
    for come_to, weight in opening.law.counts():
        rest = then(come_to)
        of = opening.law.of * rest.law.of
        for verdict, share in rest.law.counts():
            shares = weights.setdefault(verdict, {})
            shares[of] = shares.get(of, 0) + weight * share
        assumed |= rest.assumed
        requests |= {key: request for key, request in rest.requests.items() if key not in requests}
    return Exact(_law(weights), assumed, requests)


class _Search(Generic[VerdictType]):
    """One enumeration: the branches still to follow, and what is known of questions that come again and again.

    A rule that hands out the same request object on every branch is spared its law and its reading from the second time on.
    """

    def __init__(self, start: Start[VerdictType], given: Mapping[str, Given]) -> None:
        self.start = start
        self.given = given
        self.waiting = [_Branch((), {}, 1, 1)]
        self.assumed: dict[str, Step] = {}
        self.requests: dict[str, Request] = {}
        self.settled: dict[str, Step] = {}

    def exact(self) -> Exact[VerdictType]:
        """Follow every branch to its verdict."""
        weights: dict[VerdictType, dict[int, int]] = {}
        while self.waiting:
            branch = self.waiting.pop()
            shares = weights.setdefault(self.verdict_of(branch), {})
            shares[branch.of] = shares.get(branch.of, 0) + branch.weight
        return Exact(_law(weights), self.assumed, self.requests)

    def verdict_of(self, branch: _Branch) -> VerdictType:
        """Run one branch to its verdict, leaving its siblings in ``waiting``."""
        rule = self.start()
        try:
            request = next(rule)
            for known in branch.readings:  # the way to the branch is known: nothing is asked, numbered or read again
                request = rule.send(known)
            keys = KeyNumbers(branch.seen)
            readings = list(branch.readings)
            while True:
                key = keys.key(request)
                self.requests.setdefault(key, request)
                if isinstance(request, QUESTIONS):
                    reading = self.settled_question(key, request)
                elif key in self.given:
                    reading = _step(key, request, self.given[key]).reading
                else:
                    reading = self.split(request, branch, readings, keys)
                readings.append(reading)
                request = rule.send(reading)
        except StopIteration as stop:
            verdict: VerdictType = stop.value
            return verdict

    def settled_question(self, key: str, request: Question) -> Reading:
        """The answer to a question: as given, else the usual one, which is then assumed."""
        step = self.settled.get(key)
        if step is None or step.request is not request:
            step = self.settled[key] = _step(key, request, self.given.get(key) or Given(request.usual, "usual"))
            if step.by == "usual":
                self.assumed[key] = step
        return step.reading

    def split(self, request: Dice, branch: _Branch, readings: list[Reading], keys: KeyNumbers) -> Reading:
        """Take the first reading into this branch; queue the others."""
        (first, first_weight), *others = request.law()
        of = branch.of * (first_weight + sum([weight for _, weight in others]))
        seen = keys.seen() if others else {}
        self.waiting += [_Branch((*readings, reading), seen, branch.weight * weight, of) for reading, weight in others]
        branch.weight *= first_weight
        branch.of = of
        return first


def _law(weights: Mapping[VerdictType, Mapping[int, int]]) -> Law[VerdictType]:
    """One denominator for all branches, so that what is asked of the law later adds whole numbers."""
    scales = {of for shares in weights.values() for of in shares}
    common = lcm(*scales)
    if len(scales) == 1:
        return Law.over({verdict: shares[common] for verdict, shares in weights.items()}, common)
    counts = {
        verdict: sum(weight * (common // of) for of, weight in shares.items()) for verdict, shares in weights.items()
    }
    return Law.over(counts, common)
