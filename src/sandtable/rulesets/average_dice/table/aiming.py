"""Fire on the table: who has range and sight, in what cover each target figure is, and who falls (chapters 7 to 9, AVD-G.12, AVD-G.15, AVD-G.20)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Any

from sandtable.geometry.distance import nearest
from sandtable.geometry.footprint import Footprint
from sandtable.geometry.measure import DEGREE, Length, in_inches
from sandtable.kernel.form import Section, choice, group
from sandtable.kernel.messages import Message
from sandtable.kernel.problem import Problem
from sandtable.kernel.tables import Tables
from sandtable.miniatures.bodies import Base, figure, gaps
from sandtable.miniatures.field import Piece
from sandtable.miniatures.kit import Deed, Facts, Fall
from sandtable.miniatures.looking import Aim, aim, in_arc
from sandtable.rulesets.average_dice import fields
from sandtable.rulesets.average_dice.casualties import Casualties, Exposed
from sandtable.rulesets.average_dice.fire import Fire, at_least_shielded, rifle_row, target_of
from sandtable.rulesets.average_dice.ruleset import RULESET
from sandtable.rulesets.average_dice.table import housing
from sandtable.rulesets.average_dice.table.ground import clear_on, cover_at, length
from sandtable.rulesets.average_dice.table.state import AverageDiceField, Deciding
from sandtable.rulesets.average_dice.vocabulary import RIFLES, Arm, Cover

TWO = 2  # covers that the umpire's form can tell apart


@dataclass(frozen=True, slots=True, kw_only=True)
class InCover:
    """Target figures that follow one another, nearest first, and have the same cover."""

    figures: int = fields.figures()
    cover: Cover = choice(Cover)


@dataclass(frozen=True, slots=True, kw_only=True)
class TableFire(Fire):
    """Fire at figures each of which has its own cover, and some of which are out of sight; without ``in_covers`` as the umpire's form tells it."""

    in_covers: tuple[InCover, ...] = group(InCover, lowest=0, highest=20, section=Section.TARGET)

    def exposed(self, tables: Tables) -> tuple[Exposed, ...]:
        """The figures in sight, nearest first."""
        if not self.in_covers:
            return Fire.exposed(self, tables)
        return tuple(
            Exposed(each.figures, at_least_shielded(self, each.cover, tables), self.posture) for each in self.in_covers
        )

    def unseen(self) -> int:
        """Those out of sight."""
        return self.target_figures - sum(each.figures for each in self.in_covers) if self.in_covers else 0


def aim_of(doing: Deciding) -> Aim:
    """Who of the actor has range and sight, and whom they see."""
    unit = doing.field.books.units[doing.actor.id]
    reach = length(doing.field.tables.number("range", unit.weapon))
    houses = (housing.house_of(doing.field, piece) for piece in (doing.actor, doing.target))
    firers, targets = _stands(doing)
    there = [number for number, target in enumerate(targets) if _bears(doing, target)]
    found = aim(firers, [targets[number] for number in there], reach, clear_on(doing.field.terrain, *houses))
    return replace(found, marks=tuple(there[mark] for mark in found.marks))


def _bears(doing: Deciding, target: Footprint) -> bool:
    """Whether a gun points at somebody: 60 degrees either side, a field gun 45; rifles fire all round (AVD-7.04 to AVD-7.06)."""
    muzzle, arm = doing.actor.marker, doing.field.books.units[doing.actor.id].arm
    if muzzle is None:
        return True
    there = nearest(figure(Base(), muzzle), target)[1] if target.width else target.bases[0].point
    return in_arc(muzzle, doing.field.tables.number("arc", arm) * DEGREE, there)


def _stands(doing: Deciding) -> tuple[tuple[Footprint, ...], tuple[Footprint, ...]]:
    """Where fire is measured from, a gun's from the middle of its front (AVD-G.01), and where to."""
    muzzle = doing.actor.marker
    firers = housing.stands(doing.field, doing.actor) if muzzle is None else (figure(Base(), muzzle),)
    return firers, housing.stands(doing.field, doing.target)


def covers_of(doing: Deciding, aimed: Aim) -> tuple[Cover, ...]:
    """The cover of each figure that is seen, nearest first, against the nearest who fires at it (AVD-G.15)."""
    far = gaps(*_stands(doing))
    covers = []
    for mark in aimed.marks:
        closest = min(aimed.firers, key=lambda firer: (int(far[firer, mark]), firer))
        start = (doing.actor.marker or doing.actor.figures[closest]).point
        end = doing.target.figures[mark].point
        covers.append(cover_at(doing.field.terrain, start, end, doing.target.base.radius, doing.field.tables))
    return tuple(covers)


