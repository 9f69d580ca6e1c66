"""Exact odds: every possible answer, with its weight.

The rule is re-run once per distinct reading, not once per face, and continues along the first branch without starting again.
Weights are integers until the end, where each verdict's share becomes one fraction.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import lcm
from typing import Generic

from sandtable.kernel.drivers.run import Given, KeyNumbers, Start, Step, _step
from sandtable.kernel.law import Law
from sandtable.kernel.requests import Choose, Observe, Reading, Request
from sandtable.kernel.verdict import VerdictType


@dataclass(frozen=True, slots=True)
class Exact(Generic[VerdictType]):
    """The law of a rule's verdict, the questions whose usual answers it assumes, and every request met on the way."""

    law: Law[VerdictType]
    assumed: Mapping[str, Step]
    requests: Mapping[str, Request]  # by key, as first met


@dataclass(slots=True)
class _Branch:
    """A branch that waits: every reading up to it, dice and questions alike, and how often each key has come."""

    readings: tuple[Reading, ...]
    seen: dict[str, int]
    weight: int
    of: int


def enumerate_exactly(start: Start[VerdictType], answers: Mapping[str, Given] | None = None) -> Exact[VerdictType]:
    """The exact law of a rule's verdict. Dice named in ``answers`` are fixed; questions get those answers or the usual ones."""
    given = answers or {}
    weights: dict[VerdictType, dict[int, int]] = {}
    assumed: dict[str, Step] = {}
    requests: dict[str, Request] = {}
    settled: dict[str, Step] = {}
    waiting = [_Branch((), {}, 1, 1)]
    while waiting:
        branch = waiting.pop()
        verdict = _follow(start, branch, given, waiting, assumed, requests, settled)
        shares = weights.setdefault(verdict, {})
        shares[branch.of] = shares.get(branch.of, 0) + branch.weight
    return Exact(_law(weights), assumed, requests)


def _follow(
    start: Start[VerdictType],
    branch: _Branch,
    given: Mapping[str, Given],
    waiting: list[_Branch],
    assumed: dict[str, Step],
    requests: dict[str, Request],
    settled: dict[str, Step],
) -> VerdictType:
    """Run one branch to its verdict, leaving its siblings in ``waiting``."""
    rule = start()
    keys = KeyNumbers(branch.seen)
    readings = list(branch.readings)
    try:
        request = next(rule)
        for known in branch.readings:  # the way to the branch is known: nothing is asked, numbered or read again
            request = rule.send(known)
        while True:
            key = keys.key(request)
            requests.setdefault(key, request)
            reading: Reading
            if isinstance(request, Choose | Observe):
                step = settled.get(key)
                if step is None or step.request is not request:  # a rule that keeps its questions is spared the work
                    step = settled[key] = _step(key, request, given.get(key) or Given(request.usual, "usual"))
                    if step.by == "usual":
                        assumed[key] = step
                reading = step.reading
            elif key in given:
                reading = _step(key, request, given[key]).reading
            else:
                reading = _split(request.law(), branch, readings, keys.seen(), waiting)
            readings.append(reading)
            request = rule.send(reading)
    except StopIteration as stop:
        verdict: VerdictType = stop.value
        return verdict


def _split(
    law: list[tuple[Reading, int]],
    branch: _Branch,
    readings: list[Reading],
    seen: dict[str, int],
    waiting: list[_Branch],
) -> Reading:
    """Take the first reading into this branch; queue the others."""
    total = sum(weight for _, weight in law)
    (first, first_weight), *others = law
    of = branch.of * total
    for reading, weight in others:
        waiting.append(_Branch((*readings, reading), seen, branch.weight * weight, of))
    branch.weight *= first_weight
    branch.of = of
    return first


def _law(weights: Mapping[VerdictType, Mapping[int, int]]) -> Law[VerdictType]:
    """One denominator for all branches, so that what is asked of the law later adds whole numbers."""
    common = lcm(*{of for shares in weights.values() for of in shares})
    counts = {
        verdict: sum(weight * (common // of) for of, weight in shares.items()) for verdict, shares in weights.items()
    }
    return Law.over(counts, common)
