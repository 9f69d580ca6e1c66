"""Whether somebody has learnt what was hidden."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from typing import Any


def revealed(before: Any, view_before: Any, view_after: Any) -> bool:
    """Say whether a view now shows what was so before and was hidden: a member left out, a field kept back."""
    if view_before is before or view_after is view_before:
        return False
    if is_dataclass(before):
        if type(view_after) is not type(before) or type(view_before) is not type(before):
            return bool(view_before != before and view_after == before)
        names = [each.name for each in fields(before)]
        return any(revealed(*(getattr(each, name) for each in (before, view_before, view_after))) for name in names)
    if _holds_members(before) and _holds_members(view_before) and _holds_members(view_after):
        all_members, known, shown = _members(before), _members(view_before), _members(view_after)
        return any(
            key not in known or revealed(all_members[key], known[key], shown[key])
            for key in shown
            if key in all_members
        )
    return bool(view_before != before and view_after == before)


def _holds_members(value: Any) -> bool:
    return isinstance(value, Mapping | frozenset) or (isinstance(value, tuple) and not hasattr(value, "_fields"))


def _members(collection: Any) -> Mapping[Any, Any]:
    """Members by something that stays theirs when others are left out: their key, their id, else themselves."""
    if isinstance(collection, Mapping):
        return collection
    return {getattr(member, "id", repr(member)): member for member in collection}
