"""The table of Average Dice, declared: which actions are orders, and who falls."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from sandtable.battle.event import Event
from sandtable.kernel.problem import refuse
from sandtable.kernel.tables import Tables
from sandtable.miniatures.bodies import is_house
from sandtable.miniatures.events import Came, Fell, Ruled
from sandtable.miniatures.kit import Fall, Kit
from sandtable.miniatures.opponent.mind import Mind
from sandtable.miniatures.table import MiniaturesTable
from sandtable.rulesets.average_dice.ruleset import RULESET
from sandtable.rulesets.average_dice.table import aiming, fighting, mustering, opening, turning, works
from sandtable.rulesets.average_dice.table.aiming import FIRE, THROW
from sandtable.rulesets.average_dice.table.fighting import MELEE
from sandtable.rulesets.average_dice.table.ground import BUILDING, HIT_AT
from sandtable.rulesets.average_dice.table.housing import house_of
from sandtable.rulesets.average_dice.table.look import LOOK
from sandtable.rulesets.average_dice.table.marching import MARCHING
from sandtable.rulesets.average_dice.table.moving import MOVE, SPEND_MOVE
from sandtable.rulesets.average_dice.table.mustering import MUSTERING, TAKE
from sandtable.rulesets.average_dice.table.opponent.deeds import deeds
from sandtable.rulesets.average_dice.table.opponent.spots import spots
from sandtable.rulesets.average_dice.table.opponent.values import AverageDiceValues
from sandtable.rulesets.average_dice.table.players import AIMS
from sandtable.rulesets.average_dice.table.state import AverageDiceField, AverageDiceOpening, Edge, base_of, strength
from sandtable.rulesets.average_dice.table.turning import COURSE
from sandtable.rulesets.average_dice.table.wiring import WIRE, WIRING, TableClearing
from sandtable.rulesets.average_dice.table.works import HIT
from sandtable.rulesets.average_dice.vocabulary import Side

DEEDS = (
    {deed.action.id: deed for deed in (FIRE, THROW, HIT, MOVE, MELEE, SPEND_MOVE, *MUSTERING, *COURSE)}
    | MARCHING
    | WIRING
    | {"take_gun": TAKE}
)
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
    opened=opening.opened,
    enters=opening.enters,
    served=opening.served,
    houses=opening.HOUSES,
    sets_up=(Side.FEDERAL.value, Side.VILLISTA.value),
    deploys="AVD-G.38",
    places=opening.places,
    billeted=opening.billeted,
    house=BUILDING,
    indoors=lambda field, piece: bool(house_of(field, piece)),
)


def _marked(field: AverageDiceField) -> AverageDiceField:
    """The table with every thrower of dynamite marked: where nobody says who they are, the first of their unit (AVD-2.08)."""
    for piece in field.pieces.values():
        throwers = field.books.units[piece.id].throwers
        if throwers and not piece.marked:
            field = field.with_piece(piece.id, marked=tuple(range(throwers)))
        elif throwers != len(piece.marked):
            raise refuse("scenario.pieces", "problem.table.marked", rule="AVD-2.08", name=piece.id, throwers=throwers)
    return field


class AverageDiceTable(MiniaturesTable[AverageDiceField]):
    """The rules of Average Dice on the table."""

    def set_up(self, scenario: str, tables: Tables) -> AverageDiceField:
        """The table before the first order; every building is in the books, and what can be hit has four walls."""
        field = _marked(super().set_up(scenario, tables))
        for unit in field.books.units.values():
            if unit.rides is not None and unit.figures > tables.number("vehicle", unit.rides):
                raise refuse("scenario.books", "problem.table.load", rule="AVD-G.39", name=unit.name)
        for area in field.terrain.areas:
            if area.kind == BUILDING and (area.id not in field.books.structures or not is_house(area.outline)):
                raise refuse("scenario.terrain.areas", "problem.table.building", rule="AVD-5.14", name=area.id)
            if area.kind == WIRE:
                raise refuse("scenario.terrain.areas", "problem.table.wire_is_a_line", rule="AVD-G.13", name=area.id)
            if area.kind in HIT_AT and not is_house(area.outline):
                raise refuse("scenario.terrain.areas", "problem.table.shape", rule="AVD-10.01", name=area.id)
        return field

    def after(self, state: AverageDiceField, event: Event) -> AverageDiceField:
        """The table after an event; by which edge a flank march comes and where wire was cut are the table's own to remember."""
        after = super().after(state, event)
        match event:
            case Ruled(action="flank_march"):
                return replace(after, edge=Edge(event.fields["edge"]))
            case Ruled(action="clear_wire"):
                return replace(after, passages=(*after.passages, TableClearing.place_of(event.fields["passage"])))
            case Fell():
                return _with_throwers(after, event.piece)
            case Came():
                return _marked(after)
        return after


def _with_throwers(field: AverageDiceField, name: str) -> AverageDiceField:
    """The table on which the books count as many throwers as stand there: the table sees who of a unit has fallen (AVD-2.08)."""
    unit, marked = field.books.units[name], len(field.pieces[name].marked)
    if unit.throwers == marked:
        return field
    return replace(field, books=field.books.with_units(replace(unit, throwers=marked)))


TABLE = AverageDiceTable(KIT, AIMS, LOOK, Mind(AverageDiceValues(), spots, deeds))
