"""Buildings: who is inside, what stands for him there, whom he is in contact with, who holds a village (AVD-5.14, AVD-11.02, AVD-G.32, AVD-G.45)."""

from __future__ import annotations

from collections.abc import Mapping

from sandtable.battle.seat import Role
from sandtable.geometry.cover import area_at
from sandtable.geometry.crowd import Crowd
from sandtable.geometry.facts import fact
from sandtable.geometry.measure import Point, Pose
from sandtable.geometry.terrain import Area
from sandtable.miniatures.acting import certain, form_read
from sandtable.miniatures.bodies import CONTACT, Base, box_of, figures, gap_between, housed, near, touching
from sandtable.miniatures.drawing_up import middle_of
from sandtable.miniatures.field import Piece
from sandtable.rulesets.average_dice.ruleset import RULESET
from sandtable.rulesets.average_dice.table.ground import BUILDING, ground_left, length
from sandtable.rulesets.average_dice.table.state import AverageDiceField
from sandtable.rulesets.average_dice.vocabulary import Side

VILLAGE = RULESET.by_id["village"]


def house_of(field: AverageDiceField, piece: Piece) -> str:
    """The building that a unit is in, by the books; empty where it is in none."""
    return _houses(field).get(piece.id, "")


@fact
def _houses(field: AverageDiceField) -> Mapping[str, str]:
    """The buildings that units are in, by the units' names."""
    return {name: known.name for known in field.books.structures.values() for name in known.inside}


def outline_of(field: AverageDiceField, name: str) -> tuple[Point, ...]:
    """The walls of a building."""
    return next(area.outline for area in field.terrain.areas if area.id == name)


def house_at(field: AverageDiceField, pose: Pose) -> str:
    """The building that a place is in."""
    area: Area | None = area_at(ground_left(field), pose.point)
    return area.id if area is not None and area.kind == BUILDING else ""


def stands(field: AverageDiceField, piece: Piece) -> Crowd:
    """The ground under each figure; inside a building all of it, since they are measured from the nearest wall (AVD-G.45)."""
    name = house_of(field, piece)
    return housed(outline_of(field, name), len(piece.figures)) if name else piece.stands


@fact
def foes(field: AverageDiceField, side: Role) -> Crowd:
    """The ground under every enemy of a side; for those inside a building stands the building."""
    return Crowd([stand for enemy in field.enemies_of(side) for stand in stands(field, enemy)])


@fact
def foes_outside(field: AverageDiceField, side: Role) -> Crowd:
    """The ground under every enemy of a side who is in no building."""
    outside = (enemy for enemy in field.enemies_of(side) if not house_of(field, enemy))
    return Crowd([stand for enemy in outside for stand in enemy.stands])


def touched(field: AverageDiceField, piece: Piece, enemy: Piece) -> tuple[tuple[int, ...], ...]:
    """For each figure the enemies of a unit that it touches: inside one building all, through a wall none (AVD-11.02)."""
    here, there = house_of(field, piece), house_of(field, enemy)
    if here != there:
        return ((),) * len(piece.figures)
    if here:
        return (tuple(range(len(enemy.figures))),) * len(piece.figures)
    stands, others = piece.stands, enemy.stands
    if not stands or not near(box_of(stands, CONTACT), others):
        return ((),) * len(stands)
    return touching(stands, others)


def contacts(field: AverageDiceField, piece: Piece) -> tuple[int, ...]:
    """How many enemies each figure touches; whoever is not there yet touches nobody."""
    return _contacts(field, piece.id) if piece.id in field.pieces else (0,) * len(piece.figures)


@fact
def _contacts(field: AverageDiceField, name: str) -> tuple[int, ...]:
    piece = field.pieces[name]
    if not piece.figures or (not house_of(field, piece) and not _foes_near(field, piece)):
        return (0,) * len(piece.figures)
    found = [touched(field, piece, enemy) for enemy in field.enemies_of(piece.owner)]
    return tuple(sum(len(each[number]) for each in found) for number in range(len(piece.figures)))


def _foes_near(field: AverageDiceField, piece: Piece) -> bool:
    """Whether any enemy outside may be touched: a quick look at all of them at once."""
    return bool(near(box_of(piece.stands, CONTACT), foes_outside(field, piece.owner)))


def villages_held(field: AverageDiceField) -> int:
    """How many villages the Villistas have captured, as the umpire rules on each (AVD-13.02, AVD-G.32)."""
    return sum(
        bool(
            certain(VILLAGE, form_read(VILLAGE, _village(field, houses), field.tables).situation, field.tables).measure(
                "captured"
            )
        )
        for houses in field.villages
    )


def _village(field: AverageDiceField, houses: tuple[str, ...]) -> dict[str, int | bool]:
    """The form of a village: houses that are usable, and those in which there are Villistas alone; where none is, who is near."""
    usable = [known for name in houses if not (known := field.books.structures[name]).fallen]
    sides = [{unit.side for unit in field.books.inside(known)} for known in usable]
    held = sides.count({Side.VILLISTA})
    return {"houses_usable": len(usable), "houses_held": held, "only_villistas_near": _near(field, houses)}


def centre_of(field: AverageDiceField, houses: tuple[str, ...]) -> Point:
    """The middle of a village: that of all corners of its houses."""
    corners = [corner for name in houses for corner in outline_of(field, name)]
    return middle_of(corners)


def _near(field: AverageDiceField, houses: tuple[str, ...]) -> bool:
    """Whether Villistas, and nobody else, have a base within six inches of the middle of a village (AVD-G.32)."""
    centre, within = centre_of(field, houses), length(field.tables.number("villages.ground.inches"))
    middle = figures(Base(), (Pose(centre.x, centre.y),))
    there = {
        piece.owner for piece in field.pieces.values() if piece.figures and gap_between(piece.stands, middle) <= within
    }
    return there == {Side.VILLISTA.value}
