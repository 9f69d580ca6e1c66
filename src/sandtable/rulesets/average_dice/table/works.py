"""Structures on the table: what can be hit, what hits do to the ground, and who goes with it (chapter 10, AVD-G.23, AVD-G.24)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from sandtable.geometry.cover import area_at
from sandtable.geometry.measure import Length, Point, in_inches
from sandtable.kernel.form import Section, group, text, yes_no
from sandtable.kernel.messages import Message
from sandtable.kernel.problem import Problem, refuse
from sandtable.miniatures.bodies import gaps
from sandtable.miniatures.field import Piece
from sandtable.miniatures.kit import Deed, Facts, Fall
from sandtable.miniatures.looking import Aim, aim
from sandtable.rulesets.average_dice import fields
from sandtable.rulesets.average_dice.ledger import KnownStructure
from sandtable.rulesets.average_dice.panels import listed_structure
from sandtable.rulesets.average_dice.ruleset import RULESET
from sandtable.rulesets.average_dice.structures import Caught, HitStructure
from sandtable.rulesets.average_dice.table import aiming, housing
from sandtable.rulesets.average_dice.table.ground import Work, clear_on, ground_left, length, works_of
from sandtable.rulesets.average_dice.table.state import AverageDiceField, Deciding
from sandtable.rulesets.average_dice.vocabulary import WHOLE_UNITS, Weapon


@dataclass(frozen=True, slots=True, kw_only=True)
class CaughtUnit:
    """Figures of one unit inside or behind a structure."""

    unit_name: str = text(section=Section.TARGET)
    figures: int = fields.figures(section=Section.TARGET)
    prone_to_desertion: bool = yes_no(section=Section.TARGET, usual=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class TableHit(HitStructure):
    """A shot at a structure behind which figures of several units may be."""

    units_caught: tuple[CaughtUnit, ...] = group(CaughtUnit, lowest=0, highest=30, section=Section.TARGET)

    def caught(self) -> tuple[Caught, ...]:
        """Unit by unit; whole units go together."""
        if self.structure in WHOLE_UNITS:
            return HitStructure.caught(self)
        return tuple(Caught((each.unit_name,), each.figures, each.prone_to_desertion) for each in self.units_caught)


def work_of(doing: Deciding) -> Work:
    """What an order aims at; what is no structure of this table is refused."""
    known = works_of(doing.field)
    if doing.order.target not in known:
        raise refuse("target", "problem.table.no_structure", known, "AVD-10.01", name=doing.order.target)
    return known[doing.order.target]


def known_as(field: AverageDiceField, work: Work) -> KnownStructure:
    """A structure as the books have it; one that they have not heard of is whole (AVD-10.01)."""
    return field.books.structures.get(work.name) or KnownStructure(work.name, work.structure, work.value, work.value)


def caught_by(doing: Deciding, work: Work) -> Mapping[str, tuple[int, ...]]:
    """Who would go with a structure: figures by their numbers, unit by unit."""
    field, kind = doing.field, known_as(doing.field, work).kind
    if work.is_house:
        inside = field.books.inside(known_as(field, work))
        return {unit.name: tuple(range(unit.all_figures)) for unit in inside}
    if work.carries:
        return {work.carries: tuple(range(len(field.pieces[work.carries].figures)))}
    if work.ends is None:
        found = {piece.id: _standing_in(field, piece, work) for piece in field.pieces.values()}
    else:
        found = {piece.id: _behind(doing, piece, work.ends, work) for piece in field.pieces.values()}
    caught = {name: numbers for name, numbers in found.items() if numbers}
    if kind in WHOLE_UNITS:
        return {name: tuple(range(len(field.pieces[name].figures))) for name in caught}
    return caught


def _standing_in(field: AverageDiceField, piece: Piece, work: Work) -> tuple[int, ...]:
    """The figures on a bridge, in a trench or in a fieldwork (AVD-10.05, AVD-10.06)."""
    if work.area is None:
        return ()
    alone = replace(field.terrain, areas=(work.area,))
    top = ((number, pose.point, area_at(ground_left(field), pose.point)) for number, pose in enumerate(piece.figures))
    return tuple(
        number
        for number, place, area in top
        if area is not None and area.kind == work.area.kind and area_at(alone, place) is not None
    )


def _behind(doing: Deciding, piece: Piece, ends: tuple[Point, Point], work: Work) -> tuple[int, ...]:
    """The figures within an inch of a length, on the side away from whoever hits it (AVD-10.08, AVD-G.24)."""
    if housing.house_of(doing.field, piece) or not piece.figures:
        return ()
    within: Length = length(doing.field.tables.exact("structure.caught.inches"))
    near = gaps(piece.stands, [work.ground])[:, 0] <= within
    from_ = _from(doing, work)
    return tuple(
        number
        for number, pose in enumerate(piece.figures)
        if near[number] and _side(ends, pose.point) * _side(ends, from_) < 0
    )


def _from(doing: Deciding, work: Work) -> Point:
    """Where the nearest of those who hit it stand."""
    actor = doing.actor
    if actor.marker is not None:
        return actor.marker.point
    far = gaps(housing.stands(doing.field, actor), [work.ground])[:, 0]
    return actor.figures[int(far.argmin())].point


def _side(ends: tuple[Point, Point], place: Point) -> int:
    a, b = ends
    return (b.x - a.x) * (place.y - a.y) - (b.y - a.y) * (place.x - a.x)


def aim_of(doing: Deciding, work: Work) -> Aim:
    """Who has range and sight of a structure."""
    field = doing.field
    reach = length(field.tables.number("range", aiming.weapon_of(doing)))
    clear = clear_on(ground_left(field), housing.house_of(field, doing.actor), work.name)
    who, stands = (
        aiming.shooters(field, doing.actor, aiming.weapon_of(doing)),
        aiming.firers_of(field, doing.actor),
    )
    grounds = [work.ground] if aiming.bears(field, doing.actor, work.ground) else []
    found = aim([stands[number] for number in who], grounds, reach, clear)
    return replace(found, firers=tuple(who[firer] for firer in found.firers))


def facts(doing: Deciding) -> Facts:
    """What geometry fills into the form."""
    field, work = doing.field, work_of(doing)
    aimed, weapon = aim_of(doing, work), aiming.weapon_of(doing)
    far = (
        aimed.range if aimed.range is not None else int(gaps(aiming.firers_of(field, doing.actor), [work.ground]).min())
    )
    known, units = known_as(field, work), field.books.units
    caught = caught_by(doing, work)
    told: dict[str, Any] = {
        **listed_structure(known, ()).as_target,
        "weapon": weapon,
        "range": str(float(in_inches(far))),
        "in_arc_and_sight": aimed.range is not None,
        "in_contact": any(housing.contacts(field, doing.actor)),
        "figures_inside_or_behind": sum(map(len, caught.values())),
        "who_is_inside": ", ".join(caught),
        "target_prone_to_desertion": any(units[name].prone_to_desertion for name in caught),
        "units_caught": [
            {
                "unit_name": name,
                "figures": len(numbers),
                "prone_to_desertion": units[name].prone_to_desertion,
            }
            for name, numbers in caught.items()
        ],
    }
    if weapon is Weapon.DYNAMITE:
        told["throwers"] = aiming.throwing(doing, aimed)
    return told


def hinders(doing: Deciding, _: Facts) -> Iterator[Problem]:
    """The building one is in (AVD-7.12), and a structure that is seen and out of reach (AVD-7.11); what cannot be seen the form refuses."""
    if housing.house_of(doing.field, doing.actor) == doing.order.target:
        yield Problem("target", Message("problem.table.own_house"), (), "AVD-7.12")
    aimed = aim_of(doing, work_of(doing))
    if aimed.range is not None and not aimed.firers:
        reach = doing.field.tables.number("range", aiming.weapon_of(doing))
        told = Message.of("problem.table.out_of_reach", far=in_inches(aimed.range), reach=reach)
        yield Problem("target", told, (), "AVD-7.11")


def falls(fall: Fall[AverageDiceField]) -> tuple[int, ...]:
    """Who falls: those in or behind it, and of the unit that throws those whom their own cans kill (AVD-10.03c, AVD-10.08)."""
    doing = fall.doing
    work = work_of(doing)
    caught = caught_by(doing, work).get(fall.piece.id, ())
    if fall.piece.id != doing.actor.id:
        return caught
    blown_up, _ = next((reading for name, reading in fall.heard if name == "structure.cans"), (0, 0))
    behind = caught if fall.by > blown_up else ()
    throwers = [number for number in aiming.throwers_of(doing, aim_of(doing, work)) if number not in behind]
    return tuple(sorted((*behind, *throwers[:blown_up])))


HIT: Deed[AverageDiceField] = Deed(
    action=replace(RULESET.by_id["hit_structure"], situation=TableHit),
    by="AVD-10.02",
    measures=facts,
    hinders=hinders,
)
