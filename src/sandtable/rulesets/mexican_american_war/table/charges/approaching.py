"""The path of a charge: straight, with one wheel or oblique at the start, until it touches somebody (MAW-8.04, MAW-G.22e, MAW-G.22f)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from math import floor, inf
from typing import NamedTuple

import numpy as np

from sandtable.geometry.facts import fact
from sandtable.geometry.footprint import Quads
from sandtable.geometry.measure import CIRCLE, DEGREE, Facing, Length, Point, Pose, bearing, direction
from sandtable.miniatures.field import Piece
from sandtable.miniatures.regiment import Array, block, filed, path_of, quads_of, stood, wheel_of, wheeled, wheeling
from sandtable.miniatures.sweeping import Swept, crossed, entered, overlapped, polygons, shrunk, swept, until_contact
from sandtable.rulesets.mexican_american_war.table import ground, seeing
from sandtable.rulesets.mexican_american_war.table.movement import storming
from sandtable.rulesets.mexican_american_war.table.shapes import middle_of
from sandtable.rulesets.mexican_american_war.table.state import Drawn, Kind, MawField, is_formed, length
from sandtable.rulesets.mexican_american_war.vocabulary import HARD_GROUND, Formation, Ground

STEP = 5  # degrees, from one turn that is tried to the next


class Turn(NamedTuple):
    """What a charge begins with: a wheel or an oblique by so many degrees, to the right where they are not negative."""

    wheel: int = 0
    oblique: int = 0

    @property
    def written(self) -> str:
        """As the state keeps it."""
        return f"{self.wheel} {self.oblique}"

    @classmethod
    def read(cls, told: str) -> Turn | None:
        """From what the state keeps; None where none was declared."""
        return cls(*map(int, told.split())) if told else None


@dataclass(frozen=True)
class Approach:
    """How a charge goes in: its turn, how far that takes it and how far it is then to whom it touches first, none for nobody."""

    turn: Turn
    cost: Length
    straight: float
    met: str
    start: Array
    turned: Array
    stations: tuple[Array, ...]
    bearing: Facing
    path: tuple[Point, ...] = ()  # of a column

    @property
    def total(self) -> Length:
        """How far it is in all."""
        return self.cost + floor(self.straight) if self.straight < inf else self.cost

    def after(self, far: Length) -> Array:
        """Where it is after so much straight on."""
        x, y = direction(self.bearing)
        own = self.turned.front
        return replace(self.turned, front=Pose(round(own.x + x * far), round(own.y + y * far), own.facing))


def turns(toward: Facing, tables_most: int) -> Iterator[Turn]:
    """Turns that may be tried: none, then ever larger ones, first to the side where the target is."""
    yield Turn()
    side = 1 if toward <= CIRCLE // 2 else -1
    for by in range(STEP, tables_most + 1, STEP):
        for sign in (side, -side):
            yield Turn(wheel=sign * by)
            yield Turn(oblique=sign * by)


def approach(
    field: MawField, name: str, target: str, turn: Turn | None = None, most: Length | None = None
) -> Approach | None:
    """The path by which a unit comes to a target before anybody else, within so much; by the turn that is told, else by the smallest."""
    piece = field.pieces[name]
    if field.shapes[name].kind is Kind.FILE:
        found = stormed(field, name, target)
        return found if found is not None and (most is None or found.total <= most) else None
    if most is not None and seeing.gap(field, piece, field.pieces[target]) > most:
        return None
    for each in (turn,) if turn is not None else turns(_off(field, piece, target), field.tables.number("angle.wheel")):
        found = tried(field, name, each)
        if found.met == target and (most is None or found.total <= most):
            return found
    return None


def _off(field: MawField, piece: Piece, target: str) -> Facing:
    """How far off its front a target is."""
    here, there = field.shapes[piece.id].array.front, middle_of(field.pieces[target])
    return (bearing(there.x - here.x, there.y - here.y) - here.facing) % CIRCLE


@fact
def tried(field: MawField, name: str, turn: Turn) -> Approach:
    """What comes of a charge that begins with a turn."""
    piece, count = field.pieces[name], len(field.pieces[name].figures)
    start = field.shapes[name].array.straight
    stations: tuple[Array, ...] = ()
    turned, cost = start, 0
    if turn.wheel:
        stations = wheeling(start, count, piece.base, turn.wheel * DEGREE)
        turned = wheeled(start, count, piece.base, turn.wheel * DEGREE)
        cost = wheel_of(start, count, piece.base, turn.wheel * DEGREE)
    towards = (turned.front.facing + turn.oblique * DEGREE) % CIRCLE
    if stations and _bumps(field, piece, (start, *stations)):
        return Approach(turn, cost, inf, "", start, turned, stations, towards)
    far, met = first_met(field, piece, _body(piece, turned, count), towards)
    return Approach(turn, cost, far, met, start, turned, stations, towards)


def _body(piece: Piece, array: Array, count: int) -> Quads:
    return block(array, count, piece.base)


def first_met(field: MawField, piece: Piece, body: Quads, towards: Facing) -> tuple[float, str]:
    """How far a body goes straight on before it touches somebody, and whom: an enemy, or formed friends, who stop it."""
    around = _around(field, piece.id)
    if not len(around.quads):
        return inf, ""
    x, y = direction(towards)
    found = until_contact(body, x, y, around.quads)
    first = int(np.argmin(found))
    far = float(found[first])
    return (far, around.names[first]) if far < inf else (inf, "")


class _Around(NamedTuple):
    """The stands of others that stop a charge, and whose they are; those of friends are nobody's."""

    quads: Quads
    names: tuple[str, ...]


