"""Where arrivals are put: ring, direction, distance, edges, friendly lines, and room for everybody (R48-11.33 to R48-11.41b, R48-G.10(c), R48-G.13)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import cos, hypot, radians, sin

import numpy as np
from shapely.geometry import MultiPoint
from shapely.geometry import Point as Dot

from sandtable.geometry.borders import INWARD, OPPOSITE, on_edge
from sandtable.geometry.cover import contains
from sandtable.geometry.distance import overlaps
from sandtable.geometry.footprint import Footprint
from sandtable.geometry.measure import Facing, Length, Point, Pose, bearing, direction
from sandtable.geometry.sightlines import core_of, nine_points
from sandtable.geometry.terrain import Area
from sandtable.miniatures.bodies import figure, gaps, near
from sandtable.miniatures.drawing_up import middle_of
from sandtable.rulesets.uprising1848.party import Place
from sandtable.rulesets.uprising1848.table.figures import Man, base_of
from sandtable.rulesets.uprising1848.table.ground import (
    HOLDS,
    LOW,
    RIVER,
    STRUCTURES,
    WOODS,
    enterable,
    kind_at,
    legs_of,
    lines_over,
    middle,
    structures,
)
from sandtable.rulesets.uprising1848.table.movement.moving import friendly_edge, gun_at, off_table, things_of
from sandtable.rulesets.uprising1848.table.state import PLAYER, UprisingField, length
from sandtable.rulesets.uprising1848.vocabulary import Cover, Direction

TURNS = {
    Direction.FRONT: 0,
    Direction.RIGHT_FRONT: 45,
    Direction.RIGHT: 90,
    Direction.RIGHT_REAR: 135,
    Direction.REAR: 180,
    Direction.LEFT_REAR: 225,
    Direction.LEFT: 270,
    Direction.LEFT_FRONT: 315,
}
STEP = 500  # thousandths, in which room is looked for
FARTHEST = 24  # inches at most
SHELTERED = 7  # inches within which cover is kept
COVERS = tuple(Cover)


@dataclass(frozen=True, slots=True)
class Ring:
    """The Player force as a whole: the hull of its bases, its middle, and where its front is."""

    hull: tuple[Point, ...]
    centre: Point
    facing: Facing


def ring(field: UprisingField) -> Ring:
    """The ring about all Player figures on the table; without any, the middle of friendly lines (R48-11.33, R48-G.57(c))."""
    pieces = field.there(PLAYER)
    facing = field.facing if field.facing is not None else INWARD[friendly_edge(field)]
    if not pieces:
        start = edge_middle(field)
        return Ring((start,), start, facing)
    poses = [pose for piece in pieces for pose in piece.figures]
    centre = middle_of(poses)
    rims = np.concatenate([nine_points(stand) for piece in pieces for stand in piece.stands])
    hull = MultiPoint(rims).convex_hull
    return Ring(tuple(Point(round(x), round(y)) for x, y in hull.exterior.coords[:-1]), centre, facing)


def edge_middle(field: UprisingField) -> Point:
    """The middle of the friendly stretch of the edge."""
    edge, spot = friendly_edge(field), middle(field.friendly) if field.friendly else Point(field.terrain.width // 2, 0)
    return on_edge(field.terrain, edge, spot)


def spot(field: UprisingField, place: Place) -> Point | None:
    """The place that a direction and a distance mean; None where they end behind friendly lines (R48-11.34 to R48-11.37, R48-G.13)."""
    about = ring(field)
    x, y = direction((about.facing + TURNS[place.direction] * 10) % 3600)
    start = _leaves(about, x, y)
    far = length(place.inches)
    at = Point(round(start.x + far * x), round(start.y + far * y))
    at = _clear(field, at, x, y, far)
    if not off_table(field, at):
        return None if field.friendly and contains(field.friendly, at) else at
    return _at_edge(field, start, at)


def _leaves(about: Ring, x: float, y: float) -> Point:
    """Where a ray from the middle leaves the ring."""
    if len(about.hull) < 3:  # noqa: PLR2004 - a point or a line
        return about.centre
    best = 0.0
    for one, two in zip(about.hull, (*about.hull[1:], about.hull[0]), strict=True):
        ex, ey = two.x - one.x, two.y - one.y
        turn = x * ey - y * ex
        if not turn:
            continue
        along = ((one.x - about.centre.x) * ey - (one.y - about.centre.y) * ex) / turn
        across = ((one.x - about.centre.x) * y - (one.y - about.centre.y) * x) / turn
        if along > best and 0 <= across <= 1:
            best = along
    return Point(round(about.centre.x + best * x), round(about.centre.y + best * y))


def _clear(field: UprisingField, at: Point, x: float, y: float, far: Length) -> Point:
    """Pushed outward until no Player figure is too near (R48-G.13(c))."""
    least = far - length(field.tables.number("placing.nearer"))
    stands = [stand for piece in field.there(PLAYER) for stand in piece.stands]
    for _ in range(200):
        if not stands or off_table(field, at):
            return at
        if int(gaps([_dot(at)], stands).min()) >= least:
            return at
        at = Point(round(at.x + STEP * x), round(at.y + STEP * y))
    return at


def _dot(place: Point) -> Footprint:
    return Footprint((Pose(place.x, place.y),), 1, 0, 0, 0)


def _at_edge(field: UprisingField, start: Point, at: Point) -> Point | None:
    """On the edge where the ray leaves; at a side the rest of the way goes along it, away from friendly lines (R48-11.35, R48-G.13(d) to R48-G.13(f))."""
    width, height = field.terrain.width, field.terrain.height
    shares = {
        "west": (0 - start.x) / (at.x - start.x) if at.x < 0 else 2.0,
        "east": (width - start.x) / (at.x - start.x) if at.x > width else 2.0,
        "south": (0 - start.y) / (at.y - start.y) if at.y < 0 else 2.0,
        "north": (height - start.y) / (at.y - start.y) if at.y > height else 2.0,
    }
    edge = min(shares, key=lambda each: shares[each])
    share = max(0.0, shares[edge])
    here = Point(round(start.x + share * (at.x - start.x)), round(start.y + share * (at.y - start.y)))
    home = friendly_edge(field)
    if edge == home:
        return None
    if edge == OPPOSITE[home]:
        return here
    over = round(hypot(at.x - here.x, at.y - here.y))
    away = INWARD[home]
    x, y = direction(away)
    shifted = Point(max(0, min(width, round(here.x + over * x))), max(0, min(height, round(here.y + over * y))))
    return None if field.friendly and contains(field.friendly, shifted) else shifted


# ---- Room ------------------------------------------------------------------------------------------------------------------------------


def _around(at: Point, most: Length) -> Iterator[Point]:
    """Places about a place, the nearest first."""
    yield at
    for far in range(STEP, most + 1, STEP):
        count = max(8, round(6.283 * far / STEP))
        for number in range(count):
            turn = radians(360 * number / count)
            yield Point(round(at.x + far * sin(turn)), round(at.y + far * cos(turn)))


def sheltered(field: UprisingField, at: Point) -> Point:
    """Cover near a place, as seen from the Players; the place itself where there is none (R48-11.40, R48-G.13(h))."""
    enemy = ring(field).centre
    best, worth = at, 0
    for place in _around(at, length(field.tables.number("placing.cover"))):
        if off_table(field, place):
            continue
        value = COVERS.index(cover_there(field, place, enemy))
        if value > worth and kind_at(field.ground, place) not in STRUCTURES:
            best, worth = place, value
    return best


def cover_there(field: UprisingField, place: Point, enemy: Point) -> Cover:
    """What shelters somebody at a place from an enemy, at a glance."""
    ground = field.ground
    kind = kind_at(ground, place)
    if kind in HOLDS:
        return HOLDS[kind]
    far = hypot(enemy.x - place.x, enemy.y - place.y) or 1.0
    before = length(field.tables.number("sight.behind"))
    front = Point(
        round(place.x + (enemy.x - place.x) / far * before), round(place.y + (enemy.y - place.y) / far * before)
    )
    walls = [LOW[each] for each in lines_over(ground, place, front) if each in LOW]
    if walls:
        return max(walls, key=COVERS.index)
    return Cover.SOFT if kind == WOODS else Cover.NONE


def room(
    field: UprisingField, men: Sequence[Man], at: Point, *, gun: bool = False, inside: Sequence[Point] = ()
) -> tuple[tuple[Pose, ...], Pose | None]:
    """Places for figures about a place, an inch apart and facing the Players, beside nobody's base; and for their gun (R48-11.39, R48-11.41)."""
    enemy = ring(field).centre
    facing = bearing(enemy.x - at.x, enemy.y - at.y) if enemy != at else 0
    taken = [stand for piece in field.there() for stand in piece.stands]
    taken += things_of(field, "")
    spacing = length(field.tables.number("placing.spacing"))
    marker: Pose | None = None
    if gun:
        marker = next(
            (
                Pose(place.x, place.y, facing)
                for place in _around(at, FARTHEST * 1000)
                if _fits(field, gun_at(field.tables, Pose(place.x, place.y, facing)), place, "transport", taken)
            ),
            Pose(at.x, at.y, facing),
        )
        stand = gun_at(field.tables, marker)
        taken.append(stand)
        x, y = direction(facing)
        at = Point(round(marker.x - 4000 * x), round(marker.y - 4000 * y))
        spacing = 0
    figures = _fill(field, men, at, facing, taken, inside, 100 if inside else spacing)
    return figures, marker


