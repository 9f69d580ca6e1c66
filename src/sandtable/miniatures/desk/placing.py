"""Placing before the battle: what a side may place, where, how it is drawn up, and that it is ready."""

from __future__ import annotations

from dataclasses import replace

from sandtable.battle.desk import Draft, Objection, OrderChoice, OrderOffer, OrderOption, OrderPanel, Preview
from sandtable.battle.order import write_order
from sandtable.battle.scene import Mark
from sandtable.battle.seat import Role
from sandtable.geometry.measure import Facing, Point, Pose
from sandtable.kernel.messages import Message
from sandtable.miniatures import setting_up
from sandtable.miniatures.desk.outlines import figures_drawn, quad_drawn
from sandtable.miniatures.desk.setting import Setting, anchor_of
from sandtable.miniatures.drawing_up import FORMATIONS, USUAL, middle_of
from sandtable.miniatures.field import Piece
from sandtable.miniatures.kit import State
from sandtable.miniatures.orders import Place, Ready

PLACE, READY, FORMATION = "place", "ready", "formation"


def panel(desk: Setting[State], view: State, side: Role, piece: str) -> OrderPanel:
    """A piece of a zone can be placed; the side says that it is ready."""
    named = view.pieces.get(piece)
    if named is None or named not in setting_up.to_place(view, side):
        detail = desk.say("detail.ready")
        return OrderPanel((OrderOffer(READY, desk.say("offer.ready"), outlook=detail),), usual=READY)
    options = tuple(OrderOption(name, _formation(desk, name)) for name in FORMATIONS)
    shapes = (OrderChoice(FORMATION, desk.say("formation"), options, USUAL),) if named.marker is None else ()
    offer = OrderOffer(PLACE, desk.say("offer.place"), needs=("path", "facing"), choices=shapes)
    return OrderPanel((offer,), usual=PLACE)


def _formation(desk: Setting[State], name: str) -> str:
    return desk.words(Message(f"desk.shape.{name}"))


def preview(desk: Setting[State], view: State, side: Role, draft: Draft) -> Preview:
    """What a piece would look like at a place of its zone."""
    if draft.offer == READY:
        return Preview(order=write_order(Ready(by=side)), verb=desk.say("verb.ready"))
    piece = view.pieces.get(draft.piece)
    if piece is None or draft.offer != PLACE:
        return Preview(objections=(Objection(desk.say("no_offer")),))
    if not draft.path and draft.facing is None and not draft.choices:
        return Preview(verb=desk.say("verb.place"))
    order = _placed(desk, view, piece, draft)
    problems = tuple(setting_up.place_problems(desk.kit, view, order))
    ghost = figures_drawn(piece.base, order.figures)
    if order.marker is not None:
        ground = desk.kit.served(desk.kit.unit(view, piece), order.marker, view.tables)
        ghost = ghost if ground is None else (quad_drawn(ground), *ghost)
    verb = desk.say("verb.place_here")
    if problems:
        objections = tuple(dict.fromkeys(desk.objection(problem) for problem in problems))
        return Preview(verb=verb, objections=objections, ghost=ghost, path=draft.path)
    return Preview(order=write_order(order), verb=verb, ghost=ghost, path=draft.path)


def _placed(desk: Setting[State], view: State, piece: Piece, draft: Draft) -> Place:
    """The order to place a piece where a draft ends: drawn up about that place, or inside the house that it lies in."""
    start = anchor_of(piece)
    end = draft.path[-1] if draft.path else start.point
    house = desk.look.enters(view, Pose(end.x, end.y)) if piece.marker is None else ""
    if house:
        middle = middle_of(desk.look.outline(view, house))
        figures = (Pose(middle.x, middle.y, start.facing),) * len(piece.figures)
        return Place(by=piece.owner, piece=piece.id, figures=figures, inside=house)
    facing = start.facing if draft.facing is None else draft.facing
    there = _about(desk, view, piece, end, facing, draft.choices.get(FORMATION, USUAL))
    return Place(by=piece.owner, piece=piece.id, figures=there.figures, marker=there.marker)


def _about(desk: Setting[State], view: State, piece: Piece, place: Point, facing: Facing, formation: str) -> Piece:
    """A piece whose middle is at a place; what is served has its front there."""
    unit = desk.kit.unit(view, piece)
    front = Pose(place.x, place.y, facing)
    there = setting_up.at(desk.kit, piece, unit, front, len(piece.figures), formation, view.tables)
    if there.marker is not None:
        return there
    middle = middle_of(there.figures)
    shifted = (Pose(each.x + place.x - middle.x, each.y + place.y - middle.y, each.facing) for each in there.figures)
    return replace(there, figures=tuple(shifted))


def zones(view: State, side: Role) -> dict[str, Mark]:
    """The zones of a side, while it places."""
    return {
        f"zone-{zone.id}": Mark("zone", zone.name, zone.outline, side=zone.side)
        for zone in view.zones.values()
        if view.unset and zone.side == side
    }
