"""Where units go that fall back: out of every close range, a full move, a step (MAW-G.21)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
import shapely

from sandtable.geometry.borders import OUTWARD
from sandtable.geometry.distance import nearest
from sandtable.geometry.footprint import Quads
from sandtable.geometry.measure import CIRCLE, DEGREE, Facing, Length, Point, Pose, bearing, direction, inches
from sandtable.miniatures.bodies import CONTACT
from sandtable.miniatures.field import Piece
from sandtable.miniatures.regiment import ABOUT, Array, mob, quads_of
from sandtable.miniatures.retreating import Back, fan, step_in, way_back
from sandtable.miniatures.sweeping import first_within, overlapped, polygons, shrunk, swept, until_contact
from sandtable.rulesets.mexican_american_war.known_unit import KnownUnit
from sandtable.rulesets.mexican_american_war.movement import full_rate
from sandtable.rulesets.mexican_american_war.table import ground, seeing
from sandtable.rulesets.mexican_american_war.table.movement import room
from sandtable.rulesets.mexican_american_war.table.movement.planning import within
from sandtable.rulesets.mexican_american_war.table.shapes import drawn_as, fronts_of, middle_of, stands_of
from sandtable.rulesets.mexican_american_war.table.state import (
    Drawn,
    Kind,
    MawField,
    Task,
    TaskKind,
    is_formed,
    label_of,
    length,
    state_of,
)
from sandtable.rulesets.mexican_american_war.units import Unit
from sandtable.rulesets.mexican_american_war.vocabulary import (
    LINES,
    OPEN_ORDER,
    Arm,
    Formation,
    Ground,
    OrderState,
    Side,
)

T, F = TaskKind, Formation
WIDEST, STEP = 60 * DEGREE, 15 * DEGREE  # off the straight way back
EXTEND: Length = inches(6)  # further, where friends stand
PACE: Length = inches(0.5)  # from one place of a retreat to the next at which ground is looked at


def homeward(field: MawField, side: str) -> Facing:
    """The direction of a side's own edge."""
    return OUTWARD[field.setting.edges.get(side, "south" if side == Side.US else "north")]


def away(field: MawField, piece: Piece, foes: Sequence[str]) -> Facing:
    """Away from the nearest enemy that caused it and toward the friendly table edge (MAW-G.21)."""
    home = homeward(field, piece.owner)
    known = [field.pieces[name] for name in foes if name in field.pieces]
    enemy = min(known, key=lambda each: (seeing.gap(field, each, piece), each.id), default=None)
    enemy = enemy or seeing.nearest_enemy(field, piece)
    if enemy is None:
        return home
    x, y = direction(_from(field, enemy, piece))
    hx, hy = direction(home)
    if x * hx + y * hy <= -0.9:  # noqa: PLR2004 - he stands right in the way home: then away from him
        return bearing(x, y)
    return bearing(x + hx, y + hy)


def _from(field: MawField, enemy: Piece, piece: Piece) -> Facing:
    """The direction away from an enemy: between the nearest points, or the way he faces who touches it."""
    pairs = [nearest(one, two) for one in seeing.stands(field, enemy) for two in seeing.stands(field, piece)]
    there, here, gap = min(pairs, key=lambda each: (each[2], each[0], each[1]))
    if gap > CONTACT:
        return bearing(here.x - there.x, here.y - there.y)
    one, two = middle_of(enemy), middle_of(piece)
    straight = bearing(two.x - one.x, two.y - one.y)
    fronts = fronts_of(field, enemy)
    off = [min((front.facing - straight) % CIRCLE, (straight - front.facing) % CIRCLE) for front in fronts]
    return fronts[off.index(min(off))].facing if off and min(off) < ABOUT // 2 else straight


def facing_foe(field: MawField, piece: Piece, here: Point) -> Facing:
    """The facing of a formed unit after a retreat: to the nearest enemy (MAW-G.21c)."""
    enemy = seeing.nearest_enemy(field, piece)
    if enemy is None:
        return (homeward(field, piece.owner) + ABOUT) % CIRCLE
    there = middle_of(enemy)
    return bearing(there.x - here.x, there.y - here.y)


