"""What a view keeps back, and whether somebody has learnt it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass
from typing import Any


def reveals(before: Any, view_before: Any, view_after: Any) -> bool:
    """Whether a view now shows what was there before and hidden: a member that was left out, a field that was kept back."""
    if view_before is before or view_after is view_before:
        return False
    if is_dataclass(before):
        if type(view_after) is not type(before) or type(view_before) is not type(before):
            return bool(view_before != before and view_after == before)
        names = [each.name for each in fields(before)]
        return any(reveals(*(getattr(each, name) for each in (before, view_before, view_after))) for name in names)
    if _holds_members(before) and _holds_members(view_before) and _holds_members(view_after):
        all_members, known, shown = _members(before), _members(view_before), _members(view_after)
        return any(
            key not in known or reveals(all_members[key], known[key], shown[key]) for key in shown if key in all_members
        )
    return bool(view_before != before and view_after == before)


def _holds_members(value: Any) -> bool:
    return isinstance(value, Mapping | frozenset) or (isinstance(value, tuple) and not hasattr(value, "_fields"))


def _members(collection: Any) -> Mapping[Any, Any]:
    """The members of a collection by their key, their id, else themselves: by what stays when others are left out."""
    if isinstance(collection, Mapping):
        return collection
    return {getattr(member, "id", repr(member)): member for member in collection}


def ids_left_out(state: Any, view: Any) -> frozenset[str]:
    """The keys and ids of members that a state has and a view of it has not."""
    if view is state:
        return frozenset()
    if is_dataclass(state):
        if type(view) is not type(state):
            return _names(state)
        pairs = ((getattr(state, each.name), getattr(view, each.name)) for each in fields(state))
        return frozenset[str]().union(*(ids_left_out(*pair) for pair in pairs))
    if not _holds_members(state):
        return frozenset()
    members, known = _members(state), _members(view) if _holds_members(view) else {}
    gone = (_names(members[key]) | _names(key) for key in members if key not in known and is_dataclass(members[key]))
    kept = (ids_left_out(members[key], known[key]) for key in members if key in known)
    return frozenset[str]().union(*gone, *kept)


def places_given_away(state: Any, view: Any) -> tuple[str, ...]:
    """The places in a view, JSON or not, where a member that was left out is named all the same. A ruleset's tests want none."""
    names = ids_left_out(state, view)
    return tuple(_places(view, names, "view", set())) if names else ()


def _names(value: Any) -> frozenset[str]:
    name = value if isinstance(value, str) else getattr(value, "id", None)
    return frozenset({name} if isinstance(name, str) and name else ())


def _places(value: Any, names: frozenset[str], path: str, seen: set[int]) -> Iterator[str]:
    if isinstance(value, str):
        if value in names:
            yield path
    elif is_dataclass(value) and not isinstance(value, type):
        if id(value) not in seen:
            seen.add(id(value))
            for each in fields(value):
                yield from _places(getattr(value, each.name), names, f"{path}.{each.name}", seen)
    elif isinstance(value, Mapping):
        for key, member in value.items():
            yield from _places(key, names, f"{path}.{key}", seen)
            yield from _places(member, names, f"{path}.{key}", seen)
    elif isinstance(value, tuple | frozenset):
        for number, member in enumerate(value):
            yield from _places(member, names, f"{path}.{number}", seen)
