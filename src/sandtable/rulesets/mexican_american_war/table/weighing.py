"""What the opponent of this war reckons with: who threatens whom, what a shot is worth by its exact law, and how a charge would stand."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from math import hypot

from sandtable.geometry.facts import fact
from sandtable.geometry.measure import Length, Point
from sandtable.miniatures.acting import law_of, may_do
from sandtable.miniatures.field import Piece
from sandtable.miniatures.kit import Kit
from sandtable.miniatures.orders import Act
from sandtable.rulesets.mexican_american_war.fire import FireVerdict
from sandtable.rulesets.mexican_american_war.ledger import KnownUnit
from sandtable.rulesets.mexican_american_war.table import seeing, shooting
from sandtable.rulesets.mexican_american_war.table.positions import position_of
from sandtable.rulesets.mexican_american_war.table.shapes import middle_of
from sandtable.rulesets.mexican_american_war.table.state import MawField, label_of, length
from sandtable.rulesets.mexican_american_war.units import effectiveness_of
from sandtable.rulesets.mexican_american_war.vocabulary import (
    SQUARES,
    Arm,
    Effectiveness,
    Experience,
    GroundDefended,
    OrderState,
    Side,
)

SKILL = {Experience.ELITE: 2, Experience.VETERAN: 1, Experience.TRAINED: 0, Experience.RAW: -1}
STATE = {Effectiveness.FRESH: 2, Effectiveness.WORN: 0, Effectiveness.SPENT: -2}
GROUND = {GroundDefended.FAVORABLE: 1, GroundDefended.STRONG: 2, GroundDefended.FORTIFIED: 3}
GOING = 2  # units that go for one position
TARGETS = 4  # enemies whose shots are looked at exactly
SHAKES = 0.5  # what it is worth to disorder somebody, in stands
STOPS = 1.5  # what it is worth to stop a charge, in stands


def firmness(view: MawField, unit: KnownUnit) -> int:
    """What a unit brings into a combat beside its numbers (MAW-3.01)."""
    told = SKILL[unit.experience]
    if not unit.is_guns:
        told += STATE[effectiveness_of(label_of(unit), view.tables)]
    if unit.order is OrderState.DISORDERED or unit.silenced:
        told -= 1
    return told - (3 if unit.order is OrderState.BROKEN or (unit.is_guns and unit.limbered) else 0)


def numbers(one: int, other: int) -> int:
    """What being outnumbered takes away from the one (MAW-G.24f)."""
    return 3 if other >= 3 * one else 2 if other >= 2 * one else 1 if 2 * other >= 3 * one else 0


def charge_odds(view: MawField, charger: Piece, target: Piece) -> int:
    """The net modifier of a charge as far as it can be told beforehand, over open ground."""
    own, foe = view.books.units[charger.id], view.books.units[target.id]
    ours = firmness(view, own) - numbers(own.stands, foe.stands)
    ours += 2 if own.on_horse and view.shapes[target.id].state not in SQUARES else 0
    ours += 1 if own.arm is Arm.INFANTRY or own.side is Side.US else 0  # cold steel
    if own.lances and own.on_horse and (foe.order is not OrderState.GOOD or foe.silenced):
        ours += 1
    theirs = firmness(view, foe) - (0 if foe.arm is Arm.CAVALRY else numbers(foe.stands, own.stands))
    theirs += GROUND.get(position_of(view, target)[1], 0)
    return ours - theirs


def shaken(unit: KnownUnit) -> bool:
    """Whether somebody is fit to be charged: in disorder, silenced, or limbered up."""
    return unit.order is not OrderState.GOOD or unit.silenced or (unit.is_guns and unit.limbered)


@fact
def threat_to(view: MawField, name: str) -> tuple[tuple[Length, str], ...]:
    """The enemies of a unit with how far they are, the nearest first; broken ones last."""
    piece = view.pieces[name]
    found = [
        (view.books.units[each.id].order is OrderState.BROKEN, seeing.gap(view, piece, each), each.id)
        for each in seeing.enemies_of(view, piece.owner)
        if each.figures
    ]
    return tuple((far, enemy) for _, far, enemy in sorted(found))


def nearest(view: MawField, name: str) -> tuple[Length, Piece] | None:
    """The nearest enemy that counts."""
    found = threat_to(view, name)
    return (found[0][0], view.pieces[found[0][1]]) if found else None


def stand_off(view: MawField, piece: Piece, target: Piece) -> Length:
    """How near foot goes to fire: just within its reach, and out of the other's where it can be."""
    own, foe = shooting.reach_of(view, piece), shooting.reach_of(view, target)
    close = length(view.tables.number("apart.enemy")) + 100
    if view.books.units[target.id].is_guns:
        return close
    return max(close, own - 250 if own > foe else min(own, length(4)) - 200)