# ---- How far and where to --------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Flight:
    """Where a unit ends that goes back: what it passes, what stops it, and whether it leaves the table."""

    drawn: Drawn
    figures: tuple[Pose, ...]
    passed: tuple[str, ...] = ()
    blocked: bool = False
    off_table: bool = False


def rate_on(field: MawField, unit: KnownUnit, on: Ground, *, broken: bool) -> Length:
    """A full move on this ground; broken at the broken rate (MAW-G.21a)."""
    label = label_of(unit)
    moving = Unit(
        arm=label.arm,
        mounted=label.mounted or (broken and label.arm is Arm.CAVALRY),
        order=OrderState.BROKEN if broken else OrderState.GOOD,
        formation=label.shape or F.LINE,
        carriage=label.carriage,
    )
    return length(full_rate(moving, unit.side, on, field.tables))


def shape_back(field: MawField, piece: Piece, way: Facing | None = None) -> tuple[Drawn, tuple[Pose, ...]]:
    """How a unit is drawn up as it goes back: a mob where it is broken, clear of the enemy on its way, else as it is, straight."""
    unit = field.books.units[piece.id]
    drawn = field.shapes[piece.id]
    if unit.order is OrderState.BROKEN and not unit.is_guns:
        middle = middle_of(piece)
        crowd = Drawn(Kind.MOB, OrderState.BROKEN.value, Array(Pose(middle.x, middle.y, drawn.array.front.facing), 1))
        return _disengaged(field, piece, crowd, way)
    if drawn.state != state_of(unit):
        drawn = drawn_as(state_of(unit), drawn.array.front, len(piece.figures), field.tables)
        return drawn, stands_of(drawn, len(piece.figures), piece.base, field.tables)
    straight = replace(drawn, array=drawn.array.straight)
    return straight, piece.figures if drawn.kind is Kind.FILE else stands_of(
        straight, len(piece.figures), piece.base, field.tables
    )


def _disengaged(field: MawField, piece: Piece, crowd: Drawn, way: Facing | None) -> tuple[Drawn, tuple[Pose, ...]]:
    """A mob so far on its way that it is upon no enemy whom the unit was in contact with."""
    figures = mob(crowd.array.front, len(piece.figures), piece.base)
    foes = [seeing.quads(field, each.id) for each in seeing.enemies_of(field, piece.owner) if each.figures]
    enemies = polygons(np.concatenate(foes)) if foes and way is not None else polygons(np.empty((0, 4, 2)))
    for far in range(0, EXTEND, inches(0.25)):
        moved = room.moved(crowd, figures, step_in(way or 0, far))
        if not overlapped(polygons(quads_of(piece.base, moved[1])), enemies).any():
            return moved
    return crowd, figures


def flown(field: MawField, piece: Piece, task: Task) -> Flight:
    """Where a retreat ends, by its kind."""
    straight = away(field, piece, task.foes)
    drawn, figures = shape_back(field, piece, straight)
    if task.kind is T.BEYOND:
        return _beyond(field, piece, drawn, figures, straight)
    if task.kind is T.SHORT:
        return _short(field, piece, drawn, figures, length(task.far))
    return _full(field, piece, drawn, figures, straight, task)


def stopped(field: MawField, piece: Piece, places: Quads, way: Facing) -> Length:
    """How far a retreat may go in a direction before an enemy or ground that it cannot cross stops it."""
    x, y = direction(way)
    foes = [seeing.quads(field, each.id) for each in seeing.enemies_of(field, piece.owner) if each.figures]
    far = float(until_contact(shrunk(room_block(places)), x, y, np.concatenate(foes)).min()) if foes else float("inf")
    mover = ground.mover_of(field.books.units[piece.id])
    walls = [area for area in field.terrain.areas if ground.class_of(area.kind, mover, field.tables) is None]
    if walls:
        far = min(far, _until_ground(field, places, way, frozenset(area.id for area in walls), far))
    return int(min(far, float(field.terrain.width + field.terrain.height)))


def room_block(places: Quads) -> Quads:
    """The rectangle about stands that move together, as a body."""
    box = shapely.oriented_envelope(room.hull(places))
    corners = shapely.get_coordinates(box)[:4]
    return corners.reshape(1, 4, 2) if len(corners) == 4 else places  # noqa: PLR2004 - corners


