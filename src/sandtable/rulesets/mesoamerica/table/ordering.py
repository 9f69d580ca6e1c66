"""The six orders that a unit may be given, in secret, and again after the morale step (PRE-5.20 to PRE-5.22, PRE-G.25, PRE-G.26, PRE-G.43)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from sandtable.battle.event import Story
from sandtable.battle.request import Asked
from sandtable.battle.seat import Role
from sandtable.geometry.measure import Facing, Point
from sandtable.kernel.messages import Message
from sandtable.kernel.problem import Problem, Refusal
from sandtable.miniatures import acting
from sandtable.miniatures.field import Piece
from sandtable.miniatures.kit import Deed, Doing, Facts, Kit
from sandtable.miniatures.orders import Act
from sandtable.rulesets.mesoamerica.ruleset import RULESET
from sandtable.rulesets.mesoamerica.table.firing import FIRING, aim_problems, fires_by_order
from sandtable.rulesets.mesoamerica.table.ground import centre
from sandtable.rulesets.mesoamerica.table.marching import (
    ORDER_DEEDS,
    ORDERS,
    final_facing,
    leads_away,
    may_change,
    nearest_of,
    ordered,
)
from sandtable.rulesets.mesoamerica.table.moving import move_facts
from sandtable.rulesets.mesoamerica.table.nearness import sighted, touched
from sandtable.rulesets.mesoamerica.table.pacing import MOVE, headings, way_of, wide_turns
from sandtable.rulesets.mesoamerica.table.state import Deciding, MesoamericaField
from sandtable.rulesets.mesoamerica.vocabulary import Order, Phase, Side

MOST_PLACES = 16  # of one way
MOST_BESIDE = 3  # targets beside the first (PRE-5.22)
PATHS = (Order.MOVE, Order.HALF_FIRE, Order.WITHDRAW)
CHANGED = (Order.HOLD, Order.MOVE, Order.CHARGE, Order.WITHDRAW)  # firing is over when orders are changed


def _row(act: Act) -> dict[str, Any]:
    at = ", ".join(name for name in (act.target, *act.targets) if name)
    return {"name": act.piece, "order": ORDERS[act.action].value} | ({"at": at} if at else {})


def _ordered(doing: Deciding) -> Facts:
    """One order as the umpire's list has it; who is gone is no piece of anybody's any more."""
    return {"side": doing.actor.owner, "orders": [_row(doing.order)], "gone_units": ""}


def _hinders(doing: Deciding, _: Facts) -> Iterator[Problem]:
    """What stands in the way of an order where the unit is."""
    order, field = ORDERS[doing.order.action], doing.field
    if field.books.phase == Phase.MOVE.value and not may_change(field, doing.actor):
        yield Problem("piece", Message("problem.table.no_new_orders"), (), "PRE-G.43")
        return
    if field.unit(doing.actor).prisoners and order is not Order.HOLD:
        yield Problem("piece", Message("problem.table.leads_prisoners"), (), "PRE-8.05")
        return
    if "facing" in doing.order.chosen and final_facing(doing.order) is None:
        yield Problem("chosen.facing", Message("problem.table.facing"), (), "PRE-G.25")
    if order in FIRING:
        yield from aim_problems(doing, order)
    if order in PATHS:
        yield from _way_problems(doing, order)
    elif any(doing.order.ways):
        yield Problem("ways.0", Message("problem.table.no_way"), (), "PRE-G.25")
    if order is Order.CHARGE:
        yield from _charge_problems(doing)


def _way_problems(doing: Deciding, order: Order) -> Iterator[Problem]:
    """The way stays on the field, turns widely once at most, leads out of a contact, and is not too long."""
    field, piece = doing.field, doing.actor
    places = way_of(piece, doing.order.ways)
    if order is Order.MOVE and len(doing.order.ways) == 1 and not headings(places):
        return  # who goes nowhere holds
    if len(doing.order.ways) != 1 or not 1 < len(places) <= MOST_PLACES or not headings(places):
        yield Problem("ways", Message.of("problem.table.ways", most=MOST_PLACES), (), "PRE-G.25")
        return
    if not all(_is_on(field, piece, place) for place in places[1:]):
        yield Problem("ways.0", Message("problem.table.off_board"), (), "PRE-G.25")
        return
    if wide_turns(piece.figures[0].facing, places, final_facing(doing.order)) > 1:
        yield Problem("ways.0", Message("problem.table.turns"), (), "PRE-G.23")
    beside = touched(field, piece)
    if (beside and not leads_away(piece, places, beside)) or (
        order is Order.WITHDRAW and not _withdraws(field, piece, places)
    ):
        yield Problem("ways.0", Message("problem.table.not_away"), (), "PRE-G.26")
    yield from _length_problems(doing, order, places)


def _withdraws(field: MesoamericaField, piece: Piece, places: Sequence[Point]) -> bool:
    """Whether a way ends farther from the nearest enemy in sight than it began."""
    foes = [enemy for _, enemy in sighted(field, piece)]
    near, facing = nearest_of(piece, foes), piece.figures[0].facing
    return not foes or near(*places[-1], facing) > near(*places[0], facing)


def _is_on(field: MesoamericaField, piece: Piece, place: Point) -> bool:
    half = max(piece.base.width, piece.base.behind) // 2
    return half <= place.x <= field.terrain.width - half and half <= place.y <= field.terrain.height - half


def _length_problems(doing: Deciding, order: Order, places: Sequence[Point]) -> Iterator[Problem]:
    """What the umpire's form of a move finds wrong with the way; its level may shorten it later (PRE-6.02, PRE-G.25)."""
    field, piece = doing.field, doing.actor
    changing = field.books.phase == Phase.MOVE.value
    march = ordered(field, piece, doing.order, None if changing else fires_by_order(order), free=not changing)
    if march is None:
        yield Problem("ways.0", Message("problem.table.level_holds"), (), "PRE-G.43")
        return
    facing: Facing = headings(places)[-1]
    facts = move_facts(field, piece, places, facing, march)
    told = {} if changing else {"actor_checked": False, "actor_level": 0}  # which level will bind it nobody knows yet
    try:
        acting.form_of(
            MOVE, Doing(field, Act(by=piece.owner, action="move"), piece, acting.NO_PIECE), {**facts, **told}
        )
    except Refusal as refusal:
        yield from refusal.problems


