"""Lines of sight, arcs of fire, close range, and who is behind whose front (MAW-G.07a to MAW-G.08a, MAW-G.11, MAW-G.12)."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import NamedTuple

import numpy as np
import shapely
from numpy.typing import NDArray

from sandtable.geometry.facts import fact
from sandtable.geometry.footprint import Footprint, Quads
from sandtable.geometry.measure import DEGREE, Facing, Length, Point, direction
from sandtable.kernel.tables import Tables
from sandtable.miniatures.bodies import gap_between
from sandtable.miniatures.field import Piece
from sandtable.miniatures.regiment import Front
from sandtable.miniatures.sweeping import Numbers, barred
from sandtable.rulesets.mexican_american_war.known_unit import KnownUnit
from sandtable.rulesets.mexican_american_war.ledger import WHOLE
from sandtable.rulesets.mexican_american_war.table import ground
from sandtable.rulesets.mexican_american_war.table.shapes import firing_ranks, fronts_of, middle_of, side_numbers
from sandtable.rulesets.mexican_american_war.table.sight import Bar, Lit, Sight
from sandtable.rulesets.mexican_american_war.table.state import Kind, MawField, Places, Standing, is_formed, length
from sandtable.rulesets.mexican_american_war.vocabulary import Arm, Formation, OrderState, Side
from sandtable.rulesets.mexican_american_war.weapons import close_range, range_cap

CLOSE = 1e-6  # thousandths that arithmetic may lose
WIDE = 1.5  # how much further than straight ahead the sides of an arc are drawn


def unit_of(field: MawField, piece: Piece) -> KnownUnit:
    """A piece as the books know it."""
    return field.books.units[piece.id]


def is_leader(field: MawField, piece: Piece) -> bool:
    """Whether a piece is a leader."""
    return piece.id in field.books.leaders


def units_of(field: MawField, side: str) -> tuple[Piece, ...]:
    """The units of a side that are on the table, leaders apart."""
    return _units_of(field.standing, side)


@fact
def _units_of(standing: Standing, side: str) -> tuple[Piece, ...]:
    return tuple(piece for piece in _units(standing) if piece.owner == side)


def enemies_of(field: MawField, side: str) -> tuple[Piece, ...]:
    """The units of the other side, leaders apart."""
    return _enemies_of(field.standing, side)


@fact
def _enemies_of(standing: Standing, side: str) -> tuple[Piece, ...]:
    return tuple(piece for piece in _units(standing) if piece.owner != side)


@fact
def _units(standing: Standing) -> tuple[Piece, ...]:
    return tuple(piece for piece in standing.pieces.values() if standing.shapes[piece.id].kind is not Kind.LEADER)


def stands(field: Places, piece: Piece) -> tuple[Footprint, ...]:
    """The ground under the stands of a piece; for a garrison stands the structure (MAW-G.19d)."""
    house = ground.structure(field.terrain, field.inside[piece.id]) if piece.id in field.inside else None
    return piece.stands if house is None else (ground.ground_under(house.outline),)


def quads(field: MawField, name: str) -> Quads:
    """The corners of the stands of a piece."""
    return _corners(field.standing, name)


@fact
def _corners(standing: Standing, name: str) -> Quads:
    return np.concatenate([each.quads for each in stands(standing, standing.pieces[name])])


class Boxes(NamedTuple):
    """The smallest upright rectangles about units that have stands, and which units they are."""

    names: tuple[str, ...]
    low: Numbers
    high: Numbers

    def near(self, low: Numbers, high: Numbers, room: Length = 0) -> list[str]:
        """Those whose rectangle comes so near to another: a quick look before a careful one."""
        meet = ((self.low - room <= high) & (self.high + room >= low)).all(axis=1)
        return [self.names[number] for number in np.flatnonzero(meet)]


def boxes(field: MawField) -> Boxes:
    """Where all units are, roughly."""
    return _boxes(field.standing)


@fact
def _boxes(standing: Standing) -> Boxes:
    names = tuple(piece.id for piece in _units(standing) if piece.figures)
    corners = [_corners(standing, name) for name in names]
    low = np.array([each.min(axis=(0, 1)) for each in corners]).reshape(-1, 2)
    return Boxes(names, low, np.array([each.max(axis=(0, 1)) for each in corners]).reshape(-1, 2))


def gap(field: MawField, one: Piece, other: Piece) -> Length:
    """How far it is from one unit to another."""
    return _gap(field.standing, one.id, other.id)


@fact
def _gap(standing: Standing, one: str, other: str) -> Length:
    return gap_between(*(stands(standing, standing.pieces[name]) for name in (one, other)))


# ---- What bars a line ------------------------------------------------------------------------------------------------------------------


def sight_of(field: MawField) -> Sight:
    """What bars lines on a table: the ground, and everybody who stands on it. While nobody moves it is the same, with all that was seen."""
    return _sight_of(field.standing)


@fact
def _sight_of(standing: Standing) -> Sight:
    return Sight(
        standing.terrain, standing.tables, tuple(_bar(standing, each) for each in _units(standing) if each.figures)
    )


def _bar(standing: Standing, piece: Piece) -> Bar:
    drawn = standing.shapes[piece.id]
    hides = is_formed(drawn) or drawn.state == "unlimbered"
    return Bar(piece.id, piece.owner, stands(standing, piece), ground.level(standing.terrain, middle_of(piece)), hides)


def clear(field: MawField, starts: Numbers, ends: Numbers, but: Collection[str] = (), fires: str = "") -> Lit:
    """Which straight lines nothing hides: growth, higher ground, formed troops of either side and unlimbered guns (MAW-G.08).

    ``but`` are units that do not count, those at both ends; ``fires`` is a side that fires, whose own stands all mask it (MAW-G.07i).
    """
    return sight_of(field).clear(starts, ends, but, fires)


# ---- Arcs ------------------------------------------------------------------------------------------------------------------------------


class Muzzle(NamedTuple):
    """A stand that could fire: its number, its front edge for the range, the edge that its arc opens from, and its side of a square."""

    number: int
    left: Point
    right: Point
    arc: tuple[Point, Point]
    facing: Facing
    group: int = -1


def muzzles(field: MawField, piece: Piece) -> tuple[Muzzle, ...]:
    """The stands that their formation lets fire (MAW-G.07): first two ranks, front rank of a column, sides of a square, faces of a structure."""
    return _muzzles(field.standing, piece.id)


@fact
def _muzzles(field: Standing, name: str) -> tuple[Muzzle, ...]:
    piece, drawn = field.pieces[name], field.shapes[name]
    count = len(piece.figures)
    if drawn.kind is Kind.SQUARE:
        return tuple(_square_muzzles(field, piece))
    if drawn.kind is Kind.HOUSE:
        return tuple(_house_muzzles(field, piece))
    if drawn.kind is Kind.MOB or drawn.state in (Formation.MARCH_COLUMN, "limbered"):
        return ()
    numbers: Sequence[int] = range(count)
    if drawn.state == Formation.STORMING_COLUMN:
        numbers = numbers[: field.tables.number("bearing.storming_column")]
    elif drawn.state == Formation.FIELD_COLUMN:
        numbers = numbers[: field.tables.number("bearing.field_column")]
    elif drawn.kind is Kind.RANKS:
        numbers = firing_ranks(drawn, count, field.tables.number("bearing.line.ranks"))
    return tuple(_muzzle(piece, number) for number in numbers)


def _muzzle(piece: Piece, number: int, arc: tuple[Point, Point] | None = None, group: int = -1) -> Muzzle:
    left, right = piece.stands[number].outlines[0][:2]
    return Muzzle(number, left, right, arc or (left, right), piece.figures[number].facing, group)


def _square_muzzles(field: Standing, piece: Piece) -> Iterator[Muzzle]:
    """Every stand fires through the side it faces to, whose arc opens from that side's corners (MAW-15.24, MAW-15.25)."""
    facing_to = side_numbers(len(piece.figures), field.tables)
    for side in sorted(set(facing_to)):
        own = [number for number, there in enumerate(facing_to) if there == side]
        first = [_muzzle(piece, number) for number in own]
        front = max(
            first, key=lambda each: direction(each.facing)[0] * each.left.x + direction(each.facing)[1] * each.left.y
        )
        ahead = [each for each in first if _level_with(each, front)]
        arc = ahead[0].left, ahead[-1].right
        yield from (_muzzle(piece, number, arc, side) for number in own)


