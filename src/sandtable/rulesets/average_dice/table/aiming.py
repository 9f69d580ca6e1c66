"""Fire on the table: who has range and sight, in what cover each target figure is, and who falls (chapters 7 to 9, AVD-G.12, AVD-G.15, AVD-G.20)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Any

from sandtable.battle.order import TableProblem
from sandtable.geometry.crowd import Crowd
from sandtable.geometry.distance import nearest
from sandtable.geometry.facts import fact
from sandtable.geometry.footprint import Footprint
from sandtable.geometry.measure import DEGREE, Length, Point, Pose, in_inches, inches, off_axis
from sandtable.kernel.form import Section, choice, group
from sandtable.kernel.messages import Message
from sandtable.kernel.problem import Problem
from sandtable.kernel.tables import Tables
from sandtable.miniatures.bodies import Base, figure, figures, gaps
from sandtable.miniatures.drawings import beside_arc_svg
from sandtable.miniatures.field import Piece
from sandtable.miniatures.kit import Deed, Facts, Fall
from sandtable.miniatures.looking import Aim, aim, in_arc
from sandtable.rulesets.average_dice import fields
from sandtable.rulesets.average_dice.casualties import Casualties, Exposed
from sandtable.rulesets.average_dice.dynamite import ThrowDynamite
from sandtable.rulesets.average_dice.fire import Aimed, Fire, at_least_shielded, rifle_row, target_of
from sandtable.rulesets.average_dice.ruleset import RULESET
from sandtable.rulesets.average_dice.table import housing
from sandtable.rulesets.average_dice.table.ground import clear_between, cover_at, ground_left, length, open_to
from sandtable.rulesets.average_dice.table.state import AverageDiceField, Deciding
from sandtable.rulesets.average_dice.vocabulary import RIFLES, Arm, Cover, Weapon

FARTHEST: Length = inches(
    99
)  # as far as a form can tell: it is told of a gun that nobody serves, which is no target anyway


@dataclass(frozen=True, slots=True, kw_only=True)
class InCover:
    """Target figures that follow one another, nearest first, and have the same cover."""

    figures: int = fields.figures()
    cover: Cover = choice(Cover)


@dataclass(frozen=True, slots=True, kw_only=True)
class TableFire(Fire):
    """Fire at figures in more covers than the umpire's form can tell apart; without ``in_covers`` as that form tells it."""

    in_covers: tuple[InCover, ...] = group(InCover, lowest=0, highest=20, section=Section.TARGET)

    def exposed(self, tables: Tables) -> tuple[Exposed, ...]:
        """The figures in sight, nearest first."""
        return _exposed(self, self.in_covers, tables) or Fire.exposed(self, tables)


@dataclass(frozen=True, slots=True, kw_only=True)
class TableThrow(ThrowDynamite):
    """Cans thrown at such figures."""

    in_covers: tuple[InCover, ...] = group(InCover, lowest=0, highest=20, section=Section.TARGET)

    def exposed(self, tables: Tables) -> tuple[Exposed, ...]:
        """The figures in sight, nearest first."""
        return _exposed(self, self.in_covers, tables) or ThrowDynamite.exposed(self, tables)


def _exposed(situation: Aimed, in_covers: tuple[InCover, ...], tables: Tables) -> tuple[Exposed, ...]:
    return tuple(
        Exposed(each.figures, at_least_shielded(situation, each.cover, tables), situation.posture) for each in in_covers
    )


def weapon_of(doing: Deciding) -> Weapon:
    """What is fired or thrown: cans where somebody throws, at a structure whoever has any; else the weapon of the unit."""
    unit, action = doing.field.books.units[doing.actor.id], doing.order.action
    thrown = action == "throw_dynamite" or (action == "hit_structure" and unit.throwers)
    return Weapon.DYNAMITE if thrown else unit.weapon


def aim_of(doing: Deciding) -> Aim:
    """Who of the actor has range and sight, and whom they see."""
    return _aim(doing.field, doing.actor.id, doing.target.id, weapon_of(doing))


@fact
def _aim(field: AverageDiceField, actor: str, target: str, weapon: Weapon) -> Aim:
    one, other = field.pieces[actor], field.pieces[target]
    targets = housing.stands(field, other)
    there = [number for number, mark in enumerate(targets) if bears(field, one, mark)]
    who = shooters(field, one, weapon)
    stands = firers_of(field, one)
    reach, houses = (
        length(field.tables.number("range", weapon)),
        (housing.house_of(field, each) for each in (one, other)),
    )
    clear = clear_between(ground_left(field), stands, targets, *houses)
    open_ones = open_to(ground_left(field))
    found = aim([stands[number] for number in who], [targets[number] for number in there], reach, clear, open_ones)
    return Aim(tuple(who[firer] for firer in found.firers), tuple(there[mark] for mark in found.marks), found.range)


