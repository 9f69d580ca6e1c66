"""The form of what Non-Players do, filled in."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from sandtable.kernel.effects import Offer
from sandtable.kernel.messages import Message
from sandtable.rulesets.uprising1848.behaviour_facts import Seen, WhatDoTheyDo
from sandtable.rulesets.uprising1848.fire import shot_with
from sandtable.rulesets.uprising1848.vocabulary import RIFLES, Activity, Deed, GunClass, Instead, Melee, Quality


def deed_offer(deed: Deed, figures: int, group: Seen | None, situation: WhatDoTheyDo) -> Iterator[Offer]:
    """A button that opens the action's form filled in (R48-A.26(c))."""
    action = _action(deed, situation)
    if action is not None:
        fields = _actor_fields(figures, situation) | _target_fields(group) | _deed_fields(deed, situation)
        yield Offer(Message.of("offer.deed", deed=deed), action, fields)


def _action(deed: Deed, situation: WhatDoTheyDo) -> str | None:
    if deed in (Deed.FIRE, Deed.REACT_FIRE):
        shot = shot_with(situation.firearm)
        return None if shot is None else f"fire_{shot.lower()}"
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


def _actor_fields(figures: int, situation: WhatDoTheyDo) -> dict[str, Any]:
    fields: dict[str, Any] = {
        "actor": situation.actor,
        "actor_is_mounted": situation.actor_is_mounted,
        "shooters": figures,
        "attackers": figures,
        "melee": situation.melee,
        "actor_status": situation.actor_status,
    }
    if situation.actor_name:
        fields["actor_name"] = situation.actor_name
    if situation.firearm in RIFLES:
        fields["rifle_kind"] = situation.firearm
    return fields


def _target_fields(group: Seen | None) -> dict[str, Any]:
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
        fields["ammunition"] = situation.loaded
    return fields