def _level_with(one: Muzzle, other: Muzzle) -> bool:
    """Whether both stand in the same rank."""
    x, y = direction(other.facing)
    return abs((one.left.x - other.left.x) * x + (one.left.y - other.left.y) * y) <= DEGREE


def _house_muzzles(field: Standing, piece: Piece) -> Iterator[Muzzle]:
    """Any stand of a garrison may fire through any face (MAW-G.19e)."""
    corners = stands(field, piece)[0].outlines[0]
    turns = (0, 900, 1800, 2700)
    facing = stands(field, piece)[0].bases[0].facing
    for face, turn in enumerate(turns):
        left, right = corners[face], corners[(face + 1) % len(corners)]
        for number in range(len(piece.figures)):
            yield Muzzle(number, left, right, (left, right), (facing + turn) % 3600, face)


def wedges(some: Sequence[Muzzle], reach: Length, tables: Tables) -> Numbers:
    """The corners of the arcs of some muzzles, out to a reach, clockwise (MAW-G.07a)."""
    half, far = tables.number("angle.arc") * DEGREE, reach * WIDE
    corners = []
    for each in some:
        lx, ly = direction((each.facing - half) % 3600)
        rx, ry = direction((each.facing + half) % 3600)
        (ax, ay), (bx, by) = each.arc
        corners.append(((ax, ay), (ax + lx * far, ay + ly * far), (bx + rx * far, by + ry * far), (bx, by)))
    return np.array(corners, dtype=np.float64).reshape(-1, 4, 2)


