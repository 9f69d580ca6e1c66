"""Places that Average Dice thinks of: houses to go into and to storm, enemies to come to blows with, walls to line, and a General's guard."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

import numpy as np

from sandtable.ai.grid import Numbers
from sandtable.geometry.measure import INCH, Length, Point, Pose, apart
from sandtable.miniatures.contact import up_to
from sandtable.miniatures.drawing_up import along, inside, led_over, longest, middle_of
from sandtable.miniatures.field import Piece
from sandtable.miniatures.opponent.thinking import Thinking
from sandtable.miniatures.opponent.values import Spot, Stride
from sandtable.rulesets.average_dice.ledger import KnownStructure
from sandtable.rulesets.average_dice.table import housing
from sandtable.rulesets.average_dice.table.ground import ground_left, length
from sandtable.rulesets.average_dice.table.opponent import houses
from sandtable.rulesets.average_dice.table.opponent.odds import COVERS, Fight, fight
from sandtable.rulesets.average_dice.table.opponent.worth import WEIGHTS, kind_of, price
from sandtable.rulesets.average_dice.table.state import AverageDiceField
from sandtable.rulesets.average_dice.vocabulary import (
    LYING,
    OTHER_SIDE,
    UNIT_ARMS,
    Arm,
    Cover,
    Mover,
    Posture,
    Side,
    StructureKind,
)

About = Thinking[AverageDiceField]
HARD = COVERS.index(Cover.HARD)
HOUSES = (StructureKind.STONE_BUILDING, StructureKind.WOODEN_BUILDING)
CHARGED = 3  # enemies that are thought of
LINED = 2  # walls
GUARDED = 4  # units that might shield a General


def spots(thinking: About) -> Iterator[Spot]:
    """All of them."""
    strides = [each for each in thinking.values.strides(thinking.view, thinking.piece) if each.far]
    if not strides:
        return
    arm = thinking.unit.arm
    upright = sorted((each for each in strides if each.after.posture is Posture.UPRIGHT), key=lambda each: each.far)
    if arm is Arm.GENERAL:
        yield from _guards(thinking, upright)
    elif arm in UNIT_ARMS:
        strong = thinking.unit.figures > thinking.view.tables.number("morale.weak.figures")
        if thinking.unit.mover is Mover.INFANTRY:
            yield from _houses(thinking, upright, strong=strong)
            yield from _walls(thinking, strides)
        if strong:
            yield from _charges(thinking, upright)


# ---- Houses -----------------------------------------------------------------------------------------------------------------------


def _houses(thinking: About, strides: list[Stride], *, strong: bool) -> Iterator[Spot]:
    """Houses within reach: empty ones are gone into, others stormed (AVD-5.14, AVD-G.45)."""
    view, here = thinking.view, housing.house_of(thinking.view, thinking.piece)
    for known in view.books.structures.values():
        if known.kind not in HOUSES or known.fallen or known.name == here:
            continue
        for stride in _strides_in(thinking, strides, known.name, bool(here)):
            spot = _house(thinking, known, stride, strong=strong)
            if spot is not None:
                yield spot


def _strides_in(thinking: About, strides: list[Stride], name: str, leaves: bool) -> Iterator[Stride]:
    """The shortest stride with which all figures get into a house, less what walls cost (AVD-5.13b); the next one, too, where it is just enough."""
    view = thinking.view
    middle, half = middle_of(housing.outline_of(view, name)), houses.half(view, name)
    wall = length(view.tables.number("cover_cost.building"))
    far = max(apart(pose, middle) for pose in thinking.piece.figures) - half
    needed = far + wall * (1 + leaves)
    for each in strides:
        if needed <= each.far + half:
            yield each
            if needed <= each.far - half:
                return


def _house(thinking: About, known: KnownStructure, stride: Stride, *, strong: bool) -> Spot | None:
    view, side, unit = thinking.view, Side(thinking.piece.owner), thinking.unit
    name, kind = known.name, kind_of(thinking.unit)
    friends = sum(each.figures for each in houses.inside(view, name, side) if not each.is_general)
    if friends + unit.figures > view.tables.number("building.figures_of_each_side"):
        return None
    figures = inside(housing.outline_of(view, name), len(thinking.piece.figures), thinking.piece.figures[0].facing)
    worth = houses.worth_of(view, side, name)
    enemies = houses.inside(view, name, OTHER_SIDE[side])
    if not enemies:
        gain = 0.0 if friends else worth
        gain -= houses.risk(view, side.value, name) * price(kind)
        return Spot(stride, figures, "occupies", gain, HARD, name)
    if not strong:
        return None
    mark = max(enemies, key=lambda each: each.figures)
    theirs = sum(each.all_figures for each in enemies)
    found = fight(kind, kind_of(mark), unit.figures + friends, theirs, Cover.HARD, Cover.HARD, view.tables)
    gain = _balance(thinking, found) + found.wins * worth
    return Spot(stride, figures, "storms", gain, HARD, name, calm=True)


def _balance(thinking: About, found: Fight) -> float:
    """What a fight is worth to who thinks of it."""
    dares = 1 - WEIGHTS("strike", "daring") * (1 - thinking.caution)
    return found.gain * WEIGHTS("strike", "trust") - found.price * dares


# ---- Blows ------------------------------------------------------------------------------------------------------------------------


def _charges(thinking: About, strides: list[Stride]) -> Iterator[Spot]:
    """Enemies outside within reach (AVD-7.09, AVD-11.02)."""
    view, here = thinking.view, thinking.middle
    outside = [foe for foe in thinking.picture.foes if foe.inside is None]
    near = sorted(outside, key=lambda foe: apart(foe.eye, here))[:CHARGED]
    furthest = strides[-1].far if strides else 0
    for foe in near:
        far = apart(foe.eye, here) - foe.spread - thinking.spread
        if far > furthest:
            continue
        for stride in strides:
            contact = up_to(thinking.piece, foe.piece, here, thinking.room, stride.far)
            if contact is None:
                continue
            cover = COVERS[thinking.values.cover(view, here, foe.eye, foe.piece.base.radius)]
            ours, theirs = kind_of(thinking.unit), kind_of(foe.unit)
            found = fight(ours, theirs, contact.strikers, contact.struck, cover, Cover.OPEN, view.tables)
            gain = _balance(thinking, found)
            if gain >= WEIGHTS("strike", "least"):
                yield Spot(stride, contact.figures, "charges", gain, None, foe.piece.id, calm=True)
            break


# ---- Walls ------------------------------------------------------------------------------------------------------------------------


def _walls(thinking: About, strides: list[Stride]) -> Iterator[Spot]:
    """Walls within reach that are lined against the nearest enemy (AVD-6.01)."""
    foe, here, piece = thinking.nearest_enemy, thinking.middle, thinking.piece
    lines = ground_left(thinking.view).lines
    if foe is None or not lines:
        return
    furthest = max(each.far for each in strides)
    near = sorted((far, line.id, line) for line in lines if (far := _way_to(line.points, here)) <= furthest)
    for _, _, line in near[:LINED]:
        places = along(piece.base, line.points, here, foe, len(piece.figures))
        figures = thinking.room.nearest(piece.base, led_over(piece.figures, places))
        if figures is None:
            continue
        way = longest(piece.figures, figures)
        for stride in strides:
            if way <= stride.far and stride.after.posture in (Posture.UPRIGHT, *LYING):
                yield Spot(stride, figures, "lines", 0.0, None, line.id)


def _way_to(points: tuple[Point, ...], here: Point) -> float:
    """How far it is to the nearest bend of a line or the middle of a leg of it."""
    middles = (Point((a.x + b.x) // 2, (a.y + b.y) // 2) for a, b in pairwise(points))
    return min(apart(each, here) for each in (*points, *middles))


# ---- The General ------------------------------------------------------------------------------------------------------------------


def _large(view: AverageDiceField, piece: Piece) -> list[Piece]:
    """The units that shield a General who is near them (AVD-G.12)."""
    least = view.tables.number("morale.shield.figures")
    return [each for each in view.of(piece.owner) if each.id != piece.id and len(each.figures) >= least]


def shielded(view: AverageDiceField, piece: Piece, places: Numbers) -> Numbers:
    """The share of danger that counts for a General at some places."""
    share = np.full(len(places), WEIGHTS("general", "alone"))
    within = length(int(view.tables.option("general_shield"))) + 2 * piece.base.radius
    friends = [pose[:2] for each in _large(view, piece) for pose in each.figures]
    if friends:
        apart = places[:, None, :] - np.array(friends, dtype=np.float64)[None]
        share[np.hypot(apart[..., 0], apart[..., 1]).min(axis=1) <= within] = WEIGHTS("general", "shielded")
    return share


def _guards(thinking: About, strides: list[Stride]) -> Iterator[Spot]:
    """Behind a unit that shields him, as seen from the enemy."""
    foe, here, piece = thinking.nearest_enemy, thinking.middle, thinking.piece
    if foe is None:
        return
    friends = [each for each in _large(thinking.view, piece) if not housing.house_of(thinking.view, each)]
    for friend in sorted(friends, key=lambda each: apart(middle_of(each.figures), here))[:GUARDED]:
        last = max(friend.figures, key=lambda each: apart(each.point, foe))
        far = max(1.0, apart(last.point, foe))
        room: Length = friend.base.radius + friend.base.behind + piece.base.radius + INCH // 2
        at = Pose(
            round(last.x + (last.x - foe.x) / far * room), round(last.y + (last.y - foe.y) / far * room), last.facing
        )
        figures = thinking.room.nearest(piece.base, (at,))
        stride = next((each for each in strides if figures and longest(piece.figures, figures) <= each.far), None)
        if figures is not None and stride is not None:
            yield Spot(stride, figures, "guarded", 0.0, None, friend.id)
