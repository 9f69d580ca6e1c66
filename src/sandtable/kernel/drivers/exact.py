"""Exact odds: every possible answer, with its weight.

The rule is re-run once per distinct reading, not once per face, and continues along the first branch without starting again. A rule in
stages goes on once from every distinct state. Weights are integers until the end, where each verdict's share becomes one fraction.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from math import lcm
from typing import Any, Generic, cast

from sandtable.kernel.drivers.run import Given, Returned, Start, Step, _step, numbered
from sandtable.kernel.law import Law
from sandtable.kernel.requests import QUESTIONS, Dice, Question, Reading, Request, Weighed
from sandtable.kernel.stages import Repeated, Stage, Staged, Throw, is_rule
from sandtable.kernel.verdict import Outcome, Verdict

NOTHING_THROWN: Weighed = ((None, 1),)
NOTHING_SEEN = 0  # no key has come


@dataclass(frozen=True, slots=True)
class Exact(Generic[Returned]):
    """The law of what a rule returns, mostly its verdict, the questions whose usual answers it assumes, and every request met on the way."""

    law: Law[Returned]
    assumed: Mapping[str, Step]
    requests: Mapping[str, Request]  # by key, as first met

    def outcomes(self) -> list[tuple[Outcome, Fraction]]:
        """How it may end, as a player would tell it, in the order of the rows."""
        law: Law[Outcome] = self.law.project(lambda verdict: cast("Verdict", verdict).outcome())
        return sorted(law, key=lambda row: (row[0].order, row[0].key))


@dataclass(slots=True)
class _Branch:
    """A branch that waits: every reading up to it, dice and questions alike, and which keys have come."""

    readings: tuple[Reading, ...]
    seen: int
    weight: int
    of: int


# A verdict, or a state with the keys that had come by then: those of later stages are numbered on from there.
_End = tuple[Any, int]


class _Keys:
    """Small numbers for the keys seen so far and how often: they belong to every state, and states are compared all the time."""

    __slots__ = ("_after", "_counts", "_numbers", "requests")

    def __init__(self) -> None:
        self._counts: list[dict[str, int]] = [{}]
        self._numbers: dict[tuple[tuple[str, int], ...], int] = {(): NOTHING_SEEN}
        self._after: dict[tuple[int, str], tuple[str, int]] = {}
        self.requests: dict[str, Request] = {}  # by key, as first met

    def after(self, seen: int, request: Request) -> tuple[str, int]:
        """The key of a request that comes next, and the keys seen after it."""
        known = self._after.get((seen, request.key))
        if known is None:
            counts = self._counts[seen]
            count = counts.get(request.key, 0) + 1
            key = numbered(request.key, count)
            self.requests.setdefault(key, request)
            known = self._after[seen, request.key] = (key, self._number({**counts, request.key: count}))
        return known

    def _number(self, counts: dict[str, int]) -> int:
        number = self._numbers.setdefault(tuple(counts.items()), len(self._counts))
        if number == len(self._counts):
            self._counts.append(counts)
        return number


@dataclass(frozen=True, slots=True)
class _Ends:
    """What a rule or a part of it can come to, with whole-number weights over a denominator."""

    counts: Mapping[_End, int]
    of: int


class _Scales:
    """Ends gathered by denominator, and brought to a common one at the very end, so that all weights stay whole. Equal ends are merged."""

    __slots__ = ("_counts",)

    def __init__(self) -> None:
        self._counts: dict[int, dict[_End, int]] = {}

    def of(self, denominator: int) -> dict[_End, int]:
        """The ends with this denominator."""
        return self._counts.setdefault(denominator, {})

    def add_end(self, end: _End, weight: int, denominator: int) -> None:
        """Count one more way to an end."""
        counts = self._counts.setdefault(denominator, {})
        counts[end] = counts.get(end, 0) + weight

    def add_ends(self, ends: _Ends, weight: int = 1) -> None:
        """Count many ends, each with its weight times ``weight``."""
        if not ends.counts:
            return
        if weight == 1 and ends.of not in self._counts:
            self._counts[ends.of] = dict(ends.counts)  # copied without asking the ends for their hashes again
            return
        counts = self._counts.setdefault(ends.of, {})
        for end, share in ends.counts.items():
            counts[end] = counts.get(end, 0) + weight * share

    def over(self, denominator: int = 1) -> _Ends:
        """All ends together, over a common denominator times this one."""
        if len(self._counts) == 1:
            ((of, counts),) = self._counts.items()
            return _Ends(counts, of * denominator)
        common = lcm(*self._counts)
        together: dict[_End, int] = {}
        for of, counts in self._counts.items():
            scale = common // of
            for end, weight in counts.items():
                together[end] = together.get(end, 0) + scale * weight
        return _Ends(together, common * denominator)


def enumerate_exactly(start: Start[Returned], answers: Mapping[str, Given] | None = None) -> Exact[Returned]:
    """The exact law of a rule's verdict. Dice named in ``answers`` are fixed; questions get those answers or the usual ones."""
    search = _Search(answers or {})
    ends = search.ends(start(), start, NOTHING_SEEN)
    law: dict[Returned, int] = {}
    for (verdict, _), weight in ends.counts.items():
        law[verdict] = law.get(verdict, 0) + weight
    return Exact(Law.over(law, ends.of), search.assumed, search.keys.requests)


