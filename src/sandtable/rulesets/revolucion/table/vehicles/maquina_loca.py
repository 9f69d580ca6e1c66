"""The máquina loca: launched once, it runs down its track until it meets something (REV-10.30 to REV-10.36, REV-G.30j)."""

from __future__ import annotations

from dataclasses import replace

from sandtable.battle.event import Story
from sandtable.geometry.measure import Length, inches
from sandtable.miniatures.consequences import Course
from sandtable.rulesets.revolucion import effects
from sandtable.rulesets.revolucion.orders import OrderVerdict, base_move
from sandtable.rulesets.revolucion.table import events, leadership
from sandtable.rulesets.revolucion.table.damage import blasts, retreats
from sandtable.rulesets.revolucion.table.hidden import discovery, minefields
from sandtable.rulesets.revolucion.table.state import Rails, State, TrainSpeed, Unit, told_to
from sandtable.rulesets.revolucion.table.vehicles import tracks
from sandtable.rulesets.revolucion.vocabulary import BlastSource, Loss, Order


def launch(story: Story[State], loca: Unit, verdict: OrderVerdict) -> Course[None]:
    """A Maneuver order that arrives, late or not, sends it off by its full move; a lost one does nothing (REV-G.30j)."""
    left = verdict.effects[0]
    known_to = told_to(loca)
    story.tell(events.Commanded(unit=loca.id, order=Order.MANEUVER, result=verdict.result, known_to=known_to))
    if not isinstance(left, effects.MayMove) or loca.rails is None:
        return
    discovery.reveal(story, loca.id)
    story.tell(events.Acted(unit=loca.id, deed="moved"))
    rails = replace(loca.rails, launched=True)
    yield from _run(story, loca.id, rails, inches(left.distance), TrainSpeed.MANEUVER, "launched")


def roll(story: Story[State], name: str) -> Course[None]:
    """Launched, it takes no orders and runs on at March speed in its column's round (REV-10.31, REV-G.30j)."""
    loca = story.state.units[name]
    if loca.rails is None or not loca.rails.launched or loca.deeds.moved or loca.gone is not None:
        return
    story.tell(events.Acted(unit=name, deed="moved"))
    full = inches(base_move(Order.MARCH, loca.kind, story.state.tables))
    yield from _run(story, name, loca.rails, full, TrainSpeed.MARCH, "rolls_on")


def roll_with_column(story: Story[State], column: str) -> Course[None]:
    """All of a column that are under way."""
    for unit in tuple(story.state.units.values()):
        if unit.card.column == column and unit.rails is not None:
            yield from roll(story, unit.id)


def _run(story: Story[State], name: str, rails: Rails, budget: Length, speed: TrainSpeed, how: str) -> Course[None]:
    """Its full move, unless it meets what blocks the track or comes to its end-point: there it goes off (REV-10.31b)."""
    loca = story.state.units[name]
    gone = tracks.reach(story.state, loca, rails, budget)
    met = tracks.block(story.state, loca, rails, gone)
    far = gone if met is None else met.at
    to_end = None if rails.end is None else (rails.end - tracks.head(loca, rails)) * tracks.course(rails)
    ends = to_end is not None and 0 <= to_end <= far
    if ends and to_end is not None:
        far = to_end
    if met is not None and not ends and met.unit in story.state.units:
        discovery.reveal(story, met.unit)
    there = replace(tracks.further(rails, far), speed=speed)
    stands = tracks.cars(story.state, loca, there)
    story.tell(events.TrainRan(unit=name, rails=there, stands=stands, how=how, cost=far))
    leadership.run_over(story, name)
    if met is not None and met.kind == "mine" and not ends:
        minefields.show(story, stands)
    if ends or met is not None:
        yield from retreats.remove(story, name, Loss.DESTROYED)


def explode(story: Story[State], loca: Unit) -> Course[None]:
    """It goes off where it is, by itself or under fire (REV-10.32, REV-10.35): from the middle of its base (REV-G.29d)."""
    if loca.stands is not None:
        yield from blasts.explode(story, loca.stands.centre, BlastSource.MAQUINA_LOCA)
