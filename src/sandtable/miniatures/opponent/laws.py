"""What an order is worth on average, by the umpire's exact law, worked out once for all situations that are alike."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import fields
from typing import Any, Generic

import numpy as np

from sandtable.ai.grid import Numbers
from sandtable.geometry.measure import Length
from sandtable.kernel.reader import Form
from sandtable.miniatures.kit import Kit, State
from sandtable.miniatures.opponent.values import Values
from sandtable.miniatures.orders import Act


class Laws(Generic[State]):
    """The worth of orders against somebody, by what is alike: the action, its form without names, who acts and who is aimed at."""

    def __init__(self, kit: Kit[State], values: Values[State]) -> None:
        self.kit, self.values = kit, values
        self._known: dict[Hashable, float] = {}
        self._shots: dict[Hashable, Numbers] = {}

    def worth(self, view: State, order: Act, form: Form) -> float:
        """What a legal order with this form is worth to who gives it."""
        key = self._key(view, order, form.situation)
        found = self._known.get(key)
        if found is None:
            found = self._known[key] = self.worked_out(view, order, form)
        return found

    def worked_out(self, view: State, order: Act, form: Form) -> float:
        """What an order is worth on average, worked out from the law of its action."""
        action = self.kit.deeds[order.action].action
        law = action.law(form.situation, view.tables, form.answers).law
        return sum(float(chance) * self.values.gain(view, order, verdict) for verdict, chance in law)

    def shots(self, view: State, shooter: Any, mark: Any, bands: tuple[Length, ...]) -> Numbers:
        """What a shot costs a mark on average, by band and class of cover."""
        values = self.values
        key = ("shots", values.kind(shooter), values.kind(mark), bands, view.tables)
        found = self._shots.get(key)
        if found is None:
            rows = [[values.harm(view, shooter, mark, far, cover) for cover in range(values.covers)] for far in bands]
            found = self._shots[key] = np.array(rows, dtype=np.float64).reshape(len(bands), values.covers)
        return found

    def _key(self, view: State, order: Act, situation: Any) -> Hashable:
        named, alike = view.books.named, self.values.alike(view, situation)
        told = tuple(
            alike[each.name] if each.name in alike else getattr(situation, each.name)
            for each in fields(situation)
            if each.name not in named
        )
        units = ((name, self.values.unit(view, name)) for name in (order.piece, order.target))
        who = tuple(name if unit is None else self.values.kind(unit) for name, unit in units)
        return order.action, told, who, view.tables
