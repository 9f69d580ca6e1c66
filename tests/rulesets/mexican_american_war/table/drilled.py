"""Units after a check, as the tests of the drill lay them."""

from __future__ import annotations

from math import cos, radians
from typing import Any

from sandtable.rulesets.mexican_american_war.table.state import MawField
from sandtable.rulesets.mexican_american_war.vocabulary import (
    CheckEffect,
    Formation,
)
from tests.rulesets.mexican_american_war.table.laying import (
    DOWN,
    MEX,
    US,
    Laid,
    checked,
    laid,
    pose,
    unit,
)

E, F = CheckEffect, Formation
FOE = unit("1st Line", MEX, pose(80, 55, DOWN))
HALF = cos(radians(45))


def stood(*units: Laid, effect: CheckEffect = E.WELL_HANDLED, **about: Any) -> MawField:
    """Units after a check, with an enemy far off."""
    field = laid(*units, FOE, **about)
    return checked(field, *(known.name for known, _, _ in units if known.side is US), effect=effect)


def line(**more: Any) -> Laid:
    return unit("5th", US, pose(30, 20), **more)


def column(stands: int = 8, **more: Any) -> Laid:
    return unit("5th", US, pose(30, 20), stands, formation=F.MARCH_COLUMN, **more)
