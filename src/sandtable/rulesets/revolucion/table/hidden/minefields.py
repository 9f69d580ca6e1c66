"""Where mines are: fields that nobody has met yet, and mines that wait to be set off (REV-10.88 to REV-10.91, REV-G.35)."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.battle.event import Story
from sandtable.geometry.distance import overlaps
from sandtable.geometry.footprint import Footprint, standing
from sandtable.geometry.measure import Pose
from sandtable.rulesets.revolucion.table import events
from sandtable.rulesets.revolucion.table.ground.measures import measures
from sandtable.rulesets.revolucion.table.state import Mine, State

SQUARE = "mineSquare"


def square(state: State, mine: Mine) -> Footprint:
    """The ground of a square."""
    side = measures(state.tables).mine
    return standing((Pose(mine.at.x, mine.at.y + side // 2),), 1, side, side)


def fields(state: State) -> Iterator[tuple[Mine, Footprint]]:
    """All squares; they remain after use (REV-G.35b)."""
    return ((mine, square(state, mine)) for mine in state.mines.values() if mine.kind == SQUARE and not mine.gone)


def under(state: State, stands: Footprint) -> tuple[Mine, ...]:
    """The squares that a unit stands on, or would."""
    return tuple(mine for mine, ground in fields(state) if overlaps(stands, ground))


def show(story: Story[State], stands: Footprint) -> None:
    """Squares are put on the table as they are met, one at a time (REV-10.88c, REV-10.90)."""
    for mine in under(story.state, stands):
        if not mine.shown_to_all:
            story.tell(events.MineFound(mine=mine.id, at=mine.at))


def own(state: State, side: str) -> tuple[str, ...]:
    """The mines that a side may set off."""
    return tuple(
        mine.id for mine in state.mines.values() if mine.side == side and mine.kind != SQUARE and not mine.gone
    )
