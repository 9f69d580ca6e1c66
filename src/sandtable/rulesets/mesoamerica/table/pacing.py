"""How far a unit gets on its way: the umpire's own form of a move, filled in from the ground under it (chapter 6, PRE-G.23, PRE-G.24, PRE-G.43)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from itertools import pairwise
from math import floor
from typing import Any

from sandtable.geometry.measure import DEGREE, INCH, Facing, Point, bearing, in_inches, veer
from sandtable.kernel.form import Section, distance, group
from sandtable.kernel.messages import Message
from sandtable.kernel.problem import Problem
from sandtable.kernel.tables import Tables
from sandtable.miniatures.field import Piece
from sandtable.miniatures.kit import Deed
from sandtable.rulesets.mesoamerica.levels import level_inches, level_message, level_share
from sandtable.rulesets.mesoamerica.move import Leg, Move
from sandtable.rulesets.mesoamerica.ruleset import RULESET
from sandtable.rulesets.mesoamerica.table.ground import Spot, centre, climbs, stretches
from sandtable.rulesets.mesoamerica.table.state import MesoamericaField
from sandtable.rulesets.mesoamerica.vocabulary import Fired, Hill, Terrain, Turning, UnitType

THIN = 1e-3  # of a thousandth: what arithmetic may lose
MOST_LEGS = 40  # changes of ground on one way
QUARTER: Facing = 90 * DEGREE
FREE = (0, 1, 2)  # levels at which a unit goes where it likes, but not too near (PRE-G.43)


@dataclass(frozen=True, slots=True, kw_only=True)
class TableMove(Move):
    """A move of which the table knows by how much it leads nearer to the enemy, on however many kinds of ground."""

    legs: tuple[Leg, ...] = group(Leg, highest=MOST_LEGS, section=Section.ACTION)
    inches_nearer: Fraction = distance(section=Section.CIRCUMSTANCE, usual=Fraction(0), highest=60)

    def _level_problems(self, share: Fraction, tables: Tables) -> Iterator[Problem]:
        """From M0 to M2 a unit goes freely, but no more than so much nearer (PRE-G.43)."""
        if self.actor_level not in FREE or not self.bound(tables):
            yield from Move._level_problems(self, share, tables)  # noqa: SLF001 - its own, of a class that is made anew
            return
        most = most_nearer(self.actor_level, self.legs[0].terrain, tables)
        if share and self.inches_nearer > most:
            about = Message.of("problem.table.too_near", level=level_message(self.actor_level), inches=most)
            yield Problem("inches_nearer", about, (), "PRE-G.43")


def most_nearer(level: int, ground: Terrain, tables: Tables) -> Fraction:
    """How much nearer a level lets a unit go: its inches, shortened by the ground in proportion (PRE-G.43)."""
    full = tables.exact("move.clear")
    return level_inches(level, tables) * tables.exact("move", ground) / full if full else Fraction(0)


MOVE: Deed[MesoamericaField] = Deed(action=replace(RULESET.by_id["move"], situation=TableMove), by="PRE-6.01")


def legs_of(field: MesoamericaField, places: Sequence[Spot]) -> tuple[Leg, ...]:
    """A way as the form has it: ground by ground, to the thousandth of an inch in all; a part of one is not counted."""
    found: list[Leg] = []
    far, told = 0.0, 0
    for ground, _, long in stretches(field.terrain, places):
        far += long
        length = floor(far + THIN) - told
        told = floor(far + THIN)
        if found and found[-1].terrain is ground:
            found[-1] = replace(found[-1], inches=found[-1].inches + in_inches(length))
        else:
            found.append(Leg(terrain=ground, inches=in_inches(length)))
    return tuple(found)


def fitted(move: TableMove, tables: Tables) -> tuple[Leg, ...]:
    """The legs of a move that was gone, cut to what the unit could go at most: what arithmetic has added to them is taken off again."""
    start, level = move.start_share(tables), move.actor_level
    most = Fraction(1)
    if move.bound(tables) and level not in FREE:
        most = min(most, start + level_share(level, move.heading, tables) * (1 - move.fire_share(tables)))
    spent, found = start, []
    for number, leg in enumerate(move.legs):
        allowance = move.allowance(number, tables)
        inches = min(leg.inches, Fraction(floor((most - spent) * allowance * INCH), INCH))
        found.append(replace(leg, inches=max(Fraction(0), inches)))
        spent += found[-1].inches / allowance if allowance else Fraction(0)
    return tuple(found)


def headings(places: Sequence[Point]) -> list[Facing]:
    """Which way each leg of a way leads."""
    return [bearing(b.x - a.x, b.y - a.y) for a, b in pairwise(places) if a != b]


def wide_turns(facing: Facing, places: Sequence[Point], final: Facing | None) -> int:
    """How often a unit turns by more than 90 degrees on a way: at its start, on it, at its end (PRE-G.23)."""
    faced = [facing, *headings(places), *((final,) if final is not None else ())]
    return sum(abs(veer(one, other)) > QUARTER for one, other in pairwise(faced))


@dataclass(frozen=True, slots=True)
class Pace:
    """How fast a unit goes: what it has spent before the first inch, whether it climbs, what it is."""

    turning: Turning = Turning.QUARTER
    hill: Hill = Hill.LEVEL
    fired: Fired = Fired.NO
    kind: UnitType = UnitType.COMBAT

    def form(self, legs: Sequence[Leg], **more: Any) -> TableMove:
        """The umpire's form with this pace."""
        return TableMove(
            legs=tuple(legs), turning=self.turning, hill=self.hill, actor_fired=self.fired, actor_type=self.kind, **more
        )

    def spent(self, ground: Terrain, tables: Tables) -> float:
        """The share of the movement that is gone before the first inch (PRE-5.21, PRE-6.01b)."""
        return _spent(self, ground, tables)

    def allowance(self, ground: Terrain, tables: Tables, *, first: bool) -> float:
        """The movement on some ground, in thousandths; a hill counts on the ground that the unit starts in (PRE-G.24)."""
        return _allowance(self, ground, tables, first)


