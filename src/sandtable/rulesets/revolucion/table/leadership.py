"""Leaders: whom they command, where they stand, how they go along and get away (chapter 9, REV-G.21, REV-G.39, REV-G.40)."""

from __future__ import annotations

from collections.abc import Callable, Collection
from functools import partial

from sandtable.battle.event import Story
from sandtable.battle.request import Addressed, Asked
from sandtable.battle.seat import EVERYBODY
from sandtable.geometry.around import Around
from sandtable.geometry.distance import distance
from sandtable.geometry.facts import fact
from sandtable.geometry.footprint import Footprint, figure
from sandtable.geometry.measure import Length, Point
from sandtable.geometry.place import hindrances, nearest_place
from sandtable.kernel.messages import Message
from sandtable.kernel.requests import Choose, Option
from sandtable.miniatures.company import carried, met, round_about
from sandtable.rulesets.revolucion.table import events
from sandtable.rulesets.revolucion.table.ground.going import leader_going
from sandtable.rulesets.revolucion.table.ground.measures import measures
from sandtable.rulesets.revolucion.table.hidden import discovery, secrecy
from sandtable.rulesets.revolucion.table.position import IsPlaced, IsPosted, Placed, Position, placed
from sandtable.rulesets.revolucion.table.state import Leader, State, Unit
from sandtable.rulesets.revolucion.vocabulary import LeaderPlace, Side

GOES = (Option("goes", Message("table.leader.goes")), Option("stays", Message("table.leader.stays")))


def gap(position: Position, leader: IsPosted, unit: IsPlaced) -> Length | None:
    """From the edge of his base to the unit's nearest base (REV-G.39); nothing between those who ride together."""
    if unit.aboard or leader.aboard:
        return 0 if unit.aboard == leader.aboard else None
    his = position.figures.get(leader.id)
    return distance(his, unit.stands) if his is not None and unit.stands is not None else None


def commands(position: Position, leader: IsPosted, unit: IsPlaced) -> bool:
    """His own column (REV-9.04); the commander in chief any unit (REV-9.04b), by option only where its own Leader is far or dead."""
    if leader.side is not unit.card.side or not leader.alive:
        return False
    if leader.column == unit.card.column:
        return True
    if not leader.chief:
        return False
    return not position.tables.option("cinc.strict") or not _own_leader_near(position, unit)


def _own_leader_near(position: Position, unit: IsPlaced) -> bool:
    own = (leader for leader in position.leaders_of(unit.card.side) if leader.column == unit.card.column)
    return any(within(position, leader, unit, measures(position.tables).command) for leader in own)


def within(position: Position, leader: IsPosted, unit: IsPlaced, reach: Length) -> bool:
    """Whether he is so near to a unit; most are ruled out at a glance."""
    if leader.place is not None and unit.stands is not None and not (unit.aboard or leader.aboard):
        left, bottom, right, top = unit.stands.box
        margin = reach + measures(position.tables).leader_radius
        x, y = leader.place
        if not (left - margin <= x <= right + margin and bottom - margin <= y <= top + margin):
            return False
    far = gap(position, leader, unit)
    return far is not None and far <= reach


def in_contact(position: Position, leader: IsPosted, unit: IsPlaced) -> bool:
    """His base touches one of the unit's (REV-0.07)."""
    return within(position, leader, unit, measures(position.tables).contact)


def attached(state: State, unit: Unit) -> tuple[str, ...]:
    """The Leaders attached to a unit: in contact, and its commanders (REV-0.07, REV-9.12)."""
    position = state.position
    return _attached(position, unit.card.id) if position.has(unit) else _with(position, placed(unit))


@fact
def _attached(position: Position, name: str) -> tuple[str, ...]:
    return _with(position, position.units[name])


def _with(position: Position, unit: Placed) -> tuple[str, ...]:
    return tuple(
        leader.id
        for leader in position.leaders_of(unit.card.side)
        if in_contact(position, leader, unit) and commands(position, leader, unit)
    )


def attached_to(state: State, leader: Leader) -> tuple[str, ...]:
    """The units a Leader is attached to: he may be with several (REV-9.12)."""
    position = state.position
    units = (unit for unit in position.units.values() if unit.card.side is leader.side and unit.gone is None)
    return tuple(
        unit.card.id for unit in units if in_contact(position, leader, unit) and commands(position, leader, unit)
    )


def leader_place(state: State, unit: Unit, *, leads: bool = True) -> LeaderPlace:
    """The best Leader there is for a unit (REV-9.01). One who declines to lead an assault counts as near (REV-G.39d)."""
    position = state.position
    if position.has(unit):
        return _leader_place(position, unit.card.id, leads)
    return _best_leader(position, placed(unit), leads)


@fact
def _leader_place(position: Position, name: str, leads: bool) -> LeaderPlace:
    return _best_leader(position, position.units[name], leads)


def _best_leader(position: Position, unit: Placed, leads: bool) -> LeaderPlace:
    near = measures(position.tables)
    best = LeaderPlace.NONE
    for leader in position.leaders_of(unit.card.side):
        if not within(position, leader, unit, near.command) or not commands(position, leader, unit):
            continue
        if leads and in_contact(position, leader, unit):
            return LeaderPlace.ATTACHED
        best = LeaderPlace.WITHIN_6
    return best


# ---- Going along ---------------------------------------------------------------------------------------------------------------


