"""Replies in the middle of the other side's turn: counter charges, hasty squares, evasion, sheltering crews, and standing instructions (MAW-2.05, MAW-2.26)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
import shapely

from sandtable.battle.event import Event
from sandtable.geometry.facts import fact
from sandtable.geometry.measure import direction
from sandtable.kernel.form import Section, choice, text
from sandtable.kernel.messages import Message, Vocabulary
from sandtable.kernel.problem import Problem, refuse
from sandtable.kernel.ruleset import Action
from sandtable.kernel.tables import Tables
from sandtable.kernel.verdict import Ruling
from sandtable.miniatures.acting import may
from sandtable.miniatures.field import Piece
from sandtable.miniatures.kit import Deed, Doing, Facts
from sandtable.miniatures.orders import Act
from sandtable.miniatures.sweeping import Swept
from sandtable.rulesets.mexican_american_war import fields
from sandtable.rulesets.mexican_american_war.movement import full_rate
from sandtable.rulesets.mexican_american_war.ruleset import RULESET
from sandtable.rulesets.mexican_american_war.table import ground, seeing
from sandtable.rulesets.mexican_american_war.table.charges.approaching import (
    Turn,
    crossing,
    gap_of,
    ground_swept,
    stormed,
    tried,
)
from sandtable.rulesets.mexican_american_war.table.charges.charging import square_near, turned
from sandtable.rulesets.mexican_american_war.table.keeping import once_a_table
from sandtable.rulesets.mexican_american_war.table.shapes import drawn_as, fronts_of, stands_of
from sandtable.rulesets.mexican_american_war.table.state import (
    Charge,
    Deciding,
    Formed,
    Instruction,
    Kind,
    MawField,
    label_of,
    length,
)
from sandtable.rulesets.mexican_american_war.vocabulary import Formation, Ground, HastyManeuver, Side

H = HastyManeuver


def under_way(field: MawField) -> dict[str, Charge]:
    """The charges that have been declared and not gone in yet."""
    return {
        name: each
        for name, each in field.charges.items()
        if not each.moved and not each.counter and name in field.pieces
    }


@fact
def path_of_charge(field: MawField, name: str) -> Swept:
    """The ground that a charge will sweep."""
    charge, piece = field.charges[name], field.pieces[name]
    if field.shapes[name].kind is Kind.FILE:
        found = stormed(field, name, charge.target)
        points = found.path if found is not None and len(found.path) > 1 else ()
        return np.array(
            [shapely.buffer(shapely.linestrings(points), piece.base.width / 2)] if points else [], dtype=object
        )
    way = tried(field, name, Turn.read(charge.turn) or Turn())
    return ground_swept(piece, way, gap_of(way))


def charger_for(field: MawField, piece: Piece, reply: str) -> str:
    """The charge that a unit may reply to in a way: the one at itself, else one that comes near enough; empty for none (MAW-15.19, MAW-G.23)."""
    charges = under_way(field)
    own = [name for name, charge in charges.items() if charge.target == piece.id]
    if own:
        return own[0]
    if reply == H.HASTY_SQUARE:
        return next((name for name in charges if _threatened(field, name, piece)), "")
    if reply == H.COUNTER_CHARGE:
        return next((name for name in charges if _beside(field, name, piece)), "")
    if reply == H.SHELTER:
        return next(iter(charges), "")
    return ""


def _threatened(field: MawField, name: str, piece: Piece) -> bool:
    """In the path of a charge, or behind or adjacent to its target, where a breakthrough may hit it (MAW-15.19, MAW-15.20)."""
    charger, target = field.pieces[name], field.pieces.get(field.charges[name].target)
    own = shapely.polygons(seeing.quads(field, piece.id))
    path = path_of_charge(field, name)
    if len(path) and shapely.intersects(shapely.union_all(path), own).any():
        return True
    if target is None or target.owner != piece.owner:
        return False
    far = seeing.gap(field, target, piece)
    if far <= length(field.tables.number("measured.support")):
        return True
    unit = field.books.units[name]
    half = full_rate(label_of(unit), unit.side, Ground.OPEN, field.tables, quick=True) / 2
    return far <= length(half) and _beyond(field, charger, target, piece)


def _beyond(field: MawField, charger: Piece, target: Piece, piece: Piece) -> bool:
    """Whether a unit is on the far side of a target."""
    start = field.shapes[charger.id].array.front
    middles = [seeing.quads(field, each.id).mean(axis=(0, 1)) for each in (target, piece)]
    way = middles[0] - np.array((start.x, start.y))
    return float(np.dot(middles[1] - middles[0], way)) > 0


def _beside(field: MawField, name: str, piece: Piece) -> bool:
    """Near enough to the path of a charge, and facing the charger (MAW-G.23)."""
    path = path_of_charge(field, name)
    own = shapely.polygons(seeing.quads(field, piece.id))
    near = length(field.tables.number("apart.counter"))
    if not len(path) or float(shapely.distance(shapely.union_all(path), own).min()) > near:
        return False
    charger = seeing.quads(field, name).mean(axis=(0, 1))
    for front in fronts_of(field, piece):
        x, y = direction(front.facing)
        dx, dy = float(charger[0]) - front.left.x, float(charger[1]) - front.left.y
        ahead = dx * x + dy * y
        if ahead > 0 and abs(dx * y - dy * x) <= ahead + abs(front.right.x - front.left.x) + abs(
            front.right.y - front.left.y
        ):
            return True
    return False


# ---- The reply -------------------------------------------------------------------------------------------------------------------------


@once_a_table
def reply_facts(doing: Deciding) -> Facts:
    """To which charge, over what ground, and where a square is."""
    field, reply = doing.field, str(doing.order.chosen.get("hasty_maneuver", ""))
    if doing.actor.id not in field.books.units:
        raise refuse("piece", "problem.table.no_unit", rule="MAW-2.26", name=doing.actor.id)
    name = charger_for(field, doing.actor, reply)
    if not name:
        raise refuse(
            "piece",
            "problem.table.not_threatened",
            rule="MAW-15.19" if reply == H.HASTY_SQUARE else "MAW-G.23",
            name=doing.actor.id,
        )
    charger, charge = field.pieces[name], field.charges[name]
    told: dict[str, Any] = {
        "charger_name": name,
        "charger_mounted": label_of(field.books.units[name]).on_horse,
        "outflanked": turned(field, doing.actor, charger, charge.began),
        "ground": ground_under(field, doing.actor),
        "fixed": field.setting.mark(doing.actor.id).fixed,
    }
    if reply == H.EVADE and field.shapes[name].kind is Kind.RANKS:
        told["charger_ground"] = crossing(field, name, tried(field, name, Turn.read(charge.turn) or Turn())).ground
    if reply == H.SHELTER:
        square = square_near(field, doing.actor)
        told |= {"square_within_4": square is not None} | ({} if square is None else {"square_name": square.id})
    return told


def ground_under(field: MawField, piece: Piece) -> Ground:
    """The slowest ground that a unit stands on."""
    mover = ground.mover_of(field.books.units[piece.id])
    return ground.classes_entered(field.terrain, shapely.polygons(seeing.quads(field, piece.id)), mover, field.tables)[
        0
    ]


def reply_hinders(doing: Deciding, _: Facts) -> Iterator[Problem]:
    """An evasion is from a charge at oneself (MAW-14.01a)."""
    charged = {charge.target for charge in under_way(doing.field).values()}
    if doing.order.chosen.get("hasty_maneuver") == H.EVADE and doing.actor.id not in charged:
        yield Problem("piece", Message.of("problem.table.not_charged", name=doing.actor.id), (), "MAW-14.01a")


def reply_moves(doing: Deciding, situation: Any) -> Iterator[Event]:
    """A hasty square is formed at once, before anybody moves (MAW-15.02, MAW-15.18b)."""
    if situation.hasty_maneuver is not H.HASTY_SQUARE:
        return
    piece, field = doing.actor, doing.field
    drawn = drawn_as(Formation.HASTY_SQUARE.value, field.shapes[piece.id].array.front, len(piece.figures), field.tables)
    figures = stands_of(drawn, len(piece.figures), piece.base, field.tables)
    yield Formed(piece=piece.id, figures=figures, base=piece.base, drawn=drawn)


HASTY: Deed[MawField] = Deed(
    action=RULESET.by_id["hasty_maneuver"],
    by="MAW-2.26",
    measures=reply_facts,
    chooses=("hasty_maneuver",),
    hinders=reply_hinders,
    moves=reply_moves,
)


def replies(field: MawField, side: str) -> Iterator[Act]:
    """Every reply that is open to a side now."""
    if not under_way(field):
        return
    for piece in seeing.units_of(field, side):
        unit = field.books.units[piece.id]
        if unit.hasty or not piece.figures:
            continue
        for reply in H:
            order = Act(by=side, action="hasty_maneuver", piece=piece.id, chosen={"hasty_maneuver": reply.value})
            if charger_for(field, piece, reply) and may(HASTY, Doing(field, order, piece, Piece())):
                yield order


@fact
def open_replies(field: MawField, side: str) -> tuple[Act, ...]:
    """The replies that somebody has to decide on: those about which he has said nothing beforehand."""
    return tuple(order for order in replies(field, side) if _instruction(field, order) is None)


@fact
def instructed(field: MawField, side: str) -> Act | None:
    """A reply that follows from what was said beforehand."""
    return next((order for order in replies(field, side) if _instruction(field, order) is True), None)


def _instruction(field: MawField, order: Act) -> bool | None:
    """Whether a reply was ordered beforehand, or ruled out; None where nothing was said."""
    told = field.instruction(order.piece)
    if told is None:
        return None
    reply = str(order.chosen["hasty_maneuver"])
    charger = field.books.units[charger_for(field, field.pieces[order.piece], reply)]
    meant = told.horse if label_of(charger).on_horse else told.foot
    return told.reply == reply if meant else None


# ---- Standing instructions -------------------------------------------------------------------------------------------------------------


class StandingReply(Vocabulary):
    """What a unit is told beforehand."""

    ASK = "ask"
    STAND = "stand"
    SQUARE = "hasty square"
    EVADE = "evade"
    COUNTER_CHARGE = "counter charge"
    SHELTER = "shelter in a square"


class Against(Vocabulary):
    """By whom it is charged."""

    ANYBODY = "anybody"
    HORSE = "horse"
    FOOT = "foot"


@dataclass(frozen=True, slots=True, kw_only=True)
class Instruct:
    """What a unit shall do when it is charged."""

    side: Side = fields.side()
    name: str = text(section=Section.ACTOR)
    reply: StandingReply = choice(StandingReply, section=Section.ACTION, usual=StandingReply.SQUARE)
    against: Against = choice(Against, section=Section.ACTION, usual=Against.HORSE)


def _instructs(situation: Instruct, _: Tables) -> Ruling:
    return Ruling.of("instructed", words={"name": situation.name, "reply": situation.reply})


def instruction_of(told: Any) -> Instruction | None:
    """An instruction as a form tells it; None where its owner wants to be asked."""
    if told["reply"] == StandingReply.ASK:
        return None
    reply = "" if told["reply"] == StandingReply.STAND else str(told["reply"])
    against = told.get("against", Against.HORSE.value)
    return Instruction(str(told["side"]), str(told["name"]), reply, against != Against.FOOT, against != Against.HORSE)


INSTRUCT: Deed[MawField] = Deed(
    action=Action("instruct", Instruct, _instructs, Ruling, "charge", ("MAW-2.26",), layout="plain", ledger_only=True),
    by="MAW-2.26",
    measures=lambda doing: {"side": Side(doing.actor.owner), "name": doing.actor.id},
    chooses=("reply", "against"),
    secret=True,
)
