"""Charges on the table: declared after the check, replied to, and gone in with (MAW-2.05, MAW-2.06, MAW-G.22)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from sandtable.geometry.facts import fact
from sandtable.geometry.measure import Length, in_inches
from sandtable.kernel.form import Section, number
from sandtable.kernel.messages import Message
from sandtable.kernel.problem import Problem, refuse
from sandtable.kernel.ruleset import Action
from sandtable.kernel.tables import Tables
from sandtable.kernel.verdict import Ruling
from sandtable.miniatures.acting import certain, form_of
from sandtable.miniatures.field import Piece
from sandtable.miniatures.kit import Deed, Facts
from sandtable.miniatures.orders import Act
from sandtable.rulesets.mexican_american_war import fields
from sandtable.rulesets.mexican_american_war.replies import DeclareCharge
from sandtable.rulesets.mexican_american_war.ruleset import RULESET
from sandtable.rulesets.mexican_american_war.table import seeing
from sandtable.rulesets.mexican_american_war.table.charges.approaching import Approach, Turn, approach, crossing, tried
from sandtable.rulesets.mexican_american_war.table.keeping import once_a_table
from sandtable.rulesets.mexican_american_war.table.shapes import fronts_of
from sandtable.rulesets.mexican_american_war.table.state import Charge, Deciding, Kind, MawField, length
from sandtable.rulesets.mexican_american_war.vocabulary import (
    CHARGING_FORMATIONS,
    MOVING_EFFECTS,
    SQUARES,
    Side,
)

WIDEST = 180


@dataclass(frozen=True, slots=True, kw_only=True)
class TableCharge(DeclareCharge):
    """A charge with the turn that it begins with; where none is told, the smallest that leads to the target."""

    wheel: int | None = number(section=Section.ACTION, lowest=-WIDEST, highest=WIDEST, optional=True)
    oblique: int | None = number(section=Section.ACTION, lowest=-WIDEST, highest=WIDEST, optional=True)


def turn_told(doing: Deciding) -> Turn | None:
    """The turn that an order tells."""
    chosen = doing.order.chosen
    told = [chosen.get(name) for name in ("wheel", "oblique")]
    if any(each is not None and not isinstance(each, int) for each in told):
        raise refuse("chosen.wheel", "problem.table.turn", rule="MAW-G.22e")
    return None if told == [None, None] else Turn(told[0] or 0, told[1] or 0)


@once_a_table
def way_of(doing: Deciding) -> Approach | None:
    """The path of a charge: whoever it meets first becomes its target (MAW-G.22f)."""
    field, name, told = doing.field, doing.actor.id, turn_told(doing)
    if field.shapes[name].kind is Kind.FILE or told is None:
        most = reach(doing, {}, 0)
        found = approach(field, name, doing.target.id, None, most)
        if found is None and seeing.gap(field, doing.actor, doing.target) <= most:
            found = approach(field, name, doing.target.id)
        if found is not None or field.shapes[name].kind is not Kind.RANKS:
            return found
        told = Turn()
    straight = tried(field, name, told)
    return straight if straight.met else None


@once_a_table
def charge_facts(doing: Deciding) -> Facts:
    """Who is met first, over what ground, and how the target stands to it."""
    field = doing.field
    if doing.actor.id not in field.group:
        raise refuse("piece", "problem.table.not_checked", field.group, "MAW-2.11", name=doing.actor.id)
    if doing.actor.id not in field.books.units or doing.target.id not in field.books.units:
        raise refuse("target", "problem.table.no_unit", rule="MAW-G.22d", name=doing.target.id)
    form_of(DECLARE, doing, {"fixed": field.setting.mark(doing.actor.id).fixed})  # who may not charge is told first
    way = way_of(doing)
    met = field.pieces[way.met] if way is not None else doing.target
    known = field.books.units[met.id]
    told: dict[str, Any] = {**known.as_target(), "fixed": field.setting.mark(doing.actor.id).fixed}
    told["ground"] = crossing(field, doing.actor.id, way).ground if way is not None else "open"
    told["target_outflanked"] = turned(field, met, doing.actor)
    told["square_within_4"] = square_near(field, met) is not None
    return told


def charge_hinders(doing: Deciding, told: Facts) -> Iterator[Problem]:
    """The target is in sight and within reach, by a path that may be gone (MAW-G.22d, MAW-G.22e)."""
    field, most = doing.field, doing.field.tables.number("angle.wheel")
    turn = turn_told(doing)
    if turn is not None and turn.wheel and turn.oblique:
        yield _wrong("wheel_and_oblique", "MAW-8.02a", "chosen.oblique")
    if turn is not None and max(abs(turn.wheel), abs(turn.oblique)) > most:
        yield _wrong("wheel_far", "MAW-G.22e", "chosen.wheel", most=most)
    if not seeing.sees(field, doing.actor, seeing.quads(field, doing.target.id), (doing.target.id,)):
        yield _wrong("unseen", "MAW-G.22d", "target", name=doing.target.id)
    way = way_of(doing)
    if way is None:
        yield _wrong("no_path", "MAW-G.22e", "target", name=doing.target.id)
        return
    over = crossing(field, doing.actor.id, way)
    for name in over.barred:
        yield _wrong("impassable", "MAW-G.09", "target", name=name)
    far = reach(doing, told, over.minor)
    if way.total > far:
        yield _wrong("charge_far", "MAW-G.22d", "target", far=in_inches(way.total), left=in_inches(far))


def _wrong(name: str, rule: str, place: str, /, **about: Any) -> Problem:
    return Problem(place, Message.of(f"problem.table.{name}", **about), (), rule)


def reach(doing: Deciding, told: Facts, minor: int) -> Length:
    """How far a charge goes: as the umpire says on this ground, less what obstacles take (MAW-G.09a, MAW-G.22b)."""
    situation = form_of(DECLARE, doing, told).situation
    inches = Fraction(certain(DECLARE.action, situation, doing.field.tables).measure("distance"))
    return length(max(Fraction(0), inches - minor * doing.field.tables.number("obstacle.minor")))


def turned(field: MawField, target: Piece, charger: Piece, began: Any = None) -> bool:
    """Whether a charge begins behind the line through its target's front (MAW-G.12a)."""
    start = field.shapes[charger.id].array.front if began is None else began
    return seeing.behind(fronts_of(field, target), (start.x, start.y))


