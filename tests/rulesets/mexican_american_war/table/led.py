"""Leaders and units, as the tests of command lay them."""

from __future__ import annotations

from typing import Any

from tests.rulesets.mexican_american_war.table.laying import (
    DOWN,
    MEX,
    US,
    act,
    leader,
    pose,
    unit,
)

FOE = unit("1st Line", MEX, pose(80, 55, DOWN))
RESERVE = unit("reserve", US, pose(80, 3), 25)  # so that a few stands are no heavy loss
TWIGGS = leader("Twiggs", US, pose(30, 10), "5th", "8th")


def ride(name: str, *places: tuple[float, float], side: Any = US) -> Any:
    return act("move", side, piece=name, ways=(tuple(pose(*place) for place in places),))
