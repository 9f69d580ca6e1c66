"""What changed between two views, as small as it can be said.

A difference of two objects is an object: ``put`` holds the members that are new or quite different, ``drop`` the names of those that
are gone, ``alter`` the differences of those that are objects before and after. Anything else is put as a whole.
"""

from __future__ import annotations

import json
from typing import Any

Json = Any


def difference(before: dict[str, Json], after: dict[str, Json]) -> dict[str, Json]:
    """What turns one object into the other; empty when they are equal."""
    put: dict[str, Json] = {}
    alter: dict[str, Json] = {}
    for name, value in after.items():
        if name not in before:
            put[name] = value
        elif before[name] is value:
            continue
        elif isinstance(value, dict) and isinstance(before[name], dict):
            if inner := difference(before[name], value):
                alter[name] = inner
        elif not _same(before[name], value):
            put[name] = value
    drop = [name for name in before if name not in after]
    return {key: part for key, part in (("put", put), ("alter", alter), ("drop", drop)) if part}


def apply_difference(before: dict[str, Json], change: dict[str, Json]) -> dict[str, Json]:
    """The object that a difference makes of another; the browser applies it in the same way."""
    after = {name: value for name, value in before.items() if name not in change.get("drop", ())}
    after.update(change.get("put", {}))
    for name, inner in change.get("alter", {}).items():
        after[name] = apply_difference(after[name], inner)
    return after


def _same(one: Json, other: Json) -> bool:
    """Equal in JSON, where true is not 1."""
    if type(one) is not type(other) or one != other:
        return False
    return not isinstance(one, list | dict) or json.dumps(one, sort_keys=True) == json.dumps(other, sort_keys=True)