@lru_cache(maxsize=512)
def _spent(pace: Pace, ground: Terrain, tables: Tables) -> float:
    return float(pace.form((Leg(terrain=ground),)).start_share(tables))


@lru_cache(maxsize=512)
def _allowance(pace: Pace, ground: Terrain, tables: Tables, first: bool) -> float:
    other = Leg(terrain=ground)
    form = pace.form((other,) if first else (Leg(terrain=Terrain.CLEAR), other))
    return float(form.allowance(0 if first else 1, tables) * INCH)


def pace_of(
    field: MesoamericaField, piece: Piece, places: Sequence[Point], turns: int, fired: Fired | None = None
) -> Pace:
    """The pace of a unit on a way, the first place of which is where it stands."""
    unit = field.unit(piece)
    return Pace(
        Turning.ABOUT if turns else Turning.QUARTER,
        climbs(field.terrain, places[0], places[-1]),
        unit.fired if fired is None else fired,
        unit.kind,
    )


Timed = tuple[tuple[float, Point], ...]  # the share of the movement that is spent at each place of a way


def timed(field: MesoamericaField, places: Sequence[Point], pace: Pace) -> Timed:
    """When a unit is where: at every corner of its way and wherever the ground changes, by the share of its movement (PRE-6.02)."""
    tables = field.tables
    parts = list(stretches(field.terrain, places))
    if not parts:
        return ()
    share = pace.spent(parts[0][0], tables)
    found = [(share, places[0])]
    first, ground = True, parts[0][0]
    for here, place, long in parts:
        first = first and here is ground
        allowance = pace.allowance(here, tables, first=first)
        share += long / allowance if allowance else float("inf")
        found.append((share, place))
    return tuple(found)


def up_to(way: Timed, most: float) -> Timed:
    """A way as far as a share of the movement lasts."""
    kept: list[tuple[float, Point]] = []
    for share, place in way:
        if share <= most:
            kept.append((share, place))
            continue
        if kept and kept[-1][0] < most:
            before, (x, y) = kept[-1]
            part = (most - before) / (share - before)
            kept.append((most, Point(round(x + part * (place.x - x)), round(y + part * (place.y - y)))))
        break
    return tuple(kept)


def way_of(piece: Piece, ways: Sequence[Sequence[Any]]) -> tuple[Point, ...]:
    """The way of a unit's middle, from where it stands: it goes as the way of its figure would without turning."""
    start, pose = centre(piece), piece.figures[0]
    moved = ways[0] if ways else ()
    return (start, *(Point(start.x + each.x - pose.x, start.y + each.y - pose.y) for each in moved))
