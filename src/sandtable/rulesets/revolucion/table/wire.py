"""Barbed wire: nobody but tankettes crosses it, and who rests in contact cuts a segment (REV-10.85 to REV-10.87, REV-G.36).

That wire bars the way is told by `ground.going`: to moves, charges, Leaders and whoever falls back. Cutting it changes the ground.
"""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.battle.event import Story
from sandtable.geometry.trail import within_trail
from sandtable.kernel.problem import Problem
from sandtable.rulesets.revolucion.table import events
from sandtable.rulesets.revolucion.table.ground.kinds import Crossing, feature
from sandtable.rulesets.revolucion.table.ground.measures import measures
from sandtable.rulesets.revolucion.table.hidden import secrecy
from sandtable.rulesets.revolucion.table.permission import problem
from sandtable.rulesets.revolucion.table.state import State, Unit
from sandtable.rulesets.revolucion.vocabulary import UnitType


def touched(state: State, unit: Unit) -> tuple[str, ...]:
    """The segments of wire that a unit is in contact with."""
    if unit.stands is None or not state.tables.option("wire"):
        return ()
    contact = measures(state.tables).contact
    return tuple(
        line.id
        for line in state.terrain.lines
        if feature(line.kind).crossing is Crossing.WIRE and within_trail(unit.stands, line.points, contact)
    )


def cut_problems(state: State, unit: Unit, segment: str) -> Iterator[Problem]:
    """A unit cuts one segment that it touches, of its own choice, also under fire (REV-G.36); Artillery never does (REV-10.87)."""
    if unit.kind is UnitType.ARTILLERY:
        yield problem("cuts", "guns_cut_no_wire", "REV-10.87")
        return
    near = touched(state, unit)
    if segment not in near:
        yield problem("cuts", "no_wire", "REV-10.86", near)


def cut(story: Story[State], name: str, segment: str) -> None:
    """The segment goes as soon as the rest is done: who acts later this turn may use the gap (REV-G.36)."""
    secrecy.reveal(story, name)  # the gap is there for everybody to see, and so is who made it
    story.tell(events.WireWasCut(unit=name, segment=segment))