def shooters(field: AverageDiceField, piece: Piece, weapon: Weapon) -> tuple[int, ...]:
    """The figures that could fire or throw: cans are thrown by those who have them, and rifles fired by the others after them (AVD-G.37)."""
    everybody = range(len(firers_of(field, piece)))
    if weapon is Weapon.DYNAMITE and piece.marked:
        return piece.marked
    thrown = field.books.units[piece.id].threw_at
    return tuple(number for number in everybody if not (thrown and number in piece.marked))


def throwers_of(doing: Deciding, aimed: Aim) -> tuple[int, ...]:
    """The figures that throw cans: those who have them, with range and sight (AVD-2.08, AVD-G.37)."""
    return tuple(number for number in aimed.firers if number in doing.actor.marked)


def throwing(doing: Deciding, aimed: Aim) -> int:
    """How many throw, as the form counts them."""
    return max(1, len(throwers_of(doing, aimed)))


def bears(field: AverageDiceField, piece: Piece, target: Footprint) -> bool:
    """Whether a gun points at somebody: 60 degrees either side, a field gun 45; rifles fire all round (AVD-7.04 to AVD-7.06)."""
    muzzle, arm = piece.marker, field.books.units[piece.id].arm
    if muzzle is None:
        return True
    return in_arc(muzzle, field.tables.number("arc", arm) * DEGREE, _mark(muzzle, target))


def _mark(muzzle: Pose, target: Footprint) -> Point:
    """What of somebody a muzzle must point at: his middle, of a house the nearest point."""
    return nearest(figure(Base(), muzzle), target)[1] if target.width else target.bases[0].point


def firers_of(field: AverageDiceField, piece: Piece) -> Crowd:
    """Where fire is measured from, a gun's from the middle of its front (AVD-G.01)."""
    return housing.stands(field, piece) if piece.marker is None else figures(Base(), (piece.marker,))


def _stands(doing: Deciding) -> tuple[Crowd, Crowd]:
    """Where fire is measured from, and where to."""
    return firers_of(doing.field, doing.actor), housing.stands(doing.field, doing.target)


def covers_of(doing: Deciding, aimed: Aim) -> tuple[Cover, ...]:
    """The cover of each figure that is seen, nearest first, against the nearest who fires at it (AVD-G.15)."""
    far = gaps(*_stands(doing))
    covers = []
    for mark in aimed.marks:
        closest = min(aimed.firers, key=lambda firer: (int(far[firer, mark]), firer))
        start = (doing.actor.marker or doing.actor.figures[closest]).point
        end = doing.target.figures[mark].point
        covers.append(cover_at(ground_left(doing.field), start, end, doing.target.base.radius, doing.field.tables))
    return tuple(covers)


def facts(doing: Deciding) -> Facts:
    """What geometry fills into the form."""
    field, aimed = doing.field, aim_of(doing)
    far = aimed.range if aimed.range is not None else int(gaps(*_stands(doing)).min(initial=FARTHEST))
    counted = len(aimed.firers) if field.tables.option("count") == "eligible" else len(doing.actor.figures)
    told: dict[str, Any] = {
        "range": str(float(in_inches(far))),
        "in_arc_and_sight": aimed.range is not None,
        "target_figures": max(1, len(aimed.marks)),
        "target_strength": max(1, len(doing.target.figures)),
        "in_contact": any(housing.contacts(field, doing.actor)),
        "target_in_melee": any(housing.contacts(field, doing.target)),
        "general_shielded": _shielded(field, doing.target),
        "general_with_target": _general_near(field, doing.target),
    }
    weapon = weapon_of(doing)
    if weapon in RIFLES:
        told["figures_firing"] = max(1, counted)
    if weapon is Weapon.DYNAMITE:
        told["throwers"] = throwing(doing, aimed)
    return {**told, **(_cover_facts(doing, aimed) if aimed.marks else {})}


