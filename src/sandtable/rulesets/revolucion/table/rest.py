"""Actions without movement: Rest and Regroup (REV-3.12, REV-3.34, REV-5.03)."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.battle.event import Story
from sandtable.battle.request import Asked
from sandtable.kernel.problem import Problem
from sandtable.rulesets.revolucion.regroup import Regroup, regroup
from sandtable.rulesets.revolucion.table import assets, events, leadership, orders, wire
from sandtable.rulesets.revolucion.table.damage import aftermath
from sandtable.rulesets.revolucion.table.driving import resolved
from sandtable.rulesets.revolucion.table.permission import closed_problems
from sandtable.rulesets.revolucion.table.state import State, Unit, told_to
from sandtable.rulesets.revolucion.table.vehicles import tracks, trains


def rest(story: Story[State], order: orders.Rest) -> None:
    """Do nothing (REV-3.12), or work while the others fight: cut wire (REV-10.86), tear up the track (REV-G.54), destroy an asset (REV-11.05)."""
    if order.cuts:
        wire.cut(story, order.unit, order.cuts)
    if order.destroys:
        assets.destroy(story, order.unit, order.destroys)
    trains.halt(story, order.unit)
    if order.rips_track:
        story.tell(events.RipsTrack(unit=order.unit, known_to=told_to(story.state.units[order.unit])))
    known_to = told_to(story.state.units[order.unit])
    story.tell(events.Acted(unit=order.unit, deed="rested", known_to=known_to))


def rest_problems(state: State, unit: Unit, order: orders.Rest) -> Iterator[Problem]:
    """Plain rest is always allowed; wire and tracks have their own rules (chapter 10)."""
    yield from trains.rest_problems(unit)
    if order.cuts:
        yield from wire.cut_problems(state, unit, order.cuts)
    if order.rips_track:
        yield from tracks.rip_problems(state, unit)
    if order.destroys:
        yield from assets.destroy_problems(state, unit, order.destroys)


def regroup_situation(state: State, unit: Unit) -> Regroup:
    """Regrouping as the umpire's rule wants it."""
    return Regroup(
        actor_name=unit.card.name,
        unit=unit.kind,
        leader_with_actor=leadership.leader_place(state, unit),
        regroups_from=unit.status,
        actor_earlier_this_turn=unit.deeds.earlier,
    )


def regroup_problems(state: State, unit: Unit) -> Iterator[Problem]:
    """Only shaken units regroup, and they do nothing else (REV-3.34, REV-3.35)."""
    yield from closed_problems("regroup", unit.kind)
    yield from regroup_situation(state, unit).problems(state.tables)


def rally(story: Story[State], order: orders.Regroup) -> Asked[None]:
    """A unit tries to rally (REV-G.14); any success allows a new formation and facing (REV-G.14b)."""
    state, unit = story.state, story.state.units[order.unit]
    verdict = yield from resolved(
        regroup(regroup_situation(state, unit), state.tables), unit.side, known_to=told_to(unit)
    )
    story.tell(events.RegroupTried(unit=unit.id, steps=verdict.steps, known_to=told_to(unit)))
    parties = aftermath.Parties(
        units={"actor": unit.id}, sources={}, leaders={"actor": ()}, deeds={"actor": "regrouped"}
    )
    yield from aftermath.carry_out(story, verdict.effects, parties)
