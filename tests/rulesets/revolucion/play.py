"""How the tests of Revolucion! talk to the umpire."""

from __future__ import annotations

from typing import Any

from sandtable.rulesets.revolucion.ruleset import RULESET
from tests.support.talk import Fields, Talk, effect, kinds

__all__ = ["RULESET", "effect", "kinds"]

talk = Talk(RULESET)
tables, read, problems, refused_by = talk.tables, talk.read, talk.problems, talk.refused_by
run, verdict, law, requests, total = talk.run, talk.verdict, talk.law, talk.requests, talk.total
mean, say = talk.mean, talk.say


def pending(action: str, *about: Any, **fields: Any) -> str:
    """The key of the request that an action waits for."""
    return talk.asking(action, *about, **fields).key


FIRE: Fields = {
    "unit": "RegularInfantry",
    "bases_of_actor": 4,
    "range": "3-6",
    "target_type": "RegularInfantry",
    "target_formation": "deployed",
    "bases_of_target": 4,
}
ASSAULT: Fields = {
    "unit": "RegularInfantry",
    "bases_of_actor": 4,
    "target_type": "RegularInfantry",
    "target_formation": "deployed",
    "bases_of_target": 4,
    "earlier_bases": 0,
    "leader_with_target": 0,
    "frontal": True,
}
RECEIVED: Fields = {"order.result": 10}
