"""What a move comes to: its cost, its end, and what forbids it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import accumulate

from sandtable.geometry.around import COARSE, NOBODY, Around, Hindrance, first_time, hindrance
from sandtable.geometry.compiled.layout import Numbers
from sandtable.geometry.compiled.rounding import whole
from sandtable.geometry.compiled.walking import AT_THE_END, hindering, pay_leg
from sandtable.geometry.footprint import Footprint
from sandtable.geometry.going import Ground
from sandtable.geometry.measure import Length, Point, Pose

AT_END_ONLY = frozenset({"friend"})  # hindrances that a longer path may leave behind


@dataclass(frozen=True, slots=True)
class Walk:
    """A move: what it costs, what each leg of it costs the base that pays most, where it ends, what forbids it.

    The trail has every place and facing of the middle of the front: at the start, after each turn, after each leg.
    """

    cost: Length
    legs: tuple[Length, ...]
    end: Footprint
    hindrances: tuple[Hindrance, ...]
    trail: tuple[Pose, ...]

    @property
    def legal(self) -> bool:
        return not self.hindrances

    @property
    def passable(self) -> bool:
        """Whether nothing hinders it but that it ends on a friend."""
        return all(each.cause in AT_END_ONLY for each in self.hindrances)


def paid(
    spent: Sequence[Numbers],
    budget: Length | None,
    end: Footprint,
    found: tuple[Hindrance, ...],
    trail: tuple[Pose, ...],
) -> Walk:
    """A walk whose legs cost each base so much."""
    marks = [0]
    if spent:
        legs_of_bases = list(zip(*[leg.tolist() for leg in spent], strict=True))
        marks += map(whole, accumulate(max(legs_of_bases, key=_in_order)))
    if budget is not None and marks[-1] > budget:
        found = (*found, Hindrance("budget", None, trail[-1].point))
    legs = tuple([marks[number + 1] - marks[number] for number in range(len(spent))])
    return Walk(marks[-1], legs, end, found, trail)


def _in_order(costs: Iterable[float]) -> float:
    """Costs added up one after the other: a sum that rounds as it likes might call another base the dearest."""
    total = 0.0
    for cost in costs:
        total += cost
    return total


def leg_costs(quads: Numbers, here: Point | Pose, dx: float, dy: float, factor: float, ground: Ground) -> Numbers:
    """What a straight leg from where the anchor is costs each base."""
    costs: Numbers = pay_leg(quads, float(here.x), float(here.y), float(dx), float(dy), factor, ground.fields)
    return costs


class Told:
    """The hindrances of a move as they are met, each of them once."""

    def __init__(self, ground: Ground, around: Around, radius: float) -> None:
        self.ground = ground
        self.around = around
        self.radius = radius
        self.zone, self.clear = around.zones
        self.met: dict[tuple[str, str | int | None], Hindrance] = {}

    @property
    def hindrances(self) -> tuple[Hindrance, ...]:
        return tuple(self.met.values())

    def add(self, found: Hindrance) -> None:
        self.met.setdefault((found.cause, found.feature), found)

    def leg(self, quads: Numbers, here: Pose, dx: float, dy: float, last: bool) -> None:
        """What hinders a unit on a straight leg from a place and, on the last one, from standing at its end."""
        for cause, which, stage in self._found(quads, here, dx, dy, last).tolist():
            share = 1.0
            if stage != AT_THE_END:
                share = first_time(lambda t: self._met(quads, here, t * dx, t * dy, (cause, which)), COARSE)  # noqa: B023 - at once
            at = Point(whole(here.x + share * dx), whole(here.y + share * dy))
            self.add(hindrance(int(cause), int(which), self.ground, at))

    def _met(self, quads: Numbers, here: Pose, dx: float, dy: float, what: tuple[float, float]) -> bool:
        return any((cause, which) == what for cause, which, _ in self._found(quads, here, dx, dy, last=False).tolist())

    def _found(self, quads: Numbers, here: Pose, dx: float, dy: float, last: bool) -> Numbers:
        found: Numbers = hindering(
            quads, self.radius, float(here.x), float(here.y), float(dx), float(dy), self.zone,
            self.clear if last else -1.0, self.ground.fields, self.around.enemy_bases,
            self.around.friend_bases if last else NOBODY,
        )  # fmt: skip
        return found
