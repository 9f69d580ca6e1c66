"""Involuntary movement: falling back, pushed back, surrender, off the table (REV-4.80 to REV-4.85, REV-5.17, REV-G.28)."""

from __future__ import annotations

from collections.abc import Collection
from functools import partial

from sandtable.battle.event import Story
from sandtable.geometry.borders import from_edges
from sandtable.geometry.footprint import Footprint
from sandtable.geometry.measure import Length, Point
from sandtable.geometry.retreat import Retreat, retreat
from sandtable.geometry.turn import reform
from sandtable.miniatures.consequences import Course
from sandtable.rulesets.revolucion.table import army, events, leadership
from sandtable.rulesets.revolucion.table.damage.consequences import Removed
from sandtable.rulesets.revolucion.table.ground.going import retreat_going
from sandtable.rulesets.revolucion.table.ground.measures import measures
from sandtable.rulesets.revolucion.table.ground.shapes import formed
from sandtable.rulesets.revolucion.table.hidden import discovery
from sandtable.rulesets.revolucion.table.planning import around
from sandtable.rulesets.revolucion.table.state import State, Unit
from sandtable.rulesets.revolucion.vocabulary import Formation, Loss


def fall_back(
    story: Story[State], name: str, source: Point, distance: Length, leaders: Collection[str], how: str = "falls_back"
) -> Course[None]:
    """A unit goes back from what drove it, keeping formation and facing (REV-4.81, REV-4.82); if it cannot, it surrenders (REV-5.17)."""
    unit = story.state.units[name]
    stands = unit.stands
    if stands is None:
        return
    way, formation = discovery.decided(
        story, partial(_way_out, unit=unit, stands=stands, source=source, distance=distance)
    )
    if way.end is None:
        why = Loss.LEFT_TABLE if way.leaves_table else Loss.SURRENDERED
        yield from remove(story, name, why, _edge(story.state, way))
        return
    going = yield from leadership.who_goes_back(story, name, leaders)
    trail = tuple(pose.point for pose in way.trail)
    story.tell(events.Stood(unit=name, stands=way.end, formation=formation, how=how, trail=trail))
    leadership.go_along(story, name, stands, going)
    leadership.run_over(story, name)


def _way_out(state: State, unit: Unit, stands: Footprint, source: Point, distance: Length) -> tuple[Retreat, Formation]:
    """The way back as the unit stands, else as a column, which slips through where a line cannot (REV-G.28c)."""
    formation = unit.formation
    way = _way_back(state, unit, stands, formation, source, distance)
    if way.end is None and not way.leaves_table and formation is not Formation.MARCH:
        column = _in_march(state, unit, stands)
        if column is not None:
            narrow = _way_back(state, unit, column, Formation.MARCH, source, distance)
            return (narrow, Formation.MARCH) if narrow.end is not None else (way, formation)
    return way, formation


def _way_back(
    state: State, unit: Unit, stands: Footprint, formation: Formation, source: Point, distance: Length
) -> Retreat:
    rules = measures(state.tables)
    going = retreat_going(unit.kind, formation, state.tables)
    return retreat(stands, source, distance, going, around(state, unit), rules.widest, rules.step, rules.extend)


def _in_march(state: State, unit: Unit, stands: Footprint) -> Footprint | None:
    """The unit in march formation where it stands, if there is room for it."""
    column = formed(unit.kind, Formation.MARCH, unit.bases, stands.anchor, state.tables)
    rules = measures(state.tables)
    turned = reform(stands, column, around(state, unit), rules.turning, rules.strict_turns)
    return turned.end if turned.hindrance is None else None


def _edge(state: State, way: Retreat) -> str:
    """The edge by which a unit leaves the table."""
    if not way.leaves_table:
        return ""
    x, y, _ = way.trail[-1]
    off = from_edges(state.terrain, (x, y, x, y))
    return min(("west", "east", "south", "north"), key=off.__getitem__)


def remove(story: Story[State], name: str, why: Loss, edge: str = "", *, leaders_at_risk: bool = False) -> Course[None]:
    """A unit is out of the battle, and costs its army morale (REV-5.13, REV-5.17, REV-G.44).

    By option a unit that leaves over its own edge is safe, and does not return (REV-G.28d). Its Leaders get away at once, unless
    their dice are still to be thrown (``leaders_at_risk``).
    """
    unit = story.state.units[name]
    with_it = leadership.attached(story.state, unit)
    safe = (
        why is Loss.LEFT_TABLE and story.state.tables.option("edge.own") and edge == story.state.armies[unit.side].edge
    )
    story.tell(events.UnitGone(unit=name, why=why, edge=edge))
    if not safe:
        army.lose(story, unit.side, why, unit.kind)
    yield Removed(unit)
    if not leaders_at_risk:
        leadership.without_unit(story, with_it)