def _charge_problems(doing: Deciding) -> Iterator[Problem]:
    """Who is beside another enemy must get away from him on the way (PRE-G.26); a level below M1 lets nobody charge (PRE-G.43)."""
    field, piece = doing.field, doing.actor
    others = [foe for foe in touched(field, piece) if foe.id != doing.target.id]
    if others and not leads_away(piece, (centre(piece), centre(doing.target)), others):
        yield Problem("target", Message("problem.table.not_away"), (), "PRE-G.26")
    if field.books.phase == Phase.MOVE.value and ordered(field, piece, doing.order) is None:
        yield Problem("target", Message("problem.table.level_holds"), (), "PRE-G.43")


def _deed(order: Order) -> Deed[MesoamericaField]:
    aims = order in FIRING or order is Order.CHARGE
    return Deed(
        action=RULESET.by_id["orders"],
        by="PRE-G.25",
        at="PRE-G.25" if aims else "",
        targets=MOST_BESIDE if order in FIRING else 0,
        measures=_ordered,
        chooses=("facing",) if order in (Order.HOLD, Order.MOVE, Order.HALF_FIRE, Order.WITHDRAW) else (),
        hinders=_hinders,
    )


ORDERING = {name: _deed(order) for order, name in ORDER_DEEDS.items()}
GIVE: Deed[MesoamericaField] = Deed(action=RULESET.by_id["orders"])
SHOW: Deed[MesoamericaField] = Deed(action=RULESET.by_id["reveal_orders"])
ALL_ORDERS = tuple(ORDER_DEEDS[order] for order in Order)
NEW_ORDERS = tuple(ORDER_DEEDS[order] for order in CHANGED)


def orders_fit(field: MesoamericaField, role: Role, acts: Sequence[Act]) -> Iterator[Problem]:
    """All orders of a side, as the umpire sees them: one for each unit (PRE-G.25)."""
    told = {**field.books.prefill("orders", field.tables), "side": role, "gone_units": ""}
    if acts:
        try:
            acting.form_read(GIVE.action, {**told, "orders": [_row(act) for act in acts]}, field.tables)
        except Refusal as refusal:
            yield from refusal.problems


def given(kit: Kit[MesoamericaField], story: Story[MesoamericaField]) -> Asked[None]:
    """Both sides' orders are written down and shown together, before firing (PRE-G.25); of hidden units nothing is."""
    told = {side: [act for act in story.state.afoot if act.by == side.value and act.action in ORDERS] for side in Side}
    for side, acts in told.items():
        rows = [_row(act) for act in acts] or _holding(story.state, side)
        if rows:
            yield from _run(kit, story, side, "orders", {"side": side, "orders": rows, "gone_units": ""})
    shown = [_row(act) for acts in told.values() for act in acts]
    facts = {"west_given": True, "east_given": True, "shown": shown}
    yield from _run(kit, story, Side.WEST, "reveal_orders", facts)


def _holding(field: MesoamericaField, side: Side) -> list[dict[str, Any]]:
    """A side without orders holds; the list names the first of its units."""
    own = [piece for piece in field.of(side.value) if not piece.hidden]
    return [{"name": piece.id, "order": Order.HOLD.value} for piece in own[:1]]


def _run(
    kit: Kit[MesoamericaField], story: Story[MesoamericaField], side: Side, action: str, facts: Facts
) -> Asked[None]:
    doing = Doing(story.state, Act(by=side.value, action=action), acting.NO_PIECE, acting.NO_PIECE)
    form = acting.form_of(kit.deeds[action], doing, facts)
    yield from acting.done(kit, story, doing, form)


def keeps(field: MesoamericaField, act: Act) -> bool:
    """Orders of units that are hidden do not lie open with the others (PRE-3.28)."""
    return act.piece in field.pieces and field.pieces[act.piece].hidden
