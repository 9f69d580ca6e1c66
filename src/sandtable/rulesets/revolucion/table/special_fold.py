"""The state after an event of chapter 10: wire, mines, hidden units, vehicles, trains, aircraft."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from sandtable.battle.event import Event
from sandtable.rulesets.revolucion.table import events
from sandtable.rulesets.revolucion.table.state import Leader, State, TrainSpeed, Unit


def _wire_was_cut(state: State, event: events.WireWasCut) -> State:
    """The ground loses the segment, and the gap is remembered."""
    gone = tuple(line for line in state.terrain.lines if line.id == event.segment)
    return replace(state, terrain=state.terrain.without_lines({event.segment}), cut=(*state.cut, *gone))


def _asset_destroyed(state: State, event: events.AssetDestroyed) -> State:
    asset = replace(state.assets[event.asset], standing=False, hidden=False)
    return replace(state, assets={**state.assets, event.asset: asset})


def _unit_revealed(state: State, event: events.UnitRevealed) -> State:
    units, leaders = everybody_aboard(state, event.unit)
    for unit in (state.units[event.unit], *units):
        state = state.with_unit(replace(unit, hidden=False))
    for leader in leaders:
        state = state.with_leader(replace(leader, hidden=False))
    pending = state.turn.pending
    if pending is not None and pending.unit == event.unit:
        state = replace(state, turn=replace(state.turn, pending=replace(pending, secret=False)))
    return state


def riders(state: State, vehicle: str) -> tuple[Unit, ...]:
    """The units aboard a vehicle, in the order of its cars."""
    return tuple(unit for unit in state.units.values() if unit.aboard == vehicle and unit.gone is None)


def leaders_aboard(state: State, vehicle: str) -> tuple[Leader, ...]:
    """The Leaders aboard a vehicle."""
    return tuple(leader for leader in state.leaders.values() if leader.aboard == vehicle and leader.alive)


def everybody_aboard(state: State, vehicle: str) -> tuple[tuple[Unit, ...], tuple[Leader, ...]]:
    """The units and Leaders aboard a vehicle, and those aboard what it carries, such as a truck on a train."""
    units, leaders = riders(state, vehicle), leaders_aboard(state, vehicle)
    for rider in units:
        inside = everybody_aboard(state, rider.id)
        units, leaders = (*units, *inside[0]), (*leaders, *inside[1])
    return units, leaders


def arrived_aboard(state: State, vehicle: str) -> State:
    """A vehicle has come onto the table: whoever rides on it is here as well."""
    units, leaders = everybody_aboard(state, vehicle)
    for rider in units:
        state = state.with_unit(replace(rider, arrives=0))
    for leader in leaders:
        state = state.with_leader(replace(leader, arrives=0))
    return state


def _mine_found(state: State, event: events.MineFound) -> State:
    mine = replace(state.mines[event.mine], shown_to_all=True)
    return replace(state, mines={**state.mines, event.mine: mine})


def _mine_set_off(state: State, event: events.MineSetOff) -> State:
    mine = replace(state.mines[event.mine], shown_to_all=True, gone=True)
    return replace(state, mines={**state.mines, event.mine: mine})


def _mined(state: State, event: events.Mined) -> State:
    return state.with_unit(state.units[event.unit].did(in_mines=True))


def _unchanged(state: State, event: Event) -> State:  # noqa: ARG001 - it is told, and changes nothing
    return state


def _boarded(state: State, event: events.Boarded) -> State:
    unit = replace(state.units[event.unit], stands=None, aboard=event.vehicle, formation=event.formation)
    state = state.with_unit(unit.did(boarded="on"))
    return state.with_unit(state.units[event.vehicle].did(barred=True))


def _got_off(state: State, event: events.GotOff) -> State:
    unit = replace(state.units[event.unit], aboard="", emplaced=False)
    if event.thrown:
        return state.with_unit(unit)
    state = state.with_unit(unit.did(boarded="off"))
    return state.with_unit(state.units[event.vehicle].did(barred=True))


def _leader_boarded(state: State, event: events.LeaderBoarded) -> State:
    return state.with_leader(replace(state.leaders[event.leader], place=None, aboard=event.vehicle, arrives=0))


def _train_ran(state: State, event: events.TrainRan) -> State:
    train = state.units[event.unit]
    if train.arrives:
        state = arrived_aboard(state, train.id)
    goes_on = train.route_march and event.rails.speed is not TrainSpeed.HALT  # halting ends it (REV-G.30d)
    train = replace(train, rails=event.rails, stands=event.stands, arrives=0, route_march=goes_on)
    return state.with_unit(train)


def _track_lost(state: State, event: events.TrackLost) -> State:
    return replace(state, tears=(*state.tears, event.tear))


def _rips_track(state: State, event: events.RipsTrack) -> State:
    return state.with_unit(state.units[event.unit].did(rips_track=True))


def _flew(state: State, event: events.Flew) -> State:
    return state.with_unit(replace(state.units[event.unit], flight=event.flight, stands=event.stands))


SPECIAL_FOLDS: dict[type[Event], Callable[[State, Any], State]] = {
    events.WireWasCut: _wire_was_cut,
    events.AssetDestroyed: _asset_destroyed,
    events.UnitRevealed: _unit_revealed,
    events.MineFound: _mine_found,
    events.Mined: _mined,
    events.MineSetOff: _mine_set_off,
    events.Exploded: _unchanged,
    events.Boarded: _boarded,
    events.GotOff: _got_off,
    events.LeaderBoarded: _leader_boarded,
    events.TrainRan: _train_ran,
    events.TrackLost: _track_lost,
    events.RipsTrack: _rips_track,
    events.Flew: _flew,
}
