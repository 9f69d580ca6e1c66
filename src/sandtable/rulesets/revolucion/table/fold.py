"""The state after an event: pure, without dice and without measuring."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from sandtable.battle.event import Event
from sandtable.kernel.fast_replace import fast_replace
from sandtable.rulesets.revolucion.table import events
from sandtable.rulesets.revolucion.table.passengers import everybody_aboard
from sandtable.rulesets.revolucion.table.state import Deeds, Ending, Pending, Phase, State, TrainSpeed, Turn, Unit
from sandtable.rulesets.revolucion.vocabulary import OrderResult


def after(state: State, event: Event) -> State:
    """Fold one event."""
    return FOLDS[type(event)](state, event)


def _side_ready(state: State, event: events.SideReady) -> State:
    return state.but(turn=fast_replace(state.turn, ready=state.turn.ready | {event.side}))


def _turn_began(state: State, event: events.TurnBegan) -> State:
    """Marks of the last turn are taken off: who acted, who assaulted whom (REV-7.30)."""
    turn = Turn(event.number, Phase.ROUND, event.initiative, event.initiative)
    units = {name: _fresh(unit) if unit.gone is None else unit for name, unit in state.units.items()}
    leaders = {
        name: fast_replace(leader, acted=False, zone="") if leader.acted or leader.zone else leader
        for name, leader in state.leaders.items()
    }
    columns = {name: fast_replace(column, activated=False) for name, column in state.columns.items()}
    return state.but(turn=turn, units=units, leaders=leaders, columns=columns, assaults={})


def _fresh(unit: Unit) -> Unit:
    return fast_replace(unit, deeds=Deeds(unit.formation), shot_at_before=unit.deeds.under_fire, zone="")


def _play_passed(state: State, event: events.PlayPassed) -> State:
    return state.but(turn=fast_replace(state.turn, side=event.side, phase=event.phase, column="", pending=None))


def _column_activated(state: State, event: events.ColumnActivated) -> State:
    columns = {**state.columns, event.column: fast_replace(state.columns[event.column], activated=True, announced=True)}
    return state.but(columns=columns, turn=fast_replace(state.turn, phase=Phase.COLUMN, column=event.column, passes=0))


def _round_declined(state: State, event: events.RoundDeclined) -> State:  # noqa: ARG001 - every fold is handed its event
    return state.but(turn=fast_replace(state.turn, passes=state.turn.passes + 1))


def _round_ended(state: State, event: events.RoundEnded) -> State:  # noqa: ARG001 - every fold is handed its event
    return state.but(turn=fast_replace(state.turn, column="", pending=None))


def _rested(state: State, event: events.Rested) -> State:
    units, leaders = dict(state.units), dict(state.leaders)
    for name in event.units:
        units[name] = _halted(units[name].did(acted=True))
    for name in event.leaders:
        leaders[name] = fast_replace(leaders[name], acted=True)
    return state.but(units=units, leaders=leaders)


def _turn_ended(state: State, event: events.TurnEnded) -> State:  # noqa: ARG001 - every fold is handed its event
    return state


def _battle_ended(state: State, event: events.BattleEnded) -> State:
    turn = fast_replace(state.turn, phase=Phase.OVER, pending=None)
    return state.but(turn=turn, ending=Ending(event.winner, event.why, event.scores))


def _commanded(state: State, event: events.Commanded) -> State:
    unit = state.units[event.unit].did(ordered=event.order, result=event.result)
    state = state.with_unit(unit)
    if not event.pending:
        return state
    pending = Pending(
        event.unit,
        unit.side,
        event.pending,
        event.order,
        event.distance,
        event.at_least,
        delayed=event.result is OrderResult.DELAYED,
        secret=unit.hidden,
    )
    return _waiting(state, pending)


def _waiting(state: State, pending: Pending) -> State:
    """The table waits for a unit to finish something; never for one that is gone."""
    if state.units[pending.unit].gone is not None:
        return state
    return state.but(turn=fast_replace(state.turn, pending=pending))


def _stood(state: State, event: events.Stood) -> State:
    unit = state.units[event.unit]
    if unit.arrives:
        state = arrived_aboard(state, unit.id)
    return state.with_unit(fast_replace(unit, stands=event.stands, formation=event.formation, arrives=0, entry=None))


def _halted(unit: Unit) -> Unit:
    """Who does anything else has ended its Route March for good (REV-3.33); who is still to enter has not begun it."""
    return fast_replace(unit, route_march=False) if unit.route_march and not unit.arrives else unit


_DEEDS: dict[str, dict[str, Any]] = {
    "rested": {},
    "moved": {"moved": True},
    "deployed": {"deployed": True},
    "fired": {"fired": True},
    "regrouped": {"regrouped": True},
    "assaulted": {"moved": True},
    "route_marched": {"moved": True},
    "used_up": {"used_up": True},
}


def _acted(state: State, event: events.Acted) -> State:
    unit = state.units[event.unit].did(acted=event.done, **_DEEDS[event.deed])
    slows_down = unit.rails is not None and event.deed == "moved"  # a train may (REV-10.20)
    if event.deed not in ("route_marched", "used_up") and not slows_down:
        unit = _halted(unit)
    state = state.with_unit(unit)
    pending = state.turn.pending
    if pending is not None and pending.unit == event.unit:
        state = state.but(turn=fast_replace(state.turn, pending=None))
    return state


def _fired(state: State, event: events.Fired) -> State:
    state = state.with_unit(state.units[event.unit].did(fired=True))
    return state.with_unit(state.units[event.target].did(under_fire=True))


def _unchanged(state: State, event: Event) -> State:  # noqa: ARG001 - it is told, and changes nothing
    return state


def _assault_launched(state: State, event: events.AssaultLaunched) -> State:
    tally = (*state.assaults.get(event.target, ()), (event.unit, event.bases))
    state = state.but(assaults={**state.assaults, event.target: tally})
    return state.with_unit(state.units[event.target].did(under_fire=True))


def _regroup_tried(state: State, event: events.RegroupTried) -> State:
    return state.with_unit(state.units[event.unit].did(regrouped=True))


def _may_form(state: State, event: events.MayForm) -> State:
    return _waiting(state, _to_form(state.units[event.unit]))


def _to_form(unit: Unit) -> Pending:
    return Pending(unit.id, unit.side, "form", secret=unit.hidden)


def _status_changed(state: State, event: events.StatusChanged) -> State:
    return state.with_unit(fast_replace(state.units[event.unit], status=event.status))


def _bases_removed(state: State, event: events.BasesRemoved) -> State:
    unit = state.units[event.unit]
    return state.with_unit(fast_replace(unit, bases=unit.bases - event.count, stands=event.stands))


def _unit_gone(state: State, event: events.UnitGone) -> State:
    left_by = event.edge if event.ordered else ""
    unit = fast_replace(state.units[event.unit], gone=event.why, stands=None, aboard="", hidden=False, left_by=left_by)
    state = state.with_unit(unit)
    pending = state.turn.pending
    if pending is not None and pending.unit == event.unit:
        state = state.but(turn=fast_replace(state.turn, pending=None))
    return state


def _leader_stood(state: State, event: events.LeaderStood) -> State:
    leader = fast_replace(
        state.leaders[event.leader], place=event.place, arrives=0, entry=None, aboard="", hidden=False
    )
    return state.with_leader(leader)


def _leader_acted(state: State, event: events.LeaderActed) -> State:
    return state.with_leader(fast_replace(state.leaders[event.leader], acted=True))


def _leader_fell(state: State, event: events.LeaderFell) -> State:
    return state.with_leader(fast_replace(state.leaders[event.leader], alive=False, place=None, aboard=""))


def _leader_left(state: State, event: events.LeaderLeft) -> State:
    return state.with_leader(fast_replace(state.leaders[event.leader], place=None, aboard="", left_by=event.edge))


def _morale_dropped(state: State, event: events.MoraleDropped) -> State:
    """Never below nought (REV-G.44c)."""
    army = state.armies[event.side]
    left = max(0, army.morale - event.points) if event.left is None else event.left
    return state.but(armies={**state.armies, event.side: fast_replace(army, morale=left)})


# ---- The special rules of chapter 10 ---------------------------------------------------------------------------------------------


def _wire_was_cut(state: State, event: events.WireWasCut) -> State:
    """The ground loses the segment, and the gap is remembered."""
    gone = tuple(line for line in state.terrain.lines if line.id == event.segment)
    return state.but(terrain=state.terrain.without_lines({event.segment}), cut=(*state.cut, *gone))


def _asset_destroyed(state: State, event: events.AssetDestroyed) -> State:
    asset = fast_replace(state.assets[event.asset], standing=False, hidden=False)
    return state.but(assets={**state.assets, event.asset: asset})


def _unit_revealed(state: State, event: events.UnitRevealed) -> State:
    units, leaders = everybody_aboard(state, event.unit)
    for unit in (state.units[event.unit], *units):
        state = state.with_unit(fast_replace(unit, hidden=False))
    for leader in leaders:
        state = state.with_leader(fast_replace(leader, hidden=False))
    pending = state.turn.pending
    if pending is not None and pending.unit == event.unit:
        state = state.but(turn=fast_replace(state.turn, pending=fast_replace(pending, secret=False)))
    return state


def arrived_aboard(state: State, vehicle: str) -> State:
    """A vehicle has come onto the table: whoever rides on it is here as well."""
    units, leaders = everybody_aboard(state, vehicle)
    for rider in units:
        state = state.with_unit(fast_replace(rider, arrives=0))
    for leader in leaders:
        state = state.with_leader(fast_replace(leader, arrives=0))
    return state


def _mine_found(state: State, event: events.MineFound) -> State:
    mine = fast_replace(state.mines[event.mine], shown_to_all=True)
    return state.but(mines={**state.mines, event.mine: mine})


def _mine_set_off(state: State, event: events.MineSetOff) -> State:
    mine = fast_replace(state.mines[event.mine], shown_to_all=True, gone=True)
    return state.but(mines={**state.mines, event.mine: mine})


def _mined(state: State, event: events.Mined) -> State:
    return state.with_unit(state.units[event.unit].did(in_mines=True))


def _boarded(state: State, event: events.Boarded) -> State:
    unit = fast_replace(state.units[event.unit], stands=None, aboard=event.vehicle, formation=event.formation)
    state = state.with_unit(unit.did(boarded="on"))
    return state.with_unit(state.units[event.vehicle].did(barred=True))


def _got_off(state: State, event: events.GotOff) -> State:
    unit = fast_replace(state.units[event.unit], aboard="", emplaced=False)
    if event.thrown:
        return state.with_unit(unit)
    state = state.with_unit(unit.did(boarded="off"))
    return state.with_unit(state.units[event.vehicle].did(barred=True))


def _leader_boarded(state: State, event: events.LeaderBoarded) -> State:
    return state.with_leader(fast_replace(state.leaders[event.leader], place=None, aboard=event.vehicle, arrives=0))


def _train_ran(state: State, event: events.TrainRan) -> State:
    train = state.units[event.unit]
    if train.arrives:
        state = arrived_aboard(state, train.id)
    goes_on = train.route_march and event.rails.speed is not TrainSpeed.HALT  # halting ends it (REV-G.30d)
    train = fast_replace(train, rails=event.rails, stands=event.stands, arrives=0, route_march=goes_on)
    return state.with_unit(train)


def _track_lost(state: State, event: events.TrackLost) -> State:
    return state.but(tears=(*state.tears, event.tear))


def _rips_track(state: State, event: events.RipsTrack) -> State:
    return state.with_unit(state.units[event.unit].did(rips_track=True))


def _flew(state: State, event: events.Flew) -> State:
    return state.with_unit(fast_replace(state.units[event.unit], flight=event.flight, stands=event.stands))


FOLDS: dict[type[Event], Callable[[State, Any], State]] = {
    events.SideReady: _side_ready,
    events.TurnBegan: _turn_began,
    events.PlayPassed: _play_passed,
    events.ColumnActivated: _column_activated,
    events.RoundDeclined: _round_declined,
    events.RoundEnded: _round_ended,
    events.Rested: _rested,
    events.TurnEnded: _turn_ended,
    events.BattleEnded: _battle_ended,
    events.Commanded: _commanded,
    events.Stood: _stood,
    events.Acted: _acted,
    events.Fired: _fired,
    events.AssaultLaunched: _assault_launched,
    events.AssaultEnded: _unchanged,
    events.RegroupTried: _regroup_tried,
    events.MayForm: _may_form,
    events.StatusChanged: _status_changed,
    events.BasesRemoved: _bases_removed,
    events.UnitGone: _unit_gone,
    events.LeaderStood: _leader_stood,
    events.LeaderActed: _leader_acted,
    events.LeaderFell: _leader_fell,
    events.LeaderLeft: _leader_left,
    events.MoraleDropped: _morale_dropped,
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