@fact
def _around(field: MawField, name: str) -> _Around:
    own, rows, names = field.pieces[name], [], []
    for each in field.pieces.values():
        known = field.books.units.get(each.id)
        if known is None or each.id == name or not each.figures or known.sheltered:
            continue
        theirs = seeing.quads(field, each.id)
        if each.owner != own.owner:
            rows.append(theirs)
            names += [each.id] * len(theirs)
        elif is_formed(field.shapes[each.id]):
            rows.append(shrunk(theirs))
            names += [""] * len(theirs)
    return _Around(np.concatenate(rows) if rows else np.empty((0, 4, 2)), tuple(names))


def _bumps(field: MawField, piece: Piece, stations: Sequence[Array]) -> bool:
    """Whether a wheel goes over anybody who does not give way."""
    sweep = swept([_body(piece, each, len(piece.figures)) for each in stations])
    for each in field.pieces.values():
        if each.id == piece.id or each.id not in field.books.units or not each.figures:
            continue
        gives_way = each.owner == piece.owner and not is_formed(field.shapes[each.id])
        if not gives_way and overlapped(sweep, polygons(seeing.quads(field, each.id))).any():
            return True
    return False


# ---- What it comes over ----------------------------------------------------------------------------------------------------------------


class Crossing(NamedTuple):
    """The ground of a charge: the slowest class, what bars it, minor obstacles, and whether its end favors a defender (MAW-G.10, MAW-G.22h)."""

    ground: Ground
    barred: tuple[str, ...]
    minor: int
    favors: bool


def crossing(field: MawField, name: str, way: Approach, far: Length | None = None) -> Crossing:
    """What a charge comes over, so far straight on."""
    piece, tables, terrain = field.pieces[name], field.tables, field.terrain
    straight = floor(way.straight) if far is None else far
    mover = ground.mover_of(field.books.units[name])
    if way.path:
        return Crossing(Ground.OPEN, (), 0, False)
    sweep = ground_swept(piece, way, straight)
    slowest, barred = ground.classes_entered(terrain, sweep, mover, tables)
    ends = [stood(each, len(piece.figures), piece.base) for each in (way.start, *way.stations, way.after(straight))]
    tracks = [tuple(pose.point for pose in track) for track in zip(*ends, strict=True)]
    minor = crossed(ground.works(terrain, tables, "minor"), tracks)
    last = min(straight, length(tables.number("measured.favorable")))
    near = swept([_body(piece, way.after(each), len(piece.figures)) for each in (straight - last, straight)])
    closing = [
        tuple(pose.point for pose in pair)
        for pair in zip(
            *(stood(way.after(each), len(piece.figures), piece.base) for each in (straight - last, straight)),
            strict=True,
        )
    ]
    hard = any(
        ground.class_of(area.kind, mover, tables) in HARD_GROUND
        for area in entered(terrain, near)
        if area.kind != ground.DENSE_CHAPARRAL
    )
    favors = hard or bool(crossed(ground.works(terrain, tables, "minor"), closing))
    return Crossing(slowest, tuple(area.id for area in barred), len(minor), favors)


def ground_swept(piece: Piece, way: Approach, straight: Length) -> Swept:
    """The ground that a charge sweeps, its turn included."""
    count = len(piece.figures)
    places = [_body(piece, each, count) for each in (way.start, *way.stations, way.after(straight))]
    if not way.stations:
        places = [places[0], places[-1]]
    return swept(places)


# ---- Columns that storm ----------------------------------------------------------------------------------------------------------------


def stormed(field: MawField, name: str, target: str) -> Approach | None:
    """The path of a storming column along its defile, then straight at the enemy (MAW-16.05, MAW-16.05a)."""
    piece = field.pieces[name]
    if field.shapes[name].state != Formation.STORMING_COLUMN:
        return None
    found = storming.way_in(field, name)
    points = found[0] if found is not None else (piece.figures[0].point,)
    goal = middle_of(field.pieces[target])
    path, gone = [points[0]], 0.0
    for one, two in zip(points, (*points[1:], goal), strict=True):
        far, met = _along(field, piece, one, two)
        if met:
            gone += far
            path.append(storming.walked((one, two), far)[-1])
            start = Array(piece.figures[0], 1)
            heading = bearing(two.x - one.x, two.y - one.y)
            return Approach(Turn(), 0, gone, met, start, start, (), heading, tuple(path))
        gone += far
        path.append(two)
    return None


def _along(field: MawField, piece: Piece, one: Point, two: Point) -> tuple[float, str]:
    """How far the head goes along a leg, and whom it meets on it."""
    leg = float(np.hypot(two.x - one.x, two.y - one.y))
    if leg <= 0:
        return 0.0, ""
    facing = bearing(two.x - one.x, two.y - one.y)
    head = quads_of(piece.base, (Pose(one.x, one.y, facing),))
    far, met = first_met(field, piece, head, facing)
    return (far, met) if met and far <= leg else (leg, "")


def column_at(piece: Piece, way: Approach, far: Length) -> tuple[Pose, ...]:
    """A storming column when its head has gone so far along its path."""
    gone = storming.walked(way.path, far)
    return filed((*path_of(piece.figures, piece.base)[:-1], *gone), len(piece.figures), piece.base)


def drawn_after(field: MawField, name: str, way: Approach, far: Length) -> tuple[Drawn, tuple[Pose, ...]]:
    """How a charger is drawn up after so much straight on."""
    piece, drawn = field.pieces[name], field.shapes[name]
    if way.path:
        figures = column_at(piece, way, far)
        return replace(drawn, array=Array(figures[0], 1)), figures
    array = way.after(far)
    return replace(drawn, array=array), stood(array, len(piece.figures), piece.base)


def gap_of(way: Approach) -> Length:
    """How far it is straight on to whom a charge meets, nothing where it meets nobody."""
    return floor(way.straight) if way.straight < inf else 0
