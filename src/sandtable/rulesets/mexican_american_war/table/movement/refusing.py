"""A unit that holds without a check, or has carried a position, and refuses a flank where it stands (MAW-G.15a, MAW-G.20e, MAW-G.25a)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from sandtable.battle.event import Event
from sandtable.geometry.measure import DEGREE
from sandtable.kernel.form import Section, number, text
from sandtable.kernel.problem import Problem
from sandtable.kernel.ruleset import Action
from sandtable.kernel.tables import Tables
from sandtable.kernel.verdict import Ruling
from sandtable.miniatures.field import Piece
from sandtable.miniatures.kit import Deed, Facts
from sandtable.rulesets.mexican_american_war import fields
from sandtable.rulesets.mexican_american_war.table.movement.drilling import wrong
from sandtable.rulesets.mexican_american_war.table.movement.planning import Walk
from sandtable.rulesets.mexican_american_war.table.movement.steps import Drill
from sandtable.rulesets.mexican_american_war.table.state import Deciding, Formed, MawField
from sandtable.rulesets.mexican_american_war.vocabulary import Maneuver, OrderState, Phase, Side


@dataclass(frozen=True, slots=True, kw_only=True)
class Refuse:
    """A unit that holds and refuses a flank (MAW-G.15a, MAW-G.20e)."""

    side: Side = fields.side()
    name: str = text(section=Section.ACTOR)
    refuse_left: int = number(section=Section.ACTION, lowest=0, highest=fields.LARGEST_UNIT, usual=0)
    refuse_right: int = number(section=Section.ACTION, lowest=0, highest=fields.LARGEST_UNIT, usual=0)
    refuse_by: int = number(section=Section.ACTION, lowest=0, highest=180, usual=45)


def _refused(situation: Refuse, _: Tables) -> Ruling:
    return Ruling.of("refused", words={"name": situation.name})


def _bent(field: MawField, piece: Piece, told: Mapping[str, Any]) -> Walk:
    """A unit that bends a flank back where it stands."""
    walk = Walk(field, piece)
    walk.dress()
    left, right, by = (told.get(name) or 0 for name in ("refuse_left", "refuse_right", "refuse_by"))
    both = field.carriers.get(piece.id, False)  # a column that has stormed a defile (MAW-16.09a)
    walk.refuse(Drill(Maneuver.HOLD, left=left, right=right, bend=(by or 45) * DEGREE), both=both)
    return walk


def _refuse_hinders(doing: Deciding, _: Facts) -> Iterator[Problem]:
    if doing.actor.id not in doing.field.books.units:
        yield wrong("no_unit", "MAW-G.20e", "piece", name=doing.actor.id)
        return
    unit = doing.field.books.units[doing.actor.id]
    if doing.field.books.phase == Phase.CHARGES:
        if doing.actor.id not in doing.field.carriers:
            yield wrong("not_carried", "MAW-G.25a", "piece", name=doing.actor.id)
    elif unit.checked is not None or unit.order is not OrderState.GOOD:
        yield wrong("has_checked", "MAW-G.15a", "piece", name=doing.actor.id)
    for fault in _bent(doing.field, doing.actor, doing.order.chosen).plan().faults:
        yield wrong(fault.name, fault.rule, "chosen.refuse_left", **dict(fault.about))


def _refuse_moves(doing: Deciding, _: Refuse) -> Iterator[Event]:
    plan = _bent(doing.field, doing.actor, doing.order.chosen).plan()
    yield Formed(piece=doing.actor.id, figures=plan.figures, base=plan.base, drawn=plan.drawn)


REFUSE: Deed[MawField] = Deed(
    action=Action(
        "refuse", Refuse, _refused, Ruling, "maneuver", ("MAW-G.15a", "MAW-G.20e"), layout="plain", ledger_only=True
    ),
    by="MAW-G.20e",
    measures=lambda doing: {"side": Side(doing.actor.owner), "name": doing.actor.id},
    chooses=("refuse_left", "refuse_right", "refuse_by"),
    hinders=_refuse_hinders,
    moves=_refuse_moves,
)
