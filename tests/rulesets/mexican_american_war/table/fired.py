"""Units in a fire step, as the tests of fire lay them, and what a shot of theirs adds up to."""

from __future__ import annotations

from typing import Any

from sandtable.miniatures.acting import law_of
from sandtable.rulesets.mexican_american_war.table.rules import KIT
from sandtable.rulesets.mexican_american_war.table.state import MawField
from sandtable.rulesets.mexican_american_war.vocabulary import (
    Experience,
    Phase,
)
from tests.rulesets.mexican_american_war.table.laying import (
    DOWN,
    MEX,
    US,
    Laid,
    laid,
    pose,
    unit,
)


def shot(*units: Laid, side: Any = US, defensive: bool = False, **about: Any) -> MawField:
    """A fire step of the side that moves, or of the other."""
    step = Phase.DEFENSIVE_FIRE if defensive else Phase.OFFENSIVE_FIRE
    return laid(*units, side=side, phase=step, **about)


def muskets(stands: int = 10, y: float = 20, **more: Any) -> Laid:
    return unit("5th", US, pose(30, y), stands, **more)


def mexicans(
    y: float = 24, stands: int = 8, x: float = 30, facing: float = DOWN, name: str = "1st", **more: Any
) -> Laid:
    return unit(name, MEX, pose(x, y, facing), stands, **{"experience": Experience.TRAINED, **more})


def tally(field: MawField, order: Any) -> dict[str, int]:
    """The modifiers of a shot, by their last word."""
    request = law_of(KIT, field, order).requests["fire.die"]
    return {modifier.reason.id.rpartition(".")[2]: int(modifier.value or 0) for modifier in request.tally}


def points(field: MawField, order: Any) -> tuple[int, int]:
    """The fire points of a shot, and what its modifiers come to."""
    request = law_of(KIT, field, order).requests["fire.die"]
    first = next(iter(request.tally))
    return dict(first.reason.parameters)["points"], request.tally.total
