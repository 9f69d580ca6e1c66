"""What mines do: those of a field to who enters it, those that are set off to all about them (REV-10.88 to REV-10.91, REV-G.35)."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.battle.event import Story
from sandtable.battle.seat import side_of
from sandtable.geometry.measure import Point
from sandtable.kernel.problem import Problem
from sandtable.miniatures.consequences import Course
from sandtable.miniatures.problems import problem
from sandtable.rulesets.revolucion import effects
from sandtable.rulesets.revolucion.hazards import MineField, mine_field
from sandtable.rulesets.revolucion.table import events, orders
from sandtable.rulesets.revolucion.table.damage import aftermath, blasts
from sandtable.rulesets.revolucion.table.hidden import minefields
from sandtable.rulesets.revolucion.table.state import State, Unit
from sandtable.rulesets.revolucion.vocabulary import BlastSource


def pay(story: Story[State], name: str, source: Point) -> Course[tuple[effects.FallsBack, ...]]:
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


def set_off_problems(state: State, order: orders.SetOff) -> Iterator[Problem]:
    """A side sets off its own mines while it acts; that costs no unit its action (REV-10.91)."""
    legal = minefields.own(state, side_of(order.by))
    if order.mine not in legal:
        yield problem("mine", "no_mine", "REV-10.91", legal, name=order.mine)


def set_off(story: Story[State], order: orders.SetOff) -> Course[None]:
    """The mine goes off: each unit near it tests, friend or enemy (REV-10.91, REV-G.29b)."""
    mine = story.state.mines[order.mine]
    story.tell(events.MineSetOff(mine=mine.id))
    yield from blasts.explode(story, mine.at, BlastSource(mine.kind))