def _cover_facts(doing: Deciding, aimed: Aim) -> Facts:
    """Cover as the umpire's form tells it where that will do: all alike, or the nearest in one and the rest in another."""
    runs = [(cover, len(list(same))) for cover, same in groupby(covers_of(doing, aimed))]
    match runs:
        case [(cover, _)]:
            return {"target_cover": cover}
        case [(cover, _), (other, figures)]:
            posture = doing.field.books.units[doing.target.id].posture
            told: Facts = {"target_cover": cover, "figures_in_other_cover": figures, "other_cover": other}
            return {**told, "other_posture": posture}
        case _:
            return {"in_covers": [{"figures": figures, "cover": cover} for cover, figures in runs]}


def _shielded(field: AverageDiceField, piece: Piece) -> bool:
    """Whether a General is so near to a friendly unit large enough that he cannot be picked out (AVD-G.12)."""
    if field.books.units[piece.id].arm is not Arm.GENERAL:
        return False
    least = field.tables.number("morale.shield.figures")
    large = (each for each in field.of(piece.owner) if each.id != piece.id and len(each.figures) >= least)
    return any(_near(field, piece, each) for each in large)


def _general_near(field: AverageDiceField, piece: Piece) -> bool:
    """Whether its General stands so near to a unit that he shares its hits (AVD-G.12)."""
    units = field.books.units
    return any(
        units[each.id].arm is Arm.GENERAL and each.id != piece.id and _near(field, piece, each)
        for each in field.of(piece.owner)
    )


def _near(field: AverageDiceField, one: Piece, other: Piece) -> bool:
    within: Length = length(int(field.tables.option("general_shield")))
    return bool((gaps(one.stands, other.stands) <= within).any())


def hinders(doing: Deciding, _: Facts) -> Iterator[Problem]:
    """A target beside the arc of a gun (AVD-7.05, AVD-7.06b), and one that is seen, and out of reach (AVD-7.11); what cannot be seen the form refuses."""
    aimed = aim_of(doing)
    yield from _beside_arc(doing)
    if aimed.range is not None and not aimed.firers:
        reach = doing.field.tables.number("range", weapon_of(doing))
        told = Message.of("problem.table.out_of_reach", far=in_inches(aimed.range), reach=reach)
        yield Problem("target", told, (), "AVD-7.11")


def _beside_arc(doing: Deciding) -> Iterator[Problem]:
    """A gun that points at nobody of its target has to be turned first, which is its move."""
    field, muzzle = doing.field, doing.actor.marker
    targets = housing.stands(field, doing.target)
    if muzzle is None or not targets or any(bears(field, doing.actor, each) for each in targets):
        return
    places = [_mark(muzzle, each) for each in targets]
    place = min(places, key=lambda each: off_axis(muzzle, each))
    half = field.tables.number("arc", field.books.units[doing.actor.id].arm)
    off = off_axis(muzzle, place) // DEGREE
    about = Message.of("problem.table.beside_arc", off=off, half=half)
    height = field.terrain.height
    yield TableProblem("target", about, (), "AVD-7.06b", shows=lambda: beside_arc_svg(muzzle, place, height))


def falls(fall: Fall[AverageDiceField]) -> tuple[int, ...]:
    """Who falls to a volley: of each group as many as failed their saves, the nearest of them first (AVD-9.01, AVD-G.20)."""
    doing, situation, tables = fall.doing, fall.form, fall.doing.field.tables
    if fall.piece.id == doing.actor.id:  # blown up by their own cans (AVD-8.22)
        return throwers_of(doing, aim_of(doing))[: fall.by]
    weapon, marks = weapon_of(doing), aim_of(doing).marks
    key = "dynamite" if weapon is Weapon.DYNAMITE else "fire"
    target = target_of(situation, weapon, situation.range, tables)
    hits = next((reading for name, reading in fall.heard if name == f"{key}.hits"), None)
    if hits is None:
        hits = rifle_row(weapon, situation.firing, tables).fixed
    elif weapon is Weapon.DYNAMITE:
        _, hits = hits
    failed = (reading for name, reading in fall.heard if name == f"{key}.saves")
    lost: list[int] = []
    first = 0
    for exposed, fallen in zip(target.groups, Casualties(target, tables, key).fallen(hits, failed), strict=True):
        lost += marks[first : first + fallen]
        first += exposed.figures
    return tuple(sorted(lost))


FIRE: Deed[AverageDiceField] = Deed(
    action=replace(RULESET.by_id["fire"], situation=TableFire),
    by="AVD-7.02",
    at="AVD-7.02",
    measures=facts,
    hinders=hinders,
)
THROW: Deed[AverageDiceField] = Deed(
    action=replace(RULESET.by_id["throw_dynamite"], situation=TableThrow),
    by="AVD-8.21",
    at="AVD-G.37",
    measures=facts,
    hinders=hinders,
)
