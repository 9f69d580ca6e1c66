"""The log in words: what happened in an entry, as far as whoever reads it may know."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from sandtable.battle.desk import Happening, Line
from sandtable.battle.event import Event
from sandtable.kernel.codec import Json, read_by_kind
from sandtable.kernel.messages import Message
from sandtable.kernel.problem import Refusal
from sandtable.rulesets.revolucion.table import events
from sandtable.rulesets.revolucion.table.desk.scene import inches_text
from sandtable.rulesets.revolucion.table.desk.seen import seen
from sandtable.rulesets.revolucion.table.desk.words import say
from sandtable.rulesets.revolucion.table.state import State
from sandtable.rulesets.revolucion.table.words import texts
from sandtable.rulesets.revolucion.vocabulary import OrderResult

HEAVY = 3  # the weight of a line in which somebody is hit hard
MEDIUM = 2


def lines(view: State, entry: Mapping[str, Json]) -> tuple[Line, ...]:
    """One line for an entry; none when nothing that may be known came of it."""
    told: list[str] = []
    shown: list[Happening] = []
    weight = 1
    for event in _events(entry):
        words = _words(view, event)
        shown += seen(view, event)
        if words:
            told.append(words)
            weight = max(weight, _weight(event))
    dice = _dice(entry)
    if not told:
        return ()
    if dice:
        told.insert(1, dice)
    number, role = int(entry["number"]), str(entry["role"]) or None
    return (Line(number, role, " ".join(told), weight, view.turn.number, tuple(shown)),)


def _events(entry: Mapping[str, Json]) -> Iterator[Event]:
    for raw in entry["events"]:
        try:
            yield read_by_kind(events.EVENTS, raw, "event")
        except Refusal:  # an event of another edition: it is there, but nobody can tell what it says
            continue


def _dice(entry: Mapping[str, Json]) -> str:
    """Every die by its name and face, in the order thrown; typed ones are marked."""
    faces = []
    for reply in entry["answers"]:
        if reply["about"] == "dice":
            thrown = reply["value"] if isinstance(reply["value"], list) else [reply["value"]]
            text = f"{_throw(reply['key'])} {', '.join(str(face) for face in thrown)}".strip()
            faces.append(text if reply["by"] == "app" else say("line.typed", faces=text))
    return say("line.dice", faces="; ".join(faces)) if faces else ""


def _throw(key: str) -> str:
    """What a throw is called; those of a series are numbered in their keys."""
    plain = ".".join(part for part in key.split(".") if not part.isdigit())
    return texts().say_if_any(Message(f"throw.{plain}"))


def _weight(event: Event) -> int:
    if isinstance(event, events.UnitGone | events.LeaderFell | events.BasesRemoved):
        return HEAVY
    if isinstance(event, events.Fired | events.AssaultLaunched | events.StatusChanged):
        return MEDIUM
    return 1


def _words(view: State, event: Event) -> str:
    teller = TELLERS.get(type(event))
    return teller(view, event) if teller is not None else ""


def _unit(view: State, name: str) -> str:
    unit = view.units.get(name)
    return unit.card.name if unit is not None else say("line.somebody")


def _column(view: State, name: str) -> str:
    column = view.columns.get(name)
    return column.name if column is not None else say("line.somebody")


def _asset(view: State, name: str) -> str:
    asset = view.assets.get(name)
    return asset.name if asset is not None else say("line.somebody")


def _leader(view: State, name: str) -> str:
    leader = view.leaders.get(name)
    return leader.name if leader is not None else say("line.somebody")


def _commanded(view: State, event: events.Commanded) -> str:
    name = _unit(view, event.unit)
    result = OrderResult(event.result).value
    return say(f"line.commanded.{result}", unit=name, order=event.order.message, distance=inches_text(event.distance))


def _stood(view: State, event: events.Stood) -> str:
    how = f"line.stood.{event.how}"
    if f"desk.{how}" not in texts():
        return ""
    return say(how, unit=_unit(view, event.unit), cost=inches_text(event.cost), formation=event.formation.message)


def _fired(view: State, event: events.Fired) -> str:
    return say(
        "line.fired.none" if not event.levels else "line.fired.some",
        unit=_unit(view, event.unit),
        target=_unit(view, event.target),
        range=event.range,
        levels=event.levels,
    )


def _ran(view: State, event: events.TrainRan) -> str:
    how = f"line.train.{event.how}"
    if f"desk.{how}" not in texts():
        how = "line.train.runs"
    return say(how, unit=_unit(view, event.unit), cost=inches_text(event.cost))


def _gone(view: State, event: events.UnitGone) -> str:
    return say(f"line.gone.{event.why.value}", unit=_unit(view, event.unit))


TELLERS: Mapping[type[Event], Callable[[State, Any], str]] = {
    events.SideReady: lambda _view, event: say("line.ready", side=event.side.message),
    events.TurnBegan: lambda _view, event: say("line.turn", number=event.number, side=event.initiative.message),
    events.ColumnActivated: lambda view, event: say("line.column", column=_column(view, event.column)),
    events.RoundDeclined: lambda _view, event: say("line.passes", side=event.side.message),
    events.Commanded: _commanded,
    events.Stood: _stood,
    events.Fired: _fired,
    events.AssaultLaunched: lambda view, event: say(
        "line.assault.frontal" if event.frontal else "line.assault.flank",
        unit=_unit(view, event.unit),
        target=_unit(view, event.target),
    ),
    events.AssaultEnded: lambda view, event: say(
        f"line.ended.{event.ended}", unit=_unit(view, event.unit), target=_unit(view, event.target)
    ),
    events.RegroupTried: lambda view, event: say(
        "line.regroup.fails" if not event.steps else "line.regroup.works", unit=_unit(view, event.unit)
    ),
    events.StatusChanged: lambda view, event: say(
        "line.status", unit=_unit(view, event.unit), status=event.status.message
    ),
    events.BasesRemoved: lambda view, event: say("line.bases", unit=_unit(view, event.unit), count=event.count),
    events.UnitGone: _gone,
    events.LeaderStood: lambda view, event: (
        say("line.leader", leader=_leader(view, event.leader)) if event.how in {"rides", "away"} else ""
    ),
    events.LeaderFell: lambda view, event: say("line.fell", leader=_leader(view, event.leader)),
    events.WireWasCut: lambda view, event: say("line.wire", unit=_unit(view, event.unit)),
    events.UnitRevealed: lambda view, event: say("line.revealed", unit=_unit(view, event.unit)),
    events.Mined: lambda view, event: say("line.mined", unit=_unit(view, event.unit)),
    events.MineSetOff: lambda _view, _event: say("line.set_off"),
    events.Exploded: lambda _view, _event: say("line.exploded"),
    events.MineFound: lambda _view, _event: say("line.mine_found"),
    events.TrackLost: lambda _view, event: say("line.torn" if event.tear.torn else "line.blocked"),
    events.AssetDestroyed: lambda view, event: say(
        "line.asset", unit=_unit(view, event.unit), asset=_asset(view, event.asset)
    ),
    events.LeaderLeft: lambda view, event: say("line.leader_left", leader=_leader(view, event.leader)),
    events.LeaderBoarded: lambda view, event: say(
        "line.leader_boarded", leader=_leader(view, event.leader), vehicle=_unit(view, event.vehicle)
    ),
    events.Boarded: lambda view, event: say(
        "line.boarded", unit=_unit(view, event.unit), vehicle=_unit(view, event.vehicle)
    ),
    events.GotOff: lambda view, event: say(
        "line.thrown_out" if event.thrown else "line.got_off",
        unit=_unit(view, event.unit),
        vehicle=_unit(view, event.vehicle),
    ),
    events.TrainRan: _ran,
    events.RipsTrack: lambda view, event: say("line.rips", unit=_unit(view, event.unit)),
    events.Flew: lambda view, event: say("line.flew", unit=_unit(view, event.unit)),
    events.MoraleDropped: lambda _view, event: say("line.morale", side=event.side.message, points=event.points),
    events.BattleEnded: lambda _view, event: (
        say("line.over") if event.winner is None else say("line.won", side=event.winner.message)
    ),
}
