"""Who asks the desk, about what."""

from __future__ import annotations

from dataclasses import dataclass, replace

from sandtable.battle.desk import Draft, Preview
from sandtable.battle.order import THEN, write_order
from sandtable.battle.order import Order as TableOrder
from sandtable.battle.seat import Seat
from sandtable.kernel.problem import Problem
from sandtable.rulesets.revolucion.table import turn
from sandtable.rulesets.revolucion.table.desk.words import objection
from sandtable.rulesets.revolucion.table.legality import problems_of
from sandtable.rulesets.revolucion.table.state import State
from sandtable.rulesets.revolucion.vocabulary import Side


@dataclass(frozen=True, slots=True)
class Asking:
    """A draft as its seat has drawn it up, on the table as that seat sees it."""

    view: State
    seat: Seat
    draft: Draft

    @property
    def role(self) -> str:
        """The side the seat decides for."""
        for decision in turn.decisions(self.view):
            if self.seat.speaks_for(decision.by):
                return decision.by
        return self.seat.roles[0] if self.seat.roles else Side.GOVERNMENT.value

    def chosen(self, name: str, usual: str = "") -> str:
        """What was chosen about an order."""
        return self.draft.choices.get(name, usual)


def checked_preview(asking: Asking, order: TableOrder, verb: str, **more: object) -> Preview:
    """The preview of an order, with all that is wrong with it."""
    return preview_of(order, verb, problems_of(asking.view, order), **more)


def preview_of(order: TableOrder, verb: str, problems: tuple[Problem, ...], **more: object) -> Preview:
    """The preview of an order that can be given if there are no problems."""
    return Preview(
        order=None if problems else write_order(order),
        verb=verb,
        objections=tuple(objection(problem) for problem in problems),
        **more,  # type: ignore[arg-type]  # the fields of a preview
    )


def with_follow_up(preview: Preview, order: TableOrder) -> Preview:
    """A preview whose order is to be followed by another one."""
    return replace(preview, order=preview.order | {THEN: [write_order(order)]})
