"""The flank march: who goes in secret, by which long edge, in which turn they come and how they enter (AVD-2.09 to AVD-2.10b, AVD-G.05)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from sandtable.geometry.crowd import Crowd
from sandtable.geometry.facts import fact
from sandtable.geometry.measure import INCH, Length, Pose, bearing, inches
from sandtable.kernel.form import Section, choice
from sandtable.kernel.messages import Message
from sandtable.kernel.problem import Problem, refuse
from sandtable.kernel.tables import Tables
from sandtable.kernel.verdict import Ruling
from sandtable.miniatures.acting import coming, may
from sandtable.miniatures.bodies import CONTACT, Base, figures
from sandtable.miniatures.kit import Deed, Facts
from sandtable.miniatures.orders import Act
from sandtable.rulesets.average_dice.ledger import KnownUnit
from sandtable.rulesets.average_dice.movement import Move, move
from sandtable.rulesets.average_dice.ruleset import RULESET
from sandtable.rulesets.average_dice.sheet import UnitChange, UnitChanged
from sandtable.rulesets.average_dice.table import moving
from sandtable.rulesets.average_dice.table.ground import length
from sandtable.rulesets.average_dice.table.state import AverageDiceField, Deciding, Edge, base_of
from sandtable.rulesets.average_dice.vocabulary import UNIT_ARMS, Change, Side

APART: Length = inches(0.02)  # between bases of those who come on
STEP: Length = inches(1)  # along the edge, from one place that is tried to the next
RANKS = (1, 2, 5)  # in how many of them a unit is tried to come on


@dataclass(frozen=True, slots=True, kw_only=True)
class TableMarch(UnitChange):
    """A unit is sent round the flank, to come by one of the long edges."""

    edge: Edge = choice(Edge, section=Section.ACTION)


def marchers(field: AverageDiceField) -> tuple[KnownUnit, ...]:
    """The units that are on their way round the flank."""
    return tuple(unit for unit in field.books.units.values() if unit.flank_march and not unit.gone)


def may_march(field: AverageDiceField) -> int:
    """How many units may be sent, by the throw for the force (AVD-2.09)."""
    thrown = field.books.raised.get(Side.VILLISTA)
    return thrown.flank if thrown else 0


# ---- Before the battle ---------------------------------------------------------------------------------------------------------


def _march_hinders(doing: Deciding, _: Facts) -> Iterator[Problem]:
    """Foot and horse whom nobody has seen yet, as many as were thrown for, all by one edge, before anybody knows when they come."""
    field, unit = doing.field, doing.field.books.units[doing.actor.id]
    if unit.arm not in UNIT_ARMS:
        yield Problem("piece", Message("problem.table.no_marchers"), (), "AVD-G.05")
    if not doing.actor.hidden:
        yield Problem("piece", Message("problem.table.seen"), (), "AVD-G.05")
    if len(marchers(field)) >= may_march(field):
        yield Problem("piece", Message.of("problem.table.marchers", most=may_march(field)), (), "AVD-2.09")
    if field.books.arrivals and _one_throw(field):
        yield Problem("piece", Message("problem.table.thrown"), (), "AVD-2.10")
    if field.edge is not None and doing.order.chosen.get("edge") not in (None, field.edge):
        yield Problem("chosen.edge", Message("problem.table.one_edge"), (field.edge,), "AVD-G.05")


def _one_throw(field: AverageDiceField) -> bool:
    return field.tables.option("flank") == "one_throw"


MARCH: Deed[AverageDiceField] = Deed(
    action=replace(RULESET.by_id["unit_change"], situation=TableMarch, rules=("AVD-2.09", "AVD-G.05")),
    by="AVD-2.09",
    measures=lambda _: {"change": Change.FLANK_MARCH},
    chooses=("edge",),
    hinders=_march_hinders,
    secret=True,
)


def unthrown(field: AverageDiceField) -> tuple[KnownUnit, ...]:
    """The units for whose arrival nobody has thrown yet: one throw serves all, or by option each has its own (AVD-G.05)."""
    if _one_throw(field):
        return () if field.books.arrivals else marchers(field)
    thrown = {name for _, name in field.books.arrivals}
    return tuple(unit for unit in marchers(field) if unit.name not in thrown)


def _throw_facts(doing: Deciding) -> Facts:
    waiting = unthrown(doing.field)
    if not waiting:
        raise refuse("action", "problem.table.nobody_marches", rule="AVD-2.10")
    return {"flank_units": len(waiting)} if _one_throw(doing.field) else {"actor_name": waiting[0].name}


ARRIVAL: Deed[AverageDiceField] = Deed(action=RULESET.by_id["flank_arrival"], measures=_throw_facts, secret=True)


# ---- Coming on -----------------------------------------------------------------------------------------------------------------


def due(field: AverageDiceField) -> tuple[KnownUnit, ...]:
    """The units whose turn has come; whoever was blocked then comes as soon as he can (AVD-2.10, AVD-G.05)."""
    books = field.books
    if not books.day:
        return ()
    now = {name for turn, name in books.arrivals if books.day > 1 or turn <= books.turn}
    return tuple(unit for unit in marchers(field) if unit.name in now or "" in now)


def _come_facts(doing: Deciding) -> Facts:
    """As for any move, from the edge."""
    unit = doing.field.books.units[doing.actor.id]
    if len(doing.actor.figures) != unit.figures:
        raise refuse("ways", "problem.table.enters", rule="AVD-2.10b", figures=unit.figures)
    return {**moving.facts(doing), "actor_off_table": False}


def _come_hinders(doing: Deciding, told: Facts) -> Iterator[Problem]:
    """They come in their turn, on their edge, behind the five-foot line, and move as usual (AVD-2.10, AVD-2.10b, AVD-G.05)."""
    field, base = doing.field, doing.actor.base
    if doing.actor.id not in {unit.name for unit in due(field)}:
        yield Problem("piece", Message.of("problem.table.not_due", name=doing.actor.id), (), "AVD-2.10")
    low, high = length(field.tables.number("zone.line")) + base.radius, field.terrain.height - base.radius
    for number, start in enumerate(doing.actor.figures):
        if start.x != _edge_of(field) or not low <= start.y <= high:
            yield Problem(f"ways.{number}", Message("problem.table.off_edge"), (), "AVD-2.10b")
    yield from moving.hinders(doing, told)


def _edge_of(field: AverageDiceField) -> Length:
    return 0 if field.edge is Edge.LEFT else field.terrain.width


def _comes(situation: Move, tables: Tables) -> Ruling:
    """It is there, and has moved as any unit does."""
    moved: Ruling = move(situation, tables)
    there = UnitChanged(whom=situation.actor_name or "actor", change=Change.ARRIVED)
    return replace(moved, effects=(there, *moved.effects))


COME: Deed[AverageDiceField] = Deed(
    action=replace(RULESET.by_id["move"], rule=_comes, rules=("AVD-2.10", "AVD-G.05")),
    by="AVD-2.10",
    measures=_come_facts,
    chooses=("rate", "go_prone_or_rise", "mover"),
    hinders=_come_hinders,
    comes=True,
)


def entries(field: AverageDiceField, unit: KnownUnit) -> Iterator[Act]:
    """Ways of coming on in ranks, here and there along the edge."""
    base, edge = base_of(unit, field.tables), _edge_of(field)
    inward = -1 if edge else 1
    facing = bearing(inward, 0)
    wide, deep = 2 * base.radius + APART, 2 * base.radius + base.behind + APART
    first, last = length(field.tables.number("zone.line")) + base.radius, field.terrain.height - base.radius
    for ranks in RANKS:
        files = -(-unit.figures // ranks)
        for low in range(first, last - (files - 1) * wide + 1, STEP):
            ways = tuple(
                (
                    Pose(edge, low + number % files * wide, facing),
                    Pose(
                        edge + inward * (base.radius + base.behind + number // files * deep),
                        low + number % files * wide,
                        facing,
                    ),
                )
                for number in range(unit.figures)
            )
            yield Act(by=unit.side.value, action="arrive", piece=unit.name, ways=ways)


@fact
def entry(field: AverageDiceField, name: str) -> Act | None:
    """A way for a unit to come on, None where nobody finds one: then it is blocked, and comes in a later turn (AVD-G.05)."""
    return next(comings(field, name), None)


def comings(field: AverageDiceField, name: str) -> Iterator[Act]:
    """All ways for a unit to come on that are free."""
    unit = field.books.units[name]
    base = base_of(unit, field.tables)
    taken = _taken(field, base)
    free = (each for each in entries(field, unit) if not _stood_on(base, each, taken))
    return (each for each in free if may_come(field, each))


def _taken(field: AverageDiceField, base: Base) -> NDArray[np.float64]:
    """The middles of round bases near the edge that others come on by."""
    deep = max(RANKS) * (2 * base.radius + base.behind + APART) + INCH
    edge = _edge_of(field)
    there = moving.ground_of_others(field, "").near((edge - deep, 0, edge + deep, field.terrain.height))
    return _middles(Crowd([each for each in there if each.radius and not each.width]))


def _middles(figures: Crowd) -> NDArray[np.float64]:
    """The middles of all round bases of some figures: of riders there are two."""
    corners = figures.stacked[0] if figures else np.empty((0, 4, 2))
    return np.concatenate([corners[:, 0], corners[:, 2]])


def _stood_on(base: Base, entry: Act, taken: NDArray[np.float64]) -> bool:
    """Whether somebody stands for certain where a figure would come to: a quick look, before the table is asked."""
    ends = _middles(figures(base, [way[-1] for way in entry.ways]))
    apart = ends[:, None, :] - taken[None, :, :]
    return bool((np.hypot(apart[..., 0], apart[..., 1]) < 2 * base.radius - CONTACT).any())


def may_come(field: AverageDiceField, entry: Act) -> bool:
    """Whether a unit may come on like that."""
    return may(COME, coming(field, entry, base_of(field.books.units[entry.piece], field.tables)))


def can_come(field: AverageDiceField) -> tuple[Act, ...]:
    """How those could come on whose turn it is, one after the other."""
    ways = (entry(field, unit.name) for unit in due(field))
    return tuple(way for way in ways if way is not None)


MARCHING = {"flank_march": MARCH, "flank_arrival": ARRIVAL, "arrive": COME}