def ranges(some: Sequence[Muzzle], target: Quads) -> NDArray[np.int64]:
    """From the nearest front point of each stand to the nearest point of a target (MAW-G.07b)."""
    edges = shapely.linestrings(np.array([(each.left, each.right) for each in some], dtype=np.float64))
    whole = shapely.multipolygons(shapely.polygons(target))
    far = shapely.distance(edges, whole)
    found: NDArray[np.int64] = np.floor(far + 0.5).astype(np.int64)
    return found


class Bearing(NamedTuple):
    """Which of some muzzles have a target in reach, arc and sight, and how far it is from each."""

    muzzles: tuple[Muzzle, ...]
    bears: Lit
    ranges: NDArray[np.int64]


def bearing_on(
    field: MawField, some: Sequence[Muzzle], target: Quads, reach: Length, but: Collection[str], fires: str = ""
) -> Bearing:
    """Which stands bear on stands that are somewhere, and how far it is; ``but`` are the units at both ends."""
    return _borne(sight_of(field), tuple(some), target.tobytes(), reach, tuple(but), fires)


@fact
def _borne(
    seen: Sight, some: tuple[Muzzle, ...], corners: bytes, reach: Length, but: tuple[str, ...], fires: str
) -> Bearing:
    if not some:
        return Bearing((), np.zeros(0, dtype=bool), np.zeros(0, dtype=np.int64))
    target = np.frombuffer(corners, dtype=np.float64).reshape(-1, 4, 2)
    far = ranges(some, target)
    bears = far <= reach
    near = np.flatnonzero(bears)
    if len(near):
        arcs = wedges([some[number] for number in near], max(reach, int(far.max())), seen.tables)
        bears[near] = _sighted(seen, _eyes([some[number] for number in near]), arcs, target, but, fires)
    return Bearing(some, bears, far)


def _eyes(some: Sequence[Muzzle]) -> Numbers:
    """The places that stands look from: the middle of the front edge, and its ends."""
    ends = np.array([(each.left, each.right) for each in some], dtype=np.float64)
    return np.concatenate((ends.mean(axis=1, keepdims=True), ends), axis=1)


