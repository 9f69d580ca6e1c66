"""What Average Dice tells its desk: icons, rifle letters, days and turns, ranges, villages. Its words are in the messages beside it."""

from __future__ import annotations

from collections.abc import Mapping

from sandtable.battle.scene import Mark
from sandtable.geometry.measure import DEGREE
from sandtable.kernel.messages import Message
from sandtable.miniatures.desk.look import Look, Reach
from sandtable.miniatures.field import Piece
from sandtable.rulesets.average_dice.ledger import KnownUnit
from sandtable.rulesets.average_dice.table import housing
from sandtable.rulesets.average_dice.table.ground import length
from sandtable.rulesets.average_dice.table.state import AverageDiceField
from sandtable.rulesets.average_dice.vocabulary import ARM_ICONS, RIFLES, Arm

ICONS = {**ARM_ICONS, Arm.GENERAL: "leader"}  # as counters have it
CARDS = frozenset({"fire", "throw_dynamite", "hit_structure", "melee"})


def _letter(unit: KnownUnit) -> str:
    """The first letter of its rifle."""
    return unit.weapon.value[0].upper() if unit.weapon in RIFLES else ""


def _counts(view: AverageDiceField) -> Message:
    books = view.books
    if not books.day:
        return Message("desk.clock.before")
    return Message.of("desk.clock.day", day=books.day, turn=min(books.turn, books.turns), turns=books.turns)


def _reach(view: AverageDiceField, piece: Piece) -> Reach:
    """As far as its weapon carries; a gun's before its muzzle (AVD-7.04 to AVD-7.06, AVD-7.11)."""
    unit, tables = view.books.units[piece.id], view.tables
    far = length(tables.number("range", unit.weapon))
    if piece.marker is None:
        return Reach(far)
    return Reach(far, tables.number("arc", unit.arm) * DEGREE, piece.marker)


def _marks(view: AverageDiceField) -> Mapping[str, Mark]:
    """The villages, each in the middle of its houses."""
    within = length(view.tables.number("villages.ground.inches"))
    return {
        f"village-{number}": Mark("objective", "", (housing.centre_of(view, houses),), within)
        for number, houses in enumerate(view.villages, start=1)
    }


LOOK: Look[AverageDiceField] = Look(
    icon=lambda unit: ICONS[unit.arm],
    letter=_letter,
    started=lambda unit: unit.started,
    house=housing.house_of,
    enters=housing.house_at,
    outline=housing.outline_of,
    turn=lambda view: view.books.turn,
    counts=_counts,
    reach=_reach,
    marks=_marks,
    cards=CARDS,
)
