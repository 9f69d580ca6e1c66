"""Fire by special rules: from and at vehicles (REV-10.10b, REV-10.24), and indirectly (REV-10.80 to REV-10.84, REV-G.34)."""

from __future__ import annotations

from dataclasses import replace

from sandtable.geometry.cover import level_at, lines_crossed
from sandtable.geometry.footprint import Footprint
from sandtable.geometry.measure import Length, Point, inches
from sandtable.geometry.sight import Sightline, sees, shot
from sandtable.geometry.terrain import Line, Terrain
from sandtable.kernel.problem import Problem
from sandtable.rulesets.revolucion.bands import reach_of
from sandtable.rulesets.revolucion.effective import fighting_type
from sandtable.rulesets.revolucion.table import orders, passengers
from sandtable.rulesets.revolucion.table.combat.shots import Aim, no_shot
from sandtable.rulesets.revolucion.table.cover import cover_of
from sandtable.rulesets.revolucion.table.ground.measures import measures
from sandtable.rulesets.revolucion.table.permission import problem
from sandtable.rulesets.revolucion.table.state import State, Unit
from sandtable.rulesets.revolucion.vocabulary import FireMode, UnitType

BIG = 1  # levels above both ends: a hill higher than that is a big barrier (REV-10.82)


# ---- From and at vehicles --------------------------------------------------------------------------------------------------------


def aboard_aim(state: State, unit: Unit, stands: Footprint, target: Unit) -> Aim | Problem:
    """Passengers fire out of any side of their car that no other car hides (REV-10.24); they are targets where they sit (REV-10.27)."""
    mark = passengers.place_of(state, target)
    reach = inches(reach_of(fighting_type(unit.kind, state.tables), state.tables))
    if mark is None:
        return problem("target", "no_target", "REV-2.15b", (), name=target.card.name)
    rules = measures(state.tables).sight
    if unit.aboard:
        friends = (*state.friends(unit.side, unit.aboard, target.id), *passengers.other_cars(state, unit))
        line = sees(state.terrain, rules, stands, mark, friends)
        if not line.clear:
            return no_shot(unit, "friend" if line.cause == "friend" else "sight", reach)
        return _aimed(state, target, mark, line, line.length) if line.length <= reach else no_shot(unit, "range", reach)
    found = shot(state.terrain, rules, stands, mark, state.friends(unit.side, unit.id), reach)
    if found.range is None or found.line is None:
        return no_shot(unit, found.reason or "sight", reach)
    return _aimed(state, target, mark, found.line, found.range)


def _aimed(state: State, target: Unit, mark: Footprint, line: Sightline, far: Length) -> Aim:
    cover = cover_of(state, mark, line.start, line.end, hidden_behind=line.through_outside > 0)
    return Aim(far, passengers.own_cover(state, target, cover, line.start, line.end), line.start, line.end)


# ---- Indirect fire ---------------------------------------------------------------------------------------------------------------


def indirect_aim(state: State, unit: Unit, stands: Footprint, target: Unit, order: orders.Fire) -> Aim | Problem:
    """Over what hides the target, if somebody sees it: in the arc, up to 48 inches, not over big barriers (REV-10.81, REV-10.82, REV-G.34b)."""
    mark = passengers.place_of(state, target)
    if unit.kind is not UnitType.ARTILLERY or not state.tables.option("indirect"):
        return problem("unit", "no_indirect_fire", "REV-10.80")
    if order.mode != FireMode.MOVING:
        return problem("mode", "indirect_is_moving", "REV-10.83", (FireMode.MOVING.value,))
    if mark is None:
        return problem("target", "no_target", "REV-2.15b", (), name=target.card.name)
    reach = inches(state.tables.number("indirect.reach"))
    bare = Terrain(state.terrain.width, state.terrain.height)
    found = shot(bare, measures(state.tables).sight, stands, mark, (), reach)
    if found.range is None or found.line is None:
        return no_shot(unit, found.reason or "range", reach)
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