def _sighted(seen: Sight, eyes: Numbers, arcs: Numbers, target: Quads, but: Collection[str], fires: str) -> Lit:
    """From which stands a line to a part of the target in their arc is clear: first from the middle to the nearest, then any."""
    places = _marks(target)
    inside = in_wedges(arcs, places)
    there = inside.any(axis=1)
    found = np.zeros(len(eyes), dtype=bool)
    near = ((places[None] - eyes[:, :1]) ** 2).sum(axis=2)
    first = np.where(inside, near, np.inf).argmin(axis=1)
    if there.any():
        found[there] = seen.clear(eyes[there, 0], places[first[there]], but, fires)
    rows, columns = np.nonzero(inside & ~found[:, None])
    if len(rows):
        starts, ends = eyes[rows].reshape(-1, 2), np.repeat(places[columns], eyes.shape[1], axis=0)
        free = seen.clear(starts, ends, but, fires).reshape(-1, eyes.shape[1]).any(axis=1)
        found[rows[free]] = True
    for number in np.flatnonzero(~there):
        found[number] = _glimpsed(seen, eyes[number], arcs[number], target, but, fires)
    return found


def _marks(target: Quads) -> Numbers:
    """Places of a target that are looked at: middles, corners, and the middles of edges."""
    middles, edges = target.mean(axis=1, keepdims=True), (target + np.roll(target, -1, axis=1)) / 2
    return np.concatenate((middles, target, edges), axis=1).reshape(-1, 2)


def in_wedges(arcs: Numbers, places: Numbers) -> Lit:
    """Which places (columns) lie in which arcs (rows), their edges included; corners go round clockwise."""
    one, two = arcs, np.roll(arcs, -1, axis=1)
    along = two - one
    size = np.linalg.norm(along, axis=2, keepdims=True)
    along = along / np.where(size, size, 1.0)
    off = places[None, :, None, :] - one[:, None]
    right_of: Lit = along[:, None, :, 0] * off[..., 1] - along[:, None, :, 1] * off[..., 0] <= CLOSE
    inside: Lit = np.all(right_of, axis=2)
    return inside


def _glimpsed(seen: Sight, eyes: Numbers, arc: Numbers, target: Quads, but: Collection[str], fires: str) -> bool:
    """Whether a line is clear to what reaches into an arc of a target whose marks all lie beside it."""
    parts = shapely.intersection(shapely.polygons(arc), shapely.polygons(target))
    marks = shapely.get_coordinates(shapely.point_on_surface(parts[~shapely.is_empty(parts)]))
    starts, ends = np.repeat(eyes, len(marks), axis=0), np.tile(marks, (len(eyes), 1))
    return bool(len(marks)) and bool(seen.clear(starts, ends, but, fires).any())


def sees(field: MawField, viewer: Piece, target: Quads, but: Collection[str] = ()) -> bool:
    """Whether a unit sees stands from its front edge (MAW-G.08)."""
    fronts = fronts_of(field, viewer)
    if fronts:
        ends = [point for front in fronts for point in (front.left, front.right, _half(front))]
    else:
        ends = [Point(round(x), round(y)) for x, y in quads(field, viewer.id).reshape(-1, 2).tolist()]
    starts = np.array(ends, dtype=np.float64)
    marks = np.concatenate((target.mean(axis=1), target.reshape(-1, 2)))
    one, two = np.repeat(starts, len(marks), axis=0), np.tile(marks, (len(starts), 1))
    return bool(clear(field, one, two, (*but, viewer.id)).any())


