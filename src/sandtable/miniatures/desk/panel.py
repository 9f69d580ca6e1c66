"""The order panel: what is legal now, and why the rest is not."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

from sandtable.battle.desk import NotNow, Objection, OrderChoice, OrderOffer, OrderOption, OrderPanel
from sandtable.battle.seat import Seat
from sandtable.geometry.measure import inches
from sandtable.kernel.form import FieldSpec
from sandtable.kernel.messages import Message
from sandtable.kernel.verdict import Verdict
from sandtable.miniatures import acting
from sandtable.miniatures.desk import placing, shots, tiles
from sandtable.miniatures.desk.aiming import problems_at, title
from sandtable.miniatures.desk.scene import commands
from sandtable.miniatures.desk.setting import Setting
from sandtable.miniatures.desk.shaping import shape_choice
from sandtable.miniatures.desk.wishes import aimed, answer_named, at_enemies, goes_in, others, passing, standing_still
from sandtable.miniatures.field import Piece
from sandtable.miniatures.kit import State
from sandtable.miniatures.orders import Act

YES, NO = "yes", "no"


def panel(desk: Setting[State], view: State, seat: Seat, piece: str) -> OrderPanel:
    """What a piece, or the side as a whole, can be told now. Who can be told nothing leaves the side its usual order."""
    side = desk.playing(view, seat)
    if not side:
        return OrderPanel(())
    if view.unset:
        return placing.panel(desk, view, side, piece)
    whole = _side(desk, view, side)
    if not piece:
        return whole
    named = view.pieces.get(piece)
    if named is None:
        return _coming(desk, view, side, piece)
    if named.owner != side:
        return OrderPanel(())
    if not commands(desk, view, seat, named):
        return OrderPanel((), note=desk.say("another_commands", unit=named.id))
    told = _piece(desk, view, seat, named)
    if told.offers:
        return told
    usual = tuple(offer for offer in whole.offers if offer.id == whole.usual)
    return replace(told, offers=usual, usual=whole.usual)


def _coming(desk: Setting[State], view: State, side: str, unit: str) -> OrderPanel:
    """A unit beside the table comes onto it, where its player wants or where there is room."""
    offers = tuple(
        OrderOffer(name, title(desk, order), needs=("place",))
        for name, order in passing(desk, view, side).items()
        if order.piece == unit
    )
    return OrderPanel(offers, usual=offers[0].id if offers else "")


def _side(desk: Setting[State], view: State, side: str) -> OrderPanel:
    offers = tuple(
        OrderOffer(
            name,
            title(desk, order),
            outlook=desk.texts.say_if_any(Message(f"desk.detail.{order.action}")),
            needs=("place",) if is_put(view, order) else (),
        )
        for name, order in passing(desk, view, side).items()
        if (not order.piece or is_put(view, order)) and not acting.problems_of(desk.kit, view, order)
    )
    asks = desk.look.asks(view, side)
    if asks is not None:
        replies = tuple(_reply(desk, view, order) for order in asks.orders)
        return OrderPanel(replies, note=desk.words(asks.message), replies=True)
    fire = shots.offered(desk, view, side)
    if fire is not None:
        return OrderPanel((fire, *offers), usual=fire.id)
    waits = desk.aims.ready(view, side)
    usual = [offer.id for offer in offers if offer.id in desk.look.usual] or [offer.id for offer in offers]
    return OrderPanel(offers, usual=usual[0] if len(usual) == 1 and not waits else "")


def is_put(view: State, order: Act) -> bool:
    """Whether an order of a side is about a piece on the table that is put where somebody points."""
    return order.piece in view.pieces and bool(order.marker)


def _reply(desk: Setting[State], view: State, order: Act) -> OrderOffer:
    """An answer to what a side is asked, with what it leads to in a word or two."""
    prospect = desk.look.prospect(desk.kit, view, order)
    called = title(desk, order)
    return OrderOffer(
        answer_named(desk, order),
        desk.say("reply", unit=order.piece, reply=called) if order.piece else called,
        outlook=desk.words(prospect.sum) if prospect is not None else "",
    )


def _piece(desk: Setting[State], view: State, seat: Seat, piece: Piece) -> OrderPanel:
    """Ways of walking first, then what is done to enemies, then whatever else."""
    never = desk.look.never(view, piece)
    walking = desk.aims.walks in desk.kit.open_to(view)[piece.owner] and desk.aims.walks not in never
    offers, refused = _walks(desk, view, piece) if walking else ([], [])
    for action in aimed(desk, piece.owner, view):
        if action in never:
            continue
        found = [problems_at(desk, view, order) for order in at_enemies(desk, view, piece, action)]
        legal = sum(not problems for problems in found)
        if legal:
            told = desk.say("targets", count=legal)
            offers.append(OrderOffer(action, desk.own("offer", action), outlook=told, needs=("target",)))
        elif found:
            refused.append(NotNow(desk.own("offer", action), desk.objection(found[0][0])))
    for each in tiles.offered(desk, view, piece):
        if isinstance(each, NotNow):
            refused.append(each)
        else:
            offers.append(each)
    rest = others(desk, view, piece)
    alike_called = Counter(title(desk, order) for order in rest.values())
    for name, order in rest.items():
        house = name.partition(":")[2] if goes_in(desk, order) else ""
        by_id = alike_called[title(desk, order)] > 1
        called = desk.say("offer.into", house=house) if house else title(desk, order, by_id=by_id)
        friend = view.pieces.get(order.target)
        if friend is not None and friend.owner == piece.owner and not commands(desk, view, seat, friend):
            refused.append(NotNow(called, Objection(desk.say("another_has_to", unit=friend.id))))
            continue
        under = desk.texts.say_if_any(Message(f"desk.under.{order.action}"))
        needs = ("facing",) if order.marker else ("company",) if order.helpers else ()
        offers.append(OrderOffer(name, called, needs=needs, under=under))
    first = [offer for offer in offers if offer.id.partition(":")[0] in desk.look.foremost]
    alike = len({offer.id.partition(":")[0] for offer in offers}) == 1  # nothing else than to go, or to stay
    only = offers[0].id if alike and desk.look.subject(view) == piece.id else ""
    return OrderPanel((*first, *(offer for offer in offers if offer not in first)), tuple(refused), only)


def _walks(desk: Setting[State], view: State, piece: Piece) -> tuple[list[OrderOffer], list[NotNow]]:
    """The ways of walking that are open to a piece, each with how far it goes; where none is, why."""
    walk = desk.aims.walks
    needs = ("path", "facing") if piece.marker is not None else ("path",)
    gaits = desk.look.gaits(view, piece)
    tried = [standing_still(piece, walk, gait.chosen) for gait in gaits] or [standing_still(piece, walk, {})]
    found = [acting.problems_of(desk.kit, view, order) for order in tried]
    offers = []
    for gait, order, problems in zip(gaits, tried, found, strict=False):
        if not problems:
            far = desk.inches(inches(reached(desk, view, order).measure("inches")))
            called = desk.own("offer", walk, chosen=f".{gait.name}")
            shapes = shape_choice(desk, piece)
            offers.append(OrderOffer(f"{walk}:{gait.name}", called, far, needs=needs, choices=shapes))
    if not gaits and not found[0]:
        choices = (*_choices(desk, view, piece), *shape_choice(desk, piece))
        told = desk.texts.say_if_any(Message(f"desk.detail.{walk}"))
        offers.append(OrderOffer(walk, desk.own("offer", walk), outlook=told, needs=needs, choices=choices))
    if offers:
        return offers, []
    return [], [NotNow(desk.own("offer", walk), desk.objection(found[0][0]))]


def reached(desk: Setting[State], view: State, order: Act) -> Verdict:
    """What the umpire says of a walk, which throws nothing."""
    form = acting.filled_in(desk.kit, view, order)[1]
    return acting.certain(desk.kit.deeds[order.action].action, form.situation, view.tables)


def _choices(desk: Setting[State], view: State, piece: Piece) -> Iterator[OrderChoice]:
    """What is the giver's to choose about a walk, as far as it is open to this piece."""
    deed = desk.kit.deeds[desk.aims.walks]
    for spec in deed.action.fields:
        if spec.name not in deed.chooses:
            continue
        options = [
            OrderOption(value, words)
            for value, words in _options(desk, spec)
            if not acting.problems_of(
                desk.kit, view, standing_still(piece, desk.aims.walks, {spec.name: as_in_form(spec, value)})
            )
        ]
        if len(options) > 1:
            yield OrderChoice(
                spec.name, desk.words(Message(f"field.{spec.name}")), tuple(options), _usual(spec, options)
            )


def _options(desk: Setting[State], spec: FieldSpec) -> Iterator[tuple[str, str]]:
    if spec.choices is None:
        yield NO, desk.say("no")
        yield YES, desk.say("yes")
        return
    for term in spec.only or tuple(spec.choices):
        yield term.value, desk.words(term.message)


def _usual(spec: FieldSpec, options: list[OrderOption]) -> str:
    values = [option.value for option in options]
    wanted = NO if spec.choices is None else str(spec.usual)
    return wanted if wanted in values else values[0]


def as_in_form(spec: FieldSpec, value: str) -> object:
    """A choice as the form has it."""
    return value == YES if spec.choices is None else value


def no_offer(desk: Setting[State]) -> Objection:
    """Why nothing comes of an offer that is not there."""
    return Objection(desk.say("no_offer"))
