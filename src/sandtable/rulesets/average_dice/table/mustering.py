"""Figures that change their unit, and units that take heart: weak ones join, infantry serve guns, some are no longer prone to desertion
(AVD-3.12, AVD-8.14, AVD-8.17, AVD-12.04, AVD-G.29, AVD-G.31).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from sandtable.geometry.footprint import Footprint
from sandtable.geometry.measure import Pose, in_inches
from sandtable.kernel.form import Section, text
from sandtable.kernel.messages import Message
from sandtable.kernel.problem import Problem
from sandtable.kernel.tables import Tables
from sandtable.miniatures.bodies import CONTACT, figures, gaps
from sandtable.miniatures.field import Piece
from sandtable.miniatures.kit import Deed, Facts, Fall
from sandtable.miniatures.ways import crowded, off_board
from sandtable.rulesets.average_dice.ledger import KnownUnit
from sandtable.rulesets.average_dice.morale import RestoreUnits
from sandtable.rulesets.average_dice.ruleset import RULESET
from sandtable.rulesets.average_dice.structures import names_in
from sandtable.rulesets.average_dice.table import housing
from sandtable.rulesets.average_dice.table.ground import length
from sandtable.rulesets.average_dice.table.moving import marker_of
from sandtable.rulesets.average_dice.table.state import CREWS, AverageDiceField, Deciding
from sandtable.rulesets.average_dice.vocabulary import UNIT_ARMS, Change, TroopClass


def _units(doing: Deciding) -> tuple[KnownUnit, KnownUnit]:
    """Who acts, and with whom, as the books know them."""
    units = doing.field.books.units
    return units[doing.actor.id], units[doing.target.id]


def _fresh(doing: Deciding, rule: str) -> Iterator[Problem]:
    """Units join and crews are filled before anybody of them does anything else."""
    for place, unit in zip(("piece", "target"), _units(doing), strict=True):
        if unit.moved or unit.fired or unit.fought:
            yield Problem(place, Message.of("problem.table.acted", name=unit.name), (), rule)


# ---- Joining -------------------------------------------------------------------------------------------------------------------


def _join_facts(doing: Deciding) -> Facts:
    """Whether they are within two inches of each other, no wall between them (AVD-G.29)."""
    field, within = doing.field, length(doing.field.tables.exact("join.inches"))
    together = housing.house_of(field, doing.actor) == housing.house_of(field, doing.target)
    return {"within_reach": together and bool((gaps(doing.actor.stands, doing.target.stands) <= within).any())}


def _join_hinders(doing: Deciding, _: Facts) -> Iterator[Problem]:
    """Units join, not guns nor Generals, and those who stand on the same bases (AVD-12.04)."""
    actor, target = _units(doing)
    if not {actor.arm, target.arm} <= set(UNIT_ARMS) or actor.mounted is not target.mounted:
        yield Problem("target", Message("problem.table.not_alike"), (), "AVD-12.04")
    yield from _fresh(doing, "AVD-G.29")


JOIN: Deed[AverageDiceField] = Deed(
    action=RULESET.by_id["join"],
    by="AVD-12.04",
    at="AVD-12.04",
    with_own=True,
    measures=_join_facts,
    hinders=_join_hinders,
)


# ---- Serving a gun -------------------------------------------------------------------------------------------------------------


def _lent(doing: Deciding) -> dict[int, Pose]:
    """The figures that go to a gun, by their numbers, and where they stand there."""
    return {number: way[-1] for number, way in enumerate(doing.order.ways[: len(doing.actor.figures)]) if way}


def _lend_facts(doing: Deciding) -> Facts:
    """Who is lent to which gun."""
    told = {"change": Change.LENT_TO_A_GUN, "gun_name": doing.target.id}
    return {**told, "figures_lent": len(_lent(doing))}


def _lend_hinders(doing: Deciding, _: Facts) -> Iterator[Problem]:
    """Infantry within six inches stand in for lost gunners, at most as many as are missing (AVD-8.14, AVD-8.17, AVD-G.31).

    Gunners of another such gun may go there too: a captured field gun needs one (AVD-8.19).
    """
    unit, gun = _units(doing)
    infantry = unit.arm in UNIT_ARMS and unit.melee_class is TroopClass.INFANTRY
    place = doing.target.marker
    if place is None or not (infantry or (unit.arm is gun.arm and unit.name != gun.name)):
        yield Problem("target", Message("problem.table.no_gunners"), (), "AVD-8.14")
        return
    lent = _lent(doing)
    if not lent or len(doing.order.ways) != len(doing.actor.figures):
        yield Problem("ways", Message.of("problem.table.lent", figures=len(doing.actor.figures)), (), "AVD-8.14")
        return
    yield from _fresh(doing, "AVD-G.31")
    tables = doing.field.tables
    full = tables.number("crew", gun.arm)
    if gun.all_figures + len(lent) > full:
        yield Problem("ways", Message.of("problem.crew_too_large", gun=gun.gun, full=full), (), CREWS[gun.arm])
    yield from _at_the_gun(doing, lent, marker_of(gun, place, tables))


def _at_the_gun(doing: Deciding, lent: dict[int, Pose], ground: Footprint) -> Iterator[Problem]:
    """They come from near by and stand within an inch of it, on nobody's base (AVD-G.01, AVD-G.31)."""
    field, piece, tables = doing.field, doing.actor, doing.field.tables
    reach = length(tables.exact("replacement.inches"))
    if int(gaps(housing.stands(field, piece), [ground]).min()) > reach:
        yield Problem("piece", Message.of("problem.table.far_from_gun", within=in_inches(reach)), (), "AVD-G.31")
    others = [stand for each in field.pieces.values() if each.id != piece.id for stand in _outside(field, each)]
    others += [stand for number, stand in enumerate(_outside(field, piece)) if number not in lent]
    stands, within = figures(piece.base, tuple(lent.values())), length(tables.exact("gun_marker.crew_within"))
    crowds = set(crowded(piece.base, tuple(lent.values()), [*others, ground]))
    for order, (number, stand) in enumerate(zip(lent, stands, strict=True)):
        if order in crowds:
            yield Problem(f"ways.{number}", Message("problem.table.crowded"), (), "AVD-1.04b")
        if off_board(field.terrain, stand):
            yield Problem(f"ways.{number}", Message("problem.table.off_board"), (), "AVD-1.07")
        if int(gaps([stand], [ground])[0, 0]) > within:
            told = Message.of("problem.table.away_from_gun", within=in_inches(within))
            yield Problem(f"ways.{number}", told, (), "AVD-G.01")