def _until_ground(field: MawField, places: Quads, way: Facing, walls: frozenset[str], most: float) -> float:
    """How far it is to ground that cannot be crossed."""
    limit = min(most, float(field.terrain.width + field.terrain.height))
    steps = [round(number * PACE) for number in range(int(limit // PACE) + 1)]
    shifts = np.array([step_in(way, far) for far in steps], dtype=np.float64)
    first = first_within(field.terrain, walls, places, shifts)
    return float("inf") if first is None else max(0.0, float(steps[first] - PACE))


def ended(
    field: MawField, piece: Piece, drawn: Drawn, figures: tuple[Pose, ...], back: Back, *, turn: bool = True
) -> Flight:
    """A unit at the end of its way, facing the enemy; formed friends on the way are passed (MAW-G.21c, MAW-G.21d)."""
    there, stands = room.moved(drawn, figures, back.shift)
    path = swept([quads_of(piece.base, figures), quads_of(piece.base, stands)])
    passed = [
        each.id
        for each in seeing.units_of(field, piece.owner)
        if each.id != piece.id
        and each.figures
        and is_formed(field.shapes[each.id])
        and overlapped(path, polygons(seeing.quads(field, each.id))).any()
    ]
    if turn and there.kind is Kind.RANKS:
        there, stands = _turned(field, piece, there, stands)
    return Flight(there, stands, tuple(passed))


def _turned(field: MawField, piece: Piece, drawn: Drawn, stands: tuple[Pose, ...]) -> tuple[Drawn, tuple[Pose, ...]]:
    """A formation turned to the enemy about its middle, where there is room for it."""
    x, y = quads_of(piece.base, stands).mean(axis=(0, 1)).tolist()
    facing = facing_foe(field, piece, Point(round(x), round(y)))
    deep = len(range(0, len(stands), max(1, drawn.array.files))) * piece.base.behind
    dx, dy = direction(facing)
    front = Pose(round(x + dx * deep / 2), round(y + dy * deep / 2), facing)
    turned = replace(drawn, array=replace(drawn.array, front=front))
    figures = stands_of(turned, len(stands), piece.base, field.tables)
    return (turned, figures) if room.is_free(field, piece, quads_of(piece.base, figures)) else (drawn, stands)


def _leaves(field: MawField, places: Quads, way: Facing, far: Length) -> bool:
    return not within(field.terrain, places + np.array(step_in(way, far), dtype=np.float64))


def _beyond(field: MawField, piece: Piece, drawn: Drawn, figures: tuple[Pose, ...], straight: Facing) -> Flight:
    """The shortest way out of every close range, longer than a full move if need be (MAW-6.11, MAW-G.21b)."""
    places = quads_of(piece.base, figures)
    limits: dict[Facing, Length] = {}

    def most(way: Facing) -> Length:
        if way not in limits:
            limits[way] = stopped(field, piece, places, way)
        return limits[way]

    def may_stay(shift: Point) -> bool:
        there = places + np.array(shift, dtype=np.float64)
        return room.is_free(field, piece, there) and not seeing.in_close_range(field, piece, there)

    back = way_back(tuple(fan(straight, WIDEST, STEP)), may_stay, most)
    if back is not None:
        return ended(field, piece, drawn, figures, back)
    return _no_way(field, piece, drawn, figures, straight, most(straight))


def _no_way(field: MawField, piece: Piece, drawn: Drawn, figures: tuple[Pose, ...], way: Facing, far: Length) -> Flight:
    """Off the table, or stopped an inch short, which costs a stand (MAW-G.21e, MAW-G.21f)."""
    if _leaves(field, quads_of(piece.base, figures), way, far):
        return Flight(drawn, figures, off_table=True)
    short = max(0, far - length(field.tables.number("apart.blocked")))
    gone = ended(field, piece, drawn, figures, Back(way, short), turn=False)
    free = room.is_free(field, piece, quads_of(piece.base, gone.figures))
    there = (gone.drawn, gone.figures) if free else room.roomy(field, piece, gone.drawn, gone.figures, piece.base)
    return Flight(*there, gone.passed, blocked=True)


def _short(field: MawField, piece: Piece, drawn: Drawn, figures: tuple[Pose, ...], far: Length) -> Flight:
    """A step straight back, still facing as before (MAW-G.21c)."""
    places = quads_of(piece.base, figures)
    way = (drawn.array.front.facing + ABOUT) % CIRCLE
    stop = stopped(field, piece, places, way)
    if stop < far:
        return _no_way(field, piece, drawn, figures, way, stop)
    for more in range(far, far + EXTEND, inches(0.25)):
        if _leaves(field, places, way, more):
            return Flight(drawn, figures, off_table=True)
        if room.is_free(field, piece, places + np.array(step_in(way, more), dtype=np.float64)):
            return ended(field, piece, drawn, figures, Back(way, more), turn=False)
    return ended(field, piece, drawn, figures, Back(way, far), turn=False)


def _full(
    field: MawField, piece: Piece, drawn: Drawn, figures: tuple[Pose, ...], straight: Facing, task: Task
) -> Flight:
    """A full move to the rear at the rate of the slowest ground, further where friends stand in the way (MAW-G.21a, MAW-G.21d)."""
    unit, places = field.books.units[piece.id], quads_of(piece.base, figures)
    broken = task.broken and not unit.is_guns
    sooner = shelter_behind(field, piece) if task.evading and task.far else None
    if sooner is not None:
        return ended(field, piece, drawn, figures, sooner)
    ways = tuple(fan(straight, ABOUT // 2 if task.evading else WIDEST, STEP))
    gone: list[Facing] = []
    for way in ways:
        far = far_back(field, piece, places, way, broken=broken)
        if stopped(field, piece, places, way) < far:
            continue
        end = _clear_end(field, piece, places, way, far)
        if end is not None:
            return ended(field, piece, drawn, figures, Back(way, end))
        gone.append(way)
    if gone:
        return Flight(drawn, figures, off_table=True)
    return _no_way(field, piece, drawn, figures, straight, stopped(field, piece, places, straight))


def far_back(field: MawField, piece: Piece, places: Quads, way: Facing, *, broken: bool) -> Length:
    """How far a full retreat goes in a direction: the slowest ground on it sets the rate (MAW-G.20h)."""
    unit = field.books.units[piece.id]
    mover = ground.mover_of(unit)
    for on in Ground:
        far = rate_on(field, unit, on, broken=broken)
        there = places + np.array(step_in(way, far), dtype=np.float64)
        slowest, _ = ground.classes_entered(field.terrain, swept([places, there]), mover, field.tables)
        if tuple(Ground).index(slowest) <= tuple(Ground).index(on):
            return far
    return rate_on(field, unit, Ground.ROUGH, broken=broken)


def _clear_end(field: MawField, piece: Piece, places: Quads, way: Facing, far: Length) -> Length | None:
    """How far a retreat goes to end clear of everybody; None where it leaves the table."""
    for more in range(far, far + EXTEND + 1, inches(0.5)):
        there = places + np.array(step_in(way, more), dtype=np.float64)
        if not within(field.terrain, there):
            return None
        if room.is_free(field, piece, there):
            return more
    return None


def shelter_behind(field: MawField, piece: Piece) -> Back | None:
    """The way of an evader to just behind friends to its rear in line, open order or field column; None where there are none (MAW-14.03a)."""
    way, places = homeward(field, piece.owner), seeing.quads(field, piece.id)
    most = far_back(field, piece, places, way, broken=True)
    path = swept([places, places + np.array(step_in(way, most), dtype=np.float64)])
    steady = (*LINES, *OPEN_ORDER, F.FIELD_COLUMN)
    friends = [
        each
        for each in seeing.units_of(field, piece.owner)
        if each.id != piece.id
        and field.shapes[each.id].state in steady
        and overlapped(path, polygons(seeing.quads(field, each.id))).any()
    ]
    for far in range(inches(0.5), most, inches(0.25)) if friends else ():
        there = places + np.array(step_in(way, far), dtype=np.float64)
        if room.is_free(field, piece, there) and any(_past(field, each, there, way) for each in friends):
            return Back(way, far)
    return None


def _past(field: MawField, friend: Piece, there: Quads, way: Facing) -> bool:
    """Whether stands are beyond a friend."""
    x, y = direction(way)
    theirs = seeing.quads(field, friend.id)
    return bool((there[..., 0] * x + there[..., 1] * y).min() >= (theirs[..., 0] * x + theirs[..., 1] * y).max() - 1)
