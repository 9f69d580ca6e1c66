"""Everything that a table hands to a seat, searched for what is hidden from that seat."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass
from typing import Any

from sandtable.battle.desk import HasDesk
from sandtable.battle.engine.battle import Battle
from sandtable.battle.engine.revelation import ids_left_out, places_given_away
from sandtable.battle.seat import Seat
from sandtable.conformance.breach import BreachError
from sandtable.kernel import codec

LATEST = 3  # entries of the log that are read out after each order


class Lookout:
    """Looks at a battle again and again with the eyes of every seat. What a seat has seen once it knows for good."""

    def __init__(self) -> None:
        self._seen: dict[str, set[str]] = {}

    def look(self, battle: Battle[Any]) -> None:
        """Search all that each seat is given; the first thing that gives a secret away is told."""
        for seat in battle.log.seats:
            view = battle.view(seat.id)
            places = places_given_away(battle.state, view)
            if places:
                raise BreachError(f"{seat.id} is told of somebody who is hidden, in {places[0]}")
            seen = self._seen.setdefault(seat.id, set())
            seen |= set(_names_in(view))
            hidden = hidden_names(battle.state, view) - seen
            if hidden:
                _search(battle, seat, view, hidden)


def hidden_names(state: Any, view: Any) -> frozenset[str]:
    """What goes by the ids and names of those whom a view leaves out."""
    ids = ids_left_out(state, view)
    return frozenset((*ids, *(name for member in _members(state, ids) for name in _names_in(member)))) if ids else ids


def _search(battle: Battle[Any], seat: Seat, view: Any, hidden: frozenset[str]) -> None:
    said = re.compile(rf"(?<!\w)({'|'.join(map(re.escape, sorted(hidden)))})(?!\w)")
    for where, text in _given(battle, seat, view):
        found = said.search(text)
        if found:
            raise BreachError(f"{seat.id} can read {found[0]!r}, which is hidden from it, in {where}")


def _given(battle: Battle[Any], seat: Seat, view: Any) -> Iterator[tuple[str, str]]:
    """All that a seat can get hold of: what it is, and its text."""
    exported = battle.export(seat.id)
    yield "its view", json.dumps(codec.write(view), ensure_ascii=False)
    yield "its log", json.dumps(exported, ensure_ascii=False)
    yield "what is awaited", repr(battle.awaited(seat.id))
    if not isinstance(battle.rules, HasDesk):
        return
    desk = battle.rules.desk
    scene = desk.scene(view, seat)
    yield "its scene", repr(scene)
    entries = [entry for entry in exported["entries"] if entry["kind"] == "order"]
    yield "the lines of its log", repr([desk.lines(view, entry) for entry in entries[-LATEST:]])
    for piece in ("", *(piece.id for piece in scene.pieces.values() if piece.ready)):
        yield f"the offers to {piece or 'its side'}", repr(desk.panel(view, seat, piece))


def _members(value: Any, ids: frozenset[str]) -> Iterator[Any]:
    """The members of a state that go by these ids or keys."""
    if isinstance(value, Mapping):
        for key, member in value.items():
            if key in ids and is_dataclass(member):
                yield member
            else:
                yield from _members(member, ids)
    elif isinstance(value, tuple | frozenset):
        for member in value:
            yield from _members(member, ids)
    elif is_dataclass(value):
        if getattr(value, "id", None) in ids:
            yield value
        else:
            for each in fields(value):
                yield from _members(getattr(value, each.name), ids)


def _names_in(value: Any) -> Iterator[str]:
    """Every id, name and key of what a value holds."""
    if isinstance(value, Mapping):
        yield from (key for key in value if isinstance(key, str))
        for member in value.values():
            yield from _names_in(member)
    elif isinstance(value, tuple | frozenset):
        for member in value:
            yield from _names_in(member)
    elif is_dataclass(value):
        for each in fields(value):
            held = getattr(value, each.name)
            if isinstance(held, str):
                yield from (held,) if each.name in ("id", "name") and held else ()
            else:
                yield from _names_in(held)
