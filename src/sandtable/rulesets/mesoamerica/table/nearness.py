"""How near units are to each other: contact, those within 2 inches, divisions that hold together, and who stands at whose back (PRE-3.24 to PRE-3.26, PRE-7.01, PRE-7.07, PRE-9.02, PRE-G.15, PRE-G.28)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from math import hypot

from sandtable.geometry.facts import fact
from sandtable.geometry.measure import Length, Point, Pose, direction
from sandtable.geometry.terrain import Terrain
from sandtable.kernel.tables import Tables
from sandtable.miniatures.field import Piece, Pieces
from sandtable.miniatures.shapes import between, gap
from sandtable.miniatures.together import Body, body_of
from sandtable.rulesets.mesoamerica.table.ground import centre, is_in_sight
from sandtable.rulesets.mesoamerica.table.state import MesoamericaField, measure
from sandtable.rulesets.mesoamerica.vocabulary import Back, Side, UnitType

HAIR: Length = 3  # what places that are kept to the thousandth may add to a gap
CONTACT, NEAR = "near.contact.inches", "near.friends.inches"


def body(piece: Piece) -> Body:
    """A piece as a body."""
    return body_of(piece.id, piece.owner, piece.base, piece.figures[0])


def far_between(one: Piece, other: Piece) -> float:
    """From edge to edge (PRE-G.15)."""
    (x, y), (ox, oy) = centre(one), centre(other)
    a, b = one.figures[0], other.figures[0]
    return max(0.0, gap(between(one.base, a.facing, other.base, b.facing), ox - x, oy - y))


def is_within(one: Piece, other: Piece, far: Length) -> bool:
    """Whether two are so near to each other; those far off are told at a glance."""
    (x, y), (ox, oy) = centre(one), centre(other)
    reach = far + HAIR + reach_of(one) + reach_of(other)
    return abs(x - ox) <= reach and abs(y - oy) <= reach and far_between(one, other) <= far + HAIR


def reach_of(piece: Piece) -> float:
    """How far the corners of its base are from its middle."""
    return hypot(piece.base.width, piece.base.behind) / 2 + piece.base.radius


def contacts(field: MesoamericaField) -> Mapping[str, tuple[str, ...]]:
    """The enemies within half an inch of each unit, the nearest first (PRE-7.01); who is hidden is with nobody."""
    return _contacts(field.placed, measure(field.tables, CONTACT))


@fact
def _contacts(pieces: Pieces, near: Length) -> Mapping[str, tuple[str, ...]]:
    found: dict[str, list[tuple[float, str]]] = {piece.id: [] for piece in pieces.seen}
    for one, other in _pairs(pieces, near):
        far = far_between(one, other)
        if far <= near + HAIR:
            found[one.id].append((far, other.id))
            found[other.id].append((far, one.id))
    return {name: tuple(each for _, each in sorted(beside)) for name, beside in found.items()}


def _pairs(pieces: Pieces, near: Length) -> Iterator[tuple[Piece, Piece]]:
    """Enemies who may be so near to each other: a quick look before a careful one."""
    west, east = ([(piece, centre(piece)) for piece in pieces.seen if piece.owner == side.value] for side in Side)
    reach = near + HAIR + 2 * _widest(pieces)
    for one, (x, y) in west:
        for other, (ox, oy) in east:
            if abs(x - ox) <= reach and abs(y - oy) <= reach:
                yield one, other


def touched(field: MesoamericaField, piece: Piece) -> tuple[Piece, ...]:
    """The enemies within half an inch of a unit."""
    return tuple(field.pieces[name] for name in contacts(field).get(piece.id, ()))


def counted_near(field: MesoamericaField, piece: Piece) -> tuple[int, int]:
    """Friends and enemies within 2 inches (PRE-9.02). Whoever is hidden counts for nobody: levels are told to all and would give it away."""
    near = measure(field.tables, NEAR)
    others = [
        each for each in _about(field.placed, piece, near) if each.id != piece.id and is_within(piece, each, near)
    ]
    friends = sum(each.owner == piece.owner for each in others)
    return friends, len(others) - friends


def _about(pieces: Pieces, piece: Piece, far: Length) -> Iterator[Piece]:
    """Those who are not hidden and may be so near to a unit: a quick look before a careful one."""
    (x, y), reach = centre(piece), far + HAIR + 2 * _widest(pieces)
    return (each for each in pieces.seen if abs(each.middle.x - x) <= reach and abs(each.middle.y - y) <= reach)


@fact
def _widest(pieces: Pieces) -> float:
    return max((reach_of(piece) for piece in pieces.values()), default=0.0)


def sighted(field: MesoamericaField, piece: Piece) -> tuple[tuple[float, Piece], ...]:
    """The enemies that a unit sees, the nearest first, and how far they are."""
    return _sighted(field.placed, piece.id, field.terrain, field.tables)


@fact
def _sighted(pieces: Pieces, name: str, terrain: Terrain, tables: Tables) -> tuple[tuple[float, Piece], ...]:
    piece = pieces[name]
    foes = (each for each in pieces.seen if each.owner != piece.owner)
    found = [(far_between(piece, each), each) for each in foes if is_in_sight(pieces, piece, each, terrain, tables)]
    return tuple(sorted(found, key=lambda each: (each[0], each[1].id)))


def back_of(actor: Piece, target: Piece) -> Back:
    """Who faces the other's back: its own middle behind the other's, and the other's before its own (PRE-G.28)."""
    a, b = (_ahead(one.figures[0], centre(one), centre(other)) for one, other in ((actor, target), (target, actor)))
    if a > 0 and b < 0:
        return Back.ACTOR
    return Back.TARGET if b > 0 and a < 0 else Back.NEITHER


def _ahead(pose: Pose, here: Point, there: Point) -> float:
    """How far a place is before a unit; below nothing: behind it."""
    x, y = direction(pose.facing)
    return (there.x - here.x) * x + (there.y - here.y) * y


# ---- Divisions -------------------------------------------------------------------------------------------------------------------------


def astray(field: MesoamericaField) -> Iterator[tuple[str, int]]:
    """For each unit how many of the two distances its division does not keep; who is hidden is exempt (PRE-3.24, PRE-3.25, PRE-G.09, PRE-G.10)."""
    divisions: dict[tuple[str, int], list[Piece]] = {}
    for piece in field.seen():
        division = field.unit(piece).division
        if division:
            divisions.setdefault((piece.owner, division), []).append(piece)
    broken = {key: violations(field, members) for key, members in divisions.items()}
    for name, unit in field.books.units.items():
        piece_seen = name in field.pieces and not field.pieces[name].hidden
        yield name, broken.get((unit.side.value, unit.division), 0) if piece_seen else 0


def violations(field: MesoamericaField, members: Sequence[Piece]) -> int:
    """A chain that is broken, and nobody near enough to the leader unit, as long as there is one."""
    chain = not _is_chain(members, measure(field.tables, "near.chain.inches"))
    leader = next((each for each in field.of(members[0].owner) if field.unit(each).kind is UnitType.LEADER), None)
    far = measure(field.tables, "near.leader.inches")
    return chain + (leader is not None and not any(is_within(each, leader, far) for each in members))


def _is_chain(members: Sequence[Piece], near: Length) -> bool:
    """Whether all are joined by such distances."""
    joined, waiting = [members[0]], list(members[1:])
    for piece in joined:  # which grows while it is gone through
        found = [each for each in waiting if is_within(piece, each, near)]
        joined += found
        waiting = [each for each in waiting if each not in found]
    return not waiting