def _half(front: Front) -> Point:
    return Point((front.left.x + front.right.x) // 2, (front.left.y + front.right.y) // 2)


# ---- Close range -----------------------------------------------------------------------------------------------------------------------


def weapon_reach(field: MawField, piece: Piece) -> Length:
    """The close range of a unit that could fire, else how far mounted cavalry threatens; nothing of the rest (MAW-G.11, MAW-G.11a)."""
    unit, tables = unit_of(field, piece), field.tables
    if unit.order is OrderState.BROKEN or unit.limbered or unit.silenced or unit.sheltered:
        return 0
    if unit.arm is Arm.CAVALRY and unit.mounted:
        return length(tables.number("apart.cavalry"))
    far = close_range(unit.weapon, field.setting.mark(piece.id).built_by or unit.side, tables)
    cap = range_cap(field.books.light, tables)
    return length(far if cap is None else min(far, cap))


class Threat(NamedTuple):
    """An enemy who has a close range: how far that is, and the stands that have it."""

    name: str
    reach: Length
    muzzles: tuple[Muzzle, ...]


@fact
def threats(field: MawField, side: str) -> Mapping[str, Threat]:
    """The enemies of a side who have a close range, by name."""
    found = [
        Threat(enemy.id, weapon_reach(field, enemy), muzzles(field, enemy))
        for enemy in enemies_of(field, side)
        if enemy.figures
    ]
    return {each.name: each for each in found if each.reach and each.muzzles}


def in_close_range(field: MawField, piece: Piece, there: Quads | None = None) -> bool:
    """Whether a unit, where it is or somewhere else, is in close range and arc of an enemy who sees it (MAW-6.12, MAW-G.11a)."""
    known = threats(field, piece.owner)
    if not known:
        return False
    place = quads(field, piece.id) if there is None else there
    low, high = place.min(axis=(0, 1)), place.max(axis=(0, 1))
    furthest = max(each.reach for each in known.values())
    near = [known[name] for name in boxes(field).near(low, high, furthest) if name in known]
    return any(bearing_on(field, each.muzzles, place, each.reach, (piece.id, each.name)).bears.any() for each in near)


# ---- Behind a front --------------------------------------------------------------------------------------------------------------------


def behind(fronts: Sequence[Front], place: tuple[float, float]) -> bool:
    """Whether a place is behind the straight lines through every part of a front; nobody is behind what has none."""
    return bool(fronts) and all(_back_of(front, place) for front in fronts)


def _back_of(front: Front, place: tuple[float, float]) -> bool:
    x, y = direction(front.facing)
    return (place[0] - front.left.x) * x + (place[1] - front.left.y) * y < 0


def share_behind(fronts: Sequence[Front], front: Front) -> float:
    """Which share of another front lies behind all of these."""
    first, last = 0.0, 1.0
    for own in fronts:
        x, y = direction(own.facing)
        here, there = ((end.x - own.left.x) * x + (end.y - own.left.y) * y for end in (front.left, front.right))
        if here >= 0 and there >= 0:
            return 0.0
        if here >= 0:
            first = max(first, here / (here - there))
        elif there >= 0:
            last = min(last, here / (here - there))
    return max(0.0, last - first)


def outflanked(field: MawField, piece: Piece) -> bool:
    """Whether an enemy near enough has more than half his front behind this one's, sees it and faces it, no friend between (MAW-G.12)."""
    own = fronts_of(field, piece)
    if not own:
        return False
    within = length(field.tables.number("measured.outflanked"))
    return any(
        _turns(field, piece, own, enemy)
        for enemy in enemies_of(field, piece.owner)
        if gap(field, enemy, piece) <= within
    )


def _turns(field: MawField, piece: Piece, own: Sequence[Front], enemy: Piece) -> bool:
    unit = unit_of(field, enemy)
    tables = field.tables
    least, share = tables.number("measured.outflanker_stands"), tables.number("measured.outflanker_front")
    few = unit.limbered if unit.is_guns else len(enemy.figures) < least
    if unit.order is OrderState.BROKEN or few:
        return False
    fronts = fronts_of(field, enemy)
    if not fronts or sum(share_behind(own, front) for front in fronts) * WHOLE <= share * len(fronts):
        return False
    reach = length(tables.number("measured.outflanked"))
    faces = (Muzzle(0, each.left, each.right, (each.left, each.right), each.facing) for each in fronts)
    facing = bearing_on(field, tuple(faces), quads(field, piece.id), reach, (piece.id, enemy.id))
    return bool(facing.bears.any()) and not _friend_between(field, piece, enemy)


def _friend_between(field: MawField, piece: Piece, enemy: Piece) -> bool:
    """Whether a unit of one's own stands between the middles of two."""
    line = np.array([middle_of(piece)], dtype=np.float64), np.array([middle_of(enemy)], dtype=np.float64)
    friends = [each for each in units_of(field, piece.owner) if each.id != piece.id and each.figures]
    return any(bool(barred(*line, quads(field, each.id)).any()) for each in friends)


def nearest_enemy(field: MawField, piece: Piece) -> Piece | None:
    """The nearest enemy unit."""
    found = [each for each in enemies_of(field, piece.owner) if each.figures]
    return min(found, key=lambda each: (gap(field, each, piece), each.id), default=None)


def other(side: str) -> str:
    """The other side."""
    return next(each.value for each in Side if each.value != side)
