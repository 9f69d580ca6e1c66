"""A unit that is fired at, assaulted, bombed or blown up, as the umpire's forms want it."""

from __future__ import annotations

from typing import Any

from sandtable.rulesets.revolucion.table.passengers import target_aboard
from sandtable.rulesets.revolucion.table.state import State, Unit
from sandtable.rulesets.revolucion.vocabulary import Cover


def as_target(state: State, unit: Unit, cover: Cover) -> dict[str, Any]:
    """The fields of a form that are about its target."""
    return {
        "target_name": unit.card.name,
        "target_type": unit.kind,
        "target_formation": unit.formation,
        "cover": cover,
        "target_status": unit.status,
        "bases_of_target": unit.bases,
        "starting_bases_of_target": unit.card.started,
        "target_is_a_train_or_aboard_one": target_aboard(state, unit),
    }
