"""The course of a game on the table: days and boxes, moves in turn, what a General's death brings, the end (chapters 3 and 13, AVD-12.06, AVD-G.08, AVD-G.33)."""

from __future__ import annotations

from collections.abc import Mapping

from sandtable.battle.rules import Result
from sandtable.battle.seat import Role
from sandtable.kernel.messages import Message
from sandtable.miniatures.acting import certain, form_read
from sandtable.miniatures.kit import Deed
from sandtable.rulesets.average_dice.game import Wins
from sandtable.rulesets.average_dice.ruleset import RULESET
from sandtable.rulesets.average_dice.table import marching
from sandtable.rulesets.average_dice.table.housing import villages_held
from sandtable.rulesets.average_dice.table.state import AverageDiceField
from sandtable.rulesets.average_dice.vocabulary import Side


def _taken(field: AverageDiceField) -> bool:
    """Whether a turn has ended with every village in Villista hands (AVD-G.33)."""
    all_of_them = bool(field.villages) and villages_held(field) == len(field.villages)
    return field.books.side is Side.VILLISTA and all_of_them


NEXT_MOVE: Deed[AverageDiceField] = Deed(action=RULESET.by_id["next_move"], ends=_taken)
NEW_DAY: Deed[AverageDiceField] = Deed(
    action=RULESET.by_id["new_day"],
    shows=lambda field: [piece for piece in field.pieces.values() if piece.hidden],  # the attackers have lined up
)
STOP: Deed[AverageDiceField] = Deed(
    action=RULESET.by_id["score"],
    measures=lambda doing: {"villages_held": villages_held(doing.field)},
    ends=lambda _: True,
)
GENERAL_KILLED: Deed[AverageDiceField] = Deed(action=RULESET.by_id["general_killed"])
COURSE = (NEXT_MOVE, NEW_DAY, STOP, GENERAL_KILLED)
IN_A_MOVE = (
    "fire",
    "throw_dynamite",
    "hit_structure",
    "move",
    "melee",
    "spend_move",
    "clear_wire",
    "take_gun",
    "join",
    "unit_change",
    "next_move",
)
OWED = frozenset({"general_killed"})  # thrown at once (AVD-12.06)


def open_now(field: AverageDiceField) -> Mapping[Role, tuple[str, ...]]:
    """Who may do what: the Villistas throw for a day, the sides move in turn, and after the day the Villistas go on or stop (AVD-3.02, AVD-G.08).

    A flank march comes before anything else in its move (AVD-G.05).
    """
    books = field.books
    if books.restores_due and books.prone_units():  # thrown for at once (AVD-G.06)
        return {Side.FEDERAL.value: ("restore_units",)}
    if books.side is None:
        return {Side.VILLISTA.value: _before(field)}
    if books.turn <= books.turns:
        comes = books.side is Side.VILLISTA and marching.can_come(field)
        return {books.side.value: ("arrive",) if comes else IN_A_MOVE}
    left = books.boxes < field.tables.number("boxes.most")
    return {Side.VILLISTA.value: ("new_day", "score") if left else ("score",)}


def _before(field: AverageDiceField) -> tuple[str, ...]:
    """Before the first day units are sent round the flank, and it is thrown for when they come (AVD-2.09, AVD-2.10)."""
    if marching.unthrown(field):
        return "flank_arrival", "flank_march"
    return ("new_day", "flank_march") if marching.may_march(field) else ("new_day",)


def result(field: AverageDiceField) -> Result | None:
    """How it ended: all villages are taken, the Villistas have stopped, or a side has nobody left (AVD-G.33)."""
    if not field.ended and not field.books.beaten():
        return None
    told = {**field.books.prefill("score", field.tables), "villages_held": villages_held(field)}
    form = form_read(STOP.action, told, field.tables)
    verdict = certain(STOP.action, form.situation, field.tables)
    won = next(one for one in verdict.effects if isinstance(one, Wins))
    points = tuple((side.value, int(verdict.measure(f"{side}_points"))) for side in Side)
    spared = won.side is Side.FEDERAL and not field.books.units_left(Side.FEDERAL)
    return Result(won.side.value, Message("result.no_village") if spared else won.message, points)
