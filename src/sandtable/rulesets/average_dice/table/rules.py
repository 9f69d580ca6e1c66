"""The table of Average Dice, declared: which actions are orders, and who falls."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from sandtable.miniatures.kit import Fall, Kit
from sandtable.miniatures.table import MiniaturesTable
from sandtable.rulesets.average_dice.ruleset import RULESET
from sandtable.rulesets.average_dice.table import aiming, fighting, turning
from sandtable.rulesets.average_dice.table.aiming import FIRE
from sandtable.rulesets.average_dice.table.fighting import MELEE
from sandtable.rulesets.average_dice.table.moving import MOVE
from sandtable.rulesets.average_dice.table.state import AverageDiceField, AverageDiceOpening, strength
from sandtable.rulesets.average_dice.table.turning import COURSE

DEEDS = {deed.action.id: deed for deed in (FIRE, MOVE, MELEE, *COURSE)}
FALLS: Mapping[str, Callable[[Fall[AverageDiceField]], tuple[int, ...]]] = {
    "fire": aiming.falls,
    "melee": fighting.falls,
}


def falls(fall: Fall[AverageDiceField]) -> tuple[int, ...]:
    """Who falls, by what was done."""
    return FALLS[fall.doing.order.action](fall)


KIT = Kit(
    ruleset=RULESET,
    rules_version="1",
    field=AverageDiceField,
    opening=AverageDiceOpening,
    deeds=DEEDS,
    strength=strength,
    falls=falls,
    open=turning.open_now,
    result=turning.result,
    owed=turning.OWED,
)


class AverageDiceTable(MiniaturesTable[AverageDiceField]):
    """The rules of Average Dice on the table."""


TABLE = AverageDiceTable(KIT)
