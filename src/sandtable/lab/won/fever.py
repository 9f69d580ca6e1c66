"""The fever chart of a battle: the chance to win after each order that was looked into, with its interval, and what moved it most."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from math import sqrt
from statistics import NormalDist
from typing import Literal

from sandtable.battle.matches.match import Failure, Record
from sandtable.battle.matches.shares import Interval
from sandtable.battle.seat import Role
from sandtable.lab.numbers.shares import Share
from sandtable.lab.questions.balance import worth
from sandtable.lab.won.branches import Spot, read_branch
from sandtable.lab.won.moments import Moment, Played
from sandtable.lab.won.plan import FRESH

LISTED = 5
MAY_MISS = 0.1  # how often one of the intervals of a battle's steps may miss the truth
LEAST_SOLID = 2  # so many have to stand out, or nothing does
Kind = Literal["order", "throw"]


@dataclass(frozen=True, slots=True)
class Point:
    """The chance after an order: the mean of the battles that were played on from there, and its 95% interval."""

    place: int
    chance: float
    low: float
    high: float
    battles: int


@dataclass(frozen=True, slots=True)
class Step:
    """What an order, or its dice, moved the chance by, on fresh battles; hollow where that may be chance: its interval holds nought.

    In 90 of 100 battles that are looked into the intervals of all their steps hold the truth: of many steps some would stand out by chance.
    """

    kind: Kind
    place: int
    moved: float
    low: float
    high: float
    battles: int

    @property
    def solid(self) -> bool:
        """Whether the step is more than chance."""
        return self.low > 0 or self.high < 0


@dataclass(frozen=True)
class Fever:
    """What branches of a battle say, for one side."""

    played: Played
    side: Role
    records: tuple[Record, ...]
    failures: tuple[Failure, ...] = ()

    @cached_property
    def values(self) -> dict[Spot, dict[str, float]]:
        """What the branches of every spot were worth to the side, by their seeds."""
        found: dict[Spot, dict[str, float]] = {}
        for record in self.records:
            spot, seed = read_branch(record.seed)
            found.setdefault(spot, {})[seed] = worth(record, self.side)
        return found

    @property
    def moments(self) -> Sequence[Moment]:
        """The moments of the battle."""
        return self.played.moments

    @cached_property
    def ended(self) -> float | None:
        """What the battle itself was worth, if it is over."""
        result = self.played.result
        return None if result is None else 0.5 if result.winner is None else float(result.winner == self.side)

    @cached_property
    def points(self) -> tuple[Point, ...]:
        """The chart, from the start on; the end of a battle that is over is what it was."""
        known = sorted((spot.place, list(found.values())) for spot, found in self.values.items() if not spot.given)
        last = len(self.moments) - 1
        points = [_point(place, found) for place, found in known if self.ended is None or place != last]
        if self.ended is not None:
            points.append(Point(last, self.ended, self.ended, self.ended, 0))
        return tuple(points)

    def _fresh(self, spot: Spot) -> dict[str, float]:
        """What fresh branches of a spot were worth; the end of the battle is worth what it was worth, whatever the seed."""
        return {seed: value for seed, value in self.values.get(spot, {}).items() if int(seed) >= FRESH}

    @cached_property
    def steps(self) -> tuple[Step, ...]:
        """All steps that were measured: of an order with dice both what it was worth to give it, and what its dice brought."""
        found = [
            (kind, place, both)
            for place in range(1, len(self.moments))
            for kind, before, after in self._halves(place)
            if (both := _differences(self._fresh(before), self._fresh(after)))
        ]
        reach = NormalDist().inv_cdf(1 - MAY_MISS / 2 / max(1, len(found)))
        return tuple(_step(kind, place, both, reach) for kind, place, both in found)

    def _halves(self, place: int) -> tuple[tuple[Kind, Spot, Spot], ...]:
        """An order without dice is one step; one with dice is first given, then thrown for."""
        before, after, given = Spot(place - 1), Spot(place), Spot(place, given=True)
        if not self.moments[place].dice:
            return (("order", before, after),)
        return ("order", before, given), ("throw", given, after)

    def most(self, kind: Kind) -> tuple[Step, ...]:
        """The five orders, or throws, that moved it most, in the order of play."""
        told = sorted((one for one in self.steps if one.kind == kind and one.moved), key=lambda one: -abs(one.moved))
        return tuple(sorted(told[:LISTED], key=lambda one: one.place))

    @property
    def stands_out(self) -> bool:
        """Whether enough of what is listed is more than chance."""
        return sum(one.solid for one in (*self.most("order"), *self.most("throw"))) >= LEAST_SOLID

    @property
    def best(self) -> Point | None:
        """Where the side that lost stood best, or the winner worst: the place where it could have gone otherwise."""
        open_ = [one for one in self.points if one.battles]
        if not open_:
            return None
        lost = self.ended is not None and self.ended < 0.5  # noqa: PLR2004 - half is a draw
        return max(open_, key=lambda one: one.chance if lost else -one.chance)

    @cached_property
    def turning_point(self) -> Point | None:
        """The first point from which on the winner was never again below half."""
        if self.ended is None or self.ended == 0.5:  # noqa: PLR2004 - as above
            return None
        won = self.ended > 0.5  # noqa: PLR2004 - as above
        found = None
        for point in reversed(self.points):
            if (point.chance > 0.5) != won:  # noqa: PLR2004 - as above
                break
            found = point
        return found


def _point(place: int, values: list[float]) -> Point:
    share = Share(sum(values), len(values))
    low, high = share.interval
    return Point(place, share.part, low, high, len(values))


def _differences(before: dict[str, float], after: dict[str, float]) -> list[float]:
    """What the branches that both have by their seeds differ by."""
    return [after[seed] - before[seed] for seed in before if seed in after]


def _step(kind: Kind, place: int, differences: Sequence[float], reach: float) -> Step:
    low, high = mean_interval(differences, reach)
    return Step(kind, place, sum(differences) / len(differences), low, high, len(differences))


def mean_interval(differences: Sequence[float], reach: float) -> Interval:
    """The interval of a mean difference of pairs, so many standard deviations either way.

    One more pair either way keeps it honest where nearly all are alike.
    """
    told = [*differences, 1.0, -1.0]
    mean = sum(told) / len(told)
    spread = sqrt(sum((one - mean) ** 2 for one in told) / (len(told) - 1) / len(told))
    return mean - reach * spread, mean + reach * spread
