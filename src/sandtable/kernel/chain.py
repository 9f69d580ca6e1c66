"""Chains of steps that come to an end: from every place the places it may lead to, with exact weights.

A duel is one: what stands after each shot is a place, and equal places are one, however many ways lead there. A chain is asked how
things stand after so many steps (``walk``), and how all of it ends (``ends``). Where a chain comes back to where it was, each knot of
places that lead to each other is solved by taking one place after the other out of it, and nothing is ever subtracted: the numbers
are fractions, or, in a knot too large for them, floats that lose no digits, whose balance is checked.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Hashable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import lcm
from typing import Generic, TypeVar

from sandtable.kernel.law import Law

Place = TypeVar("Place", bound=Hashable)
Number = Fraction | float
Moves = tuple[int, tuple[tuple[int, int], ...]]  # the denominator, then places by their numbers with their weights
LARGEST_EXACT_KNOT = 60  # places that lead to each other and are still solved in fractions
UNBALANCED = 1e-9  # more than this must not be missing between what comes into a place and what leaves it


class TooManyPlacesError(Exception):
    """A chain that goes on to more places than anybody can wait for."""


class UnbalancedError(ArithmeticError):
    """Floats that do not add up: an answer that must not be given."""


@dataclass(frozen=True, slots=True)
class Spread:
    """Where a chain may be after so many steps: places by their numbers, with whole-number weights over one denominator."""

    counts: Mapping[int, int]
    ended: Mapping[int, int]
    of: int


@dataclass(frozen=True, slots=True)
class Ends(Generic[Place]):
    """How a chain ends at last, how often each place before that is passed, and how likely it never ends.

    ``exact`` says that all of it are fractions; else ``missing`` is the largest gap between what comes into a place and what leaves it.
    """

    chances: Mapping[Place, Number]
    visits: Mapping[Place, Number]
    never: Number
    exact: bool
    missing: float = 0.0


class Chain(Generic[Place]):
    """A chain, worked out as far as somebody asks. ``step`` gives the law of what follows a place; none where it ends there."""

    def __init__(self, start: Place, step: Callable[[Place], Law[Place] | None]) -> None:
        self._step = step
        self.places: list[Place] = [start]
        self._numbers: dict[Place, int] = {start: 0}
        self._moves: dict[int, Moves | None] = {}

    def moves(self, number: int) -> Moves | None:
        """Where a place leads to; None from an end."""
        if number not in self._moves:
            law = self._step(self.places[number])
            self._moves[number] = None if law is None else self._numbered(law)
        return self._moves[number]

    def _numbered(self, law: Law[Place]) -> Moves:
        return law.of, tuple((self._number(place), weight) for place, weight in law.counts())

    def _number(self, place: Place) -> int:
        number = self._numbers.setdefault(place, len(self.places))
        if number == len(self.places):
            self.places.append(place)
        return number

    def walk(self, most: int) -> Iterator[Spread]:
        """Where it may be at the start and after each step; no further than to so many places."""
        going, ended, of = {0: 1}, dict[int, int](), 1
        while True:
            yield Spread(going, ended, of)
            going, ended, of = self._further(going, ended, of)
            if len(self.places) > most:
                raise TooManyPlacesError(most)

    def _further(
        self, going: Mapping[int, int], ended: Mapping[int, int], of: int
    ) -> tuple[dict[int, int], dict[int, int], int]:
        known = {number: self.moves(number) for number in going}
        scale = lcm(*(moves[0] for moves in known.values() if moves is not None))
        over = {number: count * scale for number, count in ended.items()}
        reached: dict[int, int] = {}
        for number, moves in known.items():
            if moves is None:
                over[number] = over.get(number, 0) + going[number] * scale
                continue
            share = going[number] * (scale // moves[0])
            for following, weight in moves[1]:
                reached[following] = reached.get(following, 0) + share * weight
        return reached, over, of * scale

    def ends(self, most: int) -> Ends[Place]:
        """How it ends at last; a chain with more than so many places is given up."""
        self._explore(most)
        solution = _Solution(self)
        visits = {self.places[number]: value for number, value in solution.visits.items()}
        chances = {self.places[number]: value for number, value in solution.chances.items()}
        return Ends(chances, visits, solution.never, solution.exact, solution.missing)

    def _explore(self, most: int) -> None:
        number = 0
        while number < len(self.places):
            self.moves(number)
            number += 1
            if len(self.places) > most:
                raise TooManyPlacesError(most)


class _Solution:
    """The flow through a chain that is known whole: one comes in at the start, and all of it leaves by the ends."""

    def __init__(self, chain: Chain[Place]) -> None:
        out = [chain.moves(number) for number in range(len(chain.places))]
        self.chances: dict[int, Number] = {}
        self.visits: dict[int, Number] = {}
        self.never: Number = Fraction(0)
        self.exact, self.missing = True, 0.0
        coming: dict[int, Number] = {0: Fraction(1)}
        for knot in _knots(out):
            own = {number: coming.pop(number) for number in knot if number in coming}
            if own:
                self._through(out, knot, own, coming)

    def _through(
        self, out: list[Moves | None], knot: list[int], own: Mapping[int, Number], coming: dict[int, Number]
    ) -> None:
        """Let what has come into a knot go through it."""
        if out[knot[0]] is None:
            self.chances[knot[0]] = own[knot[0]]
            return
        inside = set(knot)
        if all(following in inside for number in knot for following, _ in _leading(out, number)):
            self.never += sum(own.values(), Fraction(0))
            return
        passed = _passed(out, knot, own)
        self.visits |= passed
        self._check(out, own, passed)
        for number, times in passed.items():
            of = _denominator(out, number)
            for following, weight in _leading(out, number):
                if following not in inside:
                    coming[following] = coming.get(following, Fraction(0)) + times * Fraction(weight, of)

    def _check(self, out: list[Moves | None], own: Mapping[int, Number], passed: Mapping[int, Number]) -> None:
        """Whether what comes into each place is what passes through it; of fractions there is no doubt."""
        if all(isinstance(times, Fraction) for times in passed.values()):
            return
        self.exact = False
        balance = {number: own.get(number, Fraction(0)) - times for number, times in passed.items()}
        for number, times in passed.items():
            of = _denominator(out, number)
            for following, weight in _leading(out, number):
                if following in balance:
                    balance[following] += times * weight / of
        scale = max(1.0, *map(float, passed.values()))
        self.missing = max(self.missing, *(abs(float(gap)) / scale for gap in balance.values()))
        if self.missing > UNBALANCED:
            raise UnbalancedError(f"{self.missing} is missing")


def _leading(out: list[Moves | None], number: int) -> tuple[tuple[int, int], ...]:
    moves = out[number]
    return () if moves is None else moves[1]


def _denominator(out: list[Moves | None], number: int) -> int:
    moves = out[number]
    return 1 if moves is None else moves[0]


def _passed(out: list[Moves | None], knot: list[int], own: Mapping[int, Number]) -> dict[int, Number]:
    """How often each place of a knot is passed: places are taken out one by one, those with the fewest ways first, and put back in turn."""
    exact = len(knot) <= LARGEST_EXACT_KNOT and all(isinstance(share, Fraction) for share in own.values())
    nought: Number = Fraction(0) if exact else 0.0
    inside = set(knot)
    ways: dict[int, dict[int, Number]] = {number: {} for number in knot}  # to places of the knot, itself left out
    back: dict[int, set[int]] = {number: set() for number in knot}
    leaving: dict[int, Number] = dict.fromkeys(knot, nought)
    for number in knot:
        of = _denominator(out, number)
        for following, weight in _leading(out, number):
            share: Number = Fraction(weight, of) if exact else weight / of
            if following not in inside:
                leaving[number] += share
            elif following != number:
                ways[number][following] = ways[number].get(following, nought) + share
                back[following].add(number)
    into: dict[int, Number] = {number: own[number] if exact else float(own[number]) for number in own}
    taken: list[tuple[int, Number, dict[int, Number], Number]] = []
    left = set(knot)
    while left:
        number = min(left, key=lambda one: (len(ways[one]) * len(back[one]), one))
        left.remove(number)
        taken.append(_taken_out(number, ways, back, leaving, into, nought))
    passed: dict[int, Number] = {}
    for number, share, before, going_on in reversed(taken):
        passed[number] = (share + sum((passed[one] * way for one, way in before.items()), nought)) / going_on
    return passed


def _taken_out(
    number: int,
    ways: dict[int, dict[int, Number]],
    back: dict[int, set[int]],
    leaving: dict[int, Number],
    into: dict[int, Number],
    nought: Number,
) -> tuple[int, Number, dict[int, Number], Number]:
    """Take a place out of a knot: who came to it goes straight on to where it led. Returns what its own number is found from later."""
    onward, share = ways.pop(number), into.pop(number, nought)
    before = {one: ways[one].pop(number) for one in back.pop(number)}
    going_on = leaving[number] + sum(onward.values(), nought)
    for following, way in onward.items():
        back[following].discard(number)
        part = way / going_on
        if share:
            into[following] = into.get(following, nought) + share * part
        for one, first in before.items():
            if one != following:
                ways[one][following] = ways[one].get(following, nought) + first * part
                back[following].add(one)
    for one, first in before.items():
        leaving[one] += first * leaving[number] / going_on
    return number, share, before, going_on


def _knots(out: list[Moves | None]) -> list[list[int]]:
    """The places in knots of those that lead to each other, a knot before those it leads to (after Tarjan, without recursion)."""
    seen: dict[int, int] = {}
    lowest: dict[int, int] = {}
    waiting: list[int] = []
    held: set[int] = set()
    knots: deque[list[int]] = deque()
    for root in range(len(out)):
        if root in seen:
            continue
        path = [(root, iter(_leading(out, root)))]
        seen[root] = lowest[root] = len(seen)
        waiting.append(root)
        held.add(root)
        while path:
            number, following = path[-1]
            fresh = next((one for one, _ in following if _is_new(one, number, seen, lowest, held)), None)
            if fresh is not None:
                seen[fresh] = lowest[fresh] = len(seen)
                waiting.append(fresh)
                held.add(fresh)
                path.append((fresh, iter(_leading(out, fresh))))
                continue
            path.pop()
            if path:
                lowest[path[-1][0]] = min(lowest[path[-1][0]], lowest[number])
            if lowest[number] == seen[number]:
                knots.appendleft(_untied(number, waiting, held))
    return list(knots)


def _is_new(one: int, number: int, seen: dict[int, int], lowest: dict[int, int], held: set[int]) -> bool:
    if one not in seen:
        return True
    if one in held:
        lowest[number] = min(lowest[number], seen[one])
    return False


def _untied(number: int, waiting: list[int], held: set[int]) -> list[int]:
    knot: list[int] = []
    while not knot or knot[-1] != number:
        knot.append(waiting.pop())
        held.discard(knot[-1])
    return knot
