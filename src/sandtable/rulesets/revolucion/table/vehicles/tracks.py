"""Railway tracks: where a train is on one, what lies ahead of it, and tearing one up (REV-10.13 to REV-10.21c, REV-G.30, REV-G.54)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from sandtable.battle.event import Story
from sandtable.geometry.cover import area_at
from sandtable.geometry.distance import overlaps
from sandtable.geometry.footprint import Footprint
from sandtable.geometry.measure import Length, Point
from sandtable.geometry.terrain import Road
from sandtable.geometry.trail import along, distance_to_trail, length, nearest_along, stand_along
from sandtable.kernel.problem import Problem
from sandtable.miniatures.problems import problem
from sandtable.rulesets.revolucion.table import events
from sandtable.rulesets.revolucion.table.ground.kinds import way
from sandtable.rulesets.revolucion.table.ground.measures import measures
from sandtable.rulesets.revolucion.table.ground.shapes import base_size
from sandtable.rulesets.revolucion.table.hidden import discovery, minefields
from sandtable.rulesets.revolucion.table.state import Rails, State, Tear, Unit
from sandtable.rulesets.revolucion.vocabulary import Status, UnitType

STRIDE: Length = 200  # how densely a track is looked at
STEEP = "steep"


def railways(state: State) -> tuple[Road, ...]:
    """The tracks there are."""
    return tuple(road for road in state.terrain.roads if way(road.kind).rails)


def points_of(state: State, track: str) -> tuple[Point, ...]:
    """The course of a track."""
    return next(road.points for road in state.terrain.roads if road.id == track)


# ---- Trains on their track -------------------------------------------------------------------------------------------------------


def train_length(train: Unit) -> Length:
    """Destroyed cars stay where they are (REV-10.11)."""
    return train.card.started * base_size(train.kind)[1]


def cars(state: State, train: Unit, rails: Rails) -> Footprint:
    """The cars in line, the locomotive first (REV-G.30h)."""
    points, front = points_of(state, rails.track), rails.along
    if not rails.forward:
        points, front = points[::-1], length(points) - front
    width, depth = base_size(train.kind)
    return stand_along(points, front, train.card.started, width, depth)


def course(rails: Rails) -> int:
    """The way it goes: 1 towards the end of the track, -1 towards its start."""
    return 1 if rails.forward is not rails.backs else -1


def head(train: Unit, rails: Rails) -> Length:
    """Where its foremost end is, the way it goes."""
    if not rails.backs:
        return rails.along
    return rails.along - train_length(train) * (1 if rails.forward else -1)


def further(rails: Rails, gone: Length) -> Rails:
    """The place of a train on the rails after it has gone so far."""
    return replace(rails, along=rails.along + course(rails) * gone)


def cost(state: State, train: Unit, rails: Rails, gone: Length) -> Length:
    """What so much of the track costs: only a steep slope counts (REV-10.17, REV-G.30f)."""
    if gone <= 0 or not any(area.kind == STEEP for area in state.terrain.areas):
        return max(0, gone)
    points, start, sign = points_of(state, rails.track), head(train, rails), course(rails)
    total = 0
    for begun in range(0, gone, STRIDE):
        step = min(STRIDE, gone - begun)
        area = area_at(state.terrain, along(points, start + sign * (begun + step // 2)).point)
        steep = area is not None and area.kind == STEEP
        total += int(step * measures(state.tables).steep) if steep else step
    return total


def reach(state: State, train: Unit, rails: Rails, budget: Length) -> Length:
    """How far it goes for so much of its move."""
    low, high = 0, budget
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (middle, high) if cost(state, train, rails, middle) <= budget else (low, middle - 1)
    return low


@dataclass(frozen=True)
class Block:
    """What ends a run: the end of the track, a wreck, a unit on the track, a tear, a mine."""

    kind: str
    at: Length  # so far ahead
    unit: str = ""

    @property
    def derails(self) -> bool:
        """REV-10.19: a tear, or an explosion under the train; all else only stops it (REV-G.30e)."""
        return self.kind in ("torn", "mine")


def block(state: State, train: Unit, rails: Rails, most: Length) -> Block | None:
    """The first thing in the way within a distance, as far as this state knows."""
    found = [*_fixed(state, train, rails), *_on_the_way(state, train, rails, most)]
    return min((each for each in found if each.at <= most), key=lambda each: each.at, default=None)


def _fixed(state: State, train: Unit, rails: Rails) -> Iterator[Block]:
    """The end of the track or of the table, and what became of the track."""
    points, sign, here = points_of(state, rails.track), course(rails), head(train, rails)
    left = length(points) - here if sign > 0 else here
    gone = 0
    while gone < left and _on_table(state, along(points, here + sign * min(left, gone + STRIDE)).point):
        gone += STRIDE
    while gone < left and _on_table(state, along(points, here + sign * (gone + 1)).point):
        gone += 1  # the last stride, up to the very edge
    yield Block("end", max(0, min(left, gone)))
    for tear in state.tears:
        if tear.track == rails.track:
            near = (tear.start - here) if sign > 0 else (here - tear.end)
            if near >= 0 or tear.start < here < tear.end:
                yield Block("torn" if tear.torn else "wreck", max(0, near))


def _on_table(state: State, place: Point) -> bool:
    return 0 <= place.x <= state.terrain.width and 0 <= place.y <= state.terrain.height


def _on_the_way(state: State, train: Unit, rails: Rails, most: Length) -> Iterator[Block]:
    """Units on the track stop it, enemies an inch before it reaches them (REV-10.18, REV-4.62); mines derail it."""
    things: list[tuple[str, str, Footprint]] = [
        ("unit", name, stands)
        for name, stands in state.position.on_table.items()
        if name != train.id and state.units[name].flight is None
    ]
    things += [("mine", mine.id, ground) for mine, ground in minefields.fields(state)]
    before = cars(state, train, rails)
    things = [each for each in things if not overlaps(before, each[2])]
    for gone in (*range(STRIDE, most, STRIDE), most) if things else ():
        body = cars(state, train, further(rails, gone))
        for kind, name, stands in things:
            if overlaps(body, stands):
                yield _met(state, train, rails, gone, kind, name, stands)
                return


def _met(state: State, train: Unit, rails: Rails, gone: Length, kind: str, name: str, stands: Footprint) -> Block:
    low, high = max(0, gone - STRIDE), gone
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if overlaps(cars(state, train, further(rails, middle)), stands) else (middle, high)
    if kind == "mine":
        return Block(kind, high, name)
    enemy = state.units[name].side is not train.side and train.kind is UnitType.TRAIN
    return Block(kind, max(0, low - (measures(state.tables).zone if enemy else 0)), name)


# ---- Tearing it up ---------------------------------------------------------------------------------------------------------------


def touched(state: State, unit: Unit) -> Road | None:
    """The track that a unit is in contact with."""
    if unit.stands is None:
        return None
    contact = measures(state.tables).contact
    return next(
        (road for road in railways(state) if distance_to_trail(unit.stands, road.points) <= road.width // 2 + contact),
        None,
    )


def rip_problems(state: State, unit: Unit) -> Iterator[Problem]:
    """Only as the scenario allows (REV-10.21b); not shaken, and not under fire in this turn or the one before (REV-10.21c, REV-G.54)."""
    if not state.tables.option("trackRipping"):
        yield problem("rips_track", "no_ripping", "REV-G.54")
    elif touched(state, unit) is None or unit.rails is not None:
        yield problem("rips_track", "no_track", "REV-10.21b")
    elif unit.status is not Status.OK or unit.deeds.under_fire or unit.shot_at_before:
        yield problem("rips_track", "no_peace", "REV-10.21c")


def rip_up(story: Story[State]) -> None:
    """At the end of the turn the track is torn, if the unit was left in peace and is still there (REV-G.54)."""
    state = story.state
    torn = measures(state.tables).torn
    for unit in state.units.values():
        road = touched(state, unit) if unit.deeds.rips_track and unit.gone is None else None
        if road is None or unit.stands is None or unit.status is not Status.OK or unit.deeds.under_fire:
            continue
        middle, _ = nearest_along(road.points, unit.stands.centre)
        tear = Tear(road.id, middle - torn // 2, middle - torn // 2 + torn, torn=True)
        discovery.reveal(story, unit.id)  # everybody sees the gap, and who made it
        story.tell(events.TrackLost(tear=tear))
