"""A whole table from a declaration: what the battle wants of a ruleset, by the kit."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import fields, replace
from typing import Any, Generic, cast

from sandtable.battle.event import Event, Story
from sandtable.battle.order import Decision, Order
from sandtable.battle.request import Asked
from sandtable.battle.rules import Result
from sandtable.battle.seat import Role, Seat
from sandtable.battle.view import seen
from sandtable.kernel import codec
from sandtable.kernel.problem import Problem, refuse
from sandtable.kernel.ruleset import Ruleset
from sandtable.kernel.tables import Tables
from sandtable.miniatures import acting
from sandtable.miniatures.events import EVENTS
from sandtable.miniatures.kit import Kit, State
from sandtable.miniatures.orders import ORDERS, Act


class MiniaturesTable(Generic[State]):
    """The table of a kit. A ruleset's own is a class below it, beside its texts."""

    orders: Mapping[str, type[Order]] = ORDERS
    events: Mapping[str, type[Event]] = EVENTS

    def __init__(self, kit: Kit[State]) -> None:
        self.kit = kit

    @property
    def name(self) -> str:
        return self.kit.ruleset.id

    @property
    def rules_version(self) -> str:
        return self.kit.rules_version

    @property
    def ruleset(self) -> Ruleset:
        return self.kit.ruleset

    def sides(self, state: State) -> tuple[Role, ...]:  # noqa: ARG002 - those of the ruleset
        return tuple(side.id for side in self.kit.ruleset.sides)

    def set_up(self, scenario: str, tables: Tables) -> State:
        try:
            raw = json.loads(scenario)
        except json.JSONDecodeError as error:
            raise refuse("scenario", "problem.table.opening", reason=error.msg) from None
        opening: Any = codec.read(self.kit.opening, raw, "scenario")
        pieces = {piece.id: piece for piece in opening.pieces}
        told = {each.name: getattr(opening, each.name) for each in fields(opening)}
        field = self.kit.field(tables=tables, **{**told, "pieces": pieces})
        odd = next(acting.disagreements(self.kit, field), "")
        if odd or pieces.keys() - opening.books.units.keys():
            raise refuse("scenario.pieces", "problem.table.opening", reason=odd or "a piece that the books do not know")
        return field

    def decisions(self, state: State) -> tuple[Decision, ...]:
        if self.result(state) is not None:
            return ()
        return tuple(Decision(role, "act", (Act.kind,)) for role in self.kit.open(state))

    def problems(self, view: State, order: Order) -> tuple[Problem, ...]:
        return acting.problems_of(self.kit, view, cast("Act", order))

    def carry_out(self, story: Story[State], order: Order) -> Asked[None]:
        return acting.carry_out(self.kit, story, cast("Act", order))

    def after(self, state: State, event: Event) -> State:
        return acting.after(self.kit, state, event)

    def view(self, state: State, seat: Seat) -> State:
        """What a seat may know; of whoever is hidden on the table the books say nothing either."""
        view = seen(state, seat)
        unseen = state.pieces.keys() - view.pieces.keys()
        if not unseen:
            return view
        units = {name: unit for name, unit in view.books.units.items() if name not in unseen}
        return replace(view, books=replace(view.books, units=units))

    def result(self, state: State) -> Result | None:
        return self.kit.result(state)