def _fill(
    field: UprisingField,
    men: Sequence[Man],
    at: Point,
    facing: Facing,
    taken: list[Footprint],
    inside: Sequence[Point],
    spacing: Length,
) -> tuple[Pose, ...]:
    """Places for figures, the nearest first: so far from others and as well sheltered as the first; closer or in the open where there is no other room."""
    enemy = ring(field).centre
    least = 0 if inside else COVERS.index(cover_there(field, at, enemy))
    tries = [(spacing, least, SHELTERED)] if least else []
    tries += [(apart, 0, FARTHEST) for apart in (spacing, 50, 0)]
    found: list[Pose] = []
    for apart, wanted, most in tries:
        for place in _around(at, most * 1000):
            if len(found) == len(men):
                return tuple(found)
            man = men[len(found)]
            pose = Pose(place.x, place.y, facing)
            stand = figure(base_of(man, field.tables), pose)
            if not _open_to(field, place, inside, enemy, wanted):
                continue
            if _fits(field, stand, place, legs_of(man), near(_wider(stand, apart), taken), apart):
                found.append(pose)
                taken.append(stand)
    return tuple(found + [Pose(at.x, at.y, facing)] * (len(men) - len(found)))


def _open_to(field: UprisingField, place: Point, inside: Sequence[Point], enemy: Point, wanted: int) -> bool:
    """Whether arrivals may be put there: inside of what they hold, else outside of everything, since nobody knows who is in there."""
    if inside:
        return contains(tuple(inside), place)
    if kind_at(field.ground, place) in STRUCTURES:
        return False
    return not wanted or COVERS.index(cover_there(field, place, enemy)) >= wanted


