"""The table of Average Dice, declared: which actions are orders, whose move it is, who falls, how it ends."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from sandtable.battle.rules import Result
from sandtable.battle.seat import Role
from sandtable.miniatures.kit import Deed, Fall, Kit
from sandtable.miniatures.table import MiniaturesTable
from sandtable.rulesets.average_dice.ruleset import RULESET
from sandtable.rulesets.average_dice.table import aiming, ending, fighting
from sandtable.rulesets.average_dice.table.aiming import FIRE
from sandtable.rulesets.average_dice.table.fighting import MELEE
from sandtable.rulesets.average_dice.table.moving import MOVE
from sandtable.rulesets.average_dice.table.state import AverageDiceField, AverageDiceOpening, strength

NEXT_MOVE: Deed[AverageDiceField] = Deed(action=RULESET.by_id["next_move"])
DEEDS = {deed.action.id: deed for deed in (FIRE, MOVE, MELEE, NEXT_MOVE)}
FALLS: Mapping[str, Callable[[Fall[AverageDiceField]], tuple[int, ...]]] = {
    "fire": aiming.falls,
    "melee": fighting.falls,
}


def open_now(field: AverageDiceField) -> Mapping[Role, tuple[str, ...]]:
    """The side whose move it is, with everything it may do in it (AVD-3.02b)."""
    side = field.books.side
    return {} if side is None else {side.value: tuple(DEEDS)}


def falls(fall: Fall[AverageDiceField]) -> tuple[int, ...]:
    """Who falls, by what was done."""
    return FALLS[fall.doing.order.action](fall)


def result(field: AverageDiceField) -> Result | None:
    """How it ended, when a side has nobody left (AVD-G.33)."""
    return ending.scored(field) if field.books.beaten() else None


KIT = Kit(
    ruleset=RULESET,
    rules_version="1",
    field=AverageDiceField,
    opening=AverageDiceOpening,
    deeds=DEEDS,
    strength=strength,
    falls=falls,
    open=open_now,
    result=result,
)


class AverageDiceTable(MiniaturesTable[AverageDiceField]):
    """The rules of Average Dice on the table."""


TABLE = AverageDiceTable(KIT)
