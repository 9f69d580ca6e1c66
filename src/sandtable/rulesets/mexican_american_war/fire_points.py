"""Fire points: who gives how many, which rockets count, and which lines of the firers hold for the whole shot (MAW-G.01 to MAW-G.05)."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from math import lcm
from typing import Any, NamedTuple

from sandtable.kernel.bands import farthest
from sandtable.kernel.dice import D10
from sandtable.kernel.messages import Message
from sandtable.kernel.requests import Band, Count
from sandtable.kernel.tables import Tables
from sandtable.kernel.tally import Modifier, Tally
from sandtable.rulesets.mexican_american_war.shooting import Fire, FiringUnit, points_of, stand_classes
from sandtable.rulesets.mexican_american_war.vocabulary import Side, Weapon
from sandtable.rulesets.mexican_american_war.weapons import SIEGE_WORKS, rocket_needs

Points = tuple[int, ...]  # by firing unit, or by part of one


@dataclass(frozen=True, slots=True)
class RocketClass:
    """Rocket stands that throw alike: same die needed, same worth, same firer's lines (MAW-19.11c, MAW-G.05)."""

    needs: int
    worth: Fraction
    firer: int  # the first firing unit, or part of one, of the class
    stands: int

    def request(self) -> Count:
        """A d10 for each stand says whether its fire counts at all."""
        faces = frozenset(face for face in D10.faces if face >= self.needs)
        about = Modifier(Message.of("reason.rocket", needs=self.needs), None, "MAW-G.05")
        band = Band(Message("band.rocket_counts"), faces, 2)
        return Count("fire.rockets", D10, self.stands, (band,), read=lambda count: count, tally=Tally((about,)))


def parts_in(situation: Fire) -> tuple[tuple[int, FiringUnit], ...]:
    """All stands that fire, those of a unit that fire alike together, each with the place of their unit."""
    return tuple((place, part) for place, firer in enumerate(situation.firers) for part in firer.parts())


def rocket_classes(situation: Fire, tables: Tables) -> tuple[RocketClass, ...]:
    """The rocket stands of a shot, those that throw alike together."""
    classes: dict[tuple[Any, ...], RocketClass] = {}
    for number_of, (owner, firer) in enumerate(parts_in(situation)):
        if firer.weapon is not Weapon.HR:
            continue
        needs = rocket_needs(farthest(firer.range), tables)
        for stands, worth in stand_classes(firer, situation.side, tables):
            lines = (firer.is_raw, firer.enfilading, situation.takes_part(owner))
            key = (needs, worth, lines)
            known = classes.get(key)
            more = known.stands if known else 0
            classes[key] = RocketClass(needs, worth, known.firer if known else number_of, stands + more)
    return tuple(classes.values())


class Lines(NamedTuple):
    """What a firing unit is or does that counts for the whole shot where half of the points are such units' (MAW-G.03)."""

    raw: bool
    buck_and_ball: bool
    enfiladed: bool
    from_afar: bool  # from beyond what can be seen in the dark
    siege: bool
    apart: bool  # takes no part in the target's charge or in one against it


@dataclass(frozen=True, slots=True)
class Shot:
    """The fire points of a shot and who gave them. The points are told; the die and what follows hang on the rest alone."""

    row_modifier: int
    lines: Lines
    most: int  # the firing unit with most fire points in it; of equals the first (MAW-G.06)
    points: Points = field(compare=False)  # by firing unit, or part of one, in parts of a point
    parts: int = field(compare=False)  # to a point

    @property
    def exact_total(self) -> Fraction:
        """All points, with their fraction."""
        return Fraction(sum(self.points), self.parts)

    @property
    def total(self) -> int:
        """All whole points."""
        return sum(self.points) // self.parts


