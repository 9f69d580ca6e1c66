"""The bill of a battle that is over, as the page shows it: the reckoning in plain numbers."""

from __future__ import annotations

from typing import Any

from sandtable.battle.engine.battle import Battle
from sandtable.battle.reckoning.bill import Bill, HasReckoner, bill_of
from sandtable.battle.reckoning.luck import Luck, Stroke
from sandtable.battle.rules import TableRules
from sandtable.battle.seat import Seat
from sandtable.server.table.briefings import about_scenario
from sandtable.server.table.room import Room
from sandtable.server.table.views import Outcome, TableBill, TableLoss, TableLuck, TableUpset, inks_of


def bill_for(room: Room, battle: Battle[Any], seat: str) -> TableBill:
    """The bill of a battle for one of its seats; one that is not over is refused."""
    bill, sitting, rules = bill_of(battle, seat), battle.log.seat(seat), battle.rules
    about = about_scenario(battle.log.scenario)
    against, level = room.against(sitting.side)
    numbers = room.numbers(seat, battle)
    return TableBill(
        title=room.title,
        ruleset=rules.name,
        outcome=_outcome(bill, sitting),
        winner=bill.winner,
        whose=about.names.get(bill.winner or "", bill.winner or ""),
        date=about.date,
        headline=bill.reason.headline,
        text=bill.reason.text,
        turn=bill.turn,
        turns=about.turns,
        orders=bill.orders,
        begun=room.begun,
        ended=room.touched,
        side=sitting.side or "",
        against=against,
        level=level,
        sides=inks_of(rules, battle.state),
        losses=tuple(
            TableLoss(unit=one.unit, side=one.side, name=one.name, start=one.start, lost=one.lost, word=one.word)
            for one in bill.losses
        ),
        luck=tuple(_luck(one, rules) for one in bill.luck),
        upsets=tuple(_upset(one, numbers.own_number(one.number)) for one in bill.upsets),
    )


def _outcome(bill: Bill, seat: Seat) -> Outcome:
    if bill.winner is None:
        return "draw"
    if seat.side is None:
        return "over"
    return "victory" if bill.winner == seat.side else "defeat"


def _luck(luck: Luck, rules: TableRules[Any]) -> TableLuck:
    return TableLuck(
        side=luck.side,
        strokes=luck.strokes,
        made=luck.made,
        measure=rules.reckoner.measure(luck.made) if isinstance(rules, HasReckoner) else "",
        promised=float(luck.promised),
        as_good=float(luck.as_good),
    )


def _upset(stroke: Stroke, number: int) -> TableUpset:
    return TableUpset(
        side=stroke.side, number=number, turn=stroke.turn, words=stroke.words, chance=float(stroke.chance)
    )
