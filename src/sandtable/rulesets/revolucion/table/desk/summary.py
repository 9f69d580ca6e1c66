"""A round in two sentences: what was done in it, counted, and what befell whom."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from sandtable.battle.account import RoundTold
from sandtable.battle.event import Event
from sandtable.battle.seat import side_of
from sandtable.kernel.codec import Json
from sandtable.miniatures.desk.entries import events_in
from sandtable.miniatures.desk.rounds import in_two_sentences
from sandtable.rulesets.revolucion.table import events
from sandtable.rulesets.revolucion.table.desk.fates import fate_of, struck
from sandtable.rulesets.revolucion.table.desk.words import say
from sandtable.rulesets.revolucion.table.state import State, Unit
from sandtable.rulesets.revolucion.table.words import in_words, wording
from sandtable.rulesets.revolucion.vocabulary import OrderResult, Side

MOVES = ("moves", "arrives")


def round_told(view: State, entries: Sequence[Mapping[str, Json]]) -> RoundTold | None:
    """Entries of the log as a seat may know them; None where nothing was done and nothing befell anybody."""
    role = side_of(str(entries[0]["role"])) if entries else ""
    happened = [event for entry in entries for event in events_in(events.EVENTS, entry)]
    title = say("round.title", side=Side(role).message) if role else ""
    return in_two_sentences(wording(), role, title, tuple(_deeds(happened)), tuple(_fates(view, happened)))


def _deeds(happened: Sequence[Event]) -> Iterator[str]:
    """What was done, counted by its kind."""
    counts = dict.fromkeys(("shots", "assaults", "moves", "regroups", "lost"), 0)
    for event in happened:
        deed = _deed(event)
        if deed:
            counts[deed] += 1
    return (say(f"round.deed.{deed}", count=count) for deed, count in counts.items() if count)


def _deed(event: Event) -> str:
    if isinstance(event, events.Fired):
        return "shots"
    if isinstance(event, events.AssaultLaunched):
        return "assaults"
    if isinstance(event, events.Stood):
        return "moves" if event.how in MOVES else ""
    if isinstance(event, events.LeaderStood):
        return "moves" if event.how == "rides" else ""
    if isinstance(event, events.TrainRan):
        return "moves" if event.cost else ""
    if isinstance(event, events.RegroupTried):
        return "regroups"
    return "lost" if isinstance(event, events.Commanded) and event.result is OrderResult.LOST else ""


def _fates(view: State, happened: Sequence[Event]) -> Iterator[str]:
    """What befell each unit in the whole of it, and the Leaders who fell."""
    for name in struck(happened):
        unit = view.units.get(name)
        if unit is not None:
            yield say("fate.unit", unit=unit.card.name, fates=", ".join(_fate(unit, happened)))
    for event in happened:
        leader = view.leaders.get(event.leader) if isinstance(event, events.LeaderFell) else None
        if leader is not None:
            yield say("round.killed", leader=leader.name)


def _fate(unit: Unit, happened: Sequence[Event]) -> Iterator[str]:
    fate = fate_of(happened, unit.id)
    if fate.loss is not None:
        yield fate.words
        return
    if fate.status is not None:
        yield in_words(fate.status.message)
    if fate.bases:
        yield say("fate.bases_of", count=fate.bases, start=unit.card.started)
