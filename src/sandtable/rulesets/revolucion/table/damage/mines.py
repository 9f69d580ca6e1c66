"""Mine fields and mines that are set off (REV-10.88 to REV-10.91, REV-G.35)."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.battle.event import Story
from sandtable.battle.request import Asked
from sandtable.battle.seat import side_of
from sandtable.geometry.distance import overlaps
from sandtable.geometry.footprint import Footprint, standing
from sandtable.geometry.measure import Point, Pose
from sandtable.kernel.problem import Problem
from sandtable.rulesets.revolucion import effects
from sandtable.rulesets.revolucion.hazards import MineField, mine_field
from sandtable.rulesets.revolucion.table import events, orders
from sandtable.rulesets.revolucion.table.damage import aftermath, blasts
from sandtable.rulesets.revolucion.table.ground.measures import measures
from sandtable.rulesets.revolucion.table.permission import problem
from sandtable.rulesets.revolucion.table.state import Mine, State, Unit
from sandtable.rulesets.revolucion.vocabulary import BlastSource

SQUARE = "mineSquare"


# ---- Fields ----------------------------------------------------------------------------------------------------------------------


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


def pay(story: Story[State], name: str, source: Point) -> Asked[tuple[effects.FallsBack, ...]]:
    """One level, once a turn (REV-10.88b, REV-10.89). How far it then has to go back is left to whoever knows which way it came."""
    story.tell(events.Mined(unit=name))
    state, unit = story.state, story.state.units[name]
    verdict = mine_field(_situation(unit), state.tables)
    parties = aftermath.Parties({"target": name}, {"target": source}, {"target": ()}, {})
    back = tuple(effect for effect in verdict.effects if isinstance(effect, effects.FallsBack))
    yield from aftermath.carry_out(story, [each for each in verdict.effects if each not in back], parties)
    return back


def _situation(unit: Unit) -> MineField:
    return MineField(
        target_name=unit.card.name,
        target_type=unit.kind,
        target_status=unit.status,
        bases_of_target=unit.bases,
        starting_bases_of_target=unit.card.started,
    )


# ---- Mines that are set off ------------------------------------------------------------------------------------------------------


def own(state: State, side: str) -> tuple[str, ...]:
    """The mines that a side may set off."""
    return tuple(
        mine.id for mine in state.mines.values() if mine.side == side and mine.kind != SQUARE and not mine.gone
    )


def set_off_problems(state: State, order: orders.SetOff) -> Iterator[Problem]:
    """A side sets off its own mines while it acts; that costs no unit its action (REV-10.91)."""
    legal = own(state, side_of(order.by))
    if order.mine not in legal:
        yield problem("mine", "no_mine", "REV-10.91", legal, name=order.mine)


def set_off(story: Story[State], order: orders.SetOff) -> Asked[None]:
    """The mine goes off: each unit near it tests, friend or enemy (REV-10.91, REV-G.29b)."""
    mine = story.state.mines[order.mine]
    story.tell(events.MineSetOff(mine=mine.id))
    yield from blasts.explode(story, mine.at, BlastSource(mine.kind))