class _Search:
    """One enumeration: it remembers the laws of requests and the answers to questions that come again and again.

    A rule that hands out the same request object on every branch is spared its law and its reading from the second time on.
    """

    def __init__(self, given: Mapping[str, Given]) -> None:
        self.given = given
        self.keys = _Keys()
        self.assumed: dict[str, Step] = {}
        self.settled: dict[str, Step] = {}

    def ends(self, begun: Any, start: Callable[[], Any], seen: int) -> _Ends:
        """Everything a rule can come to, its keys numbered on from those seen before. ``begun`` is the rule, started once already."""
        if isinstance(begun, Staged):
            return self.ends_of_stages(begun, seen)
        return self.ends_of_branches(begun, start, seen) if is_rule(begun) else _Ends({(begun, seen): 1}, 1)

    def ends_of_stages(self, rule: Staged[Any], seen: int) -> _Ends:
        """Play stage after stage from every distinct state; a verdict is the end of its way."""
        ended = _Scales()
        reached = _Ends({(rule.state, seen): 1}, 1)
        for stage in rule.stages:
            over, reached = self.ends_of_stage(stage, reached)
            ended.add_ends(over)
        ended.add_ends(reached)
        return ended.over()

    def ends_of_stage(self, stage: Stage, states: _Ends) -> tuple[_Ends, _Ends]:
        """What a stage makes of some states: the verdicts among it, and the states for the next stage."""
        if not isinstance(stage, Repeated):
            return _verdicts_apart(self.after_stage(stage, states))
        ended, done = _Scales(), _Scales()
        while states.counts:
            ready, states = _parted(states, lambda end: stage.done(end[0]))
            over, states = _verdicts_apart(self.after_stage(stage.stage, states))
            done.add_ends(ready)
            ended.add_ends(over)
        return ended.over(), done.over()

    def after_stage(self, stage: Stage, states: _Ends) -> _Ends:
        """Play a stage once from every state."""
        if isinstance(stage, Throw):
            return self.after_throw(stage, states)
        scales = _Scales()
        for (state, seen), weight in states.counts.items():
            begun = stage(state)
            if is_rule(begun):
                scales.add_ends(self.ends(begun, partial(stage, state), seen), weight)
            else:
                scales.add_end((begun, NOTHING_SEEN if isinstance(begun, Verdict) else seen), weight, 1)
        return scales.over(states.of)

    def after_throw(self, stage: Throw, states: _Ends) -> _Ends:
        """Throw, or ask, once from every state."""
        scales = _Scales()
        for (state, seen), weight in states.counts.items():
            law, seen_after = self.readings(stage.request(state), seen)
            counts = scales.of(law[0][1] if len(law) == 1 else sum([share for _, share in law]))
            for reading, share in law:
                following = stage.then(state, reading)
                end = (following, NOTHING_SEEN if isinstance(following, Verdict) else seen_after)
                counts[end] = counts.get(end, 0) + weight * share
        return scales.over(states.of)

    def readings(self, request: Request | None, seen: int) -> tuple[Weighed, int]:
        """What a request can bring, one thing only where dice are told or a question is asked, and the keys seen after it."""
        if request is None:
            return NOTHING_THROWN, seen
        key, seen_after = self.keys.after(seen, request)
        if isinstance(request, QUESTIONS):
            return ((self.answer_to(key, request), 1),), seen_after
        law = ((_step(key, request, self.given[key]).reading, 1),) if key in self.given else request.law()
        return law, seen_after

    def ends_of_branches(self, begun: Any, start: Callable[[], Any], seen: int) -> _Ends:
        """Follow every branch of a plain rule to its end. What was begun is the first branch."""
        waiting = [_Branch((), seen, 1, 1)]
        scales = _Scales()
        rule = begun
        while waiting:
            branch = waiting.pop()
            end = self.end_of(rule or start(), branch, waiting)
            rule = None
            scales.add_end(end, branch.weight, branch.of)
        return scales.over()

    def end_of(self, rule: Any, branch: _Branch, waiting: list[_Branch]) -> _End:
        """Run one branch to its end, leaving its siblings in ``waiting``."""
        seen = branch.seen
        try:
            request = next(rule)
            for known in branch.readings:  # the way to the branch is known: nothing is asked, numbered or read again
                request = rule.send(known)
            readings = list(branch.readings)
            while True:
                key, seen = self.keys.after(seen, request)
                if isinstance(request, QUESTIONS):
                    reading = self.answer_to(key, request)
                elif key in self.given:
                    reading = _step(key, request, self.given[key]).reading
                else:
                    reading = _split(request, branch, readings, seen, waiting)
                readings.append(reading)
                request = rule.send(reading)
        except StopIteration as stop:
            return stop.value, NOTHING_SEEN if isinstance(stop.value, Verdict) else seen

    def answer_to(self, key: str, request: Question) -> Reading:
        """The answer to a question: as given, else the usual one, which is then assumed."""
        step = self.settled.get(key)
        if step is None or step.request is not request:
            step = self.settled[key] = _step(key, request, self.given.get(key) or Given(request.usual, "usual"))
            if step.by == "usual":
                self.assumed[key] = step
        return step.reading


def _split(request: Dice, branch: _Branch, readings: list[Reading], seen: int, waiting: list[_Branch]) -> Reading:
    """Take the first reading into this branch; queue the others."""
    (first, first_weight), *others = request.law()
    of = branch.of * (first_weight + sum([weight for _, weight in others]))
    waiting += [_Branch((*readings, reading), seen, branch.weight * weight, of) for reading, weight in others]
    branch.weight *= first_weight
    branch.of = of
    return first


def _verdicts_apart(ends: _Ends) -> tuple[_Ends, _Ends]:
    return _parted(ends, lambda end: isinstance(end[0], Verdict))


def _parted(ends: _Ends, chosen: Callable[[_End], bool]) -> tuple[_Ends, _Ends]:
    """Those chosen and those that are left."""
    none = _Ends({}, ends.of)
    picked = [chosen(end) for end in ends.counts]
    if not any(picked):
        return none, ends
    if all(picked):
        return ends, none
    taken: dict[_End, int] = {}
    left: dict[_End, int] = {}
    for (end, weight), pick in zip(ends.counts.items(), picked, strict=True):
        (taken if pick else left)[end] = weight
    return _Ends(taken, ends.of), _Ends(left, ends.of)