def go_along(story: Story[State], unit: str, before: Footprint, leaders: Collection[str]) -> None:
    """Leaders keep contact with a unit that moved, at no cost and whatever they did before (REV-9.08b, REV-G.39c)."""
    stands = story.state.units[unit].stands
    if stands is None:
        return
    for name in leaders:
        leader = story.state.leaders[name]
        if not leader.alive or leader.place is None:
            continue
        near = carried(before, stands, leader.place)
        place = found_free(story, leader.side, partial(beside, side=leader.side, stands=stands, near=near))
        if place is not None and place != leader.place:
            story.tell(events.LeaderStood(leader=name, place=place, how="along"))


def found_free(story: Story[State], side: Side, find: Callable[[State], Point | None]) -> Point | None:
    """Where a Leader ends whom his enemies watch: hidden units do not count, but enemies on whom he would come to stand are found there, and
    he looks for another place (REV-G.37).
    """
    while True:
        place = find(secrecy.in_plain_sight(story.state))
        if place is None:
            return None
        his = figure(place, measures(story.state.tables).leader_radius)
        met = discovery.in_the_way(story.state, side, his)
        if not met:
            return place
        for name in met:
            discovery.reveal(story, name)


def beside(state: State, side: Side, stands: Footprint, near: Point) -> Point:
    """A place in contact with a unit, as near as possible to a point: clear of other units, and of enemies where that can be."""
    rules = measures(state.tables)
    places = sorted(round_about(stands, near, rules.leader_radius), key=lambda place: _squared(place, near))
    around = Around(state.terrain, state.position.enemies(side), state.position.friends(side))
    going = leader_going(state.tables)
    for clear in (rules.zone, 0):
        for place in places:
            if not hindrances(figure(place, rules.leader_radius), going, around, clear):
                return place
    return places[0]


def _squared(one: Point, other: Point) -> int:
    return (one.x - other.x) ** 2 + (one.y - other.y) ** 2


def who_goes_back(story: Story[State], unit: str, leaders: Collection[str]) -> Asked[tuple[str, ...]]:
    """A Leader goes with a unit that falls back (REV-9.10), unless he is in contact with another one too and chooses to stay (REV-9.10b)."""
    going: list[str] = []
    for name in leaders:
        leader = story.state.leaders[name]
        others = [each for each in attached_to(secrecy.in_plain_sight(story.state), leader) if each != unit]
        choice = "goes"
        if others:
            says = Message.of("table.request.leader_goes", leader=leader.name)
            request = Choose("leader.goes_back", GOES, "goes", role=leader.side.value, says=says, rule="REV-9.10b")
            choice = yield Addressed(request, leader.side.value, EVERYBODY)
        if choice == "goes":
            going.append(name)
    return tuple(going)


# ---- Getting away --------------------------------------------------------------------------------------------------------------


def run_over(story: Story[State], unit: str, swept: Collection[Footprint] = ()) -> None:
    """Leaders of the other side whom a unit touches get away, unless a unit of theirs protects them (REV-9.13, REV-G.40)."""
    mover = story.state.units[unit]
    if mover.stands is None:
        return
    for name, his in tuple(story.state.position.figures.items()):
        leader = story.state.leaders[name]
        if leader.side is mover.side or not any(met(his, place) for place in (mover.stands, *swept)):
            continue
        if not attached_to(secrecy.in_plain_sight(story.state), leader):
            get_away(story, name)


def without_unit(story: Story[State], leaders: Collection[str]) -> None:
    """Leaders whose unit is gone get away, unless they stand with another (REV-G.08g, REV-G.40)."""
    for name in leaders:
        leader = story.state.leaders[name]
        in_sight = secrecy.in_plain_sight(story.state)
        if leader.alive and leader.place is not None and not attached_to(in_sight, leader):
            get_away(story, name)


def get_away(story: Story[State], name: str) -> None:
    """To the nearest place six inches from all enemies that are seen; free, and not his move (REV-9.13)."""
    leader = story.state.leaders[name]
    place = found_free(story, leader.side, partial(_safe, leader=leader))
    if place is not None:
        story.tell(events.LeaderStood(leader=name, place=place, how="away"))


def near_to(state: State, side: Side, place: Point) -> Point | None:
    """The place itself if a Leader may end his ride there, else the nearest where he may (REV-G.39b)."""
    rules, his = measures(state.tables), figure(place, measures(state.tables).leader_radius)
    around = Around(state.terrain, state.position.enemies(side), state.position.friends(side))
    whole_table = state.terrain.width + state.terrain.height
    if not hindrances(his, leader_going(state.tables), around, rules.zone):
        return place
    found = nearest_place(his, around, place, whole_table, rules.zone, leader_going(state.tables))
    return found.anchor.point if found is not None else None


def _safe(state: State, leader: Leader) -> Point | None:
    """The nearest place away from all enemies, else as far from them as there is room."""
    if leader.place is None:
        return None
    rules = measures(state.tables)
    around = Around(state.terrain, state.position.enemies(leader.side), state.position.friends(leader.side))
    his, going = figure(leader.place, rules.leader_radius), leader_going(state.tables)
    whole_table = state.terrain.width + state.terrain.height
    for clear in (rules.clear, rules.zone, 0):
        found = nearest_place(his, around, leader.place, whole_table, clear, going)
        if found is not None:
            return found.anchor.point
    return None
