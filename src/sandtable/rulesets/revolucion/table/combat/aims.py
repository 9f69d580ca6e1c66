"""Aims: range and cover along a line of fire, or why there is none (REV-6.05, REV-6.10, REV-6.14).

Special rules govern fire from and at vehicles (REV-10.10b, REV-10.24), and indirect fire (REV-10.80 to REV-10.84, REV-G.34).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import lru_cache, partial

from sandtable.battle.order import TableProblem
from sandtable.geometry.cover import level_at, lines_crossed
from sandtable.geometry.drawing import shot_svg
from sandtable.geometry.footprint import Footprint
from sandtable.geometry.measure import Length, Point, in_inches, inches
from sandtable.geometry.sight import Sightline, sees
from sandtable.geometry.sight import shot as clear_shot
from sandtable.geometry.terrain import Line, Terrain
from sandtable.kernel.messages import Message
from sandtable.kernel.problem import Problem
from sandtable.kernel.tables import Tables
from sandtable.miniatures.problems import problem
from sandtable.rulesets.revolucion.bands import reach_of
from sandtable.rulesets.revolucion.effective import fighting_type
from sandtable.rulesets.revolucion.table import orders, passengers
from sandtable.rulesets.revolucion.table.cover import cover_of, in_the_way, line_of_fire
from sandtable.rulesets.revolucion.table.ground.measures import measures
from sandtable.rulesets.revolucion.table.state import State, Unit
from sandtable.rulesets.revolucion.vocabulary import Cover, FireMode, UnitType

BIG = 1  # levels above both ends: a hill higher than that is a big barrier (REV-10.82)
NO_SHOT = {"arc": "REV-6.10b", "sight": "REV-6.10", "friend": "REV-6.14", "range": "REV-6.05"}


@dataclass(frozen=True)
class Aim:
    """A shot as geometry sees it."""

    range: Length
    cover: Cover
    start: Point
    end: Point


@lru_cache(maxsize=256)
def reach(kind: UnitType, tables: Tables) -> Length:
    """How far a unit fires (REV-6.05)."""
    return inches(reach_of(fighting_type(kind, tables), tables))


def aim(state: State, unit: Unit, stands: Footprint, target: Unit, order: orders.Fire) -> Aim | Problem:
    """Range and cover along the line of fire, or why there is none."""
    if order.indirect:
        return _indirect(state, unit, stands, target, order)
    if unit.aboard or target.aboard:
        return _aboard(state, unit, stands, target)
    assert target.stands is not None  # noqa: S101 - only who stands on the table is a target
    far = reach(unit.kind, state.tables)
    shot = line_of_fire(state, unit, stands, target, far)
    if shot.range is None or shot.line is None:
        shows = partial(shot_svg, shot, stands, target.stands, far, state.terrain.height)
        return no_shot(unit, shot.reason or "sight", far, shows)
    hidden = shot.line.through_outside > 0
    cover = cover_of(state, target.stands, shot.line.start, shot.line.end, hidden_behind=hidden)
    cover = passengers.own_cover(state, target, cover, shot.line.start, shot.line.end)
    return Aim(shot.range, cover, shot.line.start, shot.line.end)


def no_shot(unit: Unit, reason: str, reach: Length, shows: Callable[[], str] | None = None) -> Problem:
    """Why there is no line of fire (REV-6.05, REV-6.10, REV-6.14), with the arc and the line to look at."""
    told = Message.of(f"problem.table.no_shot.{reason}", unit=unit.card.name, reach=in_inches(reach))
    return TableProblem("target", told, (), NO_SHOT[reason], shows)


# ---- From and at vehicles --------------------------------------------------------------------------------------------------------


def _aboard(state: State, unit: Unit, stands: Footprint, target: Unit) -> Aim | Problem:
    """Passengers fire out of any side of their car that no other car hides (REV-10.24); they are targets where they sit (REV-10.27)."""
    mark = passengers.place_of(state, target)
    far = reach(unit.kind, state.tables)
    if mark is None:
        return problem("target", "no_target", "REV-2.15b", (), name=target.card.name)
    rules = measures(state.tables).sight
    if unit.aboard:
        friends = (*in_the_way(state, unit.side, unit.aboard, target.id), *passengers.other_cars(state, unit))
        line = sees(state.terrain, rules, stands, mark, friends)
        if not line.clear:
            return no_shot(unit, "friend" if line.cause == "friend" else "sight", far)
        return _aimed(state, target, mark, line, line.length) if line.length <= far else no_shot(unit, "range", far)
    found = clear_shot(state.terrain, rules, stands, mark, in_the_way(state, unit.side, unit.id), far)
    if found.range is None or found.line is None:
        return no_shot(unit, found.reason or "sight", far)
    return _aimed(state, target, mark, found.line, found.range)


def _aimed(state: State, target: Unit, mark: Footprint, line: Sightline, far: Length) -> Aim:
    cover = cover_of(state, mark, line.start, line.end, hidden_behind=line.through_outside > 0)
    return Aim(far, passengers.own_cover(state, target, cover, line.start, line.end), line.start, line.end)


# ---- Indirect fire ---------------------------------------------------------------------------------------------------------------


def _indirect(state: State, unit: Unit, stands: Footprint, target: Unit, order: orders.Fire) -> Aim | Problem:
    """Over what hides the target, if somebody sees it: in the arc, up to 48 inches, not over big barriers (REV-10.81, REV-10.82, REV-G.34b)."""
    mark = passengers.place_of(state, target)
    if unit.kind is not UnitType.ARTILLERY or not state.tables.option("indirect"):
        return problem("unit", "no_indirect_fire", "REV-10.80")
    if order.mode != FireMode.MOVING:
        return problem("mode", "indirect_is_moving", "REV-10.83", (FireMode.MOVING.value,))
    if mark is None:
        return problem("target", "no_target", "REV-2.15b", (), name=target.card.name)
    far = inches(state.tables.number("indirect.reach"))
    bare = Terrain(state.terrain.width, state.terrain.height)
    found = clear_shot(bare, measures(state.tables).sight, stands, mark, (), far)
    if found.range is None or found.line is None:
        return no_shot(unit, found.reason or "range", far)
    if not spotters(state, unit, mark):
        return problem("target", "no_spotter", "REV-10.81", (), name=target.card.name)
    if barrier(state, found.line.start, found.line.end):
        return problem("target", "barrier", "REV-10.82", (), name=target.card.name)
    cover = cover_of(state, mark, found.line.start, found.line.end)
    cover = passengers.own_cover(state, target, cover, found.line.start, found.line.end)
    return Aim(found.range, cover, found.line.start, found.line.end)


def spotters(state: State, unit: Unit, mark: Footprint) -> tuple[str, ...]:
    """The units of its side, itself and passengers included, that see the target now (REV-10.81, REV-G.34b)."""
    rules = measures(state.tables).sight
    places = ((each.id, passengers.place_of(state, each)) for each in state.units_of(unit.side) if each.flight is None)
    return tuple(name for name, place in places if place is not None and sees(state.terrain, rules, place, mark).clear)


def barrier(state: State, start: Point, end: Point) -> bool:
    """A hill more than one level above both ends lies between them (REV-10.82)."""
    top = max(level_at(state.terrain, start), level_at(state.terrain, end)) + BIG
    crests = tuple(
        Line(hill.id, "", (*hill.outline, hill.outline[0])) for hill in state.terrain.hills if hill.level > top
    )
    return bool(lines_crossed(replace(Terrain(0, 0), lines=crests), start, end)) if crests else False
