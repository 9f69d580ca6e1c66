"""What a result makes possible with one tap."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from sandtable.kernel.ledger import Entry as LogEntry
from sandtable.kernel.ledger import Offer
from sandtable.kernel.messages import Message
from sandtable.rulesets.uprising1848.behaviour import NonPlayersDo
from sandtable.rulesets.uprising1848.behaviour_facts import WhatDoTheyDo
from sandtable.rulesets.uprising1848.effects import FiguresLost, InitiativeTo, MustTest, TurnOver
from sandtable.rulesets.uprising1848.event_effects import ActsAtOnce, PartyArrives
from sandtable.rulesets.uprising1848.events import EventVerdict
from sandtable.rulesets.uprising1848.game import IgnoreEvent
from sandtable.rulesets.uprising1848.gun_behaviour import loaded
from sandtable.rulesets.uprising1848.initiative import InitiativeVerdict
from sandtable.rulesets.uprising1848.score import CASUALTIES, LOSSES
from sandtable.rulesets.uprising1848.vocabulary import (
    Activity,
    Ammunition,
    Deed,
    Firearm,
    GunClass,
    Instead,
    Melee,
    Press,
    Quality,
    Side,
)

if TYPE_CHECKING:
    from sandtable.rulesets.uprising1848.ledger import UprisingLedger


def entry_offers(ledger: UprisingLedger, entry: LogEntry) -> tuple[Offer, ...]:
    """All offers of an entry, the likeliest first."""
    return (*_next_steps(ledger, entry), *_events(entry), *_scores(ledger, entry))


def _next_steps(ledger: UprisingLedger, entry: LogEntry) -> Iterator[Offer]:
    for effect in entry.verdict.effects:
        if isinstance(effect, MustTest):
            yield _test_offer(effect, entry)
        if isinstance(effect, InitiativeTo) and effect.side is Side.NON_PLAYER:
            yield Offer(Message("offer.what_do_they_do"), "what_do_they_do", {})
        if isinstance(effect, TurnOver):
            yield Offer(Message("offer.next_turn"), "next_turn", ledger_fields(ledger), at_once=True)
        if isinstance(effect, ActsAtOnce):
            yield from _ambush(entry)
        if isinstance(effect, NonPlayersDo) and isinstance(entry.situation, WhatDoTheyDo):
            yield from deed_offer(effect, entry.situation)


def ledger_fields(ledger: UprisingLedger) -> dict[str, Any]:
    """What the next turn has to know."""
    return {"emissary_away": ledger.talks.emissary_away}


_TESTS = {
    Ammunition.ROUNDSHOT: "test_roundshot",
    Ammunition.CANNISTER: "test_cannister",
    Ammunition.SHELL: "test_blast",
}


def _test_offer(effect: MustTest, entry: LogEntry) -> Offer:
    fields: dict[str, Any] = {"testers": [{"actor": Quality.AVERAGE.value, "figures": 1}]}
    if effect.ammunition is not Ammunition.SHELL:
        fields["gun_class"] = getattr(entry.situation, "gun_class", GunClass.LIGHT)
    return Offer(Message(f"offer.test.{effect.ammunition}"), _TESTS[effect.ammunition], fields)


def _ambush(entry: LogEntry) -> Iterator[Offer]:
    party = next((effect.party for effect in entry.verdict.effects if isinstance(effect, PartyArrives)), None)
    if party is not None:
        fields = {
            "kind": party.kind,
            "actor": party.quality,
            "figures": party.figures,
            "firearm": party.firearm,
            "melee": party.melee,
            "actor_is_mounted": party.mounted,
        }
        yield Offer(Message("offer.what_do_they_do"), "what_do_they_do", fields)


def _events(entry: LogEntry) -> Iterator[Offer]:
    """The referee's veto (R48-11.44a, R48-11.48a)."""
    verdict = entry.verdict
    drawn = isinstance(verdict, EventVerdict) or (
        isinstance(verdict, InitiativeVerdict) and verdict.press is Press.EVENT
    )
    if drawn:
        yield Offer(Message("offer.ignore_event"), "ignore_event", {"draw_again": False})
        yield Offer(Message("offer.draw_again"), "ignore_event", {"draw_again": True})
    if isinstance(entry.situation, IgnoreEvent) and entry.situation.draw_again:
        yield Offer(Message("offer.draw_event"), "event", {})


