"""What can be ordered: every order that a piece or a side could be given now, by a name that offers and drafts share."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from sandtable.battle.seat import Role
from sandtable.miniatures import acting
from sandtable.miniatures.desk.setting import Setting
from sandtable.miniatures.field import Piece
from sandtable.miniatures.kit import State
from sandtable.miniatures.orders import Act
from sandtable.miniatures.players import by_distance


def name_of(desk: Setting[State], order: Act) -> str:
    """What an order goes by among the offers to its piece: its action, and what the ruleset calls it, or whom it is about and what is chosen."""
    called = desk.look.called(order)
    if called:
        return f"{order.action}:{called}"
    return ":".join((order.action, order.target, *(str(value) for value in order.chosen.values()))).rstrip(":")


def passing(desk: Setting[State], view: State, role: Role) -> dict[str, Act]:
    """The orders of a side as a whole, by their names: its actions, of whom they speak, and what is chosen; those last that no program gives."""
    orders = (*desk.aims.passes(view, role), *desk.look.besides(view, role))
    return {_passed(order): order for order in orders}


def _passed(order: Act) -> str:
    return ":".join(filter(None, (order.action, order.piece, *(str(value) for value in order.chosen.values()))))


def answer_named(desk: Setting[State], order: Act) -> str:
    """What an answer goes by among all answers of a side: its unit as well."""
    return f"{order.piece}:{name_of(desk, order)}" if order.piece else name_of(desk, order)


def standing_still(piece: Piece, action: str, chosen: Mapping[str, Any]) -> Act:
    """An order to go nowhere, which tells whether one could go at all."""
    return Act(by=piece.owner, action=action, piece=piece.id, ways=((),) * len(piece.figures), chosen=dict(chosen))


def aimed(desk: Setting[State], role: Role, view: State) -> tuple[str, ...]:
    """The actions open to a side that are done to an enemy."""
    open_now = desk.kit.open_to(view).get(role, ())
    return tuple(name for name in open_now if desk.kit.deeds[name].at and not desk.kit.deeds[name].with_own)


def at_enemies(desk: Setting[State], view: State, piece: Piece, action: str) -> Iterator[Act]:
    """An action against every enemy, the nearest first, with everybody who takes part in it."""
    near = [enemy for _, enemy in by_distance(view, piece)]
    left = [enemy for enemy in view.enemies_of(piece.owner) if not enemy.figures]  # guns that nobody serves
    for enemy in (*near, *left):
        yield desk.look.joined(view, Act(by=piece.owner, action=action, piece=piece.id, target=enemy.id))


def others(desk: Setting[State], view: State, piece: Piece) -> dict[str, Act]:
    """Whatever else a piece could do, by its name; only what is legal, and nothing that is done by dragging or aiming."""
    found: dict[str, Act] = {}
    for name, order in _wished(desk, view, piece):
        if name not in found and acting.may_do(desk.kit, view, order):
            found[name] = order
    return found


def other_named(desk: Setting[State], view: State, piece: Piece, wanted: str) -> Act | None:
    """What goes by a name among those."""
    named = (order for name, order in _wished(desk, view, piece) if name == wanted)
    return next((order for order in named if acting.may_do(desk.kit, view, order)), None)


def _wished(desk: Setting[State], view: State, piece: Piece) -> Iterator[tuple[str, Act]]:
    told = {*aimed(desk, piece.owner, view), *(tile.action for tile in desk.look.tiles(view, piece) if tile.plain)}
    for order in desk.aims.others(view, piece):
        inside = goes_in(desk, order)
        name = f"{order.action}:{_place(desk, view, order)}" if inside else name_of(desk, order)
        if order.action not in told:
            yield name, order


def goes_in(desk: Setting[State], order: Act) -> bool:
    """Whether an order is a walk somewhere; one without any way is to stay."""
    return order.action == desk.aims.walks and any(order.ways)


def _place(desk: Setting[State], view: State, order: Act) -> str:
    """The house that an order to walk leads into."""
    return desk.look.enters(view, order.ways[0][-1]) if order.ways and order.ways[0] else ""
