"""Actions without movement: Rest, the works done at rest, and Regroup (REV-3.12, REV-3.34, REV-5.03)."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.battle.event import Story
from sandtable.battle.request import addressed
from sandtable.geometry.distance import touches
from sandtable.geometry.footprint import figure
from sandtable.geometry.measure import Length, inches
from sandtable.geometry.trail import within_trail
from sandtable.kernel.problem import Problem
from sandtable.miniatures.consequences import Course
from sandtable.miniatures.problems import problem
from sandtable.rulesets.revolucion.regroup import Regroup, regroup
from sandtable.rulesets.revolucion.table import army, events, leadership, orders
from sandtable.rulesets.revolucion.table.damage import aftermath
from sandtable.rulesets.revolucion.table.ground.kinds import Crossing, feature, page
from sandtable.rulesets.revolucion.table.ground.measures import measures
from sandtable.rulesets.revolucion.table.hidden import discovery
from sandtable.rulesets.revolucion.table.permission import closed_problems
from sandtable.rulesets.revolucion.table.state import State, Unit, told_to
from sandtable.rulesets.revolucion.table.vehicles import tracks, trains
from sandtable.rulesets.revolucion.vocabulary import Loss, Side, UnitType, counts_for_break_point


def rest(story: Story[State], order: orders.Rest) -> None:
    """Do nothing (REV-3.12), or work while the others fight: cut wire (REV-10.86), tear up the track (REV-G.54), destroy an asset (REV-11.05)."""
    if order.cuts:
        _cut_wire(story, order.unit, order.cuts)
    if order.destroys:
        _destroy_asset(story, order.unit, order.destroys)
    trains.halt(story, order.unit)
    if order.rips_track:
        story.tell(events.RipsTrack(unit=order.unit, known_to=told_to(story.state.units[order.unit])))
    known_to = told_to(story.state.units[order.unit])
    story.tell(events.Acted(unit=order.unit, deed="rested", known_to=known_to))


def rest_problems(state: State, unit: Unit, order: orders.Rest) -> Iterator[Problem]:
    """Plain rest is always allowed; wire and tracks have their own rules (chapter 10)."""
    yield from trains.rest_problems(unit)
    if order.cuts:
        yield from _wire_problems(state, unit, order.cuts)
    if order.rips_track:
        yield from tracks.rip_problems(state, unit)
    if order.destroys:
        yield from _asset_problems(state, unit, order.destroys)


# ---- Barbed wire (REV-10.85 to REV-10.87, REV-G.36) ------------------------------------------------------------------------------
# That wire bars the way is told by `ground.going`: to moves, charges, Leaders and whoever falls back. Cutting it changes the ground.


def wire_touched(state: State, unit: Unit) -> tuple[str, ...]:
    """The segments of wire that a unit is in contact with."""
    if unit.stands is None or not state.tables.option("wire"):
        return ()
    contact = measures(state.tables).contact
    return tuple(
        line.id
        for line in state.terrain.lines
        if feature(line.kind).crossing is Crossing.WIRE and within_trail(unit.stands, line.points, contact)
    )


def _wire_problems(state: State, unit: Unit, segment: str) -> Iterator[Problem]:
    """A unit cuts one segment that it touches, of its own choice, also under fire (REV-G.36); Artillery never does (REV-10.87)."""
    if unit.kind is UnitType.ARTILLERY:
        yield problem("cuts", "guns_cut_no_wire", "REV-10.87")
        return
    near = wire_touched(state, unit)
    if segment not in near:
        yield problem("cuts", "no_wire", "REV-10.86", near)


def _cut_wire(story: Story[State], name: str, segment: str) -> None:
    """The segment goes as soon as the rest is done: who acts later this turn may use the gap (REV-G.36)."""
    discovery.reveal(story, name)  # the gap is there for everybody to see, and so is who made it
    story.tell(events.WireWasCut(unit=name, segment=segment))


# ---- Supply dumps, camps and the like (REV-11.05) --------------------------------------------------------------------------------
# The printed rules do not say how an enemy destroys them; ours do it as wire is cut: a Rest spent on it, at once, by whoever can fight.


def asset_radius() -> Length:
    """How far the ground of an asset reaches from its point."""
    return inches(page("units")["mark"]["asset"]["size"]) // 2


def assets_touched(state: State, unit: Unit) -> tuple[str, ...]:
    """The assets of the enemy, still standing, that a unit is in contact with; only combat units destroy them."""
    if unit.stands is None or unit.flight is not None or not counts_for_break_point(unit.kind):
        return ()
    contact = measures(state.tables).contact
    return tuple(
        asset.id
        for asset in state.assets.values()
        if asset.standing
        and asset.side != unit.side.value
        and touches(unit.stands, figure(asset.at, asset_radius()), contact)
    )


def _asset_problems(state: State, unit: Unit, name: str) -> Iterator[Problem]:
    """Only an asset of the enemy that the unit touches."""
    near = assets_touched(state, unit)
    if name not in near:
        yield problem("destroys", "no_asset", "REV-11.05", near)


def _destroy_asset(story: Story[State], name: str, asset: str) -> None:
    """It is gone, and its side loses morale (REV-11.05)."""
    discovery.reveal(story, name)
    side = Side(story.state.assets[asset].side)
    story.tell(events.AssetDestroyed(unit=name, asset=asset))
    army.lose(story, side, Loss.ASSET_DESTROYED)


# ---- Regroup ---------------------------------------------------------------------------------------------------------------------


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


def rally(story: Story[State], order: orders.Regroup) -> Course[None]:
    """A unit tries to rally (REV-G.14); any success allows a new formation and facing (REV-G.14b)."""
    state, unit = story.state, story.state.units[order.unit]
    verdict = yield from addressed(
        regroup(regroup_situation(state, unit), state.tables), unit.side.value, told_to(unit)
    )
    story.tell(events.RegroupTried(unit=unit.id, steps=verdict.steps, known_to=told_to(unit)))
    parties = aftermath.Parties(
        units={"actor": unit.id}, sources={}, leaders={"actor": ()}, deeds={"actor": "regrouped"}
    )
    yield from aftermath.carry_out(story, verdict.effects, parties)
