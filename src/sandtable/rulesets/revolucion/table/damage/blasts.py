"""Blasts on the table: everybody within the radius tests by himself (REV-10.32 to REV-10.35, REV-10.91, REV-G.29)."""

from __future__ import annotations

from dataclasses import dataclass

from sandtable.battle.event import Story
from sandtable.battle.request import addressed
from sandtable.battle.seat import EVERYBODY
from sandtable.geometry.distance import nearest
from sandtable.geometry.footprint import Footprint, figure
from sandtable.geometry.measure import Length, Point, in_inches, inches
from sandtable.miniatures.consequences import Course
from sandtable.rulesets.revolucion.blast import Blast, blast
from sandtable.rulesets.revolucion.fire import LEADERS_WITH_TARGET
from sandtable.rulesets.revolucion.table import events, leadership, passengers
from sandtable.rulesets.revolucion.table.cover import cover_of
from sandtable.rulesets.revolucion.table.damage import aftermath
from sandtable.rulesets.revolucion.table.damage.consequences import WentOff
from sandtable.rulesets.revolucion.table.hidden import discovery
from sandtable.rulesets.revolucion.table.state import State, Unit
from sandtable.rulesets.revolucion.table.targets import as_target
from sandtable.rulesets.revolucion.vocabulary import BlastSource, Cover


@dataclass(frozen=True)
class Struck:
    """A unit within a blast, as it stood when it went off."""

    unit: str
    range: Length
    cover: Cover


def explode(story: Story[State], at: Point, source: BlastSource) -> Course[None]:
    """It goes off: friends, vehicles and passengers are hit alike, the nearest first (REV-G.29b)."""
    radius = inches(story.state.tables.number("blast.radius", source))
    story.tell(events.Exploded(at=at, radius=radius, source=source))
    for struck in within(story.state, at, radius):
        if story.state.units[struck.unit].gone is None:
            yield from _strike(story, struck, at, source)
    yield WentOff(at)


def within(state: State, at: Point, radius: Length) -> list[Struck]:
    """Who is how near, to his nearest part, without any need for sight or arc (REV-G.29d), and what shields him (REV-10.33)."""
    found: list[Struck] = []
    for unit in state.units.values():
        stands = passengers.place_of(state, unit)
        if unit.gone is not None or stands is None or unit.flight is not None:
            continue
        _, end, far = nearest(figure(at, 0), stands)
        if far <= radius:
            found.append(Struck(unit.id, far, _cover(state, unit, stands, at, end)))
    return sorted(found, key=lambda struck: (struck.range, struck.unit))


def _cover(state: State, unit: Unit, stands: Footprint, at: Point, end: Point) -> Cover:
    return passengers.own_cover(state, unit, cover_of(state, stands, at, end), at, end)


def _strike(story: Story[State], struck: Struck, at: Point, source: BlastSource) -> Course[None]:
    discovery.reveal(story, struck.unit)
    state, unit = story.state, story.state.units[struck.unit]
    situation = Blast(
        source=source,
        range=in_inches(struck.range),
        **as_target(state, unit, struck.cover),
    )
    leaders = leadership.attached(state, unit)
    facts = {LEADERS_WITH_TARGET.key: len(leaders)}
    verdict = yield from addressed(
        blast(situation, state.tables), unit.side.value, EVERYBODY, facts=lambda request: facts.get(request.key)
    )
    parties = aftermath.Parties({"target": unit.id}, {"target": at}, {"target": leaders}, {})
    yield from aftermath.carry_out(story, verdict.effects, parties)
