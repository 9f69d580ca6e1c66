"""The log in words: what happened in an entry, as far as whoever reads it may know."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from sandtable.battle.desk import Happening, Line
from sandtable.battle.event import Event
from sandtable.battle.seat import side_of
from sandtable.geometry.measure import inches
from sandtable.kernel.codec import Json
from sandtable.kernel.telling import faces_of, unnumbered
from sandtable.miniatures.desk.entries import dice_in, events_in
from sandtable.rulesets.revolucion.table import events
from sandtable.rulesets.revolucion.table.desk.fates import BACK, fate_of
from sandtable.rulesets.revolucion.table.desk.seen import seen
from sandtable.rulesets.revolucion.table.desk.words import inches_text, say
from sandtable.rulesets.revolucion.table.state import State
from sandtable.rulesets.revolucion.table.words import wording
from sandtable.rulesets.revolucion.vocabulary import OrderResult

HEAVY = 3  # the weight of a line in which somebody is hit hard
MEDIUM = 2
INITIATIVE = "initiative.side"  # who has it is told with the turn
DEEDS = (
    events.Fired, events.AssaultLaunched, events.AssaultEnded, events.RegroupTried, events.Commanded, events.WireWasCut,
    events.AssetDestroyed, events.RipsTrack, events.Flew, events.MineSetOff,
)  # fmt: skip
CARDS = (events.Fired, events.AssaultLaunched, events.AssaultEnded)  # a verdict worth a card


def lines(view: State, entry: Mapping[str, Json]) -> tuple[Line, ...]:
    """One line for an entry; there is one for each that is heard of, so that the reader's numbers do not skip."""
    happened = events_in(events.EVENTS, entry)
    main = _main(view, happened)
    words = (_words(view, main) if main is not None else "") or _quietly(view, happened, entry)
    result = result_of(happened, main)
    shown: list[Happening] = [each for event in happened for each in seen(view, event)]
    began = next((event for event in happened if isinstance(event, events.TurnBegan)), None)
    return (
        Line(
            number=int(entry["number"]),
            side=str(entry["role"]) or None,
            words=f"{words.removesuffix('.')}: {result}." if result else words,
            weight=max((_weight(event) for event in happened), default=1),
            turn=began.number if began is not None else 0,
            begins=_initiative(entry, began) if began is not None else "",
            seen=tuple(shown),
            who=_who(view, main, words),
            result=result,
            also=tuple(_also(view, happened, main)),
            dice=tuple(dice_in(wording(), entry, (INITIATIVE,))),
            card=any(isinstance(event, CARDS) for event in happened),
        ),
    )


def _main(view: State, happened: Sequence[Event]) -> Event | None:
    """What the line is about: what was done on purpose, else the first thing that people would tell."""
    for event in happened:
        if isinstance(event, DEEDS):
            return event
    return next((event for event in happened if _words(view, event)), None)


def result_of(happened: Sequence[Event], main: Event | None) -> str:
    """What came of what was done, in a few words."""
    if isinstance(main, events.Fired):
        return fate_of(happened, main.target).words
    if isinstance(main, events.AssaultLaunched):
        ended = next((event for event in happened if isinstance(event, events.AssaultEnded)), None)
        return say(f"seen.assault.{ended.ended}") if ended is not None else ""
    return ""


def _also(view: State, happened: Sequence[Event], main: Event | None) -> Iterator[str]:
    """What else happened, a fact each: nothing that the line has said already, and no turn, which has a head of its own."""
    told_of = main.target if isinstance(main, events.Fired) else ""
    for event in happened:
        if event is main or isinstance(event, events.TurnBegan) or _is_in_result(event, told_of, main):
            continue
        words = _words(view, event)
        if words:
            yield words


def _is_in_result(event: Event, target: str, main: Event | None) -> bool:
    """Say whether the result names it: the worst that befell the target, or how an assault ended."""
    if isinstance(main, events.AssaultLaunched):
        ordered = isinstance(event, events.Commanded) and event.result is OrderResult.RECEIVED
        return ordered or isinstance(event, events.AssaultEnded)
    if not target or not isinstance(event, events.UnitEvent) or event.unit != target:
        return False
    went = isinstance(event, events.Stood) and event.how in BACK
    return went or isinstance(event, events.BasesRemoved | events.UnitGone | events.StatusChanged)


def _quietly(view: State, happened: Sequence[Event], entry: Mapping[str, Json]) -> str:
    """What is said of an entry in which nothing happened that people would tell."""
    for event in happened:
        words = QUIETLY[type(event)](view, event) if type(event) in QUIETLY else ""
        if words:
            return words
    return say("line.acted", side=side_of(str(entry["role"])))


def _who(view: State, main: Event | None, words: str) -> str:
    """Who it is about, where the words begin with him."""
    names: list[str] = []
    if isinstance(main, events.UnitEvent):
        names = [_unit(view, main.unit)]
    elif isinstance(main, events.LeaderEvent):
        names = [_leader(view, main.leader)]
    elif isinstance(main, events.ColumnActivated):
        names = [_column(view, main.column)]
    return next((name for name in names if words.startswith(name)), "")


def _initiative(entry: Mapping[str, Json], began: events.TurnBegan) -> str:
    thrown = (reply["value"] for reply in entry["answers"] if unnumbered(reply["key"]) == INITIATIVE)
    faces = [face for value in thrown for face in faces_of(value)]
    if not faces:
        return say("line.initiative", side=began.initiative.message)
    return say("line.initiative_thrown", side=began.initiative.message, face=faces[-1])


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
    if f"desk.{how}" not in wording().texts:
        return ""
    return say(how, unit=_unit(view, event.unit), cost=inches_text(event.cost), formation=event.formation.message)


def _fired(view: State, event: events.Fired) -> str:
    told = {"unit": _unit(view, event.unit), "target": _unit(view, event.target)}
    return (
        say("line.fired", range=inches_text(inches(event.range)), **told)
        if event.start is not None
        else say("line.attacked", **told)
    )


def _acted(view: State, event: events.Acted) -> str:
    how = f"line.did.{event.deed}"
    return say(how, unit=_unit(view, event.unit)) if f"desk.{how}" in wording().texts else ""


def _ran(view: State, event: events.TrainRan) -> str:
    how = f"line.train.{event.how}"
    if f"desk.{how}" not in wording().texts:
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

# Said only where nothing else is: steps of the turn that show by themselves.
QUIETLY: Mapping[type[Event], Callable[[State, Any], str]] = {
    events.Acted: _acted,
    events.LeaderActed: lambda view, event: say("line.leader_stays", leader=_leader(view, event.leader)),
    events.LeaderStood: lambda view, event: say("line.leader_placed", leader=_leader(view, event.leader)),
    events.Stood: lambda view, event: say("line.stands", unit=_unit(view, event.unit)),
    events.MayForm: lambda view, event: say("line.stands", unit=_unit(view, event.unit)),
    events.RoundEnded: lambda _view, event: say("line.round_over", side=event.side.message),
}