def _outside(field: AverageDiceField, piece: Piece) -> tuple[Footprint, ...]:
    """The ground under the figures of a unit that is in no building."""
    return () if housing.house_of(field, piece) else piece.stands


LEND: Deed[AverageDiceField] = Deed(
    action=RULESET.by_id["unit_change"],
    by="AVD-8.14",
    at="AVD-8.14",
    with_own=True,
    measures=_lend_facts,
    hinders=_lend_hinders,
)


def falls(fall: Fall[AverageDiceField]) -> tuple[int, ...]:
    """The figures that have gone to a gun."""
    return tuple(_lent(fall.doing))


def gains(fall: Fall[AverageDiceField]) -> tuple[Pose, ...]:
    """Where those stand who have come: at their gun, or where they stood when their unit joined another."""
    lent = tuple(_lent(fall.doing).values())
    return lent if fall.doing.order.action == LEND.action.id else fall.doing.target.figures


# ---- Taking a gun --------------------------------------------------------------------------------------------------------------


def _take_facts(doing: Deciding) -> Facts:
    """The gun is what changes; who takes it is told by where he stands."""
    gun = doing.field.books.units[doing.target.id]
    told = {"actor_name": gun.name, "change": Change.TAKEN, "abandoned": gun.abandoned}
    return {**told, "actor_off_table": False}


def _take_hinders(doing: Deciding, _: Facts) -> Iterator[Problem]:
    """A gun that nobody serves is taken by whoever touches it (AVD-G.31)."""
    gun = _units(doing)[1]
    if doing.target.marker is None or not gun.abandoned:
        yield Problem("target", Message("problem.table.served"), (), "AVD-G.31")
        return
    ground = marker_of(gun, doing.target.marker, doing.field.tables)
    if not (gaps(_outside(doing.field, doing.actor), [ground]) <= CONTACT).any():
        yield Problem("target", Message("problem.table.away_from_enemy_gun"), (), "AVD-G.31")


TAKE: Deed[AverageDiceField] = Deed(
    action=replace(RULESET.by_id["unit_change"], rules=("AVD-G.31",)),
    by="AVD-G.31",
    at="AVD-G.31",
    measures=_take_facts,
    hinders=_take_hinders,
)


# ---- Taking heart --------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class TableRestore(RestoreUnits):
    """A throw for prone units, with their names, and with those that their player wants back first (AVD-G.06)."""

    prone_units: str = text(section=Section.ACTOR)
    restored_first: str | None = text(section=Section.ACTOR, optional=True)

    def problems(self, tables: Tables) -> Iterator[Problem]:  # noqa: ARG002 - every situation is handed its tables
        """Only units that are prone to desertion can be picked."""
        prone = names_in(self.prone_units)
        if not set(names_in(self.restored_first)) <= set(prone):
            yield Problem("restored_first", Message("problem.table.not_prone"), prone, "AVD-3.12")

    def in_order(self) -> tuple[str, ...]:
        """Those picked first, then the others."""
        return tuple(dict.fromkeys((*names_in(self.restored_first), *names_in(self.prone_units))))


def _restore_facts(doing: Deciding) -> Facts:
    prone = [unit.name for unit in doing.field.books.units.values() if unit.prone_to_desertion and not unit.gone]
    return {"prone_units_left": len(prone), "prone_units": ", ".join(prone)}


RESTORE: Deed[AverageDiceField] = Deed(
    action=replace(RULESET.by_id["restore_units"], situation=TableRestore),
    measures=_restore_facts,
    chooses=("restored_first",),
)
MUSTERING = (JOIN, LEND, RESTORE)