def _wider(stand: Footprint, by: Length) -> tuple[float, float, float, float]:
    left, low, right, high = stand.box
    return left - by, low - by, right + by, high + by


def _fits(
    field: UprisingField, stand: Footprint, place: Point, legs: str, taken: Sequence[Footprint], apart: Length = 0
) -> bool:
    left, low, right, high = stand.box
    if left < 0 or low < 0 or right > field.terrain.width or high > field.terrain.height:
        return False
    if not enterable(field.ground, field.tables, legs, place):
        return False
    if field.friendly and contains(field.friendly, place) and legs != "joining":
        return False
    return not any(overlaps(stand, other) or (apart and int(gaps([stand], [other])[0, 0]) < apart) for other in taken)


# ---- Works and finds -------------------------------------------------------------------------------------------------------------------


def square(name: str, kind: str, at: Point, side: Length) -> Area:
    """A square patch of ground."""
    half = side // 2
    corners = ((-half, -half), (half, -half), (half, half), (-half, half))
    return Area(name, kind, tuple(Point(at.x + x, at.y + y) for x, y in corners))


def site_room(field: UprisingField, name: str, kind: str, at: Point, side: Length) -> Area:
    """A square for a strongpoint or a hut, near a place, clear of figures, water and other structures (R48-11.45, R48-G.13(g))."""
    stands = [stand for piece in field.there() for stand in piece.stands]
    half = side // 2
    inner = Point(max(half, min(field.terrain.width - half, at.x)), max(half, min(field.terrain.height - half, at.y)))
    for place in _around(inner, FARTHEST * 1000):
        area = square(name, kind, place, side)
        if any(off_table(field, corner) for corner in area.outline):
            continue
        if _clear_ground(field, area) and not any(_on(area, stand) for stand in stands):
            return area
    return square(name, kind, inner, side)