# ---- Shots -------------------------------------------------------------------------------------------------------------------------------


def shots(kit: Kit[MawField], view: MawField, side: str) -> Iterator[tuple[float, Act]]:
    """Shots that could be made now, each by all who bear, with what it is worth in stands."""
    for order in sorted(_aimed(view, side), key=lambda each: _promise(view, each))[:TARGETS]:
        for tried in (order, replace(order, helpers=())):
            if may_do(kit, view, tried):
                yield worth(kit, view, tried), tried
                break


def _aimed(view: MawField, side: str) -> Iterator[Act]:
    """A shot at every enemy that anybody bears on, by all who do; the nearest to somebody first."""
    own = [each for each in seeing.units_of(view, side) if each.figures and shooting.can_fire(view, each)]
    for enemy in seeing.enemies_of(view, side):
        if not enemy.figures or view.books.units[enemy.id].fired_at:
            continue
        mark = shooting.mark_of(view, enemy)
        firers = [each for each in own if shooting.bears(view, each, mark).numbers][: shooting.MOST]
        if firers:
            yield Act(
                by=side,
                action="fire",
                piece=firers[0].id,
                target=enemy.id,
                helpers=tuple(each.id for each in firers[1:]),
            )


def _promise(view: MawField, order: Act) -> tuple[int, Length]:
    """Chargers first, then the shaken, then the nearest."""
    foe = view.books.units[order.target]
    rank = 0 if order.target in view.charges else 1 if shaken(foe) and foe.order is not OrderState.BROKEN else 2
    return rank, seeing.gap(view, view.pieces[order.piece], view.pieces[order.target])


def worth(kit: Kit[MawField], view: MawField, order: Act) -> float:
    """What a shot is worth on average: stands, disorder, a charge that is stopped."""
    foe = view.books.units[order.target]
    told = 0.0
    for verdict, chance in law_of(kit, view, order).law:
        assert isinstance(verdict, FireVerdict)  # noqa: S101 - the law of fire
        gain = float(verdict.measure("stands_lost"))
        if verdict.severity() > 0:
            gain += STOPS if order.target in view.charges else 0.0 if shaken(foe) else SHAKES
        told += float(chance) * gain
    return told


# ---- What it is about ----------------------------------------------------------------------------------------------------------------------


@fact
def ahead(view: MawField, side: str) -> bool:
    """Whether a side would win if the battle ended now: it holds the more valuable positions, or has lost less."""
    held = {each.value: 0 for each in Side}
    for key in view.setting.keys:
        holder = view.held.get(key.id)
        if holder and key.side in ("", holder):
            held[holder] += key.points
    other = seeing.other(side)
    if held[side] != held[other]:
        return held[side] > held[other]
    return view.books.lost(Side(side)) < view.books.lost(Side(other))


@fact
def goals(view: MawField, side: str) -> tuple[tuple[str, str], ...]:
    """Who goes for which position: of each that the side does not hold, or is about to lose, the nearest foot that is in order."""
    foot = [
        piece
        for piece in seeing.units_of(view, side)
        if piece.figures
        and view.books.units[piece.id].arm is Arm.INFANTRY
        and view.books.units[piece.id].order is OrderState.GOOD
    ]
    found: dict[str, str] = {}
    for key in sorted(view.setting.keys, key=lambda each: (-each.points, each.id)):
        if key.side not in ("", side) or view.held.get(key.id) == side:
            continue
        free = [piece for piece in foot if piece.id not in found]
        for piece in sorted(free, key=lambda each: (_to(each, key.at), each.id))[:GOING]:
            found[piece.id] = key.id
    return tuple(found.items())


def goal_of(view: MawField, name: str) -> tuple[Point, Length] | None:
    """The position that a unit goes for, and how far it still is to ground from where it holds it."""
    wanted = dict(goals(view, view.pieces[name].owner)).get(name)
    key = next((each for each in view.setting.keys if each.id == wanted), None)
    if key is None:
        return None
    far = _to(view.pieces[name], key.at) - key.within // 2
    return (key.at, far) if far > 0 else None


def _to(piece: Piece, there: Point) -> Length:
    middle = middle_of(piece)
    return round(hypot(middle.x - there.x, middle.y - there.y))


def turns_left(view: MawField) -> int:
    """How many turns there are still to be played."""
    return max(0, view.setting.turns - view.books.turn)