def facts(doing: Deciding) -> Facts:
    """What geometry fills into the form."""
    field, aimed = doing.field, aim_of(doing)
    far = aimed.range if aimed.range is not None else int(gaps(*_stands(doing)).min())
    counted = len(aimed.firers) if field.tables.option("count") == "eligible" else len(doing.actor.figures)
    told: dict[str, Any] = {
        "range": str(float(in_inches(far))),
        "in_arc_and_sight": aimed.range is not None,
        "target_figures": len(doing.target.figures),
        "in_contact": any(housing.contacts(field, doing.actor)),
        "target_in_melee": any(housing.contacts(field, doing.target)),
        "general_shielded": _shielded(field, doing.target),
        "general_with_target": _general_near(field, doing.target),
    }
    if field.books.units[doing.actor.id].weapon in RIFLES:
        told["figures_firing"] = max(1, counted)
    return {**told, **(_cover_facts(doing, aimed) if aimed.marks else {})}


def _cover_facts(doing: Deciding, aimed: Aim) -> Facts:
    """Cover as the umpire's form tells it where that will do: all alike, or the nearest in one and the rest in another."""
    runs = [(cover, len(list(same))) for cover, same in groupby(covers_of(doing, aimed))]
    if len(runs) > TWO or len(aimed.marks) < len(doing.target.figures):
        return {"in_covers": [{"figures": figures, "cover": cover} for cover, figures in runs]}
    (cover, _), *others = runs
    if not others:
        return {"target_cover": cover}
    ((other, figures),) = others
    posture = doing.field.books.units[doing.target.id].posture
    told: Facts = {"target_cover": cover, "figures_in_other_cover": figures, "other_cover": other}
    return {**told, "other_posture": posture}


def _shielded(field: AverageDiceField, piece: Piece) -> bool:
    """Whether a General is so near to a friendly unit large enough that he cannot be picked out (AVD-G.12)."""
    if field.books.units[piece.id].arm is not Arm.GENERAL:
        return False
    least = field.tables.number("morale.shield.figures")
    large = (each for each in field.of(piece.owner) if each.id != piece.id and len(each.figures) >= least)
    return any(_near(field, piece, each) for each in large)


def _general_near(field: AverageDiceField, piece: Piece) -> bool:
    """Whether its General stands so near to a unit that he shares its hits (AVD-G.12)."""
    units = field.books.units
    return any(
        units[each.id].arm is Arm.GENERAL and each.id != piece.id and _near(field, piece, each)
        for each in field.of(piece.owner)
    )


def _near(field: AverageDiceField, one: Piece, other: Piece) -> bool:
    within: Length = length(int(field.tables.option("general_shield")))
    return bool((gaps(one.stands, other.stands) <= within).any())


def hinders(doing: Deciding, _: Facts) -> Iterator[Problem]:
    """A target that is seen, and out of reach (AVD-7.11); what cannot be seen the form refuses."""
    aimed = aim_of(doing)
    if aimed.range is not None and not aimed.firers:
        weapon = doing.field.books.units[doing.actor.id].weapon
        reach = doing.field.tables.number("range", weapon)
        told = Message.of("problem.table.out_of_reach", far=in_inches(aimed.range), reach=reach)
        yield Problem("target", told, (), "AVD-7.11")


def falls(fall: Fall[AverageDiceField]) -> tuple[int, ...]:
    """Who falls to a volley: of each group as many as failed their saves, the nearest of them first (AVD-9.01, AVD-G.20)."""
    doing, situation, tables = fall.doing, fall.form, fall.doing.field.tables
    marks = aim_of(doing).marks
    target = target_of(situation, situation.weapon, situation.range, tables)
    hits = next((reading for key, reading in fall.heard if key == "fire.hits"), None)
    if hits is None:
        hits = rifle_row(situation.weapon, situation.firing, tables).fixed
    failed = (reading for key, reading in fall.heard if key == "fire.saves")
    lost: list[int] = []
    first = 0
    for figures, fallen in zip(
        (each.figures for each in target.groups), Casualties(target, tables, "fire").fallen(hits, failed), strict=True
    ):
        lost += marks[first : first + fallen]
        first += figures
    return tuple(sorted(lost))


FIRE: Deed[AverageDiceField] = Deed(
    action=replace(RULESET.by_id["fire"], situation=TableFire),
    by="AVD-7.02",
    at="AVD-7.02",
    measures=facts,
    hinders=hinders,
)
