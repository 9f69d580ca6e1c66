"""What the ledger reminds of: what each phase still asks for (PRE-G.51)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from sandtable.kernel.ledger import Offer
from sandtable.kernel.messages import Message
from sandtable.kernel.tables import Tables
from sandtable.rulesets.mesoamerica.filling import (
    armies_to_arm,
    divisions_to_raise,
    escort_fields,
    orders_of,
    prefill,
    priest_fields,
    quiet,
)
from sandtable.rulesets.mesoamerica.vocabulary import HelplessOf, Phase, Side, UnitType

if TYPE_CHECKING:
    from sandtable.rulesets.mesoamerica.ledger import MesoamericaLedger


def owed(ledger: MesoamericaLedger, tables: Tables) -> tuple[Offer, ...]:
    """What the phase still asks for; before the first turn, what the armies still need."""
    due = _OWED.get(ledger.phase or "", _owed_before_battle)
    return tuple(due(ledger, tables))


def _owed_before_battle(ledger: MesoamericaLedger, tables: Tables) -> Iterator[Offer]:
    for fields in divisions_to_raise(ledger, tables):
        about = Message.of("owed.division", side=fields["side"], division=fields["division"])
        yield Offer(about, "raise_division", fields)
    for fields in armies_to_arm(ledger, tables):
        yield Offer(Message.of("owed.arm", side=fields["side"]), "arm", fields)


def _owed_weather(ledger: MesoamericaLedger, tables: Tables) -> Iterator[Offer]:
    if ledger.weather_until < ledger.turn:
        yield Offer(Message("owed.weather"), "weather", prefill(ledger, "weather", tables))


def _owed_sacrifices(ledger: MesoamericaLedger, tables: Tables) -> Iterator[Offer]:
    for unit in ledger.units.values():
        able = unit.kind is UnitType.PRIEST and not unit.gone and unit.sacrificed_turn != ledger.turn
        if able and unit.held >= tables.number("sacrifice.men"):
            fields = {**prefill(ledger, "sacrifice", tables), **priest_fields(ledger, unit)}
            yield Offer(Message.of("owed.sacrifice", name=unit.name, held=unit.held), "sacrifice", fields)


def _owed_orders(ledger: MesoamericaLedger, tables: Tables) -> Iterator[Offer]:
    for side in Side:
        if side not in ledger.closed and ledger.units:
            yield Offer(Message.of("owed.orders", side=side), "orders", orders_of(ledger, side))
    if ledger.closed == frozenset(Side) and not ledger.orders_shown:
        yield Offer(Message("owed.reveal_orders"), "reveal_orders", prefill(ledger, "reveal_orders", tables))


def _owed_morale(ledger: MesoamericaLedger, tables: Tables) -> Iterator[Offer]:
    fields = prefill(ledger, "morale", tables)
    if "units_to_check" in fields:
        yield Offer(Message.of("owed.morale", units=len(fields["units_to_check"])), "morale", fields)


def _owed_prisoners(ledger: MesoamericaLedger, tables: Tables) -> Iterator[Offer]:
    for unit in ledger.units.values():
        if unit.prisoners and not unit.gone and unit.waited_turn != ledger.turn:
            yield Offer(
                Message.of("owed.hand_over", name=unit.name, count=unit.prisoners),
                "hand_over",
                escort_fields(ledger, unit),
            )
        if unit.men.unarmed and not unit.gone and quiet(ledger, unit):
            fields = {"actor_name": unit.name, "unarmed_men": unit.men.unarmed, "moved_fired_or_fought": False}
            yield Offer(Message.of("owed.rearm", name=unit.name), "rearm", fields)
    for marker in ledger.markers:
        fields = {
            "helpless_of": HelplessOf.MARKER,
            "target_name": marker.name,
            "target_unconscious": marker.count,
        }
        yield Offer(Message.of("owed.marker", name=marker.name, count=marker.count), "claim", fields)
    if ledger.units:
        yield Offer(Message("owed.score"), "score", prefill(ledger, "score", tables))


def _owed_fights(ledger: MesoamericaLedger, _: Tables) -> Iterator[Offer]:
    """The throw, then names until both sides have passed, then the fights one by one."""
    if not ledger.units:
        return
    if ledger.names_next is None:
        if not ledger.fights:
            yield Offer(Message("owed.fight_order"), "fight_order", {})
    elif not ledger.naming_over:
        fresh = {"side": ledger.names_next, "passes": False, "actor_name": "", "target_name": ""}
        yield Offer(Message.of("owed.name_fight", side=ledger.names_next), "name_fight", fresh)
    else:
        yield from _next_fight(ledger)


def in_order(named: tuple[tuple[str, str], ...]) -> tuple[tuple[str, str], ...]:
    """Fights as they are worked out: in the order named, several attacks on one unit at the place of the first (PRE-G.36)."""
    first = {target: place for place, (_, target) in reversed(list(enumerate(named)))}
    return tuple(sorted(named, key=lambda pair: first[pair[1]]))


def _next_fight(ledger: MesoamericaLedger) -> Iterator[Offer]:
    """The first fight of the list that is still to come, filled in like two taps on the roster; who is gone fights no more."""
    for pair in in_order(ledger.fights_named):
        if pair not in ledger.fights and _both_there(ledger, pair):
            actor, target = (ledger.on_roster(ledger.units[name]) for name in pair)
            about = Message.of("owed.fight", actor=pair[0], target=pair[1])
            yield Offer(about, "fight", {**actor.as_actor, **target.as_target})
            return


def _both_there(ledger: MesoamericaLedger, pair: tuple[str, str]) -> bool:
    return all(name in ledger.units and not ledger.units[name].gone for name in pair)


_OWED = {
    Phase.WEATHER.value: _owed_weather,
    Phase.SACRIFICE.value: _owed_sacrifices,
    Phase.ORDERS.value: _owed_orders,
    Phase.FIRE.value: lambda _ledger, _tables: iter(()),  # fire is voluntary
    Phase.MORALE.value: _owed_morale,
    Phase.MOVE.value: lambda _ledger, _tables: iter(()),  # the obligations are a panel
    Phase.FIGHT.value: _owed_fights,
    Phase.PRISONERS.value: _owed_prisoners,
}