def _scores(ledger: UprisingLedger, entry: LogEntry) -> Iterator[Offer]:
    """Points for casualties that no roster knows: the side that acted made them (R48-12.03)."""
    acting = entry.record.meta.get("side")
    for effect in entry.verdict.effects:
        known = getattr(entry.situation, f"{effect.whom}_name", None) or effect.whom
        if not isinstance(effect, FiguresLost) or known in ledger.units or acting not in set(Side):
            continue
        own = (effect.whom == "target") != (acting == Side.PLAYER)
        line = (LOSSES if own else CASUALTIES).get(effect.quality)
        if line is not None:
            label = Message.of("offer.score", entry=line, count=effect.count)
            yield Offer(label, "score_entry", {"entry": line, "count": effect.count}, at_once=True)


# ---- What do they do? -> the form, filled in ------------------------------------------------------------------------------------


def deed_offer(effect: NonPlayersDo, situation: WhatDoTheyDo) -> Iterator[Offer]:
    """A button that opens the action's form filled in (R48-A.26(c))."""
    action = _action(effect.deed, situation)
    if action is not None:
        fields = _actor_fields(effect, situation) | _target_fields(effect) | _deed_fields(effect.deed, situation)
        yield Offer(Message.of("offer.deed", deed=effect.deed), action, fields)


def _action(deed: Deed, situation: WhatDoTheyDo) -> str | None:
    if deed in (Deed.FIRE, Deed.REACT_FIRE):
        return _FIRE.get(situation.firearm)
    if deed is Deed.FIRE_GUN:
        return f"fire_{situation.gun_class or GunClass.LIGHT}_artillery"
    if deed is Deed.ATTACK:
        return "attack_lethal" if situation.melee is Melee.LETHAL else "attack_improvised"
    if deed in (Deed.RALLY, Deed.LOAD, Deed.STAND, Deed.STAND_COVER, Deed.SUBMIT):
        return "stand"
    if deed in (Deed.CHARGE, Deed.SALLY):
        return "charge" if deed is Deed.CHARGE else "what_do_they_do"
    if deed in (Deed.THROW, Deed.REACT_THROW):
        return "throw_stone"
    return None if deed is Deed.REACT_NONE else "move"


_FIRE = {
    Firearm.PISTOL: "fire_pistol",
    Firearm.CARBINE: "fire_carbine",
    Firearm.MUSKET: "fire_musket",
    Firearm.PERCUSSION_RIFLE: "fire_rifle",
    Firearm.FLINTLOCK_RIFLE: "fire_rifle",
    Firearm.NEEDLE_GUN: "fire_rifle",
}


def _actor_fields(effect: NonPlayersDo, situation: WhatDoTheyDo) -> dict[str, Any]:
    fields: dict[str, Any] = {
        "actor": situation.actor,
        "actor_is_mounted": situation.actor_is_mounted,
        "shooters": effect.figures,
        "attackers": effect.figures,
        "melee": situation.melee,
        "actor_status": situation.actor_status,
    }
    if situation.actor_name:
        fields["actor_name"] = situation.actor_name
    if situation.firearm in (Firearm.PERCUSSION_RIFLE, Firearm.FLINTLOCK_RIFLE, Firearm.NEEDLE_GUN):
        fields["rifle_kind"] = situation.firearm
    return fields


def _target_fields(effect: NonPlayersDo) -> dict[str, Any]:
    group = effect.group
    if group is None:
        return {}
    inches = str(float(group.distance))
    return {
        "target": group.target,
        "targets": group.targets,
        "cover": group.cover,
        "target_is_mounted": group.target_is_mounted,
        "range": inches,
        "start_distance": inches,
    }


_HANDLING = {Deed.UNLIMBER: Instead.UNLIMBER, Deed.TURN: Instead.TURN}
_ACTIVITIES = {Deed.RALLY: Activity.RALLY, Deed.LOAD: Activity.LOAD_GUN}


def _deed_fields(deed: Deed, situation: WhatDoTheyDo) -> dict[str, Any]:
    fields: dict[str, Any] = {}
    if deed in _HANDLING:
        fields |= {"actor": Quality.TRANSPORT, "instead": _HANDLING[deed]}
    if deed in (Deed.RALLY, Deed.LOAD, Deed.STAND, Deed.STAND_COVER, Deed.SUBMIT):
        fields["activity"] = _ACTIVITIES.get(deed, Activity.STAND)
    if deed in (Deed.FIRE_GUN, Deed.LOAD):
        fields |= {"gun_class": situation.gun_class or GunClass.LIGHT, "howitzer": situation.howitzer}
        fields["ammunition"] = loaded(situation)
    return fields
