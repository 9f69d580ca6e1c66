"""Which branches are worth playing: few everywhere, more where the chance turns, and fresh ones for the steps that seem to matter.

A plan is made of rounds. Each follows from what the rounds before it came to and from nothing else, so a run that was interrupted goes on
as if it had not been, and many processes come to the same as one.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import sqrt

from sandtable.lab.won.branches import Spot
from sandtable.lab.won.moments import Moment

FEWEST = 12  # battles at a spot, whatever was asked for
EIGHTH = 8  # a spot gets so small a part of the battles, until it is found to matter
MOST_FIRST = 20  # spots of the first round, starts of turns among them
MOST_SPOTS = 44  # before those that are measured
LEAST_STEP = 0.08  # a smaller change between two spots is not looked into
CANDIDATES = 7  # steps that are measured with fresh battles
FRESH = 1_000_000  # where their seeds begin
ROUNDS = 7  # of looking closer: the widest gap is halved so often that one order is left

Values = Mapping[Spot, Sequence[float]]  # what the branches of each spot were worth, in the order of their seeds


@dataclass(frozen=True, slots=True)
class Round:
    """Branches that are played next: so many of each spot, with seeds from a first one on."""

    spots: tuple[Spot, ...]
    first: int
    battles: int

    def branches(self) -> Iterable[str]:
        """The names of its branches, seed by seed, so that a run that is stopped knows a little of every spot."""
        return (spot.branch(self.first + number) for number in range(self.battles) for spot in self.spots)

    @property
    def size(self) -> int:
        """How many branches there are."""
        return len(self.spots) * self.battles


@dataclass(frozen=True, slots=True)
class Plan:
    """How the moments of one battle are looked into with so many battles; ``over``: the last one needs none."""

    moments: Sequence[Moment]
    battles: int
    over: bool = True

    @property
    def few(self) -> int:
        """Battles at a spot before it is found to matter."""
        return max(FEWEST, self.battles // EIGHTH)

    @property
    def last(self) -> int:
        """The place of the last moment."""
        return len(self.moments) - 1

    @property
    def _open(self) -> range:
        """The places that are played on from."""
        return range(self.last if self.over else self.last + 1)

    def first_round(self) -> Round:
        """The start, the start of every turn, and places evenly between them."""
        turns = [at for at in self._open if at == 0 or self._turn_after(at) != self._turn_after(at - 1)]
        places = set(turns[:MOST_FIRST])
        step = max(1, -(-len(self._open) // max(1, MOST_FIRST - len(places))))
        places |= set(self._open[::step])
        places |= {self._open[-1]} if self._open else set()
        return Round(tuple(Spot(at) for at in sorted(places)), 0, self.few)

    def _turn_after(self, place: int) -> int:
        """The turn of the order that follows a place."""
        return self.moments[min(place + 1, self.last)].turn

    def closer_round(self, values: Values) -> Round | None:
        """The middles of gaps over which the chance changes by more than chance itself does; none where there is nothing to halve."""
        known = sorted(spot.place for spot in values if not spot.given)
        room = MOST_SPOTS - len(known)
        gaps = [(abs(_moved(values, a, b)), a, b) for a, b in pairwise(known) if b - a > 1]
        wide = sorted((gap for gap in gaps if gap[0] >= _least(values, gap[1], gap[2])), reverse=True)[: max(0, room)]
        spots = tuple(sorted(Spot(self._middle(a, b)) for _, a, b in wide))
        return Round(spots, 0, self.few) if spots else None

    def _middle(self, a: int, b: int) -> int:
        """The place in the middle of a gap; one beside it, where that is after a throw."""
        middle = (a + b) // 2
        near = [at for at in (middle, middle + 1, middle - 1) if a < at < b and self.moments[at].dice]
        return near[0] if near else middle

    def measuring_round(self, values: Values) -> Round | None:
        """The steps of a single order that seem to matter most, with fresh battles: before it, given with other dice, after it."""
        places = candidates(values, self.last if self.over else None)
        spots: set[Spot] = set()
        for place in places:
            spots |= {Spot(place - 1), Spot(place)} | ({Spot(place, given=True)} if self.moments[place].dice else set())
        if self.over:
            spots.discard(Spot(self.last))
        return Round(tuple(sorted(spots)), FRESH, self.battles) if spots else None

    def of_place(self, place: int) -> Round:
        """A round that measures one moment alone."""
        spots = {Spot(place)} | ({Spot(place - 1)} if place else set())
        spots |= {Spot(place, given=True)} if self.moments[place].dice else set()
        if self.over:
            spots.discard(Spot(self.last))
        return Round(tuple(sorted(spots)), FRESH, self.battles)


def candidates(values: Values, end: int | None) -> list[int]:
    """The places whose one order moved the chance most, as far as few battles tell; ``end`` is the last moment of a battle that is over."""
    known = {spot.place for spot in values if not spot.given}
    steps = [(abs(_moved(values, at - 1, at)), at) for at in known if at - 1 in known and at != end]
    return sorted(place for moved, place in sorted(steps, reverse=True)[:CANDIDATES] if moved)


def _mean(values: Values, place: int) -> float:
    found = values[Spot(place)]
    return sum(found) / len(found) if found else 0.5


def _moved(values: Values, a: int, b: int) -> float:
    return _mean(values, b) - _mean(values, a)


def _least(values: Values, a: int, b: int) -> float:
    """What a change has to be to be more than chance: one standard deviation of it, and not too small."""
    spread = sum(
        max(_mean(values, at) * (1 - _mean(values, at)), 0.02) / max(1, len(values[Spot(at)])) for at in (a, b)
    )
    return max(LEAST_STEP, sqrt(spread))
