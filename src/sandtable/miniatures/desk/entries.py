"""An entry of the log as data: what happened in it, and what was thrown."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping

from sandtable.battle.desk import Line, LineDie
from sandtable.battle.event import Event
from sandtable.kernel.codec import Json, read_by_kind
from sandtable.kernel.messages import Message
from sandtable.kernel.problem import Refusal
from sandtable.kernel.telling import faces_of, unnumbered
from sandtable.miniatures.desk.wording import Wording


def events_in(kinds: Mapping[str, type[Event]], entry: Mapping[str, Json]) -> tuple[Event, ...]:
    """What happened in an entry; an event of another edition is there, but nobody can tell what it says."""
    return tuple(_events(kinds, entry))


def _events(kinds: Mapping[str, type[Event]], entry: Mapping[str, Json]) -> Iterator[Event]:
    for number, raw in enumerate(entry["events"]):
        try:
            yield read_by_kind(kinds, raw, f"events.{number}")
        except Refusal:
            continue


def dice_in(desk: Wording, entry: Mapping[str, Json], but: Collection[str] = ()) -> Iterator[LineDie]:
    """Every throw by its name and faces, in the order thrown, some left out by their keys."""
    for reply in entry["answers"]:
        key = unnumbered(reply["key"])
        if reply["about"] == "dice" and key not in but:
            label = desk.texts.say_if_any(Message(f"throw.{key}"))
            yield LineDie(label, faces_of(reply["value"]), reply["by"] != "app")


def bare(line: Line) -> str:
    """What a line says that somebody did, without him and without what came of it."""
    words = line.words.removesuffix(f": {line.result}.") if line.result else line.words
    return words.removeprefix(line.who).removeprefix(":").removesuffix(".").strip()
