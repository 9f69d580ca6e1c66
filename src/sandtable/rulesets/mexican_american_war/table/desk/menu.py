"""What people pick from beside maneuvers: checks, replies, instructions, shots with all who bear; and how a maneuver is written."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from sandtable.geometry.measure import Length, in_inches
from sandtable.miniatures.field import Piece
from sandtable.miniatures.orders import Act
from sandtable.miniatures.players import Aims
from sandtable.rulesets.mexican_american_war.movement import full_moves
from sandtable.rulesets.mexican_american_war.table import seeing, shooting
from sandtable.rulesets.mexican_american_war.table.charges import replying
from sandtable.rulesets.mexican_american_war.table.charges.replying import Against, StandingReply
from sandtable.rulesets.mexican_american_war.table.leaders import commanding
from sandtable.rulesets.mexican_american_war.table.movement.steps import StepKind
from sandtable.rulesets.mexican_american_war.table.players import against, passes, ready
from sandtable.rulesets.mexican_american_war.table.shapes import LOOSE
from sandtable.rulesets.mexican_american_war.table.state import Kind, MawField, label_of, length
from sandtable.rulesets.mexican_american_war.table.turning import open_now
from sandtable.rulesets.mexican_american_war.vocabulary import (
    Arm,
    CheckEffect,
    Maneuver,
    Side,
    effect_in,
)


def order(piece: Piece, what: Maneuver, *steps: dict[str, Any], **more: Any) -> Act:
    """A maneuver with its steps."""
    chosen: dict[str, Any] = {"maneuver": what.value, **more}
    if steps:
        chosen["steps"] = list(steps)
    return Act(by=piece.owner, action="maneuver", piece=piece.id, chosen=chosen)


def step(kind: StepKind, far: Length = 0, degrees: int = 0) -> dict[str, Any]:
    """A step as the form has it."""
    told: dict[str, Any] = {"step": kind.value}
    if degrees or not far:
        told["degrees"] = degrees
    return told | ({"inches": str(float(in_inches(far)))} if far else {})


def rate_of(view: MawField, piece: Piece) -> Length:
    """A full move in the open with the effect of its check."""
    unit = view.books.units[piece.id]
    effect = effect_in(view.books.light, unit.checked) if unit.checked is not None else CheckEffect.TARDY
    return length(full_moves(label_of(unit), unit.side, view.tables, quick=effect is CheckEffect.DOUBLE_QUICK)[0])


def arc_of(view: MawField, piece: Piece, degrees: int) -> float:
    """How far the outer corner goes in a wheel."""
    array = view.shapes[piece.id].array
    wide = 1 if view.shapes[piece.id].kind is Kind.FILE else array.files
    return wide * (piece.base.width + array.gap) * abs(degrees) * 3.1416 / 180


# ---- What they are called --------------------------------------------------------------------------------------------------------------


def called(given: Act) -> str:
    """What an order goes by among the offers to a piece, where what is chosen in it says too much."""
    return ("left" if given.chosen.get("refuse_left") else "right") if given.action == "refuse" else ""


def offers(view: MawField, piece: Piece) -> Iterator[Act]:
    """All that a piece may be told beside what it does to an enemy and where it rides."""
    side, actions = piece.owner, open_now(view).get(piece.owner, ())
    if "maneuver_check" in actions:
        yield from (each for each in commanding.checks(view, side) if each.piece == piece.id)
    if piece.id in view.books.leaders:
        yield from _of_leader(view, piece, actions)
        return
    if "hasty_maneuver" in actions:
        yield from (each for each in replying.replies(view, side) if each.piece == piece.id)
    for action in ("charge_combat", "break_through"):
        if action in actions:
            yield Act(by=side, action=action, piece=piece.id)
    if "refuse" in actions:
        for flank in ("refuse_left", "refuse_right"):
            yield Act(by=side, action="refuse", piece=piece.id, chosen={flank: 2})
    if "instruct" in actions:
        yield from _instructions(view, piece)


def _of_leader(view: MawField, piece: Piece, actions: Sequence[str]) -> Iterator[Act]:
    if "attach" in actions:
        yield Act(by=piece.owner, action="detach", piece=piece.id)
        for unit in seeing.units_of(view, piece.owner):
            yield Act(by=piece.owner, action="attach", piece=piece.id, target=unit.id)


def _instructions(view: MawField, piece: Piece) -> Iterator[Act]:
    """What a unit is told beforehand; only what there is to tell it."""
    unit, told = view.books.units[piece.id], view.instruction(piece.id)
    if told is not None:
        yield Act(by=piece.owner, action="instruct", piece=piece.id, chosen={"reply": StandingReply.ASK.value})
    elif unit.is_guns:
        return
    elif unit.on_horse:
        yield _instruction(piece, StandingReply.COUNTER_CHARGE, Against.ANYBODY)
    elif view.shapes[piece.id].state in LOOSE:
        yield _instruction(piece, StandingReply.EVADE, Against.FOOT)
    else:
        yield _instruction(piece, StandingReply.SQUARE, Against.HORSE)
        yield _instruction(piece, StandingReply.STAND, Against.ANYBODY)


def _instruction(piece: Piece, reply: StandingReply, against: Against) -> Act:
    chosen = {"reply": reply.value, "against": against.value}
    return Act(by=piece.owner, action="instruct", piece=piece.id, chosen=chosen)


def joined(view: MawField, given: Act) -> Act:
    """A shot with all who bear on its target, a charge with cold steel where it may be (MAW-11.05, MAW-G.07c)."""
    piece, target = view.pieces.get(given.piece), view.pieces.get(given.target)
    if piece is None or target is None or given.target not in view.books.units:
        return given
    if given.action == "declare_charge":
        return replace(given, chosen={"cold_steel": _steel(view, piece)})
    if given.action != "fire" or piece.id not in view.books.units or not shooting.can_fire(view, piece):
        return given
    mark = shooting.mark_of(view, target)
    others = [each for each in seeing.units_of(view, piece.owner) if each.id != piece.id and each.figures]
    bear = [each.id for each in others if shooting.can_fire(view, each) and shooting.bears(view, each, mark).numbers]
    return replace(given, helpers=tuple(bear[: shooting.MOST - 1]))


def _steel(view: MawField, piece: Piece) -> bool:
    """Infantry of both sides and US cavalry in the saddle."""
    unit = view.books.units.get(piece.id)
    return unit is not None and (unit.arm is Arm.INFANTRY or (unit.side is Side.US and unit.on_horse))


DESK_AIMS: Aims[MawField] = Aims("move", ready, against, lambda _view, _piece: (), offers, passes)
