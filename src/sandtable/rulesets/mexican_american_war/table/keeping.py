"""What is measured for an order is kept with the table it was measured on: who gives it looks at it, asks for it and has it carried out."""

from __future__ import annotations

import json
from collections.abc import Callable, Hashable
from typing import TypeVar

from sandtable.miniatures.orders import Act
from sandtable.rulesets.mexican_american_war.table.state import Deciding, MawField

Found = TypeVar("Found")


def once_a_table(find: Callable[[Deciding], Found]) -> Callable[[Deciding], Found]:
    """A function of an order that works everything out once for every table; what it refuses it looks at again."""

    def told(doing: Deciding) -> Found:
        known, key = doing.field.facts, (find, key_of(doing.order))
        if key not in known:
            known.setdefault(key, find(doing))
        found: Found = known[key]
        return found

    return told


class Moment:
    """A table of which only some things are looked at: two are the same if these are, whatever else has become of them."""

    __slots__ = ("field", "minded")

    def __init__(self, field: MawField, *minded: Hashable) -> None:
        self.field, self.minded = field, minded

    def __hash__(self) -> int:
        return hash(self.minded)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Moment) and self.minded == other.minded


def key_of(order: Act) -> Hashable:
    """All of an order that tells it from another."""
    chosen = json.dumps(order.chosen, sort_keys=True, default=str)
    return order.by, order.action, order.piece, order.target, order.helpers, order.targets, order.ways, chosen
