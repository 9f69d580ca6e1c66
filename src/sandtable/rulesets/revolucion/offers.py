"""What a result makes possible with one tap: army morale taken off, the form that comes next."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from sandtable.kernel.ledger import Entry, Offer
from sandtable.kernel.messages import Message
from sandtable.rulesets.revolucion.effects import (
    BasesLost,
    Destroyed,
    Explodes,
    KeepsAction,
    LeaderKilled,
    OrderFollows,
)
from sandtable.rulesets.revolucion.vocabulary import (
    AUTOMOBILES,
    Afterwards,
    BlastSource,
    Earlier,
    Loss,
    Side,
    UnitType,
    Vehicle,
)

_ORDERS = {Afterwards.DEPLOY_TACTICAL: "deploy_tactical", Afterwards.MANEUVER: "maneuver"}
_LEFT = {"without_movement": ("deployed_fire", "moving_fire", "regroup", "rest"), "unarmed": ("regroup", "rest")}


def offers_of(entry: Entry, side_of: Callable[[str], Side | None]) -> Iterator[Offer]:
    """Offers in the order of the effects that bring them."""
    for effect in entry.verdict.effects:
        if isinstance(effect, Destroyed | LeaderKilled):
            yield from _morale(effect, side_of(effect.whom))
        if isinstance(effect, Explodes):
            yield _opens("blast", {"source": BlastSource.MAQUINA_LOCA})
        if isinstance(effect, Destroyed | BasesLost):
            yield from _wreck(effect)
        if isinstance(effect, OrderFollows):
            yield _opens(_ORDERS[effect.order], _actor(entry) | {"actor_earlier_this_turn": Earlier.FIRED})
        if isinstance(effect, KeepsAction):
            lost = {"actor_earlier_this_turn": Earlier.ORDER_LOST}
            yield from (_opens(action, _actor(entry) | lost) for action in _LEFT.get(effect.allowed, ()))


def morale_offer(side: Side, loss: Loss) -> Offer:
    """Take a point off an army's morale."""
    return Offer(Message.of(f"offer.{loss}", side=side), "morale_loss", {"side": side, "loss": loss}, at_once=True)


def _morale(effect: Destroyed | LeaderKilled, side: Side | None) -> Iterator[Offer]:
    """A point for each unit and each Leader (REV-11.04, REV-11.04b), none for a máquina loca (REV-11.04d)."""
    if side is None:
        return
    if isinstance(effect, LeaderKilled):
        yield from (morale_offer(side, Loss.LEADER_KILLED) for _ in range(effect.count))
    elif effect.unit is not UnitType.MAQUINA_LOCA:
        yield morale_offer(side, Loss.DESTROYED)


def _wreck(effect: Destroyed | BasesLost) -> Iterator[Offer]:
    """Passengers are thrown out of a destroyed train (REV-10.12) and of lost automobiles (REV-10.53)."""
    if effect.unit is UnitType.TRAIN and isinstance(effect, Destroyed):
        yield _opens("wreck", {"vehicle": Vehicle.TRAIN})
    elif effect.unit in AUTOMOBILES:
        yield _opens("wreck", {"vehicle": Vehicle.AUTOMOBILE})


def _actor(entry: Entry) -> dict[str, Any]:
    """Who acts, as the form told it."""
    names = ("actor_name", "unit", "leader_with_actor", "actor_status", "bases_of_actor")
    told = {name: getattr(entry.situation, name, None) for name in names}
    return {name: value for name, value in told.items() if value is not None}


def _opens(action: str, fields: dict[str, Any]) -> Offer:
    return Offer(Message(f"action.{action}.label"), action, fields)