@dataclass(frozen=True, slots=True)
class FiringLine:
    """The firers of a shot before any rocket is thrown: their points in whole parts, and the lines each of them has."""

    parts: int
    points: Points
    rockets: tuple[RocketClass, ...]
    having: tuple[tuple[int, ...], ...]  # for each line of a shot, the units that have it
    share: Fraction  # of the points, for a line to hold (MAW-G.03)
    owners: tuple[int, ...]  # the place of the unit that each of the points is of

    @classmethod
    def of(cls, situation: Fire, tables: Tables) -> FiringLine:
        """Add up the firers."""
        rockets, firing = rocket_classes(situation, tables), parts_in(situation)
        points = [
            Fraction(0) if firer.weapon is Weapon.HR else points_of(firer, situation.side, tables)
            for _, firer in firing
        ]
        parts = lcm(*(one.denominator for one in points), *(rocket.worth.denominator for rocket in rockets))
        lines = [_lines(situation, owner, firer, tables) for owner, firer in firing]
        having = tuple(
            tuple(number_of for number_of, has in enumerate(column) if has) for column in zip(*lines, strict=True)
        )
        whole = tuple(int(one * parts) for one in points)
        owners = tuple(owner for owner, _ in firing)
        return cls(parts, whole, rockets, having, tables.exact("fire_points.share"), owners)

    def with_rockets(self, points: Points, rocket: RocketClass, count: int) -> Points:
        """The points with so many rockets of a class that count."""
        more = rocket.worth.numerator * (self.parts // rocket.worth.denominator) * count
        return (*points[: rocket.firer], points[rocket.firer] + more, *points[rocket.firer + 1 :])

    def shot(self, points: Points, tables: Tables) -> Shot:
        """The shot with these points, rockets included."""
        whole = sum(points)
        enough = whole * self.share.numerator
        lines = Lines(
            *[
                whole > 0 and sum([points[number_of] for number_of in having]) * self.share.denominator >= enough
                for having in self.having
            ]
        )
        modifier = row_modifier(whole // self.parts, tables)
        return Shot(modifier, lines, self._most(points), points, self.parts)

    def _most(self, points: Points) -> int:
        """The place of the unit that gives most of the points."""
        given = [0] * (self.owners[-1] + 1)
        for owner, own in zip(self.owners, points, strict=True):
            given[owner] += own
        return given.index(max(given))


def _lines(situation: Fire, owner: int, firer: FiringUnit, tables: Tables) -> Lines:
    """The lines that a unit, or a part of one, has by itself."""
    takes_part = situation.takes_part(owner)
    return Lines(
        raw=firer.is_raw,
        buck_and_ball=takes_part and _has_buck_and_ball(firer, situation.side),
        enfiladed=firer.enfilading,
        from_afar=farthest(firer.range) > tables.number("dark.from"),
        siege=firer.weapon in SIEGE_WORKS,
        apart=not takes_part,
    )


def row_modifier(total: int, tables: Tables) -> int:
    """What the total of fire points adds to the die (MAW-G.02, option fireRow)."""
    modifier: int = tables.step(f"fire_row.row_{tables.option('fireRow')}", total, "modifier")
    return modifier


def row_notes(option: str, tables: Tables) -> tuple[Message, ...]:
    """What the rows of the option fireRow are, as far as they differ: the modifiers of few fire points."""
    if option != "fireRow":
        return ()
    notes = []
    for row in ("playtest", "columns"):
        path = f"fire_row.row_{row}"
        bounds, modifiers = tables.row(path, "up_to"), tables.row(path, "modifier")
        few = [
            (points, modifier) for points, modifier in zip(bounds, modifiers, strict=False) if points and modifier <= 0
        ]
        steps = tuple(Message.of("option_note.step", points=points, modifier=modifier) for points, modifier in few)
        name = Message(f"option_choice.fireRow.{row}")
        notes.append(Message.of("option_note.fireRow", row=name, steps=steps))
    return tuple(notes)


def _has_buck_and_ball(firer: FiringUnit, side: Side) -> bool:
    """US muskets, not when low on ammunition (MAW-4.12a, MAW-G.06a); it counts when charging or being charged."""
    return side is Side.US and firer.weapon is Weapon.M and not firer.low_ammunition
