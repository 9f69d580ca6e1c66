"""Running the umpire's rules on the table: dice go to whoever acts, everybody sees them, facts are measured."""

from __future__ import annotations

from collections.abc import Generator
from typing import Any, TypeVar

from sandtable.battle.request import Asked, Facts, addressed
from sandtable.battle.seat import EVERYBODY, Audience
from sandtable.kernel.requests import Request
from sandtable.kernel.stages import Staged
from sandtable.rulesets.revolucion.vocabulary import Side

Returned = TypeVar("Returned")


def resolved(
    rule: Generator[Request, Any, Returned] | Staged[Returned],
    side: Side,
    facts: Facts | None = None,
    known_to: Audience = EVERYBODY,
) -> Asked[Returned]:
    """The verdict of a rule for a side's action."""
    return addressed(rule, side.value, known_to, facts=facts)
