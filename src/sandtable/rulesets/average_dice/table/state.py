"""The state of the table: places of figures, the umpire's books for the rest, and who may see what of them."""

from __future__ import annotations

from dataclasses import dataclass, fields

from sandtable.battle.scenario.scenario import Hint
from sandtable.battle.seat import EVERYBODY, OWNER, Audience
from sandtable.battle.view import showing, shown
from sandtable.geometry.measure import Point, inches
from sandtable.kernel.messages import Vocabulary
from sandtable.kernel.tables import Tables
from sandtable.miniatures.bodies import Base
from sandtable.miniatures.field import Field, Opening
from sandtable.miniatures.kit import Doing
from sandtable.rulesets.average_dice.ledger import AverageDiceLedger, KnownStructure, KnownUnit, Raised, Victory
from sandtable.rulesets.average_dice.vocabulary import Arm, Side

PUBLIC = (
    "turn", "side", "phase", "units", "structures", "raised", "day", "boxes", "turns", "victories", "lots_due", "restores_due",
    "fallen", "generals_killed",
)  # fmt: skip


class Edge(Vocabulary):
    """The long edges of the board, as the Villistas see them (AVD-1.07b)."""

    LEFT = "left"
    RIGHT = "right"


VILLISTAS: Audience = (Side.VILLISTA.value,)


@dataclass(frozen=True)
class AverageDiceField(Field[AverageDiceLedger]):
    """A table of Average Dice under way. A village is its houses, by their names (AVD-1.08); the edge is that of the flank march (AVD-G.05)."""

    villages: tuple[tuple[str, ...], ...] = shown(default=())
    edge: Edge | None = shown(VILLISTAS, default=None)
    passages: tuple[Point, ...] = shown(default=())  # the middles of those that were cut in wire (AVD-G.13)
    hints: tuple[Hint, ...] = shown(default=())


@dataclass(frozen=True)
class AverageDiceOpening(Opening[AverageDiceLedger]):
    """A table of Average Dice before its first order."""

    villages: tuple[tuple[str, ...], ...] = ()
    edge: Edge | None = None
    hints: tuple[Hint, ...] = ()


Deciding = Doing[AverageDiceField]


def _of_unit(unit: KnownUnit) -> Audience:
    """A flank march is its owner's secret until it arrives (AVD-G.05)."""
    return OWNER if unit.flank_march else EVERYBODY


def strength(unit: KnownUnit) -> int | None:
    """The figures that a unit has on the table, None where it is not there; a gun stays without its crew (AVD-G.31)."""
    if unit.off_table or not (unit.all_figures or unit.is_gun):
        return None
    return unit.all_figures


CREWS = {Arm.MACHINE_GUN: "AVD-2.15", Arm.FIELD_GUN: "AVD-2.15b"}  # the rules that say how many serve a gun


def base_of(unit: KnownUnit, tables: Tables) -> Base:
    """What its figures stand on (AVD-1.04b, AVD-1.05)."""
    behind = inches(tables.exact("base.mounted.behind")) if unit.mounted else 0
    return Base(radius=inches(tables.exact("base.across") / 2), behind=behind)


showing(AverageDiceLedger, {**dict.fromkeys(PUBLIC, EVERYBODY), "arrivals": VILLISTAS})
showing(KnownUnit, {each.name: EVERYBODY for each in fields(KnownUnit)}, owner="side", known_to=_of_unit)
for _plain in (KnownStructure, Victory):
    showing(_plain, {each.name: EVERYBODY for each in fields(_plain)})
showing(Raised, {**{each.name: EVERYBODY for each in fields(Raised)}, "flank": VILLISTAS})
