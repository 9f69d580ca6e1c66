"""What a move comes to: its cost, its end, and what forbids it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import accumulate

from sandtable.geometry.around import COARSE, Around, Hindrance, first_time, hindrance
from sandtable.geometry.compiled.hindering import AT_THE_END, hindering
from sandtable.geometry.compiled.layout import Leg, Numbers
from sandtable.geometry.compiled.rounding import whole
from sandtable.geometry.compiled.walking import pay_leg
from sandtable.geometry.footprint import Footprint
from sandtable.geometry.going import Going, Ground, laid_out
from sandtable.geometry.measure import Length, Point, Pose


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


def paid(
    spent: Sequence[Sequence[float]],
    budget: Length | None,
    end: Footprint,
    hindrances: tuple[Hindrance, ...],
    trail: tuple[Pose, ...],
) -> Walk:
    """A walk whose legs cost each base so much."""
    marks = [0]
    if spent:
        legs_of_bases = list(zip(*spent, strict=True))
        marks += map(whole, accumulate(max(legs_of_bases, key=_in_order)))
    if budget is not None and marks[-1] > budget:
        hindrances = (*hindrances, Hindrance("budget", None, trail[-1].point))
    legs = tuple([marks[number + 1] - marks[number] for number in range(len(spent))])
    return Walk(marks[-1], legs, end, hindrances, trail)


def _in_order(costs: Iterable[float]) -> float:
    """Costs added up one after the other: a sum that rounds as it likes might call another base the dearest."""
    total = 0.0
    for cost in costs:
        total += cost
    return total


def leg_costs(quads: Numbers, here: Point | Pose, dx: float, dy: float, factor: float, ground: Ground) -> Numbers:
    """What a straight leg from where the anchor is costs each base."""
    return pay_leg(quads, Leg(float(here.x), float(here.y), float(dx), float(dy)), factor, ground.fields)


class Hindrances:
    """The hindrances of a move as they are met, each of them once."""

    def __init__(self, going: Going, around: Around, radius: float) -> None:
        self.ground = laid_out(around.terrain, going)
        self.scene = around.scene(going)
        self.radius = radius
        self.zone, self.clear = around.zones
        self._met: dict[tuple[str, str | int | None], Hindrance] = {}

    @property
    def all(self) -> tuple[Hindrance, ...]:
        """What was met, in the order in which it was."""
        return tuple(self._met.values())

    def add(self, hindrance: Hindrance) -> None:
        """Add a hindrance, unless it was met before."""
        self._met.setdefault((hindrance.cause, hindrance.feature), hindrance)

    def leg(self, quads: Numbers, here: Pose, dx: float, dy: float, last: bool) -> None:
        """Add what hinders a unit on a straight leg from a place and, on the last one, from standing at its end."""
        leg = Leg(float(here.x), float(here.y), float(dx), float(dy))
        found = hindering(quads, self.radius, leg, self.zone, self.clear if last else -1.0, self.scene)
        self.rows(quads, leg, found.tolist())

    def rows(self, quads: Numbers, leg: Leg, found: Iterable[Sequence[float]]) -> None:
        """Add what the compiled loops have found on a leg: rows of cause, which, stage."""
        for cause, which, stage in found:
            share = 1.0
            if stage != AT_THE_END:
                share = first_time(lambda t: self._is_met(quads, leg, t, (cause, which)), COARSE)  # noqa: B023 - at once
            at = Point(whole(leg.x + share * leg.vx), whole(leg.y + share * leg.vy))
            self.add(hindrance(int(cause), int(which), self.ground, at))

    def _is_met(self, quads: Numbers, leg: Leg, share: float, what: tuple[float, float]) -> bool:
        first = leg._replace(vx=share * leg.vx, vy=share * leg.vy)
        found = hindering(quads, self.radius, first, self.zone, -1.0, self.scene)
        return any((cause, which) == what for cause, which, _ in found.tolist())