def _clear_ground(field: UprisingField, area: Area) -> bool:
    spots = (*area.outline, middle(area.outline))
    if any(kind_at(field.ground, each) in (RIVER, *STRUCTURES) for each in spots):
        return False
    if field.friendly and any(contains(field.friendly, each) for each in spots):
        return False
    return not any(contains(area.outline, middle(each.outline)) for each in structures(field.ground))


def _on(area: Area, stand: Footprint) -> bool:
    x, y, to_x, to_y, reach = core_of(stand)
    xs, ys = [point.x for point in area.outline], [point.y for point in area.outline]
    return any(
        min(xs) - reach < a < max(xs) + reach and min(ys) - reach < b < max(ys) + reach
        for a, b in ((x, y), (to_x, to_y))
    )


def structure_near(field: UprisingField, at: Point) -> Area | None:
    """A structure within reach of a find, the nearest (R48-G.10(c))."""
    within = length(field.tables.number("links.stash"))
    found = [
        (MultiPoint([tuple(p) for p in each.outline]).convex_hull.distance(Dot(at)), each)
        for each in structures(field.ground)
    ]
    close = [(far, each) for far, each in found if far <= within and each.kind in STRUCTURES]
    return min(close, key=lambda each: each[0])[1] if close else None


def opposite_edge(field: UprisingField, at: Point) -> Point:
    """The place of the edge opposite, as seen through the middle of the table (R48-G.48)."""
    mid = Point(field.terrain.width // 2, field.terrain.height // 2)
    dx, dy = mid.x - at.x, mid.y - at.y
    if not dx and not dy:
        return Point(mid.x, field.terrain.height)
    reach = min(
        (mid.x / abs(dx)) if dx else float("inf"),
        (mid.y / abs(dy)) if dy else float("inf"),
    )
    return Point(round(mid.x + dx * reach), round(mid.y + dy * reach))


def exit_point(field: UprisingField, at: Point, shift: Length, *, left: bool) -> Point:
    """Where an officer means to leave: opposite, shifted along the edge, never in friendly lines (R48-G.48)."""
    there = opposite_edge(field, at)
    width, height = field.terrain.width, field.terrain.height
    by = -shift if left else shift
    if there.y in (0, height):
        there = Point(max(0, min(width, there.x + by)), there.y)
    else:
        there = Point(there.x, max(0, min(height, there.y + by)))
    if field.friendly and contains(field.friendly, there):
        return Point(width - there.x, height - there.y)
    return there
