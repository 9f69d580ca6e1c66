"""How every maneuver goes: what a unit does with its steps, its formation and its guns (chapters 2, 7, 8, 13, 15)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from math import ceil

import numpy as np
import shapely

from sandtable.geometry.facts import fact
from sandtable.geometry.measure import CIRCLE, Facing, Pose, ahead, direction, inches
from sandtable.miniatures.bodies import CONTACT
from sandtable.miniatures.regiment import (
    QUARTER,
    about,
    depth,
    filed,
    frontage,
    path_of,
    quads_of,
    redrawn,
    shifted,
)
from sandtable.miniatures.sweeping import polygons
from sandtable.rulesets.mexican_american_war.table import ground
from sandtable.rulesets.mexican_american_war.table.movement.planning import Plan, Walk
from sandtable.rulesets.mexican_american_war.table.movement.steps import Drill, Flank, Step, StepKind
from sandtable.rulesets.mexican_american_war.table.shapes import (
    LOOSE,
    drawn_as,
    middle_of,
    stands_of,
)
from sandtable.rulesets.mexican_american_war.table.state import Drawn, Kind, MawField, base_of, label_of
from sandtable.rulesets.mexican_american_war.vocabulary import OPEN_ORDER, SQUARES, Formation, Maneuver

K, M, F = StepKind, Maneuver, Formation
UNLIMBERS = (M.UNLIMBER, M.MOVE_AND_UNLIMBER, M.UNLIMBER_AND_FIRE, M.MOVE_UNLIMBER_FIRE, M.LIMBER_MOVE_UNLIMBER)
LIMBERS = (M.LIMBER, M.LIMBER_AND_MOVE, M.LIMBER_MOVE_UNLIMBER, M.LIMBER_AND_RETREAT)
_FLANKS = {Flank.BOTH: 0, Flank.LEFT: -1, Flank.RIGHT: 1}


@fact
def planned(field: MawField, name: str, drill: Drill) -> Plan:
    """The plan of a maneuver; what of it cannot be done is among its faults."""
    walk = Walk(field, field.pieces[name])
    if drill.maneuver in (*LIMBERS, *UNLIMBERS):
        _served(walk, drill)
    elif drill.maneuver is M.CHANGE_FORMATION:
        _changes(walk, drill)
    elif drill.maneuver is M.DEPLOY_TO_THE_FRONT:
        _deploys(walk, drill)
    elif drill.maneuver is M.FACE_BY_THE_REAR_RANK:
        _faces_about(walk)
    else:
        if drill.steps:
            walk.dress()
        walk.go(drill.steps)
        if drill.ranks is not None or drill.interval is not None:
            _redressed(walk, drill)
    walk.refuse(drill)
    return walk.plan()


def _faces_about(walk: Walk) -> None:
    """Turn about on the spot (MAW-G.20c)."""
    if walk.drawn.kind is Kind.FILE:
        rear = tuple(reversed(path_of(walk.figures, walk.base)))
        walk.redraw(walk.drawn, filed(rear, walk.count, walk.base))
        return
    walk.dress()
    walk.redraw(replace(walk.drawn, array=about(walk.drawn.array, walk.count, walk.base)))


def _served(walk: Walk, drill: Drill) -> None:
    """Guns limber, go, unlimber and are turned (MAW-2.28 to MAW-2.30)."""
    turns = tuple(each for each in drill.steps if each.step is K.TURN)
    moves = tuple(each for each in drill.steps if each.step is not K.TURN)
    if drill.maneuver in LIMBERS:
        limbered = base_of(replace(walk.unit, limbered=True), walk.tables)
        head = walk.drawn.array.front
        if turns and drill.maneuver in (M.LIMBER, M.LIMBER_AND_MOVE):
            head = Pose(head.x, head.y, (head.facing + turns[0].by) % CIRCLE)
        file = drawn_as("limbered", head, walk.count, walk.tables)
        walk.redraw(file, stands_of(file, walk.count, limbered, walk.tables), limbered)
    walk.go(moves)
    if drill.maneuver in UNLIMBERS:
        front = Pose(walk.front.x, walk.front.y, walk.heading)
        base = base_of(replace(walk.unit, limbered=False), walk.tables)
        most = walk.tables.number("apart.battery")
        if drill.interval is not None and drill.interval > inches(most):
            walk.fault("battery_apart", "MAW-G.50", most=most)
        line = drawn_as("unlimbered", front, walk.count, walk.tables, drill.interval)
        walk.redraw(line, stands_of(line, walk.count, base, walk.tables), base)
        walk.go(turns)


def _deploys(walk: Walk, drill: Drill) -> None:
    """From march column into line across the way, the rear half to the right of the front half (MAW-7.11, MAW-G.48, MAW-G.65)."""
    only_open = walk.field.setting.mark(walk.piece.id).open_only
    state = (F.OPEN_THIN if only_open else label_of(walk.unit).reforms_in).value
    line = drawn_as(state, walk.front, walk.count, walk.tables, drill.interval)
    pitch = walk.base.width + line.array.gap
    wide = frontage(line.array, walk.count, walk.base)
    extra = pitch / 2 if walk.count % 2 else 0.0
    shift = {
        Flank.BOTH: pitch / 2 + extra,
        Flank.RIGHT: (wide - walk.base.width) / 2,
        Flank.LEFT: pitch - (wide - walk.base.width) / 2,
    }[drill.flank]
    walk.redraw(replace(line, array=shifted(line.array, 0, shift)))


def _changes(walk: Walk, drill: Drill) -> None:
    """A change of formation, with half a move before or after it (MAW-G.19g)."""
    turns = tuple(each for each in drill.steps if each.step is K.TURN)
    moves = tuple(each for each in drill.steps if each.step is not K.TURN)
    if not drill.after:
        walk.dress()
        walk.go(moves)
    _formed(walk, drill, turns)
    if drill.after:
        walk.go(moves)


def _formed(walk: Walk, drill: Drill, turns: Sequence[Step]) -> None:
    """Another formation about the same front; out of a square any facing, along a march column a line that lies on its way."""
    new = F.OPEN_THIN if drill.mounted is False else drill.new or F.LINE
    base = base_of(
        replace(walk.unit, mounted=walk.unit.mounted if drill.mounted is None else drill.mounted), walk.tables
    )
    front, state = walk.front, new.value
    if new in OPEN_ORDER and drill.ranks is not None:
        state = (F.OPEN_THIN if drill.ranks == 1 else F.OPEN_DEEP).value
    if walk.drawn.state in SQUARES and new not in SQUARES:
        front = _out_of_square(walk, sum(each.by for each in turns))
    elif walk.drawn.kind is Kind.HOUSE:
        front = _out_of_house(walk, sum(each.by for each in turns), drawn_as(state, front, walk.count, walk.tables))
    elif turns:
        walk.fault("turn_square", "MAW-15.14")
    if walk.drawn.kind is Kind.FILE and state in (F.LINE, F.SUPPORTED_LINE, *LOOSE):
        front = _along_the_way(walk, drill.flank)
    elif walk.drawn.state in LOOSE and state in LOOSE:
        _redressed(walk, drill, state)
        return
    drawn = drawn_as(state, front, walk.count, walk.tables, drill.interval if state in LOOSE else None)
    if drill.ranks is not None and state in LOOSE:
        drawn = replace(drawn, array=replace(drawn.array, files=ceil(walk.count / drill.ranks)))
    if drawn.kind is Kind.HOUSE:
        _into(walk, drill, drawn)
        return
    walk.redraw(drawn, stands_of(drawn, walk.count, base, walk.tables), base)


def _into(walk: Walk, drill: Drill, drawn: Drawn) -> None:
    """Into a structure that is touched and has room (MAW-G.19d)."""
    house = ground.structure(walk.field.terrain, drill.place)
    if house is None:
        walk.fault("no_structure", "MAW-G.19d")
        return
    own = shapely.multipolygons(polygons(quads_of(walk.base, walk.figures)))
    if shapely.distance(own, shapely.polygons(house.outline)) > CONTACT:
        walk.fault("structure_far", "MAW-G.19d", name=house.id)
    room = walk.tables.number("garrison.capacity")
    there = [each for each, name in walk.field.inside.items() if name == house.id and each in walk.field.pieces]
    taken = sum(len(walk.field.pieces[each].figures) for each in there)
    enemies = [each for each in there if walk.field.pieces[each].owner != walk.piece.owner]
    if taken + walk.count > room or enemies:
        walk.fault("structure_full", "MAW-G.19d", name=house.id, most=room)
    x, y = np.array(house.outline, dtype=np.float64).mean(axis=0).tolist()
    walk.redraw(replace(drawn, array=replace(drawn.array, front=Pose(round(x), round(y), walk.heading))))


def _redressed(walk: Walk, drill: Drill, state: str = "") -> None:
    """An open order is widened or narrowed, to one flank or both (MAW-13.03, MAW-13.07)."""
    tables, array = walk.tables, walk.drawn.array
    if walk.drawn.state not in LOOSE:
        walk.fault("frontage_open", "MAW-13.07")
        return
    gap = array.gap if drill.interval is None else drill.interval
    deep = drill.ranks or (ceil(walk.count / array.files) if not state else 1 if state == F.OPEN_THIN else 2)
    low, high = (inches(tables.exact(f"open_order.{each}")) for each in ("least", "most"))
    if not low <= gap <= high:
        walk.fault(
            "interval", "MAW-13.04", least=tables.exact("open_order.least"), most=tables.exact("open_order.most")
        )
    new = redrawn(array, walk.count, walk.base, files=ceil(walk.count / deep), gap=gap, flank=_FLANKS[drill.flank])
    walk.redraw(Drawn(Kind.RANKS, (F.OPEN_THIN if deep == 1 else F.OPEN_DEEP).value, new))


def _out_of_square(walk: Walk, by: Facing) -> Pose:
    """The front of a formation that comes out of a square: over a side of it, facing anywhere (MAW-15.14, MAW-15.14a)."""
    facing = (walk.drawn.array.front.facing + by) % CIRCLE
    own = [
        pose
        for pose in walk.figures
        if min((pose.facing - facing) % CIRCLE, (facing - pose.facing) % CIRCLE) <= QUARTER // 2
    ]
    own = own or list(walk.figures[:1])
    return Pose(sum(pose.x for pose in own) // len(own), sum(pose.y for pose in own) // len(own), facing)


def _out_of_house(walk: Walk, by: Facing, drawn: Drawn) -> Pose:
    """The front of a formation that comes out of a structure: its rear touches the wall that it leaves by."""
    middle, facing = walk.front, (walk.heading + by) % CIRCLE
    house = ground.structure(walk.field.terrain, walk.field.inside.get(walk.piece.id, ""))
    corners = house.outline if house is not None else (middle.point,)
    x, y = direction(facing)
    out = max((corner.x - middle.x) * x + (corner.y - middle.y) * y for corner in corners)
    place = ahead(Pose(middle.x, middle.y, facing), out + CONTACT / 2 + depth(drawn.array, walk.count, walk.base))
    return Pose(place.x, place.y, facing)


def _along_the_way(walk: Walk, flank: Flank) -> Pose:
    """The front of a line that a march column forms by facing to a side (MAW-7.09a)."""
    middle = middle_of(replace(walk.piece, figures=walk.figures, base=walk.base))
    turn = -QUARTER if flank is Flank.LEFT else QUARTER
    facing = (walk.heading + turn) % CIRCLE
    place = ahead(Pose(middle.x, middle.y, facing), walk.base.width / 2)
    return Pose(place.x, place.y, facing)
