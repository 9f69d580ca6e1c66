"""The table of Average Dice, declared: which actions are orders, and who falls."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from sandtable.kernel.problem import refuse
from sandtable.kernel.tables import Tables
from sandtable.miniatures.bodies import is_house
from sandtable.miniatures.kit import Fall, Kit
from sandtable.miniatures.table import MiniaturesTable
from sandtable.rulesets.average_dice.ruleset import RULESET
from sandtable.rulesets.average_dice.table import aiming, fighting, mustering, turning, works
from sandtable.rulesets.average_dice.table.aiming import FIRE, THROW
from sandtable.rulesets.average_dice.table.fighting import MELEE
from sandtable.rulesets.average_dice.table.ground import BUILDING, HIT_AT
from sandtable.rulesets.average_dice.table.moving import MOVE, SPEND_MOVE
from sandtable.rulesets.average_dice.table.mustering import MUSTERING
from sandtable.rulesets.average_dice.table.state import AverageDiceField, AverageDiceOpening, base_of, strength
from sandtable.rulesets.average_dice.table.turning import COURSE
from sandtable.rulesets.average_dice.table.works import HIT

DEEDS = {deed.action.id: deed for deed in (FIRE, THROW, HIT, MOVE, MELEE, SPEND_MOVE, *MUSTERING, *COURSE)}
FALLS: Mapping[str, Callable[[Fall[AverageDiceField]], tuple[int, ...]]] = {
    "fire": aiming.falls,
    "throw_dynamite": aiming.falls,
    "hit_structure": works.falls,
    "unit_change": mustering.falls,
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
    base=base_of,
    falls=falls,
    gains=mustering.gains,
    open=turning.open_now,
    result=turning.result,
    owed=turning.OWED,
)


class AverageDiceTable(MiniaturesTable[AverageDiceField]):
    """The rules of Average Dice on the table."""

    def set_up(self, scenario: str, tables: Tables) -> AverageDiceField:
        """The table before the first order; every building is in the books, and what can be hit has four walls."""
        field = super().set_up(scenario, tables)
        for area in field.terrain.areas:
            if area.kind == BUILDING and (area.id not in field.books.structures or not is_house(area.outline)):
                raise refuse("scenario.terrain.areas", "problem.table.building", rule="AVD-5.14", name=area.id)
            if area.kind in HIT_AT and not is_house(area.outline):
                raise refuse("scenario.terrain.areas", "problem.table.shape", rule="AVD-10.01", name=area.id)
        return field


TABLE = AverageDiceTable(KIT)