def square_near(field: MawField, guns: Piece) -> Piece | None:
    """A friendly square that is near enough to take a crew in (MAW-15.41)."""
    near = length(field.tables.number("shelter.within"))
    for each in seeing.units_of(field, guns.owner):
        if field.shapes[each.id].state in SQUARES and seeing.gap(field, guns, each) <= near:
            return each
    return None


DECLARE: Deed[MawField] = Deed(
    action=replace(RULESET.by_id["declare_charge"], situation=TableCharge),
    by="MAW-2.05",
    at="MAW-G.22d",
    measures=charge_facts,
    chooses=("cold_steel", "full_move_disordered", "wheel", "oblique"),
    hinders=charge_hinders,
)


def declared(doing_field: MawField, fields_: Any, distance: Fraction) -> tuple[str, Charge]:
    """A charge as the state keeps it from its declaration: the form's fields, and how far the umpire lets it go."""
    name, target = str(fields_["name"]), str(fields_["target_name"])
    turn = (
        Turn(fields_.get("wheel") or 0, fields_.get("oblique") or 0) if {"wheel", "oblique"} & fields_.keys() else None
    )
    if turn is None:
        way = approach(doing_field, name, target, None, length(distance)) or approach(doing_field, name, target)
        turn = way.turn if way is not None else Turn()
    front = doing_field.shapes[name].array.front
    return name, Charge(target, front, turn.written, length(distance))


# ---- Who could charge ------------------------------------------------------------------------------------------------------------------


@fact
def may_charge(field: MawField, name: str) -> bool:
    """Whether a unit of the check under way could reach anybody at all: so that nobody is asked for nothing."""
    unit, piece = field.books.units[name], field.pieces.get(name)
    if piece is None or unit.checked not in MOVING_EFFECTS or unit.maneuver_done or unit.check_moved:
        return False
    if unit.is_guns or field.shapes[name].state not in CHARGING_FORMATIONS or unit.charges:
        return False
    fastest = length(field.tables.number("movement.cavalry.line.open.Double Quick"))
    return any(
        seeing.gap(field, piece, each) <= fastest for each in seeing.enemies_of(field, piece.owner) if each.figures
    )


# ---- All charges are declared ----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class GoIn:
    """All charges of a check are declared, or there are none."""

    side: Side = fields.side()


def _go(_: GoIn, __: Tables) -> Ruling:
    """The other side may reply now (MAW-2.05)."""
    return Ruling.of("go_in")


GO_IN: Deed[MawField] = Deed(
    action=Action("go_in", GoIn, _go, Ruling, "charge", ("MAW-2.05", "MAW-2.11"), layout="plain", ledger_only=True),
    measures=lambda doing: {"side": Side(doing.order.by)},
)
LET_COME: Deed[MawField] = Deed(
    action=Action(
        "let_them_come", GoIn, _go, Ruling, "charge", ("MAW-2.05", "MAW-15.18"), layout="plain", ledger_only=True
    ),
    measures=lambda doing: {"side": Side(doing.order.by)},
)


def charges_at(field: MawField, piece: Piece) -> Iterator[Act]:
    """Charges of a unit at every enemy, the nearest first; most of them cannot be made."""
    enemies = [each for each in seeing.enemies_of(field, piece.owner) if each.figures]
    for each in sorted(enemies, key=lambda enemy: seeing.gap(field, piece, enemy)):
        yield Act(by=piece.owner, action="declare_charge", piece=piece.id, target=each.id)
