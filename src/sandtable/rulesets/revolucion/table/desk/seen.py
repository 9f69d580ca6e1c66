"""What is seen as it happens, for pages that move the counters, draw the shots and call the losses."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from sandtable.battle.desk import Happening
from sandtable.battle.event import Event
from sandtable.geometry.measure import Point
from sandtable.rulesets.revolucion.table import events
from sandtable.rulesets.revolucion.table.desk.words import say
from sandtable.rulesets.revolucion.table.state import State
from sandtable.rulesets.revolucion.table.words import in_words
from sandtable.rulesets.revolucion.vocabulary import OrderResult, Status

Happenings = tuple[Happening, ...]


def seen(view: State, event: Event) -> Happenings:
    """Nothing for what changes nothing that is drawn."""
    teller = SEEN.get(type(event))
    return teller(view, event) if teller is not None else ()


def _moved(_view: State, event: events.Stood) -> Happenings:
    return (Happening("moves", event.unit, (*event.trail, event.stands.anchor.point)),)


def _fired(view: State, event: events.Fired) -> Happenings:
    ray = tuple(end for end in (event.start, event.end) if end is not None) or _between(view, event.unit, event.target)
    shot = Happening("fires", event.unit, ray)
    return (shot,) if event.levels else (shot, Happening("spared", event.target, (), say("seen.no_effect")))


def _between(view: State, *names: str) -> tuple[Point, ...]:
    units = (view.units.get(name) for name in names)
    return tuple(unit.stands.centre for unit in units if unit is not None and unit.stands is not None)


def _status(_view: State, event: events.StatusChanged) -> Happenings:
    kind = "rallies" if event.status is Status.OK else "hit"
    return (Happening(kind, event.unit, (), in_words(event.status.message)),)


def _commanded(_view: State, event: events.Commanded) -> Happenings:
    if event.result is OrderResult.RECEIVED:
        return ()
    return (Happening("told", event.unit, (), say(f"seen.order.{event.result.value}")),)


def _ended(_view: State, event: events.AssaultEnded) -> Happenings:
    return (Happening("fights", event.unit, (), say(f"seen.assault.{event.ended}")),)


SEEN: Mapping[type[Event], Callable[[State, Any], Happenings]] = {
    events.Stood: _moved,
    events.TrainRan: lambda _view, event: (Happening("moves", event.unit, (event.stands.anchor.point,)),),
    events.LeaderStood: lambda _view, event: (Happening("moves", event.leader, (event.place,)),),
    events.Fired: _fired,
    events.Commanded: _commanded,
    events.AssaultEnded: _ended,
    events.StatusChanged: _status,
    events.RegroupTried: lambda _view, event: (
        () if event.steps else (Happening("told", event.unit, (), say("seen.no_rally")),)
    ),
    events.BasesRemoved: lambda _view, event: (Happening("hit", event.unit, (), say("seen.bases", count=event.count)),),
    events.UnitGone: lambda _view, event: (Happening("gone", event.unit, (), say(f"seen.gone.{event.why.value}")),),
    events.LeaderFell: lambda _view, event: (Happening("gone", event.leader, (), say("seen.killed")),),
    events.Exploded: lambda _view, event: (Happening("blast", "", (event.at,)),),
}
